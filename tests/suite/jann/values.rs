//! What the options change: every position of the smallest boards, as the start of a game, under
//! two of them.

use std::sync::Arc;

use superko::go::classes::Classes;
use superko::go::notation::parse_position;
use superko::go::{Board, Player};
use superko::solve::{Budget, Request, Value, solve};
use superko::tables::positions::Column;

use super::game;
use crate::common::sample;

/// The values of all classes of positions of a board, Black to move.
fn column(board: &str, options: &str) -> Vec<Value> {
    let rules = format!("jann {options}").parse().unwrap();
    let column = Column::solved(&Board::parse(board).unwrap(), &rules, &Budget::default());
    assert_eq!(column.values.len(), column.classes.rows.len());
    column.values
}

/// The classes whose value changes with the options, each with both values.
fn changes(name: &str, one: &str, other: &str) -> Vec<String> {
    let board = Board::parse(name).unwrap();
    let positions = Classes::of(&board).rows;
    let pairs = column(name, one).into_iter().zip(column(name, other));
    let changed = positions.iter().zip(pairs).filter(|(_, (one, other))| one != other);
    changed.map(|(class, (one, other))| format!("{} {one} {other}", class.text)).collect()
}

const BOARDS: [&str; 6] = ["1x1", "1x2", "1x3", "1x4", "2x2", "1x5"];

#[test]
fn one_continuation_matters_and_a_second_and_third_do_not() {
    for board in BOARDS.into_iter().chain(["2x3"]) {
        assert_eq!(changes(board, "--continuations 1", "--continuations 2"), [""; 0], "{board}");
        assert_eq!(changes(board, "--continuations 2", "--continuations 3"), [""; 0], "{board}");
    }
    // White has taken the ko on 1x2 and passes: without a continuation Black, who may retake, wins.
    assert_eq!(changes("1x2", "", "--continuations 0"), [".O 0 2"]);
    assert_eq!(changes("1x6", "--continuations 1", "--continuations 0").len(), 6);
}

#[test]
fn modified_ko_changes_no_value_on_the_smallest_boards() {
    for board in BOARDS.into_iter().chain(["2x3", "1x6"]) {
        assert_eq!(changes(board, "", "--modified-ko ignored"), [""; 0], "{board}");
    }
}

/// "This last restriction may be unnecessary": where one ko is all there is, it is not.
#[test]
fn the_restriction_of_challenges_matters_where_one_ko_is_all_there_is() {
    for continuations in ["", "--continuations 1"] {
        let allowed = format!("{continuations} --barred-challenge allowed");
        for board in ["1x1", "1x3", "1x4", "2x2", "1x6", "2x3"] {
            assert_eq!(changes(board, continuations, &allowed), [""; 0], "{board} {allowed}");
        }
        assert_eq!(changes("1x2", continuations, &allowed), [".O 0 2", ".X 0 -2"]);
        assert!(!changes("1x5", continuations, &allowed).is_empty());
    }
}

#[test]
fn without_a_limit_of_stones_whoever_loses_plays_suicide_for_ever() {
    // A suicide of one stone leaves the position as it was and is no pass, so the game does not
    // stop.
    let values = column("1x3", "--stones unlimited");
    assert!(values.iter().all(|value| *value == Value::Points(0.into())), "{values:?}");
    assert!(column("1x3", "").iter().all(|value| *value != Value::Points(0.into())));
    assert_eq!(changes("1x4", "--stones all", "--stones double"), [""; 0]);
    // With few stones a player has run out of them while he would still need one.
    assert_eq!(changes("2x2", "", "--stones half"), [".O/OO 0 4", ".O/XO 0 4", ".X/XX 0 -4"]);
    assert_eq!(changes("2x3", "", "--stones double").len(), 4);
}

#[test]
fn by_territory_who_moves_first_in_a_confirmation_first_matters_on_1x7() {
    if sample::leaves_out("by_territory_who_moves_first_in_a_confirmation_first_matters_on_1x7") {
        return;
    }
    for board in BOARDS.into_iter().chain(["2x3"]) {
        // Nor where the first stop is the end: a player who fears a claim plays before he passes.
        for territory in ["--scoring territory", "--scoring territory --continuations 0"] {
            for other in ["--confirmation claimant", "--confirmation turn", "--modified-ko ignored"] {
                let other = format!("{territory} {other}");
                assert_eq!(changes(board, territory, &other), [""; 0], "{board} {other}");
            }
        }
    }
    for (first, value) in [("owner", 0), ("claimant", 1), ("turn", 1)] {
        let game = game("1x7", &format!("--scoring territory --confirmation {first}"));
        let start = game.start(parse_position(&game.board, ".....XX").unwrap(), Player::Black);
        let request = Request { pv: false, ..Request::default() };
        let solution = solve(&game, &start, &request, &Arc::new(Budget::default()));
        assert_eq!(solution.value.exact(), Some(Value::Points(value.into())), "{first}");
    }
}

#[test]
fn the_values_of_the_empty_boards() {
    // By retrograde analysis; those by area are those of basic ko, Kee 2020 and Spight, where they
    // have one. By territory Black has one point less where he plays one stone more; on 1x4 he has
    // two less.
    let values = [
        ("1x2", 0, 0),
        ("1x3", 3, 2),
        ("1x4", 4, 2),
        ("1x5", 0, 0),
        ("1x6", 1, 0),
        ("2x2", 0, 0),
        ("2x3", 0, 0),
        ("2x4", 8, 7),
        ("3x3", 9, 8),
    ];
    let both = values
        .into_iter()
        .flat_map(|(board, area, territory)| [(board, "", area), (board, "--scoring territory", territory)]);
    for (number, (board, options, value)) in both.enumerate() {
        if board.len() == 3 && number > 11 && !sample::takes("empty boards", number) {
            continue;
        }
        let game = game(board, options);
        let start = game.start(Default::default(), Player::Black);
        let solution =
            solve(&game, &start, &Request { pv: false, ..Request::default() }, &Arc::new(Budget::default()));
        assert_eq!(solution.value.exact(), Some(Value::Points(value.into())), "{board} {options}");
    }
}
