//! The whole state of a game, and what becomes of a play in it.

use super::fact::{Fact, Past};
use super::{Key, Points};

/// The whole state of a game: what a naive engine carries along.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// Position, mover, phase.
    pub key: Key,
    /// What has happened.
    pub past: Past,
}

/// What becomes of a play in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling {
    /// It may not be made, because this fact holds.
    Barred(Fact),
    /// It ends the game with this score.
    Ends(Points),
    /// It leads on.
    Leads(State),
}
