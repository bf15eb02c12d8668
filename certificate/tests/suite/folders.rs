//! The certificates written by hand: those of `tests/true` are verified, those of `tests/false` are refused, each for
//! the one thing that its first line names. And the program `superko-check` as users see it.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use superko_certificate::refused::Cause;
use superko_certificate::verify::verify;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The paths of the files of a folder, in order.
fn files(name: &str) -> Vec<String> {
    let entries = fs::read_dir(folder(name)).unwrap();
    let mut files: Vec<String> =
        entries.map(|entry| entry.unwrap().path().to_str().unwrap().to_string()).collect();
    files.sort();
    assert!(files.len() > 10, "{name}: {} files", files.len());
    files
}

/// Runs the program on arguments and an input.
fn check(arguments: &[&str], input: &[u8]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_superko-check"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // The program may end without reading all of it.
    let _ = child.stdin.take().expect("it has an input").write_all(input);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program prints UTF-8");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn certificates_of_the_folder_true_are_verified() {
    for file in files("true") {
        let verified = verify(Cursor::new(fs::read(&file).unwrap()), 1 << 20);
        verified.unwrap_or_else(|refused| panic!("{file}: {refused}"));
    }
}

#[test]
fn certificates_of_the_folder_false_are_refused() {
    for file in files("false") {
        let refused = verify(Cursor::new(fs::read(&file).unwrap()), 1 << 20).expect_err(&file);
        assert!(matches!(refused.cause, Cause::Wrong | Cause::NoCertificate), "{file}: {refused}");
    }
}

#[test]
fn a_key_in_which_a_chain_has_no_liberty_is_malformed() {
    for (name, key) in [("key-without-liberty", "OXX.."), ("closed-set-key-without-liberty", "XO")] {
        let bytes = fs::read(folder("false").join(format!("{name}.cert.txt"))).unwrap();
        let refused = verify(Cursor::new(bytes), 1 << 20).unwrap_err();
        assert_eq!(refused.why, format!("{key}, a position in which a chain has no liberty"));
    }
}

#[test]
fn the_last_line_says_what_is_proved_or_why_nothing_is() {
    let right = folder("true").join("1x2-psk.cert.txt");
    let right = right.to_str().unwrap();
    let (status, said, errors) = check(&[right], b"");
    assert_eq!((status, errors.as_str()), (Some(0), ""));
    assert_eq!(said, "c 1x2 psk, 8 lemmas, 5 reads\nc X. black: value -2\ns VERIFIED 1x2 psk: value -2\n");
    // From standard input the same, and so with the text that is shown.
    let (_, shown, _) = check(&["--text", right], b"");
    assert!(shown.starts_with("superko certificate 1\nboard 1x2\n") && shown.ends_with("\nend\n"));
    assert_eq!(check(&["-"], shown.as_bytes()), (status, said, errors));

    let wrong = shown.replace("lemma 2 .O black 0 >= -2", "lemma 2 .O black 0 >= -1");
    let (status, said, _) = check(&["-"], wrong.as_bytes());
    assert_eq!(status, Some(1));
    assert!(said.starts_with("s NOT VERIFIED lemma 2, before line ") && said.lines().count() == 1, "{said}");
    let (status, said, _) = check(&["--text", "-"], wrong.as_bytes());
    assert_eq!(status, Some(1));
    assert!(said.lines().last().unwrap().starts_with("# not right from here on: lemma 2, "), "{said}");
}

#[test]
fn with_several_files_each_line_names_its_file() {
    let (right, wrong) = (files("true"), files("false"));
    let all: Vec<&str> = right.iter().chain(&wrong).map(String::as_str).collect();
    let (status, said, _) = check(&all, b"");
    let verdict = |file: &str, verdict: &str| {
        let line = format!("{file}: s {verdict} ");
        said.lines().any(|said| said.starts_with(&line))
    };
    assert!(right.iter().all(|file| verdict(file, "VERIFIED")), "{said}");
    // A file whose first line is that of another version is no certificate of this one.
    let refused = wrong.iter().filter(|file| verdict(file, "NOT VERIFIED")).count();
    assert_eq!((refused, status), (wrong.len() - 1, Some(2)), "{said}");
}

#[test]
fn what_is_no_certificate_is_bad_input() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let program = env!("CARGO_BIN_EXE_superko-check");
    for (arguments, expected) in [
        (vec![manifest.to_str().unwrap()], ": not a certificate: line 1: "),
        (vec![program], ": not a certificate: line 1: "),
        (vec!["-"], "-: not a certificate: line 1: \"\", expected \"superko certificate 1\""),
        (vec!["no such file"], "no such file: No such file"),
        (vec!["."], ".: Is a directory"),
        (vec!["--text", "."], ".: Is a directory"),
        (vec![], "no file is given"),
        (vec!["--test", "-"], "unknown option \"--test\""),
        (vec!["--memory", "little", "-"], "--memory \"little\": expected a size"),
    ] {
        let (status, said, errors) = check(&arguments, b"");
        assert_eq!((status, said.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(errors.contains(expected) && errors.lines().count() == 1, "{arguments:?}: {errors}");
    }
}
