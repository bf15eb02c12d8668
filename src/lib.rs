//! Exact values of tiny Go boards, under rules for which the past matters.
//!
//! Give it a board and a rules document, and it returns the value of the game, the best moves, a line of
//! play and a proof. The documents that it carries out argue about superko, bans that a pass lifts, and cycles that
//! are scored; under all of them, what may be played depends on everything that was played before.
//!
//! # The map of the house
//!
//! Data flows one way: [`cli`] asks [`solve`] and [`count`], which ask [`rules`], which asks [`go`].
//!
//! * [`go`]: stones on a graph and nothing about the past. Boards and their symmetries, positions and
//!   placements, area, unconditional life, how all of it is written.
//! * [`rules`]: one file for each rules document, told as data: for a key (position, mover, phase) the moves
//!   that the board admits, the facts of the past that bar each, and how each changes the past.
//!   [`rules::catalogue`] lists them.
//! * [`referee`]: plays a given game move by move, says what bars a move and how the game ends.
//! * [`solve`]: the engines. The search proves *lemmas*: bounds with the facts of the past that their proof
//!   has read, reused under every past that agrees on those facts and under no other. Rules under which
//!   games may go on for ever are solved by retrograde analysis. Two naive solvers keep both honest.
//! * [`count`]: how many games there are, and how many legal positions. It uses the budget and the threads of
//!   [`solve`] and none of its engines.
//! * [`prove`]: makes certificates, which say why a value is what it is, from what an engine reports. It is the only
//!   room that knows both the engines and [`superko_certificate`], the package that reads and checks them.
//! * [`claims`]: what the documents claim, as data, and the judge of it.
//! * [`report`]: results as people and programs read them.
//! * [`solutions`]: the tables in `solutions/`, and what checks them. [`literature`] has what others have
//!   published, as data.
//! * [`cli`]: the program `solve`.
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
//! Scores are Black's points less White's, everywhere. Coordinates are a letter for the column from the left
//! (no I) and a number for the row from the bottom.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod claims;
pub mod cli;
pub mod count;
mod files;
pub mod go;
pub mod literature;
pub mod prove;
pub mod referee;
pub mod report;
pub mod rules;
pub mod solutions;
pub mod solve;
