//! Conformance vectors of each ruleset of the catalogue: `vectors/RULES.jsonl`, which is what
//! `solve vectors RULES` writes.

use std::sync::Arc;

use super::folder::{self, Files};
use super::jobs::{self, BuildError};
use super::plan::{Selection, Task};
use super::results::{Context, Product};
use super::rulesets::Rulesets;
use superko_conform::vectors::{DEFAULT_SEED, lines, vectors};
use superko_rules::{Rules, catalogue};
use superko_solve::{Budget, Limits};

/// Search nodes that take about as long as the vectors of a ruleset.
const NODES: u64 = 300_000;

/// The vectors of a ruleset.
#[derive(Debug, Clone, PartialEq)]
pub struct Vectors {
    /// The file: a game in each line.
    pub text: String,
}

impl Product for Vectors {
    const NAME: &'static str = "conformance vectors";

    /// They take seconds, and nothing else tells whether they are still what the rules say.
    fn always_checked(_: &Task) -> bool {
        true
    }

    fn plan(selection: &Selection) -> Vec<Task> {
        match selection.is_published() {
            true => catalogue::ALL.iter().map(|entry| Task::under(&Rules::from(*entry))).collect(),
            false => Vec::new(),
        }
    }

    fn job(task: &Task) -> String {
        format!("vectors of {}", task.variant_name())
    }

    /// The games have limits of their own, whatever the folder's is.
    fn limits(_: &Task, _: u64) -> Limits {
        jobs::nodes(u64::MAX)
    }

    fn solve(task: &Task, context: &Context, _: &Arc<Budget>) -> Result<Vectors, BuildError> {
        let (vectors, _) = vectors(task.variant(), DEFAULT_SEED, &|_| {});
        match context.jobs.are_interrupted() {
            true => Err(BuildError::Interrupted),
            false => Ok(Vectors { text: lines(&vectors) }),
        }
    }

    fn nodes(results: &[&Vectors]) -> u64 {
        results.len() as u64 * NODES
    }

    fn path(task: &Task) -> String {
        format!("vectors/{}.jsonl", task.variant_name())
    }

    fn owns(path: &str) -> bool {
        path.starts_with("vectors/") && path.ends_with(".jsonl")
    }

    fn write(results: &[(&Task, &Vectors)]) -> Vec<(String, String)> {
        results.iter().map(|(task, found)| (Vectors::path(task), found.text.clone())).collect()
    }

    fn read(path: &str, files: &Files, rulesets: &Rulesets) -> Result<Vec<(Task, Vectors)>, String> {
        let name = path.trim_start_matches("vectors/").trim_end_matches(".jsonl");
        let variant = rulesets.named(name).ok_or_else(|| format!("{path}: {name} is no game"))?;
        let text = folder::text(path, files)?.to_string();
        Ok(vec![(Task::under(&variant), Vectors { text })])
    }
}
