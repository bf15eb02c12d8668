//! The moves of each state on a line of best play.

use super::question::Question;
use crate::go::Move;
use crate::rules::{Ruling, State};
use crate::solve::{Answer, Budget, Engine, Request, Session, Solution, Stopped, Want};

/// What is known of the moves of a state.
#[derive(Debug, Clone, Default)]
pub struct Choices {
    /// The best moves.
    pub best: Vec<Move>,
    /// Whether no others are.
    pub all: bool,
    /// What every legal move is worth, if it was asked for.
    pub values: Vec<(Move, Answer)>,
}

impl Choices {
    /// Those of the state that was solved.
    pub fn of(solution: &Solution) -> Choices {
        Choices {
            best: solution.best_moves.clone(),
            all: solution.all_best_moves,
            values: solution.move_values.clone(),
        }
    }
}

/// Finds all best moves of each state on the line of a solution, in its order; if the solution has the values of
/// moves, also what every move is worth there. The first are those of the state that was solved, and are not asked
/// for again.
///
/// What a limit keeps from being found is left out, and why it stopped is returned with the others.
pub fn best_on_the_line(
    session: &Session<'_>,
    question: &Question,
    solution: &Solution,
    engine: Engine,
    budget: &Budget,
) -> (Vec<Choices>, Option<Stopped>) {
    let game = session.game();
    let move_values = !solution.move_values.is_empty();
    let request = Request { engine, best_moves: Want::All, move_values, line: false, ..Request::default() };
    let mut state: State = question.state_in(game);
    let mut found = vec![Choices::of(solution)];
    for mv in solution.line.iter().take(solution.line.len().saturating_sub(1)) {
        let (_, ruling) = game
            .legal(&state)
            .into_iter()
            .find(|(legal, _)| legal == mv)
            .expect("a line is made of legal moves");
        let Ruling::Leads(next) = ruling else { break };
        state = next;
        let solved = session.solve(&state, &request, budget);
        if solved.stopped.is_some() {
            return (found, solved.stopped);
        }
        found.push(Choices::of(&solved));
    }
    (found, None)
}
