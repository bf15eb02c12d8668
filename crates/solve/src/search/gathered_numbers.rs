//! Numbers that are gathered without repetition and are wanted in ascending order: those of the reads of a proof.
//!
//! They come in clusters, and mostly one after the other in ascending order. So they are gathered as
//! words of bits: fewer things are looked up, and sorted, than there are numbers.

use super::absent::Kind;

/// How many numbers a word stands for.
const IN_A_WORD: u64 = u64::BITS as u64;

/// Numbers without repetition.
#[derive(Debug)]
pub struct GatheredNumbers {
    /// The words of which a bit is set, in the order in which they came.
    words: Vec<Word>,
    /// The number of the word that was met last.
    last: usize,
    /// An open-addressed table of the same by [`Word::place`]: for each 1 more than its number, and 0 for an empty slot. As many slots
    /// are in use as `used` says: a power of two, of which at most two thirds are taken. (They are cleared in each round, which takes a
    /// large part of its time if they are many.)
    slots: Vec<u32>,
    used: usize,
}

/// Numbers in succession, of which each that is there has a bit.
#[derive(Debug, Clone, Copy)]
struct Word {
    /// The first number divided by as many as there are.
    place: u64,
    bits: u64,
}

/// The slots that are in use for few words.
const SLOTS: usize = 64;

impl Default for GatheredNumbers {
    fn default() -> GatheredNumbers {
        GatheredNumbers { words: Vec::new(), last: 0, slots: vec![0; SLOTS], used: SLOTS }
    }
}

impl GatheredNumbers {
    /// Adds a number, if it is not among them.
    #[inline]
    pub fn add(&mut self, number: u64) {
        let (place, bit) = (number / IN_A_WORD, 1 << (number % IN_A_WORD));
        match self.words.get_mut(self.last) {
            Some(word) if word.place == place => word.bits |= bit,
            _ => self.add_elsewhere(place, bit),
        }
    }

    /// Takes the numbers away, in ascending order, and adds them to a list.
    fn take(&mut self, list: &mut Vec<u64>) {
        self.words.sort_unstable_by_key(|word| word.place);
        for Word { place, mut bits } in self.words.drain(..) {
            while bits != 0 {
                list.push(place * IN_A_WORD + u64::from(bits.trailing_zeros()));
                bits &= bits - 1;
            }
        }
        self.slots[..self.used].fill(0);
        (self.used, self.last) = (SLOTS, 0);
    }

    /// Adds a bit to a word that is not the last.
    fn add_elsewhere(&mut self, place: u64, bit: u64) {
        let slot = self.slot(place);
        match self.slots[slot].checked_sub(1) {
            Some(word) => {
                self.last = word as usize;
                self.words[self.last].bits |= bit;
            }
            None => {
                self.last = self.words.len();
                self.words.push(Word { place, bits: bit });
                self.slots[slot] = self.words.len() as u32;
                if 3 * self.words.len() > 2 * self.used {
                    self.grow();
                }
            }
        }
    }

    /// The slot of a place, or the empty one for it.
    #[inline]
    fn slot(&self, place: u64) -> usize {
        let slots = &self.slots[..self.used];
        let mask = slots.len() - 1;
        let mixed = place.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (mixed ^ mixed >> 32) as usize & mask;
        while slots[slot].checked_sub(1).is_some_and(|word| self.words[word as usize].place != place) {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[cold]
    fn grow(&mut self) {
        self.slots[..self.used].fill(0);
        self.used *= 2;
        self.slots.resize(self.slots.len().max(self.used), 0);
        for number in 0..self.words.len() {
            let slot = self.slot(self.words[number].place);
            self.slots[slot] = 1 + number as u32;
        }
    }
}

/// Reads that facts are absent, gathered without repetition.
#[derive(Debug, Default)]
pub struct GatheredAbsent {
    /// The numbers of the reads of each kind that was ever met, in the order of the kinds.
    of_kinds: Vec<(Kind, GatheredNumbers)>,
}

impl GatheredAbsent {
    /// Where the numbers of a kind are gathered.
    #[inline]
    pub fn of_kind(&mut self, kind: Kind) -> &mut GatheredNumbers {
        let place = match self.of_kinds.iter().position(|(known, _)| *known == kind) {
            Some(place) => place,
            None => {
                let place = self.of_kinds.partition_point(|(known, _)| *known < kind);
                self.of_kinds.insert(place, (kind, GatheredNumbers::default()));
                place
            }
        };
        &mut self.of_kinds[place].1
    }

    /// In how many words the numbers are: no more than there are reads.
    pub fn words(&self) -> usize {
        self.of_kinds.iter().map(|(_, numbers)| numbers.words.len()).sum()
    }

    /// Takes the reads away, kind by kind: the numbers of each are in ascending order, and are passed on in a list that is empty
    /// before.
    pub fn take(&mut self, list: &mut Vec<u64>, mut pass: impl FnMut(Kind, &[u64])) {
        for (kind, numbers) in self.of_kinds.iter_mut().filter(|(_, numbers)| !numbers.words.is_empty()) {
            list.clear();
            numbers.take(list);
            pass(*kind, list);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn each_number_is_there_once_and_they_are_sorted(
            rounds in prop::collection::vec(prop::collection::vec((0u64..20_000, 0u32..30, 1u64..9), 0..600), 1..4),
        ) {
            let mut gathered = GatheredNumbers::default();
            for round in rounds {
                // Some come in succession.
                let numbers: Vec<u64> =
                    round.into_iter().flat_map(|(first, shift, few)| (0..few).map(move |more| (first << shift) + more)).collect();
                numbers.iter().for_each(|number| gathered.add(*number));
                let wanted: std::collections::BTreeSet<u64> = numbers.into_iter().collect();
                let mut all = vec![7];
                gathered.take(&mut all);
                prop_assert_eq!(&all[1..], &wanted.into_iter().collect::<Vec<_>>()[..]);
            }
        }
    }
}
