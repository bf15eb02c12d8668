//! What the documents claim, as data, and the judge of it.
//!
//! Every claim stands in a file of `data/`, one for each document, with the document's place and
//! words, the claim in ours, the position that it is about, and the checks that decide it. A claim
//! that no program can decide stands there too, with the reason. Values and counts that others have
//! published are data too ([`literature`]), from which claims are made. The verdict on record
//! stands beside the claim: a refuted claim is a result like any other, and only a verdict that
//! *changes* is a failure.
//!
//! A refutation holds under the readings named in the check, on the position given. Where a
//! document's diagram is lost, the verdict says what it rests on: the one position that fits the
//! text, one of several, or one made to show what the text describes ([`Origin`], [`candidates`]).
//! What we found ourselves, beyond what the documents say, is judged in the same way and listed
//! apart ([`FINDINGS`]).

pub mod candidates;
pub mod check;
pub mod checks;
pub mod context;
pub mod document;
pub mod judge;
pub mod literature;
pub mod script;

use std::sync::LazyLock;

pub use check::Checked;
pub use context::{DEEPER, Effort, NODES};
pub use document::{Basis, Claim, Document, FINDINGS, Kind, Origin, Verdict};
pub use judge::{Judgement, judge};

/// The files, in the order in which they are reported.
const FILES: [(&str, &str); 17] = [
    ("kee2009.toml", include_str!("data/kee2009.toml")),
    ("kee2020.toml", include_str!("data/kee2020.toml")),
    ("jann.toml", include_str!("data/jann.toml")),
    ("spight.toml", include_str!("data/spight.toml")),
    ("nieminen.toml", include_str!("data/nieminen.toml")),
    ("new-zealand.toml", include_str!("data/new-zealand.toml")),
    ("aga.toml", include_str!("data/aga.toml")),
    ("wmsg.toml", include_str!("data/wmsg.toml")),
    ("ikeda.toml", include_str!("data/ikeda.toml")),
    ("button.toml", include_str!("data/button.toml")),
    ("stones.toml", include_str!("data/stones.toml")),
    ("fixed-ko.toml", include_str!("data/fixed-ko.toml")),
    ("katago.toml", include_str!("data/katago.toml")),
    ("openspiel.toml", include_str!("data/openspiel.toml")),
    ("programs.toml", include_str!("data/programs.toml")),
    ("literature.toml", include_str!("data/literature.toml")),
    ("findings.toml", include_str!("data/findings.toml")),
];

/// Every document, and the findings of ours, read once.
pub static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(all);

/// Every document, and the findings of ours.
pub fn all() -> Vec<Document> {
    let read = |(file, text): &(&str, &str)| {
        // The files are part of the program, and a test reads them.
        Document::parse(text).unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    let mut documents: Vec<Document> = FILES.iter().map(read).collect();
    if let Some(literature) = documents.iter_mut().find(|document| document.id == "literature") {
        literature.claims.splice(0..0, literature::claims());
    }
    documents
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_claim_has_a_name_of_its_own_a_check_or_a_reason_and_says_if_it_takes_long() {
        let mut seen = BTreeSet::new();
        for document in all() {
            for Claim { id, checks, verdict, note, deep, takes, .. } in &document.claims {
                assert!(id.starts_with(&format!("{}-", document.id)), "{id}");
                assert!(seen.insert(id.clone()), "{id}");
                assert_eq!(checks.is_empty(), *verdict == Verdict::NotDecidable, "{id}");
                assert!(!checks.is_empty() || !note.is_empty(), "{id}");
                assert!(if *deep { *takes > 0.0 } else { *takes < 60.0 }, "{id}");
            }
        }
        assert!(seen.len() > 100, "{}", seen.len());
    }

    #[test]
    fn a_claim_quotes_its_document_and_a_finding_names_what_it_is_about() {
        let documents = all();
        let known = |name: &String| {
            documents
                .iter()
                .any(|document| document.id == *name || document.claims.iter().any(|claim| claim.id == *name))
        };
        for document in &documents {
            let finding = document.id == FINDINGS;
            for claim in &document.claims {
                assert!(!claim.quote.is_empty() || finding || document.id == "literature", "{}", claim.id);
                assert!(claim.quote.split_whitespace().count() <= 25, "{}: a long quotation", claim.id);
                assert_eq!(finding, !claim.about.is_empty(), "{}", claim.id);
                assert!(claim.about.iter().all(known), "{}", claim.id);
            }
        }
    }

    #[test]
    fn every_position_can_be_read_and_is_used() {
        for document in all() {
            for name in document.positions.keys() {
                document.place(name).unwrap();
                let used = |claim: &Claim| {
                    claim.position.as_ref() == Some(name) || claim.positions().any(|used| used == name)
                };
                assert!(document.claims.iter().any(used), "{} {name}", document.id);
            }
        }
    }

    #[test]
    fn a_position_is_called_rebuilt_if_and_only_if_its_search_finds_no_other() {
        for document in all() {
            for (name, setting) in &document.positions {
                let name = format!("{}-{name}", document.id);
                let fit =
                    setting.candidates.as_ref().map(|search| document.candidates[search].fit.iter().sum());
                let file =
                    |path: &String| Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path).is_file();
                match setting.origin {
                    Origin::Rebuilt => {
                        assert!(fit == Some(1) || setting.rebuilt_by.as_ref().is_some_and(file), "{name}");
                    }
                    Origin::OneOf => assert!(fit.is_some_and(|fit: u64| fit > 1), "{name}"),
                    Origin::Given | Origin::Surrogate => {}
                }
            }
        }
    }
}
