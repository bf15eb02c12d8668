//! `solve count --values`: how many positions have which value.

use std::fmt::Write;
use std::sync::Arc;

use serde::Serialize;

use super::args::CountArgs;
use super::ended::{BadInput, Ended};
use super::progress::{Progress, interruptible};
use crate::count::CountError;
use crate::count::values::{Values, ends, values};
use crate::report::display::rules_text;
use crate::report::json;
use crate::report::record::{BoardRecord, RulesRecord, Spent};
use crate::rules::Game;
use crate::solve::{Budget, Stopped};
use crate::sums::Summed;

/// What `solve count --values --json` prints. All scores are Black's points less White's, Black to move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    #[serde(flatten)]
    board: BoardRecord,
    #[serde(flatten)]
    rules: RulesRecord,
    /// `null` if they were not found within the limits.
    counts: Option<Values>,
    #[serde(flatten)]
    spent: Spent,
}

/// What was counted, and lines for the end of the text.
struct Counted {
    /// `None` if another process has the counts.
    values: Option<Values>,
    lines: String,
}

/// Counts, and writes the result to `text`.
pub fn run(args: &CountArgs, text: &mut String) -> Result<Ended, BadInput> {
    let setup = args.question.of_two("solve count")?.setup;
    let budget = interruptible(args.effort.limits());
    let game = &setup.game;
    let counted = count(args, game, &budget)?;
    if args.json {
        let record = Record {
            board: BoardRecord::of(&game.board),
            rules: RulesRecord::of(game.entry, &game.options),
            counts: counted.as_ref().ok().and_then(|counted| counted.values.clone()),
            spent: Spent::of(&budget, budget.tables().0, counted.as_ref().err().copied()),
        };
        text.push_str(&json::text(&record));
    } else {
        let rules = rules_text(game.entry, &game.options);
        let _ = writeln!(text, "{} {rules}, every legal position, Black to move\n", game.board);
        match &counted {
            Ok(counted) => describe(counted, &budget, text),
            Err(stopped) => {
                let _ = writeln!(text, "stopped     by {stopped}");
            }
        }
    }
    Ok(counted.err().into())
}

/// Counts, in this process or together with others.
#[cfg(feature = "cluster")]
fn count(args: &CountArgs, game: &Game, budget: &Arc<Budget>) -> Result<Result<Counted, Stopped>, BadInput> {
    use crate::cluster::{self, Ended};
    let threads = args.effort.threads.count();
    let Some(work) = args.cluster.work(game, threads, budget)? else {
        return alone(args, game, budget);
    };
    let process = work.hosts.as_ref().map_or(0, |hosts| hosts.process);
    let progress = Progress::watch(budget, args.quiet || args.json);
    let found = cluster::run(work);
    drop(progress);
    let found = match found {
        Ok(found) => found,
        Err(Ended::Stopped(stopped)) => return Ok(Err(stopped)),
        Err(Ended::Failed(why)) => return Err(BadInput(why)),
        Err(Ended::Elsewhere(worker)) => {
            return Err(BadInput(format!(
                "worker {worker} could not read or write what it has on disk: its process says why"
            )));
        }
    };
    let mut lines = String::new();
    let (exchanged, seconds) = (found.exchanged, found.exchanged.time.as_secs_f64());
    let _ = writeln!(
        lines,
        "exchange    {} rounds, {} words sent, {:.0} states/s, {:.2} bytes a state",
        exchanged.rounds,
        exchanged.words,
        exchanged.states as f64 / seconds,
        exchanged.bytes as f64 / exchanged.states as f64
    );
    let Some(sum) = found.sum else {
        let _ = writeln!(lines, "process     {process} has done its share; process 0 has the counts");
        return Ok(Ok(Counted { values: None, lines }));
    };
    let mut values = Values::of(game, &found.counted);
    let _ = writeln!(lines, "states      {} bytes", sum.bytes());
    values.states_sha256 = Some(sum.sum());
    Ok(Ok(Counted { values: Some(values), lines }))
}

/// Counts in this process.
#[cfg(not(feature = "cluster"))]
fn count(args: &CountArgs, game: &Game, budget: &Arc<Budget>) -> Result<Result<Counted, Stopped>, BadInput> {
    alone(args, game, budget)
}

/// Counts on this thread.
fn alone(args: &CountArgs, game: &Game, budget: &Arc<Budget>) -> Result<Result<Counted, Stopped>, BadInput> {
    let progress = Progress::watch(budget, args.quiet || args.json);
    let mut sum = Summed::default();
    let counted = values(game, budget, &mut |states| sum.add(states));
    drop(progress);
    match counted {
        Ok(mut values) => {
            values.states_sha256 = (sum.bytes() > 0).then(|| sum.sum());
            Ok(Ok(Counted { values: Some(values), lines: String::new() }))
        }
        Err(CountError::Stopped(stopped)) => Ok(Err(stopped)),
        Err(error) => Err(error.into()),
    }
}

fn describe(counted: &Counted, budget: &Budget, text: &mut String) {
    let Some(values) = &counted.values else {
        text.push_str(&counted.lines);
        return;
    };
    let _ = writeln!(text, "positions   {}", values.positions);
    text.push_str("\nvalue        positions\n");
    let mut by_value: Vec<(&String, &u64)> = values.values.iter().collect();
    by_value.sort_by_key(|(value, _)| value.parse::<i32>().map_or((1, 0), |points| (0, points)));
    for (value, count) in by_value {
        let _ = writeln!(text, "{value:<12} {count}");
    }
    text.push_str("\nfinite play  positions\n");
    let mut by_interval: Vec<(Option<(i32, i32)>, u64)> =
        values.intervals.iter().map(|(interval, count)| (ends(interval), *count)).collect();
    by_interval.sort();
    for (interval, count) in by_interval {
        let interval = match interval {
            Some((low, high)) if low == high => low.to_string(),
            Some((low, high)) => format!("{low} to {high}"),
            None => String::new(),
        };
        let _ = writeln!(text, "{interval:<12} {count}");
    }
    let _ = writeln!(
        text,
        "\nno result   Black can force a game without end in {}, White in {}",
        values.black_can_force_no_result, values.white_can_force_no_result
    );
    let _ = writeln!(text, "empty board {}", values.empty_board.replace("..", " to "));
    if let Some(sum) = &values.states_sha256 {
        let _ = writeln!(text, "sha256      {sum}");
    }
    let seconds = budget.elapsed().as_secs_f64();
    let _ = writeln!(text, "effort      {} states, {seconds:.3} s", values.states);
    text.push_str(&counted.lines);
}
