//! Compositions that no document has: when their games end, and their values against the naive
//! solver.

mod endings;
mod values;
