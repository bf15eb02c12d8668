//! The published results: everything in `solutions/`, and what checks it.
//!
//! A folder has results, certificates of what they say, and pages that follow from both. Results
//! take an engine, each on one thread with a limit of nodes, so that their bytes do not depend on
//! the machine, the time, or the number of threads. Certificates are made by [`superko_prove`] and
//! checked by [`superko_certificate`] under the same limits. Values come from [`superko_solve`] and
//! [`superko_solve::count`]; nothing here decides one.
//!
//! Each kind of result is a type that implements [`results::Product`], in a file that begins with
//! the paths of its own files; what is done with results is written once for all kinds
//! ([`results`]). A folder has a field for each kind ([`kinds`]). To make a folder, everything
//! planned ([`plan`], [`rulesets`]) is solved or taken over from a former folder, then certified,
//! then the pages (`pages`) and the manifest ([`manifest`]) are written ([`build`]). To check one,
//! its results are read, the same files are made from them and compared, certificates are verified,
//! and results are solved again ([`check`]).
//!
//! Nothing writes `CERTIFICATES.md`, which is written by hand, and `rules/NAME.toml` in a folder of
//! one's own, which are the user's rules files. `schema/` is [`superko_query::report::json`].

pub mod bounded;
pub mod build;
pub mod cache;
pub mod check;
pub mod claims;
pub mod counts;
mod critiques;
pub mod dataset;
pub mod differences;
pub mod folder;
pub mod jobs;
pub mod kinds;
pub mod manifest;
mod pages;
pub mod perft;
pub mod plan;
pub mod players;
pub mod positions;
pub mod proved;
pub mod results;
pub mod rulesets;
pub mod statement;
pub mod table;
pub mod vectors;
