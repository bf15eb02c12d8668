//! The ruleset on trial, and what may be spent on it.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::starts::{BOARDS, DEEP_BOARDS, Survey};
use crate::go::Board;
use crate::report::display::options_text;
use crate::rules::axes::Options;
use crate::rules::entry::Entry;
use crate::rules::{Game, State};
use crate::solve::{Answer, Budget, Limits, Request, Session, Solution, Stopped, Value};

/// The nodes that one case of a check may cost, unless the user says otherwise.
pub const NODES: u64 = 50_000;

/// How much more a case of a deep critique may cost.
pub const DEEPER: u64 = 30;

/// How many times as much as a case all starts of small boards may cost together.
const SURVEYS: u64 = 2;

/// How many states a retrograde analysis may list for each node that a search may visit.
const STATES: u64 = 6;

/// A ruleset with its options, by the name that the user has for it.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The name, as it stands in commands: a name of the catalogue, or a file.
    pub name: String,
    /// The ruleset.
    pub entry: &'static Entry,
    /// The options.
    pub options: Options,
}

/// The most that a critique may cost.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The nodes that one case of a check may cost.
    pub nodes: u64,
    /// Whether larger boards and positions are tried.
    pub deep: bool,
    /// The time that all of it may take. What is then left open depends on the machine.
    pub time: Option<Duration>,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { nodes: NODES, deep: false, time: None }
    }
}

impl Subject {
    /// The ruleset and the options that it was given, as arguments: `--rules kee2020 --lift produced`.
    pub fn arguments(&self) -> String {
        format!("--rules {}{}", self.name, options_text(self.entry, &self.options))
    }

    /// The same ruleset with other options.
    pub fn with(&self, options: Options) -> Subject {
        Subject { options, ..self.clone() }
    }

    /// The game on a board; what is wrong if the ruleset has no room for so many intersections.
    pub fn game(&self, board: &Board) -> Result<Game, String> {
        let most = self.entry.most_points(&self.options);
        if board.points() > most {
            let points = board.points();
            return Err(format!("{points} intersections, and the state of this ruleset has room for {most}"));
        }
        Ok(self.entry.game(board.clone(), self.options))
    }
}

/// A ruleset on trial.
pub struct Trial<'a> {
    /// The ruleset.
    pub subject: &'a Subject,
    /// What may be spent.
    pub effort: Effort,
    started: Instant,
    interrupted: &'a Arc<AtomicBool>,
    surveys: OnceCell<Surveys>,
}

impl<'a> Trial<'a> {
    /// A trial that begins now.
    pub fn new(subject: &'a Subject, effort: Effort, interrupted: &'a Arc<AtomicBool>) -> Trial<'a> {
        Trial { subject, effort, started: Instant::now(), interrupted, surveys: OnceCell::new() }
    }

    /// Whether every game of the ruleset ends.
    pub fn always_ends(&self) -> bool {
        self.subject.entry.properties(&self.subject.options).always_ends
    }

    /// What one case may spend.
    pub fn purse(&self) -> Purse<'_> {
        self.purse_of(self.always_ends(), 1)
    }

    /// So many times as much, for games of a ruleset whose every game ends, or does not.
    pub fn purse_of(&self, always_ends: bool, times: u64) -> Purse<'_> {
        let times = if always_ends { times } else { times.saturating_mul(STATES) };
        Purse { trial: self, most: self.effort.nodes.saturating_mul(times), spent: Cell::new(0) }
    }

    /// The names of the boards whose starts are looked at.
    pub fn boards(&self) -> Vec<Board> {
        let deep = if self.effort.deep { &DEEP_BOARDS[..] } else { &[] };
        let names = BOARDS.iter().chain(deep);
        names.map(|name| Board::parse(name).expect("the list has names of boards")).collect()
    }

    /// The starts of small boards with their values, as far as the limit goes. They are worked out once.
    pub fn surveys(&self) -> &Surveys {
        self.surveys.get_or_init(|| {
            let purse = self.purse_of(self.always_ends(), SURVEYS);
            let mut surveys = Surveys { done: Vec::new(), stopped: None };
            for board in self.boards() {
                match Survey::of(self.subject, &board, &purse) {
                    Ok(survey) => surveys.done.push(survey),
                    Err(stopped) => {
                        surveys.stopped = Some((board, stopped));
                        break;
                    }
                }
            }
            surveys
        })
    }
}

/// The starts of small boards, as far as the limit goes.
pub struct Surveys {
    /// The boards that were finished.
    pub done: Vec<Survey>,
    /// The board that was given up, and why.
    pub stopped: Option<(Board, Stopped)>,
}

/// What a case may spend, and what it has spent.
pub struct Purse<'a> {
    trial: &'a Trial<'a>,
    most: u64,
    spent: Cell<u64>,
}

impl Purse<'_> {
    /// The nodes spent so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Has something done within what is left.
    pub fn pay<T>(&self, work: impl FnOnce(&Budget) -> T) -> T {
        let limits = Limits {
            time: self.trial.effort.time.map(|time| time.saturating_sub(self.trial.started.elapsed())),
            nodes: Some(self.most.saturating_sub(self.spent.get())),
            ..Limits::default()
        };
        let budget = Budget::new(limits).interrupted_by(Arc::clone(self.trial.interrupted));
        let done = work(&budget);
        self.spent.set(self.spent.get() + budget.nodes());
        done
    }

    /// Counts nodes that no engine counts.
    ///
    /// # Errors
    /// The limit that has been reached.
    pub fn step(&self, nodes: u64) -> Result<(), Stopped> {
        self.pay(|budget| budget.spend(nodes))
    }

    /// The value of a state.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn value(&self, session: &Session, state: &State) -> Result<Value, Stopped> {
        self.step(1)?;
        self.pay(|budget| session.value(state, budget)).map_err(|(_, stopped)| stopped)
    }

    /// The value of a state, or what is proved of it.
    pub fn answer(&self, session: &Session, state: &State) -> (Answer, Option<Stopped>) {
        let found = self.pay(|budget| session.value(state, budget));
        let stopped = found.as_ref().err().map(|(_, stopped)| *stopped);
        let answer = Answer::from(found);
        (answer, if answer.exact().is_some() { None } else { stopped })
    }

    /// The solution of a state, with all that the request asks for.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn solve(&self, session: &Session, state: &State, request: &Request) -> Result<Solution, Stopped> {
        self.step(1)?;
        let solution = self.pay(|budget| session.solve(state, request, budget));
        solution.stopped.map_or(Ok(solution), Err)
    }
}
