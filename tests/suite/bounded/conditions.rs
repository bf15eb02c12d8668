//! The conditions of a proof: without each of them some bound is wrong, or a proof is accepted that is none.

use superko::go::{Move, Player, Position};
use superko::rules::Game;
use superko::solve::Budget;
use superko::solve::bounded::Terms;
use superko::solve::bounded::aim::Aim;
use superko::solve::bounded::conditions::{Verdict, verdict};
use superko::solve::bounded::place::Place;
use superko::solve::bounded::proof::Proof;
use superko::solve::bounded::search::Prover;

use super::compare;
use crate::common::games::{game, starts};

/// How many bounds of a board's starts are wrong on some terms.
fn wrong(game: &Game, terms: Terms) -> usize {
    compare(game, terms, &starts(game), 3_000, 3_000).wrong.len()
}

#[test]
fn without_a_condition_some_bound_is_wrong() {
    // Each condition, a ruleset and a board on which it is missed.
    type Without = fn(Terms) -> Terms;
    let missed: [(&str, &str, &str, Without); 4] = [
        ("1", "psk", "1x6", |terms| Terms { fresh: false, ..terms }),
        ("2", "psk", "1x4", |terms| Terms { ahead: false, ..terms }),
        ("3", "kee2020", "1x5", |terms| Terms { retakes_after_pass: false, ..terms }),
        ("5", "nssk", "1x4", |terms| Terms { passes_stand: true, ..terms }),
    ];
    for (condition, rules, board, without) in missed {
        let game = game(board, rules);
        let terms = Terms::of(&game).unwrap();
        assert_ne!(without(terms), terms, "condition {condition} is asked under {rules}");
        assert_eq!(wrong(&game, terms), 0, "{rules} on {board}");
        assert!(wrong(&game, without(terms)) > 0, "{rules} on {board} without condition {condition}");
    }
}

#[test]
fn the_pass_before_a_ko_is_why_3x3_is_worth_two_under_natural_situations() {
    let game = game("3x3", "nssk");
    let start = game.start(Position::default(), Player::Black);
    let terms = Terms::of(&game).unwrap();
    // Thresholds from 9 down to 3 are tried before, each until it is given up.
    assert_eq!(super::found(&game, terms, &start, 150_000).low, 2);
    let without = Terms { passes_stand: true, ..terms };
    assert_eq!(super::found(&game, without, &start, 50_000).low, 9);
}

/// The proof that the first player has all of 3x3.
fn proof<'a>(game: &'a Game, budget: &'a Budget) -> (Proof, Aim<'a>) {
    let aim = Aim { board: &game.board, terms: Terms::of(game).unwrap(), threshold: 9 };
    let mut prover = Prover::new(aim, 1 << 20, budget);
    let start = Place::start(&Position::default(), Player::Black, Player::Black);
    let bound = (1..10).find(|bound| prover.proof(&start, *bound).unwrap().is_some());
    let proof = Proof::extract(&mut prover, &start, bound.unwrap(), 1 << 24).unwrap().unwrap();
    (proof, aim)
}

#[test]
fn a_proof_that_was_tampered_with_is_refused() {
    let (game, budget) = (game("3x3", "spight"), Budget::default());
    let (proof, aim) = proof(&game, &budget);
    assert_eq!(verdict(&proof, &aim), Verdict::Holds);
    let start = Place::start(&Position::default(), Player::Black, Player::Black);
    let again = |aim: &Aim, choose: &mut dyn FnMut(&Place) -> Option<Move>| {
        Proof::of(aim, &start, choose).map(|proof| verdict(&proof, aim))
    };
    let own = |place: &Place| proof.move_at(&aim, place);
    assert_eq!(again(&aim, &mut |place| own(place)), Some(Verdict::Holds));

    // For more points its leaves are not settled, and there is no move for them (condition 4).
    assert_eq!(again(&Aim { threshold: 10, ..aim }, &mut |place| own(place)), None);
    for (number, place) in proof.places().iter().enumerate() {
        let Some(mv) = proof.mv(number) else { continue };
        let instead =
            |other: Option<Move>| again(&aim, &mut |at: &Place| if at == place { other } else { own(at) });
        // A state without a move, a suicide or a stone on another, and a pass where the prover is not ahead (condition 2).
        assert_eq!(instead(None), None, "{place:?}");
        let taken = place.position.occupied();
        if taken != 0 {
            assert_eq!(instead(Some(Move::Place(taken.trailing_zeros() as u8))), None, "{place:?}");
        }
        if mv != Move::Pass && !aim.may_pass(place) {
            assert_eq!(instead(Some(Move::Pass)), None, "{place:?}");
        }
    }
}
