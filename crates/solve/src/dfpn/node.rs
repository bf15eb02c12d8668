//! The moves of a node, what is known of each, and the choice of one to search.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::proof_numbers::{MAX_NUMBER, Numbers};
use crate::canon::Frame;
use crate::lemma::Hit;
use crate::observer::{Ground, Step};
use crate::threshold::Side;
use superko_go::Board;
use superko_rules::fact::{Delta, Fact, Tally};
use superko_rules::{Effect, Key, Play, Points};

#[derive(Default)]
pub struct Children {
    /// The moves, as the rules list them, except those with a [redirect](MoveInfo::redirect).
    pub plays: Vec<Play>,
    /// What is known of each move, or only of the first ones, if one of them is a win for the
    /// mover.
    pub infos: Vec<MoveInfo>,
    /// The state hash of each, if it is open.
    pub hashes: Vec<u64>,
}

/// What is known of a move.
pub struct MoveInfo {
    /// The fact that holds and changes the effect of the move; `None` for most moves.
    pub redirect: Option<Box<Fact>>,
    pub status: Status,
}

// These are written more often than anything else.
const _: () = assert!(size_of::<MoveInfo>() <= 40);

impl Children {
    pub fn get(&self, index: usize) -> Child<'_> {
        let (play, info) = (&self.plays[index], &self.infos[index]);
        Child { play, redirect: info.redirect.as_deref(), status: &info.status }
    }

    /// The moves of which something is known.
    pub fn all(&self) -> impl Iterator<Item = Child<'_>> {
        (0..self.infos.len()).map(|index| self.get(index))
    }

    pub fn clear(&mut self) {
        self.plays.clear();
        self.infos.clear();
    }
}

/// A move of a node, with what is known of it.
#[derive(Clone, Copy)]
pub struct Child<'a> {
    pub play: &'a Play,
    pub redirect: Option<&'a Fact>,
    pub status: &'a Status,
}

impl<'a> Child<'a> {
    /// The key that the move leads to, and the change of the history.
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
            Status::Settled(_, Reason::Settled(_)) => {
                unreachable!("a search that is observed does without settled positions")
            }
            Status::Settled(_, Reason::Lemma(hit)) => {
                Ground::Lemma(hit.lemma.number, hit.frame.instead_of(frame, board))
            }
            Status::Open(_) => unreachable!("a node is solved when no move that matters is open"),
        };
        Step { mv, ground, elsewhere: self.redirect.is_some() }
    }
}

/// What is known of a move of a node.
pub enum Status {
    /// It is illegal, because the fact of the bar at this index holds.
    Barred(u32),
    /// It is undecided. The numbers are about the aim of the opponent, who moves next.
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
    /// A score that holds under every history: the end of the game, or a bound from life.
    Certain(Points),
    /// A score of which the side is sure, as the position is settled for it and none before was.
    Settled(Points),
    /// The game ends because the fact of the stop at this index is the first that holds.
    Stopped(u32, End),
    /// A lemma about the key that the move leads to.
    Lemma(Hit),
}

/// The score of a game that ends because a fact holds.
#[derive(Debug, Clone, Copy)]
pub enum End {
    Score(i32),
    /// The mean of the fact's tally and this one.
    Mean(Tally),
    /// A win of who has taken more prisoners: see [`StopEffect::Won`].
    Won {
        last: i32,
        points: i32,
    },
}

/// The choice of a child to search.
pub struct Choice {
    pub child: usize,
    pub numbers: Numbers,
    /// The disproof number of the next best child.
    pub second: u32,
}

/// Chooses the open child whose refutation looks cheapest; `None` if none is open.
pub fn choose(children: &Children) -> Option<Choice> {
    choose_within(children, u32::MAX, |_, _| 0)
}

/// The same with a virtual loss for other threads, among children of a disproof number below
/// `within`. `busy` counts the threads in a child.
#[inline]
fn choose_within(children: &Children, within: u32, busy: impl Fn(usize, Numbers) -> u32) -> Option<Choice> {
    let (mut best, mut cheapest, mut second) = (None, u32::MAX, u32::MAX);
    let (mut lowest, mut sum) = (u32::MAX, 0u32);
    for (index, info) in children.infos.iter().enumerate() {
        let Status::Open(numbers) = info.status else { continue };
        sum = sum.saturating_add(numbers.proof).min(MAX_NUMBER);
        lowest = lowest.min(numbers.disproof);
        let cost = with_virtual_loss(numbers.disproof, busy(index, numbers)).min(u32::MAX - 1);
        if cost < cheapest && numbers.disproof < within {
            second = cheapest;
            (best, cheapest) = (Some(index), cost);
        } else if cost < second {
            second = cost;
        }
    }
    Some(Choice { child: best?, numbers: Numbers { proof: lowest.min(MAX_NUMBER), disproof: sum }, second })
}

/// The cost of a child that `busy` others are in.
#[inline]
pub fn with_virtual_loss(disproof: u32, busy: u32) -> u32 {
    disproof.saturating_add(busy.saturating_mul(1 + disproof / 2))
}

// --- several threads on one question ---------------------------------------------------------------------------------
//
// They share lemmas and proof numbers, and each takes its own way through the tree. So that they do
// not all take the same way, a thread counts the nodes on its line, and to the others a move to a
// node that a thread is in looks worse than it is (a *virtual loss*): they take it only if no other
// move is nearly as good. That changes what is searched and when, and nothing of what is proved: a
// lemma is made of settled moves as on one thread.
//
// The others should notice what one thread has solved. The proof numbers of a solved key are
// marked. A thread that comes back to a node looks at the marks of its moves; and if a key is
// solved that others have on their lines, they are notified, and go back to the uppermost node of
// their line that is marked. The mark is only a hint, as the lemma may not hold under their
// history: they probe the table.
//
// # Termination
// As on one thread (see the head of this folder), a thread that has made no lemma for long goes
// straight down until it makes one. It may be one that another thread has stored meanwhile. Then it
// goes back to the node above with it, and finds it wherever it comes to that key again under this
// history, so between two lemmas that are new to the table a thread makes at most as many of these
// as its line has nodes. A notice can only take a thread back once for each lemma of another.

/// The counters of nodes that threads are in, by hash: many more than the nodes on all lines.
const COUNTERS: usize = 1 << 13;

/// Nodes are counted if one of their numbers is at least this.
const MIN_COUNTED: u32 = 8;

/// The data that the threads on one question share besides the tables.
pub struct Team {
    occupancy: Vec<AtomicU32>,
    /// The number of times that a key was solved which another thread may have on its line.
    pub(super) notices: AtomicU64,
}

impl Team {
    /// A team with no thread in any node.
    pub fn new() -> Team {
        Team { occupancy: (0..COUNTERS).map(|_| AtomicU32::new(0)).collect(), notices: AtomicU64::new(0) }
    }

    /// Whether a node is counted: most are left soon, and to count them would only make the threads
    /// wait for each other's caches.
    pub(super) fn counts(numbers: Numbers) -> bool {
        numbers.proof.max(numbers.disproof) >= MIN_COUNTED
    }

    /// The number of threads in the node of a hash.
    pub(super) fn occupancy(&self, hash: u64) -> &AtomicU32 {
        &self.occupancy[(hash >> 32) as usize % COUNTERS]
    }

    /// Chooses a child as [`choose`] does, but of two with about the same cost the one that no
    /// thread is in.
    ///
    /// Only children with a cost within the limit of the node are chosen, as the search of another
    /// would end at once.
    pub fn choose(&self, children: &Children, limit: Numbers) -> Option<Choice> {
        let open = children.infos.iter().filter_map(|info| match info.status {
            Status::Open(numbers) => Some(numbers.disproof),
            _ => None,
        });
        let within = limit.proof.max(open.min()?.saturating_add(1));
        choose_within(children, within, |index, numbers| match Team::counts(numbers) {
            true => self.occupancy(children.hashes[index]).load(Relaxed),
            false => 0,
        })
    }
}
