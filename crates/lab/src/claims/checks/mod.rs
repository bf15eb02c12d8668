//! The checks that decide claims.

mod play;
pub(crate) mod property;
mod values;

use super::check::{Check, Checked};
use super::context::Context;

impl Context<'_> {
    /// Makes a check.
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
                property::every_game_ends(self.ruleset(rules)?, every_game, every_key, *every_graph)
            }
            Check::Passes { rules, property, boards } => {
                property::passes(self.ruleset(rules)?, *property, boards)
            }
            Check::Allows { rules: [one, other], boards, moves } => {
                property::allows([self.ruleset(one)?, self.ruleset(other)?], boards, *moves)
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
