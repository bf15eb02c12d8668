//! What JSON holds as a text: moves by their names. Values, players and the reasons why an effort stopped are texts by
//! [`superko_go::as_text`].

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::go::notation::{move_name, parse_move};
use crate::go::{Board, Move};

/// A move by its name, such as `A2` or `pass`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct MoveName(String);

impl MoveName {
    /// The name of a move on a board.
    pub fn of(board: &Board, mv: Move) -> MoveName {
        MoveName(move_name(board, mv))
    }

    /// The names of moves on a board.
    pub fn all(board: &Board, moves: &[Move]) -> Vec<MoveName> {
        moves.iter().map(|mv| MoveName::of(board, *mv)).collect()
    }

    /// The move that has this name on a board, if there is one.
    pub fn on(&self, board: &Board) -> Option<Move> {
        parse_move(board, &self.0).ok()
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Player;
    use crate::solve::{Stopped, Value};

    #[test]
    fn typed_fields_are_read_back_from_their_texts() {
        for text in ["\"2\"", "\"-1/2\"", "\"no-result\""] {
            let value: Value = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&value).unwrap(), text);
        }
        for text in ["\"\"", "\"1/0\"", "\"draw\"", "2"] {
            assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
        }
        for player in Player::COLOURS {
            let text = serde_json::to_string(&player).unwrap();
            assert_eq!(serde_json::from_str::<Player>(&text).unwrap(), player);
        }
        let error = serde_json::from_str::<Player>("\"blue\"").unwrap_err().to_string();
        assert!(error.contains("\"blue\", expected \"black\", \"white\", \"red\", \"green\""), "{error}");
        let text = serde_json::to_string(&Stopped::Nodes).unwrap();
        assert_eq!(serde_json::from_str::<Stopped>(&text).unwrap(), Stopped::Nodes);
    }

    #[test]
    fn a_move_is_named_as_its_board_names_it() {
        let board = Board::grid(2, 3).unwrap();
        let names = MoveName::all(&board, &[Move::Place(0), Move::Pass]);
        assert_eq!(serde_json::to_string(&names).unwrap(), r#"["A2","pass"]"#);
        assert_eq!(names[0].on(&board), Some(Move::Place(0)));
        assert_eq!(MoveName("C2".to_string()).on(&Board::grid(2, 2).unwrap()), None);
    }
}
