//! A proved bound on the value of a key, with the facts of the past that its proof has read.
//!
//! A lemma says: at this key, under every past in which each of the reads holds, the player `sure` can
//! get at least (Black) or hold Black to at most (White) the bound. It is used under no other past.
//!
//! # Reads that carry a mean
//! Under Kee 2009 a pass may end the game with the mean of the scoring positions since an earlier pass,
//! and how many there were *before* the lemma's key lies in the past. Such a read does not fix the
//! tally that it saw: it carries the scoring positions between the key and that end, and the bound of the
//! lemma under a past is the worst of its `base` and of the means that this past gives. So one lemma
//! answers under every tally, with the bound that is right there.
//!
//! # From child to parent
//! [`back`] carries a read over the edge from a parent to its child: a fact that the edge itself decides
//! is no longer a question for the past. Three cases, following the three parts of a
//! [`Delta`]: a fact that the edge sets holds at the child whatever the past; a fact of a cleared class
//! that it does not set is absent there whatever the past; any other fact is as it was, but for the one
//! scoring position that the edge may add to its tally.

use crate::go::{Move, Player, Position, Topology};
use crate::rules::past::{Class, Delta, Fact, Tally};
use crate::rules::{Points, mean};

/// What a proof needs of one fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    /// That it does not hold.
    Absent,
    /// That it holds.
    Present,
    /// That it holds; the mean of its tally and this one bounds the lemma.
    Mean(Tally),
    /// If it holds, the mean of its tally and this one bounds the lemma.
    MeanIfPresent(Tally),
}

/// One fact that a proof has read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Read {
    /// The fact.
    pub fact: Fact,
    /// What it must be.
    pub needs: Needs,
}

/// What a read at the child of an edge means at its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Back {
    /// The edge decides it: nothing is asked of the past.
    Decided,
    /// The edge decides it, and the game may end with this score.
    Bound(Points),
    /// The past must answer.
    Read(Read),
}

/// Carries a read from a child to its parent.
pub fn back(read: &Read, delta: &Delta) -> Back {
    let Read { fact, needs } = *read;
    if delta.sets.contains(&fact) {
        return match needs {
            Needs::Present => Back::Decided,
            Needs::Mean(tally) | Needs::MeanIfPresent(tally) => Back::Bound(mean(tally)),
            Needs::Absent => unreachable!("a lemma that holds at the child does not need a fact absent that the edge sets"),
        };
    }
    if delta.clears.has(fact.class) {
        return match needs {
            Needs::Absent | Needs::MeanIfPresent(_) => Back::Decided,
            Needs::Present | Needs::Mean(_) => {
                unreachable!("a lemma that holds at the child does not need a fact present that the edge clears")
            }
        };
    }
    let grown = |tally: Tally| match delta.scored {
        Some(sum) if fact.class == Class::Passed => tally.plus(Tally { sum, count: 1 }),
        _ => tally,
    };
    let needs = match needs {
        Needs::Mean(tally) => Needs::Mean(grown(tally)),
        Needs::MeanIfPresent(tally) => Needs::MeanIfPresent(grown(tally)),
        other => other,
    };
    Back::Read(Read { fact, needs })
}

/// The worse of two bounds for the player who is sure of them.
pub fn worse(sure: Player, a: Option<Points>, b: Option<Points>) -> Option<Points> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if sure == Player::Black { a.min(b) } else { a.max(b) }),
        (a, b) => a.or(b),
    }
}

/// A lemma, in the canonical frame of its key.
#[derive(Debug)]
pub struct Lemma {
    /// The player who is sure of the bound.
    pub sure: Player,
    /// The bound, where no mean is worse; `None` if only means bound it.
    pub base: Option<Points>,
    /// A move that achieves the bound, if the mover is the one who is sure of it.
    pub mv: Option<Move>,
    /// The nodes that the search spent on it: what it would cost to find it again.
    pub effort: u32,
    reads: Box<[u8]>,
}

impl Lemma {
    /// A lemma with these reads, which must be sorted and without repetition.
    pub fn new(
        board: &Topology,
        sure: Player,
        base: Option<Points>,
        mv: Option<Move>,
        effort: u32,
        reads: &[Read],
    ) -> Lemma {
        debug_assert!(reads.is_sorted());
        let mut bytes = Vec::with_capacity(reads.len() * (1 + position_width(board)));
        for read in reads {
            pack(board, read, &mut bytes);
        }
        Lemma { sure, base, mv, effort, reads: bytes.into_boxed_slice() }
    }

    /// The reads, in ascending order.
    pub fn reads<'a>(&'a self, board: &'a Topology) -> impl Iterator<Item = Read> + 'a {
        let mut rest = &self.reads[..];
        std::iter::from_fn(move || (!rest.is_empty()).then(|| unpack(board, &mut rest)))
    }

    /// The memory that the lemma takes, in bytes, with what the table adds to it.
    pub fn bytes(&self) -> usize {
        size_of::<Lemma>() + self.reads.len() + 40
    }

    /// A measure of how much the lemma asks of a past: the length of its reads.
    pub fn asks(&self) -> usize {
        self.reads.len()
    }

    /// Whether this lemma makes the other needless: the same player is sure of no worse a bound, and
    /// every read is one of the other's. (Reads that carry a mean bound both alike.)
    pub fn implies(&self, other: &Lemma, board: &Topology) -> bool {
        if self.sure != other.sure || self.reads.len() > other.reads.len() {
            return false;
        }
        if worse(self.sure, self.base, other.base) != other.base {
            return false;
        }
        let mut others = other.reads(board);
        self.reads(board).all(|read| others.by_ref().any(|theirs| theirs == read))
    }
}

/// The bytes that a position takes: two bits an intersection.
fn position_width(board: &Topology) -> usize {
    (2 * board.points()).div_ceil(8)
}

fn pack(board: &Topology, read: &Read, bytes: &mut Vec<u8>) {
    let who = read.fact.who.map_or(0, |player| 1 + player.index() as u8);
    let (needs, tally) = match read.needs {
        Needs::Absent => (0, None),
        Needs::Present => (1, None),
        Needs::Mean(tally) => (2, Some(tally)),
        Needs::MeanIfPresent(tally) => (3, Some(tally)),
    };
    bytes.push(needs | who << 2 | (read.fact.class as u8) << 4);
    let [black, white] = read.fact.position.stones.map(u128::from);
    let stones = black | white << board.points();
    bytes.extend_from_slice(&stones.to_le_bytes()[..position_width(board)]);
    if let Some(tally) = tally {
        bytes.extend_from_slice(&tally.sum.to_le_bytes());
        bytes.extend_from_slice(&tally.count.to_le_bytes());
    }
}

fn unpack(board: &Topology, rest: &mut &[u8]) -> Read {
    let (tag, after_tag) = rest.split_first().expect("a packed read has a tag");
    let (stones, mut after) = after_tag.split_at(position_width(board));
    let mut wide = [0; 16];
    wide[..stones.len()].copy_from_slice(stones);
    let stones = u128::from_le_bytes(wide);
    let full = board.full();
    let position = Position { stones: [stones as u64 & full, (stones >> board.points()) as u64 & full] };
    let who = match tag >> 2 & 3 {
        0 => None,
        1 => Some(Player::Black),
        _ => Some(Player::White),
    };
    let class = match tag >> 4 {
        0 => Class::Stood,
        1 => Class::Undone,
        2 => Class::Passed,
        _ => Class::Initialised,
    };
    let mut tally = || {
        let (four, tail) = after.split_first_chunk::<4>().expect("a packed tally has a sum");
        let (count, tail) = tail.split_first_chunk::<4>().expect("a packed tally has a count");
        after = tail;
        Tally { sum: i32::from_le_bytes(*four), count: u32::from_le_bytes(*count) }
    };
    let needs = match tag & 3 {
        0 => Needs::Absent,
        1 => Needs::Present,
        2 => Needs::Mean(tally()),
        _ => Needs::MeanIfPresent(tally()),
    };
    *rest = after;
    Read { fact: Fact { class, who, position }, needs }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_read(points: u32) -> impl Strategy<Value = Read> {
        let full = u64::MAX >> (64 - points);
        let parts = (any::<u64>(), any::<u64>(), 0usize..4, 0usize..3, 0usize..4, any::<i16>(), 0u32..99);
        parts.prop_map(move |(black, white, class, who, needs, sum, count)| {
            let tally = Tally { sum: i32::from(sum), count };
            Read {
                fact: Fact {
                    class: [Class::Stood, Class::Undone, Class::Passed, Class::Initialised][class],
                    who: [None, Some(Player::Black), Some(Player::White)][who],
                    position: Position { stones: [black & !white & full, white & full] },
                },
                needs: [Needs::Absent, Needs::Present, Needs::Mean(tally), Needs::MeanIfPresent(tally)][needs],
            }
        })
    }

    proptest! {
        #[test]
        fn reads_survive_packing(reads in prop::collection::btree_set(any_read(12), 0..20)) {
            let board = Topology::grid(3, 4).unwrap();
            let reads: Vec<Read> = reads.into_iter().collect();
            let lemma = Lemma::new(&board, Player::Black, None, None, 0, &reads);
            prop_assert_eq!(lemma.reads(&board).collect::<Vec<_>>(), reads);
        }

        #[test]
        fn reads_of_the_largest_board_survive_packing(reads in prop::collection::btree_set(any_read(64), 0..20)) {
            let board = Topology::grid(8, 8).unwrap();
            let reads: Vec<Read> = reads.into_iter().collect();
            let lemma = Lemma::new(&board, Player::White, None, None, 0, &reads);
            prop_assert_eq!(lemma.reads(&board).collect::<Vec<_>>(), reads);
        }

        #[test]
        fn a_lemma_implies_those_that_ask_more_for_less(
            reads in prop::collection::btree_set(any_read(6), 1..12), keep in any::<u16>(), bound in -6i32..=6, weaker in 0i32..3,
        ) {
            let board = Topology::grid(2, 3).unwrap();
            let all: Vec<Read> = reads.into_iter().collect();
            let some: Vec<Read> =
                all.iter().enumerate().filter(|(i, _)| keep >> i & 1 == 1).map(|(_, read)| *read).collect();
            let lemma = |bound: i32, reads: &[Read]| {
                Lemma::new(&board, Player::Black, Some(Points::from_integer(bound)), None, 0, reads)
            };
            let general = lemma(bound, &some);
            let special = lemma(bound - weaker, &all);
            prop_assert!(general.implies(&special, &board));
            prop_assert_eq!(special.implies(&general, &board), some == all && weaker == 0);
        }
    }
}
