//! What is known to go wrong with rules of Go, tried on every ruleset: `beasts/RULESET.json`.
//!
//! A critique has limits of nodes of its own, so its record depends on nothing but the ruleset. A
//! check of the folder replays every line of it, whatever is solved again.

use std::sync::Arc;

use super::folder::{self, Files};
use super::jobs::BuildError;
use super::plan::{Selection, Task};
use super::results::{Context, Product};
use super::rulesets::Rulesets;
use superko_lab::critique::{self, Check, Critique, Effort, Finding, Subject, Verdict, all};
use superko_query::report::json;
use superko_query::report::records::RulesRecord;
use superko_rules::Rules;
use superko_solve::{Budget, Limits};

/// The ruleset of a task, for a critique.
fn subject(task: &Task) -> Subject {
    Subject { name: task.variant_name(), rules: task.variant() }
}

/// The name of the ruleset whose critique a file has.
fn name(path: &str) -> Option<&str> {
    path.strip_prefix("beasts/")?.strip_suffix(".json")
}

/// Whether a finding is about a check as it is now.
fn current(finding: &Finding, check: &Check) -> bool {
    let words =
        |finding: &Finding| [&finding.id, &finding.name, &finding.asks, &finding.source].map(String::clone);
    words(finding) == [&check.id, &check.name, &check.asks, &check.source].map(String::clone)
}

impl Product for Critique {
    const NAME: &'static str = "critiques of rulesets";

    fn plan(selection: &Selection) -> Vec<Task> {
        let rulesets = if selection.is_all() { selection.rulesets.each() } else { Vec::new() };
        rulesets.iter().map(Task::under).collect()
    }

    fn job(task: &Task) -> String {
        format!("critique of {}", task.variant_name())
    }

    // Each case of a check has a limit of its own, always the same: what is not decided stays so,
    // and is complete.
    fn limits(_: &Task, _: u64) -> Limits {
        Limits::default()
    }

    fn solve(task: &Task, context: &Context, _: &Arc<Budget>) -> Result<Critique, BuildError> {
        let checks: Vec<&Check> = all().iter().collect();
        let interrupted = context.jobs.interrupted();
        Ok(critique::critique(&subject(task), &checks, Effort::default(), interrupted, &|_| ()))
    }

    fn nodes(results: &[&Critique]) -> u64 {
        results.iter().flat_map(|critique| &critique.checks).map(|finding| finding.nodes).sum()
    }

    fn path(task: &Task) -> String {
        format!("beasts/{}.json", task.variant_name())
    }

    fn owns(path: &str) -> bool {
        name(path).is_some()
    }

    fn write(results: &[(&Task, &Critique)]) -> Vec<(String, String)> {
        results.iter().map(|(task, critique)| (Critique::path(task), json::text(critique))).collect()
    }

    fn read(path: &str, files: &Files, rulesets: &Rulesets) -> Result<Vec<(Task, Critique)>, String> {
        let critique: Critique = folder::record(path, files)?;
        let about = |variant: &Rules| {
            let RulesRecord { id, options, .. } = RulesRecord::of(variant);
            (&id, &options) == (&critique.rules.id, &critique.rules.options)
        };
        let variant = name(path).and_then(|name| rulesets.named(name)).filter(about);
        let variant =
            variant.ok_or_else(|| format!("{path}: expected the critique of the ruleset of its name"))?;
        Ok(vec![(Task::under(&variant), critique)])
    }

    fn contradiction(&self, task: &Task, _: &Rulesets, _: bool) -> Option<String> {
        let subject = subject(task);
        let checks = all();
        if self.checks.len() != checks.len()
            || !self.checks.iter().zip(checks).all(|(finding, check)| current(finding, check))
        {
            return Some("the checks are others than those of the program".to_string());
        }
        for finding in &self.checks {
            if finding.verdict != Verdict::of(finding.cases.iter().map(|case| case.verdict)) {
                return Some(format!("{}: the verdict is not that of its cases", finding.id));
            }
            for case in &finding.cases {
                if let Some(claim) = case.on_record.iter().find(|claim| claim.agrees == Some(false)) {
                    return Some(format!("{}: the claim {} expects another value", finding.id, claim.claim));
                }
                if let Some(Err(why)) = case.shown.as_ref().map(|shown| shown.replays(&subject)) {
                    return Some(format!("{}: {why}", finding.id));
                }
            }
        }
        None
    }
}
