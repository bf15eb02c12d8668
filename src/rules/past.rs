//! The past of a game as a set of facts, and how a move changes it.
//!
//! A fact is one statement about the past that a rule may ask for: "this position has stood since the
//! last pass", "Black has passed here". A past holds some facts and lacks all others; beside each fact
//! stands a [`Tally`], which is zero except under rules that score a cycle. Beside all of them stand the points
//! that moves have brought already (prisoners and the price of passes), which no rule asks for and which are
//! added to the score at the end. A move changes the past by a [`Delta`]. Nothing else of the past may influence a game, which is what makes a result reusable
//! under every past that agrees on the facts that its proof has read.
//!
//! [`Past`] is the plain meaning: a sorted list, changed literally. The search has a faster one that can be
//! undone (`solve::trail`), and the tests hold the two against each other.

use arrayvec::ArrayVec;

use crate::go::{Player, Position};

/// What kind of statement a fact makes about its position and player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// The position has stood, in the sense of the ruleset, and a stone play may not recreate it.
    Stood,
    /// The position stood just before the last stone play, and no pass has come since.
    Undone,
    /// The player has passed on the position.
    Passed,
    /// The position has been initialised for the player.
    Initialised,
}

impl Class {
    /// The number of classes.
    pub const COUNT: usize = 4;
}

/// One statement about the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fact {
    /// What is stated.
    pub class: Class,
    /// Of whom, if it concerns a player (the one to move, for a situation).
    pub who: Option<Player>,
    /// Of which position.
    pub position: Position,
}

impl std::hash::Hash for Fact {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let who = self.who.map_or(0, |p| 1 + p.index() as u64);
        let [black, white] = self.position.stones;
        state.write_u64(black);
        state.write_u64(white.rotate_left(5) ^ (self.class as u64 * 3 + who));
    }
}

/// The sum and number of the scoring positions since a fact became true: zero for most rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Tally {
    /// The sum of the scores, Black's points less White's.
    pub sum: i32,
    /// How many there were.
    pub count: u32,
}

impl Tally {
    /// Both added.
    pub fn plus(self, other: Tally) -> Tally {
        Tally { sum: self.sum + other.sum, count: self.count + other.count }
    }
}

/// A set of classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Classes(u8);

impl Classes {
    /// The set with these members.
    pub const fn of(classes: &[Class]) -> Classes {
        let (mut bits, mut i) = (0, 0);
        while i < classes.len() {
            bits |= 1 << classes[i] as u8;
            i += 1;
        }
        Classes(bits)
    }

    /// Whether a class is a member.
    #[inline]
    pub fn has(self, class: Class) -> bool {
        self.has_index(class as usize)
    }

    /// Whether the class of this number is a member.
    #[inline]
    pub fn has_index(self, class: usize) -> bool {
        self.0 >> class & 1 == 1
    }
}

/// How a move changes the past. The parts take place in the order of the fields.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Delta {
    /// All facts of these classes cease to hold.
    pub clears: Classes,
    /// The tally of every fact of class [`Class::Passed`] grows by one scoring position of this score.
    pub scored: Option<i32>,
    /// These facts hold from now on, with a tally of zero.
    pub sets: ArrayVec<Fact, 3>,
    /// Points that the move brings whatever comes later, Black's less White's: they are added to the score.
    pub gain: i32,
}

/// The facts that hold, and the points brought so far.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Past {
    /// Each with its tally, in ascending order of the facts.
    facts: Vec<(Fact, Tally)>,
    banked: i32,
}

impl Past {
    /// The tally of a fact, or `None` if it does not hold.
    pub fn get(&self, fact: &Fact) -> Option<Tally> {
        Some(self.facts[self.place(fact).ok()?].1)
    }

    /// The place of a fact, or the one where it would belong.
    fn place(&self, fact: &Fact) -> Result<usize, usize> {
        self.facts.binary_search_by(|(other, _)| other.cmp(fact))
    }

    /// The past after a move.
    pub fn after(&self, delta: &Delta) -> Past {
        let facts = Vec::with_capacity(self.facts.len() + delta.sets.len());
        let mut past = Past { facts, banked: self.banked + delta.gain };
        past.facts.extend(self.facts.iter().filter(|(fact, _)| !delta.clears.has(fact.class)));
        if let Some(sum) = delta.scored {
            for (_, tally) in past.facts.iter_mut().filter(|(fact, _)| fact.class == Class::Passed) {
                *tally = tally.plus(Tally { sum, count: 1 });
            }
        }
        for fact in &delta.sets {
            match past.place(fact) {
                Ok(place) => past.facts[place].1 = Tally::default(),
                Err(place) => past.facts.insert(place, (*fact, Tally::default())),
            }
        }
        past
    }

    /// All facts that hold.
    pub fn facts(&self) -> impl Iterator<Item = (&Fact, &Tally)> {
        self.facts.iter().map(|(fact, tally)| (fact, tally))
    }

    /// The points that moves have brought so far, Black's less White's.
    pub fn banked(&self) -> i32 {
        self.banked
    }
}
