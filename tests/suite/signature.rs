//! The signature of the search over lemmas alone: values, nodes and results at one thread, against a
//! committed table.
//!
//! At one thread the search is deterministic, in every build and on every machine. A change that is
//! not meant to alter which nodes are visited must leave `signature.txt` as it is, byte for byte;
//! one that is meant to shows there what it costs or saves. After such a change:
//! `BLESS=1 cargo test --test suite signature`, and the published tables, which tell the nodes that
//! they took, are to be written anew (`scripts/tables.sh`). `benches/solve.rs` measures the rows of
//! the table.

use std::fmt::Write;
use std::path::Path;

use superko::go::{Board, Player, Position};
use superko::rules::{Rules, catalogue};
use superko::solve::{Answer, Budget, Request, Session};
use superko::tables::rulesets::reaches_soon;

use crate::common::sample;

const BOARDS: [&str; 7] = ["2x2", "2x3", "3x3", "1x8", "2x5", "1x10", "3x4"];

/// Whether a row is looked at: on small boards all are.
fn taken(board: &str, ruleset: &str) -> bool {
    !["1x8", "1x10", "3x4"].contains(&board) || sample::takes(&format!("{board} {ruleset}"), 0)
}

/// The rows of a table that are looked at, and its head.
fn rows(table: &str) -> String {
    let row = |line: &&str| {
        let mut words = line.split_whitespace();
        words.next().zip(words.next()).is_some_and(|(board, ruleset)| taken(board, ruleset))
    };
    table.lines().filter(row).map(|line| format!("{line}\n")).collect()
}

/// The table, made anew: one line for each empty board and ruleset, Black to move.
fn table() -> String {
    let request = Request { pv: false, ..Request::default() };
    let mut table = String::from("board ruleset        value      nodes    results\n");
    for name in BOARDS {
        let board = Board::parse(name).unwrap();
        let all = catalogue::ALL.map(Rules::from).into_iter();
        for rules in all.filter(|rules| reaches_soon(rules, &board) && taken(name, rules.entry.id)) {
            let game = rules.game(board.clone());
            let budget = Budget::default();
            let start = game.start(Position::default(), Player::Black);
            let session = Session::new(&game).with_first_nodes(u64::MAX);
            let solution = session.solve(&start, &request, &budget);
            let Answer::Exact(value) = solution.value else { panic!("{name} {rules}: {solution:?}") };
            let (nodes, results, value) = (budget.nodes(), solution.results, value.to_string());
            writeln!(table, "{name:<5} {:<10} {value:>9} {nodes:>10} {results:>10}", rules.entry.id).unwrap();
        }
    }
    table
}

#[test]
fn the_search_does_what_it_did() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/signature.txt");
    let found = table();
    if std::env::var_os("BLESS").is_some_and(|bless| bless == "1") {
        assert!(sample::is_whole(), "the whole table is written, expected no SUPERKO_SAMPLE");
        std::fs::write(&file, found).unwrap();
        return;
    }
    let expected = rows(&std::fs::read_to_string(&file).unwrap_or_default());
    if found == expected {
        return;
    }
    let mut differences = String::new();
    let (mut before, mut now) = (expected.lines(), found.lines());
    loop {
        match (before.next(), now.next()) {
            (None, None) => break,
            (before, now) if before == now => {}
            (before, now) => {
                let (before, now) = (before.unwrap_or_default(), now.unwrap_or_default());
                writeln!(differences, "- {before}\n+ {now}").unwrap();
            }
        }
    }
    panic!(
        "the search does not do what it did (-: tests/signature.txt, +: now)\n{differences}\
         If that is meant: BLESS=1 cargo test --test suite signature"
    );
}
