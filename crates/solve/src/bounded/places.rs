//! States by number, compactly: a proof has tens of millions of them.

use std::hash::BuildHasher;

use super::place::Place;
use superko_go::hashing::FixedState;

/// The fewest slots.
const FIRST: usize = 16;

/// States, which are numbered in the order in which they are added.
#[derive(Debug, Clone, Default)]
pub struct Places {
    list: Vec<Place>,
    /// One more than the number of a state, 0 where there is none. A state's slot is the first from that of its hash on that
    /// bears its number; at most half of the slots are taken.
    slots: Vec<u32>,
    hasher: FixedState,
}

impl Places {
    /// About how many bytes a state takes.
    pub const BYTES: usize = size_of::<Place>() + 4 * size_of::<u32>();

    /// All states, by number.
    pub fn list(&self) -> &[Place] {
        &self.list
    }

    /// The number of a state, if it was added.
    pub fn number(&self, place: &Place) -> Option<u32> {
        if self.slots.is_empty() { None } else { self.slots[self.slot(place)].checked_sub(1) }
    }

    /// Adds a state that was not added before, and returns its number.
    pub fn add(&mut self, place: Place) -> u32 {
        if 2 * (self.list.len() + 1) > self.slots.len() {
            self.slots = vec![0; (2 * self.slots.len()).max(FIRST)];
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

    /// The slot of a state, or the empty one that it would get.
    fn slot(&self, place: &Place) -> usize {
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
