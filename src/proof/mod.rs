//! Certificates: proofs of values that can be checked by a program that trusts neither this one nor its
//! search. The format is told in `solutions/CERTIFICATES.md`.
//!
//! | file | what |
//! |---|---|
//! | `format.rs`, `notation.rs` | the steps of a certificate; how their parts are written |
//! | `text.rs`, `binary.rs`, `file.rs` | the two forms, and files of either |
//! | `game/` | the board and the rulesets of the page, for the checker alone |
//! | `check/` | the checker; it knows the format, `game/`, and nothing else |
//! | `prove.rs` | makes certificates: has a game solved, and writes down why |
//! | `transcript.rs`, `endless.rs` | the proofs of the search; those of retrograde analysis |
//! | `from_game.rs` | from the words of the solver to those of the format |
//! | `verify.rs`, `conclusion.rs` | from a file to a verdict; what follows from theorems about one state |
//! | `show.rs` | renders a certificate for people |

pub mod binary;
mod check;
pub mod conclusion;
mod endless;
pub mod file;
pub mod format;
mod from_game;
mod game;
mod notation;
pub mod prove;
pub mod show;
pub mod text;
mod transcript;
pub mod verify;
