//! The search against the naive solver, and the contract of rulesets, under compositions that no
//! document has.

use fastrand::Rng;
use superko_go::Board;
use superko_rules::{Game, Rules};
use superko_solve::naive::Naive;
use superko_solve::{Budget, Limits, Stopped};

use crate::common::games::{name, random_state, starts};
use crate::common::searching::{on_a_large_stack, search_within, with_searcher};
use crate::common::{drafts, sample};

/// Compares both engines on random states of a game; gives the number of those on which neither
/// gave up.
fn compared(game: &Game, text: &str, random: &mut Rng) -> usize {
    let starts = starts(game);
    let states: Vec<_> = (0..6).map(|_| random_state(game, &starts, random, 6)).collect();
    let one = |state| {
        with_searcher(game, Some(5_000), |searcher| search_within(searcher, state)).is_some_and(|found| {
            let budget = Budget::new(Limits { nodes: Some(20_000), ..Limits::default() });
            match on_a_large_stack(|| Naive::new(game, &budget).confirms(state, found)) {
                Ok(confirmed) => assert!(confirmed, "not {found}: {}\n{text}", name(game, state)),
                Err(Stopped::Nodes) => return false,
                Err(other) => panic!("{other}: {}", name(game, state)),
            }
            true
        })
    };
    states.iter().filter(|state| one(state)).count()
}

#[test]
fn the_naive_solver_confirms_the_search_under_random_compositions() {
    let mut random = Rng::with_seed(17);
    let (mut agreed, mut asked) = (0, 0);
    for (number, (text, entry)) in drafts::rulesets(160, &mut random).into_iter().enumerate() {
        if !sample::takes("random compositions", number) {
            continue;
        }
        if !Rules::from(entry).always_ends() {
            continue;
        }
        for board in ["1x2", "1x3", "2x2", "path:4"] {
            let game = Rules::from(entry).game(Board::parse(board).unwrap());
            agreed += compared(&game, &text, &mut random);
            asked += 6;
        }
    }
    println!("{agreed} of {asked} states compared");
    assert!(2 * agreed > asked || !sample::is_whole(), "{agreed} of {asked}");
}
