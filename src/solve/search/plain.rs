//! Plain reads as numbers.
//!
//! A proof may have thousands of reads, which are gathered, mapped, sorted, packed and compared. Nearly all are plain: that a fact
//! is absent, or present, of one position with stones of two or three colours, on a board that is not too large. A plain read is
//! one word here, and words are ordered as the reads are that they stand for.

use std::num::NonZeroU64;

use super::needs::{Needs, Read};
use crate::go::{Board, Player, Position};
use crate::hashing::Mix;
use crate::rules::fact::{Class, Fact, SecondPosition};
use crate::solve::canon::FactMap;

/// A plain read: 1 more than a number that has, from its highest bits down, what its fact is [about](Plain::about), the
/// [number of its position](Plain::position_number), and whether the fact is to be present.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Plain(NonZeroU64);

/// The intersections of the largest board that has plain reads.
pub const MOST_POINTS: usize = 28;

/// The bits of a player, or none, in what a fact is about.
pub const WHO: u32 = 3;

const _: () = assert!(
    Class::COUNT < 1 << 4 && Player::COLOURS.len() < 1 << WHO && 4 + WHO as usize + 2 * MOST_POINTS < 64
);

/// What a fact is about besides its position: its class, above its player.
pub fn about(fact: &Fact) -> u64 {
    (fact.class as u64) << WHO | fact.who.map_or(0, |player| 1 + player.index() as u64)
}

/// The class of facts that are about this.
pub fn class(about: u64) -> Class {
    Class::ALL[(about >> WHO) as usize]
}

/// What the images of facts are about that are about this.
pub fn about_image(about: u64, map: &FactMap) -> u64 {
    let who = (about & ((1 << WHO) - 1)).checked_sub(1).map(|index| Player::COLOURS[index as usize]);
    about & !((1 << WHO) - 1) | map.who(who).map_or(0, |player| 1 + player.index() as u64)
}

/// The number of the image of the position of this number.
#[inline]
pub fn position_image(board: &Board, number: u64, map: &FactMap) -> u64 {
    let (points, full) = (board.points(), board.full());
    let [first, other] = map.position(Position { stones: [number >> points, number & full] }).stones;
    first << points | other
}

/// Whether a number says what some fact is [`about`].
pub fn is_about(number: u64) -> bool {
    let (class, who) = (number >> WHO, number & ((1 << WHO) - 1));
    class < Class::COUNT as u64 && who <= Player::COLOURS.len() as u64
}

/// The bits of the number of a position on a board that has plain reads.
pub fn position_bits(board: &Board) -> u32 {
    2 * board.points() as u32
}

/// The number of the position of a fact, if there is a plain read of it on a board: the first of the two words of the position
/// above the second.
#[inline]
pub fn position_number(board: &Board, fact: &Fact) -> Option<u64> {
    let (points, [first, other]) = (board.points(), fact.position.stones);
    // The bits that mark a packed position are among those that have no place.
    let fits = points <= MOST_POINTS
        && fact.second == SecondPosition::default()
        && (first | other) & !board.full() == 0;
    fits.then(|| first << points | other)
}

impl Plain {
    /// The word of a read, if it is plain.
    #[inline]
    pub fn of(board: &Board, read: &Read) -> Option<Plain> {
        let present = match read.needs {
            Needs::Absent => 0,
            Needs::Present => 1,
            Needs::Margin(_) | Needs::MarginIfPresent(_) => return None,
        };
        let number = position_number(board, &read.fact)?;
        let about = about(&read.fact) << position_bits(board);
        NonZeroU64::new(1 + ((about | number) << 1 | present)).map(Plain)
    }

    /// The read that a fact is absent which is about this and has the position of this number.
    #[inline]
    pub fn absent(board: &Board, about: u64, position_number: u64) -> Plain {
        let number = (about << position_bits(board) | position_number) << 1;
        Plain(NonZeroU64::MIN.saturating_add(number))
    }

    /// The words of those reads that are plain, and the others, both in the order in which they came.
    pub fn parted(board: &Board, reads: &[Read]) -> (Vec<Plain>, Vec<Read>) {
        let (mut plain, mut others) = (Vec::new(), Vec::new());
        for read in reads {
            match Plain::of(board, read) {
                Some(word) => plain.push(word),
                None => others.push(*read),
            }
        }
        (plain, others)
    }

    /// The read of the image of the fact, which is plain, too.
    #[inline]
    pub fn image(self, board: &Board, map: &FactMap) -> Plain {
        let number = about_image(self.about(board), map) << position_bits(board)
            | position_image(board, self.position_number(board), map);
        Plain(NonZeroU64::MIN.saturating_add(number << 1 | self.number() & 1))
    }

    fn number(self) -> u64 {
        self.0.get() - 1
    }

    /// The read.
    #[inline]
    pub fn read(self, board: &Board) -> Read {
        let (points, about, number) = (board.points(), self.about(board), self.position_number(board));
        let position = Position { stones: [number >> points, number & board.full()] };
        let who = (about & ((1 << WHO) - 1)).checked_sub(1).map(|index| Player::COLOURS[index as usize]);
        let fact = Fact::of(class(about), who, position);
        Read { fact, needs: if self.is_absent() { Needs::Absent } else { Needs::Present } }
    }

    /// Whether it is that the fact is absent.
    #[inline]
    pub fn is_absent(self) -> bool {
        self.number() & 1 == 0
    }

    /// What its fact is [`about`].
    #[inline]
    pub fn about(self, board: &Board) -> u64 {
        self.number() >> 1 >> position_bits(board)
    }

    /// The [`position_number`] of its fact.
    #[inline]
    pub fn position_number(self, board: &Board) -> u64 {
        self.number() >> 1 & ((1 << position_bits(board)) - 1)
    }
}

impl Mix for Plain {
    #[inline]
    fn mixed(&self) -> u64 {
        let mixed = self.0.get().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

#[cfg(test)]
mod tests {
    use super::super::needs::Margin;
    use super::*;
    use crate::solve::canon::Frame;
    use crate::solve::question::Question;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_stand_for_reads_and_are_ordered_as_they_are(
            parts in prop::collection::vec((any::<[u64; 2]>(), 0u32..64, 0..Class::COUNT, 0usize..7, any::<bool>()), 2..40),
        ) {
            for board in ["1x1", "3x4", "4x7"] {
                let board = Board::parse(board).unwrap();
                let reads: Vec<Read> = parts
                    .iter()
                    .map(|(stones, few, class, who, present)| {
                        let who = who.checked_sub(1).map(|index| Player::COLOURS[index]);
                        let position = Position { stones: stones.map(|plane| plane >> few & board.full()) };
                        let needs = if *present { Needs::Present } else { Needs::Absent };
                        Read { fact: Fact::of(Class::ALL[*class], who, position), needs }
                    })
                    .collect();
                for one in &reads {
                    let plain = Plain::of(&board, one).unwrap();
                    prop_assert_eq!(plain.read(&board), *one);
                    prop_assert_eq!(plain.about(&board), about(&one.fact));
                    prop_assert_eq!(plain.is_absent(), one.needs == Needs::Absent);
                    let number = position_number(&board, &one.fact).unwrap();
                    prop_assert_eq!(plain.position_number(&board), number);
                    let absent = Plain::absent(&board, about(&one.fact), number);
                    prop_assert_eq!(absent.read(&board), Read { needs: Needs::Absent, ..*one });
                    for symmetry in 0..board.symmetries().len() as u16 {
                        for exchanged in [false, true] {
                            let map = Frame { symmetry, exchanged }.facts_in(&board);
                            let image = Read { fact: map.of(&one.fact), ..*one };
                            prop_assert_eq!(plain.image(&board, &map).read(&board), image);
                        }
                    }
                    for other in &reads {
                        prop_assert_eq!(plain.cmp(&Plain::of(&board, other).unwrap()), one.cmp(other));
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_not_plain_has_no_word() {
        let board = Board::parse("4x7").unwrap();
        let plain = Read { fact: Fact::of(Class::Passed, None, Position::default()), needs: Needs::Absent };
        let packed = Position::of_planes([1, 2, 4]);
        let second = SecondPosition::of(&Position::default());
        let margin = Margin { question: Question::reaches(0.into()), bare: false, least: None };
        assert!(Plain::of(&board, &plain).is_some());
        assert!(Plain::of(&Board::parse("1x29").unwrap(), &plain).is_none());
        for other in [
            Read { fact: Fact { position: packed, ..plain.fact }, ..plain },
            Read { fact: Fact { position: Position { stones: [1 << 28, 0] }, ..plain.fact }, ..plain },
            Read { fact: Fact { second, ..plain.fact }, ..plain },
            Read { needs: Needs::Margin(margin), ..plain },
        ] {
            assert_eq!(Plain::of(&board, &other), None);
        }
    }
}
