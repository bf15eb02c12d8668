//! `README.md` of the folder: its prose is `readme.md`, or `own.md` for a folder of one's own
//! rulesets, into which tables are filled.

use super::plots::VALUES_PATH;
use super::sections::{
    author, bounded_boards, certificate_sizes, distributions, evidence, games, interval_notes, intervals,
    legal_positions, openings, players_points, position_counts, published_interval, published_value,
    published_values, sequences, sources, strong_boards, value_counts, value_notes,
};
use super::view::{View, filled, heads, table};
use super::{beasts, claims};
use crate::counts::MAX_STEPS_PER_NODE;
use crate::differences::Differences;
use crate::jobs::STATES_PER_NODE;
use crate::manifest::{self, MAX_BYTES, MAX_BYTES_OF_LARGE};
use crate::perft::ENOUGH;
use crate::plan::{LARGE, LARGE_FACTOR, LARGEST, LARGEST_FACTOR, Task};
use crate::proved::Proved;
use crate::results::Product;
use crate::rulesets::{self, Rulesets};
use crate::table::Table;
use superko_go::Board;
use superko_rules::axes::Word;
use superko_rules::{Points, Rules, catalogue};
use superko_solve::Value;

// --- The rulesets of the catalogue ---

/// The page.
pub fn page(view: &View) -> String {
    let budget = view.solutions.budget;
    let parts = [
        ("nodes", budget.to_string()),
        ("states", budget.saturating_mul(STATES_PER_NODE).to_string()),
        ("steps", budget.saturating_mul(MAX_STEPS_PER_NODE).to_string()),
        ("kibibytes", (MAX_BYTES >> 10).to_string()),
        ("large_kibibytes", (MAX_BYTES_OF_LARGE >> 10).to_string()),
        ("large", LARGE.join(", ")),
        ("large_times", LARGE_FACTOR.to_string()),
        ("largest", LARGEST.join(", ")),
        ("largest_times", LARGEST_FACTOR.to_string()),
        ("heat_map", VALUES_PATH.to_string()),
        ("agreement", agreement(view)),
        ("values", values(view, true)),
        ("graphs", values(view, false)),
        ("documents", documents(view)),
        ("players", players_points(view)),
        ("bounded", bounded_boards(view)),
        ("options", options(view)),
        ("unchanging", unchanging(view)),
        ("positions", strong_boards(view)),
        ("distributions", distributions(view)),
        ("counts", legal_positions(view)),
        ("games", games(view)),
        ("count_values", value_counts(view)),
        ("enough", ENOUGH.to_string()),
        ("perft", sequences(view)),
        ("claims", claims::pointer(view.solutions)),
        ("beasts", beasts::pointer(view.solutions)),
        ("openings", openings(view)),
        ("intervals", intervals(view)),
        ("interval_notes", interval_notes()),
        ("published", published_values(view)),
        ("value_notes", value_notes(view)),
        ("position_counts", position_counts(view)),
        ("sources", sources()),
        ("evidence", evidence(view)),
        ("sizes", certificate_sizes(view)),
    ];
    filled(include_str!("readme.md"), &parts)
}

/// The values of the empty grids at a glance: what most rulesets find, which find something else,
/// and what is published.
fn agreement(view: &View) -> String {
    let rows = view.shown.iter().filter(|board| board.is_grid()).map(|board| {
        let mut found: Vec<(String, Vec<&str>)> = Vec::new();
        for variant in &view.rulesets {
            let text = match (view.proved(board, variant), view.table(board, variant)) {
                (Some(proved), _) => value_or_bounds(proved.value(), proved.low, proved.high),
                (None, Some(Table { answer, .. })) => {
                    value_or_bounds(answer.value, answer.bounds.low, answer.bounds.high)
                }
                (None, None) => continue,
            };
            match found.iter_mut().find(|(other, _)| *other == text) {
                Some((_, rulesets)) => rulesets.push(variant.entry.id),
                None => found.push((text, vec![variant.entry.id])),
            }
        }
        // The sort is stable: of values that equally many rulesets find, that of the first ruleset
        // stands first.
        found.sort_by_key(|(_, rulesets)| std::cmp::Reverse(rulesets.len()));
        let other = |(text, rulesets): &(String, Vec<&str>)| {
            let names: Vec<String> = rulesets.iter().map(|name| format!("`{name}`")).collect();
            format!("{text}: {}", names.join(", "))
        };
        let most = found.first().map_or(String::new(), |(text, _)| format!("**{text}**"));
        let others: Vec<String> = found.iter().skip(1).map(other).collect();
        let published = published_value(&board.to_string()).map_or(String::new(), |value| value.to_string());
        vec![board.to_string(), most, others.join("; "), published]
    });
    table(&["board", "most rulesets", "the others", &author()], "lrlr", rows)
}

/// The values of the empty boards under every ruleset with its defaults: of grids with the
/// published values, or of other graphs.
fn values(view: &View, grids: bool) -> String {
    let rows = view.shown.iter().filter(|board| board.is_grid() == grids).map(|board| {
        let cells = view.rulesets.iter().map(|variant| match view.proved(board, variant) {
            Some(proved) => proved_cell(board, variant, proved),
            None => view.table(board, variant).map_or(String::new(), |table| cell(board, variant, table)),
        });
        let published = published_value(&board.to_string()).map_or(String::new(), |value| value.to_string());
        let published = grids.then_some(published);
        std::iter::once(board.to_string()).chain(cells).chain(published).collect()
    });
    let mut heads = heads(&["board"], view.rulesets.iter().map(|variant| variant.entry.id));
    heads.extend(grids.then(author));
    table(&heads, "l", rows)
}

/// A value, or the bounds in its place.
fn value_or_bounds(value: Option<Value>, low: Value, high: Value) -> String {
    match value {
        Some(value) => value.points().map_or("none".to_string(), |points| points.to_string()),
        None => format!("{low} to {high}"),
    }
}

/// What is proved of a board without a table, with a link to the proof if it is in the folder.
fn proved_cell(board: &Board, variant: &Rules, proved: &Proved) -> String {
    let value = proved.value();
    let text = value_or_bounds(value, proved.low, proved.high);
    let mark = mark(&board.to_string(), variant, value.and_then(Value::points));
    match proved.certificate.strip_suffix(".cert").filter(|path| path.starts_with("bounded/")) {
        Some(path) => format!("[{text}]({path}.json){mark}"),
        None => format!("{text}{mark}"),
    }
}

/// A value with a link to its table, marked where the literature has another.
fn cell(board: &Board, variant: &Rules, table: &Table) -> String {
    let name = board.to_string();
    let (text, mark) = match (&table.answer.finite_play, table.answer.value) {
        (Some(play), Some(value)) => {
            // The published intervals are those of basic ko.
            let published = published_interval(&name).filter(|_| variant.entry.id == "simple-ko");
            let other = published.is_some_and(|found| found != (play.low, play.high));
            let text = match value.points() {
                Some(points) => points.to_string(),
                None => format!("none [{}, {}]", play.low, play.high),
            };
            (text, if other { "†" } else { "" })
        }
        (None, Some(value)) => (value.to_string(), mark(&name, variant, value.points())),
        (_, None) => (format!("{} to {}", table.answer.bounds.low, table.answer.bounds.high), ""),
    };
    format!("[{text}]({}){mark}", Table::path(&Task::of(board, variant)))
}

/// The mark of a value that is not the published one. The published values are by area.
fn mark(board: &str, variant: &Rules, value: Option<Points>) -> &'static str {
    match (published_value(board), value) {
        (Some(published), Some(value)) if variant.by_area() && published != value => "\\*",
        _ => "",
    }
}

/// The values of the empty grids under the rules of other documents, a ruleset a row.
fn documents(view: &View) -> String {
    let others: Vec<Rules> = catalogue::ALL
        .iter()
        .filter(|entry| catalogue::is_of_another_document(entry))
        .map(|entry| Rules::from(*entry))
        .collect();
    let reached = |board: &&Board| others.iter().any(|rules| view.table(board, rules).is_some());
    let boards: Vec<&Board> = view.shown.iter().filter(|board| board.is_grid()).filter(reached).collect();
    let rows = others.iter().map(|rules| {
        let cell = |board: &&Board| {
            let found = view.table(board, rules).map(|table| cell(board, rules, table));
            // No literature has values under these rules.
            found.map_or(String::new(), |found| found.trim_end_matches("\\*").to_string())
        };
        let wording = rules.entry.wording.map_or("", Word::word);
        let name = [format!("`{}`", rules.entry.id), wording.to_string()];
        name.into_iter().chain(boards.iter().map(cell)).collect()
    });
    let names = boards.iter().map(|board| board.to_string());
    let heads: Vec<String> = ["ruleset", "wording"].map(String::from).into_iter().chain(names).collect();
    table(&heads, "l", rows)
}

/// Changes that each option makes: the empty boards with another value, and the number of those
/// compared.
fn changes(view: &View) -> Vec<(Rules, Vec<String>, usize)> {
    let varied = Rulesets::Catalogue.all().into_iter().filter(|variant| !variant.varied().is_empty());
    let changes = varied.map(|variant| {
        let (mut changes, mut compared) = (Vec::new(), 0);
        for board in &view.boards {
            let value = |variant: &Rules| view.table(board, variant).and_then(|table| table.answer.value);
            if let (Some(usual), Some(value)) = (value(&Rules::from(variant.entry)), value(&variant)) {
                compared += 1;
                if usual != value {
                    changes.push(format!("{board}: {usual} → {value}"));
                }
            }
        }
        (variant, changes, compared)
    });
    changes.collect()
}

/// Table of the options that change the value of an empty board.
fn options(view: &View) -> String {
    let changed = changes(view).into_iter().filter(|(_, changes, _)| !changes.is_empty());
    let rows = changed.map(|(variant, changes, compared)| {
        vec![format!("`{}`", rulesets::name(&variant)), changes.join(", "), compared.to_string()]
    });
    table(&["ruleset and option", "changes", "boards compared"], "llr", rows)
}

/// The options that change the value of no empty board, with the number of boards compared.
fn unchanging(view: &View) -> String {
    let same = changes(view).into_iter().filter(|(_, changes, compared)| changes.is_empty() && *compared > 0);
    let names: Vec<String> =
        same.map(|(variant, _, compared)| format!("`{}` ({compared})", rulesets::name(&variant))).collect();
    if names.is_empty() {
        return String::new();
    }
    format!(
        "These change the value of no empty board that was compared (how many were, in parentheses): {}.",
        names.join(", ")
    )
}

// --- One's own rulesets ---

/// The page.
pub fn own_page(view: &View) -> String {
    let (budget, names) = (view.solutions.budget, view.solutions.rulesets.names());
    let called: Vec<String> =
        view.rulesets.iter().map(|variant| format!("`{}`", rulesets::name(variant))).collect();
    let differ = view.solutions.get::<Differences>(&Task::whole());
    let differ = differ.map_or("", |_| "[Where the rulesets differ](differences.md).");
    let parts = [
        ("names", called.join(", ")),
        ("command", manifest::command(&names, budget)),
        ("nodes", budget.to_string()),
        ("states", budget.saturating_mul(STATES_PER_NODE).to_string()),
        ("rulesets", own_rulesets(view)),
        ("values", own_values(view, true)),
        ("graphs", own_values(view, false)),
        ("players", players_points(view)),
        ("positions", strong_boards(view)),
        ("distributions", distributions(view)),
        ("differences", differ.to_string()),
        ("beasts", beasts::pointer(view.solutions)),
        ("counts", legal_positions(view)),
        ("games", games(view)),
        ("count_values", value_counts(view)),
        ("kibibytes", (MAX_BYTES >> 10).to_string()),
        ("evidence", evidence(view)),
        ("sizes", certificate_sizes(view)),
    ];
    filled(include_str!("own.md"), &parts)
}

/// The rulesets, with their rules files if they have any here.
fn own_rulesets(view: &View) -> String {
    let row = |variant: &Rules| {
        let name = rulesets::name(variant);
        let name = rulesets::file(variant).map_or(format!("`{name}`"), |file| format!("[`{name}`]({file})"));
        vec![name, variant.entry.title.to_string(), variant.entry.summary.to_string()]
    };
    table(&["ruleset", "title", "summary"], "lll", view.rulesets.iter().map(row))
}

/// The values of the empty boards with links to their tables: of grids, or of other graphs.
fn own_values(view: &View, grids: bool) -> String {
    let rows = view.boards.iter().filter(|board| board.is_grid() == grids).map(|board| {
        let cells = view.rulesets.iter().map(|variant| {
            let Some(Table { answer, .. }) = view.table(board, variant) else { return String::new() };
            let text = match answer.value {
                Some(value) => value.to_string(),
                None => format!("{} to {}", answer.bounds.low, answer.bounds.high),
            };
            format!("[{text}]({})", Table::path(&Task::of(board, variant)))
        });
        std::iter::once(board.to_string()).chain(cells).collect()
    });
    table(&heads(&["board"], view.rulesets.iter().map(rulesets::name)), "l", rows)
}
