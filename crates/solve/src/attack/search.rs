//! Proof searches for one threshold of one player, on one thread or several.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrayvec::ArrayVec;

use super::guide::Guide;
use super::history::{History, Surroundings};
use super::replies::{DEFAULT, Limits, Parts, Replies};
use super::state::{AttackGoal, AttackState, Hashes, Key};
pub use super::table::MAX_BOUND;
use super::table::Table;
use super::worker::{Busy, Halt, Shared, StoneEstimate, Worker};
use crate::budget::{Budget, Stopped};
use superko_go::Move;
use superko_go::board::MAX_POINTS;
use superko_go::hashing::FixedState;

/// The nodes that one thread searches before others help it.
const SOLO_NODES: u64 = 1 << 16;

/// Everything that a search for one threshold knows, without its goal and limits.
pub struct Findings {
    /// The points by which the prover is to be ahead at least.
    pub threshold: i32,
    /// The transposition table.
    pub table: Table,
    /// Moves that are taken from the prover ([`Prover::ban`]), by the hash of the state, each as it
    /// is in the image that has the hash.
    pub banned: HashSet<(u64, Move), FixedState>,
    /// Whether moves were taken from him since proofs were last forgotten, so that some rest on a
    /// state which has lost its own.
    pub patched: bool,
    /// The history heuristic of each thread.
    pub history: Vec<History>,
    /// Whether the last search for an answer was stopped before it had one.
    pub halted: bool,
    /// The nodes spent.
    pub nodes: u64,
}

/// What several searches on one board know of its parts, for each thread.
#[derive(Debug, Clone, Default)]
pub struct SharedParts(Arc<Mutex<Vec<Parts>>>);

impl SharedParts {
    /// The memories, of as many threads at least.
    fn lock(&self, threads: usize) -> MutexGuard<'_, Vec<Parts>> {
        let mut parts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if parts.len() < threads {
            parts.resize_with(threads, Parts::default);
        }
        parts
    }
}

/// A search for one threshold of one player, which can be raised.
pub struct Prover<'a> {
    aim: AttackGoal<'a>,
    pub(super) budget: &'a Budget,
    threads: usize,
    width: Option<u8>,
    guide: Option<&'a Guide>,
    /// The limits of replies in explicit proofs.
    limits: Limits,
    hashes: Hashes<'a>,
    known: Findings,
    /// The memory of parts of the board, of each thread.
    parts: SharedParts,
    surroundings: Surroundings,
    unreported: u64,
}

impl<'a> Prover<'a> {
    /// A search on one thread that knows nothing, with a table of at most `bytes`.
    pub fn new(aim: AttackGoal<'a>, bytes: usize, budget: &'a Budget) -> Prover<'a> {
        Prover {
            aim,
            budget,
            threads: 1,
            width: None,
            guide: None,
            limits: DEFAULT,
            hashes: Hashes::of(aim.board),
            known: Findings {
                threshold: aim.threshold,
                table: Table::new(bytes, aim.board.points()),
                banned: HashSet::default(),
                patched: false,
                history: vec![History::default()],
                halted: false,
                nodes: 0,
            },
            parts: SharedParts::default(),
            surroundings: Surroundings::of(aim.board),
            unreported: 0,
        }
    }

    /// Sets the number of threads. On several, proofs and nodes differ from run to run.
    pub fn on_threads(mut self, threads: usize) -> Prover<'a> {
        self.threads = threads.max(1);
        self.known.history.resize(self.threads, History::default());
        self
    }

    /// Limits the moves of the prover that are tried: see `worker`. What such a search refutes may
    /// be provable, so that its threshold is not to be raised.
    pub fn of_width(self, width: Option<u8>) -> Prover<'a> {
        Prover { width, ..self }
    }

    /// Leaves out the states that a [guide](super::guide) refutes. The threshold is not to be raised.
    pub fn guided_by(self, guide: Option<&'a Guide>) -> Prover<'a> {
        Prover { guide, ..self }
    }

    /// Sets the limits of replies within which explicit proofs end.
    pub fn within(self, limits: Limits) -> Prover<'a> {
        Prover { limits, ..self }
    }

    /// Shares what is known of parts of the board with other searches.
    pub fn sharing(self, parts: &SharedParts) -> Prover<'a> {
        Prover { parts: parts.clone(), ..self }
    }

    /// Resumes the search that had some findings, on the same board and terms, with its threshold.
    pub fn resumed(mut self, findings: Findings) -> Prover<'a> {
        self.aim.threshold = findings.threshold;
        self.known = findings;
        self.known.history.iter_mut().for_each(|history| history.fit_to(&self.surroundings));
        let threads = self.threads;
        self.on_threads(threads)
    }

    /// Ends the search, and returns what it knows.
    pub fn findings(mut self) -> Findings {
        self.report_nodes();
        self.known
    }

    /// Ends the search, and returns what it knows of some states alone.
    pub fn findings_of<'p>(self, places: impl Iterator<Item = &'p AttackState>) -> Findings {
        let hashes: Vec<u64> = places.map(|place| self.hash(place)).collect();
        let mut findings = self.findings();
        findings.table = findings.table.subset(&hashes);
        findings
    }

    /// The goal.
    pub fn aim(&self) -> AttackGoal<'a> {
        self.aim
    }

    /// The nodes spent.
    pub fn nodes(&self) -> u64 {
        self.known.nodes
    }

    /// Raises the threshold. What is refuted stays refuted if no move was taken from the prover;
    /// the moves that were taken from him are given back.
    pub fn raise(&mut self, threshold: i32) {
        assert!(threshold > self.aim.threshold, "refutations hold for higher thresholds alone");
        let all_moves = self.width.is_none() && self.guide.is_none();
        assert!(all_moves, "what a search of limited width refutes is not known of all moves");
        self.aim.threshold = threshold;
        (self.known.threshold, self.known.patched) = (threshold, false);
        if self.known.banned.is_empty() {
            self.known.table.forget_proofs();
        } else {
            self.known.banned.clear();
            self.known.table.clear();
        }
    }

    /// Takes a move from the prover, in a state and its images, whose proof is forgotten. What was
    /// proved by way of that state is kept: it holds if the state is proved again with the bound
    /// that it had, by another move. Where it is not, the explicit proof is repaired
    /// ([`proof_builder`](super::proof_builder)), and before another proof is begun
    /// [`Prover::forget_patched_proofs`] is called for.
    pub fn ban(&mut self, place: &AttackState, mv: Move) {
        self.forget(place);
        let key = self.key(place);
        self.known.banned.insert((key.hash, mv.map(|point| key.to_image(&self.hashes, point))));
        self.known.patched = true;
    }

    /// Forgets that a state is proved.
    pub fn forget(&mut self, place: &AttackState) {
        let hash = self.hash(place);
        self.known.table.forget_proof(hash);
    }

    /// Forgets every proof if moves were taken from the prover since this was done last.
    pub fn forget_patched_proofs(&mut self) {
        if std::mem::take(&mut self.known.patched) {
            self.known.table.forget_proofs();
        }
    }

    /// Whether the prover is sure of the threshold in a state of an explicit proof, so that it ends
    /// there: see [`AttackGoal::settled`].
    pub fn settled(&self, place: &AttackState) -> bool {
        let mut parts = self.parts.lock(1);
        self.aim.settled(place, &mut Replies { limits: self.limits, parts: &mut parts[0] })
    }

    /// Whether a state is proved with a bound.
    pub fn proves(&mut self, place: &AttackState, bound: u8) -> Result<bool, Stopped> {
        Ok(self.settled(place) || bound > 0 && self.prove(place, bound)?)
    }

    /// The bound with which a state is proved, if it is at most `bound`, and the prover's move
    /// there, if it is his turn and the position is not settled. Moves to states whose hashes are
    /// `preferred` come first.
    pub fn proof(
        &mut self,
        place: &AttackState,
        bound: u8,
        preferred: &HashSet<u64, FixedState>,
    ) -> Result<Option<(u8, Option<Move>)>, Stopped> {
        if !self.proves(place, bound)? {
            return Ok(None);
        }
        if self.settled(place) {
            return Ok(Some((0, None)));
        }
        let key = self.key(place);
        let Some(known) = self.known.table.get(key.hash) else { return Ok(None) };
        let Some(proved) = known.proved.filter(|proved| *proved <= bound) else { return Ok(None) };
        let mv =
            known.mv.filter(|_| place.proving).map(|mv| mv.map(|point| key.from_image(&self.hashes, point)));
        let shorter =
            mv.and_then(Move::placed).and_then(|_| self.preferred_stone(place, &key, proved, preferred));
        Ok(Some((proved, shorter.or(mv))))
    }

    /// Of the stones that are known to prove a state with a bound, one that leads to a preferred
    /// state, or else the one after which the proof took the least work: the proof from there is
    /// likely to be the smallest.
    fn preferred_stone(
        &self,
        place: &AttackState,
        key: &Key,
        bound: u8,
        preferred: &HashSet<u64, FixedState>,
    ) -> Option<Move> {
        let (aim, hashes) = (&self.aim, &self.hashes);
        let node = hashes.node(*place);
        let stones = place.stones(aim.board, &aim.terms);
        let nexts: ArrayVec<(Move, AttackState, u64), MAX_POINTS> = stones
            .map(|(point, next)| (Move::Place(point), next, node.to(hashes, next).hash(hashes)))
            .collect();
        self.known.table.prefetch(nexts.iter().map(|(_, _, hash)| *hash));
        let proved_stones = nexts.iter().filter_map(|(mv, next, hash)| {
            if self.known.banned.contains(&(key.hash, mv.map(|point| key.to_image(hashes, point)))) {
                None
            } else if self.settled(next) {
                Some(((false, 0), *mv))
            } else {
                let known = self.known.table.get(*hash)?;
                let is_proved = known.proved.is_some_and(|proved| proved < bound);
                is_proved.then(|| ((!preferred.contains(hash), known.work), *mv))
            }
        });
        proved_stones.min_by_key(|(work, _)| *work).map(|(_, mv)| mv)
    }

    /// The hash under which the table has a state.
    pub fn hash(&self, place: &AttackState) -> u64 {
        self.key(place).hash
    }

    fn key(&self, place: &AttackState) -> Key {
        self.hashes.node(*place).key(&self.hashes)
    }

    /// Whether the prover gets his threshold from a state.
    fn prove(&mut self, place: &AttackState, bound: u8) -> Result<bool, Stopped> {
        let hash = self.hash(place);
        loop {
            if let Some(answer) = self.known.table.get(hash).and_then(|known| known.answer(bound)) {
                self.known.halted = false;
                return Ok(answer);
            }
            if !std::mem::replace(&mut self.known.halted, true) {
                self.known.history.iter_mut().for_each(History::age);
            }
            let solo_nodes = if self.threads == 1 { u64::MAX } else { SOLO_NODES };
            let answer = match self.run(1, place, bound, solo_nodes) {
                Err(Halt::Enough) => self.run(self.threads, place, bound, u64::MAX),
                other => other,
            };
            match answer {
                Ok(answer) => {
                    self.known.halted = false;
                    return Ok(answer);
                }
                Err(Halt::Stopped(stopped)) => return Err(stopped),
                Err(Halt::Crowded) => self.known.table.grow(),
                Err(Halt::Enough) => {}
            }
        }
    }

    /// Runs [`Prover::prove`] on some threads, each with at most `max_nodes`.
    fn run(&mut self, threads: usize, place: &AttackState, bound: u8, max_nodes: u64) -> Result<bool, Halt> {
        let history = self.known.history[..threads].iter_mut().map(std::mem::take);
        let mut spare_parts = std::mem::take(&mut *self.parts.lock(threads));
        let learnt: Vec<(History, Parts)> = history.zip(spare_parts.drain(..threads)).collect();
        let Findings { table, banned, .. } = &self.known;
        let (found, hashes) = (AtomicBool::new(false), &self.hashes);
        let shared = Shared {
            aim: self.aim,
            budget: self.budget,
            hashes,
            estimate: StoneEstimate::of(&self.aim, self.limits.in_search()),
            replies: self.limits.in_search(),
            width: self.width,
            guide: self.guide,
            surroundings: &self.surroundings,
            table,
            banned,
            found: &found,
            busy: &if threads > 1 { Busy::of_several() } else { Busy::default() },
        };
        let node = hashes.node(*place);
        let known = table.get(node.hash(hashes));
        let work = |(history, parts): (History, Parts), unreported: u64| {
            let mut worker = Worker { shared: &shared, history, parts, nodes: 0, max_nodes, unreported };
            let answer = worker.prove(&node, bound, known);
            if answer.is_ok() {
                found.store(true, Relaxed);
            }
            (answer, worker.history, worker.parts, worker.nodes, worker.unreported)
        };
        let first = self.unreported;
        let ends: Vec<_> = std::thread::scope(|scope| {
            let work = &work;
            let mut learnt = learnt.into_iter();
            let own = learnt.next();
            let others: Vec<_> = learnt.map(|learnt| scope.spawn(move || work(learnt, 0))).collect();
            let own = own.map(|own| work(own, first));
            let others = others.into_iter().map(|other| other.join().expect("a search that does not panic"));
            own.into_iter().chain(others).collect()
        });
        let mut result = Err(Halt::Enough);
        self.unreported = 0;
        for (number, (answer, history, parts, nodes, unreported)) in ends.into_iter().enumerate() {
            self.known.history[number] = history;
            spare_parts.insert(number, parts);
            self.known.nodes += nodes;
            self.unreported += unreported;
            // An answer before all else, and any reason before that another has it.
            if answer.is_ok() || result == Err(Halt::Enough) {
                result = answer;
            }
        }
        *self.parts.lock(0) = spare_parts;
        result
    }

    /// Reports the nodes that the budget does not know of yet.
    pub fn report_nodes(&mut self) {
        // The work is over, so it does not matter whether anything is left to spend.
        let _ = self.budget.charge(std::mem::take(&mut self.unreported));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack::Terms;
    use superko_go::position::legal_positions;
    use superko_go::{Board, Player, Suicide};

    #[test]
    fn what_a_search_of_limited_width_proves_is_proved_by_one_of_all_moves() {
        let budget = Budget::default();
        let mut all_missed = [0; 2];
        let allowed = Terms { suicide: Suicide::Allowed, ..Terms::PLAIN };
        for (board, step, most) in [("2x3", 1, 6), ("1x6", 3, 5), ("3x3", 41, 4)] {
            let board = Board::parse(board).unwrap();
            for (terms, threshold) in [Terms::PLAIN, allowed]
                .into_iter()
                .flat_map(|terms| [1, board.points() as i32].map(|threshold| (terms, threshold)))
            {
                let aim = AttackGoal { board: &board, terms, threshold };
                let mut all = Prover::new(aim, 1 << 22, &budget);
                let mut some = [1, 2].map(|width| Prover::new(aim, 1 << 22, &budget).of_width(Some(width)));
                let (mut proved, mut missed) = ([0; 2], [0; 2]);
                for position in legal_positions(&board).step_by(step) {
                    let places = Player::ALL.map(|mover| AttackState::start(&position, mover, Player::Black));
                    for (place, bound) in
                        places.iter().flat_map(|place| (1..=most).map(move |bound| (place, bound)))
                    {
                        let is_so = all.proves(place, bound).unwrap();
                        for (number, prover) in some.iter_mut().enumerate() {
                            let found = prover.proves(place, bound).unwrap();
                            assert!(is_so || !found, "{place:?} {bound}");
                            proved[number] += usize::from(found);
                            missed[number] += usize::from(is_so && !found);
                        }
                    }
                }
                assert!(proved.iter().all(|proved| *proved > 100), "{board} {threshold} {proved:?}");
                all_missed = [0, 1].map(|number| all_missed[number] + missed[number]);
            }
        }
        // A search of two moves misses less.
        assert!(all_missed[0] > all_missed[1] && all_missed[1] > 0, "{all_missed:?}");
    }

    #[test]
    #[should_panic(expected = "limited width")]
    fn the_threshold_of_a_search_of_limited_width_is_not_raised() {
        let (board, budget) = (Board::parse("2x2").unwrap(), Budget::default());
        let aim = AttackGoal { board: &board, terms: Terms::PLAIN, threshold: 1 };
        Prover::new(aim, 1 << 16, &budget).of_width(Some(2)).raise(2);
    }
}
