//! The past of the line in hand, to which edges are added and from which they are taken back in constant time.
//!
//! It means the same as a [`Past`]. A fact is stamped with the time at which it was set, and holds if its class has not
//! been cleared since, so clearing a class is one assignment. A tally is kept as the running total of scoring
//! positions at the time when its fact was set, to be subtracted from the total of now, so a scoring position is one
//! addition.

use smallvec::SmallVec;

use super::sketch::Sketch;
use superko_go::hashing::{Mix, Mixed, MixedMap};
use superko_rules::fact::{Class, Delta, Fact, Past, Tally};

/// The past of a line of play.
pub struct UndoPast {
    set: MixedMap<Fact, Set>,
    /// The facts of `set`: most that are asked for are not among them.
    sketch: Sketch,
    /// The facts of `set`, the latest last.
    facts: Vec<Fact>,
    now: Moment,
    undo: Vec<Undo>,
}

/// When a fact was set, and the running total of scoring positions then.
#[derive(Debug, Clone, Copy)]
struct Set {
    stamp: u32,
    total: Tally,
}

#[derive(Debug, Clone, Copy)]
struct Moment {
    time: u32,
    /// For each class, when it was last cleared.
    cleared: [u32; Class::COUNT],
    total: Tally,
}

struct Undo {
    before: Moment,
    /// The facts that were set, with what stood in their place.
    replaced: SmallVec<[(Fact, Option<Set>); 3]>,
}

impl UndoPast {
    /// The undoable form of a past.
    pub fn new(past: &Past) -> UndoPast {
        let mut undoable = UndoPast {
            set: MixedMap::default(),
            sketch: Sketch::new(),
            facts: Vec::new(),
            now: Moment { time: 0, cleared: [0; Class::COUNT], total: Tally::default() },
            undo: Vec::new(),
        };
        for (fact, tally) in past.facts() {
            let total = Tally { sum: -tally.sum, count: tally.count.wrapping_neg() };
            undoable.set.insert(Mixed(*fact), Set { stamp: 0, total });
            undoable.sketch.add(fact.mixed());
            undoable.facts.push(*fact);
        }
        undoable
    }

    /// The facts that hold, and some that held before their class was cleared.
    #[inline]
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// The tally of a fact, or `None` if it does not hold.
    #[inline]
    pub fn get(&self, fact: &Fact) -> Option<Tally> {
        if self.sketch.may_have(fact.mixed()) { self.get_set(fact) } else { None }
    }

    /// The same of a fact that may have been set.
    fn get_set(&self, fact: &Fact) -> Option<Tally> {
        let set = self.set.get(&Mixed(*fact))?;
        let holds = set.stamp >= self.now.cleared[fact.class as usize];
        holds.then(|| Tally {
            sum: self.now.total.sum - set.total.sum,
            count: self.now.total.count.wrapping_sub(set.total.count),
        })
    }

    /// The tally that a fact has after an edge that has not been taken.
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

    /// Takes an edge.
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
            let replaced = self.set.insert(Mixed(*fact), set);
            if replaced.is_none() {
                self.sketch.add(fact.mixed());
                self.facts.push(*fact);
            }
            undo.replaced.push((*fact, replaced));
        }
        self.undo.push(undo);
    }

    /// Goes back over the edge taken last.
    pub fn retreat(&mut self) {
        let undo = self.undo.pop().expect("as many edges are taken back as were taken");
        for (fact, replaced) in undo.replaced.into_iter().rev() {
            match replaced {
                Some(set) => _ = self.set.insert(Mixed(fact), set),
                None => {
                    self.set.remove(&Mixed(fact));
                    self.sketch.remove(fact.mixed());
                    let latest = self.facts.pop();
                    debug_assert_eq!(latest, Some(fact));
                }
            }
        }
        self.now = undo.before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use superko_go::{Player, Position};
    use superko_rules::fact::Classes;

    fn fact(class: Class, stones: u64) -> Fact {
        Fact::of(class, Some(Player::Black), Position { stones: [stones, 0] })
    }

    fn any_delta() -> impl Strategy<Value = Delta> {
        let classes = [Class::Stood, Class::Undone, Class::Passed, Class::Initialised];
        let sets = prop::collection::btree_map(0usize..4, 0u64..3, 0..3);
        (0u8..8, prop::option::of(-3i32..4), sets).prop_map(move |(clears, scored, sets)| Delta {
            clears: match clears {
                0 => Classes::of(&[Class::Stood]),
                1 => Classes::of(&[Class::Stood, Class::Undone]),
                2 => Classes::of(&[Class::Passed]),
                _ => Classes::default(),
            },
            scored,
            sets: sets.into_iter().map(|(class, stones)| fact(classes[class], stones)).collect(),
            gain: 0,
        })
    }

    fn assert_same(undoable: &UndoPast, past: &Past) {
        let held = past.facts().map(|(fact, _)| fact);
        assert!(held.into_iter().all(|fact| undoable.facts.contains(fact)));
        assert_eq!(undoable.facts.len(), undoable.set.len());
        assert!(undoable.facts.iter().all(|fact| undoable.set.contains_key(&Mixed(*fact))));
        for class in [Class::Stood, Class::Undone, Class::Passed, Class::Initialised] {
            for stones in 0..3 {
                let fact = fact(class, stones);
                let found = undoable.get(&fact);
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
            let mut undoable = UndoPast::new(&pasts[0]);
            for delta in &deltas {
                let past = pasts.last().unwrap().after(delta);
                let fact = fact(Class::Passed, 1);
                prop_assert_eq!(undoable.get_after(&fact, delta), past.get(&fact));
                undoable.advance(delta);
                assert_same(&undoable, &past);
                assert_same(&UndoPast::new(&past), &past);
                pasts.push(past);
            }
            while pasts.len() > 1 {
                pasts.pop();
                undoable.retreat();
                assert_same(&undoable, pasts.last().unwrap());
            }
        }
    }
}
