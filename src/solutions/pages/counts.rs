//! Counts of positions and games, on the page of the folder.

use super::markdown::{heads, table};
use super::view::View;
use crate::solutions::counts::Count;
use crate::solutions::product::Product;
use crate::solutions::task::Task;
use crate::solutions::variant::Variant;

/// A board with a link to its file.
fn link(task: &Task) -> String {
    format!("[{}]({})", task.board_name(), Count::path(task))
}

/// The number of positions of each board, and of games under each ruleset whose games were counted.
pub fn games(view: &View) -> String {
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
    let rulesets = rulesets.iter().map(|variant| variant.entry.id);
    table(&heads(&["board", "legal positions"], rulesets), "lr", rows)
}

/// How many positions have which value, where games may go on for ever: a row for each board and ruleset.
pub fn values(view: &View) -> String {
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
        return String::new();
    }
    let heads = ["board", "ruleset", "positions", "Black wins", "draw", "White wins", "no result"];
    let prose = "Where games may go on for ever one retrograde analysis values every legal position of a board, Black to move\n\
         (`values` in the files of `counts/`, with the number of positions for each value and for each interval of what\n\
         the players can force in finite play).";
    format!("{prose}\n\n{}", table(&heads, "llr", rows))
}
