//! Why something was not counted.

use std::fmt;

use crate::Stopped;
use superko_rules::catalogue;

/// The largest number of situations that [`super::games`] can follow: one bit each in a `u128`.
pub const MOST_SITUATIONS: usize = u128::BITS as usize;

/// Why something was not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountError {
    /// Games may go on for ever under this ruleset, so that there is no number of them.
    Endless(&'static str),
    /// Every game ends under this ruleset, so that its positions are not valued all at once.
    Ends(&'static str),
    /// There are more situations than the bits of a set.
    TooManySituations,
    /// The number has more than 128 bits.
    Overflow,
    /// A limit was reached, or the user has interrupted the count.
    Stopped(Stopped),
}

impl From<Stopped> for CountError {
    fn from(stopped: Stopped) -> CountError {
        CountError::Stopped(stopped)
    }
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountError::Endless(ruleset) => {
                let ends = catalogue::ALL
                    .into_iter()
                    .filter(|entry| entry.properties(&entry.defaults()).always_ends);
                let names: Vec<&str> = ends.map(|entry| entry.id).collect();
                write!(
                    f,
                    "games under {ruleset} may go on for ever and cannot be counted, expected one of: {}",
                    names.join(", ")
                )
            }
            CountError::Ends(ruleset) => {
                let endless = catalogue::ALL
                    .into_iter()
                    .filter(|entry| !entry.properties(&entry.defaults()).always_ends);
                let names: Vec<&str> = endless.map(|entry| entry.id).collect();
                write!(
                    f,
                    "every game under {ruleset} ends, and its positions are not counted by their values, expected one of: {}",
                    names.join(", ")
                )
            }
            CountError::TooManySituations => write!(
                f,
                "games can come to more than {MOST_SITUATIONS} situations, expected a board of at most 5 \
                 intersections under psk and 4 under the other superkos"
            ),
            CountError::Overflow => write!(f, "there are more games than {}, expected fewer", u128::MAX),
            CountError::Stopped(stopped) => write!(f, "stopped by {stopped}"),
        }
    }
}

impl std::error::Error for CountError {}
