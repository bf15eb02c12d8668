//! How many games there are, and how many positions.
//!
//! A *game* is a sequence of moves, passes among them, from the start to an end by the rules. Under
//! positional superko there are as many as there are simple paths from the start in the graph of positions,
//! every prefix of a path being one, too (`graph.rs` says why), and these are what J. Tromp and G. Farneback
//! count in *Combinatorics of Go*. A *position* is counted if every chain has a liberty.
//!
//! | file | what |
//! |---|---|
//! | `graph.rs` | the graph of situations of a superko, which may each be entered once |
//! | `walks.rs` | the walks on that graph, counted on all threads |
//! | `by_state.rs` | games under any ruleset whose games end: the whole past, literally |
//! | `positions.rs` | legal positions of grids, counted by the borders of those that are half filled |
//! | `frontier.rs` | the same for any other graph |
//! | `values.rs` | the positions by value, where games may go on for ever |
//! | `told.rs` | the same for a file |
//!
//! Every count is exact, or there is none.

mod by_state;
mod frontier;
mod graph;
mod positions;
pub mod told;
pub mod values;
mod walks;

use std::fmt;

use crate::go::Board;
use crate::rules::{Game, State, catalogue};
use crate::solve::{Budget, Stopped, with_threads};
use by_state::ByState;
use graph::Graph;

/// Why something was not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountError {
    /// Games may go on for ever under this ruleset, so that there is no number of them.
    Endless(&'static str),
    /// Every game ends under this ruleset, so that its positions are not valued all at once.
    Ends(&'static str),
    /// There are more situations than the bits of a set.
    TooManySituations,
    /// The number has more than 128 bits.
    Overflow,
    /// A limit or the user.
    Stopped(Stopped),
}

impl From<Stopped> for CountError {
    fn from(stopped: Stopped) -> CountError {
        CountError::Stopped(stopped)
    }
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountError::Endless(ruleset) => {
                let ends = catalogue::ALL
                    .into_iter()
                    .filter(|entry| entry.properties(&entry.defaults()).always_ends);
                let names: Vec<&str> = ends.map(|entry| entry.id).collect();
                write!(
                    f,
                    "games under {ruleset} may go on for ever and cannot be counted, expected one of: {}",
                    names.join(", ")
                )
            }
            CountError::Ends(ruleset) => {
                let endless = catalogue::ALL
                    .into_iter()
                    .filter(|entry| !entry.properties(&entry.defaults()).always_ends);
                let names: Vec<&str> = endless.map(|entry| entry.id).collect();
                write!(
                    f,
                    "every game under {ruleset} ends, and its positions are not counted by their values, expected one of: {}",
                    names.join(", ")
                )
            }
            CountError::TooManySituations => write!(
                f,
                "games can come to more than {} situations, expected a board of at most 5 intersections \
                 under psk and 4 under the other superkos",
                graph::MOST
            ),
            CountError::Overflow => write!(f, "there are more games than {}, expected fewer", u128::MAX),
            CountError::Stopped(stopped) => write!(f, "stopped by {stopped}"),
        }
    }
}

impl std::error::Error for CountError {}

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
    })
}
