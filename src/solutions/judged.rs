//! What the judge says of each claim of the documents: `claims/DOCUMENT.json`.
//!
//! A claim is judged on one thread with a limit of nodes, so that its record depends on nothing but the claim. Claims that
//! take many minutes are not judged: their verdict on record is repeated, and said to be.

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::folder::{self, Files};
use super::jobs::Unmade;
use super::plan::Selection;
use super::product::{Context, Product};
use super::rulesets::Rulesets;
use super::task::Task;
use crate::claims::record::ClaimRecord;
use crate::claims::{self, Claim, Document, Effort};
use crate::report::json;
use crate::report::record::SCHEMA;
use crate::solve::{Budget, Limits};
use crate::sums::sum;

/// The file of a document.
#[derive(Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The version of this form.
    pub schema: u32,
    /// The name of the document.
    pub document: String,
    /// Its claims, in its order.
    pub claims: Vec<Judged>,
}

/// What the judge says of a claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// The SHA-256 sum of what was judged: the checks of the claim and the positions that they are about, as they are
    /// written down.
    pub data: String,
    /// What was found.
    pub claim: ClaimRecord,
}

/// The seconds that the checks of a claim may take. What takes longer is repeated from the record, and
/// `solve claims --deep` judges it.
pub const PATIENCE: f64 = 120.0;

/// About as many nodes as a search visits while a claim is judged for a second.
const NODES_PER_SECOND: f64 = 100_000.0;

/// Every document with its claims.
pub static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(claims::all);

/// A claim with its document.
pub fn claim(id: &str) -> Option<(&'static Document, &'static Claim)> {
    all().find(|(_, claim)| claim.id == id)
}

fn all() -> impl Iterator<Item = (&'static Document, &'static Claim)> {
    DOCUMENTS.iter().flat_map(|document| document.claims.iter().map(move |claim| (document, claim)))
}

/// Whether a claim is judged for the pages, and not repeated from the record.
fn is_judged(claim: &Claim) -> bool {
    !claim.deep || claim.takes <= PATIENCE
}

/// The sum of what is judged. The words of a claim and its verdict on record are no part of it.
fn data(document: &Document, claim: &Claim) -> String {
    let positions: Vec<_> = claim.positions().map(|name| (name, document.positions.get(name))).collect();
    let Claim { checks, readings, deep, amendment, .. } = claim;
    let amended = amendment.as_ref().map(|amendment| &amendment.checks);
    sum(format!("{checks:?} {readings} {deep} {amended:?} {positions:?}").as_bytes())
}

/// The task of a claim.
pub fn task(id: &str) -> Option<Task> {
    let place = all().position(|(_, claim)| claim.id == id)?;
    Some(Task::item(place, id))
}

impl Product for Judged {
    const NAME: &'static str = "claims";

    fn again(task: &Task) -> bool {
        claim(task.item_name()).is_some_and(|(_, claim)| !claim.deep)
    }

    fn plan(selection: &Selection) -> Vec<Task> {
        let chosen = selection.is_published().then(all).into_iter().flatten();
        chosen.enumerate().map(|(place, (_, claim))| Task::item(place, &claim.id)).collect()
    }

    fn job(task: &Task) -> String {
        format!("claim {}", task.item_name())
    }

    // The judge has limits of its own.
    fn limits(_: &Task, _: u64) -> Limits {
        Limits::default()
    }

    fn solve(task: &Task, context: &Context, _: &Arc<Budget>) -> Result<Judged, Unmade> {
        let (document, claim) = claim(task.item_name()).expect("a task of this kind has the name of a claim");
        let effort = Effort { nodes: claims::NODES, deep: claim.takes <= PATIENCE };
        let judgement = claims::judge(document, claim, effort, context.jobs.interrupted());
        let judgement = judgement.map_err(Unmade::Wrong)?.ok_or(Unmade::Interrupted)?;
        Ok(Judged { data: data(document, claim), claim: ClaimRecord::from(&judgement) })
    }

    fn nodes(results: &[&Judged]) -> u64 {
        let checks = results.iter().flat_map(|Judged { claim, .. }| {
            let amended = claim.amendment.iter().flat_map(|amendment| &amendment.checks);
            claim.checks.iter().chain(claim.readings.values().flatten()).chain(amended)
        });
        checks.map(|check| check.nodes).sum()
    }

    fn work(&self, task: &Task) -> u64 {
        let judged = claim(task.item_name()).filter(|(_, claim)| is_judged(claim));
        // Some checks visit no nodes at all, and look at every game or every position.
        judged.map_or(0, |(_, claim)| (claim.seconds() * NODES_PER_SECOND) as u64)
    }

    fn complete(&self) -> bool {
        // An open claim stays open: the judge's limit is always the same.
        true
    }

    fn path(task: &Task) -> String {
        let document = claim(task.item_name()).map_or("", |(document, _)| &document.id);
        format!("claims/{document}.json")
    }

    fn place(task: &Task) -> String {
        format!("{}: the claim {}", Judged::path(task), task.item_name())
    }

    fn owns(path: &str) -> bool {
        let name = path.strip_prefix("claims/").and_then(|name| name.strip_suffix(".json"));
        name.is_some_and(|name| DOCUMENTS.iter().any(|document| document.id == name))
    }

    fn write(results: &[(&Task, &Judged)]) -> Vec<(String, String)> {
        let Some((first, judged)) = results.first() else { return Vec::new() };
        let document = judged.claim.document.clone();
        let claims = results.iter().map(|(_, judged)| (*judged).clone()).collect();
        vec![(Judged::path(first), json::text(&Sheet { schema: SCHEMA, document, claims }))]
    }

    fn read(path: &str, files: &Files, _: &Rulesets) -> Result<Vec<(Task, Judged)>, String> {
        let sheet: Sheet = folder::record(path, files)?;
        // What is no claim any more, has other checks since, or was repeated and is judged now, is left out: the sheet then
        // lacks what is planned. The words are taken from the document, so that the sheet differs if they have changed.
        let current = |judged: Judged| {
            let (document, claim) = claim(&judged.claim.id)?;
            let found = judged.claim.with_words_of(document, claim).ok()?;
            let judged = Judged { claim: found, ..judged };
            let same = judged.data == data(document, claim) && judged.claim.judged == is_judged(claim);
            same.then_some((task(&claim.id)?, judged))
        };
        Ok(sheet.claims.into_iter().filter_map(current).collect())
    }

    fn contradiction(&self, _: &Task, _: &Rulesets, _: bool) -> Option<String> {
        let ClaimRecord { id, verdict, recorded, .. } = &self.claim;
        let mended = self.claim.amendment.iter().flat_map(|amendment| &amendment.checks);
        if verdict != recorded {
            return Some(format!("{id} is {verdict}, and {recorded} on record"));
        }
        let fails = mended.into_iter().any(|check| check.holds != Some(true));
        fails.then(|| format!("{id}: its amendment does not hold"))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::jobs::Jobs;
    use super::super::kinds;
    use super::super::product::{Context, Kind, Solutions};
    use super::*;

    #[test]
    fn a_claim_that_says_what_is_not_found_is_found_by_judging_it_again() {
        let mut solutions = kinds::none(1, Rulesets::Catalogue);
        let jobs = Jobs::new(1, Arc::default());
        let tasks = ["kee2020-H2", "kee2009-22", "spight-2"].map(|id| task(id).unwrap());
        for task in &tasks {
            let context = Context { solutions: &solutions, jobs: &jobs, same_limit: true };
            let judged = Judged::solve(task, &context, &Arc::new(Budget::default())).unwrap();
            solutions.results_mut::<Judged>().all.insert(task.clone(), judged);
        }
        let faults = |solutions: &Solutions| {
            let context = Context { solutions, jobs: &jobs, same_limit: true };
            let kind: &dyn Kind = solutions.results::<Judged>();
            kind.solve_again(&tasks, context).unwrap()
        };
        assert_eq!(faults(&solutions), Vec::<String>::new());
        let forged = solutions.results_mut::<Judged>().all.get_mut(&tasks[1]).unwrap();
        forged.claim.checks[0].found.push('!');
        assert_eq!(
            faults(&solutions),
            ["claims/kee2009.json: the claim kee2009-22: differs from what is solved now"]
        );
        assert!(tasks.iter().all(Judged::again));
    }
}
