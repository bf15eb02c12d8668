//! The list of all documents, read from the files of `data/`.

use super::document::Document;
use super::published;

/// The files, in the order in which they are reported.
const FILES: [(&str, &str); 6] = [
    ("kee2009.toml", include_str!("data/kee2009.toml")),
    ("kee2020.toml", include_str!("data/kee2020.toml")),
    ("jann.toml", include_str!("data/jann.toml")),
    ("spight.toml", include_str!("data/spight.toml")),
    ("nieminen.toml", include_str!("data/nieminen.toml")),
    ("literature.toml", include_str!("data/literature.toml")),
];

/// Every document.
pub fn all() -> Vec<Document> {
    let read = |(file, text): &(&str, &str)| {
        // The files are part of the program, and a test reads them.
        Document::parse(text).unwrap_or_else(|error| panic!("{file}: {error}"))
    };
    let mut documents: Vec<Document> = FILES.iter().map(read).collect();
    if let Some(literature) = documents.last_mut() {
        literature.claims.splice(0..0, published::claims());
    }
    documents
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::document::{Claim, Origin, Verdict};

    #[test]
    fn every_claim_has_a_name_of_its_own_and_its_documents() {
        let mut seen = Vec::new();
        for document in all() {
            for claim in &document.claims {
                assert!(claim.id.starts_with(&format!("{}-", document.id)), "{}", claim.id);
                assert!(!seen.contains(&claim.id), "{}", claim.id);
                seen.push(claim.id.clone());
            }
        }
        assert!(seen.len() > 100, "{}", seen.len());
    }

    #[test]
    fn a_claim_without_a_check_gives_its_reason_and_no_other_is_undecided_on_record() {
        for document in all() {
            for claim in &document.claims {
                if claim.checks.is_empty() {
                    assert_eq!(claim.verdict, Verdict::NotDecidableHere, "{}", claim.id);
                    assert!(!claim.note.is_empty(), "{}", claim.id);
                }
            }
        }
    }

    #[test]
    fn every_position_can_be_read_is_used_and_says_where_it_comes_from() {
        for document in all() {
            for (name, setting) in &document.positions {
                let place = document.place(name).unwrap();
                assert_eq!(place.origin == Origin::Document, setting.reasoning.is_empty(), "{name}");
                let used = |claim: &Claim| {
                    claim.position.as_ref() == Some(name)
                        || claim.checks.iter().any(|check| check.position() == Some(name))
                };
                assert!(document.claims.iter().any(used), "{} {name}", document.id);
            }
        }
    }
}
