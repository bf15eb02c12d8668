//! Shares of the work for several machines, and how they are put together.

use std::collections::BTreeSet;
use std::fs;

use superko::tables::folder::{self, Files};

use super::{Folder, TWO as BOARDS, made, tables};
use crate::common::program::said;
use crate::common::sample;

/// Makes a share within 20,000 nodes.
fn share(of: &Folder, shard: &str) -> Files {
    let output = tables(&["--boards", BOARDS, "--budget", "20000", "--shard", shard, "--out", of.name()]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    folder::read(&of.0).expect("the folder was written")
}

/// Merges folders into a new one.
fn merged(of: &Folder, shares: &str, more: &[&str]) -> (Option<i32>, String) {
    let arguments = ["--boards", BOARDS, "--merge", shares, "--out", of.name()];
    let output = tables(&[&arguments[..], more].concat());
    (output.status.code(), said(&output))
}

const LIMIT: [&str; 2] = ["--budget", "20000"];

#[test]
fn shares_that_are_merged_are_the_folder_that_one_machine_makes() {
    if sample::leaves_out("shares_that_are_merged_are_the_folder_that_one_machine_makes") {
        return;
    }
    let one = Folder::new("one-machine");
    let whole = made(&one, BOARDS, 2, 20_000);
    let shares = ["1/3", "2/3", "3/3"].map(|shard| {
        let folder = Folder::new(&format!("share-{}", &shard[..1]));
        let files = share(&folder, shard);
        (folder, files)
    });
    let mut seen = BTreeSet::new();
    for (folder, files) in &shares {
        assert!(!files.contains_key("README.md") && !files.contains_key("differences.json"));
        let tables: Vec<&String> = files.keys().filter(|path| path.starts_with("1x3/")).collect();
        assert!(tables.len() > 5, "{}: {tables:?}", folder.name());
        // Each has the bytes of one machine, and is in one share.
        for path in tables {
            assert_eq!(files[path], whole[path], "{path}");
            assert!(seen.insert(path.clone()), "{path}");
        }
    }
    let all = whole.keys().filter(|path| path.starts_with("1x3/")).cloned().collect();
    assert_eq!(seen, all);
    let names = shares.each_ref().map(|(folder, _)| folder.name());
    for (number, lists) in [names.join(","), names[1..].join(","), names[0].to_string()].iter().enumerate() {
        let folder = Folder::new(&format!("merged-{number}"));
        let (status, said) = merged(&folder, lists, &LIMIT);
        assert_eq!(status, Some(0), "{said}");
        assert!(folder::read(&folder.0).unwrap() == whole, "{lists}: other files");
    }
}

#[test]
fn what_is_no_share_of_the_same_work_is_refused_and_a_wrong_certificate_made_again() {
    if sample::leaves_out("what_is_no_share_of_the_same_work_is_refused_and_a_wrong_certificate_made_again") {
        return;
    }
    let part = Folder::new("part");
    let mut files = share(&part, "1/2");
    let target = Folder::new("refused-merge");
    let (status, why) = merged(&target, part.name(), &[]);
    assert!(why.contains("its results had a limit of 20000 nodes, expected 3000000"), "{why}");
    assert_eq!((status, target.0.exists()), (Some(2), false));
    let drafts = merged(&target, part.name(), &[&LIMIT[..], &["--rules", "psk,ssk"]].concat());
    assert!(drafts.1.contains("tables of the rulesets of the catalogue, expected psk, ssk"), "{drafts:?}");
    let empty = Folder::new("empty");
    fs::create_dir(&empty.0).unwrap();
    assert!(merged(&target, empty.name(), &LIMIT).1.contains("has no MANIFEST.json"));
    assert!(merged(&target, "not/there", &LIMIT).1.contains("--merge not/there: "));
    fs::write(part.0.join("MANIFEST.json"), "{}").unwrap();
    assert!(merged(&target, part.name(), &LIMIT).1.contains("MANIFEST.json"));
    assert!(!target.0.exists());

    // A certificate that was changed on the way is not taken over.
    fs::write(part.0.join("MANIFEST.json"), &files["MANIFEST.json"]).unwrap();
    let path = files.keys().find(|path| path.starts_with("1x3/") && path.ends_with(".cert")).unwrap().clone();
    let bytes = files.get_mut(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(part.0.join(&path), &*bytes).unwrap();
    let (status, why) = merged(&target, part.name(), &LIMIT);
    assert_eq!(status, Some(0), "{why}");
    let one = Folder::new("again");
    assert!(folder::read(&target.0).unwrap() == made(&one, BOARDS, 2, 20_000));

    // A whole folder is not made a share.
    let share = tables(&["--boards", BOARDS, "--budget", "20000", "--shard", "1/2", "--out", one.name()]);
    let refused = said(&share);
    assert!(
        refused.contains("the folder has whole tables, expected another folder for a share"),
        "{refused}"
    );
    for wrong in [
        &["--shard", "3/2", "--out", "x"][..],
        &["--shard", "1/2"],
        &["--shard", "1/2", "--out", "x", "--merge", "y"],
    ] {
        assert_eq!(tables(wrong).status.code(), Some(2), "{wrong:?}");
    }
}
