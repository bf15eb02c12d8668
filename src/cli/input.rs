//! Texts that the user gives as files.

use std::fs::File;
use std::io::{Read, stdin};

/// More than any record of a game or graph of this program takes, with comments.
const MOST_BYTES: u64 = 1 << 20;

/// Reads a text of at most 1 MiB from a file, or from standard input for `-`. A byte order mark is left out.
///
/// # Errors
/// Why it cannot be read, without its name.
pub fn read_text(file: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => stdin().take(MOST_BYTES + 1).read_to_end(&mut bytes),
        _ => File::open(file).and_then(|opened| opened.take(MOST_BYTES + 1).read_to_end(&mut bytes)),
    };
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("longer than {} KiB", MOST_BYTES >> 10));
    }
    let text =
        str::from_utf8(&bytes).map_err(|error| format!("not UTF-8 at offset {}", error.valid_up_to()))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_string())
}
