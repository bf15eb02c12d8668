//! Many tasks at once, each on one thread.
//!
//! Plain threads take jobs from one list. The engines start a pool of rayon for each effort, and a
//! thread of such a pool that waits for another pool takes up further jobs meanwhile: then all jobs
//! would run at once, one on top of the other, whatever the number of threads. A plain thread
//! waits. Nothing here runs in such a pool.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Builder};

use superko_solve::{Budget, Limits};

/// States that a retrograde analysis may list for each node that a search may visit.
pub const STATES_PER_NODE: u64 = 20;

/// Memory of one search, or of one check of a certificate. It is the same everywhere, as what is
/// forgotten for want of memory decides which nodes are searched again.
pub const MEMORY: usize = 4 << 30;

/// Memory of one retrograde analysis, which forgets nothing.
const MEMORY_STATES: usize = 8 << 30;

/// Limits of a search of at most `max_nodes`.
pub fn nodes(max_nodes: u64) -> Limits {
    Limits { nodes: Some(max_nodes), memory: MEMORY, time: None }
}

/// Limits of a retrograde analysis of at most `max_states`.
pub fn states(max_states: u64) -> Limits {
    Limits { memory: MEMORY_STATES, ..nodes(max_states) }
}

/// Limits of solving a game with a budget of `max_nodes`: a search, or where games may go on for
/// ever a retrograde analysis of [`STATES_PER_NODE`] times as many states.
pub fn limits(always_ends: bool, max_nodes: u64) -> Limits {
    if always_ends { nodes(max_nodes) } else { states(max_nodes.saturating_mul(STATES_PER_NODE)) }
}

/// The threads that do the work, for the user to watch and to interrupt.
#[derive(Debug)]
pub struct Jobs {
    threads: usize,
    interrupted: Arc<AtomicBool>,
    started: AtomicUsize,
    jobs: AtomicUsize,
    running: Mutex<Vec<Running>>,
}

/// A running job.
#[derive(Debug)]
struct Running {
    number: usize,
    name: String,
    budget: Arc<Budget>,
}

/// Interruption of the work by the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interrupted;

/// Error of making results: there is nothing to publish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BuildError {
    /// The user has interrupted the work.
    Interrupted,
    /// Two results of one task differ, or a certificate that was made is not right: one line that
    /// says what.
    Wrong(String),
}

impl From<Interrupted> for BuildError {
    fn from(_: Interrupted) -> BuildError {
        BuildError::Interrupted
    }
}

impl Jobs {
    /// Jobs on `threads` threads, at least one. When `interrupted` is set all work stops soon, and
    /// no more begins.
    pub fn new(threads: usize, interrupted: Arc<AtomicBool>) -> Jobs {
        let (started, jobs) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Jobs { threads, interrupted, started, jobs, running: Mutex::default() }
    }

    /// Flag that is set when all work is to stop.
    pub fn interrupted(&self) -> &Arc<AtomicBool> {
        &self.interrupted
    }

    /// Whether all work is to stop.
    pub fn are_interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }

    /// The running jobs on one line: `37 of 540: 1x12 psk (123456 nodes), 3x4 ssk (2345 nodes)`.
    pub fn describe(&self) -> String {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let job = |job: &Running| format!("{} ({} nodes)", job.name, job.budget.nodes());
        let jobs: Vec<String> = running.iter().map(job).collect();
        format!("{} of {}: {}", self.started.load(Relaxed), self.jobs.load(Relaxed), jobs.join(", "))
    }

    /// Does all jobs, each within the limits that `limits` gives it, and returns the results in the
    /// order of the jobs. The last jobs are begun first: lists of boards end with the largest. A
    /// job may have further jobs done.
    ///
    /// # Errors
    /// [`Interrupted`], and no results.
    ///
    /// # Panics
    /// If a job does.
    pub fn run<J: Sync, R: Send>(
        &self,
        jobs: &[J],
        limits: impl Fn(&J) -> Limits + Sync,
        name: impl Fn(&J) -> String + Sync,
        work: impl Fn(&J, &Arc<Budget>) -> R + Sync,
    ) -> Result<Vec<R>, Interrupted> {
        self.finish(jobs, limits, name, work).into_iter().collect::<Option<_>>().ok_or(Interrupted)
    }

    /// The same, with what was finished before an interruption; `None` for a job that was not.
    pub fn finish<J: Sync, R: Send>(
        &self,
        jobs: &[J],
        limits: impl Fn(&J) -> Limits + Sync,
        name: impl Fn(&J) -> String + Sync,
        work: impl Fn(&J, &Arc<Budget>) -> R + Sync,
    ) -> Vec<Option<R>> {
        self.jobs.fetch_add(jobs.len(), Relaxed);
        let next = AtomicUsize::new(0);
        let results: Mutex<Vec<Option<R>>> = Mutex::new(jobs.iter().map(|_| None).collect());
        let worker = || {
            loop {
                let taken = next.fetch_add(1, Relaxed);
                if taken >= jobs.len() || self.interrupted.load(Relaxed) {
                    return;
                }
                let index = jobs.len() - 1 - taken;
                let budget = Budget::new(limits(&jobs[index])).interrupted_by(Arc::clone(&self.interrupted));
                let budget = Arc::new(budget);
                let number = self.begin(name(&jobs[index]), &budget);
                let result = work(&jobs[index], &budget);
                self.end(number);
                // What ends after an interruption may have been cut short.
                if self.interrupted.load(Relaxed) {
                    return;
                }
                results.lock().expect("no thread panics while it holds the results")[index] = Some(result);
            }
        };
        // The thread that asks does its part, so that all jobs are done even where no other can be
        // started.
        thread::scope(|scope| {
            let others =
                (1..self.threads.min(jobs.len())).map(|_| Builder::new().spawn_scoped(scope, worker));
            let _started = others.take_while(Result::is_ok).count();
            worker();
        });
        results.into_inner().expect("a thread that panics ends the scope")
    }

    fn begin(&self, name: String, budget: &Arc<Budget>) -> usize {
        let number = self.started.fetch_add(1, Relaxed);
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.push(Running { number, name, budget: Arc::clone(budget) });
        number
    }

    fn end(&self, number: usize) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.retain(|other| other.number != number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_jobs() {
        let jobs: Vec<u32> = (0..50).collect();
        for threads in [1, 3, 99] {
            let results = Jobs::new(threads, Arc::default()).run(
                &jobs,
                |_| nodes(10),
                u32::to_string,
                |job, _| job * job,
            );
            assert_eq!(results, Ok(jobs.iter().map(|job| job * job).collect()));
        }
    }

    #[test]
    fn an_interruption_reaches_the_budgets_and_begins_no_more() {
        let flag = Arc::new(AtomicBool::new(false));
        let working = Jobs::new(2, Arc::clone(&flag));
        let jobs: Vec<u32> = (0..50).collect();
        let started = AtomicUsize::new(0);
        let results = working.run(
            &jobs,
            |_| nodes(1_000_000),
            u32::to_string,
            |_, budget| {
                started.fetch_add(1, Relaxed);
                assert!(working.describe().contains("of 50: "));
                flag.store(true, Relaxed);
                assert!(budget.charge(1).is_err());
            },
        );
        assert_eq!(results, Err(Interrupted));
        assert!(started.load(Relaxed) <= 2);
    }
}
