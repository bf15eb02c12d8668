mod advice;
pub mod bounds;
pub mod budget;
mod canon;
pub mod dfpn;
mod lemma;
pub mod naive;
mod question;
pub mod retrograde;
mod table;
mod trail;
pub mod value_iteration;

pub use budget::{Budget, Limits, Stopped};
pub use question::Question;

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
