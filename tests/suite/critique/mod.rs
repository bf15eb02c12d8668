//! The critique: verdicts that are known, its evidence against the naive solver, and what it
//! refuses.

mod refused;
mod verdicts;

use std::sync::Arc;

use superko::critique::{Check, Critique, Effort, Finding, Subject, all, critique};
use superko::rules::Rules;

/// A ruleset of the catalogue with options.
fn subject(rules: &str) -> Subject {
    let rules: Rules = rules.parse().unwrap();
    Subject { name: rules.entry.id.to_string(), rules }
}

/// Some checks of a ruleset.
fn critique_of(rules: &str, ids: &[&str]) -> Critique {
    let chosen: Vec<&Check> = all().iter().filter(|check| ids.contains(&check.id.as_str())).collect();
    assert_eq!(chosen.len(), ids.len(), "{ids:?}");
    critique(&subject(rules), &chosen, Effort::default(), &Arc::default(), &|_| ())
}

/// One check of a ruleset.
fn found(rules: &str, id: &str) -> Finding {
    critique_of(rules, &[id]).checks.remove(0)
}
