//! Retrograde analysis: games that may go on for ever, solved backwards from their ends.

pub(crate) mod analysis;
pub mod basic_ko;

pub use analysis::{Interval, Line, Outcome, Retrograde};
