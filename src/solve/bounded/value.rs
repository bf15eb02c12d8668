//! Bounds of a value: thresholds for both players, cheap ones first.
//!
//! Each player is asked for three thresholds: the next one above what he is sure of; the middle between that and the
//! greatest that his opponent leaves him, which on an empty board is to win; and that greatest one, as on many boards the
//! first player has all. Whoever has proved one goes on with the next above it. Each is tried with bounds on the prover's
//! moves from the least up. The one that has taken the fewest nodes is next, where the greatest threshold of the player to
//! move has half of the whole, as its refutations are the cheapest and on large boards it is what he gets. So the
//! effort is a small multiple of that of the cheapest way. It ends where the bounds meet or the budget does.

use super::Terms;
use super::aim::Aim;
use super::mend::{Mended, mended};
use super::place::Place;
use super::proof::Proof;
use super::search::{Findings, MOST_BOUND, Prover};
use super::settled::sure;
use crate::go::{Board, Move, Player, Position};
use crate::rules::{Game, State};
use crate::solve::budget::{Budget, Stopped};

/// What was found about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Black is ahead by so much at least.
    pub low: i32,
    /// And by so much at most.
    pub high: i32,
    /// A first move by which the player to move is sure of what he is sure of, if a search has found one.
    pub mv: Option<Move>,
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
    bounds_from(terms, board, position, mover, budget, &mut None)
}

/// The same from what is known of them. What is known when the effort is stopped takes its place.
pub fn bounds_from(
    terms: Terms,
    board: &Board,
    position: &Position,
    mover: Player,
    budget: &Budget,
    known: &mut Option<Climbing>,
) -> Found {
    let start = |player| Place::start(position, mover, player);
    let mut sides = Player::ALL.map(|player| Side::new(terms, board, start(player)));
    let (mut climbs, mut in_hand) = match known.take() {
        Some(climbing) => climbing.resumed(&mut sides, terms, board, budget),
        None => (climbs(&sides, mover, terms, board, budget), None),
    };
    let mut stopped = None;
    while sides[0].sure < -sides[1].sure {
        let open = |climb: &Climb| !climb.given_up && climb.bound < MOST_BOUND;
        let open = climbs.iter().enumerate().filter(|(_, climb)| open(climb));
        let least = open.min_by_key(|(_, climb)| climb.prover.nodes() * climb.weight);
        // What was stopped in the midst of a step finishes it.
        let Some(number) = in_hand.take().or(least.map(|(number, _)| number)) else { break };
        let climb = &mut climbs[number];
        let most = -sides[1 - climb.side].sure;
        if let Err(by) = climb.step(&mut sides[climb.side], most) {
            (stopped, in_hand) = (Some(by), Some(number));
            break;
        }
        // A threshold that the other player denies is out of reach, and one that is proved is needless.
        let open = [0, 1].map(|one| sides[one].sure + 1..=-sides[1 - one].sure);
        climbs.retain(|climb| open[climb.side].contains(&climb.prover.aim().threshold));
    }
    climbs.iter_mut().for_each(|climb| climb.prover.settle_accounts());
    let found = Found { low: sides[0].sure, high: -sides[1].sure, mv: sides[mover.index()].mv, stopped };
    *known = in_hand.map(|in_hand| Climbing::of(&sides, climbs, in_hand));
    found
}

/// The attempts with which the effort begins.
fn climbs<'a>(
    sides: &[Side; 2],
    mover: Player,
    terms: Terms,
    board: &'a Board,
    budget: &'a Budget,
) -> Vec<Climb<'a>> {
    let mut climbs = Vec::new();
    for (one, side) in sides.iter().enumerate() {
        let (next, most) = (side.sure + 1, -sides[1 - one].sure);
        // Nodes are compared after they are multiplied by these.
        let weights = if one == mover.index() { [1, 4, 8] } else { [8, 8, 4] };
        let thresholds = [most, (next + most + 1).div_euclid(2), next];
        let mut thresholds: Vec<(i32, u64)> = thresholds.into_iter().zip(weights).collect();
        thresholds.dedup_by_key(|(threshold, _)| *threshold);
        thresholds.retain(|(threshold, _)| *threshold >= next);
        let climb = |(threshold, weight)| Climb::new(one, threshold, weight, terms, board, budget);
        climbs.extend(thresholds.into_iter().map(climb));
    }
    climbs
}

/// What was found before the effort was stopped, to go on from.
pub struct Climbing {
    /// By how much each player is sure to be ahead, and his move at the start by which he is.
    pub sure: [(i32, Option<Move>); 2],
    /// The attempts that are not over.
    pub attempts: Vec<Attempt>,
    /// The place of the attempt that was stopped.
    pub in_hand: usize,
}

/// What is known of the attempts at one threshold of a player, or at one after the other: see [`Climb`].
pub struct Attempt {
    /// The place of the player.
    pub side: usize,
    /// By what its nodes are multiplied when it is compared with the others.
    pub weight: u64,
    /// The next bound.
    pub bound: u8,
    /// Whether no more is tried.
    pub given_up: bool,
    /// How often the proof was mended.
    pub rounds: usize,
    /// What the search knows.
    pub findings: Findings,
}

impl Climbing {
    /// The bytes of the tables.
    pub fn bytes(&self) -> usize {
        self.attempts.iter().map(|attempt| attempt.findings.table.bytes()).sum()
    }

    /// The nodes of the attempts.
    pub fn nodes(&self) -> u64 {
        self.attempts.iter().map(|attempt| attempt.findings.nodes).sum()
    }

    fn of(sides: &[Side; 2], climbs: Vec<Climb>, in_hand: usize) -> Climbing {
        let attempts = climbs.into_iter().map(|climb| {
            let Climb { prover, side, weight, bound, given_up, rounds, .. } = climb;
            Attempt { side, weight, bound, given_up, rounds, findings: prover.findings() }
        });
        let sure = [0, 1].map(|one| (sides[one].sure, sides[one].mv));
        Climbing { sure, attempts: attempts.collect(), in_hand }
    }

    fn resumed<'a>(
        self,
        sides: &mut [Side; 2],
        terms: Terms,
        board: &'a Board,
        budget: &'a Budget,
    ) -> (Vec<Climb<'a>>, Option<usize>) {
        for (side, (sure, mv)) in sides.iter_mut().zip(self.sure) {
            (side.sure, side.mv) = (sure, mv);
        }
        let climbs = self.attempts.into_iter().map(|attempt| {
            let Attempt { side, weight, bound, given_up, rounds, findings } = attempt;
            let fresh = Climb::new(side, findings.threshold, weight, terms, board, budget);
            let prover = Prover::from(findings, fresh.prover.aim(), budget);
            Climb { prover, bound, given_up, rounds, ..fresh }
        });
        (climbs.collect(), Some(self.in_hand))
    }
}

/// A player: the start as he sees it, and by how much he is sure to be ahead.
struct Side {
    start: Place,
    sure: i32,
    /// His move at the start in the proof of what he is sure of, if it is his turn.
    mv: Option<Move>,
}

impl Side {
    fn new(terms: Terms, board: &Board, start: Place) -> Side {
        let least = -(board.points() as i32);
        Side { start, sure: sure(board, &start.position, terms.suicide).unwrap_or(least), mv: None }
    }
}

/// Each attempt gets this part of the memory: there are three thresholds of two players, and a proof.
pub const CLIMBS: usize = 8;

/// The attempts at one threshold of a player, or at one after the other.
struct Climb<'a> {
    prover: Prover<'a>,
    /// The place of the player.
    side: usize,
    /// By what its nodes are multiplied when it is compared with the others.
    weight: u64,
    /// The next bound.
    bound: u8,
    given_up: bool,
    /// How often the proof was mended.
    rounds: usize,
    /// What a proof may take.
    bytes: usize,
}

impl<'a> Climb<'a> {
    fn new(
        side: usize,
        threshold: i32,
        weight: u64,
        terms: Terms,
        board: &'a Board,
        budget: &'a Budget,
    ) -> Climb<'a> {
        let bytes = budget.memory() / CLIMBS;
        let prover = Prover::new(Aim { board, terms, threshold }, bytes, budget);
        Climb { prover, side, weight, bound: 1, given_up: false, rounds: 0, bytes }
    }

    /// Tries the next bound, and raises the threshold as far as it is proved with it.
    fn step(&mut self, side: &mut Side, most: i32) -> Result<(), Stopped> {
        while !self.given_up && side.sure < most {
            let Some(proof) = self.proves(&side.start)? else { break };
            side.sure = self.prover.aim().threshold;
            side.mv = proof.first_move();
            self.rounds = 0;
            self.prover.raise(side.sure + 1);
        }
        self.bound += 1;
        Ok(())
    }

    /// A proof of the threshold that meets the conditions.
    fn proves(&mut self, start: &Place) -> Result<Option<Proof>, Stopped> {
        let mended = mended(&mut self.prover, start, self.bound, self.bytes, &mut self.rounds)?;
        self.given_up = matches!(mended, Mended::GivenUp);
        Ok(mended.proof())
    }
}
