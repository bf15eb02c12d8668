//! What is done with the results of one kind, whatever the kind: solving, certifying, reading, writing and checking.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::folder::Files;
use super::jobs::{Interrupted, Jobs, Unmade, limits, nodes};
use super::manifest::{Backed, Evidence, MANIFEST, Made, Proves, Sheet};
use super::plan::{Selection, Task};
use super::product::{Context, Kind, Product, Results, Stored, Verified};
use super::remembered::{Remembered, sum_of};
use super::rulesets::Rulesets;
use crate::solve::Budget;

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

    /// As much as a certificate can prove of a result.
    fn provable(task: &Task, result: &P) -> Option<Proves> {
        P::certificate(task)?;
        result.provable()
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
                let bytes = made.certificate.as_ref().filter(|bytes| bytes.len() <= P::most_bytes(task))?;
                result.check(task, proves, *lemmas, bytes).is_none()
            }
            Evidence::Remade { bytes, .. } => *bytes > P::most_bytes(task),
            Evidence::Search => false,
        };
        kept.then(|| made.clone())
    }

    /// Solves tasks, in any order. `None` stands for a task that an interruption came before.
    fn solve(tasks: &[Task], context: Context) -> Result<Vec<Option<P>>, Unmade> {
        let mut sorted: Vec<&Task> = tasks.iter().collect();
        sorted.sort_by_key(|task| task.points());
        let limits = |task: &&Task| P::limits(task, context.solutions.budget);
        let solve = |task: &&Task, budget: &Arc<Budget>| P::solve(task, &context, budget);
        let done = context.jobs.finish(&sorted, limits, |task| P::job(task), solve);
        let mut done: BTreeMap<&Task, Option<Result<P, Unmade>>> = sorted.into_iter().zip(done).collect();
        let solved = tasks.iter().map(|task| done.remove(task).expect("every task was looked at once"));
        solved.map(Option::transpose).collect()
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

    fn plan(&self, selection: &Selection) -> Vec<Task> {
        P::plan(selection)
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
        for (place, task) in P::plan(selection).into_iter().enumerate() {
            match reused(&task) {
                Some(result) => drop(all.insert(task, result)),
                None if selection.shard.is_whole() => missing.push(task),
                // What depends on other results is in no share.
                None if P::REUSED && selection.shard.has(place) => missing.push(task),
                None => {}
            }
        }
        let solved = Self::solve(&missing, context)?;
        all.extend(missing.into_iter().zip(solved).filter_map(|(task, result)| Some((task, result?))));
        Ok(Box::new(Results { all, evidence: BTreeMap::new() }))
    }

    fn certify(&mut self, budget: u64, former: Option<(&dyn Kind, bool)>, jobs: &Jobs) -> Result<(), Unmade> {
        let provable = |(task, result)| Some((task, result, Self::provable(task, result)?));
        let mut wanted: Vec<(&Task, &P, Proves)> = self.all.iter().filter_map(provable).collect();
        wanted.sort_by_key(|(task, ..)| task.points());
        let name = |(task, ..): &(&Task, &P, Proves)| format!("certificate of {}", P::job(task));
        let limits = |(task, ..): &(&Task, &P, Proves)| {
            limits(task.variant().always_ends(), budget.saturating_mul(P::times(task)))
        };
        let former = former.map(|(kind, same_limit)| (Results::<P>::of(kind), same_limit));
        let kept = jobs.finish(&wanted, limits, name, |(task, result, _), _| {
            former.and_then(|(former, same_limit)| Self::keep(task, result, former, same_limit))
        });
        let mut made: BTreeMap<Task, Made> = BTreeMap::new();
        let mut missing = Vec::new();
        for (wanted, kept) in wanted.into_iter().zip(kept) {
            match kept.flatten() {
                Some(kept) => drop(made.insert(wanted.0.clone(), kept)),
                None => missing.push(wanted),
            }
        }
        // First as much as can be proved; then less where that was too much for the folder or the limit.
        while !missing.is_empty() && !jobs.are_interrupted() {
            let done = jobs.finish(&missing, limits, name, |(task, result, proves), budget| {
                result.certify(task, *proves, budget)
            });
            let mut less = Vec::new();
            for ((task, result, proves), done) in missing.into_iter().zip(done) {
                let Some(done) = done.transpose().map_err(Unmade::Wrong)? else { continue };
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

    fn take_over(&mut self, other: &dyn Kind) {
        let Results { all, evidence } = Self::of(other).clone();
        self.all.extend(all);
        self.evidence.extend(evidence);
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

    fn path(&self, task: &Task) -> String {
        P::path(task)
    }

    fn sheets(&self) -> Vec<Sheet> {
        // Nothing is said of a result whose certificate an interruption came before, so that it is still made.
        let evidence = |task: &Task, result: &P| match self.evidence.get(task) {
            Some(made) => Some(made.evidence.clone()),
            None => Self::provable(task, result).is_none().then_some(Evidence::Search),
        };
        let sheet = |results: &Vec<(&Task, &P)>| {
            let files = P::write(results).into_iter().map(|(path, text)| (path, text.into_bytes()));
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
        let mut stored = Vec::new();
        for made in self.evidence.values() {
            if let Evidence::Certificate { path, .. } = &made.evidence {
                stored.push((path.as_str(), made.certificate.as_deref()));
            }
        }
        stored
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
            let why = result.contradiction(task, &selection.rulesets, thorough.contains(task))?;
            Some(format!("{}: {why}", P::path(task)))
        }));
        faults
    }

    fn certificates(&self) -> Vec<Stored> {
        let mut stored = Vec::new();
        // The lemmas of a line rest on more of the past than those of a grid: a byte takes about five times as long.
        let times = |task: &Task| if task.has_board() && task.board().rows() == 1 { 5 } else { 1 };
        for (task, made) in &self.evidence {
            let (Some(result), Some(proves), Some(bytes)) =
                (self.all.get(task), made.evidence.proves(), &made.certificate)
            else {
                continue;
            };
            let whole = result.provable() == Some(proves);
            stored.push(Stored { task: task.clone(), whole, cost: times(task) * bytes.len() as u64 });
        }
        stored
    }

    fn verify(&self, tasks: &[Task], remembered: Option<&Remembered>, jobs: &Jobs) -> Vec<Verified> {
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
            let sum = remembered.map(|_| {
                let (compared, said) = (result.compared(&task, *proves), lemmas.to_string());
                sum_of(&[P::NAME, path, &said, &compared].map(str::as_bytes), bytes)
            });
            let known = remembered.zip(sum.as_ref());
            if known.is_some_and(|(remembered, sum)| remembered.has(sum)) {
                return Some(Verified { task, sum, before: true, fault: None });
            }
            let why = result.check(&task, *proves, *lemmas, bytes);
            let fault = why.map(|why| format!("{path}: {why}"));
            Some(Verified { task, sum, before: false, fault })
        };
        jobs.finish(&stored, limits, name, verify).into_iter().flatten().flatten().collect()
    }

    fn costs(&self) -> Vec<(&Task, u64)> {
        let cost = |task: &Task, result| if P::again(task) { 0 } else { P::nodes(&[result]) };
        self.all.iter().map(|(task, result)| (task, cost(task, result))).collect()
    }

    fn work(&self, task: &Task) -> u64 {
        self.all.get(task).map_or(0, |result| result.work(task))
    }

    fn anew(&self, tasks: &[Task], context: Context) -> Result<Box<dyn Kind>, Unmade> {
        let solved: Vec<P> =
            Self::solve(tasks, context)?.into_iter().collect::<Option<_>>().ok_or(Interrupted)?;
        let all = tasks.iter().cloned().zip(solved).collect();
        Ok(Box::new(Results { all, evidence: BTreeMap::new() }))
    }

    fn solve_again(&self, tasks: &[Task], context: Context) -> Result<Vec<String>, Interrupted> {
        match self.anew(tasks, context) {
            Ok(anew) => Ok(self.compare(anew.as_ref())),
            Err(Unmade::Interrupted) => Err(Interrupted),
            Err(Unmade::Wrong(fault)) => Ok(vec![fault]),
        }
    }

    fn compare(&self, anew: &dyn Kind) -> Vec<String> {
        let anew = Self::of(anew);
        let mut faults = Vec::new();
        for (task, result) in &anew.all {
            if self.all.get(task).is_some_and(|found| found != result) {
                faults.push(differs(&P::place(task)));
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
