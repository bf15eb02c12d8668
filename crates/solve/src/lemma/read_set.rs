//! The compressed set of reads of a lemma.
//!
//! A search keeps millions of lemmas, some with thousands of reads, and the reads fill the memory.
//! Nearly all say that facts of one class are absent, each about another position. Where there are
//! many of one key they form a posting list, in which a fact is looked up and which lemmas
//! [share](PostingLists); all others are [bytes in a row](super::read). They are packed in
//! `packer.rs`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::golomb::{self, GolombList};
use super::read::{self, ListKey, Needs, PADDING, Read, position_width, unpack};
use crate::canon::Frame;
use superko_go::Board;
use superko_rules::fact::Fact;

// --- posting lists ---------------------------------------------------------------------------------------------------

/// The bytes of a posting list before its numbers: its key, and the number of numbers.
const HEAD: usize = 5;

/// A Golomb-coded posting list: reads that facts of one class and one player are absent, each about
/// another position.
#[derive(Clone, Copy)]
pub struct PostingList<'a> {
    pub key: ListKey,
    pub numbers: GolombList<'a>,
}

impl<'a> PostingList<'a> {
    /// Appends the list of these ascending numbers to some bytes.
    ///
    /// # Panics
    /// If there are fewer than [`golomb::MIN_LEN`].
    pub fn pack(board: &Board, key: ListKey, numbers: &[u64], bytes: &mut Vec<u8>) {
        bytes.push(key.byte());
        bytes.extend((numbers.len() as u32).to_le_bytes());
        golomb::pack(numbers, key.width(board), bytes);
    }

    /// The list that some bytes begin with, and its length in bytes.
    #[inline]
    pub fn of(board: &Board, bytes: &'a [u8]) -> (PostingList<'a>, usize) {
        let (head, numbers) = bytes.split_at(HEAD);
        let key = ListKey::of_byte(head[0]).expect("a list has a key");
        let count = u32::from_le_bytes(head[1..].try_into().expect("four bytes")) as usize;
        let (numbers, length) = GolombList::of(count, key.width(board), numbers);
        (PostingList { key, numbers }, HEAD + length)
    }

    /// The same for untrusted bytes, of which `len_limit` come before the padding. `None` for what
    /// [`PostingList::pack`] never makes, or for numbers that are not of the key.
    pub fn checked(board: &Board, bytes: &'a [u8], len_limit: usize) -> Option<(PostingList<'a>, usize)> {
        let len_limit = len_limit.checked_sub(HEAD).filter(|_| board.points() <= read::MAX_POINTS)?;
        let (head, numbers) = bytes.split_at(HEAD);
        let key = ListKey::of_byte(head[0])?;
        let count = u32::from_le_bytes(head[1..].try_into().expect("four bytes")) as usize;
        let (numbers, length) = GolombList::checked(count, key.width(board), numbers, len_limit)?;
        let fit = numbers.iter().all(|number| key.contains(board, number));
        fit.then_some((PostingList { key, numbers }, HEAD + length))
    }

    /// The length of its reads as bytes in a row.
    pub fn length(&self, board: &Board) -> usize {
        self.numbers.len() * self.key.read_length(board)
    }

    #[inline]
    pub fn reads(&self, board: &Board) -> impl Iterator<Item = Read> {
        self.numbers.iter().map(|number| self.key.read(board, number))
    }

    /// Whether it has the read that a fact is absent.
    #[inline]
    pub fn contains(&self, board: &Board, fact: &Fact) -> bool {
        self.key.class == fact.class
            && ListKey::of(board, fact)
                .is_some_and(|(key, number)| key == self.key && self.numbers.contains(number))
    }

    /// Whether every read is in the other list.
    pub fn is_subset_of(&self, other: &PostingList) -> bool {
        self.key == other.key && self.numbers.is_subset_of(&other.numbers)
    }
}

/// Posting lists with different keys, which several lemmas share.
///
/// A proof by one move reads what the lemma of that move reads, and little else, and most lemmas
/// are proved so. Such a lemma has no copy of the lists but a reference, and the frame through
/// which it sees them.
///
/// A frame maps facts one to one, and carrying a read back over an edge changes none of a list,
/// unless the edge clears its class: then nothing is shared. So the reads of the lemma are the
/// images of those in the lists, and a few single ones, and the lists are asked about the preimage
/// of a fact.
#[derive(Debug)]
pub struct PostingLists {
    /// The lists in order, and the padding.
    bytes: Box<[u8]>,
    /// The length of all reads as bytes in a row.
    length: u32,
    /// The number of lemmas in the table that have them.
    listed: AtomicU32,
}

impl PostingLists {
    /// Lists that were packed in a row, with the length of their reads as bytes in a row.
    pub fn of(packed: &[u8], length: usize) -> PostingLists {
        let bytes = [packed, &[0; golomb::PADDING]].concat().into_boxed_slice();
        PostingLists { bytes, length: length as u32, listed: AtomicU32::new(0) }
    }

    /// The same for untrusted bytes; `None` for what [`PostingLists::packed`] never gives.
    pub fn unpack(board: &Board, packed: &[u8]) -> Option<PostingLists> {
        let mut lists = PostingLists::of(packed, 0);
        let (mut at, mut length, mut previous, mut repacked) = (0, 0, None, Vec::new());
        while at < packed.len() {
            let (list, bytes) = PostingList::checked(board, &lists.bytes[at..], packed.len() - at)?;
            if previous.replace(list.key).is_some_and(|previous| previous >= list.key) {
                return None;
            }
            // There is one way to pack a list.
            repacked.clear();
            let numbers: Vec<u64> = list.numbers.iter().collect();
            PostingList::pack(board, list.key, &numbers, &mut repacked);
            if packed[at..at + bytes] != repacked {
                return None;
            }
            length += list.length(board);
            at += bytes;
        }
        lists.length = length as u32;
        (at > 0).then_some(lists)
    }

    /// The lists as bytes.
    pub fn packed(&self) -> &[u8] {
        &self.bytes[..self.bytes.len() - golomb::PADDING]
    }

    /// The lists, in order.
    #[inline]
    pub fn all<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = PostingList<'a>> {
        let (mut at, end) = (0, self.packed().len());
        std::iter::from_fn(move || {
            (at < end).then(|| {
                let (list, length) = PostingList::of(board, &self.bytes[at..]);
                at += length;
                list
            })
        })
    }

    /// The number of reads.
    #[inline]
    pub fn count(&self, board: &Board) -> usize {
        self.all(board).map(|list| list.numbers.len()).sum()
    }

    /// Whether a list has the read that a fact is absent.
    #[inline]
    pub fn contains(&self, board: &Board, fact: &Fact) -> bool {
        self.all(board).any(|list| list.contains(board, fact))
    }

    /// The length of all reads as bytes in a row.
    pub fn length(&self) -> usize {
        self.length as usize
    }

    /// The memory of the lists, in bytes, with two reference counts and the slack of the allocator.
    pub fn bytes(&self) -> usize {
        size_of::<PostingLists>() + self.bytes.len() + 48
    }

    /// Counts a lemma of the table that has the lists. Returns whether it is the first.
    pub fn enlist(&self) -> bool {
        self.listed.fetch_add(1, Relaxed) == 0
    }

    /// Counts out a lemma that was dropped from the table. Returns whether it was the last.
    pub fn delist(&self) -> bool {
        self.listed.fetch_sub(1, Relaxed) == 1
    }
}

// --- read sets -------------------------------------------------------------------------------------------------------

/// The reads of a lemma, without repetition.
#[derive(Debug)]
pub struct ReadSet {
    /// The reads that are in no list, in ascending order, and the padding.
    pub(super) singles: Box<[u8]>,
    pub(super) lists: Option<Arc<PostingLists>>,
    /// The frame that leads from that of the lists to that of the reads: the identity if and only
    /// if the lists were made of these reads. Then no single read has the key of a list, and fewer
    /// have one key than a list would need.
    pub(super) frame: Frame,
    /// The length of all reads as bytes in a row. Lemmas are sorted by it, so the way of storing
    /// reads changes no node count.
    pub(super) length: u32,
    /// A one-word Bloom filter: a bit for each read, chosen by a hash, or all bits if there are
    /// many reads. The bits of a subset are among those of the set, as the set has as many reads,
    /// or more.
    pub(super) bits: u64,
}

impl ReadSet {
    /// The reads that are in no list, as bytes, for [`ReadSet::unpack`].
    pub fn singles(&self) -> &[u8] {
        &self.singles[..self.end()]
    }

    /// The lists, if any, and the frame that leads from theirs to that of the reads.
    #[inline]
    pub fn lists(&self) -> Option<(&Arc<PostingLists>, Frame)> {
        Some((self.lists.as_ref()?, self.frame))
    }

    /// Whether every read passes a test.
    #[inline]
    pub fn all(&self, board: &Board, mut test: impl FnMut(Read) -> bool) -> bool {
        self.all_listed(board, &mut test) && self.all_singles(board, test)
    }

    /// Whether every read of a list passes a test.
    #[inline]
    pub(super) fn all_listed(&self, board: &Board, mut test: impl FnMut(Read) -> bool) -> bool {
        let Some((lists, frame)) = self.lists() else { return true };
        let map = frame.facts_in(board);
        let image = |read: Read| Read { fact: map.of(&read.fact), ..read };
        lists.all(board).all(|list| match map.is_identity() {
            true => list.reads(board).all(&mut test),
            false => list.reads(board).all(|read| test(image(read))),
        })
    }

    /// Whether every single read passes a test. (A loop of its own, as the reads of an iterator go
    /// through memory.)
    #[inline]
    pub fn all_singles(&self, board: &Board, mut test: impl FnMut(Read) -> bool) -> bool {
        let (mut at, width, end) = (0, position_width(board), self.end());
        while at < end {
            if !test(unpack(board, width, &self.singles, &mut at)) {
                return false;
            }
        }
        true
    }

    /// The number of reads in lists.
    #[inline]
    pub fn count_listed(&self, board: &Board) -> usize {
        self.lists.as_ref().map_or(0, |lists| lists.count(board))
    }

    /// Whether a list has the read that a fact is absent.
    #[inline]
    pub fn lists_contain(&self, board: &Board, fact: &Fact) -> bool {
        self.lists.as_ref().is_some_and(|lists| lists.contains(board, &self.frame.facts_out(board).of(fact)))
    }

    /// The memory of the single reads, in bytes, besides the set itself.
    pub fn bytes(&self) -> usize {
        self.singles.len()
    }

    /// Whether every read is in the other set.
    pub fn is_subset_of(&self, others: &ReadSet, board: &Board) -> bool {
        if self.length > others.length || self.bits & !others.bits != 0 {
            return false;
        }
        let mut theirs = others.iter_singles(board);
        self.lists_are_subset(others, board)
            && self.iter_singles(board).all(|read| {
                let listed = read.needs == Needs::Absent && others.lists_contain(board, &read.fact);
                listed || theirs.by_ref().any(|other| other == read)
            })
    }

    /// Whether every read of a list is in the other set.
    fn lists_are_subset(&self, others: &ReadSet, board: &Board) -> bool {
        let Some((lists, frame)) = self.lists() else { return true };
        if let Some((theirs, other)) = others.lists().filter(|(_, other)| *other == frame) {
            if Arc::ptr_eq(lists, theirs) {
                return true;
            }
            // A set that has all reads of a list has as many of its key, or more, and so has a list
            // of them if its lists were made of its reads.
            let among = |list: PostingList| theirs.all(board).any(|other| list.is_subset_of(&other));
            let all = lists.all(board).all(among);
            if all || other.is_identity() {
                return all;
            }
        }
        self.all_listed(board, |read| {
            others.lists_contain(board, &read.fact) || !others.all_singles(board, |other| other != read)
        })
    }

    fn iter_singles<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Read> + 'a {
        let (mut at, width) = (0, position_width(board));
        std::iter::from_fn(move || (at < self.end()).then(|| unpack(board, width, &self.singles, &mut at)))
    }

    fn end(&self) -> usize {
        self.singles.len() - PADDING
    }
}
