//! What every check needs: the claim with its document, the limits, and from these a game with a
//! position; and the values that the checks of the documents ask for.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::check::{Check, Checked};
use super::document::{Claim, Document, Place};
use crate::published_session;
use superko_go::notation::{diagram, move_name, parse_move, parse_record};
use superko_go::{Board, Move, Players};
use superko_query::report::words;
use superko_rules::axes::Axis;
use superko_rules::catalogue::ParseError;
use superko_rules::referee::Referee;
use superko_rules::{Game, Line, Rules, State};
use superko_solve::{Budget, Limits, Request, Solution};

/// The most that a check may cost.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The nodes that one question may cost.
    pub nodes: u64,
    /// Whether claims are judged whose checks take minutes; their questions may cost [`DEEPER`]
    /// times as much.
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
    /// The nodes that the current check has cost so far.
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

    pub(super) fn ruleset(&self, text: &str) -> Result<Rules, String> {
        let mut rules: Rules = text.parse().map_err(|error: ParseError| error.to_string())?;
        if let Some(lift) = self.lift.filter(|_| !rules.entry.values(Axis::Lift).is_empty()) {
            rules.set(Axis::Lift, lift).map_err(|error| error.to_string())?;
        }
        Ok(rules)
    }

    pub(super) fn setup(&self, rules: &str, position: Option<&String>) -> Result<Setup, String> {
        let rules = self.ruleset(rules)?;
        let name = position.or(self.claim.position.as_ref()).ok_or("no position is named")?;
        let place = self.document.place(name)?;
        Ok(Setup { game: rules.game(place.board.clone()), place })
    }

    pub(super) fn solve(&self, setup: &Setup, state: &State, request: Request) -> Solution {
        let budget = self.budget();
        let solution = published_session(&setup.game).solve(state, &request, &budget);
        self.charge(&budget);
        solution
    }

    /// A check that was made, at the cost so far.
    pub(super) fn checked(
        &self,
        asked: String,
        holds: Option<bool>,
        found: impl Into<String>,
        evidence: String,
    ) -> Checked {
        Checked { asked, holds, found: found.into(), evidence, nodes: self.nodes.get() }
    }

    /// Adds what was spent of a budget to the cost of the current check.
    pub(super) fn charge(&self, budget: &Budget) {
        self.nodes.set(self.nodes.get() + budget.nodes());
    }
}

// --- The position that a check is about ---

/// A game, and the position in it that a check is about.
pub(crate) struct Setup {
    pub game: Game,
    pub place: Place,
}

impl Setup {
    /// The state of the starting position.
    pub fn start(&self) -> State {
        self.game.start(self.place.position, self.place.to_move)
    }

    /// A referee at the starting position.
    pub fn referee(&self) -> Referee<'_> {
        Referee::new(&self.game, self.place.position, self.place.to_move)
    }

    /// The game, and the moves made in it: `2x2 kee2009 --lift produced after A1 pass`.
    pub fn name(&self, moves: &[Move]) -> String {
        let rules = self.game.ruleset();
        let after = if moves.is_empty() { "" } else { " after " };
        format!("{} {rules}{after}{}", self.game.board, self.move_names(moves))
    }

    /// The names of some moves, with spaces between them.
    pub fn move_names(&self, moves: &[Move]) -> String {
        move_names(&self.game.board, moves)
    }

    /// The starting position, drawn.
    pub fn diagram(&self) -> String {
        let mover = self.place.to_move.name();
        format!("{}{mover} to move\n", diagram(&self.game.board, &self.place.position, None))
    }

    /// Reads the moves of a line from the starting position.
    pub fn parse_line(&self, text: &str) -> Result<Vec<Move>, String> {
        let players = self.game.rules.properties().players;
        parse_record(&self.game.board, text, self.place.to_move, players).map_err(|error| error.to_string())
    }

    /// The line after some moves from the starting position, which must not end the game: there is no
    /// state to ask about after the end.
    pub fn line_after(&self, moves: &str) -> Result<Line, String> {
        let Place { position, to_move, .. } = self.place;
        let line = Line::replay(&self.game, position, to_move, self.parse_line(moves)?)
            .map_err(|illegal| illegal.to_string())?;
        match line.ended {
            None => Ok(line),
            Some(_) => {
                Err(format!("{moves}: the last of these moves ends the game, expected moves before the end"))
            }
        }
    }

    /// Reads moves that need not be played in turn.
    pub fn parse_moves(&self, text: &str) -> Result<Vec<Move>, String> {
        let read = |word| parse_move(&self.game.board, word);
        text.split_whitespace().map(read).collect::<Result<_, _>>().map_err(|error| error.to_string())
    }

    /// The line of best play, move by move, after the moves that led to it.
    pub fn best_play(&self, moves: &[Move], solution: &Solution) -> String {
        if solution.pv.is_empty() {
            return String::new();
        }
        let mut referee = self.referee();
        let mut text = String::new();
        for mv in moves.iter().chain(&solution.pv) {
            if referee.made() == moves.len() {
                text.push_str("best play:\n");
            }
            let Ok(step) = referee.play(*mv) else { break };
            words::step(&self.game.board, &step, &mut text);
        }
        text
    }
}

/// The names of some moves, with spaces between them.
pub(crate) fn move_names(board: &Board, moves: &[Move]) -> String {
    moves.iter().map(|mv| move_name(board, *mv)).collect::<Vec<_>>().join(" ")
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
    /// The start and the moves made.
    pub line: Line,
}

impl Question {
    /// Whether another question asks for the value of the same state after the same moves of the
    /// same game.
    pub fn is(&self, other: &Question) -> bool {
        let game = |question: &Question| {
            (question.game.board.to_string(), question.game.entry.id, question.game.options)
        };
        let (line, of) = (&self.line, &other.line);
        game(self) == game(other)
            && (line.start, line.to_move, &line.moves) == (of.start, of.to_move, &of.moves)
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
    let line = setup.line_after(after)?;
    Ok(Some(Question {
        name: format!("{}-{}", claim.id, index + 1),
        takes: claim.takes,
        game: setup.game,
        line,
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
