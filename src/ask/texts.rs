//! A question as texts, such as a page in a browser or a Python program has it.

use serde::{Deserialize, Serialize};

use super::names::{self, Speaker};
use super::question::{Fault, Question, Setup};
use crate::go::notation::parse_move;
use crate::go::{Board, Move, Player, edge_list};
use crate::rules::axes::Options;
use crate::rules::entry::Entry;
use crate::rules::file;

/// The longest text that is read of a part of a question, in bytes.
const LONGEST: usize = 4096;

/// The most moves of a question.
const MOST_MOVES: usize = 4096;

/// A question as texts: the board, a ruleset with options, the start and the moves.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// Rows by columns, or the name of a graph, such as `2x3` or `cycle:5`.
    pub board: String,
    /// The edges of a board of one's own, two names of points a line: the board is then called `graph:` and the text of
    /// `board`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edges: Option<String>,
    /// A ruleset with options, as a command line has them: `kee2020 --lift produced`.
    pub rules: String,
    /// The text of a rules file, whose name is then the first word of `rules`. It is no part of the JSON: a server keeps
    /// every ruleset that it has read, and its clients have no files.
    #[serde(skip)]
    pub draft: Option<Vec<u8>>,
    /// The position at the start, one line; without it the board is empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Who moves first, Black if it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Player>,
    /// The moves made, by their names.
    #[serde(default)]
    pub moves: Vec<String>,
}

impl Texts {
    /// The board.
    ///
    /// # Errors
    /// What was wrong, and what was expected.
    pub fn board(&self) -> Result<Board, Fault> {
        bounded("board", &self.board)?;
        let Some(edges) = &self.edges else {
            return Board::parse(&self.board).map_err(|error| {
                let what = error.to_string();
                Fault::of("board", format!(" {}", what.strip_prefix("board ").unwrap_or(&what)))
            });
        };
        bounded("edges", edges)?;
        let name = self.board.strip_prefix("graph:").unwrap_or(&self.board);
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c)) {
            let what = format!(
                " {:?}: expected a name of letters and digits for the board of these edges",
                self.board
            );
            return Err(Fault::of("board", what));
        }
        edge_list::parse(name, edges).map_err(|error| Fault::of("edges", format!(": {error}")))
    }

    /// The game and its start, without the moves.
    ///
    /// # Errors
    /// What was wrong, and what was expected.
    pub fn setup(&self) -> Result<Setup, Fault> {
        let board = self.board()?;
        bounded("rules", &self.rules)?;
        let (entry, options) = self.ruleset().map_err(|what| Fault::of("rules", format!(": {what}")))?;
        if let Some(start) = &self.start {
            bounded("start", start)?;
        }
        Setup::new(board, entry, options, self.start.as_deref(), self.to_move)
    }

    /// The ruleset with its options.
    fn ruleset(&self) -> Result<(&'static Entry, Options), String> {
        let Some(draft) = &self.draft else {
            let named = names::ruleset(&self.rules, Speaker::User);
            let (entry, options, _) = named.map_err(|why| format!("ruleset {:?}: {why}", self.rules))?;
            return Ok((entry, options));
        };
        let read = |name: &str| file::read(name, draft).map_err(|fault| fault.to_string());
        names::of_file(&self.rules, read)
    }

    /// The moves, which need not be legal.
    ///
    /// # Errors
    /// The first that is no move of the board.
    pub fn moves(&self, board: &Board) -> Result<Vec<Move>, Fault> {
        if self.moves.len() > MOST_MOVES {
            let what = format!(": {} moves, expected at most {MOST_MOVES}", self.moves.len());
            return Err(Fault::of("moves", what));
        }
        let read = |(place, text): (usize, &String)| {
            bounded("moves", text)?;
            let error = |what| Fault::of("moves", format!(": {what}, as move {}", place + 1));
            parse_move(board, text).map_err(error)
        };
        self.moves.iter().enumerate().map(read).collect()
    }

    /// The question about the state after the moves.
    ///
    /// # Errors
    /// What was wrong, and what was expected.
    pub fn question(&self) -> Result<Question, Fault> {
        let setup = self.setup()?;
        let moves = self.moves(&setup.game.board)?;
        setup.after(moves)
    }
}

fn bounded(part: &'static str, text: &str) -> Result<(), Fault> {
    match text.len() {
        0..=LONGEST => Ok(()),
        length => Err(Fault::of(part, format!(": a text of {length} bytes, expected at most {LONGEST}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(board: &str, rules: &str, moves: &[&str]) -> Texts {
        let moves = moves.iter().map(|text| text.to_string()).collect();
        Texts { board: board.to_string(), rules: rules.to_string(), moves, ..Texts::default() }
    }

    #[test]
    fn a_question_is_read_from_its_texts() {
        let question = texts("2x3", "kee2020 --lift produced", &["b2", "pass"]).question().unwrap();
        assert_eq!((question.moves.len(), question.mover()), (2, Player::Black));
        let house = Texts {
            edges: Some("P Q\nQ S".to_string()),
            start: Some("X..".to_string()),
            to_move: Some(Player::White),
            ..texts("house", "psk", &["s"])
        };
        let question = house.question().unwrap();
        assert_eq!((question.board().to_string().as_str(), question.mover()), ("graph:house", Player::Black));
    }

    #[test]
    fn a_start_may_be_a_diagram_that_says_whose_turn_it_is() {
        let drawn = "2x2 psk, White to move\n\n  2 (X).\n  1  . O\n     A B\n";
        let start = |to_move| Texts { start: Some(drawn.to_string()), to_move, ..texts("2x2", "psk", &[]) };
        for to_move in [None, Some(Player::White)] {
            let question = start(to_move).question().unwrap();
            assert_eq!(
                (question.mover(), question.record().start.position.as_str()),
                (Player::White, "X./.O")
            );
        }
        let said = start(Some(Player::Black)).question().err().unwrap().to_string();
        assert_eq!(said, "to-move \"black\": the diagram of the start has White to move");
        let said =
            Texts { start: Some("X.\n.\n".into()), ..texts("2x2", "psk", &[]) }.question().err().unwrap();
        assert_eq!(said.to_string(), "start \"X.\\n.\\n\": line 2: row 2 has 1 intersections, expected 2");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_part() {
        let said = |texts: Texts| texts.question().err().expect("it is wrong").to_string();
        for (texts, expected) in [
            (texts("2y3", "psk", &[]), "board \"2y3\": "),
            (texts("2x3", "pks", &[]), "rules: ruleset \"pks\": no ruleset has this name, did you mean psk?"),
            (texts("2x3", "psk --suicide never", &[]), "rules: "),
            (texts("2x3", "psk", &["Z9"]), "moves: move \"Z9\": expected"),
            (texts("1x2", "psk", &["A1", "B1", "A1"]), "moves: move 3, Black A1: barred"),
            (texts("2x2", "psk", &["pass", "pass"]), "moves: move 2 ends the game"),
            (Texts { start: Some("X".into()), ..texts("2x2", "psk", &[]) }, "start \"X\": "),
            (Texts { to_move: Some(Player::Red), ..texts("2x2", "psk", &[]) }, "to-move \"red\": "),
            (Texts { edges: Some("A A".into()), ..texts("loop", "psk", &[]) }, "edges: line 1"),
            (
                Texts { edges: Some("A B".into()), ..texts("a\nb", "psk", &[]) },
                "board \"a\\nb\": expected a name",
            ),
            (
                Texts { start: Some("X".repeat(5000)), ..texts("2x2", "psk", &[]) },
                "start: a text of 5000 bytes",
            ),
        ] {
            let said = said(texts);
            assert!(said.starts_with(expected) && said.lines().count() == 1, "{said}");
        }
    }
}
