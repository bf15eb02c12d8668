//! Making a folder, and checking one.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::counts::{self, as_planned, complete, count_all};
use super::differences::{Differences, compare, pairs};
use super::folder::Files;
use super::json;
use super::manifest;
use super::parts::{DIFFERENCES, Parts, table_path};
use super::plan::{Case, Plan};
use super::strong::{Column, Strong, solve_column};
use super::table::{Table, solve_table};
use super::variant::Variant;
use super::work::{Interrupted, Watch};
use crate::go::Topology;
use crate::solve::Budget;

/// The limit of nodes for one table, and for one column of a strong table.
pub const BUDGET: u64 = 3_000_000;

/// The nodes that a check solves again, unless it is to be a full one: about two minutes of one core.
pub const CHECK_NODES: u64 = 15_000_000;

/// How much of a folder is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Sums, form, and that all that is derived follows from what was solved. Nothing is solved.
    Quick,
    /// The same, and the cheapest files are solved again, up to [`CHECK_NODES`] in all.
    Usual,
    /// The same, and everything is solved again.
    Full,
}

/// A job: a table, or a column of a strong table.
#[derive(Debug, Clone)]
enum Job {
    Table(Case),
    Column(Topology, Variant),
}

enum Done {
    Table(String, Box<Table>),
    Column(Column),
}

impl Job {
    fn name(&self) -> String {
        match self {
            Job::Table(Case { board, variant }) => format!("{board} {}", variant.name()),
            Job::Column(board, variant) => format!("every position of {board}, {}", variant.name()),
        }
    }

    fn points(&self) -> usize {
        match self {
            Job::Table(Case { board, .. }) => board.points(),
            // Many positions take longer than one.
            Job::Column(board, _) => board.points() + 3,
        }
    }

    fn work(&self, budget: &Arc<Budget>) -> Done {
        match self {
            Job::Table(Case { board, variant }) => {
                Done::Table(variant.name(), Box::new(solve_table(board, variant, budget)))
            }
            Job::Column(board, variant) => Done::Column(solve_column(board, variant, budget)),
        }
    }
}

/// Tables, each with the name of its variant, and strong tables.
type Solved = (Vec<(String, Table)>, Vec<Strong>);

/// Solves tables and strong tables, in any order, each on one thread.
fn solve_all(
    tables: &[Case],
    strong: &[(Topology, Vec<Variant>)],
    budget: u64,
    threads: usize,
    watch: &Watch,
) -> Result<Solved, Interrupted> {
    let columns = strong
        .iter()
        .flat_map(|(board, variants)| variants.iter().map(|variant| Job::Column(board.clone(), *variant)));
    let mut jobs: Vec<Job> = tables.iter().cloned().map(Job::Table).chain(columns).collect();
    jobs.sort_by_key(Job::points);
    let done = watch.run(&jobs, threads, budget, Job::name, Job::work)?;

    let mut solved = Vec::new();
    let mut columns: Vec<Vec<Column>> = strong.iter().map(|_| Vec::new()).collect();
    for (job, done) in jobs.iter().zip(done) {
        match (job, done) {
            (_, Done::Table(name, table)) => solved.push((name, *table)),
            (Job::Column(board, _), Done::Column(column)) => {
                let name = board.to_string();
                let place = strong.iter().position(|(board, _)| board.to_string() == name);
                columns[place.expect("a column belongs to a strong table")].push(column);
            }
            (Job::Table(_), Done::Column(_)) => unreachable!("a table is no column"),
        }
    }
    let strong = strong.iter().zip(columns).map(|((board, _), columns)| Strong::of(board, columns));
    Ok((solved, strong.collect()))
}

/// Solves everything of a plan: the files of its folder. What `kept` has already, it has from there.
///
/// # Errors
/// [`Interrupted`], and no files.
pub fn generate(
    plan: &Plan,
    kept: Option<Parts>,
    budget: u64,
    threads: usize,
    watch: &Watch,
) -> Result<Files, Interrupted> {
    let same_limit = kept.as_ref().is_some_and(|kept| kept.budget == budget);
    let mut kept_counts = kept.as_ref().map_or(Vec::new(), |kept| kept.counts.clone());
    kept_counts.retain(|counts| as_planned(counts, plan) && (same_limit || complete(counts)));
    let (kept_tables, kept_strong) = kept.map_or_else(Solved::default, |kept| still_good(plan, kept, budget));
    let has_table = |case: &&Case| {
        kept_tables
            .iter()
            .any(|(name, table)| *name == case.variant.name() && table.board == case.board.to_string())
    };
    let has_strong =
        |board: &Topology| kept_strong.iter().any(|strong| strong.about.board == board.to_string());
    let cases: Vec<Case> = plan.tables.iter().filter(|case| !has_table(case)).cloned().collect();
    let boards: Vec<_> = plan.strong.iter().filter(|(board, _)| !has_strong(board)).cloned().collect();
    let (mut tables, mut strong) = solve_all(&cases, &boards, budget, threads, watch)?;
    tables.extend(kept_tables);
    strong.extend(kept_strong);
    let differences = compare(&strong, threads, watch)?;
    let missing = |(board, _): &&(Topology, Vec<Variant>)| {
        !kept_counts.iter().any(|counts| counts.board == board.to_string())
    };
    let missing: Vec<_> = plan.counts.iter().filter(missing).cloned().collect();
    let mut counts = count_all(&missing, budget, threads, watch)?;
    counts.extend(kept_counts);
    Ok(Parts::of(budget, tables, strong, differences, counts).files())
}

/// What is planned and would come out the same again: what was finished without reaching the limit, or had
/// the same limit.
fn still_good(plan: &Plan, kept: Parts, budget: u64) -> Solved {
    let same_limit = kept.budget == budget;
    let expected = expected(plan);
    let (mut tables, mut strong) = (kept.tables, kept.strong);
    tables.retain(|(name, table)| {
        expected.contains(&table_path(&table.board, name)) && (same_limit || table.effort.stopped.is_none())
    });
    strong.retain(|strong| {
        let about = &strong.about;
        let planned = plan.strong.iter().find(|(board, _)| board.to_string() == about.board);
        planned.is_some_and(|(_, variants)| has_columns(strong, variants))
            && (same_limit || about.unfinished.is_empty())
    });
    (tables, strong)
}

/// Whether a strong table has these games and no others, given up or not.
fn has_columns(strong: &Strong, variants: &[Variant]) -> bool {
    let finished = strong.about.columns.iter().map(|column| column.name.clone());
    let given_up = strong.about.unfinished.iter().map(|column| column.name.clone());
    let has: BTreeSet<String> = finished.chain(given_up).collect();
    has == variants.iter().map(Variant::name).collect()
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// One line for each file that is missing, is an orphan, or differs; in the order of the paths.
    pub faults: BTreeSet<String>,
    /// How many solved files were solved again, of how many.
    pub again: usize,
    /// The solved files of the folder.
    pub solved: usize,
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
    let solved = parts.solved();
    report.solved = solved.len();
    for (path, ..) in solved.iter().filter(|(path, ..)| !expected.contains(path)) {
        report.faults.insert(format!("{path}: an orphan, no table of that name is planned"));
    }

    for counts in parts.counts.iter().filter(|counts| !as_planned(counts, plan)) {
        report.faults.insert(format!("{}: has not the games that are planned", counts.path()));
    }
    for strong in &parts.strong {
        let planned = plan.strong.iter().find(|(board, _)| *board.to_string() == strong.about.board);
        if planned.is_some_and(|(_, variants)| !has_columns(strong, variants)) {
            let fault = format!("strong/{}.csv: has not the columns that are planned", strong.about.board);
            report.faults.insert(fault);
        }
    }
    let compared = parts.differences.pairs.iter().map(|pair| (pair.a.clone(), pair.b.clone()));
    if !compared.eq(pairs().iter().map(|(a, b)| (a.name(), b.name()))) {
        report.faults.insert(format!("{DIFFERENCES}: has not the pairs that are planned"));
    }

    let nodes = match depth {
        Depth::Quick => return Ok(report),
        Depth::Usual => CHECK_NODES,
        Depth::Full => u64::MAX,
    };
    let chosen = chosen(&solved, nodes);
    let wanted = |path: &str| chosen.contains(path);
    let cases =
        plan.tables.iter().filter(|case| wanted(&table_path(&case.board.to_string(), &case.variant.name())));
    let strong = plan.strong.iter().filter(|(board, _)| wanted(&format!("strong/{board}.csv")));
    let (cases, strong): (Vec<Case>, Vec<_>) = (cases.cloned().collect(), strong.cloned().collect());
    let (tables, strong) = solve_all(&cases, &strong, parts.budget, threads, watch)?;
    let mut again = Files::new();
    if wanted(DIFFERENCES) {
        // From the strong tables as they are: whether these are right is another question.
        let differences: Differences = compare(&parts.strong, threads, watch)?;
        again.insert(DIFFERENCES.to_string(), json::text(&differences).into_bytes());
    }
    let record =
        |(name, table): &(String, Table)| (table_path(&table.board, name), json::text(table).into_bytes());
    again.extend(tables.iter().map(record));
    for strong in &strong {
        again.insert(format!("strong/{}.csv", strong.board), strong.csv().into_bytes());
        again.insert(format!("strong/{}.json", strong.board), json::text(&strong.about).into_bytes());
    }
    let boards = plan.counts.iter().filter(|(board, _)| wanted(&counts::path(&board.to_string())));
    let boards: Vec<_> = boards.cloned().collect();
    let counted = count_all(&boards, parts.budget, threads, watch)?;
    again.extend(counted.iter().map(|counts| (counts.path(), json::text(counts).into_bytes())));
    report.again = again.len();
    for (path, bytes) in again {
        if files.get(&path) != Some(&bytes) {
            report.faults.insert(format!("{path}: differs from what is solved now"));
        }
    }
    Ok(report)
}

/// The paths of all solved files of a plan.
pub fn expected(plan: &Plan) -> BTreeSet<String> {
    let tables = plan.tables.iter().map(|case| table_path(&case.board.to_string(), &case.variant.name()));
    let strong = plan
        .strong
        .iter()
        .flat_map(|(board, _)| [format!("strong/{board}.csv"), format!("strong/{board}.json")]);
    let counts = plan.counts.iter().map(|(board, _)| counts::path(&board.to_string()));
    tables.chain(strong).chain(counts).chain([DIFFERENCES.to_string()]).collect()
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

/// The cheapest solved files, by the nodes that they are known to take, as many as fit.
fn chosen(solved: &[(String, Vec<u8>, u64)], mut nodes: u64) -> BTreeSet<String> {
    // The two files of a strong table take their nodes once, and are chosen together.
    let mut costs: Vec<(u64, &str)> = solved.iter().map(|(path, _, nodes)| (*nodes, path.as_str())).collect();
    costs.sort();
    let mut chosen = BTreeSet::new();
    for (cost, path) in costs {
        let twin = path.strip_suffix(".json").is_some_and(|stem| chosen.contains(&format!("{stem}.csv")));
        if !twin {
            let Some(rest) = nodes.checked_sub(cost) else { continue };
            nodes = rest;
        }
        chosen.insert(path.to_string());
    }
    chosen
}
