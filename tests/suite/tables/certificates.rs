//! The certificates of a folder: each is what it should be, and whatever is wrong with one is
//! named.

use std::fs;

use superko::rules::Rules;
use superko::solve::Value;
use superko::sums::sum;
use superko::tables::build;
use superko::tables::folder::{self, Files};
use superko::tables::kinds::Solutions;
use superko::tables::manifest::{Evidence, Made, Proves};
use superko::tables::players::Secured;
use superko::tables::positions::Column;
use superko::tables::results::Product;
use superko::tables::table::Table;

use super::{Folder, TWO, made, read, solutions, tables, task};
use crate::common::program::{self, said};
use crate::common::sample;

fn check(folder: &Folder, more: &[&str]) -> (Option<i32>, String) {
    super::check(folder, TWO, more)
}

/// Changes the results of a folder, and mends all that follows from them.
fn forge(folder: &Folder, files: &Files, change: impl FnOnce(&mut Solutions)) {
    let mut solutions = read(files);
    change(&mut solutions);
    folder::write(&folder.0, &build::files(&solutions), files).unwrap();
}

/// The faults that a check finds after such a change, one line for each.
fn forged(folder: &Folder, files: &Files, change: impl FnOnce(&mut Solutions)) -> Vec<String> {
    forge(folder, files, change);
    let (status, said) = check(folder, &[]);
    assert_eq!(status, Some(1), "{said}");
    let mut lines: Vec<String> = said.lines().map(String::from).collect();
    lines.pop().expect("the last line is a summary");
    lines
}

/// What a folder has at the path of a certificate.
fn stored<'a>(solutions: &'a mut Solutions, path: &str) -> &'a mut Made {
    let name = path.trim_end_matches(".cert");
    match name.strip_prefix("strong/").map(|name| name.split_once('/').unwrap()) {
        Some((board, name)) => solutions.results_mut::<Column>().evidence.get_mut(&task(board, name)),
        None => {
            let (board, name) = name.split_once('/').unwrap();
            solutions.results_mut::<Table>().evidence.get_mut(&task(board, name))
        }
    }
    .expect("there is evidence")
}

/// Whether the format has words for a game: its rules are composed of clauses.
fn certified(variant: &Rules) -> bool {
    variant.clauses().is_some()
}

#[test]
fn every_table_and_column_that_the_format_has_words_for_has_a_certificate_that_is_verified() {
    if sample::leaves_out(
        "every_table_and_column_that_the_format_has_words_for_has_a_certificate_that_is_verified",
    ) {
        return;
    }
    let folder = Folder::new("certified");
    // Boards with certificates of every kind, and with columns that are given up.
    let boards = "1x2,2x2";
    let files = made(&folder, boards, 2, 20_000);
    let solutions = read(&files);
    let given_up = solutions.all::<Column>().values().filter(|column| !column.complete()).count();
    let (tables, columns) = (solutions.results::<Table>(), solutions.results::<Column>());
    let shares = solutions.results::<Secured>();
    let finished = columns.all.iter().filter(|(_, column)| column.complete()).map(|(task, _)| task);
    let results = tables.all.keys().chain(finished);
    let (mut known, others): (Vec<_>, Vec<_>) = results.partition(|task| certified(&task.variant()));
    let names: Vec<String> = known.iter().map(|task| task.variant_name()).collect();
    let composed = [
        "simple-ko",
        "psk",
        "ssk",
        "nssk",
        "spight",
        "kee2009",
        "kee2020",
        "kee2020-march",
        "spight2",
        "katago-simple",
    ];
    assert!(composed.iter().all(|id| names.iter().filter(|name| name == id).count() == 4), "{names:?}");
    assert!(["jann", "nieminen"].iter().all(|id| others.iter().any(|task| task.variant_name() == *id)));
    // Of three players, the rulesets whose scores are no means.
    known.extend(shares.all.keys().filter(|task| Secured::certificate(task).is_some()));
    assert!(known.len() == names.len() + 10 && shares.all.len() == 12, "{}", known.len());
    let made = || {
        let two = tables.evidence.values().chain(columns.evidence.values());
        two.chain(shares.evidence.values())
    };
    let whole = |made: &&Made| {
        let proves = made.evidence.proves();
        let all = matches!(proves, Some(Proves::FirstMoves | Proves::EveryRow | Proves::EveryPlayer));
        made.certificate.is_some() && all
    };
    assert_eq!(made().filter(whole).count(), known.len());
    assert_eq!(made().filter(|made| made.evidence == Evidence::Search).count(), others.len());
    let (status, said) = super::check(&folder, boards, &[]);
    assert_eq!(status, Some(0), "{said}");
    // Besides these there are the columns given up, and the kinds that have no certificates.
    let all: usize = solutions.kinds.iter().map(|kind| kind.costs().len()).sum();
    let again = all - known.len();
    assert!(again > others.len() + given_up + 5, "{again}");
    // The comparison of all rulesets takes more nodes than a usual check has.
    let line = format!(
        "{}: {} files, {} results verified by certificate, {} solved again, 1 NOT looked at (1 comparisons of all \
         rulesets): what was looked at is as it should be\n--json names what was not looked at; solve tables --check \
         --full looks at everything\n",
        folder.name(),
        files.len(),
        known.len(),
        again - 1
    );
    assert_eq!(said, line);
    assert!(files.contains_key("CERTIFICATES.md"));

    let found = |more: &[&str]| {
        let (status, said) = super::check(&folder, boards, &[&["--json"], more].concat());
        assert_eq!(status, Some(0), "{said}");
        serde_json::from_str::<serde_json::Value>(&said).unwrap()
    };
    let usual = found(&[]);
    assert_eq!((&usual["verified"], &usual["solved_again"]), (&known.len().into(), &(again - 1).into()));
    let comparison = serde_json::json!([{
        "kind": "comparisons of all rulesets", "file": "differences.json", "result": "", "value_verified": false
    }]);
    assert_eq!((&usual["depth"], &usual["unchecked"]), (&"usual".into(), &comparison));
    // A quick check looks at no result, and names them all.
    let quick = found(&["--quick"]);
    assert_eq!((&quick["verified"], &quick["not_looked_at"]), (&0.into(), &all.into()));
    let unchecked = quick["unchecked"].as_array().unwrap();
    assert_eq!(unchecked.len(), all);
    assert!(unchecked.iter().all(|result| files.contains_key(result["file"].as_str().unwrap())));
    let psk = serde_json::json!({
        "kind": "empty boards", "file": "2x2/psk.json", "result": "2x2 psk", "value_verified": false
    });
    assert!(unchecked.contains(&psk), "{unchecked:?}");
}

#[test]
fn a_certificate_that_is_not_right_or_of_something_else_is_named() {
    if sample::leaves_out_three_of_four("a_certificate_that_is_not_right_or_of_something_else_is_named") {
        return;
    }
    let folder = Folder::new("other-certificates");
    let files = made(&folder, TWO, 2, 4000);
    let psk = "1x3/psk.cert";

    // One bit in the middle.
    let mut bytes = files[psk].clone();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(folder.0.join(psk), &bytes).unwrap();
    for depth in [&["--quick"][..], &[]] {
        let (status, said) = check(&folder, depth);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains("1x3/psk.cert: differs from its sum in SHA256SUMS"), "{said}");
        assert_eq!(said.contains("1x3/psk.cert: not verified: "), depth.is_empty(), "{said}");
    }
    fs::write(folder.0.join(psk), &files[psk]).unwrap();

    // All at once, each in the place of another.
    let cases = [
        (
            "1x3/kee2020.cert",
            "strong/1x3/kee2020.cert",
            "does not prove the value of ... black after A1, 1x3/kee2020.json gives -3",
        ),
        (
            "1x3/nssk.cert",
            "1x3/nssk+suicide-allowed.cert",
            "is about 1x3 nssk --suicide allowed, expected 1x3 nssk",
        ),
        ("1x3/ssk.cert", "1x1/ssk.cert", "is about 1x1 ssk, expected 1x3 ssk"),
        ("strong/1x3/spight.cert", "1x3/spight.cert", "does not prove the value of "),
    ];
    let faults = forged(&folder, &files, |solutions| {
        stored(solutions, psk).certificate = Some(bytes);
        for (path, other, _) in cases {
            stored(solutions, path).certificate = Some(files[other].clone());
        }
    });
    let expected = cases.map(|(path, _, fault)| format!("{path}: {fault}"));
    let expected = ["1x3/psk.cert: not verified: ".to_string()].into_iter().chain(expected);
    for fault in expected {
        assert_eq!(
            faults.iter().filter(|line| line.starts_with(&fault)).count(),
            1,
            "{faults:?} lacks {fault}"
        );
    }
    assert_eq!(faults.len(), 1 + cases.len(), "{faults:?}");
}

#[test]
fn a_certificate_that_is_missing_or_that_the_manifest_describes_otherwise_is_named() {
    if sample::leaves_out_three_of_four(
        "a_certificate_that_is_missing_or_that_the_manifest_describes_otherwise_is_named",
    ) {
        return;
    }
    let folder = Folder::new("no-certificates");
    let files = made(&folder, TWO, 2, 4000);
    fs::remove_file(folder.0.join("1x3/ssk.cert")).unwrap();
    for depth in [&["--quick"][..], &[]] {
        let (status, said) = check(&folder, depth);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains("1x3/ssk.cert: missing\n"), "{said}");
    }
    fs::write(folder.0.join("1x3/ssk.cert"), &files["1x3/ssk.cert"]).unwrap();

    let manifest = super::text(&files, "MANIFEST.json");
    let other =
        manifest.replace("\"path\": \"1x3/ssk.cert\", \"proves\"", "\"path\": \"1x3/nssk.cert\", \"proves\"");
    fs::write(folder.0.join("MANIFEST.json"), other).unwrap();
    let (status, said) = check(&folder, &["--quick"]);
    assert_eq!(status, Some(1), "{said}");
    let fault = "MANIFEST.json: 1x3/ssk.json is backed by 1x3/nssk.cert, expected 1x3/ssk.cert";
    assert!(said.contains(fault), "{said}");
    fs::write(folder.0.join("MANIFEST.json"), &files["MANIFEST.json"]).unwrap();

    let faults = forged(&folder, &files, |solutions| {
        match &mut stored(solutions, "1x3/ssk.cert").evidence {
            Evidence::Certificate { lemmas, .. } => *lemmas += 1,
            _ => panic!("1x3 has a certificate under ssk"),
        }
        // What the manifest does not tell of is no part of the folder.
        *stored(solutions, "1x3/psk.cert") = Made::SEARCH;
        let tables = &mut solutions.results_mut::<Table>().all;
        tables.get_mut(&task("1x3", "psk")).unwrap().effort.nodes += 1;
    });
    let [search, lemmas] = &faults[..] else { panic!("{faults:?}") };
    assert!(search.starts_with("1x3/psk.json: differs from what is solved now"), "{search}");
    assert!(lemmas.starts_with("1x3/ssk.cert: has "), "{lemmas}");
}

#[test]
fn a_value_that_is_not_proved_is_named() {
    if sample::leaves_out_three_of_four("a_value_that_is_not_proved_is_named") {
        return;
    }
    let folder = Folder::new("other-values");
    let files = made(&folder, TWO, 2, 4000);
    let faults = forged(&folder, &files, |solutions| {
        let tables = &mut solutions.results_mut::<Table>().all;
        let mut table = |of: &str| tables.remove(&task("1x3", of)).expect("1x3 has a table");
        let (mut psk, mut loopy) = (table("psk"), table("simple-ko+suicide-allowed"));
        // 1x3 is worth 3 under psk, and the pass loses all of it.
        psk.move_values[3].value = Some(Value::Points(0.into()));
        assert_eq!(psk.move_values[3].mv.as_str(), "pass");
        loopy.answer.finite_play.as_mut().expect("games may go on for ever").high -= 1;
        tables.insert(task("1x3", "psk"), psk);
        tables.insert(task("1x3", "simple-ko+suicide-allowed"), loopy);
        // The first row has the value of another, and the distribution follows.
        let columns = &mut solutions.results_mut::<Column>().all;
        let values = &mut columns.get_mut(&task("1x3", "spight")).unwrap().values;
        assert_ne!(values[0], values[3]);
        values[0] = values[3];
    });
    let cases = [
        ("1x3/psk.cert: proves that the value of ... black after pass is ", "1x3/psk.json gives 0"),
        (
            "1x3/simple-ko+suicide-allowed.cert: proves another interval of finite play of ... black than ",
            "1x3/simple-ko+suicide-allowed.json gives",
        ),
        ("strong/1x3/spight.cert: proves that the value of ... black is ", ", strong/1x3.csv gives -3"),
    ];
    for (start, end) in cases {
        assert!(
            faults.iter().any(|line| line.starts_with(start) && line.ends_with(end)),
            "{faults:?} lacks {start}"
        );
    }
}

#[test]
fn a_certificate_that_is_right_is_kept_and_any_other_made_again() {
    if sample::leaves_out_three_of_four("a_certificate_that_is_right_is_kept_and_any_other_made_again") {
        return;
    }
    let folder = Folder::new("kept-certificates");
    let files = made(&folder, TWO, 2, 4000);
    forge(&folder, &files, |solutions| {
        stored(solutions, "1x3/psk.cert").certificate = Some(files["1x1/psk.cert"].clone());
        stored(solutions, "1x1/psk.cert").certificate = Some(b"none".to_vec());
        stored(solutions, "1x3/nssk.cert").certificate = None;
    });
    let again = ["--keep", "--boards", TWO, "--out", folder.name(), "--budget", "4000"];
    let output = tables(&again);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(folder::read(&folder.0).unwrap(), files);
}

#[test]
fn a_certificate_too_large_for_the_folder_is_made_again_by_the_command_of_the_manifest() {
    let solutions = read(&solutions());
    let tables = solutions.results::<Table>().evidence.values();
    let made = tables.chain(solutions.results::<Column>().evidence.values());
    let remade = made.filter_map(|made| match &made.evidence {
        Evidence::Remade { bytes, sha256, command, .. } => Some((*bytes, sha256, command)),
        _ => None,
    });
    let (bytes, sha256, command) = remade.min().expect("some certificates are large");
    let folder = Folder::new("remade");
    fs::create_dir_all(&folder.0).unwrap();
    let arguments: Vec<&str> = command.split(' ').skip(1).collect();
    let solve = program::command(&arguments).current_dir(&folder.0).output().unwrap();
    assert_eq!(solve.status.code(), Some(0), "{}", said(&solve));
    let made = fs::read(folder.0.join(arguments.last().unwrap())).unwrap();
    assert_eq!((made.len(), &sum(&made)), (bytes, sha256));
}
