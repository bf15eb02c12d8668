//! Rulesets by any name: ours, those of others, and KataGo's own terms.
//!
//! What each name means is data ([`crate::rules::names`]), the same for every way to ask. Only what is exactly a ruleset here is
//! taken; any other is refused with the reason, and never taken for the nearest.

pub use super::kata::Named;
use super::kata::{self, Bonus};
use crate::rules::catalogue;
use crate::rules::names;

/// Who says the name: KataGo and KGS mean rules of their own by some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaker {
    /// A user, or a record of a game.
    User,
    /// A controller that speaks as to KataGo (`kata-set-rules`).
    Kata,
    /// A server that speaks as KGS does (`kgs-rules`).
    Kgs,
}

/// The ruleset of a text: a name with options behind it as a command line has them (`psk --suicide allowed`), or KataGo's
/// terms (`koPOSITIONALscoreAREAtaxNONEsui1`, or JSON).
///
/// # Errors
/// What is wrong with it, or why there is no such ruleset here, in one line.
pub fn ruleset(text: &str, speaker: Speaker) -> Result<Named, String> {
    let text = text.trim();
    if let Some(terms) = kata::parse(text) {
        return kata::named(&terms?);
    }
    let known = names::named(text);
    match (speaker, known) {
        (Speaker::Kata, Some(names::Names { kata: Some(terms), .. })) => {
            let terms = kata::parse(terms).expect("the list has KataGo's terms")?;
            return kata::named(&terms).map_err(|why| format!("{text}: {why}"));
        }
        (Speaker::Kgs, Some(names::Names { kgs: Some(rules), kgs_bonus, .. })) => {
            let (entry, options) = catalogue::parse(rules).map_err(|error| error.to_string())?;
            return Ok((entry, options, kgs_bonus.map_or(Bonus::Nothing, Bonus::named)));
        }
        _ => {}
    }
    let (entry, options) = catalogue::parse(text).map_err(|error| match error {
        catalogue::ParseError::Ruleset(unknown) => unknown.why(),
        error => error.to_string(),
    })?;
    Ok((entry, options, Bonus::Nothing))
}
