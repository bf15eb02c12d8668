//! A kind of result, and the results of a folder.
//!
//! A kind is a type that implements [`Product`]: it says what is planned, how one task is solved, which file has the
//! result, and what a certificate could prove of it. All that is done with results is written once for all kinds, in
//! [`Results`]; [`Kind`] is what is left of that when the type of the results is forgotten, so that a folder can have a
//! list of kinds without naming any ([`Solutions`]).

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::evidence::{Evidence, MOST_BYTES, Made, Proves};
use super::folder::Files;
use super::jobs::{Interrupted, Jobs, Unmade, nodes};
use super::manifest::{Backed, MANIFEST, Sheet};
use super::plan::Selection;
use super::statement::{Stated, Statement};
use super::task::Task;
use crate::rules::Game;
use crate::solve::{Budget, Limits};

/// A kind of result: what one task has come to.
pub trait Product: Clone + PartialEq + Send + Sync + 'static {
    /// What a report calls results of this kind, in the plural.
    const NAME: &'static str;

    /// Whether the results of a sheet have their evidence one by one, under the names of their variants. Otherwise a
    /// sheet has the evidence of its first result.
    const COLUMNS: bool = false;

    /// Whether a result depends on nothing but its task and the limit of nodes, so that one from a former folder is as
    /// good as a new one.
    const REUSED: bool = true;

    /// What is to be solved.
    fn plan(selection: &Selection) -> Vec<Task>;

    /// What a task is called while it is solved.
    fn job(task: &Task) -> String;

    /// What solving a task may take, where a search may take `most` nodes.
    fn limits(task: &Task, most: u64) -> Limits;

    /// Solves a task on one thread. All results of the kinds listed before this one are in the context.
    ///
    /// # Errors
    /// [`Unmade`].
    fn solve(task: &Task, context: &Context, budget: &Arc<Budget>) -> Result<Self, Unmade>;

    /// The nodes of a search that some results have taken, or what took as long.
    fn nodes(results: &[&Self]) -> u64;

    /// Whether nothing was given up at the limit.
    fn complete(&self) -> bool;

    /// The path of the file that has the result of a task, alone or with others. Together they are a sheet.
    fn path(task: &Task) -> String;

    /// The path of a second file of the sheet at a path, if there is one.
    fn beside(_path: &str) -> Option<String> {
        None
    }

    /// Whether a file of the folder is a sheet of this kind.
    fn owns(path: &str) -> bool;

    /// The files of a sheet, the one of [`Product::path`] first.
    fn write(results: &[(&Task, &Self)]) -> Vec<(String, String)>;

    /// Reads the results of a sheet.
    ///
    /// # Errors
    /// The path of a file that is not as it should be, and why.
    fn read(path: &str, files: &Files) -> Result<Vec<(Task, Self)>, String>;

    /// What in a result contradicts the rules or another part of it. `thorough` is to include what takes an analysis of
    /// the board.
    fn contradiction(&self, _task: &Task, _thorough: bool) -> Option<String> {
        None
    }

    /// As much as a certificate could prove of a result.
    fn provable(&self) -> Option<Proves> {
        None
    }

    /// The path of the certificate of a result, if there are certificates of this kind of results.
    fn certificate(_task: &Task) -> Option<String> {
        None
    }

    /// What the result says of each state that such a certificate is about.
    fn states(&self, _game: &Game, _proves: Proves) -> Vec<Stated> {
        Vec::new()
    }
}

/// What there is while tasks are solved.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The results so far.
    pub solutions: &'a Solutions,
    /// What does the work.
    pub jobs: &'a Jobs,
    /// Whether former results had the same limit of nodes.
    pub same_limit: bool,
}

/// The results of one kind, with their evidence.
#[derive(Debug, Clone)]
pub struct Results<P> {
    /// By task, in the order in which they are shown.
    pub all: BTreeMap<Task, P>,
    /// What there is to check them with; where nothing is said, [`Evidence::Search`].
    pub evidence: BTreeMap<Task, Made>,
}

impl<P> Default for Results<P> {
    fn default() -> Results<P> {
        Results { all: BTreeMap::new(), evidence: BTreeMap::new() }
    }
}

/// What became of a result in a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// Its task.
    pub task: Task,
    /// Whether its certificate proves all of it.
    pub whole: bool,
    /// The path of the certificate, and what is wrong with it.
    pub fault: Option<String>,
}

/// Results of any kind.
pub trait Kind: Send + Sync {
    /// What a report calls them.
    fn name(&self) -> &'static str;
    /// The results, for [`Solutions::of`].
    fn any(&self) -> &dyn Any;
    /// Likewise, to be changed.
    fn any_mut(&mut self) -> &mut dyn Any;
    /// The board of every task that is planned, in the order of the plan.
    fn boards(&self, selection: &Selection) -> Vec<String>;
    /// The paths of all files that are planned.
    fn planned(&self, selection: &Selection) -> BTreeSet<String>;
    /// Solves what is planned, or takes it over from former results of the same kind.
    ///
    /// # Errors
    /// [`Unmade`].
    fn make(
        &self,
        selection: &Selection,
        former: Option<&dyn Kind>,
        context: Context,
    ) -> Result<Box<dyn Kind>, Unmade>;
    /// Makes the certificates, or takes them over from former ones that are right; with these it is said whether they
    /// had the same limit of nodes.
    ///
    /// # Errors
    /// [`Unmade`].
    fn certify(&mut self, budget: u64, former: Option<(&dyn Kind, bool)>, jobs: &Jobs) -> Result<(), Unmade>;
    /// Reads all results of a folder; returns what is wrong.
    fn read(&mut self, files: &Files) -> Vec<String>;
    /// Takes over the evidence that a manifest tells, and the certificates.
    ///
    /// # Errors
    /// What is wrong with the manifest.
    fn read_evidence(&mut self, backed: &BTreeMap<String, Backed>, files: &Files) -> Result<(), String>;
    /// The files of the results.
    fn sheets(&self) -> Vec<Sheet>;
    /// The paths of the certificates that are stored in the folder, as far as they are there with their bytes.
    fn stored(&self) -> Vec<(&str, Option<&[u8]>)>;
    /// What contradicts the plan, the rules, or itself: one line each.
    fn contradictions(&self, selection: &Selection, thorough: bool) -> Vec<String>;
    /// Verifies every stored certificate.
    ///
    /// # Errors
    /// [`Interrupted`].
    fn verify(&self, jobs: &Jobs) -> Result<Vec<Verified>, Interrupted>;
    /// The results with the nodes that each is known to take.
    fn costs(&self) -> Vec<(&Task, u64)>;
    /// Solves some tasks again; returns what comes out otherwise, one line for each.
    ///
    /// # Errors
    /// [`Interrupted`].
    fn solve_again(&self, tasks: &[Task], context: Context) -> Result<Vec<String>, Interrupted>;
    /// How the results and certificates of the same kind, made anew, differ: one line for each.
    fn compare(&self, anew: &dyn Kind) -> Vec<String>;
}

/// The fault of what has come out otherwise.
fn differs(what: &str) -> String {
    format!("{what}: differs from what is solved now")
}

impl<P: Product> Results<P> {
    /// The results of a kind that are of this type.
    fn of(kind: &dyn Kind) -> &Results<P> {
        kind.any().downcast_ref().expect("kinds are compared with their own")
    }

    /// The results of each sheet by its path.
    fn by_sheet(&self) -> BTreeMap<String, Vec<(&Task, &P)>> {
        let mut sheets: BTreeMap<String, Vec<(&Task, &P)>> = BTreeMap::new();
        for (task, result) in &self.all {
            sheets.entry(P::path(task)).or_default().push((task, result));
        }
        sheets
    }

    /// Where a result is in the folder.
    fn place(task: &Task) -> String {
        match P::COLUMNS {
            true => format!("{}: the column {}", P::path(task), task.variant_name()),
            false => P::path(task),
        }
    }

    /// As much as a certificate can prove of a result. The format knows grids only.
    fn provable(task: &Task, result: &P) -> Option<Proves> {
        P::certificate(task)?;
        result.provable().filter(|_| task.board().is_grid())
    }

    fn statement(task: &Task, result: &P, proves: Proves) -> Statement {
        let game = task.variant().game(task.board().clone());
        let states = result.states(&game, proves);
        let path = P::certificate(task).expect("only what has a certificate is stated");
        let (task, file) = (task.clone(), P::path(task));
        Statement { task, game, proves, states, file, path }
    }

    /// The evidence that a folder has already, if it would come out the same again: a certificate must verify, and one
    /// that proves less than it could, or is not there, must have had the same limit.
    fn keep(task: &Task, result: &P, former: &Results<P>, same_limit: bool) -> Option<Made> {
        let made = former.evidence.get(task)?;
        let provable = Self::provable(task, result)?;
        let Some(proves) = made.evidence.proves() else { return same_limit.then(|| made.clone()) };
        if proves != provable && !(same_limit && provable.less() == Some(proves)) {
            return None;
        }
        let kept = match &made.evidence {
            Evidence::Certificate { lemmas, .. } => {
                let bytes = made.certificate.as_ref().filter(|bytes| bytes.len() <= MOST_BYTES)?;
                Self::statement(task, result, proves).check(*lemmas, bytes).is_none()
            }
            Evidence::Remade { bytes, .. } => *bytes > MOST_BYTES,
            Evidence::Search => false,
        };
        kept.then(|| made.clone())
    }

    /// Solves tasks, in any order.
    fn solve(tasks: &[Task], context: Context) -> Result<Vec<P>, Unmade> {
        let mut sorted: Vec<&Task> = tasks.iter().collect();
        sorted.sort_by_key(|task| task.points());
        let limits = |task: &&Task| P::limits(task, context.solutions.budget);
        let solve = |task: &&Task, budget: &Arc<Budget>| P::solve(task, &context, budget);
        let done = context.jobs.run(&sorted, limits, |task| P::job(task), solve)?;
        let mut done: BTreeMap<&Task, Result<P, Unmade>> = sorted.into_iter().zip(done).collect();
        tasks.iter().map(|task| done.remove(task).expect("every task was solved once")).collect()
    }
}

impl<P: Product> Kind for Results<P> {
    fn name(&self) -> &'static str {
        P::NAME
    }

    fn any(&self) -> &dyn Any {
        self
    }

    fn any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn boards(&self, selection: &Selection) -> Vec<String> {
        let plan = P::plan(selection);
        let named = plan.iter().map(|task| task.board_name().to_string());
        named.filter(|name| !name.is_empty()).collect()
    }

    fn planned(&self, selection: &Selection) -> BTreeSet<String> {
        let sheets = P::plan(selection).into_iter().map(|task| P::path(&task));
        sheets.flat_map(|path| [P::beside(&path), Some(path)]).flatten().collect()
    }

    fn make(
        &self,
        selection: &Selection,
        former: Option<&dyn Kind>,
        context: Context,
    ) -> Result<Box<dyn Kind>, Unmade> {
        let former = former.filter(|_| P::REUSED).map(Results::<P>::of);
        let reused = |task: &Task| {
            let result = former?.all.get(task)?;
            (context.same_limit || result.complete()).then(|| result.clone())
        };
        let (mut all, mut missing) = (BTreeMap::new(), Vec::new());
        for task in P::plan(selection) {
            match reused(&task) {
                Some(result) => drop(all.insert(task, result)),
                None => missing.push(task),
            }
        }
        let solved = Self::solve(&missing, context)?;
        all.extend(missing.into_iter().zip(solved));
        Ok(Box::new(Results { all, evidence: BTreeMap::new() }))
    }

    fn certify(&mut self, budget: u64, former: Option<(&dyn Kind, bool)>, jobs: &Jobs) -> Result<(), Unmade> {
        let provable = |(task, result)| Some((task, result, Self::provable(task, result)?));
        let mut wanted: Vec<(&Task, &P, Proves)> = self.all.iter().filter_map(provable).collect();
        wanted.sort_by_key(|(task, ..)| task.points());
        let name = |(task, ..): &(&Task, &P, Proves)| format!("certificate of {}", P::job(task));
        let limits = |_: &(&Task, &P, Proves)| nodes(budget);
        let former = former.map(|(kind, same_limit)| (Results::<P>::of(kind), same_limit));
        let kept = jobs.run(&wanted, limits, name, |(task, result, _), _| {
            former.and_then(|(former, same_limit)| Self::keep(task, result, former, same_limit))
        })?;
        let mut made: BTreeMap<Task, Made> = BTreeMap::new();
        let mut missing = Vec::new();
        for (wanted, kept) in wanted.into_iter().zip(kept) {
            match kept {
                Some(kept) => drop(made.insert(wanted.0.clone(), kept)),
                None => missing.push(wanted),
            }
        }
        // First as much as can be proved; then less where that was too much for the folder or the limit.
        while !missing.is_empty() {
            let done = jobs.run(&missing, limits, name, |(task, result, proves), budget| {
                Self::statement(task, result, *proves).make(MOST_BYTES, budget)
            })?;
            let mut less = Vec::new();
            for ((task, result, proves), done) in missing.into_iter().zip(done) {
                let done = done.map_err(Unmade::Wrong)?;
                less.extend(
                    proves.less().filter(|_| done.certificate.is_none()).map(|less| (task, result, less)),
                );
                let before = made.get(task);
                if done.certificate.is_some()
                    || before.is_none_or(|before| before.evidence == Evidence::Search)
                {
                    made.insert(task.clone(), done);
                }
            }
            missing = less;
        }
        self.evidence = made;
        Ok(())
    }

    fn read(&mut self, files: &Files) -> Vec<String> {
        let sheets: Vec<&String> = files.keys().filter(|path| P::owns(path)).collect();
        let read: Vec<_> = sheets.par_iter().map(|path| P::read(path, files)).collect();
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
                Some(Backed::Columns(columns)) if P::COLUMNS => columns.get(&task.variant_name()),
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
        let evidence =
            |task: &Task| self.evidence.get(task).map_or(Evidence::Search, |made| made.evidence.clone());
        let sheet = |results: &Vec<(&Task, &P)>| {
            let files = P::write(results).into_iter().map(|(path, text)| (path, text.into_bytes()));
            let nodes = P::nodes(&results.iter().map(|(_, result)| *result).collect::<Vec<_>>());
            let backed = if P::COLUMNS {
                let finished = results.iter().filter(|(_, result)| result.complete());
                let columns: BTreeMap<String, Evidence> =
                    finished.map(|(task, _)| (task.variant_name(), evidence(task))).collect();
                (!columns.is_empty()).then_some(Backed::Columns(columns))
            } else {
                results.first().map(|(task, _)| Backed::Whole(evidence(task)))
            };
            Sheet { files: files.collect(), nodes, backed }
        };
        self.by_sheet().par_iter().map(|(_, results)| sheet(results)).collect()
    }

    fn stored(&self) -> Vec<(&str, Option<&[u8]>)> {
        let mut stored = Vec::new();
        for made in self.evidence.values() {
            if let Evidence::Certificate { path, .. } = &made.evidence {
                stored.push((path.as_str(), made.certificate.as_deref()));
            }
        }
        stored
    }

    fn contradictions(&self, selection: &Selection, thorough: bool) -> Vec<String> {
        let planned: BTreeSet<Task> = P::plan(selection).into_iter().collect();
        let mut sheets: BTreeMap<String, Vec<&Task>> = BTreeMap::new();
        planned.iter().for_each(|task| sheets.entry(P::path(task)).or_default().push(task));
        let mut faults = Vec::new();
        for (path, results) in self.by_sheet() {
            let Some(wanted) = sheets.get(&path) else {
                faults.push(format!("{path}: an orphan, no {} of that name are planned", P::NAME));
                continue;
            };
            let has: Vec<&Task> = results.iter().map(|(task, _)| *task).collect();
            for task in wanted.iter().filter(|task| !has.contains(task)) {
                faults.push(format!("{path}: lacks {}, which is planned", task.name()));
            }
            for task in has.iter().filter(|task| !wanted.contains(task)) {
                faults.push(format!("{path}: has {}, which is not planned", task.name()));
            }
        }
        let results: Vec<(&Task, &P)> = self.all.iter().collect();
        faults.par_extend(results.par_iter().filter_map(|(task, result)| {
            let why = result.contradiction(task, thorough)?;
            Some(format!("{}: {why}", P::path(task)))
        }));
        faults
    }

    fn verify(&self, jobs: &Jobs) -> Result<Vec<Verified>, Interrupted> {
        let mut stored: Vec<(&Task, &P, &Made)> = Vec::new();
        for (task, made) in self.evidence.iter().filter(|(_, made)| made.certificate.is_some()) {
            stored.extend(self.all.get(task).map(|result| (task, result, made)));
        }
        stored.sort_by_key(|(.., made)| made.certificate.as_ref().map(Vec::len));
        let name = |(task, ..): &(&Task, &P, &Made)| format!("certificate of {}", P::job(task));
        let limits = |_: &(&Task, &P, &Made)| nodes(u64::MAX);
        let verify = |(task, result, made): &(&Task, &P, &Made), _: &Arc<Budget>| {
            let (Made { evidence, certificate: Some(bytes) }, task) = (made, (*task).clone()) else {
                return None;
            };
            let Evidence::Certificate { path, proves, lemmas } = evidence else { return None };
            let why = Self::statement(&task, result, *proves).check(*lemmas, bytes);
            let fault = why.map(|why| format!("{path}: {why}"));
            Some(Verified { task, whole: result.provable() == Some(*proves), fault })
        };
        Ok(jobs.run(&stored, limits, name, verify)?.into_iter().flatten().collect())
    }

    fn costs(&self) -> Vec<(&Task, u64)> {
        self.all.iter().map(|(task, result)| (task, P::nodes(&[result]))).collect()
    }

    fn solve_again(&self, tasks: &[Task], context: Context) -> Result<Vec<String>, Interrupted> {
        let solved = match Self::solve(tasks, context) {
            Ok(solved) => solved,
            Err(Unmade::Interrupted) => return Err(Interrupted),
            Err(Unmade::Wrong(fault)) => return Ok(vec![fault]),
        };
        let other = tasks.iter().zip(solved).filter(|(task, solved)| self.all.get(task) != Some(solved));
        Ok(other.map(|(task, _)| differs(&Self::place(task))).collect())
    }

    fn compare(&self, anew: &dyn Kind) -> Vec<String> {
        let anew = Self::of(anew);
        let mut faults = Vec::new();
        for (task, result) in &anew.all {
            if self.all.get(task).is_some_and(|found| found != result) {
                faults.push(differs(&Self::place(task)));
            }
        }
        for (task, made) in &anew.evidence {
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

/// All results of a folder.
pub struct Solutions {
    /// The limit of nodes that each task had.
    pub budget: u64,
    /// The kinds, each after those that it depends on.
    pub kinds: Vec<Box<dyn Kind>>,
}

impl Solutions {
    /// The results of a kind.
    ///
    /// # Panics
    /// If the kind is not listed.
    pub fn results<P: Product>(&self) -> &Results<P> {
        self.kinds.iter().find_map(|kind| kind.any().downcast_ref()).expect("every kind is listed")
    }

    /// The results of a kind, to be changed.
    ///
    /// # Panics
    /// If the kind is not listed.
    pub fn results_mut<P: Product>(&mut self) -> &mut Results<P> {
        self.kinds.iter_mut().find_map(|kind| kind.any_mut().downcast_mut()).expect("every kind is listed")
    }

    /// The results of a kind by task, in the order in which they are shown.
    ///
    /// # Panics
    /// If the kind is not listed.
    pub fn all<P: Product>(&self) -> &BTreeMap<Task, P> {
        &self.results::<P>().all
    }

    /// A result.
    ///
    /// # Panics
    /// If the kind is not listed.
    pub fn get<P: Product>(&self, task: &Task) -> Option<&P> {
        self.all::<P>().get(task)
    }
}
