//! Lost diagrams: which positions fit all that a document says of them.
//!
//! A document whose diagram is lost still says much of it. What it says is written down as
//! constraints ([`form`]), all positions of the boards in question are enumerated, and those that
//! meet every constraint are counted and shown. If one is left, it is the document's, and a verdict
//! on it is one on the document's position; if several are left, a verdict on one of them says how
//! many there are, and a measure says what the others would have given. What a claim is judged by
//! must not be among the constraints.

pub mod form;
pub(super) mod positions;
pub mod search;

pub use form::Search;
