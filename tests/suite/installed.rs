//! The program in a folder that has nothing of the repository, as those have it who install it.

use std::path::PathBuf;
use std::process::Output;
use std::{env, fs};

use crate::common::program::{command, text};

/// An empty folder that is removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = env::temp_dir().join(format!("superko-installed-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// What the program prints here, and how it ends.
    fn solve(&self, arguments: &[&str]) -> Output {
        command(arguments).current_dir(&self.0).output().expect("the program starts")
    }

    /// The names of what is here.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Results that are part of the program are known anywhere.
#[test]
fn a_published_value_and_a_claim_need_nothing_of_the_repository() {
    let folder = Folder::new("answers");
    let solved = folder.solve(&["--board", "2x2", "--rules", "kee2020"]);
    assert_eq!(solved.status.code(), Some(0), "{}", text(&solved.stderr));
    let said = text(&solved.stdout);
    assert!(
        said.contains("\npublished   0 (draw), by a certificate (solutions/2x2/kee2020.cert)\n"),
        "{said}"
    );
    let judged = folder.solve(&["claims", "jann-1"]);
    assert_eq!(judged.status.code(), Some(0), "{}", text(&judged.stderr));
    assert!(text(&judged.stdout).starts_with("jann-1: confirmed"), "{}", text(&judged.stdout));
    assert!(folder.names().is_empty());
}

/// What is no part of the program is asked for in one line, which says where it is.
#[test]
fn what_is_in_the_repository_alone_is_said_to_be_there() {
    let folder = Folder::new("missing");
    let (tables, certificates) =
        ("run it in a clone of the repository, or name one with", "; those of solutions/");
    let jobs: [(&[&str], &str, &str); 6] = [
        (&["book", "--out", "book"], "solve: --tables solutions: ", &format!("{tables} --tables DIR\n")),
        (&["tables", "--check"], "solve: --out solutions: ", &format!("{tables} --out DIR\n")),
        (&["tables", "--check", "--out", "mine"], "solve: --out mine: ", &format!("{tables} --out DIR\n")),
        (
            &["check", "solutions/2x2/kee2020.cert"],
            "solve: solutions/2x2/kee2020.cert: ",
            &format!("expected a certificate{certificates} are in a clone of the repository\n"),
        ),
        (&["certificate", "show", "solutions/2x2/psk.cert"], "solve: solutions/2x2/psk.cert: ", certificates),
        (&["check", "mine.cert"], "solve: mine.cert: ", "expected a certificate\n"),
    ];
    for (arguments, begins, has) in jobs {
        let output = folder.solve(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
        assert!(said.starts_with(begins) && said.contains(has), "{arguments:?}: {said}");
    }
    assert!(folder.names().is_empty());

    // A folder that is there is not said to be elsewhere.
    fs::create_dir(folder.0.join("mine")).unwrap();
    let output = folder.solve(&["book", "--out", "book", "--tables", "mine"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!text(&output.stderr).contains("clone"), "{}", text(&output.stderr));
}

/// A check of your own tables, and of their certificates, needs nothing but their folder.
#[test]
fn tables_of_ones_own_are_written_and_checked_anywhere() {
    let folder = Folder::new("own");
    for arguments in [
        &["tables", "--boards", "1x1", "--rules", "psk,ssk", "--out", "few", "--quiet"][..],
        &["tables", "--check", "--boards", "1x1", "--out", "few", "--quiet"],
        &["check", "few/1x1/psk.cert"],
    ] {
        let output = folder.solve(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    }
    assert_eq!(folder.names(), ["few"]);
}
