//! Sessions on boards of more than 16 intersections, which ask for bounds that need no past.

use std::sync::Arc;

use superko::go::Player;
use superko::go::notation::parse_position;
use superko::rules::{Key, Points, Ruling};
use superko::solve::bounded::bounds;
use superko::solve::observer::{Observer, Step};
use superko::solve::search::lemma::Lemma;
use superko::solve::{Answer, Request, Session, Value};

use super::nodes;
use crate::common::games::game;

/// What an effort may take in all, and what the search gets of it before bounds are looked for.
const LIMIT: u64 = 80_000;
const FIRST: u64 = 1_000;

#[test]
fn a_session_has_sound_bounds_of_a_board_that_it_cannot_solve() {
    for rules in ["psk", "kee2009"] {
        let game = game("3x6", rules);
        let start = game.start(parse_position(&game.board, "....../.XX.../......").unwrap(), Player::Black);
        let ask = || {
            let budget = nodes(LIMIT);
            let solution =
                Session::new(&game).with_first_nodes(FIRST).solve(&start, &Request::default(), &budget);
            let Answer::Between(bounds) = solution.value else { panic!("{rules}: {}", solution.value) };
            (bounds, budget.nodes())
        };
        let (bounds, spent) = ask();
        println!("{rules}: {bounds} with {spent} nodes");
        // No player is sure of more than the whole board, and the search alone has no bound by then.
        let most = Points::from_integer(18);
        assert!(bounds.low > -most && bounds.low <= most && bounds.high == most, "{bounds}");
        let budget = nodes(LIMIT);
        let search = Session::new(&game).observed_by(&Idle).solve(&start, &Request::default(), &budget);
        let Answer::Between(alone) = search.value else { panic!("{rules}: {}", search.value) };
        assert_eq!((alone.low, alone.high), (-most, most), "{rules}");
        assert!(spent <= LIMIT + 100);
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
                let found = bounds(&game, &start, &nodes(50_000)).expect("something is claimed");
                assert_eq!(found.low, found.high, "{rules} {text} {mover:?}");
                let (session, value) = (Session::new(&game), Value::Points(found.low.into()));
                let search = Session::new(&game).observed_by(&Idle);
                assert_eq!(
                    search.value(&start, &nodes(2_000_000)).ok(),
                    Some(value),
                    "{rules} {text} {mover:?}"
                );
                // The best move that is given is one.
                let given = found.mv.expect("the search for bounds has found it by a move");
                let after = game.legal(&start).into_iter().find(|(mv, _)| *mv == given);
                let Some((_, Ruling::Leads(next))) = after else { panic!("a first move leads on") };
                assert_eq!(
                    search.value(&next, &nodes(2_000_000)).ok(),
                    Some(value),
                    "{rules} {text} {mover:?}"
                );
                // The same question again costs nothing.
                assert_eq!(session.value(&start, &nodes(100_000)).ok(), Some(value));
                let again = nodes(100_000);
                assert_eq!(session.value(&start, &again).ok(), Some(value));
                assert_eq!(again.nodes(), 0);
            }
        }
    }
}
