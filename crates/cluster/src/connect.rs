//! The processes of a run: where each listens, how they are connected, and what happens when one is
//! lost.

use std::any::Any;
use std::cell::RefCell;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::ops::DerefMut;
use std::process;
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::bytes_slab::BytesRefill;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};

use super::frames::{MAX_MESSAGE_BYTES, read_length, write_frame};
use superko_solve::{Budget, Stopped};
use superko_store::sums::digest;

// --- Where each process listens, and whom a process trusts ---

/// Maximum number of processes of a run.
const MAX_PROCESSES: usize = 1024;

/// Addresses of the processes of a run, and the number of this one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosts {
    /// `HOST:PORT` of each process, in order.
    pub names: Vec<String>,
    /// Address of each process.
    pub addresses: Vec<SocketAddr>,
    /// Number of this process, from 0.
    pub process: usize,
}

impl Hosts {
    /// Reads a file with one `HOST:PORT` a line, in the order of the processes. Empty lines and
    /// text after a `#` are skipped. Error: a line that is no address, a process that is not in the
    /// file, or an address that is no loopback address though the network is not `trusted`.
    pub fn read(text: &str, process: usize, trusted: bool) -> Result<Hosts, String> {
        let (mut names, mut addresses) = (Vec::new(), Vec::new());
        for (line, text) in text.lines().enumerate() {
            let name = text.split('#').next().unwrap_or_default().trim();
            if name.is_empty() {
                continue;
            }
            let line = line + 1;
            let found = name.to_socket_addrs().ok().and_then(|mut found| found.next());
            let Some(address) = found.filter(|address| address.port() != 0) else {
                return Err(format!(
                    "line {line} {name:?} is no address, expected HOST:PORT, such as 127.0.0.1:4000"
                ));
            };
            if addresses.contains(&address) {
                return Err(format!(
                    "line {line} {name:?} is an address of another line, expected one for each process"
                ));
            }
            if !trusted && !address.ip().is_loopback() {
                return Err(format!(
                    "line {line} {name:?} is no loopback address: whoever reaches it can change the result; expected \
                     --trust-network if the network is yours alone"
                ));
            }
            names.push(name.to_string());
            addresses.push(address);
        }
        if !(1..=MAX_PROCESSES).contains(&names.len()) {
            return Err(format!("has {} processes, expected 1 to {MAX_PROCESSES}", names.len()));
        }
        if process >= names.len() {
            let last = names.len() - 1;
            return Err(format!("has no process {process}, expected --process 0 to {last}"));
        }
        Ok(Hosts { names, addresses, process })
    }
}

// --- The connections between processes, each of which says first what it is there for ---
//
// The connections between processes, each of which says first what it is there for.
//
// Process i listens at its own address for those after it, and connects to those before it, again
// and again until they are there. Both ends send a greeting of a fixed length. An end with another
// greeting is not spoken with: it is no process of this program, or of other work, or of another
// number of processes or threads. A connection that does not greet within [`HANDSHAKE_TIMEOUT`] is
// dropped, so that somebody who has the wrong port does not stop the run.
//
// A process that is connected with all others tells process 0 with one byte, and begins when
// process 0 answers with one, which it does when all have done so. So either all begin, or each
// learns that one has gone before, and none waits for it.

const MAGIC: &[u8; 8] = b"superko3";

/// Length of a greeting: magic bytes, sum of the work, number of threads, number of the process.
const HANDSHAKE_BYTES: usize = 8 + 32 + 8 + 8;

/// Time after which a connection without a greeting is dropped.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(5);

/// Time between two attempts to connect.
const RETRY_INTERVAL: Duration = Duration::from_millis(50);

/// Byte that a process sends to process 0 when it is connected with all, and receives when all are.
const READY: u8 = b'+';

/// Reason why the processes are not connected.
#[derive(Debug)]
pub enum ConnectError {
    /// Error, and what was expected.
    Refused(String),
    /// This process has gone before all were connected.
    Gone(usize),
    Interrupted,
}

/// Greeting of a process: its work and its threads.
#[derive(Debug, Clone, Copy)]
pub struct Handshake {
    /// Sum of all that the processes have to agree on.
    pub work: [u8; 32],
    /// Number of workers of each process.
    pub threads: usize,
}

impl Handshake {
    /// Greeting for work described by lines, this version of the program and a file of hosts.
    pub fn of(lines: &[(&'static str, String)], more: &str, hosts: &Hosts, threads: usize) -> Handshake {
        let lines: String = lines.iter().map(|(name, what)| format!("{name}: {what}\n")).collect();
        let all = format!("{lines}{:?} {more} {}", hosts.names, env!("CARGO_PKG_VERSION"));
        Handshake { work: digest(all), threads }
    }

    fn bytes(&self, process: usize) -> [u8; HANDSHAKE_BYTES] {
        let mut bytes = [0; HANDSHAKE_BYTES];
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..40].copy_from_slice(&self.work);
        bytes[40..48].copy_from_slice(&(self.threads as u64).to_le_bytes());
        bytes[48..].copy_from_slice(&(process as u64).to_le_bytes());
        bytes
    }

    /// Number of the process at the other end, or the error in its greeting; `None` if it is no
    /// greeting.
    fn process(&self, bytes: &[u8; HANDSHAKE_BYTES]) -> Option<Result<usize, &'static str>> {
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

    /// Exchanges greetings with the other end.
    fn exchange(&self, stream: &mut TcpStream, process: usize) -> io::Result<[u8; HANDSHAKE_BYTES]> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(HANDSHAKE_TIMEOUT))?;
        stream.write_all(&self.bytes(process))?;
        let mut bytes = [0; HANDSHAKE_BYTES];
        stream.read_exact(&mut bytes)?;
        stream.set_read_timeout(None)?;
        Ok(bytes)
    }
}

/// Connects this process with all others: one stream each, `None` for itself. `waiting` is called
/// repeatedly with the number of missing processes; it says whether to go on.
pub fn connect(
    hosts: &Hosts,
    handshake: &Handshake,
    mut waiting: impl FnMut(usize) -> bool,
) -> Result<Vec<Option<TcpStream>>, ConnectError> {
    let (own, names) = (hosts.process, &hosts.names);
    let refused = |why: String| ConnectError::Refused(why);
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
            start_barrier(own, &streams, waiting)?;
            return Ok(streams);
        }
        if !waiting(missing) {
            return Err(ConnectError::Interrupted);
        }
        check_all_alive(&streams)?;
        let mut quiet = true;
        for process in (0..own).filter(|process| streams[*process].is_none()).collect::<Vec<_>>() {
            let Ok(mut stream) = TcpStream::connect_timeout(&hosts.addresses[process], HANDSHAKE_TIMEOUT)
            else {
                continue;
            };
            let Ok(bytes) = handshake.exchange(&mut stream, own) else { continue };
            let name = &names[process];
            match handshake.process(&bytes) {
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
            // A connection that does not greet as one of the missing processes is dropped; the
            // greeting that it gets says why.
            Ok((mut stream, _)) => {
                let bytes = handshake.exchange(&mut stream, own);
                if let Some(Ok(process)) = bytes.ok().and_then(|bytes| handshake.process(&bytes))
                    && (own + 1..names.len()).contains(&process)
                    && streams[process].is_none()
                {
                    (streams[process], quiet) = (Some(stream), false);
                }
            }
            // Who has gone before it was accepted may come again.
            Err(error) if nothing_came(&error) || error.kind() == ErrorKind::ConnectionAborted => {}
            Err(error) => return Err(refused(format!("process {own} cannot listen at {address}: {error}"))),
        }
        if quiet {
            sleep(RETRY_INTERVAL);
        }
    }
}

/// Whether an error says that nothing came in time, or before this process was stopped: Linux
/// interrupts a read with a timeout when a stopped process is continued, signal(7).
fn nothing_came(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// Checks that no connection so far is closed at its other end.
fn check_all_alive(streams: &[Option<TcpStream>]) -> Result<(), ConnectError> {
    let is_alive = |stream: &TcpStream| {
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
        .position(|stream| stream.as_ref().is_some_and(|end| !is_alive(end).is_ok_and(|here| here)));
    gone.map_or(Ok(()), |process| Err(ConnectError::Gone(process)))
}

/// Barrier at which all processes wait until all are connected.
fn start_barrier(
    own: usize,
    streams: &[Option<TcpStream>],
    mut waiting: impl FnMut(usize) -> bool,
) -> Result<(), ConnectError> {
    let processes = streams.len();
    let others = if own == 0 { 1..processes } else { 0..1 };
    let tell = || {
        others.clone().try_for_each(|process| {
            let told = connection(streams, process).write_all(&[READY]);
            told.map_err(|_| ConnectError::Gone(process))
        })
    };
    if own != 0 {
        tell()?;
    }
    for process in others.clone() {
        let gone = |_| ConnectError::Gone(process);
        connection(streams, process).set_read_timeout(Some(RETRY_INTERVAL)).map_err(gone)?;
        let mut byte = [0];
        loop {
            match connection(streams, process).read(&mut byte) {
                Ok(1) if byte == [READY] => break,
                Err(error) if nothing_came(&error) => {}
                _ => return Err(ConnectError::Gone(process)),
            }
            if !waiting(processes - process) {
                return Err(ConnectError::Interrupted);
            }
            // Processes that process 0 has let begin may have ended.
            if own == 0 {
                check_all_alive(streams)?;
            }
        }
        connection(streams, process).set_read_timeout(None).map_err(gone)?;
    }
    if own == 0 { tell() } else { Ok(()) }
}

fn connection(streams: &[Option<TcpStream>], process: usize) -> &TcpStream {
    streams[process].as_ref().expect("it is connected with all others")
}

/// Reason why work ended without a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClusterError {
    /// A limit or an interruption, of this process or another one.
    Stopped(Stopped),
    /// What this process could not read or write, and what was expected.
    Failed(String),
    /// This worker, of another process, could not read or write its part of a checkpoint.
    Elsewhere(usize),
}

// --- Workers of timely dataflow on these connections ---
//
// The processes of a run as timely dataflow has them: connected, with messages of limited size, and
// with one line when one is lost.

/// Exit status of a process when another one was lost.
const LOST_PROCESS_STATUS: i32 = 3;

/// Builders of workers of timely dataflow, and a guard to keep as long as they run.
pub type Allocators = (Vec<AllocatorBuilder>, Box<dyn Any + Send>);

/// Connects to all other processes, and makes builders of `workers` workers that use the
/// connections.
pub fn allocators(
    hosts: &Hosts,
    handshake: &Handshake,
    workers: usize,
    budget: &Budget,
) -> Result<Allocators, ClusterError> {
    let streams = connect_all(hosts, handshake, budget)?.into_iter().enumerate();
    let framed = streams.map(|(process, stream)| {
        let name = Arc::from(hosts.names[process].as_str());
        Some(Framed { stream: stream?, process, name, unread: 0, ended: false })
    });
    let sockets = framed.collect();
    let refill = BytesRefill { logic: Arc::new(limited), limit: None };
    let local = ProcessBuilder::new_typed_vector(workers, refill.clone(), None);
    let hooks = Hooks { refill, ..Hooks::default() };
    let (builders, guard) = initialize_networking_from_sockets(local, sockets, hosts.process, workers, hooks)
        .map_err(|error| ClusterError::Failed(format!("the processes cannot be connected: {error}")))?;
    Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard)))
}

/// Connects to all other processes, and asks the budget while it waits.
pub fn connect_all(
    hosts: &Hosts,
    handshake: &Handshake,
    budget: &Budget,
) -> Result<Vec<Option<TcpStream>>, ClusterError> {
    let waiting = |missing: usize| {
        budget.ask(format!("waiting for {missing} of {} processes", hosts.names.len()));
        budget.charge(0).is_ok()
    };
    connect(hosts, handshake, waiting).map_err(|error| match error {
        ConnectError::Refused(why) => ClusterError::Failed(format!("--hosts: {why}")),
        ConnectError::Gone(process) => leave(process, &hosts.names[process], "before all were connected"),
        ConnectError::Interrupted => {
            ClusterError::Stopped(budget.charge(0).err().unwrap_or(Stopped::Interrupted))
        }
    })
}

thread_local! {
    /// The process from which this thread reads, as messages name it. Timely dataflow has a thread
    /// for each connection.
    static SENDER: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Buffer for a message of at most [`MAX_MESSAGE_BYTES`]. No process of this program sends a longer
/// one, and the workers cannot go on without it.
fn limited(bytes: usize) -> Box<dyn DerefMut<Target = [u8]> + Send> {
    if bytes > MAX_MESSAGE_BYTES {
        let sender = SENDER.take().unwrap_or_else(|| "this process".into());
        let expected = format!("expected at most {MAX_MESSAGE_BYTES}");
        let _ = writeln!(io::stderr(), "solve: {sender} has sent a message of {bytes} bytes, {expected}");
        process::exit(LOST_PROCESS_STATUS);
    }
    Box::new(vec![0; bytes])
}

/// Maximum size of a frame.
const MAX_FRAME_BYTES: usize = 1 << 20;

/// Connection with another process, in frames, for timely dataflow.
///
/// An empty frame is the orderly end. Where the connection ends without one, or fails, the other process is lost and this one ends
/// with one line. Timely dataflow never learns of it: it would panic in a thread of its own, and
/// its workers would wait for ever.
struct Framed {
    stream: TcpStream,
    process: usize,
    name: Arc<str>,
    /// Bytes of the current frame that are still to be read.
    unread: usize,
    ended: bool,
}

impl Framed {
    fn read_part(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.unread == 0 && !self.ended {
            self.unread = read_length(&mut self.stream)?;
            self.ended = self.unread == 0;
        }
        let most = buffer.len().min(self.unread);
        if most == 0 {
            return Ok(0);
        }
        let read = self.stream.read(&mut buffer[..most])?;
        self.unread -= read;
        if read == 0 { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(read) }
    }

    fn or_leave<T>(&self, done: io::Result<T>) -> T {
        done.unwrap_or_else(|error| leave(self.process, &self.name, &lost_in_words(&error)))
    }
}

impl Read for Framed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        SENDER.with_borrow_mut(|sender| {
            sender.get_or_insert_with(|| format!("process {} at {}", self.process, self.name));
        });
        loop {
            match self.read_part(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => return Ok(self.or_leave(read)),
            }
        }
    }
}

impl Write for Framed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let bytes = &bytes[..bytes.len().min(MAX_FRAME_BYTES)];
        // An empty frame would be the end.
        if !bytes.is_empty() {
            // In one piece, as the connection does not wait for more.
            let mut frame = Vec::with_capacity(4 + bytes.len());
            let written = write_frame(&mut frame, bytes).and_then(|()| (&self.stream).write_all(&frame));
            self.or_leave(written);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Framed {
    fn try_clone(&self) -> io::Result<Framed> {
        let (stream, name) = (self.stream.try_clone()?, Arc::clone(&self.name));
        Ok(Framed { stream, process: self.process, name, unread: 0, ended: false })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        self.or_leave(write_frame(&mut &self.stream, &[]).and_then(|()| self.stream.shutdown(how)));
        Ok(())
    }
}

/// Reason why a connection was lost.
pub fn lost_in_words(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::UnexpectedEof => "its connection is closed".to_string(),
        _ => error.to_string(),
    }
}

/// Held by the thread that ends this process: of several that lose their connections, the first one
/// speaks for all.
static LEAVING: Mutex<()> = Mutex::new(());

/// Ends this process with one line, as another one was lost.
pub fn leave(lost: usize, name: &str, why: &str) -> ! {
    let _speaks = LEAVING.lock();
    let _ = writeln!(
        io::stderr(),
        "solve: process {lost} at {name} has gone ({why}); expected all to stay: start all of them again, with --resume if \
         there is a --checkpoint"
    );
    process::exit(LOST_PROCESS_STATUS);
}

#[cfg(test)]
mod hosts_tests {
    use super::*;

    #[test]
    fn a_file_of_hosts_is_read_or_refused_in_one_line() {
        let text = "# two\n127.0.0.1:4000\n\n 127.0.0.1:4001 # the other\n";
        let hosts = Hosts::read(text, 1, false).unwrap();
        assert_eq!((hosts.names.len(), hosts.process), (2, 1));
        for (text, process, expected) in [
            ("", 0, "has 0 processes"),
            ("127.0.0.1:4000", 1, "has no process 1, expected --process 0 to 0"),
            ("127.0.0.1", 0, "line 1 \"127.0.0.1\" is no address"),
            ("127.0.0.1:0", 0, "is no address"),
            ("127.0.0.1:99999", 0, "is no address"),
            ("127.0.0.1:4000\n127.0.0.1:4000", 0, "line 2"),
            ("192.0.2.1:4000", 0, "expected --trust-network"),
        ] {
            let error = Hosts::read(text, process, false).unwrap_err();
            assert!(error.contains(expected) && !error.contains('\n'), "{error}");
        }
        assert!(Hosts::read("192.0.2.1:4000\n192.0.2.2:4000", 0, true).is_ok());
    }
}

#[cfg(test)]
mod greeting_tests {
    use super::*;
    use std::{iter, thread};

    fn hosts(processes: usize) -> Vec<Hosts> {
        let listeners: Vec<TcpListener> =
            (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let text: String =
            listeners.iter().map(|listener| format!("{}\n", listener.local_addr().unwrap())).collect();
        (0..processes).map(|process| Hosts::read(&text, process, false).unwrap()).collect()
    }

    #[test]
    fn who_waits_for_others_learns_that_one_has_gone() {
        let handshake = Handshake { work: [7; 32], threads: 1 };
        for comes in [false, true] {
            let all = hosts(3);
            let waits = all[0].clone();
            let first = thread::spawn(move || connect(&waits, &handshake, |_| true));
            // One that greets as process 2, and goes before process 1 comes, or after process 0 is
            // connected with both.
            let mut others: Vec<TcpStream> = Vec::new();
            for process in [2, 1].into_iter().take(1 + usize::from(comes)) {
                let mut stream = iter::repeat_with(|| TcpStream::connect(all[0].addresses[0]))
                    .find_map(Result::ok)
                    .expect("process 0 listens in the end");
                handshake.exchange(&mut stream, process).unwrap();
                others.push(stream);
            }
            drop(others.remove(0));
            let Err(ConnectError::Gone(gone)) = first.join().unwrap() else { panic!("process 2 has gone") };
            assert_eq!(gone, 2);
        }
    }

    #[test]
    fn all_begin_when_all_are_connected() {
        let handshake = Handshake { work: [7; 32], threads: 1 };
        let all = hosts(4).into_iter().rev();
        let connected = all.map(|own| thread::spawn(move || connect(&own, &handshake, |_| true)));
        for (own, streams) in [3, 2, 1, 0].into_iter().zip(connected.collect::<Vec<_>>()) {
            let streams = streams.join().unwrap().unwrap();
            assert!(streams.iter().enumerate().all(|(process, stream)| stream.is_none() == (process == own)));
        }
    }
    #[test]
    fn a_connection_in_frames_is_read_as_it_was_written_up_to_its_orderly_end() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let [mut from, mut to] = [listener.accept().unwrap().0, stream].map(|stream| Framed {
            stream,
            process: 1,
            name: "there".into(),
            unread: 0,
            ended: false,
        });
        let written: Vec<u8> = (0..3 * MAX_FRAME_BYTES + 5).map(|number| number as u8).collect();
        let expected = written.clone();
        let writes = thread::spawn(move || {
            to.write_all(&written).unwrap();
            to.flush().unwrap();
            Stream::shutdown(&to, Shutdown::Write).unwrap();
        });
        let mut read = Vec::new();
        from.read_to_end(&mut read).unwrap();
        assert!(read == expected);
        assert_eq!(from.read(&mut [0]).unwrap(), 0);
        writes.join().unwrap();
    }
}
