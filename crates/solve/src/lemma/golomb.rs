//! Golomb-coded lists of ascending numbers, in which one number is looked up without unpacking the
//! rest.
//!
//! The gaps between numbers are stored in the exponential Golomb codes of J. Teuhola, *A
//! compression method for clustered bit-vectors*, 1978: near numbers take few bits, and the numbers
//! of a lemma come in clusters. A list is divided into blocks, after a directory with the first
//! number of each, in which a number is looked up.

/// The largest width of a number in bits.
pub const MAX_WIDTH: u32 = 56;

/// The least length of a list.
pub const MIN_LEN: usize = 16;

/// The bytes that follow a packed list: words are read that may begin at its last byte.
pub const PADDING: usize = 8;

/// The numbers of a block, except the last, which may have fewer.
const BLOCK: usize = 64;

/// The bytes of the end of a block in the directory.
const END: usize = 4;

/// A packed list of ascending numbers without repetition.
#[derive(Debug, Clone, Copy)]
pub struct GolombList<'a> {
    count: usize,
    /// The bits of a number.
    width: u32,
    /// The first number of each block; the end of each block, counted from the end of the
    /// directory; the blocks.
    bytes: &'a [u8],
}

/// The bytes of the first number of a block in the directory.
#[inline]
fn first_bytes(width: u32) -> usize {
    width.div_ceil(8) as usize
}

/// The eight bytes from an offset on.
#[inline]
fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

/// Appends ascending numbers without repetition to some bytes.
///
/// # Panics
/// If there are fewer than [`MIN_LEN`], or if they are wider than [`MAX_WIDTH`].
pub fn pack(numbers: &[u64], width: u32, bytes: &mut Vec<u8>) {
    assert!(numbers.len() >= MIN_LEN && width <= MAX_WIDTH);
    let (first_bytes, start) = (first_bytes(width), bytes.len());
    let ends = start + numbers.len().div_ceil(BLOCK) * first_bytes;
    let data = ends + numbers.len().div_ceil(BLOCK) * END;
    bytes.resize(data, 0);
    for (index, block) in numbers.chunks(BLOCK).enumerate() {
        let at = start + index * first_bytes;
        bytes[at..at + first_bytes].copy_from_slice(&block[0].to_le_bytes()[..first_bytes]);
        pack_block(block, bytes);
        let (at, end) = (ends + index * END, (bytes.len() - data) as u32);
        bytes[at..at + END].copy_from_slice(&end.to_le_bytes());
    }
}

/// The gap between a number and the next, at least 0.
fn gap(two: &[u64]) -> u64 {
    two[1] - two[0] - 1
}

/// Appends a block: a byte k, and for each gap g between its numbers the code of x = g + 2^k. The
/// code has as many zeros as x has bits beyond k + 1, a one, and the bits of x without the highest.
///
/// A larger k makes the codes of gaps of at most k bits longer by one bit, the others shorter by
/// about one. So k is the median of the bits of the gaps.
fn pack_block(block: &[u64], bytes: &mut Vec<u8>) {
    let mut of_bits = [0usize; MAX_WIDTH as usize + 1];
    let bits = |gap: u64| (u64::BITS - gap.leading_zeros()) as usize;
    block.windows(2).for_each(|two| of_bits[bits(gap(two))] += 1);
    let (mut k, mut within) = (0, of_bits[0]);
    while 2 * within < block.len() - 1 {
        k += 1;
        within += of_bits[k];
    }
    bytes.push(k as u8);
    let (mut pending, mut held) = (0u128, 0);
    for two in block.windows(2) {
        let x = gap(two) + (1 << k);
        let (high, zeros) = (x.ilog2(), x.ilog2() - k as u32);
        let code = 1 << zeros | u128::from(x & !(1 << high)) << (zeros + 1);
        pending |= code << held;
        held += zeros + 1 + high;
        while held >= 8 {
            bytes.push(pending as u8);
            pending >>= 8;
            held -= 8;
        }
    }
    if held > 0 {
        bytes.push(pending as u8);
    }
}

impl<'a> GolombList<'a> {
    /// The list of `count` numbers that some bytes begin with, and its length in bytes.
    #[inline]
    pub fn of(count: usize, width: u32, bytes: &'a [u8]) -> (GolombList<'a>, usize) {
        let list = GolombList { count, width, bytes };
        (list, list.end(list.blocks() - 1))
    }

    /// The same for untrusted bytes, of which `limit` come before the padding. `None` for most of
    /// what [`pack`] never makes.
    pub fn checked(count: usize, width: u32, bytes: &'a [u8], limit: usize) -> Option<(Self, usize)> {
        let list = GolombList { count, width, bytes };
        // No list has more numbers than bits.
        if count < MIN_LEN || count > 8 * limit || width > MAX_WIDTH || list.data() > limit {
            return None;
        }
        let mut before = None;
        for block in 0..list.blocks() {
            let (start, end) = (list.start(block), list.end(block));
            if start >= end || end > limit || u32::from(bytes[start]) > width {
                return None;
            }
            let mut codes = Codes::of(bytes, start);
            let mut number = list.first(block);
            for index in 0..list.numbers_of(block) {
                if index > 0 {
                    number = number.checked_add(1 + codes.next_within(8 * end, width)?)?;
                }
                if number >> width != 0 || before.replace(number).is_some_and(|before| before >= number) {
                    return None;
                }
            }
        }
        Some(GolombList::of(count, width, bytes))
    }

    pub fn len(&self) -> usize {
        self.count
    }

    #[inline]
    fn blocks(&self) -> usize {
        self.count.div_ceil(BLOCK)
    }

    /// The number of numbers in a block.
    #[inline]
    fn numbers_of(&self, block: usize) -> usize {
        (self.count - block * BLOCK).min(BLOCK)
    }

    #[inline]
    fn first(&self, block: usize) -> u64 {
        let bytes = first_bytes(self.width);
        word(self.bytes, block * bytes) & (u64::MAX >> (64 - 8 * bytes))
    }

    /// The offset of the first block, after the directory.
    #[inline]
    fn data(&self) -> usize {
        self.blocks() * (first_bytes(self.width) + END)
    }

    #[inline]
    fn end(&self, block: usize) -> usize {
        let at = self.blocks() * first_bytes(self.width) + block * END;
        self.data() + (word(self.bytes, at) & u64::from(u32::MAX)) as usize
    }

    #[inline]
    fn start(&self, block: usize) -> usize {
        if block == 0 { self.data() } else { self.end(block - 1) }
    }

    /// Whether the list has a number, in time logarithmic in its length.
    #[inline]
    pub fn contains(&self, number: u64) -> bool {
        let (mut block, mut end_block) = (0, self.blocks());
        if number < self.first(0) {
            return false;
        }
        while end_block - block > 1 {
            let middle = block.midpoint(end_block);
            if self.first(middle) <= number { block = middle } else { end_block = middle }
        }
        let (mut other, mut left) = (self.first(block), self.numbers_of(block) - 1);
        let mut codes = Codes::of(self.bytes, self.start(block));
        while other < number && left > 0 {
            other += 1 + codes.next();
            left -= 1;
        }
        other == number
    }

    #[inline]
    pub fn iter(&self) -> Iter<'a> {
        Iter { list: *self, index: 0, number: 0, codes: Codes { bytes: self.bytes, bit: 0, k: 0 } }
    }

    /// Whether every number is one of the other list. Both are merged until one number is missing.
    pub fn is_subset_of(&self, others: &GolombList) -> bool {
        let mut theirs = others.iter();
        self.count <= others.count
            && self.iter().all(|number| theirs.by_ref().find(|other| *other >= number) == Some(number))
    }
}

/// The codes of a block, in order.
#[derive(Debug, Clone)]
struct Codes<'a> {
    bytes: &'a [u8],
    /// The offset of the next code in bits.
    bit: usize,
    k: u32,
}

impl<'a> Codes<'a> {
    /// The codes of the block at an offset.
    #[inline]
    fn of(bytes: &'a [u8], start: usize) -> Codes<'a> {
        Codes { bytes, bit: 8 * (start + 1), k: u32::from(bytes[start]) }
    }

    /// The bits from an offset on, of which 57 are valid.
    #[inline]
    fn bits_from(&self, bit: usize) -> u64 {
        word(self.bytes, bit / 8) >> (bit % 8)
    }

    /// The gap of the next code.
    #[inline]
    fn next(&mut self) -> u64 {
        let ahead = self.bits_from(self.bit);
        let zeros = ahead.trailing_zeros();
        let (head, rest) = (zeros + 1, zeros + self.k);
        // Nearly all codes fit in one word.
        let tail = if head + rest <= 57 { ahead >> head } else { self.bits_from(self.bit + head as usize) };
        self.bit += (head + rest) as usize;
        (1 << rest | tail & ((1 << rest) - 1)) - (1 << self.k)
    }

    /// The same for untrusted bytes: `None` if the code passes `end` or its gap has more than
    /// `width` bits.
    fn next_within(&mut self, end: usize, width: u32) -> Option<u64> {
        let zeros = self.bits_from(self.bit).trailing_zeros();
        let ends = self.bit + (2 * zeros + 1 + self.k) as usize;
        (zeros + self.k <= width && ends <= end).then(|| self.next())
    }
}

/// The numbers of a list, in ascending order.
#[derive(Debug, Clone)]
pub struct Iter<'a> {
    list: GolombList<'a>,
    /// The numbers that were passed.
    index: usize,
    /// The last of them.
    number: u64,
    codes: Codes<'a>,
}

impl Iterator for Iter<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        if self.index == self.list.count {
            return None;
        }
        if self.index.is_multiple_of(BLOCK) {
            let block = self.index / BLOCK;
            self.number = self.list.first(block);
            self.codes = Codes::of(self.list.bytes, self.list.start(block));
        } else {
            self.number += 1 + self.codes.next();
        }
        self.index += 1;
        Some(self.number)
    }
}

// --- ternary numbers -------------------------------------------------------------------------------------------------
//
// A position of two colours is a number of three digits, a digit for each intersection. Of 16
// intersections it has 26 bits, where two bits for each are 32.

/// The digits for a byte of each word, and the numbers that they make.
const DIGITS: usize = 8;
const NUMBERS: usize = 3usize.pow(DIGITS as u32);

/// The number with the digit 1 where a byte has the bit 1, and otherwise 0.
const ONES: [u16; 1 << DIGITS] = {
    let mut ones = [0; 1 << DIGITS];
    let mut byte = 1;
    while byte < ones.len() {
        ones[byte] = 3 * ones[byte / 2] + (byte & 1) as u16;
        byte += 1;
    }
    ones
};

/// The bits where a number has the digit 1, and those where it has the digit 2.
const BYTES: [[u8; 2]; NUMBERS] = {
    let mut bytes = [[0; 2]; NUMBERS];
    let mut number = 1;
    while number < NUMBERS {
        let [one, two] = bytes[number / 3];
        bytes[number] = [one << 1 | (number % 3 == 1) as u8, two << 1 | (number % 3 == 2) as u8];
        number += 1;
    }
    bytes
};

/// The bits of a number of `digits` digits: eight for five, as 3^5 is less than 2^8.
pub fn ternary_bits(digits: usize) -> u32 {
    (8 * digits as u32).div_ceil(5)
}

/// Whether a number has at most `digits` digits.
pub fn is_ternary(digits: usize, number: u64) -> bool {
    number < 3u64.pow(digits as u32)
}

/// The number with the digit 1 at the bits of the first word, and 2 at those of the second, which
/// are disjoint.
#[inline]
pub fn to_ternary(ones: u64, twos: u64) -> u64 {
    debug_assert!(ones & twos == 0);
    let (mut number, mut place) = (0, 1);
    let (mut ones, mut twos) = (ones, twos);
    while ones | twos != 0 {
        let (low, high) = (ONES[(ones & 0xff) as usize], ONES[(twos & 0xff) as usize]);
        number += (u64::from(low) + 2 * u64::from(high)) * place;
        place *= NUMBERS as u64;
        (ones, twos) = (ones >> DIGITS, twos >> DIGITS);
    }
    number
}

/// The words of a number, as [`to_ternary`] was given them.
#[inline]
pub fn from_ternary(number: u64) -> [u64; 2] {
    let (mut ones, mut twos, mut number, mut shift) = (0, 0, number, 0);
    while number != 0 {
        let [one, two] = BYTES[(number % NUMBERS as u64) as usize];
        ones |= u64::from(one) << shift;
        twos |= u64::from(two) << shift;
        number /= NUMBERS as u64;
        shift += DIGITS;
    }
    [ones, twos]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn a_packed_list_has_its_numbers_and_no_others(
            width in 5u32..=MAX_WIDTH, numbers in prop::collection::vec(any::<u64>(), 1..400),
            others in prop::collection::vec(any::<u64>(), 0..200), clustered in any::<bool>(), after in any::<u64>(),
        ) {
            let cut = |number: u64| {
                let number = number & ((1 << width) - 1);
                if clustered && number & 3 != 0 { (number % 97) & ((1 << width) - 1) } else { number }
            };
            let numbers: BTreeSet<u64> = numbers.into_iter().map(cut).chain(0..MIN_LEN as u64).collect();
            let list: Vec<u64> = numbers.iter().copied().collect();
            let mut bytes = vec![7; 3];
            pack(&list, width, &mut bytes);
            let end = bytes.len();
            bytes.extend(after.to_le_bytes());
            let (packed, length) = GolombList::of(list.len(), width, &bytes[3..]);
            prop_assert_eq!((3 + length, packed.len()), (end, list.len()));
            prop_assert!(packed.iter().eq(list.iter().copied()));
            prop_assert!(list.iter().all(|number| packed.contains(*number)));
            for other in others.into_iter().chain(list.iter().flat_map(|number| [number.wrapping_sub(1), number + 1])) {
                prop_assert_eq!(packed.contains(other), numbers.contains(&other));
                prop_assert_eq!(packed.contains(cut(other)), numbers.contains(&cut(other)));
            }
        }
    }

    #[test]
    fn near_numbers_take_few_bits() {
        let packed = |numbers: &[u64]| {
            let mut bytes = Vec::new();
            pack(numbers, 32, &mut bytes);
            bytes.len()
        };
        // Blocks of 63 gaps of one bit each, each with a byte and 8 of the directory.
        let near: Vec<u64> = (1000..1000 + 640).collect();
        assert_eq!(packed(&near), 10 * (8 + 9));
        // Gaps of four bits.
        let apart: Vec<u64> = near.iter().map(|number| 10 * number).collect();
        assert_eq!(packed(&apart), 10 * (63usize * 5).div_ceil(8) + 10 * 9);
        // Two gaps of twenty bits among short ones: their codes have twice as many.
        let far: Vec<u64> =
            near[..64].iter().zip(0..).map(|(number, place)| number + place / 22 * 1_000_000).collect();
        assert_eq!(packed(&far), packed(&near[..64]) + 10);
    }

    proptest! {
        #[test]
        fn numbers_are_those_of_the_digits(digits in prop::collection::vec(0u64..3, 0..=28)) {
            let word = |wanted: u64| digits.iter().rev().fold(0, |word, digit| word << 1 | u64::from(*digit == wanted));
            let number = digits.iter().rev().fold(0, |number, digit| 3 * number + digit);
            prop_assert_eq!(to_ternary(word(1), word(2)), number);
            prop_assert_eq!(from_ternary(number), [word(1), word(2)]);
            prop_assert!(is_ternary(digits.len(), number));
            prop_assert_eq!(number >> ternary_bits(digits.len()), 0);
        }
    }

    #[test]
    fn a_number_has_at_most_one_bit_more_than_it_needs() {
        for digits in 1..=28 {
            let needed = (3u64.pow(digits) - 1).ilog2() + 1;
            assert!((needed..=needed + 1).contains(&ternary_bits(digits as usize)));
        }
        assert_eq!(ternary_bits(16), 26);
    }
}
