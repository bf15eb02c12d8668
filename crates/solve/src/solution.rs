//! Requests and solutions: value, best moves, values of all moves, a line of play.
//!
//! A solution is put together from the answers of one engine, and each part of it is proved as well as the
//! value. If the engine was stopped, the solution has what was proved by then.

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

/// How many of the best first moves a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Want {
    /// One proved best move.
    #[default]
    One,
    /// All of them, each proved, and all others proved to be worse.
    All,
}

/// What is asked of [`Session::solve`](super::Session::solve) besides the value.
///
/// Fields may be added, so requests are best made by `Request { field, ..Request::default() }`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// The engine.
    pub engine: Engine,
    /// Which best moves. Where the values of all moves are wanted as well, and are found, the best moves are all of them.
    pub best_moves: Want,
    /// Whether the value of every first move is wanted.
    pub move_values: bool,
    /// Whether a line of play is wanted.
    pub line: bool,
    /// Whether every move of the line is to be chosen by a fixed rule (a pass if that keeps the value, else
    /// the first stone that does), so that the line does not depend on the course of the search.
    /// On boards of up to 9 intersections it always is; on larger ones that may cost more than the value.
    pub chosen_line: bool,
    /// Whether the first move of the line is wanted by someone who asks again at his next turn. Where games may go on for ever
    /// it then comes nearer to the end that its player forces, which takes an analysis of all states that can be reached.
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
            line: true,
            chosen_line: false,
            nearing: false,
            threads: 1,
        }
    }
}

/// The exact value of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// Black's points less White's; with more than two players, the points that Black can secure.
    Points(Points),
    /// The game has no result: neither player can force an end that is not a loss for himself.
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
    /// As in tables and JSON: `-2`, `1/2`, `no-result`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Points(points) => write!(f, "{points}"),
            Value::NoResult => write!(f, "no-result"),
        }
    }
}

/// A value, as far as it is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It is known exactly.
    Exact(Value),
    /// It lies between proved bounds.
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
    /// What bounds say of a value.
    fn from(bounds: Bounds) -> Answer {
        match bounds.value() {
            Some(points) => Answer::Exact(Value::Points(points)),
            None => Answer::Between(bounds),
        }
    }
}

impl From<Result<Value, Partial>> for Answer {
    /// What a session knows of a value, whether or not it was stopped.
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

/// The answer to a [`Request`].
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Solution {
    /// The value of the game from the given state.
    pub value: Answer,
    /// For a game that may go on for ever: what each player can force in finite play.
    pub interval: Option<Interval>,
    /// Best moves in ascending order of their intersections, the pass last.
    pub best_moves: Vec<Move>,
    /// Whether `best_moves` are all of them.
    pub all_best_moves: bool,
    /// The value of every legal first move in the order of the moves, if it was asked for.
    pub move_values: Vec<(Move, Answer)>,
    /// A line of best play: to the end of the game, or as far as it came before a limit.
    pub line: Vec<Move>,
    /// If the line goes on for ever: the number of moves after which it repeats itself.
    pub repeats_from: Option<usize>,
    /// The number of results kept at the end: lemmas if `by_search` is set, else states.
    pub results: usize,
    /// Whether the search has solved it, and not a retrograde analysis.
    pub by_search: bool,
    /// What stopped the engine before it had done all that was asked.
    pub stopped: Option<Stopped>,
}

impl Solution {
    /// A solution in which nothing is known yet.
    pub fn unknown(game: &Game, state: &State) -> Solution {
        Solution {
            value: Answer::Between(Bounds::unknown(game, state)),
            interval: None,
            best_moves: Vec::new(),
            all_best_moves: false,
            move_values: Vec::new(),
            line: Vec::new(),
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

    /// What may stop a search.
    const REASONS: [Stopped; 6] = [
        Stopped::Time,
        Stopped::Nodes,
        Stopped::Memory,
        Stopped::Depth,
        Stopped::Interrupted,
        Stopped::Needless,
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
