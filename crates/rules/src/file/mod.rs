//! Rules files: a ruleset written down in TOML.
//!
//! | part | content |
//! |---|---|
//! | `name`, `title`, `document`, `summary`, `state` | how the ruleset is presented; all may be left out |
//! | `[clauses]` | the composition: see [`super::clauses`] |
//! | `[options]` | which clauses a user may choose, with their values, the default first; without it all that go together |
//! | `[aliases]` | other names, some of which choose options |
//! | `[[articles]]` | `number` and `says`: the articles of the document |
//! | `[[readings]]` | `option`, `text` and `forced-by`, or `same-as`: what the document leaves open, and how it is read |
//! | `[machine]` | only in the files of the catalogue: a state machine of its own, with the options for which it is used |
//!
//! The rulesets of the catalogue are such files (`documents/`), read once; files of users are read by [`read`]. What is
//! read stays in memory for the life of the program, as every ruleset does, and the same text is kept once.

mod clauses;
mod document;
mod source;
mod write;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::entry::Entry;
pub use source::{Fault, MOST_BYTES};
pub(crate) use source::{Source, nearest};
pub use write::like;

/// The files read so far, by their name and text.
static READ: Mutex<Option<HashMap<(String, String), &'static Entry>>> = Mutex::new(None);

/// Reads a rules file of a user. `name` is that of the file, for messages; the ruleset is called by it, without the ending,
/// if the file does not say how.
///
/// # Errors
/// [`Fault`]: the place in the file, what was wrong there and what was expected.
pub fn read(name: &str, bytes: &[u8]) -> Result<&'static Entry, Fault> {
    let source = Source::of(name, bytes)?;
    let key = (name.to_string(), source.text.to_string());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let read = read.get_or_insert_default();
    if let Some(entry) = read.get(&key) {
        return Ok(entry);
    }
    let entry: &'static Entry = Box::leak(Box::new(document::entry(&source, false)?));
    read.insert(key, entry);
    Ok(entry)
}

/// Reads a file of the catalogue.
///
/// # Panics
/// If it is wrong.
pub fn embedded(name: &'static str, text: &'static str) -> &'static Entry {
    let source = Source::of(name, text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}"));
    let entry = document::entry(&source, true).unwrap_or_else(|fault| panic!("{fault}"));
    Box::leak(Box::new(entry))
}
