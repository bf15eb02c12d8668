//! Nieminen's proposal: where superko and pass-stones apply.

use fastrand::Rng;
use superko_go::{Move, Player, Position, Suicide};
use superko_rules::fact::{Class, Gain};
use superko_rules::{Points, Ruling};

use crate::common::games::{game, starts};
use crate::common::searching::{search, with_searcher};

#[test]
fn pass_stones_after_the_stop_alone_cost_black_a_point_on_1x4() {
    for (rules, value) in [
        ("nieminen", 3),
        ("nieminen --pass-stones after-stop", 2),
        ("nieminen --additional-rules in-disputes", 2),
    ] {
        let game = game("1x4", rules);
        let start = game.start(Position::default(), Player::Black);
        let found = with_searcher(&game, None, |searcher| search(searcher, &start));
        assert_eq!(found, Points::from_integer(value), "{rules}");
    }
}

#[test]
fn before_the_first_stop_there_is_basic_ko_passes_are_free_and_cycles_stop_play() {
    let mut random = Rng::with_seed(1);
    let (mut third, mut second_pass) = (0, 0);
    for board in ["1x3", "1x4", "2x2", "2x3"] {
        let game = game(board, "nieminen --additional-rules in-disputes");
        let starts = starts(&game);
        for round in 0..400 {
            let mut state = starts[random.usize(..starts.len())].clone();
            // The situations since the last pass, the situations passed in, and the position before
            // the last move.
            let mut since = vec![(state.key.position, state.key.mover)];
            let (mut passed, mut before) = (Vec::new(), None::<Position>);
            loop {
                let (position, mover) = (state.key.position, state.key.mover);
                let placed = (0..game.board.points() as u8).filter(|point| {
                    let after = position.place(&game.board, mover, *point, Suicide::Forbidden);
                    after.is_some_and(|after| Some(after.position) != before)
                });
                let expected: Vec<Move> = placed.map(Move::Place).chain([Move::Pass]).collect();
                let mut legal = game.legal(&state);
                assert_eq!(legal.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), expected);
                let stones = legal.len() - 1;
                let pass = stones == 0 || random.usize(..2 + round % 8) == 0;
                let chosen = if pass { stones } else { random.usize(..stones) };
                let Ruling::Leads(next) = legal.swap_remove(chosen).1 else {
                    panic!("play does not end a game")
                };
                let now = (next.key.position, next.key.mover);
                let stops = if pass {
                    let again = passed.contains(&(position, mover));
                    second_pass += usize::from(again && before != Some(position));
                    assert_eq!(next.past.banked(), state.past.banked());
                    again || before == Some(position)
                } else {
                    third += usize::from(since.iter().filter(|known| **known == now).count() == 2);
                    since.iter().filter(|known| **known == now).count() == 2
                };
                assert_eq!(game.rules.stage(next.key.phase).is_some(), stops, "{board} {state:?}");
                if stops {
                    break;
                }
                if pass {
                    passed.push((position, mover));
                    since.clear();
                }
                since.push(now);
                (before, state) = (Some(position), next);
            }
        }
    }
    assert!(third > 20 && second_pass > 20, "few cycles: {third}, {second_pass}");
}

#[test]
fn while_a_dispute_is_played_out_a_pass_costs_a_stone_and_superko_holds() {
    let game = game("1x2", "nieminen --additional-rules in-disputes");
    let mut state = game.start(Position { stones: [1, 0] }, Player::White);
    // White disputes the chain at A1. Black moves first and hands over a stone; then B1 captures
    // A1.
    let moves =
        [(Move::Pass, 0), (Move::Pass, 0), (Move::Dispute, 0), (Move::Pass, -1), (Move::Place(1), -2)];
    for (mv, banked) in moves {
        let made = game.legal(&state).into_iter().find(|(legal, _)| *legal == mv);
        let Some((_, Ruling::Leads(next))) = made else { panic!("{mv:?} is not legal") };
        assert_eq!(next.past.banked(), Gain::points(banked), "{mv:?}");
        state = next;
    }
    // A1 would recreate the disputed position.
    let plays = game.plays(&state.key);
    let retake = plays.iter().find(|play| play.mv == Move::Place(0)).unwrap();
    assert!(matches!(game.rule(&state, retake), Ruling::Barred(fact) if fact.class == Class::Stood));
}
