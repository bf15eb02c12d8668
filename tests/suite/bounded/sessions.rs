//! Sessions on boards of more than 16 intersections, which ask for bounds that need no past.

use superko::go::notation::parse_position;
use superko::go::{Player, Position};
use superko::rules::Points;
use superko::solve::{Answer, Question, Request, Session, Side, Value};

use super::nodes;
use crate::common::games::game;

#[test]
fn a_session_has_sound_bounds_of_a_board_that_it_cannot_solve() {
    for rules in ["psk", "kee2009"] {
        let game = game("3x6", rules);
        let start = game.start(Position::default(), Player::Black);
        let ask = || {
            let budget = nodes(40_000);
            let solution = Session::new(&game).solve(&start, &Request::default(), &budget);
            let Answer::Between(bounds) = solution.value else { panic!("{rules}: {}", solution.value) };
            (bounds, budget.nodes())
        };
        let (bounds, spent) = ask();
        // 3x6 is worth between 13 and 18 under psk.
        println!("{rules}: {bounds} with {spent} nodes");
        assert!(bounds.low > Points::from_integer(-18) && bounds.low <= Points::from_integer(18), "{bounds}");
        assert_eq!(bounds.high, Points::from_integer(18));
        assert!(spent <= 40_100);
        assert_eq!(ask(), (bounds, spent), "an answer on one thread is always the same");
    }
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
                let budget = nodes(200_000);
                let session = Session::new(&game);
                let solution = session.solve(&start, &Request { line: false, ..Request::default() }, &budget);
                let Answer::Exact(Value::Points(value)) = solution.value else {
                    panic!("{rules} {text} {mover:?}: {}", solution.value)
                };
                let questions = [Question::reaches(value), Question::exceeds(value)];
                let hits = session.prove(&start, &questions, &nodes(200_000)).unwrap();
                let sides: Vec<Side> = hits.iter().map(|hit| hit.sure).collect();
                assert_eq!(sides, [Side::Black, Side::White], "{rules} {text} {mover:?}: {value}");
                // The same question again costs nothing.
                let again = nodes(200_000);
                assert_eq!(session.value(&start, &again).ok(), Some(Value::Points(value)));
                assert_eq!(again.nodes(), 0);
            }
        }
    }
}
