//! The search, as tests ask it.

use superko_rules::{Game, Points, State};
use superko_solve::{Budget, Limits, Session, Value, with_threads};

/// A session with the budget of all that is asked of it.
pub struct Searcher<'a> {
    session: Session<'a>,
    /// A session of the search alone, as published tables have it, which must find the same.
    alone: Option<Session<'a>>,
    budget: &'a Budget,
}

impl<'a> Searcher<'a> {
    /// A searcher that knows nothing yet.
    pub fn new(game: &'a Game, budget: &'a Budget) -> Searcher<'a> {
        let alone = Session::new(game).with_first_nodes(u64::MAX);
        Searcher { alone: Some(alone), ..Searcher::of(Session::new(game), budget) }
    }

    /// A searcher that has what a session knows.
    pub fn of(session: Session<'a>, budget: &'a Budget) -> Searcher<'a> {
        Searcher { session, alone: None, budget }
    }

    /// The same without bounds from unconditional life.
    pub fn without_life(self) -> Searcher<'a> {
        Searcher { session: self.session.without_life(), alone: None, ..self }
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
    let value = searcher.session.value(state, searcher.budget).ok()?;
    if let Some(alone) = &searcher.alone {
        let found = alone.value(state, searcher.budget).ok()?;
        assert_eq!(found, value, "{} {state:?}", alone.game().entry.id);
    }
    match value {
        Value::Points(points) => Some(points),
        Value::NoResult => panic!("a game that ends has a score"),
    }
}

/// The value of a state by a search without a limit.
pub fn search(searcher: &Searcher, state: &State) -> Points {
    search_within(searcher, state).expect("the search has no limit")
}
