//! What can be seen of a long search: one line on standard error, where that is a terminal, until it is done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use console::{Term, truncate_str};

use super::signals::interruption;
use crate::solve::{Budget, Limits};

/// A budget that Ctrl-C and SIGTERM end.
pub fn interruptible(limits: Limits) -> Arc<Budget> {
    Arc::new(Budget::new(limits).interrupted_by(interruption()))
}

/// The line, until it is dropped.
pub struct Progress {
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// How often the line is drawn. A search that takes less shows none.
const TICK: Duration = Duration::from_millis(150);

/// The columns that stay free at the end of the line. What the terminal echoes of Ctrl-C fits there, so that the line
/// does not wrap and can be cleared.
const FREE: usize = 4;

impl Progress {
    /// Shows what is spent of a budget, and on which question.
    pub fn watch(budget: &Arc<Budget>, quiet: bool) -> Progress {
        let budget = Arc::clone(budget);
        Progress::show(move || describe(&budget), quiet)
    }

    /// Shows what `line` returns, if standard error is a terminal and the user has not asked for quiet.
    pub fn show(line: impl Fn() -> String + Send + 'static, quiet: bool) -> Progress {
        let done = Arc::new(AtomicBool::new(false));
        let terminal = Term::stderr();
        if quiet || !terminal.is_term() {
            return Progress { done, thread: None };
        }
        let stop = Arc::clone(&done);
        let draw = move || {
            loop {
                std::thread::park_timeout(TICK);
                // A terminal that cannot be written to shows nothing, which harms nobody.
                let _ = terminal.clear_line();
                if stop.load(Relaxed) {
                    return;
                }
                let width = usize::from(terminal.size().1).saturating_sub(FREE);
                let _ = terminal.write_str(&truncate_str(&line(), width, "…"));
            }
        };
        // Where no thread can be started nothing is shown.
        Progress { done, thread: Builder::new().spawn(draw).ok() }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.done.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// The question first, as a narrow terminal cuts off the end.
fn describe(budget: &Budget) -> String {
    let (nodes, seconds) = (budget.nodes(), budget.elapsed().as_secs_f64());
    let rate = nodes as f64 / seconds.max(0.001);
    let results = budget.tables().0;
    format!(
        "{}  {seconds:.0} s, {} nodes, {}/s, {} results",
        budget.asking(),
        rounded(nodes as f64),
        rounded(rate),
        rounded(results as f64)
    )
}

/// Four digits at most: `9999`, `10k`, `9999k`, `10M`.
fn rounded(count: f64) -> String {
    match count {
        count if count < 1e4 => format!("{count:.0}"),
        count if count < 1e7 => format!("{:.0}k", count / 1e3),
        count => format!("{:.0}M", count / 1e6),
    }
}
