//! Certificates: proofs of the values that the engines find, in the format of
//! `superko-certificate`.
//!
//! Everything runs on one thread, so that the certificate is the same on every machine.

use superko_rules::{Game, Line};
use superko_solve::Budget;

mod bounded;
mod certificate;
mod retrograde;
mod search;
mod transcript;

pub use bounded::{BoundedError, Unfinished, goal_of_claim, prove_bounded, stated};
pub use certificate::{Proof, ProofError, ProofGoal, clauses_of, header};
use certificate::{header_of, whole};
use retrograde::by_retrograde;
pub use search::CertificateSearch;
pub use transcript::Transcript;

/// Proves the values of states, or the given claim about each of them. Where games may go on for
/// ever, the proof is about the score that each player can force in finite play, from which the
/// value follows.
///
/// # Errors
/// [`ProofError`].
pub fn prove(
    game: &Game,
    lines: &[Line],
    only: Option<ProofGoal>,
    budget: &Budget,
) -> Result<Proof, ProofError> {
    if game.rules.properties().always_ends {
        return CertificateSearch::new(game, &Transcript::default()).prove(lines, only, budget);
    }
    header_of(game)?;
    whole(game, by_retrograde(game, lines, only, budget)?)
}
