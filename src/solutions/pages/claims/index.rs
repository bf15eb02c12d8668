//! `claims/README.md`: what all claims come to.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Reviewed, capital, link, verdict};
use crate::claims::record::ClaimRecord;
use crate::claims::{FINDINGS, Origin, Verdict};
use crate::solutions::pages::markdown::{filled, table};

const TEMPLATE: &str = include_str!("readme.md");

/// The page.
pub fn page(all: &[Reviewed]) -> String {
    let (findings, documents): (Vec<&Reviewed>, Vec<&Reviewed>) =
        all.iter().partition(|reviewed| reviewed.document.id == FINDINGS);
    let list = |wanted: fn(&ClaimRecord) -> bool| -> String {
        let mut text = String::new();
        for claim in claims(&documents).filter(|claim| wanted(claim)) {
            let verdict = match claim.verdict {
                Verdict::Confirmed | Verdict::Refuted => format!(" *{}.*", capital(&verdict(claim))),
                Verdict::Open | Verdict::NotDecidable => String::new(),
            };
            let _ = writeln!(text, "* {}: {}{verdict}", link(&claim.document, &claim.id), claim.claim);
        }
        text
    };
    let contradicted = claims(&documents).filter(|claim| !claim.contradiction.is_empty());
    let contradictions = contradicted
        .map(|claim| format!("* {}: {}\n", link(&claim.document, &claim.id), claim.contradiction));
    let findings = claims(&findings).map(|claim| {
        format!("* {}: {} *{}.*\n", link(&claim.document, &claim.id), claim.claim, capital(&verdict(claim)))
    });
    let parts = [
        ("summary", summary(&documents)),
        ("refuted", list(|judged| judged.verdict == Verdict::Refuted)),
        ("contradictions", contradictions.collect()),
        ("open", list(|judged| judged.verdict == Verdict::Open)),
        ("undecidable", list(|judged| judged.verdict == Verdict::NotDecidable)),
        ("findings", findings.collect()),
    ];
    let none = |text: String| if text.is_empty() { "None.".to_string() } else { text };
    filled(TEMPLATE, &parts.map(|(name, text)| (name, none(text))))
}

fn claims<'a>(documents: &'a [&Reviewed]) -> impl Iterator<Item = &'a ClaimRecord> {
    documents.iter().flat_map(|reviewed| reviewed.claims.iter().copied())
}

/// How many claims of each document have which verdict, and what that rests on.
fn summary(documents: &[&Reviewed]) -> String {
    let kind = |judged: &ClaimRecord| {
        let origin = match judged.verdict {
            Verdict::Confirmed | Verdict::Refuted => judged.basis,
            Verdict::Open | Verdict::NotDecidable => Origin::Given,
        };
        (judged.verdict, origin)
    };
    let mut all: BTreeMap<(Verdict, Origin), usize> = BTreeMap::new();
    claims(documents).for_each(|judged| *all.entry(kind(judged)).or_default() += 1);
    let head = |(verdict, origin): &(Verdict, Origin)| match origin {
        Origin::Given => verdict.to_string(),
        Origin::Rebuilt => format!("{verdict}, rebuilt"),
        Origin::OneOf => format!("{verdict}, one of several"),
        Origin::Surrogate => format!("{verdict}, surrogate"),
    };
    let heads: Vec<String> =
        ["document", "claims"].map(String::from).into_iter().chain(all.keys().map(head)).collect();
    let number = |count: usize| if count == 0 { String::new() } else { count.to_string() };
    let row = |reviewed: &&Reviewed| {
        let of_kind = |wanted: &(Verdict, Origin)| {
            number(reviewed.claims.iter().filter(|judged| kind(judged) == *wanted).count())
        };
        let document = reviewed.document;
        let first = [format!("[{}]({}.md)", document.title, document.id), reviewed.claims.len().to_string()];
        first.into_iter().chain(all.keys().map(of_kind)).collect()
    };
    let count: usize = all.values().sum();
    let sums =
        ["all".to_string(), count.to_string()].into_iter().chain(all.values().map(|count| number(*count)));
    table(&heads, "lr", documents.iter().map(row).chain([sums.collect()]))
}
