//! Hash maps with fixed keys, so that a run visits their entries in the same order every time.
//!
//! No value depends on that order or on the hashes. The steps of a count of games do, as its table has few places, so
//! that the keys never change. The keys of these maps are the program's own: nobody can choose them to collide.

use std::hash::BuildHasher;

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
