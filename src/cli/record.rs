//! Records of games in SGF as input: which game of a file, which line of it, and how much of the line.

use clap::Args as ClapArgs;

use super::ended::BadInput;
use super::input::read_bytes;
use super::ruleset::Named;
use super::setup::{GameArgs, QuestionArgs};
use super::words::WordsArgs;
use crate::ask::{Question, Setup};
use crate::go::{Move, Players};
use crate::report::record::SourceRecord;
use crate::sgf::game::{Choice, Record, Variation, read};
use crate::sgf::parse::MOST_BYTES;

/// More letters of a record's komi are not shown.
const MOST_LETTERS: usize = 20;

/// What of a record is meant.
#[derive(Debug, Default, ClapArgs)]
pub struct ChoiceArgs {
    /// Take the first N moves of an SGF record [default: all]
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
    /// Which way an SGF record goes at each branch, such as 1.2 [default: the main line]
    ///
    /// 1.2 goes on with the first variation at the first branch and with the second at the second; behind that it
    /// follows the main line.
    #[arg(long, value_name = "PATH", hide_short_help = true)]
    pub variation: Option<Variation>,
    /// The number of the game in an SGF file with several [default: 1]
    #[arg(long, value_name = "N", hide_short_help = true)]
    pub game: Option<usize>,
}

/// A game that was read from a record.
pub struct Recorded {
    pub setup: Setup,
    pub moves: Vec<Move>,
    /// Of a record in SGF: what does not show in the game.
    pub source: Option<SourceRecord>,
}

impl ChoiceArgs {
    /// Refuses a choice where there is no record in SGF to choose from.
    pub fn refuse(&self) -> Result<(), BadInput> {
        let given = [
            ("at", self.at.is_some()),
            ("variation", self.variation.is_some()),
            ("game", self.game.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            Some((flag, _)) => Err(BadInput(format!(
                "--{flag}: expected a record in SGF with it, such as solve game.sgf --{flag} 1"
            ))),
            None => Ok(()),
        }
    }

    fn choice(&self) -> Choice {
        let main = Choice::default();
        Choice {
            game: self.game.unwrap_or(main.game),
            variation: self.variation.clone().unwrap_or(main.variation),
            at: self.at,
        }
    }
}

/// Reads a file in SGF. Its board, start and turn are its own; the ruleset is that of --rules, or else of the record.
pub fn recorded(
    file: &str,
    bytes: &[u8],
    choice: &ChoiceArgs,
    game: &GameArgs,
) -> Result<Recorded, BadInput> {
    let given = [
        ("board", game.board.board.is_some()),
        ("start", game.start.is_some()),
        ("to-move", game.to_move.is_some()),
    ];
    if let Some((flag, _)) = given.iter().find(|(_, given)| *given) {
        return Err(taken(flag, file));
    }
    let record = read(bytes, &choice.choice()).map_err(|error| wrong(file, error))?;
    let named = match game.rules {
        Some(_) => None,
        None => record.ruleset().map_err(|error| wrong(file, error))?,
    };
    let (entry, options) = game.ruleset(named.map(|(entry, options)| Named { entry, options }))?;
    if options.players != Players::Two {
        let count = options.players.count();
        return Err(BadInput(format!("--players \"{count}\": expected 2 with a record in SGF")));
    }
    let setup = record.setup(entry, options).map_err(|fault| wrong(file, fault))?;
    let source = Some(source(file, &record));
    Ok(Recorded { setup, moves: record.moves, source })
}

/// The question of a command line: about a record, or about what the words and options say.
pub fn asked(
    words: &WordsArgs,
    choice: &ChoiceArgs,
    args: &QuestionArgs,
) -> Result<(Question, Option<SourceRecord>), BadInput> {
    let (file, game) = words.with(&args.game)?;
    let args = &QuestionArgs { game, moves: args.moves.clone() };
    match file {
        Some(file) => question(file, choice, args),
        None => {
            choice.refuse()?;
            Ok((args.question()?, None))
        }
    }
}

/// The question about the state that a record comes to.
fn question(
    file: &str,
    choice: &ChoiceArgs,
    args: &QuestionArgs,
) -> Result<(Question, Option<SourceRecord>), BadInput> {
    if args.has_moves() {
        return Err(taken("moves", file));
    }
    let bytes = bytes(file)?;
    let Recorded { setup, moves, source } = recorded(file, &bytes, choice, &args.game)?;
    let question = setup.after(moves).map_err(|fault| {
        let what = fault.what.trim_start_matches([':', ' ']);
        wrong(file, format!("{what} (--at N takes the first N moves)"))
    })?;
    Ok((question, source))
}

/// The bytes of a record of any kind.
pub fn bytes(file: &str) -> Result<Vec<u8>, BadInput> {
    read_bytes(file, MOST_BYTES as u64)
        .map_err(|error| wrong(file, format!("{error}, expected a record of a game")))
}

/// An error in a record.
pub fn wrong(file: &str, what: impl std::fmt::Display) -> BadInput {
    BadInput(format!("record {file:?}: {what}"))
}

fn taken(flag: &str, file: &str) -> BadInput {
    BadInput(format!(
        "--{flag} cannot be used with the record {file:?}, which says it itself (see solve --help)"
    ))
}

fn source(file: &str, record: &Record) -> SourceRecord {
    let Record { moves, line_moves, set_up_after, komi, .. } = record;
    SourceRecord {
        file: file.to_string(),
        taken: set_up_after.unwrap_or(0) + moves.len(),
        line_moves: *line_moves,
        set_up_after: *set_up_after,
        komi: komi.clone(),
    }
}

/// What does not show in the game itself, in one line: where it was taken from, a new start, komi.
pub fn in_words(source: &SourceRecord) -> String {
    let SourceRecord { file, taken, line_moves, set_up_after, komi } = source;
    let mut words = format!("{file} after {taken} of {line_moves} moves");
    if let Some(after) = set_up_after {
        words.push_str(&format!(
            "; the start was set up after move {after}, and what was before is no part of the past"
        ));
    }
    if let Some(komi) = komi.as_ref().filter(|komi| komi.parse() != Ok(0.0)) {
        let komi = komi.chars().take(MOST_LETTERS).collect::<String>();
        words.push_str(&format!("; scores are without komi ({})", komi.escape_debug()));
    }
    words
}
