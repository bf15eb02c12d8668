//! Lists of reads are packed, and unpacked where they were written down.

use std::sync::Arc;

use super::golomb;
use super::read::{ListKey, Needs, PADDING, Read, checked_length, pack, position_width, unpack};
use super::read_set::{PostingList, PostingLists, ReadSet};
use crate::canon::Frame;
use superko_go::hashing::Mix;
use superko_go::{Board, Players};

/// Packs lists of reads, one after the other. What it needs meanwhile is kept for the next list: to ask for it anew each time
/// takes long where there are millions of lemmas, between which an allocator looks for room.
#[derive(Debug, Default)]
pub struct Packer {
    bytes: Vec<u8>,
    /// The reads that are in no run.
    singles: Vec<Read>,
    /// The numbers of reads of one kind.
    numbers: Vec<u64>,
}

/// So many reads have nearly all bits, and are taken to have all.
const SATURATED: usize = 512;

/// A bit for a read, chosen by a hash.
fn bit(board: &Board, read: &Read) -> u64 {
    match ListKey::of(board, &read.fact).filter(|_| read.needs == Needs::Absent) {
        Some((key, number)) => key.bit(number),
        // The highest bits of a hash choose one of 64.
        None => 1 << (read.fact.mixed() >> 58),
    }
}

impl Packer {
    /// Packs reads, which are taken away. Of the others none says that a fact is absent that has a [number](Kind::of); some may be
    /// there more than once.
    pub fn pack(&mut self, board: &Board, absent: &mut AbsentReads, others: &mut Vec<Read>) -> ReadSet {
        debug_assert!(
            others.iter().all(|read| read.needs != Needs::Absent || ListKey::of(board, &read.fact).is_none())
        );
        let (mut length, mut bits) = (0, self.begin(board, others));
        let Packer { bytes, singles, numbers } = self;
        bytes.clear();
        absent.drain(numbers, |key, numbers| {
            numbers.iter().for_each(|number| bits |= key.bit(*number));
            match numbers.len() < golomb::MIN_LEN {
                true => singles.extend(numbers.iter().map(|number| key.read(board, *number))),
                false => {
                    length += numbers.len() * key.read_length(board);
                    PostingList::pack(board, key, numbers, bytes);
                }
            }
        });
        let lists = (!bytes.is_empty()).then(|| Arc::new(PostingLists::of(bytes, length)));
        self.finish(board, lists, Frame::IDENTITY, bits)
    }

    /// Packs the reads of some runs, seen through a frame that leads from theirs, which is not the identity; and of the others, which
    /// are as in [`Packer::pack`], those that are not among them.
    pub fn pack_shared(
        &mut self,
        board: &Board,
        lists: Arc<PostingLists>,
        frame: Frame,
        absent: &mut AbsentReads,
        others: &mut Vec<Read>,
    ) -> ReadSet {
        debug_assert!(!frame.is_identity());
        let (inside, out) = (frame.facts_in(board), frame.facts_out(board));
        let mut bits = self.begin(board, others);
        let Packer { singles, numbers, .. } = self;
        absent.drain(numbers, |key, numbers| {
            for number in numbers {
                let read = key.read(board, *number);
                if !lists.contains(board, &out.of(&read.fact)) {
                    bits |= key.bit(*number);
                    singles.push(read);
                }
            }
        });
        if lists.count(board) < SATURATED {
            for list in lists.all(board) {
                let key = list.key().image(&inside);
                let number = |number| key.number_of_image(board, number, &inside);
                list.numbers().for_each(|seen| bits |= key.bit(number(seen)));
            }
        }
        self.finish(board, Some(lists), frame, bits)
    }

    /// Takes reads that are in no run, and returns their bits.
    fn begin(&mut self, board: &Board, others: &mut Vec<Read>) -> u64 {
        self.singles.clear();
        self.singles.append(others);
        self.singles.iter().fold(0, |bits, read| bits | bit(board, read))
    }

    /// Packs the rest. `bits` are those of the reads, if these are few.
    fn finish(
        &mut self,
        board: &Board,
        lists: Option<Arc<PostingLists>>,
        frame: Frame,
        bits: u64,
    ) -> ReadSet {
        let Packer { bytes, singles, .. } = self;
        singles.sort_unstable();
        singles.dedup();
        let many = singles.len() + lists.as_ref().map_or(0, |lists| lists.count(board)) >= SATURATED;
        let bits = if many { u64::MAX } else { bits };
        bytes.clear();
        singles.iter().for_each(|read| pack(board, read, bytes));
        let length = (bytes.len() + lists.as_ref().map_or(0, |lists| lists.length())) as u32;
        bytes.extend_from_slice(&[0; PADDING]);
        ReadSet { singles: Box::from(&bytes[..]), lists, frame, length, bits }
    }
}

impl ReadSet {
    /// Packs reads, which must be sorted and without repetition.
    #[cfg(test)]
    pub fn of_sorted(board: &Board, reads: &[Read]) -> ReadSet {
        let (mut absent, mut others) = split_reads(board, reads);
        Packer::default().pack(board, &mut absent, &mut others)
    }

    /// What [`ReadSet::singles`] has given for the same board, with the [runs](Reads::runs) of the same reads; `None` for what it
    /// never gives.
    pub fn of_packed(
        board: &Board,
        lists: Option<(Arc<PostingLists>, Frame)>,
        singles: &[u8],
    ) -> Option<ReadSet> {
        let (mut at, end, width) = (0, singles.len(), position_width(board));
        let mut packer = Packer::default();
        let bytes = [singles, &[0; PADDING]].concat();
        while at < end {
            checked_length(board, &bytes[at..], end - at)?;
            let read = unpack(board, width, &bytes, &mut at);
            // Stones of both colours on one intersection can look like a position of more planes.
            if read.fact.position.is_packed() && board.points() > Players::Six.most_points() {
                return None;
            }
            packer.singles.push(read);
        }
        if !packer.singles.is_sorted_by(|one, two| one < two) {
            return None;
        }
        let (lists, frame) = lists.map_or((None, Frame::IDENTITY), |(lists, frame)| (Some(lists), frame));
        let mut reads = packer.finish(board, lists, frame, 0);
        if reads.bits != u64::MAX {
            let mut bits = 0;
            reads.all(board, |read| {
                bits |= bit(board, &read);
                true
            });
            reads.bits = bits;
        }
        // There is one way to pack reads.
        (reads.singles[..] == bytes[..]).then_some(reads)
    }
}

/// Reads as [`Packer::pack`] wants them.
#[cfg(test)]
fn split_reads(board: &Board, reads: &[Read]) -> (AbsentReads, Vec<Read>) {
    let (mut absent, mut others) = (AbsentReads::default(), Vec::new());
    for read in reads {
        match ListKey::of(board, &read.fact).filter(|_| read.needs == Needs::Absent) {
            Some((key, number)) => absent.of_key(key).add(number),
            None => others.push(*read),
        }
    }
    (absent, others)
}

// --- gathered numbers ------------------------------------------------------------------------------------------------
//
// Numbers that are gathered without repetition and are wanted in ascending order: those of the reads of a proof.
//
// They come in clusters, and mostly one after the other in ascending order. So they are gathered as
// words of bits: fewer things are looked up, and sorted, than there are numbers.

/// How many numbers a word stands for.
const WORD_BITS: u64 = u64::BITS as u64;

/// Numbers without repetition.
#[derive(Debug)]
pub struct SparseBitset {
    /// The words of which a bit is set, in the order in which they came.
    words: Vec<Word>,
    /// The number of the word that was met last.
    last: usize,
    /// An open-addressed table of the same by [`Word::index`]: for each 1 more than its number, and 0 for an empty slot. As many slots
    /// are in use as `used` says: a power of two, of which at most two thirds are taken. (They are cleared in each round, which takes a
    /// large part of its time if they are many.)
    slots: Vec<u32>,
    used: usize,
}

/// Numbers in succession, of which each that is there has a bit.
#[derive(Debug, Clone, Copy)]
struct Word {
    /// The first number divided by as many as there are.
    index: u64,
    bits: u64,
}

/// The slots that are in use for few words.
const SLOTS: usize = 64;

impl Default for SparseBitset {
    fn default() -> SparseBitset {
        SparseBitset { words: Vec::new(), last: 0, slots: vec![0; SLOTS], used: SLOTS }
    }
}

impl SparseBitset {
    /// Adds a number, if it is not among them.
    #[inline]
    pub fn add(&mut self, number: u64) {
        let (index, bit) = (number / WORD_BITS, 1 << (number % WORD_BITS));
        match self.words.get_mut(self.last) {
            Some(word) if word.index == index => word.bits |= bit,
            _ => self.add_elsewhere(index, bit),
        }
    }

    /// Takes the numbers away, in ascending order, and adds them to a list.
    fn drain_into(&mut self, list: &mut Vec<u64>) {
        self.words.sort_unstable_by_key(|word| word.index);
        for Word { index, mut bits } in self.words.drain(..) {
            while bits != 0 {
                list.push(index * WORD_BITS + u64::from(bits.trailing_zeros()));
                bits &= bits - 1;
            }
        }
        self.slots[..self.used].fill(0);
        (self.used, self.last) = (SLOTS, 0);
    }

    /// Adds a bit to a word that is not the last.
    fn add_elsewhere(&mut self, index: u64, bit: u64) {
        let slot = self.slot(index);
        match self.slots[slot].checked_sub(1) {
            Some(word) => {
                self.last = word as usize;
                self.words[self.last].bits |= bit;
            }
            None => {
                self.last = self.words.len();
                self.words.push(Word { index, bits: bit });
                self.slots[slot] = self.words.len() as u32;
                if 3 * self.words.len() > 2 * self.used {
                    self.grow();
                }
            }
        }
    }

    /// The slot of a place, or the empty one for it.
    #[inline]
    fn slot(&self, index: u64) -> usize {
        let slots = &self.slots[..self.used];
        let mask = slots.len() - 1;
        let hash = index.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (hash ^ hash >> 32) as usize & mask;
        while slots[slot].checked_sub(1).is_some_and(|word| self.words[word as usize].index != index) {
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
            let slot = self.slot(self.words[number].index);
            self.slots[slot] = 1 + number as u32;
        }
    }
}

/// Reads that facts are absent, gathered without repetition.
#[derive(Debug, Default)]
pub struct AbsentReads {
    /// The numbers of the reads of each kind that was ever met, in the order of the kinds.
    by_key: Vec<(ListKey, SparseBitset)>,
}

impl AbsentReads {
    /// Where the numbers of a kind are gathered.
    #[inline]
    pub fn of_key(&mut self, key: ListKey) -> &mut SparseBitset {
        let index = match self.by_key.iter().position(|(known, _)| *known == key) {
            Some(index) => index,
            None => {
                let index = self.by_key.partition_point(|(known, _)| *known < key);
                self.by_key.insert(index, (key, SparseBitset::default()));
                index
            }
        };
        &mut self.by_key[index].1
    }

    /// In how many words the numbers are: no more than there are reads.
    pub fn words(&self) -> usize {
        self.by_key.iter().map(|(_, numbers)| numbers.words.len()).sum()
    }

    /// Takes the reads away, kind by kind: the numbers of each are in ascending order, and are passed on in a list that is empty
    /// before.
    pub fn drain(&mut self, list: &mut Vec<u64>, mut pass: impl FnMut(ListKey, &[u64])) {
        for (key, numbers) in self.by_key.iter_mut().filter(|(_, numbers)| !numbers.words.is_empty()) {
            list.clear();
            numbers.drain_into(list);
            pass(*key, list);
        }
    }
}

#[cfg(test)]
mod packer_tests {
    use super::super::Lemma;
    use super::super::read::Margin;
    use super::*;
    use crate::question::{Question, Side};
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::ops::Range;
    use superko_go::{Player, Position};
    use superko_rules::Points;
    use superko_rules::fact::{Class, Fact, SecondPosition};

    /// A read of any kind, of a position of so many planes, the second and third of which may be empty.
    fn any_read(points: u32, planes: usize) -> impl Strategy<Value = Read> {
        let full = u64::MAX >> (64 - points);
        let margin = (any::<bool>(), prop::option::of(any::<i32>()), -9i32..9, 1i32..5, any::<bool>());
        let stones = (any::<[u64; 3]>(), 1..=planes);
        let parts = (stones, 0u32..2000, 0..Class::COUNT, 0usize..7, 0usize..4, margin);
        parts.prop_map(
            move |((mut stones, planes), beside, class, who, needs, (bare, least, numer, denom, strict))| {
                stones[planes..].fill(0);
                if points == 64 {
                    // Two players have as many, and their stones do not overlap.
                    stones[1] &= !stones[0];
                }
                let question = Question { points: Points::new(numer, denom), strict };
                let margin = Margin { question, bare, least };
                // Margins are of tallied classes alone.
                let class =
                    if needs < 2 { Class::ALL[class] } else { Class::TALLIED[class % Class::TALLIED.len()] };
                Read {
                    fact: Fact {
                        class,
                        second: SecondPosition::from_number(beside.saturating_sub(1000)),
                        who: who.checked_sub(1).map(|index| Player::COLOURS[index]),
                        position: Position::of_planes(stones.map(|plane| plane & full)),
                    },
                    needs: [
                        Needs::Absent,
                        Needs::Present,
                        Needs::Margin(margin),
                        Needs::MarginIfPresent(margin),
                    ][needs],
                }
            },
        )
    }

    /// Reads of any kind, and many of those that come in runs.
    fn many_reads(points: u32, planes: usize) -> impl Strategy<Value = BTreeSet<Read>> {
        reads_with(points, planes, 0..200)
    }

    /// The same with about so many that come in runs.
    fn reads_with(points: u32, planes: usize, many: Range<usize>) -> impl Strategy<Value = BTreeSet<Read>> {
        let full = u64::MAX >> (64 - points);
        // Of two colours and of three, enough of each kind for runs of both.
        let plain = (any::<u64>(), any::<u64>(), 0usize..2, 0usize..2, any::<bool>());
        let plain = plain.prop_map(move |(one, two, class, who, red)| {
            let other = if red { two } else { two & !one };
            let position = Position { stones: [one & full, other & full & u64::MAX >> 1] };
            let who = who.checked_sub(1).map(|index| Player::COLOURS[index]);
            Read { fact: Fact::of(Class::ALL[class], who, position), needs: Needs::Absent }
        });
        let sets = (
            prop::collection::btree_set(any_read(points, planes), 0..20),
            prop::collection::btree_set(plain, many),
        );
        sets.prop_map(|(any, plain)| any.into_iter().chain(plain).collect())
    }

    /// The reads that were packed, from their bytes.
    fn unpacked(board: &Board, packed: &ReadSet) -> Option<ReadSet> {
        let lists = match packed.lists() {
            Some((lists, frame)) => Some((Arc::new(PostingLists::of_packed(board, lists.packed())?), frame)),
            None => None,
        };
        ReadSet::of_packed(board, lists, packed.singles())
    }

    /// Reads seen through a frame, in ascending order.
    fn seen(board: &Board, reads: &[Read], frame: Frame) -> Vec<Read> {
        let map = frame.facts_in(board);
        let image = |read: &Read| Read { fact: map.of(&read.fact), needs: read.needs.seen_through(frame) };
        let mut reads: Vec<Read> = reads.iter().map(image).collect();
        reads.sort_unstable();
        reads
    }

    /// The image of all reads that are in runs, which share these, and some others beside.
    fn sharing(board: &Board, reads: &ReadSet, frame: Frame, others: &[Read]) -> ReadSet {
        let (mut absent, mut others) = split_reads(board, others);
        let lists = Arc::clone(reads.lists().unwrap().0);
        Packer::default().pack_shared(board, lists, frame, &mut absent, &mut others)
    }

    /// A frame of a board with four symmetries or more that is not the identity.
    fn any_frame() -> impl Strategy<Value = Frame> {
        let frame = (0u16..4, any::<bool>()).prop_map(|(symmetry, exchanged)| Frame { symmetry, exchanged });
        frame.prop_filter("it is the identity", |frame| !frame.is_identity())
    }

    /// All reads, in ascending order.
    fn all(reads: &ReadSet, board: &Board) -> Vec<Read> {
        let mut all = Vec::new();
        reads.all(board, |read| {
            all.push(read);
            true
        });
        all.sort_unstable();
        all
    }

    proptest! {
        #[test]
        fn runs_have_what_is_absent_and_nothing_else(reads in many_reads(12, 3), others in many_reads(12, 3)) {
            let board = Board::grid(3, 4).unwrap();
            let list: Vec<Read> = reads.iter().copied().collect();
            let packed = ReadSet::of_sorted(&board, &list);
            let mut singles = BTreeSet::new();
            packed.all_singles(&board, |read| singles.insert(read));
            prop_assert_eq!(packed.count_listed(&board), reads.len() - singles.len());
            for read in reads.union(&others) {
                let absent = Read { needs: Needs::Absent, ..*read };
                let in_runs = reads.contains(&absent) && !singles.contains(&absent);
                prop_assert_eq!(packed.lists_contain(&board, &read.fact), in_runs);
            }
        }

        #[test]
        fn reads_survive_packing(reads in many_reads(12, 3)) {
            let board = Board::grid(3, 4).unwrap();
            let reads: Vec<Read> = reads.into_iter().collect();
            let packed = ReadSet::of_sorted(&board, &reads);
            let repacked = unpacked(&board, &packed).unwrap();
            prop_assert_eq!(&all(&packed, &board), &reads);
            prop_assert_eq!(&all(&repacked, &board), &reads);
            prop_assert_eq!((repacked.bits, repacked.len()), (packed.bits, packed.len()));
            let alone = |read: &Read| ReadSet::of_sorted(&board, &[*read]).singles().len();
            prop_assert_eq!(packed.len(), reads.iter().map(alone).sum::<usize>());
        }

        /// Reads that share their runs are those that have runs of their own, in all that can be asked of them.
        #[test]
        fn reads_that_share_their_runs_are_as_those_that_do_not(
            reads in prop_oneof![6 => many_reads(12, 3), 1 => reads_with(12, 3, SATURATED - 20..SATURATED + 50)], beside in prop::collection::btree_set(any_read(12, 3), 0..9), frame in any_frame(),
            twice in prop::collection::vec(any::<prop::sample::Index>(), 0..9), other in any_frame(), keep in any::<u64>(),
        ) {
            let board = Board::grid(3, 4).unwrap();
            let reads: Vec<Read> = reads.into_iter().collect();
            let maker = ReadSet::of_sorted(&board, &reads);
            let mut in_runs = Vec::new();
            maker.all_listed(&board, |read| {
                in_runs.push(read);
                true
            });
            prop_assume!(!in_runs.is_empty());
            let images = seen(&board, &in_runs, frame);
            // Some of those beside are in the runs.
            let twice = twice.iter().map(|index| *index.get(&images));
            let others: BTreeSet<Read> = beside.into_iter().chain(twice).collect();
            let others: Vec<Read> = others.into_iter().collect();
            let shared = sharing(&board, &maker, frame, &others);
            let list: BTreeSet<Read> = images.iter().chain(&others).copied().collect();
            let list: Vec<Read> = list.into_iter().collect();
            let flat = ReadSet::of_sorted(&board, &list);
            prop_assert_eq!(&all(&shared, &board), &list);
            prop_assert_eq!(&all(&unpacked(&board, &shared).unwrap(), &board), &list);
            prop_assert_eq!((shared.len(), shared.bits), (flat.len(), flat.bits));
            prop_assert_eq!(shared.count_listed(&board), in_runs.len());
            for read in list.iter().chain(&reads) {
                let absent = Read { needs: Needs::Absent, ..*read };
                prop_assert_eq!(shared.lists_contain(&board, &read.fact), images.binary_search(&absent).is_ok());
            }
            let some: Vec<Read> = list.iter().enumerate().filter(|(i, _)| keep >> (i % 64) & 1 == 1).map(|(_, read)| *read).collect();
            let repacked = sharing(&board, &maker, frame, &others[..others.len() / 2]);
            let unlike = sharing(&board, &maker, other, &others);
            let lists = [&shared, &flat, &maker, &repacked, &unlike, &ReadSet::of_sorted(&board, &some)];
            for one in lists {
                for two in lists {
                    let [few, many] = [one, two].map(|reads| all(reads, &board).into_iter().collect::<BTreeSet<_>>());
                    prop_assert_eq!(one.is_subset_of(two, &board), few.is_subset(&many));
                }
            }
        }

        /// Reads are written down in this form: whoever changes it raises `solve::kept::MEANING`.
        #[test]
        fn the_bytes_of_a_read_are_what_they_were(class in 0..Class::COUNT) {
            let board = Board::grid(2, 3).unwrap();
            let fact = Fact::of(Class::ALL[class], Some(Player::White), Position { stones: [3, 4] });
            let reads = ReadSet::of_sorted(&board, &[Read { fact, needs: Needs::Absent }]);
            let alone = [class as u8 | 2 << 5, 3, 1];
            prop_assert!(reads.lists().is_none());
            prop_assert_eq!(reads.singles(), &alone[..]);
            let run: Vec<Read> = (0..16).map(|stones| Read {
                fact: Fact { position: Position { stones: [stones, 32] }, ..fact }, needs: Needs::Absent,
            }).collect();
            let head = [class as u8 | 2 << 5, 16, 0, 0, 0];
            // The first number has two for the last intersection, 2 * 243. Of its block follow the end, k, and the gaps to the numbers
            // with 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31, 36, 37, 39 and 40 more.
            let codes = "1 010 1 00110 1 010 1 0001011 1 010 1 00110 1 010 1".bytes().filter(|byte| *byte != b' ');
            let codes = (0..).zip(codes).fold(0u64, |codes, (index, bit)| codes | u64::from(bit - b'0') << index);
            let numbers = [230, 1, 6, 0, 0, 0, 0];
            let packed = ReadSet::of_sorted(&board, &run);
            let lists = packed.lists().unwrap().0.packed();
            prop_assert_eq!((lists, packed.singles()), (&[&head[..], &numbers, &codes.to_le_bytes()[..5]].concat()[..], &[][..]));
        }

        #[test]
        fn strange_bytes_are_refused_or_can_be_read(
            bytes in prop::collection::vec(any::<u8>(), 0..60), count in 14u8..30, frame in any_frame(),
        ) {
            for board in ["1x1", "2x3", "5x5", "8x8"] {
                let board = Board::parse(board).unwrap();
                let mut run = bytes.clone();
                run.splice(0..run.len().min(5), [1, count, 0, 0, 0]);
                if let Some(reads) = ReadSet::of_packed(&board, None, &bytes) {
                    let _ = all(&reads, &board);
                }
                let frame = if board.symmetries().len() < 4 { Frame::IDENTITY } else { frame };
                for bytes in [&bytes, &run] {
                    if let Some(lists) = PostingLists::of_packed(&board, bytes) {
                        let _ = all(&ReadSet::of_packed(&board, Some((Arc::new(lists), frame)), &[]).unwrap(), &board);
                    }
                }
            }
        }

        #[test]
        fn altered_bytes_are_refused_or_are_those_of_other_reads(
            reads in many_reads(6, 3), index in any::<usize>(), bit in 0u32..8,
        ) {
            let board = Board::grid(2, 3).unwrap();
            let reads: Vec<Read> = reads.into_iter().collect();
            let packed = ReadSet::of_sorted(&board, &reads);
            let altered = |bytes: &[u8]| {
                let (mut bytes, index) = (bytes.to_vec(), index.checked_rem(bytes.len()));
                index.into_iter().for_each(|index| bytes[index] ^= 1 << bit);
                bytes
            };
            let singles = altered(packed.singles());
            if let Some(repacked) = ReadSet::of_packed(&board, None, &singles) {
                let mut bytes = Vec::new();
                all(&repacked, &board).iter().for_each(|read| pack(&board, read, &mut bytes));
                prop_assert_eq!(bytes, singles);
            }
            if let Some((lists, _)) = packed.lists() {
                let altered = altered(lists.packed());
                if let Some(repacked) = PostingLists::of_packed(&board, &altered) {
                    let mut reads: Vec<Read> = repacked.all(&board).flat_map(|run| run.reads(&board).collect::<Vec<_>>()).collect();
                    reads.sort_unstable();
                    let anew = ReadSet::of_sorted(&board, &reads);
                    prop_assert_eq!(anew.lists().unwrap().0.packed(), &altered[..]);
                }
            }
        }

        #[test]
        fn reads_of_the_largest_boards_survive_packing(
            one in many_reads(64, 2), two in many_reads(63, 2),
            three in many_reads(31, 3),
        ) {
            for (board, reads) in [("8x8", one), ("7x9", two), ("1x31", three)] {
                let board = Board::parse(board).unwrap();
                let reads: Vec<Read> = reads.into_iter().collect();
                prop_assert_eq!(all(&ReadSet::of_sorted(&board, &reads), &board), reads);
            }
        }

        #[test]
        fn a_lemma_implies_those_that_ask_more_for_less(
            reads in many_reads(6, 3).prop_filter("there are some", |reads| !reads.is_empty()), keep in any::<u64>(),
            keep_all in any::<bool>(), bound in -6i32..=6, weaker in 0i32..3,
        ) {
            let board = Board::grid(2, 3).unwrap();
            let all: Vec<Read> = reads.into_iter().collect();
            let some: Vec<Read> =
                all.iter().enumerate().filter(|(i, _)| keep_all && *i > 0 || keep >> (i % 64) & 1 == 1).map(|(_, read)| *read).collect();
            let lemma = |bound: i32, reads: &[Read]| {
                Lemma::new(0, Side::Black, Question::reaches(Points::from_integer(bound)), None, 0, ReadSet::of_sorted(&board, reads))
            };
            let general = lemma(bound, &some);
            let special = lemma(bound - weaker, &all);
            prop_assert!(general.implies(&special, &board));
            prop_assert_eq!(special.implies(&general, &board), some == all && weaker == 0);
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
            let mut gathered = SparseBitset::default();
            for round in rounds {
                // Some come in succession.
                let numbers: Vec<u64> =
                    round.into_iter().flat_map(|(first, shift, few)| (0..few).map(move |more| (first << shift) + more)).collect();
                numbers.iter().for_each(|number| gathered.add(*number));
                let wanted: std::collections::BTreeSet<u64> = numbers.into_iter().collect();
                let mut all = vec![7];
                gathered.drain_into(&mut all);
                prop_assert_eq!(&all[1..], &wanted.into_iter().collect::<Vec<_>>()[..]);
            }
        }
    }
}
