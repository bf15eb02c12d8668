//! A board as the page draws it: its points and how they lie.

use serde::Serialize;

use crate::ask::{Fault, Texts};
use crate::go::Board;
use crate::go::notation::point_name;
use crate::report::record::{GraphRecord, SCHEMA};

/// The most points of a board that the page shows. Larger boards are solved by the command line, where nobody waits.
pub const MOST_POINTS: usize = 20;

/// A board.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Drawn {
    /// The version of this form.
    pub schema: u32,
    /// Its name.
    pub board: String,
    /// Its points and edges; `null` for a grid.
    pub graph: Option<GraphRecord>,
    /// The rows; `null` for a graph that is not laid out in rows.
    pub rows: Option<usize>,
    /// The columns.
    pub columns: Option<usize>,
    /// The names of the points, in the order of the letters of a position.
    pub points: Vec<String>,
}

impl Drawn {
    /// The record of a board.
    pub fn of(board: &Board) -> Drawn {
        let laid_out = board.is_laid_out();
        Drawn {
            schema: SCHEMA,
            board: board.to_string(),
            graph: GraphRecord::of(board),
            rows: laid_out.then(|| board.rows()),
            columns: laid_out.then(|| board.cols()),
            points: (0..board.points() as u8).map(|point| point_name(board, point)).collect(),
        }
    }
}

/// The board of a name, or of a name and edges.
///
/// # Errors
/// What was wrong and what was expected; also that the board is too large for the page.
pub fn board(name: &str, edges: Option<String>) -> Result<Board, Fault> {
    let board = Texts { board: name.to_string(), edges, ..Texts::default() }.board()?;
    small(&board).map(|()| board)
}

/// Whether a board is small enough for the page.
///
/// # Errors
/// That it is not.
pub fn small(board: &Board) -> Result<(), Fault> {
    let points = board.points();
    if points <= MOST_POINTS {
        return Ok(());
    }
    let what = format!(
        " {board}: {points} intersections, expected at most {MOST_POINTS} on the page (solve --board solves larger ones)"
    );
    Err(Fault { part: "board", what })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_come_in_the_order_of_a_position_and_rows_only_where_there_are_any() {
        let drawn = Drawn::of(&board("2x3", None).unwrap());
        assert_eq!((drawn.rows, drawn.columns, drawn.points[0].as_str()), (Some(2), Some(3), "A2"));
        assert!(drawn.graph.is_none());
        let torus = Drawn::of(&board("torus:2x3", None).unwrap());
        assert_eq!((torus.rows, torus.graph.is_some()), (Some(2), true));
        let path = Drawn::of(&board("own", Some("P Q\nQ S".to_string())).unwrap());
        assert_eq!((path.rows, path.points), (None, vec!["P".to_string(), "Q".into(), "S".into()]));
    }

    #[test]
    fn a_board_that_is_too_large_or_no_board_is_refused_in_one_line() {
        let said = |name: &str| board(name, None).err().unwrap().to_string();
        assert!(said("3x7").starts_with("board 3x7: 21 intersections, expected at most 20"));
        assert!(said("three").starts_with("board \"three\""));
    }
}
