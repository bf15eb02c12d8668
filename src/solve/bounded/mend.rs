//! A proof that meets the conditions. A move that breaks one is taken from the prover, and the search is repeated.

use super::conditions::{Verdict, verdict};
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
/// First another move of the same bound is looked for in each state that lost its own. Only where there is none does the whole
/// proof have to be found again.
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
    while prover.proof(start, bound)?.is_some() {
        // What was extracted so far is lost in a pause.
        let undivided = prover.undivided();
        let extracted = Proof::extract(prover, start, bound, bytes)?;
        drop(undivided);
        let proof = match extracted {
            Some(proof) => proof,
            None if prover.forget_patched_proofs() => continue,
            None => return Ok(Mended::GivenUp),
        };
        match verdict(&proof, &prover.aim()) {
            Verdict::Holds => return Ok(Mended::Holds(proof)),
            Verdict::Endless => return Ok(Mended::GivenUp),
            Verdict::Faults(_) if *rounds == ROUNDS => return Ok(Mended::GivenUp),
            Verdict::Faults(faults) => {
                for (number, mv) in faults {
                    prover.bar(&proof.places()[number], mv);
                }
                *rounds += 1;
            }
        }
    }
    prover.forget_patched_proofs();
    Ok(Mended::Unproved)
}
