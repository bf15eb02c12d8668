//! The smallest start that two rulesets tell apart, and why they do.
//!
//! | file | what |
//! |---|---|
//! | `boards.rs` | the order of boards and starts |
//! | `search.rs` | the smallest start with other values, or other best moves |
//! | `judge.rs` | which moves a walk may take, and what shows that the games still differ |
//! | `walk.rs` | two games in step, up to the move on which they part; why there always is one |
//! | `record.rs` | what was found as JSON has it, played by the referee |

mod boards;
mod judge;
mod record;
mod search;
mod walk;

pub use boards::{MOST_POINTS, up_to};
pub use record::{Found, Kind, Parting, Record, SideRecord, Why};
pub use search::{Effort, Ruleset, What, search};
