//! `solve vectors`: lines of the published form, and a reader in another language.

use std::process::Command;

use serde_json::Value;

use crate::common::program::{refused, said, solve, text};
use crate::common::sample;
use crate::schema::difference;

#[test]
fn every_line_has_the_published_form() {
    let output = solve(&["vectors", "psk", "--seed", "3"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let lines = text(&output.stdout);
    let vectors: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(vectors.len() > 20);
    for vector in &vectors {
        assert_eq!(difference("vector", vector), None);
    }
    assert!(vectors.iter().any(|vector| vector["board"] == "19x19"));
    refused(&["vectors", "psk --players 3"], "expected 2 players");
    refused(&["vectors"], "RULES");
}

#[test]
fn a_reader_in_python_agrees_and_finds_another_ruleset() {
    if sample::leaves_out_three_of_four("a_reader_in_python_agrees_and_finds_another_ruleset") {
        return;
    }
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("python3 is not installed: left out");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (rules, agrees) in [("psk", true), ("ssk", false)] {
        let file = folder.path().join("vectors.jsonl");
        let file = file.to_str().unwrap();
        let made = solve(&["vectors", rules, "--out", file]);
        assert_eq!(made.status.code(), Some(0), "{}", said(&made));
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples/vectors/reader.py");
        let read = Command::new("python3").args([script, file]).output().unwrap();
        assert_eq!(read.status.success(), agrees, "{rules}: {}", said(&read));
        assert!(text(&read.stdout).contains(" nodes, "));
    }
}

#[test]
fn what_is_published_is_what_the_program_writes() {
    let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/solutions/vectors"));
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(files, superko::rules::catalogue::ALL.len());
    for entry in crate::common::sample::one_in(10, *superko::rules::catalogue::ALL) {
        let output = solve(&["vectors", entry.id]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let published = std::fs::read(folder.join(format!("{}.jsonl", entry.id))).unwrap();
        assert!(output.stdout == published, "{}: solve tables --keep writes it anew", entry.id);
    }
}
