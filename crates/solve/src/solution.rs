//! Requests and solutions: value, best moves, values of all moves, and a principal variation.
//!
//! Every part of a solution is proved. If the engine was stopped, the solution has what was proved
//! by then.

use std::fmt;

use super::bounds::{Bounds, Partial};
use super::budget::Stopped;
use super::retrograde::Interval;
use superko_go::Move;
use superko_rules::{Game, Points, State};

/// The engine that answers a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// Retrograde analysis where games may go on for ever, else the search.
    #[default]
    Auto,
    /// Value iteration where games may go on for ever, else full-history minimax.
    Naive,
}

/// The best first moves of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Want {
    /// One proved best move.
    #[default]
    One,
    /// All of them, each proved, and all others proved to be worse.
    All,
}

/// A request to [`Session::solve`](super::Session::solve): what to find besides the value.
///
/// Fields may be added, so requests are best made by `Request { field, ..Request::default() }`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// The engine.
    pub engine: Engine,
    /// The best moves. If all move values are requested and found, the solution has all best moves.
    pub best_moves: Want,
    /// Whether to find the value of every first move.
    pub move_values: bool,
    /// Whether to find a line of best play (principal variation).
    pub pv: bool,
    /// Whether to choose every move of the line by a fixed rule (a pass if that keeps the value,
    /// else the first stone that does), so that the line does not depend on the course of the
    /// search. On boards of up to 9 intersections this is always done; on larger ones it may cost
    /// more than the value.
    pub chosen_pv: bool,
    /// Whether the first move of it must make progress, for a player who asks again at his
    /// next turn. Where games may go on for ever it then comes nearer to the end that its player
    /// forces, which takes an analysis of all reachable states.
    pub nearing: bool,
    /// The number of threads; at least 1. Only the search uses more than one.
    pub threads: usize,
}

impl Default for Request {
    /// One best move and a line of play, on one thread.
    fn default() -> Request {
        Request {
            engine: Engine::Auto,
            best_moves: Want::One,
            move_values: false,
            pv: true,
            chosen_pv: false,
            nearing: false,
            threads: 1,
        }
    }
}

/// The exact value of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// Black's points minus White's; with more than two players, the points that Black can secure.
    Points(Points),
    /// No result: neither player can force an end that is not a loss for himself.
    NoResult,
}

impl Value {
    /// The score, if the game has a result.
    pub fn points(self) -> Option<Points> {
        match self {
            Value::Points(points) => Some(points),
            Value::NoResult => None,
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Value {
    /// The notation of tables and JSON: `-2`, `1/2`, `no-result`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Points(points) => write!(f, "{points}"),
            Value::NoResult => write!(f, "no-result"),
        }
    }
}

/// An exact value, or bounds of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The exact value.
    Exact(Value),
    /// Proved bounds.
    Between(Bounds),
}

impl Answer {
    /// The value, if it is known exactly.
    pub fn exact(&self) -> Option<Value> {
        match self {
            Answer::Exact(value) => Some(*value),
            Answer::Between(_) => None,
        }
    }
}

impl From<Bounds> for Answer {
    /// The value if the bounds meet, else the bounds.
    fn from(bounds: Bounds) -> Answer {
        match bounds.value() {
            Some(points) => Answer::Exact(Value::Points(points)),
            None => Answer::Between(bounds),
        }
    }
}

impl From<Result<Value, Partial>> for Answer {
    /// The result of a session, whether or not it was stopped.
    fn from(found: Result<Value, Partial>) -> Answer {
        match found {
            Ok(value) => Answer::Exact(value),
            Err((bounds, _)) => bounds.into(),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Exact(value) => value.fmt(f),
            Answer::Between(bounds) => bounds.fmt(f),
        }
    }
}

/// The solution of a [`Request`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Solution {
    /// The value of the game from the given state.
    pub value: Answer,
    /// The interval that the players can force in finite play, for a game that may go on for ever.
    pub interval: Option<Interval>,
    /// The best moves in ascending order of their intersections, the pass last.
    pub best_moves: Vec<Move>,
    /// Whether `best_moves` are all of them.
    pub all_best_moves: bool,
    /// The value of every legal first move in the order of the moves, if requested.
    pub move_values: Vec<(Move, Answer)>,
    /// The principal variation, a line of best play: to the end of the game or until a limit.
    pub pv: Vec<Move>,
    /// The number of moves after which it repeats itself, if it goes on for ever.
    pub repeats_from: Option<usize>,
    /// The number of results kept: lemmas if `by_search` is set, else states.
    pub results: usize,
    /// Whether it was solved by the search, not by a retrograde analysis.
    pub by_search: bool,
    /// The reason why the solution is incomplete.
    pub stopped: Option<Stopped>,
}

impl Solution {
    /// A solution with trivial bounds.
    pub fn unknown(game: &Game, state: &State) -> Solution {
        Solution {
            value: Answer::Between(Bounds::unknown(game, state)),
            interval: None,
            best_moves: Vec::new(),
            all_best_moves: false,
            move_values: Vec::new(),
            pv: Vec::new(),
            repeats_from: None,
            results: 0,
            by_search: game.rules.properties().always_ends,
            stopped: None,
        }
    }
}

// --- Values and reasons as texts in JSON ---------------------------------------------------------

#[cfg(feature = "serde")]
mod as_text {
    use superko_go::as_text::AsText;
    use superko_go::serde_as_text;
    use superko_rules::Points;

    use super::{Stopped, Value};

    impl AsText for Value {
        const EXPECTED: &'static str = "a score such as \"2\" or \"1/2\", or \"no-result\"";

        #[cfg(feature = "schemars")]
        fn schema() -> schemars::Schema {
            schemars::json_schema!({ "type": "string", "pattern": "^(-?[0-9]+(/[0-9]+)?|no-result)$" })
        }

        fn to_text(&self) -> String {
            self.to_string()
        }

        fn from_text(text: &str) -> Option<Value> {
            match text {
                "no-result" => Some(Value::NoResult),
                score => score.parse::<Points>().ok().map(Value::Points),
            }
        }
    }

    /// The reasons why a search may stop.
    const REASONS: [Stopped; 6] = [
        Stopped::Time,
        Stopped::Nodes,
        Stopped::Memory,
        Stopped::Depth,
        Stopped::Interrupted,
        Stopped::Redundant,
    ];

    impl AsText for Stopped {
        const EXPECTED: &'static str = "the limit that stopped a search";

        #[cfg(feature = "schemars")]
        fn schema() -> schemars::Schema {
            schemars::json_schema!({ "type": "string", "enum": REASONS })
        }

        fn to_text(&self) -> String {
            self.to_string()
        }

        fn from_text(text: &str) -> Option<Stopped> {
            REASONS.into_iter().find(|stopped| stopped.to_string() == text)
        }
    }

    serde_as_text!(Value, Stopped);
}
