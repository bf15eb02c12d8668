//! The count itself: ply by ply, over states that are merged where they are equal.
//!
//! A *frontier* is a set of states that sequences of one length lead to, each with the number of
//! those sequences. The moves of a state and what they lead to depend on the state alone, so the
//! sequences of the next length are the sum, over the states, of their number times the number of
//! legal moves, and the next frontier has each state with the sum over all ways to it.
//!
//! * Of the last two plies no frontier is made: the states before the last ply are counted as they
//!   come, without making the last moves.
//! * A frontier that outgrows its share of the memory is followed to the last ply at once, and an
//!   empty one is begun: as counts are sums over states, they may be taken in any parts.
//! * Threads share the states of a frontier. Sums do not depend on the order.

use std::fmt;
use std::hash::Hash;
use std::ops::Range;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use dashmap::DashMap;
use rayon::prelude::*;

use superko_go::bits::Point;
use superko_go::hashing::FixedState;
use superko_go::player::Move;
use superko_solve::{Budget, Stopped};

/// The counts of one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ply {
    /// The sequences of this length.
    pub sequences: u128,
    /// Those of them whose last move ends the game.
    pub ended: u128,
}

impl Ply {
    /// Both added.
    pub(super) fn plus(self, other: Ply) -> Result<Ply, PerftError> {
        let sum = |one: u128, other: u128| one.checked_add(other).ok_or(PerftError::Overflow);
        Ok(Ply { sequences: sum(self.sequences, other.sequences)?, ended: sum(self.ended, other.ended)? })
    }

    /// Adds what `sequences` sequences go on to by `legal` moves, of which some end the game.
    fn add(&mut self, sequences: u128, legal: u64, ended: u64) -> Result<(), PerftError> {
        let times = |moves: u64| sequences.checked_mul(moves.into()).ok_or(PerftError::Overflow);
        *self = self.plus(Ply { sequences: times(legal)?, ended: times(ended)? })?;
        Ok(())
    }
}

/// The reason why nothing, or not all, was counted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PerftError {
    /// A limit, or an interruption.
    Stopped(Stopped),
    /// A number of 2^128 or more.
    Overflow,
    /// A length has more sequences than are wanted.
    Enough,
    /// More states than wanted are to be looked at by estimate.
    TooLong {
        /// The estimate.
        states: f64,
        /// The greatest length for which the estimate is within the limit.
        depth: usize,
    },
}

impl From<Stopped> for PerftError {
    fn from(stopped: Stopped) -> PerftError {
        PerftError::Stopped(stopped)
    }
}

impl fmt::Display for PerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PerftError::Stopped(stopped) => write!(f, "stopped by {stopped}"),
            PerftError::Overflow => f.write_str("the number of sequences has more than 128 bits"),
            PerftError::Enough => f.write_str("a length has more sequences than are wanted"),
            PerftError::TooLong { states, depth } => {
                write!(f, "about {states:.0e} positions would be looked at, expected at most length {depth}")
            }
        }
    }
}

impl std::error::Error for PerftError {}

/// States, and the moves from them.
pub trait Walk: Sync {
    /// A state: what may be played in the plies that are left, and all that it leads to, depends on
    /// nothing else.
    type Node: Clone + Eq + Hash + Send + Sync;
    /// The number of an intersection.
    type Point: Point;

    /// Calls `each` with every legal move of a state from which `left` plies are counted, this one
    /// included, and the state that it leads to; `None` if it ends the game.
    fn next(
        &self,
        node: &Self::Node,
        left: usize,
        each: &mut impl FnMut(Move<Self::Point>, Option<Self::Node>),
    );

    /// The number of legal moves of a state after which no ply is counted, and how many of them end
    /// the game.
    fn count(&self, node: &Self::Node) -> (u64, u64);

    /// A state from which as many sequences go on, the same for as many as are found to be alike. The
    /// ply is the number of moves made.
    fn canonical(&self, node: Self::Node, ply: usize) -> Self::Node;

    /// The bytes that a state takes.
    fn bytes(&self, node: &Self::Node) -> usize;
}

/// The states of which a frontier is so large that the work ahead is estimated from its growth.
const ENOUGH_TO_ESTIMATE: usize = 10_000;

/// The number of states that are followed before the size of the next frontier is looked at.
const SLICE: usize = 1024;

/// States with the number of sequences that lead to each.
type Frontier<N> = Vec<(N, u128)>;

/// A count.
pub struct Count<'a, W: Walk> {
    walk: &'a W,
    budget: &'a Budget,
    /// The most states that may be looked at by estimate, if there is a limit.
    most: Option<f64>,
    /// The most sequences of a length, if there is a limit.
    wanted: Option<u128>,
    /// The ply from which the states are counted: the number of moves made before.
    first: usize,
    /// The counts of the plies so far.
    plies: Vec<Ply>,
    /// How many of them are complete.
    complete: usize,
    /// The size of the frontier before.
    former: usize,
}

impl<'a, W: Walk> Count<'a, W> {
    /// A count of `depth` plies after `first` moves.
    pub fn new(
        walk: &'a W,
        budget: &'a Budget,
        most: Option<f64>,
        first: usize,
        depth: usize,
    ) -> Count<'a, W> {
        let plies = vec![Ply::default(); depth];
        Count { walk, budget, most, wanted: None, first, plies, complete: 0, former: 1 }
    }

    /// The same count, which ends with [`PerftError::Enough`] at a length of more sequences.
    pub fn wanting(self, wanted: Option<u128>) -> Count<'a, W> {
        Count { wanted, ..self }
    }

    /// The counts from a state: of those plies that were completed, and the error that stopped the
    /// others.
    pub fn from(mut self, node: W::Node) -> (Vec<Ply>, Option<PerftError>) {
        let depth = self.plies.len();
        let done = if depth == 0 { Ok(()) } else { self.level(vec![(node, 1)], 0, true) };
        if let Err(error) = done {
            self.plies.truncate(self.complete);
            return (self.plies, Some(error));
        }
        (self.plies, None)
    }

    /// Counts all plies from a frontier on. `whole` says that it has all states of its ply.
    fn level(&mut self, frontier: Frontier<W::Node>, ply: usize, whole: bool) -> Result<(), PerftError> {
        let left = self.plies.len() - ply;
        if whole {
            self.check_estimate(frontier.len(), left)?;
        }
        let (states, number) = (frontier.len(), self.first + ply + 1);
        let last = self.first + self.plies.len();
        let done = AtomicUsize::new(0);
        let tell = |more: usize| {
            let done = done.fetch_add(more, Relaxed) + more;
            self.budget.ask(format!("ply {number} of {last}, {done} of {states} states"));
        };
        tell(0);
        if left <= 2 {
            for states in frontier.chunks(16 * SLICE) {
                let plies = in_parts(states.len(), SLICE / 16, &|part| {
                    let mut plies = [Ply::default(); 2];
                    for (node, sequences) in &states[part.clone()] {
                        let found = if left == 1 { self.count(node)? } else { self.count_two(node)? };
                        for (ply, (legal, ended)) in plies.iter_mut().zip(found) {
                            ply.add(*sequences, legal, ended)?;
                        }
                    }
                    tell(part.len());
                    Ok(plies)
                })?;
                for (total, more) in self.plies[ply..].iter_mut().zip(plies) {
                    *total = total.plus(more)?;
                    if self.wanted.is_some_and(|wanted| total.sequences > wanted) {
                        return Err(PerftError::Enough);
                    }
                }
            }
        } else {
            // Each level that is open has a share, and the later ones, which are the larger, more of it.
            let share = self.budget.memory() / (4 * left.min(8));
            let mut next = Merged::default();
            for states in frontier.chunks(SLICE) {
                let [more, _] = in_parts(states.len(), 16, &|part| {
                    let mut total = Ply::default();
                    for (node, sequences) in &states[part] {
                        let (legal, ended) = self.follow(node, *sequences, left, ply, &next)?;
                        total.add(*sequences, legal, ended)?;
                    }
                    Ok([total, Ply::default()])
                })?;
                self.plies[ply] = self.plies[ply].plus(more)?;
                tell(states.len());
                self.budget.report(next.sequences.len(), next.bytes());
                if next.bytes() > share {
                    let part = std::mem::take(&mut next).into_frontier();
                    self.former = states.len();
                    self.level(part, ply + 1, false)?;
                    next.parted = true;
                }
            }
            self.former = frontier.len();
            drop(frontier);
            let whole = whole && !next.parted;
            if whole {
                self.complete = ply + 1;
            }
            self.level(next.into_frontier(), ply + 1, whole)?;
        }
        if whole {
            self.complete = self.plies.len();
        }
        Ok(())
    }

    /// Puts the states after the moves of a state into the next frontier. Returns the number of moves
    /// and how many of them end the game.
    fn follow(
        &self,
        node: &W::Node,
        sequences: u128,
        left: usize,
        ply: usize,
        next: &Merged<W::Node>,
    ) -> Result<(u64, u64), PerftError> {
        let (mut legal, mut ended, mut overflow) = (0, 0, false);
        self.walk.next(node, left, &mut |_, child| {
            legal += 1;
            match child {
                None => ended += 1,
                Some(child) => {
                    let child = self.walk.canonical(child, self.first + ply + 1);
                    overflow |= next.add(child, sequences, |node| self.walk.bytes(node)).is_none();
                }
            }
        });
        self.budget.charge(legal + 1)?;
        if overflow { Err(PerftError::Overflow) } else { Ok((legal, ended)) }
    }

    fn count(&self, node: &W::Node) -> Result<[(u64, u64); 2], PerftError> {
        self.budget.charge(1)?;
        Ok([self.walk.count(node), (0, 0)])
    }

    fn count_two(&self, node: &W::Node) -> Result<[(u64, u64); 2], PerftError> {
        let (mut one, mut two) = ((0, 0), (0, 0));
        self.walk.next(node, 2, &mut |_, child| {
            one.0 += 1;
            match child {
                None => one.1 += 1,
                Some(child) => {
                    let (legal, ended) = self.walk.count(&child);
                    two = (two.0 + legal, two.1 + ended);
                }
            }
        });
        self.budget.charge(one.0 + 1)?;
        Ok([one, two])
    }

    /// Refuses a count whose work ahead is too much: each ply is taken to have as many times the
    /// states of the one before as this frontier has of the last.
    fn check_estimate(&mut self, states: usize, left: usize) -> Result<(), PerftError> {
        let Some(most) = self.most.filter(|_| states >= ENOUGH_TO_ESTIMATE) else { return Ok(()) };
        self.most = None;
        let growth = (states as f64 / self.former as f64).max(1.0);
        let ahead = |left: usize| states as f64 * growth.powi(left as i32 - 1);
        if ahead(left) <= most {
            return Ok(());
        }
        let fitting = (1..left).rev().find(|left| ahead(*left) <= most).unwrap_or(0);
        let depth = self.first + self.plies.len() - (left - fitting);
        Err(PerftError::TooLong { states: ahead(left), depth })
    }
}

/// The sums of what `count` finds in parts of `size` states, by all threads. It is not
/// generic, so that rayon's part of it is compiled once and not for each kind of state.
fn in_parts(
    states: usize,
    size: usize,
    count: &(dyn Fn(Range<usize>) -> Result<[Ply; 2], PerftError> + Sync),
) -> Result<[Ply; 2], PerftError> {
    let parts = (0..states.div_ceil(size)).into_par_iter();
    let counted = parts.map(|part| count(part * size..states.min((part + 1) * size)));
    counted.try_reduce(|| [Ply::default(); 2], |[a, b], [c, d]| Ok([a.plus(c)?, b.plus(d)?]))
}

/// The shards of a table that threads share. The order of its entries depends on the number, so it is
/// the same on every machine.
const SHARDS: usize = 64;

/// The states of a frontier while it is made.
struct Merged<N> {
    sequences: DashMap<N, u128, FixedState>,
    bytes: AtomicUsize,
    /// Whether a part of the frontier has been followed already.
    parted: bool,
}

impl<N: Eq + Hash> Default for Merged<N> {
    fn default() -> Merged<N> {
        let sequences = DashMap::with_hasher_and_shard_amount(FixedState::default(), SHARDS);
        Merged { sequences, bytes: AtomicUsize::new(0), parted: false }
    }
}

impl<N: Eq + Hash> Merged<N> {
    /// Adds the sequences that lead to a state. `None` if there are too many to count.
    fn add(&self, node: N, sequences: u128, bytes: impl Fn(&N) -> usize) -> Option<()> {
        let size = bytes(&node);
        let mut new = false;
        let mut entry = self.sequences.entry(node).or_insert_with(|| {
            new = true;
            0
        });
        *entry = entry.checked_add(sequences)?;
        drop(entry);
        if new {
            // A table that is full makes one twice its size and moves there; then the states are
            // listed.
            self.bytes.fetch_add(3 * (size + size_of::<u128>()), Relaxed);
        }
        Some(())
    }

    fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    fn into_frontier(self) -> Frontier<N> {
        self.sequences.into_iter().collect()
    }
}
