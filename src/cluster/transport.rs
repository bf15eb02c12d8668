//! Letters between processes, by timely dataflow.
//!
//! Each process has one worker of timely dataflow, on a thread of its own, which does nothing but send and receive. There are
//! no rounds: a letter is sent when it is given and received when it comes, those of one process to another in their order. A
//! process that has gone is known to have gone, and the others go on.

use std::io::{self, Write};
use std::mem;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::Input;
use timely::dataflow::operators::generic::operator::Operator;
use timely::execute::execute_from;
use timely::worker::Worker;

use super::connect::{ClusterError, Handshake, Hosts, allocators, leave, when_one_is_lost};
use crate::solve::Budget;

/// How long the worker waits for letters of others before it looks for own ones.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// The bytes of letters that are passed on together.
const BATCH_BYTES: usize = 1 << 20;

/// How long process 0 waits for the others when it has nothing more to say.
const LINGER_TIMEOUT: Duration = Duration::from_secs(2);

/// What the processes and the threads that serve connections know of each other.
struct Peers {
    gone: Vec<AtomicBool>,
    /// Whether this process is about to end, so that it matters to it no more who has gone.
    ends: AtomicBool,
}

/// The post office of a process.
pub struct Transport {
    own: usize,
    out: Option<Sender<(usize, Vec<u8>)>>,
    inbox: Mutex<Receiver<(usize, Vec<u8>)>>,
    peers: Arc<Peers>,
    sent: AtomicU64,
    received: AtomicU64,
    /// Says that the worker has come to its end.
    over: Mutex<Receiver<()>>,
}

type Sent = (u64, u64, Vec<u8>);

impl Transport {
    /// Connects this process with all others on the same work, each of which has as many threads for it. When process 0 has
    /// gone, the others end with one line; when another one has gone, process 0 says so and goes on.
    pub fn connect(
        hosts: &Hosts,
        work: &[(&'static str, String)],
        threads: usize,
        budget: &Budget,
    ) -> Result<Transport, ClusterError> {
        let handshake = Handshake::of(work, "", hosts, threads);
        let gone = hosts.names.iter().map(|_| AtomicBool::new(false)).collect();
        let peers = Arc::new(Peers { gone, ends: AtomicBool::new(false) });
        let (own, names, all) = (hosts.process, hosts.names.clone(), Arc::clone(&peers));
        when_one_is_lost(names.len(), move |lost, why| {
            all.gone[lost].store(true, SeqCst);
            match (own, lost) {
                _ if all.ends.load(SeqCst) => {}
                (0, _) => {
                    let name = &names[lost];
                    let _ = writeln!(
                        io::stderr(),
                        "solve: process {lost} at {name} has gone ({why}); the others do its work"
                    );
                }
                (_, 0) => leave(lost, &names[0], why),
                _ => {}
            }
        });
        let (builders, guard) = allocators(hosts, &handshake, 1, budget)?;
        let ((out, to_send), (received, inbox), (end, over)) = (channel(), channel(), channel());
        // The work of a worker is a function that any thread could call, and there is one alone.
        let ends = Mutex::new(Some((to_send, received, end)));
        let all = Arc::clone(&peers);
        let work = move |worker: &mut Worker| {
            let ends = ends.lock().unwrap_or_else(PoisonError::into_inner).take();
            let (to_send, received, end) = ends.expect("there is one worker");
            serve(worker, &to_send, received, &all);
            let _ = end.send(());
        };
        let workers = execute_from(builders, guard, timely::WorkerConfig::default(), work)
            .map_err(ClusterError::Failed)?;
        // Threads that serve lost connections never end, so nobody waits for them.
        mem::forget(workers);
        let (inbox, over, (sent, received)) = (Mutex::new(inbox), Mutex::new(over), Default::default());
        Ok(Transport { own, out: Some(out), inbox, peers, sent, received, over })
    }

    /// The number of this process.
    pub fn own(&self) -> usize {
        self.own
    }

    /// The number of processes.
    pub fn processes(&self) -> usize {
        self.peers.gone.len()
    }

    /// The bytes of the letters that were sent, and of those that were received.
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

    /// Sends a letter. One to a process that has gone is lost.
    pub fn send(&self, to: usize, message: Vec<u8>) {
        if let Some(out) = self.out.as_ref().filter(|_| !self.has_gone(to)) {
            self.sent.fetch_add(message.len() as u64, Relaxed);
            let _ = out.send((to, message));
        }
    }

    /// The next letter, with the number of the process that has sent it, if one comes within a moment.
    pub fn receive(&self, moment: Duration) -> Option<(usize, Vec<u8>)> {
        let inbox = self.inbox.lock().unwrap_or_else(PoisonError::into_inner);
        let (from, message) = inbox.recv_timeout(moment).ok()?;
        self.received.fetch_add(message.len() as u64, Relaxed);
        Some((from, message))
    }
}

impl Drop for Transport {
    /// Sends what is still to be sent. Process 0 waits until the others have ended too, or for some seconds.
    fn drop(&mut self) {
        self.end();
        self.out = None;
        let over = self.over.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = over.recv_timeout(2 * LINGER_TIMEOUT);
    }
}

/// Sends and receives until there is nothing more to send.
fn serve(
    worker: &mut Worker,
    to_send: &Receiver<(usize, Vec<u8>)>,
    received: Sender<(usize, Vec<u8>)>,
    peers: &Peers,
) {
    let own = worker.index() as u64;
    let mut input = InputHandle::<u64, CapacityContainerBuilder<Vec<Sent>>>::new();
    worker.dataflow(|scope| {
        let _ = scope.input_from(&mut input).unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
            Exchange::new(|(to, ..): &Sent| *to),
            "post",
            |_, _| {
                move |input, _| {
                    input.for_each_time(|_, data| {
                        for messages in data {
                            for (_, from, bytes) in messages.drain(..) {
                                // Nobody reads what comes after the end.
                                let _ = received.send((from as usize, bytes));
                            }
                        }
                    });
                }
            },
        );
    });
    let mut unsent = 0;
    loop {
        let idle = match to_send.try_recv() {
            Ok((to, bytes)) => {
                unsent += bytes.len();
                input.send((to as u64, own, bytes));
                false
            }
            Err(TryRecvError::Empty) => true,
            Err(TryRecvError::Disconnected) => break,
        };
        if unsent > 0 && (idle || unsent >= BATCH_BYTES) {
            // Only with a new time does the exchange pass on what it has not enough of for a whole batch.
            let next = *input.time() + 1;
            input.advance_to(next);
            unsent = 0;
            worker.step();
        }
        if idle {
            worker.step_or_park(Some(POLL_INTERVAL));
        }
    }
    if own != 0 {
        return;
    }
    input.close();
    // The last letters have come when those have gone to whom they were sent.
    let began = Instant::now();
    let somebody_is_here = || peers.gone[1..].iter().any(|gone| !gone.load(SeqCst));
    while somebody_is_here() && began.elapsed() < LINGER_TIMEOUT {
        worker.step_or_park(Some(POLL_INTERVAL));
    }
}
