//! A proved bound on the value of a key, with the facts of the past that its proof has read.
//!
//! A lemma says that at its key, under every past in which each of its reads is as stated, the side `sure` reaches
//! its aim in the question `claim`. It is used under no other past. Its key is kept by the table.

mod filters;
mod golomb;
mod history;
mod packer;
pub mod persist;
pub mod read;
mod read_set;
pub(crate) mod table;

pub(crate) use filters::{CountingFilter, KeyFilterReader, RcuCell};
pub(crate) use history::UndoHistory;
pub(crate) use packer::{AbsentReads, Packer};
pub use read_set::{PostingLists, ReadSet};
pub use table::Hit;

use std::sync::Arc;

use self::read::Read;
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
    reads: ReadSet,
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
        reads: ReadSet,
    ) -> Lemma {
        Lemma { number, sure, claim, mv, effort, reads }
    }

    /// The reads that are in no run, as bytes, for `ReadSet::of_packed`.
    pub fn singles(&self) -> &[u8] {
        self.reads.singles()
    }

    /// Whether every read passes a test.
    #[inline]
    pub fn all_reads(&self, board: &Board, test: impl FnMut(Read) -> bool) -> bool {
        self.reads.all(board, test)
    }

    /// The same of the reads that are in no run.
    #[inline]
    pub fn all_single_reads(&self, board: &Board, test: impl FnMut(Read) -> bool) -> bool {
        self.reads.all_singles(board, test)
    }

    /// The runs, if there are any, and the frame that leads from theirs to that of the lemma.
    #[inline]
    pub fn lists(&self) -> Option<(&Arc<PostingLists>, Frame)> {
        self.reads.lists()
    }

    /// How many reads are in runs, which [`lists_contain`](Self::runs_have) looks facts up in.
    #[inline]
    pub fn listed_reads(&self, board: &Board) -> usize {
        self.reads.count_listed(board)
    }

    /// Whether a run has the read that a fact is absent.
    #[inline]
    pub fn lists_contain(&self, board: &Board, fact: &Fact) -> bool {
        self.reads.lists_contain(board, fact)
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
        let bytes = self.bytes() + self.lists().map_or(0, |(lists, _)| lists.bytes());
        (nodes / bytes as u64).max(1).ilog2() as usize
    }

    /// The largest [`Lemma::worth`]: an effort has 32 bits.
    pub const MAX_WORTH: usize = 56;

    /// How much the lemma asks of a past, measured by the length that its reads have one after the other, in bytes.
    pub fn demand(&self) -> usize {
        self.reads.len()
    }

    /// Whether this lemma makes the other one needless: the same side is sure of at least as much, and every read is
    /// among the other's.
    pub fn implies(&self, other: &Lemma, board: &Board) -> bool {
        self.sure == other.sure
            && self.claim.covers(self.sure, &other.claim)
            && self.reads.is_subset_of(&other.reads, board)
    }
}
