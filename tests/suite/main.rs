//! The tests of the package that need more than one room, in one program, so that it is linked once.
//!
//! A module stands for what it tests. Data that programs and the README name by their paths lies beside this
//! folder: `tests/graphs`, `tests/records`, `tests/signature.txt`.

mod boards;
mod bounded;
mod candidates;
mod certificates;
mod checkpoints;
mod claims;
mod cli;
mod command_line;
mod common;
mod compare;
mod contract;
mod count;
mod critique;
mod engines;
mod gtp;
mod io;
mod jann;
mod jobs;
mod katago;
mod laboratory;
mod life;
mod nieminen;
mod package;
mod page;
mod players;
mod proving;
mod readme;
mod referee;
mod retrograde;
mod schema;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod sgf;
mod signature;
mod tables;
mod walls;
mod why;
