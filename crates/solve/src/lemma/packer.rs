//! Packing of reads into a [`ReadSet`], and checked unpacking of untrusted bytes.

use std::sync::Arc;

use super::golomb;
use super::read::{ListKey, Needs, PADDING, Read, checked_length, pack, position_width, unpack};
use super::read_set::{PostingList, PostingLists, ReadSet};
use crate::canon::Frame;
use superko_go::hashing::Hash64;
use superko_go::{Board, Players};

/// Packs one set of reads after another, with buffers that it keeps.
///
/// To allocate them again each time takes long where there are millions of lemmas, between which an
/// allocator looks for room.
#[derive(Debug, Default)]
pub struct Packer {
    bytes: Vec<u8>,
    /// The reads that are in no list.
    singles: Vec<Read>,
    /// The numbers of reads of one key.
    numbers: Vec<u64>,
}

/// The number of reads that have nearly all bits, and are taken to have all.
const SATURATED: usize = 512;

/// A bit for a read, chosen by a hash.
fn bit(board: &Board, read: &Read) -> u64 {
    match ListKey::of(board, &read.fact).filter(|_| read.needs == Needs::Absent) {
        Some((key, number)) => key.bit(number),
        // The highest bits of a hash choose one of 64.
        None => 1 << (read.fact.hash64() >> 58),
    }
}

impl Packer {
    /// Packs reads and empties their collections. The others may repeat, and none of them has a
    /// [number](ListKey::of) and says that a fact is absent.
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
        self.build(board, lists, Frame::IDENTITY, bits)
    }

    /// Packs the reads of some lists, seen through a frame that leads from theirs and is not the
    /// identity, with those of the others, which are as in [`Packer::pack`], that are not among
    /// them.
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
                let key = list.key.image(&inside);
                list.numbers
                    .iter()
                    .for_each(|seen| bits |= key.bit(key.number_of_image(board, seen, &inside)));
            }
        }
        self.build(board, Some(lists), frame, bits)
    }

    /// Takes single reads, and returns their bits.
    fn begin(&mut self, board: &Board, others: &mut Vec<Read>) -> u64 {
        self.singles.clear();
        self.singles.append(others);
        self.singles.iter().fold(0, |bits, read| bits | bit(board, read))
    }

    /// Packs the single reads. `bits` are those of all reads, if these are few.
    fn build(&mut self, board: &Board, lists: Option<Arc<PostingLists>>, frame: Frame, bits: u64) -> ReadSet {
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
    /// Packs reads that are sorted and without repetition.
    #[cfg(test)]
    pub fn of_sorted(board: &Board, reads: &[Read]) -> ReadSet {
        let (mut absent, mut others) = split_reads(board, reads);
        Packer::default().pack(board, &mut absent, &mut others)
    }

    /// The set with these [lists](ReadSet::lists) and [single reads](ReadSet::singles), as they
    /// were given for the same board; `None` for what they never give.
    pub fn unpack(board: &Board, lists: Option<(Arc<PostingLists>, Frame)>, singles: &[u8]) -> Option<Self> {
        let (mut at, end, width) = (0, singles.len(), position_width(board));
        let mut packer = Packer::default();
        let bytes = [singles, &[0; PADDING]].concat();
        while at < end {
            checked_length(board, &bytes[at..], end - at)?;
            let read = unpack(board, width, &bytes, &mut at);
            // Stones of both colours on one intersection can look like a position of more planes.
            if read.fact.position.is_packed() && board.points() > Players::Six.max_points() {
                return None;
            }
            packer.singles.push(read);
        }
        if !packer.singles.is_sorted_by(|one, two| one < two) {
            return None;
        }
        let (lists, frame) = lists.map_or((None, Frame::IDENTITY), |(lists, frame)| (Some(lists), frame));
        let mut reads = packer.build(board, lists, frame, 0);
        if reads.bits != u64::MAX {
            let mut bits = 0;
            reads.all(board, |read| {
                bits |= bit(board, &read);
                true
            });
            reads.bits = bits;
        }
        // There is one way to pack a set.
        (reads.singles[..] == bytes[..]).then_some(reads)
    }
}

/// The collections of reads that [`Packer::pack`] takes.
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

// --- collecting reads ------------------------------------------------------------------------------------------------

/// The numbers that a word stands for.
const WORD_BITS: u64 = u64::BITS as u64;

/// A sparse bitset: numbers that are added in any order, without repetition, and taken in ascending
/// order.
///
/// The numbers of the reads of a proof come in clusters, and mostly in ascending order. So there
/// are fewer words to look up and sort than numbers.
#[derive(Debug)]
pub struct SparseBitset {
    /// The words that are not 0, in the order in which they came.
    words: Vec<Word>,
    /// The place in `words` of the word that was met last.
    last: usize,
    /// A hash table of the words by [`Word::index`], with open addressing: 1 plus the place in
    /// `words`, or 0 for an empty slot. The first `used` slots are in use: a power of two, of which
    /// at most two thirds are taken. (They are cleared in each round, which takes a large part of
    /// its time if they are many.)
    slots: Vec<u32>,
    used: usize,
}

/// Consecutive numbers, with a bit for each that is a member.
#[derive(Debug, Clone, Copy)]
struct Word {
    /// The first number divided by [`WORD_BITS`].
    index: u64,
    bits: u64,
}

/// The slots in use while there are few words.
const SLOTS: usize = 64;

impl Default for SparseBitset {
    fn default() -> SparseBitset {
        SparseBitset { words: Vec::new(), last: 0, slots: vec![0; SLOTS], used: SLOTS }
    }
}

impl SparseBitset {
    /// Adds a number.
    #[inline]
    pub fn add(&mut self, number: u64) {
        let (index, bit) = (number / WORD_BITS, 1 << (number % WORD_BITS));
        match self.words.get_mut(self.last) {
            Some(word) if word.index == index => word.bits |= bit,
            _ => self.add_elsewhere(index, bit),
        }
    }

    /// Removes all numbers, and appends them to a list in ascending order.
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

    /// Adds a bit to a word other than the last.
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

    /// The slot of a word, or the empty one for it.
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

/// Collected reads that facts are absent, without repetition.
#[derive(Debug, Default)]
pub struct AbsentReads {
    /// The numbers of the reads by key, for all keys that were ever met, in ascending order.
    by_key: Vec<(ListKey, SparseBitset)>,
}

impl AbsentReads {
    /// The numbers of a key.
    #[inline]
    pub fn of_key(&mut self, key: ListKey) -> &mut SparseBitset {
        let known = self.by_key.iter().position(|(known, _)| *known == key);
        let index = known.unwrap_or_else(|| {
            let index = self.by_key.partition_point(|(known, _)| *known < key);
            self.by_key.insert(index, (key, SparseBitset::default()));
            index
        });
        &mut self.by_key[index].1
    }

    /// The number of words that are not 0, at most the number of reads.
    pub fn words(&self) -> usize {
        self.by_key.iter().map(|(_, numbers)| numbers.words.len()).sum()
    }

    /// Removes the reads, and passes on the numbers of each key in ascending order, in a list that
    /// is reused.
    pub fn drain(&mut self, list: &mut Vec<u64>, mut pass: impl FnMut(ListKey, &[u64])) {
        for (key, numbers) in self.by_key.iter_mut().filter(|(_, numbers)| !numbers.words.is_empty()) {
            list.clear();
            numbers.drain_into(list);
            pass(*key, list);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::read::Margin;
    use super::*;
    use crate::threshold::Threshold;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::ops::Range;
    use superko_go::{Player, Position};
    use superko_rules::Points;
    use superko_rules::fact::{Class, Fact, Second};

    /// A read of any kind, of a position of up to `planes` planes, the second and third of which
    /// may be empty.
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
                let question = Threshold { points: Points::new(numer, denom), strict };
                let margin = Margin { question, bare, least };
                // Only tallied classes have margins.
                let class =
                    if needs < 2 { Class::ALL[class] } else { Class::TALLIED[class % Class::TALLIED.len()] };
                Read {
                    fact: Fact {
                        class,
                        second: Second::from_number(beside.saturating_sub(1000)),
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

    /// Reads of any kind, and many of those that form lists.
    fn many_reads(points: u32, planes: usize) -> impl Strategy<Value = BTreeSet<Read>> {
        reads_with(points, planes, 0..200)
    }

    /// The same with a given number of those that form lists.
    fn reads_with(points: u32, planes: usize, many: Range<usize>) -> impl Strategy<Value = BTreeSet<Read>> {
        let full = u64::MAX >> (64 - points);
        // Of two colours and of three, enough of each key for lists of both.
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
        let repacked = |lists: &PostingLists| PostingLists::unpack(board, lists.packed()).unwrap();
        let lists = packed.lists().map(|(lists, frame)| (Arc::new(repacked(lists)), frame));
        ReadSet::unpack(board, lists, packed.singles())
    }

    /// Reads seen through a frame, in ascending order.
    fn seen(board: &Board, reads: &[Read], frame: Frame) -> Vec<Read> {
        let map = frame.facts_in(board);
        let image = |read: &Read| Read { fact: map.of(&read.fact), needs: read.needs.seen_through(frame) };
        let mut reads: Vec<Read> = reads.iter().map(image).collect();
        reads.sort_unstable();
        reads
    }

    /// The image of all reads that are in lists, which shares the lists, with some others.
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
        fn reads_survive_packing(reads in many_reads(12, 3), others in many_reads(12, 3)) {
            let board = Board::grid(3, 4).unwrap();
            let list: Vec<Read> = reads.iter().copied().collect();
            let packed = ReadSet::of_sorted(&board, &list);
            let repacked = unpacked(&board, &packed).unwrap();
            prop_assert_eq!(&all(&packed, &board), &list);
            prop_assert_eq!(&all(&repacked, &board), &list);
            prop_assert_eq!((repacked.bits, repacked.length), (packed.bits, packed.length));
            let alone = |read: &Read| ReadSet::of_sorted(&board, &[*read]).singles().len();
            prop_assert_eq!(packed.length as usize, list.iter().map(alone).sum::<usize>());
            // Lists have what is absent, and nothing else.
            let mut singles = BTreeSet::new();
            packed.all_singles(&board, |read| singles.insert(read));
            prop_assert_eq!(packed.count_listed(&board), reads.len() - singles.len());
            for read in reads.union(&others) {
                let absent = Read { needs: Needs::Absent, ..*read };
                let listed = reads.contains(&absent) && !singles.contains(&absent);
                prop_assert_eq!(packed.lists_contain(&board, &read.fact), listed);
            }
        }

        /// Sets that share lists are equal to sets with lists of their own, in all that can be
        /// asked of them.
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
            // Some of the others are in the lists.
            let twice = twice.iter().map(|index| *index.get(&images));
            let others: BTreeSet<Read> = beside.into_iter().chain(twice).collect();
            let others: Vec<Read> = others.into_iter().collect();
            let shared = sharing(&board, &maker, frame, &others);
            let list: BTreeSet<Read> = images.iter().chain(&others).copied().collect();
            let list: Vec<Read> = list.into_iter().collect();
            let flat = ReadSet::of_sorted(&board, &list);
            prop_assert_eq!(&all(&shared, &board), &list);
            prop_assert_eq!(&all(&unpacked(&board, &shared).unwrap(), &board), &list);
            prop_assert_eq!((shared.length, shared.bits), (flat.length, flat.bits));
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

        /// Reads are written down in this form: whoever changes it raises
        /// `solve::persist::FORMAT_VERSION`.
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
            // The first number has two for the last intersection, 2 * 243. Of its block follow the
            // end, k, and the gaps to the numbers with 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31, 36,
            // 37, 39 and 40 more.
            let codes = "1 010 1 00110 1 010 1 0001011 1 010 1 00110 1 010 1".bytes().filter(|byte| *byte != b' ');
            let codes = (0..).zip(codes).fold(0u64, |codes, (index, bit)| codes | u64::from(bit - b'0') << index);
            let numbers = [230, 1, 6, 0, 0, 0, 0];
            let packed = ReadSet::of_sorted(&board, &run);
            let lists = packed.lists().unwrap().0.packed();
            prop_assert_eq!((lists, packed.singles()), (&[&head[..], &numbers, &codes.to_le_bytes()[..5]].concat()[..], &[][..]));
        }

        #[test]
        fn untrusted_bytes_are_refused_or_can_be_read(
            bytes in prop::collection::vec(any::<u8>(), 0..60), count in 14u8..30, frame in any_frame(),
        ) {
            for board in ["1x1", "2x3", "5x5", "8x8"] {
                let board = Board::parse(board).unwrap();
                let mut run = bytes.clone();
                run.splice(0..run.len().min(5), [1, count, 0, 0, 0]);
                if let Some(reads) = ReadSet::unpack(&board, None, &bytes) {
                    let _ = all(&reads, &board);
                }
                let frame = if board.symmetries().len() < 4 { Frame::IDENTITY } else { frame };
                for bytes in [&bytes, &run] {
                    if let Some(lists) = PostingLists::unpack(&board, bytes) {
                        let _ = all(&ReadSet::unpack(&board, Some((Arc::new(lists), frame)), &[]).unwrap(), &board);
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
            if let Some(repacked) = ReadSet::unpack(&board, None, &singles) {
                let mut bytes = Vec::new();
                all(&repacked, &board).iter().for_each(|read| pack(&board, read, &mut bytes));
                prop_assert_eq!(bytes, singles);
            }
            if let Some((lists, _)) = packed.lists() {
                let altered = altered(lists.packed());
                if let Some(repacked) = PostingLists::unpack(&board, &altered) {
                    let mut reads: Vec<Read> = repacked.all(&board).flat_map(|run| run.reads(&board).collect::<Vec<_>>()).collect();
                    reads.sort_unstable();
                    let packed_again = ReadSet::of_sorted(&board, &reads);
                    prop_assert_eq!(packed_again.lists().unwrap().0.packed(), &altered[..]);
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
