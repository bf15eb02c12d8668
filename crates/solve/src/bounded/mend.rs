//! A proof that meets the conditions. A move that breaks one is taken from the prover, and the proof is repaired.

use super::conditions::{Verdict, verdict};
use super::making::{Made, Making};
use super::place::Place;
use super::proof::Proof;
use super::search::Prover;
use crate::budget::Stopped;

/// How often a threshold's proof is mended before it is given up.
const ROUNDS: usize = 40;

/// What came of it.
#[derive(Debug)]
pub enum Mended {
    /// A proof that meets the conditions.
    Holds(Proof),
    /// The bound is too small.
    Unproved,
    /// The proof takes too much memory.
    TooLarge,
    /// No proof was found in as many rounds.
    GivenUp,
}

impl Mended {
    /// The proof, if there is one.
    pub fn proof(self) -> Option<Proof> {
        match self {
            Mended::Holds(proof) => Some(proof),
            Mended::Unproved | Mended::TooLarge | Mended::GivenUp => None,
        }
    }
}

/// What is known of the proof with a bound, but for what its search knows.
#[derive(Default)]
pub struct Mending {
    /// How often the proof was mended.
    pub rounds: usize,
    /// The proof in the making, if the effort was interrupted while it was in hand. It stays in memory for as long as the
    /// process goes on, and is made again from what the search knows after that.
    pub making: Option<Making>,
}

/// A proof with a bound, of no more than so many bytes.
///
/// # Errors
/// What stopped the search. With the same search and bound it goes on where it was.
pub fn mended(
    prover: &mut Prover,
    start: &Place,
    bound: u8,
    bytes: usize,
    mending: &mut Mending,
) -> Result<Mended, Stopped> {
    let mut making = match mending.making.take() {
        Some(making) => making,
        // An answer that rests on a move that was taken may be wrong, but only for the prover.
        None if prover.proves(start, bound)? => Making::of(prover, start, bound, bytes),
        None => {
            prover.forget_patched_proofs();
            return Ok(Mended::Unproved);
        }
    };
    loop {
        prover.report_in_hand(format!("the states of a proof with {bound} stones of the player"));
        match making.complete(prover) {
            Ok(Made::Whole) => {}
            Ok(Made::TooLarge) => return Ok(Mended::TooLarge),
            Ok(Made::GivenUp) => return Ok(Mended::GivenUp),
            Err(stopped) => {
                mending.making = (stopped == Stopped::Interrupted).then_some(making);
                return Err(stopped);
            }
            Ok(Made::Refuted) => {
                prover.forget_patched_proofs();
                return Ok(Mended::Unproved);
            }
        }
        let proof = making.proof(&prover.aim(), start);
        match verdict(&proof, &prover.aim()) {
            Verdict::Holds => return Ok(Mended::Holds(proof)),
            Verdict::Endless => return Ok(Mended::GivenUp),
            Verdict::Faults(_) if mending.rounds == ROUNDS => return Ok(Mended::GivenUp),
            Verdict::Faults(faults) => {
                for (number, mv) in faults {
                    let place = proof.places()[number];
                    prover.bar(&place, mv);
                    making.reopen(&place);
                }
                mending.rounds += 1;
            }
        }
    }
}
