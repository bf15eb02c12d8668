//! Full-history minimax, as short and obvious as possible: it keeps the search honest.
//!
//! A state is the whole past, literally. The only devices are alpha-beta and a table of states already
//! valued, keyed by all of the state; both are exact whatever the rules. It shares nothing with the
//! search but [`crate::rules`], and is hopeless on all but the smallest boards.

use std::collections::HashMap;

use super::budget::{Budget, Stopped};
use crate::go::Player;
use crate::rules::{Game, Points, Ruling, State};

/// The solver, with the states that it has valued.
pub struct Naive<'a> {
    game: &'a Game,
    budget: &'a Budget,
    /// For each state, a lower and an upper bound of its value.
    known: HashMap<State, (Points, Points)>,
    unreported: u64,
}

impl<'a> Naive<'a> {
    /// A solver that has valued nothing yet. The ruleset must be one whose games always end.
    pub fn new(game: &'a Game, budget: &'a Budget) -> Naive<'a> {
        Naive { game, budget, known: HashMap::new(), unreported: 0 }
    }

    /// The number of states valued or bounded.
    pub fn states(&self) -> usize {
        self.known.len()
    }

    /// The value of a state.
    ///
    /// # Errors
    /// What stopped the search; here also the memory limit, as the table is never thinned.
    pub fn value(&mut self, state: &State) -> Result<Points, Stopped> {
        let most = Points::from_integer(self.game.most());
        self.search(state, -most, most)
    }

    /// The value if it lies between `alpha` and `beta`; otherwise a bound beyond them.
    fn search(&mut self, state: &State, mut alpha: Points, mut beta: Points) -> Result<Points, Stopped> {
        let most = Points::from_integer(self.game.most());
        let (low, high) = self.known.get(state).copied().unwrap_or((-most, most));
        if low >= beta || low == high {
            return Ok(low);
        }
        if high <= alpha {
            return Ok(high);
        }
        (alpha, beta) = (alpha.max(low), beta.min(high));
        self.spend(state)?;

        let window = (alpha, beta);
        let mut best: Option<Points> = None;
        // The pass first: it makes the games short.
        for (_, ruling) in self.game.legal(state).into_iter().rev() {
            let value = match ruling {
                Ruling::Ends(score) => score,
                Ruling::Leads(next) => self.search(&next, alpha, beta)?,
                Ruling::Barred(_) => unreachable!("only legal moves are listed"),
            };
            match state.key.mover {
                Player::Black => {
                    best = best.max(Some(value));
                    alpha = alpha.max(value);
                }
                Player::White => {
                    best = Some(best.map_or(value, |best| best.min(value)));
                    beta = beta.min(value);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        let best = best.expect("a pass is always legal");
        let bounds = self.known.entry(state.clone()).or_insert((-most, most));
        if best > window.0 {
            bounds.0 = bounds.0.max(best);
        }
        if best < window.1 {
            bounds.1 = bounds.1.min(best);
        }
        Ok(best)
    }

    fn spend(&mut self, state: &State) -> Result<(), Stopped> {
        self.unreported += 1;
        if self.unreported < self.budget.stride() {
            return Ok(());
        }
        let bytes = self.known.len() * (200 + 40 * state.past.facts().count());
        self.budget.report(self.known.len(), bytes);
        if bytes > self.budget.memory() {
            return Err(Stopped::Memory);
        }
        self.budget.spend(std::mem::take(&mut self.unreported))
    }

    /// Reports the nodes that the budget does not know of yet.
    pub fn settle_accounts(&mut self) {
        // Whether anything is left to spend does not matter any more.
        let _ = self.budget.spend(std::mem::take(&mut self.unreported));
    }
}
