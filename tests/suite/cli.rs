//! The program as users see it: bad input, limits, interruption, threads.

use std::process::Output;

use crate::common::program::{self, refused, solve, solve_interrupted, text};

/// The value of a key in the JSON that the program prints, as text.
fn json(output: &Output, key: &str) -> String {
    program::json(output)[key].to_string()
}

#[test]
fn bad_input_gets_one_line_and_exit_status_2() {
    let psk = |more: &[&'static str]| [&["--board", "2x2", "--rules", "psk"], more].concat();
    let cases: Vec<(Vec<&str>, &str)> = vec![
        (vec![], "--board is missing"),
        (vec!["--board", "2x2"], "--rules is missing"),
        (
            vec!["--board", "9x9", "--rules", "psk"],
            "--board \"9x9\": 81 intersections are too many: at most 64, and about 16 are solved from the empty board (docs/limits.md)",
        ),
        (vec!["19x19", "psk"], "\"19x19\": 361 intersections are too many"),
        (vec!["--board", "0x2", "--rules", "psk"], "at least one row"),
        (vec!["--board", "two", "--rules", "psk"], "expected ROWSxCOLUMNS"),
        (
            vec!["--board", "2x2", "--rules", "kee2021"],
            "--rules \"kee2021\": no ruleset has this name, did you mean kee2",
        ),
        (vec!["--board", "2x2", "--rules", "japanese"], "players agree on), the nearest is korean-play"),
        (vec!["--board", "2x2", "--rules", "klingon"], "expected one that solve rules lists"),
        (vec!["--board", "2x2", "--rules", "psk,ssk"], "expected one ruleset"),
        (
            vec!["--board"],
            "a value is required for '--board <BOARD>' but none was supplied (see solve --help)",
        ),
        (vec!["count", "3x3"], "such as solve --board 3x3 --rules psk (see solve --help)"),
        (vec!["3x3", "2x2"], "two boards are given, 3x3 and 2x2, expected one (see solve --help)"),
        (vec!["3x3", "psk", "--board", "2x2"], "two boards are given, 2x2 and 3x3, expected one"),
        (vec!["3x3", "psk", "--rules", "ssk"], "two rulesets are given, ssk and psk, expected one"),
        (vec!["ssk", "psk"], "two rulesets are given, ssk and psk, expected one"),
        (vec!["3x3", "kee2021"], "; did you mean the ruleset kee20"),
        (vec!["3x3", "no.toml"], "\"no.toml\": no.toml: No such file"),
        (vec!["3x3"], "--rules is missing"),
        (vec!["--board", "2x1", "--rules", "psk", "--moves", "B1"], "means --board 1x2)"),
        (vec!["--board", "2x1", "--rules", "psk", "--start", "X."], "means --board 1x2)"),
        (psk(&["--moves", "I1"]), "solve: --moves: move \"I1\": expected"),
        (psk(&["--moves", "I1"]), "(no column is called I)"),
        (psk(&["--moves", "A1\nZ9"]), "solve: --moves: line 2: move \"Z9\""),
        (
            psk(&["--start", "B./W."]),
            "--start \"B./W.\": unexpected character 'B', expected X for Black, O for White",
        ),
        (psk(&["--start", "XX/XX"]), "the chain at A2 has no liberty"),
        (psk(&["--start", "X."]), "expected 2 for the 2x2 board"),
        (psk(&["--start", ".../.."]), "row 1 has 3 intersections, expected 2"),
        (psk(&["--start", "#./.."]), "expected X for Black, O for White, . for an empty intersection"),
        (psk(&["--to-move", "red"]), "expected black or white"),
        (psk(&["--start", "R./.."]), "expected --players 3"),
        (psk(&["--players", "7"]), "--players \"7\": expected 2, 3, 4, 5 or 6"),
        (
            psk(&["--players", "3", "--to-move", "blue"]),
            "--to-move \"blue\": expected black or white, or red, green, yellow or violet where so many play",
        ),
        (psk(&["--players", "3", "--moves", "pass pass pass"]), "move 3 ends the game"),
        (psk(&["--players", "3", "--moves", "B A1 R A2"]), "expected White, whose turn it is at move 2"),
        (vec!["--board", "2x2", "--rules", "spight", "--players", "3"], "spight has no option --players"),
        (
            vec!["--board", "2x2", "--rules", "kee2009-territory", "--players", "3"],
            "--players 3 only with --scoring area",
        ),
        (vec!["count", "--board", "1x2", "--rules", "psk", "--players", "3"], "expected 2 for solve count"),
        (
            vec![
                "prove",
                "--board",
                "1x2",
                "--rules",
                "psk",
                "--players",
                "3",
                "--every-position",
                "--out",
                "-",
            ],
            "expected 2 for solve prove --every-position",
        ),
        (psk(&["--lift", "stands"]), "has no option --lift"),
        (psk(&["--suicide", "maybe"]), "--suicide \"maybe\": expected forbidden, allowed or multi-stone"),
        (psk(&["--scoring", "territory"]), "expected area"),
        (
            vec!["--board", "2x2", "--rules", "jann-territory", "--stones", "unlimited"],
            "--stones unlimited only with --scoring area",
        ),
        (
            vec!["--board", "2x2", "--rules", "jann", "--confirmation", "turn"],
            "--confirmation turn only with --scoring territory",
        ),
        (
            vec!["--board", "3x4", "--rules", "jann-territory"],
            "expected at most 10 under jann --scoring territory",
        ),
        (psk(&["--moves", "C1"]), "A1 to B2"),
        (psk(&["--moves", "A1 A1"]), "move 2, White A1: the intersection is occupied"),
        (psk(&["--moves", "pass pass"]), "ends the game"),
        (psk(&["--start", ".O/O.", "--moves", "A2"]), "would have no liberty"),
        (
            vec!["--board", "1x2", "--rules", "psk", "--moves", "A1 B1 A1"],
            "recreate the position after move 1",
        ),
        (psk(&["--threads", "0"]), "expected a whole number from 1"),
        (psk(&["--node-limit", "many"]), "expected a whole number from 1"),
        (psk(&["--time-limit", "soon"]), "expected a time"),
        (psk(&["--memory", "12"]), "expected a size"),
        (psk(&["--engine", "fast"]), "--engine \"fast\": expected auto or naive"),
        (psk(&["--best-moves", "some"]), "--best-moves \"some\": expected all or one"),
        (psk(&["--frobnicate"]), "unexpected argument \"--frobnicate\" (see solve --help)"),
        (psk(&["--move-valus"]), "unexpected argument \"--move-valus\": did you mean --move-values? (see"),
        (
            vec!["--size", "3"],
            "unexpected argument \"--size\": did you mean --board, such as --board 2x3? (see",
        ),
        (psk(&["--komi=1/0"]), "--komi \"1/0\": expected points from -1000 to 1000, such as 1/2, 7 or 6.5"),
        (vec!["gtp", "--boardsize", "3"], "did you mean --board, such as --board 2x3?"),
        (vec!["rules", "kee2021"], "solve: \"kee2021\": no ruleset has this name"),
        (vec!["completions", "tcsh"], "expected bash, elvish, fish, powershell or zsh"),
        (
            vec!["count", "--positions", "--board", "2x2", "--suicide", "allowed"],
            "--positions cannot be used with --suicide",
        ),
        (
            vec!["count", "--positions", "--board", "2x2", "--rules", "psk", "--players", "3"],
            "--positions cannot be used with",
        ),
        (vec!["claims", "kee2009-0"], "expected the name of a claim, such as kee2009-22"),
        (vec!["claims", "--document", "kee2021"], "expected one of: kee2009, kee2020"),
        (vec!["claims", "--node-limit", "0"], "expected a whole number from 1"),
        (vec!["claims", "kee2009-22", "--junit", "no such folder/claims.xml"], "no such folder/claims.xml"),
        (vec!["replay", "no such file", "--board", "2x2", "--rules", "psk"], "no such file"),
    ];
    for (arguments, expected) in cases {
        refused(&arguments, expected);
    }
}

#[test]
fn a_limit_leaves_proved_bounds_and_exit_status_3() {
    let output = solve(&["--board", "5x5", "--rules", "psk", "--node-limit", "2000", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        (json(&output, "value"), json(&output, "stopped")),
        ("null".into(), "\"the node limit\"".into())
    );
    assert!(output.stderr.is_empty(), "no progress where there is no terminal");
    // Every first move has its bounds, and none is better than the board.
    let arguments = ["--board", "5x5", "--rules", "psk", "--node-limit", "2000", "--json", "--move-values"];
    let record: serde_json::Value = serde_json::from_slice(&solve(&arguments).stdout).unwrap();
    let moves = record["move_values"].as_array().unwrap();
    assert_eq!(moves.len(), 26);
    assert!(moves.iter().all(|mv| mv["value"].is_null() && mv["bounds"]["high"] == record["bounds"]["high"]));
    let output = solve(&["--board", "5x5", "--rules", "kee2020", "--time-limit", "0.2s"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("not solved within the limit, between 0 and 25"));
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_proved_bounds_and_exit_status_130() {
    let output = solve_interrupted(&["--board", "6x6", "--rules", "psk"]);
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stdout).contains("stopped     by an interruption"));
}

#[test]
fn little_memory_makes_the_search_longer_and_not_wrong() {
    let run = |memory| {
        solve(&["--board", "1x11", "--rules", "psk", "--threads", "1", "--json", "--memory", memory])
    };
    let (little, much) = (run("1M"), run("1G"));
    assert_eq!((json(&little, "value"), json(&much, "value")), ("\"2\"".into(), "\"2\"".into()));
    let nodes = |output| json(output, "nodes").parse::<u64>().unwrap();
    assert!(nodes(&little) > 2 * nodes(&much));
}

#[test]
fn the_number_of_threads_changes_no_value_and_no_best_move() {
    for rules in ["simple-ko", "psk", "ssk", "nssk", "spight", "kee2009", "kee2020"] {
        for board in ["2x2", "2x3", "3x3"] {
            let run = |threads| solve(&["--board", board, "--rules", rules, "--json", "--threads", threads]);
            let (one, two) = (run("1"), run("2"));
            for key in ["value", "best_moves", "all_best_moves", "line"] {
                assert_eq!(json(&one, key), json(&two, key), "{rules} {board} {key}");
            }
        }
    }
}

/// Where the value of every move is known all best moves are, on boards too on which one is looked
/// for.
#[test]
fn all_best_moves_are_said_where_the_value_of_every_move_is_known() {
    for threads in ["1", "2"] {
        let output = solve(&["3x4", "psk", "--move-values", "-q", "--threads", threads]);
        let said = text(&output.stdout);
        assert!(said.contains("\nbest moves  B2, C2\n"), "{threads}: {said}");
    }
}

#[test]
fn the_naive_engine_says_the_same() {
    for rules in ["simple-ko", "psk", "ssk", "nssk", "spight", "kee2009", "kee2020"] {
        let run = |engine| solve(&["--board", "1x3", "--rules", rules, "--json", "--engine", engine]);
        for key in ["value", "best_moves"] {
            assert_eq!(json(&run("auto"), key), json(&run("naive"), key), "{rules} {key}");
        }
    }
}

#[test]
fn a_record_with_an_illegal_move_is_replayed_up_to_it() {
    let record = std::env::temp_dir().join(format!("superko-illegal-{}.txt", std::process::id()));
    std::fs::write(&record, "A1 B1 A1").unwrap();
    let name = record.to_str().unwrap();
    let output = solve(&["replay", name, "--board", "1x2", "--rules", "kee2009"]);
    std::fs::remove_file(&record).unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(
        said.contains("move 3, Black A1: banned, it would recreate the position after move 1 (Black A1)"),
        "{said}"
    );
}

#[test]
fn every_ruleset_is_listed_and_explained() {
    let listed = text(&solve(&["rules"]).stdout);
    for name in superko::rules::catalogue::ALL.iter().map(|entry| entry.id) {
        assert!(listed.contains(&format!("\n  {name} ")), "{name}");
        let explained = solve(&["rules", name]);
        assert_eq!(explained.status.code(), Some(0));
        for part in ["document", "state", "articles", "options"] {
            assert!(text(&explained.stdout).contains(part), "{name} {part}");
        }
    }
}

#[test]
fn claims_are_judged_and_explained() {
    let output = solve(&["claims", "kee2009-18"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "a refuted claim is a result, not a failure");
    for expected in [
        "kee2009-18: refuted (one of 15)",
        "move 5, Black D2: banned, it would recreate the position on which White passed at move 2",
        "under --lift produced-ko",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let record: serde_json::Value =
        serde_json::from_slice(&solve(&["claims", "--json", "kee2009-22"]).stdout).unwrap();
    let claim = &record["claims"][0];
    assert_eq!(
        [&claim["id"], &claim["document"], &claim["kind"], &claim["verdict"]],
        ["kee2009-22", "kee2009", "outcome", "confirmed"]
    );
}

#[test]
fn a_verdict_that_changes_is_reported() {
    // With so few nodes the value of the triple ko stays open.
    let folder = std::env::temp_dir().join(format!("superko-claims-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("claims.xml");
    let output = solve(&[
        "claims",
        "kee2020-D",
        "--node-limit",
        "100",
        "--junit",
        file.to_str().expect("a plain path"),
    ]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("on record    confirmed"), "{said}");
    let junit = std::fs::read_to_string(&file).unwrap();
    assert!(
        junit.contains("<testsuites name=\"claims\" tests=\"1\" failures=\"1\" skipped=\"0\">"),
        "{junit}"
    );
    assert!(junit.contains("<failure message=\"open (one of 4), on record: confirmed\""), "{junit}");
    let opened = junit.matches("<test").count();
    assert_eq!(opened, junit.matches("</test").count(), "{junit}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_three_players_can_secure_is_told_with_its_moves_and_limits() {
    let game =
        ["--board", "2x2", "--rules", "kee2009", "--players", "3", "--start", "../R.", "--to-move", "red"];
    let output = solve(&[&game[..], &["--json", "--move-values"]].concat());
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let red = &record["secured"][2];
    assert_eq!((&record["players"], &red["player"], &red["points"]), (&3.into(), &"red".into(), &"4".into()));
    assert_eq!(red["best_moves"], serde_json::json!(["B2"]));
    let values: Vec<&str> =
        red["move_values"].as_array().unwrap().iter().map(|mv| mv["value"].as_str().unwrap()).collect();
    assert_eq!(values, ["0", "4", "0", "0"]);
    assert_eq!(record["secured"][0]["points"], "0");

    let output = solve(&[&game[..], &["--moves", "A2"]].concat());
    let told = text(&output.stdout);
    assert!(told.contains("2x2 kee2009 --players 3, Black to move"), "{told}");
    assert!(told.contains("Red can secure 0 of 4 points whatever the others do"), "{told}");
    assert!(told.contains("Black's moves that hold him to it: "), "{told}");

    let output = solve(&[&game[..], &["--node-limit", "1", "--threads", "1"]].concat());
    let told = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(told.contains("at least 0 and at most 4 of 4 points (not solved within the limit)"), "{told}");
}

#[test]
fn what_may_have_no_result_says_so() {
    let limited = ["--board", "3x6", "--rules", "simple-ko", "--best-moves", "one", "--node-limit", "2000"];
    let text = text(&solve(&limited).stdout);
    assert!(text.contains("between -18 and 18, or no result"), "{text}");
    let record = program::json(&solve(&[&limited[..], &["--json"]].concat()));
    assert_eq!((&record["value"], &record["may_be_no_result"]), (&serde_json::Value::Null, &true.into()));
    let drawn = program::json(&solve(&[&limited[..], &["--json", "--cycles", "draw"]].concat()));
    assert_eq!((&drawn["value"], drawn.get("may_be_no_result")), (&serde_json::Value::Null, None));
}

#[test]
fn komi_is_taken_from_the_value_where_every_end_is_counted() {
    let line = |arguments: &[&str]| {
        let output = solve(&[&["--quiet", "--board", "2x2"], arguments].concat());
        let text = text(&output.stdout).to_string();
        text.lines().find_map(|line| Some(line.strip_prefix("with komi")?.trim().to_string()))
    };
    let with = |rules, komi| line(&["--rules", rules, "--komi", komi]).unwrap();
    assert_eq!(with("psk", "1/2"), "1/2: 1/2 (Black wins by 1/2)");
    assert_eq!(with("psk", "1"), "1: 0 (draw)");
    assert_eq!(with("psk", "6.5"), "13/2: -11/2 (White wins by 11/2)");
    assert_eq!(with("button", "-0.5"), "-1/2: 1 (Black wins by 1)");
    let stopped = ["--rules", "kee2020", "--komi", "3", "--node-limit", "1"];
    assert_eq!(line(&stopped).unwrap(), "3: not solved within the limit, between -7 and 1");
    assert_eq!(line(&["--rules", "psk"]), None);
    // A draw, no result, a mean of nothing or a win without a score is no number that komi changes.
    for rules in ["openspiel", "katago-simple", "kee2009", "nogo", "simple-ko", "psk --players 3"] {
        let (name, players) = rules.split_once(" --players ").unwrap_or((rules, "2"));
        let more = ["--rules", name, "--players", players, "--komi", "1"];
        let more = if players == "2" { [&more[..2], &more[4..]].concat() } else { more.to_vec() };
        refused(&[&["--board", "2x2"], &more[..]].concat(), "some games are not counted");
    }
}
