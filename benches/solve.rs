//! How long the empty boards take: value only, Black to move, one thread, every row of
//! `tests/signature.txt`.
//!
//! ```text
//! alias bench='cargo bench --package superko-benches --bench solve --'
//! bench                          # all, in about three minutes
//! bench 3x4                      # one board
//! bench /psk                     # one ruleset
//! bench small                    # small boards: what a solution costs before its first node
//! bench every_position           # every position of a board under basic ko
//! bench --save-baseline before
//! bench --baseline before        # after a change
//! ```
//!
//! `time` is that of one solution, from empty tables, threads included. `thrpt` is nodes per
//! second: at one thread the nodes are the same in every run, and `tests/signature.txt` has them. A
//! change that alters the nodes is to be judged by the time; one that does not, by either.
//!
//! Only ratios within one run mean something, or between two runs on one idle machine, one right
//! after the other: the seconds themselves say more of the machine than of the program.

use std::time::Duration;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use superko::go::{Board, Player, Position};
use superko::rules::{Game, Rules};
use superko::solve::retrograde::basic_ko::{self, Plays};
use superko::solve::{Budget, Request, Want, solve};

/// The empty boards and the rulesets, with the nodes that each solution takes.
const SIGNATURE: &str = include_str!("../tests/signature.txt");

/// The value, and one move that keeps it.
fn value() -> Request {
    Request { pv: false, ..Request::default() }
}

fn game(board: &str, rules: &str) -> Game {
    Rules::named(rules)
        .expect("the catalogue has the ruleset")
        .game(Board::parse(board).expect("the board is well formed"))
}

fn empty_boards(criterion: &mut Criterion) {
    let rows = SIGNATURE.lines().skip(1).map(|line| line.split_whitespace().collect());
    let rows: Vec<Vec<&str>> = rows.collect();
    for rows in rows.chunk_by(|a, b| a[0] == b[0]) {
        let mut group = criterion.benchmark_group(rows[0][0]);
        group
            .sample_size(10)
            .sampling_mode(SamplingMode::Flat)
            .warm_up_time(Duration::from_millis(300))
            .measurement_time(Duration::from_secs(1));
        for row in rows {
            let &[board, rules, _, nodes, _] = &row[..] else { panic!("{row:?} is no row of the signature") };
            let game = game(board, rules);
            let start = game.start(Position::default(), Player::Black);
            group.throughput(Throughput::Elements(nodes.parse().expect("nodes are a number")));
            group.bench_function(rules, |bencher| {
                bencher.iter(|| solve(&game, &start, &value(), &Budget::default()))
            });
        }
        group.finish();
    }
}

/// Small solves, where what counts is what a solve costs before its first node: the value alone,
/// and with all best moves and a line.
fn small_boards(criterion: &mut Criterion) {
    let whole = Request { best_moves: Want::All, ..Request::default() };
    let mut group = criterion.benchmark_group("small");
    group.sample_size(20).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    for board in ["1x2", "1x4", "2x2", "1x5"] {
        for rules in ["psk", "ssk", "kee2020"] {
            let game = game(board, rules);
            let start = game.start(Position::default(), Player::Black);
            for (name, request) in [("value", &value()), ("whole", &whole)] {
                group.bench_function(format!("{board}/{rules}/{name}"), |bencher| {
                    bencher.iter(|| solve(&game, &start, request, &Budget::default()))
                });
            }
        }
    }
    group.finish();
}

/// Every position of a board under basic ko, a state an element.
fn every_position(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("every_position");
    group.sample_size(10).sampling_mode(SamplingMode::Flat).measurement_time(Duration::from_secs(3));
    for board in ["3x4", "2x7"] {
        let plays = Plays::of(&game(board, "simple-ko")).expect("basic ko on a small board");
        let states = basic_ko::solve(&plays, &Budget::default()).expect("no limit").states();
        group.throughput(Throughput::Elements(states as u64));
        group.bench_function(board, |bencher| bencher.iter(|| basic_ko::solve(&plays, &Budget::default())));
    }
    group.finish();
}

criterion_group!(benches, small_boards, empty_boards, every_position);
criterion_main!(benches);
