//! Messages between processes, as frames over TCP.
//!
//! A message is sent when it is given and received when it comes, those of one process to another
//! in their order. Two threads serve each connection, one for each direction. A process whose
//! connection has ended is known to have gone, and the others go on.
//!
//! A message is one frame; a connection that ends without the last frame is lost.

use std::io::{self, BufReader, BufWriter, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Relaxed, SeqCst},
};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::connect::{ClusterError, Handshake, Hosts, connect_all, leave, lost_in_words};
use super::frames::{FIRST_BYTES, read_frame, write_frame};
use superko_solve::Budget;

/// How long process 0 waits for the others when it has nothing more to say; they wait twice as long
/// for it.
const LINGER_TIMEOUT: Duration = Duration::from_secs(2);

/// The state of the other processes, as all threads of this one see it.
struct Peers {
    own: usize,
    names: Vec<String>,
    gone: Vec<AtomicBool>,
    /// Whether this process is about to end, so that it matters to it no more who has gone.
    ends: AtomicBool,
}

impl Peers {
    /// Notes that a process has gone, and says so unless that was expected. Without process 0 this
    /// one ends.
    fn lose(&self, lost: usize, why: &str, orderly: bool) {
        // Two threads serve a connection, and the first one speaks for both.
        if self.gone[lost].swap(true, SeqCst) || self.ends.load(SeqCst) {
            return;
        }
        let name = &self.names[lost];
        if self.own == 0 {
            let _ = writeln!(
                io::stderr(),
                "solve: process {lost} at {name} has gone ({why}); the others do its work"
            );
        } else if lost == 0 && !orderly {
            leave(lost, name, why);
        }
    }
}

/// The connections of a process to all others on the same work.
pub struct Transport {
    peers: Arc<Peers>,
    out: Vec<Option<Sender<Vec<u8>>>>,
    inbox: Mutex<Receiver<(usize, Vec<u8>)>>,
    sent: AtomicU64,
    received: AtomicU64,
    /// Disconnected when all threads have ended that this process waits for.
    threads: Mutex<Receiver<()>>,
}

impl Transport {
    /// Connects this process with all others on the same work, each of which has as many threads
    /// for it. When process 0 has gone, the others end with one line; when another one has gone,
    /// process 0 says so and goes on.
    ///
    /// # Errors
    /// [`ClusterError`].
    pub fn connect(
        hosts: &Hosts,
        work: &[(&'static str, String)],
        threads: usize,
        budget: &Budget,
    ) -> Result<Transport, ClusterError> {
        let streams = connect_all(hosts, &Handshake::of(work, "", hosts, threads), budget)?;
        Transport::of(hosts, streams)
            .map_err(|error| ClusterError::Failed(format!("the processes cannot be connected: {error}")))
    }

    fn of(hosts: &Hosts, streams: Vec<Option<TcpStream>>) -> io::Result<Transport> {
        let gone = hosts.names.iter().map(|_| AtomicBool::new(false)).collect();
        let (own, names) = (hosts.process, hosts.names.clone());
        let peers = Arc::new(Peers { own, names, gone, ends: AtomicBool::new(false) });
        let ((to_inbox, inbox), (alive, threads)) = (channel(), channel());
        let mut out = Vec::new();
        for (process, stream) in streams.into_iter().enumerate() {
            let Some(stream) = stream else {
                out.push(None);
                continue;
            };
            let (sender, messages) = channel::<Vec<u8>>();
            let (writes, known, awaited) = (stream.try_clone()?, Arc::clone(&peers), alive.clone());
            thread::Builder::new().name(format!("send-{process}")).spawn(move || {
                if let Err(error) = send_all(writes, &messages) {
                    known.lose(process, &lost_in_words(&error), false);
                }
                drop(awaited);
            })?;
            // Process 0 waits until the others have ended too.
            let (known, to_inbox, awaited) =
                (Arc::clone(&peers), to_inbox.clone(), (own == 0).then(|| alive.clone()));
            thread::Builder::new().name(format!("receive-{process}")).spawn(move || {
                let mut from = BufReader::new(stream);
                loop {
                    match read_frame(&mut from) {
                        // Nobody reads what comes after the end.
                        Ok(Some(message)) => _ = to_inbox.send((process, message)),
                        Ok(None) => break known.lose(process, "it has ended", true),
                        Err(error) => break known.lose(process, &lost_in_words(&error), false),
                    }
                }
                drop(awaited);
            })?;
            out.push(Some(sender));
        }
        let (inbox, threads) = (Mutex::new(inbox), Mutex::new(threads));
        Ok(Transport {
            peers,
            out,
            inbox,
            sent: AtomicU64::default(),
            received: AtomicU64::default(),
            threads,
        })
    }

    /// The number of this process.
    pub fn own(&self) -> usize {
        self.peers.own
    }

    /// The number of processes.
    pub fn processes(&self) -> usize {
        self.out.len()
    }

    /// The bytes of the messages that were sent, and of those that were received.
    pub fn bytes(&self) -> (u64, u64) {
        (self.sent.load(Relaxed), self.received.load(Relaxed))
    }

    /// Says that this process is about to end, so that it matters to it no more who goes.
    pub fn end(&self) {
        self.peers.ends.store(true, SeqCst);
    }

    /// Whether a process has gone.
    pub fn has_gone(&self, process: usize) -> bool {
        self.peers.gone[process].load(SeqCst)
    }

    /// Sends a message. One to a process that has gone is lost.
    pub fn send(&self, to: usize, message: Vec<u8>) {
        if let Some(out) = self.out[to].as_ref().filter(|_| !self.has_gone(to)) {
            self.sent.fetch_add(message.len() as u64, Relaxed);
            let _ = out.send(message);
        }
    }

    /// The next message, with the number of the process that has sent it, if one comes within
    /// `timeout`.
    pub fn receive(&self, timeout: Duration) -> Option<(usize, Vec<u8>)> {
        let inbox = self.inbox.lock().unwrap_or_else(PoisonError::into_inner);
        let (from, message) = inbox.recv_timeout(timeout).ok()?;
        self.received.fetch_add(message.len() as u64, Relaxed);
        Some((from, message))
    }
}

impl Drop for Transport {
    /// Sends what is still to be sent. Process 0 waits until the others have ended too, or for some
    /// seconds.
    fn drop(&mut self) {
        self.end();
        self.out.clear();
        let timeout = if self.peers.own == 0 { LINGER_TIMEOUT } else { 2 * LINGER_TIMEOUT };
        let threads = self.threads.get_mut().unwrap_or_else(PoisonError::into_inner);
        let _ = threads.recv_timeout(timeout);
    }
}

/// Sends messages until there will be no more.
fn send_all(stream: TcpStream, messages: &Receiver<Vec<u8>>) -> io::Result<()> {
    let mut to = BufWriter::with_capacity(FIRST_BYTES, stream);
    loop {
        let message = match messages.try_recv() {
            Err(TryRecvError::Empty) => {
                to.flush()?;
                messages.recv().ok()
            }
            message => message.ok(),
        };
        let Some(message) = message else { break };
        write_frame(&mut to, &message)?;
    }
    write_frame(&mut to, &[])?;
    to.flush()?;
    to.get_ref().shutdown(Shutdown::Write)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::time::Instant;

    /// Process 0 of two, and the other end of its connection.
    fn pair() -> (Transport, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let other = TcpStream::connect(address).unwrap();
        let stream = listener.accept().unwrap().0;
        let hosts =
            Hosts { names: vec!["here".into(), "there".into()], addresses: vec![address; 2], process: 0 };
        (Transport::of(&hosts, vec![None, Some(stream)]).unwrap(), other)
    }

    #[test]
    fn a_process_that_is_killed_has_gone_after_its_last_message() {
        for bytes_of_the_next in [0, 2, 5] {
            let (transport, mut other) = pair();
            transport.send(1, b"job".to_vec());
            assert_eq!(read_frame(&mut other).unwrap().unwrap(), b"job");
            write_frame(&mut other, b"report").unwrap();
            other.write_all(&[9; 5][..bytes_of_the_next]).unwrap();
            drop(other);
            assert_eq!(transport.receive(LINGER_TIMEOUT), Some((1, b"report".to_vec())));
            let began = Instant::now();
            while !transport.has_gone(1) {
                assert!(began.elapsed() < 10 * LINGER_TIMEOUT);
                thread::yield_now();
            }
            // It has no helper to wait for.
            drop(transport);
        }
    }

    #[test]
    fn the_end_is_the_last_that_is_sent() {
        let (transport, mut other) = pair();
        transport.send(1, b"end".to_vec());
        let ended = thread::spawn(move || drop(transport));
        assert_eq!(read_frame(&mut other).unwrap().unwrap(), b"end");
        assert_eq!(read_frame(&mut other).unwrap(), None);
        drop(other);
        ended.join().unwrap();
    }
}
