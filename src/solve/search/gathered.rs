//! Things that are gathered without repetition, each looked up by a word. Reads of a proof are: the lemmas of different
//! moves share many of theirs, and sorting takes longer than looking a read up.

use crate::hashing::Mix;

/// Things without repetition, in the order in which they came.
#[derive(Debug)]
pub struct Gathered<T> {
    things: Vec<T>,
    /// An open-addressed table of the same: in the low half one more than the place of a thing, in the high half the round
    /// in which it was added; a slot of an earlier round is empty. Its length is a power of two, and at most half of it is
    /// taken.
    slots: Vec<u64>,
    round: u32,
}

/// The slots of a new table.
const SLOTS: usize = 128;

impl<T> Default for Gathered<T> {
    fn default() -> Gathered<T> {
        Gathered { things: Vec::new(), slots: vec![0; SLOTS], round: 1 }
    }
}

impl<T: Mix + Eq> Gathered<T> {
    /// Adds a thing, if it is not among them.
    #[inline]
    pub fn add(&mut self, thing: T) {
        let slot = self.slot(&thing);
        if self.place(slot).is_some() {
            return;
        }
        self.things.push(thing);
        self.slots[slot] = u64::from(self.round) << 32 | self.things.len() as u64;
        if 2 * self.things.len() > self.slots.len() {
            self.grow();
        }
    }

    /// The things, which are to be drained: the next round begins without them.
    pub fn take(&mut self) -> &mut Vec<T> {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.slots.fill(0);
            self.round = 1;
        }
        &mut self.things
    }

    /// The place of the thing in a slot, if there is one.
    #[inline]
    fn place(&self, slot: usize) -> Option<usize> {
        let word = self.slots[slot];
        (word >> 32 == u64::from(self.round)).then(|| word as u32 as usize - 1)
    }

    /// The slot of a thing, or the empty one where it would be.
    #[inline]
    fn slot(&self, thing: &T) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = thing.mixed() as usize & mask;
        loop {
            match self.place(slot) {
                Some(place) if self.things[place] != *thing => slot = (slot + 1) & mask,
                _ => return slot,
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![0; 4 * self.slots.len()];
        for place in 0..self.things.len() {
            let slot = self.slot(&self.things[place]);
            self.slots[slot] = u64::from(self.round) << 32 | (place as u64 + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_thing_is_there_once_and_none_is_lost(rounds in prop::collection::vec(prop::collection::vec(0u128..700, 0..600), 1..4)) {
            let mut gathered = Gathered::default();
            for things in rounds {
                things.iter().for_each(|thing| gathered.add(*thing));
                let wanted: std::collections::BTreeSet<u128> = things.into_iter().collect();
                let mut all: Vec<u128> = gathered.take().drain(..).collect();
                all.sort_unstable();
                prop_assert_eq!(all, wanted.into_iter().collect::<Vec<_>>());
            }
        }
    }
}
