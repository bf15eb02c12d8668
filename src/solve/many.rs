//! The values of many states of one game: with one lemma table, or one retrograde analysis, for all.

use super::bounds::{Bounds, Searcher};
use super::budget::{Budget, Stopped};
use super::retrograde::Retrograde;
use super::solution::Value;
use super::with_threads;
use crate::rules::{Game, State};

/// The values of many states, and what it took.
#[derive(Debug, Clone)]
pub struct Many {
    /// One value for each state; if the effort was stopped, only those of the first few, or none.
    pub values: Vec<Value>,
    /// Results in the tables at the end: lemmas, or states.
    pub results: usize,
    /// What stopped the effort.
    pub stopped: Option<Stopped>,
}

/// Values states one after the other, on one thread, so that the nodes that it takes are always the same.
///
/// Where games may go on for ever the past of a state is not asked: no such ruleset uses it.
pub fn solve_many(game: &Game, states: &[State], budget: &Budget) -> Many {
    let mut many = Many { values: Vec::with_capacity(states.len()), results: 0, stopped: None };
    let all = if game.rules.properties().always_ends { by_search } else { by_retrograde };
    many.stopped = with_threads(1, || all(&mut many, game, states, budget)).err();
    many
}

fn by_search(many: &mut Many, game: &Game, states: &[State], budget: &Budget) -> Result<(), Stopped> {
    let searcher = Searcher::new(game, budget, 1);
    for state in states {
        let value = searcher.value(state, Bounds::unknown(game, state)).map_err(|(_, stopped)| stopped);
        many.results = searcher.lemmas().0;
        many.values.push(Value::Points(value?));
    }
    Ok(())
}

/// One analysis has all of them, or none if it is stopped.
fn by_retrograde(many: &mut Many, game: &Game, states: &[State], budget: &Budget) -> Result<(), Stopped> {
    let solved = Retrograde::solve_all(game, states.iter().map(|state| state.key), budget)?;
    many.results = solved.states();
    let value = |state: &State| Value::from(solved.interval(&state.key).value(game.options.cycles));
    many.values.extend(states.iter().map(value));
    Ok(())
}
