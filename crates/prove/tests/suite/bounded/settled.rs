//! Settled positions against values: who is sure of points without a search has them.

use superko_go::Player;
use superko_go::position::legal_positions;
use superko_rules::Points;
use superko_solve::attack::Terms;
use superko_solve::attack::replies::{DEFAULT, Limits, Parts, Replies};
use superko_solve::{Engine, Request, Session, Value};

use super::nodes;
use crate::common::games::game;
use crate::common::sample;

/// Compares the points of which each player is sure in every position with the values of that start
/// by an engine that knows nothing of life. Returns how many were compared.
fn none_is_contradicted(board: &str, rules: &str, engine: Engine) -> usize {
    let game = game(board, rules);
    let (board, suicide) = (&game.board, game.options.suicide);
    assert!(Terms::of(&game).is_some(), "{rules}");
    let session = Session::new(&game).without_life();
    let all = board.points() as u32;
    let (mut parts, mut compared) = (Parts::default(), 0);
    for (number, position) in legal_positions(board).enumerate() {
        if engine == Engine::Auto && !sample::takes(&format!("{board} {rules}"), number) {
            continue;
        }
        for player in Player::ALL {
            let seen = if player == Player::Black { position } else { position.exchanged() };
            let far = Limits { most: 8, points: 11, untouched: 8 };
            let mut is_sure =
                |limits, points| Replies { limits, parts: &mut parts }.secure(board, &seen, suicide, points);
            let Some(points) = (1..=all).rev().find(|points| is_sure(far, *points)) else { continue };
            assert!((points + 1..=all).all(|more| !is_sure(DEFAULT, more)), "{position:?}");
            for mover in Player::ALL {
                let start = game.start(position, mover);
                let request = Request { engine, pv: false, ..Request::default() };
                let found = session.solve(&start, &request, &nodes(100_000)).value.exact();
                let Some(Value::Points(value)) = found else { continue };
                let lead = if player == Player::Black { value } else { -value };
                let sure = Points::from_integer(2 * points as i32 - all as i32);
                assert!(lead >= sure, "{rules} {position:?} {mover:?}: {lead}, not {sure} for {player:?}");
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn no_settled_position_is_contradicted() {
    for rules in ["psk", "ssk", "nssk", "spight", "kee2009", "kee2020", "psk --suicide allowed"] {
        let naive: usize =
            ["1x3", "2x2", "1x4"].map(|board| none_is_contradicted(board, rules, Engine::Naive)).iter().sum();
        let search: usize = ["2x3", "1x6", "3x3", "2x4", "star:6"]
            .map(|board| none_is_contradicted(board, rules, Engine::Auto))
            .iter()
            .sum();
        println!("{rules}: {naive} by the naive engine, {search} by the search");
        assert!(naive > 10 && search > sample::least(2_000), "{rules}: {naive}, {search}");
    }
}
