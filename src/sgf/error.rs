//! What is said of a file that cannot be read.

use std::fmt;

/// Why a file, or what was chosen of it, cannot be read: what was wrong and what was expected, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SgfError {
    /// The line of the file, from 1, if the error lies in one.
    pub line: Option<usize>,
    pub(super) what: String,
}

/// More letters of a value are not quoted.
const MOST_QUOTED: usize = 40;

impl SgfError {
    /// An error in a line of the file.
    pub(super) fn at(line: usize, what: impl Into<String>) -> SgfError {
        SgfError { line: Some(line), what: what.into() }
    }

    /// An error that lies in no line.
    pub(super) fn new(what: impl Into<String>) -> SgfError {
        SgfError { line: None, what: what.into() }
    }
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for SgfError {}

/// A property with one value as a file writes it, such as `B[aa]`, shortened and without characters that cannot be seen.
pub(super) fn quoted(name: &str, value: &str) -> String {
    let shown: String = value.chars().take(MOST_QUOTED).collect();
    let rest = if shown.len() < value.len() { "…" } else { "" };
    format!("{name}[{}{rest}]", shown.escape_debug())
}
