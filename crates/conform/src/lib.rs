//! Rules as a test of other programs: what an author of an engine compares a program with.
//!
//! * [`perft`] counts sequences of moves: a program that lists legal moves wrongly, or ends a game
//!   at another moment, has other counts.
//! * [`vectors`] are games with all that an implementation of a ruleset must say of them.
//! * [`conform`] compares a program that speaks the Go Text Protocol with a ruleset, node by node,
//!   or finds the rulesets that explain what it does.

pub mod conform;
pub mod perft;
pub mod vectors;

#[cfg(test)]
#[path = "../../../tests/common/sample.rs"]
#[allow(dead_code, reason = "each set of tests uses a part of it")]
mod sample;
