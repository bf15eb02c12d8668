//! Two solvers as short and obvious as possible, against which the tests hold the others.

pub(in crate::solve) mod by_naive;
mod minimax;
pub mod value_iteration;

pub use minimax::Naive;
