//! Games that may go on for ever, solved backwards from their ends.

mod analysis;
mod attractor;
pub(in crate::solve) mod by_retrograde;
mod graph;

pub use analysis::{Interval, Line, Outcome, Retrograde};
