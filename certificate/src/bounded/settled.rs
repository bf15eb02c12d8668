//! Positions in which a player is sure of points whatever came before and whoever is to move, so
//! that a proof says no move for them. `docs/how-it-works.md` has the argument for both ways.

use crate::format::Stones;
use crate::rules::Board;

/// The points by which a player is sure to be ahead: by passing from now on, or by filling the
/// parts of the board each intersection of which is adjacent to his alive chains, while his
/// opponent has stones in them.
pub fn sure(board: &Board, stones: &Stones, player: u8) -> i64 {
    let (chains, eyes) = board.alive(stones, player, board.fills_without_suicide());
    let by_passing = (chains | eyes).count_ones();
    // By filling, regions that count as vital have each of their intersections adjacent to the
    // chain, occupied or not.
    let (chains, _) = board.alive(stones, player, false);
    let near = board.adjacent(chains);
    let secured = board.parts(board.all() & !chains).filter(|part| part & !near == 0);
    let by_filling = secured.fold(chains, |set, part| set | part).count_ones();
    2 * i64::from(by_passing.max(by_filling)) - board.points as i64
}
