//! The search, as tests ask it.

use superko::rules::{Game, Points, State};
use superko::solve::{Bounds, search::Searcher};
use superko::solve::{Budget, Limits, with_threads};

/// Lends a searcher of a game whose lemmas serve all that is asked of it, with a limit on its nodes if there is one.
pub fn with_searcher<R: Send>(
    game: &Game,
    nodes: Option<u64>,
    work: impl FnOnce(&Searcher) -> R + Send,
) -> R {
    let budget = Budget::new(Limits { nodes, ..Limits::default() });
    with_threads(1, || work(&Searcher::new(game, &budget, 1)))
}

/// The value of a state by the search, if it is found within the limit.
pub fn search_within(searcher: &Searcher, game: &Game, state: &State) -> Option<Points> {
    searcher.value(state, Bounds::unknown(game, state)).ok()
}

/// The value of a state by a search without a limit.
pub fn search(searcher: &Searcher, game: &Game, state: &State) -> Points {
    search_within(searcher, game, state).expect("the search has no limit")
}
