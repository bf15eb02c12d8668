//! Numbers as bytes, the least significant first, on every machine.

use std::io::{self, ErrorKind, Read, Write};

/// Bytes that were written in another way.
pub fn unreadable() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "what is written there is not of this game")
}

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

    /// Writes a number of four bytes.
    pub fn u32(&mut self, number: u32) -> io::Result<()> {
        self.raw(&number.to_le_bytes())
    }

    /// Writes a number of four bytes with its sign.
    pub fn i32(&mut self, number: i32) -> io::Result<()> {
        self.raw(&number.to_le_bytes())
    }

    /// Writes a number of eight bytes.
    pub fn u64(&mut self, number: u64) -> io::Result<()> {
        self.raw(&number.to_le_bytes())
    }

    /// Writes how many things follow.
    pub fn count(&mut self, count: usize) -> io::Result<()> {
        self.u64(count as u64)
    }

    /// Writes bytes after their number.
    pub fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.count(bytes.len())?;
        self.raw(bytes)
    }
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

    /// Reads a number of four bytes.
    pub fn u32(&mut self) -> io::Result<u32> {
        Ok(u32::from_le_bytes(self.raw()?))
    }

    /// Reads a number of four bytes with its sign.
    pub fn i32(&mut self) -> io::Result<i32> {
        Ok(i32::from_le_bytes(self.raw()?))
    }

    /// Reads a number of eight bytes.
    pub fn u64(&mut self) -> io::Result<u64> {
        Ok(u64::from_le_bytes(self.raw()?))
    }

    /// Reads how many things follow.
    pub fn count(&mut self) -> io::Result<usize> {
        usize::try_from(self.u64()?).map_err(|_| unreadable())
    }

    /// Reads bytes after their number. Memory is taken only for those that are there.
    pub fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let (count, mut bytes) = (self.u64()?, Vec::new());
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
        to.i32(-2).and_then(|()| to.u64(1 << 60)).and_then(|()| to.bytes(b"abc")).unwrap();
        assert_eq!(bytes[2..6], [4, 3, 2, 1]);
        let read = |bytes: &[u8]| {
            let mut bytes = bytes;
            let mut from = Reader(&mut bytes);
            let numbers = (from.u8()?, from.bool()?, from.u32()?, from.i32()?, from.u64()?);
            Ok::<_, io::Error>((numbers, from.bytes()?))
        };
        assert_eq!(read(&bytes).unwrap(), ((7, true, 0x0102_0304, -2, 1 << 60), b"abc".to_vec()));
        for length in 0..bytes.len() {
            assert_eq!(read(&bytes[..length]).unwrap_err().kind(), ErrorKind::UnexpectedEof, "{length}");
        }
        bytes[1] = 2;
        assert_eq!(read(&bytes).unwrap_err().kind(), ErrorKind::InvalidData);
    }
}
