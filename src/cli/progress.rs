//! What can be seen of a long search: one line on standard error, where that is a terminal, until it is done.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use console::Term;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

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

/// The columns that stay free at the end of the line, which `indicatif` fills with spaces up to the width that it is
/// given. What the terminal echoes of Ctrl-C fits there, so that the line does not wrap and can be cleared.
const FREE: u16 = 4;

/// A terminal on which [`FREE`] columns are not used.
#[derive(Debug)]
struct Terminal(Term);

impl TermLike for Terminal {
    fn width(&self) -> u16 {
        self.0.size().1.saturating_sub(FREE)
    }

    fn height(&self) -> u16 {
        self.0.size().0
    }

    fn move_cursor_up(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_up(lines)
    }

    fn move_cursor_down(&self, lines: usize) -> io::Result<()> {
        self.0.move_cursor_down(lines)
    }

    fn move_cursor_right(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_right(columns)
    }

    fn move_cursor_left(&self, columns: usize) -> io::Result<()> {
        self.0.move_cursor_left(columns)
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.0.write_line(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.0.write_str(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.0.clear_line()
    }

    fn flush(&self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Progress {
    /// Shows what is spent of a budget, and on which question.
    pub fn watch(budget: &Arc<Budget>, quiet: bool) -> Progress {
        let budget = Arc::clone(budget);
        Progress::show(move || describe(&budget), quiet)
    }

    /// Shows what `line` returns, if standard error is a terminal and the user has not asked for quiet.
    pub fn show(line: impl Fn() -> String + Send + 'static, quiet: bool) -> Progress {
        let done = Arc::new(AtomicBool::new(false));
        let terminal = Term::buffered_stderr();
        if quiet || !terminal.is_term() {
            return Progress { done, thread: None };
        }
        let stop = Arc::clone(&done);
        let draw = move || {
            let target = ProgressDrawTarget::term_like(Box::new(Terminal(terminal)));
            let bar = ProgressBar::with_draw_target(None, target);
            if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
                bar.set_style(style);
            }
            loop {
                std::thread::park_timeout(TICK);
                if stop.load(Relaxed) {
                    return bar.finish_and_clear();
                }
                bar.set_message(line());
                bar.tick();
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
    let count = |number: f64| HumanCount(number as u64);
    format!(
        "{}  {seconds:.0} s, {} nodes, {}/s, {} results",
        budget.asking(),
        count(nodes as f64),
        count(nodes as f64 / seconds.max(0.001)),
        count(budget.tables().0 as f64)
    )
}
