//! What every check needs: the claim with its document, the limits, and from these a game with a position.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::document::{Claim, Document};
use super::setup::Setup;
use crate::rules::State;
use crate::rules::axes::{Axis, Options};
use crate::rules::{catalogue, entry::Entry};
use crate::solve::{Budget, Limits, Request, Solution, solve};

/// The most that a check may cost.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The nodes that one question may cost.
    pub nodes: u64,
    /// Whether claims are judged whose checks take minutes; their questions may cost [`DEEPER`] times as much.
    pub deep: bool,
}

/// The nodes that one question of a check may cost, unless the user says otherwise.
pub const NODES: u64 = 1_000_000;

/// How much more a question of a deep claim may cost.
pub const DEEPER: u64 = 30;

/// The claim whose checks are made, and the conditions under which they are made.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) document: &'a Document,
    pub(super) claim: &'a Claim,
    /// The reading of `--lift` that takes the place of the one that a check names.
    pub(super) lift: Option<&'a str>,
    pub(super) effort: Effort,
    /// Set when the user ends the work. What a check finds after that counts for nothing.
    pub(super) interrupted: &'a Arc<AtomicBool>,
    /// The nodes that the check in hand has cost so far.
    pub(super) nodes: &'a Cell<u64>,
}

impl Context<'_> {
    pub(super) fn budget(&self) -> Budget {
        self.interruptible(Limits { nodes: Some(self.limit()), ..Limits::default() })
    }

    /// The nodes that one question may cost.
    pub(super) fn limit(&self) -> u64 {
        let factor = if self.claim.deep { DEEPER } else { 1 };
        self.effort.nodes.saturating_mul(factor)
    }

    pub(super) fn interruptible(&self, limits: Limits) -> Budget {
        Budget::new(limits).interrupted_by(Arc::clone(self.interrupted))
    }

    pub(super) fn ruleset(&self, text: &str) -> Result<(&'static Entry, Options), String> {
        let (entry, mut options) = catalogue::parse(text).map_err(|error| error.to_string())?;
        if let Some(lift) = self.lift.filter(|_| !entry.values(Axis::Lift).is_empty()) {
            entry.set(&mut options, Axis::Lift, lift).map_err(|error| error.to_string())?;
        }
        Ok((entry, options))
    }

    pub(super) fn setup(&self, rules: &str, position: Option<&String>) -> Result<Setup, String> {
        let (entry, options) = self.ruleset(rules)?;
        let name = position.or(self.claim.position.as_ref()).ok_or("no position is named")?;
        let place = self.document.place(name)?;
        Ok(Setup { game: entry.game(place.board.clone(), options), place })
    }

    pub(super) fn solve(&self, setup: &Setup, state: &State, request: Request) -> Solution {
        let budget = self.budget();
        let solution = solve(&setup.game, state, &request, &budget);
        self.spend(&budget);
        solution
    }

    /// Adds what was spent of a budget to the cost of the check in hand.
    pub(super) fn spend(&self, budget: &Budget) {
        self.nodes.set(self.nodes.get() + budget.nodes());
    }

    /// The nodes that the check in hand has cost so far.
    pub(super) fn spent(&self) -> u64 {
        self.nodes.get()
    }
}
