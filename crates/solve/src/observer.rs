//! What the search reports of its proofs, for certificates to be made from.
//!
//! Every lemma is reported once, when it is made or comes with its proof, so the lemmas that a step refers to have been reported
//! before, but for those that a [helper](super::search::jobs) has from its manager.

use std::sync::Arc;

use super::canon::Frame;
use super::search::lemma::Lemma;
use superko_go::Move;
use superko_rules::Key;
use superko_rules::fact::Fact;

/// Why a move serves the side that is sure of a lemma's claim.
#[derive(Debug, Clone)]
pub enum Ground {
    /// This fact holds and bars it.
    Barred(Box<Fact>),
    /// It ends the game, whatever the past.
    Ends,
    /// It ends the game because its stop at this place holds.
    Stopped(usize),
    /// After it the side keeps enough by passing to the end: unconditional life.
    Life,
    /// The lemma of this number, about the key that it leads to. The frame leads from the position after the move to the lemma's
    /// key.
    Lemma(u64, Frame),
}

/// A move at the key of a lemma, and why it serves.
#[derive(Debug, Clone)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// Why it serves the side that is sure.
    pub ground: Ground,
    /// Whether one of its stops holds and leads it elsewhere.
    pub elsewhere: bool,
}

/// Receives every lemma that a search makes.
pub trait Observer: Sync {
    /// Called with a lemma about a key, both in the canonical frame, and its proof: one step if the mover is on the
    /// side that is sure of the claim, otherwise one for every move that the board admits.
    fn proved(&self, key: &Key, lemma: &Arc<Lemma>, steps: Vec<Step>);

    /// A lemma that was reported, by its number, with its key and its proof, if the observer has kept it.
    fn kept(&self, _number: u64) -> Option<(Key, Arc<Lemma>, Vec<Step>)> {
        None
    }

    /// The memory that it takes besides the lemmas themselves, in bytes.
    fn bytes(&self) -> usize {
        0
    }

    /// Called when lemmas were dropped from the table for want of memory: whoever holds them is to let them go, too.
    fn let_go(&self) {}
}
