//! Proof numbers, in a table of fixed size.
//!
//! A proof number estimates how much work it is to prove that the mover reaches his aim, a disproof
//! number that he does not. They guide the search and carry no truth: they may be overwritten, lost, or
//! belong to another key with the same hash, and the answers stay exact.

use crate::rules::Key;
use crate::solve::question::Side;

/// The largest number; anything that would be more stays there.
pub const MOST: u32 = u32::MAX / 4;

/// The proof and the disproof number of the mover's aim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    /// The work left to prove that the mover reaches his aim.
    pub proof: u32,
    /// The work left to prove that he does not.
    pub disproof: u32,
}

impl Numbers {
    /// Nothing is known.
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

    /// Never reached by a number.
    pub const UNLIMITED: Numbers = Numbers { proof: u32::MAX, disproof: u32::MAX };

    /// The numbers, or limits, of a key as an opponent of the player before would have them: as they are if it is
    /// one who moves there, and exchanged if it is another player of the same side. (And back.)
    pub fn across(self, before: &Key, key: &Key) -> Numbers {
        match Side::of(before.mover) == Side::of(key.mover) {
            false => self,
            true => Numbers { proof: self.disproof, disproof: self.proof },
        }
    }
}

/// A hash and, in one word, the two numbers; no number is 0, so a word of 0 is an empty slot. Plain
/// integers, so that a large table costs nothing before it is used.
type Slot = [u64; 2];

/// The hash of a few words, the same on every machine.
///
/// Which numbers are overwritten depends on the hashes, and which nodes are searched depends on that. A
/// hasher that uses what the processor offers would make the same search take other nodes elsewhere, and
/// the published tables say how many there were. Each word is added and mixed in by the finaliser of
/// splitmix64 (Steele, Lea and Flood, 2014).
#[inline]
pub fn digest(words: [u64; 4]) -> u64 {
    words.into_iter().fold(0x243f_6a88_85a3_08d3, |hash, word| {
        let mut mixed = (hash ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    })
}

/// The slots that one hash may use.
const WAYS: usize = 4;

/// The table.
pub struct ProofNumbers {
    slots: Vec<Slot>,
}

fn unpack(word: u64) -> Numbers {
    Numbers { proof: (word >> 32) as u32, disproof: word as u32 }
}

impl ProofNumbers {
    /// A table of at most `bytes`, but never less than a few slots.
    pub fn new(bytes: usize) -> ProofNumbers {
        let slots = (bytes / size_of::<Slot>()).max(WAYS * 64);
        ProofNumbers { slots: vec![[0; 2]; 1 << slots.ilog2()] }
    }

    /// The memory that the table may come to use, in bytes.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot>()
    }

    /// Makes the table smaller, forgetting all of it.
    pub fn shrink(&mut self, bytes: usize) {
        if bytes < self.bytes() {
            *self = ProofNumbers::new(bytes);
        }
    }

    fn ways(&self, hash: u64) -> usize {
        (hash as usize) & (self.slots.len() - 1) & !(WAYS - 1)
    }

    /// What is known of a hash.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Numbers> {
        let first = self.ways(hash);
        let [_, word] =
            self.slots[first..first + WAYS].iter().find(|slot| slot[0] == hash && slot[1] != 0)?;
        Some(unpack(*word))
    }

    /// Remembers the numbers of a hash, in place of those that cost the least.
    pub fn put(&mut self, hash: u64, numbers: Numbers) {
        let first = self.ways(hash);
        let ways = &mut self.slots[first..first + WAYS];
        let place = ways.iter().position(|slot| slot[0] == hash).unwrap_or_else(|| {
            let cost = |slot: &Slot| unpack(slot[1]).proof.min(unpack(slot[1]).disproof);
            (0..WAYS).min_by_key(|&way| cost(&ways[way])).unwrap_or(0)
        });
        ways[place] = [hash, u64::from(numbers.proof) << 32 | u64::from(numbers.disproof)];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_last_is_got() {
        let mut advice = ProofNumbers::new(1 << 16);
        let numbers = |n| Numbers { proof: n, disproof: n + 1 };
        assert_eq!(advice.get(77), None);
        advice.put(77, numbers(5));
        advice.put(77, numbers(3));
        assert_eq!(advice.get(77), Some(numbers(3)));
    }

    #[test]
    fn a_full_set_loses_its_cheapest() {
        let mut advice = ProofNumbers::new(1 << 12);
        let stride = 1 << 32;
        for n in 0..=WAYS as u64 {
            advice.put(8 + n * stride, Numbers { proof: 10 + n as u32, disproof: 99 });
        }
        assert_eq!(advice.get(8), None);
        assert!(advice.get(8 + stride).is_some());
        assert!(advice.get(8 + WAYS as u64 * stride).is_some());
    }
}
