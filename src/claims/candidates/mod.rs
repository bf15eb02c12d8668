//! Lost diagrams: which positions fit all that a document says of them.

pub mod form;

pub use form::{Constraint, Measure, Search, Turn};
