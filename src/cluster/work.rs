//! What the workers of a process are to do, and what comes of it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::hosts::Hosts;
use super::kept::Keep;
use crate::solve::dense::{Counted, Plays};
use crate::solve::{Budget, Stopped};
use crate::sums::Summed;

/// What the workers of a process are to do.
pub struct Work {
    /// The plays of the game.
    pub plays: Plays,
    /// What may be spent by this process.
    pub budget: Arc<Budget>,
    /// The workers of each process.
    pub threads: usize,
    /// The processes, if there are several.
    pub hosts: Option<Hosts>,
    /// What the processes have to agree on.
    pub of: Vec<(&'static str, String)>,
    /// Where rounds are kept, if they are.
    pub keep: Option<Keep>,
    /// Where the first worker writes what can be forced in every state, if anywhere.
    pub out: Option<PathBuf>,
}

/// What was found.
#[derive(Debug, Clone)]
pub struct Found {
    /// The positions by what can be forced in them: those of all shares on the first process, none on the others.
    pub counted: Counted,
    /// The sum of what can be forced in every state: likewise.
    pub sum: Option<Summed>,
    /// What the workers of this process have exchanged.
    pub exchanged: Exchanged,
}

impl Work {
    /// Says what the work is at, on the first worker of a process.
    pub(super) fn say(&self, worker: usize, what: impl FnOnce() -> String) {
        if worker.is_multiple_of(self.threads) {
            self.budget.ask(what());
        }
    }
}

/// What was exchanged by a worker, or those of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Exchanged {
    /// The rounds, those of earlier runs included.
    pub rounds: u64,
    /// The words that were sent, to the own shares too.
    pub words: u64,
    /// The bytes that the shares take.
    pub bytes: u64,
    /// The states of the shares.
    pub states: u64,
    /// The time from the start of the workers until nothing came in any more.
    pub time: Duration,
}

impl Exchanged {
    /// That of two workers of a process.
    pub fn and(self, other: Exchanged) -> Exchanged {
        Exchanged {
            rounds: self.rounds,
            words: self.words + other.words,
            bytes: self.bytes + other.bytes,
            states: self.states + other.states,
            time: self.time.max(other.time),
        }
    }
}

/// Why the work ended without a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// A limit or an interruption, of this process or another.
    Stopped(Stopped),
    /// What this process could not read or write, and what was expected.
    Failed(String),
    /// This worker, of another process, could not read or write its part of a checkpoint.
    Elsewhere(usize),
}
