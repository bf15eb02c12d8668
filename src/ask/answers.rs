//! A solution as the record of its question and answer.

use super::published::published;
use super::question::Question;
use crate::go::Player;
use crate::report::record::{
    AnswerRecord, LineRecord, MoveName, MoveValue, Secured, ShareRecord, Solved, SolvedForEach, Spent,
};
use crate::rules::axes::Cycles;
use crate::rules::{Game, Points};
use crate::solve::{Answer, Bounds, Budget, Request, Solution, solve};

/// The record of a question of two players and its solution.
pub fn solved(question: &Question, solution: &Solution, spent: Spent) -> Solved {
    let board = question.board();
    Solved {
        question: question.record(),
        record: None,
        answer: AnswerRecord::of(board, solution),
        published: published(question),
        may_be_no_result: may_be_no_result(&question.setup.game, &solution.value),
        move_values: MoveValue::all(board, solution),
        line: LineRecord::of(question.referee(), board, solution, usize::MAX),
        spent,
        earlier_runs: None,
    }
}

/// Whether a value that is not known may be that the game has no result: a player who is sure not to lose can force an
/// end.
pub fn may_be_no_result(game: &Game, answer: &Answer) -> bool {
    let without_end = !game.rules.properties().always_ends && game.options.cycles == Cycles::NoResult;
    let zero = Points::from_integer(0);
    without_end && matches!(answer, Answer::Between(Bounds { low, high, .. }) if *low < zero && zero < *high)
}

/// The record of a question of more than two players, with the solution from the side of each.
pub fn solved_for_each(question: &Question, solved: &[(Player, Solution)], spent: Spent) -> SolvedForEach {
    SolvedForEach {
        question: question.record(),
        players: question.setup.game.options.players.count(),
        secured: solved.iter().map(|(player, solution)| secured(question, *player, solution)).collect(),
        spent,
    }
}

/// Solves a question of more than two players from the side of each in turn. One budget serves them all, and tells with the
/// solutions what was spent. Each side is another question, and they share no lemmas.
pub fn solve_for_each(
    question: &Question,
    request: &Request,
    budget: &Budget,
) -> (Vec<(Player, Solution)>, Spent) {
    let game = &question.setup.game;
    let side = |player: &Player| (*player, solve(game, &question.seen_by(*player), request, budget));
    let sides: Vec<(Player, Solution)> = game.options.players.all().iter().map(side).collect();
    let results = sides.iter().map(|(_, solution)| solution.results).sum();
    let stopped = sides.iter().find_map(|(_, solution)| solution.stopped);
    (sides, Spent::of(budget, results, stopped))
}

fn secured(question: &Question, player: Player, solution: &Solution) -> Secured {
    let board = question.board();
    Secured {
        share: ShareRecord::of(player, solution),
        best_moves: MoveName::all(board, &solution.best_moves),
        all_best_moves: solution.all_best_moves,
        move_values: MoveValue::all(board, solution),
        line: LineRecord::of(question.referee(), board, solution, usize::MAX),
        stopped: solution.stopped,
    }
}
