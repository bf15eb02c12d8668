//! Retrograde analysis of every position of a board under basic ko, with a few bytes for each.
//!
//! What the players can force is what [retrograde analysis](super) finds, by the same argument:
//! attractors for falling thresholds. That engine lists the states that it reaches, keeps their
//! keys and all moves between them, some hundred bytes for each state. This one takes *all* legal
//! positions, numbers them by their [`codes`], finds the moves backwards from a position when they
//! are needed (`plays.rs`), and keeps what both players can force and a count of moves: three bytes
//! for each state, and a bit for each code. So its states can also be shared out ([`Deal`]): shares
//! exchange [messages](Word) of 64 bits. `share.rs` has the argument.

pub mod codes;
mod plays;
mod share;
mod solve;

pub use codes::{Deal, MAX_POINTS, Word};
pub use plays::Plays;
pub use share::{Forced, NONE, Position, Share, messages};
pub use solve::{Counted, counted, solve, write};
