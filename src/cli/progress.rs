//! What can be seen of a long search: on a terminal only, and gone when it is done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::solve::{Budget, Limits};

/// A budget that Ctrl-C ends.
pub fn interruptible(limits: Limits) -> Arc<Budget> {
    let budget = Arc::new(Budget::new(limits));
    let interrupted = Arc::clone(&budget);
    // Without a handler Ctrl-C still ends the program, only without what has been proved so far.
    let _ = ctrlc::set_handler(move || interrupted.interrupt());
    budget
}

/// A line on stderr that tells what is being asked, until it is dropped.
pub struct Progress {
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// How often the line is drawn.
const TICK: Duration = Duration::from_millis(150);

impl Progress {
    /// Watches a budget, if stderr is a terminal and the user has not asked for quiet.
    pub fn watch(budget: &Arc<Budget>, quiet: bool) -> Progress {
        let budget = Arc::clone(budget);
        Progress::show(move || describe(&budget), quiet)
    }

    /// Shows what `line` says, on the same terms.
    pub fn show(line: impl Fn() -> String + Send + 'static, quiet: bool) -> Progress {
        let done = Arc::new(AtomicBool::new(false));
        let target = ProgressDrawTarget::stderr();
        if quiet || target.is_hidden() {
            return Progress { done, thread: None };
        }
        let stop = Arc::clone(&done);
        let thread = std::thread::spawn(move || {
            let bar = ProgressBar::with_draw_target(None, target);
            if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
                bar.set_style(style);
            }
            while !stop.load(Relaxed) {
                std::thread::park_timeout(TICK);
                bar.set_message(line());
                bar.tick();
            }
            bar.finish_and_clear();
        });
        Progress { done, thread: Some(thread) }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.done.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // The line is for show: a thread that has failed leaves nothing to mend.
            let _ = thread.join();
        }
    }
}

/// The figures first and short, the question last: a narrow terminal cuts the end off.
fn describe(budget: &Budget) -> String {
    let (nodes, elapsed) = (budget.nodes(), budget.elapsed().as_secs_f64());
    let (results, bytes) = budget.tables();
    format!(
        "{elapsed:.0} s  {} nodes  {}/s  {} results  {}  {}",
        HumanCount(nodes),
        HumanCount((nodes as f64 / elapsed.max(0.001)) as u64),
        HumanCount(results as u64),
        HumanBytes(bytes as u64),
        budget.asking(),
    )
}
