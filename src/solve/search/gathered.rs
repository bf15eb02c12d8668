//! The reads of a proof while it is put together: each once, as the lemmas of different moves share many of theirs, and
//! sorting takes longer than looking a read up.

use super::needs::Read;

/// Reads without repetition, in the order in which they came.
#[derive(Debug)]
pub struct Gathered {
    reads: Vec<Read>,
    /// An open-addressed table of the same: one more than the place of a read, or 0 where there is none. Its length is a
    /// power of two, and at most half of it is taken.
    slots: Vec<u32>,
}

/// The slots of a new table.
const SLOTS: usize = 128;

impl Gathered {
    /// No reads.
    pub fn new() -> Gathered {
        Gathered { reads: Vec::new(), slots: vec![0; SLOTS] }
    }

    /// Adds a read, if it is not among them.
    #[inline]
    pub fn add(&mut self, read: Read) {
        let slot = self.slot(&read);
        if self.slots[slot] != 0 {
            return;
        }
        self.reads.push(read);
        self.slots[slot] = self.reads.len() as u32;
        if 2 * self.reads.len() > self.slots.len() {
            self.grow();
        }
    }

    /// The reads.
    pub fn all(self) -> Vec<Read> {
        self.reads
    }

    /// The slot of a read, or the empty one where it would be.
    #[inline]
    fn slot(&self, read: &Read) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = read.fact.mixed() as usize & mask;
        loop {
            match self.slots[slot].checked_sub(1) {
                Some(place) if self.reads[place as usize] != *read => slot = (slot + 1) & mask,
                _ => return slot,
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![0; 4 * self.slots.len()];
        for place in 0..self.reads.len() {
            let slot = self.slot(&self.reads[place]);
            self.slots[slot] = place as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Player, Position};
    use crate::rules::fact::{Class, Fact};
    use crate::solve::search::needs::Needs;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_read_is_there_once_and_none_is_lost(parts in prop::collection::vec((0u64..40, 0u64..3, 0usize..3, any::<bool>()), 0..600)) {
            let reads: Vec<Read> = parts
                .into_iter()
                .map(|(black, white, who, present)| Read {
                    fact: Fact::of(Class::Stood, [None, Some(Player::Black), Some(Player::White)][who], Position { stones: [black, white << 8] }),
                    needs: if present { Needs::Present } else { Needs::Absent },
                })
                .collect();
            let mut gathered = Gathered::new();
            reads.iter().for_each(|read| gathered.add(*read));
            let wanted: std::collections::BTreeSet<Read> = reads.into_iter().collect();
            let mut all = gathered.all();
            all.sort_unstable();
            prop_assert_eq!(all, wanted.into_iter().collect::<Vec<_>>());
        }
    }
}
