//! What follows from several theorems about one state, as defined under "Theorems" in
//! `solutions/CERTIFICATES.md`.

use std::collections::BTreeMap;
use std::fmt;

use crate::format::{Claim, Header, Relation, Score, Theorem};
use crate::text::state;

/// What is proved of one state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Proved {
    /// The best claim that each player can end the game with.
    ends: [Option<Claim>; 2],
    /// The best claim of each player for the end, or else no end.
    or_no_end: [Option<Claim>; 2],
    /// The number of intersections of the board.
    points: i32,
    may_not_end: bool,
}

/// What is proved of the value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// It is this score.
    Points(i32, i32),
    /// There is none: neither player can force an end in which he does not lose.
    NoResult,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Points(p, q) => Score(*p, *q).fmt(f),
            Value::NoResult => f.write_str("no-result"),
        }
    }
}

/// What is proved of each state.
pub type Conclusions = BTreeMap<String, Proved>;

/// Adds a theorem to the others about its state. Returns the bytes of memory that this takes.
pub fn conclude(all: &mut Conclusions, header: &Header, theorem: &Theorem) -> usize {
    let (state, known) = (state(header, theorem), all.len());
    let bytes = size_of::<(String, Proved)>() + state.len();
    let proved = all.entry(state).or_insert_with(|| Proved {
        points: header.points() as i32,
        may_not_end: header.clauses.may_not_end(),
        ..Proved::default()
    });
    let sure = usize::from(theorem.claim.sure());
    let better = |known: Option<Claim>| known.is_none_or(|claim| theorem.claim.covers(claim));
    // An end with the score serves the weaker statement "the score or no end" too.
    if better(proved.or_no_end[sure]) {
        proved.or_no_end[sure] = Some(theorem.claim);
    }
    if !theorem.or_no_end && better(proved.ends[sure]) {
        proved.ends[sure] = Some(theorem.claim);
    }
    if all.len() > known { bytes } else { 0 }
}

impl Proved {
    /// The exact score of a player, if a claim of each player says so.
    fn meet(&self, player: usize, others: &[Option<Claim>; 2]) -> Option<(i32, i32)> {
        let (own, other) = (self.ends[player]?, others[1 - player]?);
        let exact = |claim: Claim| matches!(claim.relation, Relation::AtLeast | Relation::AtMost);
        (exact(own) && exact(other) && (own.p, own.q) == (other.p, other.q)).then_some((own.p, own.q))
    }

    /// The score that a player can force in finite play, if it is proved. It is the loss of every
    /// intersection if it is proved that he can force no end. It is asked where games may go on for
    /// ever.
    fn forced(&self, player: usize) -> Option<i32> {
        let no_end = self.no_end(player);
        if self.or_no_end[1 - player].is_some_and(|claim| claim.covers(no_end)) {
            return Some(no_end.p);
        }
        let (p, q) = self.meet(player, &self.or_no_end)?;
        (q == 1).then_some(p)
    }

    /// Whether a player (0 for Black) can force the game to end; `None` if unknown.
    pub fn forces_end(&self, player: usize) -> Option<bool> {
        if self.ends[player].is_some() {
            return Some(true);
        }
        let never = self.or_no_end[1 - player].is_some_and(|claim| claim.covers(self.no_end(player)));
        never.then_some(false)
    }

    /// The claim of the opponent that no score serves. With the words `or-no-end` it says that the
    /// player can force no end.
    fn no_end(&self, player: usize) -> Claim {
        let p = if player == 0 { -self.points } else { self.points };
        Claim { relation: [Relation::LessThan, Relation::MoreThan][player], p, q: 1 }
    }

    /// The scores that both players can force in finite play, if both are proved. They are asked
    /// where games may go on for ever.
    pub fn interval(&self) -> Option<(i32, i32)> {
        if self.may_not_end { Some((self.forced(0)?, self.forced(1)?)) } else { None }
    }

    /// The value, if it is proved. A game without end has no result.
    pub fn value(&self) -> Option<Value> {
        if !self.may_not_end {
            return self.meet(0, &self.ends).map(|(p, q)| Value::Points(p, q));
        }
        let (low, high) = self.interval()?;
        if low < 0 && 0 < high {
            return Some(Value::NoResult);
        }
        Some(Value::Points(if low > 0 { low } else { high.min(0) }, 1))
    }

    /// In words: the value, the interval, or the bounds.
    pub fn in_words(&self) -> String {
        match (self.value(), self.interval()) {
            (Some(value), Some((low, high))) => {
                format!("value {value}, {low} and {high} forced in finite play")
            }
            (Some(value), None) => format!("value {value}"),
            (None, _) => {
                let claims = |claims: &[Option<Claim>], more: &str| {
                    claims
                        .iter()
                        .flatten()
                        .map(|claim| format!("value {}{more}", claim.in_words()))
                        .collect::<Vec<_>>()
                };
                let weaker: Vec<Option<Claim>> = (0..2)
                    .map(|player| self.or_no_end[player].filter(|claim| self.ends[player] != Some(*claim)))
                    .collect();
                [claims(&self.ends, ""), claims(&weaker, " or no end")].concat().join(", ")
            }
        }
    }
}
