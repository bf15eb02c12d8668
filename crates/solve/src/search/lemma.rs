//! A proved bound on the value of a key, with the facts of the past that its proof has read.
//!
//! A lemma says that at its key, under every past in which each of its reads is as stated, the side `sure` reaches
//! its aim in the question `claim`. It is used under no other past. Its key is kept by the table.

use std::sync::Arc;

use super::needs::{Needs, Read};
use super::packed_read::{PADDING, position_width, unpack};
use super::runs::Run;
use super::runs::Runs;
use crate::canon::Frame;
use crate::question::{Question, Side};
use superko_go::{Board, Move};
use superko_rules::Key;
use superko_rules::fact::Fact;

/// A lemma with its key.
pub type Keyed = (Key, Arc<Lemma>);

/// A lemma, in the canonical frame of its key.
#[derive(Debug)]
pub struct Lemma {
    /// The number of the lemma among all that were made for its table: lemmas refer to earlier ones alone.
    pub number: u64,
    /// The side that reaches its aim.
    pub sure: Side,
    /// The question: for Black it states a lower bound of the value, for White, who denies it, an upper bound.
    pub claim: Question,
    /// A move that achieves the claim, if the mover is on the side that is sure of it.
    pub mv: Option<Move>,
    /// The nodes that the search spent on it, as an estimate of what it would cost to prove it again.
    pub effort: u32,
    reads: Reads,
}

// Memory estimates count these, the estimates decide what is forgotten under a limit, and that decides node counts.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Lemma>() == 72 && size_of::<Keyed>() == 32);

impl Lemma {
    /// A lemma with these reads.
    pub fn new(
        number: u64,
        sure: Side,
        claim: Question,
        mv: Option<Move>,
        effort: u32,
        reads: Reads,
    ) -> Lemma {
        Lemma { number, sure, claim, mv, effort, reads }
    }

    /// The reads that are in no run, as bytes, for `Reads::of_packed`.
    pub fn outside_runs(&self) -> &[u8] {
        self.reads.outside()
    }

    /// Whether every read passes a test.
    #[inline]
    pub fn all_reads(&self, board: &Board, test: impl FnMut(Read) -> bool) -> bool {
        self.reads.all(board, test)
    }

    /// The same of the reads that are in no run.
    #[inline]
    pub fn all_reads_outside_runs(&self, board: &Board, test: impl FnMut(Read) -> bool) -> bool {
        self.reads.all_outside_runs(board, test)
    }

    /// The runs, if there are any, and the frame that leads from theirs to that of the lemma.
    #[inline]
    pub fn runs(&self) -> Option<(&Arc<Runs>, Frame)> {
        self.reads.runs()
    }

    /// How many reads are in runs, which [`runs_have`](Self::runs_have) looks facts up in.
    #[inline]
    pub fn reads_in_runs(&self, board: &Board) -> usize {
        self.reads.count_in_runs(board)
    }

    /// Whether a run has the read that a fact is absent.
    #[inline]
    pub fn runs_have(&self, board: &Board, fact: &Fact) -> bool {
        self.reads.runs_have(board, fact)
    }

    /// The memory that the lemma takes without its runs, in bytes, with what the table adds to it: its place in a list, two counts of
    /// references, and the slack of the allocator.
    pub fn bytes(&self) -> usize {
        size_of::<Lemma>() + self.reads.bytes() + 48
    }

    /// How many nodes it cost for the memory that it and its runs take, to the base 2: in nodes for 16 MiB, so that no lemma is worth
    /// less than nothing. Lemmas that share runs cost about as much and are worth about as much, as runs are dropped with the last of them.
    pub fn worth(&self) -> usize {
        let nodes = u64::from(self.effort.max(1)) << 24;
        let bytes = self.bytes() + self.runs().map_or(0, |(runs, _)| runs.bytes());
        (nodes / bytes as u64).max(1).ilog2() as usize
    }

    /// The largest [`Lemma::worth`]: an effort has 32 bits.
    pub const MOST_WORTH: usize = 56;

    /// How much the lemma asks of a past, measured by the length that its reads have one after the other, in bytes.
    pub fn asks(&self) -> usize {
        self.reads.len()
    }

    /// Whether this lemma makes the other one needless: the same side is sure of at least as much, and every read is
    /// among the other's.
    pub fn implies(&self, other: &Lemma, board: &Board) -> bool {
        self.sure == other.sure
            && self.claim.covers(self.sure, &other.claim)
            && self.reads.are_among(&other.reads, board)
    }
}

// --- reads -----------------------------------------------------------------------------------------------------------
//
// The reads of a lemma as bytes.
//
// A search keeps millions of lemmas, some with thousands of reads, and the reads are what fills the memory. Nearly all say that
// facts of one class are absent, each about another position. Where there are many of those they are kept as [runs](super::runs),
// in which a fact can be looked up, and which lemmas [share](super::runs); all others are
// [bytes one after the other](super::packed_read). What packs them is in `packer.rs`.

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
