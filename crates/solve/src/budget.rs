//! Budgets: limits of a computation, its interruption, pauses and progress.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::clock::Instant;

/// The default memory limit where an address has `bits`: 4 GiB, or 3 GiB of the 4 that there are.
const fn default_memory(bits: u32) -> u64 {
    if bits > 32 { 4 << 30 } else { 3 << 30 }
}

/// The limits of a computation.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The time since the budget was made.
    pub time: Option<Duration>,
    /// The nodes of all threads.
    pub nodes: Option<u64>,
    /// The bytes for tables; 4 GiB by default, and 3 GiB where an address has 32 bits.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: None, nodes: None, memory: default_memory(usize::BITS) as usize }
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
    Redundant,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::Time => "the time limit",
            Stopped::Nodes => "the node limit",
            Stopped::Memory => "the memory limit",
            Stopped::Depth => "a line of play longer than the search can follow",
            Stopped::Interrupted => "an interruption",
            Stopped::Redundant => "another thread",
        })
    }
}

/// The limits of a computation and its expenses. All threads of the computation share one budget.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    started: Instant,
    interrupted: Arc<AtomicBool>,
    pause: Arc<Alarm>,
    watcher: Option<Arc<Watcher>>,
    spent: Arc<Spent>,
}

/// A time that will come.
#[derive(Debug)]
struct Alarm {
    clock: Instant,
    /// In nanoseconds of the clock; the greatest number means never.
    due: AtomicU64,
}

impl Default for Alarm {
    fn default() -> Alarm {
        Alarm { clock: Instant::now(), due: AtomicU64::new(u64::MAX) }
    }
}

impl Alarm {
    fn set(&self, time: Duration) {
        self.due.store(self.after(time), Relaxed);
    }

    fn after(&self, time: Duration) -> u64 {
        u64::try_from((self.clock.elapsed() + time).as_nanos()).unwrap_or(u64::MAX)
    }

    fn is_due(&self) -> bool {
        let due = self.due.load(Relaxed);
        due < u64::MAX && self.clock.elapsed() >= Duration::from_nanos(due)
    }

    /// Whether it is due, for one of the threads that ask. It is then set again.
    fn take(&self, again: Duration) -> bool {
        let due = self.due.load(Relaxed);
        self.is_due() && self.due.compare_exchange(due, self.after(again), Relaxed, Relaxed).is_ok()
    }
}

/// What is called again and again while a computation goes on.
struct Watcher {
    alarm: Alarm,
    interval: Duration,
    watch: Box<dyn Fn() + Send + Sync>,
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watcher").field("interval", &self.interval).finish_non_exhaustive()
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
            watcher: None,
            spent: Arc::default(),
        }
    }

    /// Sets the interruption flag, which several budgets and a signal handler can share.
    pub fn interrupted_by(self, flag: Arc<AtomicBool>) -> Budget {
        Budget { interrupted: flag, ..self }
    }

    /// The same budget with a watcher: `watch` is called every `interval`, by a thread that spends.
    ///
    /// So who watches a computation needs no thread. The watcher goes along to every part and
    /// attempt; a budget that it looks at itself is one without it, such as
    /// [`within`](Budget::within) gives before.
    pub fn watched(self, interval: Duration, watch: impl Fn() + Send + Sync + 'static) -> Budget {
        let alarm = Alarm::default();
        alarm.set(interval);
        Budget { watcher: Some(Arc::new(Watcher { alarm, interval, watch: Box::new(watch) })), ..self }
    }

    /// Does some work on a part of the rest: a budget of at most `nodes`, with a clock and a count of
    /// its own, and the same interruption and pause. What it spends is charged to the whole at its
    /// end; whether that has reached a limit of the whole, the next charge says.
    pub fn part<R>(&self, nodes: u64, work: impl FnOnce(&Budget) -> R) -> R {
        let nodes = self.nodes_left().map_or(nodes, |left| left.min(nodes));
        let time = self.limits.time.map(|limit| limit.saturating_sub(self.elapsed()));
        let limits = Limits { time, nodes: Some(nodes), ..self.limits };
        let part = Budget { limits, started: Instant::now(), spent: Arc::default(), ..self.shared() };
        let done = work(&part);
        let _ = self.charge(part.nodes());
        done
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
        Budget { limits, ..self.shared() }
    }

    /// The same budget once more.
    fn shared(&self) -> Budget {
        let Budget { limits, started, interrupted, pause, watcher, spent } = self;
        Budget {
            limits: *limits,
            started: *started,
            interrupted: Arc::clone(interrupted),
            pause: Arc::clone(pause),
            watcher: watcher.clone(),
            spent: Arc::clone(spent),
        }
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
        self.pause.set(time);
    }

    /// Charges nodes. Engines call this about every [`Budget::stride`] nodes.
    ///
    /// # Errors
    /// The limit that was reached, or an interruption or pause.
    pub fn charge(&self, nodes: u64) -> Result<(), Stopped> {
        let spent = self.spent.nodes.fetch_add(nodes, Relaxed) + nodes;
        if let Some(Watcher { alarm, interval, watch }) = self.watcher.as_deref()
            && alarm.take(*interval)
        {
            watch();
        }
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
    pub fn question(&self) -> String {
        self.spent.asking.lock().map(|text| text.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_no_more_than_what_is_left_and_is_interrupted_with_the_whole() {
        let whole = Budget::new(Limits { nodes: Some(10), ..Limits::default() });
        assert_eq!(whole.charge(6), Ok(()));
        assert_eq!(whole.part(1, |part| part.charge(1)), Err(Stopped::Nodes));
        assert_eq!(whole.nodes(), 7, "what a part spends is charged at its end");
        assert_eq!(whole.part(100, |part| (part.charge(2), whole.nodes())), (Ok(()), 7));
        assert_eq!(whole.part(100, |part| part.charge(1)), Err(Stopped::Nodes));
        assert_eq!((whole.nodes(), whole.charge(0)), (10, Err(Stopped::Nodes)));
        let interrupted = whole.part(2, |part| {
            whole.interrupt();
            part.charge(1)
        });
        assert_eq!(interrupted, Err(Stopped::Interrupted));
    }

    #[test]
    fn a_pause_comes_when_it_is_due() {
        let whole = Budget::default();
        assert_eq!(whole.charge(1), Ok(()));
        whole.pause_after(Duration::ZERO);
        assert_eq!((whole.charge(1), whole.is_interrupted()), (Err(Stopped::Interrupted), false));
        let attempt = whole.attempt(9, 1, 1);
        let charged = [whole.part(9, |part| part.charge(1)), attempt.charge(1)];
        assert_eq!(charged, [Err(Stopped::Interrupted); 2]);
        whole.pause_after(Duration::from_secs(1000));
        assert_eq!(whole.within(attempt.limits()).charge(1), Ok(()));
        whole.interrupt();
        assert_eq!((whole.charge(1), whole.is_interrupted()), (Err(Stopped::Interrupted), true));
    }

    #[test]
    fn the_default_memory_is_a_number_of_bytes_that_an_address_can_be() {
        assert_eq!([default_memory(32), default_memory(64)], [3 << 30, 4 << 30]);
        assert!(u32::try_from(default_memory(32)).is_ok());
        assert_eq!(Limits::default().memory as u64, default_memory(usize::BITS));
    }

    #[test]
    fn a_watcher_is_called_once_an_interval_by_whatever_spends() {
        let calls = Arc::new(AtomicU64::new(0));
        let watched = |interval| {
            let calls = Arc::clone(&calls);
            Budget::default().watched(interval, move || {
                calls.fetch_add(1, Relaxed);
            })
        };
        let seldom = watched(Duration::from_secs(1000));
        assert_eq!((seldom.charge(1), calls.load(Relaxed)), (Ok(()), 0));
        let often = watched(Duration::ZERO);
        for budget in [&often, &often.attempt(9, 1, 1)] {
            assert_eq!(budget.charge(1), Ok(()));
        }
        assert_eq!((often.part(9, |part| part.charge(1)), calls.load(Relaxed)), (Ok(()), 4));
        let alarm = Alarm::default();
        alarm.set(Duration::ZERO);
        assert!(alarm.take(Duration::from_secs(1000)) && !alarm.take(Duration::ZERO));
    }

    #[test]
    fn an_attempt_has_its_own_limits_and_spends_of_the_whole() {
        let whole = Budget::new(Limits { nodes: Some(100), ..Limits::default() });
        assert_eq!(whole.charge(20), Ok(()));
        let first = whole.attempt(40, 2, 1 << 20);
        assert_eq!((first.nodes_left(), first.memory()), (Some(40), 1 << 20));
        assert_eq!((first.charge(39), first.charge(1)), (Ok(()), Err(Stopped::Nodes)));
        assert_eq!((whole.nodes(), whole.nodes_left(), whole.charge(39)), (60, Some(40), Ok(())));
        assert_eq!(whole.attempt(40, 2, usize::MAX).nodes_left(), Some(1), "no more than the whole has");
        assert_eq!(whole.attempt(40, 2, usize::MAX).memory(), Limits::default().memory);
    }
}
