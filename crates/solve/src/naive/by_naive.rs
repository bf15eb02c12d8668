//! Solutions from the naive solvers. Every move is valued by itself.

use super::minimax::Naive;
use super::value_iteration::Reached;
use crate::budget::{Budget, Stopped};
use crate::retrograde::Interval;
use crate::solution::{Answer, Request, Solution, Value, Want};
use superko_go::Move;
use superko_rules::{Effect, Game, Points, Ruling, State};

/// Answers a request about a state of a game that always ends, by minimax.
pub fn solve(game: &Game, state: &State, request: &Request, budget: &Budget) -> Solution {
    let mut solution = Solution::unknown(game, state);
    let mut naive = Naive::new(game, budget);
    solution.stopped = fill(&mut solution, game, state, request, &mut naive).err();
    naive.settle_accounts();
    solution.results = naive.states();
    solution
}

fn fill(
    solution: &mut Solution,
    game: &Game,
    state: &State,
    request: &Request,
    naive: &mut Naive,
) -> Result<(), Stopped> {
    let value = naive.value(state)?;
    solution.value = Answer::Exact(Value::Points(value));
    let moves = move_values(game, state, naive)?;
    let kept = moves.iter().filter(|(_, points, _)| *points == value).map(|(mv, ..)| *mv);
    choose(solution, kept.collect(), request);
    if request.move_values {
        solution.move_values =
            moves.iter().map(|(mv, points, _)| (*mv, Answer::Exact(Value::Points(*points)))).collect();
    }
    if request.line {
        let (mut mv, mut state) = (solution.best_moves[0], state.clone());
        loop {
            solution.line.push(mv);
            let moves = move_values(game, &state, naive)?;
            let made = moves.into_iter().find(|(made, ..)| *made == mv);
            match made.expect("a move of the line is legal").2 {
                Ruling::Leads(next) => state = next,
                Ruling::Ends(_) | Ruling::Barred(_) => return Ok(()),
            }
            // A pass if that keeps the value, else the first stone that does.
            let moves = move_values(game, &state, naive)?;
            let keeps = |(_, points, _): &&(Move, Points, Ruling)| *points == value;
            let best = moves.iter().rev().take(1).chain(&moves).find(keeps);
            mv = best.expect("some move keeps the value").0;
        }
    }
    Ok(())
}

/// Every legal move with its value.
fn move_values(
    game: &Game,
    state: &State,
    naive: &mut Naive,
) -> Result<Vec<(Move, Points, Ruling)>, Stopped> {
    let valued = game.legal(state).into_iter().map(|(mv, ruling)| {
        let value = match &ruling {
            Ruling::Ends(score) => *score,
            Ruling::Leads(next) => naive.value(next)?,
            Ruling::Barred(_) => unreachable!("only legal moves are listed"),
        };
        Ok((mv, value, ruling))
    });
    valued.collect()
}

fn choose(solution: &mut Solution, mut best: Vec<Move>, request: &Request) {
    let all = request.best_moves == Want::All || request.move_values;
    solution.all_best_moves = all || best.len() <= 1;
    if !all {
        best.truncate(1);
    }
    solution.best_moves = best;
}

/// Answers a request about a state of a game that may go on for ever, by value iteration. There is no line: value
/// iteration finds values, and not how to come nearer to an end.
pub fn solve_loopy(game: &Game, state: &State, request: &Request, budget: &Budget) -> Solution {
    let mut solution = Solution::unknown(game, state);
    solution.stopped = fill_loopy(&mut solution, game, state, request, budget).err();
    solution
}

fn fill_loopy(
    solution: &mut Solution,
    game: &Game,
    state: &State,
    request: &Request,
    budget: &Budget,
) -> Result<(), Stopped> {
    // One more than any score: a key keeps this value where no end can be forced.
    let beyond = game.farthest() + 1;
    let values = |horizon| Reached::list(game, [state.key], budget)?.values(horizon, budget);
    let (low, high) = (values(-beyond)?, values(beyond)?);
    let interval = |key| {
        let (low, high) = (low[key], high[key]);
        let most = game.farthest();
        Interval {
            low: low.max(-most),
            high: high.min(most),
            black_forces_end: low >= -most,
            white_forces_end: high <= most,
        }
    };
    let cycles = game.options.cycles;
    let value: Value = interval(&state.key).value(cycles).into();
    solution.value = Answer::Exact(value);
    solution.interval = Some(interval(&state.key));
    solution.results = low.len();
    let moves: Vec<(Move, Value)> = game
        .plays(&state.key)
        .iter()
        .map(|play| match &play.effect {
            Effect::End(score) => (play.mv, Value::Points(Points::from_integer(*score))),
            Effect::Next(next, _) => (play.mv, interval(next).value(cycles).into()),
        })
        .collect();
    let kept = moves.iter().filter(|(_, after)| *after == value).map(|(mv, _)| *mv);
    choose(solution, kept.collect(), request);
    if request.move_values {
        solution.move_values = moves.iter().map(|(mv, value)| (*mv, Answer::Exact(*value))).collect();
    }
    Ok(())
}
