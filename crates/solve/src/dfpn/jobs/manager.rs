//! The manager of [jobs](super): it holds the top of the tree of a question, and gives its leaves
//! away.
//!
//! The tree is not stored: a node is *inner* if a job about it was reported and left it open, and
//! the numbers of its moves are looked up like those of any node. To choose a job the manager
//! descends from the root, always to the move that looks cheapest, to a node that is not inner. A
//! move that leads to a pending job looks more expensive than it is (a virtual loss, as in
//! `node.rs`); if such a node is chosen nevertheless, the manager descends in it, so there is
//! always a job to give. After a report, the numbers of the nodes above are updated from the bottom
//! to the top, and nodes that have become settled get their lemmas. So the manager makes the lemma
//! of the root, from lemmas in its table, as any search does.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use super::super::node::{Children, Choice, Status, choose, with_virtual_loss};
use super::super::proof_numbers::Numbers;
use super::super::searcher::Searcher;
use super::super::worker::{Node, Outcome, Worker};
use super::prover::{JobResult, ProverPool};
use super::{Helpers, Job, Report};
use crate::budget::Stopped;
use crate::lemma::persist::{read_proved, write_batch};
use crate::lemma::{Hit, Keyed};
use crate::threshold::Threshold;
use superko_go::Move;
use superko_rules::State;

/// The wait for a report of the own provers before those of others are looked for.
const POLL: Duration = Duration::from_millis(1);

/// The number of jobs that this process has given: job numbers are unique.
static JOBS: AtomicU64 = AtomicU64::new(0);

/// A job that was given and not reported.
struct PendingJob {
    line: Vec<Move>,
    /// The hashes of the nodes on the line, except the root.
    hashes: Vec<u64>,
}

/// The top of the tree of a question.
struct Tree<'t, 'a> {
    worker: &'t mut Worker<'a>,
    state: &'t State,
    question: Threshold,
    /// The hashes of the nodes that were reported open.
    inner: HashSet<u64>,
    /// The number of pending jobs at or below a node.
    busy: HashMap<u64, u32>,
    pending: HashMap<u64, PendingJob>,
    /// The last job at or below a node.
    last: HashMap<u64, u64>,
    nodes: u64,
    worth: u32,
    large: u32,
}

/// The next step of the manager.
enum Next {
    Solved(Hit),
    /// A job, preferably for the helper that had the job with this number.
    Job(Job, Option<u64>),
}

impl Tree<'_, '_> {
    /// Descends to a job, and registers it as pending.
    fn next(&mut self, number: u64) -> Result<Next, Stopped> {
        let canon = self.worker.begin(self.state, self.question, None);
        let (board, lemmas) = (&self.worker.game.board, self.worker.lemmas);
        if let Some(hit) = lemmas.probe(board, &canon, &self.worker.question, &self.worker.history, None) {
            return Ok(Next::Solved(hit));
        }
        let mut node = self.worker.enter(self.state.key, canon, Numbers::UNLIMITED)?;
        let (mut line, mut hashes) = (Vec::new(), Vec::new());
        loop {
            let Some(index) = self.cheapest(&node) else {
                let outcome = Outcome::Solved(self.worker.store_lemma(&node));
                match self.up(node, outcome) {
                    Ok(above) => node = above,
                    Err(Outcome::Solved(hit)) => return Ok(Next::Solved(hit)),
                    Err(Outcome::Open(_)) => unreachable!("it was solved"),
                }
                line.pop();
                hashes.pop();
                continue;
            };
            let hash = node.children.hashes[index];
            line.push(node.children.plays[index].mv);
            hashes.push(hash);
            if self.inner.contains(&hash) || self.busy.contains_key(&hash) {
                node = self.worker.descend(node, index, Numbers::UNLIMITED)?;
                continue;
            }
            let prefer = hashes.iter().rev().find_map(|hash| self.last.get(hash)).copied();
            for hash in &hashes {
                *self.busy.entry(*hash).or_insert(0) += 1;
                self.last.insert(*hash, number);
            }
            let Tree { question, nodes, worth, large, .. } = *self;
            let numbered = lemmas.numbered();
            let job = Job { number, question, line: line.clone(), nodes, worth, large, numbered };
            self.pending.insert(number, PendingJob { line, hashes });
            return Ok(Next::Job(job, prefer));
        }
    }

    /// The index of the open child that looks cheapest to refute, with virtual losses; `None` if
    /// the node is settled.
    fn cheapest(&self, node: &Node) -> Option<usize> {
        if node.winning.is_some() {
            return None;
        }
        let Children { infos, hashes, .. } = &node.children;
        let cost = |index: usize| {
            let Status::Open(Numbers { disproof, .. }) = infos[index].status else { return None };
            let busy = self.busy.get(&hashes[index]).copied().unwrap_or(0);
            Some((with_virtual_loss(disproof, busy), index))
        };
        (0..infos.len()).filter_map(cost).min().map(|(_, index)| index)
    }

    /// Leaves a node for the one above; an error with its outcome if it is the root.
    fn up(&mut self, node: Box<Node>, outcome: Outcome) -> Result<Box<Node>, Outcome> {
        if self.worker.line.is_empty() {
            self.worker.leave(node);
            return Err(outcome);
        }
        Ok(self.worker.ascend(node, outcome))
    }

    /// Registers the report of a job of this question. Returns the answer if there is one now.
    fn on_report(&mut self, number: u64, open: bool) -> Result<Option<Hit>, Stopped> {
        let Some(PendingJob { line, hashes }) = self.pending.remove(&number) else { return Ok(None) };
        for hash in &hashes {
            if let Some(busy) = self.busy.get_mut(hash) {
                *busy -= 1;
                if *busy == 0 {
                    self.busy.remove(hash);
                }
            }
        }
        if open && let Some(leaf) = hashes.last() {
            self.inner.insert(*leaf);
        }
        self.back_up(&line)
    }

    /// Updates the numbers of the nodes on a line from the bottom to the top, and makes the lemmas
    /// of those that are settled.
    fn back_up(&mut self, line: &[Move]) -> Result<Option<Hit>, Stopped> {
        let mut node = self.worker.go_down(self.state, self.question, line, None)?;
        loop {
            let choice = if node.winning.is_some() { None } else { choose(&node.children) };
            let outcome = match choice {
                None => Outcome::Solved(self.worker.store_lemma(&node)),
                Some(Choice { numbers, .. }) => {
                    self.worker.numbers.put(node.hash, numbers);
                    Outcome::Open(numbers)
                }
            };
            match self.up(node, outcome) {
                Ok(above) => node = above,
                Err(Outcome::Solved(hit)) => return Ok(Some(hit)),
                Err(Outcome::Open(_)) => return Ok(None),
            }
        }
    }
}

impl<'a> Searcher<'a> {
    /// Answers a question about a state with the help of others.
    ///
    /// # Errors
    /// The limit that stopped the search.
    pub fn ask_helpers(
        &self,
        helpers: &dyn Helpers,
        worker: &mut Worker<'a>,
        state: &State,
        question: Threshold,
    ) -> Result<Hit, Stopped> {
        let workers = (0..helpers.threads()).map(|_| worker.companion()).collect();
        let (inner, busy, pending, last) = Default::default();
        let (nodes, worth, large) = (helpers.nodes(), helpers.worth(), helpers.large());
        let mut tree = Tree { worker, state, question, inner, busy, pending, last, nodes, worth, large };
        let answer = thread::scope(|scope| {
            let mut pool = ProverPool::start(scope, workers, state)?;
            self.manage(&mut tree, &mut pool, helpers)
        });
        helpers.leave();
        let charged = worker.charge_budget();
        let hit = answer?;
        charged.map(|()| hit)
    }

    fn manage(&self, tree: &mut Tree, pool: &mut ProverPool, helpers: &dyn Helpers) -> Result<Hit, Stopped> {
        loop {
            self.budget.charge(0)?;
            while pool.free() + helpers.free() > 0 {
                match tree.next(JOBS.fetch_add(1, Relaxed))? {
                    Next::Solved(hit) => return Ok(hit),
                    // The own provers share the manager's tables.
                    Next::Job(job, _) if pool.free() > 0 => pool.submit(job),
                    Next::Job(job, prefer) => helpers.give(job, prefer),
                }
            }
            let (mut reported, mut nodes, mut timeout) = (Vec::new(), 0, POLL);
            while let Some((number, done)) = pool.wait(timeout) {
                let JobResult { open, numbers, lemmas, .. } = done?;
                self.send(helpers, &numbers, &lemmas, None);
                reported.push((number, open));
                timeout = Duration::ZERO;
            }
            for (helper, number, report) in helpers.reports() {
                let Some(report) = report else {
                    reported.push((number, false));
                    continue;
                };
                reported.push((number, report.open));
                nodes += report.nodes;
                tree.worker.numbers.import(&report.numbers);
                self.accept(helpers, helper, &report);
            }
            // What was reported is used, whatever the limits say.
            self.budget.charge(nodes)?;
            for (number, open) in reported {
                if let Some(hit) = tree.on_report(number, open)? {
                    return Ok(hit);
                }
            }
        }
    }

    /// Takes the lemmas of a report, and passes the report on.
    fn accept(&self, helpers: &dyn Helpers, helper: usize, report: &Report) {
        // What cannot be read is as good as lost.
        if let Ok(lemmas) = read_proved(&report.proved, self.lemmas, &self.game.board, self.observer) {
            self.lemmas.keep_within(self.budget.memory());
            self.send(helpers, &report.numbers, &lemmas, Some(helper));
        }
    }

    /// Sends numbers and the lemmas that are worth it to all helpers except one.
    fn send(
        &self,
        helpers: &dyn Helpers,
        numbers: &[(u64, Numbers)],
        lemmas: &[Keyed],
        except: Option<usize>,
    ) {
        let worth: Vec<_> = lemmas.iter().filter(|(_, lemma)| lemma.effort >= helpers.worth()).collect();
        helpers.tell(numbers, &write_batch(worth.into_iter()), except);
    }

    /// Passes on all lemmas that are worth it, those of an earlier run for example.
    pub fn broadcast_all(&self, helpers: &dyn Helpers) {
        let mut all = Vec::new();
        let each = self.lemmas.try_each(|key, list| {
            all.extend(list.iter().map(|lemma| (*key, Arc::clone(lemma))));
            Ok::<(), Infallible>(())
        });
        each.unwrap_or_else(|never| match never {});
        all.chunks(1 << 10).for_each(|some| self.send(helpers, &[], some, None));
    }
}
