//! Bounded certificates: one move of a player in each state that he can come to, by which he is
//! ahead by so many points whatever happened before. `docs/formats.md` of the project defines the
//! file, and `docs/how-it-works.md` has the argument why such a proof holds and under which rules.
//!
//! | file | what |
//! |---|---|
//! | `header.rs` | what a certificate says of itself: board, rules, start, claims |
//! | `state.rs` | the states of a proof, and the least of a state's images under the symmetries of the board |
//! | `settled.rs` | positions in which a player is sure of points without a move being said |
//! | `replies.rs` | positions in which a player has a reply to each stone near that stone, until he has all points |
//! | `walk.rs` | all states that a player can come to who makes the moves of a proof |
//! | `recur.rs` | what can come back on a line of a proof |
//! | `findings.rs` | which conditions a proof meets, and where it first misses one |
//! | `follows.rs` | under which rules a claim follows from a proof |
//! | `file.rs` | certificates as files: written, checked and shown |
//! | `verified.rs` | what is said of a certificate that is right |

mod file;
mod findings;
mod follows;
mod header;
mod recur;
mod replies;
mod settled;
mod state;
mod verified;
mod walk;

pub use file::write;
pub(crate) use file::{show, verify};
pub use header::{Bounded, Section, TITLE};
pub use replies::Replies;
pub use state::State;
pub use verified::{Judged, Verified};
