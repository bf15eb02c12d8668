//! Which facts of the past a value rests on, and what it would be if one of them were otherwise.
//!
//! A value is two bounds: Black is sure of so much, and White is sure of no more. Each is a lemma of the search, which
//! holds under every past in which the facts that its proof has read are as they were. So the value holds under every past
//! that agrees with the one in hand on the reads of both, and if there are none it holds under every past.
//!
//! A proof may read more than the value needs. Each read is tried: its fact is turned round, and the game solved again.
//! If the side is then as sure of its bound, and the proof of that reads nothing but what the first one does, the fact is
//! left out: whichever way it is, one of the two proofs holds. What remains is a set of facts that is enough; the value
//! may still stay the same if one of them alone were otherwise, and then that is said.

use std::collections::BTreeMap;

use serde::Serialize;

use super::contrast::{self, Contrasts, ContrastsRecord, contrasts};
use super::facts::{FactRecord, Stated, Statements};
use super::otherwise::otherwise;
use super::question::Question;
use super::refutation::worth;
use crate::go::{Board, Player};
use crate::report::record::{Bounds, MoveName, QuestionRecord, SourceRecord, Spent};
use crate::rules::fact::Fact;
use crate::rules::{Game, Points, State};
use crate::solve::search::needs::{Needs, Read};
use crate::solve::{self, Answer, Budget, Session, Side, Solution, Stopped, Value};

/// What a value rests on.
#[derive(Debug)]
pub struct RestsOn {
    /// The value, as far as it was found.
    pub value: Answer,
    /// Whether games may go on for ever under the ruleset: then no rule asks for the past.
    pub endless: bool,
    /// The facts, if the value was found: those first without which the value would be another, then those that hold.
    pub facts: Option<Vec<Resting>>,
    /// Whether it was sought what the value would be without each fact.
    pub sought: bool,
    /// What was left undone, if anything: the reason.
    pub stopped: Option<Stopped>,
}

/// A fact that a value rests on.
#[derive(Debug)]
pub struct Resting {
    /// The fact, and how it is with it.
    pub stated: Stated,
    /// The sides whose bounds rest on it.
    pub sides: Vec<Side>,
    /// Whether the proof asks for the scoring positions since the fact became true.
    pub tally: bool,
    /// The value if this fact alone were otherwise.
    pub otherwise: Answer,
}

/// A fact that the proofs have read, with what they need of it for each side.
type Found = BTreeMap<Fact, [Vec<Needs>; 2]>;

/// How much is done to find what the value would be without each fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hypotheses {
    /// At most some times the nodes that were spent before, for all of them together.
    Some,
    /// All that the limits allow.
    All,
}

/// The least nodes that hypothetical values may cost together, and the nodes as many times those that were spent before.
const LEAST: u64 = 200_000;
const TIMES: u64 = 2;

/// The most facts without each of which the value is sought.
const MOST_FACTS: usize = 2_000;

/// The most reads of such proofs that are compared, where facts are left out that turn out to be needless.
const MOST_COMPARED: usize = 1_000_000;

/// Finds out what the value of a state rests on. The session must be one of a game of the question's board and ruleset.
///
/// # Panics
/// If more than two play.
pub fn rests_on(session: &Session<'_>, question: &Question, effort: Hypotheses, budget: &Budget) -> RestsOn {
    let game = session.game();
    let referee = question.referee_in(game);
    let state = referee.state();
    let endless = !game.rules.properties().always_ends;
    let (value, stopped) = worth(session, state, budget);
    let found = match value {
        Answer::Exact(Value::Points(points)) if !endless => reads(session, state, points, budget),
        Answer::Exact(_) => Ok(Found::new()),
        Answer::Between(_) => return RestsOn { value, endless, facts: None, sought: false, stopped },
    };
    let mut found = match found {
        Ok(found) => found,
        Err(stopped) => {
            return RestsOn { value, endless, facts: None, sought: false, stopped: Some(stopped) };
        }
    };
    let sought = effort == Hypotheses::All || found.len() <= MOST_FACTS;
    let most = match effort {
        _ if !sought => 0,
        Hypotheses::Some => LEAST.max(budget.nodes().saturating_mul(TIMES)),
        Hypotheses::All => u64::MAX,
    };
    let (others, mut stopped) = tried(session, state, &found, most, budget);
    if let Answer::Exact(Value::Points(points)) = value {
        let pruned = prune(session, state, points, &others, &mut found, effort, budget);
        stopped = stopped.or(pruned.err());
    }
    let statements = Statements::of(game);
    let resting = |(fact, needs): (&Fact, &[Vec<Needs>; 2])| Resting {
        stated: statements.stated(&referee, fact),
        sides: Side::ALL.into_iter().filter(|side| !needs[*side as usize].is_empty()).collect(),
        tally: needs.iter().flatten().any(|needs| !is_plain(*needs)),
        otherwise: others[fact],
    };
    let mut facts: Vec<Resting> = found.iter().map(resting).collect();
    facts.sort_by_key(|resting| {
        let matters = [Some(true), None, Some(false)];
        let place = matters.iter().position(|changes| *changes == resting.changes(&value));
        (place, resting.stated.holds.is_none())
    });
    RestsOn { value, endless, facts: Some(facts), sought, stopped }
}

/// Whether a need asks for nothing but whether the fact holds.
fn is_plain(needs: Needs) -> bool {
    matches!(needs, Needs::Absent | Needs::Present)
}

/// The reads of the lemmas by which each side is sure of the value.
fn reads(session: &Session<'_>, state: &State, value: Points, budget: &Budget) -> Result<Found, Stopped> {
    let mut found = Found::new();
    for side in Side::ALL {
        for Read { fact, needs } in proved(session, state, side, value, budget)? {
            assert!(needs.met_by(side, state.past.get(&fact)), "a proof reads the past as it is: {fact:?}");
            found.entry(fact).or_default()[side as usize].push(needs);
        }
    }
    Ok(found)
}

/// What the proof has read that a side is sure of a score, of which it is sure.
fn proved(
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
    let question = solve::Question::sharpest(side, score);
    let hits = session.prove(state, &[question], budget)?;
    let hit = &hits[0];
    assert_eq!(hit.frame.side(hit.lemma.sure), side, "what is asked is so");
    let mut reads = Vec::new();
    hit.each_read(&game.board, |read| reads.push(read));
    Ok(reads)
}

/// Whether every game gives a side this score or more, whatever the past: by area, it is the least that there is for it.
///
/// A score by area is the area of a position, or the mean of such, or a draw. Where moves bring points besides, a state
/// reaches beyond the area of the board.
fn needs_no_proof(game: &Game, state: &State, side: Side, score: Points) -> bool {
    let most = Points::from_integer(game.most());
    let least = if side == Side::Black { -most } else { most };
    game.entry.by_area(&game.options) && game.reach(state) == (-most, most) && score == least
}

/// The nodes that the first attempt at each hypothetical value may cost. Each round of attempts may cost four times as
/// much as the one before, so that a value which takes long does not stand before those that do not.
const FIRST_ATTEMPT: u64 = 1_000;

/// The value with each fact otherwise, one at a time, for at most so many nodes in all, and what stopped the effort.
fn tried(
    session: &Session<'_>,
    state: &State,
    found: &Found,
    most: u64,
    budget: &Budget,
) -> (BTreeMap<Fact, Answer>, Option<Stopped>) {
    let mut spent = 0;
    let unknown = Answer::Between(solve::Bounds::unknown(session.game(), state));
    let mut others: BTreeMap<Fact, Answer> = found.keys().map(|fact| (*fact, unknown)).collect();
    let (mut open, mut nodes): (Vec<Fact>, u64) = (found.keys().copied().collect(), FIRST_ATTEMPT);
    while !open.is_empty() {
        for fact in std::mem::take(&mut open) {
            budget.ask(format!("what if one of {} facts were otherwise", others.len()));
            if spent >= most {
                return (others, None);
            }
            let part = budget.part(nodes.min(most - spent));
            let (other, stopped) = worth(session, &otherwise(state, &fact), &part);
            others.insert(fact, other);
            spent += part.nodes();
            if let Err(stopped) = budget.spend(part.nodes()) {
                return (others, Some(stopped));
            }
            match stopped {
                None => {}
                Some(Stopped::Nodes) => open.push(fact),
                Some(stopped) => return (others, Some(stopped)),
            }
        }
        nodes = nodes.saturating_mul(4);
    }
    (others, None)
}

/// Takes the facts that turn out to be needless for a side from its reads, and drops those that both can do without.
fn prune(
    session: &Session<'_>,
    state: &State,
    value: Points,
    others: &BTreeMap<Fact, Answer>,
    found: &mut Found,
    effort: Hypotheses,
    budget: &Budget,
) -> Result<(), Stopped> {
    let mut compared = 0;
    for (fact, other) in others {
        let Some(Value::Points(other)) = other.exact() else { continue };
        for side in Side::ALL {
            let question = solve::Question::sharpest(side, value);
            if found[fact][side as usize].is_empty() || question.served(other) != side {
                continue;
            }
            // What is not tried stays among the facts, which are enough with it.
            if effort == Hypotheses::Some && compared >= MOST_COMPARED {
                break;
            }
            let reads = proved(session, &otherwise(state, fact), side, value, budget)?;
            compared += reads.len();
            if is_needless(found, fact, side, &reads) {
                found.entry(*fact).or_default()[side as usize].clear();
            }
        }
    }
    found.retain(|_, needs| needs.iter().any(|needs| !needs.is_empty()));
    Ok(())
}

/// Whether a side is sure of its bound whichever way a fact is, if nothing else that its proof has read is otherwise:
/// `turned` is what a proof for the fact turned round has read.
///
/// That proof may read of other facts only what the first one needs of them too. Of the fact itself it must not ask for
/// more than that it is otherwise, and the first one must not ask for more than that it is as it is; or it must not ask
/// for it at all.
fn is_needless(found: &Found, fact: &Fact, side: Side, turned: &[Read]) -> bool {
    let needs = |fact: &Fact| found.get(fact).map_or(&[][..], |needs| &needs[side as usize]);
    turned.iter().all(|read| match read.fact == *fact {
        true => is_plain(read.needs) && needs(fact).iter().all(|needs| is_plain(*needs)),
        false => needs(&read.fact).contains(&read.needs),
    })
}

impl Resting {
    /// Whether the value would be another; `None` if that was not found within the limits.
    pub fn changes(&self, value: &Answer) -> Option<bool> {
        Some(self.otherwise.exact()? != value.exact()?)
    }

    fn record(&self, board: &Board, value: &Answer) -> RestingRecord {
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

/// All that is said of a value: what looks better than it is, and what the value rests on.
#[derive(Debug)]
pub struct Explanation {
    /// The value and the best moves.
    pub solution: Solution,
    /// What looks better than it is, if the solution was found.
    pub contrasts: Option<Contrasts>,
    /// What the value rests on.
    pub rests_on: RestsOn,
    /// The number of results kept at the end: lemmas, or states.
    pub results: usize,
}

/// Explains a value.
///
/// # Panics
/// If more than two play.
pub fn explanation(question: &Question, effort: Hypotheses, budget: &Budget) -> Explanation {
    let others = contrast::beside(question);
    let session = Session::new(&question.setup.game);
    let solution = contrast::solved(&session, question, budget);
    let found = solution.stopped.is_none() && solution.value.exact().is_some();
    let contrasts = found.then(|| contrasts(&session, question, &solution, &others, budget));
    let mut rests_on = rests_on(&session, question, effort, budget);
    // What is known already is not lost where a limit ends the rest.
    rests_on.value = solution.value;
    rests_on.stopped = rests_on.stopped.or(solution.stopped);
    Explanation { solution, contrasts, rests_on, results: session.results() }
}

impl Explanation {
    /// The record of the question and its answer.
    pub fn record(
        self,
        question: &Question,
        source: Option<SourceRecord>,
        spent: Spent,
    ) -> ExplanationRecord {
        let Explanation { solution, contrasts, rests_on, .. } = self;
        let board = question.board();
        let facts = rests_on.facts.as_ref();
        ExplanationRecord {
            question: question.record(),
            record: source,
            value: rests_on.value.exact(),
            bounds: Bounds::of(&rests_on.value),
            best_moves: MoveName::all(board, &solution.best_moves),
            all_best_moves: solution.all_best_moves,
            contrasts: contrasts.map(|contrasts| contrasts.record(question)),
            under_every_past: facts.map(Vec::is_empty),
            facts: facts.map(|facts| facts.iter().map(|fact| fact.record(board, &rests_on.value)).collect()),
            spent,
        }
    }
}

/// What `solve why --json` prints without a move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ExplanationRecord {
    #[serde(flatten)]
    question: QuestionRecord,
    /// The game in SGF that it was read from, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<SourceRecord>,
    /// The value; `null` if it was not found within the limits.
    value: Option<Value>,
    /// What is proved of it.
    bounds: Bounds,
    /// Moves that keep the value.
    best_moves: Vec<MoveName>,
    /// Whether these are all of them.
    all_best_moves: bool,
    /// What looks better than it is; `null` if the value was not found.
    contrasts: Option<ContrastsRecord>,
    /// Whether the value rests on no fact, and so holds under every past; `null` if that was not found.
    under_every_past: Option<bool>,
    /// The facts that it rests on; `null` if they were not found.
    facts: Option<Vec<RestingRecord>>,
    #[serde(flatten)]
    spent: Spent,
}

/// A fact that a value rests on.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct RestingRecord {
    #[serde(flatten)]
    fact: FactRecord,
    /// The players who are sure of the value because of it.
    read_for: Vec<Player>,
    /// What there would be under a hypothetical past in which this fact alone is otherwise.
    otherwise: Otherwise,
}

/// The value under a hypothetical past, which no game need lead to.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct Otherwise {
    /// The value; `null` if it was not found within the limits.
    value: Option<Value>,
    /// What is proved of it.
    bounds: Bounds,
    /// Whether it is another than the value of the state; `null` if that was not found.
    changes: Option<bool>,
}
