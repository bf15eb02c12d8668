//! Checks of other programs' rules: what an author of an engine compares a program with.
//!
//! [`perft`] counts move sequences: a program that lists legal moves wrongly, or ends a game at
//! another moment, has other counts.

pub mod perft;

#[cfg(test)]
#[path = "../../../tests/common/sample.rs"]
#[allow(dead_code, reason = "each set of tests uses a part of it")]
mod sample;
