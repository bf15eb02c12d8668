//! The values that the claims of the documents ask for, each with a certificate: `claims/values.json`.
//!
//! A state is one that a check of a claim names: a position, who is to move, and the moves made. It is solved by itself,
//! on one thread, from empty tables, and proved like the values of the empty boards. Empty boards that have a table are
//! left out, as that table is their proof.

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::evidence::Proves;
use super::folder::{self, Files};
use super::jobs::{self, Unmade};
use super::judged::PATIENCE;
use super::plan::Selection;
use super::product::{Context, Product};
use super::rulesets::Rulesets;
use super::statement::Stated;
use super::table::Table;
use super::task::Task;
use super::variant::Variant;
use crate::claims;
use crate::claims::questions::{Question, questions};
use crate::go::{Player, Position};
use crate::prove::Case;
use crate::report::json;
use crate::report::record::{AnswerRecord, QuestionRecord, SCHEMA};
use crate::rules::Game;
use crate::solve::{Budget, Limits, Request, solve};

/// `claims/values.json`.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Values {
    /// The version of this form.
    pub schema: u32,
    /// The values, lines before boards of two rows and so on.
    pub values: Vec<Asked>,
}

/// The value of a state that a claim is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Asked {
    /// The claim that asks for it first, and the number of its check.
    pub name: String,
    /// The board, the ruleset, the start and the moves.
    #[serde(flatten)]
    pub question: QuestionRecord,
    /// The value of the state that they lead to, and a best move there.
    #[serde(flatten)]
    pub answer: AnswerRecord,
    /// The nodes that it took.
    pub nodes: u64,
}

/// Every question of a claim that is judged for the folder, if it is not answered by the table of an empty board.
static QUESTIONS: LazyLock<Vec<Question>> = LazyLock::new(|| {
    // The files are part of the program, and a test reads them.
    let mut all = questions(&claims::all()).unwrap_or_else(|error| panic!("{error}"));
    let tables = Table::plan(&Selection::all());
    all.retain(|question| question.takes <= PATIENCE);
    all.retain(|question| !is_empty_start(question) || !tables.contains(&table_of(question)));
    all
});

fn is_empty_start(question: &Question) -> bool {
    (question.start, question.to_move) == (Position::default(), Player::Black) && question.moves.is_empty()
}

fn variant(question: &Question) -> Variant {
    Variant { entry: question.game.entry, options: question.game.options }
}

/// The task of the table that has the question's board and game, if it is a start with an empty board.
fn table_of(question: &Question) -> Task {
    Task::of(&question.game.board, &variant(question))
}

fn task(place: usize, question: &Question) -> Task {
    Task::item_of(&question.game.board, &variant(question), place, &question.name)
}

/// The question of a task.
fn question(task: &Task) -> &'static Question {
    let named = QUESTIONS.iter().find(|question| question.name == task.item_name());
    named.expect("a task of this kind has the name of a question")
}

/// Where the value of a state stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answering {
    /// Among the values that claims ask for.
    Here(Task),
    /// In the table of an empty board.
    Table(Task),
}

/// Where the value of a state stands, if it does.
pub fn answering(asked: &Question) -> Option<Answering> {
    let here = QUESTIONS.iter().enumerate().find(|(_, question)| question.is(asked));
    let here = here.map(|(place, question)| Answering::Here(task(place, question)));
    here.or_else(|| is_empty_start(asked).then(|| Answering::Table(table_of(asked))))
}

impl Asked {
    fn case(&self) -> Option<Case> {
        let asked = QUESTIONS.iter().find(|question| question.name == self.name)?;
        let Question { start, to_move, moves, state, .. } = asked;
        Some(Case { start: *start, mover: *to_move, moves: moves.clone(), state: state.clone() })
    }
}

impl Product for Asked {
    const NAME: &'static str = "values that claims ask for";
    const COLUMNS: bool = true;

    fn column(task: &Task) -> String {
        task.item_name().to_string()
    }

    fn plan(selection: &Selection) -> Vec<Task> {
        let all = selection.is_published().then_some(&*QUESTIONS).into_iter().flatten();
        all.enumerate().map(|(place, question)| task(place, question)).collect()
    }

    fn job(task: &Task) -> String {
        task.name()
    }

    fn limits(task: &Task, most: u64) -> Limits {
        jobs::limits(task.variant().always_ends(), most)
    }

    fn solve(task: &Task, _: &Context, budget: &Arc<Budget>) -> Result<Asked, Unmade> {
        let Question { name, game, start, to_move, moves, state, .. } = question(task);
        let solution = solve(game, state, &Request::default(), budget);
        Ok(Asked {
            name: name.clone(),
            question: QuestionRecord::of(game, start, *to_move, moves),
            answer: AnswerRecord::of(&game.board, &solution),
            nodes: budget.nodes(),
        })
    }

    fn nodes(results: &[&Asked]) -> u64 {
        results.iter().map(|asked| asked.nodes).sum()
    }

    fn complete(&self) -> bool {
        self.answer.value.is_some()
    }

    fn path(_: &Task) -> String {
        "claims/values.json".to_string()
    }

    fn owns(path: &str) -> bool {
        path == "claims/values.json"
    }

    fn write(results: &[(&Task, &Asked)]) -> Vec<(String, String)> {
        let Some((first, _)) = results.first() else { return Vec::new() };
        let values = results.iter().map(|(_, asked)| (*asked).clone()).collect();
        vec![(Asked::path(first), json::text(&Values { schema: SCHEMA, values }))]
    }

    fn read(path: &str, files: &Files, _: &Rulesets) -> Result<Vec<(Task, Asked)>, String> {
        let sheet: Values = folder::record(path, files)?;
        // What no claim asks any more is left out, so that the sheet differs from what is written anew.
        let planned = |asked: Asked| {
            let (place, question) =
                QUESTIONS.iter().enumerate().find(|(_, question)| question.name == asked.name)?;
            let Question { game, start, to_move, moves, .. } = question;
            let same = asked.question == QuestionRecord::of(game, start, *to_move, moves);
            same.then(|| (task(place, question), asked))
        };
        Ok(sheet.values.into_iter().filter_map(planned).collect())
    }

    fn provable(&self) -> Option<Proves> {
        self.answer.value.map(|_| Proves::Value)
    }

    fn certificate(task: &Task) -> Option<String> {
        Some(format!("claims/values/{}.cert", task.item_name().replace('/', "_")))
    }

    fn states(&self, _: &Game, _: Proves) -> Vec<Stated> {
        let stated =
            |case| Stated { case, value: self.answer.value, finite_play: self.answer.finite_play.clone() };
        self.case().map(stated).into_iter().collect()
    }
}
