//! What `solve critique` refuses, and what it prints.

use crate::common::program::{json, refused, solve, text};

#[test]
fn bad_input_gets_one_line_and_exit_status_2() {
    let cases: [(&[&str], &str); 7] = [
        (&[], "required"),
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
