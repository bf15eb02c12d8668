//! The bounds of starts for a session, which looks for them between its searches for lemmas.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Terms;
use super::value::{Bounding, Found};
use crate::hashing::FixedMap;
use crate::rules::{Game, Key, State};
use crate::solve::budget::{Budget, Stopped};

/// Up to this many intersections a session lets its search do as much as it can before it looks for bounds: the search
/// finds most values there, and what is published of such boards, node counts among it, was made by it alone.
pub const BOUNDED_ABOVE: usize = 16;

/// A start gets no more nodes than 2 to the power of the intersections and so many more. The empty 4x5 gets a
/// thousand million; an effort without a limit comes to an end in this way, and the search over lemmas gets its turn.
const MORE: u32 = 10;

/// What was found about the starts of a session's game.
#[derive(Default)]
pub struct KnownStarts {
    /// What was found about each, and with how many nodes at most.
    found: Mutex<FixedMap<Key, (Found, u64)>>,
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

    /// What a state gets of a budget: as many nodes as its board deserves, but no more than half of what is left, three
    /// quarters of the time, and so many bytes. `None` if it had as many nodes before.
    pub fn share(&self, game: &Game, state: &State, budget: &Budget, memory: usize) -> Option<Budget> {
        let most = 1 << (game.board.points() as u32 + MORE).min(62);
        let limit = budget.nodes_left().map_or(most, |left| most.min(left / 2));
        let again = self.known(state).is_none_or(|(found, tried)| found.stopped.is_some() && tried < limit);
        again.then(|| budget.attempt(limit, 3, memory))
    }

    /// The effort for a state, within its [share](KnownStarts::share). What needs no search is found at once.
    pub fn bounding<'a>(
        game: &'a Game,
        state: &State,
        share: &'a Budget,
        threads: usize,
    ) -> Option<Bounding<'a>> {
        let mut bounding = Bounding::of_start(terms(game)?, game, state, share, threads)?;
        if game.rules.properties().always_ends {
            bounding.first_is_safe();
        }
        Some(bounding)
    }

    /// Keeps what was found about a state with its share, for the next question.
    pub fn keep(&self, state: &State, found: Found, tried: u64) {
        if matches!(found.stopped, None | Some(Stopped::Nodes)) {
            self.lock().insert(state.key, (found, tried));
        }
    }

    fn known(&self, state: &State) -> Option<(Found, u64)> {
        self.lock().get(&state.key).copied()
    }

    fn lock(&self) -> MutexGuard<'_, FixedMap<Key, (Found, u64)>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
