//! Texts that the user gives as files.

use std::fs::File;
use std::io::{Read, stdin};
use std::path::Path;

/// More than any record of a game or graph of this program takes, with comments.
const MOST_BYTES: u64 = 1 << 20;

/// Reads at most so many bytes from a file, or from standard input for `-`.
///
/// # Errors
/// Why it cannot be read, or that it is longer, without its name.
pub fn read_bytes(file: &str, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => stdin().take(most + 1).read_to_end(&mut bytes),
        _ => File::open(file).and_then(|opened| opened.take(most + 1).read_to_end(&mut bytes)),
    };
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > most { Err(format!("longer than {} KiB", most >> 10)) } else { Ok(bytes) }
}

/// Reads a text of at most 1 MiB from a file, or from standard input for `-`. A byte order mark is left out.
///
/// # Errors
/// Why it cannot be read, without its name.
pub fn read_text(file: &str) -> Result<String, String> {
    text(read_bytes(file, MOST_BYTES)?)
}

/// The text of some bytes, of which there may be 1 MiB.
///
/// # Errors
/// Why they are no such text.
pub fn text(bytes: Vec<u8>) -> Result<String, String> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("longer than {} KiB", MOST_BYTES >> 10));
    }
    let text =
        str::from_utf8(&bytes).map_err(|error| format!("not UTF-8 at offset {}", error.valid_up_to()))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_string())
}

/// Whether a name is that of an SGF file.
pub fn is_named_sgf(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
}
