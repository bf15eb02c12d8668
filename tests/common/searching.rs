//! The search, as tests ask it.

use superko_rules::{Game, Points, State};
use superko_solve::{Budget, Limits, Session, Value, with_threads};

/// A session with the budget of all that is asked of it.
pub struct Searcher<'a> {
    session: Session<'a>,
    budget: &'a Budget,
}

impl<'a> Searcher<'a> {
    /// A searcher that knows nothing yet.
    pub fn new(game: &'a Game, budget: &'a Budget) -> Searcher<'a> {
        Searcher::of(Session::new(game), budget)
    }

    /// A searcher that has what a session knows.
    pub fn of(session: Session<'a>, budget: &'a Budget) -> Searcher<'a> {
        Searcher { session, budget }
    }

    /// The same without bounds from unconditional life.
    pub fn without_life(self) -> Searcher<'a> {
        Searcher { session: self.session.without_life(), ..self }
    }
}

/// Does work on a thread on which the naive solver may run.
pub fn on_a_large_stack<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    with_threads(1, work).expect("the system starts a thread")
}

/// Lends a searcher of a game, with a limit on its nodes if there is one, on a thread on which the
/// naive solver may run, too.
pub fn with_searcher<R: Send>(
    game: &Game,
    nodes: Option<u64>,
    work: impl FnOnce(&Searcher) -> R + Send,
) -> R {
    let budget = Budget::new(Limits { nodes, ..Limits::default() });
    on_a_large_stack(|| work(&Searcher::new(game, &budget)))
}

/// The value of a state by the search, if it is found within the limit.
pub fn search_within(searcher: &Searcher, state: &State) -> Option<Points> {
    match searcher.session.value(state, searcher.budget).ok()? {
        Value::Points(points) => Some(points),
        Value::NoResult => panic!("a game that ends has a score"),
    }
}

/// The value of a state by a search without a limit.
pub fn search(searcher: &Searcher, state: &State) -> Points {
    search_within(searcher, state).expect("the search has no limit")
}
