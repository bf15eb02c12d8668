//! Boards that are no grids: the engines against the naive solvers, boards that are the same graph,
//! the program.

use superko::go::board::parse_edges;
use superko::go::position::legal_positions;
use superko::go::{Board, Player, Position, Suicide};
use superko::rules::{Game, Points, Rules};
use superko::solve::Budget;
use superko::solve::naive::{Naive, Reached};
use superko::solve::retrograde::{Interval, Retrograde};

use crate::common::games::{LIFTED, SUPERKOS, images, starts};
use crate::common::program::{said, solve, solve_input};
use crate::common::sample;
use crate::common::searching::{search, with_searcher};

fn graph(name: &str) -> Board {
    Board::parse(name).unwrap()
}

/// Two points joined to each other and to a third, a fourth hanging on it, and one apart.
fn kite() -> Board {
    parse_edges("kite", "a c\nc d\nd a\nd e\nfar").unwrap()
}

fn game(board: &Board, ruleset: &str, suicide: Suicide) -> Game {
    let mut rules = Rules::named(ruleset).unwrap();
    rules.options.suicide = suicide;
    rules.game(board.clone())
}

/// Compares the search with the naive solver on every position of a board.
fn compare(board: &Board, ruleset: &str, suicide: Suicide) -> usize {
    let game = game(board, ruleset, suicide);
    let starts = starts(&game);
    with_searcher(&game, None, |searcher| {
        for start in &starts {
            let found = search(searcher, start);
            let images = images(&game, start);
            for (image, sign) in &images {
                assert_eq!(search(searcher, image), found * *sign, "{board} {ruleset} {image:?}");
            }
            if images.iter().all(|(image, _)| start <= image) {
                let unlimited = Budget::default();
                let confirmed = Naive::new(&game, &unlimited).confirms(start, found);
                assert_eq!(confirmed, Ok(true), "{board} {ruleset} {suicide:?} is not {found}: {start:?}");
            }
        }
    });
    starts.len()
}

fn compare_all(boards: &[Board], rulesets: &[&str]) {
    let games = boards.iter().flat_map(|board| rulesets.iter().map(move |ruleset| (board, ruleset)));
    let cases = games.flat_map(|game| Suicide::ALL.map(|suicide| (game, suicide)));
    let taken = sample::one_in(16, cases).into_iter();
    let compared: usize = taken.map(|((board, ruleset), suicide)| compare(board, ruleset, suicide)).sum();
    println!("{compared} starts compared");
    assert!(compared > sample::least(200));
}

/// Graphs small enough for the naive solver under the superkos.
fn small_graphs() -> Vec<Board> {
    let names = [
        "path:4",
        "cycle:3",
        "cycle:4",
        "cycle:5",
        "star:4",
        "star:5",
        "complete:3",
        "complete:4",
        "torus:2x2",
    ];
    names.into_iter().map(graph).chain([kite()]).collect()
}

#[test]
fn the_superkos_agree_on_every_position_of_small_graphs() {
    compare_all(&small_graphs(), &SUPERKOS);
}

#[test]
fn the_lifted_rulesets_agree_on_every_position_of_smaller_graphs() {
    let names = ["path:3", "path:4", "cycle:3", "star:4", "torus:1x3"];
    compare_all(&names.map(graph), &LIFTED);
}

#[test]
fn retrograde_analysis_agrees_with_value_iteration() {
    let mut boards = small_graphs();
    boards.push(graph("torus:2x3"));
    for board in boards {
        for (number, suicide) in Suicide::ALL.into_iter().enumerate() {
            if !sample::takes(&board.to_string(), number) {
                continue;
            }
            let game = game(&board, "simple-ko", suicide);
            let most = game.most();
            let mut seen = std::collections::HashSet::new();
            for start in starts(&game) {
                if seen.contains(&start.key) {
                    continue;
                }
                let reached = Reached::list(&game, [start.key], &Budget::default()).unwrap();
                let naive = |horizon| reached.values(horizon, &Budget::default()).unwrap();
                let [beyond_low, low, high, beyond_high] = [-most - 1, -most, most, most + 1].map(naive);
                let solved = Retrograde::solve(&game, start.key, &Budget::default()).unwrap();
                for key in low.keys().filter(|key| seen.insert(**key)) {
                    let interval = Interval {
                        low: low[key],
                        high: high[key],
                        black_forces_end: beyond_low[key] >= -most,
                        white_forces_end: beyond_high[key] <= most,
                    };
                    assert_eq!(solved.interval(key), interval, "{board} {suicide:?} {key:?}");
                }
            }
            assert!(seen.len() >= 2 * legal_positions(&board).count());
        }
    }
}

/// The same position of another board whose points have these numbers.
fn carried(position: &Position, numbers: &[u8]) -> Position {
    let set = |set: u64| {
        let members = (0..numbers.len()).filter(|point| set >> point & 1 == 1);
        members.fold(0, |set, point| set | 1 << numbers[point])
    };
    Position { stones: position.stones.map(set) }
}

/// Asserts that every position has one value on both boards, the points of the first having these
/// numbers on the second, and that both have the same edges and as many symmetries.
fn same_graph(a: &Board, b: &Board, numbers: &[u8], rulesets: &[&str]) {
    assert_eq!(a.symmetries().len(), b.symmetries().len());
    for point in 0..a.points() {
        let near = Position { stones: [a.adjacent(1 << point), 0] };
        assert_eq!(carried(&near, numbers).stones[0], b.adjacent(1 << numbers[point]));
    }
    for ruleset in rulesets {
        let games = [a, b].map(|board| game(board, ruleset, Suicide::Forbidden));
        for position in legal_positions(a) {
            for mover in Player::ALL {
                let [first, second] = [position, carried(&position, numbers)];
                let keys =
                    [(&games[0], first), (&games[1], second)].map(|(game, p)| (game, game.start(p, mover)));
                if *ruleset == "simple-ko" {
                    let [a, b] = keys.map(|(game, state)| {
                        Retrograde::solve(game, state.key, &Budget::default()).unwrap().interval(&state.key)
                    });
                    assert_eq!(a, b, "{position:?}");
                } else {
                    let [a, b] = keys
                        .map(|(game, state)| with_searcher(game, None, |searcher| search(searcher, &state)));
                    assert_eq!(a, b, "{ruleset} {position:?}");
                }
            }
        }
    }
}

#[test]
fn boards_that_are_the_same_graph_have_the_same_values() {
    let all = [&["simple-ko"], &SUPERKOS[..], &LIFTED].concat();
    same_graph(&graph("path:4"), &graph("1x4"), &[0, 1, 2, 3], &all);
    same_graph(&graph("star:3"), &graph("1x3"), &[1, 0, 2], &all);
    same_graph(&graph("complete:3"), &graph("cycle:3"), &[0, 1, 2], &all);
    // Round the square: the upper row to the right, the lower row back.
    let superkos = [&["simple-ko"], &SUPERKOS[..], &["spight"]].concat();
    same_graph(&graph("cycle:4"), &graph("2x2"), &[0, 1, 3, 2], &superkos);
    same_graph(&graph("cycle:4"), &graph("torus:2x2"), &[0, 1, 3, 2], &superkos);
}

#[test]
fn four_in_a_circle_have_the_value_of_the_square_under_every_ruleset() {
    for (ruleset, expected) in SUPERKOS.map(|name| (name, 1)).into_iter().chain(LIFTED.map(|name| (name, 0)))
    {
        for board in ["2x2", "cycle:4", "torus:2x2"] {
            let game = game(&graph(board), ruleset, Suicide::Forbidden);
            let start = game.start(Position::default(), Player::Black);
            let found = with_searcher(&game, None, |searcher| search(searcher, &start));
            assert_eq!(found, Points::from_integer(expected), "{board} {ruleset}");
        }
    }
}

const HOUSE: &str = "tests/graphs/house.txt";

#[test]
fn a_file_of_edges_is_a_board_with_its_own_names() {
    let arguments =
        ["--board", HOUSE, "--rules", "psk", "--moves", "Top floor-left", "--json", "--move-values"];
    let output = solve(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(record["board"], "graph:house");
    assert_eq!(record["moves"], serde_json::json!(["top", "floor-left"]));
    assert_eq!(record["graph"]["points"][3], "floor-left");
    assert_eq!(record["graph"]["edges"].as_array().unwrap().len(), 6);
    assert_eq!(record["graph"]["edges"][0], serde_json::json!(["top", "left"]));
    let named = |mv: &serde_json::Value| mv["move"] == "left" || mv["move"] == "pass";
    assert_eq!(record["move_values"].as_array().unwrap().iter().filter(|mv| named(mv)).count(), 2);

    let verbose = said(&solve(&["--board", HOUSE, "--rules", "psk", "--start", "X.O..", "--verbose"]));
    assert!(verbose.contains("  right        O   top left floor-right\n"), "{verbose}");
    let counted = said(&solve(&["count", "--positions", "--board", HOUSE]));
    assert!(counted.starts_with("graph:house\n\npositions   "), "{counted}");
    let grid: serde_json::Value =
        serde_json::from_slice(&solve(&["--board", "1x2", "--rules", "psk", "--json"]).stdout).unwrap();
    assert!(grid.get("graph").is_none(), "a grid says all by its name");
}

#[test]
fn a_game_on_a_graph_is_refereed_and_counted() {
    let record = std::env::temp_dir().join(format!("superko-graph-{}.txt", std::process::id()));
    std::fs::write(&record, "1. Black A1 2. W B1 3. C1 B1").unwrap();
    let name = record.to_str().unwrap();
    let replayed = solve(&["replay", name, "--board", "star:4", "--rules", "psk"]);
    let as_json = solve(&["replay", name, "--board", "star:4", "--rules", "psk", "--json"]);
    std::fs::remove_file(&record).unwrap();
    let text = said(&replayed);
    assert_eq!(replayed.status.code(), Some(1), "{text}");
    assert!(text.contains("1. Black A1\n  A1 (X)  B1 C1 D1\n  B1  .   A1\n"), "{text}");
    assert!(text.contains("move 2, White B1: the stone would have no liberty"), "{text}");
    let record: serde_json::Value = serde_json::from_slice(&as_json.stdout).unwrap();
    assert_eq!(record["graph"]["edges"].as_array().unwrap().len(), 3);

    // A triangle is three points with all edges: games on it are counted the same by both names.
    let [cycle, complete] =
        ["cycle:3", "complete:3"].map(|board| said(&solve(&["count", "--board", board, "--rules", "psk"])));
    let games = |text: &str| text.lines().find(|line| line.starts_with("games")).map(str::to_string);
    assert_eq!(games(&cycle), games(&complete));
    assert!(games(&cycle).is_some(), "{cycle}");
}

#[test]
fn bad_boards_get_one_line_and_exit_status_2() {
    let folder = std::env::temp_dir().join(format!("superko-boards-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, content: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_string()
    };
    let (own, empty) = (file("own.txt", b"a c\nc c"), file("empty.txt", b"# nothing\n"));
    let (bytes, large) = (file("bytes.txt", b"a \xff"), file("large.txt", &vec![b'#'; (1 << 20) + 1]));
    let cases = [
        ("cycle:2", "expected cycle:N with N points, from 3 to 64"),
        ("star:0", "expected star:N with N points, from 1 to 64"),
        ("torus:3", "expected torus:RxC with at least one row"),
        ("complete:65", "expected complete:N with N points, from 1 to 64"),
        ("wheel:5", "or a file of edges"),
        ("no such file", "there is no file of that name"),
        ("tests/graphs", "expected a text with one edge a line"),
        (&own, "line 2: an edge from \"c\" to itself"),
        (&empty, "no vertex"),
        (&bytes, "UTF-8"),
        (&large, "longer than 1024 KiB"),
    ];
    for (board, expected) in cases {
        let output = solve(&["--board", board, "--rules", "psk"]);
        let said = said(&output);
        assert_eq!(output.status.code(), Some(2), "{board}: {said}");
        assert!(said.lines().count() == 1 && said.contains(expected), "{board}: {said:?} lacks {expected:?}");
    }
    std::fs::remove_dir_all(&folder).unwrap();

    // A board that is no grid has certificates as well.
    for board in ["cycle:4", HOUSE, "torus:2x2"] {
        let output = solve(&["prove", "--board", board, "--rules", "psk", "--text", "--out", "-"]);
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        let checked = solve_input(&["check", "-"], &output.stdout);
        assert!(said(&checked).contains("s VERIFIED"), "{board}: {}", said(&checked));
    }
    let output = solve(&["--board", "cycle:5", "--rules", "psk", "--moves", "F1"]);
    assert!(said(&output).contains("of the cycle:5 board, A1 to E1"), "{}", said(&output));
}
