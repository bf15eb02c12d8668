//! The command lines that read and write SGF, right and wrong.

use std::fs;

use crate::common::program::{json, refused, solve, solve_input, text};

#[test]
fn a_record_is_a_question_as_its_board_and_moves_are() {
    let record = solve(&[
        "tests/sgf/gogui.sgf",
        "--at",
        "1",
        "--rules",
        "ssk",
        "--json",
        "--move-values",
        "--threads",
        "1",
    ]);
    let plain = [
        "--board",
        "2x3",
        "--start",
        "OOO/.X.",
        "--to-move",
        "white",
        "--moves",
        "A1",
        "--rules",
        "ssk",
        "--json",
        "--move-values",
        "--threads",
        "1",
    ];
    let (mut read, mut given) = (json(&record), json(&solve(&plain)));
    let source = read.as_object_mut().unwrap().remove("record");
    let expected =
        serde_json::json!({"file": "tests/sgf/gogui.sgf", "taken": 1, "line_moves": 2, "komi": "0"});
    assert_eq!(source, Some(expected));
    for answer in [&mut read, &mut given] {
        answer.as_object_mut().unwrap().remove("seconds");
    }
    assert_eq!(read, given);
    assert_eq!(read["moves"], serde_json::json!(["A1"]));
}

#[test]
fn a_written_line_is_replayed_and_goes_where_it_is_sent() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("line.sgf");
    let file = file.to_str().unwrap();
    let asked =
        ["--board", "2x2", "--rules", "kee2009", "--lift", "produced", "--moves", "B2 A1", "--move-values"];
    let with = |more: &[&str]| {
        let output = solve(&[&asked[..], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let alone = with(&["--sgf", "-"]);
    assert!(with(&["--sgf", file]).contains("best moves"));
    let written = fs::read_to_string(file).unwrap();
    assert_eq!(written, alone);
    // From two threads the same; and a file in SGF may be written again.
    with(&["--sgf", file, "--threads", "2"]);
    assert_eq!(fs::read_to_string(file).unwrap(), written);
    // The file says its ruleset, and its line is legal to the end.
    let replayed = solve(&["replay", file, "--json"]);
    assert_eq!(replayed.status.code(), Some(0));
    let line = json(&solve(&[&asked[..], &["--json"]].concat()));
    let replayed = json(&replayed);
    assert_eq!(replayed["options"], line["options"]);
    let moves: Vec<&str> =
        replayed["moves"].as_array().unwrap().iter().map(|made| made["move"].as_str().unwrap()).collect();
    let expected = line["moves"].as_array().unwrap().iter().chain(line["line"].as_array().unwrap());
    assert!(moves.iter().copied().eq(expected.map(|mv| mv.as_str().unwrap())));
    assert_eq!(replayed["score"], line["value"]);
    // Another file is not overwritten.
    fs::write(file, "something else").unwrap();
    let refused = solve(&["--board", "1x2", "--rules", "psk", "--sgf", file]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("is not a file in SGF and would be overwritten"));
    assert_eq!(fs::read_to_string(file).unwrap(), "something else");
    with(&["--sgf", file, "--force"]);
    assert_eq!(fs::read_to_string(file).unwrap(), written);
}

#[test]
fn a_record_is_known_by_its_name_or_its_first_letter() {
    let sgf = b"\xef\xbb\xbf\n(;SZ[2:1]RU[kee2009];B[aa];W[ba];B[])";
    let replayed = solve_input(&["replay", "-"], sgf);
    assert!(text(&replayed.stdout).contains("3. Black pass, forced"), "{}", text(&replayed.stderr));
    let solved = solve_input(&["-", "--json"], sgf);
    assert_eq!(json(&solved)["moves"], serde_json::json!(["A1", "B1", "pass"]));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mail.SGF");
    fs::write(&file, b"Look at this:\n(;SZ[2:1]RU[psk];B[aa])").unwrap();
    assert!(text(&solve(&["replay", file.to_str().unwrap()]).stdout).contains("1. Black A1"));
}

#[test]
fn what_of_a_record_does_not_show_in_the_game_is_said() {
    let output = solve(&["tests/sgf/studies.sgf", "--at", "2", "--best-moves", "one"]);
    let expected = "\nrecord      tests/sgf/studies.sgf after 2 of 3 moves; the start was set up after move 2, and what was before is no part of the history\n";
    assert!(text(&output.stdout).contains(expected), "{}", text(&output.stdout));
    assert!(text(&output.stdout).starts_with("3x3 psk --suicide allowed, White to move"));
    // Nothing of a file reaches the terminal as it is.
    let output = solve_input(&["-"], b"(;SZ[1]RU[psk]KM[\x1b[2J\\]])");
    assert!(text(&output.stdout).contains("without komi (\\u{1b}[2J])"), "{}", text(&output.stdout));
    let output = solve_input(&["-"], b"(;SZ[1]RU[\x1b[2J])");
    assert!(text(&output.stderr).contains("RU[\\u{1b}[2J]: no ruleset"), "{}", text(&output.stderr));
}

#[test]
fn an_illegal_move_of_a_record_is_named() {
    let record = b"(;SZ[2:1]RU[psk];B[aa];W[ba];B[aa])";
    let refused = solve_input(&["-"], record);
    assert_eq!(refused.status.code(), Some(2));
    let said = text(&refused.stderr);
    let expected = "record \"-\": move 3, Black A1: banned, it would recreate the position after move 1 (Black A1) (--at N takes the first N moves)";
    assert!(said.contains(expected), "{said}");
    let replayed = solve_input(&["replay", "-"], record);
    assert_eq!(replayed.status.code(), Some(1));
    assert!(text(&replayed.stdout).contains("move 3, Black A1: banned"));
}

#[test]
fn wrong_command_lines_get_one_line_and_exit_status_2() {
    let sabaki = "tests/sgf/sabaki.sgf";
    let psk = |more: &[&'static str]| [&["--board", "2x2", "--rules", "psk"], more].concat();
    let cases: Vec<(Vec<&str>, &str)> = vec![
        (
            vec!["rule"],
            "expected a board, a ruleset, a subcommand or a file in SGF (there is no file of that name); did you mean solve rules?",
        ),
        (
            vec!["nothing"],
            "expected a board, a ruleset, a subcommand or a file in SGF (there is no file of that name) (see",
        ),
        (vec!["nothing.sgf"], "record \"nothing.sgf\": "),
        (vec![sabaki, "3x3"], "--board cannot be used with the record \"tests/sgf/sabaki.sgf\""),
        (
            vec![sabaki, "README.md"],
            "two files are given, \"tests/sgf/sabaki.sgf\" and \"README.md\", expected one",
        ),
        (vec!["README.md", "--rules", "psk"], "record \"README.md\": no game in SGF, expected (; somewhere"),
        (vec![sabaki], "--rules is missing"),
        (
            vec!["replay", "tests/sgf/encoding-shift-jis-undeclared.sgf", "--rules", "psk"],
            "no encoding is said, and as ISO-8859-1 the file is another game than as GB18030 or Big5 or Shift_JIS",
        ),
        (
            vec!["replay", "tests/sgf/one-long-line.sgf", "--rules", "psk"],
            "record \"tests/sgf/one-long-line.sgf\": line 1, column 179: ], expected a property",
        ),
        (vec![sabaki, "--board", "2x2"], "--board cannot be used with the record \"tests/sgf/sabaki.sgf\""),
        (vec![sabaki, "--start", "../.."], "--start cannot be used with the record"),
        (vec![sabaki, "--to-move", "white"], "--to-move cannot be used with the record"),
        (vec![sabaki, "--moves", "A1"], "--moves cannot be used with the record"),
        (
            vec![sabaki, "rules"],
            "\"rules\": a subcommand stands first, expected solve rules (see solve --help)",
        ),
        (vec![sabaki, "--rules", "psk", "--at", "5"], "move 5: expected 0 to 4, the moves of the line"),
        (vec![sabaki, "--rules", "psk", "--game", "2"], "game 2: expected 1 to 1"),
        (vec![sabaki, "--rules", "psk", "--variation", "3"], "variation 3: branch 1 has 2 ways"),
        (vec![sabaki, "--rules", "psk", "--variation", "a"], "--variation \"a\": expected numbers from 1"),
        (
            vec![sabaki, "--rules", "psk", "--players", "3"],
            "--players \"3\": expected 2 with a record in SGF",
        ),
        (
            vec!["tests/sgf/kgs.sgf"],
            "RU[Japanese]: no ruleset is exactly this (territory with basic ko, and dead stones that the players agree on)",
        ),
        (
            vec!["tests/sgf/cgoban1.sgf", "--rules", "psk"],
            "move 4 ends the game, expected a game that goes on (--at N",
        ),
        (vec!["tests/sgf/ogs.sgf", "--rules", "nieminen", "--suicide", "allowed"], "suicide"),
        (
            vec!["replay", sabaki, "--rules", "psk", "--board", "2x2"],
            "--board cannot be used with the record",
        ),
        (psk(&["--at", "1"]), "--at: expected a record in SGF with it, such as solve game.sgf --at 1"),
        (
            vec![
                "replay",
                "tests/records/kee2009-example5.txt",
                "--board",
                "1x2",
                "--rules",
                "psk",
                "--game",
                "1",
            ],
            "--game: expected a record in SGF with it",
        ),
        (psk(&["--force"]), "--force needs --sgf <FILE> as well (see solve --help)"),
        (psk(&["--sgf", "-", "--json"]), "--sgf -: expected a file with --json"),
        (psk(&["--sgf", "x.sgf", "--players", "3"]), "--sgf \"x.sgf\": SGF has two players"),
        (psk(&["--sgf", "no such folder/x.sgf"]), "no such folder/x.sgf"),
        (vec!["--board", "cycle:5", "--rules", "psk", "--sgf", "x.sgf"], "SGF has no board such as cycle:5"),
    ];
    for (arguments, expected) in cases {
        refused(&arguments, expected);
    }
}
