//! Several workers and processes: `solve count --values` of a program with the feature `cluster`.

mod faults;
mod refusals;
mod results;
#[path = "../common/sample.rs"]
#[allow(dead_code, reason = "each suite uses a part of it")]
mod sample;
mod search;
mod together;
