//! Games that may go on for ever, solved backwards from their ends.

pub(crate) mod analysis;
mod graph;

pub use analysis::{Interval, Line, Outcome, Retrograde};
