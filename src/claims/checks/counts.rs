//! Checks of counts: legal positions, and games.

use crate::claims::checked::Checked;
use crate::claims::context::Context;
use crate::count::{self, CountError};
use crate::go::{Board, Player, Position};
use crate::solve::Limits;

impl Context<'_> {
    pub(super) fn positions(&self, board: &str, expect: &str) -> Result<Checked, String> {
        let grid = Board::parse(board).map_err(|error| error.to_string())?;
        let budget = self.budget();
        let found = count::positions(&grid, &budget).ok();
        self.spend(&budget);
        Ok(self.counted(format!("{board}: {expect} legal positions"), expect, found))
    }

    pub(super) fn games(&self, rules: &str, board: &str, expect: &str) -> Result<Checked, String> {
        let (entry, options) = self.ruleset(rules)?;
        let game = entry.game(Board::parse(board).map_err(|error| error.to_string())?, options);
        let start = game.start(Position::default(), Player::Black);
        // Steps of the count are far cheaper than nodes of the search, so the limit is no measure of a deep one.
        let budget = if self.claim.deep { self.interruptible(Limits::default()) } else { self.budget() };
        let found = match count::games(&game, &start, 1, &budget) {
            Ok(found) => Some(found),
            Err(CountError::Stopped(_)) => None,
            Err(error) => return Err(error.to_string()),
        };
        self.spend(&budget);
        Ok(self.counted(format!("{board} {rules}: {expect} games"), expect, found))
    }

    fn counted(&self, asked: String, expect: &str, found: Option<u128>) -> Checked {
        let found = found.map(|number| number.to_string());
        Checked {
            asked,
            holds: found.as_ref().map(|number| number == expect),
            found: found.unwrap_or("not counted within the limit".to_string()),
            evidence: String::new(),
            nodes: self.spent(),
        }
    }
}
