//! The symmetries of a board: permutations of its intersections that keep adjacency.
//!
//! Those of a grid are its transposition and flips, known beforehand; those of any other board are
//! the automorphisms of its graph, found by a search. Either way they form a group, of which the
//! identity comes first.
//!
//! # The automorphisms of a graph
//! They are found by a short backtracking search.
//!
//! The points are placed one after the other, each next to one that is placed already if there is
//! such a point. The image of a point must be free, have as many neighbours, and be adjacent to
//! exactly those images whose points are adjacent to it: with a mask of neighbours for each point
//! that is one intersection of masks.

use crate::bits::members;

/// A symmetry of a board: a permutation of the intersections that keeps adjacency.
#[derive(Debug, Clone)]
pub struct Symmetry {
    image: Vec<u8>,
    inverse: usize,
    /// `bytes[k][b]` is the image of the set whose only members are those of byte `b` of byte `k`.
    bytes: Vec<[u64; 256]>,
}

impl Symmetry {
    fn new(image: Vec<u8>, inverse: usize) -> Symmetry {
        let bytes = (0..image.len().div_ceil(8))
            .map(|k| {
                std::array::from_fn(|byte| {
                    let members = (0..8).filter(|bit| byte >> bit & 1 == 1);
                    let images = members.filter_map(|bit| image.get(8 * k + bit));
                    images.fold(0, |set, &point| set | 1 << point)
                })
            })
            .collect();
        Symmetry { image, inverse, bytes }
    }

    /// The number of intersections.
    pub fn points(&self) -> usize {
        self.image.len()
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

    /// The images of two sets of intersections.
    #[inline]
    pub fn sets(&self, [first, second]: [u64; 2]) -> [u64; 2] {
        // Two words and not an array of them, which would go through memory.
        let (mut one, mut two) = (0, 0);
        for (k, table) in self.bytes.iter().enumerate() {
            one |= table[(first >> (8 * k) & 0xff) as usize];
            two |= table[(second >> (8 * k) & 0xff) as usize];
        }
        [one, two]
    }

    /// The index of the inverse in [`crate::Board::symmetries`].
    pub fn inverse(&self) -> usize {
        self.inverse
    }
}

/// A group, each permutation with its inverse.
///
/// # Panics
/// If a permutation has no inverse among them.
fn group(images: Vec<Vec<u8>>) -> Vec<Symmetry> {
    let inverses: Vec<usize> = images
        .iter()
        .map(|image| {
            let undone = |other: &Vec<u8>| {
                image.iter().enumerate().all(|(from, &to)| usize::from(other[usize::from(to)]) == from)
            };
            images.iter().position(undone).expect("the symmetries of a board form a group")
        })
        .collect();
    images.into_iter().zip(inverses).map(|(image, inverse)| Symmetry::new(image, inverse)).collect()
}

/// The automorphisms of a graph, given the neighbours of each point; the identity alone if there
/// are more than [`MAX_AUTOMORPHISMS`].
pub(super) fn of_graph(neighbours: &[u64]) -> Vec<Symmetry> {
    group(automorphisms(neighbours))
}

/// The symmetries of a grid of at most 64 intersections.
pub(super) fn of_grid(rows: usize, cols: usize) -> Vec<Symmetry> {
    let byte = |point: usize| u8::try_from(point).expect("a set of intersections is one word");
    let images = images_of_grid(rows, cols).into_iter();
    group(images.map(|image| image.into_iter().map(byte).collect()).collect())
}

/// The distinct symmetries of a grid of any size, as the images of its intersections, the identity
/// first: 8 for a square, 4 for a rectangle, 2 for a line, 1 for a point.
pub fn images_of_grid(rows: usize, cols: usize) -> Vec<Vec<usize>> {
    let mut images: Vec<Vec<usize>> = Vec::new();
    for transpose in [false, true] {
        for (flip_rows, flip_cols) in [(false, false), (false, true), (true, false), (true, true)] {
            if transpose && rows != cols {
                continue;
            }
            let flip = |index: usize, side: usize, flips: bool| if flips { side - 1 - index } else { index };
            let image_of = |point: usize| {
                let (r, c) =
                    if transpose { (point % cols, point / cols) } else { (point / cols, point % cols) };
                flip(r, rows, flip_rows) * cols + flip(c, cols, flip_cols)
            };
            let image: Vec<usize> = (0..rows * cols).map(image_of).collect();
            if !images.contains(&image) {
                images.push(image);
            }
        }
    }
    images
}

// --- Automorphisms ---

/// The most automorphisms that are listed. The search keeps one image of a position for each, and
/// beyond this they cost more than they save.
pub const MAX_AUTOMORPHISMS: usize = 1000;

/// The steps after which the search is given up.
const MAX_STEPS: usize = 500_000;

/// All automorphisms of a graph, each as the images of its points, in ascending order, so that the
/// identity comes first. If there are more than [`MAX_AUTOMORPHISMS`], or they are not found in a
/// short time, the identity alone: it is a group too, and a search that knows fewer symmetries is
/// slower and no less right.
pub fn automorphisms(neighbours: &[u64]) -> Vec<Vec<u8>> {
    let free = neighbours.iter().enumerate().fold(0, |free, (point, _)| free | 1 << point);
    let image = vec![0; neighbours.len()];
    let mut search =
        Search { neighbours, order: order(neighbours, free), image, found: Vec::new(), steps: 0 };
    if search.extend(0, free) {
        search.found.sort();
        search.found
    } else {
        vec![(0..neighbours.len() as u8).collect()]
    }
}

/// All points, each adjacent to an earlier one if any point that is left is.
fn order(neighbours: &[u64], all: u64) -> Vec<u8> {
    let mut order: Vec<u8> = Vec::with_capacity(neighbours.len());
    let (mut placed, mut near) = (0u64, 0u64);
    while placed != all {
        let rest = all & !placed;
        let candidates = if near & rest != 0 { near & rest } else { rest };
        let next = candidates.trailing_zeros() as u8;
        order.push(next);
        placed |= 1 << next;
        near |= neighbours[usize::from(next)];
    }
    order
}

struct Search<'a> {
    neighbours: &'a [u64],
    order: Vec<u8>,
    /// The image of each point that is placed.
    image: Vec<u8>,
    found: Vec<Vec<u8>>,
    steps: usize,
}

impl Search<'_> {
    /// Gives the point at this index of the order, and all after it, images that are free, in every
    /// way. Whether the search is within its limits.
    fn extend(&mut self, depth: usize, free: u64) -> bool {
        let Some(&point) = self.order.get(depth) else {
            self.found.push(self.image.clone());
            return self.found.len() <= MAX_AUTOMORPHISMS;
        };
        let own = self.neighbours[usize::from(point)];
        let mut candidates = free;
        for &earlier in &self.order[..depth] {
            let adjacent = self.neighbours[usize::from(self.image[usize::from(earlier)])];
            candidates &= if own >> earlier & 1 == 1 { adjacent } else { !adjacent };
        }
        for to in members(candidates) {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return false;
            }
            if self.neighbours[usize::from(to)].count_ones() != own.count_ones() {
                continue;
            }
            self.image[usize::from(point)] = to;
            if !self.extend(depth + 1, free & !(1 << to)) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use crate::Board;
    use crate::board::parse_edges;

    fn count(board: &str) -> usize {
        Board::parse(board).unwrap().symmetries().len()
    }

    #[test]
    fn a_grid_has_the_symmetries_of_its_shape() {
        for (board, symmetries) in
            [("1x1", 1), ("1x2", 2), ("1x7", 2), ("2x2", 8), ("2x3", 4), ("3x3", 8), ("8x8", 8)]
        {
            assert_eq!(count(board), symmetries, "{board}");
        }
    }

    #[test]
    fn a_graph_has_the_automorphisms_that_are_known() {
        for n in 3..=64 {
            assert_eq!(count(&format!("cycle:{n}")), 2 * n, "cycle:{n}");
        }
        for n in 2..=64 {
            assert_eq!(count(&format!("path:{n}")), 2, "path:{n}");
        }
        let mut factorial = 1;
        for n in 1..=6 {
            factorial *= n;
            assert_eq!(count(&format!("complete:{n}")), factorial, "complete:{n}");
            // The star with two points is a path: its centre and its leaf change places.
            let leaves = if n == 1 { 2 } else { factorial };
            assert_eq!(count(&format!("star:{}", n + 1)), leaves, "star:{}", n + 1);
        }
        let tori = "1x1 1 2x2 8 2x3 12 3x3 72 2x4 48 3x4 48 4x4 384 8x8 512";
        let tori: Vec<&str> = tori.split(' ').collect();
        for torus in tori.chunks(2) {
            assert_eq!(count(&format!("torus:{}", torus[0])).to_string(), torus[1], "{torus:?}");
        }
    }

    #[test]
    fn of_too_many_automorphisms_the_identity_is_left() {
        for board in ["complete:7", "complete:64", "star:8", "star:20", "star:64"] {
            let board = Board::parse(board).unwrap();
            assert_eq!(board.symmetries().len(), 1, "{board}");
            assert!((0..board.points() as u8).all(|point| board.symmetries()[0].point(point) == point));
        }
    }

    #[test]
    fn a_grid_given_by_its_edges_has_the_same_symmetries() {
        for grid in ["1x1", "1x2", "1x9", "2x2", "2x3", "3x3", "4x5", "8x8", "1x64"] {
            let grid = Board::parse(grid).unwrap();
            let vertices: String = (0..grid.points()).map(|point| format!("v{point}\n")).collect();
            let edges: String = grid.edges().map(|(a, b)| format!("v{a} v{b}\n")).collect();
            let graph = parse_edges("grid", &(vertices + &edges)).unwrap();
            let mut images: Vec<&Vec<u8>> =
                grid.symmetries().iter().map(|symmetry| &symmetry.image).collect();
            images.sort();
            let found: Vec<&Vec<u8>> = graph.symmetries().iter().map(|symmetry| &symmetry.image).collect();
            assert_eq!(found, images, "{grid}");
            for point in 0..grid.points() {
                assert_eq!(grid.adjacent(1 << point), graph.adjacent(1 << point), "{grid} {point}");
            }
        }
    }

    #[test]
    fn symmetries_keep_adjacency_and_form_a_group_with_the_identity_first() {
        let names =
            "1x5 2x3 3x3 4x5 8x8 1x64 64x1 path:5 cycle:7 star:5 complete:5 torus:3x3 torus:2x4 torus:5x6";
        let mut boards: Vec<Board> = names.split(' ').map(|name| Board::parse(name).unwrap()).collect();
        // Two edges and two points apart: whole parts change places.
        boards.push(parse_edges("parts", "a c\nd e\nf\ng").unwrap());
        assert_eq!(boards.last().unwrap().symmetries().len(), 16);
        for board in boards {
            let all = board.symmetries();
            let images: std::collections::HashSet<&Vec<u8>> =
                all.iter().map(|symmetry| &symmetry.image).collect();
            assert_eq!(images.len(), all.len());
            assert!(all[0].image.iter().enumerate().all(|(from, to)| from == usize::from(*to)));
            for symmetry in all {
                let inverse = &all[symmetry.inverse()];
                for point in 0..board.points() as u8 {
                    assert_eq!(inverse.point(symmetry.point(point)), point);
                    let set = 1u64 << point;
                    assert_eq!(symmetry.set(set), 1 << symmetry.point(point));
                    assert_eq!(
                        symmetry.set(board.adjacent(set)),
                        board.adjacent(symmetry.set(set)),
                        "{board}"
                    );
                }
                for other in all {
                    let both: Vec<u8> = other.image.iter().map(|point| symmetry.point(*point)).collect();
                    assert!(images.contains(&both), "{board}");
                }
            }
        }
    }
}
