//! Positions in which a player is sure of points, whatever came before and whoever is to move.
//!
//! # By passing
//! What he keeps if he passes from now on ([`kept_by_passing`]). After every move of the opponent he still keeps as much.
//!
//! # By filling
//! Let X be the chains that are alive in the sense of Benson with regions that count as vital to a chain only if *each* of
//! their intersections, occupied or not, is adjacent to the chain. Call a connected part C of what lies outside X *secured*
//! if each of its intersections is adjacent to X. The player is sure of X and of all secured parts:
//!
//! * There is no stone of his in a secured part, as it would be connected to X.
//! * While the opponent has a stone in a secured part, the player fills an empty intersection e of that part (there is one,
//!   as the stone's chain has a liberty, and it lies there); otherwise he passes, and then X and the secured parts are his
//!   area.
//! * The fill is no suicide, and X with e is alive again. Let c be a chain of X that e joins, V and W vital regions of
//!   it. If C is neither, both remain. If C is V, a part of C remains, as the opponent's stones in it have a liberty left or
//!   are taken off, and each of its intersections is adjacent to c. A chain to which C is vital is adjacent to e, so no
//!   other chain loses a vital region. What remains of C is adjacent to X, so it is secured.
//! * The opponent's moves leave X and its vital regions as they are, suicide or not, and so all that was secured.
//! * So every position that follows makes him as sure of as many points. (What is computed for it may be more, as further
//!   chains may have come alive; these contain no secured part, so the sum only grows.)
//! * No fill makes a position that has stood since the first of these: e was empty then and bore none of his stones since,
//!   and the stones of X and the fills are never taken off.

use super::replies::Limits;
use super::terms::Aim;
use superko_go::bits::members;
use superko_go::life::{Shape, kept_by_passing};
use superko_go::{Board, Player, Players, Position, Suicide};

/// The points of which the prover (Black) is sure, if they are so many at least; 0 otherwise.
pub fn sure_points(board: &Board, position: &Position, suicide: Suicide, least: u32) -> u32 {
    let own = position.stones[0];
    // Both rules give him nothing beyond his stones and what is adjacent to them.
    if (own | board.adjacent(own)).count_ones() < least {
        return 0;
    }
    let shape = Shape::of(board, own);
    let alive = shape.alive(0);
    let near = board.adjacent(alive);
    let secured = board.parts(board.full() & !alive).filter(|part| part & !near == 0);
    let filling = secured.fold(alive, |set, part| set | part).count_ones();
    if alive != 0 && filling >= least {
        return filling;
    }
    let exempt = if suicide == Suicide::Forbidden { position.occupied() } else { 0 };
    let passing = shape.kept(exempt).count_ones();
    if passing >= least { passing } else { 0 }
}

/// The points by which the prover is sure to be ahead, if he has any that are alive.
pub fn sure(board: &Board, position: &Position, suicide: Suicide) -> Option<i32> {
    let points = |least| sure_points(board, position, suicide, least);
    let first = points(1);
    // The other rule may give more.
    (first > 0).then(|| ahead(board, first.max(points(first + 1))))
}

/// The most by which the prover can be ahead, as his opponent keeps the rest by passing.
pub fn most(board: &Board, position: &Position, suicide: Suicide) -> i32 {
    let kept = kept_by_passing(board, position, Player::White, suicide, Players::Two);
    -ahead(board, kept.count_ones())
}

/// By how much a player is ahead who has so many points, and his opponent all others.
fn ahead(board: &Board, points: u32) -> i32 {
    2 * points as i32 - board.points() as i32
}

/// The points that a player needs to be ahead by so much.
pub fn needed(board: &Board, threshold: i32) -> u32 {
    (threshold + board.points() as i32 + 1).div_euclid(2).max(0) as u32
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
