//! `solve count`: how many games, or how many positions.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::args::CountArgs;
use super::progress::{Progress, interruptible};
use super::report::{self, colour, options_record};
use super::setup::Setup;
use super::{BadInput, Ended};
use crate::count::{CountError, games, positions};
use crate::go::notation::{diagram, diagram_line, move_name};
use crate::go::{Board, Move};
use crate::report::display::{GraphRecord, options_text};
use crate::rules::State;
use crate::solve::{Budget, Stopped};

/// The JSON object of `--json`.
#[derive(Serialize)]
struct Record {
    board: String,
    /// Points and edges, of a board that is no grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<GraphRecord>,
    #[serde(flatten)]
    game: Option<GameRecord>,
    /// The number as text, as it may have more digits than a reader of JSON keeps; `null` if it was not found
    /// within the limits.
    #[serde(flatten)]
    counted: Counted,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    nodes: u64,
    results: usize,
    seconds: f64,
}

#[derive(Serialize)]
struct GameRecord {
    rules: &'static str,
    options: BTreeMap<&'static str, &'static str>,
    start: String,
    to_move: &'static str,
    moves: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Counted {
    Games(Option<String>),
    Positions(Option<String>),
}

/// Counts, and writes the result to `text`.
pub fn run(args: &CountArgs, text: &mut String) -> Result<Ended, BadInput> {
    if args.values {
        return super::valuing::run(args, text);
    }
    let (board, question) = if args.positions {
        (args.game.board()?, None)
    } else {
        let setup = args.game.setup()?.of_two("solve count")?;
        let (state, moves) = setup.after_moves(args.moves.as_deref())?;
        (setup.game.board.clone(), Some(Question { setup, state, moves }))
    };
    let threads = args.effort.threads.count();
    let budget = interruptible(args.effort.limits.limits());

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
        report::json(&record(&board, question.as_ref(), counted, &budget), text);
    } else {
        describe(&board, question.as_ref(), counted, &budget, text);
    }
    Ok(counted.err().into())
}

/// Whose games are counted: those that go on from a state.
struct Question {
    setup: Setup,
    state: State,
    moves: Vec<Move>,
}

fn record(
    board: &Board,
    question: Option<&Question>,
    counted: Result<u128, Stopped>,
    budget: &Budget,
) -> Record {
    let number = counted.ok().map(|number| number.to_string());
    Record {
        board: board.to_string(),
        graph: GraphRecord::of(board),
        game: question.map(|Question { setup, moves, .. }| GameRecord {
            rules: setup.game.entry.id,
            options: options_record(setup.game.entry, &setup.game.options),
            start: diagram_line(board, &setup.start),
            to_move: colour(setup.to_move),
            moves: moves.iter().map(|mv| move_name(board, *mv)).collect(),
        }),
        counted: if question.is_some() { Counted::Games(number) } else { Counted::Positions(number) },
        stopped: counted.err().map(|stopped| stopped.to_string()),
        nodes: budget.nodes(),
        results: budget.tables().0,
        seconds: budget.elapsed().as_secs_f64(),
    }
}

fn describe(
    board: &Board,
    question: Option<&Question>,
    counted: Result<u128, Stopped>,
    budget: &Budget,
    text: &mut String,
) {
    match question {
        None => {
            let _ = writeln!(text, "{board}\n");
        }
        Some(Question { setup, state, moves }) => {
            let options = options_text(setup.game.entry, &setup.game.options);
            let mover = state.key.mover.name();
            let _ = writeln!(text, "{board} {}{options}, {mover} to move\n", setup.game.entry.id);
            let last = moves.last().and_then(|mv| mv.placed());
            let _ = writeln!(text, "{}", diagram(board, &state.key.position, last));
        }
    }
    let what = if question.is_some() { "games" } else { "positions" };
    let number =
        counted.map_or_else(|_| "not counted within the limit".to_string(), |number| number.to_string());
    let _ = writeln!(text, "{what:<11} {number}");
    let (nodes, seconds) = (budget.nodes(), budget.elapsed().as_secs_f64());
    let _ = writeln!(text, "{:<11} {nodes} nodes, {} results, {seconds:.3} s", "effort", budget.tables().0);
    if let Err(stopped) = counted {
        let _ = writeln!(text, "stopped     by {stopped}");
    }
}
