//! What checks ask of states.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::purse::Purse;
use crate::go::{Move, Player, Position};
use crate::referee::Referee;
use crate::rules::{Game, Points, Ruling, State};
use crate::solve::{Request, Session, Solution, Stopped, Value};

/// Whether a value is better for a player than another. No result is better than a loss and worse than a win; beside a draw
/// it is neither.
pub fn better(player: Player, value: Value, than: Value) -> bool {
    let zero = Points::from_integer(0);
    // What the player gets, compared with a draw.
    let sign = |points: Points| match player {
        Player::Black => points.cmp(&zero),
        _ => zero.cmp(&points),
    };
    match (value, than) {
        (Value::Points(value), Value::Points(than)) => match player {
            Player::Black => value > than,
            _ => value < than,
        },
        (Value::NoResult, Value::Points(than)) => sign(than) == Ordering::Less,
        (Value::Points(value), Value::NoResult) => sign(value) == Ordering::Greater,
        (Value::NoResult, Value::NoResult) => false,
    }
}

/// The most moves of a game in which nobody plays on.
const STANDS: usize = 64;

/// How the game ends from a state if nobody plays on: both make the last of their plays at every turn, which is to pass,
/// and to accept where a ruleset asks for that.
pub fn as_it_stands(game: &Game, state: &State) -> Option<(Points, Vec<Move>)> {
    let (mut state, mut moves) = (state.clone(), Vec::new());
    while moves.len() < STANDS {
        let plays = game.plays(&state.key);
        let play = plays.last()?;
        moves.push(play.mv);
        match game.rule(&state, play) {
            Ruling::Ends(score) => return Some((score, moves)),
            Ruling::Leads(next) => state = next,
            Ruling::Barred(_) => return None,
        }
    }
    None
}

/// What a move leads to from a state; `None` if it is not legal there.
pub fn ruling(game: &Game, state: &State, mv: Move) -> Option<Ruling> {
    game.legal(state).into_iter().find(|(legal, _)| *legal == mv).map(|(_, ruling)| ruling)
}

/// The state after a move; `None` if it is not legal, or ends the game.
pub fn after(game: &Game, state: &State, mv: Move) -> Option<State> {
    match ruling(game, state, mv)? {
        Ruling::Leads(next) => Some(next),
        _ => None,
    }
}

/// Whether best play from a state does not come to an end that is scored: the game has no result, or its value is that of a
/// game without end, or a stone play that repeats a state ends it.
///
/// # Errors
/// What stopped the search.
pub fn by_repetition(
    purse: &Purse,
    session: &Session,
    start: (Position, Player),
    moves: &[Move],
    state: &State,
) -> Result<(bool, Solution), Stopped> {
    let solution = purse.solve(session, state, &Request { chosen_line: true, ..Request::default() })?;
    let endless = solution.interval.is_some_and(|interval| interval.low < interval.high);
    let mut referee = Referee::new(session.game(), start.0, start.1);
    for mv in moves.iter().chain(&solution.line) {
        referee.play(*mv).expect("a line is made of legal moves");
    }
    let drawn = referee.ended().is_some()
        && referee.steps().last().is_some_and(|step| step.mv.placed().is_some() && step.end.is_some());
    let without = solution.value.exact() == Some(Value::NoResult);
    Ok((endless || drawn || without, solution))
}

/// A state that came up in play.
pub struct Visited {
    /// The state.
    pub state: State,
    /// The position that the game started from, Black to move.
    pub start: Position,
    /// The place of the state before, and the move made there.
    came: Option<(usize, Move)>,
}

/// What a search that makes a [`Walk`] has looked at.
pub fn states(most: usize) -> String {
    format!("first {most} states of each")
}

/// States that come up in play from the starts of a board, those that take few moves first, each once.
pub struct Walk {
    visited: Vec<Visited>,
}

impl Walk {
    /// Visits so many states.
    ///
    /// # Errors
    /// What stopped it.
    pub fn of(game: &Game, starts: &[Position], most: usize, purse: &Purse) -> Result<Walk, Stopped> {
        let mut seen: HashSet<State> = HashSet::new();
        let mut visited = Vec::new();
        for start in starts {
            let state = game.start(*start, Player::Black);
            if seen.insert(state.clone()) {
                visited.push(Visited { state, start: *start, came: None });
            }
        }
        let mut place = 0;
        while place < visited.len() && visited.len() < most {
            purse.step(1)?;
            let start = visited[place].start;
            for (mv, ruling) in game.legal(&visited[place].state) {
                if let Ruling::Leads(state) = ruling
                    && visited.len() < most
                    && seen.insert(state.clone())
                {
                    visited.push(Visited { state, start, came: Some((place, mv)) });
                }
            }
            place += 1;
        }
        Ok(Walk { visited })
    }

    /// The states.
    pub fn states(&self) -> &[Visited] {
        &self.visited
    }

    /// The moves that lead to the state of a place.
    pub fn moves(&self, place: usize) -> Vec<Move> {
        let (mut moves, mut at) = (Vec::new(), place);
        while let Some((before, mv)) = self.visited[at].came {
            moves.push(mv);
            at = before;
        }
        moves.reverse();
        moves
    }
}

impl Visited {
    /// The move that led here.
    pub fn last(&self) -> Option<Move> {
        self.came.map(|(_, mv)| mv)
    }
}
