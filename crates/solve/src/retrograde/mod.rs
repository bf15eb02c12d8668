//! Retrograde analysis: games that may never end, solved backwards from their ends.

mod analysis;
pub mod basic_ko;

use crate::solution::{Answer, Request, Solution, Value, Want};
use superko_rules::{Game, Play, Points, State};

pub use analysis::{Interval, Line, Outcome, Retrograde};

impl From<Outcome> for Value {
    fn from(outcome: Outcome) -> Value {
        match outcome {
            Outcome::Points(points) => Value::Points(Points::from_integer(points)),
            Outcome::NoResult => Value::NoResult,
        }
    }
}

/// Answers a request about a state that an analysis has reached.
pub fn solve(solved: &Retrograde, game: &Game, state: &State, request: &Request) -> Solution {
    let mut solution = Solution::unknown(game, state);
    let cycles = game.options.cycles;
    let interval = solved.interval(&state.key);
    solution.value = Answer::Exact(interval.value(cycles).into());
    solution.interval = Some(interval);
    solution.best_moves = solved.best_moves(&state.key, cycles);
    solution.all_best_moves = true;
    if request.best_moves == Want::One && !request.move_values {
        solution.all_best_moves = solution.best_moves.len() <= 1;
        solution.best_moves.truncate(1);
    }
    if request.move_values {
        let valued = |play: &Play| (play.mv, Answer::Exact(solved.after(play, cycles).into()));
        solution.move_values = game.plays(&state.key).iter().map(valued).collect();
    }
    if request.pv {
        let line = solved.line(&state.key, cycles);
        solution.pv = line.moves;
        solution.repeats_from = line.repeats_from;
    }
    solution.results = solved.states();
    solution
}
