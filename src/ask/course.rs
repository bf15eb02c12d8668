//! The best moves on the way of a line.

use super::question::Question;
use crate::go::Move;
use crate::rules::{Ruling, State};
use crate::solve::{Budget, Engine, Request, Session, Solution, Stopped, Want};

/// The best moves of each state in which a move of a solution's line is made, and what stopped the effort before the last
/// of them. The first list is the solution's own. The session must be one of the question's game, and the engine is that
/// of the solution.
///
/// # Panics
/// If the line has an illegal move.
pub fn best_on_the_line(
    session: &Session<'_>,
    question: &Question,
    solution: &Solution,
    engine: Engine,
    budget: &Budget,
) -> (Vec<Vec<Move>>, Option<Stopped>) {
    let game = session.game();
    let request = Request { engine, best_moves: Want::All, line: false, ..Request::default() };
    let mut state: State = question.state_in(game);
    let mut best = vec![solution.best_moves.clone()];
    for mv in solution.line.iter().take(solution.line.len().saturating_sub(1)) {
        let (_, ruling) = game
            .legal(&state)
            .into_iter()
            .find(|(legal, _)| legal == mv)
            .expect("a line is made of legal moves");
        let Ruling::Leads(next) = ruling else { break };
        state = next;
        let found = session.solve(&state, &request, budget);
        if found.stopped.is_some() {
            return (best, found.stopped);
        }
        best.push(found.best_moves);
    }
    (best, None)
}
