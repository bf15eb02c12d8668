//! What a proof is to show: so many points for the prover, on a board, on terms.

use super::Terms;
use super::node::Place;
use super::replies::{Limits, Replies};
use super::settled::{most, needed, sure_points};
use superko_go::bits::members;
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

// --- reach -----------------------------------------------------------------------------------------------------------
//
// How many stones the prover needs at least: what his stones have to touch.
//
// In a settled position he has his stones, and intersections adjacent to them, and by [`replies`](super::replies) a few more. So, if he gets the points that he needs
// with stones on some further intersections, these and what is adjacent to them make up for what is neither his nor
// adjacent to a stone of his now, whatever is captured in between. Each can make up for no more than it does on the
// position as it is, and the sum of the best is compared with what is missing.
//
// (A proof may also end by passes, on a position that is not settled, and there he may need less. Such a proof
// may be lost here, and none is made.)

/// Up to so many stones are looked for one by one; of more only the number is compared.
const EXACT: u8 = 4;

/// What the stones of a prover have to touch.
pub struct Reach {
    full: u64,
    /// Each intersection with those adjacent to it.
    close: Vec<u64>,
    /// The most of them at one intersection.
    widest: u32,
    /// The points that are needed.
    needed: u32,
}

impl Reach {
    /// For what is to be shown, where replies are looked for within such limits.
    pub fn of(aim: &Aim, limits: Limits) -> Reach {
        let close: Vec<u64> =
            (0..aim.board.points()).map(|point| 1 << point | aim.board.adjacent(1 << point)).collect();
        let widest = close.iter().map(|close| close.count_ones()).max().unwrap_or(1);
        let untouched = if aim.by_replies() { u32::from(limits.untouched) } else { 0 };
        Reach { full: aim.board.full(), close, widest, needed: aim.needed().saturating_sub(untouched) }
    }

    /// Whether so many stones may be enough, as far as this can be seen from the stones of the prover and what is
    /// adjacent to them.
    #[inline]
    pub fn allows(&self, own: u64, adjacent: u64, stones: u8) -> bool {
        let touched = own | adjacent;
        let lacks = self.needed.saturating_sub(touched.count_ones());
        if lacks > u32::from(stones) * self.widest {
            return false;
        }
        lacks == 0 || stones > EXACT || self.sum_of_the_best(self.full & !touched, own, stones) >= lacks
    }

    /// What so many stones can make up for at most.
    fn sum_of_the_best(&self, missing: u64, own: u64, stones: u8) -> u32 {
        let mut counts = [0u8; u64::BITS as usize + 1];
        for point in members(self.full & !own) {
            counts[(self.close[usize::from(point)] & missing).count_ones() as usize] += 1;
        }
        let (mut left, mut sum) = (u32::from(stones), 0);
        for gain in (1..=self.widest).rev() {
            let taken = left.min(u32::from(counts[gain as usize]));
            sum += taken * gain;
            left -= taken;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounded::{
        Terms,
        node::Place,
        replies::{Replies, USUAL},
    };
    use superko_go::position::legal_positions;
    use superko_go::{Board, Player};

    #[test]
    fn what_is_settled_after_so_many_stones_is_within_reach() {
        let terms = Terms::PLAIN;
        let (mut settled, mut refused) = (0, 0);
        for board in ["2x4", "3x3", "1x7", "star:6"] {
            let board = Board::parse(board).unwrap();
            // With one point less as many intersections are needed, without what is settled by replies.
            let points = board.points() as i32;
            let all = Limits { most: 64, points: 64, untouched: 64 };
            for (threshold, limits) in [1, points - 1, points]
                .into_iter()
                .flat_map(|threshold| [USUAL, all.in_search()].map(|limits| (threshold, limits)))
            {
                let aim = Aim { board: &board, terms, threshold };
                let (reach, mut replies) = (Reach::of(&aim, limits), Replies::within(limits));
                let allows = |place: &Place, stones| {
                    let own = place.position.stones[0];
                    reach.allows(own, board.adjacent(own), stones)
                };
                for position in legal_positions(&board) {
                    let place = Place::start(&position, Player::Black, Player::Black);
                    refused += usize::from(!allows(&place, 1));
                    // No stone, one, and two in a row, as if the opponent passed.
                    let one: Vec<Place> = place.stones(&board, &terms).map(|(_, next)| next.pass()).collect();
                    let two = one.iter().flat_map(|next| next.stones(&board, &terms));
                    let last = two.map(|(_, next)| (2, next));
                    let all =
                        std::iter::once((0, place)).chain(one.iter().map(|next| (1, *next))).chain(last);
                    for (stones, _) in all.filter(|(_, last)| aim.settled(last, &mut replies)) {
                        assert!(allows(&place, stones), "{board} {threshold} {position:?} {stones}");
                        settled += 1;
                    }
                }
            }
        }
        assert!(settled > 1_000 && refused > 1_000, "{settled} {refused}");
    }
}
