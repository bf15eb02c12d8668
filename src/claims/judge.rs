//! The judge: makes the checks of a claim and says what they come to.
//!
//! Checks are made on one thread with a limit of nodes, so that a verdict does not depend on the machine.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

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
}

impl Judgement<'_> {
    /// Whether the verdict is the one on record.
    pub fn as_recorded(&self) -> bool {
        self.verdict == self.claim.verdict
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
    let basis = basis(document, claim)?;
    if claim.deep && !effort.deep {
        let (verdict, checked, readings) = (claim.verdict, Vec::new(), Vec::new());
        return Ok(Some(Judgement { document, claim, verdict, judged: false, basis, checked, readings }));
    }
    let nodes = Cell::new(0);
    let context = Context { document, claim, lift: None, effort, interrupted, nodes: &nodes };
    let checked = checked(context)?;
    let mut readings = Vec::new();
    if claim.readings {
        for lift in &Axis::Lift.values()[1..] {
            readings
                .push((format!("--lift {lift}"), self::checked(Context { lift: Some(lift), ..context })?));
        }
    }
    if interrupted.load(Relaxed) {
        return Ok(None);
    }
    let verdict = verdict(&checked);
    Ok(Some(Judgement { document, claim, verdict, judged: true, basis, checked, readings }))
}

fn checked(context: Context) -> Result<Vec<Checked>, String> {
    let claim = context.claim;
    let checks = claim.checks.iter().map(|check| context.check(check));
    checks.collect::<Result<_, _>>().map_err(|error| format!("claim {}: {error}", claim.id))
}

/// What a verdict on a claim rests on: the least firm of the positions that its checks are about.
fn basis(document: &Document, claim: &Claim) -> Result<Basis, String> {
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
