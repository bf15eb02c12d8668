//! `solve perft` as users see it: numbers, what is refused, and how it ends.

use crate::common::program::{json, solve, text};

fn refused(arguments: &[&str]) -> String {
    let output = solve(&[&["perft"], arguments].concat());
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let said = text(&output.stderr).to_string();
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[test]
fn what_cannot_be_counted_is_named_in_one_line() {
    let psk = ["--rules", "psk", "--depth", "2"];
    let with = |more: &[&'static str]| refused(&[&psk[..], more].concat());
    for (said, expected) in [
        (with(&[]), "--board is missing"),
        (
            refused(&["--board", "9x9"]),
            "solve perft needs --depth <PLIES>, such as solve perft --board 9x9 --rules psk --depth 4",
        ),
        (with(&["--board", "53x2"]), "--board \"53x2\": expected sides from 1 to 52"),
        (with(&["--board", "9y9"]), "--board \"9y9\": expected ROWSxCOLUMNS"),
        (
            with(&["--board", "9x9", "--moves", "A1 A1"]),
            "--moves: move 2, White A1: the intersection is occupied",
        ),
        (with(&["--board", "9x9", "--moves", "pass pass"]), "--moves: move 2 ends the game"),
        (with(&["--board", "9x9", "--start", "X./.."]), "2 rows, expected 9"),
        (with(&["--board", "2x2", "--moves", "pass pass"]), "--moves: move 2 ends the game"),
        (refused(&["--board", "9x9", "--rules", "jann", "--depth", "2"]), "expected at most 64 under jann"),
        (
            refused(&["--board", "2x2", "--rules", "psk", "--depth", "0"]),
            "--depth \"0\": expected a whole number",
        ),
        (refused(&["--board", "2x2", "--rules", "simple-ko", "--depth", "400"]), "more than 128 bits"),
        (refused(&["--board", "6x6", "--rules", "simple-ko", "--depth", "40"]), "or --force"),
    ] {
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn a_limit_leaves_what_is_complete_and_has_its_own_status() {
    let output = solve(&[
        "perft",
        "--board",
        "4x4",
        "--rules",
        "psk",
        "--depth",
        "9",
        "--node-limit",
        "2000",
        "--json",
    ]);
    assert_eq!(output.status.code(), Some(3));
    let record = json(&output);
    assert_eq!(record["stopped"], "the node limit");
    assert_eq!(record["plies"][1]["sequences"], "273");
    assert!(record["plies"].as_array().unwrap().len() < 9);
}

#[test]
fn moves_before_and_a_start_are_part_of_the_question() {
    let sequences = |arguments: &[&str]| {
        let output = solve(&[&["perft", "--board", "1x3", "--depth", "1", "--json"], arguments].concat());
        let record = json(&output);
        record["plies"][0]["sequences"].as_str().unwrap().to_string()
    };
    assert_eq!(sequences(&["--rules", "psk", "--start", ".O.", "--to-move", "white"]), "3");
    assert_eq!(sequences(&["--rules", "psk", "--start", ".O."]), "1");
    assert_eq!(sequences(&["--rules", "psk", "--moves", "B1 pass"]), "3");
    assert_eq!(sequences(&["--rules", "psk", "--moves", "B1 pass", "--no-passes"]), "2");
}
