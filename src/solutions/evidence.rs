//! What there is to check a result with: a certificate in the folder, one that a command makes again, or nothing but
//! the search.

use serde::{Deserialize, Serialize};

use super::plan::{LARGE, LARGEST};
use super::task::Task;

/// The largest certificate that is stored in the folder, in bytes. Of a larger one the manifest has the sum.
pub const MOST_BYTES: usize = 64 << 10;

/// The same for the largest boards. They are solved with the default of every option alone, so there are few of them, and
/// no other values are disputed as much.
pub const MOST_BYTES_OF_LARGE: usize = 3 << 19;

/// The largest certificate of a task that is stored in the folder, in bytes.
pub fn most_bytes(task: &Task) -> usize {
    let large = LARGE.iter().chain(&LARGEST).any(|board| *board == task.board_name());
    if large { MOST_BYTES_OF_LARGE } else { MOST_BYTES }
}

/// What there is to check a result with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Evidence {
    /// A certificate in the folder.
    Certificate {
        /// Its path.
        path: String,
        /// What it proves.
        proves: Proves,
        /// The number of its lemmas, or of the states of a bounded one.
        lemmas: u64,
    },
    /// A certificate that is too large for the folder.
    Remade {
        /// What it proves.
        proves: Proves,
        /// The number of its lemmas, or of the states of a bounded one.
        lemmas: u64,
        /// The size of its file.
        bytes: usize,
        /// The sum of its file.
        sha256: String,
        /// The command that makes the file again.
        command: String,
    },
    /// None: the result can be solved again.
    Search,
}

/// What a certificate proves of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    /// What each player can secure.
    #[serde(rename = "every player")]
    EveryPlayer,
    /// A bound on the value of the start, by a proof that needs no past, and under which rulesets it follows.
    #[serde(rename = "bound")]
    Bound,
}

impl Proves {
    /// What is still to be proved where a certificate of all of it is too large, if there is something less.
    pub fn less(self) -> Option<Proves> {
        (self == Proves::FirstMoves).then_some(Proves::Value)
    }

    /// The options of `solve prove` that ask for it, each with a space before it.
    pub fn arguments(self) -> &'static str {
        match self {
            Proves::Value => "",
            Proves::FirstMoves => " --move-values",
            Proves::EveryRow => " --every-position",
            Proves::EveryPlayer => " --every-player",
            Proves::Bound => " --bounded",
        }
    }
}

impl Evidence {
    /// What its certificate proves, if there is one.
    pub fn proves(&self) -> Option<Proves> {
        match self {
            Evidence::Certificate { proves, .. } | Evidence::Remade { proves, .. } => Some(*proves),
            Evidence::Search => None,
        }
    }
}

/// Evidence, with the certificate if that is stored in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
    /// The evidence.
    pub evidence: Evidence,
    /// The bytes of the certificate.
    pub certificate: Option<Vec<u8>>,
}

impl Made {
    /// No certificate.
    pub const SEARCH: Made = Made { evidence: Evidence::Search, certificate: None };
}
