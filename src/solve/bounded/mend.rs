//! A proof that meets the conditions. A move that breaks one is taken from the prover, and the proof is repaired.

use super::conditions::{Verdict, verdict};
use super::making::{Made, Making};
use super::place::Place;
use super::proof::Proof;
use super::search::Prover;
use crate::solve::budget::Stopped;

/// How often a threshold's proof is mended before it is given up.
const ROUNDS: usize = 40;

/// What came of it.
#[derive(Debug)]
pub enum Mended {
    /// A proof that meets the conditions.
    Holds(Proof),
    /// The bound is too small.
    Unproved,
    /// No proof was found in as many rounds, or it is too large.
    GivenUp,
}

impl Mended {
    /// The proof, if there is one.
    pub fn proof(self) -> Option<Proof> {
        match self {
            Mended::Holds(proof) => Some(proof),
            Mended::Unproved | Mended::GivenUp => None,
        }
    }
}

/// A proof with a bound, of no more than so many bytes. `rounds` counts how often a proof was mended.
///
/// # Errors
/// What stopped the search.
pub fn mended(
    prover: &mut Prover,
    start: &Place,
    bound: u8,
    bytes: usize,
    rounds: &mut usize,
) -> Result<Mended, Stopped> {
    // An answer that rests on a move that was taken may be wrong, but only for the prover.
    if !prover.proves(start, bound)? {
        prover.forget_patched_proofs();
        return Ok(Mended::Unproved);
    }
    // What was made of the proof so far is lost in a pause.
    let _undivided = prover.undivided();
    let mut making = Making::of(prover, start, bound, bytes);
    loop {
        match making.complete(prover)? {
            Made::Whole => {}
            Made::GivenUp => return Ok(Mended::GivenUp),
            Made::Refuted => {
                prover.forget_patched_proofs();
                return Ok(Mended::Unproved);
            }
        }
        let proof = making.proof(&prover.aim(), start);
        match verdict(&proof, &prover.aim()) {
            Verdict::Holds => return Ok(Mended::Holds(proof)),
            Verdict::Endless => return Ok(Mended::GivenUp),
            Verdict::Faults(_) if *rounds == ROUNDS => return Ok(Mended::GivenUp),
            Verdict::Faults(faults) => {
                for (number, mv) in faults {
                    let place = proof.places()[number];
                    prover.bar(&place, mv);
                    making.reopen(&place);
                }
                *rounds += 1;
            }
        }
    }
}
