//! The section of the page on boards every position of which was solved.

use std::fmt::Write;

use super::distribution;
use super::markdown::{names, table};
use super::view::{Distribution, Positions, View};
use crate::rules::Points;
use crate::solutions::positions::Column;
use crate::solutions::product::Product;
use crate::solutions::task::Task;

/// The section.
pub fn section(view: &View, text: &mut String) {
    text.push_str(
        "## Every position\n\n\
         `strong/` values every legal position with either player to move, as the start of a new game. A row stands\n\
         for all positions that a symmetry makes equal (`images` counts them), Black to move; exchanging the colours\n\
         turns the sign. Boards of more than nine points are there under the rulesets under which games may go on for\n\
         ever.\n\n",
    );
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
    let heads = ["board", "legal positions", "rows", "games", "given up at the limit"];
    table(&heads, "lrrrl", rows, text);
    let Some(drawn) = distribution::board(view) else { return };
    let (board, path) = (drawn.board, distribution::PATH);
    let _ = writeln!(text, "\n![Distribution of values on {board} by ruleset]({path})\n");
    let columns = view.positions.iter().flat_map(|positions| &positions.columns);
    let fraction = |points: Option<Points>| points.is_some_and(|points| !points.is_integer());
    if !columns.flat_map(|(_, column)| &column.values).any(|value| fraction(value.points())) {
        text.push_str(
            "No position of these boards has a fraction for its value, under any of these games: what is scored as a mean\n\
             comes out whole.\n\n",
        );
    }
    for positions in &view.positions {
        if positions.board.points() == 6 || positions.board.to_string() == drawn.board.to_string() {
            distribution_rows(positions, text);
        }
    }
}

/// How many positions have which value, for every ruleset with its defaults. Fractions share a row.
fn distribution_rows(positions: &Positions, text: &mut String) {
    let shown = positions.distributions();
    let _ = writeln!(text, "Number of positions of {} with each value, Black to move:\n", positions.board);
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
    let heads =
        [vec!["value".to_string()], names(shown.iter().map(|(variant, _)| variant.entry.id))].concat();
    table(&heads, "r", whole.chain(fractions).chain(none), text);
    text.push('\n');
}
