//! Basic ko: a stone that has just captured exactly one stone, stands alone and has one liberty may not be captured by
//! the next move.
//!
//! KataGo's page says it in other words: a legal move "doesn't result in the state at the start of the opponent's previous
//! turn". Say that this turn was a stone play at p, which left a position that a stone at q turns back to the one
//! before. Then that play removed q's stone and no other, as one play adds one stone, and the play at q removes p and no
//! other. So the stone at p was alone and had its one liberty at q: it is what [`ko_capture`] finds. Conversely, a stone at
//! q then removes p alone: any other chain that it took would have had no liberty while q was occupied before. After a
//! pass of the opponent only a suicide of one stone would result in that state, and the page never allows one.

use superko_go::{Board, Placement, Player};

/// Why a stone may not be placed where a ko has just been taken.
pub const RETAKE: &str = "it would retake the ko at once";

/// Where a stone just placed may be retaken in a ko: it captured exactly one stone, stands alone, and has one liberty,
/// where that stone stood.
pub fn ko_capture(board: &Board, mover: Player, point: u8, placement: &Placement) -> Option<u8> {
    let stone = 1u64 << point;
    let alone = board.adjacent(stone) & placement.position.stones_of(mover) == 0;
    let liberties = board.adjacent(stone) & !placement.position.occupied();
    let ko = placement.captured.count_ones() == 1 && alone && liberties == placement.captured;
    ko.then(|| placement.captured.trailing_zeros() as u8)
}
