//! What is said of two clauses that do not go together.

use std::fmt;

/// Two clauses that do not go together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discord {
    /// The clause that has no meaning, by its name in a rules file.
    pub clause: &'static str,
    /// The same with its value, or the word of its list that is meant.
    pub one: String,
    /// The other clause with its value, the other word, or what is lacking.
    pub other: String,
    /// Why they do not go together.
    pub why: &'static str,
}

impl fmt::Display for Discord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Discord { one, other, why, .. } = self;
        write!(f, "{one} does not go with {other}: {why}")
    }
}
