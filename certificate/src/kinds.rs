//! Certificates of either kind: of lemmas, and bounded ones. The first line of a file tells which
//! it is.

use std::fmt;
use std::io::{Read, Write};

use crate::bounded;
use crate::file::{Certificate, title};
use crate::format::Header;
use crate::refused::{Refused, Unrendered};
use crate::render::render_steps;
use crate::verify::{self, verify_steps};

/// A certificate that is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verified {
    /// One of lemmas.
    Lemmas(verify::Verified),
    /// A bounded one.
    Bounded(bounded::Verified),
}

impl Verified {
    /// The board and the rules.
    pub fn header(&self) -> &Header {
        match self {
            Verified::Lemmas(verified) => &verified.header,
            Verified::Bounded(verified) => &verified.bounded.header,
        }
    }

    /// Lines that begin with `c`.
    pub fn comments(&self) -> String {
        match self {
            Verified::Lemmas(verified) => verified.comments(),
            Verified::Bounded(verified) => verified.comments(),
        }
    }

    /// What is proved, on one line without a line feed.
    pub fn summary(&self) -> String {
        match self {
            Verified::Lemmas(verified) => verified.summary(),
            Verified::Bounded(verified) => verified.summary(),
        }
    }
}

/// The comments, then the verdict.
impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s VERIFIED {}", self.comments(), self.summary())
    }
}

/// Tests whether a file begins as a certificate of either kind.
///
/// # Errors
/// What is wrong with the first lines.
pub fn open(input: impl Read + 'static, memory: usize) -> Result<(), Refused> {
    let (title, lines) = title(input)?;
    if title == bounded::TITLE { Ok(()) } else { Certificate::titled(&title, lines, memory).map(|_| ()) }
}

/// Checks a certificate from front to back. At most about `memory` bytes of lemmas, of theorems or
/// of states are held at once.
///
/// # Errors
/// Why it is not verified.
pub fn verify(input: impl Read + 'static, memory: usize) -> Result<Verified, Refused> {
    let (title, lines) = title(input)?;
    if title == bounded::TITLE {
        return bounded::verify(lines, memory).map(Verified::Bounded);
    }
    verify_steps(Certificate::titled(&title, lines, memory)?, memory).map(Verified::Lemmas)
}

/// Writes the text of a certificate, for people, as far as it is right.
///
/// # Errors
/// [`Unrendered`].
pub fn show(input: impl Read + 'static, output: impl Write, memory: usize) -> Result<(), Unrendered> {
    let (title, lines) = title(input)?;
    if title == bounded::TITLE {
        return bounded::show(lines, output, memory);
    }
    render_steps(Certificate::titled(&title, lines, memory)?, output, memory)
}
