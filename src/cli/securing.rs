//! Solving for more than two players: what each can secure whatever the others do.

use std::fmt::Write;
use std::sync::Arc;

use super::args::SolveArgs;
use super::ended::Ended;
use super::progress::Progress;
use super::report;
use crate::ask::Question;
use crate::ask::answers::{solve_for_each, solved_for_each};
use crate::go::Player;
use crate::go::notation::move_name;
use crate::report::display::{line_in_words, moves_in_words, share_in_words};
use crate::report::json;
use crate::solve::{Budget, Request, Solution};

/// Solves a question from the side of each player in turn, and writes the results to `text`. One budget serves them
/// all.
pub fn run(
    args: &SolveArgs,
    question: &Question,
    request: &Request,
    budget: &Arc<Budget>,
    text: &mut String,
) -> Ended {
    let progress = Progress::watch(budget, args.quiet || args.json);
    let (solved, spent) = solve_for_each(question, request, budget);
    drop(progress);
    let stopped = spent.effort.stopped;
    if args.json {
        text.push_str(&json::text(&solved_for_each(question, &solved, spent)));
    } else {
        question.describe(text);
        for (player, solution) in &solved {
            describe(question, *player, solution, args.verbose, text);
        }
        report::spent(&spent, "lemmas", text);
    }
    stopped.into()
}

fn describe(question: &Question, player: Player, solution: &Solution, verbose: bool, text: &mut String) {
    let (board, mover) = (question.board(), question.mover());
    let points = share_in_words(&solution.value, board.points());
    let _ = writeln!(text, "{} can secure {points} whatever the others do", player.name());
    if !solution.best_moves.is_empty() {
        let which = match (player == mover, solution.all_best_moves) {
            (true, true) => "by".to_string(),
            (true, false) => "by, for one".to_string(),
            (false, true) => format!("{}'s moves that hold him to it:", mover.name()),
            (false, false) => format!("a move of {} that holds him to it:", mover.name()),
        };
        let _ = writeln!(text, "  {which} {}", moves_in_words(board, &solution.best_moves));
    }
    for (mv, answer) in &solution.move_values {
        let points = share_in_words(answer, board.points());
        let _ = writeln!(text, "  {:<9} {points}", move_name(board, *mv));
    }
    if !solution.line.is_empty() {
        let first = question.moves.len() + 1;
        let players = question.setup.game.options.players;
        let line = line_in_words(board, players, first, mover, &solution.line);
        let _ = writeln!(text, "  line {line}");
        if verbose {
            question.draw(&solution.line, text);
        }
    }
    text.push('\n');
}
