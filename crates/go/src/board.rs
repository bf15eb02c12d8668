//! The board as a graph: its intersections, who is adjacent to whom, and its symmetries.
//!
//! A board is a grid, or any other graph. Intersections are numbered in rows from the top left, so that
//! intersection `i` of a board with `cols` columns lies in row `i / cols` and column `i % cols`; a graph that has
//! no rows is laid out in one. A set of intersections is a `u64` with bit `i` set for intersection `i`; a board
//! has at most 64 of them.

use std::fmt;
use std::sync::Arc;

use super::bits::members;
use super::symmetry::{self, Symmetry};

/// The largest number of intersections that a board may have: one bit each in a `u64`.
pub const MAX_POINTS: usize = 64;

/// A board: its size, adjacency and symmetries.
#[derive(Debug, Clone)]
pub struct Board {
    rows: usize,
    cols: usize,
    full: u64,
    not_first_column: u64,
    not_last_column: u64,
    /// For any board but a grid. (A grid has its adjacency from shifts, which are faster than masks.)
    graph: Option<Arc<Graph>>,
    symmetries: Arc<[Symmetry]>,
}

/// What a board that is no grid has besides.
#[derive(Debug)]
struct Graph {
    /// The name of the board.
    name: String,
    /// The neighbours of each point.
    neighbours: Vec<u64>,
    /// Whether the points are drawn in rows and columns, as those of a torus are.
    laid_out: bool,
    /// The names of the points, if they have their own.
    vertices: Option<Vec<String>>,
}

/// Why a board cannot be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardError {
    /// The text is not the name of a board.
    Syntax(String),
    /// A side is 0 or there are more than [`MAX_POINTS`] intersections.
    Size {
        /// The text.
        text: String,
        /// How many there would be, if that can be said.
        points: Option<usize>,
    },
    /// The text begins like the name of a graph, and goes on in another way than this.
    Graph {
        /// The text.
        text: String,
        /// The form of the name, and what its numbers may be.
        expected: String,
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Syntax(text) => write!(
                f,
                "board {text:?}: expected ROWSxCOLUMNS, for example 2x3, or path:N, cycle:N, star:N, complete:N or torus:RxC"
            ),
            BoardError::Size { text, points: Some(0) } => {
                write!(f, "board {text:?}: expected at least one row and one column")
            }
            BoardError::Size { text, points } => {
                let many = points.map_or("too many intersections".to_string(), |points| {
                    format!("{points} intersections are too many")
                });
                write!(
                    f,
                    "board {text:?}: {many}: at most {MAX_POINTS}, and about 16 are solved from the empty board (docs/limits.md)"
                )
            }
            BoardError::Graph { text, expected } => write!(f, "board {text:?}: expected {expected}"),
        }
    }
}

impl std::error::Error for BoardError {}

impl Board {
    /// A grid of `rows` x `cols` intersections.
    ///
    /// # Errors
    /// [`BoardError::Size`] if a side is 0 or there are more than 64 intersections.
    pub fn grid(rows: usize, cols: usize) -> Result<Board, BoardError> {
        let points = rows.checked_mul(cols);
        if !matches!(points, Some(1..=MAX_POINTS)) {
            return Err(BoardError::Size { text: format!("{rows}x{cols}"), points });
        }
        let points = rows * cols;
        let column = |c: usize| (0..rows).fold(0, |mask, r| mask | 1u64 << (r * cols + c));
        let full = u64::MAX >> (64 - points);
        Ok(Board {
            rows,
            cols,
            full,
            not_first_column: full & !column(0),
            not_last_column: full & !column(cols - 1),
            graph: None,
            symmetries: symmetry::of_grid(rows, cols).into(),
        })
    }

    /// A graph with 1 to 64 points and edges between different points; an edge may be given more than once.
    pub(super) fn of_edges(name: String, points: usize, edges: &[(usize, usize)]) -> Board {
        let mut neighbours = vec![0u64; points];
        for &(a, b) in edges {
            neighbours[a] |= 1 << b;
            neighbours[b] |= 1 << a;
        }
        let full = u64::MAX >> (64 - points);
        let symmetries = symmetry::of_graph(&neighbours).into();
        let graph = Graph { name, neighbours, laid_out: false, vertices: None };
        Board {
            rows: 1,
            cols: points,
            full,
            not_first_column: full,
            not_last_column: full,
            graph: Some(Arc::new(graph)),
            symmetries,
        }
    }

    /// The same graph in rows and columns.
    pub(super) fn laid_out(self, rows: usize, cols: usize) -> Board {
        let changed = self.with_graph(|graph| graph.laid_out = true);
        Board { rows, cols, ..changed }
    }

    /// The same graph with names for its points.
    pub(super) fn named(self, vertices: Vec<String>) -> Board {
        self.with_graph(|graph| graph.vertices = Some(vertices))
    }

    fn with_graph(mut self, change: impl FnOnce(&mut Graph)) -> Board {
        change(self.graph.as_mut().and_then(Arc::get_mut).expect("a graph that was just made"));
        self
    }

    /// Whether the board is a grid. If not, its rows and columns say nothing of who is adjacent to whom.
    pub fn is_grid(&self) -> bool {
        self.graph.is_none()
    }

    /// Whether the board is drawn in rows and columns: a grid or a torus.
    pub fn is_laid_out(&self) -> bool {
        self.graph.as_ref().is_none_or(|graph| graph.laid_out)
    }

    /// The names of the points, if they have their own: those of a file of edges.
    pub fn vertices(&self) -> Option<&[String]> {
        self.graph.as_ref()?.vertices.as_deref()
    }

    /// The number of rows: 1 for a graph that has none.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns: that of the points for a graph that has none.
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

    /// The edges, in ascending order, the lesser point first.
    pub fn edges(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        let greater = |point: u8| members(self.adjacent(1 << point)).filter(move |other| *other > point);
        (0..self.points() as u8).flat_map(move |point| greater(point).map(move |other| (point, other)))
    }

    /// The intersections adjacent to at least one of `set` (members of `set` may be among them).
    #[inline]
    pub fn adjacent(&self, set: u64) -> u64 {
        if let Some(graph) = &self.graph {
            return graph.adjacent(set);
        }
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

    /// The connected parts of a set, in ascending order of their least members.
    pub fn parts(&self, set: u64) -> impl Iterator<Item = u64> + '_ {
        let mut rest = set;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let part = self.flood(rest & rest.wrapping_neg(), set);
                rest &= !part;
                part
            })
        })
    }

    /// The symmetries of the board, the identity first; of a graph with very many the identity alone.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }
}

impl Graph {
    // Not inlined, so that it takes no room where grids are in a hurry.
    #[inline(never)]
    fn adjacent(&self, set: u64) -> u64 {
        members(set).fold(0, |near, point| near | self.neighbours[usize::from(point)])
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.graph {
            None => write!(f, "{}x{}", self.rows, self.cols),
            Some(graph) => f.pad(&graph.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_corners_edges_and_centre_of_a_grid_have_two_three_and_four_neighbours() {
        let board = Board::grid(3, 3).unwrap();
        let degrees: Vec<u32> = (0..9).map(|p| board.adjacent(1 << p).count_ones()).collect();
        assert_eq!(degrees, [2, 3, 2, 3, 4, 3, 2, 3, 2]);
    }
}
