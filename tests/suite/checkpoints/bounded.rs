//! Bounded proofs that go on with something else than before: another start, or more memory.

use std::fs;
use std::path::PathBuf;

use super::{MORE, Place, kept_nodes, with};
use crate::common::program::{self, said, text};
use crate::common::sample;

/// Where the certificates of a test are written, one over the other.
struct Out(tempfile::TempDir);

impl Out {
    fn new() -> Out {
        Out(tempfile::tempdir().unwrap())
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("out")
    }

    /// The arguments for a claim about a board.
    fn claim(&self, board: &str, rules: &str, claim: &str) -> Vec<String> {
        let out = self.file();
        let words = ["prove", "--board", board, "--rules", rules, "--bounded", "--claim", claim, "--out"];
        words.into_iter().chain(out.to_str()).map(String::from).collect()
    }

    /// Runs the program, which ends with a status, and returns what it says.
    fn run(claim: &[String], more: &[&str], status: i32) -> String {
        let claim: Vec<&str> = claim.iter().map(String::as_str).collect();
        let output = program::solve(&with(&claim, more));
        assert_eq!(output.status.code(), Some(status), "{more:?}: {}", said(&output));
        text(&output.stdout).to_string()
    }
}

#[test]
fn a_bounded_proof_goes_on_from_that_of_another_start() {
    let out = Out::new();
    let mut claim = out.claim("3x3", "nssk", ">= 2");
    claim.extend(["--replies", "1,1,1"].map(String::from));
    let proved = |more: &[&str]| {
        Out::run(&claim, more, 0);
        let checked = text(&program::solve(&["check", out.file().to_str().unwrap()]).stdout).to_string();
        assert!(checked.contains("s VERIFIED"), "{checked}");
        checked.lines().find(|line| line.starts_with("c start")).unwrap().to_string()
    };
    let (after, first) = ("c start .../.X./... white", ["--start", ".../.X./...", "--to-move", "white"]);
    let (empty, bound) = ("c start .../.../... black", ["--first-bound", "9"]);
    let [whole, parts] = [(); 2].map(|()| Place::new());
    let [whole_folder, folder] = [&whole, &parts].map(Place::folder);
    let kept = ["--checkpoint", &folder];
    let resumed = with(&kept, &["--resume"]);
    assert_eq!(proved(&with(&bound, &["--checkpoint", &whole_folder])), empty);
    assert!(kept_nodes(&whole) > 500.0);
    // After the centre; then from the empty board, which is one move before a state that is proved,
    // and back again.
    assert_eq!(proved(&with(&first, &kept)), after);
    let nodes = kept_nodes(&parts);
    assert!(nodes > 500.0);
    assert_eq!(proved(&with(&bound, &resumed)), empty);
    assert_eq!(proved(&with(&first, &resumed)), after);
    // Where there is no proof with a start, what is known of the others is kept.
    let corner = ["--start", "O../.../...", "--to-move", "white", "--node-limit", "100"];
    Out::run(&claim, &with(&corner, &resumed), 3);
    let spent = kept_nodes(&parts) - nodes;
    assert_eq!(proved(&with(&bound, &resumed)), empty);
    assert!(spent < 120.0 && kept_nodes(&parts) - nodes - spent < 10.0, "{spent}");
}

#[test]
fn a_bounded_proof_that_is_too_large_goes_on_with_more_memory() {
    if sample::leaves_out_three_of_four("a_bounded_proof_that_is_too_large_goes_on_with_more_memory") {
        return;
    }
    let out = Out::new();
    let mut claim = out.claim("3x5", "kee2009", ">= 15");
    claim.extend(["--replies", "3,9,4", "--first-bound", "1"].map(String::from));
    let [whole, parts] = [(); 2].map(|()| Place::new());
    let [whole_folder, folder] = [&whole, &parts].map(Place::folder);
    Out::run(&claim, &["--checkpoint", &whole_folder], 0);
    let bytes = fs::read(out.file()).unwrap();
    // The proof has more than 10,000 states of about 200 bytes.
    let kept = ["--checkpoint", &folder];
    let little = Out::run(&claim, &with(&kept, &["--memory", "2M"]), 3);
    let stopped = "not proved: stopped by the memory limit (in hand: the states of a proof with";
    assert!(little.contains(stopped), "{little}");
    assert!(kept_nodes(&parts) > 100_000.0);
    Out::run(&claim, &with(&kept, &["--resume"]), 0);
    assert_eq!(fs::read(out.file()).unwrap(), bytes);
    let [all, one] = [&parts, &whole].map(kept_nodes);
    assert!(all <= MORE * one, "{all} of {one}");
}

#[test]
fn what_was_searched_in_another_way_is_not_gone_on_from() {
    let (out, place) = (Out::new(), Place::new());
    let (claim, folder) = (out.claim("2x3", "psk", ">= 6"), place.folder());
    let claim: Vec<&str> = claim.iter().map(String::as_str).chain(["--checkpoint", &folder]).collect();
    program::solve(&with(&claim, &["--width", "1", "--replies", "3,9,5"]));
    let resumed = with(&claim, &["--resume", "--replies"]);
    let usual = with(&claim, &["--resume", "--width", "1"]);
    program::refused(&usual, "the checkpoint is of replies 3,9,5, expected 5,10,6");
    for (other, why) in [
        (&["3,9,5", "--width", "2"][..], "the checkpoint is of width 1, expected 2"),
        (&["3,9,6", "--width", "1"], "the checkpoint is of replies 3,9,5, expected 3,9,6"),
        (&["3,9,5"], "the checkpoint is of width 1, expected all moves"),
    ] {
        program::refused(&with(&resumed, other), why);
    }
}
