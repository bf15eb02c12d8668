//! Reads that facts are absent, as numbers.
//!
//! A proof may have thousands of reads, which are gathered, mapped, sorted, packed and compared. Nearly all say that a fact is
//! absent which is about one position with stones of two or three colours, on a board that is not too large. Such a read is a
//! number here, among those of its kind.

use super::ascending;
use super::needs::{Needs, Read};
use super::packed_read::pack;
use super::ternary;
use crate::canon::FactMap;
use superko_go::{Board, Player, Position};
use superko_rules::fact::{Class, Fact, SecondPosition};

/// The intersections of the largest board on which reads are numbers.
pub const MOST_POINTS: usize = 28;

/// What the reads of a kind have in common. Kinds are ordered by their classes and players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    /// The class of the facts.
    pub class: Class,
    /// The player whom they are about, if there is one.
    who: Option<Player>,
    /// Whether the positions have stones of three colours. If not, their numbers are of [three digits](ternary); if so, they have
    /// the first of the two words of the position above the second.
    red: bool,
}

/// The parts of the byte of a kind: the class, whether there is a third colour, and the player.
const CLASS: u8 = 15;
const RED: u8 = 1 << 4;
const WHO: u32 = 5;

const _: () = assert!(Class::COUNT <= 1 + CLASS as usize && Player::COLOURS.len() < 1 << (8 - WHO));
const _: () = assert!(2 * MOST_POINTS as u32 <= ascending::MOST_WIDTH);

impl Kind {
    /// The kind and the number of the read that a fact is absent, if it has a number on a board.
    #[inline]
    pub fn of(board: &Board, fact: &Fact) -> Option<(Kind, u64)> {
        let [first, other] = fact.position.stones;
        // The bits that mark a packed position are among those that have no place.
        let fits = board.points() <= MOST_POINTS
            && fact.second == SecondPosition::default()
            && (first | other) & !board.full() == 0;
        let kind = Kind { class: fact.class, who: fact.who, red: first & other != 0 };
        fits.then(|| (kind, kind.number(board, fact.position)))
    }

    /// The read of a number of this kind.
    #[inline]
    pub fn read(self, board: &Board, number: u64) -> Read {
        let fact = Fact::of(self.class, self.who, self.position(board, number));
        Read { fact, needs: Needs::Absent }
    }

    /// The kind of the images of facts of this kind.
    #[inline]
    pub fn image(self, map: &FactMap) -> Kind {
        Kind { who: map.who(self.who), ..self }
    }

    /// The number of the image of the fact of a number of this kind.
    #[inline]
    pub fn number_of_image(self, board: &Board, number: u64, map: &FactMap) -> u64 {
        if map.is_identity() {
            return number;
        }
        self.number(board, map.position(self.position(board, number)))
    }

    /// One of 64 bits for a read of this kind.
    #[inline]
    pub fn bit(self, number: u64) -> u64 {
        let mixed = (number << 8 | u64::from(self.byte())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        1 << ((mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 58)
    }

    /// The length of one read of this kind as bytes.
    pub fn read_length(self, board: &Board) -> usize {
        let stones = if self.red { [1, 1] } else { [0, 0] };
        let read = self.read(board, self.number(board, Position { stones }));
        let mut bytes = Vec::new();
        pack(board, &read, &mut bytes);
        bytes.len()
    }

    /// The bits of a number of this kind.
    #[inline]
    pub fn width(self, board: &Board) -> u32 {
        if self.red { 2 * board.points() as u32 } else { ternary::bits(board.points()) }
    }

    /// Whether a number of so many bits is one of this kind.
    pub fn has(self, board: &Board, number: u64) -> bool {
        match self.red {
            true => number >> board.points() & number & board.full() != 0,
            false => ternary::is_number(board.points(), number),
        }
    }

    /// The kind as a byte.
    #[inline]
    pub fn byte(self) -> u8 {
        let who = self.who.map_or(0, |player| 1 + player.index() as u8);
        self.class as u8 | if self.red { RED } else { 0 } | who << WHO
    }

    /// What [`Kind::byte`] has given the byte for; `None` for a strange one.
    #[inline]
    pub fn of_byte(byte: u8) -> Option<Kind> {
        let class = *Class::ALL.get(usize::from(byte & CLASS))?;
        let who = match usize::from(byte >> WHO).checked_sub(1) {
            None => None,
            Some(index) => Some(*Player::COLOURS.get(index)?),
        };
        Some(Kind { class, who, red: byte & RED != 0 })
    }

    #[inline]
    fn number(self, board: &Board, Position { stones: [first, other] }: Position) -> u64 {
        if self.red { first << board.points() | other } else { ternary::number_of(first, other) }
    }

    #[inline]
    fn position(self, board: &Board, number: u64) -> Position {
        let stones = match self.red {
            true => [number >> board.points(), number & board.full()],
            false => ternary::words_of(number),
        };
        Position { stones }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canon::Frame;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_number_of_a_kind_stands_for_one_read(
            parts in prop::collection::vec((any::<[u64; 2]>(), 0u32..64, any::<bool>(), 0..Class::COUNT, 0usize..7), 2..40),
        ) {
            for board in ["1x1", "3x4", "4x7"] {
                let board = Board::parse(board).unwrap();
                for ([one, two], few, red, class, who) in parts.clone() {
                    let two = if red { two } else { two & !one };
                    let who = who.checked_sub(1).map(|index| Player::COLOURS[index]);
                    let position = Position { stones: [one, two].map(|plane| plane >> few & board.full()) };
                    let fact = Fact::of(Class::ALL[class], who, position);
                    let (kind, number) = Kind::of(&board, &fact).unwrap();
                    prop_assert_eq!(kind.read(&board, number), Read { fact, needs: Needs::Absent });
                    prop_assert_eq!(Kind::of_byte(kind.byte()), Some(kind));
                    prop_assert!(kind.has(&board, number) && number >> kind.width(&board) == 0);
                    let mut bytes = Vec::new();
                    pack(&board, &kind.read(&board, number), &mut bytes);
                    prop_assert_eq!(bytes.len(), kind.read_length(&board));
                    for symmetry in 0..board.symmetries().len() as u16 {
                        for exchanged in [false, true] {
                            let map = Frame { symmetry, exchanged }.facts_in(&board);
                            let image = (kind.image(&map), kind.number_of_image(&board, number, &map));
                            prop_assert_eq!(Some(image), Kind::of(&board, &map.of(&fact)));
                        }
                    }
                }
            }
        }

        #[test]
        fn a_byte_is_that_of_one_kind_or_none(byte in any::<u8>()) {
            prop_assert!(Kind::of_byte(byte).is_none_or(|kind| kind.byte() == byte));
        }
    }

    #[test]
    fn some_reads_have_no_number() {
        let board = Board::parse("4x7").unwrap();
        let fact = Fact::of(Class::Passed, None, Position::default());
        let packed = Position::of_planes([1, 2, 4]);
        let second = SecondPosition::of(&Position::default());
        assert!(Kind::of(&board, &fact).is_some());
        assert!(Kind::of(&Board::parse("1x29").unwrap(), &fact).is_none());
        for other in [
            Fact { position: packed, ..fact },
            Fact { position: Position { stones: [1 << 28, 0] }, ..fact },
            Fact { second, ..fact },
        ] {
            assert_eq!(Kind::of(&board, &other), None);
        }
    }
}
