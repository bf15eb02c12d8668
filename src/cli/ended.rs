//! How a run ends, and with which exit status.

use std::process::ExitCode;

use super::signals;
use crate::solve::Stopped;

/// How a run ended, unless by bad input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    AsAsked,
    Differs,
    AtALimit,
    Interrupted,
    /// What was to be kept could not be written, as was said on standard error.
    Unwritten,
}

impl From<Ended> for ExitCode {
    fn from(ended: Ended) -> ExitCode {
        ExitCode::from(match ended {
            Ended::AsAsked => 0,
            Ended::Differs => 1,
            Ended::Unwritten => 2,
            Ended::AtALimit => 3,
            Ended::Interrupted => signals::status(),
        })
    }
}

impl From<Option<Stopped>> for Ended {
    fn from(stopped: Option<Stopped>) -> Ended {
        match stopped {
            None => Ended::AsAsked,
            Some(Stopped::Interrupted) => Ended::Interrupted,
            Some(_) => Ended::AtALimit,
        }
    }
}

/// Bad input, or output that could not be written: what was wrong and what was expected.
pub struct BadInput(pub String);

impl<E: std::error::Error> From<E> for BadInput {
    fn from(error: E) -> BadInput {
        BadInput(error.to_string())
    }
}
