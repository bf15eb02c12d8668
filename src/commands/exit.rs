//! How a run ends: its exit status, and the signals that end it.

use std::fs;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use superko_solve::Stopped;

// --- How a run ends, and with which exit status ---

/// Exit of a run, unless by an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    Success,
    Differs,
    Limit,
    Interrupted,
    /// A checkpoint could not be written, or another program does not work, as was said on
    /// standard error.
    Failed,
}

impl From<Exit> for ExitCode {
    fn from(ended: Exit) -> ExitCode {
        ExitCode::from(match ended {
            Exit::Success => 0,
            Exit::Differs => 1,
            Exit::Failed => 2,
            Exit::Limit => 3,
            Exit::Interrupted => interrupt_status(),
        })
    }
}

impl From<Option<Stopped>> for Exit {
    fn from(stopped: Option<Stopped>) -> Exit {
        match stopped {
            None => Exit::Success,
            Some(Stopped::Interrupted) => Exit::Interrupted,
            Some(_) => Exit::Limit,
        }
    }
}

/// Error: bad input, or output that could not be written, with what was expected.
pub struct CommandError(pub String);

impl<E: std::error::Error> From<E> for CommandError {
    fn from(error: E) -> CommandError {
        CommandError(error.to_string())
    }
}

// --- Signals ---
//
// Signals: Ctrl-C (SIGINT), SIGTERM and, on Linux, a closed terminal (SIGHUP) end the work, and
// leave time to print and keep what has been proved.

/// Exit status of the last signal.
static STATUS: AtomicUsize = AtomicUsize::new(130);

/// Flag that is set when a signal asks the program to end. A second signal does no more than the
/// first, as `timeout` of coreutils sends two.
pub fn interrupt_flag() -> Arc<AtomicBool> {
    let flag = Arc::default();
    let hangup = hangup_terminates().then_some((SIGHUP, 129));
    for (signal, status) in [(SIGINT, 130), (SIGTERM, 143)].into_iter().chain(hangup) {
        // Where there can be no handler the signal ends the program, only without what has been
        // proved so far.
        let _ = flag::register_usize(signal, &STATUS, status)
            .and_then(|_| flag::register(signal, Arc::clone(&flag)));
    }
    flag
}

/// SIGHUP by its number in POSIX, as there is no such signal on Windows.
const SIGHUP: i32 = 1;

/// Whether SIGHUP would end the program, as far as the system says so. Under `nohup` it is to
/// outlive the terminal.
fn hangup_terminates() -> bool {
    let ignored = proc_self_field("status", "SigIgn:").and_then(|mask| u64::from_str_radix(&mask, 16).ok());
    ignored.is_some_and(|mask| mask >> (SIGHUP - 1) & 1 == 0)
}

/// Exit status after an interruption: 130, 143 if it was SIGTERM, 129 if the terminal was closed.
pub fn interrupt_status() -> u8 {
    u8::try_from(STATUS.load(SeqCst)).unwrap_or(130)
}

/// Makes a file beyond the system's limit of size (`ulimit -f`) an error of the write, instead of
/// the end of the program.
pub fn survive_file_size_limits() {
    #[cfg(unix)]
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

// --- What Linux says of the program ---

/// Field of a file of `/proc/self`: the first word after a name at the beginning of a line. `None`
/// on other systems.
pub fn proc_self_field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(format!("/proc/self/{file}")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next().map(str::to_string)
}
