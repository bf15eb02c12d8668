//! Published results that are part of the program, as texts and bytes.
//!
//! The folder is written by `solve tables`, but for this package, which is no part of the tables.

use std::collections::BTreeMap;

/// The path of a file in the folder, with its text.
type Text = (&'static str, &'static str);

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        const FILES: &[(&str, &[u8])] = &[$(($path, include_bytes!($path))),*];
    };
}

macro_rules! schemas {
    ($($name:literal)*) => {
        /// The JSON Schemas of everything that is printed or published as JSON, in the order of their paths. They are made
        /// from the types by a test of the program and are part of every folder of tables.
        pub const SCHEMAS: &[Text] = &[$((
            concat!("schema/", $name, ".json"),
            include_str!(concat!("schema/", $name, ".json")),
        )),*];
    };
}

/// Every published start, one JSON object a line.
pub const INDEX: &str = include_str!("published.jsonl");

/// Every long run, one JSON object a line.
pub const LONG_RUNS: &str = include_str!("long-runs/published.jsonl");

/// The specification of the format of certificates.
pub const FORMAT: &str = include_str!("CERTIFICATES.md");

files![
    "SHA256SUMS",
    "claims/aga.json",
    "claims/button.json",
    "claims/finding.json",
    "claims/fixed-ko.json",
    "claims/ikeda.json",
    "claims/jann.json",
    "claims/katago.json",
    "claims/kee2009.json",
    "claims/kee2020.json",
    "claims/literature.json",
    "claims/new-zealand.json",
    "claims/nieminen.json",
    "claims/openspiel.json",
    "claims/programs.json",
    "claims/spight.json",
    "claims/stones.json",
    "claims/wmsg.json",
    "summary.csv",
];

/// What was judged of the claims, the table of empty boards, and every published start: files by their paths in the folder.
pub fn files() -> BTreeMap<String, Vec<u8>> {
    let index = ("published.jsonl", INDEX.as_bytes());
    FILES.iter().copied().chain([index]).map(|(path, bytes)| (path.to_string(), bytes.to_vec())).collect()
}

schemas! {
    "bounded" "candidates" "claims" "claims-document" "claims-values" "compare" "conform" "count"
    "count-values" "counts" "critique" "cycles" "dataset" "dataset-histories" "differ" "differ-games" "differences" "error" "manifest"
    "perft" "perft-table" "players"
    "published" "replay" "rules" "serve-answer" "serve-board" "serve-catalogue" "serve-check"
    "serve-claims" "serve-clauses" "serve-draft" "serve-event" "serve-health" "serve-look"
    "serve-record" "serve-tables" "serve-waiting" "solve" "solve-players" "strong" "table" "tables-check" "vector" "why" "why-against" "why-move"
}
