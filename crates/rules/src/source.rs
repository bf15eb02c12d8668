//! The text of a rules file, and the places in it.

use std::fmt;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The longest rules file, in bytes.
pub const MAX_BYTES: usize = 64 << 10;

/// Error in a rules file, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
    /// The error, and what was expected.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.what)
    }
}

impl std::error::Error for Fault {}

/// The most characters of a file that a message quotes.
const MAX_QUOTED: usize = 40;

/// A text that stays in memory for the life of the program, as the rulesets do.
pub fn leak(text: &str) -> &'static str {
    Box::leak(text.to_string().into_boxed_str())
}

/// The value of a key of a table.
pub fn get<'v, 'a>(table: &'v DeTable<'a>, name: &str) -> Option<&'v Value<'a>> {
    table.iter().find(|(key, _)| key.get_ref() == name).map(|(_, value)| value)
}

/// The text of a file, with its name.
pub struct Source<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

/// A value with its place.
pub type Value<'a> = Spanned<DeValue<'a>>;

impl<'a> Source<'a> {
    pub fn of(name: &'a str, bytes: &'a [u8]) -> Result<Source<'a>, Fault> {
        let start = |what: String| Fault { file: name.to_string(), line: 1, column: 1, what };
        if bytes.len() > MAX_BYTES {
            return Err(start(format!(
                "the file is longer than {MAX_BYTES} bytes, which no rules file needs"
            )));
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(Source { name, text: text.strip_prefix('\u{feff}').unwrap_or(text) }),
            Err(error) => {
                let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned();
                let source = Source { name, text: &before };
                let byte = bytes[error.valid_up_to()];
                Err(source.fault(
                    before.len()..before.len(),
                    format!("the byte {byte:#04x} is not UTF-8, expected a text file in UTF-8"),
                ))
            }
        }
    }

    /// An error at a place of the text.
    pub fn fault(&self, place: Range<usize>, what: impl Into<String>) -> Fault {
        let mut start = place.start.min(self.text.len());
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &self.text[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Fault {
            file: self.name.to_string(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            what: what.into(),
        }
    }

    /// The table of the whole file.
    pub fn table(&self) -> Result<DeTable<'a>, Fault> {
        let table = DeTable::parse(self.text).map_err(|error| {
            let lines: Vec<&str> = error.message().lines().map(str::trim).collect();
            self.fault(error.span().unwrap_or(0..0), lines.join(", "))
        })?;
        Ok(table.into_inner())
    }

    /// A word or text.
    pub fn string<'v>(&self, name: &str, value: &'v Value<'_>) -> Result<&'v str, Fault> {
        value.get_ref().as_str().ok_or_else(|| self.mismatch(name, value, "a text in quotation marks"))
    }

    /// A whole number of from `min` to `max`.
    pub fn number(&self, name: &str, value: &Value<'_>, min: u32, max: u32) -> Result<u32, Fault> {
        let expected = format!("a whole number from {min} to {max}");
        let number = value.get_ref().as_integer().ok_or_else(|| self.mismatch(name, value, &expected))?;
        let read = u32::from_str_radix(number.as_str(), number.radix()).ok();
        let read = read.filter(|number| (min..=max).contains(number));
        read.ok_or_else(|| self.mismatch(name, value, &expected))
    }

    /// A truth value.
    pub fn boolean(&self, name: &str, value: &Value<'_>) -> Result<bool, Fault> {
        value.get_ref().as_bool().ok_or_else(|| self.mismatch(name, value, "true or false"))
    }

    /// A list of texts, each with its place.
    pub fn strings<'v>(
        &self,
        name: &str,
        value: &'v Value<'_>,
    ) -> Result<Vec<(&'v str, Range<usize>)>, Fault> {
        let list =
            value.get_ref().as_array().ok_or_else(|| self.mismatch(name, value, "a list of texts in [ ]"))?;
        list.iter().map(|item| Ok((self.string(name, item)?, item.span()))).collect()
    }

    /// The entries of a table.
    pub fn entries<'v>(&self, name: &str, value: &'v Value<'a>) -> Result<&'v DeTable<'a>, Fault> {
        value.get_ref().as_table().ok_or_else(|| self.mismatch(name, value, &format!("a table, [{name}]")))
    }

    /// The tables of a list of tables.
    pub fn tables<'v>(
        &self,
        name: &str,
        value: &'v Value<'a>,
    ) -> Result<Vec<(&'v DeTable<'a>, Range<usize>)>, Fault> {
        let expected = format!("tables, [[{name}]]");
        let list = value.get_ref().as_array().ok_or_else(|| self.mismatch(name, value, &expected))?;
        let table = |item: &'v Value<'a>| {
            let table = item.get_ref().as_table().ok_or_else(|| self.mismatch(name, item, &expected))?;
            Ok((table, item.span()))
        };
        list.iter().map(table).collect()
    }

    /// A value that is not what was expected.
    pub fn mismatch(&self, name: &str, value: &Value<'_>, expected: &str) -> Fault {
        let found = &self.text[value.span()];
        let cut = found.char_indices().nth(MAX_QUOTED).map_or(found.len(), |(end, _)| end);
        let dots = if cut < found.len() { "..." } else { "" };
        let found = found[..cut].escape_debug().to_string().replace("\\\"", "\"");
        self.fault(value.span(), format!("{name} = {found}{dots}: expected {expected}"))
    }

    /// The error of a key that a table does not have.
    pub fn unknown(&self, what: &str, key: &str, place: Range<usize>, known: &[&str]) -> Fault {
        let cut: String = key.chars().take(MAX_QUOTED).collect();
        let nearest = nearest(key, known).map_or(String::new(), |near| format!("did you mean {near}? "));
        let known = known.join(", ");
        self.fault(place, format!("{what} {cut:?} is not known, {nearest}expected one of: {known}"))
    }

    /// Checks that a table has no other keys than these.
    pub fn check_keys(&self, table: &DeTable<'_>, what: &str, known: &[&str]) -> Result<(), Fault> {
        match table.iter().find(|(key, _)| !known.contains(&key.get_ref().as_ref())) {
            Some((key, _)) => Err(self.unknown(what, key.get_ref(), key.span(), known)),
            None => Ok(()),
        }
    }
}

/// The known word that a typing error may have meant: it differs by a letter or two.
pub fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let word: Vec<char> = word.chars().take(MAX_QUOTED).collect();
    let found = known.iter().map(|name| (distance(&word, name), *name)).min()?;
    (found.0 <= 2 && found.0 < word.len()).then_some(found.1)
}

/// The number of letters to insert, to leave out, to replace or to exchange with the next one (the
/// distance of optimal string alignment).
fn distance(word: &[char], name: &str) -> usize {
    let name: Vec<char> = name.chars().collect();
    let mut rows: [Vec<usize>; 3] = [Vec::new(), Vec::new(), (0..=word.len()).collect()];
    for (line, letter) in name.iter().enumerate() {
        rows.rotate_left(1);
        let [before, last, row] = &mut rows;
        row.clear();
        row.push(line + 1);
        for (place, other) in word.iter().enumerate() {
            let replaced = last[place] + usize::from(other != letter);
            let mut least = replaced.min(last[place + 1] + 1).min(row[place] + 1);
            if line > 0 && place > 0 && name[line - 1] == *other && word[place - 1] == *letter {
                least = least.min(before[place - 1] + 1);
            }
            row.push(least);
        }
    }
    rows[2][word.len()]
}
