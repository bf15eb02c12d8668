//! The builder of explicit proofs, and their repair where a move was taken from the prover.
//!
//! A state has a *rank*, a bound with which it is proved. The states after a stone of the prover
//! have a smaller one, those after any other move no greater one. A state that is reached with a
//! smaller bound than before is proved again with that, so that the ranks fit together in the end.
//!
//! Where a state has lost its move, it is proved again with its rank. If it cannot be, the states
//! that lead to it have lost their proofs too, and so on: a search has answers in its table that
//! rest on what has been lost, and each is forgotten when the proof reaches a state that refutes
//! it. What is refuted stays so, as moves are only taken from the prover. So the repair takes as
//! much work as there are states that rest on the loss, and the rest of the proof is kept.

use std::collections::HashSet;

use super::proof::{Proof, Verdict, verdict};
use super::search::Prover;
use super::state::{AttackGoal, AttackState, StateIndex};
use crate::budget::Stopped;
use superko_go::Move;
use superko_go::hashing::FixedState;

/// The rank of a state that has no proof.
const UNPROVED: u8 = u8::MAX;

/// About how many bytes a state takes while a proof is built: here, in the proof, and for the
/// conditions.
const STATE_BYTES: usize = 2 * StateIndex::BYTES + 112;

/// The outcome of building a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuildOutcome {
    /// All states are proved.
    Whole,
    /// The start is refuted with its bound.
    Refuted,
    /// It would take too much memory.
    TooLarge,
    /// It needs a move that the prover may not make.
    GivenUp,
}

/// A builder: canonical states that are not settled, the start first. Some are unused, as a move
/// was exchanged.
#[derive(Default)]
pub struct ProofBuilder {
    places: StateIndex,
    states: Vec<State>,
    moves: Vec<Move>,
    /// The hashes of the states: moves that lead to them are preferred, so that the proof has fewer
    /// states.
    hashes: HashSet<u64, FixedState>,
    /// The successors, those of each state together.
    successors: Vec<u32>,
    /// The states to be proved, each with a bound.
    open: Vec<(u32, u8)>,
    /// The states that were refuted with a required bound since the last review.
    newly_refuted: Vec<u32>,
    /// The bound of the start.
    bound: u8,
    /// The most bytes of the proof.
    bytes: usize,
}

/// The bounds that are known of a state.
#[derive(Debug, Clone, Copy)]
struct State {
    /// The index in `successors` of its first successor.
    first: usize,
    /// The number of its successors.
    successors: u8,
    /// The bound with which it is proved.
    rank: u8,
    /// The least bound with which it is to be proved.
    required: u8,
    /// The greatest bound with which it is refuted.
    refuted: u8,
}

impl ProofBuilder {
    /// A builder of the proof of a start with a bound, of at most `bytes`. The start is not
    /// settled.
    pub fn of(prover: &Prover, start: &AttackState, bound: u8, bytes: usize) -> ProofBuilder {
        let mut builder = ProofBuilder { bound, bytes, ..ProofBuilder::default() };
        builder.visit(prover, start, bound);
        builder
    }

    /// Proves all states of the proof.
    ///
    /// # Errors
    /// What stopped the search, which is repeated where the table has lost something. The next call
    /// resumes it.
    pub fn complete(&mut self, prover: &mut Prover) -> Result<BuildOutcome, Stopped> {
        loop {
            while let Some((number, bound)) = self.open.pop() {
                if self.places.list().len() > self.bytes / STATE_BYTES {
                    return Ok(BuildOutcome::TooLarge);
                }
                let State { rank, refuted, .. } = self.states[number as usize];
                if rank <= bound {
                    continue;
                }
                let place = self.places.list()[number as usize];
                let found =
                    if refuted < bound { prover.proof(&place, bound, &self.hashes) } else { Ok(None) };
                if found.is_err() {
                    self.open.push((number, bound));
                }
                match found? {
                    Some((rank, mv)) if self.prove(prover, number, rank, mv) => {}
                    Some(_) => return Ok(BuildOutcome::GivenUp),
                    None => {
                        let state = &mut self.states[number as usize];
                        state.refuted = refuted.max(bound);
                        self.newly_refuted.push(number);
                    }
                }
            }
            if self.states.first().is_some_and(|start| start.refuted >= self.bound) {
                return Ok(BuildOutcome::Refuted);
            }
            self.revise(prover);
            if self.open.is_empty() {
                return Ok(BuildOutcome::Whole);
            }
        }
    }

    /// Requires a new proof of a state whose move was taken from the prover.
    pub fn reopen(&mut self, place: &AttackState) {
        if let Some(number) = self.places.number(place) {
            let rank = self.retract(number);
            self.open.push((number, rank));
        }
    }

    /// The complete proof.
    pub fn proof(&self) -> Proof {
        let mut numbers = vec![None; self.states.len()];
        let mut order = Vec::new();
        if !self.states.is_empty() {
            (numbers[0], order) = (Some(0), vec![0u32]);
        }
        let mut at = 0;
        while let Some(number) = order.get(at).copied() {
            for next in self.successors(number) {
                let of_next = &mut numbers[*next as usize];
                if of_next.is_none() {
                    *of_next = Some(order.len() as u32);
                    order.push(*next);
                }
            }
            at += 1;
        }
        let states = order.iter().map(|number| {
            let place = self.places.list()[*number as usize];
            assert!(
                self.states[*number as usize].rank < UNPROVED,
                "a whole proof has no state without its moves"
            );
            let successors = self.successors(*number).iter().filter_map(|next| numbers[*next as usize]);
            (place, self.moves[*number as usize], successors)
        });
        Proof::of(states)
    }

    /// Requires a proof of a state with a bound, and returns its number if it is not settled.
    fn visit(&mut self, prover: &Prover, place: &AttackState, bound: u8) -> Option<u32> {
        let aim = prover.aim();
        let (place, _) = place.canonical(aim.board);
        let number = match self.places.number(&place) {
            Some(number) => number,
            None if prover.settled(&place) => return None,
            None => {
                self.states.push(State {
                    first: 0,
                    successors: 0,
                    rank: UNPROVED,
                    required: UNPROVED,
                    refuted: 0,
                });
                self.moves.push(Move::Pass);
                self.hashes.insert(prover.hash(&place));
                self.places.add(place)
            }
        };
        self.require(number, bound);
        Some(number)
    }

    /// Requires a proof of a state of a number with a bound.
    fn require(&mut self, number: u32, bound: u8) {
        let state = &mut self.states[number as usize];
        if bound < state.rank.min(state.required) {
            state.required = bound;
            self.open.push((number, bound));
        }
    }

    /// Records that a state is proved with a bound, by a move if it is the prover's turn; `false`
    /// if he may not make it.
    fn prove(&mut self, prover: &Prover, number: u32, rank: u8, mv: Option<Move>) -> bool {
        let aim = prover.aim();
        let place = self.places.list()[number as usize];
        let mv = if place.proving { mv } else { Some(Move::Pass) };
        let Some(mv) = mv else { return false };
        let first = self.successors.len();
        let bound = successor_bound(&aim, &place, rank, mv);
        match (place.proving, mv) {
            (true, Move::Place(point)) => {
                let Some((_, next)) = place.stones(aim.board, &aim.terms).find(|(to, _)| *to == point) else {
                    return false;
                };
                self.add_successor(prover, &next, bound);
            }
            (true, _) if !aim.may_pass(&place) => return false,
            (true, _) if aim.pass_ends(&place) => {}
            (true, _) => self.add_successor(prover, &place.pass(), bound),
            (false, _) => {
                place
                    .stones(aim.board, &aim.terms)
                    .for_each(|(_, next)| self.add_successor(prover, &next, bound));
                if !place.passed {
                    self.add_successor(prover, &place.pass(), bound);
                }
            }
        }
        let successors = (self.successors.len() - first) as u8;
        let state = &mut self.states[number as usize];
        *state = State { first, successors, rank, ..*state };
        self.moves[number as usize] = mv;
        true
    }

    /// Adds a successor of the last state.
    fn add_successor(&mut self, prover: &Prover, next: &AttackState, bound: u8) {
        let number = self.visit(prover, next, bound);
        self.successors.extend(number);
    }

    /// Takes its proof from a state, and returns its rank.
    fn retract(&mut self, number: u32) -> u8 {
        let state = &mut self.states[number as usize];
        (state.successors, state.required) = (0, state.rank);
        std::mem::replace(&mut state.rank, UNPROVED)
    }

    /// The successors of a state.
    fn successors(&self, number: u32) -> &[u32] {
        let State { first, successors, .. } = self.states[number as usize];
        &self.successors[first..first + usize::from(successors)]
    }

    /// Reviews all states of the proof. One whose move leads to a state that is refuted with the
    /// bound that it requires loses its proof; any other successor that is not proved with that
    /// bound is to be.
    fn revise(&mut self, prover: &mut Prover) {
        if self.states.is_empty() {
            return;
        }
        let aim = prover.aim();
        for number in std::mem::take(&mut self.newly_refuted) {
            let state = &mut self.states[number as usize];
            state.required = state.rank;
        }
        self.require(0, self.bound);
        let (mut seen, mut open) = (vec![false; self.states.len()], vec![0u32]);
        seen[0] = true;
        while let Some(number) = open.pop() {
            let State { first, successors, rank, .. } = self.states[number as usize];
            let place = self.places.list()[number as usize];
            let bound = successor_bound(&aim, &place, rank, self.moves[number as usize]);
            let mut stands = true;
            for edge in first..first + usize::from(successors) {
                let next = self.successors[edge];
                let state = self.states[next as usize];
                if state.refuted < bound {
                    self.require(next, bound);
                }
                stands &= state.rank <= bound || state.refuted < bound;
                if !std::mem::replace(&mut seen[next as usize], true) {
                    open.push(next);
                }
            }
            if !stands {
                prover.forget(&place);
                let rank = self.retract(number);
                self.open.push((number, rank));
            }
        }
    }
}

/// The bound with which the successors by a move have to be proved.
fn successor_bound(aim: &AttackGoal, place: &AttackState, rank: u8, mv: Move) -> u8 {
    match mv {
        _ if !place.proving => rank,
        Move::Place(_) => rank.saturating_sub(1),
        _ => rank.saturating_sub(aim.cost_of_pass()),
    }
}

// --- repair ----------------------------------------------------------------------------------------------------------
//
// A proof that meets the conditions. Where a line breaks one, a move of it is taken from the prover
// ([`verdict`] says which), and the proof is repaired.

/// The most repairs of a proof before it is given up.
const MAX_REPAIRS: usize = 40;

/// The outcome of a repair.
#[derive(Debug)]
pub enum RepairOutcome {
    /// A proof that meets the conditions.
    Holds(Proof),
    /// The bound is too small.
    Unproved,
    /// The proof takes too much memory.
    TooLarge,
    /// No proof was found in as many rounds.
    GivenUp,
}

/// The state of the repair of a proof with one bound, apart from what its search knows.
#[derive(Default)]
pub struct Repair {
    /// The repairs so far.
    pub rounds: usize,
    /// The builder, if it was interrupted. It stays in memory for as long as the process goes on,
    /// and is made again from what the search knows after that.
    pub builder: Option<ProofBuilder>,
}

/// Builds a proof with a bound that meets the conditions, of at most `bytes`.
///
/// # Errors
/// What stopped the search. With the same search and bound it is resumed.
pub fn repair_proof(
    prover: &mut Prover,
    start: &AttackState,
    bound: u8,
    bytes: usize,
    repair: &mut Repair,
) -> Result<RepairOutcome, Stopped> {
    let mut builder = match repair.builder.take() {
        Some(builder) => builder,
        // An answer that rests on a move that was taken may be wrong, but only for the prover.
        None if prover.proves(start, bound)? => ProofBuilder::of(prover, start, bound, bytes),
        None => {
            prover.forget_patched_proofs();
            return Ok(RepairOutcome::Unproved);
        }
    };
    loop {
        prover.budget.ask(format!("the states of a proof with {bound} stones of the player"));
        match builder.complete(prover) {
            Ok(BuildOutcome::Whole) => {}
            Ok(BuildOutcome::TooLarge) => return Ok(RepairOutcome::TooLarge),
            Ok(BuildOutcome::GivenUp) => return Ok(RepairOutcome::GivenUp),
            Err(stopped) => {
                repair.builder = (stopped == Stopped::Interrupted).then_some(builder);
                return Err(stopped);
            }
            Ok(BuildOutcome::Refuted) => {
                prover.forget_patched_proofs();
                return Ok(RepairOutcome::Unproved);
            }
        }
        let proof = builder.proof();
        match verdict(&proof, &prover.aim()) {
            Verdict::Holds => return Ok(RepairOutcome::Holds(proof)),
            Verdict::Endless => return Ok(RepairOutcome::GivenUp),
            Verdict::Faults(_) if repair.rounds == MAX_REPAIRS => return Ok(RepairOutcome::GivenUp),
            Verdict::Faults(faults) => {
                for (number, mv) in faults {
                    let place = proof.places()[number];
                    prover.ban(&place, mv);
                    builder.reopen(&place);
                }
                repair.rounds += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack::Terms;
    use crate::budget::Budget;
    use std::collections::BTreeSet;
    use std::time::Duration;
    use superko_go::{Board, Player, Position};

    const TERMS: Terms = Terms::PLAIN;

    /// The answer of a new search, with moves taken from the prover.
    fn is_proved(aim: AttackGoal, start: &AttackState, bound: u8, banned: &[(AttackState, Move)]) -> bool {
        let budget = Budget::default();
        let mut prover = Prover::new(aim, 1 << 22, &budget);
        banned.iter().for_each(|(place, mv)| prover.ban(place, *mv));
        prover.proves(start, bound).unwrap()
    }

    #[test]
    fn a_move_that_the_prover_may_not_make_is_none_of_a_proof() {
        let board = Board::parse("3x3").unwrap();
        let aim = AttackGoal { board: &board, terms: TERMS, threshold: 9 };
        let start = AttackState::start(&Position::default(), Player::Black, Player::Black);
        let budget = Budget::default();
        let mut prover = Prover::new(aim, 1 << 20, &budget);
        let bound = (1..10).find(|bound| prover.proves(&start, *bound).unwrap()).unwrap();
        let mut builder = ProofBuilder::of(&prover, &start, bound, 1 << 24);
        assert_eq!(builder.complete(&mut prover), Ok(BuildOutcome::Whole));
        let (mut stones, mut passes) = (0, 0);
        for number in 0..builder.states.len() {
            let place = builder.places.list()[number];
            // Condition 4.
            assert!(!prover.settled(&place), "{place:?}");
            if !place.proving {
                continue;
            }
            let (rank, mv) = (builder.states[number].rank, builder.moves[number]);
            let mut is_proved = |mv| builder.prove(&prover, number as u32, rank, mv);
            assert!(is_proved(Some(mv)) && !is_proved(None), "{place:?}");
            // A stone on another, and on any intersection where it would be a suicide.
            let free = place.stones(&board, &TERMS).fold(0u64, |free, (point, _)| free | 1 << point);
            for point in (0..board.points() as u8).filter(|point| free >> point & 1 == 0) {
                assert!(!is_proved(Some(Move::Place(point))), "{place:?}");
                stones += 1;
            }
            // Condition 2.
            assert_eq!(is_proved(Some(Move::Pass)), aim.may_pass(&place), "{place:?}");
            passes += usize::from(!aim.may_pass(&place));
        }
        assert!(stones > 50 && passes > 20, "{stones} {passes}");
    }

    /// Completes a proof, with a pause in every search that reports nodes, if `pausing`; counts the
    /// pauses.
    fn completed(
        builder: &mut ProofBuilder,
        prover: &mut Prover,
        pausing: bool,
        pauses: &mut usize,
    ) -> BuildOutcome {
        loop {
            if pausing {
                prover.budget.pause_after(Duration::ZERO);
            }
            let made = builder.complete(prover);
            prover.budget.pause_after(Duration::from_secs(1000));
            match made {
                Ok(made) => return made,
                Err(stopped) => assert!(pausing && stopped == Stopped::Interrupted),
            }
            *pauses += 1;
        }
    }

    /// The states after the moves of a state of a proof: after one move of the prover, or all of
    /// his opponent.
    fn after(aim: &AttackGoal, place: &AttackState, mv: Option<Move>) -> Vec<AttackState> {
        let stones = place.stones(aim.board, &TERMS);
        match mv {
            Some(Move::Place(point)) => stones.filter(|(to, _)| *to == point).map(|(_, next)| next).collect(),
            Some(_) => vec![place.pass()],
            None => stones.map(|(_, next)| next).chain((!place.passed).then(|| place.pass())).collect(),
        }
    }

    #[test]
    fn a_repaired_proof_is_one_without_the_moves_that_were_taken_and_fails_only_where_there_is_none() {
        let mut random = fastrand::Rng::with_seed(11);
        let (mut repairs, mut refuted, mut pauses) = (0, 0, 0);
        for (name, threshold, bound) in
            [("2x4", 8, 5), ("2x4", 8, 6), ("3x3", 9, 6), ("3x3", 9, 7), ("2x5", 10, 8)]
        {
            let board = Board::parse(name).unwrap();
            let aim = AttackGoal { board: &board, terms: TERMS, threshold };
            let start = AttackState::start(&Position::default(), Player::Black, Player::Black);
            for run in 0..8 {
                let budget = Budget::default();
                let mut prover = Prover::new(aim, 1 << 22, &budget);
                assert!(prover.proves(&start, bound).unwrap(), "{name}");
                let mut builder = ProofBuilder::of(&prover, &start, bound, 1 << 24);
                let mut banned: Vec<(AttackState, Move)> = Vec::new();
                // In every other run there are pauses, after which it is resumed.
                let mut complete = |builder: &mut ProofBuilder, prover: &mut Prover| {
                    completed(builder, prover, run % 2 == 0, &mut pauses) == BuildOutcome::Whole
                };
                while complete(&mut builder, &mut prover) {
                    let proof = builder.proof();
                    let own = |number: &usize| proof.mv(*number).is_some();
                    for number in 0..proof.places().len() {
                        let (place, said) = (proof.places()[number], proof.successors(number as u32));
                        let said: BTreeSet<AttackState> =
                            said.iter().map(|next| proof.places()[*next as usize]).collect();
                        let mv = proof.mv(number);
                        assert!(mv.is_none_or(|mv| !banned.contains(&(place, mv))), "{name} {place:?}");
                        let after = after(&aim, &place, mv).into_iter().map(|next| next.canonical(&board).0);
                        let expected: BTreeSet<AttackState> =
                            after.filter(|next| !prover.settled(next)).collect();
                        assert_eq!(said, expected, "{name} {place:?}");
                    }
                    // Deep in the proof rather than near the start, where little is left to repair.
                    let numbers: Vec<usize> = (1..proof.places().len()).filter(own).collect();
                    let number = *random.choice(&numbers).expect("a state of the prover");
                    let (place, mv) = (proof.places()[number], proof.mv(number).unwrap());
                    prover.ban(&place, mv);
                    builder.reopen(&place);
                    banned.push((place, mv));
                    repairs += 1;
                    assert!(repairs < 20_000);
                    if banned.len().is_multiple_of(8) {
                        let whole = complete(&mut builder, &mut prover);
                        assert_eq!(whole, is_proved(aim, &start, bound, &banned), "{name} {banned:?}");
                    }
                }
                assert!(!is_proved(aim, &start, bound, &banned), "{name} {banned:?}");
                refuted += 1;
            }
        }
        assert!(
            repairs > 10 * refuted && pauses > 20,
            "{repairs} repairs, {refuted} refuted, {pauses} pauses"
        );
    }
}
