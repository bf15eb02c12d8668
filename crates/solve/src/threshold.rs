//! Threshold questions: does the value reach a threshold?

use std::fmt;

use superko_go::Player;
use superko_rules::Points;
use superko_rules::fact::Gain;

/// A side of a question.
///
/// With more than two players the question is about Black's points, and the others together are the
/// side called White.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side that wants the threshold reached.
    Black,
    /// The side that wants the score below the threshold.
    White,
}

impl Side {
    /// Both sides.
    pub const ALL: [Side; 2] = [Side::Black, Side::White];

    /// The side that a player is on.
    #[inline]
    pub fn of(player: Player) -> Side {
        match player {
            Player::Black => Side::Black,
            _ => Side::White,
        }
    }

    /// The player on this side, in a game of two.
    pub fn player(self) -> Player {
        match self {
            Side::Black => Player::Black,
            Side::White => Player::White,
        }
    }

    /// The other side.
    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::Black => Side::White,
            Side::White => Side::Black,
        }
    }
}

/// A threshold question: "can Black reach `points`?", or, if `strict`, "can Black get more than
/// `points`?".
///
/// Values need not be whole (Kee 2009 averages), so "more than 0" is not the same as "at least 1".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Threshold {
    /// The threshold: Black's points minus White's, or, with more players, Black's points.
    pub points: Points,
    /// Whether a score equal to the threshold does not reach it.
    pub strict: bool,
}

impl Threshold {
    /// The question "can Black reach `points`?".
    pub fn reaches(points: Points) -> Threshold {
        Threshold { points, strict: false }
    }

    /// The question "can Black get more than `points`?".
    pub fn exceeds(points: Points) -> Threshold {
        Threshold { points, strict: true }
    }

    /// The side that succeeds in a game with this score.
    #[inline]
    pub fn served(&self, score: Points) -> Side {
        let reached = if self.strict { score > self.points } else { score >= self.points };
        if reached { Side::Black } else { Side::White }
    }

    /// The hardest question in which a side succeeds with this score.
    pub fn sharpest(side: Side, score: Points) -> Threshold {
        match side {
            Side::Black => Threshold::reaches(score),
            Side::White => Threshold::exceeds(score),
        }
    }

    /// Whether success of a side in this question implies success in the other.
    #[inline]
    pub fn covers(&self, side: Side, other: &Threshold) -> bool {
        let harder = (self.points, self.strict).cmp(&(other.points, other.strict));
        match side {
            Side::Black => harder.is_ge(),
            Side::White => harder.is_le(),
        }
    }

    /// The easier of two questions for a side.
    pub fn easier(self, side: Side, other: Threshold) -> Threshold {
        if self.covers(side, &other) { other } else { self }
    }

    /// The question about the points still to come, after a move has brought `gain` points.
    #[inline]
    pub fn less(&self, gain: Gain) -> Threshold {
        Threshold { points: gain.off(self.points), ..*self }
    }

    /// The inverse of [`Threshold::less`]: the question about all points, including a `gain`.
    #[inline]
    pub fn plus(&self, gain: Gain) -> Threshold {
        self.less(-gain)
    }

    /// The question with the colours exchanged.
    pub fn exchanged(&self) -> Threshold {
        Threshold { points: -self.points, strict: !self.strict }
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.strict {
            false => write!(f, "can Black reach {}?", self.points),
            true => write!(f, "can Black get more than {}?", self.points),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanging_the_colours_exchanges_the_aims() {
        for points in -2..=2 {
            for strict in [false, true] {
                let question = Threshold { points: Points::from_integer(points), strict };
                assert_eq!(question.exchanged().exchanged(), question);
                for score in (-5..=5).map(|n| Points::new(n, 2)) {
                    assert_eq!(question.served(score), question.exchanged().served(-score).other());
                }
            }
        }
    }

    #[test]
    fn a_question_covers_another_if_every_score_that_serves_the_aim_in_it_does_in_the_other() {
        let scores: Vec<Points> = (-7..=7).map(|n| Points::new(n, 2)).collect();
        let whole = (-2..=2).map(Points::from_integer);
        let questions: Vec<Threshold> =
            whole.flat_map(|points| [false, true].map(|strict| Threshold { points, strict })).collect();
        for side in Side::ALL {
            for a in &questions {
                for b in &questions {
                    let all = scores.iter().all(|s| a.served(*s) != side || b.served(*s) == side);
                    assert_eq!(a.covers(side, b), all, "{side:?} {a} {b}");
                }
                for score in &scores {
                    let sharpest = Threshold::sharpest(side, *score);
                    assert_eq!(sharpest.covers(side, a), a.served(*score) == side);
                }
            }
        }
    }
}
