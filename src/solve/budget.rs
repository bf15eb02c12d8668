//! Limits of an effort, interruption, and what can be watched of it while it runs.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// How much may be spent.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Time from the start of the effort.
    pub time: Option<Duration>,
    /// Nodes over all threads.
    pub nodes: Option<u64>,
    /// Bytes for the tables.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: None, nodes: None, memory: 4 << 30 }
    }
}

/// Why an effort ended without its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// The time limit.
    Time,
    /// The node limit.
    Nodes,
    /// The memory limit, for an engine that cannot do with less.
    Memory,
    /// A line of play longer than the engine can follow.
    Depth,
    /// The user.
    Interrupted,
    /// Another thread has made the question needless.
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

/// The limits of one effort with what has been spent of them. Shared by all its threads.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    started: Instant,
    interrupted: Arc<AtomicBool>,
    nodes: AtomicU64,
    /// Results in the tables (lemmas, or states).
    results: AtomicUsize,
    /// Bytes in the tables.
    bytes: AtomicUsize,
    asking: Mutex<String>,
}

impl Default for Budget {
    /// No limits but that of memory.
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
            nodes: AtomicU64::new(0),
            results: AtomicUsize::new(0),
            bytes: AtomicUsize::new(0),
            asking: Mutex::new(String::new()),
        }
    }

    /// The same, interrupted when `flag` is set, which several budgets and a handler of signals can share.
    pub fn interrupted_by(self, flag: Arc<AtomicBool>) -> Budget {
        Budget { interrupted: flag, ..self }
    }

    /// Makes every engine that uses this budget stop soon.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Relaxed);
    }

    /// Takes note of nodes, and says whether there is still something to spend.
    ///
    /// # Errors
    /// What has run out.
    pub fn spend(&self, nodes: u64) -> Result<(), Stopped> {
        let spent = self.nodes.fetch_add(nodes, Relaxed) + nodes;
        if self.interrupted.load(Relaxed) {
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

    /// The nodes that can be spent at once without overstepping the limit by much.
    pub fn stride(&self) -> u64 {
        self.limits.nodes.map_or(64, |limit| (limit / 16).clamp(1, 64))
    }

    /// Says what the tables hold.
    pub fn report(&self, results: usize, bytes: usize) {
        self.results.store(results, Relaxed);
        self.bytes.store(bytes, Relaxed);
    }

    /// Says what is being asked.
    pub fn ask(&self, question: String) {
        if let Ok(mut asking) = self.asking.lock() {
            *asking = question;
        }
    }

    /// The memory limit, in bytes.
    pub fn memory(&self) -> usize {
        self.limits.memory
    }

    /// The nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The results and bytes in the tables, as last reported.
    pub fn tables(&self) -> (usize, usize) {
        (self.results.load(Relaxed), self.bytes.load(Relaxed))
    }

    /// What is being asked.
    pub fn asking(&self) -> String {
        self.asking.lock().map(|text| text.clone()).unwrap_or_default()
    }
}
