//! Proofs of thresholds, by iterative deepening on the number of the prover's stones.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Terms;
use super::guide::Guide;
use super::proof::{Proof, Strategy};
use super::proof_builder::{Repair, RepairOutcome, repair_proof};
use super::replies::{DEFAULT, Limits};
use super::search::{Findings, MAX_BOUND, Prover};
use super::state::{AttackGoal, AttackState};
use crate::budget::{Budget, Stopped};
use superko_go::{Board, Move, Player};

// --- one threshold ---------------------------------------------------------------------------------------------------
//
// A proof of one threshold, by which as much as possible follows: it is looked for on the terms of
// a game, and then on wider terms, which are those of more rulesets, with a small multiple of the
// effort.

/// The nodes for wider terms: a multiple of those for the terms of the game, and some more.
const WIDER_FACTOR: u64 = 4;
const WIDER_EXTRA_NODES: u64 = 10_000;

/// The most nodes on the terms of the game after which wider ones are tried: who wants them names a
/// ruleset that has them.
const MAX_NODES_FOR_WIDER: u64 = 10_000_000;

/// The stones by which the bound may be greater on wider terms.
const WIDER_EXTRA_BOUND: u8 = 2;

/// The part of the memory that a table gets: as much is left for the proof and what is made of it.
pub const TABLE_SHARE: usize = 2;

/// A proof of a threshold, and the terms on which it holds. Without a proof the start is settled.
#[derive(Debug)]
pub struct Proved {
    /// The terms.
    pub terms: Terms,
    /// The proof.
    pub proof: Proof,
}

/// The limits and options of a search for a proof.
#[derive(Debug, Clone, Copy)]
pub struct Effort<'a> {
    /// The limits.
    pub budget: &'a Budget,
    /// The threads. The proof and the nodes are the same from run to run on one thread alone.
    pub threads: usize,
    /// The bound that is tried first. Where it is known that smaller ones do not do, a search that
    /// begins with a greater one takes fewer nodes.
    pub first: Option<u8>,
    /// The most moves of the prover that are tried in a state, if not all: see `worker`. What is
    /// not proved then may be provable.
    pub width: Option<u8>,
    /// The guide of the search, if it has one.
    pub guide: Option<&'a Guide>,
    /// The limits within which the proof ends by replies.
    pub replies: Limits,
}

impl<'a> Effort<'a> {
    /// One thread that tries all bounds and moves.
    pub fn within(budget: &'a Budget) -> Effort<'a> {
        Effort { budget, threads: 1, first: None, width: None, guide: None, replies: DEFAULT }
    }
}

/// The bound with which a search begins if no other is asked for. A search that begins with a bound
/// that is too small takes two to three times as many nodes, and one that begins above the bound
/// that it needs takes several times as many. On empty boards of 8 to 20 intersections a proof of
/// all points takes more stones than a half of them, and one of the half more than a third.
pub fn first_bound(aim: &AttackGoal, start: &AttackState) -> u8 {
    let all = (aim.board.points() as u32 + 2 * aim.needed_points()) / 6;
    all.saturating_sub(start.position.stones[0].count_ones()).max(1) as u8
}

/// The state of a search for a proof of one threshold, to resume it, or to start from another
/// position: what is known of a state is so wherever a game began.
#[derive(Default)]
pub struct ThresholdState {
    /// Whether anything is kept.
    pub is_kept: bool,
    /// The start of the effort.
    pub start: Option<AttackState>,
    /// The states for the terms of the game, number 0, and for wider ones.
    pub by_terms: BTreeMap<usize, TermsState>,
    /// The number of repairs on the terms of the game in the last call of [`prove`], whether or not a
    /// proof held after them.
    pub repairs: usize,
}

/// The state of the search on some terms.
pub struct TermsState {
    /// The current bound, or that of the proof.
    pub bound: u8,
    /// The repairs of the current proof.
    pub repair: Repair,
    /// The findings of the search; if it has a proof, those that are needed to find it again.
    /// `None` if there is no proof.
    pub findings: Option<Findings>,
}

impl ThresholdState {
    /// A state of which nothing is known yet and everything will be kept.
    pub fn kept() -> ThresholdState {
        ThresholdState { is_kept: true, ..ThresholdState::default() }
    }

    /// Turns to a start. What the searches know stays. How far they have come does not, if they
    /// were about another start, nor that there was no proof for that.
    fn turn_to(&mut self, start: &AttackState) {
        if self.start.replace(*start).is_some_and(|before| before != *start) {
            self.by_terms.retain(|_, known| known.findings.is_some());
            for known in self.by_terms.values_mut() {
                (known.bound, known.repair) = (0, Repair::default());
            }
        }
    }

    fn keep(&mut self, number: usize, known: impl FnOnce() -> TermsState) {
        if self.is_kept {
            self.by_terms.insert(number, known());
        }
    }

    /// The nodes that were spent on the terms of a number.
    fn nodes(&self, number: usize) -> u64 {
        let findings = self.by_terms.get(&number).and_then(|known| known.findings.as_ref());
        findings.map_or(0, |findings| findings.nodes)
    }
}

/// Searches for a proof that the prover gets a threshold from a start; `None` if there is none on
/// these terms.
///
/// # Errors
/// What stopped the search. What is known then is in `sought`.
pub fn prove(
    terms: Terms,
    board: &Board,
    start: &AttackState,
    threshold: i32,
    effort: &Effort,
    sought: &mut ThresholdState,
) -> Result<Option<Proved>, Stopped> {
    let budget = effort.budget;
    sought.turn_to(start);
    let aim = |terms| AttackGoal { board, terms, threshold };
    let Some((proof, bound, nodes)) = deepen(aim(terms), start, MAX_BOUND, effort, (sought, 0))? else {
        return Ok(None);
    };
    for (number, wider) in (1..).zip(terms.wider().filter(|_| nodes <= MAX_NODES_FOR_WIDER)) {
        let nodes = (WIDER_FACTOR * nodes + WIDER_EXTRA_NODES).saturating_sub(sought.nodes(number));
        let most = bound.saturating_add(WIDER_EXTRA_BOUND).min(MAX_BOUND);
        let found = budget.part(nodes, |part| {
            let effort = Effort { budget: part, ..*effort };
            deepen(aim(wider), start, most, &effort, (sought, number))
        });
        match (found, budget.charge(0)) {
            (Ok(Some((proof, ..))), _) => return Ok(Some(Proved { terms: wider, proof })),
            (Err(Stopped::Interrupted), _) | (_, Err(Stopped::Interrupted)) => {
                return Err(Stopped::Interrupted);
            }
            // A limit leaves the proof that there is.
            (_, Err(_)) => break,
            (Ok(None) | Err(_), Ok(())) => {}
        }
    }
    Ok(Some(Proved { terms, proof }))
}

/// A proof with the least bound from the first up to `most`, that bound, and the nodes that it
/// took. What is known of the terms of a number is kept.
fn deepen(
    aim: AttackGoal,
    start: &AttackState,
    most: u8,
    effort: &Effort,
    (sought, number): (&mut ThresholdState, usize),
) -> Result<Option<(Proof, u8, u64)>, Stopped> {
    let budget = effort.budget;
    let bytes = budget.memory().saturating_sub(effort.guide.map_or(0, Guide::bytes)) / TABLE_SHARE;
    let first = effort.first.unwrap_or_else(|| first_bound(&aim, start));
    let (mut prover, mut bound, mut repair) = match sought.by_terms.remove(&number) {
        Some(TermsState { bound, repair, findings: Some(findings) }) => {
            (Prover::new(aim, 0, budget).resumed(findings), bound.max(effort.first.unwrap_or(0)), repair)
        }
        Some(failed) => {
            sought.repairs = if number == 0 { failed.repair.rounds } else { sought.repairs };
            sought.by_terms.insert(number, failed);
            return Ok(None);
        }
        None => (Prover::new(aim, bytes, budget), first, Repair::default()),
    };
    let guide = effort.guide.filter(|_| Guide::serves(&aim.terms));
    prover = prover.on_threads(effort.threads).of_width(effort.width).guided_by(guide).within(effort.replies);
    let mut found = None;
    while bound <= most.max(first) {
        budget.ask(format!("a proof with {bound} stones of the player"));
        let stopped = match repair_proof(&mut prover, start, bound, bytes, &mut repair) {
            Ok(RepairOutcome::Holds(proof)) => {
                found = Some(proof);
                break;
            }
            Ok(RepairOutcome::GivenUp) => break,
            Ok(RepairOutcome::Unproved) => {
                bound += 1;
                continue;
            }
            // With more memory it can be made from what the search knows.
            Ok(RepairOutcome::TooLarge) => Stopped::Memory,
            Err(stopped) => stopped,
        };
        sought.keep(number, || TermsState { bound, repair, findings: Some(prover.findings()) });
        return Err(stopped);
    }
    prover.report_nodes();
    let nodes = prover.nodes();
    if number == 0 {
        sought.repairs = repair.rounds;
    }
    sought.keep(number, || {
        let findings = found.as_ref().map(|proof| prover.findings_of(proof.places().iter()));
        TermsState { bound, repair, findings }
    });
    Ok(found.map(|proof| (proof, bound, nodes)))
}

// --- rising thresholds -----------------------------------------------------------------------------------------------

/// One side of a start.
#[derive(Debug)]
pub struct Side {
    /// The player.
    pub player: Player,
    /// The start as the player sees it.
    pub start: AttackState,
    /// The lead of which he is sure.
    pub sure: i32,
    /// His move at the start in the proof of that, if it is his turn.
    pub mv: Option<Move>,
    /// All his moves in that proof, if it was found in this search.
    pub strategy: Option<Arc<Strategy>>,
}

/// The order in which a search takes the open thresholds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThresholdOrder {
    /// The greatest.
    Max,
    /// The middle one.
    Bisect,
    /// The least, and after each proof one that is twice as far above what is sure as the one
    /// before was.
    Exponential,
}

impl ThresholdOrder {
    /// All orders, each at the index of its number.
    pub const ALL: [ThresholdOrder; 3] =
        [ThresholdOrder::Max, ThresholdOrder::Bisect, ThresholdOrder::Exponential];

    /// The next threshold, where `sure` is proved and the opponent leaves `most`, which is more.
    pub fn threshold(self, sure: i32, most: i32, stride: i32) -> i32 {
        match self {
            ThresholdOrder::Max => most,
            ThresholdOrder::Bisect => sure + (most - sure + 1) / 2,
            ThresholdOrder::Exponential => sure + stride.min(most - sure),
        }
    }
}

/// The progress of a [`ThresholdSearch`], apart from what its [`Prover`] knows.
pub struct Progress {
    /// The order of the thresholds.
    pub order: ThresholdOrder,
    /// The distance of the next threshold of the exponential order from what is sure.
    pub stride: i32,
    /// The next bound.
    pub bound: u8,
    /// Whether no more is tried.
    pub given_up: bool,
    /// The repairs of the current proof.
    pub repair: Repair,
}

/// A [`ThresholdSearch`] that was ended, to resume it.
pub struct PausedSearch {
    /// The progress.
    pub progress: Progress,
    /// The findings of its prover.
    pub findings: Findings,
}

/// A search for proofs of rising thresholds of one player, with bounds on his stones from the least
/// up.
pub struct ThresholdSearch<'a> {
    prover: Prover<'a>,
    progress: Progress,
    /// By what its nodes are multiplied when it is compared with the others.
    weight: u64,
    /// The most bytes of a proof.
    bytes: usize,
}

impl<'a> ThresholdSearch<'a> {
    /// A search that begins with the threshold of a prover. A proof may take `bytes`.
    pub fn new(
        prover: Prover<'a>,
        start: &AttackState,
        order: ThresholdOrder,
        weight: u64,
        bytes: usize,
    ) -> ThresholdSearch<'a> {
        let bound = first_bound(&prover.aim(), start);
        let progress = Progress { order, stride: 2, bound, given_up: false, repair: Repair::default() };
        ThresholdSearch { prover, progress, weight, bytes }
    }

    /// Resumes a search that was paused.
    pub fn resumed(self, PausedSearch { progress, findings }: PausedSearch) -> ThresholdSearch<'a> {
        ThresholdSearch { prover: self.prover.resumed(findings), progress, ..self }
    }

    /// Ends the search, and returns what it knows.
    pub fn paused(self) -> PausedSearch {
        PausedSearch { progress: self.progress, findings: self.prover.findings() }
    }

    /// The order of the thresholds.
    pub fn order(&self) -> ThresholdOrder {
        self.progress.order
    }

    /// Reports the nodes that the budget does not know of yet.
    pub fn report_nodes(&mut self) {
        self.prover.report_nodes();
    }

    /// The current threshold.
    pub fn threshold(&self) -> i32 {
        self.prover.aim().threshold
    }

    /// The nodes that it has taken, multiplied by its weight.
    pub fn cost(&self) -> u64 {
        self.prover.nodes().saturating_mul(self.weight)
    }

    /// Whether another bound can be tried.
    pub fn is_open(&self) -> bool {
        !self.progress.given_up && self.progress.bound < MAX_BOUND
    }

    /// Tries the next bound. Where the threshold is proved with it, the player is sure of that, and
    /// the same bound is to be tried with a higher one.
    ///
    /// # Errors
    /// What stopped the search. With another budget the same step can be tried again, and is
    /// resumed.
    pub fn step(&mut self, side: &mut Side) -> Result<(), Stopped> {
        let Progress { bound, given_up, repair, .. } = &mut self.progress;
        let mended = repair_proof(&mut self.prover, &side.start, *bound, self.bytes, repair)?;
        *given_up = matches!(mended, RepairOutcome::GivenUp | RepairOutcome::TooLarge);
        match mended {
            RepairOutcome::Holds(proof) => {
                let aim = self.prover.aim();
                (side.sure, side.mv) = (aim.threshold, proof.move_at(&aim, &side.start));
                side.strategy = Some(Arc::new(Strategy::of(side.player, &aim, proof)));
            }
            _ => *bound += 1,
        }
        Ok(())
    }

    /// Raises the threshold, where `sure` is proved and the opponent leaves `most`.
    pub fn rise(&mut self, sure: i32, most: i32) {
        if sure < most {
            let Progress { order, stride, given_up, repair, .. } = &mut self.progress;
            self.prover.raise(order.threshold(sure, most, *stride));
            *stride = stride.saturating_mul(2);
            (*repair, *given_up) = (Repair::default(), false);
        }
    }
}
