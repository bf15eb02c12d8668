//! Bounds of games that may go on for ever, against what retrograde analysis says that the players
//! can force.

use fastrand::Rng;
use superko_rules::axes::Cycles;
use superko_rules::{Game, Key, State};
use superko_solve::attack::{Found, Terms, bounds_under};
use superko_solve::retrograde::{Outcome, Retrograde};
use superko_solve::{Answer, Budget, Request, Session, Value};

use super::nodes;
use crate::common::games::{game, starts};
use crate::common::sample;

const CYCLES: [Cycles; 4] = [Cycles::NoResult, Cycles::Draw, Cycles::Black, Cycles::White];

/// The bounds of some starts within a limit of nodes for each, none of which may be contradicted; and how
/// many meet.
fn decided(game: &Game, starts: &[State], limit: u64) -> usize {
    let terms = Terms::of_endless(game).expect("basic ko alone");
    let keys: Vec<Key> = starts.iter().map(|state| state.key).collect();
    let solved = Retrograde::solve_all(game, keys.iter().copied(), &Budget::default()).unwrap();
    let decided = |key: &&Key| {
        let found = bounds_under(terms, &game.board, &key.position, key.mover, &nodes(limit), 1);
        let (Found { low, high, .. }, forced) = (found, solved.interval(key));
        assert!(low <= forced.low && forced.high <= high, "{} {key:?}: {found:?}, {forced:?}", game.board);
        for cycles in CYCLES.into_iter().filter(|cycles| found.bounds_value_of_endless(*cycles)) {
            match forced.value(cycles) {
                Outcome::Points(value) => {
                    assert!((low..=high).contains(&value), "{cycles:?} {key:?}: {found:?}")
                }
                Outcome::NoResult => panic!("{} {key:?}: {found:?}", game.board),
            }
        }
        low == high
    };
    keys.iter().filter(decided).count()
}

#[test]
fn no_bound_of_finite_play_is_wrong_on_small_boards() {
    for board in ["1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "2x3", "1x6", "star:5", "cycle:5"] {
        let game = game(board, "simple-ko");
        let all = sample::part(board, starts(&game));
        let met = decided(&game, &all, 500);
        println!("{board}: {met} of {} meet", all.len());
        assert!(5 * met > all.len() || !sample::is_whole(), "{board}: {met} of {}", all.len());
    }
}

#[test]
fn no_bound_of_finite_play_is_wrong_on_samples_of_larger_boards() {
    for board in ["2x4", "3x3"] {
        let game = game(board, "simple-ko");
        let mut some = starts(&game);
        Rng::with_seed(43).shuffle(&mut some);
        some.truncate(300);
        let some = sample::part(board, some);
        let met = decided(&game, &some, 3_000);
        println!("{board}: {met} of {} meet", some.len());
        assert!(met > sample::least(200), "{board}: {met}");
    }
}

#[test]
fn a_session_has_bounds_of_a_board_too_large_for_its_analysis() {
    let game = game("3x6", "simple-ko");
    let late = superko_go::notation::parse_position(&game.board, "..X.O./XXXOOO/.X.O.O").unwrap();
    for mover in superko_go::Player::ALL {
        let start = game.start(late, mover);
        let solution = Session::new(&game).solve(&start, &Request::default(), &nodes(100_000));
        // The same as under superko: both are alive, and share what is left.
        let psk = crate::common::games::game("3x6", "psk");
        let value = Session::new(&psk).value(&psk.start(late, mover), &nodes(200_000)).unwrap();
        assert_eq!((solution.value, solution.stopped), (Answer::Exact(value), None));
        assert_eq!((solution.best_moves.len(), solution.all_best_moves), (1, false));
    }
    // Nothing that would say more than the bounds is said of a value that may be none.
    let start = game.start(superko_go::Position::default(), superko_go::Player::Black);
    let session = Session::new(&game);
    let Answer::Between(bounds) = session.solve(&start, &Request::default(), &nodes(20_000)).value else {
        panic!("3x6 takes more")
    };
    assert_eq!((bounds.low, bounds.high), ((-18).into(), 18.into()));
    assert!(!matches!(session.value(&start, &nodes(20_000)), Ok(Value::NoResult)));
}
