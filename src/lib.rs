//! Exact values of tiny Go boards, under rules for which history matters.
//!
//! The library takes a board and a ruleset, and returns the value of the game, the best moves, a
//! principal variation and a proof. The documents behind the rulesets are about superko, bans on
//! repetition that a pass lifts, and cycles that are scored; under all of them, which moves are
//! legal depends on everything that was played before.
//!
//! This package is a façade: it hands on the packages below by short names, and holds the program
//! `solve` (`src/commands/`, one file a subcommand).
//!
//! # A position in ten lines
//!
//! ```
//! use superko::go::{Player, Board, notation::parse_position};
//! use superko::rules::Rules;
//! use superko::solve::{Budget, Request, solve};
//!
//! let board = Board::parse("2x3")?;
//! let position = parse_position(&board, "OOO/.X.")?;
//! let game = Rules::named("ssk")?.game(board);
//! let state = game.start(position, Player::White);
//! let solution = solve(&game, &state, &Request::default(), &Budget::default());
//! assert_eq!(solution.value.exact().unwrap().to_string(), "-1"); // White wins by 1
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Scores are Black's points minus White's everywhere. Coordinates are a letter for the column from
//! the left (no I) and a number for the row from the bottom.
//!
//! # The packages
//!
//! Each package uses only packages above it in this list.
//!
//! * [`superko_certificate`], in `certificate/`: reads and checks certificates, which are proofs of
//!   values; it knows none of the others.
//! * [`go`], in `crates/go`: boards and their symmetries, positions and the placing of stones,
//!   area, unconditional life, notation. Nothing here knows about history.
//! * [`rules`], in `crates/rules`: the rulesets, one file in `src/documents` for each rules
//!   document. A ruleset is data: for a key (position, mover, phase) the moves that the board
//!   admits, the facts of the history that ban each, and how each changes the history.
//!   [`rules::catalogue`] lists them. [`referee`] plays a given game move by move, and reports what
//!   bans a move and how the game ends.
//! * [`solve`], in `crates/solve`: the engines. The search (df-pn) proves *lemmas*: bounds together
//!   with the facts of the history that their proof has read, reused under every history that
//!   agrees on those facts and under no other, which is the program's answer to the
//!   graph-history-interaction problem. Rulesets under which games may go on for ever are solved by
//!   retrograde analysis. Two naive solvers check both. [`count`] counts games, legal positions,
//!   and positions of each value.
//! * [`prove`], in `crates/prove`: makes certificates from what an engine reports. It alone knows
//!   both the engines and the format of certificates.
//! * `superko_query`, in `crates/query`: questions and answers as texts and records (JSON), in
//!   words, and as SGF; what every way to ask shares. Its `page` is what a page in a browser asks,
//!   without HTTP, threads or a clock of the system.
//! * `superko_lab`, in `crates/lab`: the claims of the documents and their judge; what is known to
//!   go wrong with rules of Go, tried on one ruleset.
//! * [`conform`], in `crates/conform`: what other programs' rules are checked by: counts of sequences
//!   of moves, games to test an implementation by, and programs compared with rules by the Go Text
//!   Protocol.
//! * `superko_store`, in `crates/store`: files written whole or not at all, their sums, and
//!   checkpoints.
//! * `superko_tables`, in `crates/tables`: the tables in `solutions/`: planned, solved, written and
//!   checked.
//! * `superko_gtp`, in `crates/gtp`: the Go Text Protocol, by which programs that show boards play
//!   against this one and ask it.
//! * `superko_web`, in `crates/web`: the page in a browser, from this program by HTTP and as a
//!   folder of files.
//! * `superko_module`, in `wasm/`: what a page asks, answered by a module in the browser.
//! * `superko_cluster`, in `crates/cluster`: several processes that work on one board.
//! * `superko_published`, in `solutions/`, and `superko_page`, in `web/`: the published results and
//!   the built page, as bytes.
//!
//! # Where to add things
//!
//! | what | where |
//! |---|---|
//! | a ban or another clause of rules | `crates/rules/src/clauses/` and `crates/rules/src/axes.rs`; the checker: `certificate/src/clauses.rs` |
//! | an article of a document, a ruleset | `crates/rules/src/documents/` |
//! | a field of a JSON record | `crates/query/src/report/records.rs`; the schemas are made from the types |
//! | a subcommand | `src/commands/` |
//! | a file of `solutions/` | `crates/tables/src/`, a file for each kind of result; `crates/tables/src/pages/` for pages |
//! | a claim | `crates/lab/src/claims/data/` |
//!
//! # Features
//!
//! The feature `cli`, on by default, carries the program `solve` and the packages that it alone
//! uses. The feature `serve`, on by default too, adds the page in a browser. The feature `records`
//! has `superko_query` alone, for programs that exchange questions and answers as JSON. The feature
//! `cluster` lets several processes work together on every position of a board under basic ko, and
//! on one search (docs/cluster.md). `cargo build --no-default-features` builds the rules and the
//! engines, with few dependencies.

#[cfg(feature = "cli")]
pub use superko_conform as conform;
pub use superko_go as go;
#[cfg(feature = "cli")]
pub use superko_gtp as gtp;
#[cfg(feature = "cli")]
pub use superko_lab::{claims, critique};
pub use superko_prove as prove;
#[cfg(feature = "records")]
pub use superko_query::{ask, page, report, sgf};
pub use superko_rules as rules;
pub use superko_rules::referee;
pub use superko_solve as solve;
pub use superko_solve::count;
#[cfg(feature = "cli")]
pub use superko_store::sums;
#[cfg(feature = "cli")]
pub use superko_tables as tables;
