//! Checking a folder: that all of it belongs together, that its certificates prove what its tables say, and
//! that what no certificate backs comes out the same again.

use std::collections::BTreeSet;

use super::again;
use super::agreement::contradictions;
use super::backing::{Backing, Proves};
use super::counts::as_planned;
use super::differences::pairs;
use super::folder::Files;
use super::generate::{expected, generate, has_columns};
use super::manifest::{self, MANIFEST};
use super::parts::{DIFFERENCES, Parts, rows_path, table_path};
use super::plan::Plan;
use super::secured;
use super::told::{Told, told};
use super::variant::Variant;
use super::work::{Interrupted, Unmade, Watch, nodes};

/// The nodes that a check solves again, unless it is to be a full one.
pub const CHECK_NODES: u64 = 6_000_000;

/// How much of a folder is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Sums, form, and that all that is derived follows from what was solved. Nothing is verified or solved.
    Quick,
    /// The same; every certificate is verified, and of what has none the cheapest is solved again, up to
    /// [`CHECK_NODES`] in all.
    Usual,
    /// The same, and everything is solved and proved again.
    Full,
}

/// What a check found. A result is a table, a column, what three players secure on a board, the counts of a board, or
/// the differences.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// One line for each file that is missing, is an orphan, or differs; in the order of the paths.
    pub faults: BTreeSet<String>,
    /// How many certificates were verified, and prove what the tables say.
    pub verified: usize,
    /// How many results were solved again, of how many.
    pub again: usize,
    /// The results that were not known to be right by their certificates.
    pub others: usize,
}

/// Checks the files of a folder against a plan.
///
/// # Errors
/// [`Interrupted`].
pub fn check(
    plan: &Plan,
    files: &Files,
    depth: Depth,
    threads: usize,
    watch: &Watch,
) -> Result<Report, Interrupted> {
    let mut report = Report::default();
    report.faults.extend(manifest::wrong_sums(files));
    let expected = expected(plan);
    for path in expected.iter().filter(|path| !files.contains_key(*path)) {
        report.faults.insert(format!("{path}: missing"));
    }
    let parts = match Parts::read(files) {
        Ok(parts) => parts,
        Err(faults) => {
            report.faults.extend(faults);
            return Ok(report);
        }
    };
    compare_files(&parts.files(), files, &mut report);
    for (path, ..) in parts.solved().iter().filter(|(path, ..)| !expected.contains(path)) {
        report.faults.insert(format!("{path}: an orphan, no table of that name is planned"));
    }
    report.faults.extend(as_is_planned(&parts, plan));
    for (name, table) in &parts.tables {
        let path = table_path(&table.board.name, name);
        let variant = Variant::named(name).expect("what was read is named after its variant");
        report.faults.extend(contradictions(table, &variant).map(|why| format!("{path}: {why}")));
    }
    for (path, backing) in &parts.backing {
        if matches!(backing, Backing::Certificate { .. }) && !files.contains_key(path) {
            report.faults.insert(format!("{path}: missing"));
        }
    }
    if depth == Depth::Quick {
        return Ok(report);
    }

    let backed = verify_all(&parts, threads, watch, &mut report)?;
    if depth == Depth::Full {
        solve_all_again(plan, &parts, threads, watch, &mut report)?;
        return Ok(report);
    }
    let others = again::others(plan, &parts, &backed);
    report.others = others.len();
    let chosen = again::cheapest(others, CHECK_NODES);
    report.again = chosen.len();
    report.faults.extend(again::solve(&parts, &chosen, threads, watch)?);
    Ok(report)
}

/// What a plan has otherwise.
fn as_is_planned(parts: &Parts, plan: &Plan) -> Vec<String> {
    let mut faults = Vec::new();
    for counts in parts.counts.iter().filter(|counts| !as_planned(counts, plan)) {
        faults.push(format!("{}: has not the games that are planned", counts.path()));
    }
    for shares in parts.players.iter().filter(|shares| !secured::as_planned(shares, plan)) {
        faults.push(format!("{}: has not the rulesets that are planned", shares.path()));
    }
    for strong in &parts.strong {
        let planned = plan.strong.iter().find(|(board, _)| *board.to_string() == strong.about.board);
        if planned.is_some_and(|(_, variants)| !has_columns(strong, variants)) {
            let path = rows_path(&strong.about.board);
            faults.push(format!("{path}: has not the columns that are planned"));
        }
    }
    let compared = parts.differences.pairs.iter().map(|pair| (pair.a.clone(), pair.b.clone()));
    if !compared.eq(pairs().iter().map(|(a, b)| (a.name(), b.name()))) {
        faults.push(format!("{DIFFERENCES}: has not the pairs that are planned"));
    }

    faults
}

/// Verifies every certificate of a folder. Those are given, by their paths, that prove every value of their
/// tables.
fn verify_all(
    parts: &Parts,
    threads: usize,
    watch: &Watch,
    report: &mut Report,
) -> Result<BTreeSet<String>, Interrupted> {
    let mut stored: Vec<(Told, &Backing, &Vec<u8>)> = Vec::new();
    for told in told(parts) {
        let path = told.subject.certificate();
        if let (Some(backing), Some(bytes)) = (parts.backing.get(&path), parts.certificates.get(&path)) {
            stored.push((told, backing, bytes));
        }
    }
    stored.sort_by_key(|(.., bytes)| bytes.len());
    let name = |(told, ..): &(Told, &Backing, &Vec<u8>)| format!("certificate of {}", told.subject.name());
    let check = |(told, backing, bytes): &(Told, &Backing, &Vec<u8>), _: &_| told.check(backing, bytes);
    let found = watch.run(&stored, threads, |_| nodes(u64::MAX), name, check)?;
    let mut backed = BTreeSet::new();
    for ((told, backing, _), fault) in stored.iter().zip(found) {
        let path = told.subject.certificate();
        if let Some(fault) = fault {
            report.faults.insert(format!("{path}: {fault}"));
            continue;
        }
        report.verified += 1;
        let whole = matches!(backing.certificate(), Some((.., Proves::FirstMoves | Proves::EveryRow)));
        backed.extend(whole.then_some(path));
    }
    Ok(backed)
}

/// Solves and proves all of a plan, and compares it with a folder byte for byte.
fn solve_all_again(
    plan: &Plan,
    parts: &Parts,
    threads: usize,
    watch: &Watch,
    report: &mut Report,
) -> Result<(), Interrupted> {
    let made = match generate(plan, None, parts.budget, threads, watch) {
        Ok(made) => made,
        Err(Unmade::Interrupted) => return Err(Interrupted),
        Err(Unmade::Wrong(fault)) => {
            report.faults.insert(fault);
            return Ok(());
        }
    };
    report.others = again::others(plan, &made, &BTreeSet::new()).len();
    report.again = report.others;
    let solved: Files = parts.solved().into_iter().map(|(path, bytes, _)| (path, bytes)).collect();
    for (path, bytes, _) in made.solved() {
        if solved.get(&path).is_some_and(|found| *found != bytes) {
            report.faults.insert(again::differs(&path));
        }
    }
    for (path, backing) in &made.backing {
        let found = parts.backing.get(path);
        if found.is_some_and(|found| found != backing) {
            report.faults.insert(format!("{MANIFEST}: {path} is another certificate than is made now"));
        } else if parts.certificates.get(path).is_some_and(|bytes| made.certificates.get(path) != Some(bytes))
        {
            report.faults.insert(format!("{path}: differs from what is proved now"));
        }
    }
    Ok(())
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
