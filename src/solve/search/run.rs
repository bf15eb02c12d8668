//! Many reads that differ in their positions alone: that facts of one class and one player are absent.

use super::ascending::{self, Ascending};
use super::plain::{self, Plain};
use super::ternary;
use crate::go::Board;
use crate::rules::fact::Fact;

/// How many bytes there must be behind a run.
pub const PADDING: usize = ascending::PADDING;

/// The least number of reads in a run.
pub const LEAST: usize = ascending::LEAST;

/// The bytes of a run before its numbers: its kind, and how many numbers there are.
const HEAD: usize = 5;

/// What the reads of a run have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kind {
    /// What their facts are [about](plain::about).
    pub about: u64,
    /// Whether their positions have stones of three colours. If not, they are numbers of [three digits](ternary); if so, those of
    /// [`plain::position_number`].
    pub red: bool,
}

/// The bit of the byte of a kind that says whether there is a third colour. The class is below it, the player above.
const RED: u8 = 1 << 4;

const _: () = assert!(2 * plain::MOST_POINTS as u32 <= ascending::MOST_WIDTH);

impl Kind {
    /// That of a read that a fact is absent, by what the fact is about and the number of its position.
    #[inline]
    pub fn of(board: &Board, about: u64, position_number: u64) -> Kind {
        Kind { about, red: position_number >> board.points() & position_number & board.full() != 0 }
    }

    /// The kind as a byte.
    fn byte(self) -> u8 {
        (self.about as u8).rotate_right(plain::WHO) | if self.red { RED } else { 0 }
    }

    /// What [`Kind::byte`] has given the byte for; `None` for a strange one.
    fn of_byte(byte: u8) -> Option<Kind> {
        let about = u64::from((byte & !RED).rotate_left(plain::WHO));
        plain::is_about(about).then_some(Kind { about, red: byte & RED != 0 })
    }

    /// The bits of a number in a run of this kind.
    #[inline]
    fn width(self, board: &Board) -> u32 {
        if self.red { plain::position_bits(board) } else { ternary::bits(board.points()) }
    }

    /// The number that stands in a run for the position of this number.
    #[inline]
    fn number(self, board: &Board, position_number: u64) -> u64 {
        if self.red {
            return position_number;
        }
        ternary::number_of(position_number >> board.points(), position_number & board.full())
    }

    /// The number of the position for which this number stands in a run.
    #[inline]
    fn position_number(self, board: &Board, number: u64) -> u64 {
        if self.red {
            return number;
        }
        let [first, other] = ternary::words_of(number);
        first << board.points() | other
    }
}

/// A run, packed.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    kind: Kind,
    numbers: Ascending<'a>,
}

impl<'a> Run<'a> {
    /// Adds a run to some bytes, of positions of these numbers, which are left as what stands for them.
    ///
    /// # Panics
    /// If there are fewer than [`LEAST`].
    pub fn pack(board: &Board, kind: Kind, positions: &mut [u64], bytes: &mut Vec<u8>) {
        positions.iter_mut().for_each(|position| *position = kind.number(board, *position));
        positions.sort_unstable();
        bytes.push(kind.byte());
        bytes.extend((positions.len() as u32).to_le_bytes());
        ascending::pack(positions, kind.width(board), bytes);
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
    /// or for numbers of no position.
    pub fn checked(board: &Board, bytes: &'a [u8], most: usize) -> Option<(Run<'a>, usize)> {
        let most = most.checked_sub(HEAD).filter(|_| board.points() <= plain::MOST_POINTS)?;
        let (head, numbers) = bytes.split_at(HEAD);
        let kind = Kind::of_byte(head[0])?;
        let count = u32::from_le_bytes(head[1..].try_into().expect("four bytes")) as usize;
        let (numbers, length) = Ascending::checked(count, kind.width(board), numbers, most)?;
        let are_positions =
            kind.red || numbers.iter().all(|number| ternary::is_number(board.points(), number));
        are_positions.then_some((Run { kind, numbers }, HEAD + length))
    }

    /// What its facts are about.
    #[inline]
    pub fn about(&self) -> u64 {
        self.kind.about
    }

    /// How many reads it has.
    #[inline]
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The numbers of its positions.
    #[inline]
    pub fn position_numbers(self, board: &Board) -> impl Iterator<Item = u64> {
        self.numbers.iter().map(move |number| self.kind.position_number(board, number))
    }

    /// Its reads.
    #[inline]
    pub fn reads(self, board: &Board) -> impl Iterator<Item = Plain> {
        self.position_numbers(board).map(move |number| Plain::absent(board, self.kind.about, number))
    }

    /// Whether it has the read that a fact is absent.
    #[inline]
    pub fn has(&self, board: &Board, fact: &Fact) -> bool {
        let about = plain::about(fact);
        self.kind.about == about
            && plain::position_number(board, fact).is_some_and(|position| {
                self.kind == Kind::of(board, about, position)
                    && self.numbers.has(self.kind.number(board, position))
            })
    }

    /// Whether each read is one of the other run.
    pub fn is_among(&self, other: &Run) -> bool {
        self.kind == other.kind && self.numbers.are_among(&other.numbers)
    }
}
