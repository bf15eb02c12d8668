//! The engines: exact values of a game, best moves and lines, under any ruleset of [`superko_rules`], which they know only
//! through its one interface; and counts of games and positions.
//!
//! | file or folder | what |
//! |---|---|
//! | `session.rs` | questions about the states of one game, which share what is proved, and the turns of the engines |
//! | `finite.rs` | late positions of games that may go on for ever, by the search |
//! | `solution.rs` | what is asked for, and what comes out |
//! | `question.rs` | "can Black reach v?", the only thing that the search is ever asked, and its two sides |
//! | `bounds.rs` | what is known of a value, and which questions lead to it |
//! | `closing.rs` | what bounds of a state and of its moves say of each other |
//! | `budget.rs` | limits, interruption, and what can be watched while an engine runs |
//! | `canon.rs` | symmetry and colour exchange: one key for all that look alike |
//! | `kept/` | what engines know as bytes, for work that goes on in another run |
//! | `observer.rs` | what the search reports of its proofs |
//! | `attack/` | bounds from proofs that need no past: a search with a bound on one player's moves |
//! | `search/` | games that always end: depth-first proof numbers over lemmas |
//! | `retrograde/` | games that may go on for ever, solved backwards from their ends |
//! | `retrograde/basic_ko/` | every position of a board under basic ko, solved backwards with a few bytes for each |
//! | `count/` | how many games there are, how many legal positions, and how many of each value |
//! | `as_text.rs` | values, and what stopped an effort, as JSON |
//! | `naive.rs` | two solvers as short and obvious as possible, with which the tests compare the other engines |

#[cfg(feature = "serde")]
mod as_text;
pub mod attack;
pub mod bounds;
pub mod budget;
pub mod canon;
pub mod closing;
pub mod count;
mod finite;
pub mod kept;
pub mod naive;
pub mod observer;
mod question;
pub mod retrograde;
#[cfg(test)]
#[allow(dead_code, reason = "each suite uses a part of it")]
#[path = "../../../tests/common/sample.rs"]
mod sample;
pub mod search;
pub mod session;
pub mod solution;

use std::sync::Mutex;
use std::{io, thread};

pub use attack as bounded; // compat
pub use bounds::Bounds;
pub use budget::{Budget, Limits, Stopped};
pub use question::{Question, Side};
pub use retrograde::basic_ko as dense; // compat
pub use search::Hit;
pub use session::{Session, solve};
pub use solution::{Answer, Engine, Request, Solution, Value, Want};

/// The stack of a thread that [`with_threads`] starts, in bytes: enough for the naive solver, and for the counting of
/// games, to follow a game of some hundred thousand moves. The system provides memory only for what is used of it.
pub const STACK_BYTES: usize = 512 << 20;

/// What a thread is taken to need besides its stack before it is started, in bytes: tables of its own, and the address
/// space that the allocator sets apart for it.
const THREAD_BYTES: usize = 128 << 20;

/// Checks that the system can start so many threads as [`with_threads`] does, all at once, and has some memory left.
///
/// # Errors
/// Why it cannot, such as a limit of memory that has no room for their stacks.
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
        // A thread is sure to have given back its stack only when it has been joined.
        started?.into_iter().for_each(|thread| drop(thread.join()));
        Ok(())
    })
}

/// Runs `work` in a pool of threads that have large stacks, for engines that recurse once for each move of a game.
///
/// # Errors
/// [`Stopped::Memory`] if the system cannot start the threads; [`check_threads`] tells beforehand, and why.
pub fn with_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> Result<R, Stopped> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES).build();
    Ok(pool.map_err(|_| Stopped::Memory)?.install(work))
}
