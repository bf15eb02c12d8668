//! What the referee says of illegal moves, and of stones that are taken off.

use std::error::Error;

use super::*;
use Player::{Black, White};

#[test]
fn an_illegal_move_is_explained_and_changes_nothing() {
    // Kee 2009, example 5, with wrong moves put in.
    let game = game("1x2", "kee2009", &[]);
    let mut referee = referee(&game, "..", Black);
    let explained = [
        (
            "1. A1 2. B1",
            "A1",
            "move 3, Black A1: banned, it would recreate the position after move 1 (Black A1)",
        ),
        (
            "pass pass A1",
            "B1",
            "move 6, White B1: banned, it would recreate the position on which White passed at move 4",
        ),
        ("", "A1", "move 6, White A1: the intersection is occupied"),
        ("pass pass B1 pass", "pass", "move 10, White pass: the game has ended"),
        ("", "A1", "move 10, White A1: the game has ended"),
    ];
    for (record, mv, expected) in explained {
        for mv in record.split_whitespace().filter(|word| !word.ends_with('.')) {
            referee.play(parse_move(&game.board, mv).unwrap()).unwrap();
        }
        let (state, steps) = (referee.state().clone(), referee.steps().to_vec());
        let illegal = referee.play(parse_move(&game.board, mv).unwrap()).unwrap_err();
        assert_eq!(illegal.to_string(), expected);
        assert_eq!(ban(&referee, &game, mv).as_ref(), Some(&illegal));
        assert!((&illegal as &dyn Error).source().is_none());
        assert_eq!((referee.state(), referee.steps(), referee.made()), (&state, &steps[..], steps.len()));
    }
    assert_eq!(referee.mover(), None);
}

#[test]
fn suicide_and_strange_intersections_are_refused_whatever_the_past() {
    let game = game("2x2", "psk", &[]);
    let referee = referee(&game, ".X/X.", White);
    let text = referee.ban(Move::Place(0)).unwrap().to_string();
    assert_eq!(text, "move 1, White A2: the stone would have no liberty and capture nothing (suicide)");
    assert!(matches!(referee.ban(Move::Place(4)), Some(Illegal { why: Why::NoIntersection, .. })));
    let text = referee.ban(Move::Place(200)).unwrap().to_string();
    assert_eq!(text, "move 1, White intersection 200: the board has no such intersection");
}

#[test]
fn suicide_takes_off_the_stones_of_the_player_himself() {
    let game = game("1x5", "psk", &[(Axis::Suicide, "allowed")]);
    let mut referee = referee(&game, "O.X..", White);
    let step = referee.play(Move::Place(1)).unwrap();
    assert_eq!((step.captured, step.lost, line(&game, &step.position)), (0, 0b11, "..X..".to_string()));
    // A single stone leaves the position as it is, which superko forbids.
    let game = self::game("2x2", "psk", &[(Axis::Suicide, "allowed")]);
    let text = self::referee(&game, ".X/X.", White).ban(Move::Place(0)).unwrap().to_string();
    assert_eq!(text, "move 1, White A2: banned, it would recreate the position at the start");
}

#[test]
fn basic_ko_is_refused_once() {
    // Kee 2020, example H: the "normal ko rule" on the 1x2 board. A pass of each in between would
    // end the game, so the ko is retaken after one pass here.
    let game = game("1x2", "simple-ko", &[]);
    let mut referee = referee(&game, "..", Black);
    replay(&mut referee, &game, "A1 B1");
    let text = ban(&referee, &game, "A1").unwrap().to_string();
    assert_eq!(text, "move 3, Black A1: it would retake the ko at once");
    let steps = replay(&mut referee, &game, "pass pass");
    assert_eq!(steps[0].forced, Some(Forced::NoStonePlay));
    assert_eq!(steps[1].forced, Some(Forced::NoStonePlay), "White has only a suicide");
    assert_eq!(referee.ended(), points(-2));
}

#[test]
fn words_on_a_stop_and_moves_of_play_are_refused_at_the_wrong_time() {
    // Each move stands after a record after which it may not be made.
    let cases = [
        (
            "nieminen",
            "A1",
            "accept",
            "move 2, White accept: play has not stopped: expected an intersection or pass",
        ),
        (
            "nieminen",
            "A1 pass",
            "dispute",
            "move 3, Black dispute: play has not stopped: expected an intersection or pass",
        ),
        (
            "nieminen",
            "A1",
            "challenge:A1",
            "move 2, White challenge:A1: the rules have no such move: expected an intersection or pass",
        ),
        ("nieminen", "A1 pass pass", "B1", "move 4, White B1: play has stopped: expected accept or dispute"),
        (
            "nieminen",
            "A1 pass pass",
            "pass",
            "move 4, White pass: play has stopped: expected accept or dispute",
        ),
        ("nieminen", "A1 pass pass accept", "dispute", "move 5, Black dispute: there is no opposing chain"),
        (
            "nieminen",
            "A1 pass pass",
            "challenge:A1",
            "move 4, White challenge:A1: the rules have no such move: expected accept or dispute",
        ),
        (
            "nieminen",
            "A1 pass pass dispute pass pass accept",
            "dispute",
            "move 8, White dispute: banned, the player has disputed on this position before (move 4)",
        ),
        (
            "spight-territory",
            "A1 pass pass pass",
            "accept",
            "move 5, Black accept: the rules have no such move: expected an intersection or pass",
        ),
        (
            "kee2007",
            "A1 pass",
            "dispute",
            "move 3, Black dispute: the rules have no such move: expected an intersection or pass",
        ),
    ];
    for (ruleset, record, mv, expected) in cases {
        let game = game("1x2", ruleset, &[]);
        let mut referee = referee(&game, "..", Black);
        replay(&mut referee, &game, record);
        assert_eq!(ban(&referee, &game, mv).unwrap().to_string(), expected);
    }
}
