//! Boards and the catalogue of rulesets, as JSON.

use pyo3::prelude::*;
use serde_json::json;
use superko::ask::Texts;
use superko::ask::rulesets::Record;
use superko::go::bits::PointSet;
use superko::go::board::{Board, OfSize};
use superko::go::notation::{self, NotationError, parse_move, parse_position, point_name};
use superko::rules;
use superko::rules::catalogue::ALL;

use crate::fault::Wrong;

/// A board: its name, its rows and columns if it is drawn in them, its points in the order of the
/// letters of a position, and its edges.
#[pyfunction]
#[pyo3(signature = (name, edges=None))]
pub fn board(name: String, edges: Option<String>) -> PyResult<String> {
    let board = Texts { board: name, edges, ..Texts::default() }.board_of_any_size().map_err(Wrong::from)?;
    Ok(match board {
        OfSize::Solved(board) => record(&board),
        OfSize::Large(board) => record(&board),
    })
}

fn record<S: PointSet>(board: &Board<S>) -> String {
    let of = |point| point_name(board, point);
    let record = json!({
        "name": board.to_string(),
        "rows": board.rows(),
        "cols": board.cols(),
        "grid": board.is_grid(),
        "laid_out": board.is_laid_out(),
        "points": board.all().map(of).collect::<Vec<_>>(),
        "edges": board.edges().map(|(a, b)| [of(a), of(b)]).collect::<Vec<_>>(),
    });
    record.to_string()
}

/// All rulesets, as `solve rules --json` prints them.
#[pyfunction]
pub fn catalogue() -> String {
    serde_json::to_string(&Vec::from(ALL.map(Record::of))).expect("a record can be written as JSON")
}

/// A position as a diagram with coordinates, or of a board without rows as a list of its points;
/// the last stone is in parentheses.
#[pyfunction]
#[pyo3(signature = (name, edges, position, last=None))]
pub fn diagram(name: String, edges: Option<String>, position: &str, last: Option<&str>) -> PyResult<String> {
    let board = Texts { board: name, edges, ..Texts::default() }.board_of_any_size().map_err(Wrong::from)?;
    match board {
        OfSize::Solved(board) => drawn(&board, position, last),
        OfSize::Large(board) => drawn(&board, position, last),
    }
}

fn drawn<S: PointSet>(board: &Board<S>, position: &str, last: Option<&str>) -> PyResult<String> {
    let wrong = |part, error: NotationError| Wrong { part, what: format!(": {error}") };
    let position = parse_position(board, position).map_err(|error| wrong("position", error))?;
    let last = last.map(|name| parse_move(board, name)).transpose();
    let last = last.map_err(|error| wrong("last", error))?.and_then(|mv| mv.placed());
    Ok(notation::diagram(board, &position, last))
}

/// The known word that a typing error may have meant, as messages about rulesets have it.
#[pyfunction]
pub fn nearest(word: &str, known: Vec<String>) -> Option<String> {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    rules::nearest(word, &known).map(str::to_string)
}
