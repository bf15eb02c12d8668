//! The names of rulesets as users write them, their options as arguments, and names that shells
//! complete.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgGroup, ArgMatches, Args, Command, Error, FromArgMatches, Id};

use super::exit::CommandError;
use super::io::read_bytes;
use superko_go::Board;
use superko_query::ask::rulesets::{self, Speaker};
use superko_query::report::words::listed;
use superko_rules::axes::Axis;
use superko_rules::entry::Entry;
use superko_rules::{Game, Rules, catalogue, file};
use superko_solve::retrograde::basic_ko::MAX_POINTS;

// --- The names of rulesets, as users write them ---

/// Whether a text names a rules file: it ends in `.toml`, or has a slash.
fn is_rules_file(text: &str) -> bool {
    text.ends_with(".toml") || text.contains(['/', '\\'])
}

fn read_rules_file(file: &str) -> Result<&'static Entry, String> {
    let bytes = read_bytes(file, file::MAX_BYTES as u64)
        .map_err(|error| format!("{file}: {error}, expected a rules file"))?;
    file::read(file, &bytes).map_err(|fault| fault.to_string())
}

/// Error: an option of retrograde analysis under basic ko, given with another ruleset or a board
/// that is too large for it.
pub fn for_basic_ko(option: &str, game: &Game) -> CommandError {
    CommandError(format!(
        "{option}: {} on {} is not solved that way, expected --rules simple-ko and at most {MAX_POINTS} intersections",
        game.entry.id, game.board
    ))
}

/// Parses a ruleset by any of its names, or reads a rules file, with options after it: `kee2020
/// --lift produced`. Error: the nearest ruleset, or why there is none; the place in the file that
/// is wrong; or the wrong option, and those that there are.
pub fn parse(text: &str) -> Result<Rules, String> {
    if is_rules_file(text.split(" --").next().unwrap_or_default()) {
        return Rules::in_file(text, read_rules_file);
    }
    match rulesets::ruleset(text, Speaker::User) {
        Ok((rules, _)) => Ok(rules),
        Err(_) if text.contains(',') && !text.contains('{') => {
            Err("expected one ruleset; solve each of them in a run of its own".to_string())
        }
        Err(why) => Err(why),
    }
}

/// Hint where a board or a ruleset stands alone, as in `solve count 3x3`: the other is looked for
/// among the arguments.
pub fn usage_with_board(word: &str) -> Option<String> {
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

// --- The options of the rulesets as arguments of the command line, made from the list of axes ---

/// Group of all these arguments, for arguments that exclude them.
pub const GROUP: &str = "AxisArgs";

/// Options that the user has given, each with its value.
#[derive(Debug, Clone)]
pub struct AxisArgs(pub Vec<(Axis, String)>);

/// Maximum number of rulesets that the help of an option names.
const MAX_NAMED_RULESETS: usize = 5;

fn argument(axis: Axis) -> Arg {
    let has = catalogue::ALL.iter().filter(|entry| entry.axes.iter().any(|(other, _)| *other == axis));
    let rulesets: Vec<&str> = has.map(|entry| entry.id).collect();
    let help = match rulesets.len() {
        0..=MAX_NAMED_RULESETS => format!("{}; under {}", axis.help(), listed(&rulesets, "and")),
        _ => axis.help().to_string(),
    };
    Arg::new(axis.name())
        .long(axis.name())
        .value_name("VALUE")
        .value_parser(PossibleValuesParser::new(axis.values()))
        .ignore_case(true)
        .help(help)
        .help_heading("Options of some rulesets (see solve rules NAME)")
        .hide_short_help(true)
}

impl Args for AxisArgs {
    fn group_id() -> Option<Id> {
        Some(Id::from(GROUP))
    }

    fn augment_args(command: Command) -> Command {
        let group = ArgGroup::new(GROUP).multiple(true).args(Axis::ALL.map(Axis::name));
        command.args(Axis::ALL.map(argument)).group(group)
    }

    fn augment_args_for_update(command: Command) -> Command {
        AxisArgs::augment_args(command)
    }
}

impl FromArgMatches for AxisArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<AxisArgs, clap::Error> {
        let given = |axis: Axis| Some((axis, matches.get_one::<String>(axis.name())?.to_lowercase()));
        Ok(AxisArgs(Axis::ALL.into_iter().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = AxisArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

// --- Values that shells complete ---
//
// Values that shells complete: an argument that takes names of rulesets or of boards knows them,
// and takes others, such as files, as well.

/// Boards that are offered: grids with published values, and one graph of each family.
pub const BOARDS: [&str; 22] = [
    "1x1",
    "1x2",
    "1x3",
    "1x4",
    "1x5",
    "1x6",
    "1x7",
    "1x8",
    "1x9",
    "2x2",
    "2x3",
    "2x4",
    "2x5",
    "3x3",
    "3x4",
    "4x4",
    "4x5",
    "path:4",
    "cycle:5",
    "star:4",
    "complete:4",
    "torus:3x3",
];

/// Parser of an argument, and the values that shells complete.
#[derive(Clone)]
pub struct WithNames<P> {
    read: P,
    names: fn() -> Vec<&'static str>,
}

pub fn with_ruleset_names<P>(read: P) -> WithNames<P> {
    WithNames { read, names: || catalogue::names().collect() }
}

pub fn with_board_names<P>(read: P) -> WithNames<P> {
    WithNames { read, names: || BOARDS.to_vec() }
}

impl<P: TypedValueParser> TypedValueParser for WithNames<P> {
    type Value = P::Value;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<P::Value, Error> {
        self.read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_rules::catalogue;

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
            assert_eq!(parse(&name.to_uppercase()).unwrap(), Rules::named(name).unwrap());
        }
    }

    #[test]
    fn options_may_stand_behind_a_name() {
        for text in ["psk", "kee2009 --lift produced --suicide allowed", "Tromp Taylor --scoring area"] {
            let expected = text.replace("Tromp Taylor", "tromp-taylor").parse().unwrap();
            assert_eq!(parse(text).unwrap(), expected, "{text}");
        }
        for (text, expected) in [
            ("psk --lift stands", "ruleset psk has no option --lift"),
            ("psk --suicide", "--suicide \"\": expected one of"),
            ("psk --komi 7", "option \"--komi\": expected one of: "),
            ("kee2021 --suicide allowed", "no ruleset has this name, did you mean kee20"),
            ("kee2009 --players 3 --scoring territory", "only with --scoring area"),
            ("japanese", "nearest is korean-play"),
            ("psk,ssk", "expected one ruleset"),
            ("", "solve rules"),
        ] {
            let said = parse(text).unwrap_err();
            assert!(said.contains(expected), "{text}: {said}");
        }
    }
}
