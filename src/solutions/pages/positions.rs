//! Boards every position of which was solved, on the page of the folder.

use super::distribution;
use super::markdown::table;
use super::view::{Distribution, Positions, View};
use crate::go::Board;
use crate::rules::Points;
use crate::solutions::positions::Column;
use crate::solutions::product::Product;
use crate::solutions::task::Task;
use crate::solutions::variant::Variant;

/// The boards with their numbers of positions and of columns.
pub fn boards(view: &View) -> String {
    let rows = view.positions.iter().map(|Positions { board, classes, columns, unfinished }| {
        let unfinished: Vec<String> = unfinished.iter().map(|variant| variant.name()).collect();
        vec![
            format!("[{board}]({})", Column::path(&Task::about(board))),
            classes.images().to_string(),
            classes.rows.len().to_string(),
            columns.len().to_string(),
            unfinished.join(", "),
        ]
    });
    table(&["board", "legal positions", "rows", "games", "given up at the limit"], "lrrrl", rows)
}

/// The plot of the distribution of values, and some distributions in numbers.
pub fn distributions(view: &View) -> String {
    let Some(drawn) = distribution::board(view) else { return String::new() };
    let (board, path) = (drawn.board, distribution::PATH);
    let mut parts = vec![format!("![Distribution of values on {board} by ruleset]({path})\n")];
    let columns = view.positions.iter().flat_map(|positions| &positions.columns);
    let fraction = |points: Option<Points>| points.is_some_and(|points| !points.is_integer());
    if !columns.flat_map(|(_, column)| &column.values).any(|value| fraction(value.points())) {
        let none = "No position of these boards has a fraction for its value, under any of these games: what is scored as a mean\n\
             comes out whole.\n";
        parts.push(none.to_string());
    }
    parts.push(
        "How many positions Black, who is to move, wins, draws and loses (and how many have no result):\n"
            .to_string(),
    );
    parts.push(outcomes(view, board));
    parts.join("\n")
}

/// How many positions are won, drawn and lost under every ruleset with its defaults, on the board that is drawn and on
/// those of six points.
fn outcomes(view: &View, drawn: &Board) -> String {
    let shown = |positions: &&Positions| {
        positions.board.points() == 6 || positions.board.to_string() == drawn.to_string()
    };
    let boards: Vec<(&Board, Vec<(Variant, Distribution)>)> = view
        .positions
        .iter()
        .filter(shown)
        .map(|positions| (positions.board, positions.distributions(&view.rulesets)))
        .collect();
    let cell = |distribution: &Distribution| {
        let count = |wanted: &dyn Fn(Option<Points>) -> bool| -> u32 {
            distribution.iter().filter(|(value, _)| wanted(**value)).map(|(_, count)| count).sum()
        };
        let zero = Points::from_integer(0);
        let won = count(&|value| value.is_some_and(|points| points > zero));
        let drawn = count(&|value| value == Some(zero));
        let lost = count(&|value| value.is_some_and(|points| points < zero));
        let none = count(&|value| value.is_none());
        let none = if none > 0 { format!(" ({none})") } else { String::new() };
        format!("{won}, {drawn}, {lost}{none}")
    };
    let rows = view.rulesets.iter().filter_map(|variant| {
        let of = |(_, columns): &(&Board, Vec<(Variant, Distribution)>)| {
            let found = columns.iter().find(|(other, _)| other == variant);
            found.map_or(String::new(), |(_, distribution)| cell(distribution))
        };
        let cells: Vec<String> = boards.iter().map(of).collect();
        let solved = cells.iter().any(|cell| !cell.is_empty());
        solved.then(|| std::iter::once(format!("`{}`", variant.name())).chain(cells).collect())
    });
    let heads: Vec<String> = std::iter::once("ruleset".to_string())
        .chain(boards.iter().map(|(board, _)| board.to_string()))
        .collect();
    table(&heads, "lr", rows)
}
