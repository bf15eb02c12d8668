//! The catalogue: the list of all rulesets, and how users name them.

use std::fmt;
use std::sync::LazyLock;

use crate::axes::{Axis, OptionError, Options};
use crate::entry::Entry;
use crate::file::embedded;
use crate::names::{self, Names, letters};

/// The rules files of the catalogue, in its order.
macro_rules! documents {
    ($($name:literal)+) => {
        [$(embedded(concat!($name, ".toml"), include_str!(concat!("documents/", $name, ".toml")))),+]
    };
}

/// Every ruleset.
pub static ALL: LazyLock<[&'static Entry; 13]> = LazyLock::new(|| {
    documents! {
        "simple-ko" "psk" "ssk" "nssk" "spight" "kee2009" "kee2020" "jann" "nieminen" "kee2007" "kee2020-march"
        "spight2" "katago-simple"
    }
});

/// Error: a name that no ruleset has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownRuleset(String);

impl UnknownRuleset {
    /// The reason, without the name: why no ruleset is exactly what others call so, or the name that a typing error may
    /// have meant.
    pub fn why(&self) -> String {
        if let Some(Names { why: Some(why), nearest: Some(nearest), .. }) = names::named(&self.0) {
            return format!("no ruleset is exactly this ({why}), the nearest is {nearest}");
        }
        match names::meant(&self.0, names()) {
            Some(meant) => {
                format!("no ruleset has this name, did you mean {meant}? (solve rules lists all)")
            }
            None => "no ruleset has this name, expected one that solve rules lists, such as psk or kee2020"
                .to_string(),
        }
    }
}

impl fmt::Display for UnknownRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ruleset {:?}: {}", self.0, self.why())
    }
}

impl std::error::Error for UnknownRuleset {}

/// Every name that [`find`] knows.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter()
        .flat_map(|entry| std::iter::once(entry.id).chain(entry.presets.iter().map(|preset| preset.name)))
}

/// The ruleset of a name or title, with the options that the name chooses. Capitals, blanks and hyphens make no difference.
///
/// # Errors
/// [`UnknownRuleset`] has the nearest name.
pub fn find(name: &str) -> Result<(&'static Entry, Options), UnknownRuleset> {
    let wanted = letters(name);
    for entry in *ALL {
        let sets = match entry.presets.iter().find(|preset| letters(preset.name) == wanted) {
            Some(preset) => preset.sets,
            None if [entry.id, entry.title].iter().any(|own| letters(own) == wanted) => &[],
            None => continue,
        };
        let mut options = entry.defaults();
        for (axis, value) in sets {
            entry.set(&mut options, *axis, value).expect("presets choose values that the ruleset has");
        }
        return Ok((entry, options));
    }
    Err(UnknownRuleset(name.to_string()))
}

/// A ruleset with options as a command line has them: `kee2009 --lift produced`.
///
/// # Errors
/// One line that names what was wrong and what was expected.
pub fn parse(text: &str) -> Result<(&'static Entry, Options), ParseError> {
    let (name, flags) = text.split_at(text.find("--").unwrap_or(text.len()));
    let (entry, preset) = find(name).map_err(ParseError::Ruleset)?;
    Ok((entry, with_flags(entry, preset, flags)?))
}

/// Options of a ruleset with some set as a command line has them: `--lift produced --suicide allowed`.
///
/// # Errors
/// One line that names what was wrong and what was expected.
pub fn with_flags(entry: &Entry, mut options: Options, flags: &str) -> Result<Options, ParseError> {
    let mut words = flags.split_whitespace();
    while let Some(flag) = words.next() {
        let axis = flag.strip_prefix("--").and_then(Axis::named);
        let axis = axis.ok_or_else(|| ParseError::Flag(flag.to_string()))?;
        entry.set(&mut options, axis, words.next().unwrap_or_default()).map_err(ParseError::Option)?;
    }
    entry.check(&options).map_err(ParseError::Option)?;
    Ok(options)
}

/// Error in the text of a ruleset with options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParseError {
    /// The ruleset is unknown.
    Ruleset(UnknownRuleset),
    /// The ruleset does not have this option or value.
    Option(OptionError),
    /// The option is unknown.
    Flag(String),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::Ruleset(error) => write!(f, "{error}"),
            ParseError::Option(error) => write!(f, "{error}"),
            ParseError::Flag(flag) => {
                let names = Axis::ALL.map(|axis| format!("--{}", axis.name()));
                write!(f, "option {flag:?}: expected one of: {}", names.join(", "))
            }
        }
    }
}

impl std::error::Error for ParseError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_no_name_comes_twice() {
        let mut seen = Vec::new();
        for name in names() {
            let (entry, options) = find(name).unwrap();
            assert_eq!(entry.check(&options), Ok(()));
            assert!(!seen.contains(&name), "{name}");
            seen.push(name);
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_or_the_reason() {
        let error = find("kee2021").unwrap_err().to_string();
        assert!(error.contains("kee2021") && error.contains("did you mean kee2020?"), "{error}");
        let error = find("Japanese").unwrap_err().to_string();
        assert!(error.contains("agree on") && error.contains("nearest is simple-ko"), "{error}");
    }

    #[test]
    fn a_preset_chooses_its_options() {
        let (entry, options) = find("tromp-taylor").unwrap();
        assert_eq!((entry.id, Axis::Suicide.value(&options)), ("psk", "allowed"));
    }

    #[test]
    fn entries_name_values_that_their_axes_have_and_a_reading_names_every_value_of_its_option() {
        for entry in *ALL {
            for (axis, values) in entry.axes {
                assert!(!values.is_empty() && values.iter().all(|value| axis.values().contains(value)));
            }
            for reading in entry.readings {
                let values = reading.axis.map_or(&[][..], |axis| entry.values(axis));
                assert_eq!(values.is_empty(), reading.axis.is_none(), "{entry:?} {reading:?}");
                assert!(values.iter().all(|value| reading.text.contains(value)), "{entry:?} {reading:?}");
            }
        }
    }

    #[test]
    fn a_ruleset_is_read_with_its_options() {
        let (entry, options) = parse("kee2009 --lift produced --suicide allowed").unwrap();
        let values = [Axis::Lift, Axis::Suicide].map(|axis| axis.value(&options));
        assert_eq!((entry.id, values), ("kee2009", ["produced", "allowed"]));
        assert!(parse("jann --stones unlimited").is_ok() && parse("jann-territory --stones half").is_ok());
        for text in ["", "kee", "psk --lift stands", "psk --suicide", "psk suicide allowed", "psk --komi 1"] {
            assert_eq!(parse(text).is_ok(), text == "kee", "{text:?}");
        }
    }

    #[test]
    fn options_that_do_not_go_together_are_refused_in_any_order() {
        let refused = [
            ("kee2009", ["--players 3", "--scoring territory"], "--players 3 only with --scoring area"),
            (
                "jann",
                ["--stones unlimited", "--scoring territory"],
                "--stones unlimited only with --scoring area",
            ),
            ("jann", ["--confirmation turn", ""], "--confirmation turn only with --scoring territory"),
            (
                "nieminen",
                ["--pass-stones after-stop", "--additional-rules in-disputes"],
                "--pass-stones after-stop only with --additional-rules always",
            ),
        ];
        for (ruleset, [one, other], expected) in refused {
            for options in [[one, other], [other, one]] {
                let error = parse(&format!("{ruleset} {} {}", options[0], options[1])).unwrap_err();
                assert_eq!(error.to_string(), format!("ruleset {ruleset} has {expected}"));
            }
        }
    }

    #[test]
    fn an_option_that_a_ruleset_lacks_is_refused() {
        let refused = [
            (
                "psk --lift stands",
                "ruleset psk has no option --lift, expected one of: --suicide, --scoring, --players",
            ),
            ("ssk --scoring territory", "--scoring \"territory\": expected area under ssk"),
            (
                "katago-simple --suicide allowed",
                "--suicide \"allowed\": expected forbidden or multi-stone under katago-simple",
            ),
            ("psk --players 7", "--players \"7\": expected one of: 2, 3, 4, 5, 6 under psk"),
            (
                "psk --suicide maybe",
                "--suicide \"maybe\": expected one of: forbidden, allowed, multi-stone under psk",
            ),
        ];
        for (text, expected) in refused {
            assert_eq!(parse(text).unwrap_err().to_string(), expected);
        }
    }
}
