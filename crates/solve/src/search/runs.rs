//! The runs among the reads of a lemma, which several lemmas share.
//!
//! A proof by one move reads what the lemma of that move reads, and little else, and most lemmas are proved so. In place of a copy
//! such a lemma has the runs of the other, and the frame through which it sees them.
//!
//! A frame maps facts one to one, and carrying a read back over an edge changes none of a run, unless the edge clears its class: then
//! nothing is shared. So the reads of the lemma are the images of those in the runs, and the few beside, and what is asked of them is asked
//! of the runs about the image back.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::run::{self, Run};
use superko_go::Board;
use superko_rules::fact::Fact;

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
        let bytes = [packed, &[0; run::PADDING]].concat().into_boxed_slice();
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
        &self.bytes[..self.bytes.len() - run::PADDING]
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
