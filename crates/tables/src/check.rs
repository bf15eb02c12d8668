//! Checking a folder: that all of it belongs together, that its certificates prove what its results
//! say, and that results without a certificate come out the same again.
//!
//! A check may be one share of a whole one ([`Selection::shard`]). What takes no time is checked by
//! each of them. Three lists are dealt out to the shares, each by itself: the results, for
//! contradictions that take an analysis of the board to find; the certificates; and the results
//! that a whole check would solve again. So whatever a whole check looks at is looked at by one
//! share. A result that depends on others, such as what rulesets differ in, is in one share like
//! all others: it is made again of the results that the folder has, each of which is looked at by
//! the share that it is in.

use std::collections::{BTreeMap, BTreeSet};

use super::build::{files, planned, read};
use super::cache::VerifiedSums;
use super::folder::Files;
use super::jobs::{Interrupted, Jobs};
use super::kinds::Solutions;
use super::manifest;
use super::plan::{Selection, Shard, Task};
use super::results::Stored;

/// Node limit of a usual check for solving results again.
pub const CHECK_NODES: u64 = 6_000_000;

/// Depth of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// The sums and the form of all files, that pages follow from the results, and that no result
    /// contradicts itself or the rules. Nothing is verified or solved.
    Quick,
    /// The same; every certificate is verified, and of the results that no certificate proves the
    /// cheapest are solved again, up to [`CHECK_NODES`] in all.
    Usual,
    /// The same, and everything is solved and proved again. What depends on other results is made
    /// of those of the folder, which are compared themselves.
    Full,
}

/// Degree to which a result was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Looked {
    /// A certificate proves all of it, and was verified.
    Certificate,
    /// It was solved again.
    Recomputed,
    /// A certificate proves its value, and was verified; the rest was not looked at.
    ValueOnly,
    /// It was not looked at.
    NotChecked,
}

/// A result in the report of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The path of the file that has it.
    pub file: String,
    /// How far it was checked.
    pub how: Looked,
}

/// Findings of a check.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// One line for each file that is missing, is an orphan, or differs; in the order of the paths.
    pub faults: BTreeSet<String>,
    /// Each kind of results by its name, with what was done about each result.
    pub looked: Vec<(&'static str, BTreeMap<Task, Seen>)>,
    /// Number of certificates that were verified before, and therefore not now.
    pub verified_before: usize,
}

impl Report {
    /// Number of results that were checked in this way, of each kind that has such results.
    pub fn count(&self, how: Looked) -> Vec<(&'static str, usize)> {
        let count = |(name, results): &(&'static str, BTreeMap<Task, Seen>)| {
            (*name, results.values().filter(|seen| seen.how == how).count())
        };
        self.looked.iter().map(count).filter(|(_, count)| *count > 0).collect()
    }
}

/// Compares the files of a folder with what is planned and with what follows from its results.
/// Certificates that are remembered are not verified again, and others are added if they are right,
/// also if the check is interrupted.
///
/// # Errors
/// [`Interrupted`].
pub fn check(
    selection: &Selection,
    has: &Files,
    depth: Depth,
    remembered: Option<&mut VerifiedSums>,
    jobs: &Jobs,
) -> Result<Report, Interrupted> {
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
    let mut thorough = match depth {
        Depth::Quick => BTreeMap::new(),
        Depth::Usual | Depth::Full => analysed(&solutions, selection.shard),
    };
    for (index, kind) in solutions.kinds.iter().enumerate() {
        let thorough = thorough.remove(&index).unwrap_or_default().into_iter().collect();
        report.faults.extend(kind.contradictions(selection, &thorough));
        let unseen = |task: &Task| Seen { file: kind.path(task), how: Looked::NotChecked };
        let results = kind.costs().into_iter().map(|(task, _)| (task.clone(), unseen(task)));
        report.looked.push((kind.name(), results.collect()));
    }
    match depth {
        Depth::Quick => {}
        Depth::Usual => {
            let wrong = verify(&solutions, selection.shard, remembered, jobs, &mut report)?;
            solve_cheapest(&solutions, selection.shard, wrong, jobs, &mut report)?;
        }
        Depth::Full => {
            verify(&solutions, selection.shard, remembered, jobs, &mut report)?;
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

/// Marks a result as checked to a degree.
fn mark(results: &mut BTreeMap<Task, Seen>, task: &Task, how: Looked) {
    if let Some(seen) = results.get_mut(task) {
        seen.how = how;
    }
}

/// A result of a folder: the index of its kind, and its task.
type ResultId = (usize, Task);

/// Share of some results with these costs, by kind.
fn share_of(all: Vec<(u64, ResultId)>, shard: Shard) -> BTreeMap<usize, Vec<Task>> {
    let costs: Vec<u64> = all.iter().map(|(cost, _)| *cost).collect();
    let own = shard.of_costs(&costs);
    let mut chosen: BTreeMap<usize, Vec<Task>> = BTreeMap::new();
    for (index, (_, (kind, task))) in all.into_iter().enumerate() {
        if own.contains(&index) {
            chosen.entry(kind).or_default().push(task);
        }
    }
    chosen
}

/// Results of a share that are searched for contradictions which take an analysis of the board. It
/// takes the longer the more positions a board has, whatever the result is.
fn analysed(solutions: &Solutions, shard: Shard) -> BTreeMap<usize, Vec<Task>> {
    let mut all = Vec::new();
    for (index, kind) in solutions.kinds.iter().enumerate() {
        let cost = |task: &Task| 3_u64.saturating_pow(task.points() as u32);
        all.extend(kind.costs().into_iter().map(|(task, _)| (cost(task), (index, task.clone()))));
    }
    share_of(all, shard)
}

/// Verifies the certificates of a share. Returns the results whose certificates are not right.
fn verify(
    solutions: &Solutions,
    shard: Shard,
    mut remembered: Option<&mut VerifiedSums>,
    jobs: &Jobs,
    report: &mut Report,
) -> Result<BTreeSet<ResultId>, Interrupted> {
    let mut all = Vec::new();
    for (index, kind) in solutions.kinds.iter().enumerate() {
        all.extend(kind.certificates().into_iter().map(|stored| (stored.cost, (index, stored.task))));
    }
    let known = remembered.as_deref().map(|remembered| remembered.before().clone());
    let mut wrong = BTreeSet::new();
    for (index, tasks) in share_of(all, shard) {
        let (kind, (_, results)) = (&solutions.kinds[index], &mut report.looked[index]);
        let whole = proved_whole(kind.certificates());
        for verified in kind.verify(&tasks, known.as_ref(), jobs) {
            report.verified_before += usize::from(verified.before);
            if let Some(fault) = verified.fault {
                report.faults.insert(fault);
                wrong.insert((index, verified.task));
                continue;
            }
            let how = if whole.contains(&verified.task) { Looked::Certificate } else { Looked::ValueOnly };
            mark(results, &verified.task, how);
            if let (Some(remembered), Some(sum)) = (&mut remembered, verified.sum) {
                remembered.add(sum);
            }
        }
        if jobs.are_interrupted() {
            return Err(Interrupted);
        }
    }
    Ok(wrong)
}

/// The tasks whose certificates are to prove all of their results.
fn proved_whole(certificates: Vec<Stored>) -> BTreeSet<Task> {
    certificates.into_iter().filter(|stored| stored.whole).map(|stored| stored.task).collect()
}

/// Solves the cheapest results of a share again: those that no certificate is to prove altogether,
/// and those whose certificates were found wrong.
fn solve_cheapest(
    solutions: &Solutions,
    shard: Shard,
    wrong: BTreeSet<ResultId>,
    jobs: &Jobs,
    report: &mut Report,
) -> Result<(), Interrupted> {
    let (mut others, mut disproved) = (Vec::new(), Vec::new());
    for (index, kind) in solutions.kinds.iter().enumerate() {
        let whole = proved_whole(kind.certificates());
        for (task, nodes) in kind.costs() {
            let found = (index, task.clone());
            if !whole.contains(task) {
                others.push((nodes, found));
            } else if wrong.contains(&found) {
                disproved.push((nodes, found));
            }
        }
    }
    let work = |(_, found): (u64, ResultId)| (solutions.kinds[found.0].work(&found.1), found);
    let others = cheapest(others, CHECK_NODES).into_iter().map(work).collect();
    let mut chosen = share_of(others, shard.from_the_end());
    for (_, (kind, task)) in cheapest(disproved, CHECK_NODES) {
        chosen.entry(kind).or_default().push(task);
    }
    solve_again(solutions, chosen, false, jobs, report)
}

/// The cheapest results that fit into `nodes`, each with its own.
fn cheapest(mut others: Vec<(u64, ResultId)>, mut nodes: u64) -> Vec<(u64, ResultId)> {
    others.sort();
    others.retain(|(cost, ..)| {
        let rest = nodes.checked_sub(*cost);
        nodes = rest.unwrap_or(nodes);
        rest.is_some()
    });
    others
}

/// Solves and proves a share of all that is planned, and compares it with a folder.
fn solve_all(
    selection: &Selection,
    solutions: &Solutions,
    jobs: &Jobs,
    report: &mut Report,
) -> Result<(), Interrupted> {
    let mut all = Vec::new();
    for (index, kind) in solutions.kinds.iter().enumerate() {
        let tasks = kind.plan(selection).into_iter();
        all.extend(tasks.map(|task| (kind.work(&task), (index, task))));
    }
    solve_again(solutions, share_of(all, selection.shard.from_the_end()), true, jobs, report)
}

/// Solves some tasks of each kind again, and proves them if asked to.
fn solve_again(
    solutions: &Solutions,
    chosen: BTreeMap<usize, Vec<Task>>,
    prove: bool,
    jobs: &Jobs,
    report: &mut Report,
) -> Result<(), Interrupted> {
    let columns = solutions.columns();
    let context = solutions.context(&columns, jobs);
    for (index, tasks) in chosen {
        report.faults.extend(solutions.kinds[index].solve_again(&tasks, prove, context)?);
        tasks.iter().for_each(|task| mark(&mut report.looked[index].1, task, Looked::Recomputed));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_are_chosen_as_many_as_fit() {
        let of = |nodes: &[u64]| nodes.iter().map(|nodes| (*nodes, (0, Task::whole()))).collect();
        let chosen = |nodes: &[u64], most: u64| -> Vec<u64> {
            cheapest(of(nodes), most).iter().map(|other| other.0).collect()
        };
        assert_eq!(chosen(&[50, 3, 20, 7], 30), [3, 7, 20]);
        assert_eq!(chosen(&[50, 3, 20, 7], 29), [3, 7]);
        assert_eq!(chosen(&[50, 3], 2), [0; 0]);
    }
}
