//! Searches for one threshold of one player, on one thread or several.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use arrayvec::ArrayVec;

use super::history::{History, Surroundings};
use super::replies::{Limits, Replies, USUAL};
use super::state::{Aim, Hashes, Key, Place};
pub use super::table::MOST_BOUND;
use super::table::Table;
use super::worker::{Busy, Halt, Shared, StoneEstimate, Worker};
use crate::budget::{Budget, Stopped};
use superko_go::Move;
use superko_go::board::MAX_POINTS;
use superko_go::hashing::FixedState;

/// What one thread looks at before others help it, in nodes.
const SOLO_NODES: u64 = 1 << 16;

/// What a search knows, apart from what it is about and what it may take.
pub struct Findings {
    /// The points by which the prover is to be ahead at least.
    pub threshold: i32,
    /// What is known of the states.
    pub table: Table,
    /// Moves that are taken from the prover: see [`Prover::ban`].
    pub banned: HashSet<(u64, Move), FixedState>,
    /// Whether some were taken from him since proofs were last forgotten.
    pub patched: bool,
    /// What each thread has learnt of moves.
    pub history: Vec<History>,
    /// Whether the last search for an answer was stopped before it had one.
    pub halted: bool,
    /// The nodes spent.
    pub nodes: u64,
}

/// A search for one threshold of one player, which can be raised.
pub struct Prover<'a> {
    aim: Aim<'a>,
    budget: &'a Budget,
    threads: usize,
    width: Option<u8>,
    /// How far replies are looked for in explicit proofs.
    limits: Limits,
    hashes: Hashes<'a>,
    table: Table,
    /// Moves that are taken from the prover, by the hash of the state, each as it is in the image that has the hash.
    banned: HashSet<(u64, Move), FixedState>,
    /// Whether proofs are kept that rest on a state which has lost its own.
    patched: bool,
    history: Vec<History>,
    /// What each thread remembers of parts of the board.
    replies: Vec<Replies>,
    /// What is remembered of them for explicit proofs, in which more positions are settled.
    replies_of_proofs: RefCell<Replies>,
    surroundings: Surroundings,
    /// Whether the last search for an answer was stopped before it had one.
    halted: bool,
    nodes: u64,
    unreported: u64,
}

impl<'a> Prover<'a> {
    /// A search that knows nothing, with a table of no more than so many bytes.
    pub fn new(aim: Aim<'a>, bytes: usize, budget: &'a Budget) -> Prover<'a> {
        Prover {
            aim,
            budget,
            threads: 1,
            width: None,
            limits: USUAL,
            hashes: Hashes::of(aim.board),
            table: Table::new(bytes, aim.board.points()),
            banned: HashSet::default(),
            patched: false,
            history: vec![History::default()],
            replies: vec![Replies::within(USUAL.in_search())],
            replies_of_proofs: RefCell::new(Replies::within(USUAL)),
            surroundings: Surroundings::of(aim.board),
            halted: false,
            nodes: 0,
            unreported: 0,
        }
    }

    /// The same on so many threads. What is proved and how many nodes it takes then differs from run to run.
    pub fn on_threads(self, threads: usize) -> Prover<'a> {
        let threads = threads.max(1);
        let (mut history, mut replies) = (self.history, self.replies);
        history.resize(threads, History::default());
        replies.resize_with(threads, || Replies::within(self.limits.in_search()));
        Prover { threads, history, replies, ..self }
    }

    /// The same that tries no more than so many moves of the prover, and a few more where many stones are left to him: see
    /// [`worker`](super::worker). What it refutes may be provable, so that its threshold is not to be raised.
    pub fn of_width(self, width: Option<u8>) -> Prover<'a> {
        Prover { width, ..self }
    }

    /// The same whose explicit proofs end within such limits of replies.
    pub fn within(self, limits: Limits) -> Prover<'a> {
        let replies = self.replies.iter().map(|_| Replies::within(limits.in_search())).collect();
        Prover { limits, replies, replies_of_proofs: RefCell::new(Replies::within(limits)), ..self }
    }

    /// The same on the findings of another search on the same board and terms: it goes on with their threshold.
    pub fn resumed(self, findings: Findings) -> Prover<'a> {
        let Findings { threshold, table, banned, patched, history, halted, nodes } = findings;
        let history = history.into_iter().map(|history| history.fitted_to(&self.surroundings)).collect();
        let aim = Aim { threshold, ..self.aim };
        let threads = self.threads;
        Prover { aim, table, banned, patched, history, halted, nodes, ..self }.on_threads(threads)
    }

    /// Ends the search, and hands on what it knows.
    pub fn findings(mut self) -> Findings {
        self.report_nodes();
        let Prover { aim, table, banned, patched, history, halted, nodes, .. } = self;
        Findings { threshold: aim.threshold, table, banned, patched, history, halted, nodes }
    }

    /// The same with no more than what is known of some states.
    pub fn findings_of<'p>(self, places: impl Iterator<Item = &'p Place>) -> Findings {
        let hashes: Vec<u64> = places.map(|place| self.hash(place)).collect();
        let mut findings = self.findings();
        findings.table = findings.table.subset(&hashes);
        findings
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
        assert!(self.width.is_none(), "what a search of limited width refutes is not known of all moves");
        self.aim.threshold = threshold;
        self.patched = false;
        if self.banned.is_empty() {
            self.table.forget_proofs();
        } else {
            self.banned.clear();
            self.table.clear();
        }
    }

    /// Takes a move from the prover, in a state and its images, whose proof is forgotten. What was proved by way of that
    /// state is kept: it holds if the state is proved again with the bound that it had, by another move. Where it is not,
    /// the explicit proof is repaired ([`making`](super::proof_builder)), and before another proof is begun
    /// [`Prover::forget_patched_proofs`] is called for.
    pub fn ban(&mut self, place: &Place, mv: Move) {
        self.forget(place);
        let key = self.hashes.node(*place).key(&self.hashes);
        self.banned.insert((key.hash, mv.map(|point| key.to_image(&self.hashes, point))));
        self.patched = true;
    }

    /// Forgets that a state is proved.
    pub fn forget(&mut self, place: &Place) {
        self.table.forget_proof(self.hash(place));
    }

    /// Forgets every proof if moves were taken from the prover since this was done last. Whether they were.
    pub fn forget_patched_proofs(&mut self) -> bool {
        if self.patched {
            self.table.forget_proofs();
        }
        std::mem::take(&mut self.patched)
    }

    /// Whether the prover is sure of the threshold in a state of an explicit proof, so that it ends there: see [`Aim::settled`].
    pub fn settled(&self, place: &Place) -> bool {
        self.aim.settled(place, &mut self.replies_of_proofs.borrow_mut())
    }

    /// Whether a state is proved with a bound.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn proves(&mut self, place: &Place, bound: u8) -> Result<bool, Stopped> {
        Ok(self.settled(place) || bound > 0 && self.prove(place, bound)?)
    }

    /// The bound with which a state is proved, if it is with one that is given, and the prover's move there, if it is his
    /// turn and the position is not settled. Of several moves one that leads to a state with one of certain hashes comes
    /// first.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn proof(
        &mut self,
        place: &Place,
        bound: u8,
        preferred: &HashSet<u64, FixedState>,
    ) -> Result<Option<(u8, Option<Move>)>, Stopped> {
        if !self.proves(place, bound)? {
            return Ok(None);
        }
        if self.settled(place) {
            return Ok(Some((0, None)));
        }
        let key = self.hashes.node(*place).key(&self.hashes);
        let Some(known) = self.table.get(key.hash) else { return Ok(None) };
        let Some(proved) = known.proved.filter(|proved| *proved <= bound) else { return Ok(None) };
        let mv =
            known.mv.filter(|_| place.proving).map(|mv| mv.map(|point| key.from_image(&self.hashes, point)));
        let shorter =
            mv.and_then(Move::placed).and_then(|_| self.preferred_stone(place, &key, proved, preferred));
        Ok(Some((proved, shorter.or(mv))))
    }

    /// Of the stones that prove a state with a bound, as far as it is known, one that leads to a liked state, or else the one
    /// after which the proof took the least work: the proof from there is likely to be the smallest.
    fn preferred_stone(
        &self,
        place: &Place,
        key: &Key,
        bound: u8,
        preferred: &HashSet<u64, FixedState>,
    ) -> Option<Move> {
        let (aim, hashes) = (&self.aim, &self.hashes);
        let node = hashes.node(*place);
        let stones = place.stones(aim.board, &aim.terms);
        let nexts: ArrayVec<(Move, Place, u64), MAX_POINTS> = stones
            .map(|(point, next)| (Move::Place(point), next, node.to(hashes, next).key(hashes).hash))
            .collect();
        self.table.prefetch(nexts.iter().map(|(_, _, hash)| *hash));
        let proved_stones = nexts.iter().filter_map(|(mv, next, hash)| {
            if self.banned.contains(&(key.hash, mv.map(|point| key.to_image(hashes, point)))) {
                None
            } else if self.settled(next) {
                Some(((false, 0), *mv))
            } else {
                let known = self.table.get(*hash)?;
                let is_proved = known.proved.is_some_and(|proved| proved < bound);
                is_proved.then(|| ((!preferred.contains(hash), known.work), *mv))
            }
        });
        proved_stones.min_by_key(|(work, _)| *work).map(|(_, mv)| mv)
    }

    /// The hash under which the table has a state.
    pub fn hash(&self, place: &Place) -> u64 {
        self.hashes.node(*place).key(&self.hashes).hash
    }

    /// Whether the prover gets his threshold from a state.
    fn prove(&mut self, place: &Place, bound: u8) -> Result<bool, Stopped> {
        let key = self.hashes.node(*place).key(&self.hashes);
        loop {
            if let Some(answer) = self.table.get(key.hash).and_then(|known| known.answer(bound)) {
                self.halted = false;
                return Ok(answer);
            }
            // What was decided long ago counts less.
            if !std::mem::replace(&mut self.halted, true) {
                self.history.iter_mut().for_each(History::age);
            }
            let solo_nodes = if self.threads == 1 { u64::MAX } else { SOLO_NODES };
            let halted = match self.run(1, place, bound, solo_nodes) {
                Err(Halt::Enough) => self.run(self.threads, place, bound, u64::MAX),
                other => other,
            };
            match halted {
                Ok(answer) => {
                    self.halted = false;
                    return Ok(answer);
                }
                Err(Halt::Stopped(stopped)) => return Err(stopped),
                Err(Halt::Crowded) => self.table.grow(),
                Err(Halt::Enough) => {}
            }
        }
    }

    /// The same on so many threads, each with no more than so many nodes.
    fn run(&mut self, threads: usize, place: &Place, bound: u8, max_nodes: u64) -> Result<bool, Halt> {
        let history = self.history[..threads].iter_mut().map(std::mem::take);
        let replies = self.replies.drain(..threads);
        let history: Vec<(History, Replies)> = history.zip(replies).collect();
        let Prover { aim, budget, hashes, surroundings, table, banned, width, limits, .. } = &*self;
        let found = AtomicBool::new(false);
        let (estimate, busy) = (
            StoneEstimate::of(aim, limits.in_search()),
            if threads > 1 { Busy::of_several() } else { Busy::default() },
        );
        let shared = Shared {
            aim: *aim,
            budget,
            hashes,
            estimate,
            width: *width,
            surroundings,
            table,
            banned,
            found: &found,
            busy: &busy,
        };
        let node = hashes.node(*place);
        let known = table.get(node.key(hashes).hash);
        let run = |(history, replies): (History, Replies), unreported: u64| {
            let nodes = 0;
            let mut worker = Worker { shared: &shared, history, replies, nodes, max_nodes, unreported };
            let answer = worker.prove(&node, bound, known);
            if answer.is_ok() {
                found.store(true, std::sync::atomic::Ordering::Relaxed);
            }
            (answer, (worker.history, worker.replies), worker.nodes, worker.unreported)
        };
        let first = self.unreported;
        let ends: Vec<_> = std::thread::scope(|scope| {
            let run = &run;
            let mut history = history.into_iter();
            let own = history.next();
            let others: Vec<_> = history.map(|history| scope.spawn(move || run(history, 0))).collect();
            let own = own.map(|own| run(own, first));
            let others = others.into_iter().map(|other| other.join().expect("a search that does not panic"));
            own.into_iter().chain(others).collect()
        });
        let mut halted = Err(Halt::Enough);
        self.unreported = 0;
        for (number, (answer, (history, replies), nodes, unreported)) in ends.into_iter().enumerate() {
            self.history[number] = history;
            self.replies.insert(number, replies);
            self.nodes += nodes;
            self.unreported += unreported;
            // An answer before all else, and any reason before that another has it.
            if answer.is_ok() || halted == Err(Halt::Enough) {
                halted = answer;
            }
        }
        halted
    }

    /// Tells the budget what is looked for.
    pub fn announce(&self, question: String) {
        self.budget.ask(question);
    }

    /// Reports the nodes that the budget does not know of yet.
    pub fn report_nodes(&mut self) {
        // The work is over, so it does not matter whether anything is left to spend.
        let _ = self.budget.spend(std::mem::take(&mut self.unreported));
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
                let aim = Aim { board: &board, terms, threshold };
                let mut all = Prover::new(aim, 1 << 22, &budget);
                let mut some = [1, 2].map(|width| Prover::new(aim, 1 << 22, &budget).of_width(Some(width)));
                let (mut proved, mut missed) = ([0; 2], [0; 2]);
                for position in legal_positions(&board).step_by(step) {
                    let places = Player::ALL.map(|mover| Place::start(&position, mover, Player::Black));
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
        let aim = Aim { board: &board, terms: Terms::PLAIN, threshold: 1 };
        Prover::new(aim, 1 << 16, &budget).of_width(Some(2)).raise(2);
    }
}
