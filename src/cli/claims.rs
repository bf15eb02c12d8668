//! `solve claims`: what the documents claim, judged.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use serde::Serialize;

use super::args::ClaimsArgs;
use super::ended::{BadInput, Ended};
use super::explain::{self, duration};
use super::input::read_text;
use super::junit;
use super::limits::ThreadArgs;
use super::output::refuse_to_overwrite;
use super::progress::Progress;
use super::signals::interruption;
use crate::claims::record::ClaimRecord;
use crate::claims::{self, Claim, Document, Effort, FINDINGS, Judgement, Origin, Verdict};
use crate::files::write_file;
use crate::report::json;
use crate::report::record::SCHEMA;
use crate::solutions::shard::Shard;

/// What `solve claims --json` prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    schema: u32,
    /// Which share of the claims these are, such as `"2/8"`; `null` if all that were asked for.
    share: Option<String>,
    claims: Vec<ClaimRecord>,
    /// What the claims of each document come to, by verdict and basis.
    summary: BTreeMap<String, Vec<Tally>>,
}

/// How many claims have a verdict on a basis.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct Tally {
    verdict: Verdict,
    basis: Origin,
    /// Whether they were judged now; otherwise this is what is on record.
    judged: bool,
    count: usize,
}

/// Judges, and writes what comes of it to `text`.
pub fn run(args: &ClaimsArgs, text: &mut String) -> Result<Ended, BadInput> {
    if let Some(path) = &args.junit {
        refuse_to_overwrite(path, args.force, "JUnit XML", junit::is_report)?;
    }
    ThreadArgs { threads: None }.started()?;
    let effort = Effort { nodes: args.node_limit.unwrap_or(claims::NODES), deep: args.deep };
    let documents = documents(args.from.as_deref())?;
    let chosen = choose(args, &documents)?;
    let all = chosen.len();
    let chosen = share(args, chosen);
    let (judged, count) = (Arc::new(AtomicUsize::new(0)), chosen.len());
    let shown = Arc::clone(&judged);
    let line = move || format!("{} of {count} claims judged", shown.load(Relaxed));
    let progress = Progress::show(line, args.json);
    let interrupted = interruption();
    let judgements: Vec<Option<Judgement>> = chosen
        .into_par_iter()
        .map(|(document, claim)| {
            if interrupted.load(Relaxed) {
                return Ok(None);
            }
            let judgement = claims::judge(document, claim, effort, &interrupted);
            judged.fetch_add(1, Relaxed);
            judgement
        })
        .collect::<Result<_, String>>()
        .map_err(BadInput)?;
    drop(progress);
    let judgements: Vec<Judgement> = judgements.into_iter().flatten().collect();
    if judgements.len() < count {
        table(&judgements, text);
        let _ = writeln!(text, "interrupted: {} of {count} claims judged", judgements.len());
        return Ok(Ended::Interrupted);
    }
    if let Some(path) = &args.junit {
        write_file(Path::new(path), junit::report(&judgements).as_bytes())?;
    }
    if args.json {
        text.push_str(&json::text(&record(args.shard, &judgements)));
    } else if args.id.is_some() {
        judgements.iter().for_each(|judgement| explain::explain(judgement, text));
    } else {
        table(&judgements, text);
        if let Some(shard) = args.shard {
            let _ = writeln!(text, "share {shard} has {count} of {all} claims");
        }
    }
    Ok(if judgements.iter().all(Judgement::as_recorded) { Ended::AsAsked } else { Ended::Differs })
}

/// The documents that the program knows, or one of the user's own in their place.
pub fn documents(from: Option<&str>) -> Result<Vec<Document>, BadInput> {
    let Some(file) = from else { return Ok(claims::all()) };
    let read = read_text(file).and_then(|text| Document::parse(&text));
    read.map(|document| vec![document]).map_err(|error| BadInput(format!("--from {file:?}: {error}")))
}

/// The claims that the user asks for.
fn choose<'a>(
    args: &ClaimsArgs,
    documents: &'a [Document],
) -> Result<Vec<(&'a Document, &'a Claim)>, BadInput> {
    let of = |document: &'a Document| document.claims.iter().map(move |claim| (document, claim));
    let mut chosen: Vec<_> = documents.iter().flat_map(of).collect();
    if let Some(wanted) = &args.document {
        chosen.retain(|(document, _)| document.id.eq_ignore_ascii_case(wanted));
        if chosen.is_empty() {
            let ids: Vec<&str> = documents.iter().map(|document| document.id.as_str()).collect();
            return Err(BadInput(format!("--document {wanted:?}: expected one of: {}", ids.join(", "))));
        }
    }
    if let Some(wanted) = &args.id {
        chosen.retain(|(_, claim)| claim.id.eq_ignore_ascii_case(wanted));
        if chosen.is_empty() {
            return Err(BadInput(format!(
                "claim {wanted:?}: expected the name of a claim, such as kee2009-22 (solve claims lists them)"
            )));
        }
    }
    Ok(chosen)
}

/// Those of a share.
fn share<'a>(args: &ClaimsArgs, chosen: Vec<(&'a Document, &'a Claim)>) -> Vec<(&'a Document, &'a Claim)> {
    let Some(shard) = args.shard else { return chosen };
    let judged = |claim: &Claim| args.deep || !claim.deep;
    let cost =
        |(_, claim): &(&Document, &Claim)| if judged(claim) { milliseconds(claim.seconds()) } else { 0 };
    let own = shard.of_costs(&chosen.iter().map(cost).collect::<Vec<u64>>());
    own.into_iter().map(|place| chosen[place]).collect()
}

/// Seconds as a cost.
pub fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1000.0) as u64
}

fn record(shard: Option<Shard>, judgements: &[Judgement]) -> Record {
    let mut summary: BTreeMap<String, Vec<Tally>> = BTreeMap::new();
    for of_document in judgements.chunk_by(|a, b| a.document.id == b.document.id) {
        summary.insert(of_document[0].document.id.clone(), tallies(of_document.iter()));
    }
    Record {
        schema: SCHEMA,
        share: shard.map(|shard| shard.to_string()),
        claims: judgements.iter().map(ClaimRecord::from).collect(),
        summary,
    }
}

/// What some claims come to, by verdict and basis.
fn tallies<'a>(judgements: impl Iterator<Item = &'a Judgement<'a>>) -> Vec<Tally> {
    let mut counts: BTreeMap<(bool, Verdict, Origin), usize> = BTreeMap::new();
    for it in judgements {
        *counts.entry((!it.judged, it.verdict, it.basis.origin)).or_default() += 1;
    }
    let counts = counts.into_iter();
    counts
        .map(|((repeated, verdict, basis), count)| Tally { verdict, basis, judged: !repeated, count })
        .collect()
}

/// Every claim in a line, by document, and what they come to.
fn table(judgements: &[Judgement], text: &mut String) {
    let width = judgements.iter().map(|judgement| judgement.claim.id.len()).max().unwrap_or(0);
    let mut last = "";
    for judgement in judgements {
        let Judgement { document, claim, verdict, .. } = judgement;
        if document.id != last {
            let gap = if last.is_empty() { "" } else { "\n" };
            let _ = writeln!(text, "{gap}{}", document.title);
            last = &document.id;
        }
        let changed = match judgement.as_recorded() {
            true => String::new(),
            false if *verdict == claim.verdict => "  (the amendment does not hold)".to_string(),
            false => format!("  (on record: {})", claim.verdict),
        };
        let _ = writeln!(
            text,
            "  {:<width$}  {:<22} {}{changed}",
            claim.id,
            judgement.with_basis(*verdict),
            claim.claim
        );
    }
    contradictions(judgements, width, text);
    let findings = |it: &&Judgement| it.document.id == FINDINGS;
    let judged = || judgements.iter().filter(|it| it.judged);
    summarise("judged now", judged().filter(|it| !findings(it)), text);
    summarise("findings of ours, judged now", judged().filter(findings), text);
    let repeated: Vec<&Judgement> = judgements.iter().filter(|it| !it.judged).collect();
    if !repeated.is_empty() {
        text.push_str("\nrepeated from the record (--deep judges them)\n");
    }
    for it in repeated {
        let (verdict, takes) = (it.with_basis(it.verdict), duration(it.claim.takes));
        let _ = writeln!(text, "  {:<width$}  {verdict:<22} {takes:>7}", it.claim.id);
    }
    let changed = judgements.iter().filter(|judgement| !judgement.as_recorded()).count();
    let _ = match changed {
        0 => writeln!(text, "\nevery verdict that was found is the one on record"),
        1 => writeln!(text, "\n1 verdict differs from the one on record"),
        _ => writeln!(text, "\n{changed} verdicts differ from those on record"),
    };
}

/// Where a document contradicts itself: both its words, and how.
fn contradictions(judgements: &[Judgement], width: usize, text: &mut String) {
    let all = judgements.iter().filter(|it| !it.claim.contradiction.is_empty());
    for (number, it) in all.enumerate() {
        if number == 0 {
            text.push_str("\nwhere a document contradicts itself\n");
        }
        let _ = writeln!(text, "  {:<width$}  {}", it.claim.id, it.claim.contradiction);
        if !it.claim.against.is_empty() {
            let against = it.document.claims.iter().filter(|other| it.claim.against.contains(&other.id));
            for claim in std::iter::once(it.claim).chain(against) {
                let _ = writeln!(text, "  {:<width$}    {}: \"{}\"", "", claim.id, claim.quote);
            }
        }
    }
}

/// How many claims have which verdict, by what it rests on.
fn summarise<'a>(title: &str, judgements: impl Iterator<Item = &'a Judgement<'a>>, text: &mut String) {
    let tallies = tallies(judgements);
    if !tallies.is_empty() {
        let _ = writeln!(text, "\n{title}");
    }
    for Tally { verdict, basis, count, .. } in tallies {
        let basis = if basis == Origin::Given { String::new() } else { format!(" ({basis})") };
        let _ = writeln!(text, "  {count:>4} {verdict}{basis}");
    }
}
