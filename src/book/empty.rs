//! What is known of an empty board.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::ask::told::{Told, told};
use crate::ask::{Question, Setup};
use crate::go::{Board, Move, Player};
use crate::page::boards::Drawn;
use crate::report::display::rules_text;
use crate::report::record::{AnswerRecord, Effort, LineRecord, MoveValue};
use crate::solutions::table::Table;
use crate::solutions::task::Task;

/// A board, and the answers about it by ruleset.
#[derive(Debug, Serialize)]
pub struct Empty {
    /// The board.
    pub board: Drawn,
    /// What was found, Black to move.
    pub rules: BTreeMap<String, Answer>,
}

/// What was found of an empty board under a ruleset.
#[derive(Debug, Serialize)]
pub struct Answer {
    #[serde(flatten)]
    answer: AnswerRecord,
    move_values: Vec<MoveValue>,
    #[serde(flatten)]
    line: LineRecord,
    #[serde(flatten)]
    effort: Effort,
    why: Vec<Told>,
}

impl Empty {
    /// A board of which nothing is known.
    pub fn of(board: &Board) -> Empty {
        Empty { board: Drawn::of(board), rules: BTreeMap::new() }
    }

    /// Adds what was found under a ruleset.
    ///
    /// # Errors
    /// What of it cannot be.
    pub fn add(&mut self, task: &Task, table: Table) -> Result<(), String> {
        let variant = task.variant();
        let rules = rules_text(variant.entry, &variant.options);
        let answer = Answer::of(task, table).map_err(|error| format!("{}: {error}", task.name()))?;
        self.rules.insert(rules, answer);
        Ok(())
    }
}

impl Answer {
    fn of(task: &Task, table: Table) -> Result<Answer, String> {
        let (board, variant) = (task.board(), task.variant());
        let setup = Setup::new(board.clone(), variant.entry, variant.options, None, Some(Player::Black));
        let question = setup.and_then(|setup| setup.after(Vec::new())).map_err(|fault| fault.to_string())?;
        let names = table.line.moves.iter();
        let line = names.map(|name| name.on(board).ok_or_else(|| format!("{name} is no move of the board")));
        let line: Vec<Move> = line.collect::<Result<_, _>>()?;
        legal(&question, &line)?;
        let move_values = table.move_values.into_iter().map(|mv| MoveValue {
            bounds: mv.bounds(&table.answer.bounds),
            mv: mv.mv,
            value: mv.value,
        });
        Ok(Answer {
            move_values: move_values.collect(),
            answer: table.answer,
            line: table.line,
            effort: table.effort,
            why: told(&question, &line),
        })
    }
}

/// Whether a line can be played.
fn legal(question: &Question, line: &[Move]) -> Result<(), String> {
    let mut referee = question.referee();
    let played = line.iter().try_for_each(|mv| referee.play(*mv).map(|_| ()));
    played.map_err(|illegal| format!("the line: {illegal}"))
}
