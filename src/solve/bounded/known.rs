//! The bounds of starts for a session, which asks for them before it searches for lemmas.

use std::sync::{Mutex, PoisonError};

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
    /// The bounds of a state, with no more than half of what is left of a budget and with so many bytes; `None` where they
    /// are not asked for.
    pub fn bounds(&self, game: &Game, state: &State, budget: &Budget, memory: usize) -> Option<Found> {
        let points = game.board.points();
        if points <= BOUNDED_ABOVE {
            return None;
        }
        let part = budget.half(memory).at_most(1 << (points as u32 + MORE).min(62));
        let limit = part.nodes_left().unwrap_or(u64::MAX);
        let known = self.found.lock().unwrap_or_else(PoisonError::into_inner).get(&state.key).copied();
        let fresh = game.start(state.key.position, state.key.mover) == *state;
        if let Some((found, tried)) = known.filter(|_| fresh)
            && (found.stopped.is_none() || limit <= tried)
        {
            return Some(found);
        }
        budget.ask("bounds that need no past".to_string());
        let found = bounds(game, state, &part)?;
        if matches!(found.stopped, None | Some(Stopped::Nodes)) {
            let mut all = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            all.insert(state.key, (found, limit));
        }
        Some(found)
    }
}
