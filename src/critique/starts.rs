//! The starts of small boards: every legal position, Black to move, of those that symmetries make equal one.
//!
//! White to move gives the same with the colours exchanged, which every ruleset of two players allows (see the contract of
//! [`Ruleset`](crate::rules::Ruleset)).

use super::purse::Purse;
use super::subject::Subject;
use crate::go::notation::diagram_line;
use crate::go::position::legal_positions;
use crate::go::{Board, Player, Position};
use crate::rules::State;
use crate::solve::{Session, Stopped, Value};

/// The boards whose starts are looked at, small ones first.
pub const BOARDS: [&str; 7] = ["1x1", "1x2", "1x3", "2x2", "1x4", "1x5", "2x3"];

/// Those on which values are compared besides, as one start with another value is all that is looked for there; a deep
/// critique looks at them for everything.
pub const WIDER_BOARDS: [&str; 4] = ["1x6", "1x7", "2x4", "3x3"];

/// The starts of a board with their values.
pub struct Survey {
    /// The board.
    pub board: Board,
    /// The positions, Black to move.
    pub positions: Vec<Position>,
    /// Their values.
    pub values: Vec<Value>,
}

impl Survey {
    /// Values every start of a board, in a session of its own.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn of(subject: &Subject, board: &Board, purse: &Purse) -> Result<Survey, Stopped> {
        let game = subject.game(board).map_err(|_| Stopped::Memory)?;
        let positions = positions(board);
        let session = Session::new(&game);
        let states: Vec<State> =
            positions.iter().map(|position| game.start(*position, Player::Black)).collect();
        let (values, stopped) = purse.pay(|budget| session.values(&states, budget));
        stopped.map_or(Ok(Survey { board: board.clone(), positions, values }), Err)
    }

    /// The positions with their values.
    pub fn rows(&self) -> impl Iterator<Item = (Position, Value)> + '_ {
        self.positions.iter().copied().zip(self.values.iter().copied())
    }
}

/// The legal positions of a board, of those that symmetries make equal one: few stones first, then in the order of their
/// texts.
pub fn positions(board: &Board) -> Vec<Position> {
    let mut found: Vec<(u32, String, Position)> = Vec::new();
    for position in legal_positions(board) {
        let own = position.colours();
        let first = board.symmetries().iter().all(|symmetry| own.map(|set| symmetry.set(set)) >= own);
        if first {
            found.push((position.occupied().count_ones(), diagram_line(board, &position), position));
        }
    }
    found.sort_unstable_by(|(a, b, _), (c, d, _)| (a, b).cmp(&(c, d)));
    found.into_iter().map(|(.., position)| position).collect()
}

/// Boards in words: `1x1, 1x2 and 1x3`; `no board` if there is none.
pub fn listed<'a>(boards: impl IntoIterator<Item = &'a Board>) -> String {
    let names: Vec<String> = boards.into_iter().map(Board::to_string).collect();
    match names.as_slice() {
        [] => "no board".to_string(),
        [name] => name.clone(),
        [names @ .., last] => format!("{} and {last}", names.join(", ")),
    }
}
