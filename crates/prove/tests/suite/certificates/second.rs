//! Both checkers give the same verdict: `scripts/check_certificate.py`, written from the same page,
//! accepts the same files as the package `superko-certificate`, and its last line says the same of
//! what they prove.
//!
//! The files are certificates of every ruleset, mutants of them, and those written by hand in
//! `certificate/tests/true` and `certificate/tests/false`, whose verdict is the name of the folder.
//! Without `python3` nothing is compared, and the test prints this.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::kinds::{BYTE_KINDS, KINDS, Kind, bases};
use super::mutants::mutant;
use super::random::Random;
use super::written::{binary, gzip, read_back, verdict};
use crate::common::sample;

/// The number of mutants of each ruleset.
const MUTANTS: usize = 150;

/// The most files that the script is given at once.
const FILES: usize = 1_000;

fn script() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("scripts/check_certificate.py")
}

/// Whether there is a Python to run the script with.
pub fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        println!("python3 is not installed: the two checkers are not compared");
    }
    found
}

/// An empty folder of this test alone.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("certificates").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// For each file of a folder whether the script verifies it, and its last line.
fn verdicts(folder: &Path, names: &[String]) -> BTreeMap<String, (bool, String)> {
    let mut verdicts = BTreeMap::new();
    for names in names.chunks(FILES) {
        // The names come before the verdicts only if there are at least two.
        let names = [names, &names[..1]].concat();
        let output = Command::new("python3")
            .arg(script())
            .arg("-q")
            .args(&names)
            .current_dir(folder)
            .output()
            .expect("python3 runs the script");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.is_empty(), "{errors}");
        for line in text.lines() {
            let (name, said) = line.split_once(": s ").unwrap_or_else(|| panic!("{line:?}"));
            verdicts.insert(name.to_string(), (said.starts_with("VERIFIED"), said.to_string()));
        }
    }
    verdicts
}

/// Compares both checkers on files of a folder.
pub fn both_agree(folder: &Path, names: &[String]) -> (usize, usize) {
    let second = verdicts(folder, names);
    let (mut verified, mut differ) = (0, Vec::new());
    for name in names {
        let (by_script, said) = &second[name];
        let found = verdict(&fs::read(folder.join(name)).unwrap());
        verified += usize::from(found.is_ok());
        if let Ok(verified) = &found
            && *by_script
        {
            assert_eq!(*said, format!("VERIFIED {}", verified.summary()), "{}", folder.join(name).display());
        }
        if found.is_ok() != *by_script {
            let found = found
                .map_or_else(|refused| format!("{}: {}", refused.place, refused.why), |_| "right".into());
            differ.push(format!("{}: this crate: {found}; the script: {said}", folder.join(name).display()));
        }
    }
    assert!(differ.is_empty(), "{} verdicts differ:\n{}", differ.len(), differ.join("\n"));
    (verified, names.len() - verified)
}

fn both_agree_on_mutants(ruleset: &str) {
    if !has_python() {
        return;
    }
    let mut random = Random::new(&format!("{ruleset} twice"));
    let (bases, folder) = (bases(ruleset), folder(ruleset));
    let mut names = Vec::new();
    let mut write = |name: String, bytes: &[u8]| {
        fs::write(folder.join(&name), bytes).unwrap();
        names.push(name);
    };
    for (number, base) in bases.iter().enumerate() {
        let bytes = &base.originals[number % base.originals.len()];
        write(format!("true-{number}"), bytes);
    }
    let rules = &bases[0].header().clone();
    let kinds: Vec<Kind> = KINDS.into_iter().chain(BYTE_KINDS).filter(|kind| (kind.among)(rules)).collect();
    for number in 0..super::cases(MUTANTS) {
        let kind = &kinds[number % kinds.len()];
        let (_, bytes) = mutant(&bases, kind, &mut random);
        write(format!("{}-{number}", kind.name.replace([' ', ':'], "-")), &bytes);
    }
    let (verified, refused) = both_agree(&folder, &names);
    println!("{ruleset}: both checkers verify {verified} files and refuse {refused}");
    let few = !sample::is_whole() && verified == bases.len();
    assert!((verified > bases.len() || few) && refused > sample::least(bases.len()));
}

#[test]
fn both_give_the_verdict_of_the_folder() {
    if !has_python() {
        return;
    }
    for (name, expected) in [("true", true), ("false", false)] {
        let folder =
            Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("certificate/tests").join(name);
        let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = files.map(|file| file.into_string().unwrap()).collect();
        names.sort();
        let (verified, refused) = both_agree(&folder, &names);
        assert_eq!(if expected { refused } else { verified }, 0, "{name}");
        assert!(names.len() > 10, "{name}: {} files", names.len());
    }
}

/// No game has a position in which a chain has no liberty. A key with one is malformed wherever it
/// stands: in a lemma, in a closed set and at the start of a theorem, in the text form and in the
/// binary one, compressed or not.
#[test]
fn a_key_in_which_a_chain_has_no_liberty_is_malformed_for_both() {
    let here = folder("liberties");
    let mut names = Vec::new();
    for name in ["key-without-liberty", "closed-set-key-without-liberty", "start-without-liberty"] {
        let path = format!("certificate/tests/false/{name}.cert.txt");
        let text = fs::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)).unwrap();
        let (header, steps) = read_back(&text).unwrap();
        let bytes = binary(&header, &steps).expect("its closed sets are in order");
        for (form, bytes) in [("text", &text), ("binary", &bytes), ("packed", &gzip(&bytes))] {
            let refused = verdict(bytes).unwrap_err();
            assert!(refused.why.contains("a chain has no liberty"), "{name}, {form}: {refused}");
            names.push(format!("{name}-{form}"));
            fs::write(here.join(names.last().unwrap()), bytes).unwrap();
        }
    }
    if has_python() {
        for (name, (verified, said)) in verdicts(&here, &names) {
            let expected = "expected a position in which every chain has a liberty";
            let at_the_start = "expected a start in which every chain has a liberty";
            assert!(
                !verified && (said.ends_with(expected) || said.ends_with(at_the_start)),
                "{name}: {said}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn where_the_script_cannot_write_it_says_so_in_one_line() {
    if !has_python() {
        return;
    }
    let here = folder("output");
    let certificate = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .join("certificate/tests/true/1x2-psk.cert.txt");
    let run = |line: &str| {
        let mut shell = Command::new("sh");
        shell.args(["-c", line, "sh"]).arg(script()).arg(&certificate).current_dir(&here);
        let output = shell.output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    // The limit of the size of files stands for a full disk.
    for (line, why) in
        [("ulimit -f 0; exec python3 \"$@\" >full", "File too large"), ("exec python3 \"$@\" >&-", "closed")]
    {
        let said = format!("check_certificate.py: standard output: {why}\n");
        assert_eq!(run(line), (Some(2), said), "{line}");
    }
    let closed_by_its_reader = "{ python3 \"$@\"; echo $? >&2; } | true";
    let (_, said) = run(closed_by_its_reader);
    // The script may have written everything before its reader was gone.
    assert!(["141\n", "0\n"].contains(&said.as_str()), "{said}");
}

crate::certificates::for_every_ruleset!(both_agree_on_mutants);
