//! Numbers that look random and are the same in every run (splitmix64).

pub struct Random(u64);

impl Random {
    /// A generator of its own for each purpose.
    pub fn new(purpose: &str) -> Random {
        let mut random = Random(super::seed());
        for byte in purpose.bytes() {
            random.0 = random.next() ^ u64::from(byte);
        }
        random
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below a bound, which is at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Whether a coin shows heads.
    pub fn heads(&mut self) -> bool {
        self.below(2) == 0
    }

    /// One of a list, if there is any.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() { None } else { Some(list[self.below(list.len())]) }
    }

    /// A number from `-most` to `most` that is not 0.
    pub fn step(&mut self, most: i64) -> i64 {
        let size = 1 + self.below(most as usize) as i64;
        if self.heads() { size } else { -size }
    }
}
