//! Games that may go on for ever, solved backwards from their ends.

pub(crate) mod analysis;
pub(crate) mod by_retrograde;
mod graph;

pub use analysis::{Interval, Line, Outcome, Retrograde};
