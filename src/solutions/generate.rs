//! Making a folder.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::certify::{MOST_BYTES, certify};
use super::counts::{self, as_planned, complete, count_all};
use super::differences::compare;
use super::parts::{DIFFERENCES, Parts, about_path, rows_path, table_path};
use super::plan::{Case, Counted, Plan};
use super::secured::{self, Trio, secure_all};
use super::strong::{Column, Strong, solve_column};
use super::subject::Subject;
use super::table::{Table, solve_table};
use super::variant::Variant;
use super::work::{Interrupted, Unmade, Watch};
use crate::go::Board;
use crate::solve::Budget;

/// The limit of nodes for one table, for one column of a strong table, and for one certificate. (More where games
/// may go on for ever: see [`Subject::limits`].)
pub const BUDGET: u64 = 3_000_000;

/// A table or a column, solved.
pub(super) enum Done {
    /// With the name of its variant.
    Table(String, Box<Table>),
    /// A column.
    Column(Column),
}

/// Solves a table or a column.
pub(super) fn work(subject: &Subject, budget: &Arc<Budget>) -> Done {
    match subject {
        Subject::Table(Case { board, variant }) => {
            Done::Table(variant.name(), Box::new(solve_table(board, variant, budget)))
        }
        Subject::Column(board, variant) => Done::Column(solve_column(board, variant, budget)),
    }
}

/// Tables, each with the name of its variant, and strong tables.
type Solved = (Vec<(String, Table)>, Vec<Strong>);

/// Solves tables and the columns of strong tables that are not kept, in any order, each on one thread.
fn solve_all(
    tables: &[Case],
    strong: &[(Board, Vec<Variant>)],
    kept: &[Strong],
    budget: u64,
    threads: usize,
    watch: &Watch,
) -> Result<Solved, Interrupted> {
    let kept = |board: &Board, variant: &Variant| {
        let strong = kept.iter().find(|strong| strong.about.board == board.to_string());
        strong.and_then(|strong| strong.take_out(&variant.name()))
    };
    let columns = strong.iter().flat_map(|(board, variants)| {
        let missing = variants.iter().filter(|variant| kept(board, variant).is_none());
        missing.map(|variant| Subject::Column(board.clone(), *variant))
    });
    let mut jobs: Vec<Subject> = tables.iter().cloned().map(Subject::Table).chain(columns).collect();
    jobs.sort_by_key(Subject::points);
    let done = watch.run(&jobs, threads, |job| job.limits(budget), Subject::name, work)?;

    let mut solved = Vec::new();
    let mut columns: Vec<Vec<Column>> = strong.iter().map(|_| Vec::new()).collect();
    for (job, done) in jobs.iter().zip(done) {
        match (job, done) {
            (_, Done::Table(name, table)) => solved.push((name, *table)),
            (Subject::Column(board, _), Done::Column(column)) => {
                let name = board.to_string();
                let place = strong.iter().position(|(board, _)| board.to_string() == name);
                columns[place.expect("a column belongs to a strong table")].push(column);
            }
            (Subject::Table(_), Done::Column(_)) => unreachable!("a table is no column"),
        }
    }
    let strong = strong.iter().zip(columns).map(|((board, variants), mut solved)| {
        solved.extend(variants.iter().filter_map(|variant| kept(board, variant)));
        // In the order of the plan.
        solved.sort_by_key(|column| variants.iter().position(|variant| variant.name() == column.name));
        Strong::of(board, solved)
    });
    Ok((solved, strong.collect()))
}

/// Solves everything of a plan, and proves it. What `kept` has already, it has from there.
///
/// # Errors
/// [`Unmade`], and nothing.
pub fn generate(
    plan: &Plan,
    kept: Option<Parts>,
    budget: u64,
    threads: usize,
    watch: &Watch,
) -> Result<Parts, Unmade> {
    let former = kept.clone();
    let same_limit = kept.as_ref().is_some_and(|kept| kept.budget == budget);
    let mut kept_counts = kept.as_ref().map_or(Vec::new(), |kept| kept.counts.clone());
    kept_counts.retain(|counts| as_planned(counts, plan) && (same_limit || complete(counts)));
    let (kept_tables, kept_strong) = kept.map_or_else(Solved::default, |kept| still_good(plan, kept, budget));
    let has_table = |case: &&Case| {
        kept_tables
            .iter()
            .any(|(name, table)| *name == case.variant.name() && table.board.name == case.board.to_string())
    };
    let cases: Vec<Case> = plan.tables.iter().filter(|case| !has_table(case)).cloned().collect();
    let (mut tables, strong) = solve_all(&cases, &plan.strong, &kept_strong, budget, threads, watch)?;
    tables.extend(kept_tables);
    let differences = compare(&strong, threads, watch)?;
    let missing =
        |planned: &&Counted| !kept_counts.iter().any(|counts| counts.board == planned.board.to_string());
    let missing: Vec<_> = plan.counts.iter().filter(missing).cloned().collect();
    let mut counts = count_all(&missing, budget, threads, watch)?;
    counts.extend(kept_counts);
    let mut kept_players = former.as_ref().map_or(Vec::new(), |kept| kept.players.clone());
    kept_players
        .retain(|shares| secured::as_planned(shares, plan) && (same_limit || secured::complete(shares)));
    let missing =
        |(board, _): &&Trio| !kept_players.iter().any(|shares| shares.board.name == board.to_string());
    let missing: Vec<Trio> = plan.players.iter().filter(missing).cloned().collect();
    let mut players = secure_all(&missing, budget, threads, watch)?;
    players.extend(kept_players);
    let mut parts = Parts::of(budget, tables, strong, differences, counts, players);
    (parts.backing, parts.certificates) = certify(&parts, former.as_ref(), MOST_BYTES, threads, watch)?;
    Ok(parts)
}

/// What is planned and would come out the same again: what was finished without reaching the limit, or had
/// the same limit.
fn still_good(plan: &Plan, kept: Parts, budget: u64) -> Solved {
    let same_limit = kept.budget == budget;
    let expected = expected(plan);
    let mut tables = kept.tables;
    tables.retain(|(name, table)| {
        expected.contains(&table_path(&table.board.name, name))
            && (same_limit || table.effort.stopped.is_none())
    });
    let mut strong = kept.strong;
    if !same_limit {
        strong.iter_mut().for_each(|strong| strong.about.unfinished.clear());
    }
    (tables, strong)
}

/// Whether a strong table has these games and no others, given up or not.
pub(super) fn has_columns(strong: &Strong, variants: &[Variant]) -> bool {
    let finished = strong.about.columns.iter().map(|column| column.name.clone());
    let given_up = strong.about.unfinished.iter().map(|column| column.name.clone());
    let has: BTreeSet<String> = finished.chain(given_up).collect();
    has == variants.iter().map(Variant::name).collect()
}

/// The paths of all solved files of a plan.
pub fn expected(plan: &Plan) -> BTreeSet<String> {
    let tables = plan.tables.iter().map(|case| table_path(&case.board.to_string(), &case.variant.name()));
    let strong = plan
        .strong
        .iter()
        .flat_map(|(board, _)| [rows_path(&board.to_string()), about_path(&board.to_string())]);
    let counts = plan.counts.iter().map(|planned| counts::path(&planned.board.to_string()));
    let players = plan.players.iter().map(|(board, _)| secured::path(&board.to_string()));
    tables.chain(strong).chain(counts).chain(players).chain([DIFFERENCES.to_string()]).collect()
}

/// The paths of the certificates that a plan may have.
pub fn certificates(plan: &Plan) -> BTreeSet<String> {
    let tables = plan.tables.iter().cloned().map(Subject::Table);
    let column = |board: &Board, variant: &Variant| Subject::Column(board.clone(), *variant);
    let columns = plan
        .strong
        .iter()
        .flat_map(|(board, variants)| variants.iter().map(move |variant| column(board, variant)));
    tables.chain(columns).map(|subject| subject.certificate()).collect()
}
