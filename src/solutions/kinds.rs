//! The list of all kinds of results.

use super::bounded::Bounded;
use super::claims::{Asked, Judged};
use super::counts::Count;
use super::differences::Differences;
use super::players::Secured;
use super::positions::Column;
use super::product::{Kind, Results, Solutions};
use super::rulesets::Rulesets;
use super::table::Table;
use crate::critique::Critique;

/// A folder without results, with every kind of them.
pub fn none(budget: u64, rulesets: Rulesets) -> Solutions {
    Solutions { budget, rulesets, kinds: all() }
}

/// Every kind, without results; each after those that it depends on.
pub fn all() -> Vec<Box<dyn Kind>> {
    vec![
        Box::new(Results::<Table>::default()),
        Box::new(Results::<Bounded>::default()),
        Box::new(Results::<Column>::default()),
        Box::new(Results::<Differences>::default()),
        Box::new(Results::<Count>::default()),
        Box::new(Results::<Secured>::default()),
        Box::new(Results::<Asked>::default()),
        Box::new(Results::<Judged>::default()),
        Box::new(Results::<Critique>::default()),
    ]
}
