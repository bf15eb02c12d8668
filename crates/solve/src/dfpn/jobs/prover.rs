//! Those who do jobs: threads of this process, which share its tables.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Builder, Scope};
use std::time::Duration;

use super::super::node::{Child, Grounds, Status};
use super::super::proof_numbers::Numbers;
use super::super::searcher::Searcher;
use super::super::worker::{Node, Noted, Seen, Worker};
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
pub struct Done {
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
    pub fn work(&mut self, state: &State, job: &Job, needless: Arc<AtomicBool>) -> Result<Done, Stopped> {
        let began = self.nodes;
        let (lemmas, numbers) = Default::default();
        self.noted = Some(Noted { worth: job.worth, lemmas, large: job.large, numbers });
        let done = self.work_on_line(state, job, needless);
        let Noted { mut lemmas, numbers: large, .. } = self.noted.take().expect("it was just put there");
        let settled = self.settle_accounts();
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
        Ok(Done { open, numbers, nodes: self.nodes - began, lemmas })
    }

    /// Begins a question, and enters the nodes on a line as far as its moves are open: a lemma may have come that decides one
    /// of them. Returns the last.
    pub(super) fn go_down(
        &mut self,
        state: &State,
        question: Question,
        line: &[Move],
        needless: Option<Arc<AtomicBool>>,
    ) -> Result<Box<Node>, Stopped> {
        let canon = self.begin(state, question, needless);
        let mut node = self.enter(state.key, canon, Numbers::UNLIMITED)?;
        for mv in line {
            let open = |status: &Status| matches!(status, Status::Open(_));
            let place = node.children.all().position(|child| child.play.mv == *mv && open(child.status));
            match place {
                Some(place) if node.winning.is_none() => {
                    node = self.descend(node, place, Numbers::UNLIMITED)?;
                }
                _ => break,
            }
        }
        Ok(node)
    }

    fn work_on_line(&mut self, state: &State, job: &Job, needless: Arc<AtomicBool>) -> Result<Leaf, Stopped> {
        let most = self.nodes + job.nodes;
        let node = self.go_down(state, job.question, &job.line, Some(needless))?;
        if let Some(mv) = job.line.get(self.line.len()) {
            let decided = node.children.all().find(|child| child.play.mv == *mv);
            if let Some(Child { status: Status::Settled(_, Grounds::Lemma(hit)), .. }) = decided {
                let (next, _) = decided.expect("it was found").next();
                let key = Canon::of(&self.game.board, &*self.game.rules, next).key;
                return Ok(Leaf::Solved((key, Arc::clone(&hit.lemma))));
            }
        }
        let (node, seen) = self.explore_below(node, most)?;
        let own = match seen {
            Seen::Solved(hit) => return Ok(Leaf::Solved((node.canon.key, hit.lemma))),
            Seen::Open(own) => own,
        };
        let mut numbers = vec![(node.hash, own)];
        for (place, child) in node.children.all().enumerate() {
            if let Status::Open(below) = child.status {
                numbers.push((node.children.hashes[place], below.across(&node.key, child.next().0)));
            }
        }
        Ok(Leaf::Open(numbers))
    }
}

/// Some threads that do jobs.
pub struct Provers {
    jobs: Vec<Sender<(Job, Arc<AtomicBool>)>>,
    /// Those that have none.
    idle: Vec<usize>,
    /// Jobs for which nobody was idle.
    waiting: VecDeque<Job>,
    /// Jobs that were left before somebody was idle.
    left: Vec<u64>,
    done: Receiver<(usize, u64, Result<Done, Stopped>)>,
    /// Set when the jobs that were given so far are needed no more.
    needless: Arc<AtomicBool>,
}

impl Provers {
    /// Starts a thread for each worker, for jobs about a state.
    ///
    /// # Errors
    /// [`Stopped::Memory`] if the system cannot start them.
    pub fn start<'scope, 'env, 'w: 'scope>(
        scope: &'scope Scope<'scope, 'env>,
        workers: Vec<Worker<'w>>,
        state: &'scope State,
    ) -> Result<Provers, Stopped> {
        let (report, done) = channel();
        let mut jobs = Vec::new();
        for (number, mut worker) in workers.into_iter().enumerate() {
            let (give, take) = channel::<(Job, Arc<AtomicBool>)>();
            let report = report.clone();
            let work = move || {
                for (job, needless) in take {
                    let done = worker.work(state, &job, needless);
                    if report.send((number, job.number, done)).is_err() {
                        break;
                    }
                }
            };
            Builder::new().stack_size(STACK).spawn_scoped(scope, work).map_err(|_| Stopped::Memory)?;
            jobs.push(give);
        }
        let idle = (0..jobs.len()).rev().collect();
        let (waiting, left, needless) = Default::default();
        Ok(Provers { jobs, idle, waiting, left, done, needless })
    }

    /// How many have no job.
    pub fn free(&self) -> usize {
        self.idle.len()
    }

    /// Gives a job to one of them, as soon as one has none.
    pub fn give(&mut self, job: Job) {
        self.waiting.push_back(job);
        self.hand_out();
    }

    fn hand_out(&mut self) {
        while !self.waiting.is_empty()
            && let Some(prover) = self.idle.pop()
            && let Some(job) = self.waiting.pop_front()
        {
            // One that has ended has said why.
            let _ = self.jobs[prover].send((job, Arc::clone(&self.needless)));
        }
    }

    /// Has all jobs that were given so far left as they are, with what has come of them.
    pub fn leave(&mut self) {
        std::mem::take(&mut self.needless).store(true, Relaxed);
        self.left.extend(self.waiting.drain(..).map(|job| job.number));
    }

    /// What has come of a job, if one is done within a moment: its number, and what stopped it if it was not brought to its end.
    pub fn wait(&mut self, moment: Duration) -> Option<(u64, Result<Done, Stopped>)> {
        if let Some(number) = self.left.pop() {
            return Some((number, Ok(Done::default())));
        }
        let (prover, number, done) = self.done.recv_timeout(moment).ok()?;
        self.idle.push(prover);
        self.hand_out();
        Some((number, done))
    }
}

impl Drop for Provers {
    /// Nobody waits for the jobs that are not done.
    fn drop(&mut self) {
        self.leave();
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
            let mut provers = Provers::start(scope, workers, state)?;
            loop {
                self.budget.spend(0)?;
                match manager.errand() {
                    Some(Errand::Job(job)) => {
                        self.lemmas.number_from(job.numbered);
                        provers.give(job);
                    }
                    Some(Errand::Leave) => provers.leave(),
                    // What cannot be read is left out: it would have saved some work.
                    Some(Errand::News(numbers, proved)) => {
                        worker.numbers.take_over(&numbers);
                        let _ = read_proved(&proved, self.lemmas, &self.game.board, None);
                        self.lemmas.keep_within(self.budget.memory());
                    }
                    Some(Errand::End) => return Ok(()),
                    None => {}
                }
                while let Some((number, done)) = provers.wait(Duration::ZERO) {
                    let Done { open, numbers, nodes, lemmas } = done?;
                    let proved = write_proved(&lemmas, self.observer, &mut sent);
                    manager.report(Report { number, nodes, open, numbers, proved });
                }
            }
        })
    }
}
