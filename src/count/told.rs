//! Counts of positions by their values, as a file or a program's answer has them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::values;

/// The legal positions of a board with Black to move, by value: see [`values::Values`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Values {
    /// The number of positions.
    pub positions: u64,
    /// The number of states that games from them can come to, not counting images.
    pub states: usize,
    /// The number of positions of each value.
    pub values: BTreeMap<String, u64>,
    /// The number of positions of each interval, `LOW..HIGH`: what Black can force in finite play, and what
    /// White can hold him to.
    pub intervals: BTreeMap<String, u64>,
    /// In how many Black can force a game without end.
    pub black_can_force_no_result: u64,
    /// In how many White can.
    pub white_can_force_no_result: u64,
}

impl Values {
    /// The counts in their outward form.
    pub fn of(counted: &values::Values) -> Values {
        let interval = |((low, high), count): (&(i32, i32), &u64)| (format!("{low}..{high}"), *count);
        Values {
            positions: counted.positions,
            states: counted.states,
            values: counted.values.clone(),
            intervals: counted.intervals.iter().map(interval).collect(),
            black_can_force_no_result: counted.black_forces_no_result,
            white_can_force_no_result: counted.white_forces_no_result,
        }
    }
}
