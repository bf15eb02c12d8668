//! One question about one state, and the values of many states of one game: with one lemma table, or one
//! retrograde analysis, for all.

use super::bounds::Bounds;
use super::budget::{Budget, Stopped};
use super::retrograde::Retrograde;
use super::search::Searcher;
use super::solution::{Engine, Request, Solution, Value};
use super::{naive::by_naive, retrograde::by_retrograde, search::by_search, with_threads};
use crate::rules::{Game, State};

/// Solves a game from a state (that of a new game, [`Game::start`], or one with a past).
///
/// Never fails: what a limit of the budget, or an interruption, has left undone is said in
/// [`Solution::stopped`], and every value, bound and move that is given is proved.
///
/// ```
/// use superko::go::{Player, Position, Board};
/// use superko::rules::catalogue;
/// use superko::solve::{Budget, Request, solve};
///
/// let (entry, options) = catalogue::find("kee2020").unwrap();
/// let game = entry.game(Board::grid(2, 2).unwrap(), options);
/// let state = game.start(Position::default(), Player::Black);
/// let solution = solve(&game, &state, &Request::default(), &Budget::default());
/// assert_eq!(solution.value.exact().unwrap().to_string(), "0");
/// ```
pub fn solve(game: &Game, state: &State, request: &Request, budget: &Budget) -> Solution {
    let naive = request.engine == Engine::Naive;
    with_threads(request.threads.max(1), || match (game.rules.properties().always_ends, naive) {
        (true, false) => by_search::solve(game, state, request, budget),
        (true, true) => by_naive::solve(game, state, request, budget),
        (false, false) => by_retrograde::solve(game, state, request, budget),
        (false, true) => by_naive::solve_loopy(game, state, request, budget),
    })
}

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
    let all = if game.rules.properties().always_ends { all_by_search } else { all_by_retrograde };
    many.stopped = with_threads(1, || all(&mut many, game, states, budget)).err();
    many
}

fn all_by_search(many: &mut Many, game: &Game, states: &[State], budget: &Budget) -> Result<(), Stopped> {
    let searcher = Searcher::new(game, budget, 1);
    for state in states {
        let value = searcher.value(state, Bounds::unknown(game, state)).map_err(|(_, stopped)| stopped);
        many.results = searcher.lemmas().0;
        many.values.push(Value::Points(value?));
    }
    Ok(())
}

/// One analysis has all of them, or none if it is stopped.
fn all_by_retrograde(many: &mut Many, game: &Game, states: &[State], budget: &Budget) -> Result<(), Stopped> {
    let solved = Retrograde::solve_all(game, states.iter().map(|state| state.key), budget)?;
    many.results = solved.states();
    let value = |state: &State| Value::from(solved.interval(&state.key).value(game.options.cycles));
    many.values.extend(states.iter().map(value));
    Ok(())
}
