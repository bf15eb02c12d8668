//! What `solve critique` refuses, and what it prints.

use crate::common::program::{json, refused, solve, text};

#[test]
fn bad_input_gets_one_line_and_exit_status_2() {
    let cases: [(&[&str], &str); 7] = [
        (&[], "solve critique needs <RULES>, such as solve critique psk"),
        (&["kee2021"], "did you mean kee20"),
        (&["psk", "--check", "beast"], "--check \"beast\": expected one of: endless, no-result"),
        (&["psk", "--players", "3"], "3 players: expected a ruleset of 2 players for a critique"),
        (&["psk", "--lift", "stands"], "ruleset psk has no option --lift"),
        (&["psk", "--node-limit", "0"], "expected a whole number"),
        (&["psk", "--time-limit", "soon"], "expected a time"),
    ];
    for (arguments, expected) in cases {
        refused(&[&["critique"], arguments].concat(), expected);
    }
}

#[test]
fn one_check_is_shown_with_its_evidence_and_as_json() {
    let output = solve(&["critique", "psk", "--check", "molasses-ko"]);
    let said = text(&output.stdout);
    assert!(output.status.success());
    for part in ["Molasses ko (molasses-ko): present", "the value is -10", "1. Black e1", "surrogate"] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    let record = json(&solve(&["critique", "psk", "--check", "molasses-ko", "--json"]));
    assert_eq!(record["checks"][0]["verdict"], "present");
    assert_eq!(record["checks"][0]["cases"][0]["shown"]["value"], "-10");
}

#[test]
fn a_limit_of_time_leaves_open_what_it_does_not_reach() {
    let output = solve(&["critique", "psk", "--time-limit", "1ms", "--check", "triple-ko"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("not decided"));
}

/// A ruleset under which 2x2 takes very long, and smaller boards nothing.
fn slow() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("slow.toml");
    let clauses = "[clauses]\nsuicide = \"multi-stone\"\nbars = [\"initialised-twice\"]\npasses-in-a-row = \"players + 1\"\ndraw-at-occurrence = 3\noccurrences-since = \"pass\"\n";
    std::fs::write(&file, clauses).unwrap();
    let file = file.to_str().unwrap().to_string();
    (folder, file)
}

const DECIDED: &str = "none among the starts of 1x1, 1x2 and 1x3; 2x2 was given up: ";

/// What is decided of small boards is told, whatever ends the work on a larger one.
#[test]
fn what_was_decided_before_a_limit_is_told() {
    let (_folder, slow) = slow();
    let (nodes, time) =
        (["--node-limit=2000"].as_slice(), ["--node-limit=1000000", "--time-limit=1s"].as_slice());
    for (limits, status, by) in [(nodes, 0, "the node limit"), (time, 3, "the time limit")] {
        let output = solve(&[&["critique", &slow, "--check", "turn-of-a-pass"], limits].concat());
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(status), "{said}");
        assert!(said.contains(&format!("{DECIDED}{by}")), "{said}");
    }
    // Several checks share the values of starts, and none of them is left without time.
    let output = solve(&[
        "critique",
        &slow,
        "--check",
        "turn-of-a-pass",
        "--check",
        "own-eye",
        "--node-limit=1000000",
        "--time-limit=2s",
    ]);
    let said = text(&output.stdout);
    assert_eq!(said.matches("of 1x1, 1x2 and 1x3; 2x2 was given up: the time limit").count(), 2, "{said}");
}

#[cfg(unix)]
#[test]
fn what_was_decided_before_an_interruption_is_told() {
    let (_folder, slow) = slow();
    let output = crate::common::program::solve_interrupted(&[
        "critique",
        &slow,
        "--check",
        "turn-of-a-pass",
        "--node-limit=1000000",
    ]);
    assert_eq!(output.status.code(), Some(130));
    let said = text(&output.stdout);
    assert!(said.contains(DECIDED), "{said}");
}

#[test]
fn the_summary_shows_boards_if_it_is_asked_to() {
    let plain = text(&solve(&["critique", "psk", "--node-limit", "300"]).stdout);
    let shown = text(&solve(&["critique", "psk", "--node-limit", "300", "-v"]).stdout);
    let boards = |said: &str| said.lines().filter(|line| line.trim_start().starts_with("A B")).count();
    assert!(boards(&plain) == 0 && boards(&shown) >= 2, "{shown}");
    let verdicts =
        |said: &str| said.lines().filter(|line| line.ends_with(')')).map(str::to_string).collect::<Vec<_>>();
    assert!(verdicts(&plain).iter().all(|line| shown.contains(line)));
}
