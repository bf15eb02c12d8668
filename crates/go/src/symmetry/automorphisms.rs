//! The automorphisms of a graph, by a short backtracking search.
//!
//! The points are placed one after the other, each next to one that is placed already if there is such a
//! point. The image of a point must be free, have as many neighbours, and be adjacent to exactly those images
//! whose points are adjacent to it: with a mask of neighbours for each point that is one intersection of masks.

use crate::bits::members;

/// More automorphisms than this are not listed: the search keeps one image of a position for each, and
/// beyond this they cost more than they save.
pub const MOST: usize = 1000;

/// The steps after which the search is given up.
const STEPS: usize = 500_000;

/// All automorphisms of a graph, each as the images of its points, in ascending order, so that the identity
/// comes first. If there are more than [`MOST`], or they are not found in a short time, the identity alone: it
/// is a group too, and a search that knows fewer symmetries is slower and no less right.
pub fn automorphisms(neighbours: &[u64]) -> Vec<Vec<u8>> {
    let free = neighbours.iter().enumerate().fold(0, |free, (point, _)| free | 1 << point);
    let image = vec![0; neighbours.len()];
    let mut search =
        Search { neighbours, order: order(neighbours, free), image, found: Vec::new(), steps: 0 };
    if search.place(0, free) {
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
    /// Gives the point at this place of the order, and all after it, images that are free, in every way. Whether
    /// the search is within its limits.
    fn place(&mut self, place: usize, free: u64) -> bool {
        let Some(&point) = self.order.get(place) else {
            self.found.push(self.image.clone());
            return self.found.len() <= MOST;
        };
        let own = self.neighbours[usize::from(point)];
        let mut candidates = free;
        for &earlier in &self.order[..place] {
            let adjacent = self.neighbours[usize::from(self.image[usize::from(earlier)])];
            candidates &= if own >> earlier & 1 == 1 { adjacent } else { !adjacent };
        }
        for to in members(candidates) {
            self.steps += 1;
            if self.steps > STEPS {
                return false;
            }
            if self.neighbours[usize::from(to)].count_ones() != own.count_ones() {
                continue;
            }
            self.image[usize::from(point)] = to;
            if !self.place(place + 1, free & !(1 << to)) {
                return false;
            }
        }
        true
    }
}
