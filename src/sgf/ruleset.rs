//! The ruleset that `RU` names.
//!
//! A name of ours is read with its options, as it is written. Of the names that others use only those are read that mean
//! exactly a ruleset of ours; any other is refused and never taken for the nearest.

use crate::rules::axes::Options;
use crate::rules::catalogue;
use crate::rules::entry::Entry;

/// Names that others use, without capitals and all but letters, with the ruleset that each is.
const SAME: [(&str, &str); 4] = [
    // Tromp and Taylor: positional superko, suicide, area, an end by two passes.
    ("tromptaylor", "psk --suicide allowed"),
    ("tt", "psk --suicide allowed"),
    // New Zealand: situational superko, suicide, area. Two of the names are those of the specification and of KGS.
    ("nz", "ssk --suicide allowed"),
    ("newzealand", "ssk --suicide allowed"),
];

/// Names that are often met and are no ruleset of ours, with why.
const OTHERS: [(&str, &str); 8] = [
    ("aga", "a pass costs a stone there"),
    ("bga", "a pass costs a stone there"),
    ("chinese", "what it says of repetition is read in several ways"),
    ("goe", "its ko rule is another"),
    ("ing", "its ko rule is another"),
    ("japanese", "its score depends on what the players agree on"),
    ("jp", "its score depends on what the players agree on"),
    ("korean", "its score depends on what the players agree on"),
];

/// The ruleset of a text of `RU`, with its options.
///
/// # Errors
/// Why there is none that is exactly this, in one line.
pub fn ruleset(text: &str) -> Result<(&'static Entry, Options), String> {
    let small = text.to_lowercase();
    let ours =
        small.split_whitespace().next().filter(|id| catalogue::ALL.iter().any(|entry| entry.id == *id));
    if ours.is_some() {
        return catalogue::parse(&small).map_err(|error| error.to_string());
    }
    let letters: String = small.chars().filter(char::is_ascii_alphanumeric).collect();
    if let Some((_, same)) = SAME.iter().find(|(name, _)| *name == letters) {
        return Ok(catalogue::parse(same).expect("the names of others mean rulesets of the catalogue"));
    }
    let why = OTHERS
        .iter()
        .find(|(name, _)| *name == letters)
        .map_or(String::new(), |(_, why)| format!(" ({why})"));
    Err(format!("no ruleset is exactly this{why}, expected one that solve rules lists, by --rules"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::display::rules_text;

    #[test]
    fn every_ruleset_with_any_options_is_read_as_it_is_written() {
        for entry in *catalogue::ALL {
            for options in entry.combinations() {
                let written = rules_text(entry, &options);
                let (read, with) = ruleset(&written).unwrap();
                assert_eq!((read.id, with), (entry.id, options), "{written}");
            }
        }
    }

    #[test]
    fn names_of_others_are_read_where_they_are_exactly_a_ruleset_of_ours() {
        for (text, expected) in [
            ("Tromp-Taylor", "psk --suicide allowed"),
            ("NZ", "ssk --suicide allowed"),
            ("New Zealand", "ssk --suicide allowed"),
            ("PSK", "psk"),
        ] {
            let (entry, options) = ruleset(text).unwrap();
            assert_eq!(rules_text(entry, &options), expected, "{text}");
        }
        for text in ["AGA", "Japanese", "Chinese", "GOE", "Korean", "", "ko", "kee", "situational", "--lift"]
        {
            let said = ruleset(text).unwrap_err();
            assert!(
                said.contains("no ruleset is exactly this") && said.contains("--rules"),
                "{text}: {said}"
            );
        }
        assert!(ruleset("kee2009 --lift never").unwrap_err().contains("--lift \"never\": expected"));
    }
}
