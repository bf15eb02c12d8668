//! From a file to a verdict: reads it step by step, has each checked, and says what all of it proves.

use std::collections::BTreeMap;

use super::check::Checker;
use super::conclusion::{Proved, conclusions};
use super::file::Certificate;
use super::format::{Header, Malformed, Step};

/// A certificate that is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The game.
    pub header: Header,
    /// The number of lemmas.
    pub lemmas: u64,
    /// The number of their reads.
    pub reads: u64,
    /// What is proved, by state: position, mover, moves made.
    pub proved: BTreeMap<String, Proved>,
}

/// Why a certificate proves nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The step, or the place in the file.
    pub place: String,
    /// What was found and what was expected.
    pub why: String,
}

impl From<Malformed> for Refused {
    fn from(malformed: Malformed) -> Refused {
        Refused { place: malformed.place, why: malformed.what }
    }
}

/// Checks a certificate from front to back. At most about `memory` bytes of lemmas are held at once.
///
/// # Errors
/// The first step that is not right.
pub fn verify(input: impl std::io::Read + 'static, memory: usize) -> Result<Verified, Refused> {
    let mut certificate = Certificate::open(input)?;
    let header = certificate.header;
    let mut checker = Checker::new(&header, memory);
    let mut theorems = Vec::new();
    loop {
        let step = certificate.step()?;
        checker.step(&step).map_err(|why| Refused { place: place(&step, &checker, &certificate), why })?;
        match step {
            Step::Theorem(theorem) => theorems.push(theorem),
            Step::End => break,
            _ => {}
        }
    }
    if theorems.is_empty() {
        return Err(Refused { place: "end".to_string(), why: "no theorem: this proves nothing".to_string() });
    }
    let proved = conclusions(&header, theorems.iter());
    Ok(Verified { header, lemmas: checker.lemmas, reads: checker.reads, proved })
}

/// The place of a step that is not right.
pub fn place(step: &Step, checker: &Checker, certificate: &Certificate) -> String {
    let what = match step {
        Step::Lemma(..) | Step::Member(_) => format!("lemma {}", checker.lemmas + 1),
        Step::Proof(_) => format!("proof {}", checker.lemmas - checker.unproved.len() as u64),
        Step::Closed(_) => "closed set".to_string(),
        Step::Theorem(_) => "theorem".to_string(),
        Step::End => "end".to_string(),
    };
    format!("{what}, before {}", certificate.place())
}
