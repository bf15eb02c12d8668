//! The bounds of starts for a session, which asks for them where its search has not valued a start soon.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Terms;
use super::value::{Found, bounds};
use crate::hashing::FixedMap;
use crate::rules::{Game, Key, State};
use crate::solve::budget::{Budget, Stopped};

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

    /// Looks for the bounds of a state, with no more than half of what is left of a budget and with so many bytes.
    pub fn look_for(&self, game: &Game, state: &State, budget: &Budget, memory: usize) -> Option<Found> {
        let most = 1 << (game.board.points() as u32 + MORE).min(62);
        let limit = budget.nodes_left().map_or(most, |left| most.min(left / 2));
        if let Some((found, tried)) = self.known(state)
            && (found.stopped.is_none() || limit <= tried)
        {
            return Some(found);
        }
        budget.ask("bounds that need no past".to_string());
        let found = bounds(game, state, &budget.attempt(limit, memory))?;
        if matches!(found.stopped, None | Some(Stopped::Nodes)) {
            self.lock().insert(state.key, (found, limit));
        }
        Some(found)
    }

    fn known(&self, state: &State) -> Option<(Found, u64)> {
        self.lock().get(&state.key).copied()
    }

    fn lock(&self) -> MutexGuard<'_, FixedMap<Key, (Found, u64)>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
