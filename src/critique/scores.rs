//! Games without result, and scores that are no whole numbers.

use super::play::by_repetition;
use super::record::{Case, Verdict};
use super::search::{Bench, Example, search};
use super::trial::Trial;
use crate::claims::checks::random::Numbers;
use crate::go::{Move, Player, Position};
use crate::rules::{Points, Ruling, State};
use crate::solve::{Stopped, Value};

/// The random games on each board that are looked at for an end with a fraction.
const GAMES: usize = 100;

/// The moves after which a random game is given up.
const LONGEST: usize = 60;

/// A start whose best play comes to no end that is scored.
pub fn no_result(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    let ends = trial.always_ends();
    search(trial, check, "starts", |bench| {
        first(bench, |bench, start, state, value| {
            // Where every game ends a repetition can only be a draw.
            if ends && value != Value::Points(Points::from_integer(0)) {
                return Ok(None);
            }
            let (repeats, solution) = by_repetition(bench.purse, bench.session, start, &[], state)?;
            let found = match value {
                _ if !repeats => return Ok(None),
                Value::NoResult => "best play has no result".to_string(),
                value => format!("a repetition decides: best play is worth {value}"),
            };
            let (start, to_move) = start;
            let value = Some(value);
            Ok(Some(Example { start, to_move, moves: Vec::new(), value, line: solution.line, found }))
        })
    })
}

/// A start whose value is no whole number; or at least a game that ends so.
pub fn fraction(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    let (mut cases, mut nodes) = search(trial, check, "starts", |bench| {
        first(bench, |bench, (start, to_move), state, value| {
            if value.points().is_none_or(|points| points.is_integer()) {
                return Ok(None);
            }
            let line = bench.line(state);
            let found = format!("the value is {value}, which is no whole number");
            Ok(Some(Example { start, to_move, moves: Vec::new(), value: Some(value), line, found }))
        })
    });
    if cases.iter().all(|case| case.verdict != Verdict::Present) {
        let what = format!("ends of {GAMES} random games on each");
        let (ends, spent) = search(trial, check, &what, |bench| {
            let mut numbers = Numbers::new();
            for _ in 0..GAMES {
                let (moves, score) = random_game(bench, &mut numbers)?;
                let Some(score) = score.filter(|score| !score.is_integer()) else { continue };
                let (start, to_move, line) = (Position::default(), Player::Black, Vec::new());
                let found = format!("no value is a fraction there, but a game may end with {score}");
                return Ok(Some(Example { start, to_move, moves, value: None, line, found }));
            }
            Ok(None)
        });
        cases.extend(ends);
        nodes += spent;
    }
    (cases, nodes)
}

/// A game from the empty board with moves at random, and its score if it ended within [`LONGEST`] moves.
fn random_game(bench: &Bench, numbers: &mut Numbers) -> Result<(Vec<Move>, Option<Points>), Stopped> {
    let (mut state, mut moves) = (bench.game.start(Position::default(), Player::Black), Vec::new());
    while moves.len() < LONGEST {
        bench.purse.step(1)?;
        let mut legal = bench.game.legal(&state);
        let (mv, ruling) = legal.swap_remove(numbers.below(legal.len()));
        moves.push(mv);
        match ruling {
            Ruling::Ends(score) => return Ok((moves, Some(score))),
            Ruling::Leads(next) => state = next,
            Ruling::Barred(_) => unreachable!("only legal moves are listed"),
        }
    }
    Ok((moves, None))
}

/// The first start with an example.
pub fn first(
    bench: &Bench,
    look: impl Fn(&Bench, (Position, Player), &State, Value) -> Result<Option<Example>, Stopped>,
) -> Result<Option<Example>, Stopped> {
    for (start, value) in bench.survey.rows() {
        let state = bench.game.start(start, Player::Black);
        if let Some(example) = look(bench, (start, Player::Black), &state, value)? {
            return Ok(Some(example));
        }
    }
    Ok(None)
}
