//! Exact counts of games and of positions.
//!
//! A *game* is a sequence of moves, passes among them, from the start to an end by the rules. Under
//! positional superko there are as many as there are simple paths from the start in the graph of
//! positions, every prefix of a path being one, too (`graph.rs` says why), and these are what J.
//! Tromp and G. Farneback count in *Combinatorics of Go*. A *position* is counted if every chain
//! has a liberty. Every count is exact, or there is none.

mod graph;
mod positions;
pub mod values;
mod walks;

use crate::{Budget, with_threads};
pub use graph::CountError;
pub use positions::positions;
use superko_rules::{Game, State};

use graph::Graph;
use walks::ByState;

/// The number of games that go on from a state, each to its end.
///
/// Under the superkos the time grows with the number of games, if more slowly (a step for a hundred
/// games on 2x2, which takes a minute), and the memory is that of a table of a fixed size. Under
/// the other rulesets time and memory grow with the number of states, whole histories included,
/// that games can come to: 1x2 has about a hundred, 1x3 more than fit in 4 GiB.
///
/// # Errors
/// [`CountError`]: there is no number, it is too large, or the budget is spent.
pub fn games(game: &Game, state: &State, threads: usize, budget: &Budget) -> Result<u128, CountError> {
    if !game.rules.properties().always_ends {
        return Err(CountError::Endless(game.entry.id));
    }
    with_threads(threads, || match Graph::of(game, state)? {
        Some(graph) => walks::count(&graph, budget),
        None => ByState::new(game, budget).count(state),
    })?
}
