//! A program that speaks the Go Text Protocol, run as a subprocess.
//!
//! Replies have a limit of time and a limit of bytes. A program that gives no valid reply has a
//! [`Fault`]; a valid reply that is wrong is no fault.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Builder, JoinHandle};
use std::time::{Duration, Instant};

/// The longest line that is read, in bytes.
pub const MAX_LINE_BYTES: usize = 1 << 16;

/// The longest reply that is read, in bytes.
pub const MAX_REPLY_BYTES: usize = 1 << 20;

/// Lines that wait between the thread that reads and the one that asks.
const MAX_WAITING: usize = 64;

/// What is kept of standard error, in bytes.
const MAX_ERROR_BYTES: usize = 2048;

/// The time between two looks at whether the run is to end.
const SLICE: Duration = Duration::from_millis(50);

/// The time that a program has to end when it is asked to.
const QUIT_TIME: Duration = Duration::from_millis(500);

/// What is wrong with a program, other than that its answers differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It could not be started.
    NotStarted {
        /// Why.
        why: String,
    },
    /// It did not answer in time.
    Hangs {
        /// The command.
        command: String,
        /// The limit of time.
        waited: Duration,
    },
    /// It ended, or closed its output.
    Ends {
        /// The command that it did not answer.
        command: String,
        /// How it ended, if it did: the words of the system, such as `exit status: 1`.
        status: Option<String>,
        /// The last line that it wrote to standard error.
        said: Option<String>,
    },
    /// What it wrote is no reply of the protocol.
    Garbage {
        /// The command.
        command: String,
        /// The line that begins no reply, or why the reply cannot be read.
        line: String,
        /// What it should be.
        expected: &'static str,
    },
    /// It refuses a command without which no game can be set up, or answers it otherwise than the
    /// protocol says.
    Refuses {
        /// The command.
        command: String,
        /// The reply.
        reply: String,
    },
    /// The run was interrupted, or its time was over, while an answer was waited for.
    Stopped,
}

impl Fault {
    /// One word for the fault, as it stands in records.
    pub fn word(&self) -> &'static str {
        match self {
            Fault::NotStarted { .. } => "not-started",
            Fault::Hangs { .. } => "hangs",
            Fault::Ends { .. } => "ends",
            Fault::Garbage { .. } => "garbage",
            Fault::Refuses { .. } => "refuses",
            Fault::Stopped => "stopped",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotStarted { why } => write!(f, "the program cannot be started: {why}"),
            Fault::Hangs { command, waited } => {
                write!(f, "the program hangs: no answer to {command:?} in {} s", waited.as_secs_f64())
            }
            Fault::Ends { command, status, said } => {
                let how = status.as_ref().map_or("its output is closed".to_string(), String::clone);
                write!(f, "the program has ended in place of an answer to {command:?} ({how})")?;
                said.as_ref().map_or(Ok(()), |said| write!(f, "; it said {said:?}"))
            }
            Fault::Garbage { command, line, expected } => {
                write!(f, "the program answers {command:?} by {line:?}, expected {expected}")
            }
            Fault::Refuses { command, reply } => {
                write!(f, "the program answers {command:?} by {reply:?}, without which no game can be set up")
            }
            Fault::Stopped => write!(f, "stopped while an answer was waited for"),
        }
    }
}

/// A reply: the text after `=`, or after `?`.
pub type Reply = Result<String, String>;

/// A line of the program's output, without its end.
enum Line {
    Text(Vec<u8>),
    /// A line that is too long.
    TooLong,
}

/// A program that is running.
pub struct Program {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
    error: Arc<Mutex<Vec<u8>>>,
    error_read: JoinHandle<()>,
    timeout: Duration,
    stop: Arc<AtomicBool>,
    /// When the whole run is to end.
    pub deadline: Option<Instant>,
    /// The number of commands that were answered.
    pub answered: u64,
    /// The longest time that an answer took.
    pub slowest: Duration,
}

impl Program {
    /// Starts a program.
    ///
    /// # Errors
    /// [`Fault::NotStarted`].
    pub fn start(
        command: &[OsString],
        timeout: Duration,
        stop: Arc<AtomicBool>,
        deadline: Option<Instant>,
    ) -> Result<Program, Fault> {
        let not_started = |why: String| Fault::NotStarted { why };
        let [name, arguments @ ..] = command else {
            return Err(not_started("no command was given".to_string()));
        };
        let mut child = Command::new(name);
        child.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for the comparison, which then ends the program itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut child, 0);
        let mut child =
            child.spawn().map_err(|error| not_started(format!("{}: {error}", name.to_string_lossy())))?;
        let (Some(input), Some(output), Some(error)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            unreachable!("all three streams are pipes");
        };
        let (sender, lines) = sync_channel(MAX_WAITING);
        let kept = Arc::new(Mutex::new(Vec::new()));
        let last = Arc::clone(&kept);
        let read = Builder::new().name("output".to_string()).spawn(move || read_lines(output, &sender));
        let read = read
            .and_then(|_| Builder::new().name("error".to_string()).spawn(move || keep_last(error, &last)));
        let error_read = read.map_err(|error| not_started(error.to_string()))?;
        Ok(Program {
            child,
            input,
            lines,
            error: kept,
            error_read,
            timeout,
            stop,
            deadline,
            answered: 0,
            slowest: Duration::ZERO,
        })
    }

    /// Sends a command and waits for its reply.
    ///
    /// # Errors
    /// [`Fault`]: the program gives no reply.
    pub fn ask(&mut self, command: &str) -> Result<Reply, Fault> {
        let began = Instant::now();
        let sent = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        if sent.is_err() {
            return Err(self.ended(command));
        }
        let reply = self.reply(command, began)?;
        self.slowest = self.slowest.max(began.elapsed());
        self.answered += 1;
        Ok(reply)
    }

    /// Sends a command that has to succeed, and returns its reply.
    ///
    /// # Errors
    /// [`Fault::Refuses`] if it does not.
    pub fn demand(&mut self, command: &str) -> Result<String, Fault> {
        self.ask(command)?.map_err(|reply| Fault::Refuses { command: command.to_string(), reply })
    }

    fn reply(&mut self, command: &str, began: Instant) -> Result<Reply, Fault> {
        let expected = "a reply that begins with = or ?";
        let garbage = |line: String| Fault::Garbage { command: command.to_string(), line, expected };
        let mut text: Option<(bool, String)> = None;
        let mut bytes = 0;
        loop {
            let line = match self.line(command, began)? {
                Line::Text(line) => line,
                Line::TooLong => return Err(garbage(format!("a line of more than {MAX_LINE_BYTES} bytes"))),
            };
            bytes += line.len();
            if bytes > MAX_REPLY_BYTES {
                return Err(garbage(format!("a reply of more than {MAX_REPLY_BYTES} bytes")));
            }
            let line = String::from_utf8_lossy(&line);
            let line = line.trim_end();
            match (&mut text, line.is_empty()) {
                (None, true) => {}
                (None, false) if line.starts_with('#') => {}
                (None, false) => {
                    let good = line.starts_with('=');
                    if !good && !line.starts_with('?') {
                        return Err(garbage(shortened(line)));
                    }
                    text = Some((good, line[1..].trim().to_string()));
                }
                (Some(_), true) => break,
                (Some((_, text)), false) => {
                    text.push('\n');
                    text.push_str(line);
                }
            }
        }
        let Some((good, text)) = text else { unreachable!("the loop ends after a first line") };
        Ok(if good { Ok(text) } else { Err(text) })
    }

    /// The next line, or what has happened in its place.
    fn line(&mut self, command: &str, began: Instant) -> Result<Line, Fault> {
        loop {
            if self.stop.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Err(Fault::Stopped);
            }
            let left = self.timeout.saturating_sub(began.elapsed());
            if left.is_zero() {
                return Err(Fault::Hangs { command: command.to_string(), waited: self.timeout });
            }
            match self.lines.recv_timeout(left.min(SLICE)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(command)),
            }
        }
    }

    /// The fault of a program whose output has ended.
    fn ended(&mut self, command: &str) -> Fault {
        let status = self.wait(QUIT_TIME).map(|status| status.to_string());
        let began = Instant::now();
        while !self.error_read.is_finished() && began.elapsed() < QUIT_TIME {
            thread::sleep(Duration::from_millis(5));
        }
        let kept = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        let said = String::from_utf8_lossy(&kept);
        let said = said.lines().rev().map(str::trim).find(|line| !line.is_empty()).map(shortened);
        Fault::Ends { command: command.to_string(), status, said }
    }

    /// Waits for the end of the program.
    fn wait(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let began = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if began.elapsed() < time => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }
}

impl Drop for Program {
    /// Asks the program to end, and ends it if it does not.
    fn drop(&mut self) {
        let asked = writeln!(self.input, "quit").and_then(|()| self.input.flush());
        if asked.is_err() || self.wait(QUIT_TIME).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// The first letters of a line.
fn shortened(line: &str) -> String {
    const MAX: usize = 120;
    let shown: String = line.chars().take(MAX).collect();
    if shown.len() < line.len() { shown + "…" } else { shown }
}

/// Sends the lines of an output, until it ends or nobody wants them.
fn read_lines(output: impl Read, lines: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let read = output.by_ref().take(MAX_LINE_BYTES as u64 + 1).read_until(b'\n', &mut line);
        if !matches!(read, Ok(1..)) {
            return;
        }
        // Nothing is read after a line that is too long, which may have no end.
        let too_long = line.len() > MAX_LINE_BYTES && line.last() != Some(&b'\n');
        if lines.send(if too_long { Line::TooLong } else { Line::Text(line) }).is_err() || too_long {
            return;
        }
    }
}

/// Reads standard error to its end, and keeps the last of it.
fn keep_last(mut error: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut bytes = [0; MAX_ERROR_BYTES];
    loop {
        let read = match error.read(&mut bytes) {
            Ok(0) => return,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&bytes[..read]);
        let more = kept.len().saturating_sub(MAX_ERROR_BYTES);
        kept.drain(..more);
    }
}
