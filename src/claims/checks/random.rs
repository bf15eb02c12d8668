//! Numbers that look random and are the same in every run.

/// A generator (splitmix64).
pub struct Numbers(u64);

impl Numbers {
    /// The generator at its beginning.
    pub fn new() -> Numbers {
        Numbers(0)
    }

    /// The next number, less than `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}
