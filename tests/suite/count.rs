//! Counts against the literature, and `solve count` as users see it.

use std::process::Output;

use superko::count::{CountError, games, positions};
use superko::go::position::legal_positions;
use superko::go::{Board, Player, Position, Suicide};
use superko::rules::{Game, Rules, Ruling, State, catalogue};
use superko::solve::{Budget, Limits, Stopped};

use crate::common::program::{self, json, solve_interrupted, text};
use crate::common::sample;

fn game(board: &str, rules: &str, suicide: Suicide) -> Game {
    let mut rules = Rules::named(rules).unwrap();
    rules.options.suicide = suicide;
    rules.game(Board::parse(board).unwrap())
}

fn start(game: &Game) -> State {
    game.start(Position::default(), Player::Black)
}

fn count(board: &str, rules: &str, suicide: Suicide) -> u128 {
    let game = game(board, rules, suicide);
    games(&game, &start(&game), 2, &Budget::default()).unwrap()
}

/// Every game, move by move, as short and obvious as possible.
fn plainly(game: &Game, state: &State) -> u128 {
    let games = game.legal(state).into_iter().map(|(_, ruling)| match ruling {
        Ruling::Ends(_) => 1,
        Ruling::Leads(next) => plainly(game, &next),
        Ruling::Barred(_) => 0,
    });
    games.sum()
}

#[test]
fn games_under_positional_superko_are_the_published_ones() {
    // Source: J. Tromp and G. Farneback, Combinatorics of Go (2016), table 7, where suicide is
    // allowed. That of a single stone is a move that changes nothing, which superko bans, so it
    // makes no difference.
    let published = [("1x1", 1), ("1x2", 9), ("1x3", 907), ("1x4", 2_098_407_841)];
    for (number, (board, games)) in published.into_iter().enumerate() {
        if board == "1x4" && !sample::takes("games with suicide", number) {
            continue;
        }
        let suicide = if board == "1x4" { Suicide::MultiStone } else { Suicide::Allowed };
        assert_eq!(count(board, "psk", suicide), games, "{board}");
    }
    // Source: J. J. Piché, superko-complexity (2026), experiment 004. 1x4 is the first where
    // suicide matters.
    let published = [("1x1", 1), ("1x2", 9), ("1x3", 907), ("1x4", 719_178_893)];
    for (number, (board, games)) in published.into_iter().enumerate() {
        if board == "1x4" && !sample::takes("games", number) {
            continue;
        }
        assert_eq!(count(board, "psk", Suicide::Forbidden), games, "{board}");
    }
}

#[test]
fn games_under_situational_superko_are_the_published_ones() {
    // Source: J. J. Piché, superko-complexity (2026), experiment 004.
    if !sample::leaves_out("1x4 ssk") {
        assert_eq!(count("1x4", "ssk", Suicide::Forbidden), 1_359_471_437);
    }
    // Source: J. Tromp, computer-go mailing list, "Super Ko on KGS ignores player to move": on 1x1,
    // where suicide is allowed, "pass pass" and "A1 pass pass".
    assert_eq!(count("1x1", "ssk", Suicide::Allowed), 2);
}

#[test]
fn games_on_2x2_under_situational_superko_are_the_published_ones() {
    if sample::leaves_out("games_on_2x2_under_situational_superko_are_the_published_ones") {
        return;
    }
    // Source: J. J. Piché, superko-complexity (2026), experiment 004.
    assert_eq!(count("2x2", "ssk", Suicide::Forbidden), 1_391_718_029_753);
}

#[test]
fn games_of_the_smallest_boards_are_what_a_plain_recursion_counts() {
    for entry in catalogue::ALL.into_iter().filter(|entry| Rules::from(*entry).always_ends()) {
        for suicide in Suicide::ALL {
            for (number, board) in ["1x1", "1x2", "2x1"].into_iter().enumerate() {
                if number > 0 && !sample::takes(&format!("{} {suicide:?}", entry.id), number) {
                    continue;
                }
                let game = game(board, entry.id, suicide);
                if game.ruleset().check().is_err() {
                    continue;
                }
                let start = start(&game);
                let counted = games(&game, &start, 1, &Budget::default());
                assert_eq!(counted, Ok(plainly(&game, &start)), "{board} {} {suicide:?}", entry.id);
            }
        }
    }
}

#[test]
fn the_games_of_a_state_are_those_of_its_moves() {
    // Numbers that no plain recursion reaches, so one step of it.
    for (number, rules) in ["psk", "ssk", "nssk"].into_iter().enumerate() {
        if !sample::takes("the games of a state", number) {
            continue;
        }
        let game = game("1x4", rules, Suicide::Forbidden);
        let leading = |state: &State| -> Vec<State> {
            let rulings = game.legal(state).into_iter().map(|(_, ruling)| ruling);
            rulings
                .filter_map(|ruling| if let Ruling::Leads(next) = ruling { Some(next) } else { None })
                .collect()
        };
        let count = |state: &State| games(&game, state, 2, &Budget::default()).unwrap();
        // The last stone play in the list, or a pass if there is none, until the game is over.
        let mut state = start(&game);
        let mut checked = Vec::new();
        for made in 0.. {
            let mut nexts = leading(&state);
            if made >= 2 {
                let ends = (game.legal(&state).len() - nexts.len()) as u128;
                let sum = ends + nexts.iter().map(count).sum::<u128>();
                assert_eq!(count(&state), sum, "{rules} after {made} moves: {state:?}");
                checked.push(sum);
            }
            if nexts.is_empty() {
                break;
            }
            state = nexts.swap_remove(nexts.len().saturating_sub(2));
        }
        assert!(checked.len() >= 5 && checked[0] > 1_000_000, "{rules} {checked:?}");
    }
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let refused = |board, rules| {
        let game = game(board, rules, Suicide::Forbidden);
        games(&game, &start(&game), 1, &Budget::default()).unwrap_err()
    };
    assert_eq!(refused("1x2", "simple-ko"), CountError::Endless("simple-ko"));
    assert_eq!(refused("2x3", "psk"), CountError::TooManySituations);
    let game = game("1x3", "kee2020", Suicide::Forbidden);
    let little = Budget::new(Limits { memory: 1 << 20, ..Limits::default() });
    assert_eq!(games(&game, &start(&game), 1, &little), Err(CountError::Stopped(Stopped::Memory)));
}

#[test]
fn the_number_of_legal_positions_is_the_published_one() {
    // Source: J. Tromp and G. Farneback, Combinatorics of Go (2016); the squares are OEIS A094777.
    let lines = [1, 5, 15, 41, 113, 313, 867, 2401, 6649, 18413, 50991, 141_209];
    let lines = (1..).zip(lines).map(|(length, count)| (1, length, count));
    let others = [
        (2, 2, 57),
        (2, 3, 489),
        (2, 4, 4125),
        (2, 5, 35_117),
        (2, 6, 299_681),
        (3, 3, 12_675),
        (3, 4, 321_689),
        (3, 5, 8_180_343),
        (4, 4, 24_318_165),
        (5, 5, 414_295_148_741),
        (6, 6, 62_567_386_502_084_877),
        (7, 7, 83_677_847_847_984_287_628_595),
        (8, 8, 990_966_953_618_170_260_281_935_463_385),
    ];
    for (rows, cols, published) in lines.chain(others) {
        for board in [Board::grid(rows, cols).unwrap(), Board::grid(cols, rows).unwrap()] {
            assert_eq!(positions(&board, &Budget::default()), Ok(published), "{board}");
            if board.points() <= 12 {
                assert_eq!(legal_positions(&board).count() as u128, published, "{board}");
            }
        }
    }
}

fn solve(arguments: &[&str]) -> Output {
    program::solve(&[&["count"], arguments].concat())
}

#[test]
fn the_program_prints_the_number() {
    let output = solve(&["--board", "1x3", "--rules", "tromp-taylor"]);
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stdout);
    assert!(said.starts_with("1x3 psk --suicide allowed, Black to move\n\n  1  . . .\n"), "{said}");
    assert!(said.contains("\ngames       907\neffort      "), "{said}");
    let output = solve(&["--positions", "--board", "4x4"]);
    assert!(text(&output.stdout).starts_with("4x4\n\npositions   24318165\neffort      "));
    assert!(output.stderr.is_empty());
}

#[test]
fn the_program_prints_json() {
    let arguments = ["--board", "1x3", "--rules", "ssk", "--start", "..O", "--moves", "A1 pass", "--json"];
    let record = json(&solve(&arguments));
    let game = game("1x3", "ssk", Suicide::Forbidden);
    let position = Position { stones: [0, 4] };
    let mut state = game.start(position, Player::Black);
    for mv in [superko::go::Move::Place(0), superko::go::Move::Pass] {
        state = match game.legal(&state).into_iter().find(|(legal, _)| *legal == mv) {
            Some((_, Ruling::Leads(next))) => next,
            other => panic!("{other:?}"),
        };
    }
    assert_eq!(record["games"], plainly(&game, &state).to_string());
    assert_eq!((&record["rules"], &record["start"]), (&"ssk".into(), &"..O".into()));
    assert_eq!((&record["moves"][1], &record["to_move"]), (&"pass".into(), &"black".into()));
    assert!(record.get("stopped").is_none() && record.get("positions").is_none());
    let record = json(&solve(&["--board", "8x8", "--positions", "--json"]));
    assert_eq!(record["positions"], "990966953618170260281935463385");
    assert!(record.get("games").is_none() && record.get("rules").is_none());
}

#[test]
fn a_limit_leaves_no_number_and_exit_status_3() {
    let output = solve(&["--board", "1x5", "--rules", "psk", "--time-limit", "0.3s", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let record = json(&output);
    assert_eq!((&record["games"], &record["stopped"]), (&serde_json::Value::Null, &"the time limit".into()));
    assert!(output.stderr.is_empty(), "no progress where there is no terminal");
    let output = solve(&["--board", "8x8", "--positions", "--memory", "1M"]);
    assert_eq!(output.status.code(), Some(3));
    let said = text(&output.stdout);
    assert!(said.contains("positions   not counted within the limit\n"), "{said}");
    assert!(said.contains("stopped     by the memory limit"), "{said}");
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_exit_status_130() {
    let output = solve_interrupted(&["count", "--board", "1x5", "--rules", "psk"]);
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stdout).contains("stopped     by an interruption"));
}

#[test]
fn bad_input_gets_one_line_and_exit_status_2() {
    let cases: [(&[&str], &str); 9] = [
        (&[], "--board is missing"),
        (&["--positions"], "--board is missing"),
        (&["--board", "2x2"], "--rules is missing"),
        (&["--board", "9x9", "--positions"], "81 intersections are too many: at most 64, "),
        (
            &["--board", "2x2", "--positions", "--rules", "psk"],
            "'--positions' cannot be used with '--rules <NAME>'",
        ),
        (
            &["--board", "1x2", "--rules", "simple-ko"],
            "expected one of: psk, ssk, nssk, spight, kee2009, kee2020",
        ),
        (&["--board", "2x3", "--rules", "psk"], "more than 128 situations"),
        (&["--board", "1x2", "--rules", "psk", "--moves", "pass pass"], "move 2 ends the game"),
        (&["--board", "1x2", "--rules", "psk", "--threads", "none"], "expected a whole number from 1"),
    ];
    for (arguments, expected) in cases {
        let output = solve(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
        assert!(said.contains(expected), "{arguments:?}: {said:?} lacks {expected:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}
