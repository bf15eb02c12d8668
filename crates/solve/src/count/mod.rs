//! How many games there are, and how many positions.
//!
//! A *game* is a sequence of moves, passes among them, from the start to an end by the rules. Under
//! positional superko there are as many as there are simple paths from the start in the graph of positions,
//! every prefix of a path being one, too (`graph.rs` says why), and these are what J. Tromp and G. Farneback
//! count in *Combinatorics of Go*. A *position* is counted if every chain has a liberty.
//!
//! Every count is exact, or there is none.

mod frontier;
mod graph;
mod positions;
pub mod values;
mod walks;

use crate::{Budget, Stopped, with_threads};
pub use graph::CountError;
use superko_go::Board;
use superko_rules::{Game, State};

use graph::Graph;
use walks::ByState;

/// The number of positions of a board in which every chain has a liberty.
///
/// # Errors
/// What stopped the effort.
pub fn positions(board: &Board, budget: &Budget) -> Result<u128, Stopped> {
    if board.is_grid() { positions::positions(board, budget) } else { frontier::positions(board, budget) }
}

/// The number of games that go on from a state, each to its end.
///
/// Under the superkos the time grows with the number of games, if more slowly (a step for a hundred games on
/// 2x2, which takes a minute), and no more memory is used than a table of a fixed size. Under the other
/// rulesets time and memory grow with the number of states, whole pasts included, that games can come to:
/// 1x2 has about a hundred, 1x3 more than fit in 4 GiB.
///
/// # Errors
/// [`CountError`]: there is no number, it is out of reach, or the budget is spent.
pub fn games(game: &Game, state: &State, threads: usize, budget: &Budget) -> Result<u128, CountError> {
    if !game.rules.properties().always_ends {
        return Err(CountError::Endless(game.entry.id));
    }
    with_threads(threads, || match Graph::of(game, state)? {
        Some(graph) => walks::count(&graph, budget),
        None => ByState::new(game, budget).count(state),
    })?
}
