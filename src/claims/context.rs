//! What every check needs: the claim with its document, the limits, and from these a game with a position; and the values
//! that the checks of the documents ask for.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::check::Check;
use super::document::{Claim, Document, Place};
use crate::go::notation::{diagram, move_name, parse_move};
use crate::go::record::parse_record;
use crate::go::{Move, Player, Players, Position};
use crate::referee::Referee;
use crate::report::display::{self, rules_text};
use crate::rules::axes::{Axis, Options};
use crate::rules::{Game, State, catalogue, entry::Entry};
use crate::solve::{Budget, Limits, Request, Solution, solve};

/// The most that a check may cost.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The nodes that one question may cost.
    pub nodes: u64,
    /// Whether claims are judged whose checks take minutes; their questions may cost [`DEEPER`] times as much.
    pub deep: bool,
}

/// The nodes that one question of a check may cost, unless the user says otherwise.
pub const NODES: u64 = 1_000_000;

/// How much more a question of a deep claim may cost.
pub const DEEPER: u64 = 30;

/// The claim whose checks are made, and the conditions under which they are made.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) document: &'a Document,
    pub(super) claim: &'a Claim,
    /// The reading of `--lift` that takes the place of the one that a check names.
    pub(super) lift: Option<&'a str>,
    pub(super) effort: Effort,
    /// Set when the user ends the work. What a check finds after that counts for nothing.
    pub(super) interrupted: &'a Arc<AtomicBool>,
    /// The nodes that the check in hand has cost so far.
    pub(super) nodes: &'a Cell<u64>,
}

impl Context<'_> {
    pub(super) fn budget(&self) -> Budget {
        self.interruptible(Limits { nodes: Some(self.limit()), ..Limits::default() })
    }

    /// The nodes that one question may cost.
    pub(super) fn limit(&self) -> u64 {
        let factor = if self.claim.deep { DEEPER } else { 1 };
        self.effort.nodes.saturating_mul(factor)
    }

    pub(super) fn interruptible(&self, limits: Limits) -> Budget {
        Budget::new(limits).interrupted_by(Arc::clone(self.interrupted))
    }

    pub(super) fn ruleset(&self, text: &str) -> Result<(&'static Entry, Options), String> {
        let (entry, mut options) = catalogue::parse(text).map_err(|error| error.to_string())?;
        if let Some(lift) = self.lift.filter(|_| !entry.values(Axis::Lift).is_empty()) {
            entry.set(&mut options, Axis::Lift, lift).map_err(|error| error.to_string())?;
        }
        Ok((entry, options))
    }

    pub(super) fn setup(&self, rules: &str, position: Option<&String>) -> Result<Setup, String> {
        let (entry, options) = self.ruleset(rules)?;
        let name = position.or(self.claim.position.as_ref()).ok_or("no position is named")?;
        let place = self.document.place(name)?;
        Ok(Setup { game: entry.game(place.board.clone(), options), place })
    }

    pub(super) fn solve(&self, setup: &Setup, state: &State, request: Request) -> Solution {
        let budget = self.budget();
        let solution = solve(&setup.game, state, &request, &budget);
        self.spend(&budget);
        solution
    }

    /// Adds what was spent of a budget to the cost of the check in hand.
    pub(super) fn spend(&self, budget: &Budget) {
        self.nodes.set(self.nodes.get() + budget.nodes());
    }

    /// The nodes that the check in hand has cost so far.
    pub(super) fn spent(&self) -> u64 {
        self.nodes.get()
    }
}

// --- A game with the position that a check is about, and how it is told ---

/// A game, and the place in it that a check is about.
pub(super) struct Setup {
    /// The game.
    pub game: Game,
    /// Where it starts.
    pub place: Place,
}

impl Setup {
    pub fn referee(&self) -> Referee<'_> {
        Referee::new(&self.game, self.place.position, self.place.to_move)
    }

    /// `2x2 kee2009 --lift produced`.
    pub fn name(&self) -> String {
        format!("{} {}", self.game.board, rules_text(self.game.entry, &self.game.options))
    }

    pub fn move_names(&self, moves: &[Move]) -> String {
        let names: Vec<String> = moves.iter().map(|mv| move_name(&self.game.board, *mv)).collect();
        names.join(" ")
    }

    pub fn diagram(&self) -> String {
        let mover = self.place.to_move.name();
        format!("{}{mover} to move\n", diagram(&self.game.board, &self.place.position, None))
    }

    /// The state after some moves from the place.
    pub fn state_after(&self, moves: &str) -> Result<(State, Vec<Move>), String> {
        let moves =
            parse_record(&self.game.board, moves, self.place.to_move, self.game.rules.properties().players)
                .map_err(|error| error.to_string())?;
        let mut referee = self.referee();
        for mv in &moves {
            referee.play(*mv).map_err(|illegal| illegal.to_string())?;
        }
        Ok((referee.state().clone(), moves))
    }

    /// Reads moves that need not be played in turn.
    pub fn parse_moves(&self, text: &str) -> Result<Vec<Move>, String> {
        let read = |word| parse_move(&self.game.board, word);
        text.split_whitespace().map(read).collect::<Result<_, _>>().map_err(|error| error.to_string())
    }

    /// The line of best play, move by move, after the moves that led to it.
    pub fn best_play(&self, moves: &[Move], solution: &Solution) -> String {
        if solution.line.is_empty() {
            return String::new();
        }
        let mut referee = self.referee();
        let mut text = String::new();
        for mv in moves.iter().chain(&solution.line) {
            if referee.made() == moves.len() {
                text.push_str("best play:\n");
            }
            let Ok(step) = referee.play(*mv) else { break };
            display::step(&self.game.board, &step, &mut text);
        }
        text
    }
}

// --- The values that the checks ask for: each state once, so that it can be solved and proved apart from the claims ---

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
pub fn question(document: &Document, claim: &Claim, index: usize) -> Result<Option<Question>, String> {
    let effort = Effort { nodes: 0, deep: true };
    let interrupted = Arc::default();
    let nodes = Cell::new(0);
    let context = Context { document, claim, lift: None, effort, interrupted: &interrupted, nodes: &nodes };
    let Some(Check::Value { rules, position, after, .. }) = claim.checks.get(index) else { return Ok(None) };
    let setup = context.setup(rules, position.as_ref())?;
    if setup.game.options.players != Players::Two {
        return Ok(None);
    }
    let (state, moves) = setup.state_after(after)?;
    Ok(Some(Question {
        name: format!("{}-{}", claim.id, index + 1),
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
            for index in 0..claim.checks.len() {
                let Some(question) = question(document, claim, index)? else { continue };
                match questions.iter_mut().find(|other| other.is(&question)) {
                    Some(other) => other.takes = other.takes.min(question.takes),
                    None => questions.push(question),
                }
            }
        }
    }
    Ok(questions)
}
