//! Filters for sets of keys and facts, which answer "certainly not a member" without a look at the
//! set.
//!
//! # Keys with lemmas
//! The [`KeyFilter`] is a Bloom filter with one hash, read without a lock: most keys that a search
//! asks for have no lemma. The bit of a key is set when its first lemma is stored, so a key whose
//! bit is not set has none. (While the filter grows, a key of another thread may be missed until
//! its next lemma is stored. A lemma that is not found is proved again.)

use std::ops::Deref;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// The words of a new filter.
const FIRST_WORDS: usize = 1 << 6;

/// The least number of bits for each key.
const BITS_PER_KEY: usize = 16;

/// A Bloom filter of keys by their hashes, shared by all threads.
pub struct KeyFilter {
    bits: RcuCell<Bits>,
    keys: AtomicUsize,
}

/// One thread's view of a [`KeyFilter`].
pub struct KeyFilterReader(RcuCell<Bits>);

struct Bits(Vec<AtomicU64>);

impl Bits {
    fn new(words: usize) -> Bits {
        Bits((0..words).map(|_| AtomicU64::new(0)).collect())
    }

    fn is_too_small_for(&self, keys: usize) -> bool {
        keys * BITS_PER_KEY > self.0.len() * 64
    }

    /// The word of a hash, and its bit in it.
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
    pub fn new() -> KeyFilter {
        KeyFilter { bits: RcuCell::new(Bits::new(FIRST_WORDS)), keys: AtomicUsize::new(0) }
    }

    pub fn reader(&self) -> KeyFilterReader {
        KeyFilterReader(self.bits.clone())
    }

    /// Adds a new key. Returns whether the filter has become too small.
    pub fn add(&self, hash: u64) -> bool {
        let bits = self.bits.load();
        bits.set(hash);
        bits.is_too_small_for(self.keys.fetch_add(1, Relaxed) + 1)
    }

    /// Replaces the bits by four times as many. `hashes` are those of all keys.
    pub fn grow(&self, hashes: impl Iterator<Item = u64>) {
        self.bits.update(|bits| {
            // Another thread may have been first.
            bits.is_too_small_for(self.keys.load(Relaxed)).then(|| {
                let grown = Bits::new(4 * bits.0.len());
                // Keys whose lemmas were all dropped do not count any more.
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
    /// Loads the bits of now, if another thread has replaced them.
    #[inline]
    pub fn refresh(&mut self) {
        self.0.refresh();
    }

    /// Whether the key of this hash may have lemmas. If not, it has none.
    #[inline]
    pub fn may_contain(&self, hash: u64) -> bool {
        let (word, bit) = self.0.bit(hash);
        word.load(Relaxed) & bit != 0
    }
}

// --- RCU cell --------------------------------------------------------------------------------------------------------
//
// Each thread keeps a reference to the table that it knows, and compares one number now and then to
// learn of a new one. What a thread writes to a table that was replaced is lost, so this is for
// tables that may lose something.

/// A thread's view of a table that is read without a lock and replaced by a larger one now and then
/// (read-copy-update).
pub struct RcuCell<T> {
    shared: Arc<Shared<T>>,
    /// The table that the thread knows, and how many there were before it.
    table: Arc<T>,
    version: usize,
}

struct Shared<T> {
    current: Mutex<Arc<T>>,
    version: AtomicUsize,
}

impl<T> Clone for RcuCell<T> {
    fn clone(&self) -> RcuCell<T> {
        let (shared, table) = (Arc::clone(&self.shared), Arc::clone(&self.table));
        RcuCell { shared, table, version: self.version }
    }
}

impl<T> Deref for RcuCell<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.table
    }
}

impl<T> RcuCell<T> {
    pub fn new(table: T) -> RcuCell<T> {
        let table = Arc::new(table);
        let shared = Shared { current: Mutex::new(Arc::clone(&table)), version: AtomicUsize::new(0) };
        RcuCell { shared: Arc::new(shared), table, version: 0 }
    }

    /// The table of now, whichever the thread knows.
    pub fn load(&self) -> Arc<T> {
        Arc::clone(&self.shared.current.lock().expect("no thread panics while it holds a table"))
    }

    /// Loads the table of now, if another thread has replaced it.
    #[inline]
    pub fn refresh(&mut self) {
        let version = self.shared.version.load(Relaxed);
        if version != self.version {
            self.version = version;
            self.table = self.load();
        }
    }

    /// Replaces the table by what `make` makes of it, if anything.
    pub fn update(&self, make: impl FnOnce(&T) -> Option<T>) {
        let mut current = self.shared.current.lock().expect("no thread panics while it holds a table");
        if let Some(table) = make(&current) {
            *current = Arc::new(table);
            self.shared.version.fetch_add(1, Relaxed);
        }
    }
}

// --- counting filter -------------------------------------------------------------------------------------------------

/// The counters of a filter: several times the length of a line, and few enough for the nearest
/// cache.
const COUNTS: usize = 1 << 10;

/// A counting Bloom filter with one hash, for small sets that change: the facts of a history, the
/// keys of a line.
///
/// These are looked up for every move that is listed, and few are members.
pub struct CountingFilter {
    counts: Box<[u32; COUNTS]>,
}

impl CountingFilter {
    pub fn new() -> CountingFilter {
        CountingFilter { counts: Box::new([0; COUNTS]) }
    }

    /// Adds a member, by its hash.
    #[inline]
    pub fn add(&mut self, hash: u64) {
        self.counts[CountingFilter::index(hash)] += 1;
    }

    /// Removes a member that was added.
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
