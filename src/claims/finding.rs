//! What a check found.

/// The result of one check.
#[derive(Debug)]
pub struct Finding {
    /// What was asked.
    pub asked: String,
    /// Whether it is as the claim says; `None` if the limit left it open.
    pub holds: Option<bool>,
    /// What was found, in one line.
    pub found: String,
    /// What shows it: diagrams, moves, what barred which.
    pub evidence: String,
}
