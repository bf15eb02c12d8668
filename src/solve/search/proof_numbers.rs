//! Proof numbers, in a table that grows up to a fixed size.
//!
//! A proof number estimates how much work it is to prove that the mover reaches his aim, a disproof number how
//! much to prove that he does not. They guide the search and carry no truth: they may be overwritten, lost, or
//! belong to another key with the same hash, and the answers stay exact.

use crate::rules::Key;
use crate::solve::question::Side;

/// The largest number; larger ones are kept as this one.
pub const MOST: u32 = u32::MAX / 4;

/// The proof number and the disproof number of the mover's aim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    /// The work left to prove that the mover reaches his aim.
    pub proof: u32,
    /// The work left to prove that he does not.
    pub disproof: u32,
}

impl Numbers {
    /// The numbers of a key of which nothing is known.
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

    /// Limits that no number reaches.
    pub const UNLIMITED: Numbers = Numbers { proof: u32::MAX, disproof: u32::MAX };

    /// Translates numbers, or limits, between a key and the key before it.
    ///
    /// Numbers are kept from the mover's side and combined negamax-style, which assumes that the mover after a move
    /// is an opponent. With more than two players several of one side may move in succession; then proof and disproof are
    /// exchanged. The translation is its own inverse.
    pub fn across(self, before: &Key, key: &Key) -> Numbers {
        match Side::of(before.mover) == Side::of(key.mover) {
            false => self,
            true => Numbers { proof: self.disproof, disproof: self.proof },
        }
    }
}

/// The hash of a few words, the same on every machine.
///
/// Which numbers are overwritten depends on the hashes, and which nodes are searched depends on that. A hasher
/// that uses instructions of the processor would make the same search visit other nodes on another machine, and
/// the published tables record how many there were. Each word is mixed in by the finaliser of splitmix64
/// (G. Steele, D. Lea, C. Flood, *Fast splittable pseudorandom number generators*, 2014).
#[inline]
pub fn digest(words: [u64; 4]) -> u64 {
    words.into_iter().fold(0x243f_6a88_85a3_08d3, |hash, word| {
        let mut mixed = (hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    })
}

/// A hash and, in one word, the two numbers. No number is 0, so a word of 0 marks an empty slot.
type Slot = [u64; 2];

const EMPTY: Slot = [0; 2];

/// The slots of a set. The low bits of a hash choose its set, above those that would choose a slot in it.
const WAYS: usize = 4;

/// A set. It lies in one line of the cache, as a search looks up sets that it has not seen for long more than it does
/// anything else.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Set([Slot; WAYS]);

/// The sets of a new table.
const FIRST_SETS: usize = 1 << 6;

/// The table: sets of [`WAYS`] slots, the occupied ones of a set first and, until one is replaced, in the order
/// in which their hashes came.
///
/// # Growth
/// A table starts small and is doubled when a hash comes to a full set. Only at its largest size does a hash
/// replace another. The answers are those of a table that has had the largest size from the beginning: every set
/// of the larger table is part of one set of the smaller, so until a set of the smaller one overflows none of the
/// larger one has overflowed, both hold every hash that came, and the hashes of a set of the larger one stand in
/// the order in which they came. So growth changes no node count.
pub struct ProofNumbers {
    sets: Vec<Set>,
    /// The largest number of sets.
    most: usize,
}

fn unpack(word: u64) -> Numbers {
    Numbers { proof: (word >> 32) as u32, disproof: word as u32 }
}

impl ProofNumbers {
    /// A table that grows to at most `bytes`, but may always have a few slots.
    pub fn new(bytes: usize) -> ProofNumbers {
        let most = 1 << (bytes / size_of::<Set>()).max(FIRST_SETS).ilog2();
        ProofNumbers::with_sets(FIRST_SETS, most)
    }

    fn with_sets(sets: usize, most: usize) -> ProofNumbers {
        ProofNumbers { sets: vec![Set([EMPTY; WAYS]); sets], most }
    }

    /// Lowers the largest size. A table that may not be as large as it could become until now forgets all of it.
    pub fn shrink(&mut self, bytes: usize) {
        if bytes < self.most * size_of::<Set>() {
            *self = ProofNumbers::new(bytes);
        }
    }

    /// The place of the set of a hash.
    #[inline]
    fn set_of(&self, hash: u64) -> usize {
        hash as usize / WAYS & (self.sets.len() - 1)
    }

    /// Reads a word of the set of a hash, and returns it. Where many hashes are looked up it pays to do this with all of
    /// them first: the processor then fetches their sets at the same time, and not one after the other.
    #[inline]
    pub fn touch(&self, hash: u64) -> u64 {
        self.sets[self.set_of(hash)].0[0][1]
    }

    /// The numbers that are known for a hash.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Numbers> {
        let Set(slots) = &self.sets[self.set_of(hash)];
        let [_, word] = slots.iter().find(|slot| slot[0] == hash && slot[1] != 0)?;
        Some(unpack(*word))
    }

    /// Stores the numbers of a hash. In a full set of a table of the largest size they replace those that cost the
    /// least.
    pub fn put(&mut self, hash: u64, numbers: Numbers) {
        let slot = [hash, u64::from(numbers.proof) << 32 | u64::from(numbers.disproof)];
        loop {
            let (place, grown) = (self.set_of(hash), self.sets.len() >= self.most);
            let Set(slots) = &mut self.sets[place];
            if let Some(place) = slots.iter().position(|known| known[0] == hash || known[1] == 0) {
                return slots[place] = slot;
            }
            if grown {
                let cost = |slot: &Slot| unpack(slot[1]).proof.min(unpack(slot[1]).disproof);
                return *slots.iter_mut().min_by_key(|known| cost(known)).expect("a set has slots") = slot;
            }
            self.double();
        }
    }

    /// Doubles the table. Each set becomes two, in which the slots keep their order.
    fn double(&mut self) {
        let mut larger = ProofNumbers::with_sets(2 * self.sets.len(), self.most);
        for &[hash, word] in self.sets.iter().flat_map(|set| &set.0).filter(|slot| slot[1] != 0) {
            larger.put(hash, unpack(word));
        }
        *self = larger;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_was_put_last_is_got() {
        let mut table = ProofNumbers::new(1 << 16);
        let numbers = |n| Numbers { proof: n, disproof: n + 1 };
        assert_eq!(table.get(77), None);
        table.put(77, numbers(5));
        table.put(77, numbers(3));
        assert_eq!(table.get(77), Some(numbers(3)));
    }

    #[test]
    fn a_full_set_of_the_largest_table_loses_its_cheapest() {
        let mut table = ProofNumbers::new(1 << 12);
        let stride = 1 << 32;
        for n in 0..=WAYS as u64 {
            table.put(8 + n * stride, Numbers { proof: 10 + n as u32, disproof: 99 });
        }
        assert_eq!(table.get(8), None);
        assert!(table.get(8 + stride).is_some());
        assert!(table.get(8 + WAYS as u64 * stride).is_some());
    }

    proptest! {
        /// Hashes of few bits, so that many share a set at every size.
        #[test]
        fn a_table_that_grows_answers_as_one_that_had_its_largest_size_from_the_beginning(
            puts in prop::collection::vec((0u64..64, 0u64..64, 1u32..9, 1u32..9), 1..3000), doublings in 0u32..6,
        ) {
            let most = FIRST_SETS << doublings;
            let mut grown = ProofNumbers::new(most * size_of::<Set>());
            let mut large = ProofNumbers::with_sets(most, most);
            for (low, high, proof, disproof) in puts {
                let hash = low * WAYS as u64 + (high << 8) + (high << 40);
                prop_assert_eq!(grown.get(hash), large.get(hash));
                for table in [&mut grown, &mut large] {
                    table.put(hash, Numbers { proof, disproof });
                }
            }
            let hashes = (0..64).flat_map(|low| (0..64).map(move |high| low * 4 + (high << 8) + (high << 40)));
            for hash in hashes {
                prop_assert_eq!(grown.get(hash), large.get(hash));
            }
        }
    }
}
