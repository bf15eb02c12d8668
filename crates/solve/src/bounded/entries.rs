//! The entries of a table one by one, for tables that are written down, read again or cut down.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::table::{ENTRY_BYTES, KNOWN_BITS, Known, Table};

/// The bits of an entry that say what is known.
const KNOWN: u64 = (1 << KNOWN_BITS) - 1;

/// A small table has room for so many times its entries, so that hardly a group is full.
const ROOM: usize = 8;

impl Table {
    /// The logarithm of the number of groups that the table began with, and their number now, for [`Table::of_entries`].
    pub fn shape(&self) -> (u32, usize) {
        (self.first, self.groups.len())
    }

    /// The entries: of each the part of its hash that is known, and the bits that say what is known.
    pub fn entries(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        let places = self.groups.iter().zip(0u64..);
        let first = self.first;
        places.flat_map(move |(group, place)| {
            // The bits of the hash that say where the entry goes: those of the first place, and those of its name.
            let place = place & ((1 << first) - 1);
            let words = group.0.iter().map(|entry| entry.load(Relaxed)).filter(|word| *word != 0);
            words.map(move |word| ((word >> KNOWN_BITS) << first | place, (word & KNOWN) as u32))
        })
    }

    /// A table of no more than so many bytes with the entries of one of a certain shape. Where there is no room, those stay
    /// that took the most work.
    ///
    /// # Errors
    /// The first of the entries.
    pub fn of_entries<E>(
        (first, groups): (u32, usize),
        bytes: usize,
        entries: impl Iterator<Item = Result<(u64, u32), E>>,
    ) -> Result<Table, E> {
        let mut table = Table::of_first(first, bytes);
        table.grow_to(groups);
        for entry in entries {
            let (hash, known) = entry?;
            table.add(hash, u64::from(known) & KNOWN);
        }
        Ok(table)
    }

    /// A table as small as may be with the entries of some hashes.
    pub fn part(&self, hashes: &[u64]) -> Table {
        let word = |hash: &u64| self.get(*hash).map(|known| (*hash, known.bits()));
        let mut part = Table::of_first(self.first, ROOM * hashes.len() * ENTRY_BYTES);
        part.grow_to(usize::MAX);
        hashes.iter().filter_map(word).for_each(|(hash, known)| part.add(hash, known));
        part.most = self.most;
        part
    }

    /// Grows to so many groups, as far as the limit of the table lets it.
    fn grow_to(&mut self, groups: usize) {
        while self.groups.len() < groups.min(self.most) {
            self.grow();
        }
    }

    /// Adds an entry that is not there yet.
    fn add(&mut self, hash: u64, known: u64) {
        let name = self.name(hash);
        let work = |word: u64| if word == 0 { 0 } else { Known::of(word).work + 1 };
        let place = hash as usize & (self.groups.len() - 1);
        let least = self.groups[place].0.iter_mut().map(AtomicU64::get_mut).min_by_key(|word| work(**word));
        if let Some(word) = least.filter(|word| work(**word) <= work(known)) {
            *self.used.get_mut() += usize::from(*word == 0);
            *word = name << KNOWN_BITS | known;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_go::Move;

    /// A table with so many states, each proved or refuted, with their hashes.
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
        assert!(smaller.bytes() <= 1 << 14 && smaller.len() > 1_500);
        let kept = |hash: &&u64| smaller.get(**hash).is_some();
        assert!(hashes.iter().filter(kept).all(|hash| smaller.get(*hash) == table.get(*hash)));
        let (early, late) = hashes.split_at(2_500);
        assert!(late.iter().filter(kept).count() > 2 * early.iter().filter(kept).count());
    }

    #[test]
    fn a_part_of_a_table_knows_what_it_was_asked_for() {
        let (table, hashes) = filled(5_000, 1 << 20);
        let some: Vec<u64> = hashes.iter().copied().step_by(3).collect();
        let part = table.part(&some);
        assert!(some.iter().all(|hash| part.get(*hash) == table.get(*hash)));
        assert!(part.len() <= some.len() && part.bytes() < table.bytes());
    }
}
