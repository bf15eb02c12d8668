//! The reads of a lemma as bytes.
//!
//! A search keeps millions of lemmas, some with thousands of reads, and the reads are what fills the memory. Nearly all say that
//! facts of one class are absent, each about another position. Where there are many of those they are kept as [runs](Runs),
//! in which a fact can be looked up, and which lemmas [share](Runs); all others are
//! [bytes one after the other](super::read). What packs them is in `packer.rs`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::golomb::{self, GolombList};
use super::read::{self, ListKey, Needs, PADDING, Read, position_width, unpack};
use crate::canon::Frame;
use superko_go::Board;
use superko_rules::fact::Fact;

// --- a run ----------------------------------------------------------------------------------------------------------
//
// Many reads that differ in their positions alone: that facts of one class and one player are absent.

/// The bytes of a run before its numbers: its kind, and how many numbers there are.
const HEAD: usize = 5;

/// A run, packed.
#[derive(Clone, Copy)]
pub struct PostingList<'a> {
    key: ListKey,
    numbers: GolombList<'a>,
}

impl<'a> PostingList<'a> {
    /// Adds a run to some bytes, of these numbers of its kind, which ascend.
    ///
    /// # Panics
    /// If there are fewer than [`golomb::MIN_LEN`].
    pub fn pack(board: &Board, key: ListKey, numbers: &[u64], bytes: &mut Vec<u8>) {
        bytes.push(key.byte());
        bytes.extend((numbers.len() as u32).to_le_bytes());
        golomb::pack(numbers, key.width(board), bytes);
    }

    /// The run that some bytes begin with, which [`PostingList::pack`] has added; and how many bytes it takes.
    #[inline]
    pub fn of(board: &Board, bytes: &'a [u8]) -> (PostingList<'a>, usize) {
        let (head, numbers) = bytes.split_at(HEAD);
        let key = ListKey::of_byte(head[0]).expect("a list has a kind");
        let count = u32::from_le_bytes(head[1..].try_into().expect("four bytes")) as usize;
        let (numbers, length) = GolombList::of(count, key.width(board), numbers);
        (PostingList { key, numbers }, HEAD + length)
    }

    /// The same where the bytes may be strange, and so many come before the padding; `None` for what [`PostingList::pack`] never adds,
    /// or for numbers that are not of the kind.
    pub fn checked(board: &Board, bytes: &'a [u8], len_limit: usize) -> Option<(PostingList<'a>, usize)> {
        let len_limit = len_limit.checked_sub(HEAD).filter(|_| board.points() <= read::MAX_POINTS)?;
        let (head, numbers) = bytes.split_at(HEAD);
        let key = ListKey::of_byte(head[0])?;
        let count = u32::from_le_bytes(head[1..].try_into().expect("four bytes")) as usize;
        let (numbers, length) = GolombList::checked(count, key.width(board), numbers, len_limit)?;
        let fit = numbers.iter().all(|number| key.contains(board, number));
        fit.then_some((PostingList { key, numbers }, HEAD + length))
    }

    /// What its reads have in common.
    pub fn key(&self) -> ListKey {
        self.key
    }

    /// The length that its reads would have one after the other, in bytes.
    pub fn length(&self, board: &Board) -> usize {
        self.len() * self.key.read_length(board)
    }

    /// How many reads it has.
    #[inline]
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The numbers of its reads, in ascending order.
    #[inline]
    pub fn numbers(&self) -> impl Iterator<Item = u64> + use<'a> {
        self.numbers.iter()
    }

    /// Its reads.
    #[inline]
    pub fn reads(&self, board: &Board) -> impl Iterator<Item = Read> {
        self.numbers().map(|number| self.key.read(board, number))
    }

    /// Whether it has the read that a fact is absent.
    #[inline]
    pub fn contains(&self, board: &Board, fact: &Fact) -> bool {
        self.key.class == fact.class
            && ListKey::of(board, fact)
                .is_some_and(|(key, number)| key == self.key && self.numbers.contains(number))
    }

    /// Whether each read is one of the other run.
    pub fn is_subset_of(&self, other: &PostingList) -> bool {
        self.key == other.key && self.numbers.is_subset_of(&other.numbers)
    }
}

// --- runs ------------------------------------------------------------------------------------------------------------
//
// The runs among the reads of a lemma, which several lemmas share.
//
// A proof by one move reads what the lemma of that move reads, and little else, and most lemmas are proved so. In place of a copy
// such a lemma has the runs of the other, and the frame through which it sees them.
//
// A frame maps facts one to one, and carrying a read back over an edge changes none of a run, unless the edge clears its class: then
// nothing is shared. So the reads of the lemma are the images of those in the runs, and the few beside, and what is asked of them is asked
// of the runs about the image back.

/// Runs, each of another kind.
#[derive(Debug)]
pub struct PostingLists {
    /// The runs, and the padding.
    bytes: Box<[u8]>,
    /// The length that the reads would have one after the other, in bytes.
    length: u32,
    /// How many lemmas of the table have them.
    listed: AtomicU32,
}

impl PostingLists {
    /// Runs that were [packed](Run::pack) one after the other, whose reads would have this length one after the other.
    pub fn of(packed: &[u8], length: usize) -> PostingLists {
        let bytes = [packed, &[0; golomb::PADDING]].concat().into_boxed_slice();
        PostingLists { bytes, length: length as u32, listed: AtomicU32::new(0) }
    }

    /// The same of bytes that may be strange; `None` for what [`PostingLists::packed`] never gives.
    pub fn of_packed(board: &Board, packed: &[u8]) -> Option<PostingLists> {
        let mut lists = PostingLists::of(packed, 0);
        let (mut at, mut length, mut previous, mut repacked) = (0, 0, None, Vec::new());
        while at < packed.len() {
            let (list, bytes) = PostingList::checked(board, &lists.bytes[at..], packed.len() - at)?;
            if previous.replace(list.key()).is_some_and(|previous| previous >= list.key()) {
                return None;
            }
            // There is one way to pack a run.
            repacked.clear();
            let numbers: Vec<u64> = list.numbers().collect();
            PostingList::pack(board, list.key(), &numbers, &mut repacked);
            if packed[at..at + bytes] != repacked {
                return None;
            }
            length += list.length(board);
            at += bytes;
        }
        lists.length = length as u32;
        (at > 0).then_some(lists)
    }

    /// The runs as bytes.
    pub fn packed(&self) -> &[u8] {
        &self.bytes[..self.bytes.len() - golomb::PADDING]
    }

    /// The runs, one after the other.
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

    /// How many reads there are.
    #[inline]
    pub fn count(&self, board: &Board) -> usize {
        self.all(board).map(|list| list.len()).sum()
    }

    /// Whether one of them has the read that a fact is absent.
    #[inline]
    pub fn contains(&self, board: &Board, fact: &Fact) -> bool {
        self.all(board).any(|list| list.contains(board, fact))
    }

    /// The length that the reads would have one after the other, in bytes.
    pub fn length(&self) -> usize {
        self.length as usize
    }

    /// The memory that they take, in bytes, with two counts of references and the slack of the allocator.
    pub fn bytes(&self) -> usize {
        size_of::<PostingLists>() + self.bytes.len() + 48
    }

    /// Says that a lemma of the table has them. Returns whether it is the first.
    pub fn enlist(&self) -> bool {
        self.listed.fetch_add(1, Relaxed) == 0
    }

    /// Says that a lemma of the table that had them is dropped. Returns whether it was the last.
    pub fn delist(&self) -> bool {
        self.listed.fetch_sub(1, Relaxed) == 1
    }
}

// --- reads ----------------------------------------------------------------------------------------------------------

/// Reads without repetition.
#[derive(Debug)]
pub struct ReadSet {
    /// The reads that are in no run, in ascending order, and the padding.
    pub(super) singles: Box<[u8]>,
    pub(super) lists: Option<Arc<PostingLists>>,
    /// The frame that leads from that of the runs to that of the reads: the identity if and only if the runs were made of these
    /// reads. Then no other read is of a kind of which there is a run, and of no kind are so many outside as there would be in a run.
    pub(super) frame: Frame,
    /// The length that all reads would have one after the other, in bytes. Lemmas are listed by it, so how reads are kept changes
    /// no node count.
    pub(super) length: u32,
    /// A bit for each read, chosen by a hash, or all bits if there are many reads. If all reads are among those of another list, so are
    /// their bits: that list has as many reads, or more.
    pub(super) bits: u64,
}

impl ReadSet {
    /// The reads that are in no run, as bytes.
    pub fn singles(&self) -> &[u8] {
        &self.singles[..self.end()]
    }

    /// The runs, if there are any, and the frame that leads from theirs to that of the reads.
    #[inline]
    pub fn lists(&self) -> Option<(&Arc<PostingLists>, Frame)> {
        Some((self.lists.as_ref()?, self.frame))
    }

    /// Whether every read passes a test.
    #[inline]
    pub fn all(&self, board: &Board, mut test: impl FnMut(Read) -> bool) -> bool {
        self.all_listed(board, &mut test) && self.all_singles(board, test)
    }

    /// Whether every read that is in a run passes a test.
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

    /// Whether every read that is in no run passes a test. (A loop of its own, as the reads of an iterator go through memory.)
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

    /// How many reads are in runs.
    #[inline]
    pub fn count_listed(&self, board: &Board) -> usize {
        self.lists.as_ref().map_or(0, |lists| lists.count(board))
    }

    /// Whether a run has the read that a fact is absent.
    #[inline]
    pub fn lists_contain(&self, board: &Board, fact: &Fact) -> bool {
        let seen = |lists: &Arc<PostingLists>| lists.contains(board, &self.frame.facts_out(board).of(fact));
        self.lists.as_ref().is_some_and(seen)
    }

    /// The length that the reads would have one after the other, in bytes.
    pub(super) fn len(&self) -> usize {
        self.length as usize
    }

    /// The memory that those take that are in no run, besides the list itself, in bytes.
    pub fn bytes(&self) -> usize {
        self.singles.len()
    }

    /// Whether every read is among the others.
    pub fn is_subset_of(&self, others: &ReadSet, board: &Board) -> bool {
        if self.length > others.length || self.bits & !others.bits != 0 {
            return false;
        }
        let mut theirs = others.iter_singles(board);
        self.lists_are_subset(others, board)
            && self.iter_singles(board).all(|read| {
                let in_a_run = read.needs == Needs::Absent && others.lists_contain(board, &read.fact);
                in_a_run || theirs.by_ref().any(|other| other == read)
            })
    }

    /// Whether every read that is in a run is among the others.
    fn lists_are_subset(&self, others: &ReadSet, board: &Board) -> bool {
        let Some((lists, frame)) = self.lists() else { return true };
        if let Some((theirs, other)) = others.lists().filter(|(_, other)| *other == frame) {
            if Arc::ptr_eq(lists, theirs) {
                return true;
            }
            // A list that has all the reads of a run has as many of the kind, or more, and so has a run of them if its runs were
            // made of its reads.
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

    /// The reads that are in no run, in ascending order.
    fn iter_singles<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Read> + 'a {
        let (mut at, width) = (0, position_width(board));
        std::iter::from_fn(move || (at < self.end()).then(|| unpack(board, width, &self.singles, &mut at)))
    }

    /// Where the reads that are in no run end.
    fn end(&self) -> usize {
        self.singles.len() - PADDING
    }
}
