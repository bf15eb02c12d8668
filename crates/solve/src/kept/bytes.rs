//! Numbers as bytes, the same on every machine: [as in certificates](superko_certificate::numbers) those that are mostly small, and
//! the bits of others as four or eight bytes, the least significant first.

use std::io::{self, ErrorKind, Read, Write};

use superko_certificate::numbers;

/// Bytes that were written in another way.
pub fn unreadable() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "what is written there is not of this game")
}

/// The bytes of the longest number.
const LONGEST: usize = 10;

/// Writes numbers.
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

    /// Writes a number, in the fewer bytes the smaller it is.
    pub fn number(&mut self, number: u64) -> io::Result<()> {
        let (mut bytes, mut length) = ([0; LONGEST], 0);
        for byte in numbers::bytes(number) {
            bytes[length] = byte;
            length += 1;
        }
        self.raw(&bytes[..length])
    }

    /// Writes a number with its sign.
    pub fn signed(&mut self, number: i32) -> io::Result<()> {
        self.number(numbers::unsigned(i64::from(number)))
    }

    /// Writes how many things follow.
    pub fn count(&mut self, count: usize) -> io::Result<()> {
        self.number(count as u64)
    }

    /// Writes bytes after their number.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.count(bytes.len())?;
        self.raw(bytes)
    }
}

/// What is written to memory, which does not fail.
pub fn in_memory(write: impl FnOnce(&mut Writer) -> io::Result<()>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut Writer(&mut bytes)).expect("memory takes all bytes");
    bytes
}

/// Reads what a [`Writer`] has written.
pub struct Reader<'a>(pub &'a mut dyn Read);

impl Reader<'_> {
    /// Reads so many bytes.
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

    /// Reads a number, which is none beyond the largest of its type.
    pub fn number<N: TryFrom<u64>>(&mut self) -> io::Result<N> {
        let mut number = 0;
        for place in 0..LONGEST as u32 {
            let byte = self.u8()?;
            let bits = u64::from(byte & 127);
            number |= bits << (7 * place);
            if number >> (7 * place) != bits {
                break;
            }
            if byte < 128 {
                return N::try_from(number).map_err(|_| unreadable());
            }
        }
        Err(unreadable())
    }

    /// Reads a number with its sign.
    pub fn signed(&mut self) -> io::Result<i32> {
        i32::try_from(numbers::signed(self.number()?)).map_err(|_| unreadable())
    }

    /// Reads how many things follow.
    pub fn count(&mut self) -> io::Result<usize> {
        self.number()
    }

    /// Reads bytes after their number. Memory is taken only for those that are there.
    pub fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let (count, mut bytes) = (self.number()?, Vec::new());
        let read = self.0.take(count).read_to_end(&mut bytes)?;
        if read as u64 == count { Ok(bytes) } else { Err(ErrorKind::UnexpectedEof.into()) }
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
        // One more than the largest, more bytes than any has, and one that does not end.
        let (beyond, long) = ([255, 255, 255, 255, 255, 255, 255, 255, 255, 2], [128; 11]);
        for bytes in [&beyond[..], &long, &[128, 128]] {
            assert!(Reader(&mut { bytes }).number::<u64>().is_err());
        }
    }
}
