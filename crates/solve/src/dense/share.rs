//! A share of the states: what both players can force in them.
//!
//! The legal positions are numbered in the order of their least codes. Whether a code is one of them is a bit, and a
//! *block* of bits knows how many there are before it, so a number is found by one look at a block. Blocks are dealt out to
//! the shares by [`Deal`].

use super::codes::Seen;
use super::deal::{BITS, Block, Deal};
use super::plays::{Link, Plays};
use super::word::Word;
use crate::{Budget, Stopped};

/// That nothing can be forced.
pub const NONE: i8 = i8::MIN;

/// Of [`Record::pending`]: the state after a pass is known to give the other player what is asked for.
pub(super) const PASS: u8 = 1 << 7;

/// Of [`Ko::flags`]: no other play leads where the barred one does.
pub(super) const SOLE: u8 = 1;

/// Of [`Ko::flags`]: the state to which the barred play leads gives the other player what is asked for.
pub(super) const DONE: u8 = 2;

/// What is known of a position: of the state after a stone (on which no ko bars a play) and of that after a pass.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record {
    /// What the player to move can force, after a stone and after a pass; or [`NONE`].
    pub own: [i8; 2],
    /// What the other player can force, likewise.
    pub other: [i8; 2],
    /// To how many states plays of stones lead that are not yet known to give the other player what is asked for; and
    /// [`PASS`].
    pub pending: u8,
    /// The score if the game ends here.
    pub score: i8,
}

/// What is known of a state on which a ko bars a play.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ko {
    /// Which position of its block, from bit 6 on, and the barred intersection.
    pub at: u16,
    /// What the player to move can force, or [`NONE`].
    pub own: i8,
    /// What the other player can force, likewise.
    pub other: i8,
    /// [`SOLE`] and [`DONE`].
    pub flags: u8,
}

/// A share of the states.
#[derive(Debug)]
pub struct Share {
    pub(super) deal: Deal,
    pub(super) index: usize,
    pub(super) blocks: Vec<Block>,
    pub(super) records: Vec<Record>,
    pub(super) kos: Vec<Ko>,
    /// The states that have come in and for which no messages have been sent.
    pub(super) entered: Vec<Word>,
    /// What is asked for: this score at least.
    pub(super) threshold: i8,
}

/// What both players can force in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Forced {
    /// The most that the player to move can force, his points less the other's; or [`NONE`].
    pub own: i8,
    /// The most that the other player can force, his points less the other's; or [`NONE`].
    pub other: i8,
}

/// What is known of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The position, seen from the player to move.
    pub seen: Seen,
    /// Its code.
    pub code: u64,
    /// The state after a stone, on which no ko bars a play.
    pub stone: Forced,
    /// The state after a pass.
    pub passed: Forced,
    /// The states on which a ko bars a play, with the intersection, in ascending order.
    pub kos: Vec<(u8, Forced)>,
}

impl Share {
    /// A share without states, which asks for more than the most points of a board.
    pub fn empty(plays: &Plays, deal: Deal, index: usize) -> Share {
        let (blocks, records, kos, entered) = Default::default();
        Share { deal, index, blocks, records, kos, entered, threshold: plays.board.points() as i8 + 1 }
    }

    /// Lists the states of a share; each is a node of the budget.
    ///
    /// # Errors
    /// What stopped the effort.
    pub fn list(plays: &Plays, deal: Deal, index: usize, budget: &Budget) -> Result<Share, Stopped> {
        let mut share = Share::empty(plays, deal, index);
        let end = plays.codes.end();
        let mut unspent = 0;
        for place in 0.. {
            let first = deal.first(index, place);
            // Within the last piece of a turn there may be blocks beyond the end, and no share has one after that.
            if first >= end {
                break;
            }
            let mut block = Block::after(share.records.len(), share.kos.len());
            let before = share.states() as u64;
            let mut ordinal = 0;
            for within in 0..BITS.min(end - first) {
                let code = first + within;
                let seen = plays.codes.seen(code);
                if plays.codes.is_least(code, seen) && plays.is_legal(seen) {
                    block.add(within);
                    share.add(plays, code, seen, ordinal);
                    ordinal += 1;
                }
            }
            share.blocks.push(block);
            unspent += share.states() as u64 - before;
            if unspent >= budget.stride() || place % 1024 == 0 {
                budget.spend(unspent)?;
                unspent = 0;
                if share.bytes() > budget.memory() {
                    return Err(Stopped::Memory);
                }
            }
        }
        budget.spend(unspent)?;
        share.records.shrink_to_fit();
        share.kos.shrink_to_fit();
        Ok(share)
    }

    /// Adds a position, the `ordinal`th of its block.
    fn add(&mut self, plays: &Plays, code: u64, seen: Seen, ordinal: u16) {
        let links = plays.after(seen);
        for point in plays.kos(code, seen) {
            let barred = |link: &Link| link.plays == 1 << point;
            let flags = if links.iter().any(barred) { SOLE } else { 0 };
            self.kos.push(Ko { at: ordinal << 6 | u16::from(point), own: NONE, other: NONE, flags });
        }
        let (pending, score) = (links.len() as u8, plays.area(seen));
        self.records.push(Record { own: [NONE; 2], other: [NONE; 2], pending, score });
    }

    /// The number of its positions.
    pub fn positions(&self) -> usize {
        self.records.len()
    }

    /// The number of its states: those after a stone and those after a pass, and those on which a ko bars a play.
    pub fn states(&self) -> usize {
        2 * self.records.len() + self.kos.len()
    }

    /// The bytes that it takes, without the states that have come in.
    pub fn bytes(&self) -> usize {
        self.blocks.len() * size_of::<Block>()
            + self.records.len() * size_of::<Record>()
            + self.kos.len() * size_of::<Ko>()
    }

    /// The score that is asked for: one more than the most points of the board before the first.
    pub fn asks_for(&self) -> i8 {
        self.threshold
    }

    /// Takes the states that have come in, for which messages are to be sent.
    pub fn take(&mut self) -> Vec<Word> {
        std::mem::take(&mut self.entered)
    }

    /// Gives back what was taken, when nothing has come in since.
    pub fn give_back(&mut self, taken: Vec<Word>) {
        debug_assert!(self.entered.is_empty());
        self.entered = taken;
    }

    /// How many states have come in and have not been taken.
    pub fn entered(&self) -> usize {
        self.entered.len()
    }

    /// The kos of a position.
    #[inline]
    pub(super) fn kos_of(&self, block: usize, at: usize) -> std::ops::Range<usize> {
        let from = self.blocks[block].kos as usize;
        let to = self.blocks.get(block + 1).map_or(self.kos.len(), |next| next.kos as usize);
        if from == to {
            return 0..0;
        }
        let ordinal = (at as u64 - self.blocks[block].positions) as u16;
        let kos = &self.kos[from..to];
        let first = kos.partition_point(|ko| ko.at >> 6 < ordinal);
        let count = kos[first..].iter().take_while(|ko| ko.at >> 6 == ordinal).count();
        from + first..from + first + count
    }

    /// Its pieces, in ascending order.
    pub fn pieces(&self) -> impl Iterator<Item = u64> + use<> {
        self.deal.pieces_of(self.index)
    }

    /// Every position of a piece, one of this share, with what both players can force there, in the order of the codes.
    pub fn piece(&self, plays: &Plays, piece: u64, mut each: impl FnMut(Position)) {
        debug_assert_eq!(self.deal.share_of_piece(piece), self.index);
        let places = self.deal.places(piece);
        for place in places.start..places.end.min(self.blocks.len()) {
            let first = self.deal.first(self.index, place);
            for (at, within) in self.blocks[place].members() {
                let (code, record) = (first + within, self.records[at]);
                let [stone, passed] =
                    [0, 1].map(|pass| Forced { own: record.own[pass], other: record.other[pass] });
                let kos = self.kos[self.kos_of(place, at)]
                    .iter()
                    .map(|ko| ((ko.at & 63) as u8, Forced { own: ko.own, other: ko.other }));
                each(Position { seen: plays.codes.seen(code), code, stone, passed, kos: kos.collect() });
            }
        }
    }
}
