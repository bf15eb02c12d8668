//! Codes: positions as numbers, the least of those that are images of each other, and how they are
//! dealt to shares.
//!
//! A position is seen from the player to move: each intersection has the digit 0 if it is empty, 1
//! if it bears a stone of the player to move and 2 if it bears one of the other player. The *code*
//! is the number with these digits to the base 3, that of intersection `i` worth `3^i`. So the
//! exchange of the colours is folded in from the beginning, and of the images under the symmetries
//! of the board the one with the least code stands for all of them.

use superko_go::Board;

/// The most intersections with codes that fit in a [`Word`].
pub const MAX_POINTS: usize = 25;

/// The digits that are read at once.
const GROUP_DIGITS: u32 = 8;

/// 3 to the power of [`GROUP_DIGITS`].
const GROUP: u64 = 3u64.pow(GROUP_DIGITS);

/// The codes of the positions of a board.
#[derive(Debug)]
pub struct Codes {
    points: usize,
    frames: Vec<Frame>,
    /// The sets of the digits 1 and of the digits 2 in each number of [`GROUP_DIGITS`] digits.
    digits: Vec<(u8, u8)>,
}

/// A symmetry of the board.
#[derive(Debug)]
pub struct Frame {
    /// The image of each intersection.
    points: Vec<u8>,
    /// The worth of the digit of each intersection at its image.
    powers: Vec<u64>,
    /// The code of the image of each set of stones of the player to move, for the first half of the
    /// board and the second.
    halves: [Vec<u64>; 2],
}

impl Frame {
    /// The image of an intersection.
    pub fn point(&self, point: u8) -> u8 {
        self.points[usize::from(point)]
    }

    /// The worth of the digit of an intersection at its image.
    pub fn power(&self, point: u8) -> u64 {
        self.powers[usize::from(point)]
    }
}

/// A position as seen from the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// The stones of the player to move.
    pub own: u64,
    /// Those of the other player.
    pub other: u64,
}

impl Seen {
    /// The same position seen from the other player.
    pub fn exchanged(self) -> Seen {
        Seen { own: self.other, other: self.own }
    }
}

impl Codes {
    /// The codes of a board.
    ///
    /// # Panics
    /// If it has more than [`MAX_POINTS`] intersections.
    pub fn of(board: &Board) -> Codes {
        let points = board.points();
        assert!(points <= MAX_POINTS, "codes are for boards of at most {MAX_POINTS} intersections");
        let first = points.div_ceil(2);
        let frame = |symmetry: &superko_go::Symmetry| {
            let images: Vec<u8> = (0..points as u8).map(|point| symmetry.point(point)).collect();
            let powers: Vec<u64> = images.iter().map(|point| 3u64.pow(u32::from(*point))).collect();
            let half = |powers: &[u64]| {
                let mut codes = vec![0];
                for power in powers {
                    let more: Vec<u64> = codes.iter().map(|code| code + power).collect();
                    codes.extend(more);
                }
                codes
            };
            let halves = [half(&powers[..first]), half(&powers[first..])];
            Frame { points: images, powers, halves }
        };
        let digits = (0..GROUP).map(|mut number| {
            let mut sets = (0, 0);
            for place in 0..GROUP_DIGITS {
                match number % 3 {
                    1 => sets.0 |= 1 << place,
                    2 => sets.1 |= 1 << place,
                    _ => {}
                }
                number /= 3;
            }
            sets
        });
        Codes { points, frames: board.symmetries().iter().map(frame).collect(), digits: digits.collect() }
    }

    /// One more than the greatest code.
    pub fn end(&self) -> u64 {
        3u64.pow(self.points as u32)
    }

    /// The symmetries, the identity first.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The code of the image of a position.
    #[inline]
    pub fn code(&self, frame: &Frame, seen: Seen) -> u64 {
        let half = self.points.div_ceil(2);
        let mask = (1 << half) - 1;
        let [first, second] = &frame.halves;
        let sum = |set: u64| first[(set & mask) as usize] + second[(set >> half) as usize];
        sum(seen.own) + 2 * sum(seen.other)
    }

    /// The least code of the images of a position.
    #[inline]
    pub fn least(&self, seen: Seen) -> u64 {
        self.frames.iter().map(|frame| self.code(frame, seen)).min().expect("there is the identity")
    }

    /// Whether no image of a position has a lesser code than its own.
    #[inline]
    pub fn is_least(&self, code: u64, seen: Seen) -> bool {
        self.frames[1..].iter().all(|frame| self.code(frame, seen) >= code)
    }

    /// The symmetries that lead to the image of a position with a code.
    pub fn frames_to(&self, code: u64, seen: Seen) -> impl Iterator<Item = &Frame> {
        self.frames.iter().filter(move |frame| self.code(frame, seen) == code)
    }

    /// The position of a code.
    #[inline]
    pub fn seen(&self, code: u64) -> Seen {
        let (mut seen, mut rest, mut place) = (Seen { own: 0, other: 0 }, code, 0);
        while rest != 0 {
            let (own, other) = self.digits[(rest % GROUP) as usize];
            seen.own |= u64::from(own) << place;
            seen.other |= u64::from(other) << place;
            rest /= GROUP;
            place += GROUP_DIGITS;
        }
        seen
    }
}

/// Whether every chain of a set of stones has a liberty among some empty intersections.
#[inline]
pub fn have_liberties(board: &Board, stones: u64, empty: u64) -> bool {
    board.flood(board.adjacent(empty) & stones, stones) == stones
}

// --- word ------------------------------------------------------------------------------------------------------------
//
// A message between shares, or a task of one, in 64 bits.

/// A word: from the lowest bits 3 for its kind, 6 for an intersection or none, and the code of a
/// position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Word(pub u64);

/// The number that stands for no intersection.
const NO_POINT: u8 = 63;

const _: () = assert!(3u64.pow(MAX_POINTS as u32) < 1 << (64 - 9));

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

// --- deal ------------------------------------------------------------------------------------------------------------
//
// A share has some pieces of all codes, and numbers the legal positions among them.

/// The codes of a block.
pub(crate) const BLOCK_BITS: u64 = 384;

/// The blocks of a piece, which goes to one share: fewer on small boards, so that every share has
/// some.
const MAX_PIECE_BLOCKS: u64 = 256;

/// The fewest pieces of a board, if it has as many blocks.
const MIN_PIECES: u64 = 64;

/// The partition of the codes into shares. They are dealt out in pieces, one after the other, as
/// least codes are denser among the small ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deal {
    shares: u64,
    /// The blocks of a piece.
    blocks: u64,
    /// The pieces.
    pieces: u64,
}

impl Deal {
    /// The partition of the codes below `end` into some shares.
    pub fn new(end: u64, shares: usize) -> Deal {
        let blocks = end.div_ceil(BLOCK_BITS);
        let piece = (blocks / MIN_PIECES).clamp(1, MAX_PIECE_BLOCKS);
        Deal { shares: shares as u64, blocks: piece, pieces: blocks.div_ceil(piece) }
    }

    /// The share to which a code belongs.
    #[inline]
    pub fn share(self, code: u64) -> usize {
        (code / (BLOCK_BITS * self.blocks) % self.shares) as usize
    }

    /// The number of pieces.
    pub fn pieces(self) -> u64 {
        self.pieces
    }

    /// The pieces of a share, in ascending order.
    pub fn pieces_of(self, share: usize) -> impl Iterator<Item = u64> {
        (share as u64..self.pieces).step_by(self.shares as usize)
    }

    /// The share to which a piece belongs.
    pub fn share_of_piece(self, piece: u64) -> usize {
        (piece % self.shares) as usize
    }

    /// The indices of the blocks of a piece among those of its share. There may be fewer in the
    /// last piece.
    pub(super) fn places(self, piece: u64) -> std::ops::Range<usize> {
        let from = piece / self.shares * self.blocks;
        from as usize..(from + self.blocks) as usize
    }

    /// The index of the block of a code among those of its share.
    #[inline]
    pub(super) fn place(self, code: u64) -> usize {
        let block = code / BLOCK_BITS;
        let piece = block / self.blocks;
        (piece / self.shares * self.blocks + block % self.blocks) as usize
    }

    /// The first code of the block at an index among those of a share.
    pub(super) fn first(self, share: usize, place: usize) -> u64 {
        let (turn, within) = (place as u64 / self.blocks, place as u64 % self.blocks);
        ((turn * self.shares + share as u64) * self.blocks + within) * BLOCK_BITS
    }
}

/// The codes of a block that are legal positions and the least of their images.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Block {
    bits: [u64; BLOCK_BITS as usize / 64],
    /// The number of positions before it in its share.
    pub positions: u64,
    /// The number of kos before it in its share.
    pub kos: u64,
}

impl Block {
    /// A block without positions, after some positions and kos.
    pub fn after(positions: usize, kos: usize) -> Block {
        Block { bits: [0; BLOCK_BITS as usize / 64], positions: positions as u64, kos: kos as u64 }
    }

    /// Adds a position by its place in the block.
    pub fn add(&mut self, within: u64) {
        self.bits[(within / 64) as usize] |= 1 << (within % 64);
    }

    /// The number of positions before one, within the block.
    #[inline]
    pub fn rank(&self, within: u64) -> u64 {
        let (word, bit) = ((within / 64) as usize, within % 64);
        let before: u32 = self.bits[..word].iter().map(|word| word.count_ones()).sum();
        u64::from(before + (self.bits[word] & ((1 << bit) - 1)).count_ones())
    }

    /// The places of its positions in the block, each with its number in the share.
    pub fn members(self) -> impl Iterator<Item = (usize, u64)> {
        let words = self.bits.into_iter().zip((0..).step_by(64));
        let places = words
            .flat_map(|(bits, first)| superko_go::bits::members(bits).map(move |bit| first + u64::from(bit)));
        (self.positions as usize..).zip(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_leads_back_to_its_position_and_its_images_have_one_least_code() {
        for name in ["1x1", "1x9", "2x3", "3x3", "cycle:5", "star:5", "torus:2x3"] {
            let board = Board::parse(name).unwrap();
            let codes = Codes::of(&board);
            for code in 0..codes.end() {
                let seen = codes.seen(code);
                assert_eq!(seen.own & seen.other, 0, "{name} {code}");
                assert_eq!(codes.code(&codes.frames()[0], seen), code, "{name}");
                let least = codes.least(seen);
                assert_eq!(codes.is_least(code, seen), least == code, "{name} {code}");
                assert!(codes.frames_to(least, seen).next().is_some());
                for symmetry in board.symmetries() {
                    let image = Seen { own: symmetry.set(seen.own), other: symmetry.set(seen.other) };
                    assert_eq!(codes.least(image), least, "{name} {code}");
                }
            }
        }
    }

    /// Every code is at one place of one share, and its piece is one of that share's.
    #[test]
    fn every_code_has_one_place() {
        for (end, shares) in [(1, 1), (3, 2), (59_049, 3), (4_782_969, 4)] {
            let deal = Deal::new(end, shares);
            let mut blocks = vec![std::collections::BTreeSet::new(); shares];
            for code in (0..end).step_by(BLOCK_BITS as usize / 2) {
                let (share, place) = (deal.share(code), deal.place(code));
                let first = deal.first(share, place);
                assert!((first..first + BLOCK_BITS).contains(&code), "{code}");
                let pieces: Vec<u64> =
                    deal.pieces_of(share).filter(|piece| deal.places(*piece).contains(&place)).collect();
                assert_eq!(pieces.len(), 1, "{code}");
                assert_eq!(deal.share_of_piece(pieces[0]), share);
                blocks[share].insert(place);
            }
            // The places of a share are counted without gaps.
            assert!(blocks.iter().all(|places| places.iter().copied().eq(0..places.len())));
        }
    }

    #[test]
    fn positions_are_numbered_in_the_order_of_their_places() {
        let mut block = Block::after(7, 0);
        let places = [0, 1, 63, 64, 200, BLOCK_BITS - 1];
        places.into_iter().for_each(|place| block.add(place));
        let numbered: Vec<(usize, u64)> = block.members().collect();
        assert_eq!(numbered, (7..).zip(places).collect::<Vec<_>>());
        assert!(numbered.iter().all(|(number, place)| 7 + block.rank(*place) == *number as u64));
    }
}
