//! The reads of a lemma as bytes.
//!
//! A search keeps millions of lemmas with up to hundreds of reads each, and goes through them far more often than
//! it makes them. So reads are short, are unpacked without a branch where that can be, and are compared as bytes.

use super::needs::{Margin, Needs, Read};
use crate::go::{Board, Players, Position};
use crate::rules::Points;
use crate::rules::fact::{Class, Fact, SecondPosition};
use crate::solve::question::Question;

/// The number of zeros after the last read: with them sixteen bytes can be loaded from wherever a position begins.
const PADDING: usize = 16;

/// Reads in ascending order.
#[derive(Debug)]
pub struct Reads {
    /// The reads one after the other, and the padding.
    bytes: Box<[u8]>,
    /// A bit for each read, chosen by its bytes. If all reads are among those of another list, so are their bits.
    bits: u64,
}

/// The bytes that a position takes: two bits an intersection.
fn position_width(board: &Board) -> usize {
    (2 * board.points()).div_ceil(8)
}

impl Reads {
    /// Packs reads, which must be sorted and without repetition.
    pub fn of(board: &Board, reads: &[Read]) -> Reads {
        debug_assert!(reads.is_sorted());
        let mut bytes = Vec::with_capacity(reads.len() * (1 + position_width(board)) + PADDING);
        let mut bits = 0;
        for read in reads {
            let start = bytes.len();
            pack(board, read, &mut bytes);
            bits |= bit_of(&bytes[start..]);
        }
        bytes.extend_from_slice(&[0; PADDING]);
        Reads { bytes: bytes.into_boxed_slice(), bits }
    }

    /// The reads, in ascending order.
    pub fn iter<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Read> + 'a {
        let (mut at, width) = (0, position_width(board));
        std::iter::from_fn(move || (at < self.len()).then(|| unpack(board, width, &self.bytes, &mut at)))
    }

    /// The length of the reads in bytes, without the padding.
    pub fn len(&self) -> usize {
        self.bytes.len() - PADDING
    }

    /// The memory that they take besides the list itself, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Whether every read is among the others. Equal reads have equal bytes, so bytes are compared.
    pub fn are_among(&self, others: &Reads, board: &Board) -> bool {
        if self.len() > others.len() || self.bits & !others.bits != 0 {
            return false;
        }
        let width = position_width(board);
        let mut theirs = others.slices(width);
        self.slices(width).all(|read| theirs.by_ref().any(|other| other == read))
    }

    /// The bytes of each read.
    fn slices(&self, width: usize) -> impl Iterator<Item = &[u8]> {
        let mut at = 0;
        std::iter::from_fn(move || {
            (at < self.len()).then(|| {
                let start = at;
                at += length(&self.bytes[at..], width);
                &self.bytes[start..at]
            })
        })
    }
}

/// One of 64 bits, chosen by a hash of the bytes of a read.
fn bit_of(bytes: &[u8]) -> u64 {
    let mixed =
        bytes.iter().fold(0u64, |mixed, byte| (mixed ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3));
    1 << (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
}

/// The kinds of reads: that a fact is absent, or present, for each class; and for each tallied class a margin, without
/// and with the fact.
const KINDS: usize = 2 * Class::COUNT + 2 * Class::TALLIED.len();

/// The first kind of a margin.
const MARGINS: u8 = 2 * Class::COUNT as u8;

/// The first byte of a read: its kind in five bits, the player in two, and whether there is a second position.
const KIND: u8 = 31;
const _: () = assert!(KINDS <= KIND as usize + 1, "the kinds of reads fit in five bits");

/// The number of the kind of a read.
fn kind(read: &Read) -> u8 {
    let class = read.fact.class;
    let tallied =
        || Class::TALLIED.iter().position(|other| *other == class).expect("margins are of tallied classes");
    match read.needs {
        Needs::Absent => class as u8,
        Needs::Present => Class::COUNT as u8 + class as u8,
        Needs::Margin(_) => MARGINS + tallied() as u8,
        Needs::MarginIfPresent(_) => MARGINS + (Class::TALLIED.len() + tallied()) as u8,
    }
}

fn pack(board: &Board, read: &Read, bytes: &mut Vec<u8>) {
    let who = read.fact.who.map_or(0, |player| 1 + player.index() as u8);
    let margin = match read.needs {
        Needs::Absent | Needs::Present => None,
        Needs::Margin(margin) | Needs::MarginIfPresent(margin) => Some(margin),
    };
    let beside = read.fact.second.number();
    bytes.push(kind(read) | who << 5 | u8::from(beside != 0) << 7);
    if beside != 0 {
        bytes.extend_from_slice(&beside.to_le_bytes());
    }
    let [first, second] = read.fact.position.stones.map(u128::from);
    let stones = first | second << board.points();
    bytes.extend_from_slice(&stones.to_le_bytes()[..position_width(board)]);
    if let Some(Margin { question, bare, least }) = margin {
        let flags = i32::from(bare) | i32::from(least.is_some()) << 1 | i32::from(question.strict) << 2;
        bytes.extend_from_slice(&flags.to_le_bytes());
        bytes.extend_from_slice(&question.points.numer().to_le_bytes());
        bytes.extend_from_slice(&question.points.denom().to_le_bytes());
        bytes.extend(least.into_iter().flat_map(i32::to_le_bytes));
    }
}

/// The length of the read that the bytes begin with.
fn length(bytes: &[u8], width: usize) -> usize {
    let tag = bytes[0];
    let fact = 1 + 4 * usize::from(tag >> 7) + width;
    match tag & KIND < MARGINS {
        true => fact,
        false => fact + 12 + 4 * usize::from(bytes[fact] >> 1 & 1),
    }
}

/// Unpacks the read at a place, and goes to the next.
fn unpack(board: &Board, width: usize, bytes: &[u8], at: &mut usize) -> Read {
    let tag = bytes[*at];
    *at += 1;
    let four = |at: &mut usize| {
        let four = bytes[*at..*at + 4].try_into().expect("four bytes");
        *at += 4;
        i32::from_le_bytes(four)
    };
    let beside = if tag >> 7 == 1 { four(at) as u32 } else { 0 };
    let wide = bytes[*at..*at + PADDING].try_into().expect("the padding is as wide as the widest position");
    let stones = u128::from_le_bytes(wide);
    *at += width;
    // What lies behind the position is beyond the board.
    let full = board.full();
    let position = Position { stones: [stones as u64 & full, (stones >> board.points()) as u64 & full] };
    let who = match tag >> 5 & 3 {
        0 => None,
        who => Some(Players::Three.all()[usize::from(who) - 1]),
    };
    let mut margin = || {
        let flags = four(at);
        let points = Points::new_raw(four(at), four(at));
        let least = (flags >> 1 & 1 == 1).then(|| four(at));
        Margin { question: Question { points, strict: flags >> 2 & 1 == 1 }, bare: flags & 1 == 1, least }
    };
    let kind = usize::from(tag & KIND);
    let (class, needs) = match kind.checked_sub(usize::from(MARGINS)) {
        None if kind < Class::COUNT => (Class::ALL[kind], Needs::Absent),
        None => (Class::ALL[kind - Class::COUNT], Needs::Present),
        Some(place) if place < Class::TALLIED.len() => (Class::TALLIED[place], Needs::Margin(margin())),
        Some(place) => (Class::TALLIED[place - Class::TALLIED.len()], Needs::MarginIfPresent(margin())),
    };
    Read { fact: Fact { class, who, position, second: SecondPosition::from_number(beside) }, needs }
}

#[cfg(test)]
mod tests {
    use super::super::lemma::Lemma;
    use super::*;
    use crate::go::Player;
    use crate::solve::question::Side;
    use proptest::prelude::*;

    fn any_read(points: u32) -> impl Strategy<Value = Read> {
        let full = u64::MAX >> (64 - points);
        let margin = (any::<bool>(), prop::option::of(any::<i32>()), -9i32..9, 1i32..5, any::<bool>());
        let parts = (any::<u64>(), any::<u64>(), 0u32..2000, 0..Class::COUNT, 0usize..4, 0usize..4, margin);
        parts.prop_map(
            move |(black, white, beside, class, who, needs, (bare, least, numer, denom, strict))| {
                let question = Question { points: Points::new(numer, denom), strict };
                let margin = Margin { question, bare, least };
                // Margins are of tallied classes alone.
                let class =
                    if needs < 2 { Class::ALL[class] } else { Class::TALLIED[class % Class::TALLIED.len()] };
                Read {
                    fact: Fact {
                        class,
                        second: SecondPosition::from_number(beside.saturating_sub(1000)),
                        who: [None, Some(Player::Black), Some(Player::White), Some(Player::Red)][who],
                        position: Position { stones: [black & full, white & full] },
                    },
                    needs: [
                        Needs::Absent,
                        Needs::Present,
                        Needs::Margin(margin),
                        Needs::MarginIfPresent(margin),
                    ][needs],
                }
            },
        )
    }

    proptest! {
        #[test]
        fn reads_survive_packing(reads in prop::collection::btree_set(any_read(12), 0..20)) {
            let board = Board::grid(3, 4).unwrap();
            let reads: Vec<Read> = reads.into_iter().collect();
            prop_assert_eq!(Reads::of(&board, &reads).iter(&board).collect::<Vec<_>>(), reads);
        }

        #[test]
        fn reads_of_the_largest_board_survive_packing(reads in prop::collection::btree_set(any_read(64), 0..20)) {
            let board = Board::grid(8, 8).unwrap();
            let reads: Vec<Read> = reads.into_iter().collect();
            prop_assert_eq!(Reads::of(&board, &reads).iter(&board).collect::<Vec<_>>(), reads);
        }

        #[test]
        fn a_lemma_implies_those_that_ask_more_for_less(
            reads in prop::collection::btree_set(any_read(6), 1..12), keep in any::<u16>(), bound in -6i32..=6, weaker in 0i32..3,
        ) {
            let board = Board::grid(2, 3).unwrap();
            let all: Vec<Read> = reads.into_iter().collect();
            let some: Vec<Read> =
                all.iter().enumerate().filter(|(i, _)| keep >> i & 1 == 1).map(|(_, read)| *read).collect();
            let lemma = |bound: i32, reads: &[Read]| {
                Lemma::new(&board, 0, Side::Black, Question::reaches(Points::from_integer(bound)), None, 0, reads)
            };
            let general = lemma(bound, &some);
            let special = lemma(bound - weaker, &all);
            prop_assert!(general.implies(&special, &board));
            prop_assert_eq!(special.implies(&general, &board), some == all && weaker == 0);
        }
    }
}
