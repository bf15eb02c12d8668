//! Filling one's own eye.

use super::play::better;
use super::record::Case;
use super::scores::first;
use super::search::{Example, search};
use super::trial::Trial;
use crate::go::bits::members;
use crate::go::notation::move_name;
use crate::go::{Board, Move, Player, Position};
use crate::solve::{Request, Want};

/// A start in which it is the only best move to fill a one-point eye of one's own: an empty intersection all of whose
/// neighbours are stones of the player to move.
pub fn filling(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    search(trial, check, "starts", |bench| {
        first(bench, |bench, (start, to_move), state, value| {
            let eyes = eyes(&bench.game.board, &start, to_move);
            if eyes == 0 {
                return Ok(None);
            }
            let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
            let solution = bench.purse.solve(bench.session, state, &request)?;
            let [mv @ Move::Place(point)] = solution.best_moves[..] else { return Ok(None) };
            let values = |other: &Move| {
                let found = solution.move_values.iter().find(|(mv, _)| mv == other);
                found.and_then(|(_, answer)| answer.exact())
            };
            if eyes >> point & 1 == 0 {
                return Ok(None);
            }
            // A move that is incomparable with the best one, such as a draw beside no result, is not worse.
            let others = || solution.move_values.iter().filter(|(other, _)| *other != mv);
            if !others().all(|(other, _)| values(other).is_some_and(|other| better(to_move, value, other))) {
                return Ok(None);
            }
            let name = move_name(&bench.game.board, mv);
            let next = others().filter_map(|(other, _)| values(other));
            let next = next.reduce(|best, other| if better(to_move, other, best) { other } else { best });
            let next = next.map_or(String::new(), |next| format!(", and every other move at best {next}"));
            let found = format!("{name} fills an eye of {}'s own and is worth {value}{next}", to_move.name());
            let line = solution.line.clone();
            Ok(Some(Example { start, to_move, moves: Vec::new(), value: Some(value), line, found }))
        })
    })
}

/// The one-point eyes of a player.
fn eyes(board: &Board, position: &Position, player: Player) -> u64 {
    let own = position.colours()[player.index()];
    let eye = |point: &u8| {
        let around = board.adjacent(1 << point);
        around != 0 && around & !own == 0
    };
    members(board.full() & !position.occupied()).filter(eye).fold(0, |set, point| set | 1 << point)
}
