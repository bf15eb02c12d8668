//! One result, whoever finds it.

use superko::count::values::values;
use superko::go::Board;
use superko::rules::{Game, catalogue};
use superko::solve::Budget;
use superko::solve::dense::{self, Plays};

use crate::together::Together;

fn game(board: &str, suicide: &str) -> Game {
    let (entry, options) = catalogue::parse(&format!("simple-ko --suicide {suicide}")).unwrap();
    entry.game(Board::parse(board).unwrap(), options)
}

/// The bytes of every state as the engine on one thread finds them, which the tests of the library compare with the engine for every
/// ruleset state by state.
fn bytes(game: &Game) -> Vec<u8> {
    let plays = Plays::of(game).unwrap();
    let share = dense::solve(&plays, &Budget::default()).unwrap();
    let mut bytes = Vec::new();
    dense::counted(&plays, &share, &mut |states| bytes.extend(states));
    bytes
}

#[test]
fn any_number_of_workers_and_processes_finds_the_same_bytes() {
    for (board, suicide) in
        [("1x1", "forbidden"), ("2x3", "allowed"), ("cycle:5", "forbidden"), ("3x3", "multi-stone")]
    {
        let game = game(board, suicide);
        let expected = bytes(&game);
        let counts = values(&game, &Budget::default(), &mut |_| {}).unwrap();
        let counts = serde_json::to_value(&counts).unwrap();
        for (processes, threads) in [(1, 1), (1, 2), (1, 4), (2, 1), (2, 2), (4, 1)] {
            let together = Together::new(processes, threads);
            let (found, json) = together.solve(&["--board", board, "--suicide", suicide, "--json"]);
            assert!(found == expected, "{board} {processes} x {threads}");
            let mut json: serde_json::Value = serde_json::from_str(&json).unwrap();
            json["counts"].as_object_mut().unwrap().remove("states_sha256").unwrap();
            assert_eq!(json["counts"], counts, "{board} {processes} x {threads}");
        }
    }
}

#[test]
fn a_larger_board_is_the_same_too() {
    let game = game("3x4", "forbidden");
    let expected = bytes(&game);
    for (processes, threads) in [(1, 1), (1, 3), (2, 1), (4, 1)] {
        let (found, text) = Together::new(processes, threads).solve(&["--board", "3x4"]);
        assert!(found == expected, "{processes} x {threads}");
        assert!(text.contains(&format!("{} bytes", expected.len())), "{text}");
    }
}
