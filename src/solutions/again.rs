//! What a check solves again: the cheapest of the results that no certificate of the folder proves.

use std::collections::BTreeSet;

use super::counts::count_all;
use super::differences::compare;
use super::generate::{Done, work};
use super::parts::{DIFFERENCES, Parts, rows_path, table_path};
use super::plan::{Case, Counted, Plan};
use super::secured::{Trio, secure_all};
use super::strong::{About, Strong};
use super::subject::Subject;
use super::work::{Interrupted, Unmade, Watch};
use crate::go::Board;
use crate::report::json;

/// A result that can be solved again, with the nodes that it is known to take.
#[derive(Debug, Clone)]
pub struct Other {
    what: What,
    nodes: u64,
}

#[derive(Debug, Clone)]
enum What {
    Subject(Subject),
    Counts(Counted),
    Players(Trio),
    Differences,
}

/// Every result of a folder, but those whose certificates are among `backed`.
pub fn others(plan: &Plan, parts: &Parts, backed: &BTreeSet<String>) -> Vec<Other> {
    let mut others = Vec::new();
    let mut add = |subject: Subject, nodes: u64| {
        if !backed.contains(&subject.certificate()) {
            others.push(Other { what: What::Subject(subject), nodes });
        }
    };
    for case in &plan.tables {
        if let Some(table) = parts.table(&case.board.to_string(), &case.variant.name()) {
            add(Subject::Table(case.clone()), table.effort.nodes);
        }
    }
    for (board, variants) in &plan.strong {
        let Some(strong) = find(parts, board) else { continue };
        for variant in variants {
            let nodes = column_nodes(&strong.about, &variant.name());
            nodes.into_iter().for_each(|nodes| add(Subject::Column(board.clone(), *variant), nodes));
        }
    }
    for planned in &plan.counts {
        let name = planned.board.to_string();
        if let Some(counts) = parts.counts.iter().find(|counts| counts.board == name) {
            others.push(Other { what: What::Counts(planned.clone()), nodes: counts.nodes() });
        }
    }
    for trio in &plan.players {
        let name = trio.0.to_string();
        if let Some(shares) = parts.players.iter().find(|shares| shares.board.name == name) {
            others.push(Other { what: What::Players(trio.clone()), nodes: shares.nodes() });
        }
    }
    others.push(Other { what: What::Differences, nodes: parts.differences.nodes });
    others
}

fn find<'a>(parts: &'a Parts, board: &Board) -> Option<&'a Strong> {
    parts.strong.iter().find(|strong| strong.about.board == board.to_string())
}

/// What a column took, whether it was finished or given up.
fn column_nodes(about: &About, name: &str) -> Option<u64> {
    let finished = about.columns.iter().map(|column| (&column.name, column.nodes));
    let given_up = about.unfinished.iter().map(|column| (&column.name, column.nodes));
    finished.chain(given_up).find(|(other, _)| *other == name).map(|(_, nodes)| nodes)
}

/// The cheapest, as many as fit.
pub fn cheapest(mut others: Vec<Other>, mut nodes: u64) -> Vec<Other> {
    others.sort_by_key(|other| other.nodes);
    others.retain(|other| {
        let rest = nodes.checked_sub(other.nodes);
        nodes = rest.unwrap_or(nodes);
        rest.is_some()
    });
    others
}

/// Solves results again: one line for each that comes out otherwise.
///
/// # Errors
/// [`Interrupted`].
pub fn solve(
    parts: &Parts,
    chosen: &[Other],
    threads: usize,
    watch: &Watch,
) -> Result<Vec<String>, Interrupted> {
    let (mut subjects, mut boards, mut trios, mut faults) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for Other { what, .. } in chosen {
        match what {
            What::Subject(subject) => subjects.push(subject.clone()),
            What::Counts(planned) => boards.push(planned.clone()),
            What::Players(trio) => trios.push(trio.clone()),
            What::Differences => {
                // From the strong tables as they are: whether these are right is another question.
                match compare(&parts.strong, threads, watch) {
                    Ok(differences) if differences == parts.differences => {}
                    Ok(_) => faults.push(differs(DIFFERENCES)),
                    Err(Unmade::Wrong(fault)) => faults.push(fault),
                    Err(Unmade::Interrupted) => return Err(Interrupted),
                }
            }
        }
    }
    subjects.sort_by_key(Subject::points);
    let done = watch.run(&subjects, threads, |subject| subject.limits(parts.budget), Subject::name, work)?;
    faults.extend(
        subjects
            .iter()
            .zip(&done)
            .filter_map(|(subject, done)| other(parts, subject, done))
            .map(|path| differs(&path)),
    );
    let counted = count_all(&boards, parts.budget, threads, watch)?;
    faults.extend(
        counted.iter().filter(|counts| !parts.counts.contains(counts)).map(|counts| differs(&counts.path())),
    );
    let secured = secure_all(&trios, parts.budget, threads, watch)?;
    faults.extend(
        secured.iter().filter(|shares| !parts.players.contains(shares)).map(|shares| differs(&shares.path())),
    );
    Ok(faults)
}

/// The fault of what has come out otherwise.
pub fn differs(path: &str) -> String {
    format!("{path}: differs from what is solved now")
}

/// The place of a result that has come out otherwise.
fn other(parts: &Parts, subject: &Subject, done: &Done) -> Option<String> {
    match (subject, done) {
        (Subject::Table(Case { board, .. }), Done::Table(name, table)) => {
            let found = parts.table(&board.to_string(), name)?;
            let same = json::text(found) == json::text(table);
            (!same).then(|| table_path(&table.board.name, name))
        }
        (Subject::Column(board, _), Done::Column(column)) => {
            let (found, name) = (find(parts, board)?, column.name.clone());
            let solved = Strong::of(board, vec![column.clone()]);
            let same = found.column(&name) == solved.column(&name)
                && solved.about.columns.iter().all(|about| found.about.columns.contains(about))
                && solved.about.unfinished.iter().all(|about| found.about.unfinished.contains(about));
            (!same).then(|| format!("{}: the column {name}", rows_path(&board.to_string())))
        }
        _ => unreachable!("a table is no column"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_are_chosen_as_many_as_fit() {
        let of = |nodes: &[u64]| -> Vec<Other> {
            nodes.iter().map(|nodes| Other { what: What::Differences, nodes: *nodes }).collect()
        };
        let chosen = |nodes: &[u64], most: u64| -> Vec<u64> {
            cheapest(of(nodes), most).iter().map(|other| other.nodes).collect()
        };
        assert_eq!(chosen(&[50, 3, 20, 7], 30), [3, 7, 20]);
        assert_eq!(chosen(&[50, 3, 20, 7], 29), [3, 7]);
        assert_eq!(chosen(&[50, 3], 2), [0; 0]);
    }
}
