//! A proof of one threshold, by which as much as possible follows: it is looked for on the terms of a game, and then on
//! wider terms, which are those of more rulesets, with a small multiple of the effort.

use std::collections::BTreeMap;

use super::Terms;
use super::proof::Proof;
use super::proof_builder::{Mended, Mending, mended};
use super::replies::{Limits, USUAL};
use super::search::{Findings, MOST_BOUND, Prover};
use super::state::{Aim, Place};
use crate::budget::{Budget, Stopped};
use superko_go::{Board, Move};

/// What wider terms may take: so many times the nodes of those of the game, and so many more.
const WIDER_FACTOR: u64 = 4;
const WIDER_EXTRA_NODES: u64 = 10_000;

/// Where the terms of the game took more nodes than this, wider ones are not tried: who wants them names a ruleset that
/// has them.
const MAX_NODES_FOR_WIDER: u64 = 10_000_000;

/// The part of the memory that a table gets.
pub const TABLE_SHARE: usize = 2;

/// By how much the bound may be greater on wider terms.
const WIDER_EXTRA_BOUND: u8 = 2;

/// A proof of a threshold, and the terms on which it holds. Without a proof the start is settled.
#[derive(Debug)]
pub struct Proved {
    /// The terms.
    pub terms: Terms,
    /// The proof.
    pub proof: Proof,
}

/// What a search for a proof may take, and how it goes about it.
#[derive(Debug, Clone, Copy)]
pub struct Effort<'a> {
    /// The limits.
    pub budget: &'a Budget,
    /// The threads. The proof and the nodes are the same from run to run on one thread alone.
    pub threads: usize,
    /// The bound that is tried first. Where it is known that smaller ones do not do, a search that begins with a greater one
    /// takes fewer nodes.
    pub first: u8,
    /// How many moves of the prover are tried in a state, if not all: see [`worker`](super::worker). What is not proved then
    /// may be provable.
    pub width: Option<u8>,
    /// Within which limits the proof ends by replies.
    pub replies: Limits,
}

impl<'a> Effort<'a> {
    /// One thread that tries all bounds and moves.
    pub fn within(budget: &'a Budget) -> Effort<'a> {
        Effort { budget, threads: 1, first: 0, width: None, replies: USUAL }
    }
}

/// What is known of a threshold, if it is kept, to go on from when the effort was stopped, or with another start: what is
/// known of a state is so wherever a game began.
#[derive(Default)]
pub struct Sought {
    /// Whether anything is kept.
    pub is_kept: bool,
    /// The start that the effort was about.
    pub start: Option<Place>,
    /// Of the terms of the game, number 0, and of wider ones.
    pub by_terms: BTreeMap<usize, TermsState>,
}

/// What is known of a threshold on some terms.
pub struct TermsState {
    /// The bound in hand, or that of the proof.
    pub bound: u8,
    /// What is known of the proof in hand.
    pub repair: Mending,
    /// What the search knows; of one that has a proof, what is needed to find that again. `None` if there is no proof.
    pub findings: Option<Findings>,
}

impl Sought {
    /// Nothing so far, and what will be known is kept.
    pub fn kept() -> Sought {
        Sought { is_kept: true, ..Sought::default() }
    }

    /// Turns to a start. What the searches know stays. How far they have come does not, if they were about another start, nor
    /// that there was no proof for that.
    fn turn_to(&mut self, start: &Place) {
        if self.start.replace(*start).is_some_and(|before| before != *start) {
            self.by_terms.retain(|_, known| known.findings.is_some());
            for known in self.by_terms.values_mut() {
                (known.bound, known.repair) = (0, Mending::default());
            }
        }
    }

    fn keep(&mut self, number: usize, known: impl FnOnce() -> TermsState) {
        if self.is_kept {
            self.by_terms.insert(number, known());
        }
    }

    /// The nodes that were spent on some terms.
    fn nodes(&self, number: usize) -> u64 {
        let findings = self.by_terms.get(&number).and_then(|known| known.findings.as_ref());
        findings.map_or(0, |findings| findings.nodes)
    }
}

/// Looks for a proof that the prover gets a threshold from a start; `None` if there is none on these terms.
///
/// # Errors
/// What stopped the search. What is known then is in `sought`.
pub fn prove(
    terms: Terms,
    board: &Board,
    start: &Place,
    threshold: i32,
    effort: &Effort,
    sought: &mut Sought,
) -> Result<Option<Proved>, Stopped> {
    let budget = effort.budget;
    sought.turn_to(start);
    let aim = |terms| Aim { board, terms, threshold };
    let Some((proof, bound, nodes)) = deepen(aim(terms), start, MOST_BOUND, effort, (sought, 0))? else {
        return Ok(None);
    };
    for (number, wider) in (1..).zip(terms.wider().filter(|_| nodes <= MAX_NODES_FOR_WIDER)) {
        let part =
            budget.part((WIDER_FACTOR * nodes + WIDER_EXTRA_NODES).saturating_sub(sought.nodes(number)));
        let effort = Effort { budget: &part, ..*effort };
        let most = bound.saturating_add(WIDER_EXTRA_BOUND).min(MOST_BOUND);
        let found = deepen(aim(wider), start, most, &effort, (sought, number));
        let spent = budget.spend(part.nodes());
        match (found, spent) {
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

/// A proof with the least bound from the first up to one, that bound, and the nodes that it took. What is known of the terms
/// of a number is kept.
fn deepen(
    aim: Aim,
    start: &Place,
    most: u8,
    effort: &Effort,
    (sought, number): (&mut Sought, usize),
) -> Result<Option<(Proof, u8, u64)>, Stopped> {
    // As much for the table as for the proof and what is made of it.
    let (budget, bytes) = (effort.budget, effort.budget.memory() / TABLE_SHARE);
    let (mut prover, mut bound, mut repair) = match sought.by_terms.remove(&number) {
        Some(TermsState { bound, repair, findings: Some(findings) }) => {
            (Prover::new(aim, 0, budget).resumed(findings), bound.max(effort.first), repair)
        }
        Some(failed) => {
            sought.by_terms.insert(number, failed);
            return Ok(None);
        }
        None => (Prover::new(aim, bytes, budget), effort.first, Mending::default()),
    };
    prover = prover.on_threads(effort.threads).of_width(effort.width).within(effort.replies);
    let mut found = None;
    while bound <= most.max(effort.first) {
        budget.ask(format!("a proof with {bound} stones of the player"));
        let stopped = match mended(&mut prover, start, bound, bytes, &mut repair) {
            Ok(Mended::Holds(proof)) => {
                found = Some(proof);
                break;
            }
            Ok(Mended::GivenUp) => break,
            Ok(Mended::Unproved) => {
                bound += 1;
                continue;
            }
            // With more memory it can be made from what the search knows.
            Ok(Mended::TooLarge) => Stopped::Memory,
            Err(stopped) => stopped,
        };
        sought.keep(number, || TermsState { bound, repair, findings: Some(prover.findings()) });
        return Err(stopped);
    }
    prover.report_nodes();
    let nodes = prover.nodes();
    sought.keep(number, || {
        let findings = found.as_ref().map(|proof| prover.findings_of(proof.places().iter()));
        TermsState { bound, repair, findings }
    });
    Ok(found.map(|proof| (proof, bound, nodes)))
}

// --- climb -----------------------------------------------------------------------------------------------------------
//
// One player's attempts at thresholds that rise, with bounds on his moves from the least up.

/// A player: the start as he sees it, and by how much he is sure to be ahead.
#[derive(Debug)]
pub struct Side {
    /// The start.
    pub start: Place,
    /// What he is sure of.
    pub sure: i32,
    /// His move at the start in the proof of what he is sure of, if it is his turn.
    pub mv: Option<Move>,
}

/// Which of the open thresholds a climb takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThresholdOrder {
    /// The greatest.
    Max,
    /// The middle one.
    Bisect,
    /// The least, and after each proof one that is twice as far above what is sure as the one before was.
    Exponential,
}

impl ThresholdOrder {
    /// The threshold to take, where `sure` is proved and the opponent leaves `most`, which is more.
    pub fn threshold(self, sure: i32, most: i32, stride: i32) -> i32 {
        match self {
            ThresholdOrder::Max => most,
            ThresholdOrder::Bisect => sure + (most - sure + 1) / 2,
            ThresholdOrder::Exponential => sure + stride.min(most - sure),
        }
    }
}

/// What is known of a climb that is not over, to go on from.
pub struct PausedSearch {
    /// Which thresholds it takes.
    pub order: ThresholdOrder,
    /// How far above what is sure the next threshold is, if it gallops.
    pub stride: i32,
    /// The next bound.
    pub bound: u8,
    /// Whether no more is tried.
    pub given_up: bool,
    /// What is known of the proof in hand.
    pub repair: Mending,
    /// What the search knows.
    pub findings: Findings,
}

/// The attempts.
pub struct ThresholdSearch<'a> {
    prover: Prover<'a>,
    order: ThresholdOrder,
    /// How far above what is sure the next threshold is, if the climb gallops.
    stride: i32,
    /// By what its nodes are multiplied when it is compared with the others.
    weight: u64,
    /// The next bound.
    bound: u8,
    given_up: bool,
    repair: Mending,
    /// What a proof may take.
    bytes: usize,
}

impl<'a> ThresholdSearch<'a> {
    /// A climb that begins with the threshold of a prover. A proof may take so many bytes.
    pub fn new(prover: Prover<'a>, order: ThresholdOrder, weight: u64, bytes: usize) -> ThresholdSearch<'a> {
        let repair = Mending::default();
        ThresholdSearch { prover, order, stride: 2, weight, bound: 1, given_up: false, repair, bytes }
    }

    /// The same climb as far as another has come that was ended.
    pub fn resumed(self, paused: PausedSearch) -> ThresholdSearch<'a> {
        let PausedSearch { order, stride, bound, given_up, repair, findings } = paused;
        ThresholdSearch {
            prover: self.prover.resumed(findings),
            order,
            stride,
            bound,
            given_up,
            repair,
            ..self
        }
    }

    /// Ends the climb, and hands on what it knows.
    pub fn paused(self) -> PausedSearch {
        let ThresholdSearch { prover, order, stride, bound, given_up, repair, .. } = self;
        PausedSearch { order, stride, bound, given_up, repair, findings: prover.findings() }
    }

    /// Which thresholds it takes.
    pub fn order(&self) -> ThresholdOrder {
        self.order
    }

    /// Reports the nodes that the budget does not know of yet.
    pub fn report_nodes(&mut self) {
        self.prover.report_nodes();
    }

    /// The threshold in hand.
    pub fn threshold(&self) -> i32 {
        self.prover.aim().threshold
    }

    /// The nodes that it has taken, multiplied by its weight.
    pub fn cost(&self) -> u64 {
        self.prover.nodes().saturating_mul(self.weight)
    }

    /// Whether another bound can be tried.
    pub fn is_open(&self) -> bool {
        !self.given_up && self.bound < MOST_BOUND
    }

    /// Tries the next bound. Where the threshold is proved with it, the player is sure of that, and the same bound is to be
    /// tried with a higher one.
    ///
    /// # Errors
    /// What stopped the search. With another budget the same step can be tried again, and goes on where it was.
    pub fn step(&mut self, side: &mut Side) -> Result<(), Stopped> {
        match self.prove_bound(&side.start)? {
            Some(proof) => (side.sure, side.mv) = (self.threshold(), proof.first_move()),
            None => self.bound += 1,
        }
        Ok(())
    }

    /// Goes on with the next threshold, where `sure` is proved and the opponent leaves `most`.
    pub fn rise(&mut self, sure: i32, most: i32) {
        if sure < most {
            let next = self.order.threshold(sure, most, self.stride);
            self.stride = self.stride.saturating_mul(2);
            self.prover.raise(next);
            (self.repair, self.given_up) = (Mending::default(), false);
        }
    }

    /// A proof of the threshold that meets the conditions.
    fn prove_bound(&mut self, start: &Place) -> Result<Option<Proof>, Stopped> {
        let mended = mended(&mut self.prover, start, self.bound, self.bytes, &mut self.repair)?;
        self.given_up = matches!(mended, Mended::GivenUp | Mended::TooLarge);
        Ok(mended.proof())
    }
}
