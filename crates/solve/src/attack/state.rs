//! States of the search, their hashes, and its goal. The prover is always Black here, so that a
//! position says whose stones are whose.

use std::hash::BuildHasher;

use super::Terms;
use super::replies::Replies;
use super::settled::needed_points;
use superko_go::bits::members;
use superko_go::hashing::FixedState;
use superko_go::score::area;
use superko_go::{Board, Move, Placements, Player, Position, Suicide};
use superko_rules::repetition::ko_capture;

/// The value of [`AttackState::ko`] where no ko was taken just before.
const NO_KO: u8 = u8::MAX;

/// A state: the position, whose turn it is, a ko, and whether the last move was a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AttackState {
    /// The stones, those of the prover as Black's.
    pub position: Position,
    /// Whether the prover is to move.
    pub proving: bool,
    /// The intersection where a ko may not be retaken at once, or a number that no intersection
    /// has.
    pub ko: u8,
    /// Whether the last move was a pass: at the prover's turn one of the opponent that followed no
    /// pass, at the opponent's turn any pass of the prover.
    pub passed: bool,
}

// The tables of a search hold these by the million.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<AttackState>() == 24);

impl AttackState {
    /// The start of a game as the prover sees it.
    pub fn start(position: &Position, mover: Player, prover: Player) -> AttackState {
        let position = if prover == Player::Black { *position } else { position.exchanged() };
        AttackState { position, proving: mover == prover, ko: NO_KO, passed: false }
    }

    /// The state after a pass.
    pub fn pass(&self) -> AttackState {
        AttackState { position: self.position, proving: !self.proving, ko: NO_KO, passed: true }
    }

    /// The states after the stones that may be placed: of the prover those that are no suicide and,
    /// by condition 5, take no ko right after a pass where the opponent could retake it at once; of
    /// the opponent all that the board admits but the retaking of a ko. One that he takes right
    /// after a pass of the prover is open where the ban is a natural one.
    pub fn stones<'a>(
        &'a self,
        board: &'a Board,
        terms: &'a Terms,
    ) -> impl Iterator<Item = (u8, AttackState)> + 'a {
        let (mover, suicide) = match self.proving {
            true => (Player::Black, superko_go::Suicide::Forbidden),
            false => (Player::White, terms.suicide),
        };
        let no_ko = self.proving && self.passed && !terms.passes_stand;
        let open = !self.proving && self.passed && terms.natural;
        let empty = board.full() & !self.position.occupied();
        let placements = Placements::of(board, self.position, mover, suicide);
        members(empty).filter(|point| *point != self.ko).filter_map(move |point| {
            let placement = placements.at(point)?;
            let ko = ko_capture(board, mover, point, &placement);
            let next = AttackState {
                position: placement.position,
                proving: !self.proving,
                ko: ko.filter(|_| !open).unwrap_or(NO_KO),
                passed: false,
            };
            (!no_ko || ko.is_none()).then_some((point, next))
        })
    }

    /// The least of the images under the symmetries of the board, and the index of a symmetry that
    /// leads to it.
    pub fn canonical(&self, board: &Board) -> (AttackState, usize) {
        let (mut least, mut by) = (*self, 0);
        for (place, symmetry) in board.symmetries().iter().enumerate().skip(1) {
            let Some(position) = self.position.image_up_to(symmetry, &least.position) else { continue };
            let ko = if self.ko == NO_KO { NO_KO } else { symmetry.point(self.ko) };
            if (position, ko) < (least.position, least.ko) {
                (least, by) = (AttackState { position, ko, ..*self }, place);
            }
        }
        (least, by)
    }

    /// A move on the canonical state, taken back to the state that a symmetry has brought to it.
    pub fn from_image(board: &Board, symmetry: usize, mv: Move) -> Move {
        let inverse = &board.symmetries()[board.symmetries()[symmetry].inverse()];
        mv.map(|point| inverse.point(point))
    }

    /// The intersection where a ko may not be retaken at once.
    pub fn ko(&self) -> Option<u8> {
        (self.ko != NO_KO).then_some(self.ko)
    }
}

// --- places ----------------------------------------------------------------------------------------------------------
//
// States by number, compactly: a proof has tens of millions of them.

/// The fewest slots.
const MIN_SLOTS: usize = 16;

/// A set of states, which are numbered in the order in which they are added.
#[derive(Debug, Clone, Default)]
pub struct StateIndex {
    list: Vec<AttackState>,
    /// An open-addressing table of the numbers plus one, 0 where there is none; at most half of the
    /// slots are taken.
    slots: Vec<u32>,
    hasher: FixedState,
}

impl StateIndex {
    /// About the bytes of a state.
    pub const BYTES: usize = size_of::<AttackState>() + 4 * size_of::<u32>();

    /// All states, by number.
    pub fn list(&self) -> &[AttackState] {
        &self.list
    }

    /// The number of a state, if it was added.
    pub fn number(&self, place: &AttackState) -> Option<u32> {
        if self.slots.is_empty() { None } else { self.slots[self.slot(place)].checked_sub(1) }
    }

    /// Adds a state that was not added before, and returns its number.
    pub fn add(&mut self, place: AttackState) -> u32 {
        if 2 * (self.list.len() + 1) > self.slots.len() {
            self.slots = vec![0; (2 * self.slots.len()).max(MIN_SLOTS)];
            for number in 0..self.list.len() {
                let slot = self.slot(&self.list[number]);
                self.slots[slot] = number as u32 + 1;
            }
        }
        let slot = self.slot(&place);
        self.list.push(place);
        self.slots[slot] = self.list.len() as u32;
        self.slots[slot] - 1
    }

    /// The slot of a state, or an empty one for it.
    fn slot(&self, place: &AttackState) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = self.hasher.hash_one(place) as usize & mask;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if self.list[number as usize] == *place {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }
}

// --- node ------------------------------------------------------------------------------------------------------------
//
// A node of the search is a state with the Zobrist hashes of all of its images, changed stone by
// stone.
//
// A state and its images under the symmetries of the board have one entry in the table, under the
// least of their hashes. The hash of a state is the exclusive or of random numbers, one for each
// stone on its intersection and one for the ko; that of an image has the numbers of the images of
// these intersections. So a move changes each by as many numbers as it changes stones, and no image
// is ever made. Two states with one hash of 64 bits would share an entry; what is proved is tested
// on the explicit proof, so that this could cost a proof but make none.

/// The most images that are looked at: all of those of a grid. With more symmetries not all images
/// of a state have one entry.
const MAX_IMAGES: usize = 8;

/// One number for each image.
type ImageHashes = [u64; MAX_IMAGES];

/// The Zobrist numbers of a board.
pub struct Hashes<'a> {
    board: &'a Board,
    /// The numbers of stones, by colour and intersection.
    stones: [Vec<ImageHashes>; 2],
    /// The numbers of kos, by intersection.
    kos: Vec<ImageHashes>,
}

impl<'a> Hashes<'a> {
    /// The numbers of a board.
    pub fn of(board: &'a Board) -> Hashes<'a> {
        let points = board.points() as u64;
        let numbers = |kind: u64| -> Vec<ImageHashes> {
            let images = |point| {
                std::array::from_fn(|image| {
                    // Where there are fewer symmetries the identity, the first of them, stands for
                    // those that lack.
                    let symmetry = board.symmetries().get(image).unwrap_or(&board.symmetries()[0]);
                    hash64(kind * points + u64::from(symmetry.point(point)))
                })
            };
            (0..points as u8).map(images).collect()
        };
        Hashes { board, stones: [numbers(1), numbers(2)], kos: numbers(3) }
    }

    /// The node of a state.
    pub fn node(&self, place: AttackState) -> Node {
        let empty = AttackState { position: Position::default(), ..place };
        Node { place: empty, images: [0; MAX_IMAGES] }.to(self, place)
    }
}

/// A node: a state with its hashes.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    /// The state.
    pub place: AttackState,
    /// The hashes of the images of its stones.
    images: ImageHashes,
}

/// The key of a node in the table: the least of the hashes, and the index of the symmetry whose
/// image has it.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    /// The hash.
    pub hash: u64,
    /// The index of the symmetry.
    pub symmetry: usize,
}

impl Node {
    /// The node of a state after a move.
    #[inline]
    pub fn to(&self, hashes: &Hashes, next: AttackState) -> Node {
        let mut images = self.images;
        for (numbers, (before, after)) in
            hashes.stones.iter().zip(self.place.position.stones.into_iter().zip(next.position.stones))
        {
            for point in members(before ^ after) {
                xor(&mut images, &numbers[usize::from(point)]);
            }
        }
        Node { place: next, images }
    }

    /// The key of the node in the table.
    pub fn key(&self, hashes: &Hashes) -> Key {
        let images = self.images_with_ko(hashes);
        let least = images.into_iter().min().unwrap_or_default();
        let symmetry = images.into_iter().position(|hash| hash == least).unwrap_or_default();
        Key { hash: self.mixed(least), symmetry }
    }

    /// The hash of the key alone.
    #[inline]
    pub fn hash(&self, hashes: &Hashes) -> u64 {
        self.mixed(self.images_with_ko(hashes).into_iter().min().unwrap_or_default())
    }

    #[inline]
    fn images_with_ko(&self, hashes: &Hashes) -> ImageHashes {
        let mut images = self.images;
        if let Some(ko) = self.place.ko() {
            xor(&mut images, &hashes.kos[usize::from(ko)]);
        }
        images
    }

    /// A hash mixed with whose turn it is: as the least of several numbers it begins with zeros more
    /// often than not.
    #[inline]
    fn mixed(&self, least: u64) -> u64 {
        hash64(least ^ u64::from(self.place.proving) << 1 ^ u64::from(self.place.passed))
    }
}

impl Key {
    /// An intersection of the node in the image that has the hash.
    pub fn to_image(&self, hashes: &Hashes, point: u8) -> u8 {
        hashes.board.symmetries().get(self.symmetry).map_or(point, |symmetry| symmetry.point(point))
    }

    /// An intersection of the image in the node.
    pub fn from_image(&self, hashes: &Hashes, point: u8) -> u8 {
        let symmetries = hashes.board.symmetries();
        symmetries.get(self.symmetry).map_or(point, |symmetry| symmetries[symmetry.inverse()].point(point))
    }
}

#[inline]
fn xor(images: &mut ImageHashes, numbers: &ImageHashes) {
    for (image, number) in images.iter_mut().zip(numbers) {
        *image ^= number;
    }
}

/// A bijection of numbers that looks random (the mixer of SplitMix64; Steele, Lea and Flood, *Fast
/// splittable pseudorandom number generators*, 2014).
#[inline]
fn hash64(number: u64) -> u64 {
    let mut hash = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 31
}

// --- goal ------------------------------------------------------------------------------------------------------------

/// The goal of a proof: a threshold for the prover, on a board, on terms.
#[derive(Debug, Clone, Copy)]
pub struct AttackGoal<'a> {
    /// The board.
    pub board: &'a Board,
    /// The conditions on the proof.
    pub terms: Terms,
    /// The points by which the prover is to be ahead at least.
    pub threshold: i32,
}

impl AttackGoal<'_> {
    /// Whether the prover is sure of the threshold in a position, without a search of the whole
    /// board.
    pub fn settled(&self, place: &AttackState, replies: &mut Replies) -> bool {
        // A player who has a point has a stone.
        let needed = self.needed_points().max(1);
        replies.secure(self.board, &place.position, self.terms.suicide, needed)
    }

    /// Whether the prover may be sure of the threshold by [`replies`](super::replies).
    pub fn by_replies(&self) -> bool {
        self.terms.suicide == Suicide::Forbidden
    }

    /// The points that the prover needs.
    pub fn needed_points(&self) -> u32 {
        needed_points(self.board, self.threshold)
    }

    /// Whether the opponent is sure to keep the prover from the threshold, without a search: of the
    /// points that are left when the prover has one fewer than he needs. What makes a player sure of
    /// points holds against every play of the other, so no proof is lost; and what is refuted bounds
    /// no value.
    pub fn is_refuted(&self, place: &AttackState, replies: &mut Replies) -> bool {
        let kept = self.board.points() as u32 + 1 - self.needed_points().max(1);
        replies.secure(self.board, &place.position.exchanged(), self.terms.suicide, kept)
    }

    /// Whether the prover may pass on a position: it is worth the threshold as it is (condition 2).
    pub fn may_pass(&self, place: &AttackState) -> bool {
        !self.terms.ahead || area(self.board, &place.position) >= self.threshold
    }

    /// Whether a pass of the prover ends the game for certain: it answers one, and two in a row end
    /// it.
    pub fn pass_ends(&self, place: &AttackState) -> bool {
        place.passed && !self.terms.retakes_after_pass
    }

    /// The cost of a pass of the prover, which is taken off his bound.
    pub fn cost_of_pass(&self) -> u8 {
        u8::from(self.terms.suicide != Suicide::Forbidden)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack::Terms;
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
                let mut node =
                    hashes.node(AttackState::start(&Position::default(), Player::Black, Player::Black));
                for _ in 0..40 {
                    let stones: Vec<(u8, AttackState)> = node.place.stones(&board, &TERMS).collect();
                    let next = match random.choice(&stones) {
                        Some((_, next)) if random.u8(..8) > 0 => *next,
                        _ => node.place.pass(),
                    };
                    node = node.to(&hashes, next);
                    let (canonical, _) = node.place.canonical(&board);
                    let hash = node.key(&hashes).hash;
                    if board.symmetries().len() <= MAX_IMAGES {
                        assert_eq!(hash, hashes.node(canonical).key(&hashes).hash, "{board} {canonical:?}");
                    }
                    assert_eq!(hash, hashes.node(node.place).key(&hashes).hash, "{board} {canonical:?}");
                    assert_eq!(*seen.entry(hash).or_insert(canonical), canonical, "{board}");
                }
            }
            assert!(seen.len() > 50, "{board}: {}", seen.len());
        }
    }

    /// Tables are written down with these hashes: whoever changes them raises
    /// `solve::persist::FORMAT_VERSION`.
    #[test]
    fn the_hash_of_a_state_is_what_it_was() {
        let board = Board::parse("1x2").unwrap();
        let hashes = Hashes::of(&board);
        let stone = AttackState::start(&Position { stones: [1, 0] }, Player::White, Player::Black);
        assert_eq!(hashes.node(stone).key(&hashes).hash, 0x9dde_9e13_66e9_ac98);
    }

    #[test]
    fn a_move_on_an_image_is_brought_back() {
        let board = Board::parse("3x4").unwrap();
        let hashes = Hashes::of(&board);
        let stones = Position { stones: [1 << 3, 1 << 4] };
        let key = hashes.node(AttackState::start(&stones, Player::Black, Player::Black)).key(&hashes);
        for point in 0..12 {
            assert_eq!(key.from_image(&hashes, key.to_image(&hashes, point)), point);
        }
    }
}
