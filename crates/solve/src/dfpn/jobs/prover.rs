//! Provers: threads of this process that do jobs and share its tables; and the helper of another
//! process.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Builder, Scope};
use std::time::Duration;

use super::super::node::{Reason, Status};
use super::super::proof_numbers::Numbers;
use super::super::searcher::Searcher;
use super::super::worker::{Cancel, JobLog, Node, Outcome, Worker, unless_cancelled};
use super::{Job, JobCommand, Manager, Report};
use crate::budget::Stopped;
use crate::canon::Canon;
use crate::lemma::Keyed;
use crate::lemma::persist::{read_proved, write_proved};
use crate::threshold::Threshold;
use superko_go::Move;
use superko_rules::State;

/// The stack of a prover, in bytes.
const STACK: usize = 16 << 20;

/// The result of a job in this process.
#[derive(Default)]
pub struct JobResult {
    /// Whether the last node of the line is open.
    pub open: bool,
    /// Proof numbers by their hashes: large ones, and those of the last node and of its open moves
    /// if it is open.
    pub numbers: Vec<(u64, Numbers)>,
    pub nodes: u64,
    /// The lemmas that are worth passing on.
    pub lemmas: Vec<Keyed>,
}

/// The state of the last node of a line.
enum Leaf {
    Solved(Keyed),
    /// Its numbers and those of its open moves, by their hashes.
    Open(Vec<(u64, Numbers)>),
}

impl Worker<'_> {
    /// Descends the line of a job as far as it is open, and searches there. A cancelled job gives
    /// what it has found.
    ///
    /// # Errors
    /// The limit that stopped the search.
    pub fn work(&mut self, state: &State, job: &Job, cancel: Cancel) -> Result<JobResult, Stopped> {
        let began = self.nodes;
        let (lemmas, numbers) = Default::default();
        self.log = Some(JobLog { worth: job.worth, lemmas, large: job.large, numbers });
        let done = self.work_on_line(state, job, cancel);
        let JobLog { mut lemmas, numbers: large, .. } = self.log.take().expect("it was just put there");
        let charged = self.charge_budget();
        let (open, numbers) = match done {
            Ok(Leaf::Open(numbers)) => (true, numbers),
            Ok(Leaf::Solved(answer)) => {
                // The lemma that decides the job is wanted, however cheap it was, and whoever has
                // made it.
                if lemmas.iter().all(|(_, lemma)| lemma.number != answer.1.number) {
                    lemmas.push(answer);
                }
                (false, Vec::new())
            }
            // What was proved keeps its worth.
            Err(Stopped::Redundant) => (false, Vec::new()),
            Err(stopped) => return Err(stopped),
        };
        let numbers = numbers.into_iter().chain(large).collect();
        unless_cancelled(charged)?;
        Ok(JobResult { open, numbers, nodes: self.nodes - began, lemmas })
    }

    /// Starts a question, and enters the nodes on a line as far as its moves are open, since a
    /// lemma may have come that decides one of them. Returns the last node.
    pub(super) fn go_down(
        &mut self,
        state: &State,
        question: Threshold,
        line: &[Move],
        cancel: Option<Cancel>,
    ) -> Result<Box<Node>, Stopped> {
        let canon = self.begin(state, question, cancel);
        let mut node = self.enter(state.key, canon, Numbers::UNLIMITED)?;
        for mv in line {
            let open = |status: &Status| matches!(status, Status::Open(_));
            let index = node.children.all().position(|child| child.play.mv == *mv && open(child.status));
            match index {
                Some(index) if node.winning.is_none() => {
                    node = self.descend(node, index, Numbers::UNLIMITED)?
                }
                _ => break,
            }
        }
        Ok(node)
    }

    fn work_on_line(&mut self, state: &State, job: &Job, cancel: Cancel) -> Result<Leaf, Stopped> {
        let most = self.nodes + job.nodes;
        let node = self.go_down(state, job.question, &job.line, Some(cancel))?;
        if let Some(mv) = job.line.get(self.line.len()) {
            let decided = node.children.all().find(|child| child.play.mv == *mv);
            if let Some(child) = decided
                && let Status::Settled(_, Reason::Lemma(hit)) = child.status
            {
                let key = Canon::of(&self.game.board, &*self.game.rules, child.next().0).key;
                return Ok(Leaf::Solved((key, Arc::clone(&hit.lemma))));
            }
        }
        let (node, outcome) = self.explore_below(node, most)?;
        let own = match outcome {
            Outcome::Solved(hit) => return Ok(Leaf::Solved((node.canon.key, hit.lemma))),
            Outcome::Open(own) => own,
        };
        let mut numbers = vec![(node.hash, own)];
        for (index, child) in node.children.all().enumerate() {
            if let Status::Open(below) = child.status {
                numbers.push((node.children.hashes[index], below.negamax(&node.key, child.next().0)));
            }
        }
        Ok(Leaf::Open(numbers))
    }
}

/// A pool of threads that do jobs.
pub struct ProverPool {
    jobs: Vec<Sender<(Job, Cancel)>>,
    idle: Vec<usize>,
    /// Jobs that wait for an idle prover.
    queue: VecDeque<Job>,
    /// The numbers of jobs that were cancelled in the queue.
    cancelled: Vec<u64>,
    done: Receiver<(usize, u64, Result<JobResult, Stopped>)>,
    /// Set when the jobs given so far are cancelled.
    cancel: Cancel,
}

impl ProverPool {
    /// Starts a thread for each worker, for jobs about a state.
    ///
    /// # Errors
    /// [`Stopped::Memory`] if the system cannot start them.
    pub fn start<'scope, 'env, 'w: 'scope>(
        scope: &'scope Scope<'scope, 'env>,
        workers: Vec<Worker<'w>>,
        state: &'scope State,
    ) -> Result<ProverPool, Stopped> {
        let (report, done) = channel();
        let mut jobs = Vec::new();
        for (number, mut worker) in workers.into_iter().enumerate() {
            let (give, take) = channel::<(Job, Cancel)>();
            let report = report.clone();
            let work = move || {
                for (job, cancel) in take {
                    let done = worker.work(state, &job, cancel);
                    if report.send((number, job.number, done)).is_err() {
                        break;
                    }
                }
            };
            Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(|_| Stopped::Memory)?;
            jobs.push(give);
        }
        let idle = (0..jobs.len()).rev().collect();
        let (queue, cancelled, cancel) = Default::default();
        Ok(ProverPool { jobs, idle, queue, cancelled, done, cancel })
    }

    pub fn free(&self) -> usize {
        self.idle.len()
    }

    /// Gives a job to the next idle prover.
    pub fn submit(&mut self, job: Job) {
        self.queue.push_back(job);
        self.dispatch();
    }

    fn dispatch(&mut self) {
        while !self.queue.is_empty()
            && let Some(prover) = self.idle.pop()
            && let Some(job) = self.queue.pop_front()
        {
            // A prover that has ended has reported why.
            let _ = self.jobs[prover].send((job, Arc::clone(&self.cancel)));
        }
    }

    /// Cancels all jobs given so far, which are reported as they are.
    pub fn cancel(&mut self) {
        std::mem::take(&mut self.cancel).store(true, Relaxed);
        self.cancelled.extend(self.queue.drain(..).map(|job| job.number));
    }

    /// The number and the result of a job that is done within the timeout.
    pub fn wait(&mut self, timeout: Duration) -> Option<(u64, Result<JobResult, Stopped>)> {
        if let Some(number) = self.cancelled.pop() {
            return Some((number, Ok(JobResult::default())));
        }
        let (prover, number, done) = self.done.recv_timeout(timeout).ok()?;
        self.idle.push(prover);
        self.dispatch();
        Some((number, done))
    }
}

impl Drop for ProverPool {
    fn drop(&mut self) {
        self.cancel();
    }
}

// --- a helper, which has other tables than its manager ---------------------------------------------------------------

impl Searcher<'_> {
    /// Does the jobs of a manager about a state, on all threads, until it wants nothing more.
    ///
    /// # Errors
    /// The limit that stopped the search.
    pub fn help(&self, manager: &dyn Manager, state: &State) -> Result<(), Stopped> {
        self.budget.ask("jobs of process 0".to_string());
        let mut worker = self.worker();
        let workers = (0..self.threads).map(|_| worker.companion()).collect();
        let mut sent = HashSet::new();
        thread::scope(|scope| {
            let mut provers = ProverPool::start(scope, workers, state)?;
            loop {
                self.budget.charge(0)?;
                match manager.errand() {
                    Some(JobCommand::Job(job)) => {
                        self.lemmas.number_from(job.numbered);
                        provers.submit(job);
                    }
                    Some(JobCommand::Cancel) => provers.cancel(),
                    // A batch that cannot be read is ignored: it would have saved some work.
                    Some(JobCommand::Update(numbers, proved)) => {
                        worker.numbers.import(&numbers);
                        let _ = read_proved(&proved, self.lemmas, &self.game.board, None);
                        self.lemmas.keep_within(self.budget.memory());
                    }
                    Some(JobCommand::End) => return Ok(()),
                    None => {}
                }
                while let Some((number, done)) = provers.wait(Duration::ZERO) {
                    let JobResult { open, numbers, nodes, lemmas } = done?;
                    let proved = write_proved(&lemmas, self.observer, &mut sent);
                    manager.report(Report { number, nodes, open, numbers, proved });
                }
            }
        })
    }
}
