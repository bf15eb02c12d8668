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

/// What Black gains by a value such as `-1/2`.
fn number(value: &str) -> f64 {
    let (numerator, denominator) = value.split_once('/').unwrap_or((value, "1"));
    numerator.parse::<f64>().unwrap() / denominator.parse::<f64>().unwrap()
}

/// The value of each move.
fn move_values(session: &mut Session) -> Vec<(String, String)> {
    let told = session.ok("superko-moves");
    let pair = |line: &str| line.split_once(' ').map(|(mv, value)| (mv.to_string(), value.to_string()));
    told.lines().filter_map(pair).collect()
}

/// How many replies to a move are errors, if it does not end the game.
fn errors(session: &mut Session, player: &str, mv: &str, value: &str) -> usize {
    session.ok(&format!("play {player} {mv}"));
    let ended = session.ok("gogui-rules_legal_moves").is_empty();
    let replies = if ended { Vec::new() } else { move_values(session) };
    session.ok("undo");
    replies.iter().filter(|(_, of_reply)| of_reply != value).count()
}

#[test]
fn who_has_lost_plays_where_most_replies_are_errors_and_gives_nothing_away() {
    let mut random = Rng::with_seed(11);
    let (mut lost, mut stones) = (0, 0);
    for (rules, board, komi) in [
        ("psk", "3x3", "0"),
        ("nssk", "1x5", "0"),
        ("ssk --suicide allowed", "2x2", "1.5"),
        ("kee2020", "2x2", "0.5"),
        ("spight", "2x3", "-0.5"),
        ("kee2009 --scoring territory", "1x3", "0.5"),
        ("simple-ko", "2x2", "0"),
    ] {
        for _ in 0..3 {
            let mut session = session(rules, board);
            session.ok(&format!("komi {komi}"));
            for made in 0..6 {
                let player = if made % 2 == 0 { "b" } else { "w" };
                let legal = session.ok("gogui-rules_legal_moves");
                if legal.is_empty() {
                    break;
                }
                let values = move_values(&mut session);
                let value = session.ok("superko-value").split(" (").next().unwrap().to_string();
                let lead = |value: &str| number(value) - number(komi);
                let has_lost =
                    value != "no result" && (lead(&value) < 0.0) == (player == "b") && lead(&value) != 0.0;
                if has_lost {
                    let mv = session.ok(&format!("reg_genmove {player}"));
                    let equal: Vec<&String> =
                        values.iter().filter(|(_, of_move)| *of_move == value).map(|(mv, _)| mv).collect();
                    assert!(equal.contains(&&mv), "{rules} {board}: {mv} of {equal:?}");
                    let most = equal.iter().map(|mv| errors(&mut session, player, mv, &value)).max();
                    assert_eq!(Some(errors(&mut session, player, &mv, &value)), most, "{rules} {board} {mv}");
                    (lost, stones) = (lost + 1, stones + usize::from(mv != "pass"));
                }
                let legal: Vec<&str> = legal.split(' ').collect();
                session.ok(&format!("play {player} {}", legal[random.usize(..legal.len())]));
            }
        }
    }
    println!("{lost} lost positions, a stone in {stones} of them");
    assert!(lost > 20 && 2 * stones > lost, "{lost} {stones}");
}

#[test]
fn who_cleans_up_passes_when_the_position_counts_his_due_and_gives_nothing_away() {
    let mut random = Rng::with_seed(12);
    let (mut passed, mut placed) = (0, 0);
    for (rules, board) in
        [("psk", "3x3"), ("ssk", "2x3"), ("kee2020", "2x2"), ("simple-ko", "2x2"), ("psk", "1x5")]
    {
        for _ in 0..4 {
            let mut session = session(rules, board);
            let mut mover = "b";
            for _ in 0..random.usize(..5) {
                let legal = session.ok("gogui-rules_legal_moves");
                let legal: Vec<&str> = legal.split_whitespace().collect();
                let Some(mv) = random.choice(&legal) else { break };
                session.ok(&format!("play {mover} {mv}"));
                mover = if mover == "b" { "w" } else { "b" };
            }
            // Both pass, and then one of them says that some stones are dead.
            while !session.ok("gogui-rules_legal_moves").is_empty() {
                session.ok(&format!("play {mover} pass"));
                mover = if mover == "b" { "w" } else { "b" };
            }
            let player = if random.bool() { "b" } else { "w" };
            let sign = if player == "b" { 1.0 } else { -1.0 };
            let mv = session.ok(&format!("kgs-genmove_cleanup {player}"));
            let after = session.ask("final_score").map(|score| sign * points(&score));
            session.ok("undo");
            // Before the move it is his turn again, in a game that goes on.
            let before = session.ask("final_score").map(|score| sign * points(&score));
            assert_eq!(after, before, "{rules} {board} {player} {mv}");
            session.ok(&format!("play {player} {mv}"));
            if mv == "pass" {
                let mut mover = if player == "b" { "w" } else { "b" };
                while !session.ok("gogui-rules_legal_moves").is_empty() {
                    session.ok(&format!("play {mover} pass"));
                    mover = if mover == "b" { "w" } else { "b" };
                }
                let counted = sign * points(&session.ok("final_score"));
                assert!(
                    before.is_err() || Ok(counted) >= before,
                    "{rules} {board} {player}: {counted} {before:?}"
                );
                passed += 1;
            } else {
                placed += 1;
            }
        }
    }
    println!("{passed} passes, {placed} stones");
    assert!(passed > 0 && placed > 0);
}
