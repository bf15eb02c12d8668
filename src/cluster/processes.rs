//! The processes of a run as timely dataflow has them: connected, with messages of no more than some bytes, and with one line when
//! one has gone.

use std::any::Any;
use std::io::{self, Write};
use std::net::TcpStream;
use std::ops::DerefMut;
use std::panic;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::bytes_slab::BytesRefill;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};

use super::greeting::{Apart, Greeting, connect};
use super::hosts::Hosts;
use super::work::Ended;
use crate::solve::{Budget, Stopped};

/// The most bytes of one message between processes. Those of this program are far smaller.
const MOST_BYTES: usize = 1 << 28;

/// The exit status of a process that another one has left alone.
const LEFT_ALONE: i32 = 3;

/// What timely dataflow makes workers from, and what they need to be kept as long as they run.
pub type Allocators = (Vec<AllocatorBuilder>, Box<dyn Any + Send>);

/// Connections to all other processes, and workers that use them, so many in each process.
///
/// # Errors
/// [`Ended`].
pub fn allocators(
    hosts: &Hosts,
    greeting: &Greeting,
    workers: usize,
    budget: &Budget,
) -> Result<Allocators, Ended> {
    let sockets = together(hosts, greeting, budget)?;
    let refill = BytesRefill { logic: Arc::new(limited), limit: None };
    let local = ProcessBuilder::new_typed_vector(workers, refill.clone(), None);
    let hooks = Hooks { refill, ..Hooks::default() };
    let (builders, guard) = initialize_networking_from_sockets(local, sockets, hosts.process, workers, hooks)
        .map_err(|error| Ended::Failed(format!("the processes cannot be connected: {error}")))?;
    Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard)))
}

/// Connections to all other processes.
fn together(hosts: &Hosts, greeting: &Greeting, budget: &Budget) -> Result<Vec<Option<TcpStream>>, Ended> {
    let waiting = |missing: usize| {
        budget.ask(format!("waiting for {missing} of {} processes", hosts.names.len()));
        budget.spend(0).is_ok()
    };
    connect(hosts, greeting, waiting).map_err(|apart| match apart {
        Apart::Refused(why) => Ended::Failed(format!("--hosts: {why}")),
        Apart::Gone(process) => leave(process, &hosts.names[process], "before all were connected"),
        Apart::Interrupted => Ended::Stopped(budget.spend(0).err().unwrap_or(Stopped::Interrupted)),
    })
}

/// Room for a message, of no more than [`MOST_BYTES`].
fn limited(bytes: usize) -> Box<dyn DerefMut<Target = [u8]> + Send> {
    assert!(
        bytes <= MOST_BYTES,
        "a process has sent a message of {bytes} bytes, expected at most {MOST_BYTES}"
    );
    Box::new(vec![0; bytes])
}

/// Has `lost` called with the number of a process whose connection is lost, and with why, once for each: what timely dataflow does
/// about that is to panic in a thread that serves the connection. That thread ends nothing else and waits for ever. Any other
/// panic ends this process.
pub fn when_one_is_lost(processes: usize, lost: impl Fn(usize, &str) + Send + Sync + 'static) {
    let usual = panic::take_hook();
    let said: Vec<AtomicBool> = (0..processes).map(|_| AtomicBool::new(false)).collect();
    panic::set_hook(Box::new(move |info| {
        let current = thread::current();
        let process = current.name().and_then(|name| {
            let number = name.strip_prefix("timely:recv-").or_else(|| name.strip_prefix("timely:send-"))?;
            number.parse::<usize>().ok()
        });
        let Some(process) = process.filter(|process| *process < processes) else {
            usual(info);
            process::abort();
        };
        // Two threads serve a connection, and the first one speaks for both.
        if !said[process].swap(true, SeqCst) {
            lost(
                process,
                info.payload().downcast_ref::<String>().map_or("its connection is lost", String::as_str),
            );
        }
        loop {
            thread::park();
        }
    }));
}

/// Ends this process with one line when another one has gone, as it cannot go on then.
pub fn leave_together(names: Vec<String>) {
    let first = AtomicBool::new(true);
    when_one_is_lost(names.len(), move |lost, why| {
        // Several threads may lose their connections, and the first one speaks for all.
        while !first.swap(false, SeqCst) {
            thread::park();
        }
        leave(lost, &names[lost], why);
    });
}

/// Ends this process, as another one has gone.
pub fn leave(lost: usize, name: &str, why: &str) -> ! {
    let _ = writeln!(
        io::stderr(),
        "solve: process {lost} at {name} has gone ({why}); expected all to stay: start all of them again, with --resume if \
         there is a --checkpoint"
    );
    process::exit(LEFT_ALONE);
}
