//! Starts the workers of a process, and says why they ended.

use std::io::{self, Write};
use std::ops::DerefMut;
use std::panic;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

use timely::communication::allocator::zero_copy::bytes_slab::BytesRefill;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};
use timely::communication::{Config, Hooks};
use timely::execute::execute_from;
use timely::worker::Worker;

use super::greeting::{Apart, Greeting, connect};
use super::hosts::Hosts;
use super::job::{Ended, Exchanged, Found, Job};
use super::kept::Keep;
use super::rounds::solve;
use crate::solve::Stopped;
use crate::sums::digest;

/// The most bytes of one message between processes. Those of this program are far smaller.
const MOST_BYTES: usize = 1 << 28;

/// The exit status of a process that another one has left alone.
const LEFT_ALONE: i32 = 3;

/// Solves every position with all workers of all processes. The other processes are waited for.
///
/// # Errors
/// [`Ended`].
pub fn run(job: Job) -> Result<Found, Ended> {
    let (allocators, others) = match &job.hosts {
        None => Config::Process(job.threads).try_build().map_err(Ended::Failed)?,
        Some(hosts) => {
            let sockets = together(&job, hosts)?;
            leave_together(hosts.names.clone());
            let refill = BytesRefill { logic: Arc::new(limited), limit: None };
            let local = ProcessBuilder::new_typed_vector(job.threads, refill.clone(), None);
            let hooks = Hooks { refill, ..Hooks::default() };
            let (builders, guard) =
                initialize_networking_from_sockets(local, sockets, hosts.process, job.threads, hooks)
                    .map_err(|error| Ended::Failed(format!("the processes cannot be connected: {error}")))?;
            let builders: Vec<AllocatorBuilder> = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
            (builders, Box::new(guard) as Box<dyn std::any::Any + Send>)
        }
    };
    let work = move |worker: &mut Worker| solve(worker, &job);
    let workers =
        execute_from(allocators, others, timely::WorkerConfig::default(), work).map_err(Ended::Failed)?;
    let mut results = Vec::new();
    for result in workers.join() {
        results.push(result.map_err(|error| Ended::Failed(format!("a worker has ended: {error}")))?);
    }
    // What has failed here says why, and the other workers only that it has.
    let failed = results.iter().position(|result| matches!(result, Err(Ended::Failed(_))));
    let all = if let Some(failed) = failed { vec![results.swap_remove(failed)] } else { results };
    let found: Vec<Found> = all.into_iter().collect::<Result<_, Ended>>()?;
    let exchanged = found.iter().map(|found| found.exchanged).reduce(Exchanged::and);
    let first = found.into_iter().next().expect("there is a worker");
    Ok(Found { exchanged: exchanged.expect("as before"), ..first })
}

/// Connections to all other processes.
fn together(job: &Job, hosts: &Hosts) -> Result<Vec<Option<std::net::TcpStream>>, Ended> {
    let lines: String = job.of.iter().map(|(name, what)| format!("{name}: {what}\n")).collect();
    let resumes = job.keep.as_ref().map(Keep::resumes);
    let all = format!("{lines}{:?} {resumes:?} {}", hosts.names, env!("CARGO_PKG_VERSION"));
    let greeting = Greeting { work: digest(all), threads: job.threads };
    let waiting = |missing: usize| {
        job.budget.ask(format!("waiting for {missing} of {} processes", hosts.names.len()));
        job.budget.spend(0).is_ok()
    };
    connect(hosts, &greeting, waiting).map_err(|apart| match apart {
        Apart::Refused(why) => Ended::Failed(format!("--hosts: {why}")),
        Apart::Interrupted => Ended::Stopped(job.budget.spend(0).err().unwrap_or(Stopped::Interrupted)),
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

/// Ends this process with one line when another one has gone, as no worker can go on then: what timely dataflow does about
/// a lost connection is to panic in the thread that serves it.
fn leave_together(names: Vec<String>) {
    let usual = panic::take_hook();
    let said = AtomicBool::new(false);
    panic::set_hook(Box::new(move |info| {
        let current = thread::current();
        let lost = current.name().and_then(|name| {
            let number = name.strip_prefix("timely:recv-").or_else(|| name.strip_prefix("timely:send-"))?;
            number.parse::<usize>().ok()
        });
        let Some(process) = lost.filter(|process| *process < names.len()) else {
            usual(info);
            process::abort();
        };
        // Several threads may lose their connections, and the first one speaks for all.
        while said.swap(true, SeqCst) {
            thread::park();
        }
        let why = info.payload().downcast_ref::<String>().map_or("its connection is lost", String::as_str);
        let _ = writeln!(
            io::stderr(),
            "solve: process {process} at {} has gone ({why}); expected all to stay: start all of them again, with \
             --resume if there is a --checkpoint",
            names[process]
        );
        process::exit(LEFT_ALONE);
    }));
}
