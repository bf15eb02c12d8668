//! `solve count`: how many games, or how many positions.

use std::fmt::Write;
use std::sync::Arc;

use serde::Serialize;

use super::args::CountArgs;
use super::ended::{BadInput, Ended};
use super::progress::{Progress, interruptible};
use super::report;
use crate::ask::Question;
use crate::count::{CountError, games, positions};
use crate::go::Board;
use crate::report::json;
use crate::report::record::{BoardRecord, QuestionRecord, Spent};
use crate::solve::{Budget, Stopped};

/// What `solve count --json` prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    #[serde(flatten)]
    about: About,
    #[serde(flatten)]
    counted: Counted,
    #[serde(flatten)]
    spent: Spent,
}

/// What is counted.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum About {
    /// The legal positions of a board.
    Positions(BoardRecord),
    /// The games that go on from a state.
    Games(QuestionRecord),
}

/// The number, as text since it may have more digits than a reader of JSON keeps; `null` if it was not found within
/// the limits.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Counted {
    Games(Option<String>),
    Positions(Option<String>),
}

/// Counts, and writes the result to `text`.
pub fn run(args: &CountArgs, text: &mut String) -> Result<Ended, BadInput> {
    args.question.refuse_moves(&[("positions", args.positions), ("values", args.values)])?;
    if args.values {
        return super::valuing::run(args, text);
    }
    #[cfg(feature = "cluster")]
    if args.cluster.hosts.hosts.is_some() {
        return Err(BadInput("--hosts: games are counted by one process, expected --values".to_string()));
    }
    let (board, question) = if args.positions {
        (args.question.game.board.board()?, None)
    } else {
        let question = args.question.of_two("solve count")?;
        (question.board().clone(), Some(question))
    };
    let threads = args.effort.threads.checked()?;
    let budget = interruptible(args.effort.limits());

    let progress = Progress::watch(&budget, args.quiet || args.json);
    let counted = match &question {
        None => positions(&board, &budget).map_err(CountError::Stopped),
        Some(Question { setup, state, .. }) => games(&setup.game, state, threads, &budget),
    };
    drop(progress);

    let counted = match counted {
        Ok(number) => Ok(number),
        Err(CountError::Stopped(stopped)) => Err(stopped),
        Err(error) => return Err(error.into()),
    };
    if args.json {
        text.push_str(&json::text(&record(&board, question.as_ref(), counted, &budget)));
    } else {
        describe(&board, question.as_ref(), counted, &budget, text);
    }
    Ok(counted.err().into())
}

fn record(
    board: &Board,
    question: Option<&Question>,
    counted: Result<u128, Stopped>,
    budget: &Arc<Budget>,
) -> Record {
    let number = counted.ok().map(|number| number.to_string());
    let (about, of) = match question {
        None => (About::Positions(BoardRecord::of(board)), Counted::Positions(number)),
        Some(question) => (About::Games(question.record()), Counted::Games(number)),
    };
    Record { about, counted: of, spent: Spent::of(budget, budget.tables().0, counted.err()) }
}

fn describe(
    board: &Board,
    question: Option<&Question>,
    counted: Result<u128, Stopped>,
    budget: &Arc<Budget>,
    text: &mut String,
) {
    match question {
        None => {
            let _ = writeln!(text, "{board}\n");
        }
        Some(question) => question.describe(text),
    }
    let what = if question.is_some() { "games" } else { "positions" };
    let number =
        counted.map_or_else(|_| "not counted within the limit".to_string(), |number| number.to_string());
    let _ = writeln!(text, "{what:<11} {number}");
    report::spent(&Spent::of(budget, budget.tables().0, counted.err()), "results", text);
}
