//! The board as a graph: its intersections, who is adjacent to whom, and its symmetries.
//!
//! Intersections are numbered in rows from the top left, so that intersection `i` of a board with
//! `cols` columns lies in row `i / cols` and column `i % cols`. A set of intersections is a `u64` with
//! bit `i` set for intersection `i`; a board has at most 64 of them.

use std::fmt;

/// The largest number of intersections that a board may have: one bit each in a `u64`.
pub const MAX_POINTS: usize = 64;

/// A board: its size, adjacency and symmetries.
#[derive(Debug, Clone)]
pub struct Topology {
    rows: usize,
    cols: usize,
    full: u64,
    not_first_column: u64,
    not_last_column: u64,
    symmetries: Vec<Symmetry>,
}

/// Why a board cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardError {
    /// The text is not `RxC`.
    Syntax(String),
    /// A side is 0 or there are more than [`MAX_POINTS`] intersections.
    Size(String),
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Syntax(text) => {
                write!(f, "board {text:?}: expected ROWSxCOLUMNS, for example 2x3")
            }
            BoardError::Size(text) => write!(
                f,
                "board {text:?}: expected at least one row and one column, and at most {MAX_POINTS} intersections"
            ),
        }
    }
}

impl std::error::Error for BoardError {}

impl Topology {
    /// A grid of `rows` x `cols` intersections.
    ///
    /// # Errors
    /// [`BoardError::Size`] if a side is 0 or there are more than 64 intersections.
    pub fn grid(rows: usize, cols: usize) -> Result<Topology, BoardError> {
        let too_large = !matches!(rows.checked_mul(cols), Some(1..=MAX_POINTS));
        if too_large {
            return Err(BoardError::Size(format!("{rows}x{cols}")));
        }
        let points = rows * cols;
        let column = |c: usize| (0..rows).fold(0, |mask, r| mask | 1u64 << (r * cols + c));
        let full = u64::MAX >> (64 - points);
        Ok(Topology {
            rows,
            cols,
            full,
            not_first_column: full & !column(0),
            not_last_column: full & !column(cols - 1),
            symmetries: grid_symmetries(rows, cols),
        })
    }

    /// Reads `RxC`, rows by columns.
    ///
    /// # Errors
    /// [`BoardError`] names the text and what was expected.
    pub fn parse(text: &str) -> Result<Topology, BoardError> {
        let syntax = || BoardError::Syntax(text.to_string());
        let (rows, cols) = text.split_once(['x', 'X']).ok_or_else(syntax)?;
        let side = |digits: &str| {
            let all_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            all_digits.then(|| digits.parse::<usize>().unwrap_or(usize::MAX)).ok_or_else(syntax)
        };
        Topology::grid(side(rows)?, side(cols)?).map_err(|_| BoardError::Size(text.to_string()))
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The number of intersections.
    pub fn points(&self) -> usize {
        self.rows * self.cols
    }

    /// All intersections.
    pub fn full(&self) -> u64 {
        self.full
    }

    /// The intersections adjacent to at least one of `set` (members of `set` may be among them).
    #[inline]
    pub fn adjacent(&self, set: u64) -> u64 {
        let vertical =
            set.checked_shl(self.cols as u32).unwrap_or(0) | set.checked_shr(self.cols as u32).unwrap_or(0);
        let horizontal = (set << 1) & self.not_first_column | (set >> 1) & self.not_last_column;
        (vertical | horizontal) & self.full
    }

    /// The connected part of `within` that contains `seed` (a subset of `within`).
    #[inline]
    pub fn flood(&self, seed: u64, within: u64) -> u64 {
        let mut grown = seed;
        loop {
            let next = (grown | self.adjacent(grown)) & within;
            if next == grown {
                return grown;
            }
            grown = next;
        }
    }

    /// The symmetries of the board, the identity first.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }
}

impl fmt::Display for Topology {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// A symmetry of a board: a permutation of the intersections that keeps adjacency.
#[derive(Debug, Clone)]
pub struct Symmetry {
    image: Vec<u8>,
    inverse: usize,
    /// `bytes[k][b]` is the image of the set whose only members are those of byte `b` at place `k`.
    bytes: Vec<[u64; 256]>,
}

impl Symmetry {
    fn new(image: Vec<u8>) -> Symmetry {
        let bytes = (0..image.len().div_ceil(8))
            .map(|k| {
                std::array::from_fn(|byte| {
                    let members = (0..8).filter(|bit| byte >> bit & 1 == 1);
                    let images = members.filter_map(|bit| image.get(8 * k + bit));
                    images.fold(0, |set, &point| set | 1 << point)
                })
            })
            .collect();
        Symmetry { image, inverse: 0, bytes }
    }

    /// The image of one intersection.
    pub fn point(&self, point: u8) -> u8 {
        self.image[usize::from(point)]
    }

    /// The image of a set of intersections.
    #[inline]
    pub fn set(&self, set: u64) -> u64 {
        let mut image = 0;
        for (k, table) in self.bytes.iter().enumerate() {
            image |= table[(set >> (8 * k) & 0xff) as usize];
        }
        image
    }

    /// The place of the inverse in [`Topology::symmetries`].
    pub fn inverse(&self) -> usize {
        self.inverse
    }
}

/// The distinct symmetries of a grid: 8 for a square, 4 for a rectangle, 2 for a line, 1 for a point.
fn grid_symmetries(rows: usize, cols: usize) -> Vec<Symmetry> {
    let mut images: Vec<Vec<u8>> = Vec::new();
    for transpose in [false, true] {
        for (flip_rows, flip_cols) in [(false, false), (false, true), (true, false), (true, true)] {
            if transpose && rows != cols {
                continue;
            }
            let image: Vec<u8> = (0..rows * cols)
                .map(|point| {
                    let (mut r, mut c) = (point / cols, point % cols);
                    if transpose {
                        (r, c) = (c, r);
                    }
                    if flip_rows {
                        r = rows - 1 - r;
                    }
                    if flip_cols {
                        c = cols - 1 - c;
                    }
                    (r * cols + c) as u8
                })
                .collect();
            if !images.contains(&image) {
                images.push(image);
            }
        }
    }
    let inverses: Vec<usize> = images
        .iter()
        .map(|image| {
            let undone = |other: &Vec<u8>| {
                image.iter().enumerate().all(|(from, &to)| usize::from(other[usize::from(to)]) == from)
            };
            images.iter().position(undone).expect("the symmetries of a grid form a group")
        })
        .collect();
    images
        .into_iter()
        .zip(inverses)
        .map(|(image, inverse)| Symmetry { inverse, ..Symmetry::new(image) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_the_symmetries_of_its_shape() {
        for (rows, cols, count) in
            [(1, 1, 1), (1, 2, 2), (1, 7, 2), (2, 2, 8), (2, 3, 4), (3, 3, 8), (8, 8, 8)]
        {
            assert_eq!(Topology::grid(rows, cols).unwrap().symmetries().len(), count, "{rows}x{cols}");
        }
    }

    #[test]
    fn a_symmetry_keeps_adjacency_and_is_undone_by_its_inverse() {
        for (rows, cols) in [(1, 5), (2, 3), (3, 3), (4, 5), (8, 8), (1, 64), (64, 1)] {
            let board = Topology::grid(rows, cols).unwrap();
            for symmetry in board.symmetries() {
                let inverse = &board.symmetries()[symmetry.inverse()];
                for point in 0..board.points() as u8 {
                    assert_eq!(inverse.point(symmetry.point(point)), point);
                    let set = 1u64 << point;
                    assert_eq!(symmetry.set(set), 1 << symmetry.point(point));
                    assert_eq!(symmetry.set(board.adjacent(set)), board.adjacent(symmetry.set(set)));
                }
            }
        }
    }

    #[test]
    fn the_corners_edges_and_centre_of_a_grid_have_two_three_and_four_neighbours() {
        let board = Topology::grid(3, 3).unwrap();
        let degrees: Vec<u32> = (0..9).map(|p| board.adjacent(1 << p).count_ones()).collect();
        assert_eq!(degrees, [2, 3, 2, 3, 4, 3, 2, 3, 2]);
    }

    #[test]
    fn impossible_boards_are_refused() {
        for text in ["", "x", "3", "3x", "x3", "ax3", "3x3x3", "-1x3", "+2x3", "3 x3"] {
            assert!(matches!(Topology::parse(text), Err(BoardError::Syntax(_))), "{text:?}");
        }
        for text in ["0x3", "3x0", "9x9", "1x65", "99999999999999999999x1"] {
            assert!(matches!(Topology::parse(text), Err(BoardError::Size(_))), "{text:?}");
        }
        assert_eq!(Topology::parse("8x8").unwrap().points(), 64);
    }
}
