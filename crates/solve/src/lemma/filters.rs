//! Which keys have lemmas, as bits that are looked at without a lock: most keys that a search asks for have none.
//!
//! The bit of a key is set when its first lemma is stored, so a key whose bit is not set has no lemma. (While bits are
//! spread over more words, another thread's key may be left out until its next lemma is stored. A lemma that is not found
//! is searched for again, and stored.)

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// The words of a new set of bits.
const FIRST_WORDS: usize = 1 << 6;

/// The bits for each key, at least.
const BITS_FOR_A_KEY: usize = 16;

/// A bit for each key, by its hash; several keys may share one.
pub struct KeyFilter {
    bits: RcuCell<Bits>,
    keys: AtomicUsize,
}

/// One thread's view of the bits.
pub struct KeyFilterReader {
    bits: Arc<Bits>,
    cell: RcuCell<Bits>,
}

struct Bits(Vec<AtomicU64>);

impl Bits {
    fn new(words: usize) -> Bits {
        Bits((0..words).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether they are too few for so many keys.
    fn is_too_small_for(&self, keys: usize) -> bool {
        keys * BITS_FOR_A_KEY > self.0.len() * 64
    }

    /// The word of a hash, and its bit there.
    #[inline]
    fn bit(&self, hash: u64) -> (&AtomicU64, u64) {
        (&self.0[(hash >> 6) as usize & (self.0.len() - 1)], 1 << (hash & 63))
    }

    fn set(&self, hash: u64) {
        let (word, bit) = self.bit(hash);
        word.fetch_or(bit, Relaxed);
    }
}

impl KeyFilter {
    /// No keys.
    pub fn new() -> KeyFilter {
        KeyFilter { bits: RcuCell::new(Bits::new(FIRST_WORDS)), keys: AtomicUsize::new(0) }
    }

    /// A view for one thread.
    pub fn reader(&self) -> KeyFilterReader {
        KeyFilterReader { bits: self.bits.load(), cell: self.bits.clone() }
    }

    /// Sets the bit of a key that is new. Returns whether there are so many keys that the bits are to be spread.
    pub fn add(&self, hash: u64) -> bool {
        let bits = self.bits.load();
        bits.set(hash);
        bits.is_too_small_for(self.keys.fetch_add(1, Relaxed) + 1)
    }

    /// Spreads the bits over four times as many words. `hashes` are those of all keys.
    pub fn grow(&self, hashes: impl Iterator<Item = u64>) {
        self.bits.update(|bits| {
            // Another thread may have been faster.
            bits.is_too_small_for(self.keys.load(Relaxed)).then(|| {
                let grown = Bits::new(4 * bits.0.len());
                // Keys that have lost their lemmas do not count any more.
                let mut keys = 0;
                for hash in hashes {
                    grown.set(hash);
                    keys += 1;
                }
                self.keys.store(keys, Relaxed);
                grown
            })
        });
    }
}

impl KeyFilterReader {
    /// Takes notice of bits that another thread has spread.
    #[inline]
    pub fn refresh(&mut self) {
        self.cell.refresh(&mut self.bits);
    }

    /// Whether the key with this hash may have lemmas. If not, it has none.
    #[inline]
    pub fn may_contain(&self, hash: u64) -> bool {
        let (word, bit) = self.bits.bit(hash);
        word.load(Relaxed) & bit != 0
    }
}

// --- growing ---------------------------------------------------------------------------------------------------------
//
// A table that threads use without a lock, and that is replaced by a larger one now and then.
//
// Each thread keeps the table that it knows, and looks at one number from time to time to learn that there is another.
// What a thread writes to a table that has been replaced is lost, so this is for tables that may lose something.

/// One thread's way to a table.
pub struct RcuCell<T> {
    shared: Arc<Shared<T>>,
    /// The number of the table that the thread knows.
    known: usize,
}

struct Shared<T> {
    current: Mutex<Arc<T>>,
    /// How many tables have been replaced.
    replaced: AtomicUsize,
}

/// For another thread.
impl<T> Clone for RcuCell<T> {
    fn clone(&self) -> RcuCell<T> {
        RcuCell { shared: Arc::clone(&self.shared), known: self.known }
    }
}

impl<T> RcuCell<T> {
    /// The first table.
    pub fn new(table: T) -> RcuCell<T> {
        let current = Mutex::new(Arc::new(table));
        RcuCell { shared: Arc::new(Shared { current, replaced: AtomicUsize::new(0) }), known: 0 }
    }

    /// The table of now.
    pub fn load(&self) -> Arc<T> {
        Arc::clone(&self.shared.current.lock().expect("no thread panics while it holds a table"))
    }

    /// Replaces the table that a thread knows by that of now, if it is another.
    #[inline]
    pub fn refresh(&mut self, table: &mut Arc<T>) {
        let replaced = self.shared.replaced.load(Relaxed);
        if replaced != self.known {
            self.known = replaced;
            *table = self.load();
        }
    }

    /// Replaces the table by what is made of it, if anything is.
    pub fn update(&self, make: impl FnOnce(&T) -> Option<T>) {
        let mut current = self.shared.current.lock().expect("no thread panics while it holds a table");
        if let Some(table) = make(&current) {
            *current = Arc::new(table);
            self.shared.replaced.fetch_add(1, Relaxed);
        }
    }
}

// --- sketch ----------------------------------------------------------------------------------------------------------
//
// What is certainly not in a small set, told at a glance.
//
// The facts of a past and the keys of a line are looked up for every move that is listed, and few of them are there. A
// sketch counts the members of such a set by a few bits of a hash: where it counts none, there is no such member.

/// The counts of a sketch: some times more than a line is long, and few enough to stay in the nearest cache.
const COUNTS: usize = 1 << 10;

/// How many members of a set have each value of the low bits of a hash.
pub struct CountingFilter {
    counts: Box<[u32; COUNTS]>,
}

impl CountingFilter {
    /// That of the empty set.
    pub fn new() -> CountingFilter {
        CountingFilter { counts: Box::new([0; COUNTS]) }
    }

    /// Adds a member, by its hash.
    #[inline]
    pub fn add(&mut self, hash: u64) {
        self.counts[CountingFilter::index(hash)] += 1;
    }

    /// Takes a member away that was added.
    #[inline]
    pub fn remove(&mut self, hash: u64) {
        self.counts[CountingFilter::index(hash)] -= 1;
    }

    /// Whether there may be a member with this hash. If not, there is none.
    #[inline]
    pub fn may_contain(&self, hash: u64) -> bool {
        self.counts[CountingFilter::index(hash)] != 0
    }

    #[inline]
    fn index(hash: u64) -> usize {
        hash as usize % COUNTS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_is_missed_however_many_there_are() {
        let filter = KeyFilter::new();
        let mut reader = filter.reader();
        let mut random = fastrand::Rng::with_seed(5);
        let mut hashes = Vec::new();
        for _ in 0..20_000 {
            hashes.push(random.u64(..));
            if filter.add(hashes[hashes.len() - 1]) {
                filter.grow(hashes.iter().copied());
            }
        }
        reader.refresh();
        assert!(hashes.iter().all(|hash| reader.may_contain(*hash)));
        let others = (0..20_000).filter(|_| reader.may_contain(random.u64(..))).count();
        assert!(others < 20_000 / 8, "{others} of 20000 absent keys seem to be there");
    }
}
