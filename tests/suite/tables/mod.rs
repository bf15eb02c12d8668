//! The published tables: whether `solutions/` is in order, whether its bytes can be made again, and
//! whether a check finds what is wrong.

mod certificates;
mod checked;
mod dataset;
mod interrupted;
mod long_runs;
mod own;
mod published;
mod shards;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use superko::claims::check::Mover;
use superko::claims::literature::LITERATURE;
use superko::go::notation::parse_position;
use superko::go::{Board, Move, Player, Position};
use superko::referee::Referee;
use superko::rules::Ruling;
use superko::solve::{Budget, Request, Value, solve};
use superko::tables::differences::Differences;
use superko::tables::kinds::Solutions;
use superko::tables::plan::{Selection, Task};
use superko::tables::positions::Column;
use superko::tables::results::Kind;
use superko::tables::rulesets::Rulesets;
use superko::tables::table::Table;
use superko::tables::{build, folder};

use crate::common::program::{self, said};
use crate::common::sample;

/// Two boards for tests of what is done with a folder, whatever is in it: with a third a check
/// takes four times as long.
const TWO: &str = "1x1,1x3";

/// A folder of its own, removed at the end of a test that passes.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("superko-tables-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("temporary folders have names in UTF-8")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn tables(arguments: &[&str]) -> Output {
    program::solve(&[&["tables"], arguments].concat())
}

/// Makes a folder of these boards, within a budget of nodes.
fn made(folder: &Folder, boards: &str, threads: u32, budget: u32) -> folder::Files {
    let (threads, budget) = (threads.to_string(), budget.to_string());
    let output =
        tables(&["--boards", boards, "--out", folder.name(), "--threads", &threads, "--budget", &budget]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    folder::read(&folder.0).expect("the folder was written")
}

fn check(folder: &Folder, boards: &str, more: &[&str]) -> (Option<i32>, String) {
    let output = tables(&[&["--check", "--boards", boards, "--out", folder.name()], more].concat());
    (output.status.code(), said(&output))
}

fn solutions() -> folder::Files {
    folder::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("solutions")).expect("solutions/ is there")
}

fn read(files: &folder::Files) -> Solutions {
    build::read(files).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn task(board: &str, name: &str) -> Task {
    Task::of(&Board::parse(board).unwrap(), &Rulesets::Catalogue.named(name).expect("a variant"))
}

fn text<'a>(files: &'a folder::Files, path: &str) -> &'a str {
    folder::text(path, files).expect("a text")
}

#[test]
fn no_file_is_missing_and_none_is_an_orphan() {
    if sample::leaves_out_three_of_four("no_file_is_missing_and_none_is_an_orphan") {
        return;
    }
    let output = tables(&["--check", "--quick"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert!(
        said(&output).contains("verified or solved again: they agree with their sums and with each other")
    );
}

#[test]
fn every_file_belongs_to_one_kind_of_results_or_is_a_page_and_every_file_that_is_planned_is_there() {
    if sample::leaves_out_three_of_four(
        "every_file_belongs_to_one_kind_of_results_or_is_a_page_and_every_file_that_is_planned_is_there",
    ) {
        return;
    }
    let files = solutions();
    let solutions = read(&files);
    let planned = build::planned(&Selection::all());
    let of_kind = |kind: &(dyn Kind + 'static)| {
        let sheets = kind.sheets().into_iter().flat_map(|sheet| sheet.files).map(|(path, _)| path);
        let stored = kind.stored().into_iter().map(|(path, _)| path.to_string());
        sheets.chain(stored).collect::<Vec<String>>()
    };
    let mut owned: Vec<String> = solutions.kinds.iter().flat_map(of_kind).collect();
    let missing: Vec<&String> = planned.iter().filter(|path| !owned.contains(path)).collect();
    // Certificates, and the rows of the dataset, lie beside what is planned.
    let beside = |path: &str| path.ends_with(".cert") || path.starts_with("dataset/");
    let strange = |path: &&String| !planned.contains(*path) && !beside(path);
    let strange: Vec<&String> = owned.iter().filter(strange).collect();
    assert!(missing.is_empty() && strange.is_empty(), "missing: {missing:?}, not planned: {strange:?}");
    let pages = [
        "README.md",
        "CERTIFICATES.md",
        "differences.md",
        "summary.csv",
        "published.jsonl",
        "MANIFEST.json",
        "SHA256SUMS",
        "dataset/README.md",
    ];
    let plots = ["plots/values.svg", "plots/distribution.svg"];
    owned.extend(pages.into_iter().chain(plots).map(String::from));
    owned.push("beasts/README.md".to_string());
    owned.extend(superko::rules::catalogue::ALL.iter().map(|entry| format!("beasts/{}.md", entry.id)));
    owned.push("claims/README.md".to_string());
    owned.extend(superko::claims::all().iter().map(|document| format!("claims/{}.md", document.id)));
    owned.extend(superko_published::SCHEMAS.iter().map(|(path, _)| path.to_string()));
    owned.sort();
    assert_eq!(owned, files.keys().cloned().collect::<Vec<String>>());
}

#[test]
fn the_same_bytes_come_from_any_number_of_threads_and_are_the_published_ones() {
    if sample::leaves_out("the_same_bytes_come_from_any_number_of_threads_and_are_the_published_ones") {
        return;
    }
    let (one, two) = (Folder::new("one"), Folder::new("two"));
    let boards = "1x1,1x2,1x3,1x4,2x2";
    let files = made(&one, boards, 1, 15_000);
    assert_eq!(files, made(&two, boards, 2, 15_000));
    let published = solutions();
    let mut compared = 0;
    // What was counted with a smaller limit than is usual may have been given up.
    let text_of = |path: &str| std::str::from_utf8(&files[path]).unwrap_or_default().to_string();
    let whole = |path: &str| {
        path.ends_with(".cert") || !path.starts_with("perft/") && !text_of(path).contains("\"count\": null")
    };
    for (path, bytes) in
        files.iter().filter(|(path, _)| path.contains('x') && path.contains('/') && whole(path))
    {
        assert_eq!(Some(bytes), published.get(path), "{path}");
        compared += 1;
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn tables_of_other_graphs_are_in_files_that_any_system_can_have() {
    let folder = Folder::new("graphs");
    let boards = ["--boards", "1x3,cycle:4,star:4,complete:3", "--out", folder.name()];
    let output = tables(&[&["--rules", "simple-ko,psk,ssk,kee2020"], &boards[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let files = folder::read(&folder.0).unwrap();
    let portable = |c: char| c.is_ascii_alphanumeric() || "+-./_".contains(c);
    assert!(files.keys().all(|path| path.chars().all(portable)), "{:?}", files.keys());
    assert!(text(&files, "cycle-4/kee2020.json").contains("\"board\": \"cycle:4\""));
    assert!(
        text(&files, "README.md")
            .contains("| cycle:4 | [no-result](cycle-4/simple-ko.json) | [1](cycle-4/psk.json)")
    );
    assert!(["cycle-4/psk.cert", "star-4/kee2020.cert"].iter().all(|path| files.contains_key(*path)));
    let output = tables(&[&["--check"], &boards[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));

    let table = folder.0.join("star-4/psk.json");
    let other = fs::read_to_string(&table).unwrap().replace("[\"A1\", \"D1\"]", "[\"B1\", \"D1\"]");
    fs::write(&table, other).unwrap();
    let output = tables(&[&["--check", "--quick"], &boards[..]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("star-4/psk.json: graph, start,"), "{}", said(&output));
}

#[test]
fn a_quick_check_names_what_is_missing_changed_or_not_ours() {
    let folder = Folder::new("faults");
    made(&folder, TWO, 2, 12_000);
    assert_eq!(check(&folder, TWO, &["--quick"]).0, Some(0));

    let table = folder.0.join("1x3/psk.json");
    let text = fs::read_to_string(&table).unwrap();
    fs::write(&table, text.replace("\"value\": \"3\",\n", "\"value\": \"2\",\n")).unwrap();
    fs::write(folder.0.join("1x3/psk-old.json.txt"), "old").unwrap();
    fs::remove_file(folder.0.join("1x1/ssk.json")).unwrap();
    let (status, said) = check(&folder, TWO, &["--quick"]);
    assert_eq!(status, Some(1));
    for fault in [
        "1x3/psk.json: differs",
        "1x3/psk-old.json.txt: an orphan",
        "1x1/ssk.json: missing",
        "summary.csv: differs",
    ] {
        assert!(said.contains(fault), "{said} lacks {fault}");
    }

    fs::write(&table, text.replace("\"schema\": 1", "\"schema\": 2")).unwrap();
    assert!(check(&folder, TWO, &["--quick"]).1.contains("1x3/psk.json: schema 2, expected 1"));
    fs::write(&table, text.replace("\"to_move\"", "\"mover\"")).unwrap();
    assert!(check(&folder, TWO, &["--quick"]).1.contains("1x3/psk.json: missing field `to_move`"));
}

#[test]
fn pages_are_written_again_of_the_results_and_of_nothing_else() {
    let folder = Folder::new("pages");
    let files = made(&folder, "1x1,1x2", 1, 2_000);
    fs::remove_file(folder.0.join("README.md")).unwrap();
    fs::write(folder.0.join("published.jsonl"), "{}\n").unwrap();
    let output = tables(&["--pages", "--out", folder.name()]);
    assert_eq!((output.status.code(), said(&output).contains("2 of them new or changed")), (Some(0), true));
    assert_eq!(folder::read(&folder.0).unwrap(), files);
    // A result that cannot be read is named, and nothing is written.
    fs::write(folder.0.join("1x2/psk.json"), "{}").unwrap();
    let before = folder::read(&folder.0).unwrap();
    let output = tables(&["--pages", "--out", folder.name()]);
    assert_eq!((output.status.code(), said(&output).contains("--pages: 1x2/psk.json")), (Some(2), true));
    assert_eq!(folder::read(&folder.0).unwrap(), before);
}

#[test]
fn a_quick_check_names_what_is_not_utf_8() {
    if sample::leaves_out_three_of_four("a_quick_check_names_what_is_not_utf_8") {
        return;
    }
    let folder = Folder::new("bytes");
    let files = made(&folder, TWO, 2, 12_000);
    let texts = [
        "1x3/psk.json",
        "MANIFEST.json",
        "SHA256SUMS",
        "counts/1x3.json",
        "differences.json",
        "strong/1x3.csv",
        "strong/1x3.json",
    ];
    for path in texts {
        // In the middle of what was there, so that only the one byte is wrong.
        let mut bytes = files[path].clone();
        let offset = bytes.len() / 2;
        bytes[offset] = 0xff;
        fs::write(folder.0.join(path), &bytes).unwrap();
        let (status, said) = check(&folder, TWO, &["--quick"]);
        assert_eq!(status, Some(1), "{said}");
        let fault = format!("{path}: not UTF-8 at offset {offset}, expected a text");
        assert!(said.lines().any(|line| line == fault), "{said} lacks {fault}");
        fs::write(folder.0.join(path), &files[path]).unwrap();
    }

    // These are only compared.
    fs::write(folder.0.join("README.md"), b"\xff").unwrap();
    fs::write(folder.0.join("1x3/psk.bin"), b"\xff\0").unwrap();
    let (status, said) = check(&folder, TWO, &["--quick"]);
    assert_eq!(status, Some(1), "{said}");
    for fault in ["README.md: differs from what follows", "1x3/psk.bin: an orphan"] {
        assert!(said.contains(fault), "{said} lacks {fault}");
    }
}

/// A change of the table of 1x3 under a ruleset.
type Change = (&'static str, fn(&mut Table));

#[test]
fn a_table_that_is_wrong_and_well_formed_is_found_by_its_own_words_or_by_solving_it_again() {
    if sample::leaves_out_three_of_four(
        "a_table_that_is_wrong_and_well_formed_is_found_by_its_own_words_or_by_solving_it_again",
    ) {
        return;
    }
    let folder = Folder::new("forged");
    let files = made(&folder, TWO, 2, 12_000);
    let forged = |changes: &[Change]| {
        let mut solutions = read(&files);
        let tables = &mut solutions.results_mut::<Table>().all;
        for (of, change) in changes {
            change(tables.get_mut(&task("1x3", of)).expect("1x3 has a table"));
        }
        let former = folder::read(&folder.0).unwrap();
        folder::write(&folder.0, &build::files(&solutions), &former).unwrap();
    };
    // No certificate tells what a search took.
    let other_nodes: Change = ("ssk", |table| table.effort.nodes += 1);
    forged(&[("psk", |table| drop(table.answer.best_moves.pop())), other_nodes]);
    let faults = [
        "1x3/psk.json: best_moves are not the first moves with its value",
        "1x3/psk.json: differs from what is solved now",
        "1x3/ssk.json: differs from what is solved now",
    ];
    for (depth, faults) in [(&["--quick"][..], &faults[..1]), (&[], &faults[..1]), (&["--full"], &faults)] {
        let (status, said) = check(&folder, TWO, depth);
        assert_eq!(status, Some(1));
        assert!(faults.iter().all(|fault| said.contains(fault)), "{said}");
        assert_eq!(said.lines().count(), faults.len() + 1, "{said}");
    }

    forged(&[other_nodes]);
    for depth in [&["--quick"][..], &[]] {
        assert_eq!(check(&folder, TWO, depth).0, Some(0));
    }
}

#[test]
fn what_is_kept_is_what_would_be_solved_and_what_had_another_limit_is_solved_again() {
    if sample::leaves_out_three_of_four(
        "what_is_kept_is_what_would_be_solved_and_what_had_another_limit_is_solved_again",
    ) {
        return;
    }
    let folder = Folder::new("kept");
    let arguments = ["--boards", TWO, "--out", folder.name()];
    let run = |more: &[&str]| {
        let output = tables(&[&arguments, more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", said(&output));
        folder::read(&folder.0).unwrap()
    };
    // Under kee2009 1x3 takes more than 20 nodes, under psk 6.
    let little = run(&["--budget", "20"]);
    assert!(text(&little, "1x3/kee2009.json").contains("\"stopped\""));
    assert!(text(&little, "1x3/kee2009.json").contains("\"value\": null"));
    assert!(!text(&little, "1x3/psk.json").contains("\"stopped\""));
    fs::remove_file(folder.0.join("1x3/psk.json")).unwrap();
    let kept = run(&["--keep", "--budget", "20000"]);
    fs::remove_dir_all(&folder.0).unwrap();
    assert_eq!(kept, run(&["--budget", "20000"]));
}

#[test]
fn bad_input_gets_one_line_and_exit_status_2() {
    let cases: [(&[&str], &str); 8] = [
        (&["--boards", "two"], "expected ROWSxCOLUMNS"),
        (&["--boards", "4x6"], "expected some of"),
        (&["--boards", "1x2"], "expected another folder with --out"),
        (&["--budget", "much"], "expected a whole number from 1"),
        (&["--threads", "0"], "expected a whole number from 1"),
        (&["--quick"], "--check"),
        (&["--check", "--budget", "5"], "cannot be used with"),
        (&["--check", "--out", "no such folder"], "no such folder"),
    ];
    for (arguments, expected) in cases {
        let output = tables(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(
            said.lines().count() == 1 && said.contains(expected),
            "{arguments:?}: {said:?} lacks {expected:?}"
        );
    }
}

/// The value of a position under a variant whose column has every position of the board.
fn value(solutions: &Solutions, board: &str, start: &str, mover: Player, name: &str) -> String {
    let position = parse_position(&Board::parse(board).unwrap(), start).unwrap();
    let column: &Column = solutions.get(&task(board, name)).expect("a column");
    column.value(&position, mover).expect("a column that was finished").to_string()
}

#[test]
fn published_positions_have_their_values_in_the_columns() {
    let solutions = read(&solutions());
    let mut compared = 0;
    for row in LITERATURE.values.iter() {
        let name = format!("{}{}", row.rules, if row.suicide { "+suicide-allowed" } else { "" });
        if solutions.get::<Column>(&task(&row.board, &name)).is_none() {
            continue;
        }
        let mover = if row.to_move == Mover::Black { Player::Black } else { Player::White };
        let found = value(&solutions, &row.board, &row.start, mover, &name);
        // One published line overlooks a capture that may not be retaken; see solutions/README.md.
        let overlooked = row.start == "X.O.." && (found.as_str(), row.value) == ("-5", 0);
        assert!(overlooked || found == row.value.to_string(), "{row:?} {found}");
        compared += 1;
    }
    assert!(compared >= 14, "{compared}");
    for (name, expected) in [("psk", "9"), ("ssk", "9"), ("nssk", "2")] {
        assert_eq!(value(&solutions, "3x3", ".../.../...", Player::Black, name), expected, "{name}");
        let table: &Table = solutions.get(&task("3x3", name)).unwrap();
        assert_eq!(table.answer.value.unwrap().to_string(), expected, "{name}");
    }
}

#[test]
fn a_table_and_the_column_of_its_board_agree() {
    let solutions = read(&solutions());
    let mut compared = 0;
    for (task, table) in solutions.all::<Table>() {
        let column = solutions.get::<Column>(task).filter(|column| !column.values.is_empty());
        if let Some(column) = column {
            let found = column.value(&Position::default(), Player::Black);
            assert_eq!(found, table.answer.value, "{}", task.name());
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn a_line_ends_with_the_value_and_has_a_stone_only_where_a_pass_would_lose_by_it() {
    let solutions = read(&solutions());
    let mut stones = 0;
    let lines = [
        ("1x8", "psk"),
        ("1x9", "nssk"),
        ("1x8", "kee2009+lift-produced"),
        ("1x10", "kee2020"),
        ("2x5", "ssk"),
    ];
    for (number, (board, name)) in lines.into_iter().enumerate() {
        if !sample::takes("lines", number) {
            continue;
        }
        let table: &Table = solutions.get(&task(board, name)).expect("a table");
        let board = Board::parse(board).unwrap();
        let game = Rulesets::Catalogue.named(name).unwrap().game(board.clone());
        let mut referee = Referee::new(&game, Position::default(), Player::Black);
        assert!(table.line.complete && table.line.moves.len() == table.line.count);
        for (place, mv) in table.line.moves.iter().enumerate() {
            let mv = mv.on(&board).unwrap();
            if place > 0 && mv != Move::Pass {
                let legal = game.legal(referee.state());
                let (_, after) =
                    legal.into_iter().find(|(mv, _)| *mv == Move::Pass).expect("a pass is legal");
                let value = match after {
                    Ruling::Ends(score) => Value::Points(score),
                    Ruling::Leads(next) => {
                        let solution = solve(&game, &next, &Request::default(), &Budget::default());
                        solution.value.exact().expect("there is no limit")
                    }
                    Ruling::Barred(_) => unreachable!("only legal moves are listed"),
                };
                assert_ne!(Some(value), table.answer.value, "{board} {name}, move {}", place + 1);
                stones += 1;
            }
            referee.play(mv).unwrap();
        }
        let score = Value::Points(referee.ended().expect("the line ends the game"));
        assert_eq!(Some(score), table.answer.value, "{board} {name}");
    }
    assert!(stones >= 25 || !sample::is_whole(), "{stones}");
}

#[test]
fn the_pairs_that_are_known_to_differ_are_told() {
    let solutions = read(&solutions());
    let differences: &Differences = solutions.get(&Task::whole()).unwrap();
    let differing = |a: &str, b: &str, board: &str| {
        let pair = differences.pairs.iter().find(|pair| pair.a == a && pair.b == b).expect("a pair");
        pair.boards.iter().find(|compared| compared.board == board).expect("a board").differing
    };
    assert_eq!(differing("psk", "ssk", "1x5"), 0);
    assert!(differing("psk", "ssk", "1x6") > 0 && differing("psk", "ssk", "2x3") > 0);
    assert!(differing("psk", "spight", "2x2") > 0 && differing("ssk", "nssk", "1x2") > 0);
}
