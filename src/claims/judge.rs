//! The judge: makes the checks of a claim and says what they come to.
//!
//! Checks are made on one thread with a limit of nodes, so that a verdict does not depend on the machine.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::check::Check;
use super::checked::Checked;
use super::context::{Context, Effort};
use super::document::{Claim, Document, Verdict};
use super::origin::Basis;
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
    /// What the verdict rests on.
    pub basis: Basis,
    /// The checks, in their order.
    pub checked: Vec<Checked>,
    /// The same under the other readings of `--lift`, if the claim asks for that.
    pub readings: Vec<(String, Vec<Checked>)>,
    /// The checks of the amendment, if there is one.
    pub amended: Vec<Checked>,
    /// The nodes that one question could cost.
    pub limit: u64,
}

impl Judgement<'_> {
    /// Whether the verdict is the one on record, and the amendment, if there is one, mends what it should.
    pub fn as_recorded(&self) -> bool {
        self.verdict == self.claim.verdict && self.amended.iter().all(|check| check.holds == Some(true))
    }

    /// A verdict with what it rests on: `confirmed (rebuilt)`.
    pub fn with_basis(&self, verdict: Verdict) -> String {
        match self.basis.to_string().as_str() {
            "" => verdict.to_string(),
            basis => format!("{verdict} ({basis})"),
        }
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
    let nodes = Cell::new(0);
    let context = Context { document, claim, lift: None, effort, interrupted, nodes: &nodes };
    let basis = basis(document, claim)?;
    let mut judgement = Judgement {
        document,
        claim,
        verdict: claim.verdict,
        judged: !claim.deep || effort.deep,
        basis,
        checked: Vec::new(),
        readings: Vec::new(),
        amended: Vec::new(),
        limit: context.limit(),
    };
    if !judgement.judged {
        return Ok(Some(judgement));
    }
    judgement.checked = checked(context, &claim.checks)?;
    if claim.readings {
        for lift in &Axis::Lift.values()[1..] {
            let checked = checked(Context { lift: Some(lift), ..context }, &claim.checks)?;
            judgement.readings.push((format!("--lift {lift}"), checked));
        }
    }
    if let Some(amendment) = &claim.amendment {
        judgement.amended = checked(context, &amendment.checks)?;
    }
    judgement.verdict = verdict(&judgement.checked);
    Ok((!interrupted.load(Relaxed)).then_some(judgement))
}

fn checked(context: Context, checks: &[Check]) -> Result<Vec<Checked>, String> {
    let checked = checks.iter().map(|check| context.check(check));
    checked.collect::<Result<_, _>>().map_err(|error| format!("claim {}: {error}", context.claim.id))
}

/// What a verdict on a claim rests on: the least firm of the positions that its checks are about.
pub(super) fn basis(document: &Document, claim: &Claim) -> Result<Basis, String> {
    let places = claim.positions().map(|name| document.place(name).map(|place| place.basis));
    places.reduce(|least, next| Ok(least?.max(next?))).unwrap_or(Ok(Basis::default()))
}

/// What the checks come to.
fn verdict(checked: &[Checked]) -> Verdict {
    let any = |holds: Option<bool>| checked.iter().any(|check| check.holds == holds);
    if checked.is_empty() {
        Verdict::NotDecidable
    } else if any(Some(false)) {
        Verdict::Refuted
    } else if any(None) {
        Verdict::Open
    } else {
        Verdict::Confirmed
    }
}
