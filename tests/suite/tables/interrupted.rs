//! What an interruption leaves, and how the work goes on from there.

use std::fs;

use superko::tables::counts::Count;
use superko::tables::positions::Column;
use superko::tables::rulesets::Rulesets;
use superko::tables::table::Table;
use superko::tables::{cache, folder};

use super::{Folder, TWO, made, read, tables, task};
use crate::common::program::{said, solve_interrupted};
use crate::common::sample;

#[cfg(unix)]
#[test]
fn an_interruption_leaves_the_folder_as_it_was_and_what_was_finished_beside_it() {
    let folder = Folder::new("interrupted");
    let beside = cache::unfinished_path(&folder.0);
    let _ = fs::remove_dir_all(&beside);
    let output = solve_interrupted(&["tables", "--boards", "1x5,4x4", "--out", folder.name()]);
    assert_eq!(output.status.code(), Some(130), "{}", said(&output));
    assert!(said(&output).contains("what was finished is in"), "{}", said(&output));
    assert!(!folder.0.exists());
    assert!(beside.join("MANIFEST.json").is_file() && beside.join("SHA256SUMS").is_file());

    // A folder of one's own is not written into.
    fs::write(beside.join("mine.txt"), "mine").unwrap();
    let output = solve_interrupted(&["tables", "--boards", "1x5,4x4", "--out", folder.name()]);
    assert!(said(&output).contains("nothing was written"), "{}", said(&output));
    fs::remove_dir_all(&beside).unwrap();
}

#[test]
fn what_an_interruption_has_left_is_taken_over_by_keep_and_removed() {
    if sample::leaves_out_three_of_four("what_an_interruption_has_left_is_taken_over_by_keep_and_removed") {
        return;
    }
    let folder = Folder::new("left");
    let beside = cache::unfinished_path(&folder.0);
    let arguments = ["--boards", TWO, "--out", folder.name(), "--budget", "20000"];
    let files = made(&folder, TWO, 2, 20_000);
    fs::remove_dir_all(&folder.0).unwrap();
    // What was finished: the tables, and one of them is told by what a search took from those that
    // are made now.
    let mut left = read(&files);
    left.results_mut::<Table>().all.get_mut(&task("1x3", "ssk")).unwrap().effort.nodes += 1;
    cache::write_unfinished(&folder.0, &left).unwrap();
    assert!(!folder.0.exists() && !beside.join("README.md").exists());
    let output = tables(&[&arguments[..], &["--keep"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let kept = folder::read(&folder.0).unwrap();
    assert_ne!(kept["1x3/ssk.json"], files["1x3/ssk.json"]);
    assert_eq!(kept["1x3/psk.json"], files["1x3/psk.json"]);
    assert!(kept.keys().eq(files.keys()) && !beside.exists());

    // What a second interruption leaves is added to what the first has left.
    fs::remove_dir_all(&folder.0).unwrap();
    let mut first = read(&files);
    first.results_mut::<Table>().all.remove(&task("1x3", "psk")).unwrap();
    cache::write_unfinished(&folder.0, &first).unwrap();
    let mut second = read(&files);
    second.results_mut::<Table>().all.retain(|of, _| *of == task("1x3", "psk"));
    second.results_mut::<Count>().all.clear();
    cache::write_unfinished(&folder.0, &second).unwrap();
    let both = cache::read_unfinished(&folder.0, 20_000, &Rulesets::Catalogue).unwrap();
    assert_eq!(both.all::<Table>(), read(&files).all::<Table>());
    assert_eq!(both.all::<Count>().len(), read(&files).all::<Count>().len());
    assert!(
        cache::read_unfinished(&folder.0, 30_000, &Rulesets::Catalogue).is_none(),
        "it had another limit"
    );

    // Nothing is taken over where nothing is to be kept.
    cache::write_unfinished(&folder.0, &left).unwrap();
    let output = tables(&arguments);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(folder::read(&folder.0).unwrap(), files);
}

#[test]
fn a_certificate_that_an_interruption_came_before_is_still_made() {
    if sample::leaves_out_three_of_four("a_certificate_that_an_interruption_came_before_is_still_made") {
        return;
    }
    let folder = Folder::new("before-certificates");
    let files = made(&folder, TWO, 2, 20_000);
    let beside = cache::unfinished_path(&folder.0);
    fs::remove_dir_all(&folder.0).unwrap();
    // Interrupted when all was solved and nothing proved.
    let mut left = read(&files);
    left.results_mut::<Table>().evidence.clear();
    left.results_mut::<Column>().evidence.clear();
    cache::write_unfinished(&folder.0, &left).unwrap();
    assert!(!beside.join("1x3/psk.cert").exists());
    let output = tables(&["--boards", TWO, "--out", folder.name(), "--budget", "20000", "--keep"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(folder::read(&folder.0).unwrap(), files);
}
