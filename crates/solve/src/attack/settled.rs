//! Positions in which a player is sure of points by passing or filling, whatever came before and
//! whoever is to move.
//!
//! # By passing
//! What he keeps if he passes from now on ([`pass_alive`]). After every move of the opponent he
//! still keeps as much.
//!
//! # By filling
//! Let X be the chains that are alive in the sense of Benson with regions that count as vital to a
//! chain only if *each* of their intersections, occupied or not, is adjacent to the chain. Call a
//! connected part C of what lies outside X *secured* if each of its intersections is adjacent to X.
//! The player is sure of X and of all secured parts:
//!
//! * There is no stone of his in a secured part, as it would be connected to X.
//! * While the opponent has a stone in a secured part, the player fills an empty intersection e of
//!   that part (there is one, as the stone's chain has a liberty, and it lies there); otherwise he
//!   passes, and then X and the secured parts are his area.
//! * The fill is no suicide, and X with e is alive again. Let c be a chain of X that e joins, V and
//!   W vital regions of it. If C is neither, both remain. If C is V, a part of C remains, as the
//!   opponent's stones in it have a liberty left or are taken off, and each of its intersections is
//!   adjacent to c. A chain to which C is vital is adjacent to e, so no other chain loses a vital
//!   region. What remains of C is adjacent to X, so it is secured.
//! * The opponent's moves leave X and its vital regions as they are, suicide or not, and so all that
//!   was secured.
//! * So every position that follows makes him as sure of as many points. (What is computed for it
//!   may be more, as further chains may have come alive; these contain no secured part, so the sum
//!   only grows.)
//! * No fill makes a position that has stood since the first of these: e was empty then and bore
//!   none of his stones since, and the stones of X and the fills are never taken off.

use superko_go::life::{self, pass_alive};
use superko_go::{Board, Player, Players, Position, Suicide};

/// The points of which the prover (Black) is sure, if they are at least `least`; 0 otherwise.
pub fn secured_points(board: &Board, position: &Position, suicide: Suicide, least: u32) -> u32 {
    let own = position.stones[0];
    // Both rules give him nothing beyond his stones and what is adjacent to them.
    if (own | board.adjacent(own)).count_ones() < least {
        return 0;
    }
    secured(board, position, suicide, least, life::alive(board, own, 0))
}

/// The same, where the chains that are alive by filling are given.
pub(super) fn secured(board: &Board, position: &Position, suicide: Suicide, least: u32, alive: u64) -> u32 {
    if alive != 0 {
        let near = board.adjacent(alive);
        let secured = board.parts(board.full() & !alive).filter(|part| part & !near == 0);
        let filling = secured.fold(alive, |set, part| set | part).count_ones();
        if filling >= least {
            return filling;
        }
    }
    let passing = pass_alive(board, position, Player::Black, suicide, Players::Two).count_ones();
    if passing >= least { passing } else { 0 }
}

/// The lead of which the prover is sure, if he has any points that are alive.
pub fn secured_lead(board: &Board, position: &Position, suicide: Suicide) -> Option<i32> {
    let points = |least| secured_points(board, position, suicide, least);
    let first = points(1);
    // The other rule may give more.
    (first > 0).then(|| lead_of(board, first.max(points(first + 1))))
}

/// The lead of a player who has some points, and his opponent all others.
fn lead_of(board: &Board, points: u32) -> i32 {
    2 * points as i32 - board.points() as i32
}

/// The points that a player needs for a lead.
pub fn needed_points(board: &Board, threshold: i32) -> u32 {
    (threshold + board.points() as i32 + 1).div_euclid(2).max(0) as u32
}
