//! Several workers and processes: `solve count --values` of a program with the feature `cluster`.

mod faults;
mod refusals;
mod results;
mod search;
mod together;
