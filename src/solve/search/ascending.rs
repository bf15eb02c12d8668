//! Ascending numbers in few bits, among which one is looked up without unpacking the others.
//!
//! The code is that of P. Elias, *Efficient storage and retrieval by content and address of static files*, 1974, and R. Fano,
//! *On the number of bits required to implement an associative memory*, 1971. The low bits of each number stand side by side. The
//! other bits say in which of as many buckets as there are numbers, about, a number is; for each bucket there is a 1 for every
//! number in it, and then a 0. So n numbers of w bits take about n (2 + w - log2 n) bits.

/// The largest width of a number in bits, of lists of at least [`LEAST`].
pub const MOST_WIDTH: u32 = 60;

/// The least length of a list.
pub const LEAST: usize = 16;

/// How many bytes there must be behind a packed list: words are read that may begin at its last byte.
pub const PADDING: usize = 8;

/// A packed list of ascending numbers, none of which is there twice.
#[derive(Debug, Clone, Copy)]
pub struct Ascending<'a> {
    count: usize,
    /// The number of low bits of each number.
    low: u32,
    /// The bits of a number.
    width: u32,
    lows: &'a [u8],
    highs: &'a [u8],
}

/// The number of low bits in a list of so many numbers of so many bits.
fn low_bits(count: usize, width: u32) -> u32 {
    width.saturating_sub(count.next_power_of_two().ilog2())
}

/// The bytes that the low bits take, and those that the buckets take.
fn lengths(count: usize, width: u32) -> (usize, usize) {
    let low = low_bits(count, width);
    let buckets = 1usize << (width - low);
    ((count * low as usize).div_ceil(8), (count + buckets).div_ceil(8))
}

/// The eight bytes from a place on.
#[inline]
fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

/// Adds a list of ascending numbers, none of which is there twice, to the end of some bytes.
///
/// # Panics
/// If there are fewer than [`LEAST`], or if they are wider than [`MOST_WIDTH`].
pub fn pack(numbers: &[u64], width: u32, bytes: &mut Vec<u8>) {
    assert!(numbers.len() >= LEAST && width <= MOST_WIDTH);
    let low = low_bits(numbers.len(), width);
    let (lows, highs) = lengths(numbers.len(), width);
    let start = bytes.len();
    let (mut pending, mut held) = (0u64, 0);
    for number in numbers {
        pending |= (number & ((1 << low) - 1)) << held;
        held += low;
        while held >= 8 {
            bytes.push(pending as u8);
            pending >>= 8;
            held -= 8;
        }
    }
    if held > 0 {
        bytes.push(pending as u8);
    }
    bytes.resize(start + lows + highs, 0);
    for (index, number) in numbers.iter().enumerate() {
        let bit = (number >> low) as usize + index;
        bytes[start + lows + bit / 8] |= 1 << (bit % 8);
    }
}

impl<'a> Ascending<'a> {
    /// The list that some bytes begin with, which has so many numbers of so many bits; and how many bytes it takes.
    #[inline]
    pub fn of(count: usize, width: u32, bytes: &'a [u8]) -> (Ascending<'a>, usize) {
        let (lows, highs) = lengths(count, width);
        let low = low_bits(count, width);
        (Ascending { count, low, width, lows: bytes, highs: &bytes[lows..] }, lows + highs)
    }

    /// The same where the bytes may be strange, and so many come before the padding; `None` for what [`pack`] never makes.
    pub fn checked(count: usize, width: u32, bytes: &'a [u8], most: usize) -> Option<(Ascending<'a>, usize)> {
        // No list has more numbers than bits.
        if count < LEAST || count > 8 * most || width > MOST_WIDTH {
            return None;
        }
        let low = low_bits(count, width);
        let (lows, highs) = lengths(count, width);
        if lows + highs > most {
            return None;
        }
        // As many numbers as there should be, all of them before the end of the last bucket.
        let (buckets, last) = (&bytes[lows..lows + highs], count + (1 << (width - low)) - 1);
        let ones: u32 = buckets.iter().map(|byte| byte.count_ones()).sum();
        let none_behind = buckets[last / 8] >> (last % 8) == 0;
        let (list, length) = Ascending::of(count, width, bytes);
        let mut before = None;
        let sound = ones as usize == count && none_behind;
        let ascend =
            sound && list.iter().all(|number| before.replace(number).is_none_or(|before| before < number));
        ascend.then_some((list, length))
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The low bits of the number at a place.
    #[inline]
    fn low_of(&self, index: usize) -> u64 {
        let bit = index * self.low as usize;
        // At most 7 bits are shifted out, and 56 are wanted.
        word(self.lows, bit / 8) >> (bit % 8) & ((1 << self.low) - 1)
    }

    /// Whether a number is among them: in time that grows as their count divided by 64.
    #[inline]
    pub fn has(&self, number: u64) -> bool {
        if number >> self.width != 0 {
            return false;
        }
        // The bucket begins behind as many zeros.
        let bucket = (number >> self.low) as usize;
        let (mut start, mut zeros) = (0, 0);
        let mut ahead = !word(self.highs, 0);
        while zeros + (ahead.count_ones() as usize) < bucket {
            zeros += ahead.count_ones() as usize;
            start += 64;
            ahead = !word(self.highs, start / 8);
        }
        let mut bit = start;
        if bucket > zeros {
            for _ in zeros + 1..bucket {
                ahead &= ahead - 1;
            }
            bit += ahead.trailing_zeros() as usize + 1;
        }
        let low = number & ((1 << self.low) - 1);
        while self.highs[bit / 8] >> (bit % 8) & 1 == 1 {
            let other = self.low_of(bit - bucket);
            if other >= low {
                return other == low;
            }
            bit += 1;
        }
        false
    }

    /// The numbers, in ascending order.
    #[inline]
    pub fn iter(&self) -> Iter<'a> {
        Iter { list: *self, index: 0, start: 0, ahead: word(self.highs, 0) }
    }

    /// Whether every number is one of the other list: both are gone through side by side, until one is found that is not.
    pub fn are_among(&self, others: &Ascending) -> bool {
        let mut theirs = others.iter();
        self.count <= others.count
            && self.iter().all(|number| theirs.by_ref().find(|other| *other >= number) == Some(number))
    }
}

/// The numbers of a list, one after the other.
#[derive(Debug, Clone)]
pub struct Iter<'a> {
    list: Ascending<'a>,
    /// How many numbers there were.
    index: usize,
    /// Where the word of the buckets begins that is being looked at, in bits.
    start: usize,
    /// What is left of it.
    ahead: u64,
}

impl Iterator for Iter<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        if self.index == self.list.count {
            return None;
        }
        while self.ahead == 0 {
            self.start += 64;
            self.ahead = word(self.list.highs, self.start / 8);
        }
        let bit = self.start + self.ahead.trailing_zeros() as usize;
        self.ahead &= self.ahead - 1;
        let number = ((bit - self.index) as u64) << self.list.low | self.list.low_of(self.index);
        self.index += 1;
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn a_packed_list_has_its_numbers_and_no_others(
            width in 5u32..=MOST_WIDTH, numbers in prop::collection::vec(any::<u64>(), 1..400),
            others in prop::collection::vec(any::<u64>(), 0..200), clustered in any::<bool>(), after in any::<u64>(),
        ) {
            let cut = |number: u64| {
                let number = number & ((1 << width) - 1);
                if clustered && number & 3 != 0 { (number % 97) & ((1 << width) - 1) } else { number }
            };
            let numbers: BTreeSet<u64> = numbers.into_iter().map(cut).chain(0..LEAST as u64).collect();
            let list: Vec<u64> = numbers.iter().copied().collect();
            let mut bytes = vec![7; 3];
            pack(&list, width, &mut bytes);
            let end = bytes.len();
            bytes.extend(after.to_le_bytes());
            let (packed, length) = Ascending::of(list.len(), width, &bytes[3..]);
            prop_assert_eq!((3 + length, packed.len()), (end, list.len()));
            prop_assert!(packed.iter().eq(list.iter().copied()));
            prop_assert!(list.iter().all(|number| packed.has(*number)));
            for other in others.into_iter().chain(others_near(&list)) {
                prop_assert_eq!(packed.has(other), numbers.contains(&other));
                prop_assert_eq!(packed.has(cut(other)), numbers.contains(&cut(other)));
            }
        }
    }

    /// The numbers before and after each of a list.
    fn others_near(list: &[u64]) -> impl Iterator<Item = u64> {
        list.iter().flat_map(|number| [number.wrapping_sub(1), number + 1])
    }

    #[test]
    fn a_thousand_numbers_of_32_bits_take_three_bytes_each() {
        let numbers: Vec<u64> = (0..1000).map(|number| number * number * 4000).collect();
        let mut bytes = Vec::new();
        pack(&numbers, 32, &mut bytes);
        assert_eq!(bytes.len(), (1000 * 22 + 1000 + 1024usize).div_ceil(8));
    }
}
