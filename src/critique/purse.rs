//! What a case may spend.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::rules::State;
use crate::solve::{Answer, Budget, Limits, Request, Session, Solution, Stopped, Value};

/// What a case may spend, and what it has spent.
pub struct Purse<'a> {
    until: Option<Instant>,
    interrupted: &'a Arc<AtomicBool>,
    most: u64,
    spent: Cell<u64>,
}

impl<'a> Purse<'a> {
    /// A purse of so many nodes, which may be spent until a moment and an interruption.
    pub fn new(most: u64, until: Option<Instant>, interrupted: &'a Arc<AtomicBool>) -> Purse<'a> {
        Purse { until, interrupted, most, spent: Cell::new(0) }
    }

    /// The nodes spent so far.
    pub fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Has something done within what is left.
    pub fn pay<T>(&self, work: impl FnOnce(&Budget) -> T) -> T {
        let limits = Limits {
            time: self.until.map(|until| until.saturating_duration_since(Instant::now())),
            nodes: Some(self.most.saturating_sub(self.spent.get())),
            ..Limits::default()
        };
        let budget = Budget::new(limits).interrupted_by(Arc::clone(self.interrupted));
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
