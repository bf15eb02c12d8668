//! How long the empty boards take: value only, Black to move, one thread, every ruleset.
//!
//! ```text
//! cargo bench                                    # all, in about three minutes
//! cargo bench --bench solve -- 3x4               # one board
//! cargo bench --bench solve -- '/psk'            # one ruleset
//! cargo bench --bench solve -- --save-baseline before
//! cargo bench --bench solve -- --baseline before # after a change
//! ```
//!
//! `time` is that of one solution, from empty tables, threads included. `thrpt` is nodes per second: the
//! nodes are counted once, in a run before the measurement, and at one thread they are the same in every
//! run (`tests/signature.txt` has them). A change that alters the nodes is to be judged by the time; one
//! that does not, by either.
//!
//! Only ratios within one run mean something, or between two runs on one idle machine, one right after the
//! other: the seconds themselves say more of the machine than of the program.

use std::time::Duration;

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use superko::go::{Board, Player, Position};
use superko::rules::{Game, catalogue};
use superko::solutions::reach::reaches_soon;
use superko::solve::{Budget, Engine, Request, Want, solve};

const BOARDS: [&str; 7] = ["2x2", "2x3", "3x3", "1x8", "2x5", "1x10", "3x4"];

/// The value, and one move that keeps it.
const REQUEST: Request = Request {
    engine: Engine::Auto,
    best_moves: Want::One,
    move_values: false,
    line: false,
    chosen_line: false,
    threads: 1,
};

/// Solves the empty board; the nodes that it took.
fn nodes(game: &Game) -> u64 {
    let budget = Budget::default();
    let solution = solve(game, &game.start(Position::default(), Player::Black), &REQUEST, &budget);
    assert!(solution.value.exact().is_some(), "{} {}", game.board, game.entry.id);
    budget.nodes()
}

fn empty_boards(criterion: &mut Criterion) {
    for name in BOARDS {
        let mut group = criterion.benchmark_group(name);
        group
            .sample_size(10)
            .sampling_mode(SamplingMode::Flat)
            .warm_up_time(Duration::from_millis(300))
            .measurement_time(Duration::from_secs(1));
        let board = Board::parse(name).expect("the boards are well formed");
        for entry in catalogue::ALL.into_iter().filter(|entry| reaches_soon(entry, &board)) {
            let (_, options) = catalogue::find(entry.id).expect("the catalogue finds its own names");
            let game = entry.game(board.clone(), options);
            group.throughput(Throughput::Elements(nodes(&game)));
            group.bench_function(entry.id, |bencher| bencher.iter(|| nodes(&game)));
        }
        group.finish();
    }
}

/// Small solves, where what counts is what a solve costs before its first node: the value alone, and with all best
/// moves and a line.
fn small_boards(criterion: &mut Criterion) {
    let whole = Request { best_moves: Want::All, line: true, ..REQUEST };
    let mut group = criterion.benchmark_group("small");
    group.sample_size(20).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    for board in ["1x2", "1x4", "2x2", "1x5"] {
        for rules in ["psk", "ssk", "kee2020"] {
            let (entry, options) = catalogue::find(rules).expect("the catalogue finds its own names");
            let game = entry.game(Board::parse(board).expect("the boards are well formed"), options);
            let start = game.start(Position::default(), Player::Black);
            for (name, request) in [("value", &REQUEST), ("whole", &whole)] {
                group.bench_function(format!("{board}/{rules}/{name}"), |bencher| {
                    bencher.iter(|| solve(&game, &start, request, &Budget::default()))
                });
            }
        }
    }
    group.finish();
}

criterion_group!(benches, small_boards, empty_boards);
criterion_main!(benches);
