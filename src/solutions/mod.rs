//! The published results: everything in `solutions/`, and what checks it.
//!
//! A folder has results, certificates of what they say, and pages that follow from both. Results take an engine, each on
//! one thread with a limit of nodes, so that their bytes do not depend on the machine, the time, or the number of
//! threads. Certificates are made by [`crate::prove`] and checked by [`superko_certificate`] under the same limits.
//! Values come from [`crate::solve`] and [`crate::count`]; nothing here decides one.
//!
//! Each kind of result is one file that implements [`product::Product`]; what is done with results is written once for
//! all kinds (`results.rs`). To make a folder, everything planned is solved or taken over from a former folder, then certified, then
//! pages and the manifest are written ([`build`]). To check one, its results are read, the same files are made from
//! them and compared, certificates are verified, and results are solved again ([`check`]).
//!
//! | in the folder | written by |
//! |---|---|
//! | `BOARD/VARIANT.json` | `empty.rs` (with `table.rs`, the record, and `consistency.rs`, what it must not contradict) |
//! | `bounded/BOARD.json`, `bounded/BOARD-RULES.json` | `bounded.rs` |
//! | `strong/BOARD.csv`, `strong/BOARD.json` | `positions.rs` (with `go::classes`, positions up to symmetry) |
//! | `players/BOARD.json` | `players.rs` |
//! | `counts/BOARD.json` | `counts.rs` |
//! | `differences.json` | `differences.rs` |
//! | `claims/DOCUMENT.json` | `judged.rs` |
//! | `claims/values.json` | `asked.rs` |
//! | `beasts/RULESET.json` | `critiques.rs` |
//! | `*.cert` | `statement.rs` (with `evidence.rs`, what the manifest says of them) |
//! | `README.md`, `differences.md`, `claims/*.md`, `beasts/*.md`, `summary.csv`, `published.jsonl`, `plots/` | `pages/` |
//! | `CERTIFICATES.md` | nothing, it is written by hand |
//! | `rules/NAME.toml`, in a folder of one's own | nothing, they are the user's rules files |
//! | `schema/` | `crate::report::schemas` |
//! | `MANIFEST.json`, `SHA256SUMS` | `manifest.rs` |
//!
//! What is solved is said by `plan.rs` and `reach.rs` (boards), `variant.rs` (rulesets and options), `rulesets.rs` (those of
//! a folder: the catalogue, or some of one's own) and `task.rs` (board and ruleset together);
//! `shard.rs` is a share of all that for one of several machines, or of a check, and `merged.rs` puts shares together; `kinds.rs` lists the kinds, `jobs.rs` has many tasks solved at once, `folder.rs` reads and writes files,
//! `unfinished.rs` keeps what an interruption has left, and `remembered.rs` what a check has verified before.

pub mod asked;
pub mod bounded;
pub mod build;
pub mod check;
mod consistency;
pub mod counts;
mod critiques;
pub mod differences;
mod empty;
pub mod evidence;
pub mod folder;
pub mod jobs;
pub mod judged;
pub mod kinds;
pub mod manifest;
pub mod merged;
mod pages;
pub mod plan;
pub mod players;
pub mod positions;
pub mod product;
pub mod reach;
pub mod remembered;
mod results;
pub mod rulesets;
pub mod shard;
pub mod statement;
pub mod table;
pub mod task;
pub mod unfinished;
pub mod variant;
