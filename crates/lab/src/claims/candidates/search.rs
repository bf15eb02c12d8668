//! Searching: which candidates are left after each constraint, what is measured on those that fit,
//! and all of this held against what is on record.
//!
//! A *candidate* is a position with the player to move and an intersection for each variable. Of
//! candidates that a symmetry of the board maps to each other one is looked at.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use super::form::{Plan, PlayedConstraint, Search, SolvedState, StaticConstraint, when};
use super::positions::Shape;
use crate::claims::document::Document;
use crate::claims::script::Binding;
use crate::published_session;
use superko_go::score::area;
use superko_go::{Board, Move, Player, Position, Suicide};
use superko_rules::referee::Referee;
use superko_solve::{Answer, Budget, Limits, Request, Session, Value, Want};

/// The most candidates that may be left when nothing has been played yet.
const MAX_CANDIDATES: usize = 1 << 25;

/// The memory for what is proved on each thread, in bytes.
const SESSION_MEMORY: usize = 1 << 30;

/// How a search is made.
pub struct Effort<'a> {
    /// The nodes that one question may cost; no limit if `None`.
    pub nodes: Option<u64>,
    /// The most seconds that a measure may take by its record to be made.
    pub seconds: f64,
    /// Set when the user ends the work.
    pub interrupted: &'a Arc<AtomicBool>,
    /// The positions looked at so far.
    pub looked_at: &'a AtomicUsize,
}

/// A position that fits, or may fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// The position.
    pub position: Position,
    /// Who is to move.
    pub mover: Player,
    /// For what the variables stand.
    pub binding: Binding,
}

/// What is left after a constraint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Remaining {
    /// The index of the constraint in the search.
    pub constraint: usize,
    /// The candidates that fit so far.
    pub fit: u64,
    /// Those that the limit of nodes left open. They are not looked at any more.
    pub open: u64,
}

/// What a search found on one board.
#[derive(Debug)]
pub struct OnBoard {
    /// The board.
    pub board: Board,
    /// The positions that were looked at, each once for every player who may be to move: the legal
    /// ones that the template and the number of empty intersections admit, with `uniform`.
    pub all: u64,
    /// How many of their empty intersections, at least, have neighbours of one colour. With fewer
    /// there are too few kos and eyes, so other positions are left out beforehand.
    pub uniform: u32,
    /// What is left after each constraint, in the order in which they were applied.
    pub funnel: Vec<Remaining>,
    /// Those that fit.
    pub fit: Vec<Candidate>,
    /// How often each value came up, for each measure; `None` for one that was not made.
    pub measured: Vec<Option<BTreeMap<Measured, u64>>>,
}

/// A value that was measured, in the order in which they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measured {
    /// Points.
    Points(superko_rules::Points),
    /// The game has no result.
    NoResult,
    /// The moves before cannot be played.
    NotPlayable,
    /// The limit of nodes left it open.
    Open,
}

impl OnBoard {
    /// Whether a position, or an image of it, is among those that fit.
    pub fn has(&self, position: &Position, mover: Player) -> bool {
        let images: Vec<_> = self.board.symmetries().iter().map(|s| position.image(s).stones).collect();
        self.fit.iter().any(|fit| fit.mover == mover && images.contains(&fit.position.stones))
    }

    /// The number of candidates that the limit of nodes left open.
    pub fn open(&self) -> u64 {
        self.funnel.iter().map(|left| left.open).sum()
    }
}

/// Searches all boards; `None` if it was interrupted.
///
/// # Errors
/// One line that says what is wrong with the search as it is written, or that too many candidates
/// are left.
pub fn run(search: &Search, effort: &Effort) -> Result<Option<Vec<OnBoard>>, String> {
    let mut found = Vec::new();
    for plan in Plan::all(search)? {
        let on_board = search_board(&plan, search, effort)?;
        if effort.interrupted.load(Relaxed) {
            return Ok(None);
        }
        found.push(on_board);
    }
    Ok(Some(found))
}

fn search_board(plan: &Plan, search: &Search, effort: &Effort) -> Result<OnBoard, String> {
    let (all, mut funnel, positions) = filter_positions(plan, effort)?;
    let movers = search.to_move.players();
    let times = movers.len() as u64;
    funnel.iter_mut().for_each(|left| left.fit *= times);
    let candidates: Vec<Candidate> = positions
        .into_iter()
        .flat_map(|position| movers.iter().map(move |mover| (position, *mover, Binding::NONE)))
        .map(|(position, mover, binding)| Candidate { position, mover, binding })
        .collect();
    // Each job has what it proved for itself, so fewer jobs prove less twice and more are shared
    // out more evenly.
    let size = candidates.len().div_ceil(4 * rayon::current_num_threads()).max(16);
    let jobs: Vec<Job> =
        candidates.par_chunks(size).map(|candidates| Job::of(plan, search, effort, candidates)).collect();
    for (index, (constraint, _)) in plan.played_constraints.iter().enumerate() {
        let sum = |count: fn(&Remaining) -> u64| jobs.iter().map(|job| count(&job.funnel[index])).sum();
        let (fit, open) = (sum(|left| left.fit), sum(|left| left.open));
        funnel.push(Remaining { constraint: *constraint, fit, open });
    }
    let measured = search.measures.iter().enumerate().map(|(index, measure)| {
        let made = jobs.iter().filter_map(|job| job.measured[index].as_ref());
        (measure.takes <= effort.seconds).then(|| sum_counts(made))
    });
    let measured = measured.collect();
    let fit = jobs.into_iter().flat_map(|job| job.fit).collect();
    let (board, uniform) = (plan.board.clone(), plan.uniform());
    Ok(OnBoard { board, all: all * times, uniform, funnel, fit, measured })
}

/// How often each value came up, in several places together.
fn sum_counts<'a>(counts: impl IntoIterator<Item = &'a BTreeMap<Measured, u64>>) -> BTreeMap<Measured, u64> {
    let mut sums = BTreeMap::new();
    for (value, count) in counts.into_iter().flatten() {
        *sums.entry(*value).or_default() += count;
    }
    sums
}

/// All positions that are as the constraints on what is seen say, how many were looked at, and what
/// is left after each constraint.
fn filter_positions(plan: &Plan, effort: &Effort) -> Result<(u64, Vec<Remaining>, Vec<Position>), String> {
    let colourings = plan.colourings()?;
    let sets = colourings.empty_sets();
    let found: Vec<(u64, Vec<u64>, Vec<Position>)> = sets
        .par_iter()
        .map(|empty| {
            let (mut all, mut left, mut fit) = (0, vec![0; plan.static_constraints.len()], Vec::new());
            if effort.interrupted.load(Relaxed) {
                return (all, left, fit);
            }
            colourings.positions(*empty, &mut |position| {
                all += 1;
                let shape = Shape::of(&plan.board, position);
                let holds =
                    |(_, seen): &&(usize, StaticConstraint)| seen.holds(&plan.board, &position, &shape);
                let held = plan.static_constraints.iter().take_while(holds).count();
                left[..held].iter_mut().for_each(|count| *count += 1);
                fit.extend((held == plan.static_constraints.len()).then_some(position));
            });
            effort.looked_at.fetch_add(all as usize, Relaxed);
            fit.sort_unstable();
            (all, left, fit)
        })
        .collect();
    let (mut all, mut counts, mut positions) = (0, vec![0; plan.static_constraints.len()], Vec::new());
    for (looked_at, left, fit) in found {
        all += looked_at;
        counts.iter_mut().zip(left).for_each(|(sum, count)| *sum += count);
        positions.extend(fit);
    }
    if positions.len() > MAX_CANDIDATES {
        return Err(format!(
            "board {}: {} positions are left before anything is played, expected at most {MAX_CANDIDATES}",
            plan.board,
            positions.len()
        ));
    }
    let constraints = plan.static_constraints.iter().map(|(constraint, _)| *constraint);
    let remaining = |(constraint, fit)| Remaining { constraint, fit, open: 0 };
    Ok((all, constraints.zip(counts).map(remaining).collect(), positions))
}

/// What became of some of the candidates.
struct Job {
    funnel: Vec<Remaining>,
    fit: Vec<Candidate>,
    measured: Vec<Option<BTreeMap<Measured, u64>>>,
}

impl Job {
    fn of(plan: &Plan, search: &Search, effort: &Effort, candidates: &[Candidate]) -> Job {
        let mut work = Worker { plan, effort, sessions: HashMap::new() };
        let mut funnel = vec![Remaining::default(); plan.played_constraints.len()];
        let mut fit = Vec::new();
        for candidate in candidates {
            let mut left = vec![*candidate];
            for ((_, played), counts) in plan.played_constraints.iter().zip(&mut funnel) {
                let mut next = Vec::new();
                for candidate in &left {
                    work.apply(played, candidate, &mut next, &mut counts.open);
                }
                counts.fit += next.len() as u64;
                left = next;
            }
            fit.extend(left);
        }
        let measures = plan.measures.iter().zip(&search.measures);
        let measured = measures.map(|(solved, measure)| {
            (measure.takes <= effort.seconds).then(|| {
                let mut values = BTreeMap::new();
                for candidate in &fit {
                    *values.entry(work.measure(solved, candidate)).or_default() += 1;
                }
                values
            })
        });
        Job { funnel, measured: measured.collect(), fit }
    }
}

/// What one job works with.
struct Worker<'a> {
    plan: &'a Plan,
    effort: &'a Effort<'a>,
    /// What is proved so far, by ruleset.
    sessions: HashMap<&'a str, Session<'a>>,
}

/// An extension of a binding under which a constraint holds, or is left open.
type Extension = (Binding, Option<bool>);

impl<'a> Worker<'a> {
    /// Adds the candidates to which one extends under a constraint, one for each class of
    /// extensions that symmetries map to each other, and counts those that are left open.
    fn apply(
        &mut self,
        played: &'a PlayedConstraint,
        candidate: &Candidate,
        next: &mut Vec<Candidate>,
        open: &mut u64,
    ) {
        if self.effort.interrupted.load(Relaxed) {
            return;
        }
        let stones = candidate.position.stones;
        let symmetries = self.plan.board.symmetries().iter().filter(|symmetry| {
            stones.map(|set| symmetry.set(set)) == stones
                && candidate.binding.image(symmetry) == candidate.binding
        });
        let keeping: Vec<_> = symmetries.collect();
        let least = |binding: &Binding| keeping.iter().all(|symmetry| binding.image(symmetry) >= *binding);
        for (binding, holds) in self.extensions(played, candidate) {
            match holds {
                Some(true) if least(&binding) => next.push(Candidate { binding, ..*candidate }),
                None if least(&binding) => *open += 1,
                _ => {}
            }
        }
    }

    fn extensions(&mut self, played: &'a PlayedConstraint, candidate: &Candidate) -> Vec<Extension> {
        let board = &self.plan.board;
        match played {
            PlayedConstraint::Area { after, score } => {
                let holds = |(moves, binding): (Vec<Move>, Binding)| {
                    let last = placed(board, candidate.position, candidate.mover, &moves)?;
                    let area = area(board, &last);
                    Some((binding, Some(score[0] <= area && area <= score[1])))
                };
                after.moves(board, candidate.binding).into_iter().filter_map(holds).collect()
            }
            PlayedConstraint::Line { game, moves, ends } => {
                let referee = Referee::new(game, candidate.position, candidate.mover);
                let mut found = Vec::new();
                moves.play(game, referee, candidate.binding, &mut |referee, binding| {
                    found.push((binding, Some(ends.is_none_or(|ends| referee.ended() == Some(ends)))));
                });
                found
            }
            PlayedConstraint::Value { solved, expect } => {
                let value = |(referee, binding)| (binding, expect.met_by(&self.answer(solved, &referee)));
                states(solved, candidate).into_iter().map(value).collect()
            }
            PlayedConstraint::Best { solved, moves, only } => {
                let request = Request { best_moves: Want::All, pv: false, ..Request::default() };
                let mut found = Vec::new();
                for (referee, binding) in states(solved, candidate) {
                    if referee.ended().is_some() {
                        continue;
                    }
                    let budget = self.budget();
                    let solution = self.session(solved).solve(referee.state(), &request, &budget);
                    let best = &solution.best_moves;
                    for (moves, binding) in moves.moves(board, binding) {
                        let among = moves.iter().all(|mv| best.contains(mv));
                        let alone = !only || best.iter().all(|mv| moves.contains(mv));
                        found.push((binding, solution.all_best_moves.then_some(among && alone)));
                    }
                }
                found
            }
        }
    }

    fn measure(&mut self, solved: &'a SolvedState, candidate: &Candidate) -> Measured {
        let Some((referee, _)) = states(solved, candidate).into_iter().next() else {
            return Measured::NotPlayable;
        };
        match self.answer(solved, &referee) {
            Answer::Exact(Value::Points(points)) => Measured::Points(points),
            Answer::Exact(Value::NoResult) => Measured::NoResult,
            Answer::Between(_) => Measured::Open,
        }
    }

    /// The score of a game that has ended, or what is proved of the value of its state.
    fn answer(&mut self, solved: &'a SolvedState, referee: &Referee) -> Answer {
        if let Some(score) = referee.ended() {
            return Answer::Exact(Value::Points(score));
        }
        let budget = self.budget();
        self.session(solved).value(referee.state(), &budget).into()
    }

    fn session(&mut self, solved: &'a SolvedState) -> &Session<'a> {
        self.sessions.entry(&solved.rules).or_insert_with(|| published_session(&solved.game))
    }

    fn budget(&self) -> Budget {
        let limits = Limits { nodes: self.effort.nodes, memory: SESSION_MEMORY, ..Limits::default() };
        Budget::new(limits).interrupted_by(Arc::clone(self.effort.interrupted))
    }
}

/// The games after the moves that lead to what is solved, each with its binding.
fn states<'a>(solved: &'a SolvedState, candidate: &Candidate) -> Vec<(Referee<'a>, Binding)> {
    let referee = Referee::new(&solved.game, candidate.position, candidate.mover);
    let mut found = Vec::new();
    solved.after.play(&solved.game, referee, candidate.binding, &mut |referee, binding| {
        found.push((referee, binding))
    });
    found
}

/// The position after moves that are placed as the board admits them, the players in turn.
fn placed(board: &Board, start: Position, mover: Player, moves: &[Move]) -> Option<Position> {
    let (mut position, mut mover) = (start, mover);
    for mv in moves {
        if let Some(point) = mv.placed() {
            position = position.place(board, mover, point, Suicide::Forbidden)?.position;
        } else if *mv != Move::Pass {
            return None;
        }
        mover = mover.other();
    }
    Some(position)
}

// --- What a search found, held against what is on record ---

impl Measured {
    /// As the record writes it: a score, or a word.
    pub fn in_words(&self) -> String {
        match self {
            Measured::Points(points) => points.to_string(),
            Measured::NoResult => "no-result".to_string(),
            Measured::NotPlayable => "not playable".to_string(),
            Measured::Open => "open".to_string(),
        }
    }
}

/// How often each value of a measure came up on all boards: `-20 on 30, -18 on 7`; `None` if it was
/// not made.
pub fn distribution(found: &[OnBoard], measure: usize) -> Option<String> {
    let counts: Option<Vec<_>> = found.iter().map(|on_board| on_board.measured[measure].as_ref()).collect();
    let counts = sum_counts(counts?);
    let words = counts.iter().map(|(value, count)| format!("{} on {count}", value.in_words()));
    Some(words.collect::<Vec<_>>().join(", "))
}

/// The positions of a document that name a search, each with whether it is among those that fit.
///
/// # Errors
/// One line that says what is wrong with a position.
pub fn positions<'a>(
    document: &'a Document,
    name: &str,
    found: &[OnBoard],
) -> Result<Vec<(&'a str, bool)>, String> {
    let named = document.positions.iter().filter(|(_, setting)| setting.candidates.as_deref() == Some(name));
    let fits = named.map(|(position, _)| {
        let place = document.place(position)?;
        let on_board = found.iter().find(|on_board| on_board.board.to_string() == place.board.to_string());
        Ok((position.as_str(), on_board.is_some_and(|it| it.has(&place.position, place.to_move))))
    });
    fits.collect()
}

/// What is not as on record, one line each. A search with nothing on record differs in nothing.
pub fn differences(search: &Search, found: &[OnBoard], positions: &[(&str, bool)]) -> Vec<String> {
    let mut differ = Vec::new();
    for (on_board, recorded) in found.iter().zip(&search.fit) {
        let fit = on_board.fit.len() as u64;
        if fit != *recorded && on_board.open() == 0 {
            differ.push(format!("{fit} fit on {}, on record: {recorded}", on_board.board));
        }
    }
    for (place, measure) in search.measures.iter().enumerate() {
        if let Some(values) = distribution(found, place).filter(|values| *values != measure.values)
            && !measure.values.is_empty()
            && !values.contains("open")
        {
            let (rules, when) = (&measure.rules, when(&measure.after));
            differ.push(format!("{rules}{when}: {values}, on record: {}", measure.values));
        }
    }
    let missing = positions.iter().filter(|(_, fits)| !fits);
    differ.extend(missing.map(|(name, _)| format!("position {name} is not among those that fit")));
    differ
}
