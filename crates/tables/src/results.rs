//! A kind of result, and what is done with the results of a kind: solving, certifying, reading,
//! writing and checking.
//!
//! A kind is a type that implements [`Product`]: it names what is planned, solves one task, and
//! says which file has the result and what a certificate could prove of it. [`Results`] has all
//! results of one kind. [`Kind`] is what can be done with them without the type of the kind, so
//! that a folder can walk over its kinds ([`super::kinds`]).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::folder::Files;
use super::jobs::{BuildError, Interrupted, Jobs, limits, nodes};
use super::manifest::{Backed, Evidence, MANIFEST, Made, Proves, Sheet, max_bytes};
use super::plan::{Selection, Task};
use super::rulesets::Rulesets;
use super::statement::{Stated, Statement};
use superko_go::Board;
use superko_go::classes::Class;
use superko_rules::Game;
use superko_solve::{Budget, Limits, Value};
use superko_store::sums::RunningSum;

// --- A kind ---

/// A kind of result: what one task has come to.
pub trait Product: Clone + PartialEq + Send + Sync + 'static {
    /// Name of the results in reports, in the plural.
    const NAME: &'static str;

    /// Whether the results of a sheet have their evidence one by one, under the names that
    /// [`Product::column`] gives them. Otherwise a sheet has the evidence of its first result.
    const COLUMNS: bool = false;

    /// Whether a result depends on nothing but its task and the limit of nodes, so that one from a
    /// former folder is as good as a new one.
    const REUSABLE: bool = true;

    /// Whether a usual check solves the task again whatever that costs.
    fn always_checked(_task: &Task) -> bool {
        false
    }

    /// Tasks to be solved.
    fn plan(selection: &Selection) -> Vec<Task>;

    /// Name of a result in its sheet.
    fn column(task: &Task) -> String {
        task.variant_name()
    }

    /// Name of a task while it is solved.
    fn job(task: &Task) -> String;

    /// Factor on the limit of nodes, for a task and for its certificate.
    fn node_factor(_task: &Task) -> u64 {
        1
    }

    /// Limits of a task, where a search may visit `max_nodes`.
    fn limits(task: &Task, max_nodes: u64) -> Limits;

    /// Solves a task on one thread.
    ///
    /// # Errors
    /// [`BuildError`].
    fn solve(task: &Task, context: &Context, budget: &Arc<Budget>) -> Result<Self, BuildError>;

    /// Search nodes that some results have taken, or what took as long.
    fn nodes(results: &[&Self]) -> u64;

    /// Approximate cost of solving a task again, in search nodes of an empty board.
    fn work(&self, _task: &Task) -> u64 {
        Self::nodes(&[self])
    }

    /// Whether nothing was given up at the limit.
    fn complete(&self) -> bool {
        true
    }

    /// Path of the file that has the result of a task, alone or with others. Together they are a
    /// sheet.
    fn path(task: &Task) -> String;

    /// Location of a result in messages: its file, and its name in that file if others are there
    /// too.
    fn location(task: &Task) -> String {
        match Self::COLUMNS {
            true => format!("{}: the column {}", Self::path(task), Self::column(task)),
            false => Self::path(task),
        }
    }

    /// Path of the second file of the sheet at a path, if it has one.
    fn second_file(_path: &str) -> Option<String> {
        None
    }

    /// Whether a file of the folder is a sheet of this kind.
    fn owns(path: &str) -> bool;

    /// Files of a sheet, the one of [`Product::path`] first.
    fn write(results: &[(&Task, &Self)]) -> Vec<(String, String)>;

    /// The bytes of a file of a sheet: its text, or that text packed.
    fn bytes(_path: &str, text: String) -> Vec<u8> {
        text.into_bytes()
    }

    /// Reads the results of a sheet.
    ///
    /// # Errors
    /// The path of a wrong file, and what is wrong with it.
    fn read(path: &str, files: &Files, rulesets: &Rulesets) -> Result<Vec<(Task, Self)>, String>;

    /// Contradiction of a result with the rules or with another part of it. `thorough` includes
    /// what takes an analysis of the board.
    fn contradiction(&self, _task: &Task, _rulesets: &Rulesets, _thorough: bool) -> Option<String> {
        None
    }

    /// The most that a certificate could prove of a result.
    fn provable(&self) -> Option<Proves> {
        None
    }

    /// Path of the certificate of a result, if this kind of results has certificates.
    fn certificate(_task: &Task) -> Option<String> {
        None
    }

    /// Size of the largest certificate of a task that is stored in the folder, in bytes.
    fn max_bytes(task: &Task) -> usize {
        max_bytes(task)
    }

    /// States that such a certificate is about, with what the result says of each.
    fn states(&self, _game: &Game, _proves: Proves) -> Vec<Stated> {
        Vec::new()
    }

    /// Statement that such a certificate is to prove.
    ///
    /// # Panics
    /// If the result can have none.
    fn statement(&self, task: &Task, proves: Proves) -> Statement {
        let game = task.variant().game(task.board().clone());
        let states = self.states(&game, proves);
        let path = Self::certificate(task).expect("only what has a certificate is stated");
        Statement { task: task.clone(), game, proves, states, file: Self::path(task), path }
    }

    /// Verifies a certificate of the folder, which has `lemmas` by the manifest, and compares it
    /// with the result. Returns what is wrong, if anything.
    fn check(&self, task: &Task, proves: Proves, lemmas: u64, certificate: &[u8]) -> Option<String> {
        self.statement(task, proves).check(lemmas, certificate)
    }

    /// Text of all that [`Product::check`] compares a certificate with: if the text is the same, so
    /// is what is compared.
    fn compared(&self, task: &Task, proves: Proves) -> String {
        self.statement(task, proves).compared()
    }

    /// Makes a certificate, as [`Statement::make`] does.
    ///
    /// # Errors
    /// The certificate that was made is not right, and why.
    fn certify(&self, task: &Task, proves: Proves, budget: &Budget) -> Result<Made, String> {
        self.statement(task, proves).make(Self::max_bytes(task), budget)
    }
}

/// Context of solving a task.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The limit of nodes of each task.
    pub budget: u64,
    /// The rulesets of the folder.
    pub rulesets: &'a Rulesets,
    /// The finished columns of each board, small boards first: what comparisons are made of.
    pub columns: &'a [Columns<'a>],
    /// The threads that do the work.
    pub jobs: &'a Jobs,
}

/// The finished columns of a board.
pub struct Columns<'a> {
    /// The board.
    pub board: &'a Board,
    /// The rows.
    pub rows: &'a [Class],
    /// The values of each column by its name.
    pub values: BTreeMap<String, &'a [Value]>,
}

// --- The results of a kind ---

/// The results of one kind, with their evidence.
#[derive(Debug, Clone)]
pub struct Results<P> {
    /// By task, in the order in which they are shown.
    pub all: BTreeMap<Task, P>,
    /// Their evidence besides the search.
    pub evidence: BTreeMap<Task, Made>,
}

impl<P> Default for Results<P> {
    fn default() -> Results<P> {
        Results { all: BTreeMap::new(), evidence: BTreeMap::new() }
    }
}

impl<P: Product> Results<P> {
    /// The results of each sheet by its path.
    fn by_sheet(&self) -> BTreeMap<String, Vec<(&Task, &P)>> {
        let mut sheets: BTreeMap<String, Vec<(&Task, &P)>> = BTreeMap::new();
        for (task, result) in &self.all {
            sheets.entry(P::path(task)).or_default().push((task, result));
        }
        sheets
    }

    /// The most that a certificate can prove of a result.
    fn provable(task: &Task, result: &P) -> Option<Proves> {
        P::certificate(task)?;
        result.provable()
    }

    /// Solves tasks, in any order. `None` stands for a task that an interruption came before.
    fn solve(tasks: &[Task], context: Context) -> Result<Vec<Option<P>>, BuildError> {
        let mut sorted: Vec<&Task> = tasks.iter().collect();
        sorted.sort_by_key(|task| task.points());
        let limits = |task: &&Task| P::limits(task, context.budget);
        let solve = |task: &&Task, budget: &Arc<Budget>| P::solve(task, &context, budget);
        let done = context.jobs.finish(&sorted, limits, |task| P::job(task), solve);
        let mut done: BTreeMap<&Task, Option<Result<P, BuildError>>> = sorted.into_iter().zip(done).collect();
        let solved = tasks.iter().map(|task| done.remove(task).expect("every task was looked at once"));
        solved.map(Option::transpose).collect()
    }

    /// Solves what is planned, or takes it over from former results; with these comes whether they
    /// had the same limit of nodes. After an interruption there is what was solved by then.
    ///
    /// # Errors
    /// [`BuildError::Wrong`].
    pub fn make(
        selection: &Selection,
        former: Option<(&Results<P>, bool)>,
        context: Context,
    ) -> Result<Results<P>, BuildError> {
        let former = former.filter(|_| P::REUSABLE);
        let reused = |task: &Task| {
            let (former, same_limit) = former?;
            former.all.get(task).filter(|result| same_limit || result.complete()).cloned()
        };
        let (mut all, mut missing) = (BTreeMap::new(), Vec::new());
        for (index, task) in P::plan(selection).into_iter().enumerate() {
            match reused(&task) {
                Some(result) => drop(all.insert(task, result)),
                None if selection.shard.is_whole() => missing.push(task),
                // What depends on other results is in no share.
                None if P::REUSABLE && selection.shard.has(index) => missing.push(task),
                None => {}
            }
        }
        let solved = Self::solve(&missing, context)?;
        all.extend(missing.into_iter().zip(solved).filter_map(|(task, result)| Some((task, result?))));
        Ok(Results { all, evidence: BTreeMap::new() })
    }

    /// Evidence of a former folder, if it would come out the same again: a certificate must verify,
    /// and one that proves less than it could, or is not there, must have had the same limit.
    fn reused_evidence(&self, task: &Task, result: &P, same_limit: bool) -> Option<Made> {
        let made = self.evidence.get(task)?;
        let provable = Self::provable(task, result)?;
        let Some(proves) = made.evidence.proves() else { return same_limit.then(|| made.clone()) };
        if proves != provable && !(same_limit && provable.less() == Some(proves)) {
            return None;
        }
        let reused = match &made.evidence {
            Evidence::Certificate { lemmas, .. } => {
                let bytes = made.certificate.as_ref().filter(|bytes| bytes.len() <= P::max_bytes(task))?;
                result.check(task, proves, *lemmas, bytes).is_none()
            }
            Evidence::Remade { bytes, .. } => *bytes > P::max_bytes(task),
            Evidence::Search => false,
        };
        reused.then(|| made.clone())
    }

    /// Makes the certificates, or takes them over from former ones that are right; with these comes
    /// whether they had the same limit of nodes. After an interruption there are those that were
    /// made by then.
    ///
    /// # Errors
    /// [`BuildError::Wrong`].
    pub fn certify(
        &mut self,
        budget: u64,
        former: Option<(&Results<P>, bool)>,
        jobs: &Jobs,
    ) -> Result<(), BuildError> {
        let provable = |(task, result)| Some((task, result, Self::provable(task, result)?));
        let mut wanted: Vec<(&Task, &P, Proves)> = self.all.iter().filter_map(provable).collect();
        wanted.sort_by_key(|(task, ..)| task.points());
        let name = |(task, ..): &(&Task, &P, Proves)| format!("certificate of {}", P::job(task));
        let limits = |(task, ..): &(&Task, &P, Proves)| {
            limits(task.variant().always_ends(), budget.saturating_mul(P::node_factor(task)))
        };
        let reused = jobs.finish(&wanted, limits, name, |(task, result, _), _| {
            former.and_then(|(former, same_limit)| former.reused_evidence(task, result, same_limit))
        });
        let mut made: BTreeMap<Task, Made> = BTreeMap::new();
        let mut missing = Vec::new();
        for (wanted, reused) in wanted.into_iter().zip(reused) {
            match reused.flatten() {
                Some(reused) => drop(made.insert(wanted.0.clone(), reused)),
                None => missing.push(wanted),
            }
        }
        // First as much as can be proved; then less where that was too much for the folder or the
        // limit.
        while !missing.is_empty() && !jobs.are_interrupted() {
            let done = jobs.finish(&missing, limits, name, |(task, result, proves), budget| {
                result.certify(task, *proves, budget)
            });
            let mut less = Vec::new();
            for ((task, result, proves), done) in missing.into_iter().zip(done) {
                let Some(done) = done.transpose().map_err(BuildError::Wrong)? else { continue };
                let stored = done.certificate.is_some();
                less.extend(proves.less().filter(|_| !stored).map(|less| (task, result, less)));
                if stored || made.get(task).is_none_or(|before| before.evidence == Evidence::Search) {
                    made.insert(task.clone(), done);
                }
            }
            missing = less;
        }
        self.evidence = made;
        Ok(())
    }

    /// Takes over other results with their evidence, in place of its own for the same tasks.
    pub fn take_over(&mut self, other: &Results<P>) {
        let Results { all, evidence } = other.clone();
        self.all.extend(all);
        self.evidence.extend(evidence);
    }

    /// Differences of results and certificates that were made again, one line each.
    fn differences(&self, again: &Results<P>) -> Vec<String> {
        let mut faults = Vec::new();
        for (task, result) in &again.all {
            if self.all.get(task).is_some_and(|found| found != result) {
                faults.push(format!("{}: differs from what is solved now", P::location(task)));
            }
        }
        for (task, made) in &again.evidence {
            let (Some(found), Some(path)) = (self.evidence.get(task), P::certificate(task)) else { continue };
            if found.evidence != made.evidence {
                faults.push(format!("{MANIFEST}: {path} is another certificate than is made now"));
            } else if found.certificate.is_some() && found.certificate != made.certificate {
                faults.push(format!("{path}: differs from what is proved now"));
            }
        }
        faults
    }
}

// --- Results of any kind ---

/// A certificate that is stored in the folder, of a result that the folder has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The task of the result.
    pub task: Task,
    /// Whether it is to prove all of the result.
    pub whole: bool,
    /// Approximate cost of verifying it, in any unit.
    pub cost: u64,
}

/// Outcome of a check of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The task of its result.
    pub task: Task,
    /// The sum of what was compared, if that is to be remembered ([`super::cache::VerifiedSums`]).
    pub sum: Option<String>,
    /// Whether it was verified before, and therefore not now.
    pub before: bool,
    /// The path of the certificate, and what is wrong with it.
    pub fault: Option<String>,
}

/// The results of one kind, whatever the kind.
pub trait Kind: Send + Sync {
    /// Name of the results in reports.
    fn name(&self) -> &'static str;
    /// Tasks that are planned.
    fn plan(&self, selection: &Selection) -> Vec<Task>;
    /// Paths of all files that are planned.
    fn planned(&self, selection: &Selection) -> BTreeSet<String>;
    /// Path of the file that has the result of a task.
    fn path(&self, task: &Task) -> String;
    /// Reads all results of a folder that has these rulesets; returns what is wrong.
    fn read(&mut self, files: &Files, rulesets: &Rulesets) -> Vec<String>;
    /// Takes over the evidence that a manifest lists, and the certificates.
    ///
    /// # Errors
    /// Error in the manifest.
    fn read_evidence(&mut self, backed: &BTreeMap<String, Backed>, files: &Files) -> Result<(), String>;
    /// Files of the results.
    fn sheets(&self) -> Vec<Sheet>;
    /// Paths of the certificates that are stored in the folder, with those bytes that are there.
    fn stored(&self) -> Vec<(&str, Option<&[u8]>)>;
    /// Contradictions of the results with the plan, the rules, or themselves, one line each; for
    /// the tasks in `thorough` including what takes an analysis of the board.
    fn contradictions(&self, selection: &Selection, thorough: &BTreeSet<Task>) -> Vec<String>;
    /// Stored certificates.
    fn certificates(&self) -> Vec<Stored>;
    /// Verifies the stored certificates of some tasks, but for those with a `known` sum. After an
    /// interruption there are those that were verified by then.
    fn verify(&self, tasks: &[Task], known: Option<&BTreeSet<String>>, jobs: &Jobs) -> Vec<Verified>;
    /// Results with the nodes that each is known to take: none if a usual check solves it again
    /// anyway.
    fn costs(&self) -> Vec<(&Task, u64)>;
    /// Approximate cost of solving a task again, in search nodes; nothing is known of a task
    /// without a result.
    fn work(&self, task: &Task) -> u64;
    /// Solves some tasks again, and proves them if asked to; returns what comes out otherwise, one
    /// line each.
    ///
    /// # Errors
    /// [`Interrupted`].
    fn solve_again(&self, tasks: &[Task], prove: bool, context: Context) -> Result<Vec<String>, Interrupted>;
}

/// The sum of some texts and a certificate.
fn sum_of(texts: &[&[u8]], certificate: &[u8]) -> String {
    let mut summed = RunningSum::default();
    for part in texts.iter().chain([&certificate]) {
        summed.add(&(part.len() as u64).to_le_bytes());
        summed.add(part);
    }
    summed.sum()
}

impl<P: Product> Kind for Results<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn plan(&self, selection: &Selection) -> Vec<Task> {
        P::plan(selection)
    }

    fn planned(&self, selection: &Selection) -> BTreeSet<String> {
        let sheets = P::plan(selection).into_iter().map(|task| P::path(&task));
        sheets.flat_map(|path| [P::second_file(&path), Some(path)]).flatten().collect()
    }

    fn path(&self, task: &Task) -> String {
        P::path(task)
    }

    fn read(&mut self, files: &Files, rulesets: &Rulesets) -> Vec<String> {
        let sheets: Vec<&String> = files.keys().filter(|path| P::owns(path)).collect();
        let read: Vec<_> = sheets.par_iter().map(|path| P::read(path, files, rulesets)).collect();
        let mut faults = Vec::new();
        for (path, read) in sheets.into_iter().zip(read) {
            match read {
                Ok(results) if results.iter().all(|(task, _)| P::path(task) == *path) => {
                    self.all.extend(results);
                }
                Ok(_) => faults.push(format!("{path}: of another board or game")),
                Err(fault) => faults.push(fault),
            }
        }
        faults
    }

    fn read_evidence(&mut self, backed: &BTreeMap<String, Backed>, files: &Files) -> Result<(), String> {
        for task in self.all.keys() {
            let Some(certificate) = P::certificate(task) else { continue };
            let file = P::path(task);
            let evidence = match backed.get(&file) {
                Some(Backed::Whole(evidence)) if !P::COLUMNS => Some(evidence),
                Some(Backed::Columns(columns)) if P::COLUMNS => columns.get(&P::column(task)),
                _ => None,
            };
            let Some(evidence) = evidence.cloned() else { continue };
            let mut made = Made { evidence, certificate: None };
            if let Evidence::Certificate { path, .. } = &made.evidence {
                if *path != certificate {
                    return Err(format!("{MANIFEST}: {file} is backed by {path}, expected {certificate}"));
                }
                made.certificate = files.get(path).cloned();
            }
            self.evidence.insert(task.clone(), made);
        }
        Ok(())
    }

    fn sheets(&self) -> Vec<Sheet> {
        // Nothing is said of a result whose certificate an interruption came before, so that it is
        // still made.
        let evidence = |task: &Task, result: &P| match self.evidence.get(task) {
            Some(made) => Some(made.evidence.clone()),
            None => Self::provable(task, result).is_none().then_some(Evidence::Search),
        };
        let sheet = |results: &Vec<(&Task, &P)>| {
            let written = P::write(results).into_iter();
            let files = written.map(|(path, text)| {
                let bytes = P::bytes(&path, text);
                (path, bytes)
            });
            let nodes = P::nodes(&results.iter().map(|(_, result)| *result).collect::<Vec<_>>());
            let backed = if P::COLUMNS {
                let finished = results.iter().filter(|(_, result)| result.complete());
                let columns: BTreeMap<String, Evidence> = finished
                    .filter_map(|(task, result)| Some((P::column(task), evidence(task, result)?)))
                    .collect();
                (!columns.is_empty()).then_some(Backed::Columns(columns))
            } else {
                results.first().and_then(|(task, result)| Some(Backed::Whole(evidence(task, result)?)))
            };
            Sheet { files: files.collect(), nodes, backed }
        };
        self.by_sheet().par_iter().map(|(_, results)| sheet(results)).collect()
    }

    fn stored(&self) -> Vec<(&str, Option<&[u8]>)> {
        let stored = self.evidence.values().filter_map(|made| match &made.evidence {
            Evidence::Certificate { path, .. } => Some((path.as_str(), made.certificate.as_deref())),
            _ => None,
        });
        stored.collect()
    }

    fn contradictions(&self, selection: &Selection, thorough: &BTreeSet<Task>) -> Vec<String> {
        let planned: BTreeSet<Task> = P::plan(selection).into_iter().collect();
        let mut sheets: BTreeMap<String, Vec<&Task>> = BTreeMap::new();
        planned.iter().for_each(|task| sheets.entry(P::path(task)).or_default().push(task));
        let mut faults = Vec::new();
        for (path, results) in self.by_sheet() {
            let Some(wanted) = sheets.get(&path) else {
                faults.push(format!("{path}: an orphan, no {} of that name are planned", P::NAME));
                continue;
            };
            for task in wanted.iter().filter(|task| !self.all.contains_key(task)) {
                faults.push(format!("{path}: lacks {}, which is planned", task.name()));
            }
            for (task, _) in results.iter().filter(|(task, _)| !planned.contains(*task)) {
                faults.push(format!("{path}: has {}, which is not planned", task.name()));
            }
        }
        faults.par_extend(self.all.par_iter().filter_map(|(task, result)| {
            let why = result.contradiction(task, &selection.rulesets, thorough.contains(task))?;
            Some(format!("{}: {why}", P::path(task)))
        }));
        faults
    }

    fn certificates(&self) -> Vec<Stored> {
        // The lemmas of a line rest on more of the history than those of a grid: a byte takes about
        // five times as long.
        let factor = |task: &Task| if task.has_board() && task.board().rows() == 1 { 5 } else { 1 };
        let stored = self.evidence.iter().filter_map(|(task, made)| {
            let (result, proves) = (self.all.get(task)?, made.evidence.proves()?);
            let cost = factor(task) * made.certificate.as_ref()?.len() as u64;
            Some(Stored { task: task.clone(), whole: result.provable() == Some(proves), cost })
        });
        stored.collect()
    }

    fn verify(&self, tasks: &[Task], known: Option<&BTreeSet<String>>, jobs: &Jobs) -> Vec<Verified> {
        let found = |task| Some((task, self.all.get(task)?, self.evidence.get(task)?));
        let mut stored: Vec<(&Task, &P, &Made)> = tasks.iter().filter_map(found).collect();
        stored.sort_by_key(|(.., made)| made.certificate.as_ref().map(Vec::len));
        let name = |(task, ..): &(&Task, &P, &Made)| format!("certificate of {}", P::job(task));
        let limits = |_: &(&Task, &P, &Made)| nodes(u64::MAX);
        let verify = |(task, result, made): &(&Task, &P, &Made), _: &Arc<Budget>| {
            let (Made { evidence, certificate: Some(bytes) }, task) = (made, (*task).clone()) else {
                return None;
            };
            let Evidence::Certificate { path, proves, lemmas } = evidence else { return None };
            let sum = known.map(|_| {
                let (compared, lemmas) = (result.compared(&task, *proves), lemmas.to_string());
                sum_of(&[P::NAME, path, &lemmas, &compared].map(str::as_bytes), bytes)
            });
            if known.zip(sum.as_ref()).is_some_and(|(known, sum)| known.contains(sum)) {
                return Some(Verified { task, sum, before: true, fault: None });
            }
            let why = result.check(&task, *proves, *lemmas, bytes);
            let fault = why.map(|why| format!("{path}: {why}"));
            Some(Verified { task, sum, before: false, fault })
        };
        jobs.finish(&stored, limits, name, verify).into_iter().flatten().flatten().collect()
    }

    fn costs(&self) -> Vec<(&Task, u64)> {
        let cost = |task: &Task, result| if P::always_checked(task) { 0 } else { P::nodes(&[result]) };
        self.all.iter().map(|(task, result)| (task, cost(task, result))).collect()
    }

    fn work(&self, task: &Task) -> u64 {
        self.all.get(task).map_or(0, |result| result.work(task))
    }

    fn solve_again(&self, tasks: &[Task], prove: bool, context: Context) -> Result<Vec<String>, Interrupted> {
        let again = || -> Result<Results<P>, BuildError> {
            let solved: Option<Vec<P>> = Self::solve(tasks, context)?.into_iter().collect();
            let all = tasks.iter().cloned().zip(solved.ok_or(Interrupted)?).collect();
            let mut again = Results { all, evidence: BTreeMap::new() };
            if prove {
                again.certify(context.budget, None, context.jobs)?;
            }
            Ok(again)
        };
        match again() {
            _ if context.jobs.are_interrupted() => Err(Interrupted),
            Ok(again) => Ok(self.differences(&again)),
            Err(BuildError::Interrupted) => Err(Interrupted),
            Err(BuildError::Wrong(fault)) => Ok(vec![fault]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_depends_on_where_the_parts_end() {
        let parts: [(&[&[u8]], &[u8]); 4] =
            [(&[b"ab", b"c"], b"d"), (&[b"a", b"bc"], b"d"), (&[b"abc"], b"d"), (&[b"ab"], b"cd")];
        let sums: BTreeSet<String> =
            parts.iter().map(|(texts, certificate)| sum_of(texts, certificate)).collect();
        assert_eq!(sums.len(), parts.len());
    }
}
