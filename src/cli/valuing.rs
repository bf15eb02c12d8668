//! `solve count --values`: how many positions have which value.

use std::fmt::Write;

use serde::Serialize;

use super::args::CountArgs;
use super::ended::{BadInput, Ended};
use super::progress::{Progress, interruptible};
use crate::count::CountError;
use crate::count::values::{Values, values};
use crate::report::display::rules_text;
use crate::report::json;
use crate::report::record::{BoardRecord, RulesRecord, Spent};
use crate::solve::Budget;

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

/// Counts, and writes the result to `text`.
pub fn run(args: &CountArgs, text: &mut String) -> Result<Ended, BadInput> {
    let setup = args.question.of_two("solve count")?.setup;
    let budget = interruptible(args.effort.limits());
    let progress = Progress::watch(&budget, args.quiet || args.json);
    let counted = values(&setup.game, &budget);
    drop(progress);
    let counted = match counted {
        Ok(values) => Ok(values),
        Err(CountError::Stopped(stopped)) => Err(stopped),
        Err(error) => return Err(error.into()),
    };
    let game = &setup.game;
    if args.json {
        let record = Record {
            board: BoardRecord::of(&game.board),
            rules: RulesRecord::of(game.entry, &game.options),
            counts: counted.as_ref().ok().cloned(),
            spent: Spent::of(&budget, budget.tables().0, counted.as_ref().err().copied()),
        };
        text.push_str(&json::text(&record));
    } else {
        let rules = rules_text(game.entry, &game.options);
        let _ = writeln!(text, "{} {rules}, every legal position, Black to move\n", game.board);
        match &counted {
            Ok(values) => describe(values, &budget, text),
            Err(stopped) => {
                let _ = writeln!(text, "stopped     by {stopped}");
            }
        }
    }
    Ok(counted.err().into())
}

fn describe(values: &Values, budget: &Budget, text: &mut String) {
    let _ = writeln!(text, "positions   {}", values.positions);
    text.push_str("\nvalue        positions\n");
    let mut by_value: Vec<(&String, &u64)> = values.values.iter().collect();
    by_value.sort_by_key(|(value, _)| value.parse::<i32>().map_or((1, 0), |points| (0, points)));
    for (value, count) in by_value {
        let _ = writeln!(text, "{value:<12} {count}");
    }
    text.push_str("\nfinite play  positions\n");
    let ends = |interval: &str| {
        interval.split_once("..").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)))
    };
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
    let seconds = budget.elapsed().as_secs_f64();
    let _ = writeln!(text, "effort      {} states, {seconds:.3} s", values.states);
}
