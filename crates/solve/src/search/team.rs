//! Several threads on one question.
//!
//! They share lemmas and proof numbers, and each goes its own way through the tree. So that they do not all go the same
//! way, a thread counts the nodes on its line, and to the others a move to a node that somebody is in looks worse than it
//! is (a *virtual loss*): they take it only if no other move is nearly as good. That changes what is searched and when, and
//! nothing of what is proved: a lemma is made of settled moves as on one thread.
//!
//! What one thread has solved, the others are to notice. The proof numbers of a solved key are marked. A thread that comes
//! back to a node looks at the marks of its moves; and if a key is solved that others have on their lines, they are called,
//! and go back to the uppermost node of their line that is marked. The mark is only a hint, as the lemma may not hold
//! under their past: they ask the table.
//!
//! # Termination
//! As on one thread (see `dfpn.rs`), a thread that has made no lemma for long goes straight down until it makes one. It
//! may be one that another thread has stored meanwhile. Then it goes back to the node above with it, and finds it wherever
//! it comes to that key again under this past, so between two lemmas that are new to the table a thread makes no more of
//! these than its line has nodes. A call can only take a thread back once for each lemma that another has made.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::node::{Children, Choice, Status};
use super::proof_numbers::{MOST, Numbers};

/// The counts of nodes that threads are in, by hash: many more than the nodes on all lines.
const COUNTS: usize = 1 << 13;

/// Nodes are counted if one of their numbers is so large.
const WORTH_COUNTING: u32 = 8;

/// What the threads on one question share besides the tables.
pub struct Team {
    inside: Vec<AtomicU32>,
    /// How often a key was solved that another thread may have on its line.
    pub(super) calls: AtomicU64,
}

impl Team {
    /// A team that has not begun.
    pub fn new() -> Team {
        Team { inside: (0..COUNTS).map(|_| AtomicU32::new(0)).collect(), calls: AtomicU64::new(0) }
    }

    /// Whether a node is worth counting: most are left soon, and to count them would only make the threads wait for each
    /// other's caches.
    pub(super) fn counts(numbers: Numbers) -> bool {
        numbers.proof.max(numbers.disproof) >= WORTH_COUNTING
    }

    pub(super) fn inside(&self, hash: u64) -> &AtomicU32 {
        &self.inside[(hash >> 32) as usize % COUNTS]
    }

    /// Counts a thread that enters the node of a hash.
    pub(super) fn enter(&self, hash: u64) {
        self.inside(hash).fetch_add(1, Relaxed);
    }

    /// Counts a thread that leaves it.
    pub fn leave(&self, hash: u64) {
        self.inside(hash).fetch_sub(1, Relaxed);
    }

    /// Chooses a child as [`choose`](super::node::choose) does, but from two children of about the same cost the one that no thread is
    /// in. Only those are chosen whose cost is within the limit of the node, as the search of another would end at once.
    pub fn choose(&self, children: &Children, limit: Numbers) -> Option<Choice> {
        let open = || {
            children.looks.iter().enumerate().filter_map(|(place, look)| match look.status {
                Status::Open(numbers) => Some((place, numbers)),
                _ => None,
            })
        };
        let least = open().map(|(_, numbers)| numbers.disproof).min()?;
        let within = limit.proof.max(least.saturating_add(1));
        let (mut best, mut cheapest, mut second, mut sum) = (None, u32::MAX, u32::MAX, 0u32);
        for (place, Numbers { proof, disproof }) in open() {
            sum = sum.saturating_add(proof).min(MOST);
            let busy = match Team::counts(Numbers { proof, disproof }) {
                true => self.inside(children.hashes[place]).load(Relaxed),
                false => 0,
            };
            let cost = disproof.saturating_add(busy.saturating_mul(1 + disproof / 2)).min(u32::MAX - 1);
            if cost < cheapest && disproof < within {
                second = cheapest;
                (best, cheapest) = (Some(place), cost);
            } else if cost < second {
                second = cost;
            }
        }
        Some(Choice { child: best?, numbers: Numbers { proof: least.min(MOST), disproof: sum }, second })
    }
}
