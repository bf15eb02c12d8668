//! From a file to a verdict. Every step is read and checked in turn, and the theorems are put
//! together.

use std::{fmt, io};

use crate::check::Checker;
use crate::conclusion::{Conclusions, conclude};
use crate::file::Certificate;
use crate::format::{Header, Step};
use crate::refused::Refused;
use crate::text::{details, game};

/// The most states whose values are listed one by one. Of more only their number is reported.
const FEW_STATES: usize = 8;

/// A certificate that is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The game.
    pub header: Header,
    /// The number of lemmas.
    pub lemmas: u64,
    /// The number of their reads.
    pub reads: u64,
    /// What is proved of each state. A state is named by its position, mover and the moves made, as
    /// in a theorem.
    pub proved: Conclusions,
}

impl Verified {
    /// The lines that begin with `c`: size, and what is proved of few states.
    pub fn comments(&self) -> String {
        let Verified { header, lemmas, reads, proved } = self;
        let mut text = format!("c {}, {lemmas} lemmas, {reads} reads\n", game(header));
        text.extend(details(header).into_iter().map(|line| format!("c {line}\n")));
        if proved.len() <= FEW_STATES {
            for (state, proved) in proved {
                text += &format!("c {state}: {}\n", proved.in_words());
            }
        }
        text
    }

    /// All that is proved, on one line without a line feed.
    pub fn summary(&self) -> String {
        let game = game(&self.header);
        match self.proved.values().next() {
            Some(proved) if self.proved.len() == 1 => format!("{game}: {}", proved.in_words()),
            _ => {
                let valued = self.proved.values().filter(|proved| proved.value().is_some()).count();
                format!("{game}: {valued} values, {} states", self.proved.len())
            }
        }
    }
}

/// The comments, then the verdict.
impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s VERIFIED {}", self.comments(), self.summary())
    }
}

/// Checks a certificate from front to back. At most about `memory` bytes of lemmas are held at
/// once, and as many of theorems. The time is in proportion to the reads of all lemmas that are
/// referred to.
///
/// # Errors
/// What is wrong with the first step that is malformed or not right, or that the input could not be
/// read.
pub fn verify(input: impl io::Read + 'static, memory: usize) -> Result<Verified, Refused> {
    verify_steps(Certificate::open(input, memory)?, memory)
}

/// The same of a certificate whose header is read.
pub(crate) fn verify_steps(mut certificate: Certificate, memory: usize) -> Result<Verified, Refused> {
    let header = certificate.header.clone();
    let mut checker = Checker::new(&header, memory);
    let (mut proved, mut held) = (Conclusions::new(), 0);
    loop {
        match certificate.checked_step(&mut checker)? {
            Step::Theorem(theorem) => held += conclude(&mut proved, &header, &theorem),
            Step::End => break,
            _ => {}
        }
        if held > memory {
            let why = format!("theorems about states that take more than {memory} bytes");
            return Err(Refused::wrong(certificate.place(), why));
        }
    }
    if proved.is_empty() {
        return Err(Refused::wrong("end", "no theorem: this proves nothing"));
    }
    Ok(Verified { header, lemmas: checker.lemmas(), reads: checker.reads(), proved })
}
