//! Sets of intersections as bits: bit `i` stands for intersection `i`.
//!
//! A set is one word for boards of up to 64 intersections, which is what is solved, and an array of
//! words ([`Words`]) for larger boards, on which games are refereed. What both need is
//! [`PointSet`]; boards, positions and rules are written once, over it. Names without a parameter
//! (`superko_go::Board`, `superko_go::Position`, ...) are those of one word.

use std::cmp::Ordering;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

/// The number of an intersection.
pub trait Point: Copy + Eq + Ord + Hash + Debug + Display + Default + Send + Sync + 'static {
    /// The intersection of this number.
    ///
    /// # Panics
    /// If it is too great for the type.
    fn of(index: usize) -> Self;

    /// The number.
    fn index(self) -> usize;
}

impl Point for u8 {
    #[inline(always)]
    fn of(index: usize) -> u8 {
        debug_assert!(index <= usize::from(u8::MAX));
        index as u8
    }

    #[inline(always)]
    fn index(self) -> usize {
        usize::from(self)
    }
}

impl Point for u16 {
    #[inline]
    fn of(index: usize) -> u16 {
        u16::try_from(index).expect("the largest board has fewer intersections")
    }

    #[inline]
    fn index(self) -> usize {
        usize::from(self)
    }
}

/// A set of intersections.
pub trait PointSet:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// The type of the number of an intersection.
    type Point: Point;

    /// The number of bits.
    const BITS: usize;

    /// The set without members.
    const EMPTY: Self;

    /// The set with one member.
    fn of(point: Self::Point) -> Self;

    /// The set of the first intersections, as many as `points`, of which there is at least one.
    fn first(points: usize) -> Self;

    /// Whether the set has no members.
    fn is_empty(self) -> bool;

    /// The number of members.
    fn count(self) -> u32;

    /// The least member as a set of its own; the empty set of the empty set.
    fn lowest(self) -> Self;

    /// The number of the least member.
    ///
    /// # Panics
    /// If there is none; or it returns the number of bits.
    fn lowest_point(self) -> Self::Point;

    /// One more than the number of the greatest member; 0 of the empty set.
    fn length(self) -> usize;

    /// Whether an intersection is a member.
    #[inline]
    fn has(self, point: Self::Point) -> bool {
        !(self & Self::of(point)).is_empty()
    }

    /// The order of two pairs: by the first set, then by the second.
    fn compare(pair: &[Self; 2], other: &[Self; 2]) -> Ordering;

    /// A pair in two words, to hash it by: different pairs have different words if a set is one
    /// word.
    fn words(pair: &[Self; 2]) -> [u64; 2];

    /// The set moved up by some places, all of them at least: nothing is left if it is moved by as
    /// many as there are bits.
    fn up(self, places: usize) -> Self;

    /// The set moved down.
    fn down(self, places: usize) -> Self;
}

impl PointSet for u64 {
    type Point = u8;

    const BITS: usize = 64;

    const EMPTY: u64 = 0;

    #[inline(always)]
    fn of(point: u8) -> u64 {
        1 << point
    }

    #[inline(always)]
    fn first(points: usize) -> u64 {
        u64::MAX >> (64 - points)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline(always)]
    fn lowest(self) -> u64 {
        self & self.wrapping_neg()
    }

    #[inline(always)]
    fn lowest_point(self) -> u8 {
        self.trailing_zeros() as u8
    }

    #[inline(always)]
    fn length(self) -> usize {
        (u64::BITS - self.leading_zeros()) as usize
    }

    // As one number, since the order of arrays is compared in a loop.
    #[inline(always)]
    fn compare(pair: &[u64; 2], other: &[u64; 2]) -> Ordering {
        let number = |pair: &[u64; 2]| u128::from(pair[0]) << 64 | u128::from(pair[1]);
        number(pair).cmp(&number(other))
    }

    #[inline(always)]
    fn words(pair: &[u64; 2]) -> [u64; 2] {
        *pair
    }

    #[inline(always)]
    fn up(self, places: usize) -> u64 {
        self.checked_shl(places as u32).unwrap_or(0)
    }

    #[inline(always)]
    fn down(self, places: usize) -> u64 {
        self.checked_shr(places as u32).unwrap_or(0)
    }
}

/// The members of a set of intersections, in ascending order.
#[inline]
pub fn members<S: PointSet>(set: S) -> impl Iterator<Item = S::Point> {
    let mut rest = set;
    std::iter::from_fn(move || {
        (!rest.is_empty()).then(|| {
            let lowest = rest.lowest();
            let point = rest.lowest_point();
            rest &= !lowest;
            point
        })
    })
}

// --- Sets of several words ---

/// A set of intersections in several words, the first bits in the first word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Words<const N: usize>([u64; N]);

impl<const N: usize> Default for Words<N> {
    fn default() -> Words<N> {
        Words::EMPTY
    }
}

impl<const N: usize> Words<N> {
    /// The set of these words. Long ones are made in a function of their own: made in line, by loops of a known length that are
    /// unrolled, they double the time that it takes to compile what uses them in the profile of the tests.
    #[inline]
    fn made(word: impl Fn(usize) -> u64) -> Words<N> {
        if N > 8 { Words::made_apart(word) } else { Words(std::array::from_fn(word)) }
    }

    #[inline(never)]
    fn made_apart(word: impl Fn(usize) -> u64) -> Words<N> {
        let mut words = [0; N];
        words.iter_mut().enumerate().for_each(|(index, made)| *made = word(index));
        Words(words)
    }

    #[inline]
    fn zip(self, other: Words<N>, of: impl Fn(u64, u64) -> u64) -> Words<N> {
        Words::made(|word| of(self.0[word], other.0[word]))
    }
}

impl<const N: usize> BitAnd for Words<N> {
    type Output = Words<N>;

    #[inline]
    fn bitand(self, other: Words<N>) -> Words<N> {
        self.zip(other, |one, two| one & two)
    }
}

impl<const N: usize> BitOr for Words<N> {
    type Output = Words<N>;

    #[inline]
    fn bitor(self, other: Words<N>) -> Words<N> {
        self.zip(other, |one, two| one | two)
    }
}

impl<const N: usize> Not for Words<N> {
    type Output = Words<N>;

    #[inline]
    fn not(self) -> Words<N> {
        Words::made(|word| !self.0[word])
    }
}

impl<const N: usize> BitAndAssign for Words<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Words<N>) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Words<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Words<N>) {
        *self = *self | other;
    }
}

impl<const N: usize> Shl<usize> for Words<N> {
    type Output = Words<N>;

    #[inline]
    fn shl(self, places: usize) -> Words<N> {
        let (words, bits) = (places / 64, places % 64);
        let word = |index: Option<usize>| index.map_or(0, |index| self.0[index]);
        Words::made(|to| {
            let from = to.checked_sub(words);
            let low = word(from.and_then(|from| from.checked_sub(1)));
            if bits == 0 { word(from) } else { word(from) << bits | low >> (64 - bits) }
        })
    }
}

impl<const N: usize> Shr<usize> for Words<N> {
    type Output = Words<N>;

    #[inline]
    fn shr(self, places: usize) -> Words<N> {
        let (words, bits) = (places / 64, places % 64);
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        Words::made(|to| {
            let from = to + words;
            if bits == 0 { word(from) } else { word(from) >> bits | word(from + 1) << (64 - bits) }
        })
    }
}

impl<const N: usize> PointSet for Words<N> {
    type Point = u16;

    const BITS: usize = 64 * N;

    const EMPTY: Words<N> = Words([0; N]);

    #[inline]
    fn of(point: u16) -> Words<N> {
        let mut set = Words::EMPTY;
        set.0[usize::from(point) / 64] = 1 << (point % 64);
        set
    }

    fn first(points: usize) -> Words<N> {
        !Words::EMPTY >> (Self::BITS - points)
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == Words::EMPTY
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> Words<N> {
        if self.is_empty() { self } else { Words::of(self.lowest_point()) }
    }

    #[inline]
    fn lowest_point(self) -> u16 {
        let word = self.0.iter().position(|word| *word != 0).expect("the set has a member");
        (64 * word) as u16 + self.0[word].trailing_zeros() as u16
    }

    fn length(self) -> usize {
        let last = self.0.iter().rposition(|word| *word != 0);
        last.map_or(0, |last| 64 * last + self.0[last].length())
    }

    #[inline]
    fn has(self, point: u16) -> bool {
        self.0[usize::from(point) / 64] >> (point % 64) & 1 == 1
    }

    fn compare(pair: &[Words<N>; 2], other: &[Words<N>; 2]) -> Ordering {
        pair.cmp(other)
    }

    fn words(pair: &[Words<N>; 2]) -> [u64; 2] {
        let mix = |hash: u64, word: &u64| (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        pair.map(|set| set.0.iter().fold(0, mix))
    }

    #[inline]
    fn up(self, places: usize) -> Words<N> {
        self << places
    }

    #[inline]
    fn down(self, places: usize) -> Words<N> {
        self >> places
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The same set as a list of numbers.
    fn listed<S: PointSet>(set: S) -> BTreeSet<usize> {
        members(set).map(Point::index).collect()
    }

    fn of<S: PointSet>(points: &BTreeSet<usize>) -> S {
        points.iter().fold(S::EMPTY, |set, point| set | S::of(S::Point::of(*point)))
    }

    fn holds<S: PointSet>(one: &BTreeSet<usize>, two: &BTreeSet<usize>, places: usize) {
        let (first, second) = (of::<S>(one), of::<S>(two));
        assert_eq!(&listed(first), one);
        assert_eq!(listed(first & second), one & two);
        assert_eq!(listed(first | second), one | two);
        assert_eq!(listed(first & !second), one - two);
        let up = one.iter().map(|point| point + places).filter(|point| *point < S::BITS).collect();
        assert_eq!(listed(first.up(places)), up);
        let down = one.iter().filter_map(|point| point.checked_sub(places)).collect();
        assert_eq!(listed(first.down(places)), down);
        assert_eq!(first.count() as usize, one.len());
        assert_eq!((first.is_empty(), first == second), (one.is_empty(), one == two));
        assert_eq!(first.length(), one.last().map_or(0, |last| last + 1));
        assert_eq!(listed(first.lowest()), one.first().copied().into_iter().collect());
        assert!((0..S::BITS).all(|point| first.has(S::Point::of(point)) == one.contains(&point)));
    }

    proptest! {
        #[test]
        fn sets_are_sets_in_one_word_and_in_several(
            one in prop::collection::btree_set(0usize..64, 0..64), two in prop::collection::btree_set(0usize..64, 0..64),
            large in prop::collection::btree_set(0usize..192, 0..64), places in 0usize..200,
        ) {
            holds::<u64>(&one, &two, places);
            holds::<Words<1>>(&one, &two, places);
            holds::<Words<3>>(&one, &two, places);
            holds::<Words<3>>(&large, &two, places);
            holds::<Words<9>>(&large, &two, places);
            holds::<Words<43>>(&large, &two, places);
        }
    }

    #[test]
    fn the_first_intersections_are_those_before_a_number() {
        assert_eq!(listed(u64::first(64)).len(), 64);
        for points in [1, 63, 64, 65, 127, 128] {
            assert_eq!(listed(Words::<2>::first(points)), (0..points).collect());
        }
    }
}
