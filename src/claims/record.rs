//! What the judge found, as data: what `solve claims --json` prints and what the pages of the claims are made of.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::checked::Checked;
use super::document::{Claim, Document, Kind, Verdict};
use super::judge::{Judgement, basis};
use super::origin::Origin;

/// A claim with what was found of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
