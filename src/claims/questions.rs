//! The values that the checks of the documents ask for: each state once, so that it can be solved and proved apart from
//! the claims.

use std::cell::Cell;
use std::sync::Arc;

use super::check::Check;
use super::context::{Context, Effort};
use super::document::{Claim, Document};
use crate::go::{Move, Player, Players, Position};
use crate::rules::{Game, State};

/// A state whose value a check asks for.
pub struct Question {
    /// The claim that asks first, and the number of its check: `kee2009-12-2`.
    pub name: String,
    /// The seconds that the least of the claims that ask takes; 0 for one that is not deep.
    pub takes: f64,
    /// The game.
    pub game: Game,
    /// The position at the start.
    pub start: Position,
    /// Who moves first.
    pub to_move: Player,
    /// The moves made.
    pub moves: Vec<Move>,
    /// The state that they lead to.
    pub state: State,
}

impl Question {
    /// Whether another question asks for the value of the same state after the same moves of the same game.
    pub fn is(&self, other: &Question) -> bool {
        let game = |question: &Question| {
            (question.game.board.to_string(), question.game.entry.id, question.game.options)
        };
        let state = |question: &Question| (question.start, question.to_move, question.moves.clone());
        game(self) == game(other) && state(self) == state(other)
    }
}

/// The question that a check asks, if it asks for a value in a game of two.
///
/// # Errors
/// One line that says what is wrong with the check as it is written.
pub fn question(document: &Document, claim: &Claim, number: usize) -> Result<Option<Question>, String> {
    let effort = Effort { nodes: 0, deep: true };
    let interrupted = Arc::default();
    let nodes = Cell::new(0);
    let context = Context { document, claim, lift: None, effort, interrupted: &interrupted, nodes: &nodes };
    let Some(Check::Value { rules, position, after, .. }) = claim.checks.get(number) else { return Ok(None) };
    let setup = context.setup(rules, position.as_ref())?;
    if setup.game.options.players != Players::Two {
        return Ok(None);
    }
    let (state, moves) = setup.after(after)?;
    Ok(Some(Question {
        name: format!("{}-{}", claim.id, number + 1),
        takes: claim.takes,
        start: setup.place.position,
        to_move: setup.place.to_move,
        game: setup.game,
        moves,
        state,
    }))
}

/// Every question of some documents, in their order.
///
/// # Errors
/// One line that says what is wrong with a check as it is written.
pub fn questions(documents: &[Document]) -> Result<Vec<Question>, String> {
    let mut questions: Vec<Question> = Vec::new();
    for document in documents {
        for claim in &document.claims {
            for number in 0..claim.checks.len() {
                let Some(question) = question(document, claim, number)? else { continue };
                match questions.iter_mut().find(|other| other.is(&question)) {
                    Some(other) => other.takes = other.takes.min(question.takes),
                    None => questions.push(question),
                }
            }
        }
    }
    Ok(questions)
}
