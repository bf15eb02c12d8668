//! Games that may go on for ever, solved backwards from their ends.

mod analysis;
mod attractor;
pub(crate) mod by_retrograde;
mod graph;

pub use analysis::{Interval, Line, Outcome, Retrograde};
