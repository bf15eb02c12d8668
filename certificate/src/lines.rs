//! Lines of words.

use std::io::{BufRead, Read as _};

use crate::refused::Refused;

/// The most bytes of a line.
pub const MOST_LINE: u64 = 1 << 16;

/// The most lines in a row without a word.
const MOST_EMPTY: u64 = 1 << 20;

/// The most characters of a file that an error quotes.
const MOST_QUOTED: usize = 80;

/// Lines of words.
pub struct Lines<R> {
    input: R,
    /// The number of the line in hand.
    pub number: u64,
    /// A line that has been looked at and not yet read.
    ahead: Option<Vec<String>>,
    /// Whether every line so far consists of its words with single spaces between them.
    pub plain: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a file.
    pub fn new(input: R) -> Lines<R> {
        Lines { input, number: 0, ahead: None, plain: true }
    }

    /// An error about the line in hand.
    pub fn fault(&self, what: impl Into<String>) -> Refused {
        Refused::wrong(format!("line {}", self.number), what)
    }

    /// The words of the next line that has any; none at the end of the file.
    pub fn words(&mut self) -> Result<Vec<String>, Refused> {
        if let Some(words) = self.ahead.take() {
            return Ok(words);
        }
        let mut line = Vec::new();
        for _ in 0..MOST_EMPTY {
            line.clear();
            self.number += 1;
            let read = self.input.by_ref().take(MOST_LINE + 1).read_until(b'\n', &mut line);
            let length = read.map_err(|error| Refused::input(format!("line {}", self.number), &error))?;
            let said = line.strip_suffix(b"\n").unwrap_or(&line);
            if said.len() as u64 > MOST_LINE {
                return Err(self.fault(format!("more than {MOST_LINE} bytes on a line")));
            }
            let text = std::str::from_utf8(said).map_err(|_| self.fault("not text"))?;
            let words = text.split('#').next().unwrap_or_default().split(' ').filter(|word| !word.is_empty());
            let words: Vec<String> = words.map(str::to_string).collect();
            self.plain = self.plain && words.join(" ") == text && !words.is_empty();
            if !words.is_empty() || length == 0 {
                return Ok(words);
            }
        }
        Err(self.fault(format!("{MOST_EMPTY} lines without a word, expected fewer in a row")))
    }

    /// The first word of the next line.
    pub fn peek(&mut self) -> Result<&str, Refused> {
        let words = self.words()?;
        let words = self.ahead.insert(words);
        Ok(words.first().map_or("", String::as_str))
    }

    /// The input behind the lines read so far.
    pub fn rest(self) -> R {
        self.input
    }
}

/// Quotes words of a file for an error: shortened, and with control characters escaped.
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}
