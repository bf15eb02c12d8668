//! The folder of a checkpoint, and the file in it, which is replaced as a whole.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::header::Header;
use super::sealed::{Sealing, Unsealing};
use crate::files::{check_folder, write_file_by};
use crate::solve::kept::Kept;

/// The name of the file.
const FILE: &str = "checkpoint";

/// Why a folder is not used: what is wrong with it and what was expected, in one line.
#[derive(Debug)]
pub struct Refused(String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

impl Refused {
    /// A folder that has a checkpoint though work does not go on from it.
    pub fn has_one(folder: &Path) -> Refused {
        let expected = "expected --resume to go on from it, or another directory";
        Refused(format!("{}: has a checkpoint, {expected}", folder.display()))
    }

    /// A folder that has none though work is to go on from it.
    pub fn has_none(folder: &Path) -> Refused {
        let expected = "expected a directory in which --checkpoint has left one";
        Refused(format!("{}: has no checkpoint, {expected}", folder.display()))
    }
}

/// The usual time between two checkpoints.
pub const USUAL: Duration = Duration::from_secs(120);

/// The least time from one checkpoint to the next, if the first one took so long to be written: at least nineteen
/// twentieths of the time are for the work, however large the checkpoints are.
pub fn interval(every: Duration, took: Duration) -> Duration {
    every.max(took * 19)
}

/// Makes a folder if it is not there.
///
/// # Errors
/// [`Refused`].
pub fn make(folder: &Path) -> Result<(), Refused> {
    match fs::create_dir(folder) {
        // Another process may have made it at the same moment.
        Err(error) if !folder.is_dir() => {
            let expected = "expected a directory, or a new one in a directory that is there";
            Err(Refused(format!("{}: {error}, {expected}", folder.display())))
        }
        _ => Ok(()),
    }
}

/// Removes what writes to a folder have left that were ended in the midst of it, and sees that files can be made in it.
///
/// # Errors
/// [`Refused`].
pub fn check(folder: &Path) -> Result<(), Refused> {
    let expected = "expected a directory in which files can be made";
    check_folder(folder).map_err(|error| Refused(format!("{error}, {expected}")))
}

/// A folder in which a file is written again and again.
#[derive(Debug)]
pub struct Checkpoint {
    file: PathBuf,
}

impl Checkpoint {
    /// A folder that has no checkpoint yet. It is made if it is not there, and it is known to take files.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn begin(folder: &Path) -> Result<Checkpoint, Refused> {
        let file = folder.join(FILE);
        if file.symlink_metadata().is_ok() {
            return Err(Refused::has_one(folder));
        }
        make(folder)?;
        check(folder)?;
        Ok(Checkpoint { file })
    }

    /// A folder with a checkpoint, which is known to take files.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn of(folder: &Path) -> Result<Checkpoint, Refused> {
        let file = folder.join(FILE);
        if !file.is_file() {
            return Err(Refused::has_none(folder));
        }
        check(folder)?;
        Ok(Checkpoint { file })
    }

    /// A file of a folder that has several.
    #[cfg(feature = "cluster")]
    pub fn at(file: PathBuf) -> Checkpoint {
        Checkpoint { file }
    }

    /// Reads what is kept of the same work, within so many bytes of tables, and returns its header.
    ///
    /// # Errors
    /// [`Refused`]. Then `kept` may have some of it, and is not to be used.
    pub fn read(&self, of: &Header, kept: &mut dyn Kept, memory: usize) -> Result<Header, Refused> {
        let mut read = || {
            let mut file = BufReader::new(File::open(&self.file)?);
            let (header, text) = of.read(&mut file)?;
            let mut blocks = Unsealing::new(file, text.as_bytes());
            kept.read(&mut blocks, memory)?;
            blocks.finish()?;
            Ok(header)
        };
        read().map_err(|error: io::Error| {
            Refused(format!("{}: {error}, expected a checkpoint of the same work", self.file.display()))
        })
    }

    /// Replaces the file.
    ///
    /// # Errors
    /// The path, and why it cannot be written. Then the file is as it was.
    pub fn write(&self, header: &Header, kept: &dyn Kept) -> io::Result<()> {
        write_file_by(&self.file, |file| {
            let text = header.text();
            file.write_all(text.as_bytes())?;
            let mut blocks = Sealing::new(file, text.as_bytes());
            kept.write(&mut blocks)?;
            blocks.finish()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// Some bytes.
    struct Bytes(Vec<u8>);

    impl Kept for Bytes {
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
        // What a write has left that was ended in the midst of it is removed.
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
