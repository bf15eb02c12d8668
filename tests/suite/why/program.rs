//! The program `solve why` as users see it: bad input, JSON, limits, games that may go on for ever.

use serde_json::Value;

use crate::common::program::{self, refused, solve, text};

fn why(board: &str, rules: &str, more: &[&str]) -> Value {
    let output = solve(&[&["why", "--board", board, "--rules", rules, "--json"], more].concat());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    program::json(&output)
}

#[test]
fn bad_input_gets_one_line_and_exit_status_2() {
    let psk = |more: &[&'static str]| [&["why", "--board", "1x2", "--rules", "psk"], more].concat();
    let cases: Vec<(Vec<&str>, &str)> = vec![
        (vec!["why"], "--board is missing"),
        (vec!["why", "--board", "1x2"], "--rules is missing"),
        (vec!["why", "1x2"], "--rules is missing"),
        (vec!["why", "1x2", "psk", "3"], "unexpected argument \"3\""),
        (vec!["why", "no.sgf", "--rules", "psk"], "no.sgf"),
        (psk(&["--move", "Z9"]), "--move: move \"Z9\": expected pass or an intersection of the 1x2 board"),
        (psk(&["--move", ""]), "--move: move \"\": expected"),
        (psk(&["--move", "A1 B1"]), "--move: move \"A1 B1\": expected"),
        (psk(&["--move", "Z9", "--json"]), "--move: move \"Z9\": expected"),
        (psk(&["--moves", "A1 B1 A1"]), "--moves: move 3, Black A1: banned"),
        (psk(&["--moves", "pass pass"]), "move 2 ends the game"),
        (psk(&["--move", "A1", "--all"]), "cannot be used with"),
        (psk(&["--at", "1"]), "expected a record in SGF with it"),
        (psk(&["--players", "3"]), "--players \"3\": expected 2 for solve why"),
        (psk(&["--node-limit", "0"]), "expected a whole number"),
    ];
    for (arguments, expected) in cases {
        refused(&arguments, expected);
    }
}

#[test]
fn a_barred_move_names_its_moment_and_what_it_would_be_worth() {
    let record = why("1x2", "psk", &["--moves", "A1 B1", "--move", "a1"]);
    assert_eq!(
        (&record["value"], &record["after"], &record["best"]),
        (&"-2".into(), &Value::Null, &Value::Null)
    );
    let bar = &record["barred"];
    assert_eq!((&bar["would_be_worth"], &bar["better"]), (&"2".into(), &true.into()));
    assert_eq!((&bar["position"], &bar["now"]), (&"X.".into(), &".O".into()));
    assert_eq!(
        bar["since"],
        serde_json::json!({"number": 1, "player": "black", "move": "A1", "before": false})
    );
    assert!(record["illegal"].as_str().unwrap().contains("after move 1 (Black A1)"));
    let occupied = why("1x2", "psk", &["--moves", "A1", "--move", "A1"]);
    assert_eq!((&occupied["barred"], &occupied["line"]), (&Value::Null, &serde_json::json!([])));
    assert!(occupied["illegal"].is_string());
}

#[test]
fn a_bar_by_a_position_that_was_left_names_the_moment_before_the_move() {
    // White leaves X. at move 2, and Black may not recreate it.
    let record = why("1x2", "spight2", &["--moves", "A1 B1", "--move", "A1"]);
    let bar = &record["barred"];
    assert_eq!((&bar["position"], &bar["now"]), (&"X.".into(), &".O".into()));
    assert_eq!((&bar["since"]["number"], &bar["since"]["before"]), (&2.into(), &true.into()));
    assert_eq!(bar["why"], "banned, it would recreate the position before move 2 (White B1)");
}

#[test]
fn a_refutation_has_its_bars_and_a_value_its_facts() {
    let record = why("1x2", "psk", &["--move", "A1"]);
    assert_eq!((&record["value"], &record["after"]["value"]), (&"0".into(), &"-2".into()));
    assert_eq!((&record["best"], &record["best_moves"]), (&false.into(), &serde_json::json!(["pass"])));
    let line = record["line"].as_array().unwrap();
    let moves: Vec<&str> = line.iter().map(|turn| turn["move"].as_str().unwrap()).collect();
    assert_eq!(moves, ["A1", "B1", "pass", "pass"]);
    assert_eq!((&line[2]["bars"][0]["move"], &line[2]["bars"][0]["better"]), (&"A1".into(), &true.into()));

    let record = why("1x2", "psk", &["--moves", "A1 B1"]);
    assert_eq!(record["under_every_past"], false);
    let facts = record["facts"].as_array().unwrap();
    assert_eq!(facts.len(), 1);
    assert_eq!((&facts[0]["words"], &facts[0]["holds"]), (&"X. has stood".into(), &true.into()));
    assert_eq!(facts[0]["read_for"], serde_json::json!(["white"]));
    let otherwise = &facts[0]["otherwise"];
    assert_eq!((&otherwise["value"], &otherwise["changes"]), (&"2".into(), &true.into()));
}

#[test]
fn a_value_may_rest_on_nothing() {
    let record = why("1x2", "psk", &["--start", "X.", "--moves", "pass", "--to-move", "white"]);
    assert_eq!((&record["value"], &record["under_every_past"]), (&"2".into(), &true.into()));
    assert_eq!(record["facts"], serde_json::json!([]));
    let endless = why("2x2", "simple-ko", &[]);
    assert_eq!((&endless["under_every_past"], &endless["facts"]), (&true.into(), &serde_json::json!([])));
}

#[test]
fn a_limit_leaves_bounds_and_exit_status_3() {
    for more in [&[][..], &["--move", "B2"]] {
        let limited = ["why", "--board", "3x3", "--rules", "psk", "--node-limit", "500", "--json"];
        let output = solve(&[&limited, more].concat());
        assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
        let record = program::json(&output);
        assert_eq!((&record["value"], &record["stopped"]), (&Value::Null, &"the node limit".into()));
        assert!(record["bounds"]["low"].is_string());
        assert!(record.get("facts").is_none_or(Value::is_null));
    }
}
