//! One result, whoever finds it.

use superko::count::values::values;
use superko::go::Board;
use superko::rules::{Game, Rules};
use superko::solve::Budget;
use superko::solve::retrograde::basic_ko::{self, Plays};
use superko::sums::sum;

use crate::sample;
use crate::together::Together;

fn game(board: &str, suicide: &str) -> Game {
    format!("simple-ko --suicide {suicide}").parse::<Rules>().unwrap().game(Board::parse(board).unwrap())
}

/// The bytes of every state as the engine on one thread finds them, which the tests of the library
/// compare with the engine for every ruleset state by state.
fn bytes(game: &Game) -> Vec<u8> {
    let plays = Plays::of(game).unwrap();
    let share = basic_ko::solve(&plays, &Budget::default()).unwrap();
    let mut bytes = Vec::new();
    basic_ko::counted(&plays, &share, &Budget::default(), &mut |states| bytes.extend(states)).unwrap();
    bytes
}

/// Boards of all kinds, each with one of the options of suicide.
const BOARDS: [&str; 17] = [
    "1x1",
    "1x2",
    "1x3",
    "1x4",
    "1x5",
    "1x6",
    "1x7",
    "1x9",
    "2x2",
    "2x3",
    "2x4",
    "2x5",
    "3x3",
    "cycle:5",
    "star:5",
    "complete:4",
    "torus:2x3",
];

#[test]
fn any_number_of_workers_and_processes_finds_the_same_bytes() {
    if sample::leaves_out("any_number_of_workers_and_processes_finds_the_same_bytes") {
        return;
    }
    for (board, suicide) in
        BOARDS.into_iter().zip(["forbidden", "allowed", "multi-stone"].into_iter().cycle())
    {
        let game = game(board, suicide);
        let expected = bytes(&game);
        let mut counts = values(&game, &Budget::default(), &mut |_| {}).unwrap();
        counts.states_sha256 = Some(sum(&expected));
        let counts = serde_json::to_value(&counts).unwrap();
        for (processes, threads) in [(1, 1), (1, 2), (1, 4), (2, 1), (2, 2), (4, 1)] {
            let together = Together::new(processes, threads);
            let (found, json) = together.solve(&["--board", board, "--suicide", suicide, "--json"]);
            assert!(found == expected, "{board} {processes} x {threads}");
            let json: serde_json::Value = serde_json::from_str(&json).unwrap();
            assert_eq!(json["counts"], counts, "{board} {processes} x {threads}");
        }
    }
}

#[test]
fn a_larger_board_is_the_same_too() {
    if sample::leaves_out("a_larger_board_is_the_same_too") {
        return;
    }
    let game = game("3x4", "forbidden");
    let expected = bytes(&game);
    for (processes, threads) in [(1, 1), (1, 3), (2, 1), (4, 1)] {
        let (found, text) = Together::new(processes, threads).solve(&["--board", "3x4"]);
        assert!(found == expected, "{processes} x {threads}");
        assert!(text.contains(&format!("{} bytes", expected.len())), "{text}");
    }
}
