//! Exact values of tiny Go boards, under rules for which the past matters.
//!
//! The library takes a board and a ruleset, and returns the value of the game, the best moves, a line of play and a proof.
//! The documents behind the rulesets are about superko, bans on repetition that a pass lifts, and cycles that are
//! scored; under all of them, what may be played depends on everything that was played before.
//!
//! # The packages below
//!
//! The rules, the engines and the certificates are packages of their own, each of which knows only those above it in this
//! list. They are parts of this library by the names on the left.
//!
//! * [`go`] (`superko-go`): boards and their symmetries, positions and the placing of stones, area, unconditional life,
//!   notation. Nothing here knows about the past.
//! * [`rules`] (`superko-rules`): the rulesets, one file for each rules document. A ruleset is data: for a key (position,
//!   mover, phase) the moves that the board admits, the facts of the past that bar each, and how each changes the past.
//!   [`rules::catalogue`] lists them. [`referee`] plays a given game move by move, and reports what bars a move and how
//!   the game ends.
//! * [`solve`] (`superko-solve`): the engines. The search proves *lemmas*: bounds together with the facts of the past that
//!   their proof has read, reused under every past that agrees on those facts and under no other. Rulesets under which
//!   games may go on for ever are solved by retrograde analysis. Two naive solvers check both. [`count`] tells how many
//!   games there are, how many legal positions, and how many of each value.
//! * [`superko_certificate`], in `certificate/`: reads and checks certificates, which are proofs of values; it knows none of the others.
//! * [`prove`] (`superko-prove`): makes certificates from what an engine reports. It alone knows both the engines and the
//!   format of certificates.
//!
//! # The rooms of this package
//!
//! Each room uses only rooms above it in this list.
//!
//! * `checkpoint`: what a long effort has learnt so far, in a file to go on from.
//! * [`report`]: results as people and programs read them.
//! * [`ask`]: questions as texts and their answers as records, while they are worked on: what every way to ask shares.
//! * [`sgf`]: records of games in the Smart Game Format: a record becomes a game, a solution becomes a record.
//! * [`gtp`]: the Go Text Protocol, by which programs that show boards play against this one and ask it.
//! * [`claims`]: the sentences of the documents that can be judged and what others have published, as data, and the judge
//!   of both.
//! * [`critique`]: what is known to go wrong with rules of Go, tried on one ruleset.
//! * [`solutions`]: the tables in `solutions/`: planning, solving, writing and checking them.
//! * `page`: what the page in a browser is made of: its files, and the records that do not depend on a question.
//! * `book`: the page with the published results as files, `solve book`.
//! * `serve`: the page from this program, `solve serve`.
//! * [`cli`]: the program `solve`.
//!
//! # Features
//!
//! The feature `cli`, on by default, carries the program `solve` and its rooms: [`sgf`], [`gtp`], [`claims`],
//! [`critique`], [`solutions`] and [`cli`]. The feature `serve`, on by default too, adds the page in a browser. The feature `records` has
//! [`report`] and [`ask`] alone, for programs that exchange questions and answers as JSON. The feature `cluster` lets several
//! processes work together on every position of a board under basic ko, and on one search (docs/cluster.md).
//! `cargo build --no-default-features` builds the packages below alone, with few dependencies.
//!
//! # A position in ten lines
//!
//! ```
//! use superko::go::{Player, Board, notation::parse_position};
//! use superko::rules::catalogue;
//! use superko::solve::{Budget, Request, solve};
//!
//! let board = Board::parse("2x3")?;
//! let position = parse_position(&board, "OOO/.X.")?;
//! let (entry, options) = catalogue::find("ssk")?;
//! let game = entry.game(board, options);
//! let state = game.start(position, Player::White);
//! let solution = solve(&game, &state, &Request::default(), &Budget::default());
//! assert_eq!(solution.value.exact().unwrap().to_string(), "-1"); // White wins by 1
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Scores are Black's points less White's everywhere. Coordinates are a letter for the column from the left
//! (no I) and a number for the row from the bottom.

#[cfg(feature = "records")]
pub mod ask;
#[cfg(feature = "serve")]
pub mod book;
#[cfg(feature = "cli")]
mod checkpoint;
#[cfg(feature = "cli")]
pub mod claims;
#[cfg(feature = "cluster")]
pub mod cluster;
#[cfg(feature = "cli")]
pub mod commands;
#[cfg(feature = "cli")]
pub mod critique;
#[cfg(feature = "cli")]
mod files;
#[cfg(feature = "cli")]
pub mod gtp;
#[cfg(feature = "serve")]
pub mod page;
#[cfg(feature = "records")]
pub mod report;
#[cfg(feature = "serve")]
pub mod serve;
#[cfg(feature = "cli")]
pub mod sgf;
#[cfg(feature = "cli")]
pub mod solutions;
#[cfg(feature = "cli")]
pub mod sums;

pub use superko_go as go;
pub use superko_prove as prove;
pub use superko_rules as rules;
pub use superko_rules::referee;
pub use superko_solve as solve;
pub use superko_solve::count;
