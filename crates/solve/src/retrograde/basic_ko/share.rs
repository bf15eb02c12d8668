//! A share of the states, and what both players can force in them.
//!
//! The legal positions are numbered in the order of their least codes. Whether a code is one of
//! them is a bit, and a *block* of bits knows how many there are before it, so a number is found by
//! one look at a block. Blocks are dealt out to the shares by [`Deal`].

use std::io::{self, Read, Write};

use super::codes::{BLOCK_BITS, Block, Deal, Seen, Word};
use super::plays::{Link, Plays};
use crate::persist::{Persist, Reader, Writer, unreadable};
use crate::{Budget, Stopped};

/// The score where nothing can be forced.
pub const NONE: i8 = i8::MIN;

/// A flag of [`Record::pending`]: the state after a pass is known to give the other player what is
/// asked for.
pub(super) const PASS: u8 = 1 << 7;

/// A flag of [`Ko::flags`]: no other play leads where the banned one does.
pub(super) const SOLE: u8 = 1;

/// A flag of [`Ko::flags`]: the state to which the banned play leads gives the other player what is
/// asked for.
pub(super) const DONE: u8 = 2;

/// A record of a position: of the state after a stone (on which no ko bans a play) and of that
/// after a pass.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record {
    /// The most that the player to move can force, after a stone and after a pass; or [`NONE`].
    pub own: [i8; 2],
    /// The most that the other player can force, likewise.
    pub other: [i8; 2],
    /// To how many states plays of stones lead that are not yet known to give the other player what
    /// is asked for; and [`PASS`].
    pub pending: u8,
    /// The score if the game ends here.
    pub score: i8,
}

/// A record of a state on which a ko bans a play.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ko {
    /// The index of its position in the block, from bit 6 on, and the banned intersection.
    pub at: u16,
    /// The most that the player to move can force, or [`NONE`].
    pub own: i8,
    /// The most that the other player can force, likewise.
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
    /// The score that is asked for.
    pub(super) threshold: i8,
}

/// The scores that both players can force in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Forced {
    /// The most that the player to move can force, his points minus the other's; or [`NONE`].
    pub own: i8,
    /// The most that the other player can force, his points minus the other's; or [`NONE`].
    pub other: i8,
}

/// A position with what can be forced in its states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The position, seen from the player to move.
    pub seen: Seen,
    /// Its code.
    pub code: u64,
    /// The state after a stone, on which no ko bans a play.
    pub stone: Forced,
    /// The state after a pass.
    pub passed: Forced,
    /// The states on which a ko bans a play, with the intersection, in ascending order.
    pub kos: Vec<(u8, Forced)>,
}

impl Share {
    /// A share without states, which asks for more than the most points of a board.
    pub fn empty(plays: &Plays, deal: Deal, index: usize) -> Share {
        let (blocks, records, kos, entered) = Default::default();
        Share { deal, index, blocks, records, kos, entered, threshold: plays.board.points() as i8 + 1 }
    }

    /// A share with all of its states; each is a node of the budget.
    pub fn list(plays: &Plays, deal: Deal, index: usize, budget: &Budget) -> Result<Share, Stopped> {
        let mut share = Share::empty(plays, deal, index);
        let end = plays.codes.end();
        let mut unspent = 0;
        for place in 0.. {
            let first = deal.first(index, place);
            // Within the last piece of a turn there may be blocks beyond the end, and no share has
            // one after that.
            if first >= end {
                break;
            }
            let mut block = Block::after(share.records.len(), share.kos.len());
            let before = share.states() as u64;
            for (ordinal, (within, seen)) in (0..).zip(plays.positions(first)) {
                block.add(within);
                share.add(plays, first + within, seen, ordinal);
            }
            share.blocks.push(block);
            unspent += share.states() as u64 - before;
            if unspent >= budget.stride() || place % 1024 == 0 {
                budget.charge(unspent)?;
                unspent = 0;
                if share.bytes() > budget.memory() {
                    return Err(Stopped::Memory);
                }
            }
        }
        budget.charge(unspent)?;
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

    /// The number of its states: those after a stone and those after a pass, and those on which a
    /// ko bans a play.
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

    /// The number of states that have come in and have not been taken.
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

    /// Every position of a piece, one of this share, with what both players can force there, in the
    /// order of the codes.
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

// --- attractor -------------------------------------------------------------------------------------------------------
//
// The most that each player can force in the states, found backwards from the ends of games.
//
// # What is asked
// Scores are asked for from the most points of the board down. What is found for a score s and a
// player is the least set W(s) of states such that
//
// * a state of which he is the mover is in it if one of its moves ends the game with s for him or
//   more, or leads into the set;
// * a state of which the other is the mover is in it if every move does.
//
// These are the states in which he can force that the game ends with s or more (an attractor, as in
// [`retrograde`](crate::retrograde)). A state *comes in* when it is found to be in the set. W(s)
// has all of W(s + 1), so a state comes in once for each player, for the most that he can force,
// and which scores he has forced before does not matter for those that are asked for later. It
// sends messages to the positions before it once.
//
// # The moves of a state
// A position, seen from the player to move, has the state after a stone, the one after a pass, and
// one for each ko that may ban a play (a ko bans no longer than until the next move, so there is
// none after a pass). All three have the same plays of stones, which lead to the same states, but
// for the banned one. A pass leads from the first and the third to the state after a pass of the
// same stones, seen from the other player, and ends the game from the second, with the area as its
// score.
//
// *The player to move* needs one move. A play that leads into his set brings in all states of the
// position but the one in which a ko bans this play and no other leads to the same state. A pass
// that does brings in all states but the one after a pass. That the pass from there ends the game
// with s or more does not depend on other states: it is looked at when s is asked for, and only for
// scores of s, since those above have come in before.
//
// *The other player* needs all moves. `pending` counts the states to which plays of stones lead and
// which are not in his set: at first all of [`Plays::after`], where plays that lead to images of
// one state count once. Each of these comes in once, and [`Plays::before`] and [`Plays::before_ko`]
// list the position once, so what is left is right, and it is no play when nothing is. [`PASS`] is
// set when the state after a pass is in his set. So
//
// * the state after a stone comes in when `pending` is [`PASS`] alone;
// * the state after a pass, when no play is pending and the game ends with s or more. The first may
//   come true when a play is reported, and is looked at then; the second when s is asked for, and
//   is looked at for scores of s (with those above it was looked at when they were asked for, and
//   has been since whenever a play was reported);
// * the state on which a ko bans a play, when the pass is there and no play is pending but those
//   that are banned: that of the ko if no other leads to the same state ([`SOLE`]) and this is not
//   in the set itself ([`DONE`]).
//
// Each of these conditions comes true by a message to the position or by a new score, and is looked
// at then. Positions without plays have nothing pending from the start and come in by their passes.
// So when no state is left whose message has not been sent, the sets are closed under both rules,
// and they are the least ones, as nothing comes in but by a rule. The order of the messages does
// not matter, nor who sends them.

/// The kinds of words: messages to the position before a state that gives somebody what is asked
/// for, and states that have come in, for which messages are to be sent.
mod kind {
    // To the player to move of the position before, or to the other, by a play. The intersection is
    // that of the play if there is one alone.
    pub const PLAY_OWN: u8 = 0;
    pub const PLAY_OTHER: u8 = 1;
    // The same by a pass.
    pub const PASS_OWN: u8 = 2;
    pub const PASS_OTHER: u8 = 3;
    // A state after a stone has come in for the player to move, or for the other. The intersection
    // is one that a ko bans.
    pub const STONE_OWN: u8 = 4;
    pub const STONE_OTHER: u8 = 5;
    // The same for a state after a pass.
    pub const PASSED_OWN: u8 = 6;
    pub const PASSED_OTHER: u8 = 7;
}

impl Share {
    /// Asks for the next lower score, and adds what follows from the ends of the game at once.
    pub fn ask(&mut self, score: i8) {
        self.threshold = score;
        for place in 0..self.blocks.len() {
            let first = self.deal.first(self.index, place);
            for (at, within) in self.blocks[place].members() {
                let record = &mut self.records[at];
                if record.score == score && record.own[1] == NONE {
                    record.own[1] = score;
                    self.entered.push(Word::new(kind::PASSED_OWN, first + within, None));
                }
                if record.score == -score && record.pending & !PASS == 0 && record.other[1] == NONE {
                    record.other[1] = score;
                    self.entered.push(Word::new(kind::PASSED_OTHER, first + within, None));
                }
            }
        }
    }

    /// Takes messages to positions of this share.
    #[inline]
    pub fn tell(&mut self, messages: &[Word]) {
        // The records are looked up first for a few messages at once, so that their memory is
        // waited for together.
        const BATCH: usize = 32;
        for messages in messages.chunks(BATCH) {
            let mut places = [(0, 0); BATCH];
            for (place, message) in places.iter_mut().zip(messages) {
                let at = self.deal.place(message.code());
                let block = &self.blocks[at];
                *place = (at, (block.positions + block.rank(message.code() % BLOCK_BITS)) as usize);
            }
            let touched: u8 =
                places[..messages.len()].iter().fold(0, |all, (_, at)| all ^ self.records[*at].pending);
            std::hint::black_box(touched);
            for ((block, at), message) in places.into_iter().zip(messages) {
                self.receive(block, at, *message);
            }
        }
    }

    fn receive(&mut self, block: usize, at: usize, message: Word) {
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
            to => {
                match to {
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
                    if to == kind::PLAY_OTHER && message.point() == Some(point) {
                        ko.flags |= DONE;
                    }
                    // The play that is banned need not give the other player anything.
                    let spared = u8::from(ko.flags == SOLE);
                    if record.pending & PASS != 0 && record.pending & !PASS == spared {
                        enter(&mut ko.other, kind::STONE_OTHER, Some(point));
                    }
                }
            }
        }
    }
}

/// The messages for a state that has come in: to the positions before it.
pub fn messages(plays: &Plays, entered: Word, mut send: impl FnMut(Word)) {
    let seen = plays.codes.seen(entered.code());
    // Who is to move in the position before is the other player here.
    let to = match entered.kind() {
        kind::STONE_OWN => kind::PLAY_OTHER,
        kind::STONE_OTHER => kind::PLAY_OWN,
        kind::PASSED_OWN => kind::PASS_OTHER,
        _ => kind::PASS_OWN,
    };
    if matches!(to, kind::PASS_OTHER | kind::PASS_OWN) {
        return send(Word::new(to, plays.codes.least(seen.exchanged()), None));
    }
    let mut by = |link: Link| {
        let alone = link.plays.count_ones() == 1;
        let point = alone.then(|| link.plays.trailing_zeros() as u8);
        send(Word::new(to, link.code, point));
    };
    match entered.point() {
        Some(ko) => by(plays.before_ko(seen, ko)),
        None => plays.before(seen).into_iter().for_each(by),
    }
}

// --- persistence ------------------------------------------------------------------------------------------------------
//
// A share as bytes between two rounds. The states themselves are listed again.

impl Persist for Share {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let mut to = Writer(to);
        to.u8(self.threshold as u8)?;
        [self.records.len(), self.kos.len(), self.entered.len()]
            .into_iter()
            .try_for_each(|count| to.count(count))?;
        for record in &self.records {
            let ([a, b], [c, d]) = (record.own, record.other);
            to.raw(&[a as u8, b as u8, c as u8, d as u8, record.pending])?;
        }
        for ko in &self.kos {
            to.raw(&[ko.own as u8, ko.other as u8, ko.flags])?;
        }
        self.entered.iter().try_for_each(|word| to.u64(word.0))
    }

    /// Takes over what is known of the same share, of which nothing is known yet.
    fn read(&mut self, from: &mut dyn Read, _: usize) -> io::Result<()> {
        let mut from = Reader(from);
        let most = self.threshold - 1;
        let threshold = from.u8()? as i8;
        let known = |score: i8| score == NONE || (threshold..=most).contains(&score);
        let counts = [from.count()?, from.count()?];
        let entered = from.count()?;
        // Each state comes in once for each player.
        let fits = entered <= 2 * self.states();
        if !(-most..=most).contains(&threshold) || counts != [self.records.len(), self.kos.len()] || !fits {
            return Err(unreadable());
        }
        for record in &mut self.records {
            let [a, b, c, d, pending] = from.raw()?;
            (record.own, record.other, record.pending) = ([a as i8, b as i8], [c as i8, d as i8], pending);
            if !record.own.into_iter().chain(record.other).all(known) {
                return Err(unreadable());
            }
        }
        for ko in &mut self.kos {
            let [own, other, flags] = from.raw()?;
            (ko.own, ko.other, ko.flags) = (own as i8, other as i8, flags);
            if !known(ko.own) || !known(ko.other) {
                return Err(unreadable());
            }
        }
        for _ in 0..entered {
            self.entered.push(Word(from.u64()?));
        }
        self.threshold = threshold;
        Ok(())
    }
}
