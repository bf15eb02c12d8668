//! The facts that hold under a past, by their words: what tells without going through its reads that a lemma fails
//! again by the read by which it failed before.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::needs::{Needs, Read};
use super::undo_past::UndoPast;
use crate::canon::FactMap;
use superko_go::hashing::Mix;
use superko_rules::fact::{Delta, Fact};

/// The facts that hold, seen from inside a frame: their words in a table with open addressing, 0 where there is none.
pub struct Held {
    words: Vec<u64>,
    mask: usize,
}

/// The bit of a word that tells which way a read fails.
const PRESENT: u64 = 1;

/// A word of a fact without that bit, and never 0.
fn word(fact: &Fact) -> u64 {
    (fact.mixed() & !PRESENT).max(2)
}

impl Held {
    /// The facts that hold under a past or, if an edge is given, under the past that it leads to.
    pub fn of(past: &UndoPast, edge: Option<&Delta>, inside: FactMap) -> Held {
        let set = edge.map_or(&[][..], |delta| &delta.sets[..]);
        let most = past.facts().len() + set.len();
        let size = (2 * most + 1).next_power_of_two();
        let mut held = Held { words: vec![0; size], mask: size - 1 };
        let holds = |fact: &&Fact| match edge {
            Some(delta) => past.get_after(fact, delta).is_some(),
            None => past.get(fact).is_some(),
        };
        past.facts().iter().chain(set).filter(holds).for_each(|fact| held.add(word(&inside.of(fact))));
        held
    }

    fn add(&mut self, word: u64) {
        let place = self.place(word);
        self.words[place] = word;
    }

    /// Where a word is, or would be. (More than half of the places are empty.)
    #[inline]
    fn place(&self, word: u64) -> usize {
        let mut place = (word >> 1) as usize & self.mask;
        while self.words[place] != word && self.words[place] != 0 {
            place = (place + 1) & self.mask;
        }
        place
    }

    /// Whether a read, as a word, fails under this past. Nothing fails by the word 0.
    #[inline]
    fn refutes(&self, read: u64) -> bool {
        let word = read & !PRESENT;
        word != 0 && (self.words[self.place(word)] == word) != (read & PRESENT == PRESENT)
    }
}

/// How many reads are kept by which a lemma has failed: as many as fill a line of a cache.
const KEPT: usize = 8;

/// The reads by which a lemma has failed, the latest first, as words: the fact, and whether the read asks that it
/// holds. (Threads that change them at once may lose some, which costs nothing but time.)
#[derive(Default)]
pub struct Failed([AtomicU64; KEPT]);

impl Failed {
    /// Whether one of them fails again.
    #[inline]
    pub fn fails_again(&self, held: &Held) -> bool {
        self.0.iter().any(|read| held.refutes(read.load(Relaxed)))
    }

    /// Adds a read, and drops the earliest. One that asks for a tally if its fact holds cannot be told by facts, and is
    /// not kept.
    pub fn add(&self, read: &Read) {
        let added = match read.needs {
            Needs::Absent => word(&read.fact),
            Needs::Present | Needs::Margin(_) => word(&read.fact) | PRESENT,
            Needs::MarginIfPresent(_) => return,
        };
        let mut next = added;
        for kept in &self.0 {
            next = kept.swap(next, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canon::Frame;
    use proptest::prelude::*;
    use superko_go::{Board, Player, Position};
    use superko_rules::fact::{Class, Classes, Past};

    fn any_fact() -> impl Strategy<Value = Fact> {
        (0u64..1 << 4, 0u64..1 << 4, 0usize..2, 0usize..3).prop_map(|(one, two, class, who)| {
            let class = [Class::Stood, Class::Initialised][class];
            let who = [None, Some(Player::Black), Some(Player::White)][who];
            Fact::of(class, who, Position { stones: [one, two & !one] })
        })
    }

    fn any_delta() -> impl Strategy<Value = Delta> {
        (any::<bool>(), prop::collection::btree_set(any_fact(), 0..4)).prop_map(|(clears, sets)| Delta {
            clears: if clears { Classes::of(&[Class::Stood]) } else { Classes::default() },
            scored: None,
            sets: sets.into_iter().collect(),
            gain: 0,
        })
    }

    proptest! {
        /// A read that is kept fails by the list if and only if it fails under the past, through every frame.
        #[test]
        fn what_fails_by_the_list_fails_under_the_past(
            deltas in prop::collection::vec(any_delta(), 0..8), edge in prop::option::of(any_delta()),
            facts in prop::collection::vec((any_fact(), any::<bool>()), 1..20), symmetry in 0u16..8, exchanged in any::<bool>(),
        ) {
            let board = Board::grid(2, 2).unwrap();
            let frame = Frame { symmetry, exchanged };
            let mut past = UndoPast::new(&Past::default());
            deltas.iter().for_each(|delta| past.advance(delta));
            let held = Held::of(&past, edge.as_ref(), frame.facts_in(&board));
            for (fact, absent) in facts {
                let real = frame.facts_out(&board).of(&fact);
                let holds = match &edge {
                    Some(edge) => past.get_after(&real, edge).is_some(),
                    None => past.get(&real).is_some(),
                };
                let failed = Failed::default();
                prop_assert!(!failed.fails_again(&held));
                failed.add(&Read { fact, needs: if absent { Needs::Absent } else { Needs::Present } });
                prop_assert_eq!(failed.fails_again(&held), holds == absent);
            }
        }
    }
}
