//! The reads of a lemma as bytes.
//!
//! A search keeps millions of lemmas, some with thousands of reads, and the reads are what fills the memory. Nearly all say that
//! facts of one class are absent, each about another position. Where there are many of those they are kept as a [`Run`],
//! in which a fact can be looked up; all others are [bytes one after the other](super::packed_read).

use super::needs::{Needs, Read};
use super::packed_read::{PADDING, checked_length, pack, position_width, unpack};
use super::plain::Plain;
use super::run::{self, Kind, Run};
use crate::go::{Board, Players};
use crate::hashing::Mix;
use crate::rules::fact::Fact;

/// Reads without repetition.
#[derive(Debug)]
pub struct Reads {
    /// The runs, the other reads in ascending order, and the padding.
    bytes: Box<[u8]>,
    /// A bit for each read, chosen by a hash. If all reads are among those of another list, so are their bits.
    bits: u64,
    /// The bytes of the runs.
    runs: u32,
    /// The length that all reads would have one after the other, in bytes. Lemmas are listed by it, so how reads are kept changes
    /// no node count.
    length: u32,
}

const _: () = assert!(PADDING >= run::PADDING);

/// Packs lists of reads, one after the other. What it needs meanwhile is kept for the next list: to ask for it anew each time
/// takes long where there are millions of lemmas, between which an allocator looks for room.
#[derive(Debug, Default)]
pub struct Packer {
    bytes: Vec<u8>,
    /// The reads that are in no run.
    rest: Vec<Read>,
    /// The numbers of the positions of those that may be in runs: of two colours, and of three.
    runs: [Vec<u64>; 2],
    /// One read as bytes.
    one: Vec<u8>,
}

impl Packer {
    /// Packs reads, of which `others` are those that are not plain. Both must be sorted and without repetition.
    pub fn pack(&mut self, board: &Board, plain: &[Plain], others: &[Read]) -> Reads {
        debug_assert!(plain.is_sorted() && others.is_sorted());
        debug_assert!(others.iter().all(|read| Plain::of(board, read).is_none()));
        let Packer { bytes, rest, runs, one } = self;
        let mut length = 0;
        bytes.clear();
        rest.clear();
        rest.extend(others);
        for like in plain.chunk_by(|one, two| one.about(board) == two.about(board)) {
            let about = like[0].about(board);
            runs.iter_mut().for_each(Vec::clear);
            for read in like {
                let number = read.position_number(board);
                match read.is_absent() {
                    true => runs[usize::from(Kind::of(board, about, number).red)].push(number),
                    false => rest.push(read.read(board)),
                }
            }
            for (red, numbers) in [false, true].into_iter().zip(&mut *runs) {
                let read = |number: &u64| Plain::absent(board, about, *number).read(board);
                if numbers.len() < run::LEAST {
                    rest.extend(numbers.iter().map(read));
                    continue;
                }
                one.clear();
                pack(board, &read(&numbers[0]), one);
                length += numbers.len() * one.len();
                Run::pack(board, Kind { about, red }, numbers, bytes);
            }
        }
        let runs = bytes.len();
        rest.sort_unstable();
        rest.iter().for_each(|read| pack(board, read, bytes));
        length += bytes.len() - runs;
        bytes.extend_from_slice(&[0; PADDING]);
        let hashes = plain.iter().map(Mix::mixed).chain(others.iter().map(Mix::mixed));
        // The highest bits of a hash choose one of 64.
        let bits = hashes.fold(0, |bits, hash| bits | 1 << (hash >> 58));
        Reads { bytes: Box::from(&bytes[..]), bits, runs: runs as u32, length: length as u32 }
    }
}

impl Reads {
    /// Packs reads, which must be sorted and without repetition.
    pub fn of_sorted(board: &Board, reads: &[Read]) -> Reads {
        let (plain, others) = Plain::parted(board, reads);
        Packer::default().pack(board, &plain, &others)
    }

    /// What [`Reads::packed`] has given for the same board; `None` for what it never gives.
    pub fn of_packed(board: &Board, runs: u32, packed: &[u8]) -> Option<Reads> {
        let (mut at, end, width) = (0, packed.len(), position_width(board));
        let runs_end = usize::try_from(runs).ok().filter(|runs| *runs <= end)?;
        let (mut bytes, mut reads) = (packed.to_vec(), Vec::new());
        bytes.extend_from_slice(&[0; PADDING]);
        while at < runs_end {
            let (run, length) = Run::checked(board, &bytes[at..], runs_end - at)?;
            reads.extend(run.reads(board).map(|read| read.read(board)));
            at += length;
        }
        while at < end {
            checked_length(board, &bytes[at..], end - at)?;
            let read = unpack(board, width, &bytes, &mut at);
            // Stones of both colours on one intersection can look like a position of more planes.
            if read.fact.position.is_packed() && board.points() > Players::Six.most_points() {
                return None;
            }
            reads.push(read);
        }
        reads.sort_unstable();
        if !reads.is_sorted_by(|one, two| one < two) {
            return None;
        }
        // There is one way to pack reads.
        let again = Reads::of_sorted(board, &reads);
        (again.runs == runs && again.bytes[..] == bytes[..]).then_some(again)
    }

    /// The bytes of the runs, and the runs and the other reads as bytes.
    pub fn packed(&self) -> (u32, &[u8]) {
        (self.runs, &self.bytes[..self.end()])
    }

    /// Whether every read passes a test.
    #[inline]
    pub fn all(&self, board: &Board, mut test: impl FnMut(Read) -> bool) -> bool {
        let in_runs = self.runs(board).all(|run| run.reads(board).all(|read| test(read.read(board))));
        in_runs && self.all_outside_runs(board, test)
    }

    /// Whether every read that is in no run passes a test. (A loop of its own, as the reads of an iterator go through memory.)
    #[inline]
    pub fn all_outside_runs(&self, board: &Board, mut test: impl FnMut(Read) -> bool) -> bool {
        let (mut at, width, end) = (self.runs as usize, position_width(board), self.end());
        while at < end {
            if !test(unpack(board, width, &self.bytes, &mut at)) {
                return false;
            }
        }
        true
    }

    /// How many reads are in runs.
    #[inline]
    pub fn count_in_runs(&self, board: &Board) -> usize {
        self.runs(board).map(|run| run.len()).sum()
    }

    /// Whether a run has the read that a fact is absent.
    #[inline]
    pub fn runs_have(&self, board: &Board, fact: &Fact) -> bool {
        self.runs(board).any(|run| run.has(board, fact))
    }

    /// The length that the reads would have one after the other, in bytes.
    pub fn len(&self) -> usize {
        self.length as usize
    }

    /// The memory that they take besides the list itself, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Whether every read is among the others.
    pub fn are_among(&self, others: &Reads, board: &Board) -> bool {
        if self.length > others.length || self.bits & !others.bits != 0 {
            return false;
        }
        // A list that has all the reads of a run has as many of the kind, or more, and so has a run of them.
        let runs = self.runs(board).all(|run| others.runs(board).any(|other| run.is_among(&other)));
        let mut theirs = others.outside_runs(board);
        runs && self.outside_runs(board).all(|read| {
            let in_a_run = read.needs == Needs::Absent && others.runs_have(board, &read.fact);
            in_a_run || theirs.by_ref().any(|other| other == read)
        })
    }

    /// The reads that are in no run, in ascending order.
    fn outside_runs<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Read> + 'a {
        let (mut at, width) = (self.runs as usize, position_width(board));
        std::iter::from_fn(move || (at < self.end()).then(|| unpack(board, width, &self.bytes, &mut at)))
    }

    /// Where the reads end.
    fn end(&self) -> usize {
        self.bytes.len() - PADDING
    }

    /// The runs.
    #[inline]
    pub fn runs<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Run<'a>> {
        let (mut at, end) = (0, self.runs as usize);
        std::iter::from_fn(move || {
            (at < end).then(|| {
                let (run, length) = Run::of(board, &self.bytes[at..]);
                at += length;
                run
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::lemma::Lemma;
    use super::super::needs::Margin;
    use super::*;
    use crate::go::{Player, Position};
    use crate::rules::Points;
    use crate::rules::fact::{Class, SecondPosition};
    use crate::solve::question::{Question, Side};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// A read of any kind, of a position of so many planes, the second and third of which may be empty.
    fn any_read(points: u32, planes: usize) -> impl Strategy<Value = Read> {
        let full = u64::MAX >> (64 - points);
        let margin = (any::<bool>(), prop::option::of(any::<i32>()), -9i32..9, 1i32..5, any::<bool>());
        let stones = (any::<[u64; 3]>(), 1..=planes);
        let parts = (stones, 0u32..2000, 0..Class::COUNT, 0usize..7, 0usize..4, margin);
        parts.prop_map(
            move |((mut stones, planes), beside, class, who, needs, (bare, least, numer, denom, strict))| {
                stones[planes..].fill(0);
                if points == 64 {
                    // Two players have as many, and their stones do not overlap.
                    stones[1] &= !stones[0];
                }
                let question = Question { points: Points::new(numer, denom), strict };
                let margin = Margin { question, bare, least };
                // Margins are of tallied classes alone.
                let class =
                    if needs < 2 { Class::ALL[class] } else { Class::TALLIED[class % Class::TALLIED.len()] };
                Read {
                    fact: Fact {
                        class,
                        second: SecondPosition::from_number(beside.saturating_sub(1000)),
                        who: who.checked_sub(1).map(|index| Player::COLOURS[index]),
                        position: Position::of_planes(stones.map(|plane| plane & full)),
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

    /// Reads of any kind, and many of those that come in runs.
    fn many_reads(points: u32, planes: usize) -> impl Strategy<Value = BTreeSet<Read>> {
        let full = u64::MAX >> (64 - points);
        // Of two colours and of three, enough of each kind for runs of both.
        let plain = (any::<u64>(), any::<u64>(), 0usize..2, 0usize..2, any::<bool>());
        let plain = plain.prop_map(move |(one, two, class, who, red)| {
            let other = if red { two } else { two & !one };
            let position = Position { stones: [one & full, other & full & u64::MAX >> 1] };
            let who = who.checked_sub(1).map(|index| Player::COLOURS[index]);
            Read { fact: Fact::of(Class::ALL[class], who, position), needs: Needs::Absent }
        });
        let sets = (
            prop::collection::btree_set(any_read(points, planes), 0..20),
            prop::collection::btree_set(plain, 0..200),
        );
        sets.prop_map(|(any, plain)| any.into_iter().chain(plain).collect())
    }

    /// All reads, in ascending order.
    fn all(reads: &Reads, board: &Board) -> Vec<Read> {
        let mut all = Vec::new();
        reads.all(board, |read| {
            all.push(read);
            true
        });
        all.sort_unstable();
        all
    }

    proptest! {
        #[test]
        fn runs_have_what_is_absent_and_nothing_else(reads in many_reads(12, 3), others in many_reads(12, 3)) {
            let board = Board::grid(3, 4).unwrap();
            let list: Vec<Read> = reads.iter().copied().collect();
            let packed = Reads::of_sorted(&board, &list);
            let mut outside = BTreeSet::new();
            packed.all_outside_runs(&board, |read| outside.insert(read));
            prop_assert_eq!(packed.count_in_runs(&board), reads.len() - outside.len());
            for read in reads.union(&others) {
                let absent = Read { needs: Needs::Absent, ..*read };
                let in_runs = reads.contains(&absent) && !outside.contains(&absent);
                prop_assert_eq!(packed.runs_have(&board, &read.fact), in_runs);
            }
        }

        #[test]
        fn reads_survive_packing(reads in many_reads(12, 3)) {
            let board = Board::grid(3, 4).unwrap();
            let reads: Vec<Read> = reads.into_iter().collect();
            let packed = Reads::of_sorted(&board, &reads);
            let again = Reads::of_packed(&board, packed.packed().0, packed.packed().1).unwrap();
            prop_assert_eq!(&all(&packed, &board), &reads);
            prop_assert_eq!((&again.bytes, again.bits, again.len()), (&packed.bytes, packed.bits, packed.len()));
            let alone = |read: &Read| Reads::of_sorted(&board, &[*read]).packed().1.len();
            prop_assert_eq!(packed.len(), reads.iter().map(alone).sum::<usize>());
        }

        /// Reads are written down in this form: whoever changes it raises `solve::kept::MEANING`.
        #[test]
        fn the_bytes_of_a_read_are_what_they_were(class in 0..Class::COUNT) {
            let board = Board::grid(2, 3).unwrap();
            let fact = Fact::of(Class::ALL[class], Some(Player::White), Position { stones: [3, 4] });
            let reads = Reads::of_sorted(&board, &[Read { fact, needs: Needs::Absent }]);
            let alone = [class as u8 | 2 << 5, 3, 1];
            prop_assert_eq!(reads.packed(), (0, &alone[..]));
            let run: Vec<Read> = (0..16).map(|stones| Read {
                fact: Fact { position: Position { stones: [stones, 32] }, ..fact }, needs: Needs::Absent,
            }).collect();
            let head = [class as u8 | 2 << 5, 16, 0, 0, 0];
            // The first number has two for the last intersection, 2 * 243. Of its block follow the end, k, and the gaps to the numbers
            // with 1, 3, 4, 9, 10, 12, 13, 27, 28, 30, 31, 36, 37, 39 and 40 more.
            let codes = "1 010 1 00110 1 010 1 0001011 1 010 1 00110 1 010 1".bytes().filter(|byte| *byte != b' ');
            let codes = (0..).zip(codes).fold(0u64, |codes, (place, bit)| codes | u64::from(bit - b'0') << place);
            let numbers = [230, 1, 6, 0, 0, 0, 0];
            let packed = Reads::of_sorted(&board, &run);
            prop_assert_eq!(packed.packed(), (17, &[&head[..], &numbers, &codes.to_le_bytes()[..5]].concat()[..]));
        }

        #[test]
        fn strange_bytes_are_refused_or_can_be_read(
            bytes in prop::collection::vec(any::<u8>(), 0..60), runs in 0u32..80, count in 14u8..30,
        ) {
            for board in ["1x1", "2x3", "5x5", "8x8"] {
                let board = Board::parse(board).unwrap();
                let mut run = bytes.clone();
                run.splice(0..run.len().min(5), [1, count, 0, 0, 0]);
                for (runs, bytes) in [(0, &bytes), (runs, &bytes), (runs, &run)] {
                    if let Some(reads) = Reads::of_packed(&board, runs, bytes) {
                        let _ = all(&reads, &board);
                    }
                }
            }
        }

        #[test]
        fn altered_bytes_are_refused_or_are_those_of_other_reads(
            reads in many_reads(6, 3), place in any::<usize>(), bit in 0u32..8,
        ) {
            let board = Board::grid(2, 3).unwrap();
            let reads: Vec<Read> = reads.into_iter().collect();
            let packed = Reads::of_sorted(&board, &reads);
            let (runs, bytes) = packed.packed();
            let mut altered = bytes.to_vec();
            if !altered.is_empty() {
                let place = place % altered.len();
                altered[place] ^= 1 << bit;
                if let Some(again) = Reads::of_packed(&board, runs, &altered) {
                    let anew = Reads::of_sorted(&board, &all(&again, &board));
                    prop_assert_eq!(anew.packed(), (runs, &altered[..]));
                }
            }
        }

        #[test]
        fn reads_of_the_largest_boards_survive_packing(
            one in many_reads(64, 2), two in many_reads(63, 2),
            three in many_reads(31, 3),
        ) {
            for (board, reads) in [("8x8", one), ("7x9", two), ("1x31", three)] {
                let board = Board::parse(board).unwrap();
                let reads: Vec<Read> = reads.into_iter().collect();
                prop_assert_eq!(all(&Reads::of_sorted(&board, &reads), &board), reads);
            }
        }

        #[test]
        fn a_lemma_implies_those_that_ask_more_for_less(
            reads in many_reads(6, 3).prop_filter("there are some", |reads| !reads.is_empty()), keep in any::<u64>(),
            keep_all in any::<bool>(), bound in -6i32..=6, weaker in 0i32..3,
        ) {
            let board = Board::grid(2, 3).unwrap();
            let all: Vec<Read> = reads.into_iter().collect();
            let some: Vec<Read> =
                all.iter().enumerate().filter(|(i, _)| keep_all && *i > 0 || keep >> (i % 64) & 1 == 1).map(|(_, read)| *read).collect();
            let lemma = |bound: i32, reads: &[Read]| {
                Lemma::new(0, Side::Black, Question::reaches(Points::from_integer(bound)), None, 0, Reads::of_sorted(&board, reads))
            };
            let general = lemma(bound, &some);
            let special = lemma(bound - weaker, &all);
            prop_assert!(general.implies(&special, &board));
            prop_assert_eq!(special.implies(&general, &board), some == all && weaker == 0);
        }
    }
}
