//! The main job: solve a board.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::args::{Args, SolveArgs};
use super::limits::parse_word;
use super::progress::{Progress, interruptible};
use super::report::{self, colour, options_record};
use super::setup::Setup;
use super::{BadInput, Ended, securing};
use crate::go::notation::{diagram, diagram_line, move_name};
use crate::go::{Board, Move, Player, Players};
use crate::referee::Referee;
use crate::report::display::{self, GraphRecord, answer_in_words, options_text};
use crate::rules::State;
use crate::solve::{Answer, Budget, Engine, Request, Solution, Want, solve};

/// Up to this many intersections all best moves are found unless the user says otherwise.
const ALL_BEST_MOVES: usize = 9;

/// Solves, and writes the result to `text`.
pub fn run(args: &Args, text: &mut String) -> Result<Ended, BadInput> {
    let setup = args.game.setup()?;
    let (state, moves) = setup.after_moves(args.solve.moves.as_deref())?;
    let request = request(&args.solve, setup.game.board.points())?;
    let budget = interruptible(args.solve.effort.limits.limits());
    let progress = Progress::watch(&budget, args.solve.quiet || args.solve.json);
    if setup.game.options.players == Players::Three {
        let case = securing::Case::solve(&setup, &moves, &request, &budget);
        drop(progress);
        match args.solve.json {
            true => report::json(&case.record(), text),
            false => case.describe(&state, args.solve.verbose, text),
        }
        return Ok(case.stopped().into());
    }
    let solution = solve(&setup.game, &state, &request, &budget);
    drop(progress);

    let case = Case { setup: &setup, state: &state, moves: &moves, solution: &solution, budget: &budget };
    if args.solve.json {
        report::json(&case.record(), text);
    } else {
        case.describe(args.solve.verbose, text);
    }
    Ok(solution.stopped.into())
}

fn request(args: &SolveArgs, points: usize) -> Result<Request, BadInput> {
    let few = points <= ALL_BEST_MOVES;
    let best_moves = match &args.best_moves {
        None if few => Want::All,
        None => Want::One,
        Some(text) => parse_word("best-moves", text, &[("all", Want::All), ("one", Want::One)])?,
    };
    let engine = match &args.engine {
        None => Engine::Auto,
        Some(text) => parse_word("engine", text, &[("auto", Engine::Auto), ("naive", Engine::Naive)])?,
    };
    let threads = args.effort.threads.count();
    Ok(Request { engine, best_moves, move_values: args.move_values, threads, ..Request::default() })
}

/// A question with its answer.
struct Case<'a> {
    setup: &'a Setup,
    state: &'a State,
    moves: &'a [Move],
    solution: &'a Solution,
    budget: &'a Budget,
}

/// The JSON object of `--json`. All scores are Black's points less White's.
#[derive(Serialize)]
struct Record {
    board: String,
    /// Points and edges, of a board that is no grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    graph: Option<GraphRecord>,
    rules: &'static str,
    options: BTreeMap<&'static str, &'static str>,
    start: String,
    to_move: &'static str,
    moves: Vec<String>,
    /// `null` if it was not found within the limits: see `bounds`.
    value: Option<String>,
    bounds: Interval,
    best_moves: Vec<String>,
    all_best_moves: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    move_values: Vec<MoveValue>,
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats_from: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    finite_play: Option<FinitePlay>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
    nodes: u64,
    results: usize,
    seconds: f64,
}

#[derive(Serialize)]
pub struct Interval {
    low: String,
    high: String,
}

#[derive(Serialize)]
pub struct MoveValue {
    #[serde(rename = "move")]
    mv: String,
    value: Option<String>,
    bounds: Interval,
}

impl MoveValue {
    /// Of each move of a solution that has been valued.
    pub fn all(board: &Board, solution: &Solution) -> Vec<MoveValue> {
        let values = solution.move_values.iter().map(|(mv, answer)| MoveValue {
            mv: move_name(board, *mv),
            value: answer.exact().map(|value| value.to_string()),
            bounds: Interval::of(answer),
        });
        values.collect()
    }
}

/// `1.B A2  2.W B2`: moves in turn, the first of this number and by this player.
pub fn line_in_words(
    board: &Board,
    players: Players,
    first: usize,
    mut player: Player,
    moves: &[Move],
) -> String {
    let words = moves.iter().enumerate().map(|(place, mv)| {
        let letter = &player.name()[..1];
        player = players.next(player);
        format!("{}.{letter} {}", first + place, move_name(board, *mv))
    });
    words.collect::<Vec<_>>().join("  ")
}

/// Replays a line from the start, and draws the position after each move from the `first` on.
pub fn drawn_line<'a>(setup: &Setup, moves: impl Iterator<Item = &'a Move>, first: usize, text: &mut String) {
    let mut referee = Referee::new(&setup.game, setup.start, setup.to_move);
    for mv in moves {
        let Ok(step) = referee.play(*mv) else { break };
        if step.number < first {
            continue;
        }
        text.push('\n');
        display::step(&setup.game.board, &step, text);
    }
    text.push('\n');
}

#[derive(Serialize)]
struct FinitePlay {
    low: i32,
    high: i32,
    black_can_force_no_result: bool,
    white_can_force_no_result: bool,
}

impl Interval {
    pub fn of(answer: &Answer) -> Interval {
        let (low, high) = match answer {
            Answer::Exact(value) => (value.to_string(), value.to_string()),
            Answer::Between(bounds) => (bounds.low.to_string(), bounds.high.to_string()),
        };
        Interval { low, high }
    }
}

impl Case<'_> {
    fn name(&self, mv: Move) -> String {
        move_name(&self.setup.game.board, mv)
    }

    fn names(&self, moves: &[Move]) -> Vec<String> {
        moves.iter().map(|mv| self.name(*mv)).collect()
    }

    fn record(&self) -> Record {
        let Case { setup, solution, .. } = self;
        let entry = setup.game.entry;
        Record {
            board: setup.game.board.to_string(),
            graph: GraphRecord::of(&setup.game.board),
            rules: entry.id,
            options: options_record(entry, &setup.game.options),
            start: diagram_line(&setup.game.board, &setup.start),
            to_move: colour(setup.to_move),
            moves: self.names(self.moves),
            value: solution.value.exact().map(|value| value.to_string()),
            bounds: Interval::of(&solution.value),
            best_moves: self.names(&solution.best_moves),
            all_best_moves: solution.all_best_moves,
            move_values: MoveValue::all(&setup.game.board, solution),
            line: self.names(&solution.line),
            repeats_from: solution.repeats_from,
            finite_play: solution.interval.map(|interval| FinitePlay {
                low: interval.low,
                high: interval.high,
                black_can_force_no_result: interval.black_forces_no_result(),
                white_can_force_no_result: interval.white_forces_no_result(),
            }),
            stopped: solution.stopped.map(|stopped| stopped.to_string()),
            nodes: self.budget.nodes(),
            results: solution.results,
            seconds: self.budget.elapsed().as_secs_f64(),
        }
    }

    fn describe(&self, verbose: bool, text: &mut String) {
        let Case { setup, state, solution, .. } = self;
        let board = &setup.game.board;
        let mover = state.key.mover;
        let options = options_text(setup.game.entry, &setup.game.options);
        let _ = writeln!(text, "{board} {}{options}, {} to move\n", setup.game.entry.id, mover.name());
        let last = self.moves.last().and_then(|mv| mv.placed());
        let _ = writeln!(text, "{}", diagram(board, &state.key.position, last));
        let _ = writeln!(text, "value       {}", answer_in_words(&solution.value));
        if let Some(interval) = solution.interval {
            let (low, high) = (interval.low, interval.high);
            let _ = writeln!(text, "finite play Black is sure of {low} or more, White of {high} or less");
            let can = |can: bool| if can { "can" } else { "cannot" };
            let _ = writeln!(
                text,
                "no result   Black {} force a game without end, White {}",
                can(interval.black_forces_no_result()),
                can(interval.white_forces_no_result())
            );
        }
        if !solution.best_moves.is_empty() {
            let which = if solution.all_best_moves { "best moves " } else { "a best move" };
            let _ = writeln!(text, "{which} {}", self.names(&solution.best_moves).join(", "));
        }
        for (mv, answer) in &solution.move_values {
            let _ = writeln!(text, "  {:<9} {}", self.name(*mv), answer_in_words(answer));
        }
        self.describe_line(verbose, text);
        let _ = writeln!(
            text,
            "{:<11} {} nodes, {} {}, {:.3} s",
            "effort",
            self.budget.nodes(),
            solution.results,
            if setup.game.rules.always_ends() { "lemmas" } else { "states" },
            self.budget.elapsed().as_secs_f64()
        );
        if let Some(stopped) = solution.stopped {
            let _ = writeln!(text, "stopped     by {stopped}; all that is said above is proved");
        }
    }

    fn describe_line(&self, verbose: bool, text: &mut String) {
        let Case { setup, state, solution, .. } = self;
        if solution.line.is_empty() {
            return;
        }
        let first = self.moves.len() + 1;
        let board = &setup.game.board;
        let words = line_in_words(board, Players::Two, first, state.key.mover, &solution.line);
        let _ = writeln!(text, "line        {words}");
        if let Some(from) = solution.repeats_from {
            let _ = writeln!(text, "            and for ever again from move {}", first + from);
        }
        if verbose {
            drawn_line(setup, self.moves.iter().chain(&solution.line), first, text);
        }
    }
}
