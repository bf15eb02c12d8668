//! The published tables: everything in `solutions/`, and what checks it.
//!
//! A folder has three kinds of files. *Solved* files take an engine, each on one thread with a limit of nodes,
//! so that their bytes do not depend on the machine, the time, or the number of threads. *Proofs* of what they
//! say are made and checked by [`crate::prove`], under the same limits. *Derived* files follow from both alone.
//! Values come from [`crate::solve`]; nothing here decides one.
//!
//! | file | what |
//! |---|---|
//! | `plan.rs`, `variant.rs` | which boards, under which rulesets and options |
//! | `table.rs` | one table: an empty board under one variant |
//! | `strong.rs` | every position of a board under all variants |
//! | `subject.rs` | a table or a column, as something to be solved or proved |
//! | `told.rs`, `certify.rs`, `backing.rs` | what their certificates are to prove; making these; by what a result is backed |
//! | `secured.rs` | what three players can each secure |
//! | `counts.rs` | how many positions and games there are |
//! | `differences.rs`, `telling.rs` | where two games differ, worked out; the page that tells it |
//! | `work.rs` | many tables at once |
//! | `parts.rs` | from solved parts to the files of a folder, and back |
//! | `summary.rs`, `page.rs`, `against.rs`, `proved.rs` | the summary, the page of the folder, its parts on the literature and on certificates |
//! | `values.rs`, `distribution.rs`, `svg.rs` | the plots |
//! | `manifest.rs`, `folder.rs` | sums, reading and writing |
//! | `generate.rs` | making a folder |
//! | `check.rs`, `agreement.rs`, `again.rs` | checking one: as a whole, each table by itself, what is solved again |

mod again;
mod against;
mod agreement;
pub mod backing;
pub mod certify;
pub mod check;
pub mod counts;
pub mod differences;
mod distribution;
pub mod folder;
pub mod generate;
pub mod manifest;
mod page;
pub mod parts;
pub mod plan;
mod proved;
pub mod reach;
pub mod secured;
pub mod strong;
pub mod subject;
mod summary;
mod svg;
pub mod table;
mod telling;
pub mod told;
mod values;
pub mod variant;
pub mod work;
