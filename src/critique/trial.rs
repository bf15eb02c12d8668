//! The ruleset on trial, and what may be spent on it.

use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::purse::Purse;
use super::starts::{BOARDS, Survey, WIDER_BOARDS};
use super::subject::Subject;
use crate::go::Board;
use crate::solve::Stopped;

/// The nodes that one case of a check may cost, unless the user says otherwise.
pub const NODES: u64 = 50_000;

/// How much more a case of a deep critique may cost.
pub const DEEPER: u64 = 30;

/// How many times as much as a case all starts of small boards may cost together.
const SURVEYS: u64 = 2;

/// The same for the starts of the larger boards on which values are compared.
pub const WIDER: u64 = 4;

/// How many states a retrograde analysis may list for each node that a search may visit.
const STATES: u64 = 6;

/// The most that a critique may cost.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The nodes that one case of a check may cost.
    pub nodes: u64,
    /// Whether larger boards are tried.
    pub deep: bool,
    /// The time that all of it may take. What is then left open depends on the machine.
    pub time: Option<Duration>,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { nodes: NODES, deep: false, time: None }
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
    wider: OnceCell<Surveys>,
}

impl<'a> Trial<'a> {
    /// A trial that begins now.
    pub fn new(subject: &'a Subject, effort: Effort, interrupted: &'a Arc<AtomicBool>) -> Trial<'a> {
        Trial {
            subject,
            effort,
            started: Instant::now(),
            interrupted,
            surveys: OnceCell::new(),
            wider: OnceCell::new(),
        }
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
        let until = self.effort.time.and_then(|time| self.started.checked_add(time));
        Purse::new(self.effort.nodes.saturating_mul(times), until, self.interrupted)
    }

    /// The names of the boards whose starts are looked at.
    pub fn boards(&self) -> Vec<Board> {
        let deep = if self.effort.deep { &WIDER_BOARDS[..] } else { &[] };
        let names = BOARDS.iter().chain(deep);
        names.map(|name| parse(name)).collect()
    }

    /// The starts of small boards with their values, as far as the limit goes. They are worked out once.
    pub fn surveys(&self) -> &Surveys {
        self.surveys.get_or_init(|| self.survey(self.boards(), SURVEYS))
    }

    /// The starts of the larger boards on which values are compared besides, as far as the limit goes; none if the smaller
    /// boards were not finished, or if they are among them.
    pub fn wider(&self) -> &Surveys {
        self.wider.get_or_init(|| {
            let none = self.effort.deep || self.surveys().stopped.is_some();
            let names = if none { &[] } else { &WIDER_BOARDS[..] };
            self.survey(names.iter().map(|name| parse(name)).collect(), WIDER)
        })
    }

    /// Values the starts of some boards, for so many times as much as a case may cost.
    fn survey(&self, boards: Vec<Board>, times: u64) -> Surveys {
        let purse = self.purse_of(self.always_ends(), times);
        let mut surveys = Surveys { done: Vec::new(), stopped: None };
        for board in boards {
            match Survey::of(self.subject, &board, &purse) {
                Ok(survey) => surveys.done.push(survey),
                Err(stopped) => {
                    surveys.stopped = Some((board, stopped));
                    break;
                }
            }
        }
        surveys
    }
}

fn parse(name: &str) -> Board {
    Board::parse(name).expect("the lists have names of boards")
}

/// The starts of small boards, as far as the limit goes.
pub struct Surveys {
    /// The boards that were finished.
    pub done: Vec<Survey>,
    /// The board that was given up, and why.
    pub stopped: Option<(Board, Stopped)>,
}
