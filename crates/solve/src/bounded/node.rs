//! The nodes of the search: a state with the hashes of all of its images, changed stone by stone.
//!
//! A state and its images under the symmetries of the board have one entry in the table, under the least of their hashes.
//! The hash of a state is the exclusive or of random numbers, one for each stone on its intersection and one for the ko;
//! that of an image has the numbers of the images of these intersections. So a move changes each by as many numbers as it
//! changes stones, and no image is ever made. Two states with one hash of 64 bits would share an entry; what is proved is
//! tested on the explicit proof, so that this could cost a proof but make none.

use super::place::Place;
use superko_go::bits::members;
use superko_go::{Board, Position};

/// The images that are looked at: all of those of a grid. Of a graph with more symmetries the first so many are; then
/// not all images of a state have one entry.
const IMAGES: usize = 8;

/// One number for each image.
type Numbers = [u64; IMAGES];

/// The numbers of which the hashes are made.
pub struct Hashes<'a> {
    board: &'a Board,
    /// For each colour and intersection.
    stones: [Vec<Numbers>; 2],
    /// For each intersection of a ko.
    kos: Vec<Numbers>,
}

impl<'a> Hashes<'a> {
    /// Those of a board.
    pub fn of(board: &'a Board) -> Hashes<'a> {
        let points = board.points() as u64;
        let numbers = |kind: u64| -> Vec<Numbers> {
            let images = |point| {
                std::array::from_fn(|image| {
                    // Where there are fewer symmetries the identity, the first of them, stands for those that lack.
                    let symmetry = board.symmetries().get(image).unwrap_or(&board.symmetries()[0]);
                    mixed(kind * points + u64::from(symmetry.point(point)))
                })
            };
            (0..points as u8).map(images).collect()
        };
        Hashes { board, stones: [numbers(1), numbers(2)], kos: numbers(3) }
    }

    /// The node of a state.
    pub fn node(&self, place: Place) -> Node {
        let empty = Place { position: Position::default(), ..place };
        Node { place: empty, images: [0; IMAGES] }.to(self, place)
    }
}

/// A node.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// The state.
    pub place: Place,
    /// The hashes of the images of its stones.
    images: Numbers,
}

/// Under what a node is in the table: the least of the hashes, and the place of the symmetry whose image has it.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The hash.
    pub hash: u64,
    /// The place of the symmetry.
    pub symmetry: usize,
}

impl Node {
    /// The node of a state that a move leads to from here.
    #[inline]
    pub fn to(&self, hashes: &Hashes, next: Place) -> Node {
        let mut images = self.images;
        for (numbers, (before, after)) in
            hashes.stones.iter().zip(self.place.position.stones.into_iter().zip(next.position.stones))
        {
            for point in members(before ^ after) {
                exclude(&mut images, &numbers[usize::from(point)]);
            }
        }
        Node { place: next, images }
    }

    /// Under what the node is in the table.
    #[inline]
    pub fn key(&self, hashes: &Hashes) -> Key {
        let mut images = self.images;
        if let Some(ko) = self.place.ko() {
            exclude(&mut images, &hashes.kos[usize::from(ko)]);
        }
        let (mut symmetry, mut least) = (0, images[0]);
        for (place, hash) in images.into_iter().enumerate().skip(1) {
            if hash < least {
                (symmetry, least) = (place, hash);
            }
        }
        // As the least of several numbers, it begins with noughts more often than not.
        let hash = mixed(least ^ u64::from(self.place.proving) << 1 ^ u64::from(self.place.passed));
        Key { hash, symmetry }
    }
}

impl Key {
    /// An intersection of the node as it is in the image that has the hash.
    pub fn image(&self, hashes: &Hashes, point: u8) -> u8 {
        hashes.board.symmetries().get(self.symmetry).map_or(point, |symmetry| symmetry.point(point))
    }

    /// An intersection of the image as it is in the node.
    pub fn back(&self, hashes: &Hashes, point: u8) -> u8 {
        let symmetries = hashes.board.symmetries();
        symmetries.get(self.symmetry).map_or(point, |symmetry| symmetries[symmetry.inverse()].point(point))
    }
}

#[inline]
fn exclude(images: &mut Numbers, numbers: &Numbers) {
    for (image, number) in images.iter_mut().zip(numbers) {
        *image ^= number;
    }
}

/// A number for which another stands that looks random, and no two for which the same does (the mixer of SplitMix64;
/// Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014).
#[inline]
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounded::Terms;
    use superko_go::{Player, Suicide};

    const TERMS: Terms = Terms { suicide: Suicide::Allowed, ..Terms::PLAIN };

    #[test]
    fn a_state_and_its_images_have_one_hash_and_no_others_have_it() {
        for board in ["3x4", "3x3", "cycle:6", "1x7"] {
            let board = Board::parse(board).unwrap();
            let hashes = Hashes::of(&board);
            let mut random = fastrand::Rng::with_seed(3);
            let mut seen = std::collections::HashMap::new();
            for _ in 0..200 {
                let mut node = hashes.node(Place::start(&Position::default(), Player::Black, Player::Black));
                for _ in 0..40 {
                    let stones: Vec<(u8, Place)> = node.place.stones(&board, &TERMS).collect();
                    let next = match random.choice(&stones) {
                        Some((_, next)) if random.u8(..8) > 0 => *next,
                        _ => node.place.pass(),
                    };
                    node = node.to(&hashes, next);
                    let (canonical, _) = node.place.canonical(&board);
                    let hash = node.key(&hashes).hash;
                    if board.symmetries().len() <= IMAGES {
                        assert_eq!(hash, hashes.node(canonical).key(&hashes).hash, "{board} {canonical:?}");
                    }
                    assert_eq!(hash, hashes.node(node.place).key(&hashes).hash, "{board} {canonical:?}");
                    assert_eq!(*seen.entry(hash).or_insert(canonical), canonical, "{board}");
                }
            }
            assert!(seen.len() > 50, "{board}: {}", seen.len());
        }
    }

    /// Tables are written down with these hashes: whoever changes them raises `solve::kept::MEANING`.
    #[test]
    fn the_hash_of_a_state_is_what_it_was() {
        let board = Board::parse("1x2").unwrap();
        let hashes = Hashes::of(&board);
        let stone = Place::start(&Position { stones: [1, 0] }, Player::White, Player::Black);
        assert_eq!(hashes.node(stone).key(&hashes).hash, 0x9dde_9e13_66e9_ac98);
    }

    #[test]
    fn a_move_on_an_image_is_brought_back() {
        let board = Board::parse("3x4").unwrap();
        let hashes = Hashes::of(&board);
        let stones = Position { stones: [1 << 3, 1 << 4] };
        let key = hashes.node(Place::start(&stones, Player::Black, Player::Black)).key(&hashes);
        for point in 0..12 {
            assert_eq!(key.back(&hashes, key.image(&hashes, point)), point);
        }
    }
}
