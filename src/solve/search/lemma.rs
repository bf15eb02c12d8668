//! A proved bound on the value of a key, with the facts of the past that its proof has read.
//!
//! A lemma says: at this key, under every past in which each of the reads holds, the player `sure` can
//! get at least (Black) or hold Black to at most (White) the bound. It is used under no other past.

use super::needs::Read;
use super::reads::Reads;
use crate::go::{Board, Move};
use crate::solve::question::{Question, Side};

/// A lemma, in the canonical frame of its key.
#[derive(Debug)]
pub struct Lemma {
    /// The number of the lemma among all that were made for its table: lemmas refer to earlier ones alone.
    pub number: u64,
    /// The side that is sure to reach its aim in the question.
    pub sure: Side,
    /// The question: for Black it is his lower bound, for White, who denies it, his upper bound.
    pub claim: Question,
    /// A move that achieves the claim, if the mover is the one who is sure of it.
    pub mv: Option<Move>,
    /// The nodes that the search spent on it: what it would cost to find it again.
    pub effort: u32,
    reads: Reads,
}

impl Lemma {
    /// A lemma with these reads, which must be sorted and without repetition.
    pub fn new(
        board: &Board,
        number: u64,
        sure: Side,
        claim: Question,
        mv: Option<Move>,
        effort: u32,
        reads: &[Read],
    ) -> Lemma {
        Lemma { number, sure, claim, mv, effort, reads: Reads::of(board, reads) }
    }

    /// The reads, in ascending order.
    pub fn reads<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Read> + 'a {
        self.reads.iter(board)
    }

    /// The memory that the lemma takes, in bytes, with what the table adds to it: a pointer, two counts of references, and
    /// the slack of the allocator.
    pub fn bytes(&self) -> usize {
        size_of::<Lemma>() + self.reads.bytes() + 32
    }

    /// A measure of how much the lemma asks of a past: the length of its reads.
    pub fn asks(&self) -> usize {
        self.reads.len()
    }

    /// Whether this lemma makes the other needless: the same side is sure of no less, and every read is
    /// one of the other's.
    pub fn implies(&self, other: &Lemma, board: &Board) -> bool {
        self.sure == other.sure
            && self.claim.covers(self.sure, &other.claim)
            && self.reads.are_among(&other.reads, board)
    }
}
