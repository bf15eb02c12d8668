//! Diagrams as they are pasted, wherever a start is given.

use crate::common::program::{json, refused, solve, solve_input, text};

/// The start of a question and who is to move.
fn start(arguments: &[&str]) -> (String, String) {
    let answer = json(&solve(&[arguments, &["--json"]].concat()));
    let part = |name: &str| answer[name].as_str().unwrap().to_string();
    (part("start"), part("to_move"))
}

#[test]
fn what_is_printed_is_pasted_back() {
    for (board, moves) in [("2x3", "B2 A1 B1"), ("1x4", "B1"), ("3x2", "A2 pass"), ("star:3", "B1 A1")] {
        let rules = ["--rules", "psk", "--board", board];
        let printed = solve(&[&rules[..], &["--moves", moves, "-q", "--best-moves", "one"]].concat());
        let printed = text(&printed.stdout);
        let answer =
            json(&solve(&[&rules[..], &["--moves", moves, "--json", "--best-moves", "one"]].concat()));
        let look =
            json(&solve_input(&[&["replay", "-"], &rules[..], &["--json"]].concat(), moves.as_bytes()));
        let position = look["position"].as_str().unwrap().to_string();
        // All above the answer, and the diagram alone.
        let whole = printed.split("\nvalue").next().unwrap();
        let (head, alone) = whole.split_once('\n').unwrap();
        let mover = if head.ends_with("White to move") { "white" } else { "black" };
        let again = |drawn: &str| start(&[&rules[..], &["--start", drawn, "--best-moves", "one"]].concat());
        assert_eq!(again(whole), (position.clone(), mover.to_string()), "{whole}");
        assert_eq!(again(alone), (position, "black".to_string()), "{alone}");
        assert!(!answer["moves"].as_array().unwrap().is_empty());
    }
}

#[test]
fn diagrams_are_read_wherever_a_start_is_given() {
    let drawn = "   A B C\n 2 X . O 2     WHITE (O) has captured 0 stones\n 1 . . X 1     BLACK (X) has captured 0 stones\n   A B C";
    let asked = ["--board", "2x3", "--rules", "psk", "--start", drawn];
    assert_eq!(start(&asked), ("X.O/..X".to_string(), "black".to_string()));
    let compared = solve(&["compare", "--board", "2x3", "--rules", "psk,ssk", "--start", drawn, "--json"]);
    assert_eq!(json(&compared)["start"], "X.O/..X");
    let replayed = solve_input(&[&["replay", "-"], &asked[..], &["--json"]].concat(), b"B2");
    assert_eq!(json(&replayed)["position"], "XX./..X");
    let shown = solve_input(&[&["gtp"], &asked[..]].concat(), b"gogui-rules_board\nquit\n");
    assert!(text(&shown.stdout).starts_with("= X . O\n. . X\n"), "{}", text(&shown.stdout));
}

#[test]
fn what_is_not_a_start_of_the_board_gets_one_line() {
    let refuse = |drawn: &str, more: &[&str], expected: &str| {
        refused(&[&["--board", "2x2", "--rules", "psk", "--start", drawn], more].concat(), expected);
    };
    refuse("1 X .\n2 . .", &[], "row 1 is numbered 1, expected 2, as rows are numbered from the bottom");
    refuse("X . .\n. . .", &[], "row 1 has 3 intersections, expected 2");
    refuse(
        "2x2 psk, White to move\nX.\n..",
        &["--to-move", "black"],
        "--to-move \"black\": the diagram of the start has White to move",
    );
    refuse(
        "hello\nX.\n..",
        &[],
        "line 1, \"hello\": expected rows of points, which may have borders and coordinates",
    );
}
