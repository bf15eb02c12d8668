//! The moves of a node, what is known of each, and which one to search.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::proof_numbers::{MAX_NUMBER, Numbers};
use crate::canon::Frame;
use crate::lemma::Hit;
use crate::observer::{Ground, Step};
use crate::question::Side;
use superko_go::Board;
use superko_rules::fact::{Delta, Fact, Tally};
use superko_rules::{Effect, Key, Play, Points};

/// The moves of a node.
#[derive(Default)]
pub struct Children {
    /// The moves, as the rules list them, but for those that are sent elsewhere: see [`MoveInfo::redirect`].
    pub plays: Vec<Play>,
    /// What is known of each; of fewer of them, if one is known by which the mover reaches his aim.
    pub infos: Vec<MoveInfo>,
    /// The hash under which the numbers of each are kept, if it is open.
    pub hashes: Vec<u64>,
}

/// What is known of a move.
pub struct MoveInfo {
    /// The fact that holds and sends the move elsewhere than the rules would without it; `None` for most moves.
    pub redirect: Option<Box<Fact>>,
    /// What is known of it.
    pub status: Status,
}

// Looks are written more often than anything else.
const _: () = assert!(size_of::<MoveInfo>() <= 40);

impl Children {
    /// The move at a place.
    pub fn get(&self, index: usize) -> Child<'_> {
        let (play, look) = (&self.plays[index], &self.infos[index]);
        Child { play, redirect: look.redirect.as_deref(), status: &look.status }
    }

    /// All moves of which something is known.
    pub fn all(&self) -> impl Iterator<Item = Child<'_>> {
        (0..self.infos.len()).map(|index| self.get(index))
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.plays.clear();
        self.infos.clear();
    }
}

/// A move of a node, with what is known of it.
#[derive(Clone, Copy)]
pub struct Child<'a> {
    /// The move.
    pub play: &'a Play,
    /// See [`MoveInfo::redirect`].
    pub redirect: Option<&'a Fact>,
    /// What is known of it.
    pub status: &'a Status,
}

impl<'a> Child<'a> {
    /// The key that a move leads to, and how it changes the past.
    ///
    /// # Panics
    /// If the move ends the game: such a move is settled when it is listed, and is never searched.
    pub fn next(&self) -> (&'a Key, &'a Delta) {
        match &self.play.effect {
            Effect::Next(key, delta) => (key, delta),
            Effect::End(_) => unreachable!("a move that ends the game is settled"),
        }
    }

    /// A settled move as a step of a proof, in the canonical frame of the node.
    pub fn step(&self, board: &Board, frame: Frame) -> Step {
        let mv = self.play.mv.map(|point| frame.point_in(board, point));
        let ground = match self.status {
            Status::Barred(index) => {
                Ground::Barred(Box::new(frame.facts_in(board).of(&self.play.bars[*index as usize])))
            }
            Status::Settled(_, Reason::Stopped(index, _)) => Ground::Stopped(*index as usize),
            Status::Settled(_, Reason::Certain(_)) => match self.play.effect {
                Effect::End(_) => Ground::Ends,
                Effect::Next(..) => Ground::Life,
            },
            Status::Settled(_, Reason::Lemma(hit)) => {
                Ground::Lemma(hit.lemma.number, hit.frame.instead_of(frame, board))
            }
            Status::Open(_) => unreachable!("a node is concluded when no move that matters is open"),
        };
        Step { mv, ground, elsewhere: self.redirect.is_some() }
    }
}

/// What is known of a move of a node.
pub enum Status {
    /// It is barred because the fact of the bar at this place holds.
    Barred(u32),
    /// It is not known whether the mover reaches his aim by it. The numbers are about the aim of his opponent, who moves
    /// next.
    Open(Numbers),
    /// This side is sure of its aim after it.
    Settled(Side, Reason),
}

impl Status {
    /// Whether the mover at a key reaches his aim by the move.
    #[inline]
    pub fn wins(&self, key: &Key) -> bool {
        matches!(self, Status::Settled(winner, _) if *winner == Side::of(key.mover))
    }
}

/// The reason why a move is settled.
pub enum Reason {
    /// A score that holds whatever the past: the end of the game, or a bound from life.
    Certain(Points),
    /// The game ends because the fact of the stop at this place is the first that holds.
    Stopped(u32, End),
    /// A lemma about the key that it leads to.
    Lemma(Hit),
}

/// The score of a game that ends because a fact holds: see [`Reason::Stopped`].
#[derive(Debug, Clone, Copy)]
pub enum End {
    /// This score.
    Score(i32),
    /// The mean of the fact's tally and this one.
    Mean(Tally),
}

/// The choice of a child to search.
pub struct Choice {
    /// The place of the child.
    pub child: usize,
    /// The numbers of the node.
    pub numbers: Numbers,
    /// The disproof number of the next best child.
    pub second: u32,
}

/// Chooses the open child whose refutation of the opponent looks cheapest; `None` if none is open.
pub fn choose(children: &Children) -> Option<Choice> {
    let (mut best, mut lowest, mut second, mut sum) = (None, u32::MAX, u32::MAX, 0u32);
    for (index, look) in children.infos.iter().enumerate() {
        let Status::Open(Numbers { proof, disproof }) = look.status else { continue };
        sum = sum.saturating_add(proof).min(MAX_NUMBER);
        if disproof < lowest {
            second = lowest;
            (best, lowest) = (Some(index), disproof);
        } else if disproof < second {
            second = disproof;
        }
    }
    Some(Choice { child: best?, numbers: Numbers { proof: lowest.min(MAX_NUMBER), disproof: sum }, second })
}

// --- team -----------------------------------------------------------------------------------------------------------
//
// Several threads on one question.
//
// They share lemmas and proof numbers, and each goes its own way through the tree. So that they do not all go the same
// way, a thread counts the nodes on its line, and to the others a move to a node that somebody is in looks worse than it
// is (a *virtual loss*): they take it only if no other move is nearly as good. That changes what is searched and when, and
// nothing of what is proved: a lemma is made of settled moves as on one thread.
//
// What one thread has solved, the others are to notice. The proof numbers of a solved key are marked. A thread that comes
// back to a node looks at the marks of its moves; and if a key is solved that others have on their lines, they are called,
// and go back to the uppermost node of their line that is marked. The mark is only a hint, as the lemma may not hold
// under their past: they ask the table.
//
// # Termination
// As on one thread (see `dfpn.rs`), a thread that has made no lemma for long goes straight down until it makes one. It
// may be one that another thread has stored meanwhile. Then it goes back to the node above with it, and finds it wherever
// it comes to that key again under this past, so between two lemmas that are new to the table a thread makes no more of
// these than its line has nodes. A call can only take a thread back once for each lemma that another has made.

/// The counts of nodes that threads are in, by hash: many more than the nodes on all lines.
const COUNTERS: usize = 1 << 13;

/// Nodes are counted if one of their numbers is so large.
const MIN_COUNTED: u32 = 8;

/// What the threads on one question share besides the tables.
pub struct Team {
    occupancy: Vec<AtomicU32>,
    /// How often a key was solved that another thread may have on its line.
    pub(super) notices: AtomicU64,
}

impl Team {
    /// A team that has not begun.
    pub fn new() -> Team {
        Team { occupancy: (0..COUNTERS).map(|_| AtomicU32::new(0)).collect(), notices: AtomicU64::new(0) }
    }

    /// Whether a node is worth counting: most are left soon, and to count them would only make the threads wait for each
    /// other's caches.
    pub(super) fn counts(numbers: Numbers) -> bool {
        numbers.proof.max(numbers.disproof) >= MIN_COUNTED
    }

    pub(super) fn occupancy(&self, hash: u64) -> &AtomicU32 {
        &self.occupancy[(hash >> 32) as usize % COUNTERS]
    }

    /// Counts a thread that enters the node of a hash.
    pub(super) fn enter(&self, hash: u64) {
        self.occupancy(hash).fetch_add(1, Relaxed);
    }

    /// Counts a thread that leaves it.
    pub fn leave(&self, hash: u64) {
        self.occupancy(hash).fetch_sub(1, Relaxed);
    }

    /// Chooses a child as [`choose`] does, but from two children of about the same cost the one that no thread is
    /// in. Only those are chosen whose cost is within the limit of the node, as the search of another would end at once.
    pub fn choose(&self, children: &Children, limit: Numbers) -> Option<Choice> {
        let open = || {
            children.infos.iter().enumerate().filter_map(|(index, look)| match look.status {
                Status::Open(numbers) => Some((index, numbers)),
                _ => None,
            })
        };
        let lowest = open().map(|(_, numbers)| numbers.disproof).min()?;
        let within = limit.proof.max(lowest.saturating_add(1));
        let (mut best, mut cheapest, mut second, mut sum) = (None, u32::MAX, u32::MAX, 0u32);
        for (index, Numbers { proof, disproof }) in open() {
            sum = sum.saturating_add(proof).min(MAX_NUMBER);
            let busy = match Team::counts(Numbers { proof, disproof }) {
                true => self.occupancy(children.hashes[index]).load(Relaxed),
                false => 0,
            };
            let cost = disproof.saturating_add(busy.saturating_mul(1 + disproof / 2)).min(u32::MAX - 1);
            if cost < cheapest && disproof < within {
                second = cheapest;
                (best, cheapest) = (Some(index), cost);
            } else if cost < second {
                second = cost;
            }
        }
        Some(Choice {
            child: best?,
            numbers: Numbers { proof: lowest.min(MAX_NUMBER), disproof: sum },
            second,
        })
    }
}
