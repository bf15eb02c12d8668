//! Sessions on boards of more than 16 intersections, which ask for bounds that need no past.

use std::sync::Arc;

use superko::go::Player;
use superko::go::notation::parse_position;
use superko::rules::{Key, Points, Ruling};
use superko::solve::observer::{Observer, Step};
use superko::solve::search::lemma::Lemma;
use superko::solve::{Answer, Request, Session};

use super::nodes;
use crate::common::games::game;

#[test]
fn a_session_has_sound_bounds_of_a_board_that_it_cannot_solve() {
    for rules in ["psk", "kee2009"] {
        let game = game("3x6", rules);
        let start = game.start(parse_position(&game.board, "....../.XX.../......").unwrap(), Player::Black);
        let ask = || {
            let budget = nodes(80_000);
            let solution = Session::new(&game).solve(&start, &Request::default(), &budget);
            let Answer::Between(bounds) = solution.value else { panic!("{rules}: {}", solution.value) };
            (bounds, budget.nodes())
        };
        let (bounds, spent) = ask();
        println!("{rules}: {bounds} with {spent} nodes");
        // No player is sure of more than the whole board, and the search alone has no bound so soon.
        let most = Points::from_integer(18);
        assert!(bounds.low > -most && bounds.low <= most && bounds.high == most, "{bounds}");
        let budget = nodes(80_000);
        let search = Session::new(&game).observed_by(&Idle).solve(&start, &Request::default(), &budget);
        let Answer::Between(alone) = search.value else { panic!("{rules}: {}", search.value) };
        assert_eq!((alone.low, alone.high), (-most, most), "{rules}");
        assert!(spent <= 80_100);
        assert_eq!(ask(), (bounds, spent), "an answer on one thread is always the same");
    }
}

/// A session that is observed asks for no bounds that need no past.
struct Idle;

impl Observer for Idle {
    fn proved(&self, _key: &Key, _lemma: &Arc<Lemma>, _steps: Vec<Step>) {}
}

#[test]
fn what_the_bounds_decide_the_search_confirms() {
    let late =
        ["O.OX.X/OOOXXX/.O.X.X", ".XOO.O/XXXOOO/.X.O..", "X.XO../XXXOOO/.X..O.", "..X.O./XXXOOO/.X.O.O"];
    for rules in ["psk", "nssk", "spight", "kee2009"] {
        let game = game("3x6", rules);
        for text in late {
            for mover in Player::ALL {
                let start = game.start(parse_position(&game.board, text).unwrap(), mover);
                let request = Request { line: false, ..Request::default() };
                let (session, budget) = (Session::new(&game), nodes(100_000));
                let solution = session.solve(&start, &request, &budget);
                let Answer::Exact(value) = solution.value else {
                    panic!("{rules} {text} {mover:?}: {}", solution.value)
                };
                let search = Session::new(&game).observed_by(&Idle);
                let found = search.value(&start, &nodes(2_000_000)).expect("the search finds it");
                assert_eq!(found, value, "{rules} {text} {mover:?}");
                // The best move that is given is one.
                let after = game.legal(&start).into_iter().find(|(mv, _)| *mv == solution.best_moves[0]);
                let Some((_, Ruling::Leads(next))) = after else { panic!("a first move leads on") };
                assert_eq!(
                    search.value(&next, &nodes(2_000_000)).ok(),
                    Some(value),
                    "{rules} {text} {mover:?}"
                );
                // The same question again costs nothing.
                let again = nodes(100_000);
                assert_eq!(session.value(&start, &again).ok(), Some(value));
                assert_eq!(again.nodes(), 0);
            }
        }
    }
}
