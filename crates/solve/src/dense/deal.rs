//! Which codes belong to which share, and the numbers of the legal positions among them.

/// The codes of a block.
pub(super) const BITS: u64 = 384;

/// The blocks of a piece, which goes to one share: fewer on small boards, so that every share has some.
const PIECE: u64 = 256;

/// Into how many pieces a board is divided at least, if it has so many blocks.
const PIECES: u64 = 64;

/// Which codes belong to which share.
///
/// Codes are dealt out in pieces, one after the other, as least codes are denser among the small ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deal {
    shares: u64,
    /// The blocks of a piece.
    blocks: u64,
    /// The pieces.
    pieces: u64,
}

impl Deal {
    /// That of codes below `end` to so many shares.
    pub fn new(end: u64, shares: usize) -> Deal {
        let blocks = end.div_ceil(BITS);
        let piece = (blocks / PIECES).clamp(1, PIECE);
        Deal { shares: shares as u64, blocks: piece, pieces: blocks.div_ceil(piece) }
    }

    /// The share to which a code belongs.
    #[inline]
    pub fn share(self, code: u64) -> usize {
        (code / (BITS * self.blocks) % self.shares) as usize
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

    /// The places of the blocks of a piece among those of its share. There may be fewer in the last piece.
    pub(super) fn places(self, piece: u64) -> std::ops::Range<usize> {
        let from = piece / self.shares * self.blocks;
        from as usize..(from + self.blocks) as usize
    }

    /// Where the block of a code is among those of its share.
    #[inline]
    pub(super) fn place(self, code: u64) -> usize {
        let block = code / BITS;
        let piece = block / self.blocks;
        (piece / self.shares * self.blocks + block % self.blocks) as usize
    }

    /// The first code of the block that is at a place among those of a share.
    pub(super) fn first(self, share: usize, place: usize) -> u64 {
        let (turn, within) = (place as u64 / self.blocks, place as u64 % self.blocks);
        ((turn * self.shares + share as u64) * self.blocks + within) * BITS
    }
}

/// The codes of a block that are legal positions and the least of their images.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Block {
    bits: [u64; BITS as usize / 64],
    /// The number of positions before it in its share.
    pub positions: u64,
    /// The number of kos before it in its share.
    pub kos: u64,
}

impl Block {
    /// A block without positions, after so many positions and kos.
    pub fn after(positions: usize, kos: usize) -> Block {
        Block { bits: [0; BITS as usize / 64], positions: positions as u64, kos: kos as u64 }
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

    /// Every code is at one place of one share, and its piece is one of that share's.
    #[test]
    fn every_code_has_one_place() {
        for (end, shares) in [(1, 1), (3, 2), (59_049, 3), (4_782_969, 4)] {
            let deal = Deal::new(end, shares);
            let mut blocks = vec![std::collections::BTreeSet::new(); shares];
            for code in (0..end).step_by(BITS as usize / 2) {
                let (share, place) = (deal.share(code), deal.place(code));
                let first = deal.first(share, place);
                assert!((first..first + BITS).contains(&code), "{code}");
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
        let places = [0, 1, 63, 64, 200, BITS - 1];
        places.into_iter().for_each(|place| block.add(place));
        let numbered: Vec<(usize, u64)> = block.members().collect();
        assert_eq!(numbered, (7..).zip(places).collect::<Vec<_>>());
        assert!(numbered.iter().all(|(number, place)| 7 + block.rank(*place) == *number as u64));
    }
}
