//! Questions: a game, its starting position and the moves made, checked, from values or from texts.

use std::fmt::{self, Write};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::rulesets::{self, Speaker};
use crate::report::records::{QuestionRecord, colour};
use crate::report::words::{listed, step};
use superko_go::bits::PointSet;
use superko_go::board::{AnyBoard, Board, BoardError, LargeSet, OfSize, parse_edges};
use superko_go::notation::{diagram, parse_move, parse_record, parse_start, quoted};
use superko_go::player::Move;
use superko_go::position::Position;
use superko_go::{Player, Players};
use superko_rules::game::Game;
use superko_rules::line::Line;
use superko_rules::referee::Referee;
use superko_rules::{Refereed, Rules, file};

/// Error in a question: one line that begins with the part that is wrong and ends with what was
/// expected. The parts are named as the command line names them: `board`, `rules`, `start`,
/// `to-move`, `moves`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionError {
    /// The part that is wrong.
    pub part: &'static str,
    /// The text after its name: what was given, what is wrong with it, what was expected.
    pub what: String,
}

impl QuestionError {
    pub(super) fn of(part: &'static str, what: impl Into<String>) -> QuestionError {
        QuestionError { part, what: what.into() }
    }
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.part, self.what)
    }
}

impl std::error::Error for QuestionError {}

/// A state that something is asked about: a game, and a line of play in it that has not ended.
pub struct Question<S: PointSet = u64> {
    /// The board and the ruleset.
    pub game: Arc<Game<S>>,
    /// The start, the moves made, and the state that they lead to.
    pub line: Line<S>,
}

impl<S: Refereed> Question<S> {
    /// A game with its starting position. Without a position the board is empty. Without a player
    /// Black moves first, or whoever the ruleset says, or the diagram of the position.
    ///
    /// # Errors
    /// The part that is wrong, and what was expected.
    pub fn new(
        board: Board<S>,
        rules: Rules,
        start: Option<&str>,
        to_move: Option<Player>,
    ) -> Result<Question<S>, QuestionError> {
        let (position, drawn) = start.map_or(Ok(Default::default()), |text| read_start(&board, text))?;
        if let (Some(given), Some(drawn)) = (to_move, drawn)
            && given != drawn
        {
            let what = format!(" {:?}: the diagram of the start has {} to move", colour(given), drawn.name());
            return Err(QuestionError::of("to-move", what));
        }
        let to_move = to_move.or(drawn).unwrap_or_else(|| rules.first_move());
        let players = rules.options.players;
        let last = Player::COLOURS.into_iter().rfind(|player| !position.stones_of(*player).is_empty());
        if let Some(last) = last.filter(|last| !players.all().contains(last)) {
            let (given, name) = (quoted(start.unwrap_or_default()), last.name());
            let min_players = Players::with(last).count();
            let what = format!(" {given}: has a stone of {name}, expected --players {min_players} with it");
            return Err(QuestionError::of("start", what));
        }
        if !players.all().contains(&to_move) {
            let (given, min_players) = (colour(to_move), Players::with(to_move).count());
            let playing: Vec<&str> = players.all().iter().map(|player| colour(*player)).collect();
            let what = format!(
                " {given:?}: expected {}, or --players {min_players} with it",
                listed(&playing, "or")
            );
            return Err(QuestionError::of("to-move", what));
        }
        if let Some(what) = players.refuse_in(S::BITS, board.points()) {
            return Err(QuestionError::of("board", format!(" {board}: {what}")));
        }
        let (points, most) = (board.points(), rules.max_points_over::<S>().max(rules.max_points()));
        if points > most {
            let what = format!(" {board}: {points} intersections, expected at most {most} under {rules}");
            return Err(QuestionError::of("board", what));
        }
        let game = Arc::new(rules.game(board));
        let line = Line::new(&game, position, to_move);
        Ok(Question { game, line })
    }

    /// Reads moves played from the start, in the form of [`parse_record`].
    ///
    /// # Errors
    /// An error in the text, in one line, with a hint if the rows and columns of the board may be
    /// exchanged.
    pub fn parse_moves(&self, text: &str) -> Result<Vec<Move<S::Point>>, String> {
        let players = self.game.rules.properties().players;
        let read = |board: &Board<S>| parse_record(board, text, self.line.to_move, players);
        read(&self.game.board).map_err(|error| {
            let hint = transposed_hint(&self.game.board, |board| read(board).is_ok());
            format!("{}{hint}", error.in_a_text_of(text))
        })
    }

    /// The question about the state after some moves from the start.
    ///
    /// # Errors
    /// The first move that is illegal, and why; or that a move ends the game.
    pub fn after(self, moves: Vec<Move<S::Point>>) -> Result<Question<S>, QuestionError> {
        let line = Line::replay(&self.game, self.line.start, self.line.to_move, moves)
            .map_err(|illegal| QuestionError::of("moves", format!(": {illegal}")))?;
        match line.ended {
            Some(_) => {
                let number = line.moves.len();
                let what = format!(": move {number} ends the game, expected a game that goes on");
                Err(QuestionError::of("moves", what))
            }
            None => Ok(Question { line, ..self }),
        }
    }

    /// The board.
    pub fn board(&self) -> &Board<S> {
        &self.game.board
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Player {
        self.line.state.key.mover
    }

    /// A referee who has played the moves.
    pub fn referee(&self) -> Referee<'_, S> {
        self.line.referee(&self.game)
    }

    /// The JSON record of the question.
    pub fn record(&self) -> QuestionRecord {
        QuestionRecord::of(&self.game, &self.line)
    }

    /// Writes the game, whose turn it is, and the position.
    pub fn describe(&self, text: &mut String) {
        let (board, rules) = (self.board(), self.game.ruleset());
        let model = if rules.entry.is_reconstruction() { " (a reconstruction)" } else { "" };
        let _ = writeln!(text, "{board} {rules}{model}, {} to move\n", self.mover().name());
        let last = self.line.moves.last().and_then(|mv| mv.placed());
        let _ = writeln!(text, "{}", diagram(board, &self.line.state.key.position, last));
    }

    /// Writes a line that begins here with a diagram after each stone.
    pub fn draw(&self, line: &[Move<S::Point>], text: &mut String) {
        let mut referee = self.referee();
        for mv in line {
            let made = referee.play(*mv).expect("a line is made of legal moves");
            text.push('\n');
            step(self.board(), &made, text);
        }
        text.push('\n');
    }
}

fn read_start<S: PointSet>(
    board: &Board<S>,
    text: &str,
) -> Result<(Position<S>, Option<Player>), QuestionError> {
    parse_start(board, text).map_err(|error| {
        let what = error.to_string();
        let given = quoted(text);
        let what = what.strip_prefix(&format!("position {given}: ")).unwrap_or(&what);
        let hint = transposed_hint(board, |board| parse_start(board, text).is_ok());
        QuestionError::of("start", format!(" {given}: {what}{hint}"))
    })
}

/// A hint, if a text for a grid would be right on the grid with rows and columns exchanged: then
/// the board was probably taken from a document that writes columns by rows.
fn transposed_hint<S: PointSet>(board: &Board<S>, right: impl FnOnce(&Board<S>) -> bool) -> String {
    match board.transposed() {
        Some(other) if board.rows() != board.cols() && right(&other) => {
            format!(
                " (--board is rows by columns; a document that writes columns by rows means --board {other})"
            )
        }
        _ => String::new(),
    }
}

// --- Questions as texts ---
//
// Pages in a browser and Python programs put questions as texts.

/// The longest text of a part of a question, in bytes.
const MAX_TEXT_BYTES: usize = 4096;

/// The most moves of a question.
const MAX_MOVES: usize = 4096;

/// A question as texts: the board, a ruleset with options, the start and the moves.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
    /// The part that is wrong, and what was expected.
    pub fn board(&self) -> Result<superko_go::Board, QuestionError> {
        match &self.edges {
            Some(edges) => self.graph(edges),
            None => self.named(Board::parse),
        }
    }

    /// The board, which may be one that is refereed alone.
    ///
    /// # Errors
    /// As those of [`Texts::board`].
    pub fn board_of_any_size(&self) -> Result<AnyBoard, QuestionError> {
        match &self.edges {
            Some(edges) => self.graph(edges).map(OfSize::Solved),
            None => self.named(AnyBoard::parse),
        }
    }

    fn named<B>(&self, parse: impl Fn(&str) -> Result<B, BoardError>) -> Result<B, QuestionError> {
        check_length("board", &self.board)?;
        parse(&self.board).map_err(|error| {
            let what = error.to_string();
            QuestionError::of("board", format!(" {}", what.strip_prefix("board ").unwrap_or(&what)))
        })
    }

    fn graph(&self, edges: &str) -> Result<superko_go::Board, QuestionError> {
        check_length("board", &self.board)?;
        check_length("edges", edges)?;
        let name = self.board.strip_prefix("graph:").unwrap_or(&self.board);
        if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || "-_.".contains(c)) {
            let what = format!(
                " {:?}: expected a name of letters and digits for the board of these edges",
                self.board
            );
            return Err(QuestionError::of("board", what));
        }
        parse_edges(name, edges).map_err(|error| QuestionError::of("edges", format!(": {error}")))
    }

    /// The game and its start, without the moves.
    ///
    /// # Errors
    /// The part that is wrong, and what was expected.
    pub fn setup(&self) -> Result<Question, QuestionError> {
        self.on(self.board()?)
    }

    /// The same on a board that may be refereed alone.
    ///
    /// # Errors
    /// As those of [`Texts::setup`].
    pub fn setup_of_any_size(&self) -> Result<OfSize<Question, Question<LargeSet>>, QuestionError> {
        Ok(match self.board_of_any_size()? {
            OfSize::Solved(board) => OfSize::Solved(self.on(board)?),
            OfSize::Large(board) => OfSize::Large(self.on(board)?),
        })
    }

    fn on<S: Refereed>(&self, board: Board<S>) -> Result<Question<S>, QuestionError> {
        check_length("rules", &self.rules)?;
        let rules = self.ruleset().map_err(|what| QuestionError::of("rules", format!(": {what}")))?;
        if let Some(start) = &self.start {
            check_length("start", start)?;
        }
        Question::new(board, rules, self.start.as_deref(), self.to_move)
    }

    /// The ruleset with its options.
    fn ruleset(&self) -> Result<Rules, String> {
        let Some(draft) = &self.draft else {
            let named = rulesets::ruleset(&self.rules, Speaker::User);
            return named.map(|(rules, _)| rules).map_err(|why| format!("ruleset {:?}: {why}", self.rules));
        };
        let read = |name: &str| file::read(name, draft).map_err(|fault| fault.to_string());
        Rules::in_file(&self.rules, read)
    }

    /// The moves, which need not be legal.
    ///
    /// # Errors
    /// The first that is no move of the board.
    pub fn moves<S: PointSet>(&self, board: &Board<S>) -> Result<Vec<Move<S::Point>>, QuestionError> {
        if self.moves.len() > MAX_MOVES {
            let what = format!(": {} moves, expected at most {MAX_MOVES}", self.moves.len());
            return Err(QuestionError::of("moves", what));
        }
        let read = |(index, text): (usize, &String)| {
            check_length("moves", text)?;
            let error = |what| QuestionError::of("moves", format!(": {what}, as move {}", index + 1));
            parse_move(board, text).map_err(error)
        };
        self.moves.iter().enumerate().map(read).collect()
    }

    /// The question about the state after the moves.
    ///
    /// # Errors
    /// The part that is wrong, and what was expected.
    pub fn question(&self) -> Result<Question, QuestionError> {
        let setup = self.setup()?;
        let moves = self.moves(&setup.game.board)?;
        setup.after(moves)
    }
}

fn check_length(part: &'static str, text: &str) -> Result<(), QuestionError> {
    match text.len() {
        0..=MAX_TEXT_BYTES => Ok(()),
        length => Err(QuestionError::of(
            part,
            format!(": a text of {length} bytes, expected at most {MAX_TEXT_BYTES}"),
        )),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn texts(board: &str, rules: &str, moves: &[&str]) -> Texts {
        let moves = moves.iter().map(|text| text.to_string()).collect();
        Texts { board: board.to_string(), rules: rules.to_string(), moves, ..Texts::default() }
    }

    #[test]
    fn a_question_is_read_from_its_texts() {
        let question = texts("2x3", "kee2020 --lift produced", &["b2", "pass"]).question().unwrap();
        assert_eq!((question.line.moves.len(), question.mover()), (2, Player::Black));
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
            let start = question.record().start.position;
            assert_eq!((question.mover(), start.as_str()), (Player::White, "X./.O"));
        }
        let message = start(Some(Player::Black)).question().err().unwrap().to_string();
        assert_eq!(message, "to-move \"black\": the diagram of the start has White to move");
        let message =
            Texts { start: Some("X.\n.\n".into()), ..texts("2x2", "psk", &[]) }.question().err().unwrap();
        assert_eq!(message.to_string(), "start \"X.\\n.\\n\": line 2: row 2 has 1 intersections, expected 2");
    }

    #[test]
    fn what_is_wrong_is_named_with_its_part() {
        let message = |texts: Texts| texts.question().err().expect("it is wrong").to_string();
        for (texts, expected) in [
            (texts("2y3", "psk", &[]), "board \"2y3\": "),
            (texts("2x3", "pks", &[]), "rules: ruleset \"pks\": no ruleset has this name, did you mean psk?"),
            (texts("2x3", "psk --suicide never", &[]), "rules: "),
            (texts("2x3", "psk", &["Z9"]), "moves: move \"Z9\": expected"),
            (texts("1x2", "psk", &["A1", "B1", "A1"]), "moves: move 3, Black A1: banned"),
            (texts("2x2", "psk", &["pass", "pass"]), "moves: move 2 ends the game"),
            (Texts { start: Some("X".into()), ..texts("2x2", "psk", &[]) }, "start \"X\": "),
            (Texts { to_move: Some(Player::Red), ..texts("2x2", "psk", &[]) }, "to-move \"red\": "),
            (Texts { edges: Some("A A".into()), ..texts("loop", "psk", &[]) }, "edges: line 1"),
            (Texts { edges: Some("A B".into()), ..texts("a\nb", "psk", &[]) }, "board \"a\\nb\": expected"),
            (Texts { start: Some("X".repeat(5000)), ..texts("2x2", "psk", &[]) }, "start: a text of 5000"),
        ] {
            let message = message(texts);
            assert!(message.starts_with(expected) && message.lines().count() == 1, "{message}");
        }
    }
}
