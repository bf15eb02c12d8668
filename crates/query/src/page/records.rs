//! Game records on the page: a record is read into the state that a page shows.

use serde::Serialize;

use super::catalogue::check_size;
use super::requests::RequestError;
use crate::report::records::{MoveName, SCHEMA};
use crate::sgf::game::{Choice, of_tree};
use crate::sgf::parse::{parse, parse_bytes, parse_utf8};
use crate::sgf::tree::{SgfError, Tree};
use superko_go::Player;
use superko_go::notation::diagram_line;

/// A game of a record, as a page shows it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct GameRecord {
    /// The version of this form.
    pub schema: u32,
    /// The board, rows by columns.
    pub board: String,
    /// The starting position: rows from the top with `/` between them.
    pub start: String,
    /// Who moves first.
    pub to_move: Player,
    /// The moves of the main line.
    pub moves: Vec<MoveName>,
    /// If the starting position was set up after moves of the line, which are then no part of the history: how many.
    pub set_up_after: Option<usize>,
    /// The ruleset that the record names, with its options; `null` if it names none that is known here.
    pub rules: Option<String>,
    /// What else is to be said of it, a sentence each: a ruleset that is not known, komi, further games.
    pub notes: Vec<String>,
}

impl GameRecord {
    /// The main line of the first game of a file.
    ///
    /// # Errors
    /// What is wrong with the file, or a board too large for the page.
    pub fn of(bytes: &[u8]) -> Result<GameRecord, RequestError> {
        GameRecord::of_trees(&parse(bytes).map_err(malformed)?)
    }

    /// The same of a file whose text a browser has decoded, for a module without tables of encodings.
    ///
    /// Brackets and backslashes may be half a letter, and some programs escape the bytes of letters. So
    /// the text is believed if the bytes are no game, or the same game; [`parse`] knows more cases.
    ///
    /// # Errors
    /// As those of [`GameRecord::of`]; or the bytes are another game than the text.
    pub fn of_decoded(bytes: &[u8], text: &str) -> Result<GameRecord, RequestError> {
        let record = GameRecord::of_trees(&parse_utf8(text.as_bytes()).map_err(malformed)?)?;
        let same =
            |trees: Vec<Tree>| GameRecord::of_trees(&trees).is_ok_and(|other| other.is_game_of(&record));
        if parse_bytes(bytes).is_ok_and(|trees| !same(trees)) {
            let what = "the file: as text it is another game than byte by byte, expected a file in UTF-8";
            return Err(RequestError::malformed(what));
        }
        Ok(record)
    }

    /// Whether it has the game of another record.
    fn is_game_of(&self, other: &GameRecord) -> bool {
        let game = |record: &GameRecord| (record.board.clone(), record.start.clone(), record.set_up_after);
        game(self) == game(other)
            && (self.to_move, &self.moves, &self.rules) == (other.to_move, &other.moves, &other.rules)
    }

    fn of_trees(trees: &[Tree]) -> Result<GameRecord, RequestError> {
        let record = of_tree(&trees[0], &Choice::default()).map_err(malformed)?;
        check_size(&record.board)?;
        let mut notes = Vec::new();
        if trees.len() > 1 {
            notes.push(format!("The file has {} games: this is the first.", trees.len()));
        }
        let rules = record.ruleset().unwrap_or_else(|why| {
            notes.push(format!("The record names rules that are not known here: {why}."));
            None
        });
        if let Some(komi) = &record.komi {
            notes.push(format!("Values are without komi, of which the record has {komi}."));
        }
        let board = &record.board;
        Ok(GameRecord {
            schema: SCHEMA,
            board: board.to_string(),
            start: diagram_line(board, &record.start),
            to_move: record.to_move,
            moves: MoveName::all(board, &record.moves),
            set_up_after: record.set_up_after,
            rules: rules.map(|rules| rules.to_string()),
            notes,
        })
    }
}

fn malformed(error: SgfError) -> RequestError {
    RequestError::malformed(format!("the file: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_with_what_a_page_has_to_say_of_it() {
        let file = "\u{feff}(;FF[4]SZ[3:2]RU[kee2020]KM[7]PL[W]AB[bb]AW[aa][ba][ca];W[ab])(;SZ[2])";
        let text = file.trim_start_matches('\u{feff}');
        for record in [GameRecord::of(file.as_bytes()), GameRecord::of_decoded(file.as_bytes(), text)] {
            let record = record.unwrap();
            assert_eq!((record.board.as_str(), record.start.as_str()), ("2x3", "OOO/.X."));
            assert_eq!((record.to_move, record.rules.as_deref()), (Player::White, Some("kee2020")));
            assert_eq!((record.moves.len(), record.notes.len()), (1, 2), "{:?}", record.notes);
        }
        let foreign = GameRecord::of(b"(;SZ[2]RU[Japanese])").unwrap();
        assert!(foreign.rules.is_none() && foreign.notes[0].contains("Japanese"), "{:?}", foreign.notes);
        for (file, said) in
            [("(;SZ[5])", "25 intersections, expected at most 20"), ("(;", "the file: "), ("(;SZ[9])", "SZ")]
        {
            let error = GameRecord::of_decoded(file.as_bytes(), file).unwrap_err();
            assert!(error.line.contains(said) && error.line.lines().count() == 1, "{error}");
        }
    }
    #[test]
    fn decoded_text_is_believed_where_the_bytes_are_no_other_game() {
        // The second byte of the letter in Shift_JIS is a backslash.
        let bytes =
            |comment: &[u8]| [b"(;CA[Shift_JIS]SZ[2]C[".as_slice(), comment, b"];B[aa];W[bb])"].concat();
        let text = |comment: &str| format!("(;CA[Shift_JIS]SZ[2]C[{comment}];B[aa];W[bb])");
        let within = GameRecord::of_decoded(&bytes(b"\x83\x5cx"), &text("\u{30bd}x")).unwrap();
        assert_eq!(within.moves, GameRecord::of(&bytes(b"\x83\x5cx")).unwrap().moves);
        // Before the bracket it ends the value in one reading alone: byte by byte the first move is lost.
        let last = GameRecord::of_decoded(&bytes(b"\x83\x5c"), &text("\u{30bd}"));
        assert!(last.unwrap_err().line.contains("another game than byte by byte"));
        // A program that escapes bytes writes another backslash, which the text has as one of its own.
        let escaped = GameRecord::of_decoded(&bytes(b"\x83\x5c\x5c"), &text("\u{30bd}\\"));
        assert!(escaped.is_err(), "{escaped:?}");
    }
}
