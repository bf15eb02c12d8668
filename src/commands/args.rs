//! The arguments of the program and of all subcommands, and what is said of those that cannot be
//! read.

use std::fmt::Write;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Error, Parser, Subcommand};

#[cfg(feature = "serve")]
use super::book::BookArgs;
use super::check::{CheckArgs, ShowArgs};
use super::claims::ClaimsArgs;
use super::compare::CompareArgs;
use super::completions::{CompletionsArgs, ManArgs};
use super::conform::ConformArgs;
use super::count::CountArgs;
use super::critique::CritiqueArgs;
use super::cycles::CyclesArgs;
use super::dataset::DatasetArgs;
use super::differ::DifferArgs;
use super::gtp::GtpArgs;
use super::perft::PerftArgs;
use super::prove::ProveArgs;
use super::replay::ReplayArgs;
use super::rules::RulesArgs;
use super::ruleset;
#[cfg(feature = "serve")]
use super::serve::ServeArgs;
use super::solve::SolveArgs;
use super::tables::TablesArgs;
use super::vectors::VectorsArgs;
use super::why::WhyArgs;
use superko_query::report::words::listed;
use superko_rules::catalogue;

/// Exact values of tiny Go boards under superko, pass-lifting and cyclic-scoring rules.
///
/// Gives the value of a game, its best moves and a line of best play. Scores are Black's points
/// minus White's; of three players, each player's own. Coordinates are a letter for the column from
/// the left (no I) and a number for the row from the bottom.
#[derive(Debug, Parser)]
#[command(
    name = "solve",
    version,
    max_term_width = 110,
    args_conflicts_with_subcommands = true,
    after_help = "solve --help says more of each option, has those of single rulesets (three players among them) and examples.",
    after_long_help = "Examples:
  solve --board 2x2 --rules kee2020
  solve --board 3x3 --rules psk --start \"X.O/.../...\" --to-move white
  solve --board 2x2 --rules spight --moves \"B2 A1 B1\" --move-values
  solve --board 2x3 --rules kee2009 --json
  solve --board cycle:5 --rules psk
  solve --board tests/graphs/house.txt --rules kee2020
  solve --board 2x2 --rules psk --players 3
  solve --board 2x2 --rules kee2020 --sgf line.sgf
  solve tests/sgf/sabaki.sgf --rules kee2020 --at 3
  solve rules kee2020
  solve replay tests/records/kee2009-example5.txt --board 1x2 --rules kee2009
  solve why --board 2x2 --rules psk --move A1
  solve count --board 1x3 --rules psk
  solve count --positions --board 5x5
  solve perft --board 9x9 --rules simple-ko --depth 4
  solve claims kee2009-18
  solve critique psk
  solve compare --board 2x3 --rules psk,kee2020
  solve differ psk kee2020
  solve conform --rules psk -- gnugo --mode gtp --positional-superko
  solve tables --check
  solve prove --board 2x3 --rules kee2009 --out 2x3.cert
  solve check 2x3.cert
  solve --board 4x4 --rules psk --checkpoint 4x4
  solve --board 4x4 --rules psk --checkpoint 4x4 --resume
Files with a folder before their names are in the repository, and no part of the program.

Exit status:
  0    as asked
  1    a record cannot be replayed, a verdict has changed, a published table
       differs, a certificate is not right, or a program does not do as
       rules say
  2    bad input, named in one line; with --json also in an object
  3    stopped at a limit, with what was proved so far
  130  interrupted by Ctrl-C, likewise; 143 by SIGTERM,
       129 (on Linux) as the terminal was closed"
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,
    #[command(flatten)]
    pub solve: SolveArgs,
}

#[allow(clippy::large_enum_variant, reason = "there is one of them at a time")]
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the rulesets, or explain one: document, articles, state, readings
    Rules(RulesArgs),
    /// Referee a game: each move, what bans it and since which moment; the end and the score
    Replay(ReplayArgs),
    /// Say why a value is what it is: why other moves are not better, and other rulesets differ
    Why(WhyArgs),
    /// Count games, passes among their moves, or the legal positions of a board
    Count(CountArgs),
    /// Count the sequences of moves of each length, to check another program's moves by
    Perft(PerftArgs),
    /// Judge what the documents claim: confirmed, refuted, open, or not decidable
    Claims(ClaimsArgs),
    /// Try on a ruleset what is known to go wrong with rules of Go
    Critique(CritiqueArgs),
    /// Compare rulesets on one position: its value and those of its moves, side by side
    Compare(CompareArgs),
    /// Find the smallest position that two rulesets tell apart, and why they do
    Differ(DifferArgs),
    /// List the cycles of plays of a board, and what rulesets do with them
    Cycles(CyclesArgs),
    /// Write games with all that an implementation of a ruleset must say of them
    Vectors(VectorsArgs),
    /// Write every position of a board with its value and best moves, as CSV
    Dataset(DatasetArgs),
    /// Compare a program that plays Go with a ruleset, or infer the rules that it plays by
    Conform(ConformArgs),
    /// Write the folder of published tables, or check it
    Tables(TablesArgs),
    /// Write a certificate: a proof of a value that anyone can check
    Prove(ProveArgs),
    /// Check a certificate: the last line says what it proves, or why it proves nothing
    Check(CheckArgs),
    /// Certificates as text
    #[command(subcommand)]
    Certificate(CertificateCommand),
    /// Show boards in a browser: look, click and ask
    #[cfg(feature = "serve")]
    Serve(ServeArgs),
    /// Write the published results as a page that needs no program and no network
    #[cfg(feature = "serve")]
    Book(BookArgs),
    /// Play and answer by the Go Text Protocol, for programs such as GoGui and Sabaki
    Gtp(GtpArgs),
    /// Print completions for a shell
    Completions(CompletionsArgs),
    /// Print the manual page, or write the pages of all subcommands
    Man(ManArgs),
}

#[derive(Debug, Subcommand)]
pub enum CertificateCommand {
    /// Print a certificate as text, each lemma with what it reads of the history
    Show(ShowArgs),
}

// --- What is said of arguments that cannot be read, in one line each ---

/// Similarity from which an unknown name is taken for a slip (Jaro and Winkler's measure, from 0 to
/// 1).
const ALIKE: f64 = 0.8;

/// Message of an error of usage: what was wrong and what was expected, with one hint to the help.
pub fn message(error: &Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "a subcommand is missing (see solve --help)".to_string();
    }
    let said = about_a_word(error).or_else(|| about_a_value(error)).or_else(|| about_a_board(error));
    let said = said.or_else(|| about_an_option(error));
    if let Some(said) = said.or_else(|| conflict(error)).or_else(|| need(error)).or_else(|| missing(error)) {
        return said;
    }
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with("Usage:"));
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    // A tip about the syntax of options helps nobody who has mistyped one: "to pass '--size' as a
    // value, use '-- --size'".
    let lines = lines.filter(|line| !line.starts_with("tip: to pass"));
    // Nor does a line of all rulesets or boards.
    let lines = lines.filter(|line| !line.starts_with("[possible values: ") || line.len() <= LONGEST_LIST);
    let message = lines.collect::<Vec<&str>>().join(" ");
    format!("{} (see solve --help)", message.trim_start_matches("error: "))
}

fn text(error: &Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}

/// `--rules "pks": no ruleset has this name, ...`: a value that its argument cannot have.
fn about_a_value(error: &Error) -> Option<String> {
    let (argument, value) = (text(error, ContextKind::InvalidArg)?, text(error, ContextKind::InvalidValue)?);
    let flag = argument.split([' ', '=', '[']).next().filter(|flag| flag.starts_with('-'));
    let mut said = flag.map_or_else(String::new, |flag| format!("{flag} "));
    let expected = match (error.kind(), error.get(ContextKind::ValidValue)) {
        (ErrorKind::ValueValidation, _) => std::error::Error::source(error)?.to_string(),
        (ErrorKind::InvalidValue, Some(ContextValue::Strings(values))) if !value.is_empty() => {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            format!("expected {}", listed(&values, "or"))
        }
        _ => return None,
    };
    let _ = write!(said, "{value:?}: {expected}");
    Some(said)
}

/// Arguments that exclude each other, of which clap lists whole groups: only those are named that
/// were given.
fn conflict(error: &Error) -> Option<String> {
    let argument = text(error, ContextKind::InvalidArg)?;
    let Some(ContextValue::Strings(others)) = error.get(ContextKind::PriorArg) else { return None };
    let flag = |text: &str| text.split([' ', '=']).next().unwrap_or_default().to_string();
    let given: Vec<String> = std::env::args().map(|given| flag(&given)).collect();
    let others: Vec<String> =
        others.iter().map(|other| flag(other)).filter(|other| given.contains(other)).collect();
    let kept = (error.kind() == ErrorKind::ArgumentConflict && !others.is_empty()).then_some(others)?;
    Some(format!("{} cannot be used with {} (see solve --help)", flag(argument), kept.join(" ")))
}

/// Argument that is missing because another was given: `--threads needs --bounded as well`. The
/// message of clap does not name the other. It is the one without which nothing is missing, alone
/// or with its value.
fn need(error: &Error) -> Option<String> {
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else { return None };
    let given: Vec<String> = std::env::args().collect();
    let without = |place: usize, words: usize| {
        let kept = given[..place].iter().chain(given.get(place + words..).unwrap_or_default());
        Args::command().try_get_matches_from(kept).is_ok()
    };
    let needs = |place: &usize| given[*place].starts_with("--") && (without(*place, 1) || without(*place, 2));
    let place =
        (error.kind() == ErrorKind::MissingRequiredArgument).then(|| (1..given.len()).find(needs))??;
    let flag = given[place].split('=').next().unwrap_or_default();
    Some(format!("{flag} needs {} as well (see solve --help)", missing.join(" ")))
}

/// What a subcommand cannot do without, with the first example of its help that has it.
fn missing(error: &Error) -> Option<String> {
    let missing = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(missing)) if error.kind() == ErrorKind::MissingRequiredArgument => missing,
        _ => return None,
    };
    let (all, given) = (Args::command(), std::env::args().nth(1)?);
    let command = all.find_subcommand(&given)?;
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let flags: Vec<&str> = missing.iter().filter_map(|one| one.split(' ').next()).collect();
    let has = |line: &&str| flags.iter().all(|flag| !flag.starts_with("--") || line.contains(flag));
    let mut examples =
        help.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| line.starts_with("solve "));
    // What an example does stands after it, with more spaces between.
    let example = examples.find(has).and_then(|line| line.split("  ").next());
    let such = example.map_or(String::new(), |example| format!(", such as {example}"));
    Some(format!("solve {given} needs {}{such} (see solve {given} --help)", missing.join(" ")))
}

/// Maximum length of a list of values that is shown.
const LONGEST_LIST: usize = 120;

/// Options of other programs, or other words for those that there are, each with a hint.
const OTHER_WORDS: [(&[&str], &str); 5] = [
    (
        &["--size", "--boardsize", "--rows", "--columns", "--grid"],
        "did you mean --board, such as --board 2x3?",
    ),
    (&["--komi"], "komi changes no move: solve --komi says what a value is with it"),
    (&["--to-play", "--turn", "--player", "--first", "--color", "--colour"], "did you mean --to-move?"),
    (&["--position", "--diagram", "--setup"], "did you mean --start?"),
    (&["--visits", "--playouts", "--nodes"], "did you mean --node-limit?"),
];

/// Unknown option, with the one that is meant.
fn about_an_option(error: &Error) -> Option<String> {
    let option =
        (error.kind() == ErrorKind::UnknownArgument).then(|| text(error, ContextKind::InvalidArg))??;
    let name = option.split('=').next().unwrap_or(option);
    let said =
        OTHER_WORDS.iter().find(|(words, _)| words.contains(&name)).map(|(_, said)| (*said).to_string());
    let like = || Some(format!("did you mean {}?", text(error, ContextKind::SuggestedArg)?));
    let said = said.or_else(like).map_or(String::new(), |said| format!(": {said}"));
    Some(format!("unexpected argument {name:?}{said} (see solve --help)"))
}

/// A board or a ruleset where something else is expected: `solve count 3x3`.
fn about_a_board(error: &Error) -> Option<String> {
    let word =
        text(error, ContextKind::InvalidSubcommand).or_else(|| text(error, ContextKind::InvalidArg))?;
    Some(format!("{word:?}: {} (see solve --help)", ruleset::usage_with_board(word)?))
}

/// A word that is neither a board, a ruleset, a subcommand nor a file, with the subcommand or the
/// ruleset that it resembles.
fn about_a_word(error: &Error) -> Option<String> {
    let (argument, word) = (text(error, ContextKind::InvalidArg)?, text(error, ContextKind::InvalidValue)?);
    let named = ["[BOARD|FILE]", "[RULES]"].contains(&argument).then(Args::command)?;
    if named.find_subcommand(word).is_some() {
        return Some(format!(
            "{word:?}: a subcommand stands first, expected solve {word} (see solve --help)"
        ));
    }
    let expected = std::error::Error::source(error)?.to_string();
    let commands =
        named.get_subcommands().map(|command| (format!("solve {}", command.get_name()), command.get_name()));
    let rulesets = catalogue::names().map(|name| (format!("the ruleset {name}"), name));
    let alike = commands.chain(rulesets).map(|(told, name)| (strsim::jaro_winkler(word, name), told));
    let nearest = alike.max_by(|(a, _), (b, _)| a.total_cmp(b)).filter(|(alike, _)| *alike >= ALIKE);
    let nearest = nearest.filter(|_| expected.starts_with("expected"));
    let meant = nearest.map_or(String::new(), |(_, told)| format!("; did you mean {told}?"));
    Some(format!("{word:?}: {expected}{meant} (see solve --help)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        use clap::CommandFactory;
        Args::command().debug_assert();
    }
}
