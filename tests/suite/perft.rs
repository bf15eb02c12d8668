//! `solve perft` as users see it: numbers, what is refused, and how it ends.

use serde_json::Value;
use superko::conform::perft::{Request, perft};
use superko::go::Board;
use superko::go::board::{self, LargeSet};
use superko::rules::Rules;
use superko::rules::game::Game;
use superko::rules::line::Line;
use superko::solve::{Budget, Limits};

use crate::common::program::{json, solve, text};
use crate::common::sample;

fn refused(arguments: &[&str]) -> String {
    let output = solve(&[&["perft"], arguments].concat());
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    let said = text(&output.stderr).to_string();
    assert_eq!(said.lines().count(), 1, "{said}");
    said
}

#[test]
fn what_cannot_be_counted_is_named_in_one_line() {
    let psk = ["--rules", "psk", "--depth", "2"];
    let with = |more: &[&'static str]| refused(&[&psk[..], more].concat());
    for (said, expected) in [
        (with(&[]), "--board is missing"),
        (
            refused(&["--board", "9x9"]),
            "solve perft needs --depth <PLIES>, such as solve perft --board 9x9 --rules psk --depth 4",
        ),
        (with(&["--board", "53x2"]), "--board \"53x2\": expected sides from 1 to 52"),
        (with(&["--board", "9y9"]), "--board \"9y9\": expected ROWSxCOLUMNS"),
        (
            with(&["--board", "9x9", "--moves", "A1 A1"]),
            "--moves: move 2, White A1: the intersection is occupied",
        ),
        (with(&["--board", "9x9", "--moves", "pass pass"]), "--moves: move 2 ends the game"),
        (with(&["--board", "9x9", "--start", "X./.."]), "2 rows, expected 9"),
        (with(&["--board", "2x2", "--moves", "pass pass"]), "--moves: move 2 ends the game"),
        (refused(&["--board", "9x9", "--rules", "jann", "--depth", "2"]), "expected at most 64 under jann"),
        (
            refused(&["--board", "2x2", "--rules", "psk", "--depth", "0"]),
            "--depth \"0\": expected a whole number",
        ),
        (refused(&["--board", "2x2", "--rules", "simple-ko", "--depth", "400"]), "more than 128 bits"),
        (refused(&["--board", "6x6", "--rules", "simple-ko", "--depth", "40"]), "or --force"),
    ] {
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn a_limit_leaves_what_is_complete_and_has_its_own_status() {
    let output = solve(&[
        "perft",
        "--board",
        "4x4",
        "--rules",
        "psk",
        "--depth",
        "9",
        "--node-limit",
        "2000",
        "--json",
    ]);
    assert_eq!(output.status.code(), Some(3));
    let record = json(&output);
    assert_eq!(record["stopped"], "the node limit");
    assert_eq!(record["plies"][1]["sequences"], "273");
    assert!(record["plies"].as_array().unwrap().len() < 9);
}

#[test]
fn moves_before_and_a_start_are_part_of_the_question() {
    let sequences = |arguments: &[&str]| {
        let output = solve(&[&["perft", "--board", "1x3", "--depth", "1", "--json"], arguments].concat());
        let record = json(&output);
        record["plies"][0]["sequences"].as_str().unwrap().to_string()
    };
    assert_eq!(sequences(&["--rules", "psk", "--start", ".O.", "--to-move", "white"]), "3");
    assert_eq!(sequences(&["--rules", "psk", "--start", ".O."]), "1");
    assert_eq!(sequences(&["--rules", "psk", "--moves", "B1 pass"]), "3");
    assert_eq!(sequences(&["--rules", "psk", "--moves", "B1 pass", "--no-passes"]), "2");
}

/// Every published row begins as a count does that a small limit stops.
#[test]
fn published_numbers_are_counted_again_as_far_as_a_limit_allows() {
    let mut rows = Vec::new();
    for entry in std::fs::read_dir("solutions/perft").unwrap() {
        let sheet: Value = serde_json::from_slice(&std::fs::read(entry.unwrap().path()).unwrap()).unwrap();
        for row in sheet["rulesets"].as_array().unwrap() {
            rows.push((sheet["board"].as_str().unwrap().to_string(), row.clone()));
        }
    }
    assert!(rows.len() > 280, "{}", rows.len());
    rows.sort_by_key(|(board, row)| (board.clone(), row["rules"].to_string()));
    let (mut lengths, mut whole) = (0, 0);
    for (board, row) in sample::part("perft-published", rows) {
        let rules: Rules = row["rules"].as_str().unwrap().parse().unwrap();
        let budget = Budget::new(Limits { nodes: Some(10_000), ..Limits::default() });
        let published = row["sequences"].as_array().unwrap().iter().zip(row["ended"].as_array().unwrap());
        let published: Vec<[&str; 2]> =
            published.map(|(all, ended)| [all, ended].map(|number| number.as_str().unwrap())).collect();
        let request =
            Request { depth: published.len(), passes: true, divided: false, most: None, wanted: None };
        let found = match Board::parse(&board) {
            Ok(board) => {
                let game = rules.game(board);
                let line = Line::new(&game, Default::default(), rules.first_move());
                perft(&game, &line, &request, &budget).unwrap().plies
            }
            Err(_) => {
                let game: Game<LargeSet> = rules.game(board::Board::parse_large(&board).unwrap());
                let line = Line::new(&game, Default::default(), rules.first_move());
                perft(&game, &line, &request, &budget).unwrap().plies
            }
        };
        for (ply, published) in found.iter().zip(&published) {
            assert_eq!(
                [ply.sequences, ply.ended].map(|number| number.to_string()),
                *published,
                "{board} {rules}"
            );
        }
        lengths += found.len();
        whole += usize::from(found.len() == published.len());
    }
    assert!(lengths > sample::least(1000) && whole > 0, "{lengths} {whole}");
}
