//! Classes of positions that symmetries of the board make equal.

use std::collections::BTreeMap;

use crate::board::Board;
use crate::notation::diagram_line;
use crate::position::{Position, legal_positions};

/// Positions that a symmetry makes equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    /// The representative: of all images, the first in the order of their texts.
    pub position: Position,
    /// The text of the representative.
    pub text: String,
    /// The number of positions in the class.
    pub images: u32,
}

/// All classes of a board: few stones first, then in the order of their texts.
#[derive(Debug, Clone)]
pub struct Classes {
    /// The classes.
    pub rows: Vec<Class>,
    board: Board,
    indices: BTreeMap<u128, usize>,
}

impl PartialEq for Classes {
    fn eq(&self, other: &Classes) -> bool {
        self.rows == other.rows
    }
}

/// A number that orders the positions of a board as their texts do: a digit for each intersection,
/// for `.`, `O` and `X`, which is the order of these characters.
fn number(board: &Board, stones: [u64; 2]) -> u128 {
    let digit = |point: usize| u128::from(stones[1] >> point & 1) + 2 * u128::from(stones[0] >> point & 1);
    (0..board.points()).fold(0, |number, point| number << 2 | digit(point))
}

/// The numbers of the images of a position under the symmetries of the board, its own first.
fn images(board: &Board, position: &Position) -> impl Iterator<Item = u128> {
    let symmetries = board.symmetries().iter();
    symmetries.map(|symmetry| number(board, position.image(symmetry).stones))
}

/// The representative of the class of a position: of its images under the symmetries of the board,
/// the first in the order of their texts.
pub fn representative(board: &Board, position: &Position) -> Position {
    let symmetries = board.symmetries().iter();
    let all = symmetries.map(|symmetry| position.image(symmetry));
    all.min_by_key(|image| number(board, image.stones)).unwrap_or(*position)
}

impl Classes {
    /// The classes of the legal positions of a board.
    ///
    /// Time grows with the number of positions times that of symmetries.
    pub fn of(board: &Board) -> Classes {
        let mut rows = Vec::new();
        for position in legal_positions(board) {
            let own = number(board, position.stones);
            let (mut first, mut equal) = (true, 0);
            for image in images(board, &position) {
                first &= image >= own;
                equal += u32::from(image == own);
            }
            if first {
                rows.push((position.occupied().count_ones(), own, equal, position));
            }
        }
        rows.sort_unstable_by_key(|(stones, own, ..)| (*stones, *own));
        let indices = rows.iter().enumerate().map(|(row, (_, own, ..))| (*own, row)).collect();
        let symmetries = board.symmetries().len() as u32;
        let class = |(_, _, equal, position)| Class {
            position,
            text: diagram_line(board, &position),
            // As many as there are symmetries, for each of those that change nothing.
            images: symmetries / equal,
        };
        Classes { rows: rows.into_iter().map(class).collect(), board: board.clone(), indices }
    }

    /// The representatives.
    pub fn positions(&self) -> impl Iterator<Item = Position> {
        self.rows.iter().map(|class| class.position)
    }

    /// The index of the class of a position; `None` if the position is not legal.
    pub fn row(&self, position: &Position) -> Option<usize> {
        let least = images(&self.board, position).min()?;
        self.indices.get(&least).copied()
    }

    /// The number of legal positions.
    pub fn images(&self) -> u32 {
        self.rows.iter().map(|class| class.images).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_legal_position_is_an_image_of_one_class() {
        for name in ["1x1", "1x4", "2x2", "2x3"] {
            let board = Board::parse(name).unwrap();
            let classes = Classes::of(&board);
            let text = |position: &Position| diagram_line(&board, position);
            let mut counts = vec![0; classes.rows.len()];
            for position in legal_positions(&board) {
                let images = board.symmetries().iter().map(|symmetry| text(&position.image(symmetry)));
                let row = classes.row(&position).unwrap();
                assert_eq!(representative(&board, &position), classes.rows[row].position);
                assert_eq!(images.min(), Some(classes.rows[row].text.clone()));
                counts[row] += 1;
            }
            assert!(classes.rows.iter().map(|class| class.images).eq(counts));
            let order = |class: &Class| (class.position.occupied().count_ones(), class.text.clone());
            assert!(classes.rows.is_sorted_by_key(order));
        }
    }
}
