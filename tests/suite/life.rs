//! Bounds from unconditional life change no value.
//!
//! The boards on which they matter are too large for the naive solver, so the search is compared with itself
//! without them, from states after random moves: among their pasts are eyes that were wrecked and rebuilt.
//! That the bounds hold under every past is argued in `src/solve/life_bounds.rs`; this test can only catch
//! a slip. `src/go/life.rs` tests by exhaustion that what is kept by passing is kept.

use superko::go::{Board, Player, Position};
use superko::rules::axes::{Axis, Options};
use superko::rules::{Game, Ruling, State, catalogue};
use superko::solve::bounds::Searcher;
use superko::solve::{Bounds, Budget, with_threads};

/// A state after at most `moves` moves from the empty board, all drawn at random (xorshift64*).
fn random_state(game: &Game, seed: u64, moves: u64) -> State {
    let mut random = 0x9e37_79b9_7f4a_7c15 ^ seed.wrapping_mul(0x2545_f491_4f6c_dd1d);
    let mut below = |bound: u64| {
        random ^= random >> 12;
        random ^= random << 25;
        random ^= random >> 27;
        (random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % bound
    };
    let mut state = game.start(Position::default(), Player::Black);
    for _ in 0..below(moves) {
        let mut legal = game.legal(&state);
        let place = below(legal.len() as u64) as usize;
        if let Ruling::Leads(next) = legal.swap_remove(place).1 {
            state = next;
        }
    }
    state
}

#[test]
fn bounds_from_life_change_no_value() {
    let mut fewer = 0;
    for ruleset in ["psk", "ssk", "nssk", "spight", "kee2020"] {
        for suicide in Axis::Suicide.values() {
            for board in ["1x6", "2x4", "3x3"] {
                let (entry, _) = catalogue::find(ruleset).unwrap();
                let mut options = Options::default();
                entry.set(&mut options, Axis::Suicide, suicide).unwrap();
                let game = entry.game(Board::parse(board).unwrap(), options);
                with_threads(1, || {
                    let (with, without) = (Budget::default(), Budget::default());
                    let searcher = Searcher::new(&game, &with, 1);
                    let plain = Searcher::new(&game, &without, 1).without_life();
                    for seed in 0..12 {
                        let state = random_state(&game, seed, 60);
                        let value = |searcher: &Searcher| {
                            searcher.value(&state, Bounds::unknown(&game, &state)).unwrap()
                        };
                        assert_eq!(value(&searcher), value(&plain), "{ruleset} {suicide} {state:?}");
                    }
                    fewer += i32::from(with.nodes() < without.nodes());
                });
            }
        }
    }
    assert!(fewer > 20, "the bounds have saved nodes in {fewer} of 45 cases only");
}
