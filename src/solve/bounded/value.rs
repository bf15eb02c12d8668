//! Bounds of a value: thresholds for both players, cheap ones first.
//!
//! For each bound on the prover's moves, from the least up, each player raises his threshold as far as it is proved. So
//! what is cheap for either comes first, and the effort ends where the bounds meet or the budget does.

use super::Terms;
use super::aim::Aim;
use super::conditions::{Verdict, verdict};
use super::place::Place;
use super::proof::Proof;
use super::search::{MOST_BOUND, Prover};
use super::settled::sure;
use crate::go::{Board, Player, Position};
use crate::rules::{Game, State};
use crate::solve::budget::{Budget, Stopped};

/// How often a threshold's proof is mended before it is given up.
const ROUNDS: usize = 40;

/// What was found about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Black is ahead by so much at least.
    pub low: i32,
    /// And by so much at most.
    pub high: i32,
    /// What stopped the effort before the bounds met or no more could be proved in this way.
    pub stopped: Option<Stopped>,
}

/// The bounds of the value of a state; `None` if nothing is claimed under its ruleset, or if the state has a past.
pub fn bounds(game: &Game, state: &State, budget: &Budget) -> Option<Found> {
    let terms = Terms::of(game)?;
    let key = state.key;
    let fresh = game.start(key.position, key.mover) == *state;
    fresh.then(|| bounds_under(terms, &game.board, &key.position, key.mover, budget))
}

/// The bounds of the value of a start on some terms.
pub fn bounds_under(
    terms: Terms,
    board: &Board,
    position: &Position,
    mover: Player,
    budget: &Budget,
) -> Found {
    let mut climbs = Player::ALL.map(|player| Climb::new(terms, board, position, mover, player, budget));
    let mut stopped = None;
    'bounds: for bound in 1..MOST_BOUND {
        for one in 0..climbs.len() {
            // A player cannot be sure of more than his opponent leaves him.
            let most = -climbs[1 - one].sure;
            if let Err(by) = climbs[one].climb(bound, most) {
                stopped = Some(by);
                break 'bounds;
            }
        }
        if climbs[0].sure == -climbs[1].sure || climbs.iter().all(|climb| climb.given_up) {
            break;
        }
    }
    climbs.iter_mut().for_each(|climb| climb.prover.settle_accounts());
    let [black, white] = climbs;
    Found { low: black.sure, high: -white.sure, stopped }
}

/// One player's thresholds.
struct Climb<'a> {
    prover: Prover<'a>,
    start: Place,
    /// By how much the player is sure to be ahead.
    sure: i32,
    given_up: bool,
    rounds: usize,
    bytes: usize,
}

impl<'a> Climb<'a> {
    fn new(
        terms: Terms,
        board: &'a Board,
        position: &Position,
        mover: Player,
        player: Player,
        budget: &'a Budget,
    ) -> Climb<'a> {
        let start = Place::start(position, mover, player);
        let sure = sure(board, &start.position, terms.suicide).unwrap_or(-(board.points() as i32));
        let bytes = budget.memory() / 8;
        let prover = Prover::new(Aim { board, terms, threshold: sure + 1 }, bytes, budget);
        Climb { prover, start, sure, given_up: false, rounds: 0, bytes }
    }

    /// Raises the threshold as far as it is proved with a bound.
    fn climb(&mut self, bound: u8, most: i32) -> Result<(), Stopped> {
        while !self.given_up && self.sure < most && self.proves(bound)? {
            self.sure += 1;
            self.rounds = 0;
            self.prover.raise(self.sure + 1);
        }
        Ok(())
    }

    /// Whether the threshold is proved with a bound, by a proof that meets the conditions. A move that breaks one is taken
    /// from the player.
    fn proves(&mut self, bound: u8) -> Result<bool, Stopped> {
        while self.prover.proof(&self.start, bound)?.is_some() {
            let proof = Proof::extract(&mut self.prover, &self.start, bound, self.bytes)?;
            let verdict = proof.as_ref().map(|proof| (proof, verdict(proof, &self.prover.aim())));
            match verdict {
                Some((_, Verdict::Holds)) => return Ok(true),
                Some((proof, Verdict::Faults(faults))) if self.rounds < ROUNDS => {
                    for (number, mv) in faults {
                        self.prover.bar(&proof.places[number], mv);
                    }
                    self.prover.forget_proofs();
                    self.rounds += 1;
                }
                _ => {
                    self.given_up = true;
                    return Ok(false);
                }
            }
        }
        Ok(false)
    }
}
