//! Sessions: answers do not depend on what was asked before, and what is known costs nothing.

use fastrand::Rng;
use superko_go::Player;
use superko_go::notation::parse_position;
use superko_rules::{Game, State, catalogue};
use superko_solve::{Answer, Budget, Limits, Request, Session, Solution, Stopped, Want, solve};

use crate::common::games::{game, name, random_state, starts};
use crate::common::sample;

/// The games of all rulesets on a board with their usual options, and of some with three players.
fn all_games(board: &str) -> Vec<Game> {
    let three = ["psk", "kee2009", "kee2020"].map(|name| format!("{name} --players 3"));
    let two = catalogue::ALL.into_iter().map(|entry| entry.id.to_string());
    two.chain(three).map(|rules| game(board, &rules)).collect()
}

/// A request for everything that is the same whatever was asked before.
fn request(threads: usize) -> Request {
    Request { best_moves: Want::All, move_values: true, chosen_pv: true, threads, ..Request::default() }
}

/// What a solution says of the game, and nothing of what is kept.
fn said(solution: &Solution) -> String {
    assert_eq!(solution.stopped, None);
    let mut solution = solution.clone();
    solution.results = 0;
    format!("{solution:?}")
}

/// Solves each of some states in a session of its own, and twice in one session for all. Returns
/// the nodes that the one session took, and those of all the others together.
fn compare(game: &Game, states: &[State]) -> [u64; 2] {
    let (session, mut nodes) = (Session::new(game), [0, 0]);
    for state in states {
        let [first, second, fresh] = [(); 3].map(|()| Budget::default());
        let alone = solve(game, state, &request(1), &fresh);
        for budget in [&first, &second] {
            let found = session.solve(state, &request(1), budget);
            assert_eq!(said(&found), said(&alone), "{}", name(game, state));
        }
        assert_eq!(session.value(state, &second).ok(), alone.value.exact());
        assert_eq!(second.nodes(), 0, "what is known costs nothing: {}", name(game, state));
        nodes[0] += first.nodes();
        nodes[1] += fresh.nodes();
    }
    nodes
}

#[test]
fn every_position_has_one_answer_whatever_was_asked_before() {
    for board in ["1x1", "1x2", "1x3"] {
        for game in all_games(board) {
            let [nodes, fresh] = compare(&game, &starts(&game));
            println!("{board} {} {:?}: {nodes} nodes, {fresh} afresh", game.entry.id, game.options.players);
            assert!(2 * nodes < fresh || fresh < 500, "{board} {}: {nodes} of {fresh}", game.entry.id);
        }
    }
}

#[test]
fn states_with_pasts_have_one_answer_whatever_was_asked_before() {
    let mut random = Rng::with_seed(5);
    for rules in ["simple-ko", "psk", "nssk", "ssk", "spight", "kee2020", "katago-simple"] {
        let game = game("2x2", rules);
        let starts = starts(&game);
        let states: Vec<State> = (0..60).map(|_| random_state(&game, &starts, &mut random, 16)).collect();
        let [nodes, fresh] = compare(&game, &states);
        println!("{rules}: {nodes} nodes, {fresh} afresh");
        assert!(nodes < fresh);
    }
}

#[test]
fn the_memory_limit_holds_over_a_session() {
    const MEMORY: usize = 100_000;
    let game = game("2x3", "psk");
    let (session, unlimited) = (Session::new(&game), Session::new(&game));
    let (mut most, mut needed) = (0, 0);
    for state in starts(&game) {
        let small = Budget::new(Limits { memory: MEMORY, ..Limits::default() });
        let found = session.value(&state, &small).unwrap();
        let (_, bytes) = small.tables();
        assert!(bytes <= MEMORY, "{bytes}");
        most = most.max(bytes);
        let budget = Budget::default();
        assert_eq!(unlimited.value(&state, &budget).ok(), Some(found), "{}", name(&game, &state));
        needed = needed.max(budget.tables().1);
    }
    println!("{most} bytes taken, {needed} without the limit");
    assert!(most > MEMORY / 2 && needed > MEMORY && session.results() < unlimited.results());
}

#[test]
fn threads_share_a_session() {
    let game = game("2x2", "ssk");
    let (session, starts) = (Session::new(&game), starts(&game));
    std::thread::scope(|scope| {
        for threads in [1, 2] {
            let (session, game, starts) = (&session, &game, &starts);
            scope.spawn(move || {
                for state in starts {
                    let found = session.solve(state, &request(threads), &Budget::default());
                    let alone = solve(game, state, &request(1), &Budget::default());
                    assert_eq!(said(&found), said(&alone), "{}", name(game, state));
                }
            });
        }
    });
}

#[test]
fn several_threads_on_one_question_find_what_one_thread_finds() {
    let mut random = Rng::with_seed(23);
    let request = |threads| Request { pv: false, threads, ..Request::default() };
    let subjects = [
        ("3x3", ["psk", "nssk", "spight", "kee2009", "kee2020", "nieminen"]),
        ("1x8", ["ssk", "spight2", "kee2009", "kee2020", "kee2020-march", "katago-simple"]),
        ("2x3", ["psk --players 3", "kee2020 --players 3", "kee2009-territory", "psk", "spight", "kee2009"]),
    ];
    for (board, rulesets) in subjects {
        for rules in rulesets {
            let game = game(board, rules);
            let (session, starts) = (Session::new(&game), starts(&game));
            if !sample::takes(&format!("{board} {rules}"), 0) {
                continue;
            }
            for threads in [2, 3, 2, 4] {
                let state = random_state(&game, &starts, &mut random, 6);
                let alone = session.solve(&state, &request(1), &Budget::default());
                let together = solve(&game, &state, &request(threads), &Budget::default());
                assert_eq!(together.value, alone.value, "{} {threads}", name(&game, &state));
                let one_more = Session::new(&game);
                let empty = game.start(superko_go::Position::default(), superko_go::Player::Black);
                let found = one_more.solve(&empty, &request(threads), &Budget::default());
                assert_eq!(found.value, session.solve(&empty, &request(1), &Budget::default()).value);
            }
        }
    }
}

#[test]
fn a_question_that_takes_long_is_left_for_easier_ones() {
    // Whether Black gets more than 0 takes more than anyone has tried. The other questions together
    // take hundreds of nodes.
    let game = game("2x2", "kee2007");
    let start = game.start(superko_go::Position::default(), superko_go::Player::Black);
    for threads in [1, 2] {
        let budget = Budget::new(Limits { nodes: Some(40_000), ..Limits::default() });
        let solution = Session::new(&game).solve(&start, &request(threads), &budget);
        assert_eq!(solution.value.to_string(), "-1..1", "{threads} threads");
        assert_eq!(solution.stopped, Some(Stopped::Nodes));
    }
}

#[test]
fn late_positions_of_endless_games_are_searched_and_agree_with_the_list() {
    let cases = [
        ("2x7", "simple-ko", "XXX.OOO/X.XO.OO", Player::Black),
        ("2x7", "simple-ko --cycles draw", "XX..OO./.XXO.OO", Player::White),
        // The board of 4x4 takes too long to list here: seven stones, from which captures lead to
        // most of it.
        ("4x4", "simple-ko", ".X../.OX./.OXX/..O.", Player::White),
    ];
    for (board, rules, start, mover) in sample::one_in(3, cases) {
        let game = game(board, rules);
        let state = game.start(parse_position(&game.board, start).unwrap(), mover);
        let budget = Budget::default();
        let session = Session::new(&game);
        let searched = session.solve(&state, &request(1), &budget);
        assert!(searched.by_search && budget.nodes() < 1_000_000, "{start}: {} nodes", budget.nodes());
        let again = Budget::default();
        assert_eq!(session.value(&state, &again).ok(), searched.value.exact());
        assert!(again.nodes() < budget.nodes());
        let two = solve(&game, &state, &request(2), &Budget::default());
        assert_eq!((two.value, &two.best_moves), (searched.value, &searched.best_moves));
        assert_eq!(two.move_values, searched.move_values);
        assert!(searched.best_moves.contains(&searched.pv[0]));
        if board == "4x4" {
            continue;
        }
        // Who asks for moves that come nearer to the end gets the list, and so does who gives the
        // search too few nodes.
        let listed = match mover {
            Player::Black => {
                solve(&game, &state, &Request { nearing: true, ..request(1) }, &Budget::default())
            }
            _ => Session::new(&game).with_first_nodes(10).solve(&state, &request(1), &Budget::default()),
        };
        assert!(!listed.by_search && listed.results > 10_000, "{}", listed.results);
        assert_eq!((listed.value, listed.interval), (searched.value, searched.interval));
        assert_eq!(listed.best_moves, searched.best_moves);
        assert_eq!(listed.move_values, searched.move_values);
    }
}

#[test]
fn large_boards_of_endless_games_have_bounds_where_the_search_is_stopped() {
    let game = game("4x5", "simple-ko");
    let start = parse_position(&game.board, "XXX.O/XX.OO/XXXOO/.XO.O").unwrap();
    let state = game.start(start, Player::Black);
    let solved = solve(&game, &state, &Request::default(), &Budget::default());
    let value = solved.value.exact().and_then(|value| value.points()).expect("few moves are left");
    let mut bounded = 0;
    for nodes in [1, 10, 100, 1000] {
        let budget = Budget::new(Limits { nodes: Some(nodes), ..Limits::default() });
        let stopped = solve(&game, &state, &Request::default(), &budget);
        match stopped.value {
            Answer::Between(bounds) => {
                assert!(bounds.low <= value && value <= bounds.high && stopped.stopped.is_some());
                bounded += 1;
            }
            Answer::Exact(found) => assert_eq!(found.points(), Some(value)),
        }
    }
    assert!(bounded > 0);
}
