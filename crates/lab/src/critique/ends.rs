//! How games end: whether every game does, and whether one player can impose the end.

use std::collections::{HashMap, VecDeque};

use super::record::{Case, Exhibit, Verdict};
use super::search::{Example, Found, better, smallest_state, with_banked};
use super::trial::{CaseBudget, Trial};
use crate::claims::checks::property::{AllGames, all_games};
use superko_go::notation::move_name;
use superko_go::{Board, Move, Player, Position};
use superko_rules::{Effect, Game, Ruling, State};
use superko_solve::{Stopped, Value};

// --- Whether every game ends ---

/// The boards on which a game is looked for that comes back to its own state, or the longest game.
const BOARDS: [&str; 6] = ["1x1", "1x2", "1x3", "2x2", "1x4", "1x5"];

/// Whether every game ends: the ruleset says so, or a game is shown that comes back to its own
/// state.
pub fn endless(trial: &Trial, check: &str) -> Found {
    let budget = trial.budget();
    let always_ends = trial.always_ends();
    let mut longest_games = String::new();
    let mut stopped = None;
    for name in BOARDS {
        let board = Board::parse(name).expect("the list has names of boards");
        let Ok(game) = trial.subject.game(&board) else { continue };
        match all_games(&game, |_| budget.step(1), |_| ()) {
            Ok(AllGames::End { longest, .. }) => {
                longest_games += &format!("; the longest game of {board} has {longest} moves");
            }
            Ok(AllGames::Return(state)) => {
                let on = format!("our search: games from the empty board of {board}");
                let found = format!("a game of {board} comes back to its own state");
                let Some((lead, round)) = cycle(&game, &state, &budget) else {
                    return (vec![Case::of(on, Verdict::Present, found)], budget.spent());
                };
                let (first, last) = (lead.len() + 1, lead.len() + round.len());
                let found = format!("{found}: its moves {first} to {last} may be repeated for ever");
                let (start, to_move) = (Position::default(), Player::Black);
                let line = Exhibit { start, to_move, moves: lead, value: None, line: round };
                let shown = line.shown(trial.subject, &game, check);
                return (vec![Case::of(on, Verdict::Present, found).showing(shown)], budget.spent());
            }
            Err(by) => {
                stopped = Some(by);
                break;
            }
        }
    }
    let case = if always_ends {
        let found = "every game ends, on every board: the clauses of the ruleset make it so".to_string();
        Case::of("every game", Verdict::Absent, found + &longest_games)
    } else {
        let found = "the properties of the ruleset promise no end, and no game was found that comes back to its own state";
        Case { stopped, ..Case::of("our search: games from empty boards", Verdict::NotDecided, found) }
    };
    (vec![case], budget.spent())
}

/// The moves to a state that can be reached from itself, and a shortest round from it to itself;
/// `None` if the budget is spent before they are found.
fn cycle(game: &Game, state: &State, budget: &CaseBudget) -> Option<(Vec<Move>, Vec<Move>)> {
    let start = game.start(Position::default(), Player::Black);
    let path = |from: &State| shortest_path(game, from, state, budget).ok().flatten();
    let lead = if *state == start { Vec::new() } else { path(&start)? };
    Some((lead, path(state)?))
}

/// The fewest moves, at least one, that lead from a state to a state.
fn shortest_path(
    game: &Game,
    from: &State,
    to: &State,
    budget: &CaseBudget,
) -> Result<Option<Vec<Move>>, Stopped> {
    let mut before: HashMap<State, (State, Move)> = HashMap::new();
    let mut open = VecDeque::from([from.clone()]);
    while let Some(state) = open.pop_front() {
        budget.step(1)?;
        for (mv, ruling) in game.legal(&state) {
            let Ruling::Leads(next) = ruling else { continue };
            if next == *to {
                let (mut moves, mut at) = (vec![mv], &state);
                while at != from {
                    let (earlier, mv) = &before[at];
                    moves.push(*mv);
                    at = earlier;
                }
                moves.reverse();
                return Ok(Some(moves));
            }
            if next != *from && !before.contains_key(&next) {
                before.insert(next.clone(), (state.clone(), mv));
                open.push_back(next);
            }
        }
    }
    Ok(None)
}

// --- An end that one player imposes ---
//
// A player *imposes* the end if he ends the game by a move that follows no pass and no agreement of
// his opponent, at a score that is better for him than the value of the same position if the game
// went on from there: begun anew under the same rules, with his opponent to move. Where only passes
// of both players end a game nobody can.

/// The most states of a board that are looked at.
const MAX_STATES: usize = 4_000;

/// A state in which a player can impose the end.
pub fn imposed_end(trial: &Trial, check: &str) -> Found {
    smallest_state(trial, check, MAX_STATES, |cx, visited| {
        if visited.last().is_some_and(|mv| mv.placed().is_none()) {
            return Ok(None);
        }
        let (state, mover) = (&visited.state, visited.state.key.mover);
        for play in cx.game.plays(&state.key) {
            let Ruling::Ends(score) = cx.game.rule(state, &play) else { continue };
            let position = match &play.effect {
                Effect::Next(next, _) => next.position,
                Effect::End(_) => state.key.position,
            };
            let value = with_banked(cx.value(&cx.game.start(position, mover.other()))?, state);
            if !better(mover, Value::Points(score), value) {
                continue;
            }
            let by = match play.mv {
                Move::Pass => "a pass".to_string(),
                mv => move_name(&cx.game.board, mv),
            };
            let found = format!(
                "{} ends the game by {by} with {score}; begun anew from there, {} to move, it is worth {value}",
                mover.name(),
                mover.other().name(),
            );
            return Ok(Some(Example { line: vec![play.mv], found, ..Example::default() }));
        }
        Ok(None)
    })
}
