//! The reads of a lemma as bytes.
//!
//! A search keeps millions of lemmas, some with thousands of reads, and the reads are what fills the memory. Nearly all say that
//! facts of one class are absent, each about another position. Where there are many of those they are kept as [runs](Runs),
//! in which a fact can be looked up, and which lemmas [share](Runs); all others are
//! [bytes one after the other](super::read). What packs them is in `packer.rs`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::golomb::{self, Ascending};
use super::read::{self, Kind, Needs, PADDING, Read, position_width, unpack};
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
pub struct Run<'a> {
    kind: Kind,
    numbers: Ascending<'a>,
}

impl<'a> Run<'a> {
    /// Adds a run to some bytes, of these numbers of its kind, which ascend.
    ///
    /// # Panics
    /// If there are fewer than [`golomb::LEAST`].
    pub fn pack(board: &Board, kind: Kind, numbers: &[u64], bytes: &mut Vec<u8>) {
        bytes.push(kind.byte());
        bytes.extend((numbers.len() as u32).to_le_bytes());
        golomb::pack(numbers, kind.width(board), bytes);
    }

    /// The run that some bytes begin with, which [`Run::pack`] has added; and how many bytes it takes.
    #[inline]
    pub fn of(board: &Board, bytes: &'a [u8]) -> (Run<'a>, usize) {
        let (head, numbers) = bytes.split_at(HEAD);
        let kind = Kind::of_byte(head[0]).expect("a run has a kind");
        let count = u32::from_le_bytes(head[1..].try_into().expect("four bytes")) as usize;
        let (numbers, length) = Ascending::of(count, kind.width(board), numbers);
        (Run { kind, numbers }, HEAD + length)
    }

    /// The same where the bytes may be strange, and so many come before the padding; `None` for what [`Run::pack`] never adds,
    /// or for numbers that are not of the kind.
    pub fn checked(board: &Board, bytes: &'a [u8], most: usize) -> Option<(Run<'a>, usize)> {
        let most = most.checked_sub(HEAD).filter(|_| board.points() <= read::MOST_POINTS)?;
        let (head, numbers) = bytes.split_at(HEAD);
        let kind = Kind::of_byte(head[0])?;
        let count = u32::from_le_bytes(head[1..].try_into().expect("four bytes")) as usize;
        let (numbers, length) = Ascending::checked(count, kind.width(board), numbers, most)?;
        let are_of_kind = numbers.iter().all(|number| kind.has(board, number));
        are_of_kind.then_some((Run { kind, numbers }, HEAD + length))
    }

    /// What its reads have in common.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The length that its reads would have one after the other, in bytes.
    pub fn length(&self, board: &Board) -> usize {
        self.len() * self.kind.read_length(board)
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
        self.numbers().map(|number| self.kind.read(board, number))
    }

    /// Whether it has the read that a fact is absent.
    #[inline]
    pub fn has(&self, board: &Board, fact: &Fact) -> bool {
        self.kind.class == fact.class
            && Kind::of(board, fact)
                .is_some_and(|(kind, number)| kind == self.kind && self.numbers.has(number))
    }

    /// Whether each read is one of the other run.
    pub fn is_among(&self, other: &Run) -> bool {
        self.kind == other.kind && self.numbers.are_among(&other.numbers)
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
pub struct Runs {
    /// The runs, and the padding.
    bytes: Box<[u8]>,
    /// The length that the reads would have one after the other, in bytes.
    length: u32,
    /// How many lemmas of the table have them.
    listed: AtomicU32,
}

impl Runs {
    /// Runs that were [packed](Run::pack) one after the other, whose reads would have this length one after the other.
    pub fn of(packed: &[u8], length: usize) -> Runs {
        let bytes = [packed, &[0; golomb::PADDING]].concat().into_boxed_slice();
        Runs { bytes, length: length as u32, listed: AtomicU32::new(0) }
    }

    /// The same of bytes that may be strange; `None` for what [`Runs::packed`] never gives.
    pub fn of_packed(board: &Board, packed: &[u8]) -> Option<Runs> {
        let mut runs = Runs::of(packed, 0);
        let (mut at, mut length, mut before, mut again) = (0, 0, None, Vec::new());
        while at < packed.len() {
            let (run, bytes) = Run::checked(board, &runs.bytes[at..], packed.len() - at)?;
            if before.replace(run.kind()).is_some_and(|before| before >= run.kind()) {
                return None;
            }
            // There is one way to pack a run.
            again.clear();
            let numbers: Vec<u64> = run.numbers().collect();
            Run::pack(board, run.kind(), &numbers, &mut again);
            if packed[at..at + bytes] != again {
                return None;
            }
            length += run.length(board);
            at += bytes;
        }
        runs.length = length as u32;
        (at > 0).then_some(runs)
    }

    /// The runs as bytes.
    pub fn packed(&self) -> &[u8] {
        &self.bytes[..self.bytes.len() - golomb::PADDING]
    }

    /// The runs, one after the other.
    #[inline]
    pub fn all<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Run<'a>> {
        let (mut at, end) = (0, self.packed().len());
        std::iter::from_fn(move || {
            (at < end).then(|| {
                let (run, length) = Run::of(board, &self.bytes[at..]);
                at += length;
                run
            })
        })
    }

    /// How many reads there are.
    #[inline]
    pub fn count(&self, board: &Board) -> usize {
        self.all(board).map(|run| run.len()).sum()
    }

    /// Whether one of them has the read that a fact is absent.
    #[inline]
    pub fn have(&self, board: &Board, fact: &Fact) -> bool {
        self.all(board).any(|run| run.has(board, fact))
    }

    /// The length that the reads would have one after the other, in bytes.
    pub fn length(&self) -> usize {
        self.length as usize
    }

    /// The memory that they take, in bytes, with two counts of references and the slack of the allocator.
    pub fn bytes(&self) -> usize {
        size_of::<Runs>() + self.bytes.len() + 48
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
pub struct Reads {
    /// The reads that are in no run, in ascending order, and the padding.
    pub(super) outside: Box<[u8]>,
    pub(super) runs: Option<Arc<Runs>>,
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

impl Reads {
    /// The reads that are in no run, as bytes.
    pub fn outside(&self) -> &[u8] {
        &self.outside[..self.end()]
    }

    /// The runs, if there are any, and the frame that leads from theirs to that of the reads.
    #[inline]
    pub fn runs(&self) -> Option<(&Arc<Runs>, Frame)> {
        Some((self.runs.as_ref()?, self.frame))
    }

    /// Whether every read passes a test.
    #[inline]
    pub fn all(&self, board: &Board, mut test: impl FnMut(Read) -> bool) -> bool {
        self.all_in_runs(board, &mut test) && self.all_outside_runs(board, test)
    }

    /// Whether every read that is in a run passes a test.
    #[inline]
    pub(super) fn all_in_runs(&self, board: &Board, mut test: impl FnMut(Read) -> bool) -> bool {
        let Some((runs, frame)) = self.runs() else { return true };
        let map = frame.facts_in(board);
        let image = |read: Read| Read { fact: map.of(&read.fact), ..read };
        runs.all(board).all(|run| match map.is_identity() {
            true => run.reads(board).all(&mut test),
            false => run.reads(board).all(|read| test(image(read))),
        })
    }

    /// Whether every read that is in no run passes a test. (A loop of its own, as the reads of an iterator go through memory.)
    #[inline]
    pub fn all_outside_runs(&self, board: &Board, mut test: impl FnMut(Read) -> bool) -> bool {
        let (mut at, width, end) = (0, position_width(board), self.end());
        while at < end {
            if !test(unpack(board, width, &self.outside, &mut at)) {
                return false;
            }
        }
        true
    }

    /// How many reads are in runs.
    #[inline]
    pub fn count_in_runs(&self, board: &Board) -> usize {
        self.runs.as_ref().map_or(0, |runs| runs.count(board))
    }

    /// Whether a run has the read that a fact is absent.
    #[inline]
    pub fn runs_have(&self, board: &Board, fact: &Fact) -> bool {
        let seen = |runs: &Arc<Runs>| runs.have(board, &self.frame.facts_out(board).of(fact));
        self.runs.as_ref().is_some_and(seen)
    }

    /// The length that the reads would have one after the other, in bytes.
    pub(super) fn len(&self) -> usize {
        self.length as usize
    }

    /// The memory that those take that are in no run, besides the list itself, in bytes.
    pub fn bytes(&self) -> usize {
        self.outside.len()
    }

    /// Whether every read is among the others.
    pub fn are_among(&self, others: &Reads, board: &Board) -> bool {
        if self.length > others.length || self.bits & !others.bits != 0 {
            return false;
        }
        let mut theirs = others.outside_runs(board);
        self.runs_are_among(others, board)
            && self.outside_runs(board).all(|read| {
                let in_a_run = read.needs == Needs::Absent && others.runs_have(board, &read.fact);
                in_a_run || theirs.by_ref().any(|other| other == read)
            })
    }

    /// Whether every read that is in a run is among the others.
    fn runs_are_among(&self, others: &Reads, board: &Board) -> bool {
        let Some((runs, frame)) = self.runs() else { return true };
        if let Some((theirs, other)) = others.runs().filter(|(_, other)| *other == frame) {
            if Arc::ptr_eq(runs, theirs) {
                return true;
            }
            // A list that has all the reads of a run has as many of the kind, or more, and so has a run of them if its runs were
            // made of its reads.
            let among = |run: Run| theirs.all(board).any(|other| run.is_among(&other));
            let all = runs.all(board).all(among);
            if all || other.is_identity() {
                return all;
            }
        }
        self.all_in_runs(board, |read| {
            others.runs_have(board, &read.fact) || !others.all_outside_runs(board, |other| other != read)
        })
    }

    /// The reads that are in no run, in ascending order.
    fn outside_runs<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Read> + 'a {
        let (mut at, width) = (0, position_width(board));
        std::iter::from_fn(move || (at < self.end()).then(|| unpack(board, width, &self.outside, &mut at)))
    }

    /// Where the reads that are in no run end.
    fn end(&self) -> usize {
        self.outside.len() - PADDING
    }
}
