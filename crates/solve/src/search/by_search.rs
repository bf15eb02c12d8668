//! Solutions of games that always end, put together from answers of the search.

use super::searcher::Searcher;
use super::worker::Worker;
use crate::bounds::{Bounds, Known};
use crate::budget::Stopped;
use crate::question::{Question, Side};
use crate::solution::{Answer, Request, Solution, Value, Want};
use superko_go::Move;
use superko_rules::{Game, Points, Ruling, State};

/// Up to this many intersections the moves of a line are chosen by a fixed rule even if the request does not ask for
/// it. On larger boards the moves of the proof are taken, as proving that a pass does *not* keep the value may cost
/// more than the value itself.
const CHOSEN_LINE: usize = 9;

/// Answers a request about a state.
pub(crate) fn solve(searcher: &Searcher, state: &State, request: &Request, known: Known) -> Solution {
    let mut solution = Solution::unknown(searcher.game, state);
    let mut filled = fill(&mut solution, searcher, state, request, known);
    if filled.is_err() {
        searcher.stop();
    }
    // These come last, as moves that lose may take the longest to value. Each gets at least its bounds, even if the
    // search was stopped before.
    if request.move_values {
        filled = filled.and(move_values(&mut solution, searcher, state));
    }
    solution.stopped = filled.err();
    solution.results = searcher.lemmas.len();
    solution
}

/// Fills in all but the values of the moves.
fn fill(
    solution: &mut Solution,
    searcher: &Searcher,
    state: &State,
    request: &Request,
    known: Known,
) -> Result<(), Stopped> {
    let game = searcher.game;
    let value = searcher.value(state, known.bounds).map_err(|(bounds, stopped)| {
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
        Want::One => solution.best_moves.push(match known.mv {
            Some(mv) => mv,
            None => {
                let before =
                    searcher.guidance.and_then(|guidance| guidance.line(&state.key).first().copied());
                one_move(game, state, aim, &mut searcher.worker(), before)?
            }
        }),
    }
    if request.line {
        searcher.budget.ask("a line of play".to_string());
        let chosen = request.chosen_line || game.board.points() <= CHOSEN_LINE;
        line(solution, searcher, state, value, chosen)?;
    }
    Ok(())
}

/// The aim of a side in choosing a move: to keep the value.
#[derive(Clone, Copy)]
struct Aim {
    side: Side,
    value: Points,
}

impl Aim {
    /// The question in which the side must still reach its aim after the move.
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

/// One move that keeps the value: the one that was found before, or that of the lemma which proves the value, if it is still
/// in the table.
fn one_move(
    game: &Game,
    state: &State,
    aim: Aim,
    worker: &mut Worker,
    before: Option<Move>,
) -> Result<Move, Stopped> {
    if let Some((mv, ruling)) = game.legal(state).into_iter().find(|(mv, _)| Some(*mv) == before)
        && aim.kept_by(&ruling, worker)?
    {
        return Ok(mv);
    }
    let (sure, _) = worker.ask(state, aim.question(), None)?;
    debug_assert_eq!(sure, aim.side);
    if let Some(mv) = worker.known_move(state, aim.question()) {
        return Ok(mv);
    }
    // The lemma may have been dropped to save memory.
    for (mv, ruling) in game.legal(state) {
        if aim.kept_by(&ruling, worker)? {
            return Ok(mv);
        }
    }
    unreachable!("some move keeps the value")
}

/// Adds the value of every legal move, or its bounds. No move is worth more to the mover than the state, and where all
/// best moves are known, the others are worth less.
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
                        searcher.stop();
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

/// Narrows the bounds of a move's value by the value of the state before it. `worse` says that the move is known not
/// to be among the best.
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
/// The first move is the first of the best moves. After that, if `chosen` is set, a player passes if that keeps the
/// value, and otherwise plays the first stone that does, so that a line is short and its stones are those that are
/// better than a pass.
fn line(
    solution: &mut Solution,
    searcher: &Searcher,
    start: &State,
    value: Points,
    chosen: bool,
) -> Result<(), Stopped> {
    let game = searcher.game;
    let worker = &mut searcher.worker();
    let before = searcher.guidance.map_or(Vec::new(), |guidance| guidance.line(&start.key));
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
            // As long as the line is the one that it was before.
            let place = solution.line.len();
            let same = before.starts_with(&solution.line);
            one_move(game, &state, aim, worker, before.get(place).copied().filter(|_| same))?
        };
        solution.line.push(mv);
        if let Some(guidance) = searcher.guidance.filter(|_| !before.starts_with(&solution.line)) {
            guidance.keep_line(start.key, solution.line.clone());
        }
        let made = legal.into_iter().find(|(legal, _)| *legal == mv);
        match made.expect("a move of the line is legal").1 {
            Ruling::Leads(next) => state = next,
            Ruling::Ends(_) | Ruling::Barred(_) => return Ok(()),
        }
    }
}
