//! Where positions come from, and what a verdict rests on.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Where a position comes from, the firmest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// The document gives it: in words that leave no choice, or as a diagram that survived.
    #[default]
    Given,
    /// It is the only one that fits what the text says, of all that were enumerated. The claim that is judged on it was
    /// not among the constraints.
    Rebuilt,
    /// It is one of several that fit what the text says.
    OneOf,
    /// It was made to show the mechanism that the text describes.
    Surrogate,
}

impl Origin {
    /// All origins, the firmest first.
    pub const ALL: [Origin; 4] = [Origin::Given, Origin::Rebuilt, Origin::OneOf, Origin::Surrogate];
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Given => "given",
            Origin::Rebuilt => "rebuilt",
            Origin::OneOf => "one of several",
            Origin::Surrogate => "surrogate",
        })
    }
}

/// What a verdict rests on: the least firm of the positions on which it was found.
///
/// A claim that is judged on no position, or on empty boards alone, has the basis [`Origin::Given`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Basis {
    /// The origin of that position.
    pub origin: Origin,
    /// How many positions fit the text, if it is [`Origin::OneOf`] several; else 0.
    pub fit: u64,
}

impl fmt::Display for Basis {
    /// What stands behind a verdict in parentheses: `rebuilt`, `one of 38`; nothing for what is given.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.origin {
            Origin::Given => Ok(()),
            Origin::OneOf => write!(f, "one of {}", self.fit),
            Origin::Rebuilt | Origin::Surrogate => self.origin.fmt(f),
        }
    }
}
