//! Moves that do what a move should not: passes that do more, or less, than a pass should; own eyes
//! that are filled; two stones that are sent to be taken.

use super::record::Case;
use super::search::{
    Example, Found, SearchContext, Start, best_of, better, score_as_it_stands, smallest_start,
    smallest_state, state_after, with_banked,
};
use super::trial::Trial;
use superko_go::bits::members;
use superko_go::notation::move_name;
use superko_go::score::areas;
use superko_go::{Board, Move, Player, Position, Suicide};
use superko_rules::fact::Gain;
use superko_rules::referee::Referee;
use superko_rules::{Game, Play, Ruling, State};
use superko_solve::{Answer, Request, Solution, Stopped, Value, Want};

// --- Passes ---
//
// A pass should hand over the turn and nothing else: so the value after it is that of the same
// position with the other player to move, minus what the ruleset takes for the pass; and two passes
// should leave a game as it was, unless they end it.

/// The most states of a board that are looked at.
const MAX_STATES: usize = 2_000;

/// A starting position from which a pass does not come to the same as the other player's turn.
pub fn pass_as_turn(trial: &Trial, check: &str) -> Found {
    smallest_start(trial, check, |cx, start| {
        let Some(passed) = state_after(cx.game, &start.state, Move::Pass) else { return Ok(None) };
        let value = cx.value(&passed)?;
        let (mover, opponent) = (start.to_move, start.to_move.other());
        let other = with_banked(cx.value(&cx.game.start(start.position, opponent))?, &passed);
        if value == other {
            return Ok(None);
        }
        let found = format!(
            "after {}'s pass it is worth {value}; the same position with {} to move from the beginning {other}{}",
            mover.name(),
            opponent.name(),
            banked_in_words(&passed),
        );
        let (moves, value, line) = (vec![Move::Pass], Some(value), cx.line(&passed));
        Ok(Some(Example { moves, value, line, found, ..Example::default() }))
    })
}

/// The state after two passes; `None` if they end the game.
fn passed_twice(game: &Game, state: &State) -> Option<State> {
    state_after(game, &state_after(game, state, Move::Pass)?, Move::Pass)
}

/// A starting position that two passes change.
pub fn two_passes(trial: &Trial, check: &str) -> Found {
    if let Some(Ok(survey)) = trial.surveys.each().next()
        && let Ok(game) = trial.subject.game(&survey.board)
        && passed_twice(&game, &game.start(Position::default(), Player::Black)).is_none()
    {
        return (vec![Case::not_applicable("every start", "two passes end the game")], 0);
    }
    smallest_start(trial, check, |cx, start| {
        let Some(passed) = passed_twice(cx.game, &start.state) else { return Ok(None) };
        let value = cx.value(&passed)?;
        let before = with_banked(start.value, &passed);
        if value == before {
            return Ok(None);
        }
        let banked = banked_in_words(&passed);
        let found = format!("after two passes it is worth {value}, and before them {before}{banked}");
        let (moves, value, line) = (vec![Move::Pass; 2], Some(value), cx.line(&passed));
        Ok(Some(Example { moves, value, line, found, ..Example::default() }))
    })
}

/// A starting position in which a pass gains: it is the only best move, and worth more than the
/// position as it stands.
pub fn gaining_pass(trial: &Trial, check: &str) -> Found {
    smallest_start(trial, check, |cx, start| {
        let Some(score) = score_as_it_stands(cx.game, &start.state) else { return Ok(None) };
        let value = start.value;
        if !better(start.to_move, value, Value::Points(score)) {
            return Ok(None);
        }
        let solution = cx.solve(&start.state, &Request { best_moves: Want::All, ..Request::default() })?;
        if solution.best_moves != [Move::Pass] {
            return Ok(None);
        }
        let found = format!("only the pass is worth {value}; the position as it stands is worth {score}");
        Ok(Some(Example { value: Some(value), line: solution.pv, found, ..Example::default() }))
    })
}

/// A starting position in which a player has nothing but stones to place in what counts for him
/// already, and loses more by a pass than the pass costs: as in the game in which who cannot move
/// has lost.
pub fn fatal_pass(trial: &Trial, check: &str) -> Found {
    smallest_start(trial, check, |cx, start| {
        let mover = start.to_move;
        let own = areas(&cx.game.board, &start.position)[mover.index()];
        let legal = cx.game.legal(&start.state);
        let mut stones = legal.iter().filter_map(|(mv, _)| mv.placed()).peekable();
        if stones.peek().is_none() || stones.any(|point| own >> point & 1 == 0) {
            return Ok(None);
        }
        let solution = cx.solve(&start.state, &Request { move_values: true, ..Request::default() })?;
        let Some(pass) = value_of(&solution, Move::Pass) else { return Ok(None) };
        let banked =
            state_after(cx.game, &start.state, Move::Pass).map_or(Gain::NONE, |passed| passed.past.banked());
        let free = pass.points().map_or(pass, |points| Value::Points(banked.off(points)));
        let values = || exact_values(&solution).filter(|(mv, _)| mv.placed().is_some());
        if !values().all(|(_, value)| better(mover, value, free)) {
            return Ok(None);
        }
        let (mv, best) = best_of(mover, values()).expect("there is a stone to place");
        let found = format!(
            "a pass is worth {pass}, and {}, a stone in what counts for {} already, {best}",
            move_name(&cx.game.board, mv),
            mover.name(),
        );
        Ok(Some(Example { value: Some(start.value), line: solution.pv, found, ..Example::default() }))
    })
}

/// A state in which the history bans every stone that the board admits, and one of them would be
/// better than the pass that is left.
pub fn forced_pass(trial: &Trial, check: &str) -> Found {
    smallest_state(trial, check, MAX_STATES, |cx, visited| {
        let (state, mover) = (&visited.state, visited.state.key.mover);
        let plays = cx.game.plays(&state.key);
        let banned = |play: &&Play| matches!(cx.game.rule(state, play), Ruling::Barred(_));
        let stones: Vec<&Play> = plays.iter().filter(|play| play.mv.placed().is_some()).collect();
        if stones.is_empty() || !stones.iter().all(banned) {
            return Ok(None);
        }
        let Some(pass) = plays.iter().find(|play| play.mv == Move::Pass) else { return Ok(None) };
        let worth = |play: &Play| match cx.game.rule(state, play) {
            Ruling::Ends(score) => Ok(Some(Value::Points(score))),
            Ruling::Leads(next) => cx.value(&next).map(Some),
            Ruling::Barred(_) => Ok(None),
        };
        let Some(pass) = worth(pass)? else { return Ok(None) };
        for stone in stones {
            let freed = Play { bars: Default::default(), ..stone.clone() };
            let Some(value) = worth(&freed)?.filter(|value| better(mover, *value, pass)) else { continue };
            let name = move_name(&cx.game.board, stone.mv);
            let found = format!(
                "every stone of {} is banned, and the pass is worth {pass}; {name}, were it not banned, {value}",
                mover.name(),
            );
            return Ok(Some(Example {
                value: Some(pass),
                line: cx.line(state),
                found,
                ..Example::default()
            }));
        }
        Ok(None)
    })
}

/// The moves of a solution whose values are known, with these.
fn exact_values(solution: &Solution) -> impl Iterator<Item = (Move, Value)> {
    solution.move_values.iter().filter_map(|(mv, answer)| Some((*mv, answer.exact()?)))
}

/// The value of a move, if it is known.
fn value_of(solution: &Solution, wanted: Move) -> Option<Value> {
    exact_values(solution).find(|(mv, _)| *mv == wanted).map(|(_, value)| value)
}

fn banked_in_words(state: &State) -> String {
    match state.past.banked() {
        Gain::NONE => String::new(),
        points => format!(" (with the {points} that the passes have brought)"),
    }
}

// --- Filling one's own eye ---

/// A starting position in which it is the only best move to fill a one-point eye of the mover's own: an
/// empty intersection all of whose neighbours are stones of the player to move.
pub fn own_eye(trial: &Trial, check: &str) -> Found {
    smallest_start(trial, check, |cx, start| {
        let (mover, value) = (start.to_move, start.value);
        let eyes = eyes(&cx.game.board, &start.position, mover);
        if eyes == 0 {
            return Ok(None);
        }
        let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
        let solution = cx.solve(&start.state, &request)?;
        let [mv @ Move::Place(point)] = solution.best_moves[..] else { return Ok(None) };
        if eyes >> point & 1 == 0 {
            return Ok(None);
        }
        // A move that is incomparable with the best one, such as a draw beside no result, is not
        // worse.
        let others = || solution.move_values.iter().filter(|(other, _)| *other != mv);
        let worse = |answer: &Answer| answer.exact().is_some_and(|other| better(mover, value, other));
        if !others().all(|(_, answer)| worse(answer)) {
            return Ok(None);
        }
        let next = best_of(mover, exact_values(&solution).filter(|(other, _)| *other != mv));
        let next = next.map_or(String::new(), |(_, next)| format!(", and every other move at best {next}"));
        let name = move_name(&cx.game.board, mv);
        let found = format!("{name} fills an eye of {}'s own and is worth {value}{next}", mover.name());
        Ok(Some(Example { value: Some(value), line: solution.pv, found, ..Example::default() }))
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

// --- Sending two, returning one ---
//
// A player takes one stone, and his opponent passes; the player sends two, a stone that makes a
// chain of two which can be taken at once. Taking them would bring back the position before the
// first move. It *gains* if each of these three moves is a best one, if sending is better than
// passing, and if the opponent may not take the two, or may only at the price of a repetition.

/// A starting position in which sending two gains.
pub fn sending_two(trial: &Trial, check: &str) -> Found {
    smallest_start(trial, check, |cx, start| {
        for round in rounds(&cx.game.board, &start.position, start.to_move) {
            if let Some(example) = gain(cx, start, round)? {
                return Ok(Some(example));
            }
        }
        Ok(None)
    })
}

/// The three stones of a round: one takes one, one sends two, one takes both and brings the
/// position back.
type Round = [u8; 3];

fn rounds(board: &Board, position: &Position, player: Player) -> Vec<Round> {
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

fn gain(cx: &SearchContext, start: &Start, round: Round) -> Result<Option<Example>, Stopped> {
    let Start { position, to_move: player, ref state, value } = *start;
    let [first, sent, back] = round.map(Move::Place);
    let Some(taken) = state_after(cx.game, state, first) else { return Ok(None) };
    let Some(passed) = state_after(cx.game, &taken, Move::Pass) else { return Ok(None) };
    let Some(two) = state_after(cx.game, &passed, sent) else { return Ok(None) };
    for later in [&taken, &passed, &two] {
        if cx.value(later)? != value {
            return Ok(None);
        }
    }
    let solution = cx.solve(&passed, &Request { move_values: true, ..Request::default() })?;
    let Some(pass) = value_of(&solution, Move::Pass).filter(|pass| better(player, value, *pass)) else {
        return Ok(None);
    };
    let moves = vec![first, Move::Pass, sent];
    let mut referee = Referee::new(cx.game, position, player);
    for mv in &moves {
        referee.play(*mv).expect("the moves were made before");
    }
    let board = &cx.game.board;
    let why = match referee.ban(back) {
        Some(ban) => format!("as {} is {}", move_name(board, back), ban.why),
        None if value == Value::NoResult => "and the game has no result".to_string(),
        None => return Ok(None),
    };
    let found = format!(
        "{} takes one by {}, and gains by sending two at {} after a pass: {value}, where a pass is worth {pass}; {why}",
        player.name(),
        move_name(board, first),
        move_name(board, sent),
    );
    Ok(Some(Example { moves, value: Some(value), line: cx.line(&two), found, ..Example::default() }))
}
