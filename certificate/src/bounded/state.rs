//! The states of a proof, and their canonical forms under the symmetries of the board.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use crate::format::{Header, Stones};
use crate::rules::Board;

/// The intersection that [`State::ko`] names where there is no ko.
pub const NO_KO: u8 = u8::MAX;

/// The most permutations of a board. That they are a group is tested pair by pair.
const MAX_IMAGES: usize = 1 << 10;

/// A state: stones, player to move, and what the last move has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The stones of Black and of White.
    pub stones: [u64; 2],
    /// The player to move, by number.
    pub mover: u8,
    /// The intersection where a ko may not be retaken at once, or 255.
    pub ko: u8,
    /// Whether the last move was a pass. At the prover's turn it is one of his opponent that
    /// followed no pass, at his opponent's turn any pass of the prover.
    pub passed: bool,
}

impl State {
    /// The state in which a game starts.
    pub(super) fn start(stones: &Stones, mover: u8) -> State {
        State { stones: [stones[0], stones[1]], mover, ko: NO_KO, passed: false }
    }

    /// The position in the form of other certificates.
    pub(super) fn position(&self) -> Stones {
        [self.stones[0], self.stones[1], 0]
    }

    /// The state after a pass.
    pub(super) fn pass(&self) -> State {
        State { stones: self.stones, mover: 1 - self.mover, ko: NO_KO, passed: true }
    }

    /// The state after a stone that the board admits and that retakes no ko.
    pub(super) fn stone(&self, board: &Board, point: usize) -> Option<State> {
        if point == usize::from(self.ko) {
            return None;
        }
        let (after, captured) = board.place(&self.position(), self.mover, point)?;
        let ko = board.ko(point, self.mover, &after, captured);
        Some(State {
            stones: [after[0], after[1]],
            mover: 1 - self.mover,
            ko: ko.map_or(NO_KO, |point| point as u8),
            passed: false,
        })
    }
}

/// The symmetries of a board, each as tables of the images of eight intersections.
pub struct Symmetries {
    points: usize,
    tables: Vec<ImageTable>,
}

struct ImageTable {
    image: Vec<u8>,
    sets: Vec<[u64; 256]>,
}

impl ImageTable {
    fn of(image: Vec<u8>) -> ImageTable {
        let sets = image.chunks(8).map(|images| {
            std::array::from_fn(|byte| {
                let members = (0..).zip(images).filter(|(bit, _)| byte >> bit & 1 == 1);
                members.fold(0, |set, (_, point)| set | 1u64 << point)
            })
        });
        ImageTable { sets: sets.collect(), image }
    }

    fn set(&self, set: u64) -> u64 {
        (0..).zip(&self.sets).fold(0, |all, (byte, table)| all | table[(set >> (8 * byte) & 255) as usize])
    }
}

impl Symmetries {
    /// The symmetries of a grid, or the permutations that a header lists for a graph. These must be
    /// a group: only then do two images of one state have the same canonical form, on which the
    /// test of what recurs rests.
    pub fn of(header: &Header, board: &Board) -> Result<Symmetries, String> {
        let mut images: Vec<Vec<u8>> = board.images().to_vec();
        images.sort();
        images.dedup();
        if header.graph.is_some() {
            if images.len() > MAX_IMAGES {
                return Err(format!("more than {MAX_IMAGES} permutations"));
            }
            let known: HashSet<&Vec<u8>> = images.iter().collect();
            let product = |one: &Vec<u8>, other: &Vec<u8>| -> Vec<u8> {
                other.iter().map(|point| one[usize::from(*point)]).collect()
            };
            if !images.iter().all(|one| images.iter().all(|other| known.contains(&product(one, other)))) {
                return Err("maps that are not a group".to_string());
            }
        }
        let identity: Vec<u8> = (0..board.points as u8).collect();
        images.retain(|image| *image != identity);
        Ok(Symmetries { points: board.points, tables: images.into_iter().map(ImageTable::of).collect() })
    }

    /// The canonical form of a state: the least of its images. Images are compared by the set of
    /// black stones as a number, then by the set of white stones, then by the ko.
    pub fn canonical(&self, state: &State) -> State {
        let mut least = *state;
        for table in &self.tables {
            let black = table.set(state.stones[0]);
            if black > least.stones[0] {
                continue;
            }
            let stones = [black, table.set(state.stones[1])];
            let ko =
                if usize::from(state.ko) < self.points { table.image[usize::from(state.ko)] } else { NO_KO };
            if (stones, ko) < (least.stones, least.ko) {
                least = State { stones, ko, ..*state };
            }
        }
        least
    }
}

/// A hash table of states, numbered in the order in which they are added.
#[derive(Default)]
pub struct States {
    list: Vec<State>,
    /// One more than the number of a state, or 0 in an empty slot. A state is in the slot of its
    /// hash or after it (linear probing).
    slots: Vec<u32>,
    hasher: RandomState,
}

impl States {
    /// The state of a number, if it is given.
    pub fn get(&self, number: usize) -> Option<State> {
        self.list.get(number).copied()
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The states in order.
    pub fn into_list(self) -> Vec<State> {
        self.list
    }

    /// The number of a state, if it was added.
    pub fn number(&self, state: &State) -> Option<u32> {
        if self.slots.is_empty() { None } else { self.slots[self.slot(state)].checked_sub(1) }
    }

    /// Adds a state that is not there, and returns its number.
    pub fn add(&mut self, state: State) -> u32 {
        if 2 * (self.list.len() + 1) > self.slots.len() {
            self.slots = vec![0; (2 * self.slots.len()).max(16)];
            for number in 0..self.list.len() {
                let slot = self.slot(&self.list[number]);
                self.slots[slot] = number as u32 + 1;
            }
        }
        let slot = self.slot(&state);
        self.list.push(state);
        self.slots[slot] = self.list.len() as u32;
        self.slots[slot] - 1
    }

    /// The slot of a state, or the empty one in which it would be.
    fn slot(&self, state: &State) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = self.hasher.hash_one(state) as usize & mask;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if self.list[number as usize] == *state {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }
}
