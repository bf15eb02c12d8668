//! What the program prints, and what it may overwrite.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::ended::BadInput;

/// Longer lines of error lose what is in their middle.
const MOST_LETTERS: usize = 600;

/// Prints to standard output.
pub fn print(bytes: &[u8]) -> Result<(), BadInput> {
    let mut stdout = io::stdout().lock();
    unless_closed(stdout.write_all(bytes).and_then(|()| stdout.flush()))
}

/// An output that could not be written is an error, unless its reader has gone away (a closed pipe): then the reader
/// has all that it wants.
pub fn unless_closed(written: io::Result<()>) -> Result<(), BadInput> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(BadInput(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// A message as one line of moderate length: characters that cannot be seen, or that move others, are escaped, and of a
/// long message, such as one that quotes a wrong file, the two ends are kept.
pub fn one_line(message: &str) -> String {
    let mut letters: Vec<char> = Vec::with_capacity(message.len());
    for letter in message.chars() {
        match letter {
            // Quotes and backslashes are what an escape is made of.
            '\'' | '"' | '\\' => letters.push(letter),
            _ => letters.extend(letter.escape_debug()),
        }
    }
    if letters.len() <= MOST_LETTERS {
        return letters.into_iter().collect();
    }
    let (head, tail) = (&letters[..MOST_LETTERS / 2], &letters[letters.len() - MOST_LETTERS / 2..]);
    head.iter().chain(&[' ', '…', ' ']).chain(tail).collect()
}

/// Refuses to overwrite a regular file that is neither empty nor, as `ours` finds, what is to be written there.
pub fn refuse_to_overwrite(
    path: &str,
    force: bool,
    expected: &str,
    ours: impl FnOnce(File) -> bool,
) -> Result<(), BadInput> {
    let regular = fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0);
    if force
        || !regular
        || ours(File::open(path).map_err(|error| crate::files::named(Path::new(path), error))?)
    {
        return Ok(());
    }
    Err(BadInput(format!(
        "{path}: is not {expected} and would be overwritten, expected another file or --force"
    )))
}
