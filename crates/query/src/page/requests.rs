//! Requests of the page: boards, looks and questions, within what a page may ask.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::catalogue::{Drawn, board, board_of};
use crate::ask::differ::{DifferingRecord, GivenState, is_another};
use crate::ask::look::{Told, told};
use crate::ask::{Look, Question, QuestionError, Texts};
use crate::report::records::{Solved, Spent};
use superko_go::{Move, Players};
use superko_rules::Rules;
use superko_solve::{Budget, Limits};

// --- Errors --------------------------------------------------------------------------------------

/// Error of a request: one line with what was wrong and what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestError {
    /// What kind of error it is.
    pub kind: ErrorKind,
    /// The line.
    pub line: String,
}

/// The kinds of errors of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The request is wrong.
    Malformed,
    /// The request is right, and there is no answer to it, or none within the limits.
    Unanswered,
    /// The program is wrong.
    Bug,
}

impl RequestError {
    /// The error of a malformed request.
    pub fn malformed(line: impl Into<String>) -> RequestError {
        RequestError { kind: ErrorKind::Malformed, line: line.into() }
    }

    /// The error of a request without an answer.
    pub fn unanswered(line: impl Into<String>) -> RequestError {
        RequestError { kind: ErrorKind::Unanswered, line: line.into() }
    }

    /// The error of the program.
    pub fn bug(line: impl Into<String>) -> RequestError {
        RequestError { kind: ErrorKind::Bug, line: line.into() }
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

impl std::error::Error for RequestError {}

impl From<QuestionError> for RequestError {
    fn from(fault: QuestionError) -> RequestError {
        RequestError::malformed(fault.to_string())
    }
}

/// Parses a JSON object.
fn object<'a, T: Deserialize<'a>>(what: &str, text: &'a [u8]) -> Result<T, RequestError> {
    let expected = |error| format!("{what}: {error}, expected a JSON object of that form");
    serde_json::from_slice(text).map_err(|error| RequestError::malformed(expected(error)))
}

// --- Boards and looks ----------------------------------------------------------------------------

/// A board by its name, or with its edges.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardTexts {
    /// The name.
    pub board: String,
    /// The edges, two names of points a line.
    #[serde(default)]
    pub edges: Option<String>,
}

impl BoardTexts {
    /// The texts in a JSON object.
    ///
    /// # Errors
    /// The error in it.
    pub fn of(text: &[u8]) -> Result<BoardTexts, RequestError> {
        object("board", text)
    }

    /// The board's drawing.
    ///
    /// # Errors
    /// The error in the texts, or a board too large for the page.
    pub fn drawn(self) -> Result<Drawn, RequestError> {
        Ok(Drawn::of(&board(&self.board, self.edges)?))
    }
}

/// The state after the moves of a question, found without a search. The question is given as in
/// [`question`].
///
/// # Errors
/// The error in the question. An illegal move is no error: the answer reports it.
pub fn look(text: &[u8], draft: Option<Vec<u8>>) -> Result<Look, RequestError> {
    let (setup, moves) = game(text, draft)?;
    Ok(Look::after(&setup.game, &setup.line, &moves))
}

// --- Questions -----------------------------------------------------------------------------------

/// The question about the state after the moves of a [`Texts`] as JSON.
///
/// The text of an own ruleset comes beside it, from who may have one: every text that is read stays
/// in memory until the process or the module ends.
///
/// # Errors
/// The error in it, a board too large for the page, or more than two players.
pub fn question(text: &[u8], draft: Option<Vec<u8>>) -> Result<Question, RequestError> {
    let (setup, moves) = game(text, draft)?;
    Ok(setup.after(moves)?)
}

fn game(text: &[u8], draft: Option<Vec<u8>>) -> Result<(Question, Vec<Move>), RequestError> {
    let texts = Texts { draft, ..object("question", text)? };
    // A large board may take long to set up.
    board_of(&texts)?;
    let setup = texts.setup()?;
    let players = setup.game.options.players;
    if players != Players::Two {
        let count = players.count();
        let what = format!(
            ": --players \"{count}\": expected 2 on the page (solve --players {count} answers for {count})"
        );
        return Err(QuestionError { part: "rules", what }.into());
    }
    let moves = texts.moves(&setup.game.board)?;
    Ok((setup, moves))
}

/// Why the value or the best moves of a question are others under another ruleset: a line of play
/// up to the move on which the two games part.
///
/// # Errors
/// The other ruleset is the same, or the moves of the question are not legal under it.
pub fn why_against(
    question: &Question,
    against: Rules,
    limits: Limits,
    flag: &Arc<AtomicBool>,
) -> Result<DifferingRecord, RequestError> {
    is_another(against, question)?;
    let given = GivenState::of(question, against)?;
    let budget = Budget::new(limits).interrupted_by(Arc::clone(flag));
    let found = given.differing(&budget);
    let results = found.solutions.iter().map(|solution| solution.results).sum();
    let spent = Spent::of(&budget, results, found.stopped);
    Ok(given.record(found, None, spent))
}

/// The last event of a question.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Answered {
    /// The answer, as `solve --json` prints it.
    #[serde(flatten)]
    pub solved: Solved,
    /// The line move by move, each with what was banned for the player who made it.
    pub why: Vec<Told>,
}

impl Answered {
    /// The answer to a question with what the history bans along its line.
    pub fn of(question: &Question, solved: Solved) -> Answered {
        let line: Vec<Move> = solved.line.moves.iter().filter_map(|mv| mv.on(question.board())).collect();
        Answered { why: told(question, &line), solved }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_rules::Rules;

    #[test]
    fn what_a_page_may_not_ask_is_malformed_and_said_in_one_line() {
        for (text, expected) in [
            ("[]", "question: invalid length 0"),
            (r#"{"board": "2x2", "rules": "psk", "what": 1}"#, "question: unknown field `what`"),
            (r#"{"board": "3x7", "rules": "psk"}"#, "board 3x7: 21 intersections, expected at most 20"),
            (r#"{"board": "2x2", "rules": "psk --players 3"}"#, "rules: --players \"3\": expected 2"),
            (r#"{"board": "2x2", "rules": "psk", "moves": ["Z9"]}"#, "moves: move \"Z9\": expected"),
            (r#"{"board": "2x2", "rules": "psk", "draft": "x"}"#, "question: unknown field `draft`"),
        ] {
            for error in [question(text.as_bytes(), None).err(), look(text.as_bytes(), None).err()] {
                let RequestError { kind, line } = error.unwrap();
                assert_eq!((kind, line.lines().count()), (ErrorKind::Malformed, 1), "{line}");
                assert!(line.starts_with(expected), "{line}");
            }
        }
    }

    #[test]
    fn the_text_of_a_ruleset_comes_beside_the_question() {
        let text = br#"{"board": "2x2", "rules": "mine"}"#;
        let psk = Rules::named("psk").unwrap().entry.text;
        let draft = || Some(psk.replace("name = \"psk\"", "name = \"mine\"").into_bytes());
        let question = question(text, draft()).unwrap();
        assert_eq!(question.game.entry.id, "mine");
        assert_eq!(look(text, draft()).unwrap().legal.len(), 5);
        assert!(look(text, None).unwrap_err().line.starts_with("rules: ruleset \"mine\": "));
    }
}
