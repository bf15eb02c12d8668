//! The laboratory of superko: what rules documents claim, and what is known to go wrong with rules
//! of Go.
//!
//! * [`claims`]: the sentences of the documents that can be judged and what others have published,
//!   as data, and the judge of both.
//! * [`critique`]: what is known to go wrong with rules of Go, tried on one ruleset.
//! * [`cycles`]: the cycles of plays of a board, and what rulesets do with them.

pub mod claims;
pub mod critique;
pub mod cycles;

use superko_rules::Game;
use superko_solve::Session;

/// A session whose node counts and lines are those of published claims, critiques and tables, which
/// are to stay while the search gets faster.
pub fn published_session(game: &Game) -> Session<'_> {
    Session::new(game).without_settled()
}
