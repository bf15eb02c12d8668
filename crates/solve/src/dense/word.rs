//! What shares tell each other, and what they remember to do, in one word of 64 bits each.

use super::codes::MOST_POINTS;

/// A position by its code, an intersection or none, and what it is about: from the lowest bits 3 for the kind, 6 for the
/// intersection, and the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Word(pub u64);

/// The number that stands for no intersection.
const NO_POINT: u8 = 63;

const _: () = assert!(3u64.pow(MOST_POINTS as u32) < 1 << (64 - 9));

impl Word {
    /// A word of a kind, which is below 8.
    #[inline]
    pub fn new(kind: u8, code: u64, point: Option<u8>) -> Word {
        Word(code << 9 | u64::from(point.unwrap_or(NO_POINT)) << 3 | u64::from(kind))
    }

    /// The kind.
    #[inline]
    pub fn kind(self) -> u8 {
        (self.0 & 7) as u8
    }

    /// The intersection.
    #[inline]
    pub fn point(self) -> Option<u8> {
        let point = (self.0 >> 3 & 63) as u8;
        (point != NO_POINT).then_some(point)
    }

    /// The code of the position.
    #[inline]
    pub fn code(self) -> u64 {
        self.0 >> 9
    }
}
