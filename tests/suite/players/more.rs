//! Four, five and six players: the search against the naive solver, and the questions of the
//! players against each other.

use fastrand::Rng;
use superko::go::position::legal_positions_of;
use superko::go::{Player, Players, Position};
use superko::rules::axes::Axis;
use superko::rules::{Game, Points, State, catalogue};
use superko::solve::{Answer, Budget, Request, Value, solve};

use super::{compare, random_game};
use crate::common::games::{game, random_state, starts};
use crate::common::program::{solve as solve_program, solve_input, text};
use crate::common::sample;
use crate::common::searching::{Searcher, on_a_large_stack, search};

const MORE: [Players; 3] = [Players::Four, Players::Five, Players::Six];

/// Every ruleset for a number of players, and each with one of its options at another value.
fn variants(players: Players) -> Vec<String> {
    let count = players.count().to_string();
    let known = catalogue::ALL.iter().filter(|entry| entry.values(Axis::Players).contains(&count.as_str()));
    let of_entry = known.flat_map(|entry| {
        let others = entry.axes.iter().filter(|(axis, _)| ![Axis::Players, Axis::Scoring].contains(axis));
        let varied = others.flat_map(|(axis, values)| {
            // Some values have a meaning with a value of another option alone.
            let free = values[1..].iter().filter(|value| axis.requires(value).is_none());
            free.map(|value| format!(" --{} {value}", axis.name())).collect::<Vec<_>>()
        });
        let all: Vec<String> = std::iter::once(String::new()).chain(varied).collect();
        let count = &count;
        all.into_iter().map(move |options| format!("{}{options} --players {count}", entry.id))
    });
    let all: Vec<String> = of_entry.collect();
    assert!(["psk", "ssk", "nssk", "kee2020"].iter().all(|id| all.iter().any(|text| text.starts_with(id))));
    all
}

/// The same but for the edition of March 2020, whose games of more players are too long for the
/// naive solver: a passed position ends them the second time alone, and a disturbing play has the
/// passes forgotten.
fn variants_for_the_naive_solver(players: Players) -> Vec<String> {
    let mut all = variants(players);
    all.retain(|text| !text.starts_with("kee2020-march"));
    all
}

#[test]
fn the_search_agrees_on_every_position_up_to_three_points_of_four_players() {
    for board in ["1x1", "1x2", "1x3"] {
        let (mut compared, mut asked) = (0, 0);
        for text in variants_for_the_naive_solver(Players::Four) {
            let game = game(board, &text);
            let starts = starts(&game);
            let starts = sample::part(&text, starts);
            compared += compare(&game, &starts, 20_000);
            asked += starts.len();
        }
        println!("{board}: {compared} of {asked} starts compared");
        // With suicide, and with bans that passes lift, the naive solver gives up on some.
        assert!(
            !sample::is_whole() || 4 * compared >= 3 * asked || board == "1x2" && 10 * compared >= 7 * asked
        );
    }
}

#[test]
fn the_search_agrees_on_random_states() {
    let mut random = Rng::with_seed(1);
    for players in MORE {
        // So many states at least are compared on each board: with more players the naive solver
        // comes to fewer values.
        let floors = match players {
            Players::Four => &[140, 140, 45, 40, 100, 8][..],
            Players::Five => &[100, 100, 25, 40, 70, 4],
            _ => &[80, 75, 20, 25, 60],
        };
        for (board, floor) in ["1x2", "1x3", "1x4", "2x2", "star:4", "complete:4"].into_iter().zip(floors) {
            let (mut compared, mut asked) = (0, 0);
            for text in variants_for_the_naive_solver(players) {
                let game = game(board, &text);
                let starts = starts(&game);
                let states: Vec<State> =
                    (0..10).map(|_| random_state(&game, &starts, &mut random, 60)).collect();
                let states = sample::part(&text, states);
                compared += compare(&game, &states, 3_000);
                asked += states.len();
            }
            println!("{players:?} {board}: {compared} of {asked} states compared");
            assert!(compared >= *floor || !sample::is_whole());
        }
    }
}

/// What each player can secure from a start, in the order of play, as a search with this session of
/// the game finds it.
fn secured(game: &Game, searcher: &Searcher, position: Position, mover: Player) -> Vec<Points> {
    let players = game.options.players.all().iter();
    players.map(|viewer| search(searcher, &game.seen_by(*viewer, position, mover))).collect()
}

#[test]
fn what_players_secure_is_no_more_than_the_board_and_turns_with_the_colours() {
    let mut random = Rng::with_seed(1);
    for players in MORE {
        for text in variants(players) {
            for board in ["1x1", "1x2", "1x3", "2x2", "star:4"] {
                let game = game(board, &text);
                let positions: Vec<Position> = legal_positions_of(&game.board, players).collect();
                let budget = Budget::default();
                on_a_large_stack(|| {
                    let searcher = Searcher::new(&game, &budget);
                    for _ in 0..10 {
                        let position = positions[random.usize(..positions.len())];
                        let mover = players.all()[random.usize(..players.count())];
                        let viewer = players.all()[random.usize(1..players.count())];
                        let own = secured(&game, &searcher, position, mover);
                        let all: Points = own.iter().sum();
                        assert!(all <= Points::from_integer(game.most()), "{text} {position:?} {own:?}");
                        // The names of the colours do not matter.
                        let (position, mover) =
                            (position.seen_by(players, viewer), players.seen_by(viewer, mover));
                        let mut turned = secured(&game, &searcher, position, mover);
                        turned.rotate_right(viewer.index());
                        assert_eq!(own, turned, "{text} {position:?} {mover:?} {viewer:?}");
                    }
                });
            }
        }
    }
}

#[test]
fn the_points_at_the_end_are_the_areas_of_the_last_position_for_each_player() {
    let mut random = Rng::with_seed(sample::seed());
    for players in MORE {
        for text in variants(players) {
            for board in sample::one_in(5, ["1x3", "2x2", "star:4", "2x3", "1x5"]) {
                let game = game(board, &text);
                let starts = starts(&game);
                for _ in 0..20 {
                    let referee = random_game(&game, &starts[random.usize(..starts.len())], &mut random);
                    let shares = referee.shares().expect("the game has ended");
                    assert_eq!(shares.len(), players.count());
                    assert!(shares.iter().sum::<Points>() <= Points::from_integer(game.most()));
                    if game.rules.properties().last_position_decides {
                        let areas = superko::go::score::areas(&game.board, &referee.state().key.position);
                        let points = areas.map(|set| Points::from_integer(set.count_ones() as i32));
                        assert_eq!(
                            *shares,
                            points[..players.count()],
                            "{text} {board} {:?}",
                            referee.steps()
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn the_first_player_takes_the_middle_of_a_star_and_everything() {
    for players in MORE {
        for text in variants(players) {
            for (board, first) in [("1x1", 0), ("1x2", 0), ("1x3", 3), ("star:4", 4), ("complete:3", 0)] {
                let game = game(board, &text);
                let request = Request { pv: false, ..Request::default() };
                for viewer in players.all() {
                    let state = game.seen_by(*viewer, Position::default(), Player::Black);
                    let found = solve(&game, &state, &request, &Budget::default()).value;
                    let expected = if *viewer == Player::Black { first } else { 0 };
                    let expected = Answer::Exact(Value::Points(expected.into()));
                    assert_eq!(found, expected, "{board} {text} {viewer:?}");
                }
            }
        }
    }
}

#[test]
fn a_game_of_six_is_replayed_with_the_points_of_each() {
    let rules = ["--board", "star:6", "--rules", "kee2020", "--players", "6"];
    let arguments = [&["replay", "-", "--json"][..], &rules].concat();
    let output = solve_input(
        &arguments,
        b"1. Black B1 White C1 R D1 G E1 Y F1 V A1 pass pass pass pass pass pass pass",
    );
    assert_eq!(output.status.code(), Some(0));
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(record["points"], serde_json::json!(["0", "0", "0", "0", "0", "6"]));
    assert_eq!((&record["position"], &record["moves"][5]["captured"]), (&"V.....".into(), &5.into()));
    assert_eq!(record["moves"][4]["player"], "Yellow");
}

#[test]
fn a_question_of_more_players_is_answered_or_refused_in_one_line() {
    let ask = |arguments: &[&str]| solve_program(&[&["--rules", "psk"], arguments].concat());
    let output = ask(&["--board", "star:4", "--players", "5", "--json"]);
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let secured = record["secured"].as_array().unwrap();
    let points: Vec<&str> = secured.iter().map(|of| of["points"].as_str().unwrap()).collect();
    assert_eq!(points, ["4", "0", "0", "0", "0"]);
    assert_eq!((&record["players"], &secured[4]["player"]), (&5.into(), &"yellow".into()));
    let refused = [
        (
            &["--board", "4x8", "--players", "4"][..],
            "--board 4x8: 32 intersections, expected at most 31 with 4 players",
        ),
        (
            &["--board", "8x8", "--players", "3"],
            "--board 8x8: 64 intersections, expected at most 63 with 3 players",
        ),
        (
            &["--board", "2x2", "--players", "4", "--start", "V./.."],
            "has a stone of Violet, expected --players 6 with it",
        ),
        (
            &["--board", "2x2", "--players", "4", "--to-move", "yellow"],
            "--to-move \"yellow\": expected black, white, red or green, or --players 5 with it",
        ),
        (&["--board", "2x2", "--players", "7"], "--players \"7\": expected 2, 3, 4, 5 or 6"),
        (
            &["--board", "2x2", "--to-move", "blue"],
            "expected black or white, or red, green, yellow or violet",
        ),
    ];
    for (arguments, expected) in refused {
        let output = ask(arguments);
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        assert!(said.contains(expected), "{said}");
    }
}
