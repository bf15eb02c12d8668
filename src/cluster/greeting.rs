//! The connections between processes, each of which says first what it is there for.
//!
//! Process i listens at its own address for those after it, and connects to those before it, again and again until they
//! are there. Both ends send a greeting of a fixed length. An end with another greeting is not spoken with: it is no
//! process of this program, or of other work, or of another number of processes or threads. A connection that does not greet within
//! [`PATIENCE`] is dropped, so that somebody who has the wrong port does not stop the run.
//!
//! A process that is connected with all others tells process 0 with one byte, and begins when process 0 answers with one, which it
//! does when all have told it. So either all begin, or each learns that one has gone before, and none waits for it.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::sleep;
use std::time::Duration;

use super::hosts::Hosts;
use crate::sums::digest;

/// The first bytes of a greeting.
const MAGIC: &[u8; 8] = b"superko2";

/// The bytes of a greeting: the first, the sum of the work, the number of threads and that of the process.
const LENGTH: usize = 8 + 32 + 8 + 8;

/// How long a greeting is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long is waited before something is tried again.
const PAUSE: Duration = Duration::from_millis(50);

/// What a process sends to process 0 when it is connected with all, and is sent when all are.
const READY: u8 = b'+';

/// Why there are no connections.
#[derive(Debug)]
pub enum Apart {
    /// What was wrong, and what was expected.
    Refused(String),
    /// This process was connected, and has gone before all were.
    Gone(usize),
    /// The user does not wait any longer.
    Interrupted,
}

impl fmt::Display for Apart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Apart::Refused(why) => f.write_str(why),
            Apart::Gone(process) => write!(f, "process {process} has gone before all were connected"),
            Apart::Interrupted => f.write_str("interrupted"),
        }
    }
}

/// Who this process is, and for which work.
#[derive(Debug, Clone, Copy)]
pub struct Greeting {
    /// The sum of all that the processes have to agree on.
    pub work: [u8; 32],
    /// The workers of each process.
    pub threads: usize,
}

impl Greeting {
    /// That of work which is described by lines, of a version of the program and of a file of hosts.
    pub fn of(lines: &[(&'static str, String)], more: &str, hosts: &Hosts, threads: usize) -> Greeting {
        let lines: String = lines.iter().map(|(name, what)| format!("{name}: {what}\n")).collect();
        let all = format!("{lines}{:?} {more} {}", hosts.names, env!("CARGO_PKG_VERSION"));
        Greeting { work: digest(all), threads }
    }

    fn bytes(&self, process: usize) -> [u8; LENGTH] {
        let mut bytes = [0; LENGTH];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..40].copy_from_slice(&self.work);
        bytes[40..48].copy_from_slice(&(self.threads as u64).to_le_bytes());
        bytes[48..].copy_from_slice(&(process as u64).to_le_bytes());
        bytes
    }

    /// The number of the process at the other end; what is wrong with its greeting, if it is a greeting; or `None`.
    fn process(&self, bytes: &[u8; LENGTH]) -> Option<Result<usize, &'static str>> {
        if bytes[..8] != MAGIC[..] {
            return None;
        }
        if bytes[8..40] != self.work {
            return Some(Err("is at other work, or another version of the program"));
        }
        if bytes[40..48] != (self.threads as u64).to_le_bytes() {
            return Some(Err("has another number of threads"));
        }
        let number = bytes[48..].try_into().expect("eight bytes");
        Some(Ok(u64::from_le_bytes(number) as usize))
    }

    /// Sends a greeting and reads that of the other end.
    fn exchange(&self, stream: &mut TcpStream, process: usize) -> io::Result<[u8; LENGTH]> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(&self.bytes(process))?;
        let mut bytes = [0; LENGTH];
        stream.read_exact(&mut bytes)?;
        stream.set_read_timeout(None)?;
        Ok(bytes)
    }
}

/// Connects this process with all others: one connection each, and `None` at its own place.
///
/// `waiting` is called with the number of processes that are missing, again and again; it says whether to go on.
///
/// # Errors
/// [`Apart`].
pub fn connect(
    hosts: &Hosts,
    greeting: &Greeting,
    mut waiting: impl FnMut(usize) -> bool,
) -> Result<Vec<Option<TcpStream>>, Apart> {
    let (own, names) = (hosts.process, &hosts.names);
    let refused = |why: String| Apart::Refused(why);
    let address = hosts.addresses[own];
    let listener = TcpListener::bind(address).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    let listener = listener.map_err(|error| {
        refused(format!(
            "process {own} cannot listen at {address}: {error}, expected a free port of this machine"
        ))
    })?;
    let mut streams: Vec<Option<TcpStream>> = names.iter().map(|_| None).collect();
    loop {
        let missing = streams.iter().filter(|stream| stream.is_none()).count() - 1;
        if missing == 0 {
            begin_together(own, &streams, waiting)?;
            return Ok(streams);
        }
        if !waiting(missing) {
            return Err(Apart::Interrupted);
        }
        all_are_there(&streams)?;
        let mut quiet = true;
        for process in (0..own).filter(|process| streams[*process].is_none()).collect::<Vec<_>>() {
            let Ok(mut stream) = TcpStream::connect_timeout(&hosts.addresses[process], PATIENCE) else {
                continue;
            };
            let Ok(bytes) = greeting.exchange(&mut stream, own) else { continue };
            let name = &names[process];
            match greeting.process(&bytes) {
                Some(Ok(number)) if number == process => {
                    (streams[process], quiet) = (Some(stream), false);
                }
                Some(Ok(number)) => {
                    let expected = "expected the same file of hosts for all";
                    return Err(refused(format!("{name} says that it is process {number}, {expected}")));
                }
                Some(Err(why)) => {
                    let expected = "expected the same program and command for all";
                    return Err(refused(format!("process {process} at {name} {why}, {expected}")));
                }
                None => {
                    let expected = "expected another solve";
                    return Err(refused(format!(
                        "what listens at {name} is no process of this program, {expected}"
                    )));
                }
            }
        }
        match listener.accept() {
            // Whoever does not greet as one of the processes that are missing is left alone, and told why by the greeting
            // that he gets.
            Ok((mut stream, _)) => {
                let bytes = greeting.exchange(&mut stream, own);
                if let Some(Ok(process)) = bytes.ok().and_then(|bytes| greeting.process(&bytes))
                    && (own + 1..names.len()).contains(&process)
                    && streams[process].is_none()
                {
                    (streams[process], quiet) = (Some(stream), false);
                }
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(refused(format!("process {own} cannot listen at {address}: {error}"))),
        }
        if quiet {
            sleep(PAUSE);
        }
    }
}

/// That no end of the connections so far is closed.
fn all_are_there(streams: &[Option<TcpStream>]) -> Result<(), Apart> {
    let is_there = |stream: &TcpStream| {
        stream.set_nonblocking(true)?;
        let peeked = stream.peek(&mut [0]);
        stream.set_nonblocking(false)?;
        match peeked {
            Err(error) if error.kind() != ErrorKind::WouldBlock => Err(error),
            peeked => Ok(!matches!(peeked, Ok(0))),
        }
    };
    let gone = streams
        .iter()
        .position(|stream| stream.as_ref().is_some_and(|end| !is_there(end).is_ok_and(|here| here)));
    gone.map_or(Ok(()), |process| Err(Apart::Gone(process)))
}

/// Waits until all processes are connected with all others.
fn begin_together(
    own: usize,
    streams: &[Option<TcpStream>],
    mut waiting: impl FnMut(usize) -> bool,
) -> Result<(), Apart> {
    let processes = streams.len();
    let others = if own == 0 { 1..processes } else { 0..1 };
    let tell = || {
        others.clone().try_for_each(|process| {
            let told = end_of(streams, process).write_all(&[READY]);
            told.map_err(|_| Apart::Gone(process))
        })
    };
    if own != 0 {
        tell()?;
    }
    for process in others.clone() {
        let gone = |_| Apart::Gone(process);
        end_of(streams, process).set_read_timeout(Some(PAUSE)).map_err(gone)?;
        let mut byte = [0];
        loop {
            match end_of(streams, process).read(&mut byte) {
                Ok(1) if byte == [READY] => break,
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                _ => return Err(Apart::Gone(process)),
            }
            if !waiting(processes - process) {
                return Err(Apart::Interrupted);
            }
            // Those that process 0 has told to begin may have come to their ends.
            if own == 0 {
                all_are_there(streams)?;
            }
        }
        end_of(streams, process).set_read_timeout(None).map_err(gone)?;
    }
    if own == 0 { tell() } else { Ok(()) }
}

/// The connection with another process.
fn end_of(streams: &[Option<TcpStream>], process: usize) -> &TcpStream {
    streams[process].as_ref().expect("it is connected with all others")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{iter, thread};

    /// Processes at free ports of this machine.
    fn hosts(processes: usize) -> Vec<Hosts> {
        let listeners: Vec<TcpListener> =
            (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let text: String =
            listeners.iter().map(|listener| format!("{}\n", listener.local_addr().unwrap())).collect();
        (0..processes).map(|process| Hosts::read(&text, process, false).unwrap()).collect()
    }

    #[test]
    fn who_waits_for_others_learns_that_one_has_gone() {
        let greeting = Greeting { work: [7; 32], threads: 1 };
        for comes in [false, true] {
            let all = hosts(3);
            let waits = all[0].clone();
            let first = thread::spawn(move || connect(&waits, &greeting, |_| true));
            // One that greets as process 2, and goes before process 1 comes, or after process 0 is connected with both.
            let mut others: Vec<TcpStream> = Vec::new();
            for process in [2, 1].into_iter().take(1 + usize::from(comes)) {
                let mut stream = iter::repeat_with(|| TcpStream::connect(all[0].addresses[0]))
                    .find_map(Result::ok)
                    .expect("process 0 listens in the end");
                greeting.exchange(&mut stream, process).unwrap();
                others.push(stream);
            }
            drop(others.remove(0));
            let Err(Apart::Gone(gone)) = first.join().unwrap() else { panic!("process 2 has gone") };
            assert_eq!(gone, 2);
        }
    }

    #[test]
    fn all_begin_when_all_are_connected() {
        let greeting = Greeting { work: [7; 32], threads: 1 };
        let all = hosts(4).into_iter().rev();
        let connected = all.map(|own| thread::spawn(move || connect(&own, &greeting, |_| true)));
        for (own, streams) in [3, 2, 1, 0].into_iter().zip(connected.collect::<Vec<_>>()) {
            let streams = streams.join().unwrap().unwrap();
            assert!(streams.iter().enumerate().all(|(process, stream)| stream.is_none() == (process == own)));
        }
    }
}
