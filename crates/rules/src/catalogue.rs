//! The catalogue: the list of all rulesets, and how users name one with its options.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use crate::axes::{Axis, OptionError};
use crate::entry::{Entry, Rules};
use crate::file::embedded;
use crate::names::{self, Names, letters};

/// The rules files of the catalogue, in its order.
macro_rules! documents {
    ($($name:literal)+) => {
        [$(embedded(concat!($name, ".toml"), include_str!(concat!("documents/", $name, ".toml")))),+]
    };
}

/// Every ruleset.
pub static ALL: LazyLock<[&'static Entry; 41]> = LazyLock::new(|| {
    documents! {
        "simple-ko" "psk" "ssk" "nssk" "spight" "kee2009" "kee2020" "jann" "nieminen" "kee2007" "kee2020-march"
        "spight2" "katago-simple" "new-zealand" "aga-territory" "bga" "ffg" "wmsg" "simplified-wmsg" "ikeda-area-1"
        "ikeda-area-2" "ikeda-area-3" "button-go" "stone-counting" "group-tax" "fixed-ko" "basic-fixed-ko"
        "ljrg-original" "openspiel" "katago-area" "no-pass-go" "prisoner-return" "nogo" "atari-go" "capture-three" "pgx"
        "pgx-window" "ludii-go" "korean-play" "igs" "japanese2003-play"
    }
});

/// The number of rulesets that are compared with one another on every board: those of the documents
/// on passes and ko, and those that these compare themselves with. They come first in [`ALL`].
const COMPARED: usize = 13;

/// The rulesets that are compared with one another on every board.
pub fn compared() -> impl Iterator<Item = &'static Entry> {
    ALL.iter().copied().take(COMPARED)
}

/// Whether a ruleset is of the catalogue and none of those.
pub fn is_of_another_document(entry: &Entry) -> bool {
    ALL.iter().skip(COMPARED).any(|other| std::ptr::eq(*other, entry))
}

/// Error: a name that no ruleset has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownRuleset(String);

impl UnknownRuleset {
    /// The reason, without the name: why no ruleset is exactly what others call so, or the name
    /// that a typing error may have meant.
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

/// Every name that [`Rules::named`] knows.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter()
        .flat_map(|entry| std::iter::once(entry.id).chain(entry.presets.iter().map(|preset| preset.name)))
}

// --- The text of a ruleset with its options ---

impl FromStr for Rules {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Rules, ParseError> {
        // No name of the catalogue has two hyphens.
        let (name, flags) = text.split_at(text.find("--").unwrap_or(text.len()));
        Rules::named(name).map_err(ParseError::Ruleset)?.with_flags(flags)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.entry.id, self.flags())
    }
}

impl Rules {
    /// The ruleset of a name or title, with the options that the name chooses. Capitals, blanks and
    /// hyphens make no difference.
    ///
    /// # Errors
    /// [`UnknownRuleset`] has the nearest name.
    pub fn named(name: &str) -> Result<Rules, UnknownRuleset> {
        let wanted = letters(name);
        for entry in *ALL {
            let sets = match entry.presets.iter().find(|preset| letters(preset.name) == wanted) {
                Some(preset) => preset.sets,
                None if [entry.id, entry.title].iter().any(|own| letters(own) == wanted) => &[],
                None => continue,
            };
            let mut rules = Rules::from(entry);
            for (axis, value) in sets {
                rules.set(*axis, value).expect("presets choose values that the ruleset has");
            }
            return Ok(rules);
        }
        Err(UnknownRuleset(name.to_string()))
    }

    /// The ruleset of a rules file with options after its name: `draft.toml --suicide allowed`.
    /// `read` reads the file of a name, which may have hyphens and blanks, but no ` --`.
    ///
    /// # Errors
    /// The error of `read`, or one line that names what was wrong with an option.
    pub fn in_file(
        text: &str,
        read: impl FnOnce(&str) -> Result<&'static Entry, String>,
    ) -> Result<Rules, String> {
        let (name, flags) = text.split_at(text.find(" --").unwrap_or(text.len()));
        Rules::from(read(name)?).with_flags(flags).map_err(|error| error.to_string())
    }

    /// The ruleset with some options set as a command line has them:
    /// `--lift produced --suicide allowed`.
    ///
    /// # Errors
    /// One line that names what was wrong and what was expected.
    pub fn with_flags(mut self, flags: &str) -> Result<Rules, ParseError> {
        let mut words = flags.split_whitespace();
        while let Some(flag) = words.next() {
            let axis = flag.strip_prefix("--").and_then(Axis::named);
            let axis = axis.ok_or_else(|| ParseError::Flag(flag.to_string()))?;
            self.set(axis, words.next().unwrap_or_default()).map_err(ParseError::Option)?;
        }
        self.check().map_err(ParseError::Option)?;
        Ok(self)
    }

    /// The options that are not at their default, as a command line has them: ` --lift produced`,
    /// or nothing.
    pub fn flags(&self) -> String {
        self.varied().into_iter().map(|(axis, value)| format!(" --{} {value}", axis.name())).collect()
    }
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
    use superko_go::Board;

    #[test]
    fn every_name_is_found_and_no_name_comes_twice() {
        let mut seen = Vec::new();
        for name in names() {
            assert_eq!(Rules::named(name).unwrap().check(), Ok(()));
            assert!(!seen.contains(&name), "{name}");
            seen.push(name);
        }
    }

    #[test]
    fn a_ruleset_with_options_is_read_as_it_is_written() {
        for entry in *ALL {
            assert_eq!(Rules::from(entry).to_string(), entry.id);
            for rules in entry.combinations().into_iter().step_by(13) {
                assert_eq!((rules.to_string().parse(), rules.check()), (Ok(rules), Ok(())));
            }
        }
        let rules: Rules = " Tromp_Taylor --scoring area --suicide multi-stone ".parse().unwrap();
        assert_eq!(rules.to_string(), "psk --suicide multi-stone");
        assert_ne!(Ok(rules), "psk".parse());
    }

    #[test]
    fn options_may_stand_after_the_name_of_a_file() {
        let text = "name = \"draft\"\n[clauses]\nbars = [\"position\"]\npasses-in-a-row = 2\n";
        let read = |name: &str| {
            assert_eq!(name, "my--own rules/draft.toml");
            crate::file::read(name, text.as_bytes()).map_err(|error| error.to_string())
        };
        let rules = Rules::in_file("my--own rules/draft.toml --suicide allowed", read).unwrap();
        assert_eq!(rules.to_string(), "draft --suicide allowed");
        assert_eq!(rules, Rules::in_file("my--own rules/draft.toml --suicide allowed", read).unwrap());
        let said = Rules::in_file("my--own rules/draft.toml --lift stands", read).unwrap_err();
        assert!(said.starts_with("ruleset draft has no option --lift"), "{said}");
        assert_eq!(
            Rules::in_file("none.toml", |name| Err(format!("{name}: missing"))),
            Err("none.toml: missing".into())
        );
    }

    #[test]
    fn options_are_set_in_any_order_and_checked_in_the_end() {
        let mut rules = Rules::named("jann").unwrap();
        rules.set(Axis::Confirmation, "turn").unwrap();
        assert!(rules.check().is_err());
        rules.set(Axis::Scoring, "territory").unwrap();
        assert_eq!((rules.check(), rules.max_points()), (Ok(()), 10));
        assert_eq!(rules.flags(), " --scoring territory --confirmation turn");
        let game = rules.game(Board::grid(1, 3).unwrap());
        assert_eq!((game.ruleset(), game.rules.properties()), (rules, rules.properties()));
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_or_the_reason() {
        let error = Rules::named("kee2021").unwrap_err().to_string();
        assert!(error.contains("kee2021") && error.contains("did you mean kee2020?"), "{error}");
        let error = Rules::named("Japanese").unwrap_err().to_string();
        assert!(error.contains("agree on") && error.contains("nearest is korean-play"), "{error}");
    }

    #[test]
    fn a_preset_chooses_its_options() {
        assert_eq!(Rules::named("tromp-taylor").unwrap().to_string(), "psk --suicide allowed");
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
        let parse = str::parse::<Rules>;
        let Rules { entry, options } = parse("kee2009 --lift produced --suicide allowed").unwrap();
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
                let error = format!("{ruleset} {} {}", options[0], options[1]).parse::<Rules>().unwrap_err();
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
            assert_eq!(text.parse::<Rules>().unwrap_err().to_string(), expected);
        }
    }
}
