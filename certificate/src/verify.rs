//! From a file to a verdict: reads it step by step, has each checked, and says what all of it proves.

use super::check::Checker;
use super::conclusion::{Conclusions, conclude};
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
    pub proved: Conclusions,
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

impl Refused {
    /// A step that is not right.
    pub(crate) fn at(step: &Step, checker: &Checker, certificate: &Certificate, why: String) -> Refused {
        Refused { place: format!("{}, before {}", checker.name(step), certificate.place()), why }
    }
}

/// Checks a certificate from front to back. At most about `memory` bytes of lemmas are held at once, and as many
/// of theorems.
///
/// # Errors
/// The first step that is not right.
pub fn verify(input: impl std::io::Read + 'static, memory: usize) -> Result<Verified, Refused> {
    let mut certificate = Certificate::open(input, memory)?;
    let header = certificate.header;
    let mut checker = Checker::new(&header, memory);
    let (mut proved, mut held) = (Conclusions::new(), 0);
    loop {
        let step = certificate.step()?;
        checker.step(&step).map_err(|why| Refused::at(&step, &checker, &certificate, why))?;
        match step {
            Step::Theorem(theorem) => held += conclude(&mut proved, &header, &theorem),
            Step::End => break,
            _ => {}
        }
        if held > memory {
            let why = format!("theorems about states that take more than {memory} bytes");
            return Err(Refused { place: certificate.place(), why });
        }
    }
    if proved.is_empty() {
        return Err(Refused { place: "end".to_string(), why: "no theorem: this proves nothing".to_string() });
    }
    Ok(Verified { header, lemmas: checker.lemmas(), reads: checker.reads(), proved })
}
