//! The transposition table: with which bounds each state is proved, and with which refuted.
//!
//! Threads share the table without locks: an entry is one word, read and written at once. It has
//! the middle of the hash of its state and what is known; the index of its group has the rest. The
//! table grows up to a limit between the searches. When a group is full, an entry gives way to a
//! new one, the one whose answer took the least work first.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU64, AtomicUsize};
use superko_go::Move;

/// The entries of a group: one cache line.
const GROUP_LEN: usize = 8;

/// The size of an entry in bytes.
pub const ENTRY_BYTES: usize = size_of::<u64>();

/// The bits of an entry that say what is known.
pub const KNOWN_BITS: u32 = 24;

/// The logarithm of the fewest groups of a table.
const MIN_LOG_GROUPS: u32 = 4;

/// An entry: the bounds that are known of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The least bound with which it is proved.
    pub proved: Option<u8>,
    /// The greatest bound with which it is refuted.
    pub refuted: Option<u8>,
    /// A move that proves it, or, of the opponent, that refuted it; else what to try first.
    pub mv: Option<Move>,
    /// The logarithm of the work.
    pub work: u8,
}

/// The greatest bound of an entry.
pub const MAX_BOUND: u8 = 62;

/// The number of a pass.
const PASS: u64 = 127;

impl Known {
    /// Whether the state is proved or refuted with a bound, if either is known.
    #[inline]
    pub fn answer(&self, bound: u8) -> Option<bool> {
        if self.proved.is_some_and(|proved| proved <= bound) {
            return Some(true);
        }
        self.refuted.is_some_and(|refuted| refuted >= bound).then_some(false)
    }

    #[inline]
    pub(super) fn of(word: u64) -> Known {
        let bits = |from: u32, count: u32| word >> from & ((1 << count) - 1);
        Known {
            proved: (bits(0, 6) as u8).checked_sub(1),
            refuted: (bits(6, 6) as u8).checked_sub(1),
            mv: match bits(12, 7) {
                0 => None,
                PASS => Some(Move::Pass),
                point => Some(Move::Place(point as u8 - 1)),
            },
            work: bits(19, 5) as u8,
        }
    }

    #[inline]
    pub(super) fn bits(self) -> u64 {
        let bound = |bound: Option<u8>| bound.map_or(0, |bound| u64::from(bound) + 1);
        let mv = self.mv.map_or(0, |mv| mv.placed().map_or(PASS, |point| u64::from(point) + 1));
        bound(self.proved) | bound(self.refuted) << 6 | mv << 12 | u64::from(self.work) << 19
    }
}

/// A group, in one cache line.
#[repr(align(64))]
#[derive(Default)]
pub struct Group(pub(super) [AtomicU64; GROUP_LEN]);

/// The transposition table.
pub struct Table {
    pub(super) groups: Vec<Group>,
    pub(super) used: AtomicUsize,
    /// The logarithm of the initial number of groups: an entry has the bits of the hash from there
    /// on.
    pub(super) log_first: u32,
    /// The greatest number of groups.
    pub(super) max_groups: usize,
}

impl Table {
    /// A table of at most `bytes`, for a board of `points` intersections.
    pub fn new(bytes: usize, points: usize) -> Table {
        Table::with_log_groups((points as u32).saturating_sub(4), bytes)
    }

    /// A table of at most `bytes` that begins with about 2 to the power of `log_first` groups.
    pub(super) fn with_log_groups(log_first: u32, bytes: usize) -> Table {
        let max_groups = (bytes / size_of::<Group>()).max(1 << MIN_LOG_GROUPS);
        let max_groups = 1usize << max_groups.ilog2();
        let log_first = log_first.clamp(MIN_LOG_GROUPS, max_groups.ilog2());
        Table { groups: groups(1 << log_first), used: AtomicUsize::new(0), log_first, max_groups }
    }

    /// The number of entries.
    pub fn entry_count(&self) -> usize {
        self.used.load(Relaxed)
    }

    /// The size of the table in bytes.
    pub fn bytes(&self) -> usize {
        self.groups.len() * size_of::<Group>()
    }

    /// Whether the table is half full and may grow.
    pub fn is_crowded(&self) -> bool {
        self.groups.len() < self.max_groups && self.entry_count() * 2 > self.groups.len() * GROUP_LEN
    }

    /// The entry of the state with a hash.
    #[inline]
    pub fn get(&self, hash: u64) -> Option<Known> {
        let tag = self.tag(hash);
        let words = self.group(hash).0.iter().map(|entry| entry.load(Relaxed));
        words.into_iter().find(|word| *word != 0 && word >> KNOWN_BITS == tag).map(Known::of)
    }

    /// Loads the groups of some hashes before any of them is needed, so that their memory is waited
    /// for together.
    #[inline]
    pub fn prefetch(&self, hashes: impl Iterator<Item = u64>) {
        let words = hashes.map(|hash| self.group(hash).0[0].load(Relaxed));
        std::hint::black_box(words.fold(0, |all, word| all ^ word));
    }

    /// Records that a state is proved, or refuted, with a bound, after some work. The move of a
    /// proof stays until there is a better proof.
    pub fn put(&self, hash: u64, bound: u8, proved: bool, mv: Option<Move>, work: u64) {
        let tag = self.tag(hash);
        let group = &self.group(hash).0;
        let mut known = Known { proved: None, refuted: None, mv: None, work: 0 };
        let (mut place, mut least) = (0, u8::MAX);
        for (number, entry) in group.iter().enumerate() {
            let word = entry.load(Relaxed);
            if word != 0 && word >> KNOWN_BITS == tag {
                (place, known) = (number, Known::of(word));
                break;
            }
            // An empty entry before all others.
            let work = if word == 0 { 0 } else { Known::of(word).work + 1 };
            if work < least {
                (place, least) = (number, work);
            }
        }
        let bound = bound.min(MAX_BOUND);
        if proved && known.proved.is_none_or(|before| bound < before) {
            (known.proved, known.mv) = (Some(bound), mv);
        } else if !proved && known.refuted.is_none_or(|before| bound > before) {
            known.refuted = Some(bound);
            known.mv = if known.proved.is_some() { known.mv } else { mv.or(known.mv) };
        }
        // Even the least work is not 0, so that no word is.
        known.work = known.work.max((work.max(1).ilog2() + 1).min(31) as u8);
        let before = group[place].swap(tag << KNOWN_BITS | known.bits(), Relaxed);
        if before == 0 {
            self.used.fetch_add(1, Relaxed);
        }
    }

    /// Forgets every proof, and keeps what is refuted: for a higher threshold, or when moves are
    /// taken from the prover.
    pub fn forget_proofs(&mut self) {
        for entry in self.groups.iter_mut().flat_map(|group| &mut group.0) {
            let word = entry.get_mut();
            if *word != 0 {
                let known = Known { proved: None, ..Known::of(*word) };
                *word = *word >> KNOWN_BITS << KNOWN_BITS | known.bits();
            }
        }
    }

    /// Forgets the proof of one state.
    pub fn forget_proof(&mut self, hash: u64) {
        let (place, tag) = (hash as usize & (self.groups.len() - 1), self.tag(hash));
        let entries = self.groups[place].0.iter_mut().map(AtomicU64::get_mut);
        for word in entries.filter(|word| **word != 0 && **word >> KNOWN_BITS == tag) {
            *word = tag << KNOWN_BITS | Known { proved: None, ..Known::of(*word) }.bits();
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.groups.iter_mut().flat_map(|group| &mut group.0).for_each(|entry| *entry.get_mut() = 0);
        *self.used.get_mut() = 0;
    }

    /// Doubles the table twice, within its limit.
    pub fn grow(&mut self) {
        let larger = groups((self.groups.len() * 4).min(self.max_groups));
        let mask = larger.len() - 1;
        let old = std::mem::replace(&mut self.groups, larger);
        for (number, group) in old.into_iter().enumerate() {
            for word in group.0.into_iter().map(AtomicU64::into_inner).filter(|word| *word != 0) {
                // The bits of the hash that say where the entry goes: those of the first place, and
                // those of its name.
                let place = number & ((1 << self.log_first) - 1);
                let hash = (word >> KNOWN_BITS) << self.log_first | place as u64;
                let group = &mut self.groups[hash as usize & mask].0;
                if let Some(entry) = group.iter_mut().map(AtomicU64::get_mut).find(|entry| **entry == 0) {
                    *entry = word;
                }
            }
        }
    }

    /// The bits of a hash that are in its entry.
    #[inline]
    pub(super) fn tag(&self, hash: u64) -> u64 {
        hash >> self.log_first & (u64::MAX >> KNOWN_BITS)
    }

    #[inline]
    fn group(&self, hash: u64) -> &Group {
        &self.groups[hash as usize & (self.groups.len() - 1)]
    }
}

fn groups(count: usize) -> Vec<Group> {
    std::iter::repeat_with(Group::default).take(count).collect()
}

// --- entries ---------------------------------------------------------------------------------------------------------
//
// The entries of a table one by one, for tables that are written down, read again or cut down.

/// The bits of an entry that say what is known.
const KNOWN_MASK: u64 = (1 << KNOWN_BITS) - 1;

/// The slots for each entry of a [subset](Table::subset), so that hardly a group is full.
const SLOTS_PER_ENTRY: usize = 8;

impl Table {
    /// The logarithm of the initial number of groups, and their number now, for
    /// [`Table::of_entries`].
    pub fn shape(&self) -> (u32, usize) {
        (self.log_first, self.groups.len())
    }

    /// The entries: of each the known part of its hash, and the bits of what is known.
    pub fn entries(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        let places = self.groups.iter().zip(0u64..);
        let log_first = self.log_first;
        places.flat_map(move |(group, place)| {
            // The bits of the hash that say where the entry goes: those of the first place, and
            // those of its name.
            let place = place & ((1 << log_first) - 1);
            let words = group.0.iter().map(|entry| entry.load(Relaxed)).filter(|word| *word != 0);
            words.map(move |word| ((word >> KNOWN_BITS) << log_first | place, (word & KNOWN_MASK) as u32))
        })
    }

    /// A table of at most `bytes` with the entries of one of a certain shape. Where there is no
    /// room, those stay that took the most work.
    ///
    /// # Errors
    /// The first error among the entries.
    pub fn of_entries<E>(
        (log_first, groups): (u32, usize),
        bytes: usize,
        entries: impl Iterator<Item = Result<(u64, u32), E>>,
    ) -> Result<Table, E> {
        let mut table = Table::with_log_groups(log_first, bytes);
        table.grow_to(groups);
        for entry in entries {
            let (hash, known) = entry?;
            table.add(hash, u64::from(known) & KNOWN_MASK);
        }
        Ok(table)
    }

    /// A small table with the entries of some hashes.
    pub fn subset(&self, hashes: &[u64]) -> Table {
        let word = |hash: &u64| self.get(*hash).map(|known| (*hash, known.bits()));
        let mut subset = Table::with_log_groups(self.log_first, SLOTS_PER_ENTRY * hashes.len() * ENTRY_BYTES);
        subset.grow_to(usize::MAX);
        hashes.iter().filter_map(word).for_each(|(hash, known)| subset.add(hash, known));
        subset.max_groups = self.max_groups;
        subset
    }

    /// Grows to a number of groups, within the limit.
    fn grow_to(&mut self, groups: usize) {
        while self.groups.len() < groups.min(self.max_groups) {
            self.grow();
        }
    }

    /// Adds an entry that is not there yet.
    fn add(&mut self, hash: u64, known: u64) {
        let tag = self.tag(hash);
        let work = |word: u64| if word == 0 { 0 } else { Known::of(word).work + 1 };
        let place = hash as usize & (self.groups.len() - 1);
        let least = self.groups[place].0.iter_mut().map(AtomicU64::get_mut).min_by_key(|word| work(**word));
        if let Some(word) = least.filter(|word| work(**word) <= work(known)) {
            *self.used.get_mut() += usize::from(*word == 0);
            *word = tag << KNOWN_BITS | known;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_state_is_known_until_it_gives_way_and_when_the_table_has_grown() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut table = Table::new(1 << 20, 9);
        let said: Vec<(u64, u8, bool, Option<Move>)> = (0..20_000)
            .map(|_| {
                let point = random.u8(..64);
                let mv = [None, Some(Move::Pass), Some(Move::Place(point))][random.usize(..3)];
                (random.u64(..), random.u8(..=MAX_BOUND), random.bool(), mv)
            })
            .collect();
        for (number, (hash, bound, proved, mv)) in said.iter().enumerate() {
            if table.is_crowded() {
                table.grow();
            }
            table.put(*hash, *bound, *proved, *mv, number as u64);
            let known = table.get(*hash).unwrap();
            assert_eq!((known.answer(*bound), known.mv), (Some(*proved), *mv));
        }
        assert!(table.bytes() <= 1 << 20 && !table.is_crowded());
        let kept = said.iter().filter(|(hash, bound, proved, _)| {
            table.get(*hash).is_some_and(|known| known.answer(*bound) == Some(*proved))
        });
        assert!(kept.count() > 19_000);
        let proved = |table: &Table, hash| table.get(hash).is_some_and(|known| known.proved.is_some());
        let (hash, ..) = *said.iter().find(|(hash, ..)| proved(&table, *hash)).unwrap();
        table.forget_proof(hash);
        assert!(
            !proved(&table, hash) && said.iter().filter(|(hash, ..)| proved(&table, *hash)).count() > 9_000
        );
        table.forget_proofs();
        for (hash, bound, proved, _) in &said {
            let answer = table.get(*hash).and_then(|known| known.answer(*bound));
            assert_eq!(answer.is_some(), answer == Some(false) && !proved, "{hash}");
        }
        table.clear();
        assert!(table.entry_count() == 0 && said.iter().all(|(hash, ..)| table.get(*hash).is_none()));
    }

    #[test]
    fn better_bounds_are_kept_and_what_took_the_most_work_stays() {
        let table = Table::new(0, 4);
        let put = |bound, proved, mv| table.put(7, bound, proved, mv, 1000);
        put(9, true, Some(Move::Place(3)));
        put(12, true, Some(Move::Place(4)));
        put(5, false, Some(Move::Place(5)));
        put(2, false, Some(Move::Place(6)));
        let known = table.get(7).unwrap();
        assert_eq!((known.proved, known.refuted, known.mv), (Some(9), Some(5), Some(Move::Place(3))));
        assert_eq!(
            [4, 5, 6, 8, 9, 10].map(|bound| known.answer(bound)),
            [Some(false), Some(false), None, None, Some(true), Some(true)]
        );
        // All of these come to the same group.
        for other in 1..100u64 {
            table.put(7 + (other << 32), 3, true, None, 1);
        }
        assert_eq!(table.get(7), Some(known));
        assert_eq!(table.entry_count(), GROUP_LEN);
    }

    /// A table with some states, each proved or refuted, with their hashes.
    fn filled(count: usize, bytes: usize) -> (Table, Vec<u64>) {
        let mut random = fastrand::Rng::with_seed(7);
        let mut table = Table::new(bytes, 12);
        let hashes: Vec<u64> = std::iter::repeat_with(|| random.u64(..)).take(count).collect();
        for (number, hash) in hashes.iter().enumerate() {
            if table.is_crowded() {
                table.grow();
            }
            let mv = Some(Move::Place((number % 12) as u8));
            table.put(*hash, (number % 20) as u8, number % 3 == 0, mv, number as u64);
        }
        (table, hashes)
    }

    fn again(table: &Table, bytes: usize) -> Table {
        let entries: Vec<(u64, u32)> = table.entries().collect();
        Table::of_entries(table.shape(), bytes, entries.into_iter().map(Ok::<_, ()>)).unwrap()
    }

    #[test]
    fn a_table_of_the_entries_of_another_knows_the_same() {
        let (table, hashes) = filled(5_000, 1 << 20);
        let same = again(&table, 1 << 20);
        assert_eq!(same.entries().count(), table.entries().count());
        assert!(hashes.iter().all(|hash| same.get(*hash) == table.get(*hash)));
        let larger = again(&table, 1 << 24);
        assert!(hashes.iter().all(|hash| larger.get(*hash) == table.get(*hash)));
        // With less room the most work stays, and nothing that is known is otherwise.
        let smaller = again(&table, 1 << 14);
        assert!(smaller.bytes() <= 1 << 14 && smaller.entry_count() > 1_500);
        let kept = |hash: &&u64| smaller.get(**hash).is_some();
        assert!(hashes.iter().filter(kept).all(|hash| smaller.get(*hash) == table.get(*hash)));
        let (early, late) = hashes.split_at(2_500);
        assert!(late.iter().filter(kept).count() > 2 * early.iter().filter(kept).count());
    }

    #[test]
    fn a_part_of_a_table_knows_what_it_was_asked_for() {
        let (table, hashes) = filled(5_000, 1 << 20);
        let some: Vec<u64> = hashes.iter().copied().step_by(3).collect();
        let subset = table.subset(&some);
        assert!(some.iter().all(|hash| subset.get(*hash) == table.get(*hash)));
        assert!(subset.entry_count() <= some.len() && subset.bytes() < table.bytes());
    }
}
