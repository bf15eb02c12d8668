//! The bounds of starts for a session, which looks for them between its searches for lemmas.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Terms;
use super::value::{Bounding, Climbing, Found};
use crate::budget::{Budget, Limits, Stopped};
use superko_go::hashing::FixedMap;
use superko_rules::{Game, Key, State};

/// Up to this many intersections a session lets its search do as much as it can before it looks for bounds: the search
/// finds most values there, and what is published of such boards, node counts among it, was made by it alone.
pub const BOUNDED_ABOVE: usize = 16;

/// A start gets no more nodes than 2 to the power of the intersections and so many more. The empty 4x5 gets a
/// thousand million; an effort without a limit comes to an end in this way, and the search over lemmas gets its turn.
const MORE: u32 = 10;

/// The same on boards of up to [`BOUNDED_ABOVE`] intersections. The search values most of them in the end, so what is spent on
/// bounds that are not found should not be much more than it takes: the empty 2x8 under `nssk` has 6 million nodes of the
/// search, 4x4 under `kee2009` 9 million. 2x8 under `kee2009` is valued by bounds, with 11 million (`docs/measurements.md`).
const MORE_ON_SMALL: u32 = 8;

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
    /// The start whose value is looked for by turns, and the turn in hand.
    pub turn: Option<(Key, Turn)>,
    /// The start whose bounds are looked for, and what is known of them.
    pub climbing: Option<(Key, Climbing)>,
    /// The limits of these in the budget in hand, and how many nodes they are.
    limits: Option<(Limits, u64)>,
}

/// A turn of the search or of the bounds: its number and the nodes that it has got.
#[derive(Debug, Clone, Copy, Default)]
pub struct Turn {
    /// Its number, from 0 on.
    pub number: usize,
    /// The nodes that it has got.
    pub nodes: u64,
}

/// The terms on which bounds of a game's values hold: where games may go on for ever, of what the players can force in finite
/// play.
fn terms(game: &Game) -> Option<Terms> {
    Terms::of(game).or_else(|| Terms::of_endless(game))
}

impl KnownStarts {
    /// Whether bounds of a state are looked for: something is claimed under its ruleset, and it has no past.
    pub fn are_asked(game: &Game, state: &State) -> bool {
        terms(game).is_some() && game.start(state.key.position, state.key.mover) == *state
    }

    /// What was found about a state before.
    pub fn get(&self, state: &State) -> Option<Found> {
        Some(self.known(state)?.0)
    }

    /// Keeps work that is stopped, to go on with it when the same is asked again.
    pub fn keep_stopped(&mut self) {
        self.stopping.get_mut().unwrap_or_else(PoisonError::into_inner).is_kept = true;
    }

    /// The turn to go on with, which is the first unless work on the same state was stopped.
    pub fn turn(&self, state: &State) -> Turn {
        self.stopping().turn.filter(|(key, _)| *key == state.key).map_or(Turn::default(), |(_, turn)| turn)
    }

    /// Says which turn is in hand.
    pub fn keep_turn(&self, state: &State, turn: Turn) {
        let mut stopping = self.stopping();
        if stopping.is_kept {
            stopping.turn = Some((state.key, turn));
        }
    }

    /// What a state gets of a budget, and how many nodes that is: as many as its board deserves, but no more than half of
    /// what is left, three quarters of the time, and so many bytes. After a pause it is what it was. `None` if the state had
    /// as much before.
    pub fn share(&self, game: &Game, state: &State, budget: &Budget, memory: usize) -> Option<(Budget, u64)> {
        let mut stopping = self.stopping();
        stopping.climbing = stopping.climbing.take().filter(|(key, _)| *key == state.key);
        let limits = stopping.limits.take().filter(|_| stopping.climbing.is_some());
        if let Some((limits, nodes)) = limits {
            return Some((budget.within(limits), nodes));
        }
        let points = game.board.points();
        let more = if points <= BOUNDED_ABOVE { MORE_ON_SMALL } else { MORE };
        let most = 1 << (points as u32 + more).min(62);
        let before = stopping.climbing.as_ref().map_or(0, |(_, climbing)| climbing.nodes());
        let left = budget.nodes_left().map_or(u64::MAX, |left| left / 2);
        let nodes = left.min(most - before.min(most));
        let again = self.known(state).is_none_or(|(found, tried)| found.stopped.is_some() && tried < nodes);
        (again || stopping.climbing.is_some()).then(|| (budget.attempt(nodes, 3, memory), nodes))
    }

    /// The effort for a state, within its [share](KnownStarts::share). What needs no search is found at once.
    pub fn bounding<'a>(
        &self,
        game: &'a Game,
        state: &State,
        share: &'a Budget,
        threads: usize,
    ) -> Option<Bounding<'a>> {
        let mut bounding = Bounding::of_start(terms(game)?, game, state, share, threads)?;
        if game.rules.properties().always_ends {
            bounding.first_is_safe();
        }
        let known = self.stopping().climbing.take().filter(|(key, _)| *key == state.key);
        known.into_iter().for_each(|(_, climbing)| bounding.resume(climbing));
        Some(bounding)
    }

    /// Keeps what was found about a state with its share of so many nodes, for the next question.
    pub fn keep(&self, state: &State, found: Found, nodes: u64) {
        if matches!(found.stopped, None | Some(Stopped::Nodes)) {
            self.found().insert(state.key, (found, nodes));
        }
    }

    /// Keeps the effort for a state, which was stopped, with its share.
    pub fn pause(&self, state: &State, bounding: Bounding, (share, nodes): (&Budget, u64)) {
        let mut stopping = self.stopping();
        if stopping.is_kept {
            stopping.climbing = bounding.ended().map(|climbing| (state.key, climbing));
            stopping.limits = stopping.climbing.is_some().then(|| (share.limits(), nodes));
        }
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
