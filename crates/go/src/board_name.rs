//! The names of boards: `RxC`, or with `×`, a comma or spaces between the sides, for a grid of R rows and C columns,
//! and `path:N`, `cycle:N`, `star:N`, `complete:N` and `torus:RxC` for other graphs.
//!
//! N is always the number of points, for a star too: `star:4` is a centre (the first point) with three leaves.

use super::board::{Board, BoardError, MAX_POINTS};

impl Board {
    /// Reads the name of a board: `RxC`, rows by columns, or the name of another graph, such as `cycle:5` or
    /// `torus:2x3`. The sides may be written `2 x 3`, `2X3`, `2×3`, `2,3` or `2 3` as well.
    ///
    /// # Errors
    /// [`BoardError`] names the text and what was expected.
    pub fn parse(text: &str) -> Result<Board, BoardError> {
        if let Some((family, size)) = text.split_once(':') {
            return graph(text, family, size);
        }
        let (rows, cols) = read_sides(text).ok_or_else(|| BoardError::Syntax(text.to_string()))?;
        Board::grid(rows, cols).map_err(|error| match error {
            BoardError::Size { points, .. } => BoardError::Size { text: text.to_string(), points },
            other => other,
        })
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
    least: usize,
    /// The edges, by the numbers of the points.
    edges: fn(usize) -> Vec<(usize, usize)>,
}

const FAMILIES: [Family; 4] = [
    Family { name: "path", least: 1, edges: |n| (1..n).map(|i| (i - 1, i)).collect() },
    Family { name: "cycle", least: 3, edges: |n| (0..n).map(|i| (i, (i + 1) % n)).collect() },
    Family { name: "star", least: 1, edges: |n| (1..n).map(|i| (0, i)).collect() },
    Family {
        name: "complete",
        least: 1,
        edges: |n| (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))).collect(),
    },
];

/// Reads the name of a graph, `FAMILY:SIZE`.
///
/// # Errors
/// [`BoardError`] names the text and what was expected.
fn graph(text: &str, name: &str, size: &str) -> Result<Board, BoardError> {
    if name == "torus" {
        let torus = read_sides(size).and_then(|(rows, cols)| torus(rows, cols));
        return torus.ok_or_else(|| wrong_size(text, "torus:RxC", 1));
    }
    let family = FAMILIES.iter().find(|family| family.name == name);
    let Family { name, least, edges } = family.ok_or_else(|| BoardError::Syntax(text.to_string()))?;
    let digits = size.bytes().all(|byte| byte.is_ascii_digit());
    let points = size.parse::<usize>().ok().filter(|n| digits && (*least..=MAX_POINTS).contains(n));
    let points = points.ok_or_else(|| wrong_size(text, &format!("{name}:N"), *least))?;
    Ok(Board::of_edges(format!("{name}:{points}"), points, &edges(points)))
}

/// A grid whose last row is next to its first and last column next to its first. On short sides neighbours
/// coincide: two edges between the same two points are one, and a point is no neighbour of itself.
fn torus(rows: usize, cols: usize) -> Option<Board> {
    let points = rows.checked_mul(cols).filter(|points| (1..=MAX_POINTS).contains(points))?;
    let place = |r: usize, c: usize| r % rows * cols + c % cols;
    let all = (0..points).map(|point| (point, point / cols, point % cols));
    let edges = all.flat_map(|(point, r, c)| [(point, place(r, c + 1)), (point, place(r + 1, c))]);
    let edges: Vec<(usize, usize)> = edges.filter(|(a, b)| a != b).collect();
    Some(Board::of_edges(format!("torus:{rows}x{cols}"), points, &edges).laid_out(rows, cols))
}

/// A text that should have this form, with numbers from `least`.
fn wrong_size(text: &str, form: &str, least: usize) -> BoardError {
    let numbers = match form.contains('x') {
        true => format!("at least one row and one column, and at most {MAX_POINTS} points"),
        false => format!("N points, from {least} to {MAX_POINTS}"),
    };
    BoardError::Graph { text: text.to_string(), expected: format!("{form} with {numbers}") }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for text in [
            "cycle:2",
            "star:0",
            "path:0",
            "complete:65",
            "path:",
            "path:+3",
            "cycle:5x2",
            "torus:3",
            "torus:0x3",
            "torus:9x9",
            "torus:3x",
            "torus:99999999999999999999x1",
            "complete:99999999999999999999",
        ] {
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
}
