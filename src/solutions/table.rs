//! The record of an empty board, solved under one variant.
//!
//! A table is solved by one thread, from empty lemma tables, within a limit of nodes. One thread follows one order, the
//! limit counts nodes and not time, and nothing is shared with other tables; so the bytes are the same on any machine,
//! however many tables are solved at the same time.

use serde::{Deserialize, Serialize};

use super::variant::Variant;
use crate::go::{Board, Player, Position};
use crate::referee::Referee;
use crate::report::record::{
    AnswerRecord, BoardRecord, Bounds, Effort, LineRecord, MoveName, RulesRecord, StartRecord,
};
use crate::solve::{Answer, Budget, Request, Session, Value, Want};

/// A line of more moves than this is cut: one that walks in circles may have thousands.
pub const LINE: usize = 100;

/// An empty board, solved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The board.
    #[serde(flatten)]
    pub board: BoardRecord,
    /// The ruleset.
    #[serde(flatten)]
    pub rules: RulesRecord,
    /// The empty board, Black to move.
    #[serde(flatten)]
    pub start: StartRecord,
    /// The value and the best moves.
    #[serde(flatten)]
    pub answer: AnswerRecord,
    /// Every legal first move with its value, or its bounds.
    pub move_values: Vec<MoveValue>,
    /// Best play: the first best move, then a pass where it keeps the value, else the first stone that does
    /// (under a ruleset whose games may never end, what its solver chooses). The first 100 moves are given.
    #[serde(flatten)]
    pub line: LineRecord,
    /// What it took, on one thread.
    pub effort: Effort,
}

/// A first move: its value, or between which scores it lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveName,
    /// The value, if it was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// If the value was not found: Black can reach this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<Value>,
    /// If the value was not found: White can hold him to this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<Value>,
    /// Whether the value is more than `low`; left out if it may be as much.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub low_exclusive: bool,
    /// Whether the value is less than `high`; left out if it may be as much.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub high_exclusive: bool,
}

impl MoveValue {
    fn of(mv: MoveName, answer: &Answer) -> MoveValue {
        let value = answer.exact();
        let bounds = value.is_none().then(|| Bounds::of(answer));
        MoveValue {
            mv,
            value,
            low: bounds.map(|bounds| bounds.low),
            high: bounds.map(|bounds| bounds.high),
            low_exclusive: bounds.is_some_and(|bounds| bounds.low_exclusive),
            high_exclusive: bounds.is_some_and(|bounds| bounds.high_exclusive),
        }
    }

    /// What is said of the value: of one that is not there, no more than of that of the position.
    pub fn bounds(&self, position: &Bounds) -> Bounds {
        match (self.value, self.low, self.high) {
            (Some(value), ..) => Bounds::between(value, value),
            (None, Some(low), Some(high)) => {
                Bounds { low, high, low_exclusive: self.low_exclusive, high_exclusive: self.high_exclusive }
            }
            (None, ..) => *position,
        }
    }
}

/// What is sought of an empty board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sought {
    /// The value, one best move and a line of best play.
    Value,
    /// The same, all best moves, and the values of all first moves.
    FirstMoves,
}

impl Table {
    /// Solves an empty board.
    pub fn solved(board: &Board, variant: &Variant, sought: Sought, budget: &Budget) -> Table {
        let game = variant.game(board.clone());
        let all = sought == Sought::FirstMoves;
        let request = Request {
            best_moves: if all { Want::All } else { Want::One },
            move_values: all,
            line: true,
            chosen_line: true,
            threads: 1,
            ..Request::default()
        };
        let (start, mover) = (Position::default(), Player::Black);
        // The search alone, of which a certificate can be made.
        let session = Session::new(&game).with_first_nodes(u64::MAX);
        let solution = session.solve(&game.start(start, mover), &request, budget);
        let values = solution.move_values.iter();
        Table {
            board: BoardRecord::of(board),
            rules: RulesRecord::of(game.entry, &game.options),
            start: StartRecord::of(board, &start, mover),
            answer: AnswerRecord::of(board, &solution),
            move_values: values.map(|(mv, answer)| MoveValue::of(MoveName::of(board, *mv), answer)).collect(),
            line: LineRecord::of(Referee::new(&game, start, mover), board, &solution, LINE),
            effort: Effort { nodes: budget.nodes(), results: solution.results, stopped: solution.stopped },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::json;

    #[test]
    fn a_table_is_read_back_as_it_was_written_and_with_no_field_more() {
        for (board, name) in [("2x2", "psk"), ("1x3", "simple-ko"), ("star:4", "kee2009")] {
            let (board, variant) = (Board::parse(board).unwrap(), Variant::named(name).unwrap());
            let table = Table::solved(&board, &variant, Sought::FirstMoves, &Budget::default());
            let text = json::text(&table);
            assert_eq!(json::read::<Table>("table", text.as_bytes()), Ok(table));
            let more = text.replacen("\"schema\"", "\"more\": 1, \"schema\"", 1);
            let refused = json::read::<Table>("table", more.as_bytes()).unwrap_err();
            assert!(refused.contains("more"), "{refused}");
        }
    }
}
