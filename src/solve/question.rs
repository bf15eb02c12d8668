//! The question that a search answers: does the value reach a threshold?

use std::fmt;

use crate::go::Player;
use crate::rules::Points;

/// "Can Black reach `points`?", or, if `strict`, "can Black get more than `points`?".
///
/// Values need not be whole (Kee 2009 averages), so "more than 0" is not the same as "at least 1".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Question {
    /// The threshold, Black's points less White's.
    pub points: Points,
    /// Whether the threshold itself is not enough.
    pub strict: bool,
}

impl Question {
    /// Can Black reach `points`?
    pub fn reaches(points: Points) -> Question {
        Question { points, strict: false }
    }

    /// Can Black get more than `points`?
    pub fn exceeds(points: Points) -> Question {
        Question { points, strict: true }
    }

    /// Whose aim a game with this score serves: Black's is to reach the threshold, White's to deny it.
    #[inline]
    pub fn served(&self, score: Points) -> Player {
        let reached = if self.strict { score > self.points } else { score >= self.points };
        if reached { Player::Black } else { Player::White }
    }

    /// The question that a game with this score settles most sharply for the player.
    pub fn sharpest(player: Player, score: Points) -> Question {
        match player {
            Player::Black => Question::reaches(score),
            Player::White | Player::Red => Question::exceeds(score),
        }
    }

    /// Whether a player who reaches his aim in this question reaches it in the other.
    #[inline]
    pub fn covers(&self, player: Player, other: &Question) -> bool {
        let harder = (self.points, self.strict).cmp(&(other.points, other.strict));
        match player {
            Player::Black => harder.is_ge(),
            Player::White | Player::Red => harder.is_le(),
        }
    }

    /// Of two questions, the one in which the player reaches his aim more easily.
    pub fn easier(self, player: Player, other: Question) -> Question {
        if self.covers(player, &other) { other } else { self }
    }

    /// The same question about the points still to come, when a move has brought `gain` of them.
    #[inline]
    pub fn less(&self, gain: i32) -> Question {
        Question { points: self.points - gain, ..*self }
    }

    /// The question about all points that this one is about those still to come.
    #[inline]
    pub fn plus(&self, gain: i32) -> Question {
        self.less(-gain)
    }

    /// The same question with the colours exchanged: Black's aim becomes White's.
    pub fn exchanged(&self) -> Question {
        Question { points: -self.points, strict: !self.strict }
    }
}

impl fmt::Display for Question {
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
                let question = Question { points: Points::from_integer(points), strict };
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
        let questions: Vec<Question> =
            whole.flat_map(|points| [false, true].map(|strict| Question { points, strict })).collect();
        for player in Player::ALL {
            for a in &questions {
                for b in &questions {
                    let all = scores.iter().all(|s| a.served(*s) != player || b.served(*s) == player);
                    assert_eq!(a.covers(player, b), all, "{player:?} {a} {b}");
                }
                for score in &scores {
                    let sharpest = Question::sharpest(player, *score);
                    assert_eq!(sharpest.covers(player, a), a.served(*score) == player);
                }
            }
        }
    }
}
