//! What the judge says of each claim of the documents: `claims/DOCUMENT.json`.
//!
//! A claim is judged on one thread with a limit of nodes, so that its record depends on nothing but the claim. Claims that
//! take minutes are judged too.

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::folder::{self, Files};
use super::jobs::Unmade;
use super::plan::Selection;
use super::product::{Context, Product};
use super::task::Task;
use crate::claims::{self, Checked, Claim, Document, Effort, Origin, Verdict};
use crate::report::json;
use crate::report::record::SCHEMA;
use crate::solve::{Budget, Limits};

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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// The claim.
    pub id: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The least firm origin of the positions on which it was found.
    pub basis: Origin,
    /// How many positions fit the text, if the position is one of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fit: Option<u64>,
    /// The checks.
    pub checks: Vec<Checked>,
    /// The checks under other readings of when a ban is lifted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<Reading>,
    /// The checks of the amendment that would mend the document's words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub amendment: Vec<Checked>,
}

/// The checks of a claim under another reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The option: `--lift produced`.
    pub name: String,
    /// What the checks find.
    pub checks: Vec<Checked>,
}

/// Every document with its claims.
pub static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(claims::all);

/// A claim with its document.
pub fn claim(id: &str) -> Option<(&'static Document, &'static Claim)> {
    all().find(|(_, claim)| claim.id == id)
}

fn all() -> impl Iterator<Item = (&'static Document, &'static Claim)> {
    DOCUMENTS.iter().flat_map(|document| document.claims.iter().map(move |claim| (document, claim)))
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
        let chosen = selection.is_all().then(all).into_iter().flatten();
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
        let effort = Effort { nodes: claims::NODES, deep: true };
        let judgement = claims::judge(document, claim, effort, context.jobs.interrupted());
        let judgement = judgement.map_err(Unmade::Wrong)?.ok_or(Unmade::Interrupted)?;
        let fit = judgement.basis.fit;
        Ok(Judged {
            id: claim.id.clone(),
            verdict: judgement.verdict,
            basis: judgement.basis.origin,
            fit: (fit > 0).then_some(fit),
            checks: judgement.checked,
            readings: judgement.readings.into_iter().map(|(name, checks)| Reading { name, checks }).collect(),
            amendment: Vec::new(),
        })
    }

    fn nodes(results: &[&Judged]) -> u64 {
        let checks = results.iter().flat_map(|judged| {
            let readings = judged.readings.iter().flat_map(|reading| &reading.checks);
            judged.checks.iter().chain(readings).chain(&judged.amendment)
        });
        checks.map(|check| check.nodes).sum()
    }

    fn complete(&self) -> bool {
        // An open claim stays open: the judge's limit is always the same.
        true
    }

    fn path(task: &Task) -> String {
        let document = claim(task.item_name()).map_or("", |(document, _)| &document.id);
        format!("claims/{document}.json")
    }

    fn owns(path: &str) -> bool {
        let name = path.strip_prefix("claims/").and_then(|name| name.strip_suffix(".json"));
        name.is_some_and(|name| DOCUMENTS.iter().any(|document| document.id == name))
    }

    fn write(results: &[(&Task, &Judged)]) -> Vec<(String, String)> {
        let Some((first, judged)) = results.first() else { return Vec::new() };
        let document = claim(&judged.id).map_or(String::new(), |(document, _)| document.id.clone());
        let claims = results.iter().map(|(_, judged)| (*judged).clone()).collect();
        vec![(Judged::path(first), json::text(&Sheet { schema: SCHEMA, document, claims }))]
    }

    fn read(path: &str, files: &Files) -> Result<Vec<(Task, Judged)>, String> {
        let sheet: Sheet = folder::record(path, files)?;
        // What is no claim any more is left out, so that the sheet differs from what is written anew.
        Ok(sheet.claims.into_iter().filter_map(|judged| Some((task(&judged.id)?, judged))).collect())
    }

    fn contradiction(&self, _: &Task, _: bool) -> Option<String> {
        let recorded = claim(&self.id)?.1.verdict;
        (recorded != self.verdict)
            .then(|| format!("{} is {}, and {recorded} on record", self.id, self.verdict))
    }
}
