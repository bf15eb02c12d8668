//! Games counted state by state, for any ruleset whose games end.
//!
//! What can still happen depends on the state alone, and the state holds the whole past, so the number of
//! games from a state is the sum of those from the states that its moves lead to. Each is counted once and
//! kept. There are so many pasts that this is for the smallest boards.

use superko_go::hashing::FixedMap;

use super::error::CountError;
use crate::{Budget, Stopped};
use superko_rules::fact::{Fact, Tally};
use superko_rules::{Game, Ruling, State};

/// The counter, with the states that it has counted.
pub struct ByState<'a> {
    game: &'a Game,
    budget: &'a Budget,
    known: FixedMap<State, u128>,
    /// The facts in all pasts of the table.
    facts: usize,
    unreported: u64,
}

impl<'a> ByState<'a> {
    /// A counter that has counted nothing yet.
    pub fn new(game: &'a Game, budget: &'a Budget) -> ByState<'a> {
        ByState { game, budget, known: FixedMap::default(), facts: 0, unreported: 0 }
    }

    /// The number of games from a state.
    pub fn count(mut self, state: &State) -> Result<u128, CountError> {
        self.budget.ask("counting games state by state".to_string());
        let games = self.games(state)?;
        // All is counted: whether anything is left to spend does not matter any more.
        let _ = self.spend();
        Ok(games)
    }

    fn games(&mut self, state: &State) -> Result<u128, CountError> {
        if let Some(&games) = self.known.get(state) {
            return Ok(games);
        }
        self.unreported += 1;
        if self.unreported >= self.budget.stride() {
            self.spend()?;
        }
        let mut games = 0u128;
        for (_, ruling) in self.game.legal(state) {
            let more = match ruling {
                Ruling::Ends(_) => 1,
                Ruling::Leads(next) => self.games(&next)?,
                Ruling::Barred(_) => unreachable!("only legal moves are listed"),
            };
            games = games.checked_add(more).ok_or(CountError::Overflow)?;
        }
        self.facts += state.past.facts().count();
        self.known.insert(state.clone(), games);
        Ok(games)
    }

    fn spend(&mut self) -> Result<(), Stopped> {
        // A table that is full makes one twice its size and moves there.
        let bytes =
            3 * self.known.capacity() * size_of::<(State, u128)>() + self.facts * size_of::<(Fact, Tally)>();
        self.budget.report(self.known.len(), bytes);
        if bytes > self.budget.memory() {
            return Err(Stopped::Memory);
        }
        self.budget.spend(std::mem::take(&mut self.unreported))
    }
}
