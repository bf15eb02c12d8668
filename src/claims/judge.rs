//! The judge: makes the checks of a claim and says what they come to.
//!
//! Checks are made on one thread with a limit of nodes, so that a verdict does not depend on the machine.

use super::check::Check;
use super::document::{Claim, Document, Origin, Verdict};
use super::property;
use super::scene::Scene;
use crate::rules::State;
use crate::rules::axes::{Axis, Options};
use crate::rules::catalogue::{self, Entry};
use crate::solve::{Budget, Limits, Request, Solution, solve};

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

/// What a check found.
#[derive(Debug)]
pub struct Finding {
    /// What was asked.
    pub asked: String,
    /// Whether it is as the claim says; `None` if the limit left it open.
    pub holds: Option<bool>,
    /// What was found, in one line.
    pub found: String,
    /// What shows it: diagrams, moves, what barred which.
    pub evidence: String,
}

/// The most that a check may cost.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The nodes that one question may cost.
    pub nodes: u64,
    /// Whether claims are judged whose checks take minutes; their questions may cost [`DEEPER`] times as much.
    pub deep: bool,
}

/// How much more a question of a deep claim may cost.
pub const DEEPER: u64 = 30;

impl Judgement<'_> {
    /// Whether the verdict is the one on record.
    pub fn as_recorded(&self) -> bool {
        self.verdict == self.claim.verdict
    }
}

/// Judges a claim.
///
/// # Errors
/// One line that says what is wrong with the claim as it is written.
pub fn judge<'a>(document: &'a Document, claim: &'a Claim, effort: Effort) -> Result<Judgement<'a>, String> {
    if claim.deep && !effort.deep {
        let (verdict, findings, readings) = (claim.verdict, Vec::new(), Vec::new());
        return Ok(Judgement { document, claim, verdict, judged: false, findings, readings });
    }
    let findings = findings(document, claim, None, effort)?;
    let mut readings = Vec::new();
    if claim.readings {
        for lift in &Axis::Lift.values()[1..] {
            readings.push((format!("--lift {lift}"), self::findings(document, claim, Some(lift), effort)?));
        }
    }
    let verdict = verdict(document, claim, &findings)?;
    Ok(Judgement { document, claim, verdict, judged: true, findings, readings })
}

fn findings(
    document: &Document,
    claim: &Claim,
    lift: Option<&str>,
    effort: Effort,
) -> Result<Vec<Finding>, String> {
    let judge = Judge { document, claim, lift, effort };
    let checks = claim.checks.iter().map(|check| judge.check(check));
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

/// The judge with a claim before him.
pub(super) struct Judge<'a> {
    document: &'a Document,
    pub(super) claim: &'a Claim,
    lift: Option<&'a str>,
    effort: Effort,
}

impl Judge<'_> {
    pub(super) fn budget(&self) -> Budget {
        let factor = if self.claim.deep { DEEPER } else { 1 };
        let nodes = self.effort.nodes.saturating_mul(factor);
        Budget::new(Limits { nodes: Some(nodes), ..Limits::default() })
    }

    pub(super) fn ruleset(&self, text: &str) -> Result<(&'static Entry, Options), String> {
        let (entry, mut options) = catalogue::parse(text).map_err(|error| error.to_string())?;
        if let Some(lift) = self.lift.filter(|_| entry.knows.contains(&Axis::Lift)) {
            entry.set(&mut options, Axis::Lift, lift).map_err(|error| error.to_string())?;
        }
        Ok((entry, options))
    }

    fn scene(&self, rules: &str, position: Option<&String>) -> Result<Scene, String> {
        let (entry, options) = self.ruleset(rules)?;
        let name = position.or(self.claim.position.as_ref()).ok_or("no position is named")?;
        let place = self.document.place(name)?;
        Ok(Scene { game: entry.game(place.board.clone(), options), place })
    }

    fn check(&self, check: &Check) -> Result<Finding, String> {
        match check {
            Check::Value { rules, position, after, expect } => {
                self.value(&self.scene(rules, position.as_ref())?, after, expect)
            }
            Check::Best { rules, position, after, moves, only } => {
                self.best(&self.scene(rules, position.as_ref())?, after, moves, *only)
            }
            Check::Line { rules, position, .. } => self.line(&self.scene(rules, position.as_ref())?, check),
            Check::Capture { rules, position, .. } => {
                self.capture(&self.scene(rules, position.as_ref())?, check)
            }
            Check::Ends { rules, every_game, every_key } => {
                let (entry, options) = self.ruleset(rules)?;
                property::every_game_ends(entry, options, every_game, every_key)
            }
            Check::Openings { rules, board, expect } => {
                self.openings(&self.scene(rules, Some(board))?, expect)
            }
            Check::Interval { rules, board, expect } => {
                self.interval(&self.scene(rules, Some(board))?, *expect)
            }
            Check::Positions { board, expect } => self.positions(board, expect),
            Check::Games { rules, board, expect } => self.games(rules, board, expect),
        }
    }

    pub(super) fn solve(&self, scene: &Scene, state: &State, request: Request) -> Solution {
        solve(&scene.game, state, &request, &self.budget())
    }
}
