//! The example of the document: moonshine life is captured.
//!
//! The diagram is lost; the position was rebuilt from the moves (`crates/lab/src/claims/data/jann.toml` has
//! the reasoning). The moves are those of the document, with what is said at the stop between its
//! moves 3 and 4, so its move n is number n + 2 from there on.

use std::sync::Arc;

use superko::claims::{Effort, Verdict, judge};
use superko::go::notation::{parse_move, parse_position, parse_record};
use superko::go::{Player, Players};
use superko::referee::Referee;
use superko::rules::Game;

use super::game;
use crate::common::sample;

const START: &str = "O.OOXXXXXX/OO.OXXXXXX/.OOOXX.XX./OXOOXXXXOX/XXOOXXXOOO/.XOOXXO.O.";
const RECORD: &str = include_str!("../../records/jann-moonshine.txt");

/// The example after the document's first `moves` moves.
fn after(game: &Game, moves: usize) -> Referee<'_> {
    let mut referee = Referee::new(game, parse_position(&game.board, START).unwrap(), Player::Black);
    let record = parse_record(&game.board, RECORD, Player::Black, Players::Two).unwrap();
    let said = if moves > 3 { 2 } else { 0 };
    for mv in &record[..moves + said] {
        referee.play(*mv).unwrap_or_else(|illegal| panic!("{illegal}"));
    }
    referee
}

/// Why a move is not legal after the document's first `moves` moves; nothing if it is legal.
fn refused(game: &Game, moves: usize, mv: &str) -> String {
    let illegal = after(game, moves).ban(parse_move(&game.board, mv).unwrap());
    illegal.map_or(String::new(), |illegal| illegal.why.to_string())
}

const RETAKE: &str = "it would retake the ko at once";
const LOCKED: &str = "the ko is locked until a regular pass";
const PREPARED: &str = "this ko capture is prepared already";
const NO_KO: &str = "no ko can be captured there";

#[test]
fn all_twenty_moves_are_legal_and_capture_what_the_document_says() {
    let game = game("6x10", "");
    let referee = after(&game, 20);
    let captured: Vec<u32> = referee.steps().iter().map(|step| step.captured.count_ones()).collect();
    assert_eq!(captured, [1, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 0, 4]);
    // The corner is White's, and nothing of it can be taken back.
    let corner = ["A1", "A3", "A2", "B1"].map(|name| parse_move(&game.board, name).unwrap().names().unwrap());
    let position = referee.state().key.position;
    let owners = corner.map(|point| position.colour(point));
    assert_eq!(owners, [Some(Player::White), Some(Player::White), None, None]);
}

#[test]
fn moves_are_refused_for_the_reasons_that_the_document_gives() {
    let game = game("6x10", "");
    let cases = [
        // 2: "the corner ko capture is not a legal move now".
        (1, "A3", RETAKE),
        // 3: before the stop there is no modified ko.
        (2, "challenge:A3", "a ko may be challenged only in a continuation with modified ko"),
        // 5: White has captured at A3; Black may not retake at once, nor challenge.
        (4, "A4", RETAKE),
        (
            4,
            "challenge:A4",
            "the ko capture is banned now, as it would retake the ko at once, and so may not be prepared",
        ),
        // 6: in the ko at K4 nobody has captured in this continuation, so it would be no recapture.
        (
            5,
            "challenge:K4",
            "it would be no recapture: the opponent has not captured in this ko in this continuation",
        ),
        // 8: "again the corner ko is not legal".
        (7, "A3", RETAKE),
        // 10: "legal now"; only a ko capture can be challenged.
        (9, "challenge:A3", ""),
        (9, "A3", ""),
        (9, "challenge:A1", NO_KO),
        // 11 and 12: another challenge of what is prepared.
        (9 + 2, "challenge:A3", PREPARED),
        (9 + 3, "challenge:H1", PREPARED),
        // 14: Black's capture at H1 has locked that ko; and White cannot retake at once anyway.
        (13, "G1", RETAKE),
        // 15: "no legal ko captures, therefore no legal pass for lock either".
        (14, "K3", RETAKE),
        (
            14,
            "challenge:K3",
            "the ko capture is banned now, as it would retake the ko at once, and so may not be prepared",
        ),
        (14, "challenge:A4", NO_KO),
        (14, "challenge:H1", NO_KO),
        // 16: after Black's pass White could retake the locked ko.
        (15, "G1", ""),
        (15, "A3", ""),
        // 17: White's capture at A3 was prepared, so the corner is locked; Black's pass has
        // unlocked K3.
        (16, "A4", RETAKE),
        (16, "K3", ""),
        (16, "challenge:K3", ""),
        // 18: not the lock of move 13, which Black's pass has cleared.
        (17, "G1", ""),
        // 19: "no other move".
        (18, "A4", LOCKED),
        (18, "challenge:A4", LOCKED),
        (18, "H1", RETAKE),
        (18, "accept", "the game has not stopped"),
        (18, "dispute", "the rules have no such move"),
    ];
    for (moves, mv, expected) in cases {
        assert_eq!(refused(&game, moves, mv), expected, "{mv} after move {moves}");
    }
}

#[test]
fn the_lock_of_move_13_would_hold_without_the_pass_of_move_15() {
    let game = game("6x10", "");
    let mut referee = after(&game, 14);
    // Instead of the pass a suicide, which changes nothing, and White locks the corner all the
    // same.
    for mv in ["B6", "A3"] {
        referee.play(parse_move(&game.board, mv).unwrap()).unwrap();
    }
    let ban = |mv| referee.ban(parse_move(&game.board, mv).unwrap()).unwrap().why.to_string();
    assert_eq!(ban("K3"), LOCKED);
    assert_eq!(ban("challenge:K3"), LOCKED);
}

#[test]
fn what_is_said_at_a_stop_is_answered() {
    let game = game("1x3", "");
    let said = |record: &str, mv: &str| {
        let mut referee = Referee::new(&game, Default::default(), Player::Black);
        for mv in parse_record(&game.board, record, Player::Black, Players::Two).unwrap() {
            referee.play(mv).unwrap_or_else(|illegal| panic!("{illegal}"));
        }
        let illegal = referee.ban(parse_move(&game.board, mv).unwrap());
        illegal.map_or(String::new(), |illegal| illegal.why.to_string())
    };
    let stopped = "the game has stopped: expected accept, resume or resume-modified";
    let answer =
        "a continuation is demanded: expected accept, or resume-modified if modified ko is not yet demanded";
    let cases = [
        ("pass", "accept", "the game has not stopped"),
        ("pass pass", "B1", stopped),
        ("pass pass", "pass", stopped),
        ("pass pass accept", "B1", stopped),
        ("pass pass accept accept", "B1", "the game has ended"),
        ("pass pass resume", "resume", answer),
        ("pass pass resume", "resume-modified", ""),
        ("pass pass resume-modified", "resume-modified", answer),
        ("pass pass resume-modified", "accept", ""),
        ("pass pass accept resume", "resume-modified", ""),
        ("pass pass accept resume", "B1", ""),
        ("pass pass accept resume B1", "resume-modified", "the game has not stopped"),
        ("pass pass resume accept pass pass resume accept pass pass", "accept", "the game has ended"),
    ];
    for (record, mv, expected) in cases {
        assert_eq!(said(record, mv), expected, "{mv} after {record}");
    }
}

#[test]
fn a_player_without_stones_may_only_pass() {
    // On 1x1 each suicide is a prisoner; after two more than the other a player has lost more than
    // one.
    let game = game("1x1", "");
    let mut referee = Referee::new(&game, Default::default(), Player::Black);
    for mv in ["A1", "pass", "A1", "pass"] {
        referee.play(parse_move(&game.board, mv).unwrap()).unwrap();
    }
    let illegal = referee.ban(parse_move(&game.board, "A1").unwrap()).unwrap();
    assert_eq!(illegal.to_string(), "move 5, Black A1: the player has run out of stones and may only pass");
    referee.play(parse_move(&game.board, "pass").unwrap()).unwrap();
}

#[test]
fn the_best_defence_is_the_line_of_the_document() {
    if sample::leaves_out_three_of_four("the_best_defence_is_the_line_of_the_document") {
        return;
    }
    // Black may play whatever the rules allow, White keeps to five intersections, and nobody runs
    // out of stones. The line in which White hurries and Black delays is moves 4 to 20 of the
    // document.
    let documents = superko::claims::all();
    let document = documents.iter().find(|document| document.id == "jann").unwrap();
    let claim = document.claims.iter().find(|claim| claim.id == "jann-4").unwrap();
    let effort = Effort { nodes: 300_000, deep: false };
    let judgement = judge(document, claim, effort, &Arc::default()).unwrap().unwrap();
    assert_eq!(judgement.verdict, Verdict::Confirmed);
    let line = "line: A3 H1 K4 A4 G1 K3 challenge:A3 challenge:H1 challenge:K4 H1 K4 pass A3 K3 G1 pass A1";
    let evidence = &judgement.checked[0].evidence;
    assert!(evidence.lines().any(|told| told == line), "{evidence}");
}
