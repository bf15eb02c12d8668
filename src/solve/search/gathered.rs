//! Things that are gathered without repetition, each looked up by a word. Reads of a proof are: the lemmas of different
//! moves share many of theirs, and sorting takes longer than looking a read up.

use crate::hashing::Mix;

/// Things without repetition, in the order in which they came.
#[derive(Debug)]
pub struct Gathered<T> {
    things: Vec<T>,
    /// An open-addressed table of the same, of which as many slots are in use as `used` says: a power of two, of which at most two
    /// thirds are taken. (They are cleared in each round, which takes a large part of its time if they are many.)
    slots: Vec<Option<T>>,
    used: usize,
}

/// The slots that are in use for few things.
const SLOTS: usize = 128;

impl<T: Copy> Default for Gathered<T> {
    fn default() -> Gathered<T> {
        Gathered { things: Vec::new(), slots: vec![None; SLOTS], used: SLOTS }
    }
}

impl<T: Mix + Eq + Copy> Gathered<T> {
    /// Adds a thing, if it is not among them.
    #[inline]
    pub fn add(&mut self, thing: T) {
        if self.enter(thing) {
            self.things.push(thing);
            if 3 * self.things.len() > 2 * self.used {
                self.grow();
            }
        }
    }

    /// The things so far.
    pub fn all(&self) -> &[T] {
        &self.things
    }

    /// The things, which are to be drained: the next round begins without them.
    pub fn take(&mut self) -> &mut Vec<T> {
        if !self.things.is_empty() {
            self.slots[..self.used].fill(None);
            self.used = SLOTS;
        }
        &mut self.things
    }

    /// Enters a thing into the table. Returns whether it was not there.
    #[inline]
    fn enter(&mut self, thing: T) -> bool {
        let slots = &mut self.slots[..self.used];
        let mask = slots.len() - 1;
        let mut slot = thing.mixed() as usize & mask;
        while let Some(known) = slots[slot] {
            if known == thing {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        slots[slot] = Some(thing);
        true
    }

    #[cold]
    fn grow(&mut self) {
        self.slots[..self.used].fill(None);
        self.used *= 2;
        self.slots.resize(self.slots.len().max(self.used), None);
        for place in 0..self.things.len() {
            self.enter(self.things[place]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    struct Thing(u64);

    impl Mix for Thing {
        fn mixed(&self) -> u64 {
            self.0 / 3
        }
    }

    proptest! {
        #[test]
        fn each_thing_is_there_once_and_none_is_lost(rounds in prop::collection::vec(prop::collection::vec(0u64..700, 0..600), 1..4)) {
            let mut gathered = Gathered::default();
            for things in rounds {
                things.iter().for_each(|thing| gathered.add(Thing(*thing)));
                let wanted: std::collections::BTreeSet<u64> = things.into_iter().collect();
                let mut all: Vec<u64> = gathered.take().drain(..).map(|Thing(thing)| thing).collect();
                all.sort_unstable();
                prop_assert_eq!(all, wanted.into_iter().collect::<Vec<_>>());
            }
        }
    }
}
