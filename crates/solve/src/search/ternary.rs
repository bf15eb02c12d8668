//! Positions of two colours as numbers of three digits, a digit for each intersection.
//!
//! Such a number of 16 intersections has 26 bits, where two bits for each intersection are 32.

/// The digits in a byte of each word, and the numbers that they have together.
const DIGITS: usize = 8;
const NUMBERS: usize = 3usize.pow(DIGITS as u32);

/// The number that has the digit 1 where a byte has the bit 1, and else 0.
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

/// The bits of a number of so many digits: eight for five, as 3^5 is less than 2^8.
pub fn bits(digits: usize) -> u32 {
    (8 * digits as u32).div_ceil(5)
}

/// Whether a number has no more than so many digits.
pub fn is_number(digits: usize, number: u64) -> bool {
    number < 3u64.pow(digits as u32)
}

/// The number that has the digit 1 where the first word has a bit, and 2 where the second has one; both must have none in common.
#[inline]
pub fn number_of(ones: u64, twos: u64) -> u64 {
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

/// The words of which [`number_of`] has made a number.
#[inline]
pub fn words_of(number: u64) -> [u64; 2] {
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

    proptest! {
        #[test]
        fn numbers_are_those_of_the_digits(digits in prop::collection::vec(0u64..3, 0..=28)) {
            let word = |wanted: u64| digits.iter().rev().fold(0, |word, digit| word << 1 | u64::from(*digit == wanted));
            let number = digits.iter().rev().fold(0, |number, digit| 3 * number + digit);
            prop_assert_eq!(number_of(word(1), word(2)), number);
            prop_assert_eq!(words_of(number), [word(1), word(2)]);
            prop_assert!(is_number(digits.len(), number));
            prop_assert_eq!(number >> bits(digits.len()), 0);
        }
    }

    #[test]
    fn a_number_has_at_most_one_bit_more_than_it_needs() {
        for digits in 1..=28 {
            let needed = (3u64.pow(digits) - 1).ilog2() + 1;
            assert!((needed..=needed + 1).contains(&bits(digits as usize)));
        }
        assert_eq!(bits(16), 26);
    }
}
