//! `solve count`: how many games, or how many positions.

use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args as ClapArgs;
use serde::Serialize;

#[cfg(feature = "cluster")]
use super::cluster::ClusterArgs;
use super::exit::{CommandError, Exit};
use super::game::QuestionArgs;
use super::io::{self, Progress, add_line, interruptible, refuse_to_overwrite};
use super::limits::EffortArgs;
use super::ruleset::{self, for_basic_ko};
use superko_go::Board;
use superko_query::ask::Question;
use superko_query::report::json;
use superko_query::report::records::{BoardRecord, QuestionRecord, RulesRecord, Spent};
use superko_rules::Game;
use superko_solve::count::values::{Values, ends, values};
use superko_solve::count::{CountError, games, positions};
use superko_solve::retrograde::basic_ko::Plays;
use superko_solve::{Budget, Stopped};
use superko_store::files::write_file_with;
use superko_store::sums::RunningSum;

#[derive(Debug, ClapArgs)]
pub struct CountArgs {
    /// Count the positions of the board in which every chain has a liberty; needs no ruleset
    #[arg(long, conflicts_with_all = ["rules", "start", "to_move", ruleset::GROUP])]
    pub positions: bool,
    /// Count the positions of the board by their values, Black to move, under a ruleset whose games
    /// may go on for ever
    #[arg(long, conflicts_with_all = ["positions", "start", "to_move"])]
    pub values: bool,
    #[command(flatten, next_help_heading = "Game")]
    pub question: QuestionArgs,
    #[command(flatten, next_help_heading = "Effort")]
    pub effort: EffortArgs,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub cluster: ClusterArgs,
    /// Write what both players can force in every state under simple-ko to a file: docs/cluster.md
    /// has the format
    #[arg(long, value_name = "FILE", requires = "values", help_heading = "Output")]
    pub out: Option<PathBuf>,
    /// Write over a file of --out
    #[arg(long, requires = "out", help_heading = "Output", hide_short_help = true)]
    pub force: bool,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

// --- How many games, or how many positions ---

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

pub fn run(args: &CountArgs, text: &mut String) -> Result<Exit, CommandError> {
    args.question.refuse_moves(&[("positions", args.positions), ("values", args.values)])?;
    if args.values {
        return run_values(args, text);
    }
    #[cfg(feature = "cluster")]
    if args.cluster.hosts.hosts.is_some() {
        return Err(CommandError("--hosts: games are counted by one process, expected --values".to_string()));
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
        Some(Question { game, line }) => games(game, &line.state, threads, &budget),
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
            add_line!(text, "{board}\n");
        }
        Some(question) => question.describe(text),
    }
    let what = if question.is_some() { "games" } else { "positions" };
    let number =
        counted.map_or_else(|_| "not counted within the limit".to_string(), |number| number.to_string());
    add_line!(text, "{what:<11} {number}");
    io::write_spent(&Spent::of(budget, budget.tables().0, counted.err()), "results", text);
}

// --- `--values`: how many positions have which value ---

/// What `solve count --values --json` prints. All scores are Black's points minus White's, Black to
/// move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Record", deny_unknown_fields))]
pub struct ValuesRecord {
    #[serde(flatten)]
    board: BoardRecord,
    #[serde(flatten)]
    rules: RulesRecord,
    /// `null` if they were not found within the limits.
    counts: Option<Values>,
    #[serde(flatten)]
    spent: Spent,
}

/// Values that were counted, and lines for the end of the text.
struct CountedValues {
    /// `None` if another process has the counts.
    values: Option<Values>,
    lines: String,
}

fn run_values(args: &CountArgs, text: &mut String) -> Result<Exit, CommandError> {
    let setup = args.question.of_two("solve count")?;
    let budget = interruptible(args.effort.limits());
    let game = &setup.game;
    if let Some(out) = &args.out {
        Plays::of(game).ok_or_else(|| for_basic_ko("--out", game))?;
        refuse_to_overwrite(&out.to_string_lossy(), args.force, "values of states", |_| false)?;
    }
    let counted = count(args, game, &budget)?;
    if args.json {
        let record = ValuesRecord {
            board: BoardRecord::of(&game.board),
            rules: RulesRecord::of(&game.ruleset()),
            counts: counted.as_ref().ok().and_then(|counted| counted.values.clone()),
            spent: Spent::of(&budget, budget.tables().0, counted.as_ref().err().copied()),
        };
        text.push_str(&json::text(&record));
    } else {
        let rules = game.ruleset();
        add_line!(text, "{} {rules}, every legal position, Black to move\n", game.board);
        match &counted {
            Ok(counted) => describe_values(counted, &budget, text),
            Err(stopped) => {
                add_line!(text, "stopped     by {stopped}");
            }
        }
    }
    Ok(counted.err().into())
}

/// Counts in this process or together with others.
#[cfg(feature = "cluster")]
fn count(
    args: &CountArgs,
    game: &Game,
    budget: &Arc<Budget>,
) -> Result<Result<CountedValues, Stopped>, CommandError> {
    use superko_cluster::{self as cluster, ClusterError};
    let threads = args.effort.threads.count();
    let Some(work) = args.cluster.work(game, threads, args.out.as_deref(), budget)? else {
        return alone(args, game, budget);
    };
    let process = work.hosts.as_ref().map_or(0, |hosts| hosts.process);
    let progress = Progress::watch(budget, args.quiet || args.json);
    let found = cluster::run(work);
    drop(progress);
    let found = match found {
        Ok(found) => found,
        Err(ClusterError::Stopped(stopped)) => return Ok(Err(stopped)),
        Err(ClusterError::Failed(why)) => return Err(CommandError(why)),
        Err(ClusterError::Elsewhere(worker)) => {
            return Err(CommandError(format!(
                "worker {worker} could not read or write what it has on disk: its process says why"
            )));
        }
    };
    let mut lines = String::new();
    let (exchanged, seconds) = (found.exchanged, found.exchanged.time.as_secs_f64());
    add_line!(
        lines,
        "exchange    {} rounds, {} words sent, {:.0} states/s, {:.2} bytes a state",
        exchanged.rounds,
        exchanged.words,
        exchanged.states as f64 / seconds,
        exchanged.bytes as f64 / exchanged.states as f64
    );
    let Some(sum) = found.sum else {
        add_line!(lines, "process     {process} has done its share; process 0 has the counts");
        return Ok(Ok(CountedValues { values: None, lines }));
    };
    let mut values = Values::of(game, &found.counted);
    add_line!(lines, "states      {} bytes", sum.bytes());
    values.states_sha256 = Some(sum.sum());
    Ok(Ok(CountedValues { values: Some(values), lines }))
}

#[cfg(not(feature = "cluster"))]
fn count(
    args: &CountArgs,
    game: &Game,
    budget: &Arc<Budget>,
) -> Result<Result<CountedValues, Stopped>, CommandError> {
    alone(args, game, budget)
}

/// Counts on this thread.
fn alone(
    args: &CountArgs,
    game: &Game,
    budget: &Arc<Budget>,
) -> Result<Result<CountedValues, Stopped>, CommandError> {
    let progress = Progress::watch(budget, args.quiet || args.json);
    let mut sum = RunningSum::default();
    let counted = match &args.out {
        None => values(game, budget, &mut |states| sum.add(states)),
        Some(path) => write_values(path, game, budget, &mut sum)?,
    };
    drop(progress);
    match counted {
        Ok(mut values) => {
            values.states_sha256 = (sum.bytes() > 0).then(|| sum.sum());
            Ok(Ok(CountedValues { values: Some(values), lines: String::new() }))
        }
        Err(CountError::Stopped(stopped)) => Ok(Err(stopped)),
        Err(error) => Err(error.into()),
    }
}

/// Counts, and writes what both players can force in every state to a file.
fn write_values(
    path: &Path,
    game: &Game,
    budget: &Budget,
    sum: &mut RunningSum,
) -> Result<Result<Values, CountError>, CommandError> {
    let mut counted = None;
    let written = write_file_with(path, |file| {
        let (mut file, mut full) = (BufWriter::with_capacity(1 << 20, file), Ok(()));
        let found = values(game, budget, &mut |states| {
            sum.add(states);
            if full.is_ok() {
                full = file.write_all(states);
            }
        });
        let stopped = found.is_err();
        counted = Some(found);
        full?;
        file.flush()?;
        // What was not counted whole is not kept.
        if stopped { Err(ErrorKind::Interrupted.into()) } else { Ok(()) }
    });
    match (written, counted) {
        (Ok(()), Some(counted)) | (Err(_), Some(counted @ Err(_))) => Ok(counted),
        (Err(error), _) => Err(CommandError(format!("--out {error}"))),
        (Ok(()), None) => unreachable!("it is counted before the file is renamed"),
    }
}

fn describe_values(counted: &CountedValues, budget: &Budget, text: &mut String) {
    let Some(values) = &counted.values else {
        text.push_str(&counted.lines);
        return;
    };
    add_line!(text, "positions   {}", values.positions);
    text.push_str("\nvalue        positions\n");
    let mut by_value: Vec<(&String, &u64)> = values.values.iter().collect();
    by_value.sort_by_key(|(value, _)| value.parse::<i32>().map_or((1, 0), |points| (0, points)));
    for (value, count) in by_value {
        add_line!(text, "{value:<12} {count}");
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
        add_line!(text, "{interval:<12} {count}");
    }
    add_line!(
        text,
        "\nno result   Black can force a game without end in {}, White in {}",
        values.black_can_force_no_result,
        values.white_can_force_no_result
    );
    add_line!(text, "empty board {}", values.empty_board.replace("..", " to "));
    if let Some(sum) = &values.states_sha256 {
        add_line!(text, "sha256      {sum}");
    }
    let seconds = budget.elapsed().as_secs_f64();
    add_line!(text, "effort      {} states, {seconds:.3} s", values.states);
    text.push_str(&counted.lines);
}
