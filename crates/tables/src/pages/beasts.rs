//! The pages on what goes wrong: `beasts/README.md`, all rulesets against all beasts, and one page
//! for each ruleset.

use std::fmt::Write;

use super::view::{filled, heads, table};
use crate::kinds::Solutions;
use crate::rulesets;
use superko_lab::critique::record::{Case, Shown};
use superko_lab::critique::{Critique, Finding, Verdict, all};
use superko_rules::{Rules, catalogue};

/// The pages by their paths; none if there is no critique.
pub fn pages(solutions: &Solutions) -> Vec<(String, String)> {
    let named = solutions.all::<Critique>().iter().map(|(task, critique)| (task.variant(), critique));
    let critiques: Vec<(Rules, &Critique)> = named.collect();
    if critiques.is_empty() {
        return Vec::new();
    }
    let index = ("beasts/README.md".to_string(), index(&critiques));
    // A folder of one's own has no pages of claims.
    let claims = solutions.rulesets.are_of_the_catalogue();
    let each = critiques.iter().map(|(variant, critique)| {
        (format!("beasts/{}.md", rulesets::name(variant)), page(variant, critique, claims))
    });
    std::iter::once(index).chain(each).collect()
}

/// Link to these pages for the page of the folder; empty if there is no critique.
pub fn pointer(solutions: &Solutions) -> String {
    match solutions.all::<Critique>().len() {
        0 => String::new(),
        count => format!("[What goes wrong: {} checks of {count} rulesets](beasts/README.md).", all().len()),
    }
}

const TEMPLATE: &str = include_str!("beasts.md");

/// The most rulesets beside one another in a table of those of other documents.
const COLUMNS: usize = 9;

fn index(critiques: &[(Rules, &Critique)]) -> String {
    let others = critiques.iter().position(|(variant, _)| catalogue::is_of_another_document(variant.entry));
    let critiques: Vec<(String, &Critique)> =
        critiques.iter().map(|(variant, critique)| (rulesets::name(variant), *critique)).collect();
    let (compared, others) = critiques.split_at(others.unwrap_or(critiques.len()));
    let groups = [compared].into_iter().chain(others.chunks(COLUMNS)).filter(|group| !group.is_empty());
    let tables: Vec<String> = groups.map(verdicts).collect();
    let mut checks = String::new();
    for check in all() {
        let _ = writeln!(
            checks,
            "### {}\n\n{}. {} Source: {}.\n",
            check.id, check.name, check.asks, check.source
        );
        let present: Vec<String> = critiques
            .iter()
            .filter_map(|(name, critique)| {
                critique.checks.iter().find(|finding| finding.id == check.id).zip(Some(name))
            })
            .filter(|(finding, _)| finding.verdict == Verdict::Present)
            .map(|(finding, name)| format!("* [`{name}`]({name}.md#{}): {}.", check.id, finding.found()))
            .collect();
        let none = "Present under none of these rulesets.".to_string();
        let _ = writeln!(checks, "{}\n", if present.is_empty() { none } else { present.join("\n") });
    }
    let nodes = critiques.first().map_or(0, |(_, critique)| critique.node_limit);
    let parts = [("tables", tables.join("\n")), ("checks", checks), ("nodes", nodes.to_string())];
    filled(TEMPLATE, &parts)
}

/// The verdicts on some rulesets, a check a row.
fn verdicts(critiques: &[(String, &Critique)]) -> String {
    let rows = all().iter().map(|check| {
        let cells = critiques.iter().map(|(name, critique)| {
            let finding = critique.checks.iter().find(|finding| finding.id == check.id);
            let word = finding.map_or("", |finding| short(finding.verdict));
            format!("[{word}]({name}.md#{})", check.id)
        });
        std::iter::once(format!("[{}](#{})", check.name, check.id)).chain(cells).collect()
    });
    table(&heads(&["what"], critiques.iter().map(|(name, _)| name.as_str())), "l", rows)
}

/// A verdict in a cell.
fn short(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Present => "**yes**",
        Verdict::Absent => "no",
        Verdict::NotDecided => "?",
        Verdict::NotApplicable => "–",
    }
}

/// The page of a ruleset, with links to the pages of `claims` if there are any.
fn page(variant: &Rules, critique: &Critique, claims: bool) -> String {
    let (name, written) = (rulesets::name(variant), rulesets::written(variant));
    let rules = &critique.rules;
    let mut text = format!(
        "# What goes wrong under `{name}`\n\n{}: {}. [All rulesets](README.md)\n\n`solve critique {written}` prints this page in short.\n\n",
        rules.title, rules.document
    );
    let rows = critique
        .checks
        .iter()
        .map(|finding| vec![format!("[{}](#{})", finding.name, finding.id), finding.verdict.to_string()]);
    text.push_str(&table(&["what", "verdict"], "l", rows));
    for finding in &critique.checks {
        describe(finding, claims, &mut text);
    }
    text
}

fn describe(finding: &Finding, claims: bool, text: &mut String) {
    let Finding { id, name, asks, verdict, .. } = finding;
    let _ = writeln!(text, "\n## {id}\n\n{name}: **{verdict}**. {asks}");
    for case in &finding.cases {
        tried(case, claims, text);
    }
}

fn tried(case: &Case, claims: bool, text: &mut String) {
    let _ = writeln!(text, "\n* {}: {}; {}.", case.on, case.verdict, case.found);
    for claim in &case.on_record {
        let agrees = match claim.agrees {
            Some(true) => "as found here",
            Some(false) => "another value than found here",
            None => "not found here",
        };
        let document = claim.claim.split('-').next().unwrap_or_default();
        let name = match claims {
            true => format!("[{}](../claims/{document}.md#{})", claim.claim, claim.claim.to_lowercase()),
            false => claim.claim.clone(),
        };
        let _ = writeln!(text, "  The claim {name} has `{}`, {agrees}.", claim.expects);
    }
    let Some(shown) = &case.shown else { return };
    let _ = writeln!(text, "\n```text\n{}", shown.diagram.join("\n"));
    moves(shown, text);
    let _ = writeln!(text, "```\n\n`{}`", shown.command);
}

fn moves(shown: &Shown, text: &mut String) {
    for (index, line) in shown.told.iter().enumerate() {
        if index == shown.moves.len() && index > 0 {
            let value = shown.value.map_or(String::new(), |value| format!(", worth {value}"));
            let _ = writeln!(text, "here{value}:");
        }
        let _ = writeln!(text, "{line}");
    }
}
