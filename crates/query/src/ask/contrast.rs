//! Explanation of a value by contrasts: why moves that look better are not, and why other rulesets
//! have another value.
//!
//! The moves that look better are the best ones under the other well-known rulesets
//! ([`names::well_known`]) and the greedy one. Each is refuted by the best replies to it. Every
//! ruleset under which the value or the best moves are others has the line on which they stay
//! others, up to the move on which the games part ([`differ`](super::differ)).
//!
//! These are answers to other questions than the one that was asked, so they cost it no more than
//! half of what is left of the limits, and each no more than twice the nodes of the question
//! itself, or `MIN_NODES`. What was not found is open.

use serde::Serialize;

use super::dependencies::{Dependencies, FlipEffort, RestingRecord, rests_on};
use super::differ::{GivenState, MAX_PAIRS, NamedRules, StateDifference, Why};
pub use super::look::grouped;
use super::question::{Question, QuestionError};
use super::refutation::{ALL_BEST_MOVES, After, Refutation, refutation};
use crate::report::records::{Bounds, MoveName, QuestionRecord, SourceRecord, Spent};
use superko_go::{Move, Player, score};
use superko_rules::{Game, Rules, Ruling, names};
use superko_solve::closure::alike;
use superko_solve::{Budget, Request, Session, Solution, Value, Want};

/// Contrasts of a value: moves that look better, and other rulesets.
#[derive(Debug)]
pub struct Contrasts {
    /// The moves that look better, each once for all of its images.
    pub tempting: Vec<TemptingMove>,
    /// The rulesets under which the value or the best moves are others.
    pub differing: Vec<Contrast>,
    /// Those under which they are the same.
    pub same: Vec<Rules>,
    /// Those under which the moves made do not lead to this state: why.
    pub unlike: Vec<(Rules, String)>,
    /// Those under which the value was not found.
    pub open: Vec<Rules>,
    /// The nodes that each ruleset was given.
    pub nodes: u64,
    /// Whether the share of the limits came to its end.
    pub stopped: bool,
}

/// A ruleset under which the value or the best moves are others.
#[derive(Debug)]
pub struct Contrast {
    /// The ruleset.
    pub against: Rules,
    /// The solution under it.
    pub solution: Solution,
    /// Why it is another; `None` if that was not found.
    pub why: Option<Why>,
}

/// A move that looks better than it is.
#[derive(Debug)]
pub struct TemptingMove {
    /// Its images under the symmetries that leave the state as it is.
    pub images: Vec<Move>,
    /// The rulesets under which it is best.
    pub best_under: Vec<Rules>,
    /// Whether it is the greedy one.
    pub greedy: bool,
    /// Why it is not better.
    pub refutation: Refutation,
}

/// The least node limit of each of the other rulesets.
const MIN_NODES: u64 = 200_000;

/// The node limit of each of them, in multiples of the nodes of the question.
const NODES_FACTOR: u64 = 2;

/// The limit of the breadth-first search for a short line on larger boards, in pairs of states,
/// each of which costs much. Where games may go on for ever no line is looked for there, as each of
/// its steps asks for values that many lemmas must be tried for.
const MAX_PAIRS_ON_LARGE_BOARDS: usize = 16;

/// The value of a state and its best moves: all of them on a small board.
pub fn solved(session: &Session<'_>, question: &Question, budget: &Budget) -> Solution {
    let best_moves = if session.game().board.points() <= ALL_BEST_MOVES { Want::All } else { Want::One };
    let request = Request { best_moves, pv: false, ..Request::default() };
    session.solve(&question.line.state_in(session.game()), &request, budget)
}

/// The other well-known rulesets, with the options of a game as far as they have them: those that
/// count as it does.
fn others(game: &Game) -> Vec<Rules> {
    let mut found = Vec::new();
    for name in names::well_known() {
        let mut rules = Rules::named(name).expect("the well-known rulesets are of the catalogue");
        for (axis, value) in game.ruleset().varied() {
            // Of a ruleset without this value the default is meant.
            let _ = rules.set(axis, value);
        }
        let counts = rules.options.scoring == game.options.scoring;
        if rules != game.ruleset() && counts && rules.check().is_ok() {
            found.push(rules);
        }
    }
    found
}

/// The state of a question under each of the other well-known rulesets, or why it is not one.
pub fn under_others(question: &Question) -> Vec<(Rules, Result<GivenState<'_>, QuestionError>)> {
    let others = others(&question.game).into_iter();
    others.map(|against| (against, GivenState::of(question, against))).collect()
}

/// Finds the contrasts of a value. `solution` is that of the question, and `others` are its states
/// [`under_others`].
pub fn contrasts<'s>(
    session: &Session<'s>,
    question: &Question,
    solution: &Solution,
    others: &'s [(Rules, Result<GivenState<'s>, QuestionError>)],
    budget: &Budget,
) -> Contrasts {
    let nodes = MIN_NODES.max(NODES_FACTOR.saturating_mul(budget.nodes()));
    let max_nodes = budget.nodes_left().map_or(u64::MAX, |left| left / 2);
    let share = budget.attempt(max_nodes, 2, budget.memory());
    let is_small = session.game().board.points() <= ALL_BEST_MOVES;
    let ends = session.game().rules.properties().always_ends;
    let (mut differing, mut same, mut unlike, mut open) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (against, given) in others {
        let against = *against;
        let given = match given {
            Ok(given) => given,
            Err(fault) => {
                unlike.push((against, fault.what.trim_start_matches([':', ' ']).to_string()));
                continue;
            }
        };
        let pairs = match is_small {
            true => Some(MAX_PAIRS),
            false => (ends && against.always_ends()).then_some(MAX_PAIRS_ON_LARGE_BOARDS),
        };
        share.ask(format!("the value under {against}"));
        // What has stopped the whole is noticed by the next ruleset.
        let beside = share.part(nodes, |part| given.solve_beside(session, solution.clone(), pairs, part));
        let differ = beside.differ();
        let StateDifference { solutions: [_, other], why, .. } = beside;
        // On a larger board one best move of each is known, and the values are all that is
        // compared.
        let values_alone = !solution.all_best_moves && other.value.exact().is_some();
        match differ {
            Some(true) => differing.push(Contrast { against, solution: other, why }),
            None if !values_alone => open.push(against),
            _ => same.push(against),
        }
    }
    let tempting = tempting(session, question, solution, &differing, nodes, &share);
    let stopped = share.charge(0).is_err();
    Contrasts { tempting, differing, same, unlike, open, nodes, stopped }
}

/// The moves that look better, and why they are not.
fn tempting(
    session: &Session<'_>,
    question: &Question,
    solution: &Solution,
    differing: &[Contrast],
    nodes: u64,
    share: &Budget,
) -> Vec<TemptingMove> {
    let game = session.game();
    let best = differing
        .iter()
        .flat_map(|contrast| contrast.solution.best_moves.iter().map(|mv| (*mv, contrast.against)));
    let mut moves = grouped(best);
    let greedy = greedy(question);
    if let Some(greedy) = greedy.filter(|greedy| moves.iter().all(|(mv, _)| mv != greedy)) {
        moves.push((greedy, Vec::new()));
    }
    moves.retain(|(mv, _)| !solution.best_moves.contains(mv));
    moves.sort_by_key(|(mv, _)| *mv);
    let all: Vec<Move> = moves.iter().map(|(mv, _)| *mv).collect();
    let mut found = Vec::new();
    let first = alike(game, &question.line.state_in(game), &all);
    for index in 0..moves.len() {
        if first[index] != index {
            continue;
        }
        let images: Vec<Move> =
            (0..all.len()).filter(|image| first[*image] == index).map(|image| all[image]).collect();
        let refutation = share.part(nodes, |part| refutation(session, question, all[index], part));
        if refutation.keeps_the_value() != Some(true) {
            let greedy = greedy.is_some_and(|greedy| images.contains(&greedy));
            found.push(TemptingMove { images, best_under: moves[index].1.clone(), greedy, refutation });
        }
    }
    found
}

/// The stone play after which the position counts the most for the player; of several the one that
/// takes the most stones, then the one whose stone has the most empty neighbours, then the first.
fn greedy(question: &Question) -> Option<Move> {
    let (game, state) = (&question.game, &question.line.state);
    let (board, mover) = (&game.board, state.key.mover);
    let sign = if mover == Player::Black { 1 } else { -1 };
    let worth = |(mv, ruling): &(Move, Ruling)| {
        let placed = mv.placed()?;
        let Ruling::Leads(next) = ruling else { return None };
        let position = next.key.position;
        let taken = |of: Player| (state.key.position.stones_of(of) & !position.stones_of(of)).count_ones();
        let empty = board.adjacent(1 << placed) & !position.occupied();
        Some((sign * score::area(board, &position), taken(mover.other()), empty.count_ones()))
    };
    let legal = game.legal(state);
    // Of several, `rev` makes the first the last, which `max_by_key` returns.
    let worths = legal.iter().filter_map(|legal| Some((worth(legal)?, legal.0))).rev();
    worths.max_by_key(|(worth, _)| *worth).map(|(_, mv)| mv)
}

impl TemptingMove {
    /// The move.
    pub fn mv(&self) -> Move {
        self.images[0]
    }
}

/// What looks better than it is, as JSON has it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ContrastsRecord {
    /// Moves that look better than they are.
    tempting: Vec<TemptingRecord>,
    /// The well-known rulesets under which the value or the best moves are others.
    differing: Vec<ContrastRecord>,
    /// Those under which they are the same, by name. On boards of more than 9 intersections the values alone are compared.
    same: Vec<String>,
    /// Those under which the moves made do not lead to the state.
    unlike: Vec<UnlikeRecord>,
    /// Those under which it was not found, by name.
    open: Vec<String>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct TemptingRecord {
    /// The move.
    #[serde(rename = "move")]
    mv: MoveName,
    /// Its images under the symmetries that leave the state as it is, itself first.
    images: Vec<MoveName>,
    /// The rulesets under which it is best.
    best_under: Vec<String>,
    /// Whether it is the greedy one.
    greedy: bool,
    /// Why it may not be made; `null` if it may.
    illegal: Option<String>,
    /// The value after it; `null` if it may not be made.
    after: Option<After>,
    /// The move and the best replies, up to the end of the game.
    line: Vec<MoveName>,
    /// If the line goes on for ever: the number of its moves after which it repeats itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    repeats_from: Option<usize>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct ContrastRecord {
    /// The ruleset.
    against: NamedRules,
    /// The value under it.
    value: Option<Value>,
    /// What is proved of it.
    bounds: Bounds,
    /// Moves that are best under it.
    best_moves: Vec<MoveName>,
    /// Whether these are all of them.
    all_best_moves: bool,
    /// Why they are others, the ruleset of the question first; `null` if that was not found.
    why: Option<Why>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct UnlikeRecord {
    /// The ruleset.
    against: String,
    /// Why.
    why: String,
}

impl Contrasts {
    /// The record of all of it.
    pub fn record(self, question: &Question) -> ContrastsRecord {
        let board = question.board();
        let names = |rulesets: &[Rules]| rulesets.iter().map(Rules::to_string).collect();
        let tempting = self.tempting.iter().map(|tempting| {
            let found = &tempting.refutation;
            let line: Vec<Move> = found.line.iter().map(|turn| turn.step.mv).collect();
            TemptingRecord {
                mv: MoveName::of(board, tempting.mv()),
                images: MoveName::all(board, &tempting.images),
                best_under: names(&tempting.best_under),
                greedy: tempting.greedy,
                illegal: found.illegal.as_ref().map(|illegal| illegal.why.to_string()),
                after: found.after.as_ref().map(After::of),
                line: MoveName::all(board, &line),
                repeats_from: found.repeats_from,
            }
        });
        let differing =
            self.differing.into_iter().map(|Contrast { against, solution, why }| ContrastRecord {
                against: NamedRules::of(&against),
                value: solution.value.exact(),
                bounds: Bounds::of(&solution.value),
                best_moves: MoveName::all(board, &solution.best_moves),
                all_best_moves: solution.all_best_moves,
                why,
            });
        let unlike = self.unlike.into_iter();
        let unlike = unlike.map(|(against, why)| UnlikeRecord { against: against.to_string(), why });
        ContrastsRecord {
            tempting: tempting.collect(),
            differing: differing.collect(),
            same: names(&self.same),
            unlike: unlike.collect(),
            open: names(&self.open),
        }
    }
}

// --- Explanations ---

/// Explanation of a value: its contrasts, and the facts that it rests on.
#[derive(Debug)]
pub struct Explanation {
    /// The value and the best moves.
    pub solution: Solution,
    /// The contrasts, if the solution was found.
    pub contrasts: Option<Contrasts>,
    /// The facts that the value rests on.
    pub rests_on: Dependencies,
    /// The number of results kept at the end: lemmas, or states.
    pub results: usize,
}

/// Explains a value.
///
/// # Panics
/// If more than two play.
pub fn explanation(question: &Question, effort: FlipEffort, budget: &Budget) -> Explanation {
    let others = under_others(question);
    let session = Session::new(&question.game);
    let solution = solved(&session, question, budget);
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
    /// Whether the value rests on no fact, and so holds under every history; `null` if that was not found.
    under_every_past: Option<bool>,
    /// The facts that it rests on; `null` if they were not found.
    facts: Option<Vec<RestingRecord>>,
    #[serde(flatten)]
    spent: Spent,
}
