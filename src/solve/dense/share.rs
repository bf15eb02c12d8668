//! A share of the states: what both players can force in them, and what is left to be told of it.
//!
//! The legal positions are numbered in the order of their least codes. Whether a code is one of them is a bit, and a
//! *block* of [`BITS`] bits knows how many there are before it, so a number is found by one look at a block. Blocks
//! are dealt out to the shares by [`Deal`].

use super::codes::Seen;
use super::plays::{Link, Plays};
use super::word::Word;
use crate::solve::{Budget, Stopped};

/// The codes of a block.
const BITS: u64 = 384;

/// That nothing can be forced.
pub const NONE: i8 = i8::MIN;

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

    /// The share to which a piece belongs.
    pub fn share_of_piece(self, piece: u64) -> usize {
        (piece % self.shares) as usize
    }

    /// Where the block of a code is among those of its share.
    #[inline]
    fn place(self, code: u64) -> usize {
        let block = code / BITS;
        let piece = block / self.blocks;
        (piece / self.shares * self.blocks + block % self.blocks) as usize
    }

    /// The block of the board that is at a place among those of a share.
    fn block(self, share: usize, place: usize) -> u64 {
        let (turn, within) = (place as u64 / self.blocks, place as u64 % self.blocks);
        (turn * self.shares + share as u64) * self.blocks + within
    }
}

/// The codes of a block that are legal positions and the least of their images.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Block {
    bits: [u64; BITS as usize / 64],
    /// The number of positions before it in its share.
    positions: u64,
    /// The number of kos before it in its share.
    kos: u64,
}

impl Block {
    /// The number of positions before one, within the block.
    #[inline]
    fn rank(&self, within: u64) -> u64 {
        let (word, bit) = ((within / 64) as usize, within % 64);
        let before: u32 = self.bits[..word].iter().map(|word| word.count_ones()).sum();
        u64::from(before + (self.bits[word] & ((1 << bit) - 1)).count_ones())
    }
}

/// What is known of a position: of the state after a stone (on which no ko bars a play) and of that after a pass.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record {
    /// What the player to move can force, after a stone and after a pass; or [`NONE`].
    pub own: [i8; 2],
    /// What the other player can force, likewise.
    pub other: [i8; 2],
    /// How many states that a stone leads to are not yet known to give the other player what is asked for, and
    /// [`PASS`] if the state after a pass is known to.
    pub pending: u8,
    /// The score if the game ends here.
    pub score: i8,
}

/// Of [`Record::pending`].
const PASS: u8 = 1 << 7;

/// What is known of a state on which a ko bars a play.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ko {
    /// Which position of its block, from bit 6 on, and the barred intersection.
    pub at: u16,
    /// What the player to move can force, or [`NONE`].
    pub own: i8,
    /// What the other player can force, likewise.
    pub other: i8,
    /// Whether no other play leads where the barred one does, [`SOLE`]; and whether that is known to give the other player
    /// what is asked for, [`DONE`].
    pub flags: u8,
}

const SOLE: u8 = 1;
const DONE: u8 = 2;

/// The kinds of words. Messages to a position before: the state that a play or a pass leads to gives somebody what is asked
/// for; and states that have come in, for which messages are to be sent.
mod kind {
    /// To the player to move of the position before, by a play. The intersection is that of the play if there is one alone.
    pub const PLAY_OWN: u8 = 0;
    /// To the other player of the position before, by a play.
    pub const PLAY_OTHER: u8 = 1;
    /// To the player to move of the position before, by a pass.
    pub const PASS_OWN: u8 = 2;
    /// To the other player of the position before, by a pass.
    pub const PASS_OTHER: u8 = 3;
    /// A state after a stone has come in for the player to move. The intersection is one that a ko bars.
    pub const STONE_OWN: u8 = 4;
    /// Likewise for the other player.
    pub const STONE_OTHER: u8 = 5;
    /// A state after a pass has come in for the player to move.
    pub const PASSED_OWN: u8 = 6;
    /// Likewise for the other player.
    pub const PASSED_OTHER: u8 = 7;
}

/// A share of the states.
#[derive(Debug)]
pub struct Share {
    deal: Deal,
    index: usize,
    blocks: Vec<Block>,
    pub(super) records: Vec<Record>,
    pub(super) kos: Vec<Ko>,
    /// The states that have come in and for which no messages have been sent.
    pub(super) entered: Vec<Word>,
    /// What is asked for: this score at least.
    pub(super) threshold: i8,
}

/// What both players can force in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
            let first = deal.block(index, place) * BITS;
            // Within the last piece of a turn there may be blocks beyond the end, and no share has one after that.
            if first >= end {
                break;
            }
            let mut block = Block {
                bits: [0; BITS as usize / 64],
                positions: share.records.len() as u64,
                kos: share.kos.len() as u64,
            };
            let before = share.states() as u64;
            let mut ordinal = 0;
            for within in 0..BITS.min(end - first) {
                let code = first + within;
                let seen = plays.codes.seen(code);
                if plays.codes.is_least(code, seen) && plays.is_legal(seen) {
                    block.bits[(within / 64) as usize] |= 1 << (within % 64);
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

    /// The bytes that it takes, without what has come in.
    pub fn bytes(&self) -> usize {
        self.blocks.len() * size_of::<Block>()
            + self.records.len() * size_of::<Record>()
            + self.kos.len() * size_of::<Ko>()
    }

    /// The score that is asked for: one more than the most points of the board before the first.
    pub fn asks_for(&self) -> i8 {
        self.threshold
    }

    /// Begins to ask for a score, one less than before: adds what follows from the ends of the game at once.
    pub fn ask(&mut self, score: i8) {
        self.threshold = score;
        for place in 0..self.blocks.len() {
            let block = self.blocks[place];
            let first = self.deal.block(self.index, place) * BITS;
            let mut at = block.positions as usize;
            for (word, bits) in block.bits.iter().enumerate() {
                for bit in crate::go::bits::members(*bits) {
                    let record = &mut self.records[at];
                    at += 1;
                    // A player who passes after a pass has the score; the other needs that much after every play.
                    let own = record.score == score && record.own[1] == NONE;
                    let other =
                        record.score == -score && record.pending & !PASS == 0 && record.other[1] == NONE;
                    if !own && !other {
                        continue;
                    }
                    let code = first + 64 * word as u64 + u64::from(bit);
                    if own {
                        record.own[1] = score;
                        self.entered.push(Word::new(kind::PASSED_OWN, code, None));
                    }
                    if other {
                        record.other[1] = score;
                        self.entered.push(Word::new(kind::PASSED_OTHER, code, None));
                    }
                }
            }
        }
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

    /// Takes messages to positions of this share.
    #[inline]
    pub fn tell(&mut self, messages: &[Word]) {
        // The records are looked up first for a few messages at once, so that their memory is waited for together.
        const TOGETHER: usize = 32;
        for messages in messages.chunks(TOGETHER) {
            let mut places = [(0, 0); TOGETHER];
            for (place, message) in places.iter_mut().zip(messages) {
                let at = self.deal.place(message.code());
                let block = &self.blocks[at];
                *place = (at, (block.positions + block.rank(message.code() % BITS)) as usize);
            }
            let touched: u8 =
                places[..messages.len()].iter().fold(0, |all, (_, at)| all ^ self.records[*at].pending);
            std::hint::black_box(touched);
            for ((block, at), message) in places.into_iter().zip(messages) {
                self.tell_one(block, at, *message);
            }
        }
    }

    /// The kos of a position.
    #[inline]
    fn kos_of(&self, block: usize, at: usize) -> std::ops::Range<usize> {
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

    fn tell_one(&mut self, block: usize, at: usize, message: Word) {
        let (code, threshold) = (message.code(), self.threshold);
        let kos = self.kos_of(block, at);
        let record = &mut self.records[at];
        let entered = &mut self.entered;
        let mut enter = |value: &mut i8, kind: u8, point: Option<u8>| {
            if *value == NONE {
                *value = threshold;
                entered.push(Word::new(kind, code, point));
            }
        };
        match message.kind() {
            kind::PLAY_OWN => {
                enter(&mut record.own[0], kind::STONE_OWN, None);
                enter(&mut record.own[1], kind::PASSED_OWN, None);
                for ko in &mut self.kos[kos] {
                    let point = (ko.at & 63) as u8;
                    if message.point() != Some(point) {
                        enter(&mut ko.own, kind::STONE_OWN, Some(point));
                    }
                }
            }
            kind::PASS_OWN => {
                enter(&mut record.own[0], kind::STONE_OWN, None);
                for ko in &mut self.kos[kos] {
                    enter(&mut ko.own, kind::STONE_OWN, Some((ko.at & 63) as u8));
                }
            }
            told => {
                match told {
                    kind::PLAY_OTHER => record.pending -= 1,
                    _ => record.pending |= PASS,
                }
                if record.pending == PASS {
                    enter(&mut record.other[0], kind::STONE_OTHER, None);
                }
                if record.pending & !PASS == 0 && -record.score >= threshold {
                    enter(&mut record.other[1], kind::PASSED_OTHER, None);
                }
                for ko in &mut self.kos[kos] {
                    let point = (ko.at & 63) as u8;
                    if told == kind::PLAY_OTHER && message.point() == Some(point) {
                        ko.flags |= DONE;
                    }
                    // The play that is barred need not give the other player anything.
                    let spared = u8::from(ko.flags == SOLE);
                    if record.pending & PASS != 0 && record.pending & !PASS == spared {
                        enter(&mut ko.other, kind::STONE_OTHER, Some(point));
                    }
                }
            }
        }
    }

    /// Its pieces, in ascending order.
    pub fn pieces(&self) -> impl Iterator<Item = u64> + use<> {
        (self.index as u64..self.deal.pieces).step_by(self.deal.shares as usize)
    }

    /// Every position with what both players can force there, in the order of the codes, piece by piece.
    ///
    /// `piece` is one of this share.
    pub fn piece(&self, plays: &Plays, piece: u64, mut each: impl FnMut(Position)) {
        debug_assert_eq!(self.deal.share_of_piece(piece), self.index);
        let from = (piece / self.deal.shares * self.deal.blocks) as usize;
        let to = (from + self.deal.blocks as usize).min(self.blocks.len());
        for place in from..to {
            let block = self.blocks[place];
            let first = self.deal.block(self.index, place) * BITS;
            let mut at = block.positions as usize;
            for (word, bits) in block.bits.iter().enumerate() {
                for bit in crate::go::bits::members(*bits) {
                    let record = self.records[at];
                    let code = first + 64 * word as u64 + u64::from(bit);
                    let [stone, passed] =
                        [0, 1].map(|pass| Forced { own: record.own[pass], other: record.other[pass] });
                    let kos = self.kos[self.kos_of(place, at)]
                        .iter()
                        .map(|ko| ((ko.at & 63) as u8, Forced { own: ko.own, other: ko.other }));
                    each(Position { seen: plays.codes.seen(code), code, stone, passed, kos: kos.collect() });
                    at += 1;
                }
            }
        }
    }
}

/// The messages for a state that has come in: to the positions before it.
pub fn messages(plays: &Plays, entered: Word, mut send: impl FnMut(Word)) {
    let seen = plays.codes.seen(entered.code());
    // Who is to move in the position before is the other player here.
    let told = match entered.kind() {
        kind::STONE_OWN => kind::PLAY_OTHER,
        kind::STONE_OTHER => kind::PLAY_OWN,
        kind::PASSED_OWN => kind::PASS_OTHER,
        _ => kind::PASS_OWN,
    };
    if matches!(told, kind::PASS_OTHER | kind::PASS_OWN) {
        return send(Word::new(told, plays.codes.least(seen.exchanged()), None));
    }
    let mut by = |link: Link| {
        let alone = link.plays.count_ones() == 1;
        let point = alone.then(|| link.plays.trailing_zeros() as u8);
        send(Word::new(told, link.code, point));
    };
    match entered.point() {
        Some(ko) => by(plays.before_ko(seen, ko)),
        None => plays.before(seen).into_iter().for_each(by),
    }
}
