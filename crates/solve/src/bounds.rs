//! Bounds of a value, and the threshold questions that narrow them.
//!
//! Every answer shrinks the interval. Where scores are whole, an answer is a bound that some game
//! really ends with. Where they are means, an answer may only be "more than this", and the
//! questions then descend the Stern-Brocot tree to the fraction that is the value.

use std::fmt;
use std::sync::Arc;

use super::attack::Found;
use super::attack::Strategy;
use super::budget::Stopped;
use super::threshold::{Side, Threshold};
use superko_go::Move;
use superko_rules::{Game, Points, State};

/// The bounds of a value, both proved (or the extremes of the board).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Black can reach this.
    pub low: Points,
    /// The value is more than `low`.
    pub low_open: bool,
    /// White can hold Black to this.
    pub high: Points,
    /// The value is less than `high`.
    pub high_open: bool,
}

impl Bounds {
    /// The trivial bounds of a state, from the board and the points brought so far.
    pub fn unknown(game: &Game, state: &State) -> Bounds {
        let (low, high) = game.value_range(state);
        Bounds::closed(low, high)
    }

    /// The closed interval between two scores.
    pub(super) fn closed(low: Points, high: Points) -> Bounds {
        Bounds { low, low_open: false, high, high_open: false }
    }

    /// The bounds of a known value.
    pub(super) fn exact(value: Points) -> Bounds {
        Bounds::closed(value, value)
    }

    /// The intersection with other bounds of the same value.
    pub(super) fn and(mut self, other: Bounds) -> Bounds {
        self.tighten(Side::Black, Threshold { points: other.low, strict: other.low_open });
        self.tighten(Side::White, Threshold { points: other.high, strict: !other.high_open });
        self
    }

    /// The value, if the bounds meet.
    pub fn value(&self) -> Option<Points> {
        (self.low == self.high).then_some(self.low)
    }

    /// Narrows the bounds by a question in which `sure` succeeds.
    pub(super) fn tighten(&mut self, sure: Side, claim: Threshold) {
        let (bound, open) = (claim.points, claim.strict == (sure == Side::Black));
        match sure {
            Side::Black if (bound, open) > (self.low, self.low_open) => {
                (self.low, self.low_open) = (bound, open);
            }
            Side::White if (-bound, open) > (-self.high, self.high_open) => {
                (self.high, self.high_open) = (bound, open);
            }
            _ => {}
        }
    }

    /// The claim by which these bounds became `narrower`, with the side that is sure of it; `None`
    /// if they are the same.
    pub(super) fn sharpened(&self, narrower: &Bounds) -> Option<(Side, Threshold)> {
        let Bounds { low, low_open, high, high_open } = *narrower;
        if (low, low_open) != (self.low, self.low_open) {
            return Some((Side::Black, Threshold { points: low, strict: low_open }));
        }
        let narrowed = (high, high_open) != (self.high, self.high_open);
        narrowed.then_some((Side::White, Threshold { points: high, strict: !high_open }))
    }

    /// Whether the bounds answer a question.
    pub(super) fn settles(&self, question: &Threshold) -> bool {
        self.answer(question).is_some()
    }

    /// The side that reaches its aim in a question, if the bounds say so.
    pub(super) fn answer(&self, question: &Threshold) -> Option<Side> {
        let Threshold { points, strict } = *question;
        let proved = points < self.low || points == self.low && (self.low_open || !strict);
        let refuted = points > self.high || points == self.high && (self.high_open || strict);
        if proved { Some(Side::Black) } else { refuted.then_some(Side::White) }
    }

    /// A question that divides the bounds: about a whole score near the middle, else about one of
    /// the bounds, else, if both are open, about the simplest fraction between them.
    pub(super) fn between(&self) -> Threshold {
        let middle = ((self.low + self.high) / 2).floor();
        let inside = |points: &Points| {
            (*points > self.low || *points == self.low && !self.low_open) && *points < self.high
        };
        match [middle, middle + 1].into_iter().find(inside) {
            Some(whole) => Threshold::exceeds(whole),
            None if !self.high_open => Threshold::reaches(self.high),
            None if !self.low_open => Threshold::exceeds(self.low),
            None => Threshold::reaches(simplest_between(self.low, self.high)),
        }
    }

    /// The easiest open question by which a side may improve its bound, about a whole score or one
    /// of the bounds.
    pub(super) fn more(&self, side: Side) -> Option<Threshold> {
        let question = match side {
            Side::Black if self.low_open => Threshold::reaches(self.low.floor() + 1),
            Side::Black => Threshold::exceeds(self.low),
            Side::White if self.high_open => Threshold::exceeds(self.high.ceil() - 1),
            Side::White => Threshold::reaches(self.high),
        };
        (!self.settles(&question)).then_some(question)
    }

    /// The next question, after the side that was sure in the last one; the first one is given.
    pub(super) fn question(&self, first: Threshold, last: Option<Side>, round: u32) -> Threshold {
        let between = self.between();
        let above = Threshold::exceeds(self.low);
        let below = Threshold::reaches(self.high);
        // The last bound is likely to be the value, unless that guess has failed twice.
        let guess = match last {
            None => first,
            Some(_) if round >= 3 && round.is_multiple_of(2) => between,
            Some(Side::Black) => above,
            Some(Side::White) => below,
        };
        if self.settles(&guess) { between } else { guess }
    }
}

impl fmt::Debug for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Bounds {
    /// `-2..3`, with a `<` beside an end that the value cannot have: `-2<..3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = |open: bool| if open { "<" } else { "" };
        write!(f, "{}{}..{}{}", self.low, open(self.low_open), open(self.high_open), self.high)
    }
}

/// The known bounds of a state before a search.
#[derive(Debug, Clone)]
pub(super) struct Known {
    /// The bounds of its value.
    pub bounds: Bounds,
    /// A best move, if the bounds meet and one is known.
    pub mv: Option<Move>,
    /// Strategies by which players keep these bounds, as far as they are known.
    pub strategies: Vec<Arc<Strategy>>,
}

impl Known {
    /// Bounds without a move.
    pub fn of(bounds: Bounds) -> Known {
        Known { bounds, mv: None, strategies: Vec::new() }
    }

    /// Adds bounds of the bounded engine.
    pub fn add(&mut self, found: &Found) {
        self.bounds.tighten(Side::Black, Threshold::reaches(found.low.into()));
        self.bounds.tighten(Side::White, Threshold::exceeds(found.high.into()));
        self.mv = found.mv.filter(|_| found.low == found.high);
    }
}

/// The proved bounds of a stopped computation, and what stopped it.
pub type Partial = (Bounds, Stopped);

/// The fraction with the least denominator strictly between two others. Questions about it lead to
/// every score in finitely many steps (a walk in the Stern-Brocot tree).
fn simplest_between(low: Points, high: Points) -> Points {
    let floor = low.floor();
    if floor + 1 < high {
        return floor + 1;
    }
    // Both lie in [floor, floor + 1]: the simplest fraction of the rest is the reciprocal of the
    // simplest one between the reciprocals.
    let (low, high) = (low - floor, high - floor);
    let below = high.recip();
    if low == Points::from_integer(0) {
        return floor + (below.floor() + 1).recip();
    }
    floor + simplest_between(below, low.recip()).recip()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(numer: i32, denom: i32) -> Points {
        Points::new(numer, denom)
    }

    #[test]
    fn the_simplest_fraction_between_two_is_found() {
        let cases = [
            ((0, 1), (1, 1), (1, 2)),
            ((1, 3), (1, 2), (2, 5)),
            ((-1, 1), (0, 1), (-1, 2)),
            ((5, 2), (7, 2), (3, 1)),
            ((-7, 2), (-10, 3), (-17, 5)),
        ];
        for ((a, b), (c, d), (e, f)) in cases {
            assert_eq!(simplest_between(points(a, b), points(c, d)), points(e, f));
        }
    }

    #[test]
    fn the_easiest_questions_are_those_next_to_the_bounds() {
        let bounds = |low, low_open, high, high_open| {
            let bounds = Bounds { low, low_open, high, high_open };
            Side::ALL.map(|side| bounds.more(side))
        };
        let (low, high) = (points(-3, 2), points(3, 1));
        let (above, below) = (Threshold::exceeds(low), Threshold::reaches(high));
        assert_eq!(bounds(low, false, high, false), [Some(above), Some(below)]);
        let (above, below) = (Threshold::reaches(points(-1, 1)), Threshold::exceeds(points(2, 1)));
        assert_eq!(bounds(low, true, high, true), [Some(above), Some(below)]);
        // No whole score is between them.
        let half = points(-1, 2);
        assert_eq!(bounds(points(-1, 1), true, half, true), [None, None]);
        assert_eq!(bounds(half, false, half, false), [None, None]);
    }

    /// The number of questions that a search takes which answers with the bare question, or with an
    /// exact bound.
    fn find(value: Points, exact: bool) -> u32 {
        let most = points(16, 1);
        let mut bounds = Bounds::closed(-most, most);
        let (first, mut last, mut round) = (bounds.between(), None, 0);
        while bounds.value() != Some(value) {
            assert!(bounds.value().is_none());
            let question = bounds.question(first, last, round);
            assert!(!bounds.settles(&question));
            let sure = question.served(value);
            bounds.tighten(sure, if exact { Threshold::sharpest(sure, value) } else { question });
            last = Some(sure);
            round += 1;
            assert!(round < 60, "{value} {bounds:?}");
        }
        round
    }

    #[test]
    fn what_has_narrowed_bounds_down_narrows_them_down_again() {
        let wide = Bounds::closed(points(-9, 1), points(9, 1));
        assert_eq!(wide.sharpened(&wide), None);
        for sure in Side::ALL {
            for claim in [Threshold::reaches(points(1, 2)), Threshold::exceeds(points(1, 2))] {
                let mut narrow = wide;
                narrow.tighten(sure, claim);
                assert_eq!(wide.sharpened(&narrow), Some((sure, claim)));
            }
        }
    }

    #[test]
    fn the_questions_lead_to_every_value() {
        for denom in 1..=7 {
            for numer in -16 * denom..=16 * denom {
                find(points(numer, denom), false);
                assert!(find(points(numer, denom), true) <= 3);
            }
        }
    }
}
