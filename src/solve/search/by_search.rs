//! A solution from the search.

use super::dfpn::Worker;
use super::searcher::Searcher;
use crate::go::Move;
use crate::rules::{Game, Points, Ruling, State};
use crate::solve::bounds::Bounds;
use crate::solve::budget::Stopped;
use crate::solve::question::{Question, Side};
use crate::solve::solution::{Answer, Request, Solution, Value, Want};

/// Up to this many intersections a line is made of moves chosen by a fixed rule, each proved; on larger
/// boards, where proving that a pass is *not* good enough may cost more than the value, of the moves of
/// the proof unless it is asked for.
const CHOSEN_LINE: usize = 9;

/// Answers a request about a state.
pub fn solve(searcher: &Searcher, state: &State, request: &Request) -> Solution {
    let mut solution = Solution::unknown(searcher.game, state);
    let mut filled = fill(&mut solution, searcher, state, request);
    // Last, as the moves that lose may take the longest; and of each at least the bounds are given.
    if request.move_values {
        filled = filled.and(move_values(&mut solution, searcher, state));
    }
    solution.stopped = filled.err();
    solution.results = searcher.lemmas.len();
    solution
}

fn fill(
    solution: &mut Solution,
    searcher: &Searcher,
    state: &State,
    request: &Request,
) -> Result<(), Stopped> {
    let game = searcher.game;
    let value = searcher.value(state, Bounds::unknown(game, state)).map_err(|(bounds, stopped)| {
        solution.value = Answer::Between(bounds);
        stopped
    })?;
    solution.value = Answer::Exact(Value::Points(value));
    let aim = Aim { side: Side::of(state.key.mover), value };
    match request.best_moves {
        Want::All => {
            searcher.budget.ask("all best first moves".to_string());
            solution.best_moves = best_moves(searcher, state, aim)?;
            solution.all_best_moves = true;
        }
        Want::One => solution.best_moves.push(one_move(game, state, aim, &mut searcher.worker())?),
    }
    if request.line {
        searcher.budget.ask("a line of play".to_string());
        let chosen = request.chosen_line || game.board.points() <= CHOSEN_LINE;
        line(solution, searcher, state, value, chosen)?;
    }
    Ok(())
}

/// What a side wants of a move: that it still gets the value.
#[derive(Clone, Copy)]
struct Aim {
    side: Side,
    value: Points,
}

impl Aim {
    fn question(self) -> Question {
        Question::sharpest(self.side, self.value)
    }

    /// Whether a legal move keeps the value.
    fn kept_by(self, ruling: &Ruling, worker: &mut Worker) -> Result<bool, Stopped> {
        Ok(match ruling {
            Ruling::Ends(score) => self.question().served(*score) == self.side,
            Ruling::Leads(next) => worker.ask(next, self.question(), None)?.0 == self.side,
            Ruling::Barred(_) => false,
        })
    }
}

/// Every move that keeps the value.
fn best_moves(searcher: &Searcher, state: &State, aim: Aim) -> Result<Vec<Move>, Stopped> {
    let legal = searcher.game.legal(state);
    let kept =
        searcher.each(&legal, |worker, (mv, ruling)| Ok(aim.kept_by(ruling, worker)?.then_some(*mv)))?;
    Ok(kept.into_iter().flatten().collect())
}

/// A move that keeps the value: one that ends the game so, or the move of the lemma that says so.
fn one_move(game: &Game, state: &State, aim: Aim, worker: &mut Worker) -> Result<Move, Stopped> {
    let (sure, _) = worker.ask(state, aim.question(), None)?;
    debug_assert_eq!(sure, aim.side);
    if let Some(mv) = worker.known_move(state, aim.question()) {
        return Ok(mv);
    }
    // The lemma may have been dropped for want of memory.
    for (mv, ruling) in game.legal(state) {
        if aim.kept_by(&ruling, worker)? {
            return Ok(mv);
        }
    }
    unreachable!("some move keeps the value")
}

/// The value of every legal move, or its bounds: none is better than that of the state, and where all the
/// best moves are known, the others are worse.
fn move_values(solution: &mut Solution, searcher: &Searcher, state: &State) -> Result<(), Stopped> {
    let game = searcher.game;
    searcher.budget.ask("the value of every first move".to_string());
    let mut stopped = Ok(());
    for (mv, ruling) in game.legal(state) {
        let answer = match ruling {
            Ruling::Ends(score) => Answer::Exact(Value::Points(score)),
            Ruling::Leads(next) => {
                let worse = solution.all_best_moves && !solution.best_moves.contains(&mv);
                match searcher.value(
                    &next,
                    known_of_moves(
                        Bounds::unknown(game, &next),
                        Side::of(state.key.mover),
                        &solution.value,
                        worse,
                    ),
                ) {
                    Ok(value) => Answer::Exact(Value::Points(value)),
                    Err((bounds, by)) => {
                        stopped = Err(by);
                        Answer::Between(bounds)
                    }
                }
            }
            Ruling::Barred(_) => unreachable!("only legal moves are listed"),
        };
        solution.move_values.push((mv, answer));
    }
    stopped
}

/// What the value of a state says of its moves.
fn known_of_moves(mut known: Bounds, mover: Side, value: &Answer, worse: bool) -> Bounds {
    let (low, high) = match value {
        Answer::Exact(Value::Points(value)) => (*value, *value),
        Answer::Between(bounds) => (bounds.low, bounds.high),
        Answer::Exact(Value::NoResult) => unreachable!("a game that always ends has a score"),
    };
    match mover {
        Side::Black => (known.high, known.high_open) = (high, worse),
        Side::White => (known.low, known.low_open) = (low, worse),
    }
    known
}

/// Follows best play to the end of the game.
///
/// The first move is the first of the best moves. After that, if the moves are to be chosen, a player passes
/// if that keeps the value, and otherwise plays the first stone that does: so a line shows the stones that
/// are better than a pass, and ends soon.
fn line(
    solution: &mut Solution,
    searcher: &Searcher,
    start: &State,
    value: Points,
    chosen: bool,
) -> Result<(), Stopped> {
    let game = searcher.game;
    let worker = &mut searcher.worker();
    let mut state = start.clone();
    loop {
        let aim = Aim { side: Side::of(state.key.mover), value };
        let legal = game.legal(&state);
        let mv = if solution.line.is_empty() {
            solution.best_moves[0]
        } else if chosen {
            let pass_first = legal.iter().rev().take(1).chain(&legal);
            let mut keeps = None;
            for (mv, ruling) in pass_first {
                if aim.kept_by(ruling, worker)? {
                    keeps = Some(*mv);
                    break;
                }
            }
            keeps.expect("some move keeps the value")
        } else {
            one_move(game, &state, aim, worker)?
        };
        solution.line.push(mv);
        let made = legal.into_iter().find(|(legal, _)| *legal == mv);
        match made.expect("a move of the line is legal").1 {
            Ruling::Leads(next) => state = next,
            Ruling::Ends(_) | Ruling::Barred(_) => return Ok(()),
        }
    }
}
