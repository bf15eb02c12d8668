//! Words that stand alone, `solve 2x3 psk`: a board and a ruleset in place of --board and --rules, or a game in SGF.

use std::path::Path;

use clap::Args as ClapArgs;

use super::ended::BadInput;
use super::input::is_named_sgf;
use super::known;
use super::ruleset::{self, Named};
use super::setup::GameArgs;
use crate::go::{Board, BoardError};
use crate::report::display::rules_text;

/// The words of a command.
#[derive(Debug, ClapArgs)]
pub struct WordsArgs {
    /// The board, in place of --board; or a game in SGF to ask about, `-` for standard input
    ///
    /// A game has the board, the start, who moves first and the moves, and the ruleset if none is given.
    #[arg(value_name = "BOARD|FILE", value_parser = known::boards(parse), hide_possible_values = true)]
    first_word: Option<Word>,
    /// The ruleset, in place of --rules
    #[arg(value_name = "RULES", value_parser = known::rulesets(parse), hide_possible_values = true)]
    second_word: Option<Word>,
}

/// What a word is.
#[derive(Debug, Clone)]
pub enum Word {
    Board(Board),
    Rules(Named),
    /// The name of a file in SGF.
    File(String),
}

/// Reads a word.
///
/// # Errors
/// What was expected, if it is none of these.
fn parse(text: &str) -> Result<Word, String> {
    if text == "-" || is_named_sgf(text) {
        return Ok(Word::File(text.to_string()));
    }
    match Board::parse(text) {
        Ok(board) => return Ok(Word::Board(board)),
        Err(BoardError::Syntax(_)) => {}
        Err(error) => {
            let said = error.to_string();
            return Err(said.strip_prefix(&format!("board {text:?}: ")).unwrap_or(&said).to_string());
        }
    }
    match ruleset::parse(text) {
        Ok(named) => Ok(Word::Rules(named)),
        Err(error) if text.ends_with(".toml") => Err(error),
        Err(_) if Path::new(text).is_file() => Ok(Word::File(text.to_string())),
        Err(_) => {
            Err("expected a board, a ruleset, a subcommand or a file in SGF (there is no file of that name)"
                .to_string())
        }
    }
}

impl WordsArgs {
    /// The file that is given, and the game of the options and the words together.
    ///
    /// # Errors
    /// What is given twice.
    pub fn with(&self, game: &GameArgs) -> Result<(Option<&str>, GameArgs), BadInput> {
        let (mut file, mut game) = (None, game.clone());
        let twice = |what: &str, one: String, other: String| {
            Err(BadInput(format!("two {what} are given, {one} and {other}, expected one (see solve --help)")))
        };
        for word in [&self.first_word, &self.second_word].into_iter().flatten() {
            match word {
                Word::Board(board) => {
                    if let Some(other) = game.board.board.replace(board.clone()) {
                        return twice("boards", other.to_string(), board.to_string());
                    }
                }
                Word::Rules(named) => {
                    if let Some(other) = game.rules.replace(*named) {
                        let [one, other] = [&other, named].map(|it| rules_text(it.entry, &it.options));
                        return twice("rulesets", one, other);
                    }
                }
                Word::File(name) => {
                    if let Some(other) = file.replace(name.as_str()) {
                        return twice("files", format!("{other:?}"), format!("{name:?}"));
                    }
                }
            }
        }
        Ok((file, game))
    }
}
