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
    surveys: Surveys<'a>,
    wider: Surveys<'a>,
}

impl<'a> Trial<'a> {
    /// A trial by so many checks that begins now.
    pub fn new(
        subject: &'a Subject,
        effort: Effort,
        checks: usize,
        interrupted: &'a Arc<AtomicBool>,
    ) -> Trial<'a> {
        let started = Instant::now();
        let deep = if effort.deep { &WIDER_BOARDS[..] } else { &[] };
        // Where several checks share them, the values of starts may take half of the time, so that none of the checks
        // is left without any.
        let shared = effort.time.map(|time| if checks > 1 { time / 2 } else { time });
        let until = shared.and_then(|time| started.checked_add(time));
        let always_ends = subject.entry.properties(&subject.options).always_ends;
        let purse = |times| Purse::new(nodes(&effort, always_ends, times), until, interrupted);
        let surveys = Surveys::of(subject, BOARDS.iter().chain(deep), purse(SURVEYS));
        let names = if effort.deep { &[] } else { &WIDER_BOARDS[..] };
        let wider = Surveys::of(subject, names, purse(WIDER));
        Trial { subject, effort, started, interrupted, surveys, wider }
    }

    /// Whether every game of the ruleset ends.
    pub fn always_ends(&self) -> bool {
        self.subject.entry.properties(&self.subject.options).always_ends
    }

    /// What one case may spend.
    pub fn purse(&self) -> Purse<'a> {
        self.purse_of(self.always_ends(), 1)
    }

    /// So many times as much, for games of a ruleset whose every game ends, or does not.
    pub fn purse_of(&self, always_ends: bool, times: u64) -> Purse<'a> {
        let until = self.effort.time.and_then(|time| self.started.checked_add(time));
        Purse::new(nodes(&self.effort, always_ends, times), until, self.interrupted)
    }

    /// The starts of small boards with their values.
    pub fn surveys(&self) -> &Surveys<'a> {
        &self.surveys
    }

    /// The starts of the larger boards on which values are compared besides; none if they are among the others. To be
    /// asked for when those are finished.
    pub fn wider(&self) -> &Surveys<'a> {
        &self.wider
    }
}

/// So many times the nodes of a case, or as many states where games may go on for ever.
fn nodes(effort: &Effort, always_ends: bool, times: u64) -> u64 {
    let times = if always_ends { times } else { times.saturating_mul(STATES) };
    effort.nodes.saturating_mul(times)
}

/// The starts of some boards, small ones first, with their values: each board is valued once, when it is asked for, so
/// that what is asked of a small board is not left open by the work on a larger one.
pub struct Surveys<'a> {
    subject: &'a Subject,
    boards: Vec<(Board, OnceCell<Result<Survey, Stopped>>)>,
    purse: Purse<'a>,
}

impl<'a> Surveys<'a> {
    /// Those of boards with these names. The purse is for all of them together.
    fn of<'b>(
        subject: &'a Subject,
        names: impl IntoIterator<Item = &'b &'static str>,
        purse: Purse<'a>,
    ) -> Surveys<'a> {
        let parse = |name: &&str| Board::parse(name).expect("the lists have names of boards");
        let boards = names.into_iter().map(|name| (parse(name), OnceCell::new())).collect();
        Surveys { subject, boards, purse }
    }

    /// The boards in their order, up to the first that is given up, for which there is what stopped the work.
    pub fn each(&self) -> impl Iterator<Item = Result<&Survey, (&Board, Stopped)>> {
        let mut given_up = false;
        self.boards.iter().map_while(move |(board, survey)| {
            if given_up {
                return None;
            }
            let survey = survey.get_or_init(|| Survey::of(self.subject, board, &self.purse));
            given_up = survey.is_err();
            Some(survey.as_ref().map_err(|stopped| (board, *stopped)))
        })
    }
}
