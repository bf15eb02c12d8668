//! Why a certificate is not verified, or not shown to its end.

use std::{fmt, io};

/// What kind of file was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// The input could not be read.
    Unreadable,
    /// The first line is not that of a certificate.
    NoCertificate,
    /// The certificate is malformed, or a step of it is not right.
    Wrong,
}

/// Why a file is not verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The kind of file.
    pub cause: Cause,
    /// The step, or the place in the file.
    pub place: String,
    /// What was found and what was expected.
    pub why: String,
}

impl Refused {
    /// A certificate that is malformed, or a step that is not right.
    pub(crate) fn wrong(place: impl Into<String>, why: impl Into<String>) -> Refused {
        Refused { cause: Cause::Wrong, place: place.into(), why: why.into() }
    }

    /// An error of the input. Damaged gzip data make a malformed file; all other errors say nothing
    /// about the file.
    pub(crate) fn input(place: impl Into<String>, error: &io::Error) -> Refused {
        use io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
        let is_damaged = matches!(error.kind(), InvalidData | InvalidInput | UnexpectedEof);
        let cause = if is_damaged { Cause::Wrong } else { Cause::Unreadable };
        Refused { cause, ..Refused::wrong(place, error.to_string()) }
    }

    /// The same in the first line, before the file is known to be a certificate.
    pub(crate) fn in_title(self) -> Refused {
        let cause = if self.cause == Cause::Wrong { Cause::NoCertificate } else { self.cause };
        Refused { cause, ..self }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Refused { cause, place, why } = self;
        match cause {
            Cause::Unreadable => f.write_str(why),
            Cause::NoCertificate => write!(f, "not a certificate: {place}: {why}"),
            Cause::Wrong => write!(f, "{place}: {why}"),
        }
    }
}

impl std::error::Error for Refused {}

/// Why a certificate could not be rendered to its end.
pub enum Unrendered {
    /// It could not be read, or is not right from here on.
    Refused(Refused),
    /// The text could not be written.
    Output(io::Error),
}

impl From<io::Error> for Unrendered {
    fn from(error: io::Error) -> Unrendered {
        Unrendered::Output(error)
    }
}

impl From<Refused> for Unrendered {
    fn from(refused: Refused) -> Unrendered {
        Unrendered::Refused(refused)
    }
}
