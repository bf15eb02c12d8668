//! `solutions/long-runs`: what took longer than tables may take. Only its smallest certificates are
//! verified here, as the others take minutes each: its page has the commands.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use crate::common::sample;
use superko::sums::sum;
use superko::tables::folder::{self, Files, LONG_RUNS};
use superko_certificate::kinds;

/// What takes seconds to verify.
const SMALL: usize = 1 << 21;

/// What lemmas may take: their reads are packed, as values they would not fit.
const LEMMAS: usize = 1 << 27;

/// What the states of a bounded proof may take.
const STATES: usize = 1 << 29;

fn files() -> Files {
    folder::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("solutions").join(LONG_RUNS)).unwrap()
}

#[test]
fn the_smallest_prove_what_the_page_says() {
    let files = files();
    let page = String::from_utf8(files["README.md"].clone()).unwrap();
    let small = |(name, bytes): &(&String, &Vec<u8>)| name.ends_with(".cert") && bytes.len() < SMALL;
    let small: Vec<_> = files.iter().filter(small).collect();
    assert!(!small.is_empty());
    // scripts/long_runs.sh verifies all of them where the checker or they are others.
    for (name, bytes) in sample::part("long runs", small) {
        let verify = |memory| kinds::verify(Cursor::new(bytes.clone()), memory);
        let more = |refused| match verify(STATES) {
            Ok(bounded @ kinds::Verified::Bounded(_)) => Ok(bounded),
            _ => Err(refused),
        };
        let verified = verify(LEMMAS).or_else(more).unwrap_or_else(|refused| panic!("{name}: {refused}"));
        assert!(page.contains(&format!("{verified}\n")), "{name}: {verified}");
    }
}

#[test]
fn the_files_are_those_of_the_sums_and_of_the_page() {
    let files = files();
    let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
    let (sums, page) = (text("SHA256SUMS"), text("README.md"));
    let mut listed = BTreeSet::from(["SHA256SUMS", "README.md", "published.jsonl"]);
    for line in sums.lines() {
        let (of, name) = line.split_once("  ").unwrap();
        let bytes = &files[name];
        assert_eq!(sum(bytes), of, "{name}");
        kinds::open(Cursor::new(bytes.clone()), 1 << 30)
            .unwrap_or_else(|refused| panic!("{name}: {refused}"));
        // The command that makes it, what that printed, and the sum stand on the page.
        for said in [format!("--out {name}"), format!("{name}: {} bytes", bytes.len()), of.to_string()] {
            assert!(page.contains(&said), "{said}");
        }
        listed.insert(name);
    }
    assert_eq!(files.keys().map(String::as_str).collect::<BTreeSet<_>>(), listed);
    assert!(listed.len() > 2);
}

#[test]
fn tables_leave_them_alone() {
    let place = tempfile::tempdir().unwrap();
    let long = place.path().join(LONG_RUNS);
    let deeper = place.path().join("2x2").join(LONG_RUNS);
    for folder in [&long, &deeper] {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("5x5.cert"), b"kept").unwrap();
    }
    let read = folder::read(place.path()).unwrap();
    assert_eq!(read.keys().collect::<Vec<_>>(), [&format!("2x2/{LONG_RUNS}/5x5.cert")]);
    folder::write(place.path(), &folder::Files::new(), &read).unwrap();
    assert!(long.join("5x5.cert").exists() && !deeper.join("5x5.cert").exists());
}
