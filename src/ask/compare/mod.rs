//! One state under several rulesets: its value, and the value of the state after every move.
//!
//! Each ruleset is a column, and each move a row. A cell *differs* if it is not what most cells of its row are; if as many
//! are one thing as another, the one that stands first is taken for the usual one, which for two rulesets is the first.
//!
//! With more than two players a value is what the player to move can secure, whatever the others do.
//!
//! | file | what |
//! |---|---|
//! | `column.rs` | where a game stands under a ruleset, and what becomes of each move there |
//! | `share.rs` | the values of many states, with one effort that is shared fairly |
//! | `table.rs` | the rows: values, bars, best moves, what differs |
//! | `record.rs` | all of it as JSON has it |

mod column;
mod record;
mod share;
mod table;

pub use column::{Column, Stands};
pub use record::Record;
pub use share::Effort;
pub use table::{Cell, Is, Row, Table};
