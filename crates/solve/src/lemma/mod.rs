//! Lemmas: proved bounds on the value of a key, with the facts of the history that the proof has
//! read.
//!
//! A lemma says that at its key, under every history in which each of its reads is as stated, the
//! side `sure` reaches its aim in the question `claim`. It is used under no other history. (A lemma
//! whose proof ends at settled positions reads of all settled positions at once that none has stood:
//! [`Lemma::unsettled`].) The
//! table of lemmas (`table.rs`) is the transposition table of the search, and it keeps their keys.

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

use crate::threshold::{Side, Threshold};
use superko_go::{Board, Move};
use superko_rules::Key;

/// A lemma with its key.
pub type Keyed = (Key, Arc<Lemma>);

/// A proved bound, in the canonical frame of its key.
#[derive(Debug)]
pub struct Lemma {
    /// The number of the lemma in its table: lemmas refer only to lemmas with smaller numbers.
    pub number: u64,
    /// The side that reaches its aim.
    pub sure: Side,
    /// The question: for Black it states a lower bound of the value, for White, who denies it, an
    /// upper bound.
    pub claim: Threshold,
    /// A move that achieves the claim, if the mover is on the side that is sure of it.
    pub mv: Option<Move>,
    /// Whether it holds only where no position of the history is settled for the side and the
    /// claim, as the module `dfpn::settled` has it.
    pub unsettled: bool,
    /// The nodes that the search spent on it: an estimate of the cost of proving it again.
    pub effort: u32,
    /// The facts that the proof has read.
    pub reads: ReadSet,
}

// The memory estimates depend on these sizes, the estimates decide what is dropped under a limit,
// and that decides node counts.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Lemma>() == 72 && size_of::<Keyed>() == 32);

impl Lemma {
    /// The memory of the lemma without its posting lists, in bytes, with what the table adds: its
    /// entry in a list, two reference counts, and the slack of the allocator.
    pub fn bytes(&self) -> usize {
        size_of::<Lemma>() + self.reads.bytes() + 48
    }

    /// The logarithm to base 2 of its nodes for each 16 MiB of memory, posting lists included, so
    /// that none is below 0.
    ///
    /// Lemmas that share lists cost about as much and are worth about as much, as lists are dropped
    /// with the last of them.
    pub fn worth(&self) -> usize {
        let nodes = u64::from(self.effort.max(1)) << 24;
        let bytes = self.bytes() + self.reads.lists().map_or(0, |(lists, _)| lists.bytes());
        (nodes / bytes as u64).max(1).ilog2() as usize
    }

    /// The largest [`Lemma::worth`], as an effort has 32 bits.
    pub const MAX_WORTH: usize = 56;

    /// How much the lemma asks of a history: the length of its reads as bytes in a row.
    pub fn demand(&self) -> usize {
        self.reads.length as usize
    }

    /// Whether this lemma makes the other one redundant: it claims at least as much with a subset
    /// of the reads. (What is settled for a claim is settled for a weaker one.)
    pub fn implies(&self, other: &Lemma, board: &Board) -> bool {
        self.sure == other.sure
            && self.claim.covers(self.sure, &other.claim)
            && (other.unsettled || !self.unsettled)
            && self.reads.is_subset_of(&other.reads, board)
    }
}
