//! By what a result is backed, as the manifest tells it: a certificate in the folder, one that is made again by
//! a command, or nothing but the search.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What there is to check a result with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Backing {
    /// A certificate in the folder.
    Certificate {
        /// Its path.
        path: String,
        /// What it proves.
        proves: Proves,
        /// The number of its lemmas.
        lemmas: u64,
    },
    /// A certificate that is too large for the folder.
    Remade {
        /// What it proves.
        proves: Proves,
        /// The number of its lemmas.
        lemmas: u64,
        /// The size of its file.
        bytes: usize,
        /// The sum of its file.
        sha256: String,
        /// The command that makes the file again.
        command: String,
    },
    /// None: it can be solved again, or be believed.
    Search,
}

/// What a certificate proves of a table or of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Proves {
    /// The value of the start.
    #[serde(rename = "value")]
    Value,
    /// The value of the start, and that of every first move.
    #[serde(rename = "value and first moves")]
    FirstMoves,
    /// The value of every row of a column, Black to move.
    #[serde(rename = "every row")]
    EveryRow,
}

impl Backing {
    /// The lemmas, the bytes if they are not those of a file in the folder, and what they prove.
    pub fn certificate(&self) -> Option<(u64, Option<usize>, Proves)> {
        match self {
            Backing::Certificate { lemmas, proves, .. } => Some((*lemmas, None, *proves)),
            Backing::Remade { lemmas, bytes, proves, .. } => Some((*lemmas, Some(*bytes), *proves)),
            Backing::Search => None,
        }
    }
}

/// By what each table and column is backed; by the path that its certificate has or would have.
pub type Backings = BTreeMap<String, Backing>;
