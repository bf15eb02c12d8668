//! The search: whether the prover gets his threshold with so many moves of his own.
//!
//! In a state in which the prover is to move one of his moves must do, in one of his opponent's turns each. The prover
//! spends his bound by stones, and by passes too if there is suicide. (Without it the opponent's stones only grow while the
//! prover passes, so a line ends; the pass after which the opponent has to play a stone, as his own would let the
//! prover pass again, need not be counted.) Where the bound is spent the position is settled, or the state counts as
//! refuted. As a state is settled or not whatever came before, so is every answer the same on every path.

use std::collections::HashSet;

use arrayvec::ArrayVec;

use super::aim::Aim;
use super::place::Place;
use super::table::Table;
use crate::go::Move;
use crate::go::board::MAX_POINTS;
use crate::hashing::FixedState;
use crate::solve::budget::{Budget, Stopped};

/// The bound above every other: what is settled against the prover is refuted with it.
pub const MOST_BOUND: u8 = 200;

/// A search for one threshold of one player, which can be raised.
pub struct Prover<'a> {
    aim: Aim<'a>,
    budget: &'a Budget,
    table: Table,
    /// Moves that are taken from the prover, in canonical states.
    barred: HashSet<(Place, Move), FixedState>,
    /// How often a stone on an intersection has decided a state, of the opponent and of the prover.
    decided: [[u32; MAX_POINTS]; 2],
    nodes: u64,
    unreported: u64,
}

/// A move that is still to be looked at, the state that it leads to and the bound there.
struct Open {
    mv: Move,
    next: Place,
    bound: u8,
    promise: u64,
}

/// The moves of a state.
type Opens = ArrayVec<Open, { MAX_POINTS + 1 }>;

impl<'a> Prover<'a> {
    /// A search that knows nothing, with a table of no more than so many bytes.
    pub fn new(aim: Aim<'a>, bytes: usize, budget: &'a Budget) -> Prover<'a> {
        Prover {
            aim,
            budget,
            table: Table::new(bytes),
            barred: HashSet::default(),
            decided: [[0; MAX_POINTS]; 2],
            nodes: 0,
            unreported: 0,
        }
    }

    /// What is to be shown.
    pub fn aim(&self) -> Aim<'a> {
        self.aim
    }

    /// The nodes spent.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Raises the threshold. What is refuted stays refuted if no move was taken from the prover; the moves that were
    /// taken from him are given back.
    pub fn raise(&mut self, threshold: i32) {
        assert!(threshold > self.aim.threshold, "refutations hold for higher thresholds alone");
        self.aim.threshold = threshold;
        if self.barred.is_empty() {
            self.table.forget_proofs();
        } else {
            self.barred.clear();
            self.table.clear();
        }
    }

    /// Takes a move from the prover, in a state and its images, whose proof is forgotten. What was proved by way of that
    /// state is kept: it holds if the state is proved again with the bound that it had, by another move. Where it is not,
    /// no explicit proof is found, and [`Prover::forget_proofs`] is called for.
    pub fn bar(&mut self, place: &Place, mv: Move) {
        let (canonical, symmetry) = place.canonical(self.aim.board);
        let mv = mv.map(|point| self.aim.board.symmetries()[symmetry].point(point));
        self.table.forget_proof(&canonical);
        self.barred.insert((canonical, mv));
    }

    /// Forgets every proof, as moves were taken from the prover.
    pub fn forget_proofs(&mut self) {
        self.table.forget_proofs();
    }

    /// The bound with which a state is proved, if it is with one that is given, and the prover's move there, if it is his
    /// turn and the position is not settled.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn proof(&mut self, place: &Place, bound: u8) -> Result<Option<(u8, Option<Move>)>, Stopped> {
        if self.aim.settled(place) {
            return Ok(Some((0, None)));
        }
        let (canonical, symmetry) = place.canonical(self.aim.board);
        if !self.prove(&canonical, bound)? {
            return Ok(None);
        }
        let known = self.table.get(&canonical).unwrap_or_default();
        let mv = known.mv.filter(|_| place.proving).map(|mv| Place::back(self.aim.board, symmetry, mv));
        Ok(known.proved.filter(|proved| *proved <= bound).map(|proved| (proved, mv)))
    }

    /// Whether the prover gets his threshold from a canonical state.
    fn prove(&mut self, place: &Place, bound: u8) -> Result<bool, Stopped> {
        if let Some(answer) = self.look(place, bound) {
            return Ok(answer);
        }
        self.count()?;
        let before = self.nodes;
        let first = self.table.get(place);
        // What the opponent keeps needs to be looked at once.
        if first.is_none() && self.aim.hopeless(place) {
            self.table.put(place, MOST_BOUND, false, None, 1);
            return Ok(false);
        }
        let hint = first.and_then(|known| known.mv);
        let (answer, mv) = match place.proving {
            true => self.find(place, bound, hint)?,
            false => self.answer_all(place, bound, hint)?,
        };
        if let Some(point) = mv.and_then(Move::placed).filter(|_| answer == place.proving) {
            let decided = &mut self.decided[usize::from(place.proving)][usize::from(point)];
            *decided = decided.saturating_add(1 << bound.min(16));
        }
        self.table.put(place, bound, answer, mv, self.nodes - before + 1);
        Ok(answer)
    }

    /// The prover's turn: whether one of his moves does, and which.
    fn find(
        &mut self,
        place: &Place,
        bound: u8,
        hint: Option<Move>,
    ) -> Result<(bool, Option<Move>), Stopped> {
        let mut opens = Opens::new();
        if self.aim.may_pass(place) && !self.barred.contains(&(*place, Move::Pass)) {
            if self.aim.pass_ends(place) {
                return Ok((true, Some(Move::Pass)));
            }
            let bound = bound - self.aim.price_of_pass();
            if self.offer(&mut opens, Move::Pass, place.pass(), bound, hint, true) {
                return Ok((true, Some(Move::Pass)));
            }
        }
        let Aim { board, terms, .. } = self.aim;
        for (point, next) in place.stones(board, &terms) {
            let mv = Move::Place(point);
            if !self.barred.is_empty() && self.barred.contains(&(*place, mv)) {
                continue;
            }
            if self.offer(&mut opens, mv, next, bound - 1, hint, true) {
                return Ok((true, Some(mv)));
            }
        }
        self.search(opens, true)
    }

    /// The opponent's turn: whether the prover has an answer to everything, and, if not, to what he has none.
    fn answer_all(
        &mut self,
        place: &Place,
        bound: u8,
        hint: Option<Move>,
    ) -> Result<(bool, Option<Move>), Stopped> {
        let mut opens = Opens::new();
        // A pass after one of the prover is answered by another.
        if !place.passed && self.offer(&mut opens, Move::Pass, place.pass(), bound, hint, false) {
            return Ok((false, Some(Move::Pass)));
        }
        let Aim { board, terms, .. } = self.aim;
        for (point, next) in place.stones(board, &terms) {
            let mv = Move::Place(point);
            if self.offer(&mut opens, mv, next, bound, hint, false) {
                return Ok((false, Some(mv)));
            }
        }
        self.search(opens, false)
    }

    /// Searches the states that some moves lead to, the most promising first: the answer, and the move by which the mover
    /// gets what he wants.
    fn search(&mut self, mut opens: Opens, wanted: bool) -> Result<(bool, Option<Move>), Stopped> {
        opens.sort_unstable_by_key(|open| std::cmp::Reverse(open.promise));
        for open in opens {
            if self.prove(&open.next, open.bound)? == wanted {
                return Ok((wanted, Some(open.mv)));
            }
        }
        Ok((!wanted, None))
    }

    /// Looks at the state that a move leads to: returns whether it is known to be what the mover wants, and adds it to
    /// those still to be searched if nothing is known.
    fn offer(
        &mut self,
        opens: &mut Opens,
        mv: Move,
        next: Place,
        bound: u8,
        hint: Option<Move>,
        wanted: bool,
    ) -> bool {
        let (next, _) = next.canonical(self.aim.board);
        match self.look(&next, bound) {
            Some(answer) => answer == wanted,
            None => {
                let decided =
                    mv.placed().map_or(0, |point| self.decided[usize::from(wanted)][usize::from(point)]);
                let promise = if hint == Some(mv) { u64::MAX } else { u64::from(decided) };
                opens.push(Open { mv, next, bound, promise });
                false
            }
        }
    }

    /// The answer for a canonical state, if it is known or needs no search.
    fn look(&mut self, place: &Place, bound: u8) -> Option<bool> {
        if let Some(known) = self.table.get(place) {
            // Its position was looked at when it was added, for this threshold or a lower one, and was not settled: what
            // was settled is forgotten with the proofs.
            return known.answer(bound).or((bound == 0).then_some(false));
        }
        if self.aim.settled(place) {
            self.table.put(place, 0, true, None, 1);
            return Some(true);
        }
        (bound == 0).then_some(false)
    }

    /// Counts a node.
    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        self.unreported += 1;
        if self.unreported < self.budget.stride() {
            return Ok(());
        }
        self.budget.report(self.table.len(), self.table.bytes());
        self.budget.spend(std::mem::take(&mut self.unreported))
    }

    /// Reports the nodes that the budget does not know of yet.
    pub fn settle_accounts(&mut self) {
        // The work is over, so it does not matter whether anything is left to spend.
        let _ = self.budget.spend(std::mem::take(&mut self.unreported));
    }
}
