//! Boards every position of which was solved, on the page of the folder.

use super::distribution;
use super::markdown::{heads, table};
use super::view::{Distribution, Positions, View};
use crate::rules::Points;
use crate::solutions::positions::Column;
use crate::solutions::product::Product;
use crate::solutions::task::Task;

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
    for positions in &view.positions {
        if positions.board.points() == 6 || positions.board.to_string() == board.to_string() {
            let board = positions.board;
            parts.push(format!("Number of positions of {board} with each value, Black to move:\n"));
            parts.push(values(positions));
        }
    }
    parts.join("\n")
}

/// How many positions have which value, for every ruleset with its defaults. Fractions share a row.
fn values(positions: &Positions) -> String {
    let shown = positions.distributions();
    let row = |label: &str, wanted: &dyn Fn(Option<Points>) -> bool| -> Option<Vec<String>> {
        let count = |distribution: &Distribution| -> u32 {
            distribution.iter().filter(|(value, _)| wanted(**value)).map(|(_, count)| count).sum()
        };
        let counts: Vec<u32> = shown.iter().map(|(_, distribution)| count(distribution)).collect();
        let cells = counts.iter().map(ToString::to_string);
        counts.iter().any(|count| *count > 0).then(|| [label.to_string()].into_iter().chain(cells).collect())
    };
    let most = positions.board.points() as i32;
    let whole = (-most..=most)
        .filter_map(|points| row(&points.to_string(), &|value| value == Some(Points::from_integer(points))));
    let fractions = row("fractions", &|value| value.is_some_and(|points| !points.is_integer()));
    let none = row("no-result", &|value| value.is_none());
    let rulesets = shown.iter().map(|(variant, _)| variant.entry.id);
    table(&heads(&["value"], rulesets), "r", whole.chain(fractions).chain(none))
}
