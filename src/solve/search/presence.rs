//! Which keys have lemmas, as bits that are looked at without a lock: most keys that a search asks for have none.
//!
//! The bit of a key is set when its first lemma is stored, so a key whose bit is not set has no lemma. (While bits are
//! spread over more words, another thread's key may be left out until its next lemma is stored. A lemma that is not found
//! is searched for again, and stored.)

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{RwLock, RwLockReadGuard};

/// The words of a new set of bits.
const FIRST_WORDS: usize = 1 << 6;

/// The bits for each key, at least.
const BITS_FOR_A_KEY: usize = 16;

/// A bit for each key, by its hash; several keys may share one.
pub struct Presence {
    words: RwLock<Vec<AtomicU64>>,
    keys: AtomicUsize,
}

/// The bits, which stay where they are as long as this is held.
pub struct Bits<'a>(RwLockReadGuard<'a, Vec<AtomicU64>>);

fn words(count: usize) -> Vec<AtomicU64> {
    (0..count).map(|_| AtomicU64::new(0)).collect()
}

/// The place of a hash's word among so many, a power of two, and its bit.
#[inline]
fn bit(hash: u64, words: usize) -> (usize, u64) {
    ((hash >> 6) as usize & (words - 1), 1 << (hash & 63))
}

impl Presence {
    /// No keys.
    pub fn new() -> Presence {
        Presence { words: RwLock::new(words(FIRST_WORDS)), keys: AtomicUsize::new(0) }
    }

    /// The bits.
    #[inline]
    pub fn bits(&self) -> Bits<'_> {
        Bits(self.words.read().expect("no thread panics while it holds the bits"))
    }

    /// Sets the bit of a key that is new. Returns whether there are so many keys that the bits are to be spread.
    pub fn add(&self, hash: u64) -> bool {
        let bits = self.bits();
        bits.set(hash);
        (self.keys.fetch_add(1, Relaxed) + 1) * BITS_FOR_A_KEY > bits.0.len() * 64
    }

    /// Spreads the bits over four times as many words. `hashes` are those of all keys.
    pub fn spread(&self, hashes: impl Iterator<Item = u64>) {
        let mut old = self.words.write().expect("no thread panics while it holds the bits");
        // Another thread may have been faster.
        if self.keys.load(Relaxed) * BITS_FOR_A_KEY > old.len() * 64 {
            *old = words(4 * old.len());
            drop(old);
            let bits = self.bits();
            // Keys that have lost their lemmas do not count any more.
            let mut keys = 0;
            for hash in hashes {
                bits.set(hash);
                keys += 1;
            }
            self.keys.store(keys, Relaxed);
        }
    }
}

impl Bits<'_> {
    /// Whether the key with this hash may have lemmas. If not, it has none.
    #[inline]
    pub fn may_have(&self, hash: u64) -> bool {
        let (place, bit) = bit(hash, self.0.len());
        self.0[place].load(Relaxed) & bit != 0
    }

    fn set(&self, hash: u64) {
        let (place, bit) = bit(hash, self.0.len());
        self.0[place].fetch_or(bit, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_is_missed_however_many_there_are() {
        let presence = Presence::new();
        let mut random = fastrand::Rng::with_seed(5);
        let mut hashes = Vec::new();
        for _ in 0..20_000 {
            hashes.push(random.u64(..));
            if presence.add(hashes[hashes.len() - 1]) {
                presence.spread(hashes.iter().copied());
            }
        }
        let bits = presence.bits();
        assert!(hashes.iter().all(|hash| bits.may_have(*hash)));
        let others = (0..20_000).filter(|_| bits.may_have(random.u64(..))).count();
        assert!(others < 20_000 / 8, "{others} of 20000 strange keys seem to be there");
    }
}
