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
