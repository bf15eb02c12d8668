//! The pages on the claims of the documents: `claims/README.md` and one for each document.

mod claim;
mod document;
mod index;

use crate::claims::record::ClaimRecord;
use crate::claims::{Basis, Document, FINDINGS, Verdict};
use crate::solutions::judged::{DOCUMENTS, Judged, task};
use crate::solutions::product::Solutions;

/// A document with what the judge says of its claims, in its order.
struct Reviewed<'a> {
    document: &'static Document,
    claims: Vec<&'a ClaimRecord>,
}

/// The pages by their paths; none if no claim was judged.
pub fn pages(solutions: &Solutions) -> Vec<(String, String)> {
    let reviewed = |document: &'static Document| {
        let tasks = document.claims.iter().filter_map(|claim| task(&claim.id));
        let claims = tasks.filter_map(|task| Some(&solutions.get::<Judged>(&task)?.claim)).collect();
        Reviewed { document, claims }
    };
    let reviewed: Vec<Reviewed> = DOCUMENTS.iter().map(reviewed).collect();
    if reviewed.iter().all(|reviewed| reviewed.claims.is_empty()) {
        return Vec::new();
    }
    let mut pages = vec![("claims/README.md".to_string(), index::page(&reviewed))];
    for reviewed in reviewed.iter().filter(|reviewed| !reviewed.claims.is_empty()) {
        let path = format!("claims/{}.md", reviewed.document.id);
        pages.push((path, document::page(solutions, reviewed)));
    }
    pages
}

/// What the page of the folder says of these pages; nothing if no claim was judged.
pub fn pointer(solutions: &Solutions) -> String {
    let all = solutions.all::<Judged>().values();
    let of_documents = all.filter(|judged| judged.claim.document != FINDINGS);
    let verdicts: Vec<Verdict> = of_documents.map(|judged| judged.claim.verdict).collect();
    if verdicts.is_empty() {
        return String::new();
    }
    let count = |verdict: Verdict| verdicts.iter().filter(|other| **other == verdict).count();
    let counts: Vec<String> =
        Verdict::ALL.iter().map(|verdict| format!("{} {verdict}", count(*verdict))).collect();
    format!("[Every claim of the documents, judged](claims/README.md): {}.", counts.join(", "))
}

/// A verdict with what it rests on.
fn verdict(judged: &ClaimRecord) -> String {
    match basis(judged) {
        basis if basis.is_empty() => judged.verdict.to_string(),
        basis => format!("{} ({basis})", judged.verdict),
    }
}

/// What a verdict rests on; nothing if the document leaves no choice.
fn basis(judged: &ClaimRecord) -> String {
    Basis { origin: judged.basis, fit: judged.fit.unwrap_or_default() }.to_string()
}

/// A text that begins with a capital letter.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}", chars.as_str())
}

/// What browsers make of a heading: small letters, digits and hyphens.
fn anchor(id: &str) -> String {
    id.to_lowercase().chars().filter(|letter| letter.is_alphanumeric() || *letter == '-').collect()
}

/// A link to what a page says of a claim, from a page of the same folder.
fn link(document: &str, id: &str) -> String {
    format!("[{id}]({document}.md#{})", anchor(id))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::solutions::jobs::Jobs;
    use crate::solutions::kinds;
    use crate::solutions::product::{Context, Product};
    use crate::solutions::rulesets::Rulesets;
    use crate::solve::Budget;

    /// The pages of a folder in which some claims were judged and nothing else.
    fn pages_of(ids: &[&str]) -> Vec<(String, String)> {
        let mut solutions = kinds::none(1, Rulesets::Catalogue);
        let jobs = Jobs::new(1, Arc::default());
        for id in ids {
            let task = task(id).unwrap();
            let context = Context { solutions: &solutions, jobs: &jobs, same_limit: false };
            let judged = Judged::solve(&task, &context, &Arc::new(Budget::default())).unwrap();
            solutions.results_mut::<Judged>().all.insert(task, judged);
        }
        pages(&solutions)
    }

    #[test]
    fn a_page_shows_each_claim_with_its_words_its_verdict_and_the_evidence() {
        let pages = pages_of(&["kee2020-H2", "kee2009-22", "spight-2"]);
        let page = |path: &str| &pages.iter().find(|(other, _)| other == path).unwrap().1;
        assert_eq!(pages.len(), 4);
        let kee = page("claims/kee2020.md");
        for part in [
            "| [kee2020-H2](#kee2020-h2) |",
            "### kee2020-H2\n\n> The game would end with White's recapture\n",
            "\n**Confirmed.**",
            "* Holds: `1x2 kee2020: A1 B1x1 ",
            "Under the reading `--lift produced`:",
            "`solve claims kee2020-H2`",
        ] {
            assert!(kee.contains(part), "{part}\n{kee}");
        }
        let index = page("claims/README.md");
        assert!(index.contains("| all | 3 | 2 | 1 |"), "{index}");
        assert!(index.contains("* [spight-2](spight.md#spight-2): "), "{index}");
    }

    #[test]
    fn a_folder_without_claims_has_no_pages_on_them() {
        assert_eq!(pages_of(&[]), Vec::new());
    }
}
