//! The conditions of a proof: without each of them some bound is wrong, or a proof is accepted that
//! is none.

use superko_go::{Player, Position};
use superko_rules::Game;
use superko_solve::attack::Terms;

use super::compare;
use crate::common::games::{game, starts};
use crate::common::sample;

/// How many bounds of a board's starts are wrong on some terms.
fn wrong(game: &Game, terms: Terms) -> usize {
    compare(game, terms, &starts(game), 3_000, 3_000).wrong.len()
}

#[test]
fn without_a_condition_some_bound_is_wrong() {
    if sample::leaves_out("without_a_condition_some_bound_is_wrong") {
        return;
    }
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
    assert_eq!(super::found(&game, terms, &start, 400_000).low, 2);
    let without = Terms { passes_stand: true, ..terms };
    assert_eq!(super::found(&game, without, &start, 50_000).low, 9);
}
