//! Engines. They know [`crate::rules`] only through its one interface.
//!
//! | file | what |
//! |---|---|
//! | `question.rs` | "can Black reach v?", the only thing that the search is ever asked, and its two sides |
//! | `canon.rs` | symmetry and colour exchange: one key for all that look alike |
//! | `lemma.rs` | a proved bound with the facts that its proof has read |
//! | `packed.rs` | the reads of a lemma as bytes |
//! | `table.rs` | all lemmas, shared by all threads and thresholds |
//! | `trail.rs` | the past of the line in hand, changed and restored in constant time |
//! | `advice.rs` | proof numbers: may be lost or wrong without harm |
//! | `dfpn.rs` | the search: depth-first proof numbers over lemmas |
//! | `children.rs` | the moves of a node, and which one to search |
//! | `conclude.rs` | from a solved node to its lemma |
//! | `observe.rs` | what the search reports of its proofs |
//! | `life_bounds.rs` | bounds from unconditional life, which need no search |
//! | `bounds.rs` | from questions to a value, on all threads |
//! | `retrograde.rs` | games that may go on for ever, solved backwards from their ends |
//! | `naive.rs`, `value_iteration.rs` | two solvers as short and obvious as possible, which keep the others honest |
//! | `budget.rs` | limits, interruption, and what can be watched while an engine runs |
//! | `many.rs` | the values of many states of one game, from one table |
//! | `solution.rs`, `by_*.rs` | value, best moves and line, put together from the answers of an engine |

mod advice;
pub mod bounds;
pub mod budget;
mod by_naive;
mod by_retrograde;
mod by_search;
pub mod canon;
mod children;
mod conclude;
mod dfpn;
pub mod lemma;
mod life_bounds;
pub mod many;
pub mod naive;
pub mod observe;
mod packed;
mod question;
pub mod retrograde;
pub mod solution;
mod table;
mod trail;
pub mod value_iteration;

pub use bounds::Bounds;
pub use budget::{Budget, Limits, Stopped};
pub use question::{Question, Side};
pub use solution::{Answer, Engine, Request, Solution, Value, Want, solve};
pub use table::Hit;
pub(crate) use trail::hasher;

/// Runs `work` on a pool of threads whose stacks are large enough for the search.
///
/// # Panics
/// If the system cannot start the threads.
pub fn with_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(dfpn::STACK_BYTES)
        .build()
        .expect("the system starts threads")
        .install(work)
}
