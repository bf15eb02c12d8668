//! An end that one player imposes.
//!
//! A player *imposes* the end if he ends the game by a move that follows no pass and no agreement of his opponent, at a score
//! that is better for him than the value of the same position if the game went on from there: begun anew under the same
//! rules, with his opponent to move. Where only passes of both players end a game nobody can.

use super::play::{Walk, better, states};
use super::record::Case;
use super::search::{Example, search};
use super::trial::Trial;
use crate::go::notation::move_name;
use crate::go::{Board, Move, Player};
use crate::rules::{Effect, Points, Ruling};
use crate::solve::Value;

/// The states of a board that are looked at.
const STATES: usize = 4_000;

/// A state in which a player can impose the end.
pub fn end(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    search(trial, check, &states(STATES), |bench| {
        let walk = Walk::of(bench.game, &bench.survey.positions, STATES, bench.purse)?;
        for (place, visited) in walk.states().iter().enumerate() {
            if visited.last().is_some_and(|mv| mv.placed().is_none()) {
                continue;
            }
            let (state, mover) = (&visited.state, visited.state.key.mover);
            for play in bench.game.plays(&state.key) {
                let Ruling::Ends(score) = bench.game.rule(state, &play) else { continue };
                let position = match &play.effect {
                    Effect::Next(next, _) => next.position,
                    Effect::End(_) => state.key.position,
                };
                let anew = bench.game.start(position, mover.other());
                let banked = Points::from_integer(state.past.banked());
                let on = bench.purse.value(bench.session, &anew)?;
                let on = on.points().map_or(on, |points| Value::Points(points + banked));
                if !better(mover, Value::Points(score), on) {
                    continue;
                }
                let found = format!(
                    "{} ends the game by {} with {score}; begun anew from there, {} to move, it is worth {on}",
                    mover.name(),
                    name(&bench.game.board, play.mv),
                    mover.other().name(),
                );
                let (start, to_move) = (visited.start, Player::Black);
                let moves = walk.moves(place);
                return Ok(Some(Example { start, to_move, moves, value: None, line: vec![play.mv], found }));
            }
        }
        Ok(None)
    })
}

fn name(board: &Board, mv: Move) -> String {
    match mv {
        Move::Pass => "a pass".to_string(),
        mv => move_name(board, mv),
    }
}
