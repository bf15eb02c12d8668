//! Checks of a folder in shares, and what a check remembers.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::{fs, thread};

use serde_json::Value as Json;
use superko::solve::Value;
use superko::tables::cache::VerifiedSums;
use superko::tables::check::{Depth, check};
use superko::tables::differences::Differences;
use superko::tables::jobs::{Interrupted, Jobs};
use superko::tables::kinds::Solutions;
use superko::tables::manifest::Evidence;
use superko::tables::plan::{Selection, Task};
use superko::tables::positions::Column;
use superko::tables::table::Table;
use superko::tables::{build, folder};

use super::{Folder, TWO, made, read, tables, task};
use crate::common::program::{json, refused, said};
use crate::common::sample;

/// What a check finds, as a record.
fn found(folder: &Folder, more: &[&str]) -> Json {
    let arguments = ["--check", "--boards", TWO, "--out", folder.name(), "--json"];
    let output = tables(&[&arguments[..], more].concat());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", said(&output));
    json(&output)
}

/// The faults of a record.
fn faults(found: &Json) -> Vec<&str> {
    found["faults"].as_array().unwrap().iter().map(|fault| fault.as_str().unwrap()).collect()
}

fn number(found: &Json, field: &str) -> u64 {
    found[field].as_u64().unwrap()
}

/// Changes the results of a folder, and mends all that follows from them.
fn forge(folder: &Folder, files: &folder::Files, change: impl FnOnce(&mut Solutions)) {
    let mut solutions = read(files);
    change(&mut solutions);
    let former = folder::read(&folder.0).unwrap();
    folder::write(&folder.0, &build::files(&solutions), &former).unwrap();
}

const SHARES: [&str; 3] = ["1/3", "2/3", "3/3"];

#[test]
fn shares_of_a_check_look_at_everything_once_and_each_fault_is_found_by_one_of_them() {
    if sample::leaves_out_three_of_four(
        "shares_of_a_check_look_at_everything_once_and_each_fault_is_found_by_one_of_them",
    ) {
        return;
    }
    let folder = Folder::new("checked-shares");
    let files = made(&folder, TWO, 2, 12_000);
    forge(&folder, &files, |solutions| {
        let tables = &mut solutions.results_mut::<Table>().all;
        // A value that a certificate proves otherwise; what no certificate tells of a table that
        // has one, and of another.
        tables.get_mut(&task("1x3", "psk")).unwrap().move_values[3].value = Some(Value::Points(0.into()));
        tables.get_mut(&task("1x3", "ssk")).unwrap().effort.nodes += 1;
        tables.get_mut(&task("1x3", "jann")).unwrap().effort.nodes += 1;
        // A line that an analysis of the board tells to be wrong.
        tables.get_mut(&task("1x3", "jann+scoring-territory")).unwrap().line.complete = false;
        // What follows from other results.
        solutions.results_mut::<Differences>().all.get_mut(&Task::whole()).unwrap().nodes += 1;
    });
    let of_psk = "1x3/psk.cert: proves that the value of ... black after pass is ";
    let [psk, ssk, jann, differences] = ["1x3/psk.json", "1x3/ssk.json", "1x3/jann.json", "differences.json"]
        .map(|file| format!("{file}: differs from what is solved now"));
    let line = "1x3/jann+scoring-territory.json: line does not end with its value";
    let territory = "1x3/jann+scoring-territory.json: differs from what is solved now";
    let usual = [of_psk, &psk, &jann, line, territory, &differences];
    let full = [of_psk, &psk, &ssk, &jann, line, territory, &differences];
    for (depth, expected) in [(&[][..], &usual[..]), (&["--full"], &full[..])] {
        let whole = found(&folder, depth);
        assert_eq!((&whole["share"], number(&whole, "not_looked_at")), (&Json::Null, 0));
        let all = faults(&whole).len();
        // The move that has another value is a contradiction as well, which every check finds.
        let cheap: BTreeSet<&str> = faults(&whole)
            .into_iter()
            .filter(|fault| !expected.iter().any(|of| fault.starts_with(of)))
            .collect();
        assert_eq!(all - cheap.len(), expected.len(), "{whole}");
        let shares = SHARES.map(|shard| found(&folder, &[depth, &["--shard", shard]].concat()));
        for (share, shard) in shares.iter().zip(SHARES) {
            assert_eq!(share["share"], shard);
            assert!(cheap.iter().all(|fault| faults(share).contains(fault)), "{share}");
            assert!(number(share, "not_looked_at") > 0);
        }
        for fault in expected {
            let finds = |share: &&Json| faults(share).iter().any(|found| found.starts_with(fault));
            // A table whose certificate is wrong is solved again by the share that finds that.
            let count = shares.iter().filter(finds).count();
            assert!(count == 1 || *fault == psk && count == 2, "{fault}: {count}");
        }
        let unchecked = shares.each_ref().map(|share| -> BTreeSet<String> {
            share["unchecked"].as_array().unwrap().iter().map(Json::to_string).collect()
        });
        assert!(
            unchecked[0]
                .iter()
                .all(|result| !unchecked[1].contains(result) || !unchecked[2].contains(result))
        );
        let sum = |field| shares.iter().map(|share| number(share, field)).sum::<u64>();
        if depth.is_empty() {
            assert_eq!(sum("verified"), number(&whole, "verified"));
            assert_eq!(sum("solved_again"), number(&whole, "solved_again"));
        }
    }
    let output = tables(&["--check", "--boards", TWO, "--out", folder.name(), "--shard", "2/3"]);
    assert!(said(&output).contains(" files, share 2/3, "), "{}", said(&output));
    assert!(said(&output).contains(" NOT looked at ("), "{}", said(&output));
    refused(&["tables", "--check", "--shard", "4/3"], "such as 2/8");
    refused(&["tables", "--check", "--quick", "--shard", "1/3"], "cannot be used with");
}

/// A file for what is remembered, which is not there, in a folder of its own.
fn memory(name: &str) -> (Folder, PathBuf) {
    let folder = Folder::new(name);
    fs::create_dir(&folder.0).unwrap();
    let file = folder.0.join("verified");
    (folder, file)
}

#[test]
fn what_was_verified_before_is_not_verified_again_and_what_is_changed_is() {
    if sample::leaves_out_three_of_four(
        "what_was_verified_before_is_not_verified_again_and_what_is_changed_is",
    ) {
        return;
    }
    let folder = Folder::new("remembered");
    let (_beside, file) = memory("memory");
    let files = made(&folder, TWO, 2, 4000);
    let verified = ["--verified", file.to_str().unwrap()];
    let first = found(&folder, &verified);
    assert_eq!((faults(&first).len(), number(&first, "verified_before")), (0, 0));
    let lines = fs::read_to_string(&file).unwrap();
    let all = lines.lines().count() as u64;
    assert!(all > 50 && all >= number(&first, "verified"), "{all}");
    let second = found(&folder, &verified);
    assert_eq!(number(&second, "verified_before"), all);
    assert_eq!(number(&second, "verified"), number(&first, "verified"));
    assert_eq!(fs::read_to_string(&file).unwrap(), lines);
    let arguments = ["--check", "--boards", TWO, "--out", folder.name()];
    let output = tables(&[&arguments[..], &verified].concat());
    assert!(said(&output).contains(&format!(", {all} of all these certificates verified before, ")));

    type Change = fn(&mut Solutions);
    let changes: [(Change, &str); 5] = [
        (
            |solutions| {
                let made = solutions.results_mut::<Table>().evidence.get_mut(&task("1x3", "psk")).unwrap();
                let bytes = made.certificate.as_mut().unwrap();
                let middle = bytes.len() / 2;
                bytes[middle] ^= 1;
            },
            "1x3/psk.cert: not verified: ",
        ),
        (
            |solutions| {
                let tables = solutions.results_mut::<Table>();
                let other = tables.evidence[&task("1x1", "ssk")].certificate.clone();
                tables.evidence.get_mut(&task("1x3", "ssk")).unwrap().certificate = other;
            },
            "1x3/ssk.cert: is about 1x1 ssk, expected 1x3 ssk",
        ),
        (
            |solutions| {
                let tables = &mut solutions.results_mut::<Table>().all;
                let psk = tables.get_mut(&task("1x3", "psk")).unwrap();
                psk.move_values[3].value = Some(Value::Points(0.into()));
            },
            "1x3/psk.cert: proves that the value of ... black after pass is ",
        ),
        (
            |solutions| {
                let columns = &mut solutions.results_mut::<Column>().all;
                let values = &mut columns.get_mut(&task("1x3", "spight")).unwrap().values;
                values[0] = values[3];
            },
            "strong/1x3/spight.cert: proves that the value of ... black is ",
        ),
        (
            |solutions| {
                let tables = solutions.results_mut::<Table>();
                match &mut tables.evidence.get_mut(&task("1x3", "ssk")).unwrap().evidence {
                    Evidence::Certificate { lemmas, .. } => *lemmas += 1,
                    _ => panic!("1x3 has a certificate under ssk"),
                }
            },
            "1x3/ssk.cert: has ",
        ),
    ];
    for (place, (change, fault)) in changes.into_iter().enumerate() {
        forge(&folder, &files, change);
        // As often as it is checked, for which one is tried twice.
        for _ in 0..if place == 0 { 2 } else { 1 } {
            let found = found(&folder, &verified);
            assert_eq!(number(&found, "verified_before"), all - 1, "{fault}");
            assert!(faults(&found).iter().any(|line| line.starts_with(fault)), "{found}");
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), lines, "{fault}");
    }

    // What is not compared is no reason to verify a certificate again.
    forge(&folder, &files, |solutions| {
        let tables = &mut solutions.results_mut::<Table>().all;
        tables.get_mut(&task("1x3", "ssk")).unwrap().effort.nodes += 1;
    });
    assert_eq!(number(&found(&folder, &verified), "verified_before"), all);
}

#[test]
fn an_interrupted_check_keeps_what_was_verified_and_no_file_of_others_is_taken() {
    if sample::leaves_out_three_of_four(
        "an_interrupted_check_keeps_what_was_verified_and_no_file_of_others_is_taken",
    ) {
        return;
    }
    let folder = Folder::new("remembered-in-part");
    let (beside, file) = memory("memory-in-part");
    let files = made(&folder, TWO, 2, 4000);
    let (selection, flag) = (Selection::of(&["1x1", "1x3"]).unwrap(), Arc::new(AtomicBool::new(false)));
    let jobs = Jobs::new(1, Arc::clone(&flag));
    let mut remembered = VerifiedSums::of(&file).unwrap();
    let found = thread::scope(|scope| {
        scope.spawn(|| {
            // `20 of 83: ...`: nineteen are done.
            while jobs.describe().split(' ').next().unwrap().parse::<u32>().unwrap() < 20 {
                thread::yield_now();
            }
            flag.store(true, Relaxed);
        });
        check(&selection, &files, Depth::Usual, Some(&mut remembered), &jobs)
    });
    assert_eq!(found, Err(Interrupted));
    remembered.keep().unwrap();
    let lines = fs::read_to_string(&file).unwrap().lines().count();
    assert!(lines >= 19, "{lines}");
    let mut remembered = VerifiedSums::of(&file).unwrap();
    let jobs = Jobs::new(2, Arc::default());
    let report = check(&selection, &files, Depth::Usual, Some(&mut remembered), &jobs).unwrap();
    assert_eq!((report.verified_before, report.faults.len()), (lines, 0));

    let file = file.to_str().unwrap();
    let with = |file| ["tables", "--check", "--boards", TWO, "--out", folder.name(), "--verified", file];
    fs::write(file, "mine\n").unwrap();
    refused(&with(file), "line 1 is no SHA-256 sum");
    assert_eq!(fs::read(file).unwrap(), b"mine\n");
    refused(&with(beside.name()), "not a regular file");
    refused(&with("no such folder/file"), "--verified no such folder/file: ");
    refused(&["tables", "--verified", file], "--check");
    refused(&["tables", "--check", "--quick", "--verified", file], "cannot be used with");
}
