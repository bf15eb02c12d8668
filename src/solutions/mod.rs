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
//! | `BOARD/VARIANT.json` | `table.rs` |
//! | `bounded/BOARD.json`, `bounded/BOARD-RULES.json` | `bounded.rs` |
//! | `strong/BOARD.csv`, `strong/BOARD.json` | `positions.rs` (with `go::classes`, positions up to symmetry) |
//! | `players/BOARD.json` | `players.rs` |
//! | `counts/BOARD.json` | `counts.rs` |
//! | `differences.json` | `differences.rs` |
//! | `claims/DOCUMENT.json`, `claims/values.json` | `claims.rs` |
//! | `beasts/RULESET.json` | `critiques.rs` |
//! | `*.cert` | `statement.rs` |
//! | `README.md`, `differences.md`, `claims/*.md`, `beasts/*.md`, `summary.csv`, `published.jsonl`, `plots/` | `pages/` |
//! | `CERTIFICATES.md` | nothing, it is written by hand |
//! | `rules/NAME.toml`, in a folder of one's own | nothing, they are the user's rules files |
//! | `schema/` | `crate::report::schemas` |
//! | `MANIFEST.json`, `SHA256SUMS` | `manifest.rs` |
//!
//! What is solved is said by `plan.rs` (boards, and tasks: board and ruleset together) and `rulesets.rs` (rulesets and
//! options); `kinds.rs` lists the kinds, `jobs.rs` has many tasks solved at once, `folder.rs` reads and writes files,
//! `cache.rs` has what is left of earlier work, and `remembered.rs` what a check has verified before.

pub mod bounded;
pub mod build;
pub mod cache;
pub mod check;
pub mod claims;
pub mod counts;
mod critiques;
pub mod differences;
pub mod folder;
pub mod jobs;
pub mod kinds;
pub mod manifest;
mod pages;
pub mod plan;
pub mod players;
pub mod positions;
pub mod product;
pub mod remembered;
mod results;
pub mod rulesets;
pub mod statement;
pub mod table;

// compat
pub use cache as merged;
pub use cache as unfinished;
pub use claims as asked;
pub use claims as judged;
pub use manifest as evidence;
pub use plan as shard;
pub use plan as task;
pub use rulesets as reach;
pub use rulesets as variant;
