//! `solve differ --games`: the shortest game from the empty board that parts two rulesets.

use std::sync::Arc;
use std::time::Instant;

use clap::ValueEnum;

use super::exit::{CommandError, Exit};
use super::io::{Progress, add_line};
use superko_go::{Board, Position};
use superko_query::ask::differ::Effort;
use superko_query::ask::differ::games::{FoundGame, Goal, MoveResult, Record, walk};
use superko_query::report::json;
use superko_query::report::words::{step, value_in_words};
use superko_rules::referee::Referee;
use superko_rules::{Points, Rules};
use superko_solve::{Budget, Limits, Stopped, Value};

/// What a game is to show.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum GamesName {
    /// A move that is not the same under both
    Parting,
    /// A state in which Black wins under one and White under the other
    Winners,
}

pub fn run(
    rulesets: &[Rules; 2],
    goal: GamesName,
    boards: &[Board],
    effort: &Effort,
    (as_json, quiet): (bool, bool),
    text: &mut String,
) -> Result<Exit, CommandError> {
    let [a, b] = rulesets;
    if a.first_move() != b.first_move() {
        return Err(CommandError(format!(
            "{:?}: begins with another player than {:?}, expected games with the same moves",
            b.to_string(),
            a.to_string()
        )));
    }
    let goal = match goal {
        GamesName::Parting => Goal::Parting,
        GamesName::Winners => Goal::Winners,
    };
    let limits = Limits { time: effort.time, nodes: None, memory: effort.memory };
    let budget = Budget::new(limits).interrupted_by(Arc::clone(&effort.interrupted));
    let started = Instant::now();
    let line = move |asking: &str| format!("{asking}  {:.0} s", started.elapsed().as_secs_f64());
    let (progress, tell) = Progress::with_words(line, quiet || as_json);
    let walked = walk(rulesets, boards, goal, effort.nodes, &budget, &tell);
    drop(progress);
    let last = boards.last().expect("there is a board");
    let record = Record::of(rulesets, last, walked);
    if as_json {
        text.push_str(&json::text(&record));
    } else {
        describe(rulesets, goal, &record, text)?;
    }
    Ok(match (record.stopped, record.unsolved) {
        (Some(stopped), _) => Some(stopped).into(),
        (None, 0) => Exit::Success,
        (None, _) => Some(Stopped::Nodes).into(),
    })
}

fn describe(
    rulesets: &[Rules; 2],
    goal: Goal,
    record: &Record,
    text: &mut String,
) -> Result<(), CommandError> {
    let [a, b] = rulesets;
    match (&record.found, goal) {
        (Some(found), Goal::Parting) => {
            add_line!(text, "{a} and {b} part at move {}, on {}\n", found.moves.len(), found.board);
            played(rulesets, found, found.moves.len() - 1, text)?;
            let [last] = &found.moves[found.moves.len() - 1..] else {
                unreachable!("a game that parts has a move")
            };
            add_line!(text, "\n{}. {last}", found.moves.len());
            for (rules, result) in rulesets.iter().zip(found.results.iter().flatten()) {
                add_line!(text, "  {rules}: {}", in_words(result));
            }
        }
        (Some(found), Goal::Winners) => {
            add_line!(
                text,
                "{a} and {b} have other winners after {} moves, on {}\n",
                found.moves.len(),
                found.board
            );
            played(rulesets, found, found.moves.len(), text)?;
            text.push('\n');
            for (rules, value) in rulesets.iter().zip(found.values.iter().flatten()) {
                let Value::Points(points) = value else { unreachable!("a winner has points") };
                add_line!(text, "  {rules}: {}", value_in_words(*points));
            }
        }
        (None, _) => {
            let what = match goal {
                Goal::Parting => "parts them",
                Goal::Winners => "has other winners under them",
            };
            add_line!(
                text,
                "{a} and {b}: no game of fewer than {} moves on boards up to {} {what}",
                record.plies,
                record.up_to
            );
        }
    }
    add_line!(text, "\neffort      {} pairs of states", record.states);
    if record.unsolved > 0 {
        add_line!(text, "not solved within the limit: {} pairs of states", record.unsolved);
    }
    if let Some(stopped) = record.stopped {
        add_line!(text, "stopped     by {stopped}");
    }
    Ok(())
}

/// Writes the first moves of a game, each with what it does under the first ruleset.
fn played(
    rulesets: &[Rules; 2],
    found: &FoundGame,
    count: usize,
    text: &mut String,
) -> Result<(), CommandError> {
    let board = Board::parse(&found.board)?;
    let game = rulesets[0].game(board.clone());
    let mut referee = Referee::new(&game, Position::default(), rulesets[0].first_move());
    for name in &found.moves[..count] {
        let mv = name.on(&board).expect("a record has moves of its board");
        step(&board, &referee.play(mv)?, text);
    }
    Ok(())
}

fn in_words(result: &MoveResult) -> String {
    match result {
        MoveResult::Illegal { why } => format!("illegal: {why}"),
        MoveResult::GoesOn => "legal, and the game goes on".to_string(),
        MoveResult::Ends { score } => {
            let score = score.parse::<Points>().map_or_else(|_| score.clone(), value_in_words);
            format!("legal, and ends the game: {score}")
        }
    }
}
