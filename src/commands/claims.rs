//! `solve claims`: what the documents claim, judged.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use clap::{Args as ClapArgs, Subcommand};
use rayon::prelude::*;
use serde::Serialize;

use super::candidates::{CandidatesArgs, documents, milliseconds};
use super::exit::{CommandError, Exit, interrupt_flag};
use super::io::{Progress, add_line, paragraph, refuse_to_overwrite};
use super::limits::{ThreadArgs, parse_count};
use superko_lab::claims::check::Check;
use superko_lab::claims::judge::ClaimRecord;
use superko_lab::claims::{self, Checked, Claim, Document, Effort, FINDINGS, Judgement, Origin, Verdict};
use superko_query::report::json;
use superko_query::report::records::SCHEMA;
use superko_store::files::write_file;
use superko_tables::plan::Shard;

#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true)]
pub struct ClaimsArgs {
    #[command(subcommand)]
    pub command: Option<ClaimsCommand>,
    /// One claim, with the evidence: diagrams, moves, what banned which
    pub id: Option<String>,
    /// The claims of one document
    #[arg(long, value_name = "ID")]
    pub document: Option<String>,
    /// Judge the claims of a file in the form of crates/lab/src/claims/data/, in place of those that the
    /// program knows
    #[arg(long, value_name = "FILE")]
    pub from: Option<String>,
    /// Judge also the claims that take minutes
    #[arg(long)]
    pub deep: bool,
    /// The most nodes that a question may cost, 30 times as many for a deep one [default: 1000000]
    #[arg(long, value_name = "NODES", value_parser = parse_count)]
    pub node_limit: Option<u64>,
    /// Do no more than this share of the work, such as 2/8
    ///
    /// Claims are dealt out by the seconds that each takes by its record, so that all shares
    /// together look at all of them, and each takes about as long as another, unless one claim
    /// alone takes longer. A share is the same everywhere.
    #[arg(long, value_name = "N/COUNT", conflicts_with = "id", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    /// Print one JSON object
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Write JUnit XML to a file as well
    #[arg(long, value_name = "FILE")]
    pub junit: Option<String>,
    /// Overwrite the file of --junit even if it is no JUnit XML
    #[arg(long, requires = "junit")]
    pub force: bool,
}

#[derive(Debug, Subcommand)]
pub enum ClaimsCommand {
    /// Search for the positions that fit what the documents say of a lost diagram
    Candidates(CandidatesArgs),
}

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

pub fn run(args: &ClaimsArgs, text: &mut String) -> Result<Exit, CommandError> {
    if let Some(path) = &args.junit {
        refuse_to_overwrite(path, args.force, "JUnit XML", is_report)?;
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
    let interrupted = interrupt_flag();
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
        .map_err(CommandError)?;
    drop(progress);
    let judgements: Vec<Judgement> = judgements.into_iter().flatten().collect();
    if judgements.len() < count {
        table(&judgements, text);
        add_line!(text, "interrupted: {} of {count} claims judged", judgements.len());
        return Ok(Exit::Interrupted);
    }
    if let Some(path) = &args.junit {
        write_file(Path::new(path), report(&judgements).as_bytes())?;
    }
    if args.json {
        text.push_str(&json::text(&record(args.shard, &judgements)));
    } else if args.id.is_some() {
        judgements.iter().for_each(|judgement| explain(judgement, text));
    } else {
        table(&judgements, text);
        if let Some(shard) = args.shard {
            add_line!(text, "share {shard} has {count} of {all} claims");
        }
    }
    Ok(if judgements.iter().all(Judgement::as_recorded) { Exit::Success } else { Exit::Differs })
}

/// Claims that the user asks for.
fn choose<'a>(
    args: &ClaimsArgs,
    documents: &'a [Document],
) -> Result<Vec<(&'a Document, &'a Claim)>, CommandError> {
    let of = |document: &'a Document| document.claims.iter().map(move |claim| (document, claim));
    let mut chosen: Vec<_> = documents.iter().flat_map(of).collect();
    if let Some(wanted) = &args.document {
        chosen.retain(|(document, _)| document.id.eq_ignore_ascii_case(wanted));
        if chosen.is_empty() {
            let ids: Vec<&str> = documents.iter().map(|document| document.id.as_str()).collect();
            return Err(CommandError(format!("--document {wanted:?}: expected one of: {}", ids.join(", "))));
        }
    }
    if let Some(wanted) = &args.id {
        chosen.retain(|(_, claim)| claim.id.eq_ignore_ascii_case(wanted));
        if chosen.is_empty() {
            return Err(CommandError(format!(
                "claim {wanted:?}: expected the name of a claim, such as kee2009-22 (solve claims lists them)"
            )));
        }
    }
    Ok(chosen)
}

fn share<'a>(args: &ClaimsArgs, chosen: Vec<(&'a Document, &'a Claim)>) -> Vec<(&'a Document, &'a Claim)> {
    let Some(shard) = args.shard else { return chosen };
    let judged = |claim: &Claim| args.deep || !claim.deep;
    let cost =
        |(_, claim): &(&Document, &Claim)| if judged(claim) { milliseconds(claim.seconds()) } else { 0 };
    let own = shard.of_costs(&chosen.iter().map(cost).collect::<Vec<u64>>());
    own.into_iter().map(|place| chosen[place]).collect()
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

/// Numbers of claims by verdict and basis.
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

/// Table of all claims by document, with totals.
fn table(judgements: &[Judgement], text: &mut String) {
    let width = judgements.iter().map(|judgement| judgement.claim.id.len()).max().unwrap_or(0);
    let mut last = "";
    for judgement in judgements {
        let Judgement { document, claim, verdict, .. } = judgement;
        if document.id != last {
            let gap = if last.is_empty() { "" } else { "\n" };
            add_line!(text, "{gap}{}", document.title);
            last = &document.id;
        }
        let changed = match judgement.as_recorded() {
            true => String::new(),
            false if *verdict == claim.verdict => "  (the amendment does not hold)".to_string(),
            false => format!("  (on record: {})", claim.verdict),
        };
        add_line!(
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
        add_line!(text, "  {:<width$}  {verdict:<22} {takes:>7}", it.claim.id);
    }
    let changed = judgements.iter().filter(|judgement| !judgement.as_recorded()).count();
    match changed {
        0 => add_line!(text, "\nevery verdict that was found is the one on record"),
        1 => add_line!(text, "\n1 verdict differs from the one on record"),
        _ => add_line!(text, "\n{changed} verdicts differ from those on record"),
    }
}

/// Contradictions within a document, with both its words.
fn contradictions(judgements: &[Judgement], width: usize, text: &mut String) {
    let all = judgements.iter().filter(|it| !it.claim.contradiction.is_empty());
    for (number, it) in all.enumerate() {
        if number == 0 {
            text.push_str("\nwhere a document contradicts itself\n");
        }
        add_line!(text, "  {:<width$}  {}", it.claim.id, it.claim.contradiction);
        if !it.claim.against.is_empty() {
            let against = it.document.claims.iter().filter(|other| it.claim.against.contains(&other.id));
            for claim in std::iter::once(it.claim).chain(against) {
                add_line!(text, "  {:<width$}    {}: \"{}\"", "", claim.id, claim.quote);
            }
        }
    }
}

/// Totals by verdict and basis.
fn summarise<'a>(title: &str, judgements: impl Iterator<Item = &'a Judgement<'a>>, text: &mut String) {
    let tallies = tallies(judgements);
    if !tallies.is_empty() {
        add_line!(text, "\n{title}");
    }
    for Tally { verdict, basis, count, .. } in tallies {
        let basis = if basis == Origin::Given { String::new() } else { format!(" ({basis})") };
        add_line!(text, "  {count:>4} {verdict}{basis}");
    }
}

// --- One claim with all that shows its verdict ---

/// Legend of the marks of [`script`](superko_lab::claims::script).
const LEGEND: &str = "
marks  !A1 the history bans it, ?A1 it would be legal, !* the history bans every stone, pass! nothing else is legal,
       x2 captures two, =7 the position after move 7 again
";

/// Report of one claim with all evidence.
pub fn explain(judgement: &Judgement, text: &mut String) {
    let record = ClaimRecord::from(judgement);
    add_line!(text, "{}: {}", record.id, judgement.with_basis(record.verdict));
    if !record.judged {
        let seconds = record.takes.unwrap_or_default();
        add_line!(text, "on record; solve claims --deep judges it, in about {}", duration(seconds));
    }
    let mut field = |name: &str, value: &str| {
        if !value.is_empty() {
            paragraph(&format!("{name:<12} "), value, text);
        }
    };
    if record.verdict != record.recorded {
        field("on record", &record.recorded.to_string());
    }
    if record.judged && record.verdict == Verdict::Open {
        field("open", &format!("not tried beyond {} nodes a question", record.limit));
    }
    field("document", &judgement.document.title);
    field("section", &record.section);
    field("about", &record.about.join(", "));
    field("says", &quoted(&record.quote));
    field(if record.document == FINDINGS { "finding" } else { "claim" }, &record.claim);
    field("kind", &record.kind.to_string());
    for position in record.positions.iter().filter(|position| !position.reasoning.is_empty()) {
        let origin = match (position.origin.to_string().as_str(), &position.candidates) {
            (origin, Some(search)) => {
                let fit = position.fit.iter().map(|(board, fit)| format!("{fit} on {board}"));
                let fit = fit.collect::<Vec<_>>().join(", ");
                format!("{origin}; solve claims candidates {}-{search} finds {fit}", record.document)
            }
            (origin, None) => origin.to_string(),
        };
        field("position", &format!("{} ({origin}): {}", position.name, position.reasoning));
    }
    field("note", &record.note);
    for against in &record.against {
        field("against", &format!("{} ({}): {}", against.id, against.section, quoted(&against.quote)));
    }
    field("contradicts", &record.contradiction);
    field("could change", &record.could_change);
    record.checks.iter().for_each(|check| describe(check, text));
    for (reading, checks) in &record.readings {
        add_line!(text, "\nunder {reading}");
        checks.iter().for_each(|check| in_short(check, text));
    }
    if let Some(amendment) = &record.amendment {
        add_line!(text, "\namended: {} would say {}", quoted(&amendment.words), quoted(&amendment.says));
        amendment.checks.iter().for_each(|check| in_short(check, text));
    }
    if judgement.claim.checks.iter().any(|check| matches!(check, Check::Line { .. })) && record.judged {
        text.push_str(LEGEND);
    }
}

/// Time to the second or the minute.
pub fn duration(seconds: f64) -> String {
    if seconds < 120.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) }
}

fn quoted(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!("\"{words}\"") }
}

fn in_short(check: &Checked, text: &mut String) {
    add_line!(text, "  {}  {}", sign(check.holds), check.asked);
    add_line!(text, "         {}", check.found);
}

fn describe(check: &Checked, text: &mut String) {
    add_line!(text, "\n{}  {}", sign(check.holds), check.asked);
    add_line!(text, "found  {}", check.found);
    for line in check.evidence.lines() {
        add_line!(text, "       {line}");
    }
}

fn sign(holds: Option<bool>) -> &'static str {
    match holds {
        Some(true) => "holds",
        Some(false) => "fails",
        None => "open ",
    }
}

// --- Verdicts as JUnit XML ---
//
// Verdicts as JUnit XML, which continuous integration systems show: a suite for each document and a
// test case for each claim. A test case fails if its verdict is not the one on record, and is
// skipped if the claim cannot be decided here or was not judged.

/// Whether a file begins like JUnit XML: with a suite, after a declaration and comments.
pub fn is_report(file: File) -> bool {
    let mut bytes = Vec::new();
    let read = file.take(4096).read_to_end(&mut bytes);
    let begins = String::from_utf8_lossy(&bytes);
    let begins = begins.trim_start_matches('\u{feff}').trim_start();
    read.is_ok() && begins.starts_with('<') && begins.contains("<testsuite")
}

/// JUnit XML of the verdicts.
pub fn report(judgements: &[Judgement]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let count = |judgements: &[&Judgement]| {
        let failures = judgements.iter().filter(|judgement| !judgement.as_recorded()).count();
        let skipped = judgements.iter().filter(|judgement| skipped(judgement)).count();
        format!("tests=\"{}\" failures=\"{failures}\" skipped=\"{skipped}\"", judgements.len())
    };
    let all: Vec<&Judgement> = judgements.iter().collect();
    add_line!(text, "<testsuites name=\"claims\" {}>", count(&all));
    for suite in all.chunk_by(|a, b| a.document.id == b.document.id) {
        let document = suite[0].document;
        add_line!(text, "  <testsuite name=\"{}\" {}>", escaped(&document.title), count(suite));
        for judgement in suite {
            case(judgement, &mut text);
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

fn skipped(judgement: &Judgement) -> bool {
    !judgement.judged || judgement.as_recorded() && judgement.verdict == Verdict::NotDecidable
}

fn case(judgement: &Judgement, text: &mut String) {
    let Judgement { document, claim, verdict, checked, .. } = judgement;
    let (name, said) = (escaped(&format!("{}: {}", claim.id, claim.claim)), judgement.with_basis(*verdict));
    add_line!(text, "    <testcase classname=\"{}\" name=\"{name}\">", document.id);
    if skipped(judgement) {
        let why = if judgement.judged { &claim.note } else { "on record; solve claims --deep judges it" };
        add_line!(text, "      <skipped message=\"{}\"/>", escaped(why));
    } else if !judgement.as_recorded() {
        let message = escaped(&format!("{said}, on record: {}", claim.verdict));
        add_line!(text, "      <failure message=\"{message}\"/>");
    }
    let found: Vec<String> =
        checked.iter().map(|check| format!("{}\n  {}", check.asked, check.found)).collect();
    add_line!(text, "      <system-out>{said}\n{}</system-out>", escaped(&found.join("\n")));
    text.push_str("    </testcase>\n");
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter if letter.is_control() && letter != '\n' => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}
