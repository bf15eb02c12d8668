//! Budgets: limits of a computation, its interruption, pauses and progress.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The limits of a computation.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The time since the budget was made.
    pub time: Option<Duration>,
    /// The nodes of all threads.
    pub nodes: Option<u64>,
    /// The bytes for tables; 4 GiB by default.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: None, nodes: None, memory: 4 << 30 }
    }
}

/// The reason why a computation ended without its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stopped {
    /// The time limit.
    Time,
    /// The node limit.
    Nodes,
    /// The memory limit, for an engine that needs more; or no room for the stacks of its threads.
    Memory,
    /// A line of play longer than the engine can follow.
    Depth,
    /// [`Budget::interrupt`].
    Interrupted,
    /// An answer found by another thread, which made the question needless.
    Needless,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::Time => "the time limit",
            Stopped::Nodes => "the node limit",
            Stopped::Memory => "the memory limit",
            Stopped::Depth => "a line of play longer than the search can follow",
            Stopped::Interrupted => "an interruption",
            Stopped::Needless => "another thread",
        })
    }
}

/// The limits of a computation and its expenses. All threads of the computation share one budget.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    started: Instant,
    interrupted: Arc<AtomicBool>,
    pause: Arc<Pause>,
    spent: Arc<Spent>,
}

/// The due time of a pause.
#[derive(Debug)]
struct Pause {
    clock: Instant,
    /// In nanoseconds of the clock; the greatest number means never.
    due: AtomicU64,
}

impl Default for Pause {
    fn default() -> Pause {
        Pause { clock: Instant::now(), due: AtomicU64::new(u64::MAX) }
    }
}

impl Pause {
    fn is_due(&self) -> bool {
        let due = self.due.load(Relaxed);
        due < u64::MAX && self.clock.elapsed() >= Duration::from_nanos(due)
    }
}

/// The expenses, and the progress of the current work.
#[derive(Debug, Default)]
struct Spent {
    nodes: AtomicU64,
    /// The results in the tables (lemmas, or states), as last reported.
    results: AtomicUsize,
    /// The bytes in the tables, as last reported.
    bytes: AtomicUsize,
    /// The current question, in words.
    asking: Mutex<String>,
}

impl Default for Budget {
    /// A budget with no limit but that of memory, [`Limits::default`].
    fn default() -> Budget {
        Budget::new(Limits::default())
    }
}

impl Budget {
    /// A budget whose clock starts now.
    pub fn new(limits: Limits) -> Budget {
        Budget {
            limits,
            started: Instant::now(),
            interrupted: Arc::default(),
            pause: Arc::default(),
            spent: Arc::default(),
        }
    }

    /// Sets the interruption flag, which several budgets and a signal handler can share.
    pub fn interrupted_by(self, flag: Arc<AtomicBool>) -> Budget {
        Budget { interrupted: flag, ..self }
    }

    /// A separate budget of at most `nodes` of the rest, with the same interruption and pause. Its
    /// expenses are not charged to the whole: the caller charges them by [`Budget::spend`].
    pub fn part(&self, nodes: u64) -> Budget {
        let left = self.limits.nodes.map(|limit| limit.saturating_sub(self.nodes()));
        let time = self.limits.time.map(|limit| limit.saturating_sub(self.elapsed()));
        let limits = Limits { time, nodes: Some(left.map_or(nodes, |left| left.min(nodes))), ..self.limits };
        let pause = Arc::clone(&self.pause);
        Budget { pause, ..Budget::new(limits).interrupted_by(Arc::clone(&self.interrupted)) }
    }

    /// The same budget with tighter limits: at most `nodes` more nodes, `quarters` of the rest of
    /// the time, and `memory` bytes. Its expenses are charged to the whole.
    pub fn attempt(&self, nodes: u64, quarters: u32, memory: usize) -> Budget {
        let most = self.nodes().saturating_add(nodes);
        let elapsed = self.elapsed();
        self.within(Limits {
            nodes: Some(self.limits.nodes.map_or(most, |limit| limit.min(most))),
            time: self.limits.time.map(|limit| elapsed + limit.saturating_sub(elapsed) * quarters / 4),
            memory: memory.min(self.limits.memory),
        })
    }

    /// The same budget with other limits, such as those of an [attempt](Budget::attempt) that
    /// resumes after a pause.
    pub fn within(&self, limits: Limits) -> Budget {
        let (interrupted, spent) = (Arc::clone(&self.interrupted), Arc::clone(&self.spent));
        Budget { limits, started: self.started, interrupted, pause: Arc::clone(&self.pause), spent }
    }

    /// The limits, counted since the budget was made.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The rest of the nodes; `None` without a limit.
    pub fn nodes_left(&self) -> Option<u64> {
        self.limits.nodes.map(|limit| limit.saturating_sub(self.nodes()))
    }

    /// Interrupts every engine that uses this budget.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Relaxed);
    }

    /// Whether the computation was interrupted, not only paused.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Relaxed)
    }

    /// Schedules a pause, which stops every engine like an interruption after `time`, and replaces
    /// an earlier pause. A paused question can be asked again, and resumes.
    pub fn pause_after(&self, time: Duration) {
        let due = self.pause.clock.elapsed() + time;
        self.pause.due.store(u64::try_from(due.as_nanos()).unwrap_or(u64::MAX), Relaxed);
    }

    /// Charges nodes. Engines call this about every [`Budget::stride`] nodes.
    ///
    /// # Errors
    /// The limit that was reached, or an interruption or pause.
    pub fn spend(&self, nodes: u64) -> Result<(), Stopped> {
        let spent = self.spent.nodes.fetch_add(nodes, Relaxed) + nodes;
        if self.interrupted.load(Relaxed) || self.pause.is_due() {
            return Err(Stopped::Interrupted);
        }
        if self.limits.nodes.is_some_and(|limit| spent >= limit) {
            return Err(Stopped::Nodes);
        }
        if self.limits.time.is_some_and(|limit| self.started.elapsed() >= limit) {
            return Err(Stopped::Time);
        }
        Ok(())
    }

    /// The number of nodes between charges: small enough to exceed no limit by much.
    pub fn stride(&self) -> u64 {
        self.limits.nodes.map_or(64, |limit| (limit / 16).clamp(1, 64))
    }

    /// Records the size of the tables.
    pub fn report(&self, results: usize, bytes: usize) {
        self.spent.results.store(results, Relaxed);
        self.spent.bytes.store(bytes, Relaxed);
    }

    /// Records the current question.
    pub fn ask(&self, question: String) {
        if let Ok(mut asking) = self.spent.asking.lock() {
            *asking = question;
        }
    }

    /// The memory limit, in bytes.
    pub fn memory(&self) -> usize {
        self.limits.memory
    }

    /// The nodes spent.
    pub fn nodes(&self) -> u64 {
        self.spent.nodes.load(Relaxed)
    }

    /// The time since the budget was made.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The results and bytes in the tables, as last reported.
    pub fn tables(&self) -> (usize, usize) {
        (self.spent.results.load(Relaxed), self.spent.bytes.load(Relaxed))
    }

    /// The current question.
    pub fn asking(&self) -> String {
        self.spent.asking.lock().map(|text| text.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_no_more_than_what_is_left_and_is_interrupted_with_the_whole() {
        let whole = Budget::new(Limits { nodes: Some(10), ..Limits::default() });
        assert_eq!(whole.spend(6), Ok(()));
        assert_eq!(whole.part(100).spend(3), Ok(()));
        assert_eq!(whole.part(100).spend(4), Err(Stopped::Nodes));
        assert_eq!(whole.part(2).spend(2), Err(Stopped::Nodes));
        assert_eq!(whole.nodes(), 6, "what a part spends is counted by spend() alone");
        let part = whole.part(2);
        whole.interrupt();
        assert_eq!(part.spend(1), Err(Stopped::Interrupted));
    }

    #[test]
    fn a_pause_comes_when_it_is_due() {
        let whole = Budget::default();
        assert_eq!(whole.spend(1), Ok(()));
        whole.pause_after(Duration::ZERO);
        assert_eq!((whole.spend(1), whole.is_interrupted()), (Err(Stopped::Interrupted), false));
        let (part, attempt) = (whole.part(9), whole.attempt(9, 1, 1));
        assert_eq!([part.spend(1), attempt.spend(1)], [Err(Stopped::Interrupted); 2]);
        whole.pause_after(Duration::from_secs(1000));
        assert_eq!(whole.within(attempt.limits()).spend(1), Ok(()));
        whole.interrupt();
        assert_eq!((whole.spend(1), whole.is_interrupted()), (Err(Stopped::Interrupted), true));
    }

    #[test]
    fn an_attempt_has_its_own_limits_and_spends_of_the_whole() {
        let whole = Budget::new(Limits { nodes: Some(100), ..Limits::default() });
        assert_eq!(whole.spend(20), Ok(()));
        let first = whole.attempt(40, 2, 1 << 20);
        assert_eq!((first.nodes_left(), first.memory()), (Some(40), 1 << 20));
        assert_eq!((first.spend(39), first.spend(1)), (Ok(()), Err(Stopped::Nodes)));
        assert_eq!((whole.nodes(), whole.nodes_left(), whole.spend(39)), (60, Some(40), Ok(())));
        assert_eq!(whole.attempt(40, 2, usize::MAX).nodes_left(), Some(1), "no more than the whole has");
        assert_eq!(whole.attempt(40, 2, usize::MAX).memory(), Limits::default().memory);
    }
}
