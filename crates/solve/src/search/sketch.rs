//! What is certainly not in a small set, told at a glance.
//!
//! The facts of a past and the keys of a line are looked up for every move that is listed, and few of them are there. A
//! sketch counts the members of such a set by a few bits of a hash: where it counts none, there is no such member.

/// The counts of a sketch: some times more than a line is long, and few enough to stay in the nearest cache.
const COUNTS: usize = 1 << 10;

/// How many members of a set have each value of the low bits of a hash.
pub struct Sketch {
    counts: Box<[u32; COUNTS]>,
}

impl Sketch {
    /// That of the empty set.
    pub fn new() -> Sketch {
        Sketch { counts: Box::new([0; COUNTS]) }
    }

    /// Adds a member, by its hash.
    #[inline]
    pub fn add(&mut self, hash: u64) {
        self.counts[Sketch::place(hash)] += 1;
    }

    /// Takes a member away that was added.
    #[inline]
    pub fn remove(&mut self, hash: u64) {
        self.counts[Sketch::place(hash)] -= 1;
    }

    /// Whether there may be a member with this hash. If not, there is none.
    #[inline]
    pub fn may_have(&self, hash: u64) -> bool {
        self.counts[Sketch::place(hash)] != 0
    }

    #[inline]
    fn place(hash: u64) -> usize {
        hash as usize % COUNTS
    }
}
