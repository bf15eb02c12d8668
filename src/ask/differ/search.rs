//! The smallest start with other values under two rulesets, or with the same value and other best moves.
//!
//! Every start of every board is solved under both rulesets, board by board, in one session for each ruleset and board, so
//! that lemmas, or one retrograde analysis, serve all starts. Nothing is taken from published tables. A start that cannot
//! be solved within its limit of nodes is counted, and what is found later is only the smallest of those that were solved.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::boards::starts;
use super::found::{Found, SideRecord, why};
use super::walk::MOST;
use crate::go::{Board, Move, Player, Position};
use crate::referee::Referee;
use crate::report::record::{MoveName, StartRecord};
use crate::rules::State;
use crate::rules::axes::Options;
use crate::rules::entry::Entry;
use crate::solve::{Budget, Limits, Request, Session, Stopped, Value, Want};

/// The nodes of a walk: as many times those of one value.
const WALK: u64 = 50;

/// A ruleset with its options.
#[derive(Debug, Clone, Copy)]
pub struct Ruleset {
    /// The ruleset.
    pub entry: &'static Entry,
    /// The options.
    pub options: Options,
}

/// What is to differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The value.
    Value,
    /// The best moves, the value being the same.
    BestMoves,
    /// Either, up to the smallest start with other values.
    Either,
}

/// What may be spent.
pub struct Effort {
    /// Nodes for one value, or the best moves, of one start under one ruleset.
    pub nodes: u64,
    /// Time for all.
    pub time: Option<Duration>,
    /// Bytes for the tables.
    pub memory: usize,
    /// Ends all of it.
    pub interrupted: Arc<AtomicBool>,
}

/// What came of a search.
pub struct Searched {
    /// The boards that were looked at, in their order.
    pub boards: Vec<Looked>,
    /// The smallest start with other values.
    pub value: Option<Found>,
    /// The smallest start with the same value and other best moves, if it comes before that.
    pub best_moves: Option<Found>,
    /// What ended the search before it was done.
    pub stopped: Option<Stopped>,
    /// Nodes searched, or states listed.
    pub nodes: u64,
}

/// A board that was looked at.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Looked {
    /// The board.
    pub board: String,
    /// The starts, up to symmetry.
    pub starts: usize,
    /// Those that were solved under both rulesets.
    pub solved: usize,
    /// Those of which a value was not found within the limits. All others come after the start that was found.
    pub unsolved: usize,
    /// Those with the same value of which the best moves were not found within the limits.
    pub unsolved_moves: usize,
}

impl Searched {
    /// Whether something that might have been smaller, or might have differed, was left open.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
            && self.boards.iter().all(|looked| looked.unsolved + looked.unsolved_moves == 0)
    }
}

/// Searches boards in their order. `tell` is told now and then what the work is at.
pub fn search(
    rulesets: &[Ruleset; 2],
    boards: &[Board],
    what: What,
    effort: &Effort,
    tell: &dyn Fn(String),
) -> Searched {
    let mut search = Search { what, effort, started: Instant::now(), nodes: 0, tell };
    let mut searched =
        Searched { boards: Vec::new(), value: None, best_moves: None, stopped: None, nodes: 0 };
    for board in boards {
        if let Err(stopped) = search.board(rulesets, board, &mut searched) {
            searched.stopped = Some(stopped);
        }
        let found = match what {
            What::Value | What::Either => searched.value.is_some(),
            What::BestMoves => searched.best_moves.is_some(),
        };
        if found || searched.stopped.is_some() {
            break;
        }
    }
    searched.nodes = search.nodes;
    searched
}

struct Search<'a> {
    what: What,
    effort: &'a Effort,
    started: Instant,
    nodes: u64,
    tell: &'a dyn Fn(String),
}

/// A start, as two games have it.
struct Start {
    position: Position,
    to_move: Player,
    states: [State; 2],
}

impl Search<'_> {
    /// A budget for some values, if the search is not over.
    fn budget(&self, values: u64) -> Result<Budget, Stopped> {
        let Effort { nodes, time, memory, interrupted } = self.effort;
        if interrupted.load(Relaxed) {
            return Err(Stopped::Interrupted);
        }
        let left = |time: &Duration| {
            let left = time.saturating_sub(self.started.elapsed());
            if left.is_zero() { Err(Stopped::Time) } else { Ok(left) }
        };
        let time = time.as_ref().map(left).transpose()?;
        let limits = Limits { time, nodes: Some(nodes.saturating_mul(values)), memory: memory / 2 };
        Ok(Budget::new(limits).interrupted_by(Arc::clone(interrupted)))
    }

    /// What an effort found; `None` if a limit that is its own has stopped it.
    fn spent<R>(&mut self, budget: &Budget, found: Result<R, Stopped>) -> Result<Option<R>, Stopped> {
        self.nodes += budget.nodes();
        match found {
            Ok(found) => Ok(Some(found)),
            Err(stopped @ (Stopped::Time | Stopped::Interrupted)) => Err(stopped),
            Err(_) => Ok(None),
        }
    }

    fn board(
        &mut self,
        rulesets: &[Ruleset; 2],
        board: &Board,
        searched: &mut Searched,
    ) -> Result<(), Stopped> {
        let games = [0, 1].map(|place| rulesets[place].entry.game(board.clone(), rulesets[place].options));
        let sessions = [Session::new(&games[0]), Session::new(&games[1])];
        let start = |(position, to_move)| {
            let states = [0, 1].map(|place| games[place].start(position, to_move));
            Start { position, to_move, states }
        };
        let starts: Vec<Start> = starts(board, &games).into_iter().map(start).collect();
        let (name, count) = (board.to_string(), starts.len());
        searched.boards.push(Looked {
            board: name,
            starts: count,
            solved: 0,
            unsolved: 0,
            unsolved_moves: 0,
        });
        let looked = searched.boards.last_mut().expect("a board was pushed");
        let unsolved_before = |boards: &[Looked]| boards.iter().map(|looked| looked.unsolved).sum::<usize>();

        // Where games may go on for ever one analysis has the values of all starts.
        for (place, session) in sessions.iter().enumerate() {
            if games[place].rules.properties().always_ends {
                continue;
            }
            (self.tell)(format!("{board} {}, every start", games[place].entry.id));
            let states: Vec<State> = starts.iter().map(|start| start.states[place].clone()).collect();
            let budget = self.budget(states.len() as u64)?;
            let (_, stopped) = session.values(&states, &budget);
            if self.spent(&budget, stopped.map_or(Ok(()), Err))?.is_none() {
                looked.unsolved = starts.len();
                return Ok(());
            }
        }

        let mut same: Vec<(usize, Value)> = Vec::new();
        let mut differing = None;
        for (place, start) in starts.iter().enumerate() {
            (self.tell)(format!("{board}, start {} of {count}", place + 1));
            let mut values = [None; 2];
            for (game, session) in sessions.iter().enumerate() {
                let budget = self.budget(1)?;
                let value = session.value(&start.states[game], &budget).map_err(|(_, stopped)| stopped);
                values[game] = self.spent(&budget, value)?;
            }
            match values {
                [Some(a), Some(b)] => {
                    looked.solved += 1;
                    if a == b {
                        same.push((place, a));
                    } else if self.what != What::BestMoves {
                        differing = Some((place, [a, b]));
                        break;
                    }
                }
                _ => looked.unsolved += 1,
            }
        }

        if self.what != What::Value && searched.best_moves.is_none() {
            for (place, value) in same {
                (self.tell)(format!("{board}, best moves of start {} of {count}", place + 1));
                let [a, b] = [0, 1].map(|game| self.best_moves(&sessions[game], &starts[place].states[game]));
                let (Some(a), Some(b)) = (a?, b?) else {
                    let looked = searched.boards.last_mut().expect("a board was pushed");
                    looked.unsolved_moves += 1;
                    continue;
                };
                if a != b {
                    let unsolved = searched.boards.iter().map(|looked| looked.unsolved_moves).sum::<usize>()
                        + unsolved_before(&searched.boards);
                    searched.best_moves =
                        Some(self.found(&sessions, &starts[place], [value; 2], [a, b], unsolved)?);
                    break;
                }
            }
        }

        if let Some((place, values)) = differing {
            let [a, b] = [0, 1].map(|game| self.best_moves(&sessions[game], &starts[place].states[game]));
            let best = [a?.unwrap_or_default(), b?.unwrap_or_default()];
            let unsolved = unsolved_before(&searched.boards);
            searched.value = Some(self.found(&sessions, &starts[place], values, best, unsolved)?);
        }
        Ok(())
    }

    fn best_moves(&mut self, session: &Session, state: &State) -> Result<Option<Vec<Move>>, Stopped> {
        let request = Request { best_moves: Want::All, line: false, ..Request::default() };
        let budget = self.budget(1)?;
        let solution = session.solve(state, &request, &budget);
        self.spent(&budget, solution.stopped.map_or(Ok(solution.best_moves), Err))
    }

    /// What is told of a start that was found, with the reason.
    fn found(
        &mut self,
        sessions: &[Session; 2],
        start: &Start,
        values: [Value; 2],
        best: [Vec<Move>; 2],
        unsolved: usize,
    ) -> Result<Found, Stopped> {
        let board = &sessions[0].game().board;
        (self.tell)(format!("{board}, why"));
        let budget = self.budget(WALK)?;
        let referees =
            [0, 1].map(|place| Referee::new(sessions[place].game(), start.position, start.to_move));
        let both = [&sessions[0], &sessions[1]];
        let why = why(both, start.states.clone(), referees, values, &best, MOST, &budget);
        // Without the time for a reason the start is told without one.
        let why = why.ok();
        self.nodes += budget.nodes();
        let side = |place: usize| SideRecord {
            value: values[place],
            best_moves: MoveName::all(board, &best[place]),
        };
        Ok(Found {
            board: board.to_string(),
            start: StartRecord::of(board, &start.position, start.to_move),
            unsolved_before: unsolved,
            a: side(0),
            b: side(1),
            why,
        })
    }
}
