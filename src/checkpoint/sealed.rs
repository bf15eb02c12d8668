//! Bytes with a sum over all of them.
//!
//! They are divided into blocks: four bytes with the length, the bytes, and the SHA-256 sum of the sum before, the length and
//! the bytes. A block without bytes is the last. So no byte is passed on before its block, and all blocks before it, are known
//! to be as they were written, and only a file that is whole comes to its end. The first sum before is that of what the blocks
//! belong to, the header.

use std::io::{self, ErrorKind, Read, Write};

use sha2::{Digest, Sha256};

/// The most bytes of a block.
const BLOCK: usize = 1 << 20;

type Sum = [u8; 32];

/// The sum of bytes that come after others with a sum.
fn sum(before: &Sum, bytes: &[u8]) -> Sum {
    let mut hasher = Sha256::new();
    hasher.update(before);
    hasher.update((bytes.len() as u32).to_le_bytes());
    hasher.update(bytes);
    hasher.finalize().into()
}

/// A file that is shorter than it was, or not as it was written.
fn torn() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the file is torn or has been changed")
}

/// Writes bytes with sums. What is not [finished](Sealing::finish) is torn.
pub struct Sealing<W> {
    to: W,
    block: Vec<u8>,
    sum: Sum,
}

impl<W: Write> Sealing<W> {
    /// Blocks that belong to some bytes.
    pub fn new(to: W, of: &[u8]) -> Sealing<W> {
        Sealing { to, block: Vec::with_capacity(BLOCK), sum: sum(&Sum::default(), of) }
    }

    fn write_block(&mut self) -> io::Result<()> {
        self.sum = sum(&self.sum, &self.block);
        self.to.write_all(&(self.block.len() as u32).to_le_bytes())?;
        self.to.write_all(&self.block)?;
        self.block.clear();
        self.to.write_all(&self.sum)
    }

    /// Writes the end.
    pub fn finish(mut self) -> io::Result<()> {
        if !self.block.is_empty() {
            self.write_block()?;
        }
        self.write_block()?;
        self.to.flush()
    }
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = bytes.len().min(BLOCK - self.block.len());
        self.block.extend_from_slice(&bytes[..part]);
        if self.block.len() == BLOCK {
            self.write_block()?;
        }
        Ok(part)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads what [`Sealing`] has written.
pub struct Unsealing<R> {
    from: R,
    block: Vec<u8>,
    /// How many bytes of the block were passed on.
    passed: usize,
    sum: Sum,
    ended: bool,
}

impl<R: Read> Unsealing<R> {
    /// Blocks that belong to some bytes.
    pub fn new(from: R, of: &[u8]) -> Unsealing<R> {
        Unsealing { from, block: Vec::new(), passed: 0, sum: sum(&Sum::default(), of), ended: false }
    }

    fn read_block(&mut self) -> io::Result<()> {
        let mut length = [0; 4];
        self.exactly(&mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        if length > BLOCK {
            return Err(torn());
        }
        let mut block = std::mem::take(&mut self.block);
        block.resize(length, 0);
        self.exactly(&mut block)?;
        let mut stated = Sum::default();
        self.exactly(&mut stated)?;
        self.sum = sum(&self.sum, &block);
        if self.sum != stated {
            return Err(torn());
        }
        (self.block, self.passed, self.ended) = (block, 0, length == 0);
        Ok(())
    }

    fn exactly(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.from.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => torn(),
            _ => error,
        })
    }

    /// Whether all that was written has been read, and nothing comes behind it.
    pub fn finish(mut self) -> io::Result<()> {
        let more = self.read(&mut [0])? > 0 || self.from.read(&mut [0])? > 0;
        if more { Err(torn()) } else { Ok(()) }
    }
}

impl<R: Read> Read for Unsealing<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.passed == self.block.len() && !self.ended && !bytes.is_empty() {
            self.read_block()?;
        }
        let part = bytes.len().min(self.block.len() - self.passed);
        bytes[..part].copy_from_slice(&self.block[self.passed..self.passed + part]);
        self.passed += part;
        Ok(part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(bytes: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut sealing = Sealing::new(&mut file, b"whose");
        sealing.write_all(bytes).unwrap();
        sealing.finish().unwrap();
        file
    }

    fn unsealed(file: &[u8], of: &[u8]) -> io::Result<Vec<u8>> {
        let (mut unsealing, mut bytes) = (Unsealing::new(file, of), Vec::new());
        unsealing.read_to_end(&mut bytes)?;
        unsealing.finish()?;
        Ok(bytes)
    }

    fn is_torn(file: &[u8]) -> bool {
        unsealed(file, b"whose").is_err_and(|error| error.to_string() == torn().to_string())
    }

    #[test]
    fn what_is_whole_is_read_and_what_is_torn_or_changed_in_any_place_is_not() {
        let bytes: Vec<u8> = (0..200).collect();
        let file = sealed(&bytes);
        assert_eq!(unsealed(&file, b"whose").unwrap(), bytes);
        assert!((0..file.len()).all(|length| is_torn(&file[..length])));
        for bit in 0..8 * file.len() {
            let mut changed = file.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(is_torn(&changed), "bit {bit}");
        }
        assert!(is_torn(&[&file[..], &[0]].concat()) && is_torn(&[&file[..], &file[..]].concat()));
        assert!(unsealed(&file, b"another's").is_err());
        assert!(unsealed(&sealed(&[]), b"whose").unwrap().is_empty());
    }

    #[test]
    fn blocks_are_neither_exchanged_nor_left_out() {
        let bytes: Vec<u8> = (0..3 * BLOCK + 5).map(|number| (number / 7) as u8).collect();
        let file = sealed(&bytes);
        assert!(unsealed(&file, b"whose").unwrap() == bytes);
        let whole = BLOCK + 4 + 32;
        let [one, two] = [0, 1].map(|number| &file[number * whole..(number + 1) * whole]);
        let rest = &file[2 * whole..];
        assert!(is_torn(&[two, one, rest].concat()) && is_torn(&[one, rest].concat()));
    }
}
