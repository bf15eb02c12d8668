//! A line is what the referee makes of its moves.

use superko_go::{Move, Player, Position};
use superko_rules::referee::{Illegal, Why};
use superko_rules::{Line, Points};

use super::{game, replay};

const A1: Move = Move::Place(0);
const B1: Move = Move::Place(1);

#[test]
fn a_line_has_the_state_of_the_referee_and_leads_on_by_each_move_that_ends_nothing() {
    let game = game("1x2", "psk", &[]);
    let after = |moves: &[Move]| Line::replay(&game, Position::default(), Player::Black, moves.to_vec());
    let line = after(&[A1, B1]).unwrap();
    let mut referee = super::referee(&game, "..", Player::Black);
    replay(&mut referee, &game, "A1 B1");
    assert_eq!((&line.state, line.ended), (referee.state(), None));
    assert_eq!(line.state_in(&game), line.state);
    // Black may not take back at once, so a pass is all there is.
    let lines = line.clone().with_first_moves(&game);
    let moves: Vec<&[Move]> = lines.iter().map(|line| line.moves.as_slice()).collect();
    assert_eq!(moves, [&[A1, B1][..], &[A1, B1, Move::Pass]]);
    for line in &lines {
        assert_eq!(line.state, after(&line.moves).unwrap().state);
    }
    // As though it were White's turn, in the line and in what the referee makes of it.
    let turned = line.with_turn_of(&game, Player::White).unwrap();
    assert_eq!(turned.state.key.mover, Player::White);
    assert_eq!(turned.state_in(&game), turned.state);
}

#[test]
fn a_line_may_end_the_game_and_the_first_illegal_move_has_its_number() {
    let game = game("1x2", "psk", &[]);
    let after = |moves: &[Move]| Line::replay(&game, Position::default(), Player::Black, moves.to_vec());
    let ended = after(&[A1, Move::Pass, Move::Pass]).unwrap();
    assert_eq!(ended.ended, Some(Points::from_integer(2)));
    // Its state is the one in which the last move was made.
    assert_eq!(ended.state, after(&[A1, Move::Pass]).unwrap().state);
    let illegal = |moves: &[Move]| after(moves).unwrap_err();
    let Illegal { number, why, .. } = illegal(&[A1, Move::Pass, Move::Pass, B1, A1]);
    assert_eq!((number, why), (4, Why::Ended));
    let Illegal { number, why, .. } = illegal(&[A1, B1, A1, B1]);
    assert!(number == 3 && matches!(why, Why::Barred { .. }), "{number} {why}");
}
