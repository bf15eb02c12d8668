//! The published dataset, against the solver: rows solved one by one, by the search and by the naive
//! solver; the values that certificates prove; and histories replayed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use superko::go::notation::{move_name, parse_position, parse_record};
use superko::go::{Board, Player, Players, Position};
use superko::rules::{Game, Line, Rules, catalogue};
use superko::solve::{Budget, Engine, Request, Solution, Want, solve};
use superko::tables::dataset::rows::{HEAD, contradiction, request};
use superko::tables::dataset::{BOARDS, histories, packed, unpacked};

use crate::common::program::{refused, said, solve as run, text};
use crate::common::sample;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("solutions/dataset")
}

/// A published file, without its head.
struct Rows {
    board: Board,
    rules: Rules,
    text: String,
}

/// The published files of some boards.
fn published(wanted: impl Fn(&Board) -> bool) -> Vec<Rows> {
    let mut all = Vec::new();
    for board in BOARDS.map(|name| Board::parse(name).unwrap()).into_iter().filter(wanted) {
        for rules in catalogue::compared().map(Rules::from) {
            let path = folder().join(format!("{board}/{}.csv.gz", rules.entry.id));
            if let Ok(bytes) = fs::read(path) {
                all.push(Rows { board: board.clone(), rules, text: unpacked(&bytes).unwrap() });
            }
        }
    }
    all
}

impl Rows {
    fn name(&self) -> String {
        format!("{} {}", self.board, self.rules)
    }

    fn lines(&self) -> Vec<&str> {
        self.text.strip_prefix(HEAD).expect("they have the head").lines().collect()
    }
}

fn player(name: &str) -> Player {
    if name == "black" { Player::Black } else { Player::White }
}

/// The start of a row, and the cells of its value, best moves and line.
fn cells<'a>(board: &Board, line: &'a str) -> (Position, Player, [&'a str; 3]) {
    let cells: Vec<&str> = line.split(',').collect();
    let [position, mover, _, value, moves, length] = cells[..] else { panic!("{line}") };
    (parse_position(board, position).unwrap(), player(mover), [value, moves, length])
}

/// What a row must say of a solution: value and best moves.
fn said_of(board: &Board, solution: &Solution) -> [String; 2] {
    assert!(solution.all_best_moves && solution.stopped.is_none());
    let moves: Vec<String> = solution.best_moves.iter().map(|mv| move_name(board, *mv)).collect();
    [solution.value.to_string(), moves.join(" ")]
}

#[test]
fn rows_are_what_a_fresh_search_finds() {
    let mut compared = 0;
    for file in published(|_| true) {
        let game = file.rules.game(file.board.clone());
        // Each row of jann lists all states, of which there are many.
        let often = match (file.rules.entry.id, file.board.points()) {
            ("jann", 6..) => continue,
            (_, ..=5) => 4,
            _ => 193,
        };
        for (number, line) in file.lines().into_iter().enumerate().step_by(often) {
            if !sample::takes(&file.name(), number) {
                continue;
            }
            let (position, mover, [value, moves, length]) = cells(&file.board, line);
            let state = game.start(position, mover);
            let solution = solve(&game, &state, &request(), &Budget::default());
            assert_eq!(said_of(&file.board, &solution), [value, moves], "{} {line}", file.name());
            let line_of_it = solution.repeats_from.is_none().then(|| solution.pv.len().to_string());
            assert_eq!(line_of_it.unwrap_or_default(), length, "{} {line}", file.name());
            compared += 1;
        }
    }
    println!("{compared} rows");
    assert!(compared >= sample::least(4000));
}

#[test]
fn rows_are_what_the_naive_solver_finds() {
    let mut compared = 0;
    for file in published(|board| board.points() <= 3) {
        let game = file.rules.game(file.board.clone());
        if game.rules.properties().always_ends
            && file.board.points() > 2
            && file.rules.entry.id.starts_with("kee")
        {
            // More games than can be walked.
            continue;
        }
        for (number, line) in file.lines().into_iter().enumerate() {
            if !sample::takes(&format!("naive {}", file.name()), number) {
                continue;
            }
            let (position, mover, [value, moves, _]) = cells(&file.board, line);
            let request = Request { engine: Engine::Naive, best_moves: Want::All, pv: false, ..request() };
            let solution = solve(&game, &game.start(position, mover), &request, &Budget::default());
            assert_eq!(said_of(&file.board, &solution), [value, moves], "{} {line}", file.name());
            compared += 1;
        }
    }
    println!("{compared} rows");
    assert!(compared >= sample::least(300));
}

/// Of most columns of `strong/` there are certificates.
#[test]
fn values_are_those_of_the_tables_of_every_position() {
    let mut compared = 0;
    for file in sample::part("dataset-strong", published(|_| true)) {
        let path = folder().join(format!("../strong/{}.csv", file.board));
        let strong = fs::read_to_string(path).unwrap();
        let mut lines = strong.lines();
        let column = lines.next().unwrap().split(',').position(|name| name == file.rules.entry.id).unwrap();
        let values: BTreeMap<&str, &str> = lines
            .map(|line| (line.split(',').next().unwrap(), line.split(',').nth(column).unwrap()))
            .collect();
        for line in file.lines() {
            let cells: Vec<&str> = line.split(',').collect();
            let of_class = values[cells[2]];
            let expected = match (cells[1], of_class) {
                ("black", value) | (_, value @ ("0" | "no-result")) => value.to_string(),
                (_, value) => value.strip_prefix('-').map_or(format!("-{value}"), str::to_string),
            };
            assert_eq!(cells[3], expected, "{} {line}", file.name());
            compared += 1;
        }
    }
    println!("{compared} rows");
}

#[test]
fn a_changed_row_contradicts_the_others() {
    let file = published(|board| board.to_string() == "2x2").swap_remove(1);
    let game = file.rules.game(file.board.clone());
    let fault = |text: &str| contradiction(text, &game);
    assert_eq!(fault(&file.text), None);
    let row = "../..,black,../..,1,A2 B2 A1 B1,5\n";
    assert!(file.text.contains(row), "{}", file.name());
    for (changed, why) in [
        ("../..,black,../..,2,A2 B2 A1 B1,5\n", "another value"),
        ("../..,black,../..,1,A2 B2 A1,5\n", "other best moves"),
        ("../..,black,../..,1,A2 B2 A1 C1,5\n", "not legal"),
        ("../..,black,../.X,1,A2 B2 A1 B1,5\n", "no image"),
        ("../..,black,../..,1,A2 B2 A1 B1,\n", "no length"),
        ("../..,black,../..,no-result,A2 B2 A1 B1,5\n", "no value"),
        ("../..,white,../..,1,A2 B2 A1 B1,5\n", "not the row that is next"),
        ("../..,black,1,A2 B2 A1 B1,5\n", "six cells"),
        ("", "not the row that is next"),
    ] {
        let found = fault(&file.text.replace(row, changed)).unwrap_or_default();
        assert!(found.contains(why), "{changed}: {found}");
    }
    assert!(fault(&format!("{}{row}", file.text)).unwrap().contains("more or fewer"));
    assert!(fault("position\n").unwrap().contains("head"));
    assert_eq!(unpacked(&packed(&file.text)), Ok(file.text.clone()));
}

#[test]
fn two_histories_of_a_position_have_the_values_that_are_published() {
    let mut compared = 0;
    for rules in catalogue::compared().map(Rules::from) {
        let path = folder().join(format!("histories/{}.csv", rules.entry.id));
        let text = fs::read_to_string(path).unwrap();
        let body = text.strip_prefix(histories::HEAD).unwrap();
        let mut games: BTreeMap<String, Game> = BTreeMap::new();
        for (number, line) in body.lines().enumerate() {
            if !sample::takes(&format!("histories {rules}"), number) {
                continue;
            }
            let cells: Vec<&str> = line.split(',').collect();
            assert_eq!(cells.len(), 13, "{line}");
            let board = Board::parse(cells[0]).unwrap();
            let game = games.entry(cells[0].to_string()).or_insert_with(|| rules.game(board.clone()));
            let endless = !game.rules.properties().always_ends;
            if endless && rules.entry.id == "jann" && board.points() > 5 {
                continue;
            }
            for history in [&cells[3..8], &cells[8..13]] {
                let (start, first) = (parse_position(&board, history[0]).unwrap(), player(history[1]));
                let moves = parse_record(&board, history[2], first, Players::Two).unwrap();
                let replayed = Line::replay(game, start, first, moves).expect(line);
                let key = &replayed.state.key;
                assert_eq!(replayed.ended, None, "{line}");
                assert_eq!(
                    (key.position, key.mover),
                    (parse_position(&board, cells[1]).unwrap(), player(cells[2])),
                    "{line}"
                );
                let request = Request { best_moves: Want::All, pv: false, ..request() };
                let solution = solve(game, &replayed.state, &request, &Budget::default());
                assert_eq!(said_of(&board, &solution), [history[3], history[4]], "{rules} {line}");
                compared += 1;
            }
            assert_ne!(cells[6], cells[11], "{line}");
        }
    }
    println!("{compared} values");
    assert!(compared >= sample::least(2000));
}

#[test]
fn the_program_writes_the_published_file() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("rows.csv.gz");
    let arguments = ["dataset", "--board", "2x2", "--rules", "kee2009", "--out", out.to_str().unwrap()];
    let made = run(&arguments);
    assert_eq!(made.status.code(), Some(0), "{}", said(&made));
    let published = fs::read(folder().join("2x2/kee2009.csv.gz")).unwrap();
    assert_eq!(fs::read(&out).unwrap(), published);
    let printed = run(&["dataset", "--board", "2x2", "--rules", "kee2009"]);
    assert_eq!(Ok(text(&printed.stdout).to_string()), unpacked(&published));

    let stopped = run(&["dataset", "--board", "3x3", "--rules", "psk", "--node-limit", "9000"]);
    assert_eq!(stopped.status.code(), Some(3));
    assert!(text(&stopped.stderr).contains("stopped by the node limit after"));
    let rows = text(&stopped.stdout).lines().count();
    assert!((2..25_000).contains(&rows), "{rows}");
    let out = place.path().join("none.csv");
    let arguments = ["--node-limit", "9000", "--out", out.to_str().unwrap()];
    let stopped = run(&[&["dataset", "--board", "3x3", "--rules", "psk"], &arguments[..]].concat());
    assert_eq!(stopped.status.code(), Some(3));
    assert!(!out.exists() && text(&stopped.stderr).contains("no file is written"));

    refused(&["dataset", "--rules", "psk"], "--board is missing");
    refused(&["dataset", "--board", "3x6", "--rules", "psk"], "18 intersections, expected at most 16");
    refused(&["dataset", "--board", "2x2", "--rules", "psk --players 3"], "expected 2 players");
    refused(&["dataset", "--board", "2x2"], "--rules");
}
