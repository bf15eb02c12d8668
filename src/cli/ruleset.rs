//! The names of rulesets, as users write them.

use super::input::read_bytes;
use crate::ask::names::{self, Speaker};
use crate::go::Board;
use crate::rules::axes::Options;
use crate::rules::entry::Entry;
use crate::rules::file;

/// A ruleset with the options that its name chooses.
#[derive(Debug, Clone, Copy)]
pub struct Named {
    pub entry: &'static Entry,
    pub options: Options,
}

/// Whether a text names a rules file: it ends in `.toml`, or has a slash.
fn is_file(text: &str) -> bool {
    text.ends_with(".toml") || text.contains(['/', '\\'])
}

/// Reads a rules file.
fn read(file: &str) -> Result<&'static Entry, String> {
    let bytes = read_bytes(file, file::MOST_BYTES as u64)
        .map_err(|error| format!("{file}: {error}, expected a rules file"))?;
    file::read(file, &bytes).map_err(|fault| fault.to_string())
}

/// Reads a ruleset by any of its names, or from a rules file, with options behind it: `kee2020 --lift produced`.
///
/// # Errors
/// Names the nearest ruleset, and where all are listed, or the reason why there is none; the place in the file that is wrong;
/// or the option that the ruleset does not have, or not with this value, and those that it has.
pub fn parse(text: &str) -> Result<Named, String> {
    if is_file(text.split(" --").next().unwrap_or_default()) {
        let (entry, options) = names::of_file(text, read)?;
        return Ok(Named { entry, options });
    }
    match names::ruleset(text, Speaker::User) {
        Ok((entry, options, _)) => Ok(Named { entry, options }),
        Err(_) if text.contains(',') && !text.contains('{') => {
            Err("expected one ruleset; solve each of them in a run of its own".to_string())
        }
        Err(why) => Err(why),
    }
}

/// What was expected where a board or a ruleset stands alone, as in `solve 3x3 psk`: the other is looked for among the
/// arguments.
pub fn or_board(word: &str) -> Option<String> {
    let (mut boards, mut rulesets) = (Vec::new(), Vec::new());
    for word in std::iter::once(word.to_string()).chain(std::env::args().skip(1)) {
        boards.extend(Board::parse(&word).ok());
        rulesets.extend(parse(&word).ok());
    }
    if Board::parse(word).is_err() && parse(word).is_err() {
        return None;
    }
    let board = boards.first().map_or("3x3".to_string(), Board::to_string);
    let rules = rulesets.first().map_or("psk", |named| named.entry.id);
    Some(format!("expected options or a subcommand, such as solve --board {board} --rules {rules}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::catalogue;

    #[test]
    fn names_and_titles_are_found_in_capital_and_small_letters() {
        for (text, id) in [
            ("psk", "psk"),
            ("PSK", "psk"),
            (" Kee2020 ", "kee2020"),
            ("Positional superko", "psk"),
            ("Tromp_Taylor", "psk"),
            ("tromp taylor", "psk"),
        ] {
            assert_eq!(parse(text).unwrap().entry.id, id, "{text:?}");
        }
        for name in catalogue::names() {
            let found = parse(&name.to_uppercase()).unwrap();
            assert_eq!((found.entry.id, found.options), {
                let (entry, options) = catalogue::find(name).unwrap();
                (entry.id, options)
            });
        }
    }

    #[test]
    fn options_may_stand_behind_a_name() {
        for text in ["psk", "kee2009 --lift produced --suicide allowed", "Tromp Taylor --scoring area"] {
            let (entry, options) = catalogue::parse(&text.replace("Tromp Taylor", "tromp-taylor")).unwrap();
            let found = parse(text).unwrap();
            assert_eq!((found.entry.id, found.options), (entry.id, options), "{text}");
        }
        for (text, expected) in [
            ("psk --lift stands", "ruleset psk has no option --lift"),
            ("psk --suicide", "--suicide \"\": expected one of"),
            ("psk --komi 7", "option \"--komi\": expected one of: "),
            ("kee2021 --suicide allowed", "no ruleset has this name, did you mean kee20"),
            ("kee2009 --players 3 --scoring territory", "only with --scoring area"),
        ] {
            let said = parse(text).unwrap_err();
            assert!(said.contains(expected), "{text}: {said}");
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_one() {
        let said = |text| parse(text).unwrap_err();
        assert!(said("kee2021").contains("did you mean kee20"), "{}", said("kee2021"));
        assert!(said("trmp-taylor").contains("did you mean tromp-taylor?"));
        assert!(
            said("japanese").contains("no ruleset is exactly this")
                && said("japanese").contains("nearest is simple-ko")
        );
        assert!(said("pks").contains("did you mean psk?"));
        assert!(said("psk,ssk").contains("expected one ruleset"));
        assert!(said("").contains("solve rules"));
    }
}
