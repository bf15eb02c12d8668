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
use super::input::read_text;
use super::limits::ThreadArgs;
use super::output::refuse_to_overwrite;
use super::progress::Progress;
use super::signals::interruption;
use super::{junit, report};
use crate::claims::check::Check;
use crate::claims::{self, Checked, Claim, Document, Effort, Judgement, Kind, Origin, Verdict};
use crate::files::write_file;
use crate::report::json;
use crate::report::record::SCHEMA;

/// The nodes that one question of a check may cost, unless the user says otherwise.
const NODES: u64 = 1_000_000;

/// What `solve claims --json` prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record<'a> {
    schema: u32,
    claims: Vec<ClaimRecord<'a>>,
    contradictions: Vec<ContradictionRecord<'a>>,
    summary: BTreeMap<String, BTreeMap<Verdict, usize>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct ClaimRecord<'a> {
    id: &'a str,
    document: &'a str,
    section: &'a str,
    kind: Kind,
    quote: &'a str,
    claim: &'a str,
    position: Option<PositionRecord<'a>>,
    verdict: Verdict,
    recorded: Verdict,
    /// The least firm of the positions on which the verdict was found.
    basis: Origin,
    /// How many positions fit the text, if that position is one of several.
    fit: Option<u64>,
    /// `false` if the claim takes minutes and that was not asked for.
    judged: bool,
    note: &'a str,
    checks: Vec<CheckRecord<'a>>,
    readings: BTreeMap<&'a str, Vec<CheckRecord<'a>>>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct PositionRecord<'a> {
    board: &'a str,
    rows: Vec<String>,
    origin: Origin,
    reasoning: &'a str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct CheckRecord<'a> {
    asked: &'a str,
    /// `null` if the limit left it open.
    holds: Option<bool>,
    found: &'a str,
    /// The nodes that it cost, of the search or of the analysis.
    nodes: u64,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct ContradictionRecord<'a> {
    id: &'a str,
    text: &'a str,
}

/// Judges, and writes what comes of it to `text`.
pub fn run(args: &ClaimsArgs, text: &mut String) -> Result<Ended, BadInput> {
    if let Some(path) = &args.junit {
        refuse_to_overwrite(path, args.force, "JUnit XML", junit::is_report)?;
    }
    ThreadArgs { threads: None }.checked()?;
    let effort = Effort { nodes: args.node_limit.unwrap_or(NODES), deep: args.deep };
    let documents = match &args.from {
        None => claims::all(),
        Some(file) => vec![own_document(file)?],
    };
    let chosen = choose(args, &documents)?;
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
        text.push_str(&json::text(&record(&judgements)));
    } else if args.id.is_some() {
        judgements.iter().for_each(|judgement| explain(judgement, text));
    } else {
        table(&judgements, text);
    }
    Ok(if judgements.iter().all(Judgement::as_recorded) { Ended::AsAsked } else { Ended::Differs })
}

/// A document of the user's own.
fn own_document(file: &str) -> Result<Document, BadInput> {
    let text = read_text(file).map_err(|error| BadInput(format!("--from {file:?}: {error}")))?;
    Document::parse(&text).map_err(|error| BadInput(format!("--from {file:?}: {error}")))
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

fn record<'a>(judgements: &'a [Judgement<'a>]) -> Record<'a> {
    let mut summary: BTreeMap<String, BTreeMap<Verdict, usize>> = BTreeMap::new();
    for judgement in judgements {
        let of_document = summary.entry(judgement.document.id.clone()).or_default();
        *of_document.entry(judgement.verdict).or_default() += 1;
    }
    let contradictions =
        judgements.iter().filter(|judgement| !judgement.claim.contradiction.is_empty()).map(|judgement| {
            ContradictionRecord { id: &judgement.claim.id, text: &judgement.claim.contradiction }
        });
    Record {
        schema: SCHEMA,
        claims: judgements.iter().map(claim_record).collect(),
        contradictions: contradictions.collect(),
        summary,
    }
}

fn claim_record<'a>(judgement: &'a Judgement<'a>) -> ClaimRecord<'a> {
    let Judgement { document, claim, verdict, judged, basis, checked, readings } = judgement;
    let setting = claim.position.as_ref().and_then(|name| document.positions.get(name));
    let checks = |checked: &'a [Checked]| checked.iter().map(check_record).collect();
    ClaimRecord {
        id: &claim.id,
        document: &document.id,
        section: &claim.section,
        kind: claim.kind,
        quote: &claim.quote,
        claim: &claim.claim,
        position: setting.map(|setting| PositionRecord {
            board: &setting.board,
            rows: setting.drawn.trim().lines().map(str::to_string).collect(),
            origin: setting.origin,
            reasoning: &setting.reasoning,
        }),
        verdict: *verdict,
        recorded: claim.verdict,
        basis: basis.origin,
        fit: (basis.origin == Origin::OneOf).then_some(basis.fit),
        judged: *judged,
        note: &claim.note,
        checks: checks(checked),
        readings: readings.iter().map(|(name, checked)| (name.as_str(), checks(checked))).collect(),
    }
}

fn check_record(check: &Checked) -> CheckRecord<'_> {
    CheckRecord { asked: &check.asked, holds: check.holds, found: &check.found, nodes: check.nodes }
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
        let changed =
            if judgement.as_recorded() { String::new() } else { format!("  (on record: {})", claim.verdict) };
        let _ = writeln!(
            text,
            "  {:<width$}  {:<21} {}{changed}",
            claim.id,
            judgement.with_basis(*verdict),
            claim.claim
        );
    }
    let contradictions: Vec<_> =
        judgements.iter().filter(|judgement| !judgement.claim.contradiction.is_empty()).collect();
    if !contradictions.is_empty() {
        text.push_str("\nwhere a document contradicts itself\n");
    }
    for judgement in contradictions {
        let _ = writeln!(text, "  {:<width$}  {}", judgement.claim.id, judgement.claim.contradiction);
    }
    text.push_str("\nsummary\n");
    for verdict in Verdict::ALL {
        let count = judgements.iter().filter(|judgement| judgement.verdict == verdict).count();
        let _ = writeln!(text, "  {count:>4} {verdict}");
    }
    let changed = judgements.iter().filter(|judgement| !judgement.as_recorded()).count();
    match changed {
        0 if judgements.iter().all(|judgement| judgement.judged) => {
            text.push_str("  every verdict is the one on record\n");
        }
        0 => {
            let deep = judgements.iter().filter(|judgement| !judgement.judged).count();
            let _ = writeln!(text, "  every verdict found is the one on record; {deep} need --deep");
        }
        _ => {
            let _ = writeln!(text, "  {changed} verdicts differ from those on record");
        }
    }
}

/// One claim with all that shows its verdict.
fn explain(judgement: &Judgement, text: &mut String) {
    let Judgement { document, claim, verdict, judged, basis: _, checked, readings } = judgement;
    let _ = writeln!(text, "{}: {}", claim.id, judgement.with_basis(*verdict));
    if !judged {
        text.push_str("on record; solve claims --deep judges it, in minutes\n");
    }
    if !judgement.as_recorded() {
        let _ = writeln!(text, "on record    {}", claim.verdict);
    }
    let mut field = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "{}", report::wrapped(&format!("{name:<12} "), value));
        }
    };
    field("document", &document.title);
    field("section", &claim.section);
    if !claim.quote.is_empty() {
        field("says", &format!("\"{}\"", claim.quote));
    }
    field("claim", &claim.claim);
    field("kind", &claim.kind.to_string());
    let mut settings: Vec<_> = claim.positions().collect();
    settings.sort();
    settings.dedup();
    for name in settings {
        if let Some(setting) = document.positions.get(name).filter(|setting| !setting.reasoning.is_empty()) {
            field("position", &format!("{name}: {}", setting.reasoning));
        }
    }
    field("note", &claim.note);
    field("contradicts", &claim.contradiction);
    for check in checked {
        describe(check, text);
    }
    for (reading, checked) in readings {
        let _ = writeln!(text, "\nunder {reading}");
        for check in checked {
            let _ = writeln!(text, "  {}  {}", sign(check.holds), check.asked);
            let _ = writeln!(text, "         {}", check.found);
        }
    }
    if claim.checks.iter().any(|check| matches!(check, Check::Line { .. })) && *judged {
        text.push_str(MARKS);
    }
}

/// The marks of [`claims::script`].
const MARKS: &str = "
marks  !A1 the past bars it, ?A1 it would be legal, !* the past bars every stone, pass! nothing else is legal,
       x2 captures two, =7 the position after move 7 again
";

fn describe(check: &Checked, text: &mut String) {
    let _ = writeln!(text, "\n{}  {}", sign(check.holds), check.asked);
    let _ = writeln!(text, "found  {}", check.found);
    for line in check.evidence.lines() {
        let _ = writeln!(text, "       {line}");
    }
}

fn sign(holds: Option<bool>) -> &'static str {
    match holds {
        Some(true) => "holds",
        Some(false) => "fails",
        None => "open ",
    }
}
