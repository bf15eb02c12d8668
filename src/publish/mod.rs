//! The published tables: everything in `solutions/`, and what checks it.
//!
//! A folder has two kinds of files. *Solved* files take an engine, each on one thread with a limit of nodes,
//! so that their bytes do not depend on the machine, the time, or the number of threads. *Derived* files
//! follow from these alone. Values come from [`crate::solve`]; nothing here decides one.
//!
//! | file | what |
//! |---|---|
//! | `plan.rs`, `variant.rs` | which boards, under which rulesets and options |
//! | `table.rs` | one table: an empty board under one variant |
//! | `strong.rs` | every position of a board under all variants |
//! | `counts.rs` | how many positions and games there are |
//! | `differences.rs`, `telling.rs` | where two games differ, worked out; the page that tells it |
//! | `work.rs` | many tables at once |
//! | `parts.rs` | from solved parts to the files of a folder, and back |
//! | `summary.rs`, `page.rs`, `against.rs` | the summary, the page of the folder, its part on the literature |
//! | `values.rs`, `distribution.rs`, `svg.rs` | the plots |
//! | `manifest.rs`, `json.rs`, `folder.rs` | sums, form of the JSON, reading and writing |
//! | `generate.rs` | making a folder, and checking one |

mod against;
pub mod counts;
pub mod differences;
mod distribution;
pub mod folder;
pub mod generate;
mod json;
pub mod manifest;
mod page;
pub mod parts;
pub mod plan;
pub mod strong;
mod summary;
mod svg;
pub mod table;
mod telling;
mod values;
pub mod variant;
pub mod work;
