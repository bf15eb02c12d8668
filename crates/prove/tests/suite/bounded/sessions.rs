//! Sessions on boards of more than 16 intersections, which ask for bounds that need no history.

use std::sync::Arc;

use superko_go::notation::parse_position;
use superko_go::{Player, Position};
use superko_rules::{Key, Points, Ruling};
use superko_solve::attack::bounds;
use superko_solve::lemma::Lemma;
use superko_solve::observer::{Observer, Step};
use superko_solve::{Answer, Budget, Request, Session, Value};

use super::nodes;
use crate::common::games::game;
use crate::common::sample;

/// What an effort may take in all, and what the search gets of it before bounds are looked for.
const LIMIT: u64 = 80_000;
const FIRST: u64 = 1_000;

#[test]
fn a_session_has_sound_bounds_of_a_board_that_it_cannot_solve() {
    if sample::leaves_out("a_session_has_sound_bounds_of_a_board_that_it_cannot_solve") {
        return;
    }
    let mut better = 0;
    for rules in ["psk", "kee2009"] {
        let game = game("3x6", rules);
        for text in ["....../.XX.../......", "....../.XX.X./......", "..X.../.XX.X./..X..."] {
            let start = game.start(parse_position(&game.board, text).unwrap(), Player::Black);
            let ask = || {
                let budget = nodes(LIMIT);
                let session = Session::new(&game).with_first_nodes(FIRST);
                let value = session.solve(&start, &Request::default(), &budget).value;
                (ends(value), budget.nodes())
            };
            let ((low, high), spent) = ask();
            let search = Session::new(&game).observed_by(&Idle);
            let (least, most) = ends(search.solve(&start, &Request::default(), &nodes(LIMIT)).value);
            println!("{rules} {text}: {low}..{high} with {spent} nodes, {least}..{most} by the search alone");
            assert!(low <= most && least <= high, "{rules} {text}: {low}..{high}, {least}..{most}");
            better += usize::from(low > least || high < most);
            assert!(spent <= LIMIT + 100);
            assert_eq!(ask(), ((low, high), spent), "an answer on one thread is always the same");
        }
        // The empty board has a bound without any search.
        let start = game.start(Position::default(), Player::White);
        let budget = nodes(10);
        let empty = ends(Session::new(&game).solve(&start, &Request::default(), &budget).value);
        assert_eq!(empty, ((-18).into(), 0.into()), "{rules}");
    }
    assert!(better > 0, "the search alone has all bounds");
}

/// What is known of a value.
fn ends(answer: Answer) -> (Points, Points) {
    match answer {
        Answer::Between(bounds) => (bounds.low, bounds.high),
        Answer::Exact(Value::Points(value)) => (value, value),
        Answer::Exact(Value::NoResult) => panic!("every game ends"),
    }
}

/// A session that is observed asks for no bounds that need no history.
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

/// The limits within which bounds are looked at that do not meet yet.
const LIMITS: [u64; 5] = [50, 500, 2_000, 8_000, 30_000];

#[test]
fn at_every_limit_the_bounds_of_a_session_hold() {
    let mut random = fastrand::Rng::with_seed(47);
    let late = ["O.OX.X/OOOXXX/.O.X.X", ".XOO.O/XXXOOO/.X.O..", "X.XO../XXXOOO/.X..O."];
    let (mut narrowed, mut met) = (0, 0);
    for rules in ["psk", "nssk", "spight", "kee2009", "kee2020"] {
        let game = game("3x6", rules);
        for text in late {
            let mut position = parse_position(&game.board, text).unwrap();
            // Some stones fewer, so that more is open.
            for _ in 0..random.u8(1..=2) {
                let kept = !(1 << random.u8(..18));
                position.stones = position.stones.map(|stones| stones & kept);
            }
            for mover in Player::ALL {
                let start = game.start(position, mover);
                let search = Session::new(&game).observed_by(&Idle);
                let Ok(Value::Points(value)) = search.value(&start, &nodes(400_000)) else { continue };
                for limit in LIMITS {
                    let session = Session::new(&game).with_first_nodes(limit / 4);
                    let solution = session.solve(&start, &Request::default(), &nodes(limit));
                    match solution.value {
                        Answer::Exact(found) => {
                            met += 1;
                            assert_eq!(found, Value::Points(value), "{rules} {position:?} {mover:?} {limit}");
                        }
                        Answer::Between(bounds) => {
                            assert!(
                                bounds.low <= value && value <= bounds.high,
                                "{rules} {position:?} {mover:?} {limit}: {bounds}, {value}"
                            );
                            narrowed += usize::from(bounds.high - bounds.low < Points::from_integer(36));
                        }
                    }
                }
            }
        }
    }
    println!("{narrowed} narrowed, {met} met");
    assert!(narrowed > 10 && met > 20, "{narrowed} narrowed, {met} met");
}

#[test]
fn a_session_on_a_small_board_that_has_to_ask_for_bounds_finds_the_same_values() {
    for (board, rules) in ["psk", "ssk", "nssk", "spight", "kee2009", "kee2020"]
        .map(|rules| ("2x3", rules))
        .into_iter()
        .chain([("1x5", "kee2007"), ("star:5", "nssk"), ("2x2", "psk --suicide allowed")])
    {
        let game = game(board, rules);
        let (plain, asking) = (Session::new(&game), Session::new(&game).with_first_nodes(2));
        for start in sample::part(&format!("{board} {rules}"), crate::common::games::starts(&game)) {
            // What is known of other starts would leave nothing to be asked.
            let alone = Session::new(&game).with_first_nodes(2);
            let value = plain.value(&start, &nodes(1_000_000)).unwrap();
            assert_eq!(
                asking.value(&start, &Budget::default()).ok(),
                Some(value),
                "{board} {rules} {start:?}"
            );
            assert_eq!(
                alone.value(&start, &Budget::default()).ok(),
                Some(value),
                "{board} {rules} {start:?}"
            );
        }
    }
}

#[test]
fn several_threads_find_the_bounds_of_one() {
    let game = game("3x6", "psk");
    let start = game.start(parse_position(&game.board, "X.XO../XXXOOO/.X..O.").unwrap(), Player::Black);
    let on = |threads| {
        let request = Request { threads, ..Request::default() };
        Session::new(&game).with_first_nodes(100).solve(&start, &request, &nodes(2_000_000)).value
    };
    assert!(on(1).exact().is_some());
    assert_eq!(on(1), on(3));
}

/// On a small board of few stones a session asks first whether the player to move gets all. Its values are
/// those of the search alone, and its lines, which follow the proof, end with them.
#[test]
fn what_a_session_finds_by_asking_for_all_points_is_the_value() {
    let mut sooner = 0;
    for board in ["2x6", "3x4"] {
        for (number, rules) in ["psk", "ssk", "nssk", "spight", "kee2020"].into_iter().enumerate() {
            if !sample::takes(board, number) {
                continue;
            }
            let game = game(board, rules);
            let starts = [(Position::default(), Player::White), (Position::default(), Player::Black)];
            for (position, mover) in starts {
                let start = game.start(position, mover);
                let (budget, alone) = (nodes(30_000_000), nodes(300_000));
                let solution = Session::new(&game).solve(&start, &Request::default(), &budget);
                let Some(Value::Points(value)) = solution.value.exact() else {
                    panic!("{board} {rules}: {:?}", solution.value)
                };
                let mut state = start.clone();
                let mut ended = None;
                for mv in &solution.pv {
                    match game.legal(&state).into_iter().find(|(legal, _)| legal == mv).unwrap().1 {
                        Ruling::Leads(next) => state = next,
                        Ruling::Ends(score) => ended = Some(score),
                        Ruling::Barred(_) => panic!("{board} {rules}: {mv:?}"),
                    }
                }
                assert_eq!(ended, Some(value), "{board} {rules} {:?}", solution.pv);
                // The search alone may reach its limit.
                let found = Session::new(&game).observed_by(&Idle).solve(&start, &Request::default(), &alone);
                let (low, high) = ends(found.value);
                assert!(low <= value && value <= high, "{board} {rules}: {value}, not {low}..{high}");
                sooner += usize::from(budget.nodes() < alone.nodes() / 2);
            }
        }
    }
    assert!(sooner > 0 || !sample::is_whole(), "the search alone is as fast");
}
