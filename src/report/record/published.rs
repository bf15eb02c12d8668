//! What is published of a start, and what there is to check it with.

use serde::{Deserialize, Serialize};

use super::answer::Bounds;
use crate::go::Player;
use crate::solve::Value;

/// What is published of the value of a start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Published {
    /// The value; `null` if bounds alone are published.
    pub value: Option<Value>,
    /// The bounds.
    pub bounds: Bounds,
    /// What there is to check this with: one backing, or one for each bound.
    pub backing: Vec<Backing>,
}

/// What there is to check a published value or bound with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Backing {
    /// A certificate in the repository.
    Certificate {
        /// Its path.
        path: String,
        /// Its SHA-256 sum.
        sha256: String,
        /// The command that made it.
        command: String,
    },
    /// A certificate that is too large for the repository.
    Remade {
        /// Its SHA-256 sum.
        sha256: String,
        /// The command that makes it again.
        command: String,
    },
    /// The search alone.
    Search {
        /// The command that repeats it.
        command: String,
    },
}

/// A line of `published.jsonl`: a start, what is published of its value, and the backing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PublishedStart {
    /// The board. It is the first field, so that the lines of a board are found without reading the others.
    pub board: String,
    /// The position, row by row.
    pub start: String,
    /// Who moves first.
    pub to_move: Player,
    /// The ruleset with its options, as a command line has them.
    pub rules: String,
    /// Black can reach this.
    pub low: Value,
    /// White can hold him to this: the value, if it is the same.
    pub high: Value,
    /// What there is to check it with.
    pub backing: Backing,
}
