//! The judge: makes the checks of a claim and says what they come to, in memory and as a record.
//!
//! Checks are made on one thread with a limit of nodes, so that a verdict does not depend on the
//! machine.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde::{Deserialize, Serialize};

use super::check::{Check, Checked};
use super::context::{Context, Effort};
use super::document::{Basis, Claim, Document, Kind, Origin, Verdict};
use superko_rules::axes::Axis;

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
    /// Whether the verdict is the one on record, and the amendment, if there is one, mends what it
    /// should.
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

// --- What the judge found, as data: what `solve claims --json` prints and what the pages of the claims are made of ---

/// A claim with what was found of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ClaimRecord {
    /// Its name.
    pub id: String,
    /// The name of its document.
    pub document: String,
    /// Its place in the document.
    pub section: String,
    /// What it is about.
    pub kind: Kind,
    /// The document's own words.
    pub quote: String,
    /// The documents or claims that a finding of ours concerns.
    pub about: Vec<String>,
    /// What is claimed, in our words.
    pub claim: String,
    /// The verdict; that on record if the claim was not judged.
    pub verdict: Verdict,
    /// The verdict on record.
    pub recorded: Verdict,
    /// The least firm of the positions on which the verdict was found.
    pub basis: Origin,
    /// How many positions fit the text, if that position is one of several.
    pub fit: Option<u64>,
    /// `false` if the claim takes long and that was not asked for.
    pub judged: bool,
    /// The seconds that a deep claim takes in a release build on one thread.
    pub takes: Option<f64>,
    /// The nodes that one question could cost.
    pub limit: u64,
    /// What a reader should know of the verdict.
    pub note: String,
    /// The positions that its checks are about.
    pub positions: Vec<PositionRecord>,
    /// The checks.
    pub checks: Vec<Checked>,
    /// The same under the other readings of `--lift`.
    pub readings: BTreeMap<String, Vec<Checked>>,
    /// The claims of the same document that contradict this one.
    pub against: Vec<QuoteRecord>,
    /// How the document contradicts itself here.
    pub contradiction: String,
    /// The change of the document's words that was tried.
    pub amendment: Option<AmendmentRecord>,
    /// What the authors could change or say.
    pub could_change: String,
}

/// A position of a claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct PositionRecord {
    /// Its name in the file of its document.
    pub name: String,
    /// The board.
    pub board: String,
    /// The rows from the top, with spaces between the intersections; none for an empty board.
    pub rows: Vec<String>,
    /// Who is to move.
    pub to_move: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The search that finds it.
    pub candidates: Option<String>,
    /// How many positions that search finds on each of its boards, by the record.
    pub fit: BTreeMap<String, u64>,
    /// What of the text it follows.
    pub reasoning: String,
}

/// Another claim, by its words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct QuoteRecord {
    /// Its name.
    pub id: String,
    /// Its place in the document.
    pub section: String,
    /// The document's own words.
    pub quote: String,
}

/// A change of a document's words that was tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct AmendmentRecord {
    /// The words of the document.
    pub words: String,
    /// What they would say instead.
    pub says: String,
    /// What shows that this mends it.
    pub checks: Vec<Checked>,
}

impl ClaimRecord {
    /// The record of what was found at another time, with the words that the claim has now.
    ///
    /// # Errors
    /// One line that says what is wrong with the claim as it is written.
    pub fn with_words_of(self, document: &Document, claim: &Claim) -> Result<ClaimRecord, String> {
        let judgement = Judgement {
            document,
            claim,
            verdict: self.verdict,
            judged: self.judged,
            basis: basis(document, claim)?,
            checked: self.checks,
            readings: self.readings.into_iter().collect(),
            amended: self.amendment.map_or(Vec::new(), |amendment| amendment.checks),
            limit: self.limit,
        };
        Ok(ClaimRecord::from(&judgement))
    }
}

impl From<&Judgement<'_>> for ClaimRecord {
    fn from(judgement: &Judgement) -> ClaimRecord {
        let Judgement { document, claim, basis, .. } = judgement;
        ClaimRecord {
            id: claim.id.clone(),
            document: document.id.clone(),
            section: claim.section.clone(),
            kind: claim.kind,
            quote: claim.quote.clone(),
            about: claim.about.clone(),
            claim: claim.claim.clone(),
            verdict: judgement.verdict,
            recorded: claim.verdict,
            basis: basis.origin,
            fit: (basis.origin == Origin::OneOf).then_some(basis.fit),
            judged: judgement.judged,
            takes: claim.deep.then_some(claim.takes),
            limit: judgement.limit,
            note: claim.note.clone(),
            positions: positions(document, claim),
            checks: judgement.checked.clone(),
            readings: judgement.readings.iter().cloned().collect(),
            against: against(document, claim).map(QuoteRecord::from).collect(),
            contradiction: claim.contradiction.clone(),
            amendment: claim.amendment.as_ref().map(|amendment| AmendmentRecord {
                words: amendment.words.clone(),
                says: amendment.says.clone(),
                checks: judgement.amended.clone(),
            }),
            could_change: claim.could_change.clone(),
        }
    }
}

impl From<&Claim> for QuoteRecord {
    fn from(claim: &Claim) -> QuoteRecord {
        QuoteRecord { id: claim.id.clone(), section: claim.section.clone(), quote: claim.quote.clone() }
    }
}

/// The claims of a document that contradict one of it.
fn against<'a>(document: &'a Document, claim: &'a Claim) -> impl Iterator<Item = &'a Claim> {
    document.claims.iter().filter(|other| claim.against.contains(&other.id))
}

/// The positions of a document that the checks of a claim are about, once each, by their names.
fn positions(document: &Document, claim: &Claim) -> Vec<PositionRecord> {
    let mut names: Vec<&String> = claim.positions().collect();
    names.sort();
    names.dedup();
    let settings = names.into_iter().filter_map(|name| Some((name, document.positions.get(name)?)));
    let record = |(name, setting): (&String, &super::document::Setting)| {
        let search = setting.candidates.as_ref().and_then(|search| document.candidates.get(search));
        let fit =
            search.map(|search| search.boards.iter().cloned().zip(search.fit.iter().copied()).collect());
        PositionRecord {
            name: name.clone(),
            board: setting.board.clone(),
            rows: setting.drawn.trim().lines().map(str::to_string).collect(),
            to_move: setting.to_move.to_string(),
            origin: setting.origin,
            candidates: setting.candidates.clone(),
            fit: fit.unwrap_or_default(),
            reasoning: setting.reasoning.clone(),
        }
    };
    settings.map(record).collect()
}
