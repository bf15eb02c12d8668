//! Checking a folder: that all of it belongs together, that its certificates prove what its results say, and that
//! results without a certificate come out the same again.

use std::collections::{BTreeMap, BTreeSet};

use super::build::{Built, build, files, planned, read};
use super::folder::Files;
use super::jobs::{Interrupted, Jobs, Unmade};
use super::manifest;
use super::plan::Selection;
use super::product::{Context, Solutions};
use super::task::Task;

/// The nodes that a usual check may take to solve results again.
pub const CHECK_NODES: u64 = 6_000_000;

/// How much of a folder is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// The sums and the form of all files, that pages follow from the results, and that no result contradicts itself or
    /// the rules. Nothing is verified or solved.
    Quick,
    /// The same; every certificate is verified, and of the results that no certificate proves the cheapest are solved
    /// again, up to [`CHECK_NODES`] in all.
    Usual,
    /// The same, and everything is solved and proved again.
    Full,
}

/// How far it was checked whether a result is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Looked {
    /// A certificate proves all of it, and was verified.
    Verified,
    /// It was solved again.
    Again,
    /// A certificate proves its value, and was verified; the rest was not looked at.
    InPart,
    /// It was not looked at.
    Unseen,
}

/// A result that a check knows of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The path of the file that has it.
    pub file: String,
    /// How far it was checked.
    pub how: Looked,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// One line for each file that is missing, is an orphan, or differs; in the order of the paths.
    pub faults: BTreeSet<String>,
    /// Each kind of results by its name, with what was done about each result.
    pub looked: Vec<(&'static str, BTreeMap<Task, Seen>)>,
}

impl Report {
    /// How many results were checked in this way, of each kind that has such results.
    pub fn count(&self, how: Looked) -> Vec<(&'static str, usize)> {
        let count = |(name, results): &(&'static str, BTreeMap<Task, Seen>)| {
            (*name, results.values().filter(|seen| seen.how == how).count())
        };
        self.looked.iter().map(count).filter(|(_, count)| *count > 0).collect()
    }
}

/// Compares the files of a folder with what is planned and with what follows from its results.
///
/// # Errors
/// [`Interrupted`].
pub fn check(selection: &Selection, has: &Files, depth: Depth, jobs: &Jobs) -> Result<Report, Interrupted> {
    let mut report = Report::default();
    report.faults.extend(manifest::wrong_sums(has));
    let solutions = match read(has) {
        Ok(solutions) => solutions,
        Err(faults) => {
            report.faults.extend(faults);
            return Ok(report);
        }
    };
    let stored = solutions.kinds.iter().flat_map(|kind| kind.stored());
    let mut needed = planned(selection);
    needed.extend(stored.map(|(path, _)| path.to_string()));
    report
        .faults
        .extend(needed.iter().filter(|path| !has.contains_key(*path)).map(|path| format!("{path}: missing")));
    compare_files(&files(&solutions), has, &mut report);
    for kind in &solutions.kinds {
        report.faults.extend(kind.contradictions(selection, depth != Depth::Quick));
        let unseen = |task: &Task| Seen { file: kind.path(task), how: Looked::Unseen };
        let results = kind.costs().into_iter().map(|(task, _)| (task.clone(), unseen(task)));
        report.looked.push((kind.name(), results.collect()));
    }
    match depth {
        Depth::Quick => {}
        Depth::Usual => {
            verify(&solutions, jobs, &mut report)?;
            solve_cheapest(&solutions, jobs, &mut report)?;
        }
        Depth::Full => {
            verify(&solutions, jobs, &mut report)?;
            solve_all(selection, &solutions, jobs, &mut report)?;
        }
    }
    Ok(report)
}

/// Compares what a folder should have with what it has.
fn compare_files(should: &Files, has: &Files, report: &mut Report) {
    for (path, bytes) in should {
        match has.get(path) {
            None => report.faults.insert(format!("{path}: missing")),
            Some(found) if found != bytes => {
                report.faults.insert(format!("{path}: differs from what follows from the solved files"))
            }
            Some(_) => false,
        };
    }
    for path in has.keys().filter(|path| !should.contains_key(*path)) {
        report.faults.insert(format!("{path}: an orphan, nothing writes it"));
    }
}

/// Notes how a result was looked at.
fn looked(results: &mut BTreeMap<Task, Seen>, task: &Task, how: Looked) {
    if let Some(seen) = results.get_mut(task) {
        seen.how = how;
    }
}

/// Verifies every certificate of a folder.
fn verify(solutions: &Solutions, jobs: &Jobs, report: &mut Report) -> Result<(), Interrupted> {
    for (kind, (_, results)) in solutions.kinds.iter().zip(&mut report.looked) {
        for verified in kind.verify(jobs)? {
            let how = if verified.whole { Looked::Verified } else { Looked::InPart };
            match verified.fault {
                Some(fault) => drop(report.faults.insert(fault)),
                None => looked(results, &verified.task, how),
            }
        }
    }
    Ok(())
}

/// Solves again the cheapest results of those that are not proved altogether.
fn solve_cheapest(solutions: &Solutions, jobs: &Jobs, report: &mut Report) -> Result<(), Interrupted> {
    let mut others = Vec::new();
    for (place, (kind, (_, results))) in solutions.kinds.iter().zip(&report.looked).enumerate() {
        let costs = kind.costs().into_iter().filter(|(task, _)| results[*task].how != Looked::Verified);
        others.extend(costs.map(|(task, nodes)| (nodes, place, task.clone())));
    }
    let mut chosen: BTreeMap<usize, Vec<Task>> = BTreeMap::new();
    for (_, place, task) in cheapest(others, CHECK_NODES) {
        chosen.entry(place).or_default().push(task);
    }
    let context = Context { solutions, jobs, same_limit: true };
    for (place, tasks) in chosen {
        report.faults.extend(solutions.kinds[place].solve_again(&tasks, context)?);
        tasks.iter().for_each(|task| looked(&mut report.looked[place].1, task, Looked::Again));
    }
    Ok(())
}

/// The cheapest, as many as fit: each with its nodes, the place of its kind, and its task.
fn cheapest(mut others: Vec<(u64, usize, Task)>, mut nodes: u64) -> Vec<(u64, usize, Task)> {
    others.sort();
    others.retain(|(cost, ..)| {
        let rest = nodes.checked_sub(*cost);
        nodes = rest.unwrap_or(nodes);
        rest.is_some()
    });
    others
}

/// Solves and proves everything that is planned, and compares it with a folder.
fn solve_all(
    selection: &Selection,
    solutions: &Solutions,
    jobs: &Jobs,
    report: &mut Report,
) -> Result<(), Interrupted> {
    let anew = match build(selection, None, solutions.budget, jobs) {
        Ok(Built::Whole(anew)) => anew,
        Ok(Built::Unfinished(_)) | Err(Unmade::Interrupted) => return Err(Interrupted),
        Err(Unmade::Wrong(fault)) => {
            report.faults.insert(fault);
            return Ok(());
        }
    };
    for (place, (kind, anew)) in solutions.kinds.iter().zip(&anew.kinds).enumerate() {
        report.faults.extend(kind.compare(anew.as_ref()));
        let results = &mut report.looked[place].1;
        anew.costs().into_iter().for_each(|(task, _)| looked(results, task, Looked::Again));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_are_chosen_as_many_as_fit() {
        let of = |nodes: &[u64]| nodes.iter().map(|nodes| (*nodes, 0, Task::whole())).collect();
        let chosen = |nodes: &[u64], most: u64| -> Vec<u64> {
            cheapest(of(nodes), most).iter().map(|other| other.0).collect()
        };
        assert_eq!(chosen(&[50, 3, 20, 7], 30), [3, 7, 20]);
        assert_eq!(chosen(&[50, 3, 20, 7], 29), [3, 7]);
        assert_eq!(chosen(&[50, 3], 2), [0; 0]);
    }
}
