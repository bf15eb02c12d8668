//! What a proof is to show: so many points for the prover, on a board, on terms.

use super::Terms;
use super::place::Place;
use super::replies::Replies;
use super::settled::{most, needed, sure_points};
use superko_go::score::area;
use superko_go::{Board, Suicide};

/// What a proof is to show.
#[derive(Debug, Clone, Copy)]
pub struct Aim<'a> {
    /// The board.
    pub board: &'a Board,
    /// What is asked of the proof.
    pub terms: Terms,
    /// The points by which the prover is to be ahead at least.
    pub threshold: i32,
}

impl Aim<'_> {
    /// Whether the prover is sure of the threshold in a position, without a search of the whole board.
    pub fn settled(&self, place: &Place, replies: &mut Replies) -> bool {
        // A player who has a point has a stone.
        let needed = self.needed().max(1);
        sure_points(self.board, &place.position, self.terms.suicide, needed) >= needed
            || self.by_replies() && replies.settle(self.board, &place.position)
    }

    /// Whether the prover may be sure of the threshold by [`replies`](super::replies).
    pub fn by_replies(&self) -> bool {
        self.terms.suicide == Suicide::Forbidden && self.threshold == self.board.points() as i32
    }

    /// The points that the prover needs.
    pub fn needed(&self) -> u32 {
        needed(self.board, self.threshold)
    }

    /// Whether the opponent is sure to keep the prover from the threshold, without a search.
    pub fn hopeless(&self, place: &Place) -> bool {
        most(self.board, &place.position, self.terms.suicide) < self.threshold
    }

    /// Whether the prover may pass on a position: it is worth the threshold as it is (condition 2).
    pub fn may_pass(&self, place: &Place) -> bool {
        !self.terms.ahead || area(self.board, &place.position) >= self.threshold
    }

    /// Whether a pass of the prover ends the game for certain: it answers one, and two in a row end it.
    pub fn pass_ends(&self, place: &Place) -> bool {
        place.passed && !self.terms.retakes_after_pass
    }

    /// What a pass of the prover takes off his bound.
    pub fn price_of_pass(&self) -> u8 {
        u8::from(self.terms.suicide != Suicide::Forbidden)
    }
}
