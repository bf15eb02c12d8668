//! Game records on the page: a record is read into the state that a page shows.

use serde::Serialize;

use super::catalogue::check_size;
use super::requests::RequestError;
use crate::report::records::{MoveName, SCHEMA};
use crate::sgf::game::{Choice, of_tree};
use crate::sgf::parse::{parse, parse_utf8};
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

    /// The same of a file that is UTF-8, whatever it says itself: for a page that has decoded it, and
    /// a module without the tables of encodings.
    ///
    /// # Errors
    /// As those of [`GameRecord::of`].
    pub fn of_utf8(bytes: &[u8]) -> Result<GameRecord, RequestError> {
        GameRecord::of_trees(&parse_utf8(bytes).map_err(malformed)?)
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
        for record in [GameRecord::of(file.as_bytes()), GameRecord::of_utf8(&file.as_bytes()[3..])] {
            let record = record.unwrap();
            assert_eq!((record.board.as_str(), record.start.as_str()), ("2x3", "OOO/.X."));
            assert_eq!((record.to_move, record.rules.as_deref()), (Player::White, Some("kee2020")));
            assert_eq!((record.moves.len(), record.notes.len()), (1, 2), "{:?}", record.notes);
        }
        let foreign = GameRecord::of_utf8(b"(;SZ[2]RU[Japanese])").unwrap();
        assert!(foreign.rules.is_none() && foreign.notes[0].contains("Japanese"), "{:?}", foreign.notes);
        for (file, said) in
            [("(;SZ[5])", "25 intersections, expected at most 20"), ("(;", "the file: "), ("(;SZ[9])", "SZ")]
        {
            let error = GameRecord::of_utf8(file.as_bytes()).unwrap_err();
            assert!(error.line.contains(said) && error.line.lines().count() == 1, "{error}");
        }
    }
}
