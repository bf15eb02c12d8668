//! Hash maps with fixed keys, so that a run visits their entries in the same order every time.
//!
//! No value depends on that order or on the hashes. The steps of a count of games do, as its table
//! has few places, so that the keys never change. The keys of these maps are the program's own:
//! nobody can choose them to collide.

use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

use ahash::{AHasher, RandomState};

/// The first binary digits of pi.
const SEEDS: [u64; 4] =
    [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344, 0xa409_3822_299f_31d0, 0x082e_fa98_ec4e_6c89];

/// The state of a hasher with fixed keys.
#[derive(Debug, Clone)]
pub struct FixedState(RandomState);

impl Default for FixedState {
    fn default() -> FixedState {
        let [a, b, c, d] = SEEDS;
        FixedState(RandomState::with_seeds(a, b, c, d))
    }
}

impl BuildHasher for FixedState {
    type Hasher = AHasher;

    #[inline]
    fn build_hasher(&self) -> AHasher {
        self.0.build_hasher()
    }
}

/// A hash map with fixed keys.
pub type FixedMap<K, V> = std::collections::HashMap<K, V, FixedState>;

/// A type with a well mixed word to hash it by. Equal values have equal words.
pub trait Hash64 {
    /// The word.
    fn hash64(&self) -> u64;
}

/// A value that is hashed by its word alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prehashed<T>(pub T);

impl<T: Hash64> Hash for Prehashed<T> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash64());
    }
}

/// The hasher of [`Prehashed`] things, which takes the word as it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct PrehashedHasher(u64);

impl Hasher for PrehashedHasher {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("what is mixed is hashed by one word");
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// The state of a [`PrehashedHasher`].
pub type PrehashedState = BuildHasherDefault<PrehashedHasher>;

/// A hash map of things that have a word of their own.
pub type PrehashedMap<T, V> = std::collections::HashMap<Prehashed<T>, V, PrehashedState>;
