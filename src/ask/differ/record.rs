//! What a search found, as JSON has it.

use serde::Serialize;

use super::found::Found;
use super::search::{Looked, Ruleset, Searched};
use crate::go::Board;
use crate::report::display::rules_text;
use crate::report::record::{RulesRecord, SCHEMA};
use crate::solve::Stopped;

/// What `solve differ --json` prints. Every pair has the two rulesets in the order in which they were given.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    /// The version of this form.
    pub schema: u32,
    /// The first ruleset.
    pub a: NamedRules,
    /// The other.
    pub b: NamedRules,
    /// The last board in the order of boards that was to be looked at.
    pub up_to: String,
    /// The boards that were looked at, in their order.
    pub boards: Vec<Looked>,
    /// The smallest start with different values; `null` if there is none among those that were solved, or none was asked
    /// for.
    pub value: Option<Found>,
    /// The smallest start with the same value and different best moves, if it comes before that one; `null` if there is
    /// none among those that were solved, or none was asked for.
    pub best_moves: Option<Found>,
    /// Whether no start that might have been smaller was left open.
    pub complete: bool,
    /// What ended the search before it was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Nodes searched, or states listed.
    pub nodes: u64,
    /// The time.
    pub seconds: f64,
}

/// A ruleset with its name.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct NamedRules {
    /// The ruleset with its options, as a command line has them.
    pub name: String,
    /// The ruleset.
    #[serde(flatten)]
    pub rules: RulesRecord,
}

impl Record {
    /// The record of a search.
    pub fn of(rulesets: &[Ruleset; 2], up_to: &Board, searched: Searched, seconds: f64) -> Record {
        let [a, b] = rulesets.each_ref().map(NamedRules::of);
        Record {
            schema: SCHEMA,
            a,
            b,
            up_to: up_to.to_string(),
            complete: searched.is_complete(),
            boards: searched.boards,
            value: searched.value,
            best_moves: searched.best_moves,
            stopped: searched.stopped,
            nodes: searched.nodes,
            seconds,
        }
    }
}

impl NamedRules {
    /// The record of a ruleset.
    pub fn of(ruleset: &Ruleset) -> NamedRules {
        NamedRules {
            name: rules_text(ruleset.entry, &ruleset.options),
            rules: RulesRecord::of(ruleset.entry, &ruleset.options),
        }
    }
}
