//! What the judge says of each claim of the documents: `claims/DOCUMENT.json`.
//!
//! A claim is judged on one thread with a limit of nodes, so that its record depends on nothing but the claim. Claims that
//! take many minutes are not judged: their verdict on record is repeated, and said to be.

use std::sync::{Arc, LazyLock};

use serde::{Deserialize, Serialize};

use super::folder::{self, Files};
use super::jobs::Unmade;
use super::manifest::sum;
use super::plan::Selection;
use super::product::{Context, Product};
use super::task::Task;
use crate::claims::record::ClaimRecord;
use crate::claims::{self, Claim, Document, Effort};
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

/// Every document with its claims.
pub static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(claims::all);

/// A claim with its document.
pub fn claim(id: &str) -> Option<(&'static Document, &'static Claim)> {
    all().find(|(_, claim)| claim.id == id)
}

fn all() -> impl Iterator<Item = (&'static Document, &'static Claim)> {
    DOCUMENTS.iter().flat_map(|document| document.claims.iter().map(move |claim| (document, claim)))
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
        let document = judged.claim.document.clone();
        let claims = results.iter().map(|(_, judged)| (*judged).clone()).collect();
        vec![(Judged::path(first), json::text(&Sheet { schema: SCHEMA, document, claims }))]
    }

    fn read(path: &str, files: &Files) -> Result<Vec<(Task, Judged)>, String> {
        let sheet: Sheet = folder::record(path, files)?;
        // What is no claim any more, or has other checks since, is left out: the sheet then lacks what is planned. The words
        // are taken from the document, so that the sheet differs if they have changed.
        let current = |judged: Judged| {
            let (document, claim) = claim(&judged.claim.id)?;
            let found = judged.claim.with_words_of(document, claim).ok()?;
            let judged = Judged { claim: found, ..judged };
            (judged.data == data(document, claim)).then_some((task(&claim.id)?, judged))
        };
        Ok(sheet.claims.into_iter().filter_map(current).collect())
    }

    fn contradiction(&self, _: &Task, _: bool) -> Option<String> {
        let ClaimRecord { id, verdict, recorded, .. } = &self.claim;
        let mended = self.claim.amendment.iter().flat_map(|amendment| &amendment.checks);
        if verdict != recorded {
            return Some(format!("{id} is {verdict}, and {recorded} on record"));
        }
        let fails = mended.into_iter().any(|check| check.holds != Some(true));
        fails.then(|| format!("{id}: its amendment does not hold"))
    }
}
