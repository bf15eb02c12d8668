//! Basic ko: a stone that has just captured exactly one stone, stands alone and has one liberty may not be captured by
//! the next move.

use super::{Key, placements, refusal};
use crate::go::{Board, Move, Placement, Player, Suicide, Symmetry};

/// Why a stone may not be placed where a ko has just been taken.
pub const RETAKE: &str = "it would retake the ko at once";

/// Where a stone just placed may be retaken in a ko: it captured exactly one stone, stands alone, and has one liberty,
/// where that stone stood.
pub fn ko_capture(board: &Board, mover: Player, point: u8, placement: &Placement) -> Option<u8> {
    let stone = 1u64 << point;
    let alone = board.adjacent(stone) & placement.position.stones[mover.index()] == 0;
    let liberties = board.adjacent(stone) & !placement.position.occupied();
    let ko = placement.captured.count_ones() == 1 && alone && liberties == placement.captured;
    ko.then(|| placement.captured.trailing_zeros() as u8)
}

/// The phase after a pass, of a ruleset that keeps no more than this and the ko. A phase of 2 + p bars intersection p;
/// 0 is neither.
pub const AFTER_PASS: u32 = 1;
const KO: u32 = 2;

/// The intersection that is barred by ko, if one is.
fn barred(key: &Key) -> Option<u8> {
    key.phase.checked_sub(KO).map(|point| point as u8)
}

/// The stone plays that basic ko admits, with the key that each leads to.
pub fn stones(board: &Board, key: &Key, suicide: Suicide) -> impl Iterator<Item = (u8, Key)> {
    let key = *key;
    let admitted = placements(board, key, suicide).filter(move |(point, _)| barred(&key) != Some(*point));
    admitted.map(move |(point, placement)| {
        let phase = ko_capture(board, key.mover, point, &placement).map_or(0, |ko| KO + u32::from(ko));
        (point, Key { position: placement.position, mover: key.mover.other(), phase })
    })
}

/// The phase under a symmetry of the board.
pub fn phase_image(phase: u32, symmetry: &Symmetry) -> u32 {
    match phase.checked_sub(KO) {
        Some(point) => KO + u32::from(symmetry.point(point as u8)),
        None => phase,
    }
}

/// Why a move is not among the plays of a key.
pub fn ko_refusal(key: &Key, mv: Move) -> &'static str {
    match mv {
        Move::Place(point) if barred(key) == Some(point) => RETAKE,
        _ => refusal(key, mv),
    }
}
