//! Moves that do what a move should not: passes that do more, or less, than a pass should, own eyes that are filled, two stones
//! that are sent.

use super::record::Case;
use super::search::{
    Example, SearchContext, Walk, better, first_start, score_as_it_stands, smallest_example, state_after,
    states,
};
use super::trial::Trial;
use crate::go::bits::members;
use crate::go::notation::move_name;
use crate::go::score::areas;
use crate::go::{Board, Move, Player, Position, Suicide};
use crate::referee::Referee;
use crate::rules::{Play, Points, Ruling, State};
use crate::solve::{Request, Solution, Stopped, Value, Want};

// --- Passes that do more, or less, than a pass should ---
//
// Passes that do more, or less, than a pass should.
//
// A pass should hand over the turn and nothing else: so the value after it is that of the same position with the other
// player to move, less what the ruleset takes for the pass; and two passes should leave a game as it was, unless they end it.

/// The states of a board that are looked at.
const MAX_STATES: usize = 2_000;

/// A start from which a pass does not come to the same as the other player's turn.
pub fn pass_as_turn(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    smallest_example(trial, check, "starts", |cx| {
        first_start(cx, |cx, (start, to_move), state, _| {
            let Some(passed) = state_after(cx.game, state, Move::Pass) else { return Ok(None) };
            let value = cx.budget.value(cx.session, &passed)?;
            let anew = cx.game.start(start, to_move.other());
            let other = with_banked(cx.budget.value(cx.session, &anew)?, &passed);
            if value == other {
                return Ok(None);
            }
            let found = format!(
                "after {}'s pass it is worth {value}; the same position with {} to move from the beginning {other}{}",
                to_move.name(),
                to_move.other().name(),
                banked_in_words(&passed),
            );
            let line = cx.line(&passed);
            Ok(Some(Example { start, to_move, moves: vec![Move::Pass], value: Some(value), line, found }))
        })
    })
}

/// A start that two passes change.
pub fn two_passes(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    if let Some(Ok(survey)) = trial.surveys().each().next()
        && let Ok(game) = trial.subject.game(&survey.board)
    {
        let passed = state_after(&game, &game.start(Position::default(), Player::Black), Move::Pass);
        if passed.is_none_or(|passed| state_after(&game, &passed, Move::Pass).is_none()) {
            return (vec![Case::not_applicable("every start", "two passes end the game")], 0);
        }
    }
    smallest_example(trial, check, "starts", |cx| {
        first_start(cx, |cx, (start, to_move), state, before| {
            let passed = state_after(cx.game, state, Move::Pass);
            let Some(passed) = passed.and_then(|passed| state_after(cx.game, &passed, Move::Pass)) else {
                return Ok(None);
            };
            let value = cx.budget.value(cx.session, &passed)?;
            let before = with_banked(before, &passed);
            if value == before {
                return Ok(None);
            }
            let found = format!(
                "after two passes it is worth {value}, and before them {before}{}",
                banked_in_words(&passed)
            );
            let line = cx.line(&passed);
            let moves = vec![Move::Pass; 2];
            Ok(Some(Example { start, to_move, moves, value: Some(value), line, found }))
        })
    })
}

/// A start in which a pass gains: it is the only best move, and worth more than the position as it stands.
pub fn gaining_pass(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    smallest_example(trial, check, "starts", |cx| {
        first_start(cx, |cx, (start, to_move), state, value| {
            let Some((score, _)) = score_as_it_stands(cx.game, state) else { return Ok(None) };
            if !better(to_move, value, Value::Points(score)) {
                return Ok(None);
            }
            let request = Request { best_moves: Want::All, ..Request::default() };
            let solution = cx.budget.solve(cx.session, state, &request)?;
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
pub fn fatal_pass(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    smallest_example(trial, check, "starts", |cx| {
        first_start(cx, |cx, (start, to_move), state, value| {
            let own = areas(&cx.game.board, &start)[to_move.index()];
            let legal = cx.game.legal(state);
            let stones: Vec<u8> = legal.iter().filter_map(|(mv, _)| mv.placed()).collect();
            if stones.is_empty() || stones.iter().any(|point| own >> point & 1 == 0) {
                return Ok(None);
            }
            let request = Request { move_values: true, ..Request::default() };
            let solution = cx.budget.solve(cx.session, state, &request)?;
            let values: Vec<(Move, Value)> =
                solution.move_values.iter().filter_map(|(mv, answer)| Some((*mv, answer.exact()?))).collect();
            let Some((_, pass)) = values.iter().find(|(mv, _)| *mv == Move::Pass) else { return Ok(None) };
            let price = state_after(cx.game, state, Move::Pass).map_or(0, |passed| passed.past.banked());
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
                move_name(&cx.game.board, mv),
                to_move.name(),
            );
            let value = Some(value);
            Ok(Some(Example { start, to_move, moves: Vec::new(), value, line: solution.line, found }))
        })
    })
}

/// A state in which the past bars every stone that the board admits, and one of them would be better than the pass that is
/// left.
pub fn forced_pass(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    smallest_example(trial, check, &states(MAX_STATES), |cx| {
        let walk = Walk::of(cx.game, &cx.survey.positions, MAX_STATES, cx.budget)?;
        for (place, visited) in walk.states().iter().enumerate() {
            let (state, mover) = (&visited.state, visited.state.key.mover);
            let plays = cx.game.plays(&state.key);
            let barred = |play: &&Play| matches!(cx.game.rule(state, play), Ruling::Barred(_));
            let stones: Vec<&Play> = plays.iter().filter(|play| play.mv.placed().is_some()).collect();
            if stones.is_empty() || !stones.iter().all(barred) {
                continue;
            }
            let Some(pass) = plays.iter().find(|play| play.mv == Move::Pass) else { continue };
            let worth = |play: &Play| match cx.game.rule(state, play) {
                Ruling::Ends(score) => Ok(Some(Value::Points(score))),
                Ruling::Leads(next) => cx.budget.value(cx.session, &next).map(Some),
                Ruling::Barred(_) => Ok(None),
            };
            let Some(pass) = worth(pass)? else { continue };
            for stone in stones {
                let freed = Play { bars: Default::default(), ..stone.clone() };
                let Some(value) = worth(&freed)?.filter(|value| better(mover, *value, pass)) else {
                    continue;
                };
                let name = move_name(&cx.game.board, stone.mv);
                let found = format!(
                    "every stone of {} is barred, and the pass is worth {pass}; {name}, were it not barred, {value}",
                    mover.name(),
                );
                let line = cx.line(state);
                let (start, to_move, moves) = (visited.start, Player::Black, walk.moves(place));
                return Ok(Some(Example { start, to_move, moves, value: Some(pass), line, found }));
            }
        }
        Ok(None)
    })
}

/// A value with the points that moves have brought before.
fn with_banked(value: Value, state: &State) -> Value {
    let banked = Points::from_integer(state.past.banked());
    value.points().map_or(value, |points| Value::Points(points + banked))
}

fn banked_in_words(state: &State) -> String {
    match state.past.banked() {
        0 => String::new(),
        points => format!(" (with the {points} that the passes have brought)"),
    }
}

// --- Filling one's own eye ---

/// A start in which it is the only best move to fill a one-point eye of one's own: an empty intersection all of whose
/// neighbours are stones of the player to move.
pub fn own_eye(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    smallest_example(trial, check, "starts", |cx| {
        first_start(cx, |cx, (start, to_move), state, value| {
            let eyes = eyes(&cx.game.board, &start, to_move);
            if eyes == 0 {
                return Ok(None);
            }
            let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
            let solution = cx.budget.solve(cx.session, state, &request)?;
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
            let name = move_name(&cx.game.board, mv);
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

// --- Sending two, returning one: the smallest positions in which it gains ---
//
// Sending two, returning one: the smallest positions in which it gains.
//
// A player takes one stone, and his opponent passes; the player sends two, a stone that makes a chain of two which can be
// taken at once. Taking them would bring back the position before the first move. It *gains* if each of these three moves is
// a best one, if sending is better than passing, and if the opponent may not take the two, or may only at the price of a
// repetition.

/// A start in which sending two gains.
pub fn sending_two(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    smallest_example(trial, check, "starts", |cx| {
        first_start(cx, |cx, (start, player), state, value| {
            for round in rounds(cx, &start, player) {
                if let Some(example) = gain(cx, (start, player), (state, value), round)? {
                    return Ok(Some(example));
                }
            }
            Ok(None)
        })
    })
}

/// The three stones of a round: one takes one, one sends two, one takes both and brings the position back.
type Round = [u8; 3];

fn rounds(cx: &SearchContext, position: &Position, player: Player) -> Vec<Round> {
    let board = &cx.game.board;
    let other = player.other();
    let place = |position: &Position, player: Player, point: u8| {
        (position.occupied() >> point & 1 == 0)
            .then(|| position.place(board, player, point, Suicide::Forbidden))
            .flatten()
            .map(|placement| placement.position)
    };
    let stones = |position: &Position, player: Player| position.colours()[player.index()].count_ones();
    let points = || 0..board.points() as u8;
    let mut rounds = Vec::new();
    for first in points() {
        let Some(taken) = place(position, player, first) else { continue };
        if stones(&taken, other) + 1 != stones(position, other) {
            continue;
        }
        for sent in points() {
            let Some(two) = place(&taken, player, sent) else { continue };
            if stones(&two, player) != stones(&taken, player) + 1 {
                continue;
            }
            let back = points().filter(|point| place(&two, other, *point) == Some(*position));
            rounds.extend(back.map(|back| [first, sent, back]));
        }
    }
    rounds
}

fn gain(
    cx: &SearchContext,
    (start, player): (Position, Player),
    (state, value): (&State, Value),
    [first, sent, back]: Round,
) -> Result<Option<Example>, Stopped> {
    let [first, sent, back] = [first, sent, back].map(Move::Place);
    let Some(taken) = state_after(cx.game, state, first) else { return Ok(None) };
    let Some(passed) = state_after(cx.game, &taken, Move::Pass) else { return Ok(None) };
    let Some(two) = state_after(cx.game, &passed, sent) else { return Ok(None) };
    for later in [&taken, &passed, &two] {
        if cx.budget.value(cx.session, later)? != value {
            return Ok(None);
        }
    }
    let request = Request { move_values: true, ..Request::default() };
    let solution: Solution = cx.budget.solve(cx.session, &passed, &request)?;
    let pass = solution.move_values.iter().find(|(mv, _)| *mv == Move::Pass);
    let Some(pass) = pass.and_then(|(_, answer)| answer.exact()) else { return Ok(None) };
    if !better(player, value, pass) {
        return Ok(None);
    }
    let moves = vec![first, Move::Pass, sent];
    let mut referee = Referee::new(cx.game, start, player);
    for mv in &moves {
        referee.play(*mv).expect("the moves were made before");
    }
    let ban = referee.ban(back);
    if ban.is_none() && value != Value::NoResult {
        return Ok(None);
    }
    let board = &cx.game.board;
    let why = ban.map_or("and the game has no result".to_string(), |ban| {
        format!("as {} is {}", move_name(board, back), ban.why)
    });
    let found = format!(
        "{} takes one by {}, and gains by sending two at {} after a pass: {value}, where a pass is worth {pass}; {why}",
        player.name(),
        move_name(board, first),
        move_name(board, sent),
    );
    let line = cx.line(&two);
    Ok(Some(Example { start, to_move: player, moves, value: Some(value), line, found }))
}
