//! What an analysis knows of the moves, and how it tells them.
//!
//! Clients expect a rate of wins. Here it is known, or nothing is told: 1 for a win of the player to move, 1/2 for a draw,
//! 0 for a loss, with komi, as soon as the bounds of a move decide it. `scoreLead` is there once the value is exact.

use std::cmp::Reverse;
use std::fmt::Write;

use super::words::{Exact, exact, in_decimals};
use crate::ask::Event;
use crate::go::Player;
use crate::report::record::{MoveName, MoveValue, Solved};
use crate::solve::Value;

/// What a job of analysis tells.
pub enum News {
    /// What is known before the answer is complete.
    Event(Event),
    /// The answer.
    Solved(Box<Solved>),
    /// What best play is from a move on, the move first.
    Line(String, Vec<String>),
}

/// Whose form a line of an analysis has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Leela Zero: rates from 0 to 10000.
    Leela,
    /// KataGo: rates from 0 to 1, and leads.
    Kata,
    /// Sabaki: rates from 0 to 10000, and leads.
    Sabaki,
}

/// How the game with komi ends for the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Loss,
    Draw,
    Win,
}

/// What is known of a move.
struct Candidate {
    known: MoveValue,
    line: Vec<String>,
}

/// What an analysis knows.
pub struct Analysis {
    form: Form,
    /// Whether the game as a whole is told too.
    with_root: bool,
    /// How many moves are told at most.
    most: usize,
    mover: Player,
    komi: Exact,
    nodes: u64,
    root: Option<(Value, Value)>,
    candidates: Vec<Candidate>,
    legal: usize,
}

impl Analysis {
    /// An analysis that knows nothing yet of a player's so many legal moves.
    pub fn new(
        form: Form,
        with_root: bool,
        most: usize,
        mover: Player,
        komi: Exact,
        legal: usize,
    ) -> Analysis {
        Analysis { form, with_root, most, mover, komi, nodes: 0, root: None, candidates: Vec::new(), legal }
    }

    /// Takes in what was found.
    pub fn take(&mut self, news: News) {
        match news {
            News::Event(Event::Bounds { bounds, working, .. }) => {
                self.root = Some((bounds.low, bounds.high));
                self.nodes = working.nodes;
            }
            News::Event(Event::Moves { move_values, working }) => {
                self.nodes = working.nodes;
                move_values.into_iter().for_each(|known| self.know(known));
            }
            News::Solved(solved) => {
                let Solved { answer, move_values, line, spent, .. } = *solved;
                self.root = Some((answer.bounds.low, answer.bounds.high));
                self.nodes = spent.effort.nodes;
                move_values.into_iter().for_each(|known| self.know(known));
                let names: Vec<String> =
                    line.moves.iter().map(MoveName::as_str).map(str::to_string).collect();
                if let Some(first) = names.first().cloned() {
                    self.take(News::Line(first, names));
                }
            }
            News::Line(first, names) => {
                let of_move = |candidate: &&mut Candidate| candidate.known.mv.as_str() == first;
                if let Some(candidate) = self.candidates.iter_mut().find(of_move) {
                    candidate.line = names;
                }
            }
        }
    }

    fn know(&mut self, known: MoveValue) {
        match self.candidates.iter_mut().find(|candidate| candidate.known.mv == known.mv) {
            Some(candidate) => candidate.known = known,
            None => {
                let line = vec![known.mv.as_str().to_string()];
                self.candidates.push(Candidate { known, line });
            }
        }
    }

    /// What the player to move is ahead by if the game is worth this; nothing if it has no result.
    fn lead(&self, value: Value) -> Option<Exact> {
        let lead = exact(value.points()?) - self.komi;
        Some(if self.mover == Player::Black { lead } else { -lead })
    }

    /// How the game ends if its value is between two, if that is certain.
    fn outcome(&self, low: Value, high: Value) -> Option<Outcome> {
        let zero = Exact::from_integer(0);
        let (Some(one), Some(other)) = (self.lead(low), self.lead(high)) else {
            // Neither a win nor a loss.
            return (low == high).then_some(Outcome::Draw);
        };
        let (least, most) = (one.min(other), one.max(other));
        match () {
            () if least > zero => Some(Outcome::Win),
            () if most < zero => Some(Outcome::Loss),
            () if least == zero && most == zero => Some(Outcome::Draw),
            () => None,
        }
    }

    /// One line with all that is known, if anything is: the best moves first.
    pub fn line(&self) -> Option<String> {
        let mut told: Vec<(Outcome, Option<Exact>, &Candidate)> = Vec::new();
        for candidate in &self.candidates {
            let MoveValue { value, bounds, .. } = &candidate.known;
            if let Some(outcome) = self.outcome(bounds.low, bounds.high) {
                told.push((outcome, value.and_then(|value| self.lead(value)), candidate));
            }
        }
        // Of moves that are worth the same the one with the longest line is the one that was followed.
        told.sort_by_key(|(outcome, lead, candidate)| Reverse((*outcome, *lead, candidate.line.len())));
        told.truncate(self.most);
        let mut text = String::new();
        for (order, (outcome, lead, candidate)) in told.iter().enumerate() {
            self.info(&mut text, order, *outcome, *lead, candidate);
        }
        if self.with_root {
            self.root_info(&mut text);
        }
        (!text.is_empty()).then(|| text.trim_end().to_string())
    }

    fn info(&self, text: &mut String, order: usize, outcome: Outcome, lead: Option<Exact>, of: &Candidate) {
        let (rate, prior) = (self.rate(outcome), self.prior());
        let _ = write!(text, "info move {} visits {} winrate {rate}", of.known.mv.as_str(), self.nodes);
        if let Some(lead) = lead.filter(|_| self.form != Form::Leela) {
            let lead = in_decimals(lead);
            let _ = match self.form {
                Form::Kata => {
                    write!(text, " scoreMean {lead} scoreStdev 0 scoreLead {lead} scoreSelfplay {lead}")
                }
                _ => write!(text, " scoreLead {lead}"),
            };
        }
        let _ = write!(text, " prior {prior} lcb {rate} order {order} pv {} ", of.line.join(" "));
    }

    fn root_info(&self, text: &mut String) {
        let Some((low, high)) = self.root else { return };
        let Some(outcome) = self.outcome(low, high) else { return };
        let _ = write!(text, "rootInfo visits {} winrate {}", self.nodes, self.rate(outcome));
        if let Some(lead) = self.lead(low).filter(|_| low == high) {
            let _ = write!(text, " scoreLead {}", in_decimals(lead));
        }
    }

    fn rate(&self, outcome: Outcome) -> &'static str {
        match (outcome, self.form) {
            (Outcome::Loss, Form::Kata) => "0.0",
            (Outcome::Draw, Form::Kata) => "0.5",
            (Outcome::Win, Form::Kata) => "1.0",
            (Outcome::Loss, _) => "0",
            (Outcome::Draw, _) => "5000",
            (Outcome::Win, _) => "10000",
        }
    }

    /// There is no policy that would prefer a move.
    fn prior(&self) -> String {
        let legal = self.legal.max(1);
        match self.form {
            Form::Kata => format!("{:.4}", 1.0 / legal as f64),
            _ => (10_000 / legal).to_string(),
        }
    }
}
