//! Persistence: the state of engines as bytes, to resume in another run or on another machine.
//!
//! Each engine writes its own tables: the search its lemmas and proof numbers, the bounded engine
//! its searches. The keeper of the bytes states their game and guards them against changes
//! (`checkpoint` does): **the bytes are trusted like memory**. A lemma is used without its proof.
//!
//! # Why that is sound
//! A lemma is about a key of one game and names the facts of the history that it depends on, so it
//! holds in every run on that game, in whatever order lemmas were found, and without those that
//! were dropped. Proof numbers only guide. What the bounded engine reads of its table is tested on
//! an explicit proof afterwards, like its own results.
//!
//! Phases of keys are the same in every run under each ruleset whose games always end, as the
//! ruleset computes them; where a ruleset numbers them as they come (Jann's) there are no lemmas.

use std::io::{self, ErrorKind, Read, Write};

use superko_certificate::numbers;
use superko_go::{Move, Player, Position};
use superko_rules::{Key, Points};

use super::threshold::{Side, Threshold};

/// The version of the format. It is raised with every change of a written hash, of the form of the
/// bytes, or of the meaning of an entry; other versions are not read.
pub const FORMAT_VERSION: u32 = 14;

/// A resumable state, which can be written and read while no thread works on it.
pub trait Persist {
    /// Writes the state.
    ///
    /// # Errors
    /// The error of the output.
    fn write(&self, to: &mut dyn Write) -> io::Result<()>;

    /// Reads a state into an empty one, within `memory` bytes of tables: entries that do not fit
    /// and are cheapest to find again are left out.
    ///
    /// # Errors
    /// The error of the input, or [`io::ErrorKind::InvalidData`] for bytes that [`Persist::write`]
    /// does not write about this game. Then a part may have been read.
    fn read(&mut self, from: &mut dyn Read, memory: usize) -> io::Result<()>;
}

// --- Numbers -------------------------------------------------------------------------------------
//
// Numbers that are mostly small have the variable length
// [of certificates](superko_certificate::numbers), others four or eight bytes, the least
// significant first. So the bytes are the same on every machine.

/// The error of malformed bytes.
pub fn unreadable() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "what is written there is not of this game")
}

/// The maximum length of a number, in bytes.
const MAX_NUMBER_BYTES: usize = 10;

/// A writer of numbers and parts of states.
pub struct Writer<'a>(pub &'a mut dyn Write);

impl Writer<'_> {
    /// Writes bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    /// Writes a byte.
    pub fn u8(&mut self, number: u8) -> io::Result<()> {
        self.raw(&[number])
    }

    /// Writes a truth value.
    pub fn bool(&mut self, so: bool) -> io::Result<()> {
        self.u8(u8::from(so))
    }

    /// Writes 32 bits.
    pub fn u32(&mut self, bits: u32) -> io::Result<()> {
        self.raw(&bits.to_le_bytes())
    }

    /// Writes 64 bits.
    pub fn u64(&mut self, bits: u64) -> io::Result<()> {
        self.raw(&bits.to_le_bytes())
    }

    /// Writes a number of variable length.
    pub fn number(&mut self, number: u64) -> io::Result<()> {
        let (mut bytes, mut length) = ([0; MAX_NUMBER_BYTES], 0);
        for byte in numbers::bytes(number) {
            bytes[length] = byte;
            length += 1;
        }
        self.raw(&bytes[..length])
    }

    /// Writes a signed number.
    pub fn signed(&mut self, number: i32) -> io::Result<()> {
        self.number(numbers::unsigned(i64::from(number)))
    }

    /// Writes a count.
    pub fn count(&mut self, count: usize) -> io::Result<()> {
        self.number(count as u64)
    }

    /// Writes bytes after their count.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.count(bytes.len())?;
        self.raw(bytes)
    }
}

/// The bytes that a function writes.
pub fn in_memory(write: impl FnOnce(&mut Writer) -> io::Result<()>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut Writer(&mut bytes)).expect("memory takes all bytes");
    bytes
}

/// A reader of what a [`Writer`] has written.
pub struct Reader<'a>(pub &'a mut dyn Read);

impl Reader<'_> {
    /// Reads `N` bytes.
    pub fn raw<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a byte.
    pub fn u8(&mut self) -> io::Result<u8> {
        Ok(self.raw::<1>()?[0])
    }

    /// Reads a truth value.
    pub fn bool(&mut self) -> io::Result<bool> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(unreadable()),
        }
    }

    /// Reads 32 bits.
    pub fn u32(&mut self) -> io::Result<u32> {
        Ok(u32::from_le_bytes(self.raw()?))
    }

    /// Reads 64 bits.
    pub fn u64(&mut self) -> io::Result<u64> {
        Ok(u64::from_le_bytes(self.raw()?))
    }

    /// Reads a number of variable length, which must fit its type.
    pub fn number<N: TryFrom<u64>>(&mut self) -> io::Result<N> {
        let mut number = 0;
        for index in 0..MAX_NUMBER_BYTES as u32 {
            let byte = self.u8()?;
            let bits = u64::from(byte & 127);
            number |= bits << (7 * index);
            if number >> (7 * index) != bits {
                break;
            }
            if byte < 128 {
                return N::try_from(number).map_err(|_| unreadable());
            }
        }
        Err(unreadable())
    }

    /// Reads a signed number.
    pub fn signed(&mut self) -> io::Result<i32> {
        i32::try_from(numbers::signed(self.number()?)).map_err(|_| unreadable())
    }

    /// Reads a count.
    pub fn count(&mut self) -> io::Result<usize> {
        self.number()
    }

    /// Reads bytes after their count. Memory is allocated only for bytes that exist.
    pub fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let (count, mut bytes) = (self.number()?, Vec::new());
        let read = self.0.take(count).read_to_end(&mut bytes)?;
        if read as u64 == count { Ok(bytes) } else { Err(ErrorKind::UnexpectedEof.into()) }
    }
}

// --- Positions, moves and claims -----------------------------------------------------------------

/// The moves without an intersection. Their numbers follow those of the moves with one.
const NAMELESS: [Option<Move>; 8] = [
    None,
    Some(Move::Pass),
    Some(Move::Accept),
    Some(Move::Resume),
    Some(Move::ResumeModified),
    Some(Move::Dispute),
    Some(Move::Coupon),
    Some(Move::Resign),
];

/// The first numbers of the moves without an intersection, and of the challenges.
const FIRST_NAMELESS: u8 = 240;
const FIRST_CHALLENGE: u8 = 120;

impl Writer<'_> {
    /// Writes a position.
    pub fn position(&mut self, position: &Position) -> io::Result<()> {
        position.stones.into_iter().try_for_each(|word| self.number(word))
    }

    /// Writes a player.
    pub fn player(&mut self, player: Player) -> io::Result<()> {
        self.u8(player.index() as u8)
    }

    /// Writes a key.
    pub fn key(&mut self, key: &Key) -> io::Result<()> {
        self.position(&key.position)?;
        self.player(key.mover)?;
        self.number(u64::from(key.phase))
    }

    /// Writes a side.
    pub fn side(&mut self, side: Side) -> io::Result<()> {
        self.bool(side == Side::White)
    }

    /// Writes a question.
    pub fn question(&mut self, question: Threshold) -> io::Result<()> {
        self.signed(*question.points.numer())?;
        self.signed(*question.points.denom())?;
        self.bool(question.strict)
    }

    /// Writes a move, or none.
    pub fn mv(&mut self, mv: Option<Move>) -> io::Result<()> {
        self.u8(match mv {
            Some(Move::Place(point)) => point,
            Some(Move::Challenge(point)) => FIRST_CHALLENGE + point,
            other => {
                let index = NAMELESS.iter().position(|nameless| *nameless == other);
                FIRST_NAMELESS + index.expect("every other move is in the list") as u8
            }
        })
    }
}

impl Reader<'_> {
    /// Reads a position.
    pub fn position(&mut self) -> io::Result<Position> {
        Ok(Position { stones: [self.number()?, self.number()?] })
    }

    /// Reads a player.
    pub fn player(&mut self) -> io::Result<Player> {
        Player::COLOURS.get(usize::from(self.u8()?)).copied().ok_or_else(unreadable)
    }

    /// Reads a key.
    pub fn key(&mut self) -> io::Result<Key> {
        Ok(Key { position: self.position()?, mover: self.player()?, phase: self.number()? })
    }

    /// Reads a side.
    pub fn side(&mut self) -> io::Result<Side> {
        Ok(if self.bool()? { Side::White } else { Side::Black })
    }

    /// Reads a question.
    pub fn question(&mut self) -> io::Result<Threshold> {
        let (numer, denom) = (self.signed()?, self.signed()?);
        if denom < 1 {
            return Err(unreadable());
        }
        Ok(Threshold { points: Points::new(numer, denom), strict: self.bool()? })
    }

    /// Reads a move on a board of `points` intersections, or none.
    pub fn mv(&mut self, points: usize) -> io::Result<Option<Move>> {
        let number = self.u8()?;
        if let Some(index) = number.checked_sub(FIRST_NAMELESS) {
            return NAMELESS.get(usize::from(index)).copied().ok_or_else(unreadable);
        }
        let (point, challenge) = (number % FIRST_CHALLENGE, number >= FIRST_CHALLENGE);
        if usize::from(point) >= points {
            return Err(unreadable());
        }
        Ok(Some(if challenge { Move::Challenge(point) } else { Move::Place(point) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_what_is_torn_is_not() {
        let mut bytes = Vec::new();
        let mut to = Writer(&mut bytes);
        to.u8(7).and_then(|()| to.bool(true)).and_then(|()| to.u32(0x0102_0304)).unwrap();
        to.signed(-2).and_then(|()| to.u64(1 << 60)).and_then(|()| to.bytes(b"abc")).unwrap();
        assert_eq!(bytes[2..6], [4, 3, 2, 1]);
        let read = |bytes: &[u8]| {
            let mut bytes = bytes;
            let mut from = Reader(&mut bytes);
            let numbers = (from.u8()?, from.bool()?, from.u32()?, from.signed()?, from.u64()?);
            Ok::<_, io::Error>((numbers, from.bytes()?))
        };
        assert_eq!(read(&bytes).unwrap(), ((7, true, 0x0102_0304, -2, 1 << 60), b"abc".to_vec()));
        for length in 0..bytes.len() {
            assert_eq!(read(&bytes[..length]).unwrap_err().kind(), ErrorKind::UnexpectedEof, "{length}");
        }
        bytes[1] = 2;
        assert_eq!(read(&bytes).unwrap_err().kind(), ErrorKind::InvalidData);
    }

    #[test]
    fn numbers_take_as_many_bytes_as_they_need() {
        for (number, length) in [(0, 1), (127, 1), (128, 2), (1 << 35, 6), (u64::MAX >> 1, 9), (u64::MAX, 10)]
        {
            let mut bytes = Vec::new();
            Writer(&mut bytes).number(number).unwrap();
            assert_eq!(bytes.len(), length);
            assert_eq!(Reader(&mut &bytes[..]).number::<u64>().unwrap(), number);
            let small = Reader(&mut &bytes[..]).number::<u8>();
            assert_eq!(small.ok(), u8::try_from(number).ok());
        }
        for number in [i32::MIN, -1, 0, 1, i32::MAX] {
            let mut bytes = Vec::new();
            Writer(&mut bytes).signed(number).unwrap();
            assert_eq!(Reader(&mut &bytes[..]).signed().unwrap(), number);
        }
        // One more than the largest, one with too many bytes, and one without an end.
        let (beyond, long) = ([255, 255, 255, 255, 255, 255, 255, 255, 255, 2], [128; 11]);
        for bytes in [&beyond[..], &long, &[128, 128]] {
            assert!(Reader(&mut { bytes }).number::<u64>().is_err());
        }
    }
}

#[cfg(test)]
mod part_tests {
    use super::*;

    #[test]
    fn every_move_is_read_as_it_was_written() {
        let named = (0..64).flat_map(|point| [Some(Move::Place(point)), Some(Move::Challenge(point))]);
        for mv in named.chain(NAMELESS) {
            let mut bytes = Vec::new();
            Writer(&mut bytes).mv(mv).unwrap();
            assert_eq!(Reader(&mut &bytes[..]).mv(64).unwrap(), mv);
            let smaller = Reader(&mut &bytes[..]).mv(1);
            let inside = mv.and_then(Move::names).is_none_or(|point| point == 0);
            assert_eq!(smaller.is_ok(), inside, "{mv:?}");
        }
    }
}
