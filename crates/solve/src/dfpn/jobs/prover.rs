//! Those who do jobs: threads of this process, which share its tables.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Builder, Scope};
use std::time::Duration;

use super::super::node::{Child, Reason, Status};
use super::super::proof_numbers::Numbers;
use super::super::searcher::Searcher;
use super::super::worker::{JobLog, Node, Outcome, Worker};
use super::{Errand, Job, Manager, Report};
use crate::budget::Stopped;
use crate::canon::Canon;
use crate::lemma::Keyed;
use crate::lemma::persist::{read_proved, write_proved};
use crate::question::Question;
use superko_go::Move;
use superko_rules::State;

/// The stack of a prover, in bytes.
const STACK: usize = 16 << 20;

/// What has come of a job on this machine.
#[derive(Default)]
pub struct JobResult {
    /// Whether the last node of the line is open.
    pub open: bool,
    /// Proof numbers by their hashes: large ones, and those of the last node of the line and of its open moves if it is open.
    pub numbers: Vec<(u64, Numbers)>,
    /// The nodes.
    pub nodes: u64,
    /// The lemmas that are worth passing on.
    pub lemmas: Vec<Keyed>,
}

/// What is known of the last node of a line.
enum Leaf {
    /// The lemma that decides it.
    Solved(Keyed),
    /// Its numbers and those of its open moves, by their hashes.
    Open(Vec<(u64, Numbers)>),
}

impl Worker<'_> {
    /// Goes down the line of a job as far as it is open, and searches there. What has come of a job that is needed no more is
    /// given as it is.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn work(
        &mut self,
        state: &State,
        job: &Job,
        cancelled: Arc<AtomicBool>,
    ) -> Result<JobResult, Stopped> {
        let began = self.nodes;
        let (lemmas, numbers) = Default::default();
        self.log = Some(JobLog { worth: job.worth, lemmas, large: job.large, numbers });
        let done = self.work_on_line(state, job, cancelled);
        let JobLog { mut lemmas, numbers: large, .. } = self.log.take().expect("it was just put there");
        let settled = self.charge_budget();
        let (open, numbers) = match done {
            Ok(Leaf::Open(numbers)) => (true, numbers),
            Ok(Leaf::Solved(answer)) => {
                // What decides the job is wanted, however little it has cost, and whoever has made it.
                if lemmas.iter().all(|(_, lemma)| lemma.number != answer.1.number) {
                    lemmas.push(answer);
                }
                (false, Vec::new())
            }
            // What is proved is worth as much as ever.
            Err(Stopped::Needless) => (false, Vec::new()),
            Err(stopped) => return Err(stopped),
        };
        let numbers = numbers.into_iter().chain(large).collect();
        settled.or_else(|stopped| if stopped == Stopped::Needless { Ok(()) } else { Err(stopped) })?;
        Ok(JobResult { open, numbers, nodes: self.nodes - began, lemmas })
    }

    /// Begins a question, and enters the nodes on a line as far as its moves are open: a lemma may have come that decides one
    /// of them. Returns the last.
    pub(super) fn go_down(
        &mut self,
        state: &State,
        question: Question,
        line: &[Move],
        cancelled: Option<Arc<AtomicBool>>,
    ) -> Result<Box<Node>, Stopped> {
        let canon = self.begin(state, question, cancelled);
        let mut node = self.enter(state.key, canon, Numbers::UNLIMITED)?;
        for mv in line {
            let open = |status: &Status| matches!(status, Status::Open(_));
            let index = node.children.all().position(|child| child.play.mv == *mv && open(child.status));
            match index {
                Some(index) if node.winning.is_none() => {
                    node = self.descend(node, index, Numbers::UNLIMITED)?;
                }
                _ => break,
            }
        }
        Ok(node)
    }

    fn work_on_line(
        &mut self,
        state: &State,
        job: &Job,
        cancelled: Arc<AtomicBool>,
    ) -> Result<Leaf, Stopped> {
        let most = self.nodes + job.nodes;
        let node = self.go_down(state, job.question, &job.line, Some(cancelled))?;
        if let Some(mv) = job.line.get(self.line.len()) {
            let decided = node.children.all().find(|child| child.play.mv == *mv);
            if let Some(Child { status: Status::Settled(_, Reason::Lemma(hit)), .. }) = decided {
                let (next, _) = decided.expect("it was found").next();
                let key = Canon::of(&self.game.board, &*self.game.rules, next).key;
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

/// Some threads that do jobs.
pub struct ProverPool {
    jobs: Vec<Sender<(Job, Arc<AtomicBool>)>>,
    /// Those that have none.
    idle: Vec<usize>,
    /// Jobs for which nobody was idle.
    queue: VecDeque<Job>,
    /// Jobs that were left before somebody was idle.
    cancelled_jobs: Vec<u64>,
    done: Receiver<(usize, u64, Result<JobResult, Stopped>)>,
    /// Set when the jobs that were given so far are needed no more.
    cancelled: Arc<AtomicBool>,
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
            let (give, take) = channel::<(Job, Arc<AtomicBool>)>();
            let report = report.clone();
            let work = move || {
                for (job, cancelled) in take {
                    let done = worker.work(state, &job, cancelled);
                    if report.send((number, job.number, done)).is_err() {
                        break;
                    }
                }
            };
            Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(|_| Stopped::Memory)?;
            jobs.push(give);
        }
        let idle = (0..jobs.len()).rev().collect();
        let (queue, cancelled_jobs, cancelled) = Default::default();
        Ok(ProverPool { jobs, idle, queue, cancelled_jobs, done, cancelled })
    }

    /// How many have no job.
    pub fn free(&self) -> usize {
        self.idle.len()
    }

    /// Gives a job to one of them, as soon as one has none.
    pub fn submit(&mut self, job: Job) {
        self.queue.push_back(job);
        self.dispatch();
    }

    fn dispatch(&mut self) {
        while !self.queue.is_empty()
            && let Some(prover) = self.idle.pop()
            && let Some(job) = self.queue.pop_front()
        {
            // One that has ended has said why.
            let _ = self.jobs[prover].send((job, Arc::clone(&self.cancelled)));
        }
    }

    /// Has all jobs that were given so far left as they are, with what has come of them.
    pub fn cancel(&mut self) {
        std::mem::take(&mut self.cancelled).store(true, Relaxed);
        self.cancelled_jobs.extend(self.queue.drain(..).map(|job| job.number));
    }

    /// What has come of a job, if one is done within a moment: its number, and what stopped it if it was not brought to its end.
    pub fn wait(&mut self, timeout: Duration) -> Option<(u64, Result<JobResult, Stopped>)> {
        if let Some(number) = self.cancelled_jobs.pop() {
            return Some((number, Ok(JobResult::default())));
        }
        let (prover, number, done) = self.done.recv_timeout(timeout).ok()?;
        self.idle.push(prover);
        self.dispatch();
        Some((number, done))
    }
}

impl Drop for ProverPool {
    /// Nobody waits for the jobs that are not done.
    fn drop(&mut self) {
        self.cancel();
    }
}

// --- helping ---------------------------------------------------------------------------------------------------------
//
// A helper: does the jobs of a manager that has other tables.

impl Searcher<'_> {
    /// Does what a manager wants about a state, on all threads, until it wants nothing any more.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn help(&self, manager: &dyn Manager, state: &State) -> Result<(), Stopped> {
        self.budget.ask("jobs of process 0".to_string());
        let mut worker = self.worker();
        let workers = (0..self.threads).map(|_| worker.companion()).collect();
        let mut sent = HashSet::new();
        thread::scope(|scope| {
            let mut provers = ProverPool::start(scope, workers, state)?;
            loop {
                self.budget.spend(0)?;
                match manager.errand() {
                    Some(Errand::Job(job)) => {
                        self.lemmas.number_from(job.numbered);
                        provers.submit(job);
                    }
                    Some(Errand::Leave) => provers.cancel(),
                    // What cannot be read is left out: it would have saved some work.
                    Some(Errand::News(numbers, proved)) => {
                        worker.numbers.import(&numbers);
                        let _ = read_proved(&proved, self.lemmas, &self.game.board, None);
                        self.lemmas.keep_within(self.budget.memory());
                    }
                    Some(Errand::End) => return Ok(()),
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
