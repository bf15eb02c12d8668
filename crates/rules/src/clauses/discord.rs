//! What is said of two clauses that do not go together.

use std::fmt;

/// Two clauses that do not go together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discord {
    /// The clause that has no meaning, by its name in a rules file.
    pub clause: &'static str,
    /// Its value, as a file has it.
    pub value: String,
    /// The other clause, with its value or what it lacks.
    pub other: String,
    /// Why they do not go together.
    pub why: &'static str,
}

impl fmt::Display for Discord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Discord { clause, value, other, why } = self;
        write!(f, "{clause} = {value} does not go with {other}: {why}")
    }
}
