//! Three players: the search against the naive solver, the running sums of Kee 2009 against its
//! rule 17, and the questions of the three players against each other. More players are in `more`.

mod more;

use std::collections::BTreeMap;

use fastrand::Rng;
use superko::go::position::legal_positions_of;
use superko::go::score::areas;
use superko::go::{Player, Players, Position};
use superko::referee::Referee;
use superko::rules::repetition::{Made, scoring_positions};
use superko::rules::{Game, Points, State};
use superko::solve::naive::Naive;
use superko::solve::{Answer, Budget, Limits, Request, Stopped, Value, solve};

use crate::common::games::{self, random_state, starts};
use crate::common::program::solve_input;
use crate::common::sample;
use crate::common::searching::{Searcher, on_a_large_stack, search, search_within};

const RULESETS: [&str; 5] = ["psk", "ssk", "nssk", "kee2009", "kee2020"];
const ALL: [Player; 3] = [Player::Black, Player::White, Player::Red];

/// A ruleset with options for three players.
fn game(board: &str, text: &str) -> Game {
    games::game(board, &format!("{text} --players 3"))
}

/// Every ruleset under every option, one at a time.
fn variants() -> Vec<String> {
    let mut all: Vec<String> = RULESETS.iter().map(|name| name.to_string()).collect();
    for name in RULESETS {
        all.extend(["allowed", "multi-stone"].map(|how| format!("{name} --suicide {how}")));
    }
    for name in ["kee2009", "kee2020"] {
        all.extend(["produced", "produced-ko"].map(|how| format!("{name} --lift {how}")));
    }
    all
}

/// Compares the search with the naive solver; gives the number of states on which neither gave up.
fn compare(game: &Game, states: &[State], nodes: u64) -> usize {
    let mut compared = 0;
    let limit = Budget::new(Limits { nodes: Some(nodes * states.len() as u64), ..Limits::default() });
    on_a_large_stack(|| {
        let searcher = Searcher::new(game, &limit);
        for state in states {
            let Some(found) = search_within(&searcher, state) else { break };
            let budget = Budget::new(Limits { nodes: Some(nodes), ..Limits::default() });
            match Naive::new(game, &budget).confirms(state, found) {
                Ok(confirmed) => assert!(confirmed, "{found} {} {:?} {state:?}", game.entry.id, game.options),
                Err(Stopped::Nodes) => continue,
                Err(other) => panic!("{other}"),
            }
            compared += 1;
        }
    });
    compared
}

#[test]
fn the_naive_solver_confirms_the_value_that_it_finds_and_no_other() {
    let mut compared = 0;
    for game in variants().iter().flat_map(|text| ["1x1", "1x2"].map(|board| game(board, text))) {
        for start in starts(&game) {
            let budget = Budget::new(Limits { nodes: Some(50_000), ..Limits::default() });
            let Ok(value) = Naive::new(&game, &budget).value(&start) else { continue };
            compared += 1;
            let unlimited = Budget::new(Limits::default());
            let mut naive = Naive::new(&game, &unlimited);
            for (claim, right) in [(value, true), (value + 1, false), (value - Points::new(1, 3), false)] {
                assert_eq!(naive.confirms(&start, claim), Ok(right), "{claim} {:?} {start:?}", game.options);
            }
        }
    }
    println!("{compared} values confirmed");
    assert_eq!(compared, 456);
}

#[test]
fn the_search_agrees_on_every_position_up_to_three_points() {
    for board in ["1x1", "1x2", "1x3"] {
        let (mut compared, mut asked) = (0, 0);
        for text in variants() {
            let game = game(board, &text);
            let starts = starts(&game);
            compared += compare(&game, &starts, 20_000);
            asked += starts.len();
        }
        println!("{board}: {compared} of {asked} starts compared");
        // On 1x2 with suicide the naive solver gives up on six.
        assert!(compared + 6 >= asked);
    }
}

/// The edition of March 2020, apart because its games are so long that the naive solver comes to
/// few values.
#[test]
fn the_search_agrees_under_the_rules_of_march_2020() {
    for (board, floor) in [("1x1", 6), ("1x2", 42), ("1x3", 130)] {
        let (mut compared, mut asked) = (0, 0);
        for text in ["kee2020-march", "kee2020-march --lift produced"] {
            let game = game(board, text);
            let starts = starts(&game);
            compared += compare(&game, &starts, 20_000);
            asked += starts.len();
        }
        println!("{board}: {compared} of {asked} starts compared");
        assert!(compared >= floor, "{board}: {compared} of {asked}");
    }
}

#[test]
fn the_search_agrees_on_random_states() {
    let mut random = Rng::with_seed(1);
    for (board, floor) in [("1x3", 180), ("1x4", 30), ("2x2", 15)] {
        let (mut compared, mut asked) = (0, 0);
        for text in variants() {
            let game = game(board, &text);
            let starts = starts(&game);
            let states: Vec<State> = (0..10).map(|_| random_state(&game, &starts, &mut random, 12)).collect();
            compared += compare(&game, &states, 10_000);
            asked += states.len();
        }
        println!("{board}: {compared} of {asked} states compared");
        assert!(compared >= floor);
    }
}

#[test]
fn bounds_from_life_change_no_value() {
    let (mut compared, mut asked) = (0, 0);
    let mut random = Rng::with_seed(1);
    for text in ["psk", "ssk --suicide allowed", "nssk", "kee2020", "kee2020 --suicide allowed"] {
        for board in ["1x4", "2x2", "1x5"] {
            let game = game(board, text);
            let starts = starts(&game);
            for _ in 0..40 {
                let state = random_state(&game, &starts, &mut random, 12);
                let [with, without] = [true, false].map(|life| {
                    let limit = Budget::new(Limits { nodes: Some(1000), ..Limits::default() });
                    on_a_large_stack(|| {
                        let searcher = Searcher::new(&game, &limit);
                        let searcher = if life { searcher } else { searcher.without_life() };
                        search_within(&searcher, &state)
                    })
                });
                asked += 1;
                if let (Some(with), Some(without)) = (with, without) {
                    assert_eq!(with, without, "{board} {text} {state:?}");
                    compared += 1;
                }
            }
        }
    }
    println!("{compared} of {asked} values compared");
    assert!(compared >= 590);
}

/// A game of random moves, to its end.
fn random_game<'a>(game: &'a Game, start: &State, random: &mut Rng) -> Referee<'a> {
    let mut referee = Referee::new(game, start.key.position, start.key.mover);
    // Few passes make long games, and many make runs of them.
    let passes = *random.choice(&[20, 25, 33, 50, 80]).expect("there are some");
    while referee.ended().is_none() {
        let legal = game.legal(referee.state());
        let place = if random.usize(..100) < passes { legal.len() - 1 } else { random.usize(..legal.len()) };
        referee.play(legal[place].0).unwrap();
    }
    referee
}

/// What each player has by rule 17 to the letter and rule 20.
fn shares_by_the_letter(game: &Game, referee: &Referee) -> Vec<Points> {
    let record: Vec<Made> = referee.steps().iter().map(|step| (step.mv, step.on)).collect();
    let players = game.options.players.count();
    let (_, scoring) = scoring_positions(&record, players, game.options.prisoners)
        .expect("the last pass is the second on its position");
    let mut sums = vec![0; players];
    for (position, _) in &scoring {
        for (sum, set) in sums.iter_mut().zip(areas(&game.board, position)) {
            *sum += set.count_ones() as i32;
        }
    }
    sums.into_iter().map(|sum| Points::new(sum, scoring.len().max(1) as i32)).collect()
}

#[test]
fn the_running_sums_of_kee2009_are_the_mean_of_rule_17_for_each_player() {
    let mut random = Rng::with_seed(sample::seed());
    let mut cycles = BTreeMap::new();
    for text in variants().iter().filter(|text| text.starts_with("kee2009")) {
        for board in ["1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "2x3"] {
            let game = game(board, text);
            let starts = starts(&game);
            for _ in 0..sample::cases(2000) {
                let referee = random_game(&game, &starts[random.usize(..starts.len())], &mut random);
                let letter = shares_by_the_letter(&game, &referee);
                assert_eq!(referee.shares(), Some(&letter), "{board} {text} {:?}", referee.steps());
                assert_eq!(referee.ended(), Some(letter[0]));
                let positions = referee.cycle().unwrap().scoring.len();
                *cycles.entry(positions).or_insert(0) += 1;
            }
        }
    }
    println!("games by their number of scoring positions: {cycles:?}");
    let seen = |positions| cycles.get(&positions).copied().unwrap_or(0);
    assert!((0..=4).all(|positions| seen(positions) >= sample::least(10)), "{cycles:?}");
}

/// Runs of passes that are moved, and those that began before the cycle, have more lengths with
/// more players.
#[test]
fn the_running_sums_are_the_mean_of_rule_17_for_more_players() {
    let mut random = Rng::with_seed(100 + sample::seed());
    let mut cycles = BTreeMap::new();
    for players in 4..=6 {
        for options in ["", " --lift produced", " --suicide allowed"] {
            for board in ["1x1", "1x2", "1x3", "star:4"] {
                let game = games::game(board, &format!("kee2009 --players {players}{options}"));
                let empty = game.start(Position::default(), Player::Black);
                for _ in 0..sample::cases(1500) {
                    let referee = random_game(&game, &empty, &mut random);
                    let letter = shares_by_the_letter(&game, &referee);
                    assert_eq!(referee.shares(), Some(&letter), "{board} {players} {:?}", referee.steps());
                    assert_eq!(referee.ended(), Some(letter[0]));
                    let positions = referee.cycle().unwrap().scoring.len();
                    *cycles.entry(positions).or_insert(0) += 1;
                }
            }
        }
    }
    println!("games by their number of scoring positions: {cycles:?}");
    let seen = |positions| cycles.get(&positions).copied().unwrap_or(0);
    assert!((0..=2).all(|positions| seen(positions) >= sample::least(10)), "{cycles:?}");
}

#[test]
fn what_a_player_secures_is_what_the_others_cannot_take() {
    // The views of the players are one game: what each secures is there at the end of any line of
    // best play of his own, so together they never secure more than the board has.
    for text in variants() {
        for board in ["1x1", "1x2", "1x3"] {
            let game = game(board, &text);
            let limit = Budget::default();
            on_a_large_stack(|| {
                let searcher = Searcher::new(&game, &limit);
                for position in legal_positions_of(&game.board, Players::Three) {
                    for mover in ALL {
                        let secured = ALL.map(|viewer| {
                            let state = game.seen_by(viewer, position, mover);
                            search(&searcher, &state)
                        });
                        let all: Points = secured.iter().sum();
                        assert!(all <= Points::from_integer(game.most()), "{text} {position:?} {secured:?}");
                        // The names of the colours do not matter.
                        let turned = position.seen_by(Players::Three, Player::White);
                        let next = Players::Three.seen_by(Player::White, mover);
                        let others = [Player::Red, Player::Black, Player::White].map(|viewer| {
                            let state = game.seen_by(viewer, turned, next);
                            search(&searcher, &state)
                        });
                        assert_eq!(secured, others);
                    }
                }
            });
        }
    }
}

#[test]
fn on_the_smallest_boards_only_the_first_player_on_1x3_can_secure_anything() {
    for name in RULESETS {
        for board in ["1x1", "1x2", "1x3", "1x4", "2x2", "1x5", "2x3", "3x3", "cycle:4", "star:4"] {
            let game = game(board, name);
            let secured = ALL.map(|viewer| {
                let state = game.seen_by(viewer, Position::default(), Player::Black);
                solve(&game, &state, &Request { pv: false, ..Request::default() }, &Budget::default()).value
            });
            let first = match board {
                "1x3" => 3,
                "star:4" => 4,
                _ => 0,
            };
            let expected = [first, 0, 0].map(|points| Answer::Exact(Value::Points(points.into())));
            assert_eq!(secured, expected, "{board} {name}");
        }
    }
}

#[test]
fn a_replay_as_json_gives_the_points_of_each_of_three_players() {
    let arguments = ["replay", "-", "--board", "1x3", "--rules", "kee2009", "--players", "3", "--json"];
    let output = solve_input(&arguments, b"B1 pass pass pass pass");
    assert_eq!(output.status.code(), Some(0));
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(record["score"].is_null(), "no one score is meant");
    assert_eq!(record["points"], serde_json::json!(["3", "0", "0"]));
    assert_eq!(record["scoring_cycle"]["scoring_positions"], serde_json::json!([[".X.", [3, 0, 0]]]));
}
