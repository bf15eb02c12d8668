//! What is said of a file that cannot be read.

use std::fmt;

use super::tree::{Node, Place};

/// Why a file, or what was chosen of it, cannot be read: what was wrong and what was expected, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SgfError {
    /// The place in the file, if the error lies in one.
    pub place: Option<Place>,
    pub(super) what: String,
}

/// More letters of a value are not quoted.
const MOST_QUOTED: usize = 40;

impl SgfError {
    /// An error at a place of the file.
    pub(super) fn at(place: Place, what: impl Into<String>) -> SgfError {
        SgfError { place: Some(place), what: what.into() }
    }

    /// An error in a property of a node.
    pub(super) fn of(node: &Node, name: &str, what: impl Into<String>) -> SgfError {
        SgfError::at(node.place_of(name), what)
    }

    /// An error that lies in no place.
    pub(super) fn new(what: impl Into<String>) -> SgfError {
        SgfError { place: None, what: what.into() }
    }
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(Place { line, column }) => write!(f, "line {line}, column {column}: {}", self.what),
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
