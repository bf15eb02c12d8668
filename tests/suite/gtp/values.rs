//! Values are those of `solve --json`, and `genmove` loses none.

use fastrand::Rng;
use serde_json::Value;

use super::session::Session;
use crate::common::program::{json, solve};

/// What `solve --json` says after some moves.
fn solved(rules: &str, board: &str, moves: &str) -> Value {
    let mut arguments = vec!["--board", board, "--moves", moves, "--move-values", "--json", "--rules"];
    arguments.extend(rules.split(' '));
    json(&solve(&arguments))
}

/// A session under a ruleset on a board of rows by columns.
fn session(rules: &str, board: &str) -> Session {
    let mut arguments = vec!["--board", board, "--rules"];
    arguments.extend(rules.split(' '));
    Session::new(&arguments)
}

const GAMES: [(&str, &str); 10] = [
    ("psk", "2x3"),
    ("ssk --suicide allowed", "2x2"),
    ("nssk", "1x4"),
    ("kee2009", "1x4"),
    ("kee2009 --scoring territory", "1x3"),
    ("kee2020 --lift produced", "2x2"),
    ("spight", "2x2"),
    ("katago-simple", "2x2"),
    ("simple-ko", "2x2"),
    ("jann", "1x3"),
];

#[test]
fn values_moves_and_lines_are_those_of_the_program() {
    let mut compared = 0;
    for (rules, board) in GAMES {
        let mut session = session(rules, board);
        let mut moves: Vec<String> = Vec::new();
        for player in ["b", "w", "b"] {
            let expected = solved(rules, board, &moves.join(" "));
            let value = session.ok("superko-value");
            let exact = expected["value"].as_str().unwrap();
            let in_words = exact.replace("no-result", "no result");
            assert_eq!(value.split(" (").next().unwrap(), in_words, "{rules} {board}");
            let told = session.ok("superko-moves");
            let pair = |moved: &Value| {
                format!("{} {}", moved["move"].as_str().unwrap(), moved["value"].as_str().unwrap())
            };
            let pairs: Vec<String> = expected["move_values"].as_array().unwrap().iter().map(pair).collect();
            assert_eq!(told.lines().collect::<Vec<_>>(), pairs, "{rules} {board}");
            compared += pairs.len();
            let best: Vec<&str> =
                expected["best_moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
            let line = session.ok("superko-line");
            assert!(best.contains(&line.split(' ').next().unwrap()), "{rules} {board}: {line}");
            let mv = session.ok(&format!("genmove {player}"));
            assert!(best.contains(&mv.as_str()), "{rules} {board}: {mv} {best:?}");
            moves.push(mv);
            if session.ok("gogui-rules_legal_moves").is_empty() {
                break;
            }
        }
    }
    assert!(compared > 60, "{compared}");
}

/// A score such as `B+2` as points of Black.
fn points(score: &str) -> f64 {
    match score.split_once('+') {
        Some(("B", points)) => points.parse().unwrap(),
        Some((_, points)) => -points.parse::<f64>().unwrap(),
        None => 0.0,
    }
}

#[test]
fn genmove_loses_none_of_the_value_against_random_moves() {
    let mut random = Rng::with_seed(7);
    let (mut games, mut gained) = (0, 0);
    for (rules, board) in GAMES.into_iter().filter(|(rules, _)| !["simple-ko", "jann"].contains(rules)) {
        for own in ["b", "w"] {
            for _ in 0..2 {
                let mut session = session(rules, board);
                let value = points(&session.ok("final_score"));
                let mut mover = "b";
                for made in 0.. {
                    assert!(made < 200, "{rules} {board}: the game does not end");
                    let legal = session.ok("gogui-rules_legal_moves");
                    if legal.is_empty() {
                        break;
                    }
                    if mover == own {
                        let before = session.ok("final_score");
                        session.ok(&format!("genmove {mover}"));
                        assert_eq!(session.ok("final_score"), before, "{rules} {board}");
                    } else {
                        let legal: Vec<&str> = legal.split(' ').collect();
                        session.ok(&format!("play {mover} {}", legal[random.usize(..legal.len())]));
                    }
                    mover = if mover == "b" { "w" } else { "b" };
                }
                let (end, sign) = (points(&session.ok("final_score")), if own == "b" { 1.0 } else { -1.0 });
                assert!(sign * end >= sign * value, "{rules} {board} {own}: {end} instead of {value}");
                games += 1;
                gained += usize::from(sign * end > sign * value);
            }
        }
    }
    println!("{games} games, {gained} of them above the value");
    assert!(games == 32 && gained > 0);
}
