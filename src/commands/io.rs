//! What the program reads and prints: texts that the user gives as files, output, forms of text,
//! progress.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write, stdin};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use console::Term;
use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

use super::exit::{CommandError, interrupt_flag};
use superko_go::Board;
use superko_query::report::records::{EarlierRuns, Spent};
use superko_query::report::words::moves_in_words;
use superko_solve::{Budget, Limits, Solution};

// --- Texts that the user gives as files ---

/// Maximum size of a text: more than any record of a game or a graph takes, with comments.
const MAX_TEXT_BYTES: u64 = 1 << 20;

/// Reads at most `max_bytes` from a file, or from standard input for `-`. Error: why it cannot be
/// read, without its name.
pub fn read_bytes(file: &str, max_bytes: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => stdin().take(max_bytes + 1).read_to_end(&mut bytes),
        _ => File::open(file).and_then(|opened| opened.take(max_bytes + 1).read_to_end(&mut bytes)),
    };
    read.map_err(|error| error.to_string())?;
    if bytes.len() as u64 > max_bytes {
        Err(format!("longer than {} KiB", max_bytes >> 10))
    } else {
        Ok(bytes)
    }
}

/// Reads a text of at most 1 MiB from a file, or from standard input for `-`. A byte order mark is
/// left out. Error: why it cannot be read, without its name.
pub fn read_text(file: &str) -> Result<String, String> {
    text(read_bytes(file, MAX_TEXT_BYTES)?)
}

/// Text of at most 1 MiB of bytes.
pub fn text(bytes: Vec<u8>) -> Result<String, String> {
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        return Err(format!("longer than {} KiB", MAX_TEXT_BYTES >> 10));
    }
    let text =
        str::from_utf8(&bytes).map_err(|error| format!("not UTF-8 at offset {}", error.valid_up_to()))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text).to_string())
}

/// Whether a name is that of an SGF file.
pub fn is_named_sgf(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"))
}

/// What is expected of a folder of published tables that cannot be read, which an option names. The
/// program has none of it but what it answers by: the default is a folder of the repository.
pub fn expected_tables(folder: &Path, option: &str) -> String {
    let expected = "expected a folder that solve tables has written";
    match folder.exists() {
        true => expected.to_string(),
        false => format!("{expected}: run it in a clone of the repository, or name one with {option} DIR"),
    }
}

// --- What the program prints, and what it may overwrite ---

/// Maximum length of an error. A longer one loses its middle.
const MAX_MESSAGE_CHARS: usize = 600;

/// Prints to standard output.
pub fn print(bytes: &[u8]) -> Result<(), CommandError> {
    let mut stdout = io::stdout().lock();
    unless_closed(stdout.write_all(bytes).and_then(|()| stdout.flush()))
}

/// Error of output that could not be written, unless its reader has closed the pipe and has all
/// that it wants.
pub fn unless_closed(written: io::Result<()>) -> Result<(), CommandError> {
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(CommandError(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Message as one line of moderate length. Characters that cannot be seen, or that move others, are
/// escaped; of a long message, such as one that quotes a wrong file, the two ends are kept.
pub fn one_line(message: &str) -> String {
    let mut letters: Vec<char> = Vec::with_capacity(message.len());
    for letter in message.chars() {
        match letter {
            // Quotes and backslashes are what an escape is made of.
            '\'' | '"' | '\\' => letters.push(letter),
            _ => letters.extend(letter.escape_debug()),
        }
    }
    if letters.len() <= MAX_MESSAGE_CHARS {
        return letters.into_iter().collect();
    }
    let (head, tail) = (&letters[..MAX_MESSAGE_CHARS / 2], &letters[letters.len() - MAX_MESSAGE_CHARS / 2..]);
    head.iter().chain(&[' ', '…', ' ']).chain(tail).collect()
}

/// Refuses to overwrite a regular file that is neither empty nor, as `ours` finds, what is to be
/// written there.
pub fn refuse_to_overwrite(
    path: &str,
    force: bool,
    expected: &str,
    ours: impl FnOnce(File) -> bool,
) -> Result<(), CommandError> {
    let regular = fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0);
    if force
        || !regular
        || ours(File::open(path).map_err(|error| superko_store::files::named(Path::new(path), error))?)
    {
        return Ok(());
    }
    Err(CommandError(format!(
        "{path}: is not {expected} and would be overwritten, expected another file or --force"
    )))
}

// --- Forms of text that the subcommands share ---

/// Adds a line to a text, which cannot fail.
macro_rules! add_line {
    ($text:expr, $($words:tt)+) => {{
        use std::fmt::Write as _;
        _ = writeln!($text, $($words)+);
    }};
}
pub(super) use add_line;

/// Writes the effort of an answer, and what stopped it if something did.
pub fn write_spent(spent: &Spent, results: &str, text: &mut String) {
    let effort = &spent.effort;
    add_line!(
        text,
        "effort      {} nodes, {} {results}, {:.3} s",
        effort.nodes,
        effort.results,
        spent.seconds
    );
    if let Some(stopped) = effort.stopped {
        add_line!(text, "stopped     by {stopped}; all that is said above is proved");
    }
}

/// Writes the best moves of a solution, if any were found.
pub fn write_best_moves(board: &Board, solution: &Solution, text: &mut String) {
    let which = match (solution.best_moves.as_slice(), solution.all_best_moves) {
        ([], _) => return,
        (_, true) => "best moves ",
        (_, false) => "a best move",
    };
    add_line!(text, "{which} {}", moves_in_words(board, &solution.best_moves));
}

/// Writes the effort of a certificate.
pub fn write_effort(budget: &Budget, text: &mut String) {
    add_line!(text, "effort      {} nodes, {:.3} s", budget.nodes(), budget.elapsed().as_secs_f64());
}

/// Writes the effort of the runs that this one resumed.
pub fn write_earlier_runs(EarlierRuns { nodes, seconds }: EarlierRuns, text: &mut String) {
    add_line!(text, "earlier     {nodes} nodes, {seconds:.3} s, in the runs that this one went on from");
}

/// Paragraph of at most 100 columns, its first line after `lead` and the others indented as far.
/// No-break spaces become spaces.
pub fn wrapped(lead: &str, paragraph: &str) -> String {
    let indent = " ".repeat(lead.len().min(13));
    let (mut lines, mut line) = (String::new(), lead.to_string());
    let mut fresh = true;
    for word in paragraph.split([' ', '\n']).filter(|word| !word.is_empty()) {
        if !fresh && line.chars().count() + 1 + word.chars().count() > 100 {
            lines.push_str(&line);
            lines.push('\n');
            line = indent.clone();
            fresh = true;
        }
        if !fresh {
            line.push(' ');
        }
        line.push_str(word);
        fresh = false;
    }
    (lines + &line).replace('\u{a0}', " ")
}

/// Adds a paragraph: see [`wrapped`].
pub fn paragraph(lead: &str, paragraph: &str, text: &mut String) {
    add_line!(text, "{}", wrapped(lead, paragraph));
}

// --- Progress ---
//
// What can be seen of a long search: one line on standard error, where that is a terminal, until it
// is done.

/// Budget that Ctrl-C and SIGTERM end.
pub fn interruptible(limits: Limits) -> Arc<Budget> {
    Arc::new(Budget::new(limits).interrupted_by(interrupt_flag()))
}

/// Progress line, until it is dropped.
pub struct Progress {
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Time between two drawings of the line. A search that takes less shows none.
const TICK: Duration = Duration::from_millis(150);

/// Columns that stay free at the end of the line, which `indicatif` fills with spaces up to the
/// width that it is given. The terminal's echo of Ctrl-C fits there, so that the line does not wrap
/// and can be cleared.
const FREE_COLUMNS: u16 = 4;

/// A terminal on which [`FREE_COLUMNS`] columns are not used.
#[derive(Debug)]
struct Terminal(Term);

impl TermLike for Terminal {
    fn width(&self) -> u16 {
        self.0.size().1.saturating_sub(FREE_COLUMNS)
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
    /// Shows the effort spent of a budget, and the current question.
    pub fn watch(budget: &Arc<Budget>, quiet: bool) -> Progress {
        let budget = Arc::clone(budget);
        Progress::show(move || describe(&budget), quiet)
    }

    /// Shows a line of words, which the returned function sets.
    pub fn with_words(
        line: impl Fn(&str) -> String + Send + 'static,
        quiet: bool,
    ) -> (Progress, impl Fn(String) + Sync) {
        let words = Arc::new(Mutex::new(String::new()));
        let shown = Arc::clone(&words);
        let lock = |words: &Mutex<String>| words.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let progress = Progress::show(move || line(&lock(&shown)), quiet);
        (progress, move |told| *words.lock().unwrap_or_else(PoisonError::into_inner) = told)
    }

    /// Shows what `line` returns, if standard error is a terminal and the user has not asked for
    /// quiet.
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

/// Line with the question first, as a narrow terminal cuts off the end.
fn describe(budget: &Budget) -> String {
    let (nodes, seconds) = (budget.nodes(), budget.elapsed().as_secs_f64());
    let per_second = (nodes as f64 / seconds.max(0.001)) as u64;
    let [nodes, per_second, results] = [nodes, per_second, budget.tables().0 as u64].map(HumanCount);
    format!("{}  {seconds:.0} s, {nodes} nodes, {per_second}/s, {results} results", budget.question())
}
