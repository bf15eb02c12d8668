//! The smallest start that two rulesets tell apart, and why they do.
//!
//! | file | what |
//! |---|---|
//! | `boards.rs` | the order of boards and starts |
//! | `search.rs` | the smallest start with other values, or other best moves |
//! | `judge.rs` | which moves a walk may take, and what shows that the games still differ |
//! | `walk.rs` | two games in step, up to the move on which they part; why there always is one |
//! | `found.rs` | a start that was found and why it differs, played by the referee, as JSON has it |
//! | `given.rs` | why they differ in a given state |
//! | `record.rs` | all of it as JSON has it |

mod boards;
mod found;
mod given;
mod judge;
mod record;
mod search;
mod walk;

pub use boards::{MOST_POINTS, up_to};
pub use found::{Found, Kind, Part, Parting, SideRecord, StepRecord, Why};
pub use given::{Differing, DifferingRecord, Given};
pub use record::{NamedRules, Record};
pub use search::{Effort, Looked, Ruleset, Searched, What, search};
pub use walk::MOST;
