//! The history of a game as a set of facts, and how a move changes it.
//!
//! A fact is one statement about the history that a rule may ask for: "this position has stood
//! since the last pass", "Black has passed here". A history holds some facts and lacks all others.
//! Each fact that holds has a [`Tally`], which is zero except under rules that score a cycle.
//! Beside the facts a history has the points that moves have brought (prisoners and the price of
//! passes): no rule asks for them, and they are added to the score at the end. A move changes the
//! history by a [`Delta`]. Nothing else of the history may influence a game, so a result holds
//! under every history that agrees on the facts that its proof has read.
//!
//! [`Past`] is the plain meaning: a sorted list that each move copies and changes. The search has a
//! faster one that can be undone (`solve::lemma::history`), and the tests hold the two against each
//! other.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg};

use num_rational::Ratio;
use smallvec::SmallVec;

use superko_go::Player;
use superko_go::bits::{Point, PointSet};
use superko_go::hashing::Hash64;
use superko_go::position::Position;

/// Makes [`Class`] with the list of its values.
macro_rules! classes {
    ($($(#[$doc:meta])* $class:ident,)+) => {
        /// Kind of statement that a fact makes about its position and player.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Class {
            $($(#[$doc])* $class,)+
        }

        impl Class {
            /// All classes, each at the index of its number.
            pub const ALL: [Class; [$(Class::$class),+].len()] = [$(Class::$class),+];
        }
    };
}

classes! {
    /// The position has stood, in the sense of the ruleset, and a stone play may not recreate it.
    Stood,
    /// The position stood just before the last stone play, and no pass has come since.
    Undone,
    /// The player has passed on the position.
    Passed,
    /// The position has been initialised for the player.
    Initialised,
    /// The player has disturbed the position: placed a stone on it after a pass of his opponent.
    Disturbed,
    /// The opponent passed on the position, and the player did not pass in answer.
    Declined,
    /// The player has disputed a chain of his opponent on the position.
    Disputed,
    /// The player has passed on the position, and so did the next player, at once.
    Followed,
    /// The position has occurred with the player to move since the last pass. It may be recreated.
    Occurred,
    /// It has occurred twice.
    OccurredTwice,
    /// The player has passed on the position, and so did the two players after him, at once.
    FollowedByTwo,
    /// And so did the three players after him.
    FollowedByThree,
    /// And so did the four players after him.
    FollowedByFour,
    /// A stone play has led from the position to the second one.
    Moved,
    /// The position has stood, as for [`Class::Stood`]; the tally has the prisoners taken since.
    Made,
}

impl Class {
    /// The number of classes.
    pub const COUNT: usize = Class::ALL.len();

    /// That one, two, three and four players after a player passed at once, as he did.
    pub const FOLLOWED: [Class; 4] =
        [Class::Followed, Class::FollowedByTwo, Class::FollowedByThree, Class::FollowedByFour];

    /// The classes whose facts have a tally that is kept.
    pub const TALLIED: [Class; 6] = [
        Class::Passed,
        Class::Followed,
        Class::FollowedByTwo,
        Class::FollowedByThree,
        Class::FollowedByFour,
        Class::Made,
    ];

    /// Whether the tallies of such facts are kept.
    #[inline]
    pub fn is_tallied(self) -> bool {
        Class::TALLIED.contains(&self)
    }
}

/// What a statement is about beside its position, in one word: a second position, the number of moves
/// after which the position stood, or nothing.
///
/// A second position is 1 more than the number whose digits in base 3, from the first intersection up,
/// are 0 for an empty intersection, 1 for Black and 2 for White; 0 is nothing. Moves are counted down
/// from the greatest word: a number of moves is the same under every symmetry, which moves positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Second(u32);

impl Second {
    /// The largest board whose positions fit.
    pub const MAX_POINTS: usize = 20;

    /// The word of the greatest position of such a board.
    const MAX_POSITION: u32 = 3u32.pow(Second::MAX_POINTS as u32);

    /// A position, of a board with at most [`Second::MAX_POINTS`] intersections.
    pub fn of<S: PointSet>(position: &Position<S>) -> Second {
        let last = position.occupied().length();
        assert!(last <= Second::MAX_POINTS, "the position fits");
        let digit = |point: usize| {
            let [black, white] = position.stones.map(|stones| u32::from(stones.has(S::Point::of(point))));
            black + 2 * white
        };
        Second(1 + (0..last).rev().fold(0, |number, point| 3 * number + digit(point)))
    }

    /// A number of moves, below the number of words that no position has.
    pub fn after(moves: u32) -> Second {
        let word = u32::MAX - moves;
        debug_assert!(word > Second::MAX_POSITION);
        Second(word)
    }

    /// The number of moves, if there is one.
    pub fn moves(self) -> Option<u32> {
        (self.0 > Second::MAX_POSITION).then_some(u32::MAX - self.0)
    }

    /// The position, if there is one.
    pub fn position(self) -> Option<Position> {
        let mut number = self.0.checked_sub(1).filter(|_| self.moves().is_none())?;
        let mut position = Position::default();
        for point in 0.. {
            match number % 3 {
                _ if number == 0 => break,
                1 => position.stones[0] |= 1 << point,
                2 => position.stones[1] |= 1 << point,
                _ => {}
            }
            number /= 3;
        }
        Some(position)
    }

    /// The word.
    pub fn number(self) -> u32 {
        self.0
    }

    /// The content of a [`Second::number`].
    pub fn from_number(number: u32) -> Second {
        Second(number)
    }

    /// The same with a position replaced by its image.
    #[inline]
    pub fn map(self, image: impl FnOnce(Position) -> Position) -> Second {
        if self.0 == 0 {
            return self;
        }
        self.position().map_or(self, |position| Second::of(&image(position)))
    }
}

/// One statement about the history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fact<S: PointSet = u64> {
    /// The kind of statement.
    pub class: Class,
    /// Of whom, if it concerns a player (the one to move, for a situation).
    pub who: Option<Player>,
    /// Of which position.
    pub position: Position<S>,
    /// Of which position besides, or after how many moves, if the ruleset makes such statements.
    pub second: Second,
}

// Searches hold facts by the million.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Fact>() == 24 && size_of::<Delta>() == 72);

impl<S: PointSet> Fact<S> {
    /// A statement about one position.
    pub fn of(class: Class, who: Option<Player>, position: Position<S>) -> Fact<S> {
        Fact { class, who, position, second: Second::default() }
    }

    /// Two words to hash it by.
    fn words(&self) -> [u64; 2] {
        let who = self.who.map_or(0, |p| 1 + p.index() as u64);
        let [first, second] = S::words(&self.position.stones);
        [first, second.rotate_left(5) ^ (self.class as u64 * 3 + who) ^ u64::from(self.second.0) << 32]
    }
}

impl<S: PointSet> Hash64 for Fact<S> {
    #[inline]
    fn hash64(&self) -> u64 {
        let [first, second] = self.words();
        let mixed = (first.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ second).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }
}

/// By the fields in their order. The search sorts facts more than it does most else, so this is
/// written out: most pairs differ in their positions and in nothing before.
impl<S: PointSet> Ord for Fact<S> {
    #[inline(always)]
    fn cmp(&self, other: &Fact<S>) -> Ordering {
        let about =
            |fact: &Fact<S>| (fact.class as u16) << 8 | fact.who.map_or(0, |who| 1 + who.index() as u16);
        let (one, two) = (about(self), about(other));
        if one != two {
            return one.cmp(&two);
        }
        if self.position != other.position {
            return self.position.cmp(&other.position);
        }
        self.second.cmp(&other.second)
    }
}

impl<S: PointSet> PartialOrd for Fact<S> {
    #[inline]
    fn partial_cmp(&self, other: &Fact<S>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<S: PointSet> std::hash::Hash for Fact<S> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.words().into_iter().for_each(|word| state.write_u64(word));
    }
}

/// The sum and number of the scoring positions, or of the captures, since a fact became true: zero
/// for most rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Tally {
    /// The sum of the scores or prisoners, Black's points minus White's.
    pub sum: i32,
    /// The number of scoring positions or captures.
    pub count: u32,
}

impl Tally {
    /// Both added.
    pub fn plus(self, other: Tally) -> Tally {
        Tally { sum: self.sum + other.sum, count: self.count + other.count }
    }
}

/// Points that a move brings, Black's minus White's, whole or halves: a coupon may be worth half a
/// point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Gain(i32);

impl Gain {
    /// Nothing.
    pub const NONE: Gain = Gain(0);

    /// A whole number of points.
    pub const fn points(points: i32) -> Gain {
        Gain(2 * points)
    }

    /// A number of half points.
    pub const fn halves(halves: i32) -> Gain {
        Gain(halves)
    }

    /// The number of half points.
    pub const fn in_halves(self) -> i32 {
        self.0
    }

    /// What is left of some points without these.
    #[inline]
    pub fn off(self, points: Ratio<i32>) -> Ratio<i32> {
        match self.0 % 2 {
            0 => points - self.0 / 2,
            _ => points - self.exact(),
        }
    }

    /// The points, exact.
    #[inline]
    pub fn exact(self) -> Ratio<i32> {
        if self.0 % 2 == 0 { Ratio::from_integer(self.0 / 2) } else { Ratio::new_raw(self.0, 2) }
    }
}

impl fmt::Display for Gain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.exact().fmt(f)
    }
}

impl Add for Gain {
    type Output = Gain;

    fn add(self, other: Gain) -> Gain {
        Gain(self.0 + other.0)
    }
}

impl Neg for Gain {
    type Output = Gain;

    fn neg(self) -> Gain {
        Gain(-self.0)
    }
}

impl Mul<i32> for Gain {
    type Output = Gain;

    fn mul(self, times: i32) -> Gain {
        Gain(self.0 * times)
    }
}

/// A set of classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Classes(u16);

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

    /// The set with one more member.
    pub fn with(self, class: Class) -> Classes {
        Classes(self.0 | 1 << class as u8)
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

const _: () = assert!(Class::COUNT <= u16::BITS as usize, "a set of classes has a bit for each");

/// Change of the history by a move. The parts take place in the order of the fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delta<S: PointSet = u64> {
    /// All facts of these classes cease to hold.
    pub clears: Classes,
    /// The tally of every fact of a class that is tallied grows by one scoring position of this
    /// score, or by one capture of this number of prisoners.
    pub scored: Option<i32>,
    /// These facts hold from now on, with a tally of zero.
    pub sets: SmallVec<[Fact<S>; 2]>,
    /// Points that the move brings whatever comes later, Black's minus White's: they are added to
    /// the score.
    pub gain: Gain,
}

impl<S: PointSet> Default for Delta<S> {
    /// No change.
    fn default() -> Delta<S> {
        Delta { clears: Classes::default(), scored: None, sets: SmallVec::new(), gain: Gain::NONE }
    }
}

impl<S: PointSet> Delta<S> {
    /// Some facts hold from now on, and nothing else changes.
    pub fn setting(facts: impl IntoIterator<Item = Fact<S>>) -> Delta<S> {
        Delta { sets: facts.into_iter().collect(), ..Delta::default() }
    }
}

/// The facts that hold, and the points brought so far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Past<S: PointSet = u64> {
    /// Each with its tally, in ascending order of the facts.
    facts: Vec<(Fact<S>, Tally)>,
    banked: Gain,
    /// The sum of what [`fact_hash`] makes of each fact.
    hash: u64,
}

/// One word of all facts, which each move brings up to date: a naive engine hashes histories more
/// than it does anything else.
impl<S: PointSet> std::hash::Hash for Past<S> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash ^ self.banked.0 as u64);
    }
}

/// A word of a fact and its tally.
fn fact_hash<S: PointSet>((fact, tally): &(Fact<S>, Tally)) -> u64 {
    let mix = |word: u64| {
        let product = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product ^ product >> 32
    };
    let [first, second] = fact.words();
    let tally = (tally.sum as u64) << 32 ^ u64::from(tally.count);
    mix(mix(mix(first) ^ second) ^ tally)
}

impl<S: PointSet> Default for Past<S> {
    /// No facts, and nothing brought.
    fn default() -> Past<S> {
        Past { facts: Vec::new(), banked: Gain::NONE, hash: 0 }
    }
}

impl<S: PointSet> Past<S> {
    /// The tally of a fact, or `None` if it does not hold.
    pub fn get(&self, fact: &Fact<S>) -> Option<Tally> {
        Some(self.facts[self.index_of(fact).ok()?].1)
    }

    /// The index of a fact, or the one where it would belong.
    fn index_of(&self, fact: &Fact<S>) -> Result<usize, usize> {
        self.facts.binary_search_by(|(other, _)| other.cmp(fact))
    }

    /// The history after a move.
    pub fn after(&self, delta: &Delta<S>) -> Past<S> {
        let facts = Vec::with_capacity(self.facts.len() + delta.sets.len());
        let mut past = Past { facts, banked: self.banked + delta.gain, hash: self.hash };
        match delta.clears == Classes::default() {
            true => past.facts.extend_from_slice(&self.facts),
            false => past.facts.extend(self.facts.iter().filter(|(fact, _)| !delta.clears.has(fact.class))),
        }
        if let Some(sum) = delta.scored {
            for (_, tally) in past.facts.iter_mut().filter(|(fact, _)| fact.class.is_tallied()) {
                *tally = tally.plus(Tally { sum, count: 1 });
            }
        }
        if delta.clears != Classes::default() || delta.scored.is_some() {
            past.hash = past.facts.iter().map(fact_hash).fold(0, u64::wrapping_add);
        }
        for fact in &delta.sets {
            let set = (*fact, Tally::default());
            past.hash = past.hash.wrapping_add(fact_hash(&set));
            match past.index_of(fact) {
                Ok(index) => {
                    let former = std::mem::replace(&mut past.facts[index], set);
                    past.hash = past.hash.wrapping_sub(fact_hash(&former));
                }
                Err(index) => past.facts.insert(index, set),
            }
        }
        past
    }

    /// The same history, but for one fact that does not hold.
    pub fn without(&self, fact: &Fact<S>) -> Past<S> {
        let mut past = self.clone();
        if let Ok(index) = past.index_of(fact) {
            let former = past.facts.remove(index);
            past.hash = past.hash.wrapping_sub(fact_hash(&former));
        }
        past
    }

    /// The facts of the history that are wanted, each without a tally, and nothing brought.
    pub fn bare(&self, mut wanted: impl FnMut(&Fact<S>) -> bool) -> Past<S> {
        let kept = self.facts.iter().filter(|(fact, _)| wanted(fact));
        let facts: Vec<_> = kept.map(|(fact, _)| (*fact, Tally::default())).collect();
        let hash = facts.iter().map(fact_hash).fold(0, u64::wrapping_add);
        Past { facts, banked: Gain::NONE, hash }
    }

    /// All facts that hold.
    pub fn facts(&self) -> impl Iterator<Item = (&Fact<S>, &Tally)> {
        self.facts.iter().map(|(fact, tally)| (fact, tally))
    }

    /// The points that moves have brought so far, Black's minus White's.
    pub fn banked(&self) -> Gain {
        self.banked
    }
}

impl Past {
    /// The history with every position in it replaced by its image under a symmetry of the board.
    pub fn image(&self, image: impl Fn(Position) -> Position) -> Past {
        let fact = |(fact, tally): &(Fact, Tally)| {
            let (position, second) = (image(fact.position), fact.second.map(&image));
            (Fact { position, second, ..*fact }, *tally)
        };
        let mut facts: Vec<(Fact, Tally)> = self.facts.iter().map(fact).collect();
        facts.sort_unstable();
        let hash = facts.iter().map(fact_hash).fold(0, u64::wrapping_add);
        Past { facts, banked: self.banked, hash }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_go::Board;
    use superko_go::position::legal_positions;

    #[test]
    fn a_position_survives_packing() {
        let board = Board::grid(2, 3).unwrap();
        let mut seen = std::collections::HashSet::new();
        for position in legal_positions(&board) {
            let beside = Second::of(&position);
            assert_eq!(beside.position(), Some(position));
            assert_eq!(Second::from_number(beside.number()), beside);
            assert!(seen.insert(beside));
            let exchanged = beside.map(|position| position.exchanged());
            assert_eq!(exchanged.position(), Some(position.exchanged()));
        }
        let most = Position { stones: [0, (1 << Second::MAX_POINTS) - 1] };
        assert_eq!(Second::of(&most).position(), Some(most));
        assert_eq!(Second::default().position(), None);
        assert_eq!((Second::of(&most).moves(), Second::default().moves()), (None, None));
        for moves in [0, 1, 10_000] {
            let after = Second::after(moves);
            assert_eq!((after.moves(), after.position()), (Some(moves), None));
            assert_eq!(after.map(|position| position.exchanged()), after);
        }
    }

    #[test]
    #[should_panic(expected = "the position fits")]
    fn a_position_that_is_too_large_is_refused() {
        Second::of(&Position { stones: [1 << Second::MAX_POINTS, 0] });
    }

    #[test]
    fn a_past_is_hashed_by_what_holds_and_not_by_how_it_came_about() {
        let mut random = fastrand::Rng::with_seed(7);
        let fact = |random: &mut fastrand::Rng| {
            let class = Class::ALL[random.usize(..Class::COUNT)];
            let position = Position { stones: [random.u64(..2), 2 * random.u64(..2)] };
            Fact::of(class, Player::ALL.get(random.usize(..3)).copied(), position)
        };
        let (mut past, mut most) = (Past::default(), 0);
        for _ in 0..10_000 {
            let delta = Delta {
                clears: Classes(if random.u8(..4) == 0 { random.u16(..) & random.u16(..) } else { 0 }),
                scored: (random.u8(..4) == 0).then(|| random.i32(-4..5)),
                sets: (0..random.usize(..3)).map(|_| fact(&mut random)).collect(),
                gain: Gain::halves(random.i32(-1..2)),
            };
            past = past.after(&delta);
            most = most.max(past.facts.len());
            assert_eq!(past.hash, past.facts.iter().map(fact_hash).fold(0, u64::wrapping_add));
            let gone = fact(&mut random);
            let without = past.without(&gone);
            assert!(without.get(&gone).is_none() && without.banked == past.banked);
            assert_eq!(without.hash, without.facts.iter().map(fact_hash).fold(0, u64::wrapping_add));
            let with = without.after(&Delta::setting(past.get(&gone).map(|_| gone)));
            assert!(with.facts().map(|(fact, _)| fact).eq(past.facts().map(|(fact, _)| fact)));
        }
        assert!(most > 5);
    }
}
