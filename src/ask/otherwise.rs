//! Hypothetical games: a state whose past is otherwise in one fact, and a move that nothing bars.
//!
//! The state of a game is a key and a set of facts, and the engines take any set. So what a fact is worth can be found by
//! changing it alone, even where no game leads to such a past.

use crate::go::Move;
use crate::rules::fact::{Delta, Fact};
use crate::rules::{Game, Ruling, State};

/// The same state with one fact otherwise: one that holds no longer does, and one that does not hold becomes true now,
/// with an empty tally.
pub fn otherwise(state: &State, fact: &Fact) -> State {
    let past = match state.past.get(fact) {
        Some(_) => state.past.without(fact),
        None => state.past.after(&Delta::setting([*fact])),
    };
    State { key: state.key, past }
}

/// What would become of a move if no fact barred it; `None` if the key does not admit it. Everything else is as the rules
/// have it: the move sets and clears the facts that it would.
pub fn unbarred(game: &Game, state: &State, mv: Move) -> Option<Ruling> {
    let mut play = game.plays(&state.key).into_iter().find(|play| play.mv == mv)?;
    play.bars.clear();
    Some(game.rule(state, &play))
}
