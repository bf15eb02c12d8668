//! Reads: what a proof needs of a fact of the history, carried back over moves and packed in bytes.
//!
//! # Means
//! Under Kee 2009 a pass may end the game with the mean of the scoring positions since an earlier
//! pass. Those that lie between the lemma's key and that end are known; how many came *before* the
//! key, and with which scores, depends on the history. One number decides whether the mean serves
//! the aim of a question: the mean of n scores is at least p/q if and only if the sum of q*score -
//! p over them is at least 0. So a read on such a fact requires that this sum over the fact's tally
//! have at least a certain value, the [`Margin`]. It names the question that the search was asked,
//! as p and q are those of that question.
//!
//! # Prisoners
//! Where prisoners decide a repetition, the tally of a fact has those taken since its position stood,
//! Black's minus White's, and the game ends with a win, a draw or a loss by the sign of that sum with
//! those of the last play added. A result that serves a question is served by every better one. So
//! what serves it is that the sum is at least 0, or at least 1 (for White at most): a margin for the
//! threshold 0, in which the number of captures has no weight ([`Margin::prisoners`]).
//!
//! # From child to parent
//! [`regress`] carries a read from a child over the edge to its parent. There are three cases,
//! after the parts of a [`Delta`]. A fact that the edge sets holds at the child under every
//! history, and a fact of a class that it clears and that it does not set is absent there under
//! every history: such reads are dropped. Any other fact is at the child as it is at the parent,
//! except that the edge may add one scoring position, or the prisoners of a play, to its tally.

use super::golomb;
use crate::canon::{FactMap, Frame};
use crate::threshold::{Side, Threshold};
use superko_go::{Board, Player, Players, Position};
use superko_rules::fact::{Class, Delta, Fact, Second, Tally};
use superko_rules::{Points, mean};

/// A requirement on the tally of a fact, so that the mean at the end of the game serves the side
/// that is sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Margin {
    /// The question in which the mean must serve its aim.
    pub question: Threshold,
    /// Whether the game may end with the tally as it is, so that its mean (0 if it is empty) must
    /// serve the aim.
    pub bare: bool,
    /// If the game may end with more scoring positions added: the least margin that the tally must
    /// have.
    pub least: Option<i32>,
}

impl Margin {
    /// The margin of a tally: the sum of q*score - p over its scoring positions, for a threshold of
    /// p/q, negated for White.
    fn of(question: &Threshold, sure: Side, tally: Tally) -> i32 {
        let margin = question.points.denom() * tally.sum - question.points.numer() * tally.count as i32;
        if sure == Side::Black { margin } else { -margin }
    }

    /// The margin that the tally must have for an end with `last` added, which is not empty.
    fn needed(question: &Threshold, sure: Side, last: Tally) -> i32 {
        // The least margin with which a mean serves the aim.
        let enough = i32::from(question.strict == (sure == Side::Black));
        enough - Margin::of(question, sure, last)
    }

    /// The requirement of an end with `last` added to the tally.
    pub fn ending(question: Threshold, sure: Side, last: Tally) -> Margin {
        let least = (last.count > 0).then(|| Margin::needed(&question, sure, last));
        Margin { question, bare: last.count == 0, least }
    }

    /// The requirement of an end that is decided by the prisoners of the tally and `last`, Black's
    /// points: the side has taken `least` more, as a margin for a threshold of 0.
    pub fn prisoners(sure: Side, least: i32, last: i32) -> Margin {
        let question = Threshold::reaches(Points::from_integer(0));
        let last = Margin::of(&question, sure, Tally { sum: last, count: 1 });
        Margin { question, bare: false, least: Some(least - last) }
    }

    /// The same requirement before an edge that adds one scoring position.
    fn before(self, sure: Side, scored: i32) -> Margin {
        let step = Tally { sum: scored, count: 1 };
        let ending = self.bare.then(|| Margin::needed(&self.question, sure, step));
        let earlier = self.least.map(|least| least - Margin::of(&self.question, sure, step));
        Margin { bare: false, least: earlier.max(ending), ..self }
    }

    /// Both requirements at once, if they are about the same question.
    fn and(self, other: Margin) -> Option<Margin> {
        (self.question == other.question).then(|| Margin {
            question: self.question,
            bare: self.bare || other.bare,
            least: self.least.max(other.least),
        })
    }

    /// Whether a tally meets the requirement.
    pub fn met_by(self, sure: Side, tally: Tally) -> bool {
        (!self.bare || self.question.served(mean(tally)) == sure)
            && self.least.is_none_or(|least| Margin::of(&self.question, sure, tally) >= least)
    }

    /// The same with the colours exchanged.
    fn exchanged(self) -> Margin {
        Margin { question: self.question.exchanged(), ..self }
    }
}

/// The requirement of a proof on one fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    /// It does not hold.
    Absent,
    /// It holds.
    Present,
    /// It holds with a tally that meets the margin.
    Margin(Margin),
    /// It does not hold, or holds with a tally that meets the margin.
    MarginIfPresent(Margin),
}

impl Needs {
    /// Whether a fact with this tally, or without one if it does not hold, meets the requirement.
    #[inline]
    pub fn met_by(self, sure: Side, found: Option<Tally>) -> bool {
        match (self, found) {
            (Needs::Absent | Needs::MarginIfPresent(_), None) | (Needs::Present, Some(_)) => true,
            (Needs::Margin(margin) | Needs::MarginIfPresent(margin), Some(tally)) => {
                margin.met_by(sure, tally)
            }
            (Needs::Absent, Some(_)) | (Needs::Present | Needs::Margin(_), None) => false,
        }
    }

    /// Both requirements on one fact at once, if one says as much. They do not contradict each
    /// other, as the history of the proof meets both.
    pub fn and(self, other: Needs) -> Option<Needs> {
        match (self, other) {
            (Needs::Absent, _) | (_, Needs::Absent) => Some(Needs::Absent),
            (Needs::Present, Needs::Present) => Some(Needs::Present),
            (Needs::MarginIfPresent(a), Needs::MarginIfPresent(b)) => a.and(b).map(Needs::MarginIfPresent),
            (Needs::Present, Needs::Margin(margin) | Needs::MarginIfPresent(margin))
            | (Needs::Margin(margin) | Needs::MarginIfPresent(margin), Needs::Present) => {
                Some(Needs::Margin(margin))
            }
            (Needs::Margin(a), Needs::Margin(b) | Needs::MarginIfPresent(b))
            | (Needs::MarginIfPresent(a), Needs::Margin(b)) => a.and(b).map(Needs::Margin),
        }
    }

    /// The requirement seen through a frame, from either side: the map is its own inverse.
    #[inline]
    pub fn seen_through(self, frame: Frame) -> Needs {
        if frame.exchanged { self.exchanged() } else { self }
    }

    /// The same with the colours exchanged.
    fn exchanged(self) -> Needs {
        match self {
            Needs::Margin(margin) => Needs::Margin(margin.exchanged()),
            Needs::MarginIfPresent(margin) => Needs::MarginIfPresent(margin.exchanged()),
            other => other,
        }
    }
}

/// One fact that a proof has read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Read {
    /// The fact.
    pub fact: Fact,
    /// The requirement on it.
    pub needs: Needs,
}

/// Carries a read from the child of an edge to its parent; `None` if the edge alone meets the
/// requirement. (It cannot break it, as the lemma of the child holds under the current history.)
#[inline]
pub fn regress(read: &Read, delta: &Delta, sure: Side) -> Option<Read> {
    let Read { fact, needs } = *read;
    if delta.sets.contains(&fact) {
        debug_assert!(needs.met_by(sure, Some(Tally::default())), "{read:?} {delta:?}");
        return None;
    }
    if delta.clears.has(fact.class) {
        debug_assert!(needs.met_by(sure, None), "{read:?} {delta:?}");
        return None;
    }
    let needs = match (needs, delta.scored) {
        (Needs::Margin(margin), Some(scored)) => Needs::Margin(margin.before(sure, scored)),
        (Needs::MarginIfPresent(margin), Some(scored)) => Needs::MarginIfPresent(margin.before(sure, scored)),
        _ => needs,
    };
    debug_assert!(matches!(needs, Needs::Absent | Needs::Present) || fact.class.is_tallied());
    Some(Read { fact, needs })
}

// --- one read as bytes ----------------------------------------------------------------------------------------------
//
// A search unpacks reads far more often than it packs them. So they are short, and most are
// unpacked without a branch.

/// The bytes after the last read: with them sixteen bytes can be loaded from wherever a position
/// begins.
pub const PADDING: usize = 16;

/// The bytes that a position of two planes takes: two bits an intersection.
pub fn position_width(board: &Board) -> usize {
    (2 * board.points()).div_ceil(8)
}

/// The same of a position with a third plane.
fn three_plane_width(board: &Board) -> usize {
    (3 * board.points()).div_ceil(8)
}

/// The kinds of reads: absent or present for each class; and a margin for each tallied class,
/// without and with the fact.
const READ_KINDS: usize = 2 * Class::COUNT + 2 * Class::TALLIED.len();

/// The first kind of a margin.
const MARGINS: u16 = 2 * Class::COUNT as u16;

/// The first byte of a read: its kind in five bits, the player in two, and whether there is a
/// second position.
const KIND: u8 = 31;

/// The mark in place of a player: the player, whether there is a third plane, and the rest of the
/// kind are in the next byte. It is used for Red and later players, for positions with a third
/// plane, and for kinds of more than five bits.
const ESCAPE: u8 = 3;

/// The bits of the second byte: three for the player, one for the third plane, and the rest for the
/// kind.
const THREE_PLANES: u8 = 8;
const REST: u8 = 4;

const _: () = assert!(READ_KINDS <= 1 << 9, "the kinds of reads fit in nine bits");

/// The number of the kind of a read.
fn read_kind(read: &Read) -> u16 {
    let class = read.fact.class;
    let tallied =
        || Class::TALLIED.iter().position(|other| *other == class).expect("margins are of tallied classes");
    match read.needs {
        Needs::Absent => class as u16,
        Needs::Present => Class::COUNT as u16 + class as u16,
        Needs::Margin(_) => MARGINS + tallied() as u16,
        Needs::MarginIfPresent(_) => MARGINS + (Class::TALLIED.len() + tallied()) as u16,
    }
}

/// The first one or two bytes of a read.
struct Tag {
    kind: u16,
    /// 0 for no player, otherwise 1 plus the index.
    who: u8,
    /// Whether there is a second position.
    second: bool,
    /// Whether the position has a third plane.
    three_planes: bool,
    /// The number of these bytes.
    length: usize,
}

impl Tag {
    /// The tag of a read, if it is one byte long.
    #[inline]
    fn short(byte: u8) -> Option<Tag> {
        let (kind, who, second) = (u16::from(byte & KIND), byte >> 5 & 3, byte >> 7 == 1);
        (who != ESCAPE).then_some(Tag { kind, who, second, three_planes: false, length: 1 })
    }

    /// The tag of a read if it is two bytes long.
    fn long(first: u8, second: u8) -> Tag {
        let kind = u16::from(first & KIND) | u16::from(second >> REST) << 5;
        let (player, three_planes) = (second & 7, second & THREE_PLANES != 0);
        Tag { kind, who: player, second: first >> 7 == 1, three_planes, length: 2 }
    }

    fn pack(&self, bytes: &mut Vec<u8>) {
        let (low, rest) = (self.kind as u8 & KIND, (self.kind >> 5) as u8);
        let first = low | u8::from(self.second) << 7;
        match self.who < ESCAPE && !self.three_planes && rest == 0 {
            true => bytes.push(first | self.who << 5),
            false => {
                let flag = if self.three_planes { THREE_PLANES } else { 0 };
                bytes.extend([first | ESCAPE << 5, self.who | flag | rest << REST]);
            }
        }
    }
}

/// Appends a read to some bytes.
pub fn pack(board: &Board, read: &Read, bytes: &mut Vec<u8>) {
    let who = read.fact.who.map_or(0, |player| 1 + player.index() as u8);
    let margin = match read.needs {
        Needs::Absent | Needs::Present => None,
        Needs::Margin(margin) | Needs::MarginIfPresent(margin) => Some(margin),
    };
    let (position, second) = (read.fact.position, read.fact.second.number());
    let three_planes = position.is_packed();
    Tag { kind: read_kind(read), who, second: second != 0, three_planes, length: 0 }.pack(bytes);
    if second != 0 {
        bytes.extend_from_slice(&second.to_le_bytes());
    }
    let width = if three_planes { three_plane_width(board) } else { position_width(board) };
    let planes = if three_planes { &position.planes()[..] } else { &position.stones[..] };
    let shifted = (0..).zip(planes).map(|(index, plane)| u128::from(*plane) << (index * board.points()));
    let stones = shifted.fold(0, |stones, plane| stones | plane);
    bytes.extend_from_slice(&stones.to_le_bytes()[..width]);
    if let Some(Margin { question, bare, least }) = margin {
        let flags = i32::from(bare) | i32::from(least.is_some()) << 1 | i32::from(question.strict) << 2;
        bytes.extend_from_slice(&flags.to_le_bytes());
        bytes.extend_from_slice(&question.points.numer().to_le_bytes());
        bytes.extend_from_slice(&question.points.denom().to_le_bytes());
        bytes.extend(least.into_iter().flat_map(i32::to_le_bytes));
    }
}

/// The length of the read that untrusted bytes begin with; `None` if it is no read, or longer than
/// `len_limit`.
pub fn checked_length(board: &Board, bytes: &[u8], len_limit: usize) -> Option<usize> {
    let tag = Tag::short(bytes[0]).unwrap_or_else(|| Tag::long(bytes[0], bytes[1]));
    let (kind, who) = (usize::from(tag.kind), usize::from(tag.who));
    let wide_fits = board.points() <= Players::Six.max_points();
    if kind >= READ_KINDS || who > Player::COLOURS.len() || tag.three_planes && !wide_fits {
        return None;
    }
    let margin = tag.kind >= MARGINS;
    let width = if tag.three_planes { three_plane_width(board) } else { position_width(board) };
    let fact = tag.length + 4 * usize::from(tag.second) + width;
    if fact + 12 * usize::from(margin) > len_limit {
        return None;
    }
    let four = |at: usize| i32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    // The denominator of a margin's question.
    let divides = !margin || four(fact + 8) > 0;
    let length = fact + if margin { 12 + 4 * usize::from(bytes[fact] >> 1 & 1) } else { 0 };
    (divides && length <= len_limit).then_some(length)
}

/// Unpacks the read at an offset, and moves the offset to the next; `width` is that of a position
/// of two planes.
///
/// Nearly all reads are about the absence or presence of one position, and most boards have at most
/// 32 intersections: such a read is unpacked here, any other elsewhere.
#[inline(always)]
pub fn unpack(board: &Board, width: usize, bytes: &[u8], at: &mut usize) -> Read {
    let tag = bytes[*at];
    let (kind, who, second) = (tag & KIND, tag >> 5 & 3, tag >> 7);
    if second != 0 || who == ESCAPE || u16::from(kind) >= MARGINS || width > 8 {
        return unpack_any(board, width, bytes, at);
    }
    let word = bytes[*at + 1..*at + 9].try_into().expect("the padding is as wide as the widest position");
    let word = u64::from_le_bytes(word);
    *at += 1 + width;
    let position = Position { stones: [word & board.full(), word >> board.points() & board.full()] };
    let (class, needs) = match usize::from(kind).checked_sub(Class::COUNT) {
        None => (usize::from(kind), Needs::Absent),
        Some(class) => (class, Needs::Present),
    };
    let who = [None, Some(Player::Black), Some(Player::White)][usize::from(who)];
    Read { fact: Fact::of(Class::ALL[class], who, position), needs }
}

#[inline(never)]
fn unpack_any(board: &Board, width: usize, bytes: &[u8], at: &mut usize) -> Read {
    match Tag::short(bytes[*at]) {
        Some(tag) => unpack_with(tag, board, width, bytes, at),
        None => long_unpack(board, width, bytes, at),
    }
}

#[cold]
#[inline(never)]
fn long_unpack(board: &Board, width: usize, bytes: &[u8], at: &mut usize) -> Read {
    let tag = Tag::long(bytes[*at], bytes[*at + 1]);
    let width = if tag.three_planes { three_plane_width(board) } else { width };
    unpack_with(tag, board, width, bytes, at)
}

#[inline(always)]
fn unpack_with(tag: Tag, board: &Board, width: usize, bytes: &[u8], at: &mut usize) -> Read {
    *at += tag.length;
    let four = |at: &mut usize| {
        let four = bytes[*at..*at + 4].try_into().expect("four bytes");
        *at += 4;
        i32::from_le_bytes(four)
    };
    let second_number = if tag.second { four(at) as u32 } else { 0 };
    let bits = bytes[*at..*at + PADDING].try_into().expect("the padding is as wide as the widest position");
    let stones = u128::from_le_bytes(bits);
    *at += width;
    // What follows the position is beyond the board.
    let (full, points) = (board.full(), board.points());
    let (first, second) = (stones as u64 & full, (stones >> points) as u64 & full);
    let position = match tag.three_planes {
        false => Position { stones: [first, second] },
        true => Position::of_planes([first, second, (stones >> (2 * points)) as u64 & full]),
    };
    let who = tag.who.checked_sub(1).map(|index| Player::COLOURS[usize::from(index)]);
    let mut margin = || {
        let flags = four(at);
        let points = Points::new_raw(four(at), four(at));
        let least = (flags >> 1 & 1 == 1).then(|| four(at));
        Margin { question: Threshold { points, strict: flags >> 2 & 1 == 1 }, bare: flags & 1 == 1, least }
    };
    let kind = usize::from(tag.kind);
    let (class, needs) = match kind.checked_sub(usize::from(MARGINS)) {
        None if kind < Class::COUNT => (Class::ALL[kind], Needs::Absent),
        None => (Class::ALL[kind - Class::COUNT], Needs::Present),
        Some(index) if index < Class::TALLIED.len() => (Class::TALLIED[index], Needs::Margin(margin())),
        Some(index) => (Class::TALLIED[index - Class::TALLIED.len()], Needs::MarginIfPresent(margin())),
    };
    Read { fact: Fact { class, who, position, second: Second::from_number(second_number) }, needs }
}

// --- absent facts as numbers -----------------------------------------------------------------------------------------
//
// A proof may have thousands of reads, which are collected, mapped, sorted, packed and compared.
// Nearly all say that a fact is absent about one position with stones of two or three colours, on a
// board that is not too large. Such a read is a number in the posting list of its key.

/// The intersections of the largest board on which reads are numbers.
pub const MAX_POINTS: usize = 28;

/// The key of a posting list: what its reads have in common. Keys are ordered by class and player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ListKey {
    /// The class of the facts.
    pub class: Class,
    /// The player whom they are about, if any.
    who: Option<Player>,
    /// Whether the positions have stones of three colours. If not, their numbers are
    /// [ternary](golomb); if so, they have the first of the two words of the position above the
    /// second.
    has_red: bool,
}

/// The parts of a key as a byte: the class, whether there is a third colour, and the player.
const CLASS: u8 = 15;
const HAS_RED: u8 = 1 << 4;
const WHO: u32 = 5;

const _: () = assert!(Class::COUNT <= 1 + CLASS as usize && Player::COLOURS.len() < 1 << (8 - WHO));
const _: () = assert!(2 * MAX_POINTS as u32 <= golomb::MAX_WIDTH);

impl ListKey {
    /// The key and the number of the read that a fact is absent, if it has a number on the board.
    #[inline]
    pub fn of(board: &Board, fact: &Fact) -> Option<(ListKey, u64)> {
        let [first, other] = fact.position.stones;
        // The bits that mark a packed position are among those beyond the board.
        let fits = board.points() <= MAX_POINTS
            && fact.second == Second::default()
            && (first | other) & !board.full() == 0;
        let key = ListKey { class: fact.class, who: fact.who, has_red: first & other != 0 };
        fits.then(|| (key, key.number(board, fact.position)))
    }

    /// The read of a number of this list.
    #[inline]
    pub fn read(self, board: &Board, number: u64) -> Read {
        let fact = Fact::of(self.class, self.who, self.position(board, number));
        Read { fact, needs: Needs::Absent }
    }

    /// The key of the images of the facts of this list.
    #[inline]
    pub fn image(self, map: &FactMap) -> ListKey {
        ListKey { who: map.who(self.who), ..self }
    }

    /// The number of the image of the fact of a number.
    #[inline]
    pub fn number_of_image(self, board: &Board, number: u64, map: &FactMap) -> u64 {
        if map.is_identity() {
            return number;
        }
        self.number(board, map.position(self.position(board, number)))
    }

    /// One of 64 bits for a read of this list, chosen by a hash.
    #[inline]
    pub fn bit(self, number: u64) -> u64 {
        let hash = (number << 8 | u64::from(self.byte())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        1 << ((hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> 58)
    }

    /// The length of one read of this list as bytes.
    pub fn read_length(self, board: &Board) -> usize {
        let stones = if self.has_red { [1, 1] } else { [0, 0] };
        let read = self.read(board, self.number(board, Position { stones }));
        let mut bytes = Vec::new();
        pack(board, &read, &mut bytes);
        bytes.len()
    }

    /// The bits of a number of this list.
    #[inline]
    pub fn width(self, board: &Board) -> u32 {
        if self.has_red { 2 * board.points() as u32 } else { golomb::ternary_bits(board.points()) }
    }

    /// Whether a number of as many bits is one of this list.
    pub fn contains(self, board: &Board, number: u64) -> bool {
        match self.has_red {
            true => number >> board.points() & number & board.full() != 0,
            false => golomb::is_ternary(board.points(), number),
        }
    }

    /// The key as a byte.
    #[inline]
    pub fn byte(self) -> u8 {
        let who = self.who.map_or(0, |player| 1 + player.index() as u8);
        self.class as u8 | if self.has_red { HAS_RED } else { 0 } | who << WHO
    }

    /// The key of a byte; `None` for an untrusted one that [`ListKey::byte`] never gives.
    #[inline]
    pub fn of_byte(byte: u8) -> Option<ListKey> {
        let class = *Class::ALL.get(usize::from(byte & CLASS))?;
        let who = match usize::from(byte >> WHO).checked_sub(1) {
            None => None,
            Some(index) => Some(*Player::COLOURS.get(index)?),
        };
        Some(ListKey { class, who, has_red: byte & HAS_RED != 0 })
    }

    #[inline]
    fn number(self, board: &Board, Position { stones: [first, other] }: Position) -> u64 {
        if self.has_red { first << board.points() | other } else { golomb::to_ternary(first, other) }
    }

    #[inline]
    fn position(self, board: &Board, number: u64) -> Position {
        let stones = match self.has_red {
            true => [number >> board.points(), number & board.full()],
            false => golomb::from_ternary(number),
        };
        Position { stones }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_margin_is_met_exactly_by_the_tallies_whose_mean_serves_the_aim() {
        let tallies = || {
            let empty = std::iter::once(Tally::default());
            empty.chain((1..4).flat_map(|count| (-9..=9).map(move |sum| Tally { sum, count })))
        };
        for (numer, denom) in [(0, 1), (1, 2), (-1, 2), (2, 3), (-2, 1), (3, 1)] {
            for strict in [false, true] {
                let question = Threshold { points: Points::new(numer, denom), strict };
                for sure in Side::ALL {
                    for (past, last) in tallies().flat_map(|past| tallies().map(move |last| (past, last))) {
                        let ending = Margin::ending(question, sure, last);
                        let served = question.served(mean(past.plus(last))) == sure;
                        assert_eq!(ending.met_by(sure, past), served);
                        // One scoring position earlier, the same is asked in other words.
                        for scored in -4..=4 {
                            let step = Tally { sum: scored, count: 1 };
                            let before = ending.before(sure, scored);
                            assert_eq!(before.met_by(sure, past), ending.met_by(sure, past.plus(step)));
                        }
                        // Exchanging the colours changes nothing.
                        let exchanged = |tally: Tally| Tally { sum: -tally.sum, ..tally };
                        let mirrored = Margin::ending(question.exchanged(), sure.other(), exchanged(last));
                        assert_eq!(mirrored, ending.exchanged());
                        assert_eq!(mirrored.met_by(sure.other(), exchanged(past)), served);
                    }
                }
            }
        }
    }

    proptest! {
        #[test]
        fn a_number_of_a_kind_stands_for_one_read(
            parts in prop::collection::vec((any::<[u64; 2]>(), 0u32..64, any::<bool>(), 0..Class::COUNT, 0usize..7), 2..40),
        ) {
            for board in ["1x1", "3x4", "4x7"] {
                let board = Board::parse(board).unwrap();
                for ([one, two], few, has_red, class, who) in parts.clone() {
                    let two = if has_red { two } else { two & !one };
                    let who = who.checked_sub(1).map(|index| Player::COLOURS[index]);
                    let position = Position { stones: [one, two].map(|plane| plane >> few & board.full()) };
                    let fact = Fact::of(Class::ALL[class], who, position);
                    let (key, number) = ListKey::of(&board, &fact).unwrap();
                    prop_assert_eq!(key.read(&board, number), Read { fact, needs: Needs::Absent });
                    prop_assert_eq!(ListKey::of_byte(key.byte()), Some(key));
                    prop_assert!(key.contains(&board, number) && number >> key.width(&board) == 0);
                    let mut bytes = Vec::new();
                    pack(&board, &key.read(&board, number), &mut bytes);
                    prop_assert_eq!(bytes.len(), key.read_length(&board));
                    for symmetry in 0..board.symmetries().len() as u16 {
                        for exchanged in [false, true] {
                            let map = Frame { symmetry, exchanged }.facts_in(&board);
                            let image = (key.image(&map), key.number_of_image(&board, number, &map));
                            prop_assert_eq!(Some(image), ListKey::of(&board, &map.of(&fact)));
                        }
                    }
                }
            }
        }

        #[test]
        fn a_byte_is_that_of_one_kind_or_none(byte in any::<u8>()) {
            prop_assert!(ListKey::of_byte(byte).is_none_or(|key| key.byte() == byte));
        }
    }

    #[test]
    fn some_reads_have_no_number() {
        let board = Board::parse("4x7").unwrap();
        let fact = Fact::of(Class::Passed, None, Position::default());
        let packed = Position::of_planes([1, 2, 4]);
        let second = Second::of(&Position::default());
        assert!(ListKey::of(&board, &fact).is_some());
        assert!(ListKey::of(&Board::parse("1x29").unwrap(), &fact).is_none());
        for other in [
            Fact { position: packed, ..fact },
            Fact { position: Position { stones: [1 << 28, 0] }, ..fact },
            Fact { second, ..fact },
        ] {
            assert_eq!(ListKey::of(&board, &other), None);
        }
    }
}
