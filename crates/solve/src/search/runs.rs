//! Many reads that differ in their positions alone: that facts of one class and one player are absent.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use super::ascending::{self, Ascending};
use super::needs::Read;
use super::packed_read::{self, Kind};
use superko_go::Board;
use superko_rules::fact::Fact;

/// How many bytes there must be behind a run.
pub const PADDING: usize = ascending::PADDING;

/// The least number of reads in a run.
pub const LEAST: usize = ascending::LEAST;

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
    /// If there are fewer than [`LEAST`].
    pub fn pack(board: &Board, kind: Kind, numbers: &[u64], bytes: &mut Vec<u8>) {
        bytes.push(kind.byte());
        bytes.extend((numbers.len() as u32).to_le_bytes());
        ascending::pack(numbers, kind.width(board), bytes);
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
        let most = most.checked_sub(HEAD).filter(|_| board.points() <= packed_read::MOST_POINTS)?;
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
        let bytes = [packed, &[0; PADDING]].concat().into_boxed_slice();
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
        &self.bytes[..self.bytes.len() - PADDING]
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
