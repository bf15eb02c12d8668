//! Questions: their answers are those of the command line, and they end when nobody waits.

use std::io::{Read, Write};

use serde_json::{Value, json};

use super::client::Served;
use crate::common::program::solve;

/// What the command line says of a question.
fn said(arguments: &str) -> Value {
    let mut all: Vec<&str> = Vec::new();
    // The moves are one argument.
    let (before, moves) = arguments.split_once(" --moves ").unwrap_or((arguments, ""));
    all.extend(before.split_whitespace());
    all.extend(["--moves", moves, "--json", "--move-values", "--best-moves", "all", "--threads", "1"]);
    serde_json::from_slice(&solve(&all).stdout).unwrap()
}

/// A question that takes minutes at least.
fn long(rules: &str) -> Value {
    json!({"board": "4x5", "rules": rules})
}

#[test]
fn answers_are_those_of_the_command_line() {
    let served = Served::start();
    for (arguments, question) in [
        (
            "--board 2x3 --rules psk --start OOO/.X. --to-move white",
            json!({"board": "2x3", "rules": "psk", "start": "OOO/.X.", "to_move": "white"}),
        ),
        (
            "--board 2x3 --rules ssk --start OOO/.X. --to-move white",
            json!({"board": "2x3", "rules": "ssk", "start": "OOO/.X.", "to_move": "white"}),
        ),
        ("--board 3x3 --rules nssk", json!({"board": "3x3", "rules": "nssk"})),
        ("--board 3x3 --rules nssk --moves B2", json!({"board": "3x3", "rules": "nssk", "moves": ["B2"]})),
        (
            "--board 2x2 --rules kee2020 --lift produced --moves A1 B2 pass",
            json!({"board": "2x2", "rules": "kee2020 --lift produced", "moves": ["A1", "b2", "pass"]}),
        ),
        ("--board 2x3 --rules simple-ko", json!({"board": "2x3", "rules": "simple-ko"})),
        ("--board cycle:5 --rules ssk", json!({"board": "cycle:5", "rules": "ssk"})),
        (
            "--board 1x3 --rules jann --moves pass pass",
            json!({"board": "1x3", "rules": "jann", "moves": ["pass", "pass"]}),
        ),
        (
            "--board 2x2 --rules spight --scoring territory --moves A1 pass",
            json!({"board": "2x2", "rules": "spight --scoring territory", "moves": ["A1", "pass"]}),
        ),
        (
            "--board tests/graphs/house.txt --rules kee2020",
            json!({
                "board": "house", "rules": "kee2020",
                "edges": std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/graphs/house.txt")).unwrap(),
            }),
        ),
    ] {
        let (said, told) = (said(arguments), served.answer(&question));
        for field in [
            "board",
            "graph",
            "rules",
            "options",
            "start",
            "to_move",
            "moves",
            "value",
            "bounds",
            "finite_play",
            "best_moves",
            "all_best_moves",
            "move_values",
            "line_complete",
            "stopped",
        ] {
            assert_eq!(told[field], said[field], "{field}: {question}");
        }
        // Another line may lead to the same value. It is told move by move, and can be played.
        let line = told["line"].as_array().unwrap();
        let names: Vec<&Value> = told["why"].as_array().unwrap().iter().map(|step| &step["move"]).collect();
        assert_eq!(line.iter().collect::<Vec<_>>(), names);
        let mut played = question.clone();
        let before = question["moves"].as_array().cloned().unwrap_or_default();
        played["moves"] = json!([before, line.clone()].concat());
        let look = served.post_json("/api/look", &played).json();
        assert_eq!(look["illegal"], Value::Null, "{question}");
        if told["repeats_from"].is_null() {
            assert_eq!(look["ended"]["score"], told["value"], "{question}");
        }
    }
}

#[test]
fn bounds_only_tighten_and_the_answer_comes_last() {
    let served = Served::start();
    let number = |value: &Value| value.as_str().unwrap().parse::<i32>().unwrap();
    let events = served.events(&json!({"board": "3x3", "rules": "kee2009"}));
    let (mut low, mut high) = (-9, 9);
    for (name, data) in &events {
        // What is published is known before anything is searched.
        if name == "published" {
            assert_eq!(data["value"], "9");
            continue;
        }
        if name == "moves" {
            assert!(!data["move_values"].as_array().unwrap().is_empty());
            continue;
        }
        let bounds = &data["bounds"];
        assert!(number(&bounds["low"]) >= low && number(&bounds["high"]) <= high, "{data}");
        (low, high) = (number(&bounds["low"]), number(&bounds["high"]));
    }
    assert_eq!((low, high, events.last().unwrap().0.as_str()), (9, 9, "answer"));
}

#[test]
fn equal_questions_share_what_is_proved() {
    let served = Served::start();
    let question = json!({"board": "3x3", "rules": "psk"});
    let first = served.answer(&question);
    let second = served.answer(&question);
    assert_eq!((&first["value"], &first["move_values"]), (&second["value"], &second["move_values"]));
    let nodes = |answer: &Value| answer["nodes"].as_u64().unwrap();
    assert!(
        nodes(&first) > 1000 && nodes(&second) < nodes(&first) / 10,
        "{} {}",
        nodes(&first),
        nodes(&second)
    );
}

#[test]
fn a_limit_of_time_leaves_what_was_proved() {
    let served = Served::with(&["--time-limit", "300ms"]);
    let answer = served.answer(&long("psk"));
    assert_eq!((&answer["value"], &answer["stopped"]), (&Value::Null, &json!("the time limit")));
    served.until((0, 0));
}

#[test]
fn a_question_ends_when_its_connection_does() {
    let served = Served::start();
    // Games that end, games that may not, and two questions of which one waits for the analysis of
    // the other.
    for asked in [vec!["psk"], vec!["kee2009"], vec!["simple-ko"], vec!["simple-ko", "simple-ko"]] {
        let streams: Vec<_> = asked.iter().map(|rules| served.ask(&long(rules))).collect();
        served.until((asked.len() as u64, 0));
        let mut first = &streams[0];
        let mut bytes = [0; 512];
        assert!(first.read(&mut bytes).unwrap() > 0);
        drop(streams);
        println!("{asked:?}: over after {:?}", served.until((0, 0)));
    }
    // A page that is left while a certificate is made.
    let mut stream = served.connect();
    let body = long("psk").to_string();
    let head = format!("{}Content-Length: {}\r\n\r\n", served.head("POST", "/api/certificate"), body.len());
    stream.write_all(format!("{head}{body}").as_bytes()).unwrap();
    served.until((1, 0));
    drop(stream);
    served.until((0, 0));
}

#[test]
fn so_many_questions_are_worked_on_at_once_and_the_others_wait() {
    let served = Served::with(&["--threads", "2"]);
    let rules = ["psk", "ssk", "nssk", "spight", "kee2020"];
    let mut streams: Vec<_> = rules.iter().map(|rules| served.ask(&long(rules))).collect();
    served.until((2, 3));
    // Who waits is told so, and may leave the queue.
    drop(streams.pop());
    served.until((2, 2));
    streams.clear();
    served.until((0, 0));
    assert_eq!(served.answer(&json!({"board": "2x2", "rules": "psk"}))["value"], "1");
}
