//! The judge: makes the checks of a claim and says what they come to.
//!
//! Checks are made on one thread with a limit of nodes, so that a verdict does not depend on the machine.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::check::Check;
use super::context::{Context, Effort};
use super::document::{Claim, Document, Origin, Verdict};
use super::finding::Finding;
use crate::rules::axes::Axis;

/// What the judge says of a claim.
#[derive(Debug)]
pub struct Judgement<'a> {
    /// The document.
    pub document: &'a Document,
    /// The claim.
    pub claim: &'a Claim,
    /// The verdict; that on record if the claim was not judged.
    pub verdict: Verdict,
    /// Whether the claim was judged: deep claims are not unless that is asked for.
    pub judged: bool,
    /// What each check found, in their order.
    pub findings: Vec<Finding>,
    /// What they find under the other readings of `--lift`, if the claim asks for that.
    pub readings: Vec<(String, Vec<Finding>)>,
}

impl Judgement<'_> {
    /// Whether the verdict is the one on record.
    pub fn as_recorded(&self) -> bool {
        self.verdict == self.claim.verdict
    }
}

/// Judges a claim, unless `interrupted` is set before all is found.
///
/// # Errors
/// One line that says what is wrong with the claim as it is written.
pub fn judge<'a>(
    document: &'a Document,
    claim: &'a Claim,
    effort: Effort,
    interrupted: &Arc<AtomicBool>,
) -> Result<Option<Judgement<'a>>, String> {
    if claim.deep && !effort.deep {
        let (verdict, findings, readings) = (claim.verdict, Vec::new(), Vec::new());
        return Ok(Some(Judgement { document, claim, verdict, judged: false, findings, readings }));
    }
    let context = Context { document, claim, lift: None, effort, interrupted };
    let findings = findings(context)?;
    let mut readings = Vec::new();
    if claim.readings {
        for lift in &Axis::Lift.values()[1..] {
            readings
                .push((format!("--lift {lift}"), self::findings(Context { lift: Some(lift), ..context })?));
        }
    }
    if interrupted.load(Relaxed) {
        return Ok(None);
    }
    let verdict = verdict(document, claim, &findings)?;
    Ok(Some(Judgement { document, claim, verdict, judged: true, findings, readings }))
}

fn findings(context: Context) -> Result<Vec<Finding>, String> {
    let claim = context.claim;
    let checks = claim.checks.iter().map(|check| context.check(check));
    checks.collect::<Result<_, _>>().map_err(|error| format!("claim {}: {error}", claim.id))
}

/// What the findings come to.
fn verdict(document: &Document, claim: &Claim, findings: &[Finding]) -> Result<Verdict, String> {
    let mut rebuilt = false;
    for name in claim.checks.iter().filter_map(Check::position).chain(&claim.position) {
        rebuilt |= document.place(name)?.origin != Origin::Document;
    }
    Ok(match (findings.iter().any(|finding| finding.holds == Some(false)), rebuilt) {
        (true, false) => Verdict::Refuted,
        (true, true) => Verdict::RefutedOnAReconstruction,
        _ if findings.is_empty() || findings.iter().any(|finding| finding.holds.is_none()) => {
            Verdict::NotDecidableHere
        }
        (false, false) => Verdict::Confirmed,
        (false, true) => Verdict::ConfirmedOnAReconstruction,
    })
}
