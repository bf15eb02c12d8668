//! The bounds of starts for a session, which asks for them where its search has not valued a start soon.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Terms;
use super::value::{Climbing, Found, bounds_from};
use crate::hashing::FixedMap;
use crate::rules::{Game, Key, State};
use crate::solve::budget::{Budget, Limits, Stopped};

/// Up to this many intersections a session does not ask for bounds: the search over lemmas finds most values there, and what
/// is published of such boards, node counts among it, was made by it alone.
pub const BOUNDED_ABOVE: usize = 16;

/// A start gets no more nodes than 2 to the power of the intersections and so many more. The empty 3x5, which takes two
/// million, would get eight; an effort without a limit comes to an end in this way, and the search over lemmas gets its turn.
const MORE: u32 = 8;

/// What was found about the starts of a session's game.
#[derive(Default)]
pub struct KnownStarts {
    /// What was found about each, and with how many nodes at most.
    found: Mutex<FixedMap<Key, (Found, u64)>>,
    /// Work that was stopped and can go on.
    stopping: Mutex<Stopping>,
}

/// Work that was stopped, if such work is kept.
#[derive(Default)]
pub struct Stopping {
    is_kept: bool,
    /// The start that the search before the bounds was about last, and the nodes that it has got.
    pub first: Option<(Key, u64)>,
    /// The start whose bounds are looked for, and what is known of them.
    pub climbing: Option<(Key, Climbing)>,
    /// The limits of this in the budget in hand.
    limits: Option<Limits>,
}

impl KnownStarts {
    /// Whether bounds of a state are looked for: its board is large enough, something is claimed under its ruleset, and it
    /// has no past.
    pub fn are_asked(game: &Game, state: &State) -> bool {
        let large = game.board.points() > BOUNDED_ABOVE;
        large && Terms::of(game).is_some() && game.start(state.key.position, state.key.mover) == *state
    }

    /// What was found about a state before.
    pub fn get(&self, state: &State) -> Option<Found> {
        Some(self.known(state)?.0)
    }

    /// Keeps work that is stopped, to go on with it when the same is asked again.
    pub fn keep_stopped(&mut self) {
        self.stopping.get_mut().unwrap_or_else(PoisonError::into_inner).is_kept = true;
    }

    /// The nodes that the search before the bounds of a state has got.
    pub fn first_nodes(&self, state: &State) -> u64 {
        self.stopping().first.filter(|(key, _)| *key == state.key).map_or(0, |(_, nodes)| nodes)
    }

    /// Says that it has got more of them.
    pub fn add_first_nodes(&self, state: &State, nodes: u64) {
        let nodes = self.first_nodes(state) + nodes;
        let mut stopping = self.stopping();
        if stopping.is_kept {
            stopping.first = Some((state.key, nodes));
        }
    }

    /// Looks for the bounds of a state, with no more than half of what is left of a budget and with so many bytes.
    pub fn look_for(&self, game: &Game, state: &State, budget: &Budget, memory: usize) -> Option<Found> {
        let most = 1 << (game.board.points() as u32 + MORE).min(62);
        let half = budget.nodes_left().map_or(u64::MAX, |left| left / 2);
        let stopped = std::mem::take(&mut self.stopping().climbing).filter(|(key, _)| *key == state.key);
        let mut climbing = stopped.map(|(_, climbing)| climbing);
        if let (Some((found, tried)), None) = (self.known(state), &climbing)
            && (found.stopped.is_none() || most.min(half) <= tried)
        {
            return Some(found);
        }
        budget.ask("bounds that need no past".to_string());
        // After a pause the limits are what they were.
        let limits = std::mem::take(&mut self.stopping().limits).filter(|_| climbing.is_some());
        let limits = limits.unwrap_or_else(|| {
            let left = most.saturating_sub(climbing.as_ref().map_or(0, Climbing::nodes));
            budget.attempt(left.min(half), memory).limits()
        });
        let (board, position, mover) = (&game.board, &state.key.position, state.key.mover);
        let part = budget.within(limits);
        let found = bounds_from(Terms::of(game)?, board, position, mover, &part, &mut climbing);
        let mut stopping = self.stopping();
        if stopping.is_kept {
            stopping.limits = climbing.is_some().then_some(limits);
            stopping.climbing = climbing.map(|climbing| (state.key, climbing));
        }
        if matches!(found.stopped, None | Some(Stopped::Nodes)) {
            self.found().insert(state.key, (found, most.min(half)));
        }
        Some(found)
    }

    /// The bytes of the tables of work that was stopped.
    pub fn bytes(&self) -> usize {
        self.stopping().climbing.as_ref().map_or(0, |(_, climbing)| climbing.bytes())
    }

    /// What was found about each start, and with how many nodes at most.
    pub fn found(&self) -> MutexGuard<'_, FixedMap<Key, (Found, u64)>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work that was stopped.
    pub fn stopping(&self) -> MutexGuard<'_, Stopping> {
        self.stopping.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self, state: &State) -> Option<(Found, u64)> {
        self.found().get(&state.key).copied()
    }
}
