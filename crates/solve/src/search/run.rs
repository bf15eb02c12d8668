//! Many reads that differ in their positions alone: that facts of one class and one player are absent.

use super::absent::{self, Kind};
use super::ascending::{self, Ascending};
use super::needs::Read;
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
        let most = most.checked_sub(HEAD).filter(|_| board.points() <= absent::MOST_POINTS)?;
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
