//! The moves of a node, what is known of each, and which one to search.

use std::sync::Arc;

use super::needs::Read;
use super::proof_numbers::{MOST, Numbers};
use super::table::Hit;
use crate::go::Board;
use crate::rules::past::{Delta, Fact, Tally};
use crate::rules::{Effect, Key, Play, Points};
use crate::solve::canon::Frame;
use crate::solve::observer::{Ground, Step};
use crate::solve::question::Side;

/// A move at a node, and what is known of it.
pub struct Child {
    /// The move.
    pub play: Play,
    /// The fact of the past by which the move leads where it leads and not elsewhere.
    pub given: Option<Fact>,
    /// What is known.
    pub status: Status,
}

impl Child {
    /// The key that a move leads to, and how it changes the past.
    ///
    /// # Panics
    /// If the move ends the game: such a move is settled when it is listed, and is never searched.
    pub fn next(&self) -> (&Key, &Delta) {
        match &self.play.effect {
            Effect::Next(key, delta) => (key, delta),
            Effect::End(_) => unreachable!("a move that ends the game is settled"),
        }
    }

    /// The step of a settled move, as it looks in the canonical frame of the node.
    pub fn step(&self, board: &Board, frame: Frame) -> Step {
        let mv = self.play.mv.map(|point| frame.point_in(board, point));
        let ground = match &self.status {
            Status::Barred(read) => Ground::Barred(frame.fact_in(board, &read.fact)),
            Status::Settled(_, Grounds::Stopped(..)) => Ground::Stopped,
            Status::Settled(_, Grounds::Certain(_)) => match self.play.effect {
                Effect::End(_) => Ground::Ends,
                Effect::Next(..) => Ground::Life,
            },
            Status::Settled(_, Grounds::Lemma(hit)) => {
                Ground::Lemma(Arc::clone(&hit.lemma), hit.frame.instead_of(frame, board))
            }
            Status::Open(_) => unreachable!("a node is concluded when no move that matters is open"),
        };
        Step { mv, ground }
    }
}

/// What is known of a move.
pub enum Status {
    /// The move is barred by this fact.
    Barred(Read),
    /// Whether the mover reaches his aim by this move is not known; the numbers are those of his opponents.
    Open(Numbers),
    /// The move leads to a claim of this side.
    Settled(Side, Grounds),
}

/// Why a child is settled.
pub enum Grounds {
    /// A score that is certain whatever the past: the end of the game, or a bound from life.
    Certain(Points),
    /// The game ends because a fact holds.
    Stopped(Fact, End),
    /// A lemma about the next key.
    Lemma(Hit),
}

/// The score of a game that ends because a fact holds.
#[derive(Debug, Clone, Copy)]
pub enum End {
    /// This one.
    Score(i32),
    /// The mean of the fact's tally and this one.
    Mean(Tally),
}

/// The child to search.
pub struct Choice {
    /// Its place.
    pub child: usize,
    /// The numbers of the node.
    pub numbers: Numbers,
    /// The disproof number of the next best child.
    pub second: u32,
}

/// Chooses the open child whose refutation of the opponent looks cheapest; `None` if none is open.
pub fn choose(children: &[Child]) -> Option<Choice> {
    let (mut best, mut least, mut second, mut sum) = (None, u32::MAX, u32::MAX, 0u32);
    for (place, child) in children.iter().enumerate() {
        let Status::Open(Numbers { proof, disproof }) = child.status else { continue };
        sum = sum.saturating_add(proof).min(MOST);
        if disproof < least {
            second = least;
            (best, least) = (Some(place), disproof);
        } else if disproof < second {
            second = disproof;
        }
    }
    Some(Choice { child: best?, numbers: Numbers { proof: least.min(MOST), disproof: sum }, second })
}
