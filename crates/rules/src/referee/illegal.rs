//! Why a move is illegal, in words: the fact that bars it, and the earlier moment that made the fact true.

use std::fmt;

use crate::fact::{Class, Fact};
use superko_go::{Move, Player};

/// An earlier moment of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moment {
    /// The start.
    Start,
    /// A move.
    Made {
        /// Its number, from 1.
        number: usize,
        /// The player who made it.
        player: Player,
        /// The move.
        mv: Move,
        /// Its name.
        name: String,
        /// Whether it is the position that the move was made on that counts, and not the one after it.
        before: bool,
    },
}

impl Moment {
    /// The number of the move, 0 for the start.
    pub fn number(&self) -> usize {
        match self {
            Moment::Start => 0,
            Moment::Made { number, .. } => *number,
        }
    }
}

/// The position of a moment, to stand after "recreate".
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Moment::Start => write!(f, "the position at the start"),
            Moment::Made { number, player, mv: Move::Pass, .. } => {
                write!(f, "the position on which {} passed at move {number}", player.name())
            }
            Moment::Made { number, player, name, before, .. } => {
                let when = if *before { "before" } else { "after" };
                write!(f, "the position {when} move {number} ({} {name})", player.name())
            }
        }
    }
}

/// Why a move is illegal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// The game has ended.
    Ended,
    /// The board has no such intersection.
    NoIntersection,
    /// The key does not admit it, whatever happened before: see [`Explain::refusal`](crate::Explain::refusal).
    Refused(&'static str),
    /// A fact of the past bars it.
    Barred {
        /// The fact.
        fact: Fact,
        /// When it last became true: for an initialisation, the pass that initialised.
        since: Moment,
    },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fact, since) = match self {
            Why::Ended => return write!(f, "the game has ended"),
            Why::NoIntersection => return write!(f, "the board has no such intersection"),
            Why::Refused(why) => return write!(f, "{why}"),
            Why::Barred { fact, since } => (fact, since),
        };
        match (fact.class, since, fact.who) {
            (Class::Undone, Moment::Made { number, player, name, .. }, _) => {
                write!(
                    f,
                    "barred, it would undo the stone play just made (move {number}, {} {name})",
                    player.name()
                )
            }
            (Class::Initialised, Moment::Made { number, player, .. }, Some(who)) => write!(
                f,
                "barred, this position was initialised for {} before (by {}'s pass at move {number}), so he may only pass",
                who.name(),
                player.name()
            ),
            (Class::Disturbed, since, _) => {
                write!(
                    f,
                    "barred, the player has made a disturbing play on this position before (move {})",
                    since.number()
                )
            }
            (Class::Declined, since, _) => write!(
                f,
                "barred, it would recreate the position on which the player did not answer a pass by a pass (move {})",
                since.number()
            ),
            (Class::Disputed, since, _) => {
                write!(f, "barred, the player has disputed on this position before (move {})", since.number())
            }
            // A position that his opponent left, under rules that bar him alone from it.
            (_, Moment::Made { before: true, .. }, _) => write!(f, "barred, it would recreate {since}"),
            (_, _, Some(who)) => write!(f, "barred, it would recreate {since}, with {} to move", who.name()),
            (_, _, None) => write!(f, "barred, it would recreate {since}"),
        }
    }
}

/// A move that may not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Illegal {
    /// The number that the move would have, from 1.
    pub number: usize,
    /// The player who would make it.
    pub player: Player,
    /// The move.
    pub mv: Move,
    /// Its name.
    pub name: String,
    /// Why it may not be made.
    pub why: Why,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}, {} {}: {}", self.number, self.player.name(), self.name, self.why)
    }
}

impl std::error::Error for Illegal {}
