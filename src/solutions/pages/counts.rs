//! The section of the page on counts of positions and games.

use std::fmt::Write;

use super::markdown::{names, table};
use super::view::View;
use crate::solutions::counts::{Count, STEPS};
use crate::solutions::product::Product;
use crate::solutions::task::Task;
use crate::solutions::variant::Variant;

/// A board with a link to its file.
fn link(task: &Task) -> String {
    format!("[{}]({})", task.board_name(), Count::path(task))
}

/// The section.
pub fn section(view: &View, text: &mut String) {
    let _ = writeln!(
        text,
        "## How many positions and games\n\n\
         `counts/` has the number of legal positions of a board and of games from the empty board, passes among their\n\
         moves (under positional superko that is the number of simple paths in the graph of positions). Suicide is\n\
         forbidden here; the files have the other options too. A dash is a count that takes more than {} steps.\n",
        view.solutions.budget.saturating_mul(STEPS)
    );
    let all = view.solutions.all::<Count>();
    let counted = |variant: &&Variant| {
        let of_variant = |task: &Task| task.has_variant() && task.variant() == **variant;
        all.iter().any(|(task, count)| of_variant(task) && matches!(count, Count::Games { .. }))
    };
    let rulesets: Vec<&Variant> = view.rulesets.iter().filter(counted).collect();
    let games = |task: &Task, variant: &Variant| match all.get(&Task::of(task.board(), variant)) {
        Some(Count::Games { count: Some(count), .. }) => count.to_string(),
        Some(Count::Games { count: None, .. }) => "–".to_string(),
        _ => String::new(),
    };
    let rows = all.iter().filter_map(|(task, count)| {
        let Count::Positions(positions) = count else { return None };
        let cells = rulesets.iter().map(|variant| games(task, variant));
        Some([link(task), positions.to_string()].into_iter().chain(cells).collect())
    });
    let heads = ["board", "legal positions"].map(String::from).to_vec();
    let heads = [heads, names(rulesets.iter().map(|variant| variant.entry.id))].concat();
    table(&heads, "lr", rows, text);
    values(view, text);
}

/// How many positions have which value, where games may go on for ever: a row for each board and ruleset.
fn values(view: &View, text: &mut String) {
    let mut rows = Vec::new();
    for (task, count) in view.solutions.all::<Count>() {
        let Count::Values { counts: Some(counts), .. } = count else { continue };
        if !task.variant().varied().is_empty() {
            continue;
        }
        let sum = |wanted: fn(Option<i32>) -> bool| -> String {
            let chosen = counts.values.iter().filter(|(value, _)| wanted(value.parse().ok()));
            chosen.map(|(_, count)| count).sum::<u64>().to_string()
        };
        rows.push(vec![
            link(task),
            format!("`{}`", task.variant_name()),
            counts.positions.to_string(),
            sum(|value| value.is_some_and(|points| points > 0)),
            sum(|value| value == Some(0)),
            sum(|value| value.is_some_and(|points| points < 0)),
            sum(|value| value.is_none()),
        ]);
    }
    if rows.is_empty() {
        return;
    }
    text.push_str(
        "\nWhere games may go on for ever one retrograde analysis values every legal position of a board, Black to move\n\
         (`values` in the files of `counts/`, with the number of positions for each value and for each interval of what\n\
         the players can force in finite play).\n\n",
    );
    let heads = ["board", "ruleset", "positions", "Black wins", "draw", "White wins", "no result"];
    table(&heads, "llr", rows, text);
}
