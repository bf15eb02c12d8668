//! The checks that decide claims, one kind a file.
//!
//! | file | what it finds out |
//! |---|---|
//! | `values.rs`, `expect.rs` | values, best moves, openings, intervals; what a value should be |
//! | `line.rs`, `script.rs` | how a line of play goes and ends; how such a line is written |
//! | `capture.rs` | whether stones can be captured |
//! | `property.rs` | whether every game ends; `graphs.rs` lists boards for it and `random.rs` makes its numbers |
//! | `passes.rs` | what a pass does to the ban, and what scoring cycles are made of |
//! | `unchanged.rs` | what a cycle without scoring positions would be worth by the points that do not change in it |
//! | `around.rs` | how many intersections there are around a ko |
//! | `differ.rs` | how many positions have another value under another ruleset |
//! | `counts.rs` | how many positions or games there are |

mod around;
mod capture;
mod counts;
mod differ;
pub mod expect;
mod graphs;
mod line;
pub mod passes;
mod property;
pub(crate) mod random;
pub mod script;
mod unchanged;
mod values;

use super::check::Check;
use super::checked::Checked;
use super::context::Context;

impl Context<'_> {
    /// Makes a check.
    ///
    /// # Errors
    /// One line that says what is wrong with the check as it is written.
    pub(super) fn check(&self, check: &Check) -> Result<Checked, String> {
        self.nodes.set(0);
        match check {
            Check::Value { rules, position, after, expect } => {
                self.value(&self.setup(rules, position.as_ref())?, after, expect)
            }
            Check::Best { rules, position, after, moves, only } => {
                self.best(&self.setup(rules, position.as_ref())?, after, moves, *only)
            }
            Check::Line { rules, position, .. } => self.line(&self.setup(rules, position.as_ref())?, check),
            Check::Capture { rules, position, .. } => {
                self.capture(&self.setup(rules, position.as_ref())?, check)
            }
            Check::Ends { rules, every_game, every_key, every_graph } => {
                let (entry, options) = self.ruleset(rules)?;
                property::every_game_ends(entry, options, every_game, every_key, *every_graph)
            }
            Check::Passes { rules, property, boards } => {
                let (entry, options) = self.ruleset(rules)?;
                passes::passes(entry, options, *property, boards)
            }
            Check::Unchanged { rules, position, moves, score } => {
                self.unchanged(&self.setup(rules, position.as_ref())?, moves, *score)
            }
            Check::Openings { rules, board, expect } => {
                self.openings(&self.setup(rules, Some(board))?, expect)
            }
            Check::Interval { rules, board, expect } => {
                self.interval(&self.setup(rules, Some(board))?, *expect)
            }
            Check::Around { board, expect } => self.around(board, *expect),
            Check::Differ { rules, board, rows, of, most } => {
                self.differ(rules, board, *rows, *of, most.as_ref())
            }
            Check::Positions { board, expect } => self.positions(board, expect),
            Check::Games { rules, board, expect } => self.games(rules, board, expect),
        }
    }
}
