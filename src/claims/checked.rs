//! A check that was made.

use serde::{Deserialize, Serialize};

/// What was asked and what was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Checked {
    /// What was asked.
    pub asked: String,
    /// Whether it is as the claim says; `None` if the limit left it open.
    pub holds: Option<bool>,
    /// What was found, in one line; if it was left open, what was found by then.
    pub found: String,
    /// What shows it: diagrams, moves, what barred which.
    pub evidence: String,
    /// The nodes that it cost, of the search or of the analysis.
    pub nodes: u64,
}
