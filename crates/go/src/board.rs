//! The board as a graph: its intersections, who is adjacent to whom, and its symmetries.
//!
//! A board is a grid, or any other graph. Intersections are numbered in rows from the top left, so
//! that intersection `i` of a board with `cols` columns lies in row `i / cols` and column
//! `i % cols`; a graph that has no rows is laid out in one. A set of intersections is a `u64` with
//! bit `i` set for intersection `i`; a board that is solved has at most 64 of them. Games are
//! refereed on grids of up to 52x52 too, where a set is several words ([`crate::bits`]).
//!
//! # Names
//! `RxC`, or with `×`, a comma or spaces between the sides, for a grid of R rows and C columns, and
//! `path:N`, `cycle:N`, `star:N`, `complete:N` and `torus:RxC` for other graphs. N is always the
//! number of points, for a star too: `star:4` is a centre (the first point) with three leaves.
//!
//! # Lists of edges
//! A board as a text: its edges, one a line. A line has the names of two vertices with white space
//! or a comma between them, an edge, or one name alone, which makes a vertex without an edge or
//! fixes the order: vertices are numbered in the order in which they are first named. `#` starts a
//! comment. An edge that is given twice is one edge.

use std::fmt;
use std::sync::Arc;

use crate::bits::{Point, PointSet, Words, members};
use crate::player::word_of_moves;
use crate::symmetry::{self, Symmetry};

/// The largest number of intersections of a board that is solved: one bit each in a `u64`.
pub const MAX_POINTS: usize = 64;

/// The largest side of a grid on which games are refereed: what SGF has coordinates for.
pub const MAX_SIDE: usize = 52;

/// A set of intersections of any grid with sides up to [`MAX_SIDE`], and one bit more.
pub type LargeSet = Words<43>;

const _: () = assert!(LargeSet::BITS > MAX_SIDE * MAX_SIDE);

/// A board: its size, adjacency and symmetries.
#[derive(Debug, Clone)]
pub struct Board<S = u64> {
    rows: usize,
    cols: usize,
    full: S,
    not_first_column: S,
    not_last_column: S,
    /// For any board but a grid. (A grid has its adjacency from shifts, which are faster than
    /// masks.)
    graph: Option<Arc<Graph<S>>>,
    /// Those of a board that is solved; none for a larger one.
    symmetries: Arc<[Symmetry]>,
}

/// The graph of a board that is no grid.
#[derive(Debug)]
struct Graph<S> {
    /// The name of the board.
    name: String,
    /// The neighbours of each point.
    neighbours: Vec<S>,
    /// Whether the points are drawn in rows and columns, as those of a torus are.
    laid_out: bool,
    /// The names of the points, if they have their own.
    vertices: Option<Vec<String>>,
}

/// Something on a board that is solved, or on a larger one, on which games are refereed alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OfSize<A, B> {
    /// Of up to [`MAX_POINTS`] intersections.
    Solved(A),
    /// A grid with sides up to [`MAX_SIDE`].
    Large(B),
}

impl<A, B> OfSize<A, B> {
    /// What is on a board that is solved.
    pub fn solved(self) -> Option<A> {
        match self {
            OfSize::Solved(it) => Some(it),
            OfSize::Large(_) => None,
        }
    }
}

/// A board of either size.
pub type AnyBoard = OfSize<Board, Board<LargeSet>>;

impl fmt::Display for AnyBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OfSize::Solved(board) => board.fmt(f),
            OfSize::Large(board) => board.fmt(f),
        }
    }
}

impl AnyBoard {
    /// A grid of `rows` x `cols` intersections.
    ///
    /// # Errors
    /// [`BoardError::Sides`] if a side is 0 or greater than [`MAX_SIDE`], on a board that is not
    /// solved.
    pub fn grid(rows: usize, cols: usize) -> Result<AnyBoard, BoardError> {
        match Board::grid(rows, cols) {
            Err(BoardError::Size { points, .. }) if points != Some(0) => {
                Board::large(rows, cols).map(OfSize::Large)
            }
            other => other.map(OfSize::Solved),
        }
    }

    /// Reads the name of a board: a larger one is a grid.
    ///
    /// # Errors
    /// As those of [`Board::parse`] and [`Board::parse_large`].
    pub fn parse(text: &str) -> Result<AnyBoard, BoardError> {
        match Board::parse(text) {
            Err(BoardError::Size { points, .. }) if points != Some(0) => {
                Board::parse_large(text).map(OfSize::Large)
            }
            other => other.map(OfSize::Solved),
        }
    }
}

/// Error in the name or size of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardError {
    /// The text is not the name of a board.
    Syntax(String),
    /// A side is 0 or there are more than [`MAX_POINTS`] intersections.
    Size {
        /// The text.
        text: String,
        /// The number of intersections, if it is known.
        points: Option<usize>,
    },
    /// A side of a board on which a game is refereed is 0 or greater than [`MAX_SIDE`].
    Sides(String),
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
            BoardError::Sides(text) => {
                write!(f, "board {text:?}: expected sides from 1 to {MAX_SIDE}")
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
        let symmetries = symmetry::of_grid(rows, cols).into();
        Ok(Board { symmetries, ..Board::of_sides(rows, cols) })
    }

    /// A graph with 1 to 64 points and edges between different points; an edge may be given more
    /// than once.
    pub(super) fn of_edges(name: String, points: usize, edges: &[(usize, usize)]) -> Board {
        let mut neighbours = vec![0u64; points];
        for &(a, b) in edges {
            neighbours[a] |= 1 << b;
            neighbours[b] |= 1 << a;
        }
        let full = u64::MAX >> (64 - points);
        let symmetries = symmetry::of_graph(&neighbours).into();
        let graph = Some(Arc::new(Graph { name, neighbours, laid_out: false, vertices: None }));
        let (not_first_column, not_last_column) = (full, full);
        Board { rows: 1, cols: points, full, not_first_column, not_last_column, graph, symmetries }
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

    fn with_graph(mut self, change: impl FnOnce(&mut Graph<u64>)) -> Board {
        change(self.graph.as_mut().and_then(Arc::get_mut).expect("a graph that was just made"));
        self
    }

    /// The symmetries of the board, the identity first; of a graph with very many the identity
    /// alone.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }
}

impl<const N: usize> Board<Words<N>> {
    /// A grid of `rows` x `cols` intersections on which games are refereed: see [`LargeSet`].
    ///
    /// # Errors
    /// [`BoardError::Sides`] if a side is 0 or greater than [`MAX_SIDE`].
    ///
    /// # Panics
    /// If the words have no bit for the last intersection.
    pub fn large(rows: usize, cols: usize) -> Result<Board<Words<N>>, BoardError> {
        if ![rows, cols].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
            return Err(BoardError::Sides(format!("{rows}x{cols}")));
        }
        assert!(rows * cols <= Words::<N>::BITS, "{N} words have a bit for each intersection");
        Ok(Board::of_sides(rows, cols))
    }
}

impl<S: PointSet> Board<S> {
    /// A grid over sets of any kind, without its symmetries, for who places stones on it and needs no
    /// more. `None` if a side is 0, or a set has too few bits.
    pub fn bare_grid(rows: usize, cols: usize) -> Option<Board<S>> {
        let points = rows.checked_mul(cols)?;
        (1..=S::BITS).contains(&points).then(|| Board::of_sides(rows, cols))
    }

    /// A grid that fits, without its symmetries.
    fn of_sides(rows: usize, cols: usize) -> Board<S> {
        let column = |c: usize| (0..rows).fold(S::EMPTY, |mask, r| mask | S::of(S::Point::of(r * cols + c)));
        let full = S::first(rows * cols);
        let (not_first_column, not_last_column) = (full & !column(0), full & !column(cols - 1));
        Board { rows, cols, full, not_first_column, not_last_column, graph: None, symmetries: Arc::new([]) }
    }

    /// The grid with rows and columns exchanged; `None` if the board is no grid. It has no
    /// symmetries.
    pub fn transposed(&self) -> Option<Board<S>> {
        self.is_grid().then(|| Board::of_sides(self.cols, self.rows))
    }

    /// Whether the board is a grid. If not, its rows and columns say nothing of who is adjacent to
    /// whom.
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
    pub fn full(&self) -> S {
        self.full
    }

    /// The numbers of all intersections, in ascending order.
    pub fn all(&self) -> impl Iterator<Item = S::Point> + use<S> {
        (0..self.points()).map(S::Point::of)
    }

    /// The edges, in ascending order, the lesser point first.
    pub fn edges(&self) -> impl Iterator<Item = (S::Point, S::Point)> + '_ {
        let greater =
            |point: S::Point| members(self.adjacent(S::of(point))).filter(move |other| *other > point);
        self.all().flat_map(move |point| greater(point).map(move |other| (point, other)))
    }

    /// The intersections adjacent to at least one of `set` (members of `set` may be among them).
    #[inline]
    pub fn adjacent(&self, set: S) -> S {
        if let Some(graph) = &self.graph {
            return graph.adjacent(set);
        }
        let vertical = set.up(self.cols) | set.down(self.cols);
        let horizontal = set << 1 & self.not_first_column | set >> 1 & self.not_last_column;
        (vertical | horizontal) & self.full
    }

    /// The connected part of `within` that contains `seed` (a subset of `within`).
    #[inline]
    pub fn flood(&self, seed: S, within: S) -> S {
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
    pub fn parts(&self, set: S) -> impl Iterator<Item = S> + '_ {
        let mut rest = set;
        std::iter::from_fn(move || {
            (!rest.is_empty()).then(|| {
                let part = self.flood(rest.lowest(), set);
                rest &= !part;
                part
            })
        })
    }
}

impl<S: PointSet> Graph<S> {
    // Not inlined, so that it takes no room where grids are in a hurry.
    #[inline(never)]
    fn adjacent(&self, set: S) -> S {
        members(set).fold(S::EMPTY, |near, point| near | self.neighbours[point.index()])
    }
}

impl<S> fmt::Display for Board<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.graph {
            None => write!(f, "{}x{}", self.rows, self.cols),
            Some(graph) => f.pad(&graph.name),
        }
    }
}

// --- Names ---

impl Board {
    /// Reads the name of a board: `RxC`, rows by columns, or the name of another graph, such as
    /// `cycle:5` or `torus:2x3`. The sides may be written `2 x 3`, `2X3`, `2×3`, `2,3` or `2 3` as
    /// well.
    ///
    /// # Errors
    /// [`BoardError`] names the text and what was expected.
    pub fn parse(text: &str) -> Result<Board, BoardError> {
        if let Some((family, size)) = text.split_once(':') {
            return named_graph(text, family, size);
        }
        let (rows, cols) = read_sides(text).ok_or_else(|| BoardError::Syntax(text.to_string()))?;
        Board::grid(rows, cols).map_err(|error| match error {
            BoardError::Size { points, .. } => BoardError::Size { text: text.to_string(), points },
            other => other,
        })
    }
}

impl Board<LargeSet> {
    /// Reads the name of a grid, in any of the forms that [`Board::parse`] reads.
    ///
    /// # Errors
    /// [`BoardError`] names the text and what was expected.
    pub fn parse_large(text: &str) -> Result<Board<LargeSet>, BoardError> {
        let (rows, cols) = read_sides(text).ok_or_else(|| BoardError::Syntax(text.to_string()))?;
        Board::large(rows, cols).map_err(|_| BoardError::Sides(text.to_string()))
    }
}

/// Reads `RxC`, `R x C`, `R×C`, `R,C` or `R C`.
fn read_sides(text: &str) -> Option<(usize, usize)> {
    let text = text.trim();
    let (rows, cols) =
        text.split_once(['x', 'X', '×', ',']).or_else(|| text.split_once(char::is_whitespace))?;
    let side = |digits: &str| {
        let digits = digits.trim();
        let all_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        all_digits.then(|| digits.parse::<usize>().unwrap_or(usize::MAX))
    };
    Some((side(rows)?, side(cols)?))
}

/// A family of graphs with N points each.
struct Family {
    name: &'static str,
    /// The smallest N.
    min: usize,
    /// The edges, by the numbers of the points.
    edges: fn(usize) -> Vec<(usize, usize)>,
}

const FAMILIES: [Family; 4] = [
    Family { name: "path", min: 1, edges: |n| (1..n).map(|i| (i - 1, i)).collect() },
    Family { name: "cycle", min: 3, edges: |n| (0..n).map(|i| (i, (i + 1) % n)).collect() },
    Family { name: "star", min: 1, edges: |n| (1..n).map(|i| (0, i)).collect() },
    Family {
        name: "complete",
        min: 1,
        edges: |n| (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).collect(),
    },
];

/// Reads the name of a graph, `FAMILY:SIZE`.
///
/// # Errors
/// [`BoardError`] names the text and what was expected.
fn named_graph(text: &str, name: &str, size: &str) -> Result<Board, BoardError> {
    if name == "torus" {
        let torus = read_sides(size).and_then(|(rows, cols)| torus(rows, cols));
        return torus.ok_or_else(|| wrong_size(text, "torus:RxC", 1));
    }
    let family = FAMILIES.iter().find(|family| family.name == name);
    let Family { name, min, edges } = family.ok_or_else(|| BoardError::Syntax(text.to_string()))?;
    let digits = size.bytes().all(|byte| byte.is_ascii_digit());
    let points = size.parse::<usize>().ok().filter(|n| digits && (*min..=MAX_POINTS).contains(n));
    let points = points.ok_or_else(|| wrong_size(text, &format!("{name}:N"), *min))?;
    Ok(Board::of_edges(format!("{name}:{points}"), points, &edges(points)))
}

/// A grid whose last row is next to its first and last column next to its first. On short sides
/// neighbours coincide: two edges between the same two points are one, and a point is no neighbour
/// of itself.
fn torus(rows: usize, cols: usize) -> Option<Board> {
    let points = rows.checked_mul(cols).filter(|points| (1..=MAX_POINTS).contains(points))?;
    let point_at = |r: usize, c: usize| r % rows * cols + c % cols;
    let all = (0..points).map(|point| (point, point / cols, point % cols));
    let edges = all.flat_map(|(point, r, c)| [(point, point_at(r, c + 1)), (point, point_at(r + 1, c))]);
    let edges: Vec<(usize, usize)> = edges.filter(|(a, b)| a != b).collect();
    Some(Board::of_edges(format!("torus:{rows}x{cols}"), points, &edges).laid_out(rows, cols))
}

/// A text that should have this form, with numbers from `min`.
fn wrong_size(text: &str, form: &str, min: usize) -> BoardError {
    let numbers = match form.contains('x') {
        true => format!("at least one row and one column, and at most {MAX_POINTS} points"),
        false => format!("N points, from {min} to {MAX_POINTS}"),
    };
    BoardError::Graph { text: text.to_string(), expected: format!("{form} with {numbers}") }
}

// --- Lists of edges ---

/// The longest name of a vertex.
const MAX_NAME: usize = 16;

/// Error in a list of edges. The message is one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdgeListError(String);

impl fmt::Display for EdgeListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EdgeListError {}

/// Reads a graph; the board will be named `graph:NAME`.
///
/// # Errors
/// [`EdgeListError`] names the line and what was expected.
pub fn parse_edges(name: &str, text: &str) -> Result<Board, EdgeListError> {
    let mut vertices: Vec<String> = Vec::new();
    let mut edges = Vec::new();
    for (line, content) in text.lines().enumerate() {
        let error = |what: String| EdgeListError(format!("line {}: {what}", line + 1));
        let content = content.split('#').next().unwrap_or_default();
        let mut ends = Vec::new();
        for word in content.split([',', ' ', '\t', '\r']).filter(|word| !word.is_empty()) {
            check_name(word).map_err(error)?;
            let known = vertices.iter().position(|vertex| vertex.eq_ignore_ascii_case(word));
            if let Some(index) = known
                && vertices[index] != word
            {
                let other = &vertices[index];
                return Err(error(format!(
                    "vertex {word:?}: expected {other:?}, as before: capital and small letters are the same in moves"
                )));
            }
            ends.push(known.unwrap_or(vertices.len()));
            if known.is_none() {
                vertices.push(word.to_string());
            }
            if vertices.len() > MAX_POINTS {
                return Err(error(format!("vertex {word:?}: expected at most {MAX_POINTS} vertices")));
            }
        }
        match ends.as_slice() {
            [] | [_] => {}
            [a, b] if a == b => {
                return Err(error(format!(
                    "an edge from {:?} to itself: expected two vertices",
                    vertices[*a]
                )));
            }
            [a, b] => edges.push((*a, *b)),
            more => return Err(error(format!("{} names: expected two, an edge, or one", more.len()))),
        }
    }
    match vertices.len() {
        0 => Err(EdgeListError("no vertex: expected lines with two names each, the edges".to_string())),
        points => Ok(Board::of_edges(format!("graph:{name}"), points, &edges).named(vertices)),
    }
}

/// Whether a vertex may have this name: it must not look like anything else in a list of moves.
fn check_name(name: &str) -> Result<(), String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if name.len() > MAX_NAME || !name.bytes().all(plain) || name.starts_with(['-', '_']) {
        return Err(format!(
            "vertex {name:?}: expected a name of at most {MAX_NAME} letters, digits, - and _ that begins with a letter or digit"
        ));
    }
    if let Some(meaning) = word_of_moves(name) {
        return Err(format!(
            "vertex {name:?}: it means {meaning} in a list of moves, expected another name, such as p1"
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;
    use proptest::prelude::*;

    #[test]
    fn the_corners_edges_and_centre_of_a_grid_have_two_three_and_four_neighbours() {
        let board = Board::grid(3, 3).unwrap();
        let degrees: Vec<u32> = (0..9).map(|p| board.adjacent(1 << p).count_ones()).collect();
        assert_eq!(degrees, [2, 3, 2, 3, 4, 3, 2, 3, 2]);
    }

    #[test]
    fn graphs_have_the_edges_that_their_names_say() {
        let degrees = |name: &str| {
            let board = Board::parse(name).unwrap();
            assert_eq!(board.to_string(), name);
            (0..board.points() as u8).map(|p| board.adjacent(1 << p).count_ones()).collect::<Vec<_>>()
        };
        assert_eq!(degrees("path:1"), [0]);
        assert_eq!(degrees("path:4"), [1, 2, 2, 1]);
        assert_eq!(degrees("cycle:3"), [2; 3]);
        assert_eq!(degrees("cycle:64"), [2; 64]);
        assert_eq!(degrees("star:1"), [0]);
        assert_eq!(degrees("star:4"), [3, 1, 1, 1]);
        assert_eq!(degrees("complete:5"), [4; 5]);
        assert_eq!(degrees("torus:1x1"), [0]);
        assert_eq!(degrees("torus:1x2"), [1; 2]);
        assert_eq!(degrees("torus:1x5"), [2; 5]);
        assert_eq!(degrees("torus:2x2"), [2; 4]);
        assert_eq!(degrees("torus:2x3"), [3; 6]);
        assert_eq!(degrees("torus:8x8"), [4; 64]);
        let edges = |name: &str| Board::parse(name).unwrap().edges().collect::<Vec<_>>();
        assert_eq!(edges("torus:2x2"), [(0, 1), (0, 2), (1, 3), (2, 3)]);
        assert_eq!(edges("torus:2x2"), edges("2x2"));
        assert_eq!(edges("path:7"), edges("1x7"));
        assert_eq!(edges("cycle:4"), [(0, 1), (0, 3), (1, 2), (2, 3)]);
    }

    #[test]
    fn impossible_boards_are_refused() {
        for text in [
            "", "x", "3", "3x", "x3", "ax3", "3x3x3", "-1x3", "+2x3", "3 3 3", "3 x x 3", "3,,3", ",", " ",
            "3 -3", "wheel:5", ":", "Path:3",
        ] {
            assert!(matches!(Board::parse(text), Err(BoardError::Syntax(_))), "{text:?}");
        }
        for text in ["0x3", "3x0", "9x9", "1x65", "99999999999999999999x1"] {
            assert!(matches!(Board::parse(text), Err(BoardError::Size { .. })), "{text:?}");
        }
        let graphs = "cycle:2 star:0 path:0 complete:65 path: path:+3 cycle:5x2 torus:3 torus:0x3 torus:9x9 torus:3x \
                      torus:99999999999999999999x1 complete:99999999999999999999";
        for text in graphs.split(' ') {
            assert!(matches!(Board::parse(text), Err(BoardError::Graph { .. })), "{text:?}");
        }
        assert_eq!(Board::parse("8x8").unwrap().points(), 64);
    }

    #[test]
    fn a_size_is_read_as_people_write_it_and_has_one_name() {
        for text in ["2x3", "2X3", "2 x 3", " 2x3 ", "2×3", "2 × 3", "2,3", "2, 3", "2 3", "02x3"] {
            assert_eq!(Board::parse(text).unwrap().to_string(), "2x3", "{text:?}");
        }
        assert_eq!(Board::parse("torus:2 x 3").unwrap().to_string(), "torus:2x3");
    }

    #[test]
    fn a_size_that_is_refused_is_answered_with_what_is_wrong_with_it() {
        let said = |text: &str| Board::parse(text).unwrap_err().to_string();
        assert!(said("9x9").starts_with("board \"9x9\": 81 intersections are too many: at most 64, "));
        assert!(said("19 x 19").contains("361 intersections are too many"));
        assert!(said("99999999999999999999x1").contains("too many"));
        assert!(said("0x3").contains("expected at least one row and one column"));
    }

    #[test]
    fn vertices_are_numbered_as_they_are_first_named() {
        let board =
            parse_edges("fork", "# a fork\nstem\r\n left,stem # one\nstem \t right\n right , stem\n\nfar")
                .unwrap();
        assert_eq!(board.to_string(), "graph:fork");
        assert_eq!(board.vertices().unwrap(), ["stem", "left", "right", "far"]);
        assert_eq!(board.edges().collect::<Vec<_>>(), [(0, 1), (0, 2)]);
        assert_eq!((board.rows(), board.cols(), board.is_grid()), (1, 4, false));
    }

    #[test]
    fn what_is_no_graph_is_refused_by_its_line() {
        let long = "a".repeat(17);
        let many: String = (0..65).map(|vertex| format!("v{vertex}\n")).collect();
        let cases = [
            ("", "no vertex"),
            ("# nothing\n\n", "no vertex"),
            ("a c\na a", "line 2: an edge from \"a\" to itself"),
            ("a c d", "line 1: 3 names"),
            ("a c\nA d", "line 2: vertex \"A\": expected \"a\""),
            ("a pass", "vertex \"pass\": it means a move in a list of moves, expected another name"),
            ("a Resume-Modified", "vertex \"Resume-Modified\""),
            ("a b", "vertex \"b\": it means Black in a list of moves, expected another name"),
            ("White a", "vertex \"White\""),
            ("challenge:a c", "vertex \"challenge:a\": expected a name of at most 16 letters"),
            ("a 1.c", "vertex \"1.c\": expected a name of"),
            ("a -c", "vertex \"-c\": expected a name of"),
            ("a ä", "expected a name of"),
            (&long, "expected a name of at most 16"),
            (&many, "line 65: vertex \"v64\": expected at most 64"),
        ];
        for (text, expected) in cases {
            let said = parse_edges("g", text).unwrap_err().to_string();
            assert!(said.contains(expected) && said.lines().count() == 1, "{text:?}: {said}");
        }
        let most: String = (0..64).map(|vertex| format!("v{vertex}\n")).collect();
        assert_eq!(parse_edges("g", &most).unwrap().points(), 64);
    }

    proptest! {
        #[test]
        fn any_text_is_a_graph_or_is_refused(text in "([a-e1-3 ,#\n]|\\PC)*") {
            let _ = parse_edges("g", &text);
        }
    }
}
