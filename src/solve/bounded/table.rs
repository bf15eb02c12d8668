//! What is known of the states of a search: with which bounds each is proved, and with which refuted.
//!
//! The table grows up to a limit. When it is full an entry gives way to a new one in the same group of four, the one whose
//! answer took the least work first.

use std::hash::BuildHasher;

use super::place::Place;
use crate::go::{Move, Position};
use crate::hashing::FixedState;

/// The entries of a group.
const GROUP: usize = 4;

/// The size of an entry in bytes.
pub const ENTRY_BYTES: usize = size_of::<Entry>();

/// The number of entries that a table begins with.
const FIRST: usize = 1 << 10;

/// What is known of a state.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known {
    /// It is proved with this bound, and all greater ones.
    pub proved: Option<u8>,
    /// It is refuted with this bound, and all smaller ones.
    pub refuted: Option<u8>,
    /// A move that proves it, or, of the opponent, that refuted it; what to try first if neither is said.
    pub mv: Option<Move>,
}

impl Known {
    /// Whether the state is proved with a bound, as far as it is known.
    pub fn answer(&self, bound: u8) -> Option<bool> {
        if self.proved.is_some_and(|proved| proved <= bound) {
            return Some(true);
        }
        self.refuted.is_some_and(|refuted| refuted >= bound).then_some(false)
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    position: Position,
    phase: u16,
    used: bool,
    /// One more than the bound, 0 if there is none.
    proved: u8,
    refuted: u8,
    /// One more than the intersection, `PASS` for a pass, 0 if there is none.
    mv: u8,
    /// The logarithm of the work.
    work: u8,
}

/// The number of a pass.
const PASS: u8 = u8::MAX;

/// The table.
pub struct Table {
    entries: Vec<Entry>,
    used: usize,
    most: usize,
    hasher: FixedState,
}

impl Table {
    /// A table of no more than so many bytes.
    pub fn new(bytes: usize) -> Table {
        let most = (bytes / ENTRY_BYTES).max(FIRST);
        let most = if most.is_power_of_two() { most } else { most.next_power_of_two() / 2 };
        Table { entries: vec![Entry::default(); FIRST], used: 0, most, hasher: FixedState::default() }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.used
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// The bytes that the table takes.
    pub fn bytes(&self) -> usize {
        self.entries.len() * ENTRY_BYTES
    }

    /// What is known of a state.
    pub fn get(&self, place: &Place) -> Option<Known> {
        let phase = place.phase();
        let group = self.group(&place.position, phase);
        let entry = self.entries[group..group + GROUP]
            .iter()
            .find(|entry| entry.used && entry.phase == phase && entry.position == place.position)?;
        Some(Known {
            proved: entry.proved.checked_sub(1),
            refuted: entry.refuted.checked_sub(1),
            mv: match entry.mv {
                0 => None,
                PASS => Some(Move::Pass),
                point => Some(Move::Place(point - 1)),
            },
        })
    }

    /// Adds what has been found out about a state, with so much work. The move of a proof stays until there is a better
    /// proof.
    pub fn put(&mut self, place: &Place, bound: u8, proved: bool, mv: Option<Move>, work: u64) {
        if self.used * 4 > self.entries.len() * 3 && self.entries.len() < self.most {
            self.grow();
        }
        let entry = self.place_for(&place.position, place.phase());
        let code = mv.map(|mv| mv.placed().map_or(PASS, |point| point + 1));
        match proved {
            true if entry.proved == 0 || bound + 1 < entry.proved => {
                (entry.proved, entry.mv) = (bound + 1, code.unwrap_or(0));
            }
            false if bound + 1 > entry.refuted => {
                entry.refuted = bound + 1;
                if let (0, Some(code)) = (entry.proved, code) {
                    entry.mv = code;
                }
            }
            _ => {}
        }
        entry.work = entry.work.max(64 - work.leading_zeros() as u8);
    }

    /// Forgets every proof, and keeps what is refuted: for a threshold that is harder to reach, or when moves are taken
    /// from the prover. Of a state that is proved with the bound 0, as its position is settled, nothing is left.
    pub fn forget_proofs(&mut self) {
        for entry in &mut self.entries {
            if entry.proved == 1 {
                *entry = Entry::default();
                self.used -= 1;
            }
            entry.proved = 0;
        }
    }

    /// Forgets the proof of one state, whose position is not settled.
    pub fn forget_proof(&mut self, place: &Place) {
        let phase = place.phase();
        let group = self.group(&place.position, phase);
        let mut entries = self.entries[group..group + GROUP].iter_mut();
        let same =
            |entry: &&mut Entry| entry.used && entry.phase == phase && entry.position == place.position;
        if let Some(entry) = entries.find(same) {
            entry.proved = 0;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(Entry::default());
        self.used = 0;
    }

    fn group(&self, position: &Position, phase: u16) -> usize {
        let hash = self.hasher.hash_one((position.stones, phase));
        hash as usize & (self.entries.len() - 1) & !(GROUP - 1)
    }

    /// The entry of a state, or one made for it.
    fn place_for(&mut self, position: &Position, phase: u16) -> &mut Entry {
        let group = self.group(position, phase);
        let entries = &mut self.entries[group..group + GROUP];
        let same = |entry: &Entry| entry.used && entry.phase == phase && entry.position == *position;
        let found = entries.iter().position(same);
        let place = found.or_else(|| entries.iter().position(|entry| !entry.used));
        let fresh = found.is_none();
        let place = place.unwrap_or_else(|| {
            // Those that stay are worth a little less from now on.
            let least = (0..GROUP).min_by_key(|place| entries[*place].work).unwrap_or_default();
            entries.iter_mut().for_each(|entry| entry.work = entry.work.saturating_sub(1));
            least
        });
        if fresh {
            self.used += usize::from(!entries[place].used);
            entries[place] = Entry { position: *position, phase, used: true, ..Entry::default() };
        }
        &mut entries[place]
    }

    fn grow(&mut self) {
        let larger = vec![Entry::default(); 2 * self.entries.len()];
        self.used = 0;
        for entry in std::mem::replace(&mut self.entries, larger).into_iter().filter(|entry| entry.used) {
            *self.place_for(&entry.position, entry.phase) = entry;
        }
    }
}
