//! Counts of positions and games, on the page of the folder.

use super::markdown::table;
use super::view::View;
use crate::solutions::counts::Count;
use crate::solutions::product::Product;
use crate::solutions::task::Task;
use crate::solutions::variant::Variant;

/// A board with a link to its file.
fn link(task: &Task) -> String {
    format!("[{}]({})", task.board_name(), Count::path(task))
}

/// The number of legal positions of each board.
pub fn positions(view: &View) -> String {
    let rows = view.solutions.all::<Count>().iter().filter_map(|(task, count)| match count {
        Count::Positions(positions) => Some(vec![link(task), positions.to_string()]),
        _ => None,
    });
    table(&["board", "legal positions"], "lr", rows)
}

/// The number of games: a row for each ruleset and a column for each board whose games were counted.
pub fn games(view: &View) -> String {
    let all = view.solutions.all::<Count>();
    let games = |board: &Task, variant: &Variant| match all.get(&Task::of(board.board(), variant)) {
        Some(Count::Games { count: Some(count), .. }) => count.to_string(),
        Some(Count::Games { count: None, .. }) => "–".to_string(),
        _ => String::new(),
    };
    let counted = |variant: &Variant, board: &Task| !games(board, variant).is_empty();
    let boards = all.iter().filter(|(_, count)| matches!(count, Count::Positions(_))).map(|(task, _)| task);
    let boards: Vec<&Task> =
        boards.filter(|board| view.rulesets.iter().any(|variant| counted(variant, board))).collect();
    let rulesets = view.rulesets.iter().filter(|variant| boards.iter().any(|board| counted(variant, board)));
    let rows = rulesets.map(|variant| {
        let cells = boards.iter().map(|board| games(board, variant));
        std::iter::once(format!("`{}`", variant.name())).chain(cells).collect()
    });
    let heads: Vec<&str> =
        std::iter::once("games").chain(boards.iter().map(|board| board.board_name())).collect();
    table(&heads, "lr", rows)
}

/// How many positions have which value, where games may go on for ever: a row for each board and ruleset.
pub fn values(view: &View) -> String {
    let mut rows = Vec::new();
    for (task, count) in view.solutions.all::<Count>() {
        let Count::Values { counts: Some(counts), .. } = count else { continue };
        if !view.rulesets.contains(&task.variant()) {
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
