//! What is taken from Black's score beside the value of a game: komi, and what White has for a handicap.

use super::words::Exact;
pub use crate::ask::names::Bonus;

/// Komi and the handicap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Komi {
    /// Komi as the controller has set it.
    pub komi: Exact,
    /// The handicap stones; 0 in an even game.
    pub handicap: usize,
    /// What White has for them.
    pub bonus: Bonus,
}

impl Komi {
    /// All that is taken from Black's score.
    pub fn total(&self) -> Exact {
        let stones = self.handicap as i64;
        let bonus = match self.bonus {
            Bonus::Nothing => 0,
            Bonus::AllButOne => (stones - 1).max(0),
            Bonus::All => stones,
        };
        self.komi + bonus
    }
}
