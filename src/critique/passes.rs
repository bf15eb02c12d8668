//! Passes that do more, or less, than a pass should.
//!
//! A pass should hand over the turn and nothing else: so the value after it is that of the same position with the other
//! player to move, less what the ruleset takes for the pass; and two passes should leave a game as it was, unless they end it.

use super::play::{Walk, after, as_it_stands, better, states};
use super::record::Case;
use super::scores::first;
use super::search::{Example, search};
use super::trial::Trial;
use crate::go::notation::move_name;
use crate::go::score::areas;
use crate::go::{Move, Player, Position};
use crate::rules::{Play, Points, Ruling, State};
use crate::solve::{Request, Value, Want};

/// The states of a board that are looked at.
const STATES: usize = 2_000;

/// A start from which a pass does not come to the same as the other player's turn.
pub fn turn(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    search(trial, check, "starts", |bench| {
        first(bench, |bench, (start, to_move), state, _| {
            let Some(passed) = after(bench.game, state, Move::Pass) else { return Ok(None) };
            let value = bench.purse.value(bench.session, &passed)?;
            let anew = bench.game.start(start, to_move.other());
            let other = with(bench.purse.value(bench.session, &anew)?, &passed);
            if value == other {
                return Ok(None);
            }
            let found = format!(
                "after {}'s pass it is worth {value}; the same position with {} to move from the beginning {other}{}",
                to_move.name(),
                to_move.other().name(),
                price(&passed),
            );
            let line = bench.line(&passed);
            Ok(Some(Example { start, to_move, moves: vec![Move::Pass], value: Some(value), line, found }))
        })
    })
}

/// A start that two passes change.
pub fn two(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    if let Some(Ok(survey)) = trial.surveys().each().next()
        && let Ok(game) = trial.subject.game(&survey.board)
    {
        let passed = after(&game, &game.start(Position::default(), Player::Black), Move::Pass);
        if passed.is_none_or(|passed| after(&game, &passed, Move::Pass).is_none()) {
            return (vec![Case::not_applicable("every start", "two passes end the game")], 0);
        }
    }
    search(trial, check, "starts", |bench| {
        first(bench, |bench, (start, to_move), state, before| {
            let passed = after(bench.game, state, Move::Pass);
            let Some(passed) = passed.and_then(|passed| after(bench.game, &passed, Move::Pass)) else {
                return Ok(None);
            };
            let value = bench.purse.value(bench.session, &passed)?;
            let before = with(before, &passed);
            if value == before {
                return Ok(None);
            }
            let found =
                format!("after two passes it is worth {value}, and before them {before}{}", price(&passed));
            let line = bench.line(&passed);
            let moves = vec![Move::Pass; 2];
            Ok(Some(Example { start, to_move, moves, value: Some(value), line, found }))
        })
    })
}

/// A start in which a pass gains: it is the only best move, and worth more than the position as it stands.
pub fn gaining(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    search(trial, check, "starts", |bench| {
        first(bench, |bench, (start, to_move), state, value| {
            let Some((score, _)) = as_it_stands(bench.game, state) else { return Ok(None) };
            if !better(to_move, value, Value::Points(score)) {
                return Ok(None);
            }
            let request = Request { best_moves: Want::All, ..Request::default() };
            let solution = bench.purse.solve(bench.session, state, &request)?;
            if solution.best_moves != [Move::Pass] {
                return Ok(None);
            }
            let found = format!("only the pass is worth {value}; the position as it stands is worth {score}");
            Ok(Some(Example {
                start,
                to_move,
                moves: Vec::new(),
                value: Some(value),
                line: solution.line,
                found,
            }))
        })
    })
}

/// A start in which a player has nothing but stones to place in what counts for him already, and loses more by a pass than
/// the pass costs: as in the game in which who cannot move has lost.
pub fn fatal(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    search(trial, check, "starts", |bench| {
        first(bench, |bench, (start, to_move), state, value| {
            let own = areas(&bench.game.board, &start)[to_move.index()];
            let legal = bench.game.legal(state);
            let stones: Vec<u8> = legal.iter().filter_map(|(mv, _)| mv.placed()).collect();
            if stones.is_empty() || stones.iter().any(|point| own >> point & 1 == 0) {
                return Ok(None);
            }
            let request = Request { move_values: true, ..Request::default() };
            let solution = bench.purse.solve(bench.session, state, &request)?;
            let values: Vec<(Move, Value)> =
                solution.move_values.iter().filter_map(|(mv, answer)| Some((*mv, answer.exact()?))).collect();
            let Some((_, pass)) = values.iter().find(|(mv, _)| *mv == Move::Pass) else { return Ok(None) };
            let price = after(bench.game, state, Move::Pass).map_or(0, |passed| passed.past.banked());
            let free =
                pass.points().map_or(*pass, |points| Value::Points(points - Points::from_integer(price)));
            let stones = || values.iter().filter(|(mv, _)| mv.placed().is_some());
            if !stones().all(|(_, value)| better(to_move, *value, free)) {
                return Ok(None);
            }
            let (mv, best) = stones()
                .copied()
                .reduce(|best, other| if better(to_move, other.1, best.1) { other } else { best })
                .expect("there is a stone to place");
            let found = format!(
                "a pass is worth {pass}, and {}, a stone in what counts for {} already, {best}",
                move_name(&bench.game.board, mv),
                to_move.name(),
            );
            let value = Some(value);
            Ok(Some(Example { start, to_move, moves: Vec::new(), value, line: solution.line, found }))
        })
    })
}

/// A state in which the past bars every stone that the board admits, and one of them would be better than the pass that is
/// left.
pub fn forced(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    search(trial, check, &states(STATES), |bench| {
        let walk = Walk::of(bench.game, &bench.survey.positions, STATES, bench.purse)?;
        for (place, visited) in walk.states().iter().enumerate() {
            let (state, mover) = (&visited.state, visited.state.key.mover);
            let plays = bench.game.plays(&state.key);
            let barred = |play: &&Play| matches!(bench.game.rule(state, play), Ruling::Barred(_));
            let stones: Vec<&Play> = plays.iter().filter(|play| play.mv.placed().is_some()).collect();
            if stones.is_empty() || !stones.iter().all(barred) {
                continue;
            }
            let Some(pass) = plays.iter().find(|play| play.mv == Move::Pass) else { continue };
            let worth = |play: &Play| match bench.game.rule(state, play) {
                Ruling::Ends(score) => Ok(Some(Value::Points(score))),
                Ruling::Leads(next) => bench.purse.value(bench.session, &next).map(Some),
                Ruling::Barred(_) => Ok(None),
            };
            let Some(pass) = worth(pass)? else { continue };
            for stone in stones {
                let freed = Play { bars: Default::default(), ..stone.clone() };
                let Some(value) = worth(&freed)?.filter(|value| better(mover, *value, pass)) else {
                    continue;
                };
                let name = move_name(&bench.game.board, stone.mv);
                let found = format!(
                    "every stone of {} is barred, and the pass is worth {pass}; {name}, were it not barred, {value}",
                    mover.name(),
                );
                let line = bench.line(state);
                let (start, to_move, moves) = (visited.start, Player::Black, walk.moves(place));
                return Ok(Some(Example { start, to_move, moves, value: Some(pass), line, found }));
            }
        }
        Ok(None)
    })
}

/// A value with the points that moves have brought before.
fn with(value: Value, state: &State) -> Value {
    let banked = Points::from_integer(state.past.banked());
    value.points().map_or(value, |points| Value::Points(points + banked))
}

fn price(state: &State) -> String {
    match state.past.banked() {
        0 => String::new(),
        points => format!(" (with the {points} that the passes have brought)"),
    }
}
