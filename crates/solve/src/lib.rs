//! Engines: exact values of a game, best moves and lines, and counts of games and positions.
//!
//! The engines know a ruleset of [`superko_rules`] only through its one interface. [`Session`]
//! chooses between them:
//!
//! * [`dfpn`]: games that always end, by depth-first proof-number search over the lemmas of
//!   [`lemma`].
//! * [`attack`]: bounds from proofs that read no history, by iterative deepening on one player's
//!   stones.
//! * [`retrograde`]: games that may never end, solved backwards from their ends; late positions of
//!   these by `finite`.
//! * [`retrograde::basic_ko`]: every position of a board under basic ko, solved backwards with a
//!   few bytes for each.
//! * [`naive`]: two solvers as short and obvious as possible, with which the tests compare the
//!   other engines.

pub mod attack;
pub mod bounds;
pub mod budget;
pub mod canon;
pub mod clock;
pub mod closure;
pub mod count;
pub mod dfpn;
mod finite;
pub mod lemma;
pub mod naive;
pub mod observer;
pub mod persist;
pub mod retrograde;
#[cfg(test)]
#[allow(dead_code, reason = "each suite uses a part of it")]
#[path = "../../../tests/common/sample.rs"]
mod sample;
pub mod session;
pub mod solution;
mod threshold;

use std::sync::Mutex;
use std::{io, thread};

pub use bounds::Bounds;
pub use budget::{Budget, Limits, Stopped};
pub use lemma::Hit;
pub use session::{Session, solve};
pub use solution::{Answer, Engine, Request, Solution, Value, Want};
pub use threshold::{Side, Threshold};

/// The stack size of a thread of [`with_threads`], in bytes: enough for the naive solver, and for
/// the counting of games, to follow a game of some hundred thousand moves. The system provides
/// memory only for the used part.
pub const STACK_BYTES: usize = 512 << 20;

/// The estimated memory of a thread besides its stack, in bytes: its tables, and the address space
/// that the allocator reserves for it.
const THREAD_BYTES: usize = 128 << 20;

/// Checks that the system can start the threads of [`with_threads`] all at once, with some memory
/// left.
///
/// # Errors
/// The error of the system, such as a limit of memory without room for their stacks.
pub fn check_threads(threads: usize) -> io::Result<()> {
    let gate = Mutex::new(());
    thread::scope(|scope| {
        // The threads wait for each other until all have been started.
        let closed = gate.lock();
        let start = |_| {
            let builder = thread::Builder::new().stack_size(STACK_BYTES + THREAD_BYTES);
            builder.spawn_scoped(scope, || drop(gate.lock()))
        };
        let started: io::Result<Vec<_>> = (0..threads).map(start).collect();
        drop(closed);
        // A thread has surely released its stack only when it has been joined.
        started?.into_iter().for_each(|thread| drop(thread.join()));
        Ok(())
    })
}

/// Runs `work` in a pool of threads with large stacks, for engines that recurse once for each move
/// of a game. In a browser, where a module has no threads, it runs where it is.
///
/// # Errors
/// [`Stopped::Memory`] if the system cannot start the threads; [`check_threads`] finds out
/// beforehand, and why.
pub fn with_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> Result<R, Stopped> {
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build();
    Ok(pool.map_err(|_| Stopped::Memory)?.install(work))
}
