//! The order of boards and of starts, by which one is smaller than another.
//!
//! Boards are grids with no more rows than columns, as a turned grid is the same board. The smaller of two is that with
//! fewer points, and of as many points that with fewer rows: 1x1, 1x2, 1x3, 1x4, 2x2, 1x5, 1x6, 2x3, ...
//!
//! Of two starts of a board the smaller is that with fewer stones, then that whose position comes first in the order of
//! the texts ([`Classes`]). A start that a symmetry of the board makes equal to an earlier one is left out. So is one
//! that the exchange of the colours makes equal, which are all those with White to move: every ruleset treats the players
//! alike. The exception are games without end that one colour wins; then White to move comes after Black to move.

use crate::go::classes::Classes;
use crate::go::{Board, Player, Position};
use crate::rules::Game;
use crate::rules::axes::Cycles;

/// The largest board, in intersections, on which every start can be looked at.
pub const MOST_POINTS: usize = 12;

/// All grids that come no later than one of so many rows and columns.
pub fn up_to(rows: usize, cols: usize) -> Vec<Board> {
    let last = (rows * cols, rows.min(cols));
    let of_points = |points: usize| {
        let divides = move |rows: &usize| points.is_multiple_of(*rows) && rows * rows <= points;
        (1..=points).filter(divides).map(move |rows| (points, rows))
    };
    let grids = (1..=last.0).flat_map(of_points).filter(|grid| *grid <= last);
    grids.filter_map(|(points, rows)| Board::grid(rows, points / rows).ok()).collect()
}

/// The starts of a board for two games, in their order.
pub fn starts(board: &Board, games: &[Game; 2]) -> Vec<(Position, Player)> {
    let has_a_colour = |game: &Game| {
        !game.rules.properties().always_ends && matches!(game.options.cycles, Cycles::Black | Cycles::White)
    };
    let movers: &[Player] = if games.iter().any(has_a_colour) { &Player::ALL } else { &[Player::Black] };
    let classes = Classes::of(board);
    classes.positions().flat_map(|position| movers.iter().map(move |mover| (position, *mover))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_come_by_points_and_then_by_rows() {
        let names = |rows, cols| up_to(rows, cols).iter().map(Board::to_string).collect::<Vec<_>>();
        assert_eq!(names(2, 3), ["1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "1x6", "2x3"]);
        assert_eq!(names(3, 2), names(2, 3));
        assert_eq!(names(1, 4), ["1x1", "1x2", "1x3", "1x4"]);
        assert_eq!(names(3, 3).last().unwrap(), "3x3");
        assert_eq!(names(3, 3).len(), 13);
    }
}
