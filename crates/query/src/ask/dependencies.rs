//! Dependencies of a value: the facts of the history that it rests on, and the value with each of
//! them flipped.
//!
//! A value is two bounds: Black is sure of as much, and White is sure of no more. Each is a lemma
//! of the search, which holds under every history in which the facts that its proof has read are as
//! they were. So the value holds under every history that agrees with the present one on the reads
//! of both, and if there are none it holds under every history.
//!
//! A proof may read more than the value needs. Each read is tried: its fact is flipped, and the
//! game solved again. If the side is then as sure of its bound, and the proof of that reads nothing
//! but what the first one does, the fact is left out: whichever way it is, one of the two proofs
//! holds. What remains is a set of facts that is enough; the value may still stay the same if one
//! of them alone were flipped, and then that is said.

use std::collections::BTreeMap;

use serde::Serialize;

use super::look::{FactRecord, FactStatement, FactWords};
use super::question::Question;
use super::refutation::value_of;
use crate::report::records::Bounds;
use superko_go::{Board, Player};
use superko_rules::fact::{Delta, Fact};
use superko_rules::{Game, Points, State};
use superko_solve::lemma::read::{Needs, Read};
use superko_solve::{self as solve, Answer, Budget, Session, Side, Stopped, Value};

/// Dependencies of a value: the facts of the history that it rests on.
#[derive(Debug)]
pub struct Dependencies {
    /// The value, as far as it was found.
    pub value: Answer,
    /// Whether games may go on for ever under the ruleset: then no rule asks for the history.
    pub endless: bool,
    /// The facts, if the value was found: those first without which the value would be another,
    /// then those that hold.
    pub facts: Option<Vec<Dependency>>,
    /// Whether the value was sought with each fact flipped.
    pub sought: bool,
    /// The reason why something was left undone, if it was.
    pub stopped: Option<Stopped>,
}

/// A fact that a value rests on.
#[derive(Debug)]
pub struct Dependency {
    /// The fact, and whether it holds.
    pub stated: FactStatement,
    /// The sides whose bounds rest on it.
    pub sides: Vec<Side>,
    /// Whether the proof asks for the scoring positions since the fact became true.
    pub tally: bool,
    /// The value if this fact alone were flipped.
    pub otherwise: Answer,
}

/// The facts that the proofs have read, with what they need of each for each side.
type ReadsByFact = BTreeMap<Fact, [Vec<Needs>; 2]>;

/// Effort for the values with a fact flipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlipEffort {
    /// At most twice the nodes that were spent before, for all of them together.
    Some,
    /// All that the limits allow.
    All,
}

/// The nodes that hypothetical values may cost together: [`NODES_FACTOR`] times those that were
/// spent before, and at least [`MIN_NODES`].
const MIN_NODES: u64 = 200_000;
const NODES_FACTOR: u64 = 2;

/// The most facts for each of which a hypothetical value is sought.
const MAX_FACTS: usize = 2_000;

/// The most reads of such proofs that are compared to leave out redundant facts.
const MAX_COMPARED_READS: usize = 1_000_000;

/// Finds the facts that the value of a state rests on. The session must be one of a game of the
/// question's board and ruleset.
///
/// # Panics
/// If more than two play.
pub fn rests_on(
    session: &Session<'_>,
    question: &Question,
    effort: FlipEffort,
    budget: &Budget,
) -> Dependencies {
    let game = session.game();
    let referee = question.line.referee(game);
    let state = referee.state();
    let endless = !game.rules.properties().always_ends;
    let (value, stopped) = value_of(session, state, budget);
    let found = match value {
        Answer::Exact(Value::Points(points)) if !endless => {
            value_reads(session, state, points, budget).map_err(Some)
        }
        Answer::Exact(_) => Ok(ReadsByFact::new()),
        Answer::Between(_) => Err(stopped),
    };
    let mut found = match found {
        Ok(found) => found,
        Err(stopped) => return Dependencies { value, endless, facts: None, sought: false, stopped },
    };
    let sought = effort == FlipEffort::All || found.len() <= MAX_FACTS;
    let max_nodes = match effort {
        _ if !sought => 0,
        FlipEffort::Some => MIN_NODES.max(budget.nodes().saturating_mul(NODES_FACTOR)),
        FlipEffort::All => u64::MAX,
    };
    let unknown = Answer::Between(solve::Bounds::unknown(game, state));
    let mut others: BTreeMap<Fact, Answer> = found.keys().map(|fact| (*fact, unknown)).collect();
    let mut stopped = solve_flipped(session, state, &mut others, max_nodes, budget).err();
    if let Answer::Exact(Value::Points(points)) = value {
        let pruned = prune(session, state, points, &others, &mut found, effort, budget);
        stopped = stopped.or(pruned.err());
    }
    let statements = FactWords::of(game);
    let resting = |(fact, needs): (&Fact, &[Vec<Needs>; 2])| Dependency {
        stated: statements.statement(&referee, fact),
        sides: Side::ALL.into_iter().filter(|side| !needs[*side as usize].is_empty()).collect(),
        tally: needs.iter().flatten().any(|needs| !is_plain(*needs)),
        otherwise: others[fact],
    };
    let mut facts: Vec<Dependency> = found.iter().map(resting).collect();
    facts.sort_by_key(|resting| {
        let changes = resting.changes(&value);
        (changes == Some(false), changes.is_none(), resting.stated.holds.is_none())
    });
    Dependencies { value, endless, facts: Some(facts), sought, stopped }
}

/// Whether a need asks only whether the fact holds.
fn is_plain(needs: Needs) -> bool {
    matches!(needs, Needs::Absent | Needs::Present)
}

/// The reads of the lemmas by which each side is sure of the value.
fn value_reads(
    session: &Session<'_>,
    state: &State,
    value: Points,
    budget: &Budget,
) -> Result<ReadsByFact, Stopped> {
    let mut found = ReadsByFact::new();
    for side in Side::ALL {
        for Read { fact, needs } in proof_reads(session, state, side, value, budget)? {
            assert!(
                needs.met_by(side, state.past.get(&fact)),
                "a proof reads the history as it is: {fact:?}"
            );
            found.entry(fact).or_default()[side as usize].push(needs);
        }
    }
    Ok(found)
}

/// The reads of the proof that a side is sure of a score. It must be sure of it.
fn proof_reads(
    session: &Session<'_>,
    state: &State,
    side: Side,
    score: Points,
    budget: &Budget,
) -> Result<Vec<Read>, Stopped> {
    let game = session.game();
    if needs_no_proof(game, state, side, score) {
        return Ok(Vec::new());
    }
    let hit = &session.prove(state, &[solve::Threshold::sharpest(side, score)], budget)?[0];
    assert_eq!(hit.frame.side(hit.lemma.sure), side, "what is asked is so");
    let mut reads = Vec::new();
    hit.each_read(&game.board, |read| reads.push(read));
    Ok(reads)
}

/// Whether every game gives a side this score or more, whatever the history: by area, it is the
/// least that there is for it.
///
/// A score by area is the area of a position, or the mean of such, or a draw. Where moves bring
/// points besides, a state reaches beyond the area of the board.
fn needs_no_proof(game: &Game, state: &State, side: Side, score: Points) -> bool {
    let most = Points::from_integer(game.most());
    let least = if side == Side::Black { -most } else { most };
    game.ruleset().by_area() && game.value_range(state) == (-most, most) && score == least
}

/// The nodes that the first attempt at each hypothetical value may cost. Each round of attempts may
/// cost four times as much as the one before, so that a value which takes long does not stand
/// before those that do not.
const FIRST_ATTEMPT_NODES: u64 = 1_000;

/// Finds the values with each fact flipped, one at a time, for at most `max_nodes` in all.
fn solve_flipped(
    session: &Session<'_>,
    state: &State,
    values: &mut BTreeMap<Fact, Answer>,
    max_nodes: u64,
    budget: &Budget,
) -> Result<(), Stopped> {
    let mut spent = 0;
    let (mut open, mut nodes): (Vec<Fact>, u64) = (values.keys().copied().collect(), FIRST_ATTEMPT_NODES);
    while !open.is_empty() {
        for fact in std::mem::take(&mut open) {
            budget.ask(format!("what if one of {} facts were otherwise", values.len()));
            if spent >= max_nodes {
                return Ok(());
            }
            let (value, stopped) = budget.part(nodes.min(max_nodes - spent), |part| {
                let found = value_of(session, &flip_fact(state, &fact), part);
                spent += part.nodes();
                found
            });
            values.insert(fact, value);
            budget.charge(0)?;
            match stopped {
                Some(Stopped::Nodes) => open.push(fact),
                stopped => stopped.map_or(Ok(()), Err)?,
            }
        }
        nodes = nodes.saturating_mul(4);
    }
    Ok(())
}

/// Removes the redundant facts of each side from its reads, and drops those that both can do
/// without.
fn prune(
    session: &Session<'_>,
    state: &State,
    value: Points,
    others: &BTreeMap<Fact, Answer>,
    found: &mut ReadsByFact,
    effort: FlipEffort,
    budget: &Budget,
) -> Result<(), Stopped> {
    let mut compared = 0;
    for (fact, other) in others {
        let Some(Value::Points(other)) = other.exact() else { continue };
        for side in Side::ALL {
            let question = solve::Threshold::sharpest(side, value);
            if found[fact][side as usize].is_empty() || question.served(other) != side {
                continue;
            }
            // What is not tried stays among the facts, which are enough with it.
            if effort == FlipEffort::Some && compared >= MAX_COMPARED_READS {
                break;
            }
            let reads = proof_reads(session, &flip_fact(state, fact), side, value, budget)?;
            compared += reads.len();
            if is_redundant(found, fact, side, &reads) {
                found.entry(*fact).or_default()[side as usize].clear();
            }
        }
    }
    found.retain(|_, needs| needs.iter().any(|needs| !needs.is_empty()));
    Ok(())
}

/// Whether a side is sure of its bound whichever way a fact is, if nothing else that its proof has
/// read is flipped: `flipped_reads` are those of a proof for the fact flipped.
///
/// That proof may read of other facts only what the first one needs of them too. Of the fact itself
/// it must not ask for more than that it is flipped, and the first one must not ask for more than
/// that it is as it is; or it must not ask for it at all.
fn is_redundant(found: &ReadsByFact, fact: &Fact, side: Side, flipped_reads: &[Read]) -> bool {
    let needs = |fact: &Fact| found.get(fact).map_or(&[][..], |needs| &needs[side as usize]);
    flipped_reads.iter().all(|read| match read.fact == *fact {
        true => is_plain(read.needs) && needs(fact).iter().all(|needs| is_plain(*needs)),
        false => needs(&read.fact).contains(&read.needs),
    })
}

impl Dependency {
    /// Whether the value would be another; `None` if that was not found within the limits.
    pub fn changes(&self, value: &Answer) -> Option<bool> {
        Some(self.otherwise.exact()? != value.exact()?)
    }

    pub(super) fn record(&self, board: &Board, value: &Answer) -> RestingRecord {
        RestingRecord {
            fact: self.stated.record(board),
            read_for: self.sides.iter().map(|side| side.player()).collect(),
            otherwise: Otherwise {
                value: self.otherwise.exact(),
                bounds: Bounds::of(&self.otherwise),
                changes: self.changes(value),
            },
        }
    }
}

/// A fact that a value rests on.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct RestingRecord {
    #[serde(flatten)]
    fact: FactRecord,
    /// The players who are sure of the value because of it.
    read_for: Vec<Player>,
    /// What there would be under a hypothetical history in which this fact alone is otherwise.
    otherwise: Otherwise,
}

/// The value under a hypothetical history, which no game need lead to.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct Otherwise {
    /// The value; `null` if it was not found within the limits.
    value: Option<Value>,
    /// What is proved of it.
    bounds: Bounds,
    /// Whether it is another than the value of the state; `null` if that was not found.
    changes: Option<bool>,
}

// --- Hypothetical games ---
//
// The state of a game is a key and a set of facts, and the engines take any set. So what a fact is
// worth can be found by changing it alone, even where no game leads to such a history.

/// The same state with one fact flipped: one that holds no longer does, and one that does not hold
/// becomes true now, with an empty tally.
pub fn flip_fact(state: &State, fact: &Fact) -> State {
    let past = match state.past.get(fact) {
        Some(_) => state.past.without(fact),
        None => state.past.after(&Delta::setting([*fact])),
    };
    State { key: state.key, past }
}
