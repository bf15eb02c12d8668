//! Two solvers as short and obvious as possible, with whose values the tests compare those of the other engines.

pub(crate) mod minimax;
pub mod value_iteration;

pub use minimax::Naive;
