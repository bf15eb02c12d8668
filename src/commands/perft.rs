//! `solve perft`: how many sequences of moves of each length there are.

use clap::Args as ClapArgs;
use serde::Serialize;

use super::exit::{CommandError, Exit};
use super::game::QuestionArgs;
use super::io::{Progress, add_line, interruptible, write_spent};
use super::limits::EffortArgs;
use superko_conform::perft::{Counted, FirstMove, Perft, PerftError, Ply, Request, perft};
use superko_go::board::OfSize;
use superko_go::notation::{diagram, move_name};
use superko_query::report::json;
use superko_query::report::records::{MoveName, QuestionRecord, Spent};
use superko_rules::game::Game;
use superko_rules::line::Line;
use superko_solve::Budget;

/// Positions that may be looked at by estimate without `--force`.
const MOST_POSITIONS: f64 = 1e11;

/// Greatest length.
const MAX_DEPTH: usize = 1000;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  solve perft --board 9x9 --rules psk --depth 4
  solve perft --board 2x2 --rules psk --depth 8 --divide
  solve perft --board 5x5 --rules simple-ko --no-passes --depth 7")]
pub struct PerftArgs {
    #[command(flatten, next_help_heading = "Game")]
    pub game: QuestionArgs,
    #[command(flatten, next_help_heading = "Count")]
    pub count: PerftCountArgs,
    #[command(flatten, next_help_heading = "Effort")]
    pub effort: EffortArgs,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// What is counted.
#[derive(Debug, ClapArgs)]
pub struct PerftCountArgs {
    /// The greatest length: the number of moves of the longest sequences
    #[arg(long, value_name = "PLIES", value_parser = parse_depth, allow_hyphen_values = true)]
    pub depth: usize,
    /// Count the sequences that begin with each legal move apart
    #[arg(long)]
    pub divide: bool,
    /// Make moves that place a stone, and no others
    #[arg(long)]
    pub no_passes: bool,
    /// Count whatever the estimate of the work says
    #[arg(long)]
    pub force: bool,
}

fn parse_depth(text: &str) -> Result<usize, String> {
    let depth = text.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| format!("expected a whole number from 1 to {MAX_DEPTH}"))
}

pub fn run(args: &PerftArgs, text: &mut String) -> Result<Exit, CommandError> {
    match args.game.question_of_any_size()? {
        OfSize::Solved(question) => count(args, &question.game, &question.line, text),
        OfSize::Large(question) => count(args, &question.game, &question.line, text),
    }
}

// --- The count ---

/// What `solve perft --json` prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    #[serde(flatten)]
    question: QuestionRecord,
    /// The greatest length that was asked for.
    depth: usize,
    /// Whether moves that place no stone are made too.
    passes: bool,
    /// By length, from 1 on, as far as it was counted.
    plies: Vec<PlyRecord>,
    /// The sequences that begin with each legal move, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_moves: Option<Vec<FirstMoveRecord>>,
    #[serde(flatten)]
    spent: Spent,
}

/// The sequences of one length. Numbers are texts, as they may have more digits than a reader of JSON keeps.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct PlyRecord {
    /// The length.
    ply: usize,
    /// The number of sequences.
    sequences: String,
    /// Those of them whose last move ends the game.
    ended: String,
}

/// The sequences that begin with a move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct FirstMoveRecord {
    /// The move.
    #[serde(rename = "move")]
    mv: MoveName,
    /// By length, from 1 on, as far as it was counted.
    plies: Vec<PlyRecord>,
}

impl PlyRecord {
    fn all(plies: &[Ply]) -> Vec<PlyRecord> {
        let record = |(index, ply): (usize, &Ply)| PlyRecord {
            ply: index + 1,
            sequences: ply.sequences.to_string(),
            ended: ply.ended.to_string(),
        };
        plies.iter().enumerate().map(record).collect()
    }
}

fn count<S: Counted>(
    args: &PerftArgs,
    game: &Game<S>,
    line: &Line<S>,
    text: &mut String,
) -> Result<Exit, CommandError> {
    args.effort.threads.started()?;
    let budget = interruptible(args.effort.limits());
    let PerftCountArgs { depth, divide, no_passes, force } = args.count;
    let request = Request {
        depth,
        passes: !no_passes,
        divided: divide,
        most: (!force).then_some(MOST_POSITIONS),
        wanted: None,
    };
    let progress = Progress::watch(&budget, args.quiet || args.json);
    let counted = perft(game, line, &request, &budget);
    drop(progress);
    let counted = counted.map_err(|error| match error {
        PerftError::TooLong { states, depth: fitting } => CommandError(format!(
            "--depth {depth}: about {states:.0e} positions would be looked at, expected at most --depth {fitting}, or \
             --force"
        )),
        PerftError::Overflow => CommandError(format!("--depth {depth}: {error}, expected a smaller one")),
        error => error.into(),
    })?;
    if args.json {
        let first_moves = counted.moves.as_ref().map(|moves| {
            let record = |first: &FirstMove<S::Point>| FirstMoveRecord {
                mv: MoveName::of(&game.board, first.mv),
                plies: PlyRecord::all(&first.plies),
            };
            moves.iter().map(record).collect()
        });
        let record = Record {
            question: QuestionRecord::of(game, line),
            depth: request.depth,
            passes: request.passes,
            plies: PlyRecord::all(&counted.plies),
            first_moves,
            spent: Spent::of(&budget, budget.tables().0, counted.stopped),
        };
        text.push_str(&json::text(&record));
    } else {
        describe(game, line, &counted, &budget, text);
    }
    Ok(counted.stopped.into())
}

fn describe<S: Counted>(
    game: &Game<S>,
    line: &Line<S>,
    counted: &Perft<S::Point>,
    budget: &Budget,
    text: &mut String,
) {
    let (board, key) = (&game.board, &line.state.key);
    let last = line.moves.last().and_then(|mv| mv.placed());
    add_line!(
        text,
        "{board} {}, {} to move\n\n{}",
        game.ruleset(),
        key.mover.name(),
        diagram(board, &key.position, last)
    );
    let digits = |ply: &Ply| ply.sequences.to_string().len();
    if let Some(moves) = &counted.moves {
        let depth = moves.iter().map(|first| first.plies.len()).max().unwrap_or_default();
        let last = |first: &FirstMove<S::Point>| first.plies.get(depth - 1).copied();
        let wide = moves.iter().filter_map(last).map(|ply| digits(&ply)).max().unwrap_or_default().max(9);
        add_line!(text, "move   {:>wide$}  {:>wide$}", format!("ply {depth}"), "ended");
        for first in moves {
            let name = move_name(board, first.mv);
            match last(first) {
                Some(ply) => add_line!(text, "{name:<6} {:>wide$}  {:>wide$}", ply.sequences, ply.ended),
                None => add_line!(text, "{name:<6} {:>wide$}", "-"),
            }
        }
        text.push('\n');
    }
    let wide = counted.plies.iter().map(digits).max().unwrap_or_default().max(9);
    add_line!(text, "ply    {:>wide$}  {:>wide$}", "sequences", "ended");
    for (index, ply) in counted.plies.iter().enumerate() {
        add_line!(text, "{:<6} {:>wide$}  {:>wide$}", index + 1, ply.sequences, ply.ended);
    }
    text.push('\n');
    write_spent(&Spent::of(budget, budget.tables().0, counted.stopped), "states", text);
}
