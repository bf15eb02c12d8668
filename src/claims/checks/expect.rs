//! What a value should be: `= 2`, `>= 0`, `< 1/2`, `= no-result`.

use std::fmt;

use crate::rules::Points;
use crate::solve::{Answer, Value};

/// An expectation of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
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

impl Expect {
    /// Reads an expectation.
    ///
    /// # Errors
    /// One line that says what was expected.
    pub fn parse(text: &str) -> Result<Expect, String> {
        let wrong = || format!("expectation {text:?}: a relation such as = or >=, a space, and a score");
        let (sign, score) = text.split_once(' ').ok_or_else(wrong)?;
        if (sign, score) == ("=", "no-result") {
            return Ok(Expect::NoResult);
        }
        let relation = RELATIONS.iter().find(|(name, _)| *name == sign).ok_or_else(wrong)?.1;
        Ok(Expect::Points(relation, score.parse().map_err(|_| wrong())?))
    }

    /// Whether an answer meets it; `None` if the bounds that it gives leave that open.
    pub fn met_by(&self, answer: &Answer) -> Option<bool> {
        let (relation, wanted) = match (self, answer) {
            (Expect::NoResult, Answer::Exact(value)) => return Some(*value == Value::NoResult),
            (Expect::NoResult, Answer::Between(_)) => return None,
            (Expect::Points(..), Answer::Exact(Value::NoResult)) => return Some(false),
            (Expect::Points(relation, wanted), _) => (*relation, *wanted),
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

impl fmt::Display for Expect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expect::NoResult => write!(f, "= no-result"),
            Expect::Points(relation, points) => {
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
    use crate::solve::Bounds;

    #[test]
    fn an_expectation_is_written_as_it_is_read() {
        for text in ["= 2", ">= -1/2", "< 0", "!= 1", "= no-result"] {
            assert_eq!(Expect::parse(text).unwrap().to_string(), text);
        }
        for text in ["2", "=2", "~ 2", "= two", ">= no-result"] {
            assert!(Expect::parse(text).is_err(), "{text}");
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
                        let expect = Expect::Points(relation, points(wanted));
                        let met: Vec<_> = inside.iter().map(|value| expect.met_by(value)).collect();
                        let all = met.iter().all(|one| *one == met[0]).then_some(met[0]).flatten();
                        assert_eq!(expect.met_by(&Answer::Between(bounds)), all, "{expect} {bounds:?}");
                    }
                }
            }
        }
    }
}
