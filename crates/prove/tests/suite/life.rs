//! Bounds from unconditional life change no value.
//!
//! The boards on which they matter are too large for the naive solver, so the search is compared
//! with itself without them, from states after random moves: among their histories are eyes that
//! were wrecked and rebuilt. That the bounds hold under every history is argued in
//! `crates/solve/src/dfpn/life.rs`; this test can only catch a slip. `crates/go/src/life.rs`
//! tests by exhaustion that what is kept by passing is kept.

use fastrand::Rng;
use superko_go::{Board, Player, Position};
use superko_rules::Rules;
use superko_rules::axes::{Axis, Options};
use superko_solve::{Budget, Session};

use crate::common::games::random_state;
use crate::common::searching::{Searcher, search};

#[test]
fn bounds_from_life_change_no_value() {
    let mut fewer = 0;
    for ruleset in ["psk", "ssk", "nssk", "spight", "kee2020"] {
        for suicide in Axis::Suicide.values() {
            for board in ["1x6", "2x4", "3x3"] {
                let entry = Rules::named(ruleset).unwrap().entry;
                let mut rules = Rules { entry, options: Options::default() };
                rules.set(Axis::Suicide, suicide).unwrap();
                let game = rules.game(Board::parse(board).unwrap());
                let (with, without) = (Budget::default(), Budget::default());
                let searcher = Searcher::of(Session::new(&game), &with);
                let plain = Searcher::of(Session::new(&game).without_life(), &without);
                let starts = [game.start(Position::default(), Player::Black)];
                for seed in 0..12 {
                    let state = random_state(&game, &starts, &mut Rng::with_seed(seed), 60);
                    assert_eq!(
                        search(&searcher, &state),
                        search(&plain, &state),
                        "{ruleset} {suicide} {state:?}"
                    );
                }
                fewer += i32::from(with.nodes() < without.nodes());
            }
        }
    }
    assert!(fewer > 20, "the bounds have saved nodes in {fewer} of 45 cases only");
}
