//! `solutions/published.jsonl`: the index of what is published, against the files that it names.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use superko::sums::sum;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn lines(path: &str) -> Vec<Value> {
    let text = fs::read_to_string(root().join(path)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_certificate_of_the_index_is_the_file_that_it_names() {
    let mut certificates = BTreeSet::new();
    for line in lines("solutions/published.jsonl") {
        let backing = &line["backing"];
        if backing["kind"] == "certificate" {
            certificates.insert(
                [&backing["path"], &backing["sha256"]].map(|text| text.as_str().unwrap().to_string()),
            );
        }
    }
    for [path, said] in &certificates {
        assert_eq!(sum(fs::read(root().join(path)).unwrap()), *said, "{path}");
    }
    assert!(certificates.len() > 700, "{}", certificates.len());
}

#[test]
fn the_index_has_every_certificate_of_a_start_that_the_manifest_has() {
    let manifest = fs::read(root().join("solutions/MANIFEST.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    let index = lines("solutions/published.jsonl");
    let of_a_start = |path: &str| {
        !["strong/", "players/", "claims/", "beasts/"].iter().any(|folder| path.starts_with(folder))
    };
    let mut seen = 0;
    for entry in manifest["files"].as_array().unwrap() {
        let backing = &entry["backing"];
        if backing.is_null() || backing["kind"] == "search" || !of_a_start(entry["path"].as_str().unwrap()) {
            continue;
        }
        let field = if backing["kind"] == "certificate" { "path" } else { "sha256" };
        let said = backing[field].as_str().unwrap();
        let said = if field == "path" { format!("solutions/{said}") } else { said.to_string() };
        assert!(index.iter().any(|line| line["backing"][field] == said.as_str()), "{said}");
        seen += 1;
    }
    assert!(seen > 700, "{seen}");
}

/// The lines of long runs are written by hand. What their certificates prove stands on their page,
/// as the checker prints it; `scripts/long_runs.sh` compares the two.
#[test]
fn long_runs_are_in_the_index_as_their_page_says() {
    let page = fs::read_to_string(root().join("solutions/long-runs/README.md")).unwrap();
    let lines = lines("solutions/long-runs/published.jsonl");
    let sums = fs::read_to_string(root().join("solutions/long-runs/SHA256SUMS")).unwrap();
    for sum in sums.lines() {
        let (sum, file) = sum.split_once("  ").unwrap();
        let path = format!("solutions/long-runs/{file}");
        let of_file: Vec<&Value> =
            lines.iter().filter(|line| line["backing"]["path"] == path.as_str()).collect();
        // The index has the best that is proved of a start.
        let earlier = page.contains(&format!("`{file}` is an earlier proof"));
        assert_eq!(of_file.is_empty(), earlier, "{file}");
        for line in of_file {
            let text = |field: &str| line[field].as_str().unwrap();
            let points: i32 = text("start").chars().filter(|letter| *letter != '/').count() as i32;
            let (low, high): (i32, i32) = (text("low").parse().unwrap(), text("high").parse().unwrap());
            let claim =
                if low > -points { format!("value at least {low}") } else { format!("value at most {high}") };
            assert!(low == high || low == -points || high == points, "{line}");
            // Of one player's proof: the other end is a score that cannot be passed.
            assert!(low != high || low.abs() == points, "{line}");
            let rules = text("rules").replace(" --suicide forbidden", "");
            let (start, mover) = (text("start"), text("to_move"));
            // Of a bounded proof all rulesets are on one line; a certificate of lemmas names its
            // own.
            let bounded = page.contains(&format!("c start {start} {mover}\n"))
                && page.lines().any(|said| {
                    let under = said.strip_prefix(&format!("c {claim} under "));
                    under.is_some_and(|names| names.split(", ").any(|name| name == rules))
                });
            let lemmas = page.contains(&format!(
                "c {start} {mover}: {claim}\ns VERIFIED {} {rules}: {claim}\n",
                text("board")
            ));
            assert!(bounded || lemmas, "{line}");
            assert_eq!(line["backing"]["sha256"], sum);
            assert!(page.contains(text_of(&line["backing"]["command"])), "{line}");
        }
    }
}

fn text_of(value: &Value) -> &str {
    value.as_str().unwrap()
}
