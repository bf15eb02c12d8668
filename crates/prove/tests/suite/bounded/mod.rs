//! The bounded engine: its bounds against the values of the other engines, its conditions, sessions
//! that ask it, and its certificates.

mod attacks;
mod certificates;
mod conditions;
mod endless;
mod sessions;
mod settled;
mod stealing;
mod truth;
mod values;

use superko_rules::{Game, Points, State};
use superko_solve::attack::{Found, Terms, bounds_under};
use superko_solve::{Budget, Limits, Session, Value};

/// A budget with a limit of nodes.
fn nodes(nodes: u64) -> Budget {
    Budget::new(Limits { nodes: Some(nodes), ..Limits::default() })
}

/// The bounds of a start on some terms, within a limit of nodes.
fn found(game: &Game, terms: Terms, state: &State, limit: u64) -> Found {
    bounds_under(terms, &game.board, &state.key.position, state.key.mover, &nodes(limit), 1)
}

/// Whether a value lies within the bounds.
fn holds(found: &Found, value: Points) -> bool {
    Points::from_integer(found.low) <= value && value <= Points::from_integer(found.high)
}

/// How many of some starts were asked, have a value within the limit of the search, have bounds
/// that contradict it, and have bounds that meet.
#[derive(Debug, Default)]
struct Tally {
    asked: usize,
    compared: usize,
    wrong: Vec<String>,
    decided: usize,
}

/// Compares the bounds of some starts with the values that the search finds within a limit.
fn compare(game: &Game, terms: Terms, starts: &[State], limit: u64, search: u64) -> Tally {
    let session = Session::new(game);
    let mut tally = Tally::default();
    for state in starts {
        tally.asked += 1;
        let found = found(game, terms, state, limit);
        tally.decided += usize::from(found.low == found.high);
        let Ok(Value::Points(value)) = session.value(state, &nodes(search)) else { continue };
        tally.compared += 1;
        if !holds(&found, value) {
            tally
                .wrong
                .push(format!("{} has {value}, not {found:?}", crate::common::games::name(game, state)));
        }
    }
    tally
}
