//! The reads of a proof while it is put together.

use super::lemma::{Needs, Read, Reads};
use super::packed_read::Kind;
use super::packer::Packer;
use super::runs::Runs;
use crate::canon::Frame;
use std::sync::Arc;
use superko_go::Board;
use superko_rules::fact::Class;

/// In how many words of numbers the reads may be that a lemma has beside the runs that it shares. If there are more it gets runs of
/// its own.
const MOST_BESIDE: usize = 64;

/// The least length of the reads, one after the other, of runs that are shared, in bytes: to look through a frame takes longer.
const LEAST_SHARED: usize = 256;

/// Whether runs are shared however short they are. They are with debug assertions, and so in all comparisons with the naive solver,
/// whose boards have few reads.
const SHARE_ALL: bool = cfg!(debug_assertions);

/// The least number of reads that are not of the usual kind for which there is room.
const LEAST_ROOM: usize = 256;

/// Reads of which each counts once, however often it is added.
#[derive(Debug)]
pub struct ProofReads {
    /// The frame of the lemma.
    frame: Frame,
    /// Reads of the usual kind, seen through the frame.
    absent: GatheredAbsent,
    /// The others, in the real frame, some of them more than once.
    others: Vec<Read>,
    /// Runs of which all reads are among them, too, and the frame that leads to theirs.
    shared: Option<(Arc<Runs>, Frame)>,
    packer: Packer,
}

impl Default for ProofReads {
    fn default() -> ProofReads {
        ProofReads {
            frame: Frame::IDENTITY,
            absent: GatheredAbsent::default(),
            others: Vec::new(),
            shared: None,
            packer: Packer::default(),
        }
    }
}

impl ProofReads {
    /// Begins with no reads, for a lemma in this frame.
    pub fn begin(&mut self, frame: Frame) {
        self.frame = frame;
    }

    /// Adds a read.
    #[inline]
    pub fn add(&mut self, board: &Board, read: Read) {
        if read.needs == Needs::Absent {
            let fact = self.frame.facts_in(board).of(&read.fact);
            if let Some((kind, number)) = Kind::of(board, &fact) {
                return self.absent.of_kind(kind).add(number);
            }
        }
        if self.others.len() == self.others.capacity() {
            self.make_room();
        }
        self.others.push(read);
    }

    /// Drops what is there more than once of the reads that are not of the usual kind, and makes room for as many as are left,
    /// so that the list stays within a few times the reads that differ.
    #[cold]
    fn make_room(&mut self) {
        self.others.sort_unstable();
        self.others.dedup();
        self.others.reserve(self.others.len().max(LEAST_ROOM));
    }

    /// Adds all reads of some runs, to which a frame leads, in the expectation that few others are added, so that the runs can be
    /// shared. That can be done once.
    pub fn share(&mut self, board: &Board, runs: &Arc<Runs>, frame: Frame) {
        debug_assert!(self.shared.is_none());
        match SHARE_ALL || runs.length() >= LEAST_SHARED {
            true => self.shared = Some((Arc::clone(runs), frame)),
            false => self.add_runs(board, runs, frame, |_| true),
        }
    }

    /// Adds the reads of some runs, to which a frame leads, that are about facts of classes that pass a test.
    pub fn add_runs(&mut self, board: &Board, runs: &Runs, frame: Frame, test: impl Fn(Class) -> bool) {
        let across = self.frame.instead_of(frame, board);
        let map = across.facts_in(board);
        for run in runs.all(board).filter(|run| test(run.kind().class)) {
            let kind = run.kind().image(&map);
            let numbers = self.absent.of_kind(kind);
            match map.is_identity() {
                true => run.numbers().for_each(|number| numbers.add(number)),
                false => {
                    run.numbers().for_each(|number| numbers.add(kind.number_of_image(board, number, &map)))
                }
            }
        }
    }

    /// Takes the reads away, seen through the frame. `join` is told of all of them in the real frame, in ascending order, if some are
    /// margins.
    pub fn take(&mut self, board: &Board, join: impl FnOnce(&mut Vec<Read>)) -> Reads {
        let frame = self.frame;
        let is_margin = |read: &Read| matches!(read.needs, Needs::Margin(_) | Needs::MarginIfPresent(_));
        let margins = self.others.iter().any(is_margin);
        let mut shared = None;
        if let Some((runs, inside)) = self.shared.take() {
            let seen = frame.instead_of(inside, board);
            match margins || seen.is_identity() || self.absent.words() > MOST_BESIDE {
                true => self.add_runs(board, &runs, inside, |_| true),
                false => shared = Some((runs, seen)),
            }
        }
        if margins {
            let mut all = std::mem::take(&mut self.others);
            let map = frame.facts_out(board);
            self.absent.take(&mut Vec::new(), |kind, numbers| {
                let reads = numbers.iter().map(|number| kind.read(board, *number));
                all.extend(reads.map(|read| Read { fact: map.of(&read.fact), ..read }));
            });
            all.sort_unstable();
            all.dedup();
            join(&mut all);
            all.into_iter().for_each(|read| self.add(board, read));
        }
        let others = &mut self.others;
        let map = frame.facts_in(board);
        for read in others.iter_mut() {
            *read = Read { fact: map.of(&read.fact), needs: read.needs.seen_through(frame) };
        }
        match shared {
            Some((runs, seen)) => self.packer.pack_beside(board, runs, seen, &mut self.absent, others),
            None => self.packer.pack(board, &mut self.absent, others),
        }
    }
}

// --- gathered numbers ------------------------------------------------------------------------------------------------
//
// Numbers that are gathered without repetition and are wanted in ascending order: those of the reads of a proof.
//
// They come in clusters, and mostly one after the other in ascending order. So they are gathered as
// words of bits: fewer things are looked up, and sorted, than there are numbers.

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
mod proof_reads_tests {
    use std::collections::BTreeSet;

    use super::*;
    use proptest::prelude::*;
    use superko_go::Position;
    use superko_rules::fact::Fact;

    proptest! {
        #[test]
        fn a_read_that_is_added_often_counts_once(
            rounds in prop::collection::vec(prop::collection::vec((0u64..600, any::<bool>()), 0..1500), 1..4),
            symmetry in 0u16..4, exchanged in any::<bool>(),
        ) {
            let (board, frame) = (Board::grid(3, 4).unwrap(), Frame { symmetry, exchanged });
            let map = frame.facts_in(&board);
            let mut gathered = ProofReads::default();
            for round in rounds {
                let reads: Vec<Read> = round.into_iter().map(|(stones, absent)| Read {
                    fact: Fact::of(Class::ALL[0], None, Position { stones: [stones, 0] }),
                    needs: if absent { Needs::Absent } else { Needs::Present },
                }).collect();
                gathered.begin(frame);
                reads.iter().for_each(|read| gathered.add(&board, *read));
                let taken = gathered.take(&board, |_| unreachable!("there are no margins"));
                let wanted: BTreeSet<Read> = reads.iter().map(|read| Read { fact: map.of(&read.fact), ..*read }).collect();
                let mut all = Vec::new();
                taken.all(&board, |read| { all.push(read); true });
                prop_assert_eq!(all.len(), wanted.len());
                prop_assert_eq!(all.into_iter().collect::<BTreeSet<_>>(), wanted);
            }
        }
    }
}

#[cfg(test)]
mod gathered_numbers_tests {
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
