//! What the search reports of its proofs, to whoever wants to write them down.
//!
//! The search knows nothing of what becomes of a report. Every lemma is reported once, when it is made, so
//! the lemmas that a step refers to have been reported before.

use std::sync::Arc;

use super::canon::Frame;
use super::search::lemma::Lemma;
use crate::go::Move;
use crate::rules::Key;
use crate::rules::past::Fact;

/// Why a move serves the player who is sure of a lemma's claim.
#[derive(Debug, Clone)]
pub enum Ground {
    /// It is barred: this fact holds.
    Barred(Fact),
    /// It ends the game, whatever the past.
    Ends,
    /// It ends the game, because the fact that stops it holds.
    Stopped,
    /// After it he keeps enough by passing to the end: unconditional life.
    Life,
    /// This lemma. The frame leads from the position after the move to the lemma's key.
    Lemma(Arc<Lemma>, Frame),
}

/// A move at the key of a lemma, and why it serves.
#[derive(Debug, Clone)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// Why.
    pub ground: Ground,
}

/// One who is told of every lemma that a search makes.
pub trait Observer: Sync {
    /// A lemma about a key, both in the canonical frame, with its proof: one step if the mover is the one who
    /// is sure of the claim, otherwise one for every move that the board admits.
    fn proved(&self, key: &Key, lemma: &Arc<Lemma>, steps: Vec<Step>);
}
