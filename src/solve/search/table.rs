//! All lemmas, under their canonical keys: one table for all threads and all thresholds.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::hashing::FixedState;
use dashmap::DashMap;

use super::lemma::Lemma;
use super::needs::Read;
use super::undo_past::UndoPast;
use crate::go::Board;
use crate::rules::Key;
use crate::rules::past::Delta;
use crate::solve::canon::{Canon, Frame};
use crate::solve::question::Question;

/// What a table entry takes besides its lemmas, in bytes: key, list, and the slack of a hash table.
const ENTRY_BYTES: usize = 150;

/// The table.
pub struct LemmaTable {
    lemmas: DashMap<Key, Vec<Arc<Lemma>>, FixedState>,
    count: AtomicUsize,
    bytes: AtomicUsize,
    thinning: Mutex<()>,
}

/// A lemma that settles a question, seen through a frame in which its reads hold.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The lemma.
    pub lemma: Arc<Lemma>,
    /// The frame.
    pub frame: Frame,
}

impl LemmaTable {
    /// An empty table.
    pub fn new() -> LemmaTable {
        LemmaTable {
            lemmas: DashMap::with_hasher_and_shard_amount(FixedState::default(), 64),
            count: AtomicUsize::new(0),
            bytes: AtomicUsize::new(0),
            thinning: Mutex::new(()),
        }
    }

    /// The number of lemmas.
    pub fn len(&self) -> usize {
        self.count.load(Relaxed)
    }

    /// The memory that the table takes, in bytes, as far as it can be told.
    pub fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// A lemma that settles the question at this key, under the past of the past as the edge (if any)
    /// would leave it.
    pub fn settle(
        &self,
        board: &Board,
        canon: &Canon,
        question: &Question,
        past: &UndoPast,
        edge: Option<&Delta>,
    ) -> Option<Hit> {
        let list = self.lemmas.get(&canon.key)?;
        for lemma in list.iter() {
            for frame in canon.frames() {
                let sure = frame.side(lemma.sure);
                let claim = frame.question(lemma.claim);
                if claim.covers(sure, question) && holds(board, lemma, frame, past, edge) {
                    return Some(Hit { lemma: Arc::clone(lemma), frame });
                }
            }
        }
        None
    }

    /// Adds a lemma, unless one that is there makes it needless; drops those that it makes needless.
    pub fn insert(&self, board: &Board, key: Key, lemma: Arc<Lemma>) {
        let mut list = self.lemmas.entry(key).or_insert_with(|| {
            self.bytes.fetch_add(ENTRY_BYTES, Relaxed);
            Vec::new()
        });
        if list.iter().any(|known| known.implies(&lemma, board)) {
            return;
        }
        let (mut dropped, mut freed) = (0, 0);
        list.retain(|known| {
            let needless = lemma.implies(known, board);
            if needless {
                dropped += 1;
                freed += known.bytes();
            }
            !needless
        });
        self.bytes.fetch_add(lemma.bytes(), Relaxed);
        self.bytes.fetch_sub(freed, Relaxed);
        self.count.fetch_add(1, Relaxed);
        self.count.fetch_sub(dropped, Relaxed);
        // The general ones in front.
        let place = list.partition_point(|known| known.asks() <= lemma.asks());
        list.insert(place, lemma);
    }

    /// Drops lemmas until at most `bytes` are taken, those that are cheapest to find again first. A
    /// lemma that a search has in hand stays alive until it is done with it.
    pub fn thin(&self, bytes: usize) {
        let Ok(_alone) = self.thinning.lock() else { return };
        let mut effort = 1;
        while self.bytes() > bytes && effort < u32::MAX / 4 {
            self.lemmas.retain(|_, list| {
                list.retain(|lemma| {
                    let keep = lemma.effort > effort;
                    if !keep {
                        self.bytes.fetch_sub(lemma.bytes(), Relaxed);
                        self.count.fetch_sub(1, Relaxed);
                    }
                    keep
                });
                list.shrink_to_fit();
                if list.is_empty() {
                    self.bytes.fetch_sub(ENTRY_BYTES, Relaxed);
                }
                !list.is_empty()
            });
            self.lemmas.shrink_to_fit();
            effort *= 4;
        }
    }
}

/// Whether every read of a lemma, seen through a frame, is as it must be.
fn holds(board: &Board, lemma: &Lemma, frame: Frame, past: &UndoPast, edge: Option<&Delta>) -> bool {
    let sure = frame.side(lemma.sure);
    lemma.reads(board).all(|Read { fact, needs }| {
        let fact = frame.fact_out(board, &fact);
        let found = match edge {
            Some(delta) => past.get_after(&fact, delta),
            None => past.get(&fact),
        };
        needs.seen_through(frame).met_by(sure, found)
    })
}
