//! Random numbers that are the same in every run.

use fastrand::Rng;

pub struct Random(Rng);

impl Random {
    /// A generator of its own for each purpose.
    pub fn new(purpose: &str) -> Random {
        // The hash of the purpose is FNV-1a.
        let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        Random(Rng::with_seed(purpose.bytes().fold(0xcbf2_9ce4_8422_2325 ^ super::seed(), mix)))
    }

    /// A number below a bound, which is at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    /// True or false, with the same probability.
    pub fn heads(&mut self) -> bool {
        self.0.bool()
    }

    /// One of a list, if there is any.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        self.0.choice(list).copied()
    }

    /// A number from `-most` to `most` that is not 0.
    pub fn step(&mut self, most: i64) -> i64 {
        let size = self.0.i64(1..=most);
        if self.heads() { size } else { -size }
    }
}
