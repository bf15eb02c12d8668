//! The reads of a proof while it is put together, most of them as one number each.
//!
//! A proof may have hundreds of reads, which are collected, mapped, sorted and packed. Nearly all are plain: that a fact is
//! absent, or present, of one position with stones of two or three colours. The number of a plain read has the parts that
//! reads are compared by in the same order, so numbers are sorted in place of reads.

use super::gathered::Gathered;
use super::needs::{Needs, Read};
use crate::go::{Player, Position};
use crate::hashing::Mix;
use crate::rules::fact::{Class, Fact, SecondPosition};

/// The bits of a plane in the number of a read.
const PLANE: u32 = 60;

/// The place of what a fact is about: its class above its player.
const ABOUT: u32 = 2 * PLANE + 1;

const _: () = assert!(Class::COUNT <= 1 << 4 && Player::COLOURS.len() < 1 << 3 && ABOUT + 7 == u128::BITS);

impl Mix for u128 {
    #[inline]
    fn mixed(&self) -> u64 {
        let [high, low] = [(self >> 64) as u64, *self as u64];
        let mixed = (high.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ low).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }
}

impl Mix for Read {
    #[inline]
    fn mixed(&self) -> u64 {
        self.fact.mixed()
    }
}

/// The number of a read, if it is plain and its board is not too large.
#[inline]
fn number(read: &Read) -> Option<u128> {
    let Read { fact: Fact { class, who, position, second }, needs } = *read;
    let present = match needs {
        Needs::Absent => 0,
        Needs::Present => 1,
        Needs::Margin(_) | Needs::MarginIfPresent(_) => return None,
    };
    let [first, other] = position.stones;
    // The bits that mark a packed position are among those that have no place.
    if second != SecondPosition::default() || (first | other) >> PLANE != 0 {
        return None;
    }
    let about = (class as u128) << 3 | who.map_or(0, |player| 1 + player.index() as u128);
    Some(about << ABOUT | u128::from(first) << (PLANE + 1) | u128::from(other) << 1 | present)
}

/// The read of a number.
#[inline]
fn read(number: u128) -> Read {
    let about = (number >> ABOUT) as usize;
    let plane = |from: u32| (number >> from) as u64 & ((1 << PLANE) - 1);
    let position = Position { stones: [plane(PLANE + 1), plane(1)] };
    let who = (about & 7).checked_sub(1).map(|index| Player::COLOURS[index]);
    let needs = if number & 1 == 0 { Needs::Absent } else { Needs::Present };
    Read { fact: Fact::of(Class::ALL[about >> 3], who, position), needs }
}

/// Reads without repetition.
#[derive(Debug, Default)]
pub struct ProofReads {
    plain: Gathered<u128>,
    others: Gathered<Read>,
}

impl ProofReads {
    /// Adds a read, if it is not among them.
    #[inline]
    pub fn add(&mut self, read: Read) {
        match number(&read) {
            Some(number) => self.plain.add(number),
            None => self.others.add(read),
        }
    }

    /// Takes the reads away, in ascending order of what they are mapped to. `join` is told of all of them, in ascending
    /// order, before they are mapped, if some are margins.
    pub fn take(&mut self, map: impl Fn(Read) -> Read, join: impl FnOnce(&mut Vec<Read>)) -> Vec<Read> {
        let numbers = self.plain.take();
        let others = self.others.take();
        if others.is_empty() {
            // The map of a plain read is plain.
            for plain in numbers.iter_mut() {
                *plain = number(&map(read(*plain))).expect("an image has no more colours");
            }
            numbers.sort_unstable();
            return numbers.drain(..).map(read).collect();
        }
        let mut reads: Vec<Read> = numbers.drain(..).map(read).chain(others.drain(..)).collect();
        if reads.iter().any(|read| matches!(read.needs, Needs::Margin(_) | Needs::MarginIfPresent(_))) {
            reads.sort_unstable();
            join(&mut reads);
        }
        reads.iter_mut().for_each(|read| *read = map(*read));
        reads.sort_unstable();
        reads
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::question::Question;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_stand_for_reads_and_are_sorted_as_they_are(
            parts in prop::collection::vec((any::<[u64; 2]>(), 0u32..64, 0..Class::COUNT, 0usize..7, any::<bool>()), 2..40),
        ) {
            let reads: Vec<Read> = parts
                .into_iter()
                .map(|(stones, few, class, who, present)| {
                    let who = who.checked_sub(1).map(|index| Player::COLOURS[index]);
                    let position = Position { stones: stones.map(|plane| plane >> few.max(4)) };
                    let needs = if present { Needs::Present } else { Needs::Absent };
                    Read { fact: Fact::of(Class::ALL[class], who, position), needs }
                })
                .collect();
            for one in &reads {
                prop_assert_eq!(read(number(one).unwrap()), *one);
                for other in &reads {
                    prop_assert_eq!(number(one).cmp(&number(other)), one.cmp(other));
                }
            }
            let mut gathered = ProofReads::default();
            reads.iter().chain(&reads).for_each(|read| gathered.add(*read));
            let mut wanted = reads;
            wanted.sort_unstable();
            wanted.dedup();
            prop_assert_eq!(gathered.take(|read| read, |_| unreachable!("there are no margins")), wanted);
        }
    }

    #[test]
    fn what_is_not_plain_has_no_number() {
        let plain = Read { fact: Fact::of(Class::Passed, None, Position::default()), needs: Needs::Absent };
        let packed = Position::of_planes([1, 2, 4]);
        let second = SecondPosition::of(&Position::default());
        let margin =
            super::super::needs::Margin { question: Question::reaches(0.into()), bare: false, least: None };
        assert!(number(&plain).is_some());
        for other in [
            Read { fact: Fact { position: packed, ..plain.fact }, ..plain },
            Read { fact: Fact { position: Position { stones: [1 << 60, 0] }, ..plain.fact }, ..plain },
            Read { fact: Fact { second, ..plain.fact }, ..plain },
            Read { needs: Needs::Margin(margin), ..plain },
            Read { needs: Needs::MarginIfPresent(margin), ..plain },
        ] {
            assert_eq!(number(&other), None);
        }
    }
}
