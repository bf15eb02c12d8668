//! `solve compare`: its cells are what `solve` and the referee say of each ruleset alone, and it
//! can be read anywhere.

use serde_json::Value as Json;
use superko::ask::Texts;
use superko::referee::{Referee, Why};
use superko::solve::{Budget, Request, solve as solve_alone};

use crate::common::program::{command, json, refused, solve, solve_interrupted, text};
use crate::common::sample;

/// What the table says of a list of rulesets.
fn compared(board: &str, rules: &str, start: &str, moves: &str, more: &[&str]) -> Json {
    let asked = ["compare", "--json", "--board", board, "--rules", rules, "--moves", moves];
    let start: &[&str] = if start.is_empty() { &[] } else { &["--start", start] };
    let output = solve(&[&asked[..], start, more].concat());
    assert_eq!(output.status.code(), Some(0), "{rules}: {}", text(&output.stderr));
    json(&output)
}

/// The same question about one ruleset.
fn texts(board: &str, rules: &str, start: &str, moves: &str) -> Texts {
    Texts {
        board: board.to_string(),
        rules: rules.to_string(),
        start: (!start.is_empty()).then(|| start.to_string()),
        moves: moves.split_whitespace().map(str::to_string).collect(),
        ..Texts::default()
    }
}

/// Checks a cell of a move against what the referee and a solver that knows nothing say; of the
/// state itself for no move.
fn check(cell: &Json, texts: &Texts, mv: Option<&str>) {
    let setup = texts.setup().unwrap();
    let board = setup.game.board.clone();
    let made = texts.moves(&board).unwrap();
    let mut referee = Referee::new(&setup.game, setup.line.start, setup.line.to_move);
    for mv in made {
        referee.play(mv).unwrap();
    }
    let place = format!("{texts:?} {mv:?} {cell}");
    if let Some(mv) = mv {
        let mv = Texts { moves: vec![mv.to_string()], ..texts.clone() }.moves(&board).unwrap()[0];
        match referee.play(mv).map_err(|illegal| illegal.why) {
            Err(why @ Why::Barred { .. }) => {
                assert_eq!(cell["kind"], "barred", "{place}");
                assert_eq!(cell["why"]["why"], why.to_string(), "{place}");
                let Why::Barred { since, .. } = why else { unreachable!() };
                assert_eq!(cell["why"]["since"], since.number(), "{place}");
                return;
            }
            Err(_) => return assert_eq!(cell["kind"], "refused", "{place}"),
            Ok(_) => {}
        }
    }
    assert_eq!(cell["kind"], "worth", "{place}");
    let value = match referee.ended() {
        Some(score) => score.to_string(),
        None => {
            let solution = solve_alone(&setup.game, referee.state(), &Request::default(), &Budget::default());
            solution.value.exact().unwrap().to_string()
        }
    };
    assert_eq!(cell["value"], value, "{place}");
}

#[test]
fn every_cell_is_what_its_ruleset_says_alone() {
    let cases = vec![
        ("1x2", "all", "", ""),
        ("1x2", "all", ".X", "pass A1"),
        ("1x3", "all", "", "B1"),
        ("1x2", "psk,ssk,kee2009,simple-ko,jann,katago-simple", "", "A1 B1"),
        ("2x2", "psk,nssk,spight,kee2020,kee2020 --lift produced,psk --suicide allowed", "", "B2 A1"),
        ("2x2", "simple-ko,simple-ko --cycles draw,simple-ko --cycles white,ssk", "../OO", ""),
        ("2x3", "psk,ssk,kee2009 --lift produced-ko,nieminen", "OOO/.X.", "pass"),
        ("1x3", "jann,jann-territory,kee2009-territory,spight-territory", "", "B1 pass"),
        ("cycle:5", "nssk,spight2,kee2020-march", "", ""),
        ("1x4", "psk --suicide allowed,kee2007,ssk", "O.XX", ""),
    ];
    for (board, rules, start, moves) in sample::part("cells", cases) {
        let found = compared(board, rules, start, moves, &[]);
        let columns = found["columns"].as_array().unwrap();
        assert!(columns.len() > 1);
        for (place, column) in columns.iter().enumerate() {
            let alone = texts(board, column["name"].as_str().unwrap(), start, moves);
            if column["goes_on"] == true {
                check(&column["cell"], &alone, None);
            } else {
                assert!(alone.question().is_err(), "{alone:?}");
                assert_eq!(found["rows"][0]["cells"][place]["kind"], "over");
                continue;
            }
            for row in found["rows"].as_array().unwrap() {
                let cell = &row["cells"][place];
                check(cell, &alone, row["move"].as_str());
                let best = cell["kind"] == "worth" && cell["value"] == column["cell"]["value"];
                assert_eq!(cell["best"], best, "{alone:?} {row}");
            }
        }
    }
}

/// Every legal move of every ruleset has a row: without rows that are left out the best of a column
/// would be missing.
#[test]
fn every_legal_move_has_a_row_and_each_column_a_best_move() {
    let found = compared("2x2", "psk,kee2009,nieminen,simple-ko", "", "A1 pass pass", &[]);
    // Two passes end the game under psk and simple-ko, and stop play under nieminen.
    let goes_on: Vec<&Json> = found["columns"].as_array().unwrap().iter().map(|c| &c["goes_on"]).collect();
    assert_eq!(goes_on, [false, true, true, false]);
    assert_eq!(found["columns"][0]["cell"]["value"], "4");
    let rows = found["rows"].as_array().unwrap();
    for place in [1, 2] {
        assert!(rows.iter().any(|row| row["cells"][place]["best"] == true), "{found}");
        assert!(rows.iter().any(|row| row["cells"][place]["kind"] == "refused"), "{found}");
    }
}

#[test]
fn what_differs_is_what_most_of_the_row_is_not() {
    let found = compared("1x2", "psk,kee2009,ssk", "", "A1 B1", &[]);
    let differs = |cells: &Json| cells.as_array().unwrap().iter().map(|c| c["differs"] == true).collect();
    let first: Vec<bool> = differs(&found["rows"][1]["cells"]);
    assert_eq!(first, [false, true, false], "{found}");
    // Of two the first is the usual one.
    let two = compared("1x2", "kee2009,psk", "", "A1 B1", &[]);
    assert_eq!(two["columns"][0]["cell"]["differs"], false);
    assert_eq!(two["columns"][1]["cell"]["differs"], true);
}

#[test]
fn symmetric_moves_have_a_row_each_and_cost_nothing() {
    let found = compared("2x2", "psk,ssk", "", "", &[]);
    let like: Vec<&Json> = found["rows"].as_array().unwrap().iter().map(|row| &row["like"]).collect();
    assert_eq!(like, [&Json::Null, &"A2".into(), &"A2".into(), &"A2".into(), &Json::Null]);
    // The moves made break the symmetry unless they are their own images.
    let found = compared("1x3", "psk,ssk", "", "B1 pass", &[]);
    assert_eq!(found["rows"][1]["like"], "A1");
    let found = compared("1x3", "psk,ssk", "", "A1 pass", &[]);
    assert!(found["rows"].as_array().unwrap().iter().all(|row| row["like"].is_null()));
}

#[test]
fn three_players_are_compared_by_what_the_player_to_move_secures() {
    let found = compared("1x3", "all", "", "B1", &["--players", "3"]);
    assert_eq!(found["players"], 3);
    let columns = found["columns"].as_array().unwrap();
    assert_eq!(columns.len(), 6);
    for column in columns {
        let name = column["name"].as_str().unwrap();
        let alone = solve(&[
            "--json",
            "--board",
            "1x3",
            "--rules",
            name.split(' ').next().unwrap(),
            "--players",
            "3",
            "--moves",
            "B1",
        ]);
        assert_eq!(column["cell"]["value"], json(&alone)["secured"][1]["points"], "{name}");
    }
}

#[test]
fn limits_are_shared_and_what_was_proved_is_shown() {
    let asked = |limit: &str| {
        let arguments = ["compare", "--board", "3x4", "--rules", "psk,spight,simple-ko", "--threads", "1"];
        solve(&[&arguments[..], &["--json", "--node-limit", limit]].concat())
    };
    let exact = ["4", "4", "4"];
    for limit in ["1000", "5000", "10000"] {
        let output = asked(limit);
        let found = json(&output);
        assert_eq!(output.status.code(), Some(3), "{limit}");
        let nodes = |column: &Json| column["nodes"].as_u64().unwrap();
        let columns = found["columns"].as_array().unwrap();
        let spent: u64 = columns.iter().map(nodes).sum();
        let limit: u64 = limit.parse().unwrap();
        assert!(spent <= limit + 1_000, "{spent} of {limit}");
        for (column, exact) in columns.iter().zip(exact) {
            assert!(nodes(column) + limit / 10 + 1_000 >= limit / 3, "{found}");
            let number =
                |bound: &str| column["cell"]["bounds"][bound].as_str().unwrap().parse::<i32>().unwrap();
            let exact: i32 = exact.parse().unwrap();
            assert!(number("low") <= exact && exact <= number("high"), "{column}");
        }
        // One thread and a limit of nodes give the same bounds again.
        let (mut again, mut first) = (json(&asked(&limit.to_string())), found);
        for record in [&mut again, &mut first] {
            record["seconds"] = 0.into();
        }
        assert_eq!(again, first);
    }
}

#[test]
fn threads_change_no_value() {
    let one = compared("2x3", "psk,ssk,kee2020", "", "B2", &["--threads", "1"]);
    let many = compared("2x3", "psk,ssk,kee2020", "", "B2", &["--threads", "7"]);
    assert_eq!(one["rows"], many["rows"]);
}

#[cfg(unix)]
#[test]
fn an_interruption_shows_what_is_known() {
    let output = solve_interrupted(&["compare", "--board", "4x5", "--rules", "psk,ssk", "--threads", "2"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(said.contains("-20..20") && said.contains("stopped     ssk by an interruption"), "{said}");
}

#[test]
fn a_narrow_terminal_has_blocks_and_a_pipe_has_no_colours() {
    let arguments =
        ["compare", "--board", "2x2", "--rules", "psk,ssk,nssk,spight,kee2020 --lift produced,jann"];
    for width in ["30", "45", "80", "200"] {
        let output = command(&arguments).env("COLUMNS", width).env("CLICOLOR", "1").output().unwrap();
        let said = text(&output.stdout);
        assert!(!said.contains('\u{1b}'), "{said}");
        let table: Vec<&str> =
            said.lines().skip(5).take_while(|line| !line.starts_with("* a best move")).collect();
        let width: usize = width.parse().unwrap();
        assert!(table.iter().all(|line| line.len() <= width), "{said}");
        let blocks = table.iter().filter(|line| line.starts_with("value")).count();
        let heads: usize =
            table.iter().filter(|line| line.starts_with(' ')).map(|l| l.split_whitespace().count()).sum();
        assert_eq!(heads, 8, "six names and an option of two words\n{said}");
        assert_eq!(blocks == 1, width >= 80, "{said}");
    }
}

#[test]
fn what_cannot_be_compared_is_refused_in_one_line() {
    let with = |rules: &'static str| vec!["compare", "--json", "--board", "2x2", "--rules", rules];
    for (arguments, expected) in [
        (vec!["compare", "--board", "2x2"], "--rules is missing: expected rulesets"),
        (vec!["compare", "--rules", "psk,ssk"], "--board is missing"),
        (with("psk"), "--rules \"psk\": expected two rulesets or more"),
        (with("psk,pks"), "--rules \"pks\": no ruleset has this name"),
        (with("psk,ssk --lift stands"), "--rules \"ssk --lift stands\": ruleset ssk has no option --lift"),
        (with("psk,ssk,PSK"), "--rules \"PSK\": psk is given twice"),
        (with("psk --suicide allowed,tromp-taylor"), "psk --suicide allowed is given twice"),
        (
            with("psk,kee2009 --players 3"),
            "--rules \"kee2009 --players 3\": expected 2 players, as under psk",
        ),
        (with(""), "no ruleset has this name"),
        (
            vec!["compare", "--board", "4x4", "--rules", "psk,kee2007"],
            "--board 4x4: 16 intersections, expected at most 9 under kee2007",
        ),
        (
            vec!["compare", "--board", "2x2", "--rules", "psk,ssk", "--lift", "produced"],
            "ruleset psk has no option --lift",
        ),
        (
            vec!["compare", "--board", "1x3", "--rules", "psk,ssk", "--moves", "B1 A1"],
            "--moves: move 2, White A1: the stone would have no liberty and capture nothing (suicide), under all of",
        ),
        (
            vec!["compare", "--board", "1x3", "--rules", "psk,ssk", "--moves", "pass pass"],
            "the moves end the game",
        ),
        (vec!["compare", "--board", "1x3", "--rules", "psk,ssk", "--moves", "Z9"], "--moves: move \"Z9\""),
        (vec!["compare", "--board", "1x3", "--rules", "psk,ssk", "--start", "XX"], "--start \"XX\": "),
    ] {
        refused(&arguments, expected);
    }
}
