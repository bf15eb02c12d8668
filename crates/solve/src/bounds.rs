//! The bounds between which a value is known to lie, and the questions that narrow them down to it.
//!
//! Every answer shrinks the interval in which the value lies. Where scores are whole, an answer is a bound
//! that some game really ends with. Where they are means, an answer may only be "more than this", and the
//! questions then descend the tree of Stern and Brocot until they come to the fraction that is the value.

use std::fmt;

use super::bounded::Found;
use super::budget::Stopped;
use super::question::{Question, Side};
use superko_go::Move;
use superko_rules::{Game, Points, State};

/// The bounds of a value, both proved (or the extremes of the board).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Black can reach this.
    pub low: Points,
    /// The value is more than `low`.
    pub low_open: bool,
    /// White can hold him to this.
    pub high: Points,
    /// The value is less than `high`.
    pub high_open: bool,
}

impl Bounds {
    /// The bounds of a state of which nothing is known: what the board and the points brought so far allow.
    pub fn unknown(game: &Game, state: &State) -> Bounds {
        let (low, high) = game.reach(state);
        Bounds { low, low_open: false, high, high_open: false }
    }

    /// The bounds of a value that is known.
    pub(super) fn exact(value: Points) -> Bounds {
        Bounds { low: value, low_open: false, high: value, high_open: false }
    }

    /// What both of two bounds of a value say.
    pub(super) fn and(mut self, other: Bounds) -> Bounds {
        self.tighten(Side::Black, Question { points: other.low, strict: other.low_open });
        self.tighten(Side::White, Question { points: other.high, strict: !other.high_open });
        self
    }

    /// The value, if the bounds meet.
    pub fn value(&self) -> Option<Points> {
        (self.low == self.high).then_some(self.low)
    }

    /// Narrows the bounds, given that `sure` reaches its aim in a question.
    pub(super) fn tighten(&mut self, sure: Side, claim: Question) {
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

    /// The claim that has narrowed the bounds down to others, and the side that is sure of it; `None` if they are the same.
    pub(super) fn sharpened(&self, narrower: &Bounds) -> Option<(Side, Question)> {
        let Bounds { low, low_open, high, high_open } = *narrower;
        if (low, low_open) != (self.low, self.low_open) {
            return Some((Side::Black, Question { points: low, strict: low_open }));
        }
        let narrowed = (high, high_open) != (self.high, self.high_open);
        narrowed.then_some((Side::White, Question { points: high, strict: !high_open }))
    }

    /// Whether the bounds answer a question.
    pub(super) fn settles(&self, question: &Question) -> bool {
        let Question { points, strict } = *question;
        let proved = points < self.low || points == self.low && (self.low_open || !strict);
        let refuted = points > self.high || points == self.high && (self.high_open || strict);
        proved || refuted
    }

    /// A question that divides the bounds: about a whole score near the middle; if there is none, about one of the
    /// bounds themselves; if they are open, about the simplest fraction between them.
    fn between(&self) -> Question {
        let middle = ((self.low + self.high) / 2).floor();
        let inside = |points: &Points| {
            (*points > self.low || *points == self.low && !self.low_open) && *points < self.high
        };
        match [middle, middle + 1].into_iter().find(inside) {
            Some(whole) => Question::exceeds(whole),
            None if !self.high_open => Question::reaches(self.high),
            None if !self.low_open => Question::exceeds(self.low),
            None => Question::reaches(simplest_between(self.low, self.high)),
        }
    }

    /// The easiest question that is open in which a side may show more than it is sure of, about a whole score or about one of the
    /// bounds.
    pub(super) fn more(&self, side: Side) -> Option<Question> {
        let question = match side {
            Side::Black if self.low_open => Question::reaches(self.low.floor() + 1),
            Side::Black => Question::exceeds(self.low),
            Side::White if self.high_open => Question::exceeds(self.high.ceil() - 1),
            Side::White => Question::reaches(self.high),
        };
        (!self.settles(&question)).then_some(question)
    }

    /// The question to ask now.
    pub(super) fn question(&self, last: Option<Side>, round: u32) -> Question {
        let between = self.between();
        let above = Question::exceeds(self.low);
        let below = Question::reaches(self.high);
        // The first question is about a draw. After that the bound just proved is likely to be the value,
        // unless that guess has been wrong twice.
        let guess = match last {
            None => between,
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

/// What is known of a state before it is searched.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    /// The bounds of its value.
    pub bounds: Bounds,
    /// A move that keeps the value, if the bounds meet and one is known.
    pub mv: Option<Move>,
}

impl Known {
    /// Adds what was found without the search.
    pub fn add(&mut self, found: &Found) {
        self.bounds.tighten(Side::Black, Question::reaches(found.low.into()));
        self.bounds.tighten(Side::White, Question::exceeds(found.high.into()));
        self.mv = found.mv.filter(|_| found.low == found.high);
    }
}

/// The bounds proved before an effort was stopped, and what stopped it.
pub type Partial = (Bounds, Stopped);

/// The fraction with the least denominator strictly between two others. Questions about it come to every score in
/// finitely many steps, as in the tree of Stern and Brocot.
fn simplest_between(low: Points, high: Points) -> Points {
    let floor = low.floor();
    if floor + 1 < high {
        return floor + 1;
    }
    // Both lie in [floor, floor + 1]: the simplest fraction of the rest is the inverse of the simplest
    // between the inverses.
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
        let (above, below) = (Question::exceeds(low), Question::reaches(high));
        assert_eq!(bounds(low, false, high, false), [Some(above), Some(below)]);
        let (above, below) = (Question::reaches(points(-1, 1)), Question::exceeds(points(2, 1)));
        assert_eq!(bounds(low, true, high, true), [Some(above), Some(below)]);
        // No whole score is between them.
        let half = points(-1, 2);
        assert_eq!(bounds(points(-1, 1), true, half, true), [None, None]);
        assert_eq!(bounds(half, false, half, false), [None, None]);
    }

    /// Plays the part of the search: knows the value, and answers with no more than was asked, or with a
    /// bound that is as good as the value.
    fn find(value: Points, exact: bool) -> u32 {
        let most = points(16, 1);
        let mut bounds = Bounds { low: -most, low_open: false, high: most, high_open: false };
        let (mut last, mut round) = (None, 0);
        while bounds.value() != Some(value) {
            assert!(bounds.value().is_none());
            let question = bounds.question(last, round);
            assert!(!bounds.settles(&question));
            let sure = question.served(value);
            bounds.tighten(sure, if exact { Question::sharpest(sure, value) } else { question });
            last = Some(sure);
            round += 1;
            assert!(round < 60, "{value} {bounds:?}");
        }
        round
    }

    #[test]
    fn what_has_narrowed_bounds_down_narrows_them_down_again() {
        let wide = Bounds { low: points(-9, 1), low_open: false, high: points(9, 1), high_open: false };
        assert_eq!(wide.sharpened(&wide), None);
        for (sure, strict) in
            [(Side::Black, false), (Side::Black, true), (Side::White, false), (Side::White, true)]
        {
            let (claim, mut narrow) = (Question { points: points(1, 2), strict }, wide);
            narrow.tighten(sure, claim);
            assert_eq!(wide.sharpened(&narrow), Some((sure, claim)));
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
