//! Checkpoints: the state of a long computation, in a file of a folder of its own.
//!
//! A run resumes from the file, on this machine or another, and trusts it as it trusts the memory
//! of the program. The file proves nothing to anyone: that is what certificates are for. The sums
//! detect a file that was torn or has changed by accident, not one made to deceive.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::files::{check_folder, write_file_with};
use superko_solve::persist::Persist;

// --- The folder, and the file in it --------------------------------------------------------------

/// The name of the file in the folder.
const FILE_NAME: &str = "checkpoint";

/// Error in the use of a folder: one line with what is wrong and what was expected.
#[derive(Debug)]
pub struct CheckpointError(String);

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CheckpointError {}

impl CheckpointError {
    /// The error of a new run in a folder that has a checkpoint.
    pub fn has_one(folder: &Path) -> CheckpointError {
        let expected = "expected --resume to go on from it, or another directory";
        CheckpointError(format!("{}: has a checkpoint, {expected}", folder.display()))
    }

    /// The error of a resumed run in a folder that has none.
    pub fn has_none(folder: &Path) -> CheckpointError {
        let expected = "expected a directory in which --checkpoint has left one";
        CheckpointError(format!("{}: has no checkpoint, {expected}", folder.display()))
    }
}

/// The default time between two checkpoints.
pub const DEFAULT_INTERVAL: Duration = Duration::from_secs(120);

/// The minimum time from a checkpoint that took `took` to write to the next one. So at least
/// nineteen twentieths of the time are for the work, however large the checkpoints are.
pub fn interval(every: Duration, took: Duration) -> Duration {
    every.max(took * 19)
}

/// Creates a folder if it does not exist.
pub fn make(folder: &Path) -> Result<(), CheckpointError> {
    match fs::create_dir(folder) {
        // Another process may have created it at the same moment.
        Err(error) if !folder.is_dir() => {
            let expected = "expected a directory, or a new one in a directory that is there";
            Err(CheckpointError(format!("{}: {error}, {expected}", folder.display())))
        }
        _ => Ok(()),
    }
}

/// Removes the remains of interrupted writes to a folder, and checks that files can be created in
/// it.
pub fn check(folder: &Path) -> Result<(), CheckpointError> {
    let expected = "expected a directory in which files can be made";
    check_folder(folder).map_err(|error| CheckpointError(format!("{error}, {expected}")))
}

/// A checkpoint file, which is replaced again and again.
#[derive(Debug)]
pub struct Checkpoint {
    file: PathBuf,
}

impl Checkpoint {
    /// The checkpoint of a new run, in a folder that has none. The folder is created if need be.
    pub fn begin(folder: &Path) -> Result<Checkpoint, CheckpointError> {
        let file = folder.join(FILE_NAME);
        if file.symlink_metadata().is_ok() {
            return Err(CheckpointError::has_one(folder));
        }
        make(folder)?;
        check(folder)?;
        Ok(Checkpoint { file })
    }

    /// The checkpoint of a resumed run, in a folder that has one.
    pub fn of(folder: &Path) -> Result<Checkpoint, CheckpointError> {
        let file = folder.join(FILE_NAME);
        if !file.is_file() {
            return Err(CheckpointError::has_none(folder));
        }
        check(folder)?;
        Ok(Checkpoint { file })
    }

    /// The checkpoint in a file of a folder that has several.
    pub fn at(file: PathBuf) -> Checkpoint {
        Checkpoint { file }
    }

    /// Reads the state of the same work, within `memory` bytes of tables, and returns its header.
    ///
    /// # Errors
    /// [`CheckpointError`]. Then `kept` may have been read in part, and must not be used.
    pub fn read(
        &self,
        of: &Header,
        kept: &mut dyn Persist,
        memory: usize,
    ) -> Result<Header, CheckpointError> {
        let mut read = || {
            let mut file = BufReader::new(File::open(&self.file)?);
            let (header, text) = of.read(&mut file)?;
            let mut blocks = BlockReader::new(file, text.as_bytes());
            kept.read(&mut blocks, memory)?;
            blocks.finish()?;
            Ok(header)
        };
        read().map_err(|error: io::Error| {
            CheckpointError(format!(
                "{}: {error}, expected a checkpoint of the same work",
                self.file.display()
            ))
        })
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// The path and the error. Then the file is unchanged.
    pub fn write(&self, header: &Header, kept: &dyn Persist) -> io::Result<()> {
        write_file_with(&self.file, |file| {
            let text = header.text();
            file.write_all(text.as_bytes())?;
            let mut blocks = BlockWriter::new(file, text.as_bytes());
            kept.write(&mut blocks)?;
            blocks.finish()
        })
    }
}

// --- Header: whose work a checkpoint has, as lines of text ---------------------------------------

/// The first line.
const FORMAT: &str = "superko checkpoint 1";

/// The maximum length of a header, in bytes.
const MAX_HEADER_BYTES: u64 = 1 << 16;

/// The header of a checkpoint.
#[derive(Debug, Clone, PartialEq)]
pub struct Header {
    /// The identity of the work, as names and values in the order in which a difference is
    /// reported. A run resumes from a checkpoint only if all of them agree.
    pub of: Vec<(&'static str, String)>,
    /// The nodes spent by all runs.
    pub nodes: u64,
    /// The seconds spent by all runs.
    pub seconds: f64,
}

impl Header {
    /// The header as lines of text.
    pub fn text(&self) -> String {
        let lines: String = self.of.iter().map(|(name, what)| format!("{name}: {what}\n")).collect();
        format!("{FORMAT}\n{lines}nodes: {}\nseconds: {:.3}\n\n", self.nodes, self.seconds)
    }

    /// Reads a header of the same work as `self`, and returns it with its text.
    ///
    /// # Errors
    /// The error of the input, an error in the lines, or other work.
    pub fn read(&self, from: &mut impl BufRead) -> io::Result<(Header, String)> {
        let wrong = |what: String| io::Error::new(ErrorKind::InvalidData, what);
        let (mut text, mut from) = (String::new(), from.take(MAX_HEADER_BYTES));
        let mut line = |text: &mut String| {
            let start = text.len();
            match from.read_line(text) {
                Ok(1..) if text.ends_with('\n') => Ok(text[start..text.len() - 1].to_string()),
                read => Err(read.err()),
            }
        };
        let torn = |error: Option<io::Error>| match error {
            Some(error) if error.kind() != ErrorKind::InvalidData => error,
            _ => wrong("the file is torn, or no checkpoint".to_string()),
        };
        let format = line(&mut text).map_err(torn)?;
        if format.starts_with("superko checkpoint ") && format != FORMAT {
            let error =
                format!("the checkpoint is of another version, expected {FORMAT:?} in its first line");
            return Err(wrong(error));
        }
        if format != FORMAT {
            return Err(wrong("the file is no checkpoint".to_string()));
        }
        let mut value = |text: &mut String, name: &str| {
            let line = line(text).map_err(torn)?;
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(": ")).map(str::to_string);
            value.ok_or_else(|| wrong(format!("the checkpoint does not say its {name} where it should")))
        };
        for (name, what) in &self.of {
            let found = value(&mut text, name)?;
            if found != *what {
                return Err(wrong(format!("the checkpoint is of {name} {found}, expected {what}")));
            }
        }
        let number = |what: &str| wrong(format!("the checkpoint says its {what} in another way"));
        let nodes = value(&mut text, "nodes")?.parse().map_err(|_| number("nodes"))?;
        let seconds = value(&mut text, "seconds")?.parse().map_err(|_| number("seconds"))?;
        match line(&mut text).map_err(torn)?.as_str() {
            "" => Ok((Header { of: self.of.clone(), nodes, seconds }, text)),
            more => Err(wrong(format!("the checkpoint is of {more}, expected nothing of that"))),
        }
    }
}

// --- Blocks with sums ----------------------------------------------------------------------------
//
// A block has four bytes with its length, its bytes, and the SHA-256 sum of the previous sum, the
// length and the bytes. An empty block is the last. So no byte is passed on before its block, and
// all blocks before it, are known to be as they were written, and only a whole file can be read to
// its end. The chain of sums begins with the sum of the header.

/// The maximum length of a block, in bytes.
const MAX_BLOCK: usize = 1 << 20;

type Sum = [u8; 32];

/// The sum of bytes that follow others with a sum.
fn sum(before: &Sum, bytes: &[u8]) -> Sum {
    let mut hasher = Sha256::new();
    hasher.update(before);
    hasher.update((bytes.len() as u32).to_le_bytes());
    hasher.update(bytes);
    hasher.finalize().into()
}

/// The error of a truncated or changed file.
fn torn() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the file is torn or has been changed")
}

/// A writer of blocks. Without [`finish`](BlockWriter::finish) the file is torn.
struct BlockWriter<W> {
    to: W,
    block: Vec<u8>,
    sum: Sum,
}

impl<W: Write> BlockWriter<W> {
    /// A writer of the blocks that follow some bytes.
    fn new(to: W, of: &[u8]) -> BlockWriter<W> {
        BlockWriter { to, block: Vec::with_capacity(MAX_BLOCK), sum: sum(&Sum::default(), of) }
    }

    fn write_block(&mut self) -> io::Result<()> {
        self.sum = sum(&self.sum, &self.block);
        self.to.write_all(&(self.block.len() as u32).to_le_bytes())?;
        self.to.write_all(&self.block)?;
        self.block.clear();
        self.to.write_all(&self.sum)
    }

    /// Writes the last block.
    fn finish(mut self) -> io::Result<()> {
        if !self.block.is_empty() {
            self.write_block()?;
        }
        self.write_block()?;
        self.to.flush()
    }
}

impl<W: Write> Write for BlockWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let part = bytes.len().min(MAX_BLOCK - self.block.len());
        self.block.extend_from_slice(&bytes[..part]);
        if self.block.len() == MAX_BLOCK {
            self.write_block()?;
        }
        Ok(part)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A reader of what [`BlockWriter`] has written.
struct BlockReader<R> {
    from: R,
    block: Vec<u8>,
    /// The number of bytes of the block that were passed on.
    passed: usize,
    sum: Sum,
    ended: bool,
}

impl<R: Read> BlockReader<R> {
    /// A reader of the blocks that follow some bytes.
    fn new(from: R, of: &[u8]) -> BlockReader<R> {
        BlockReader { from, block: Vec::new(), passed: 0, sum: sum(&Sum::default(), of), ended: false }
    }

    fn read_block(&mut self) -> io::Result<()> {
        let mut length = [0; 4];
        self.read_exact_or_torn(&mut length)?;
        let length = u32::from_le_bytes(length) as usize;
        if length > MAX_BLOCK {
            return Err(torn());
        }
        let mut block = std::mem::take(&mut self.block);
        block.resize(length, 0);
        self.read_exact_or_torn(&mut block)?;
        let mut stated = Sum::default();
        self.read_exact_or_torn(&mut stated)?;
        self.sum = sum(&self.sum, &block);
        if self.sum != stated {
            return Err(torn());
        }
        (self.block, self.passed, self.ended) = (block, 0, length == 0);
        Ok(())
    }

    fn read_exact_or_torn(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        let read = self.from.read_exact(bytes);
        read.map_err(|error| if error.kind() == ErrorKind::UnexpectedEof { torn() } else { error })
    }

    /// Checks that all blocks have been read, and that nothing follows them.
    fn finish(mut self) -> io::Result<()> {
        let more = self.read(&mut [0])? > 0 || self.from.read(&mut [0])? > 0;
        if more { Err(torn()) } else { Ok(()) }
    }
}

impl<R: Read> Read for BlockReader<R> {
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

    /// Some bytes.
    struct Bytes(Vec<u8>);

    impl Persist for Bytes {
        fn write(&self, to: &mut dyn Write) -> io::Result<()> {
            to.write_all(&self.0)
        }

        fn read(&mut self, from: &mut dyn Read, _: usize) -> io::Result<()> {
            let mut bytes = [0; 9];
            from.read_exact(&mut bytes)?;
            self.0 = bytes.to_vec();
            Ok(())
        }
    }

    fn header(nodes: u64) -> Header {
        Header { of: vec![("work", "test".to_string())], nodes, seconds: 1.0 }
    }

    #[test]
    fn a_checkpoint_is_replaced_as_a_whole_and_refused_when_it_is_torn() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("new");
        assert!(Checkpoint::of(&place).unwrap_err().to_string().contains("has no checkpoint"));
        let checkpoint = Checkpoint::begin(&place).unwrap();
        for nodes in 0..3 {
            checkpoint.write(&header(nodes), &Bytes(vec![nodes as u8; 9])).unwrap();
        }
        assert!(Checkpoint::begin(&place).unwrap_err().to_string().contains("expected --resume"));
        // The remains of an interrupted write are removed.
        fs::write(place.join(".superko-half"), "half").unwrap();
        let checkpoint = Checkpoint::of(&place).unwrap();
        assert_eq!(fs::read_dir(&place).unwrap().count(), 1);
        let mut kept = Bytes(Vec::new());
        assert_eq!(checkpoint.read(&header(0), &mut kept, 0).unwrap(), header(2));
        assert_eq!(kept.0, [2; 9]);
        let whole = fs::read(&checkpoint.file).unwrap();
        for length in 0..whole.len() {
            fs::write(&checkpoint.file, &whole[..length]).unwrap();
            let refused = checkpoint.read(&header(0), &mut kept, 0).unwrap_err().to_string();
            assert!(refused.contains("torn") && !refused.contains('\n'), "{length}: {refused}");
        }
        for bit in 0..8 * whole.len() {
            let mut changed = whole.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            fs::write(&checkpoint.file, changed).unwrap();
            assert!(checkpoint.read(&header(0), &mut kept, 0).is_err(), "bit {bit}");
        }
    }

    #[test]
    fn what_is_no_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "something").unwrap();
        for place in [&file, &file.join("in"), &folder.path().join("not/there")] {
            let refused = Checkpoint::begin(place).unwrap_err().to_string();
            assert!(refused.contains("expected a directory"), "{refused}");
            assert!(Checkpoint::of(place).is_err());
        }
        assert_eq!(fs::read(&file).unwrap(), b"something");
    }
}

#[cfg(test)]
mod header_tests {
    use super::*;

    fn header() -> Header {
        let of = [("work", "solve"), ("version", "1"), ("board", "2x3"), ("rules", "psk")];
        Header { of: of.map(|(name, what)| (name, what.to_string())).to_vec(), nodes: 12, seconds: 0.5 }
    }

    fn refused(of: &Header, text: &str) -> String {
        of.read(&mut text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn a_header_is_read_as_it_was_written_and_one_of_other_work_is_refused() {
        let (header, text) = (header(), header().text());
        let mut file = [&text, "behind"].concat().into_bytes();
        let mut rest = &file[..];
        assert_eq!(header.read(&mut rest).unwrap(), (header.clone(), text.clone()));
        assert_eq!(rest, b"behind");
        for length in 0..text.len() {
            assert!(refused(&header, &text[..length]).contains("torn"), "{length}");
        }
        for (from, to, said) in [
            ("solve", "prove", "the checkpoint is of work prove, expected solve"),
            ("version: 1", "version: 0", "of version 0, expected 1"),
            ("2x3", "3x2", "of board 3x2, expected 2x3"),
            ("psk", "ssk", "of rules ssk, expected psk"),
            ("superko checkpoint 1", "superko checkpoint 2", "another version"),
            ("superko checkpoint 1", "superko", "the file is no checkpoint"),
            ("board", "size", "does not say its board where it should"),
            ("12", "-12", "says its nodes in another way"),
            ("0.500\n", "0.500\nclaim: >= 1\n", "of claim: >= 1, expected nothing of that"),
        ] {
            let said_of = refused(&header, &text.replacen(from, to, 1));
            assert!(said_of.contains(said), "{said_of} lacks {said}");
        }
        file[3] = 0xff;
        assert!(header.read(&mut &file[..]).is_err());
    }
}

#[cfg(test)]
mod block_tests {
    use super::*;

    fn sealed(bytes: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut writer = BlockWriter::new(&mut file, b"whose");
        writer.write_all(bytes).unwrap();
        writer.finish().unwrap();
        file
    }

    fn unsealed(file: &[u8], of: &[u8]) -> io::Result<Vec<u8>> {
        let (mut reader, mut bytes) = (BlockReader::new(file, of), Vec::new());
        reader.read_to_end(&mut bytes)?;
        reader.finish()?;
        Ok(bytes)
    }

    fn is_torn(file: &[u8]) -> bool {
        unsealed(file, b"whose").is_err_and(|error| error.to_string() == torn().to_string())
    }

    #[test]
    fn blocks_are_neither_exchanged_nor_left_out() {
        let bytes: Vec<u8> = (0..3 * MAX_BLOCK + 5).map(|number| (number / 7) as u8).collect();
        let file = sealed(&bytes);
        assert!(unsealed(&file, b"whose").unwrap() == bytes);
        let whole = MAX_BLOCK + 4 + 32;
        let [one, two] = [0, 1].map(|number| &file[number * whole..(number + 1) * whole]);
        let rest = &file[2 * whole..];
        assert!(is_torn(&[two, one, rest].concat()) && is_torn(&[one, rest].concat()));
        assert!(is_torn(&[&file[..], &[0]].concat()) && is_torn(&[&file[..], &file[..]].concat()));
        assert!(unsealed(&file, b"another's").is_err());
        assert!(unsealed(&sealed(&[]), b"whose").unwrap().is_empty());
    }
}
