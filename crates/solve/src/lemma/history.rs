//! The history of the current line, in which a move is made and undone in constant time.
//!
//! It means the same as a [`Past`]. A fact is stamped with the time at which it was set, and holds
//! if its class has not been cleared since, so clearing a class is one assignment. A tally is kept
//! as the running total of scoring positions when its fact was set, to be subtracted from the total
//! of now, so a scoring position is one addition.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::filters::CountingFilter;
use super::read::{Needs, Read};
use crate::canon::FactMap;
use crate::threshold::Side;
use smallvec::SmallVec;
use superko_go::hashing::{Hash64, Prehashed, PrehashedMap};
use superko_rules::fact::{Class, Delta, Fact, Past, Tally};

/// The history of a line of play, with undo.
pub struct UndoHistory {
    set: PrehashedMap<Fact, Set>,
    /// The facts of `set`: most that are looked up are not among them.
    filter: CountingFilter,
    /// The facts of `set`, the latest last.
    facts: Vec<Fact>,
    now: Moment,
    undo: Vec<Undo>,
    /// Whether no position of the history is settled, for Black's side and for White's.
    unsettled: [bool; 2],
}

/// The time at which a fact was set, and the running total of scoring positions then.
#[derive(Debug, Clone, Copy)]
struct Set {
    stamp: u32,
    total: Tally,
}

#[derive(Debug, Clone, Copy)]
struct Moment {
    time: u32,
    /// For each class, the time at which it was last cleared.
    cleared: [u32; Class::COUNT],
    total: Tally,
}

struct Undo {
    before: Moment,
    /// The facts that were set, with what they replaced.
    replaced: SmallVec<[(Fact, Option<Set>); 3]>,
}

impl UndoHistory {
    /// The undoable form of a history.
    pub fn new(past: &Past) -> UndoHistory {
        let mut history = UndoHistory {
            set: PrehashedMap::default(),
            filter: CountingFilter::new(),
            facts: Vec::new(),
            now: Moment { time: 0, cleared: [0; Class::COUNT], total: Tally::default() },
            undo: Vec::new(),
            unsettled: [false; 2],
        };
        for (fact, tally) in past.facts() {
            let total = Tally { sum: -tally.sum, count: tally.count.wrapping_neg() };
            history.set.insert(Prehashed(*fact), Set { stamp: 0, total });
            history.filter.add(fact.hash64());
            history.facts.push(*fact);
        }
        history
    }

    /// The same history, with what is known of its positions: whether none of them is settled for
    /// each side in the question that is asked, and none of the line will be.
    pub fn with_unsettled(self, unsettled: [bool; 2]) -> UndoHistory {
        UndoHistory { unsettled, ..self }
    }

    /// Whether no position of the history is known to be settled for a side.
    #[inline]
    pub fn is_unsettled(&self, side: Side) -> bool {
        self.unsettled[side as usize]
    }

    /// The facts that hold, and some that held before their class was cleared.
    #[inline]
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The tally of a fact, or `None` if it does not hold.
    #[inline]
    pub fn get(&self, fact: &Fact) -> Option<Tally> {
        if self.filter.may_contain(fact.hash64()) { self.get_set(fact) } else { None }
    }

    /// The same for a fact that may have been set.
    fn get_set(&self, fact: &Fact) -> Option<Tally> {
        let set = self.set.get(&Prehashed(*fact))?;
        let holds = set.stamp >= self.now.cleared[fact.class as usize];
        holds.then(|| Tally {
            sum: self.now.total.sum - set.total.sum,
            count: self.now.total.count.wrapping_sub(set.total.count),
        })
    }

    /// The tally of a fact after an edge that has not been taken.
    #[inline]
    pub fn get_after(&self, fact: &Fact, delta: &Delta) -> Option<Tally> {
        if delta.sets.contains(fact) {
            return Some(Tally::default());
        }
        if delta.clears.has(fact.class) {
            return None;
        }
        let tally = self.get(fact)?;
        Some(match delta.scored {
            Some(sum) if fact.class.is_tallied() => tally.plus(Tally { sum, count: 1 }),
            _ => tally,
        })
    }

    pub fn advance(&mut self, delta: &Delta) {
        let mut undo = Undo { before: self.now, replaced: SmallVec::new() };
        self.now.time += 1;
        for (class, cleared) in self.now.cleared.iter_mut().enumerate() {
            if delta.clears.has_index(class) {
                *cleared = self.now.time;
            }
        }
        if let Some(sum) = delta.scored {
            self.now.total = self.now.total.plus(Tally { sum, count: 1 });
        }
        for fact in &delta.sets {
            let set = Set { stamp: self.now.time, total: self.now.total };
            let replaced = self.set.insert(Prehashed(*fact), set);
            if replaced.is_none() {
                self.filter.add(fact.hash64());
                self.facts.push(*fact);
            }
            undo.replaced.push((*fact, replaced));
        }
        self.undo.push(undo);
    }

    /// Undoes the edge taken last.
    pub fn retreat(&mut self) {
        let undo = self.undo.pop().expect("as many edges are taken back as were taken");
        for (fact, replaced) in undo.replaced.into_iter().rev() {
            match replaced {
                Some(set) => _ = self.set.insert(Prehashed(fact), set),
                None => {
                    self.set.remove(&Prehashed(fact));
                    self.filter.remove(fact.hash64());
                    let latest = self.facts.pop();
                    debug_assert_eq!(latest, Some(fact));
                }
            }
        }
        self.now = undo.before;
    }
}

// --- facts that hold -------------------------------------------------------------------------------------------------
//
// A word for each fact that holds shows, without a pass over its reads, that a lemma fails by the
// same read as before.

/// The facts that hold, seen through a frame: a hash set of their words with open addressing, 0 for
/// an empty slot.
pub struct HeldFacts {
    words: Vec<u64>,
    mask: usize,
}

/// The bit of a word that says in which way a read fails.
const PRESENT: u64 = 1;

/// The word of a fact without that bit, and never 0.
fn word(fact: &Fact) -> u64 {
    (fact.hash64() & !PRESENT).max(2)
}

impl HeldFacts {
    /// The facts that hold under a history or, if an edge is given, under the history that it leads
    /// to.
    pub fn of(history: &UndoHistory, edge: Option<&Delta>, inside: FactMap) -> HeldFacts {
        let set = edge.map_or(&[][..], |delta| &delta.sets[..]);
        let most = history.facts().len() + set.len();
        let size = (2 * most + 1).next_power_of_two();
        let mut held = HeldFacts { words: vec![0; size], mask: size - 1 };
        let holds = |fact: &&Fact| match edge {
            Some(delta) => history.get_after(fact, delta).is_some(),
            None => history.get(fact).is_some(),
        };
        history.facts().iter().chain(set).filter(holds).for_each(|fact| held.add(word(&inside.of(fact))));
        held
    }

    fn add(&mut self, word: u64) {
        let slot = self.slot(word);
        self.words[slot] = word;
    }

    /// The slot of a word, or the empty one for it. (More than half of the slots are empty.)
    #[inline]
    fn slot(&self, word: u64) -> usize {
        let mut slot = (word >> 1) as usize & self.mask;
        while self.words[slot] != word && self.words[slot] != 0 {
            slot = (slot + 1) & self.mask;
        }
        slot
    }

    /// Whether a read, as a word, fails under this history. The word 0 never fails.
    #[inline]
    fn refutes(&self, read: u64) -> bool {
        let word = read & !PRESENT;
        word != 0 && (self.words[self.slot(word)] == word) != (read & PRESENT == PRESENT)
    }
}

/// The number of reads that are kept by which a lemma has failed: those of one cache line.
const FAILED_KEPT: usize = 8;

/// The reads by which a lemma has failed, the latest first, as words: the fact, and whether it must
/// hold. (Threads that change them at once may lose some, which costs nothing but time.)
#[derive(Default)]
pub struct FailedReads([AtomicU64; FAILED_KEPT]);

impl FailedReads {
    /// Whether one of them fails again.
    #[inline]
    pub fn fails_again(&self, held: &HeldFacts) -> bool {
        self.0.iter().any(|read| held.refutes(read.load(Relaxed)))
    }

    /// Adds a read, and drops the earliest. A read that asks for a tally if its fact holds is not
    /// decided by facts alone, and is not kept.
    pub fn add(&self, read: &Read) {
        let mut next = match read.needs {
            Needs::Absent => word(&read.fact),
            Needs::Present | Needs::Margin(_) => word(&read.fact) | PRESENT,
            Needs::MarginIfPresent(_) => return,
        };
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
    use superko_rules::fact::{Classes, Gain};

    const CLASSES: [Class; 4] = [Class::Stood, Class::Undone, Class::Passed, Class::Initialised];

    fn fact(class: Class, stones: u64) -> Fact {
        Fact::of(class, Some(Player::Black), Position { stones: [stones, 0] })
    }

    fn any_delta() -> impl Strategy<Value = Delta> {
        let sets = prop::collection::btree_map(0usize..4, 0u64..3, 0..3);
        (0u8..8, prop::option::of(-3i32..4), sets).prop_map(move |(clears, scored, sets)| Delta {
            clears: match clears {
                0 => Classes::of(&[Class::Stood]),
                1 => Classes::of(&[Class::Stood, Class::Undone]),
                2 => Classes::of(&[Class::Passed]),
                _ => Classes::default(),
            },
            scored,
            sets: sets.into_iter().map(|(class, stones)| fact(CLASSES[class], stones)).collect(),
            gain: Gain::NONE,
        })
    }

    fn assert_same(history: &UndoHistory, past: &Past) {
        let held = past.facts().map(|(fact, _)| fact);
        assert!(held.into_iter().all(|fact| history.facts.contains(fact)));
        assert_eq!(history.facts.len(), history.set.len());
        assert!(history.facts.iter().all(|fact| history.set.contains_key(&Prehashed(*fact))));
        for class in CLASSES {
            for stones in 0..3 {
                let fact = fact(class, stones);
                let found = history.get(&fact);
                // Only the class that is ever scored has a tally that means anything.
                if class == Class::Passed {
                    assert_eq!(found, past.get(&fact));
                } else {
                    assert_eq!(found.is_some(), past.get(&fact).is_some());
                }
            }
        }
    }

    proptest! {
        #[test]
        fn a_trail_means_what_a_past_means(deltas in prop::collection::vec(any_delta(), 1..30)) {
            let mut pasts = vec![Past::default()];
            let mut history = UndoHistory::new(&pasts[0]);
            for delta in &deltas {
                let past = pasts.last().unwrap().after(delta);
                let fact = fact(Class::Passed, 1);
                prop_assert_eq!(history.get_after(&fact, delta), past.get(&fact));
                history.advance(delta);
                assert_same(&history, &past);
                assert_same(&UndoHistory::new(&past), &past);
                pasts.push(past);
            }
            while pasts.len() > 1 {
                pasts.pop();
                history.retreat();
                assert_same(&history, pasts.last().unwrap());
            }
        }

        /// A read that is kept fails by its word if and only if it fails under the history, through
        /// every frame.
        #[test]
        fn what_fails_by_its_word_fails_under_the_history(
            deltas in prop::collection::vec(any_delta(), 0..8), edge in prop::option::of(any_delta()),
            facts in prop::collection::vec((0usize..4, 0u64..3, any::<bool>()), 1..20), symmetry in 0u16..8, exchanged in any::<bool>(),
        ) {
            let board = Board::grid(2, 2).unwrap();
            let frame = Frame { symmetry, exchanged };
            let mut history = UndoHistory::new(&Past::default());
            deltas.iter().for_each(|delta| history.advance(delta));
            let held = HeldFacts::of(&history, edge.as_ref(), frame.facts_in(&board));
            for (class, stones, absent) in facts {
                let real = fact(CLASSES[class], stones);
                let holds = match &edge {
                    Some(edge) => history.get_after(&real, edge).is_some(),
                    None => history.get(&real).is_some(),
                };
                let fact = frame.facts_in(&board).of(&real);
                let failed = FailedReads::default();
                prop_assert!(!failed.fails_again(&held));
                failed.add(&Read { fact, needs: if absent { Needs::Absent } else { Needs::Present } });
                prop_assert_eq!(failed.fails_again(&held), holds == absent);
            }
        }
    }
}
