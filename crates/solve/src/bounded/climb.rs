//! One player's attempts at thresholds that rise, with bounds on his moves from the least up.

use super::mend::{Mended, Mending, mended};
use super::place::Place;
use super::proof::Proof;
use super::search::{Findings, MOST_BOUND, Prover};
use crate::budget::Stopped;
use superko_go::Move;

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
pub enum Way {
    /// The greatest.
    Topmost,
    /// The middle one.
    Halving,
    /// The least, and after each proof one that is twice as far above what is sure as the one before was.
    Galloping,
}

impl Way {
    /// The threshold to take, where `sure` is proved and the opponent leaves `most`, which is more.
    pub fn threshold(self, sure: i32, most: i32, stride: i32) -> i32 {
        match self {
            Way::Topmost => most,
            Way::Halving => sure + (most - sure + 1) / 2,
            Way::Galloping => sure + stride.min(most - sure),
        }
    }
}

/// What is known of a climb that is not over, to go on from.
pub struct Attempt {
    /// Which thresholds it takes.
    pub way: Way,
    /// How far above what is sure the next threshold is, if it gallops.
    pub stride: i32,
    /// The next bound.
    pub bound: u8,
    /// Whether no more is tried.
    pub given_up: bool,
    /// What is known of the proof in hand.
    pub mending: Mending,
    /// What the search knows.
    pub findings: Findings,
}

/// The attempts.
pub struct Climb<'a> {
    prover: Prover<'a>,
    way: Way,
    /// How far above what is sure the next threshold is, if the climb gallops.
    stride: i32,
    /// By what its nodes are multiplied when it is compared with the others.
    weight: u64,
    /// The next bound.
    bound: u8,
    given_up: bool,
    mending: Mending,
    /// What a proof may take.
    bytes: usize,
}

impl<'a> Climb<'a> {
    /// A climb that begins with the threshold of a prover. A proof may take so many bytes.
    pub fn new(prover: Prover<'a>, way: Way, weight: u64, bytes: usize) -> Climb<'a> {
        let mending = Mending::default();
        Climb { prover, way, stride: 2, weight, bound: 1, given_up: false, mending, bytes }
    }

    /// The same climb as far as another has come that was ended.
    pub fn resumed(self, attempt: Attempt) -> Climb<'a> {
        let Attempt { way, stride, bound, given_up, mending, findings } = attempt;
        Climb { prover: self.prover.resumed(findings), way, stride, bound, given_up, mending, ..self }
    }

    /// Ends the climb, and hands on what it knows.
    pub fn attempt(self) -> Attempt {
        let Climb { prover, way, stride, bound, given_up, mending, .. } = self;
        Attempt { way, stride, bound, given_up, mending, findings: prover.findings() }
    }

    /// Which thresholds it takes.
    pub fn way(&self) -> Way {
        self.way
    }

    /// Reports the nodes that the budget does not know of yet.
    pub fn settle_accounts(&mut self) {
        self.prover.settle_accounts();
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
        match self.proves(&side.start)? {
            Some(proof) => (side.sure, side.mv) = (self.threshold(), proof.first_move()),
            None => self.bound += 1,
        }
        Ok(())
    }

    /// Goes on with the next threshold, where `sure` is proved and the opponent leaves `most`.
    pub fn rise(&mut self, sure: i32, most: i32) {
        if sure < most {
            let next = self.way.threshold(sure, most, self.stride);
            self.stride = self.stride.saturating_mul(2);
            self.prover.raise(next);
            (self.mending, self.given_up) = (Mending::default(), false);
        }
    }

    /// A proof of the threshold that meets the conditions.
    fn proves(&mut self, start: &Place) -> Result<Option<Proof>, Stopped> {
        let mended = mended(&mut self.prover, start, self.bound, self.bytes, &mut self.mending)?;
        self.given_up = matches!(mended, Mended::GivenUp | Mended::TooLarge);
        Ok(mended.proof())
    }
}
