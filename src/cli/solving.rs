//! The main job: the value of a game of two, its best moves and a line of play.

use std::fmt::Write;

use super::args::{Args, SolveArgs};
use super::ended::{BadInput, Ended};
use super::limits::check_threads;
use super::progress::{Progress, interruptible};
use super::{report, securing};
use crate::ask::Question;
use crate::ask::answers::solved;
use crate::go::Players;
use crate::go::notation::move_name;
use crate::report::display::{answer_in_words, line_in_words, moves_in_words};
use crate::report::json;
use crate::report::record::Spent;
use crate::solve::{Engine, Request, Solution, Want, solve};

/// Up to this many intersections all best moves are found unless the user says otherwise.
const ALL_BEST_MOVES: usize = 9;

/// Solves, and writes the result to `text`.
pub fn run(args: &Args, text: &mut String) -> Result<Ended, BadInput> {
    let question = args.question.question()?;
    let request = request(&args.solve, question.board().points())?;
    let budget = interruptible(args.solve.effort.limits());
    if question.setup.game.options.players == Players::Three {
        return Ok(securing::run(&args.solve, &question, &request, &budget, text));
    }
    let progress = Progress::watch(&budget, args.solve.quiet || args.solve.json);
    let solution = solve(&question.setup.game, &question.state, &request, &budget);
    drop(progress);
    let spent = Spent::of(&budget, solution.results, solution.stopped);
    if args.solve.json {
        text.push_str(&json::text(&solved(&question, &solution, spent)));
    } else {
        describe(&question, &solution, args.solve.verbose, text);
        let always_ends = question.setup.game.rules.properties().always_ends;
        report::spent(&spent, if always_ends { "lemmas" } else { "states" }, text);
    }
    Ok(solution.stopped.into())
}

fn request(args: &SolveArgs, points: usize) -> Result<Request, BadInput> {
    let usual = if points <= ALL_BEST_MOVES { Want::All } else { Want::One };
    let engine = args.engine.map_or(Engine::Auto, Engine::from);
    let threads = args.effort.threads.count();
    // The search on one thread starts none.
    if threads > 1 || engine == Engine::Naive {
        check_threads(threads)?;
    }
    Ok(Request {
        engine,
        best_moves: args.best_moves.map_or(usual, Want::from),
        move_values: args.move_values,
        threads,
        ..Request::default()
    })
}

fn describe(question: &Question, solution: &Solution, verbose: bool, text: &mut String) {
    let board = question.board();
    question.describe(text);
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
        let _ = writeln!(text, "{which} {}", moves_in_words(board, &solution.best_moves));
    }
    for (mv, answer) in &solution.move_values {
        let _ = writeln!(text, "  {:<9} {}", move_name(board, *mv), answer_in_words(answer));
    }
    if solution.line.is_empty() {
        return;
    }
    let first = question.moves.len() + 1;
    let words = line_in_words(board, Players::Two, first, question.mover(), &solution.line);
    let _ = writeln!(text, "line        {words}");
    if let Some(from) = solution.repeats_from {
        let _ = writeln!(text, "            and for ever again from move {}", first + from);
    }
    if verbose {
        question.draw(&solution.line, text);
    }
}
