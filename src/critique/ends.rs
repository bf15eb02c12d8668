//! How games end: whether every game does, and whether one player can impose the end.

use std::collections::{HashMap, HashSet, VecDeque};

use super::record::{Case, Line, Verdict};
use super::search::{Example, Walk, better, ruling, smallest_example, states};
use super::trial::{CaseBudget, Trial};
use crate::go::notation::move_name;
use crate::go::{Board, Move, Player, Position};
use crate::rules::{Effect, Game, Points, Ruling, State};
use crate::solve::{Stopped, Value};

// --- Whether every game ends ---

/// The boards on which a game is looked for that comes back to its own state, or the longest game.
const BOARDS: [&str; 6] = ["1x1", "1x2", "1x3", "2x2", "1x4", "1x5"];

/// Whether every game ends: the ruleset says so, or a game is shown that comes back to its own state.
pub fn endless(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    let budget = trial.budget();
    let boards = BOARDS.map(|name| Board::parse(name).expect("the list has names of boards"));
    let games = || boards.iter().filter_map(|board| trial.subject.game(board).ok());
    if trial.always_ends() {
        let mut found = "every game ends, on every board: the clauses of the ruleset make it so".to_string();
        for game in games() {
            match longest(&game, &budget) {
                Ok(moves) => {
                    found.push_str(&format!("; the longest game of {} has {moves} moves", game.board))
                }
                Err(_) => break,
            }
        }
        return (vec![Case::of("every game", Verdict::Absent, found)], budget.spent());
    }
    let mut stopped = None;
    for game in games() {
        match cycle(&game, &budget) {
            Ok(Some(None)) => {
                let on = format!("our search: games from the empty board of {}", game.board);
                let found = format!("a game of {} comes back to its own state", game.board);
                return (vec![Case::of(on, Verdict::Present, found)], budget.spent());
            }
            Ok(Some(Some((lead, round)))) => {
                let (from, count) = (lead.len(), round.len());
                let found = format!(
                    "a game of {} comes back to its own state: its moves {} to {} may be repeated for ever",
                    game.board,
                    from + 1,
                    from + count
                );
                let (start, to_move) = (Position::default(), Player::Black);
                let line = Line {
                    subject: trial.subject,
                    game: &game,
                    start,
                    to_move,
                    moves: lead,
                    value: None,
                    line: round,
                };
                let on = format!("our search: games from the empty board of {}", game.board);
                return (
                    vec![Case::of(on, Verdict::Present, found).showing(line.shown(check))],
                    budget.spent(),
                );
            }
            Ok(None) => {}
            Err(by) => {
                stopped = Some(by);
                break;
            }
        }
    }
    let found = "the properties of the ruleset promise no end, and no game was found that comes back to its own state";
    let case = Case::of("our search: games from empty boards", Verdict::NotDecided, found);
    (vec![Case { stopped, ..case }], budget.spent())
}

/// The moves of the longest game from the empty board.
fn longest(game: &Game, budget: &CaseBudget) -> Result<usize, Stopped> {
    let mut known: HashMap<State, usize> = HashMap::new();
    let start = game.start(Position::default(), Player::Black);
    // States with those that are left to look at, and the longest game found so far.
    let mut walk = vec![(start.clone(), successors(game, &start), 1)];
    loop {
        let (_, rest, longest) = walk.last_mut().expect("the walk ends with its first state");
        match rest.pop() {
            Some(next) => match known.get(&next) {
                Some(moves) => *longest = (*longest).max(moves + 1),
                None => {
                    budget.step(1)?;
                    let rest = successors(game, &next);
                    walk.push((next, rest, 1));
                }
            },
            None => {
                let (state, _, longest) = walk.pop().expect("it was there a moment ago");
                known.insert(state, longest);
                match walk.last_mut() {
                    Some((.., above)) => *above = (*above).max(longest + 1),
                    None => return Ok(longest),
                }
            }
        }
    }
}

/// The states that the moves of a state lead to.
fn successors(game: &Game, state: &State) -> Vec<State> {
    let leads = |(_, ruling)| match ruling {
        Ruling::Leads(next) => Some(next),
        _ => None,
    };
    game.legal(state).into_iter().filter_map(leads).collect()
}

/// The moves to a state, and a round from it to itself.
type Cycle = (Vec<Move>, Vec<Move>);

/// Whether a game from the empty board comes back to a state, with the moves to it and a shortest round from it to
/// itself, if these are found before there is nothing left to spend.
fn cycle(game: &Game, budget: &CaseBudget) -> Result<Option<Option<Cycle>>, Stopped> {
    let start = game.start(Position::default(), Player::Black);
    let Some(on_a_round) = state_on_cycle(game, &start, budget)? else { return Ok(None) };
    let path = |from: &State| shortest_path(game, from, &on_a_round, budget).ok().flatten();
    let lead = if on_a_round == start { Some(Vec::new()) } else { path(&start) };
    Ok(Some(lead.and_then(|lead| Some((lead, path(&on_a_round)?)))))
}

/// A state that can be reached from a state and from itself.
fn state_on_cycle(game: &Game, start: &State, budget: &CaseBudget) -> Result<Option<State>, Stopped> {
    let mut seen: HashSet<State> = HashSet::from([start.clone()]);
    let mut above: HashSet<State> = HashSet::from([start.clone()]);
    let mut walk = vec![(start.clone(), successors(game, start))];
    while let Some((_, rest)) = walk.last_mut() {
        match rest.pop() {
            Some(next) if above.contains(&next) => return Ok(Some(next)),
            Some(next) => {
                if seen.insert(next.clone()) {
                    budget.step(1)?;
                    above.insert(next.clone());
                    let rest = successors(game, &next);
                    walk.push((next, rest));
                }
            }
            None => {
                let (state, _) = walk.pop().expect("it was there a moment ago");
                above.remove(&state);
            }
        }
    }
    Ok(None)
}

/// The fewest moves, at least one, that lead from a state to a state.
fn shortest_path(
    game: &Game,
    from: &State,
    to: &State,
    budget: &CaseBudget,
) -> Result<Option<Vec<Move>>, Stopped> {
    let mut came: HashMap<State, (State, Move)> = HashMap::new();
    let mut open = VecDeque::from([from.clone()]);
    while let Some(state) = open.pop_front() {
        budget.step(1)?;
        for (mv, _) in game.legal(&state) {
            let Some(Ruling::Leads(next)) = ruling(game, &state, mv) else { continue };
            if next == *to {
                let (mut moves, mut at) = (vec![mv], state);
                while at != *from {
                    let (before, mv) = came[&at].clone();
                    moves.push(mv);
                    at = before;
                }
                moves.reverse();
                return Ok(Some(moves));
            }
            if next != *from && !came.contains_key(&next) {
                came.insert(next.clone(), (state.clone(), mv));
                open.push_back(next);
            }
        }
    }
    Ok(None)
}

// --- An end that one player imposes ---
//
// An end that one player imposes.
//
// A player *imposes* the end if he ends the game by a move that follows no pass and no agreement of his opponent, at a score
// that is better for him than the value of the same position if the game went on from there: begun anew under the same
// rules, with his opponent to move. Where only passes of both players end a game nobody can.

/// The states of a board that are looked at.
const MAX_STATES: usize = 4_000;

/// A state in which a player can impose the end.
pub fn imposed_end(trial: &Trial, check: &str) -> (Vec<Case>, u64) {
    smallest_example(trial, check, &states(MAX_STATES), |cx| {
        let walk = Walk::of(cx.game, &cx.survey.positions, MAX_STATES, cx.budget)?;
        for (place, visited) in walk.states().iter().enumerate() {
            if visited.last().is_some_and(|mv| mv.placed().is_none()) {
                continue;
            }
            let (state, mover) = (&visited.state, visited.state.key.mover);
            for play in cx.game.plays(&state.key) {
                let Ruling::Ends(score) = cx.game.rule(state, &play) else { continue };
                let position = match &play.effect {
                    Effect::Next(next, _) => next.position,
                    Effect::End(_) => state.key.position,
                };
                let anew = cx.game.start(position, mover.other());
                let banked = Points::from_integer(state.past.banked());
                let on = cx.budget.value(cx.session, &anew)?;
                let on = on.points().map_or(on, |points| Value::Points(points + banked));
                if !better(mover, Value::Points(score), on) {
                    continue;
                }
                let found = format!(
                    "{} ends the game by {} with {score}; begun anew from there, {} to move, it is worth {on}",
                    mover.name(),
                    name(&cx.game.board, play.mv),
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
