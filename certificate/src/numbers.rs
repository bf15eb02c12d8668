//! Numbers in bytes: seven bits in each from the lowest on, and the highest bit set in all but the
//! last; numbers with a sign by way of those without, in the order 0, -1, 1, -2, 2.

/// The bytes of a number.
pub fn bytes(number: u64) -> impl Iterator<Item = u8> {
    let mut rest = Some(number);
    std::iter::from_fn(move || {
        let number = rest?;
        rest = (number > 127).then_some(number >> 7);
        Some(number as u8 & 127 | if rest.is_some() { 128 } else { 0 })
    })
}

/// The number that stands for one with a sign.
pub fn unsigned(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

/// The number with a sign for which another stands.
pub fn signed(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_the_page_of_the_format_says() {
        assert_eq!([0, -1, 1, -2, 2].map(unsigned), [0, 1, 2, 3, 4]);
        for (number, written) in [(0, &[0][..]), (127, &[127]), (128, &[128, 1]), (300, &[172, 2])] {
            assert_eq!(bytes(number).collect::<Vec<_>>(), written);
        }
        assert_eq!(bytes(u64::MAX).count(), 10);
        for number in [i64::MIN, -300, -1, 0, 1, 300, i64::MAX] {
            assert_eq!(signed(unsigned(number)), number);
        }
    }
}
