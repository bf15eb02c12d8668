//! Why a value is what it is: why a move is not better, and which facts of the past the value rests on.

use std::collections::BTreeMap;

use serde::Serialize;

use super::look::{FactRecord, FactStatement, FactWords, Made, Since};
use super::question::Question;
use crate::go::notation::diagram_line;
use crate::go::{Board, Move, Player, Position};
use crate::referee::{Illegal, Moment, Referee, Step, Why};
use crate::report::records::{Bounds, MoveName, QuestionRecord, SourceRecord, Spent};
use crate::rules::fact::{Delta, Fact};
use crate::rules::{Game, Points, Ruling, State};
use crate::solve::search::needs::{Needs, Read};
use crate::solve::{self, Answer, Budget, Engine, Request, Session, Side, Solution, Stopped, Value, Want};

// --- Refutations ---
//
// Why a move is not better, or that it is best: its value beside that of the state, the best replies to it up to the end
// of the game, and the moves that the past bars on the way and that would have been better.

/// Why a move is not better.
#[derive(Debug)]
pub struct Refutation {
    /// The player who would make the move.
    pub player: Player,
    /// The move.
    pub mv: Move,
    /// The value of the state in hand and the best moves there.
    pub solution: Solution,
    /// Why the move may not be made, if it may not.
    pub illegal: Option<Illegal>,
    /// If it is the past that bars it: what it would be worth.
    pub bar: Option<Bar>,
    /// The value after the move, if it may be made.
    pub after: Option<Answer>,
    /// The move and the best replies, up to the end of the game or to where the line repeats itself; the move alone, if the
    /// value after it was not found.
    pub line: Vec<Turn>,
    /// If the line goes on for ever: the number of its moves after which it repeats itself.
    pub repeats_from: Option<usize>,
    /// What was left undone, if anything: the reason.
    pub stopped: Option<Stopped>,
}

/// A move of a line.
#[derive(Debug)]
pub struct Turn {
    /// What it did.
    pub step: Step,
    /// At a turn of the player for whom the line is no better: the moves that the past barred.
    pub bars: Vec<Bar>,
}

/// A move that the past bars, and what it would be worth if nothing barred it.
#[derive(Debug)]
pub struct Bar {
    /// The move, and why it may not be made.
    pub illegal: Illegal,
    /// The fact that bars it.
    pub fact: Fact,
    /// The moment that made the fact true.
    pub since: Moment,
    /// The position on the board.
    pub now: Position,
    /// What it would be worth if nothing barred it, under the same past.
    pub worth: Answer,
    /// Whether that is better for the player than what he has; `None` if it was not found within the limits.
    pub better: Option<bool>,
}

/// Finds out why a move is not better. The session must be one of a game of the question's board and ruleset.
///
/// If the move does not keep the value, the bars on the way are those of the player who makes it; if it does, they are
/// those of his opponent, as it is for him that the line is no better.
///
/// # Panics
/// If more than two play, or if the referee comes to another end than the engine.
pub fn refutation(session: &Session<'_>, question: &Question, mv: Move, budget: &Budget) -> Refutation {
    let game = session.game();
    let mut referee = question.referee_in(game);
    let player = referee.state().key.mover;
    let best_moves = if game.board.points() <= ALL_BEST_MOVES { Want::All } else { Want::One };
    let request = Request { engine: Engine::Auto, best_moves, line: false, ..Request::default() };
    let solution = session.solve(referee.state(), &request, budget);
    let stopped = solution.stopped;
    let mut found = Refutation {
        player,
        mv,
        solution,
        illegal: referee.ban(mv),
        bar: None,
        after: None,
        line: Vec::new(),
        repeats_from: None,
        stopped,
    };
    if found.illegal.is_some() {
        let value = found.solution.value.exact();
        if let Some(illegal) = &found.illegal {
            (found.bar, found.stopped) = match valued_bar(session, &referee, illegal, value, budget) {
                Some((bar, stopped)) => (Some(bar), found.stopped.or(stopped)),
                None => (None, found.stopped),
            };
        }
        return found;
    }
    let line = match ruling(game, &referee, mv) {
        Ruling::Leads(next) => {
            let request = Request { line: true, ..request };
            let after = session.solve(&next, &request, budget);
            found.after = Some(after.value);
            found.repeats_from = after.repeats_from.map(|from| from + 1);
            found.stopped = found.stopped.or(after.stopped);
            after.line
        }
        Ruling::Ends(score) => {
            found.after = Some(Answer::Exact(Value::Points(score)));
            Vec::new()
        }
        Ruling::Barred(_) => unreachable!("the referee has let it pass"),
    };
    let worth = found.after.and_then(|after| after.exact());
    let viewer = match found.keeps_the_value() {
        Some(true) => game.rules.properties().players.next(player),
        _ => player,
    };
    for mv in std::iter::once(mv).chain(line) {
        let mut bars = Vec::new();
        if !found.line.is_empty() && referee.state().key.mover == viewer {
            for play in game.plays(&referee.state().key) {
                let Some(illegal) = referee.ban(play.mv) else { continue };
                let Some((bar, stopped)) = valued_bar(session, &referee, &illegal, worth, budget) else {
                    continue;
                };
                bars.push(bar);
                found.stopped = found.stopped.or(stopped);
            }
        }
        let step = referee.play(mv).expect("a line is made of legal moves");
        found.line.push(Turn { step, bars });
    }
    if let (Some(end), Some(worth)) = (referee.ended(), worth) {
        assert_eq!(Value::Points(end), worth, "the referee comes to the end that the engine has found");
    }
    found
}

/// Up to this many intersections all best moves are found.
pub const ALL_BEST_MOVES: usize = 9;

/// What becomes of a legal move.
fn ruling(game: &Game, referee: &Referee, mv: Move) -> Ruling {
    let legal = game.legal(referee.state());
    legal.into_iter().find(|(legal, _)| *legal == mv).expect("the referee has let it pass").1
}

/// A move that the past bars where a referee stands, with what it would be worth, and what stopped the effort to find
/// that; `None` if it is not the past that is against it. `has` is what the player has.
fn valued_bar(
    session: &Session<'_>,
    referee: &Referee,
    illegal: &Illegal,
    has: Option<Value>,
    budget: &Budget,
) -> Option<(Bar, Option<Stopped>)> {
    let Why::Barred { fact, since } = &illegal.why else { return None };
    let state = referee.state();
    let ruling =
        without_bans(session.game(), state, illegal.mv).expect("the past bars what the board admits");
    let (worth, stopped) = match ruling {
        Ruling::Ends(score) => (Answer::Exact(Value::Points(score)), None),
        Ruling::Leads(next) => value_of(session, &next, budget),
        Ruling::Barred(_) => unreachable!("nothing bars it"),
    };
    let better = match (has, worth) {
        (Some(Value::Points(has)), Answer::Exact(Value::Points(worth))) => {
            Some(if state.key.mover == Player::Black { worth > has } else { worth < has })
        }
        _ => None,
    };
    let now = state.key.position;
    let bar = Bar { illegal: illegal.clone(), fact: *fact, since: since.clone(), now, worth, better };
    Some((bar, stopped))
}

/// The value of a state, as far as it is found.
fn value_of(session: &Session<'_>, state: &State, budget: &Budget) -> (Answer, Option<Stopped>) {
    let found = session.value(state, budget);
    let stopped = found.as_ref().err().map(|(_, stopped)| *stopped);
    (found.into(), stopped)
}

impl Refutation {
    /// Whether the value after the move is that of the state before it; `None` if one of them was not found.
    pub fn keeps_the_value(&self) -> Option<bool> {
        Some(self.after?.exact()? == self.solution.value.exact()?)
    }

    /// The record of the question and its answer.
    pub fn record(
        &self,
        question: &Question,
        source: Option<SourceRecord>,
        spent: Spent,
    ) -> RefutationRecord {
        let board = question.board();
        let after = self.after.as_ref();
        RefutationRecord {
            question: question.record(),
            record: source,
            value: self.solution.value.exact(),
            bounds: Bounds::of(&self.solution.value),
            best_moves: MoveName::all(board, &self.solution.best_moves),
            all_best_moves: self.solution.all_best_moves,
            player: self.player,
            mv: MoveName::of(board, self.mv),
            illegal: self.illegal.as_ref().map(|illegal| illegal.why.to_string()),
            barred: self.bar.as_ref().map(|bar| bar.record(board)),
            after: after.map(After::of),
            best: self.keeps_the_value(),
            line: self.line.iter().map(|turn| turn.record(board)).collect(),
            repeats_from: self.repeats_from,
            spent,
        }
    }
}

/// What `solve why --move MOVE --json` prints.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct RefutationRecord {
    #[serde(flatten)]
    question: QuestionRecord,
    /// The game in SGF that it was read from, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<SourceRecord>,
    /// The value of the state; `null` if it was not found within the limits.
    value: Option<Value>,
    /// What is proved of it.
    bounds: Bounds,
    /// Moves that keep the value.
    best_moves: Vec<MoveName>,
    /// Whether these are all of them.
    all_best_moves: bool,
    /// The player to move.
    player: Player,
    /// The move that is asked about.
    #[serde(rename = "move")]
    mv: MoveName,
    /// Why the move may not be made; `null` if it may.
    illegal: Option<String>,
    /// If it is the past that bars it: by which moment, and what it would be worth.
    barred: Option<BarRecord>,
    /// The value after the move; `null` if it may not be made.
    after: Option<After>,
    /// Whether that is the value of the state; `null` if it is not known, or the move may not be made.
    best: Option<bool>,
    /// The move and the best replies to it.
    line: Vec<TurnRecord>,
    /// If the line goes on for ever: the number of its moves after which it repeats itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats_from: Option<usize>,
    #[serde(flatten)]
    spent: Spent,
}

/// A value, as far as it is known.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct After {
    /// The value; `null` if it was not found within the limits.
    pub value: Option<Value>,
    /// What is proved of it.
    pub bounds: Bounds,
}

impl After {
    /// The record of an answer.
    pub fn of(answer: &Answer) -> After {
        After { value: answer.exact(), bounds: Bounds::of(answer) }
    }
}

/// A move of a line, with what was barred.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct TurnRecord {
    #[serde(flatten)]
    made: Made,
    /// The moves that the past barred, at turns of the player for whom the line is no better; empty at others.
    bars: Vec<BarRecord>,
}

/// A move that the past bars.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct BarRecord {
    /// The player who may not make it.
    player: Player,
    /// The move.
    #[serde(rename = "move")]
    mv: MoveName,
    /// Why.
    why: String,
    /// The position of the earlier moment.
    position: String,
    /// The earlier moment.
    since: Since,
    /// The position on the board when the move is barred.
    now: String,
    /// What the move would be worth if nothing barred it; `null` if it was not found within the limits.
    would_be_worth: Option<Value>,
    /// What is proved of that.
    bounds: Bounds,
    /// Whether that would be better for the player.
    better: Option<bool>,
}

impl Turn {
    fn record(&self, board: &Board) -> TurnRecord {
        let bars = self.bars.iter().map(|bar| bar.record(board)).collect();
        TurnRecord { made: Made::of(board, &self.step), bars }
    }
}

impl Bar {
    fn record(&self, board: &Board) -> BarRecord {
        BarRecord {
            player: self.illegal.player,
            mv: MoveName::of(board, self.illegal.mv),
            why: self.illegal.why.to_string(),
            position: diagram_line(board, &self.fact.position),
            since: Since::of(board, &self.since),
            now: diagram_line(board, &self.now),
            would_be_worth: self.worth.exact(),
            bounds: Bounds::of(&self.worth),
            better: self.better,
        }
    }
}

// --- The facts that a value rests on ---
//
// Which facts of the past a value rests on, and what it would be if one of them were otherwise.
//
// A value is two bounds: Black is sure of so much, and White is sure of no more. Each is a lemma of the search, which
// holds under every past in which the facts that its proof has read are as they were. So the value holds under every past
// that agrees with the one in hand on the reads of both, and if there are none it holds under every past.
//
// A proof may read more than the value needs. Each read is tried: its fact is turned round, and the game solved again.
// If the side is then as sure of its bound, and the proof of that reads nothing but what the first one does, the fact is
// left out: whichever way it is, one of the two proofs holds. What remains is a set of facts that is enough; the value
// may still stay the same if one of them alone were otherwise, and then that is said.

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
    pub stated: FactStatement,
    /// The sides whose bounds rest on it.
    pub sides: Vec<Side>,
    /// Whether the proof asks for the scoring positions since the fact became true.
    pub tally: bool,
    /// The value if this fact alone were otherwise.
    pub otherwise: Answer,
}

/// A fact that the proofs have read, with what they need of it for each side.
type ReadsByFact = BTreeMap<Fact, [Vec<Needs>; 2]>;

/// How much is done to find what the value would be without each fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hypotheses {
    /// At most some times the nodes that were spent before, for all of them together.
    Some,
    /// All that the limits allow.
    All,
}

/// The least nodes that hypothetical values may cost together, and the nodes as many times those that were spent before.
const MIN_NODES: u64 = 200_000;
const NODES_FACTOR: u64 = 2;

/// The most facts without each of which the value is sought.
const MAX_FACTS: usize = 2_000;

/// The most reads of such proofs that are compared, where facts are left out that turn out to be needless.
const MAX_COMPARED_READS: usize = 1_000_000;

/// Finds out what the value of a state rests on. The session must be one of a game of the question's board and ruleset.
///
/// # Panics
/// If more than two play.
pub fn rests_on(session: &Session<'_>, question: &Question, effort: Hypotheses, budget: &Budget) -> RestsOn {
    let game = session.game();
    let referee = question.referee_in(game);
    let state = referee.state();
    let endless = !game.rules.properties().always_ends;
    let (value, stopped) = value_of(session, state, budget);
    let found = match value {
        Answer::Exact(Value::Points(points)) if !endless => value_reads(session, state, points, budget),
        Answer::Exact(_) => Ok(ReadsByFact::new()),
        Answer::Between(_) => return RestsOn { value, endless, facts: None, sought: false, stopped },
    };
    let mut found = match found {
        Ok(found) => found,
        Err(stopped) => {
            return RestsOn { value, endless, facts: None, sought: false, stopped: Some(stopped) };
        }
    };
    let sought = effort == Hypotheses::All || found.len() <= MAX_FACTS;
    let max_nodes = match effort {
        _ if !sought => 0,
        Hypotheses::Some => MIN_NODES.max(budget.nodes().saturating_mul(NODES_FACTOR)),
        Hypotheses::All => u64::MAX,
    };
    let (others, mut stopped) = values_if_flipped(session, state, &found, max_nodes, budget);
    if let Answer::Exact(Value::Points(points)) = value {
        let pruned = prune(session, state, points, &others, &mut found, effort, budget);
        stopped = stopped.or(pruned.err());
    }
    let statements = FactWords::of(game);
    let resting = |(fact, needs): (&Fact, &[Vec<Needs>; 2])| Resting {
        stated: statements.statement(&referee, fact),
        sides: Side::ALL.into_iter().filter(|side| !needs[*side as usize].is_empty()).collect(),
        tally: needs.iter().flatten().any(|needs| !is_plain(*needs)),
        otherwise: others[fact],
    };
    let mut facts: Vec<Resting> = found.iter().map(resting).collect();
    facts.sort_by_key(|resting| {
        let matters = [Some(true), None, Some(false)];
        let rank = matters.iter().position(|changes| *changes == resting.changes(&value));
        (rank, resting.stated.holds.is_none())
    });
    RestsOn { value, endless, facts: Some(facts), sought, stopped }
}

/// Whether a need asks for nothing but whether the fact holds.
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
            assert!(needs.met_by(side, state.past.get(&fact)), "a proof reads the past as it is: {fact:?}");
            found.entry(fact).or_default()[side as usize].push(needs);
        }
    }
    Ok(found)
}

/// What the proof has read that a side is sure of a score, of which it is sure.
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
const FIRST_ATTEMPT_NODES: u64 = 1_000;

/// The value with each fact otherwise, one at a time, for at most so many nodes in all, and what stopped the effort.
fn values_if_flipped(
    session: &Session<'_>,
    state: &State,
    found: &ReadsByFact,
    max_nodes: u64,
    budget: &Budget,
) -> (BTreeMap<Fact, Answer>, Option<Stopped>) {
    let mut spent = 0;
    let unknown = Answer::Between(solve::Bounds::unknown(session.game(), state));
    let mut others: BTreeMap<Fact, Answer> = found.keys().map(|fact| (*fact, unknown)).collect();
    let (mut open, mut nodes): (Vec<Fact>, u64) = (found.keys().copied().collect(), FIRST_ATTEMPT_NODES);
    while !open.is_empty() {
        for fact in std::mem::take(&mut open) {
            budget.ask(format!("what if one of {} facts were otherwise", others.len()));
            if spent >= max_nodes {
                return (others, None);
            }
            let part = budget.part(nodes.min(max_nodes - spent));
            let (other, stopped) = value_of(session, &otherwise(state, &fact), &part);
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
    found: &mut ReadsByFact,
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
            if effort == Hypotheses::Some && compared >= MAX_COMPARED_READS {
                break;
            }
            let reads = proof_reads(session, &otherwise(state, fact), side, value, budget)?;
            compared += reads.len();
            if is_redundant(found, fact, side, &reads) {
                found.entry(*fact).or_default()[side as usize].clear();
            }
        }
    }
    found.retain(|_, needs| needs.iter().any(|needs| !needs.is_empty()));
    Ok(())
}

/// Whether a side is sure of its bound whichever way a fact is, if nothing else that its proof has read is otherwise:
/// `flipped_reads` is what a proof for the fact turned round has read.
///
/// That proof may read of other facts only what the first one needs of them too. Of the fact itself it must not ask for
/// more than that it is otherwise, and the first one must not ask for more than that it is as it is; or it must not ask
/// for it at all.
fn is_redundant(found: &ReadsByFact, fact: &Fact, side: Side, flipped_reads: &[Read]) -> bool {
    let needs = |fact: &Fact| found.get(fact).map_or(&[][..], |needs| &needs[side as usize]);
    flipped_reads.iter().all(|read| match read.fact == *fact {
        true => is_plain(read.needs) && needs(fact).iter().all(|needs| is_plain(*needs)),
        false => needs(&read.fact).contains(&read.needs),
    })
}

impl Resting {
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
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct RestingRecord {
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

// --- Hypothetical games ---
//
// Hypothetical games: a state whose past is otherwise in one fact, and a move that nothing bars.
//
// The state of a game is a key and a set of facts, and the engines take any set. So what a fact is worth can be found by
// changing it alone, even where no game leads to such a past.

/// The same state with one fact otherwise: one that holds no longer does, and one that does not hold becomes true now,
/// with an empty tally.
pub fn otherwise(state: &State, fact: &Fact) -> State {
    let past = match state.past.get(fact) {
        Some(_) => state.past.without(fact),
        None => state.past.after(&Delta::setting([*fact])),
    };
    State { key: state.key, past }
}

/// What would become of a move if no fact barred it; `None` if the key does not admit it. Everything else is as the rules
/// have it: the move sets and clears the facts that it would.
pub fn without_bans(game: &Game, state: &State, mv: Move) -> Option<Ruling> {
    let mut play = game.plays(&state.key).into_iter().find(|play| play.mv == mv)?;
    play.bars.clear();
    Some(game.rule(state, &play))
}
