//! The checks that decide a claim, as a file writes them down, what a value should be, and a check
//! that was made.

use std::fmt;

use serde::{Deserialize, Serialize};

use superko_go::Player;
use superko_rules::Points;
use superko_solve::{Answer, Value};

/// The player to move, as a file names him.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mover {
    /// Black.
    #[default]
    Black,
    /// White.
    White,
}

impl fmt::Display for Mover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Player::from(*self).name())
    }
}

impl From<Mover> for Player {
    fn from(mover: Mover) -> Player {
        match mover {
            Mover::Black => Player::Black,
            Mover::White => Player::White,
        }
    }
}

/// Something that the program can find out.
#[derive(Debug, Deserialize)]
#[serde(tag = "check", deny_unknown_fields, rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Check {
    /// The value of a position, after some moves; under a ruleset for more than two players, the
    /// points that Black can secure.
    Value {
        /// The ruleset with its options, as on the command line: `kee2009 --lift produced`.
        rules: String,
        /// The position, if it is not that of the claim.
        position: Option<String>,
        /// The moves.
        #[serde(default)]
        after: String,
        /// What the value should be: `= 2`, `>= 0`, `< 0`, `= no-result`.
        expect: String,
    },
    /// The best moves.
    Best {
        /// The ruleset with its options.
        rules: String,
        /// The position, if it is not that of the claim.
        position: Option<String>,
        /// Moves played before.
        #[serde(default)]
        after: String,
        /// Moves that must be best.
        moves: String,
        /// Whether every other move must be worse.
        #[serde(default)]
        only: bool,
    },
    /// A line of play: see [`script`](super::script).
    Line {
        /// The ruleset with its options.
        rules: String,
        /// The position, if it is not that of the claim.
        position: Option<String>,
        /// The moves with their marks.
        moves: String,
        /// The score with which the last move ends the game; of more than two players, Black's.
        ends: Option<String>,
        /// The scoring positions, in the order of Kee 2009, rule 17.
        scoring: Option<Vec<String>>,
        /// The stones that Black and White have captured.
        prisoners: Option<[u32; 2]>,
        /// The area of the last position, Black's points minus White's.
        area: Option<i32>,
        /// The last position, drawn.
        shows: Option<String>,
        /// Whether every move must be a best one.
        #[serde(default)]
        best: bool,
    },
    /// Whether stones can be captured, where one player keeps to a few intersections: see
    /// `checks/play.rs`.
    Capture {
        /// The ruleset with its options.
        rules: String,
        /// The position, if it is not that of the claim.
        position: Option<String>,
        /// Moves played before.
        #[serde(default)]
        after: String,
        /// Where the stones stand.
        target: String,
        /// The player whose moves are limited.
        limited: Mover,
        /// The intersections to which he keeps.
        points: String,
        /// Stones of Black whose loss settles the matter against him.
        #[serde(default)]
        black: String,
        /// Stones of White whose loss settles the matter against him.
        #[serde(default)]
        white: String,
        /// Whether the stones should be captured.
        captured: bool,
    },
    /// Every game from the empty board ends, with a score: see `checks/property.rs`.
    Ends {
        /// The ruleset with its options.
        rules: String,
        /// Boards on which every game is looked at.
        every_game: Vec<String>,
        /// Boards on which every key is looked at, and games are played at random.
        every_key: Vec<String>,
        /// The most points of the graphs of which every key is looked at too; 0 for none.
        #[serde(default)]
        every_graph: usize,
    },
    /// What a pass does to the ban on repetition, and what scoring cycles are made of: see
    /// `checks/property.rs`.
    Passes {
        /// The ruleset with its options.
        rules: String,
        /// What should hold.
        property: PassProperty,
        /// The boards.
        boards: Vec<String>,
    },
    /// Whether every move that the first ruleset allows is allowed under the second too, in all
    /// games from the empty board that both allow: see `checks/property.rs`.
    Allows {
        /// The two rulesets with their options.
        rules: [String; 2],
        /// The boards.
        boards: Vec<String>,
        /// The most moves of a game.
        moves: usize,
    },
    /// What a line that ends without scoring positions counts by the points that do not change in
    /// its scoring cycle: see `checks/play.rs`.
    Unchanged {
        /// The ruleset with its options.
        rules: String,
        /// The position, if it is not that of the claim.
        position: Option<String>,
        /// The moves with their marks.
        moves: String,
        /// Black's points minus White's.
        score: i32,
    },
    /// Values of first moves from the empty board, the best first, one for each class of moves that
    /// the symmetries of the board make equal; that of the pass in parentheses.
    Openings {
        /// The ruleset with its options.
        rules: String,
        /// The board.
        board: String,
        /// The values, as many as the source gives.
        expect: Vec<String>,
    },
    /// What each side can force in finite play, under a ruleset whose games may go on for ever.
    Interval {
        /// The ruleset with its options.
        rules: String,
        /// The board.
        board: String,
        /// What Black is sure of and what White is sure of.
        expect: [i32; 2],
    },
    /// How many intersections are directly adjacent to two neighbouring ones, on a board: see
    /// `checks/values.rs`.
    Around {
        /// The board.
        board: String,
        /// The fewest and the most.
        expect: [u32; 2],
    },
    /// How many positions of a board, Black to move, have another value under another ruleset. Of
    /// positions that symmetries of the board make equal one counts.
    Differ {
        /// The two rulesets with their options.
        rules: [String; 2],
        /// The board.
        board: String,
        /// How many differ.
        rows: u64,
        /// How many there are.
        of: Option<u64>,
        /// By how many points they differ at most, if no value is without a result.
        most: Option<String>,
    },
    /// The number of legal positions.
    Positions {
        /// The board.
        board: String,
        /// The number.
        expect: String,
    },
    /// The number of games from the empty board.
    Games {
        /// The ruleset with its options.
        rules: String,
        /// The board.
        board: String,
        /// The number.
        expect: String,
    },
}

impl Check {
    /// The position that the check is about, which is that of the claim unless it names another;
    /// `None` if it is about no one position.
    pub fn position<'a>(&'a self, of_claim: Option<&'a String>) -> Option<&'a String> {
        match self {
            Check::Value { position, .. }
            | Check::Best { position, .. }
            | Check::Line { position, .. }
            | Check::Capture { position, .. }
            | Check::Unchanged { position, .. } => position.as_ref().or(of_claim),
            _ => None,
        }
    }
}

/// A property of passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassProperty {
    /// Right after a pass nothing is banned.
    Lifts,
    /// What is banned after a pass depends on the position passed on alone.
    Alone,
    /// A scoring cycle could be repeated, and forced passes are forced again.
    Again,
    /// Where not all passed in a scoring cycle, somebody placed a stone in it.
    Disturbed,
}

impl PassProperty {
    pub(super) fn words(self) -> &'static str {
        match self {
            PassProperty::Lifts => "right after a pass the history bans nothing",
            PassProperty::Alone => "what is banned after a pass depends on the position passed on alone",
            PassProperty::Again => {
                "a scoring cycle can be repeated, and who could only pass can only pass again"
            }
            PassProperty::Disturbed => {
                "on a position of a scoring cycle that does not score a stone was played in it"
            }
        }
    }
}

// --- A check that was made ---

/// What was asked and what was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Checked {
    /// What was asked.
    pub asked: String,
    /// Whether it is as the claim says; `None` if the limit left it open.
    pub holds: Option<bool>,
    /// What was found, in one line; if it was left open, what was found by then.
    pub found: String,
    /// What shows it: diagrams, moves, what banned which.
    pub evidence: String,
    /// The nodes that it cost, of the search or of the analysis.
    pub nodes: u64,
}

// --- What a value should be: `= 2`, `>= 0`, `< 1/2`, `= no-result` ---

/// An expectation of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expectation {
    /// The game has no result.
    NoResult,
    /// The value stands in this relation to these points.
    Points(Relation, Points),
}

/// A relation of two scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// `=`
    Equal,
    /// `!=`
    Differs,
    /// `>=`
    AtLeast,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `<`
    Less,
}

const RELATIONS: [(&str, Relation); 6] = [
    ("=", Relation::Equal),
    ("!=", Relation::Differs),
    (">=", Relation::AtLeast),
    ("<=", Relation::AtMost),
    (">", Relation::More),
    ("<", Relation::Less),
];

impl Expectation {
    /// Reads an expectation.
    ///
    /// # Errors
    /// One line that says what was expected.
    pub fn parse(text: &str) -> Result<Expectation, String> {
        let wrong = || format!("expectation {text:?}: a relation such as = or >=, a space, and a score");
        let (sign, score) = text.split_once(' ').ok_or_else(wrong)?;
        if (sign, score) == ("=", "no-result") {
            return Ok(Expectation::NoResult);
        }
        let relation = RELATIONS.iter().find(|(name, _)| *name == sign).ok_or_else(wrong)?.1;
        Ok(Expectation::Points(relation, score.parse().map_err(|_| wrong())?))
    }

    /// Whether an answer meets it; `None` if the bounds that it gives leave that open.
    pub fn met_by(&self, answer: &Answer) -> Option<bool> {
        let (relation, wanted) = match (self, answer) {
            (Expectation::NoResult, Answer::Exact(value)) => return Some(*value == Value::NoResult),
            (Expectation::NoResult, Answer::Between(_)) => return None,
            (Expectation::Points(..), Answer::Exact(Value::NoResult)) => return Some(false),
            (Expectation::Points(relation, wanted), _) => (*relation, *wanted),
        };
        // Each end of the interval, and whether the value may be equal to it.
        let (low, low_met, high, high_met) = match answer {
            Answer::Exact(Value::Points(points)) => (*points, true, *points, true),
            Answer::Between(bounds) => (bounds.low, !bounds.low_open, bounds.high, !bounds.high_open),
            Answer::Exact(Value::NoResult) => unreachable!("this answer was given above"),
        };
        let at_least = low >= wanted;
        let below = high < wanted || high == wanted && !high_met;
        let at_most = high <= wanted;
        let above = low > wanted || low == wanted && !low_met;
        let decide = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
        match relation {
            Relation::AtLeast => decide(at_least, below),
            Relation::Less => decide(below, at_least),
            Relation::AtMost => decide(at_most, above),
            Relation::More => decide(above, at_most),
            Relation::Equal => decide(at_least && at_most, below || above),
            Relation::Differs => decide(below || above, at_least && at_most),
        }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expectation::NoResult => write!(f, "= no-result"),
            Expectation::Points(relation, points) => {
                let (sign, _) =
                    RELATIONS.iter().find(|(_, known)| known == relation).expect("all are listed");
                write!(f, "{sign} {points}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_solve::Bounds;

    #[test]
    fn an_expectation_is_written_as_it_is_read() {
        for text in ["= 2", ">= -1/2", "< 0", "!= 1", "= no-result"] {
            assert_eq!(Expectation::parse(text).unwrap().to_string(), text);
        }
        for text in ["2", "=2", "~ 2", "= two", ">= no-result"] {
            assert!(Expectation::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn bounds_decide_an_expectation_exactly_if_every_value_between_them_does() {
        let points = |half: i32| Points::new(half, 2);
        for (_, relation) in RELATIONS {
            for (low, high) in [(0, 0), (0, 3), (-2, 2), (1, 2)] {
                for (low_open, high_open) in [(false, false), (true, false), (false, true), (true, true)] {
                    if low == high && (low_open || high_open) {
                        continue;
                    }
                    let bounds = Bounds { low: points(low), low_open, high: points(high), high_open };
                    let inside: Vec<Answer> = (4 * low..=4 * high)
                        .map(|eighth| Points::new(eighth, 8))
                        .filter(|value| *value > bounds.low || !low_open)
                        .filter(|value| *value < bounds.high || !high_open)
                        .map(|value| Answer::Exact(Value::Points(value)))
                        .collect();
                    for wanted in -5..=5 {
                        let expect = Expectation::Points(relation, points(wanted));
                        let met: Vec<_> = inside.iter().map(|value| expect.met_by(value)).collect();
                        let all = met.iter().all(|one| *one == met[0]).then_some(met[0]).flatten();
                        assert_eq!(expect.met_by(&Answer::Between(bounds)), all, "{expect} {bounds:?}");
                    }
                }
            }
        }
    }
}
