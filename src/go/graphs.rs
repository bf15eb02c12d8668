//! The graphs that have a name of their own: `path:N`, `cycle:N`, `star:N`, `complete:N`, `torus:RxC`.
//!
//! N is always the number of points, for a star too: `star:4` is a centre (the first point) with three leaves.

use super::board::{Board, BoardError, MAX_POINTS, read_sides};

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
pub(super) fn parse(text: &str, name: &str, size: &str) -> Result<Board, BoardError> {
    if name == "torus" {
        let torus = read_sides(size).and_then(|(rows, cols)| torus(rows, cols));
        return torus.ok_or_else(|| BoardError::graph(text, "torus:RxC", 1));
    }
    let family = FAMILIES.iter().find(|family| family.name == name);
    let Family { name, least, edges } = family.ok_or_else(|| BoardError::Syntax(text.to_string()))?;
    let digits = size.bytes().all(|byte| byte.is_ascii_digit());
    let points = size.parse::<usize>().ok().filter(|n| digits && (*least..=MAX_POINTS).contains(n));
    let points = points.ok_or_else(|| BoardError::graph(text, &format!("{name}:N"), *least))?;
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
