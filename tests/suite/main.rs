//! The tests of the package that need more than one room, in one program, so that it is linked
//! once.
//!
//! A module stands for what it tests. Data that programs and the README name by their paths lies
//! beside this folder: `tests/graphs`, `tests/records`, `tests/signature.txt`. The engines against
//! each other, the attacks on certificates and the contract of the rules are in
//! `crates/prove/tests/suite`.

mod boards;
mod candidates;
mod checkpoints;
mod claims;
mod cli;
mod command_line;
mod common;
mod compare;
mod conform;
mod count;
mod critique;
mod diagrams;
mod fuzz;
mod gtp;
mod installed;
mod io;
mod jann;
mod laboratory;
mod package;
mod page;
mod perft;
mod players;
mod proving;
mod readme;
mod schema;
#[cfg(feature = "serve")]
mod serve;
mod sgf;
mod signature;
mod sizes;
mod tables;
mod vectors;
mod walls;
mod why;
