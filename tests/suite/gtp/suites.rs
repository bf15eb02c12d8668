//! The suites of `tests/gtp`, in the form of gogui-regress: a line `#? [regex]` says what the
//! command before it replies.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex::RegexBuilder;
use superko::gtp::commands::{ALL, Entry};

use super::session::Session;

fn suites() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "tst"));
    files.sort();
    files
}

/// Runs a suite. Returns the number of its tests and the commands that it names.
fn run(file: &Path) -> (usize, BTreeSet<String>) {
    let text = fs::read_to_string(file).unwrap();
    let (mut session, mut tests, mut commands) = (Session::new(&["--rules", "psk"]), 0, BTreeSet::new());
    let mut last: Option<(String, String)> = None;
    for (number, line) in text.lines().enumerate() {
        let place = format!("{}:{}", file.display(), number + 1);
        if let Some(test) = line.strip_prefix("#?") {
            let expected = test.trim().strip_prefix('[').and_then(|test| test.strip_suffix(']'));
            let expected = expected.unwrap_or_else(|| panic!("{place}: expected #? [regex]"));
            let whole =
                RegexBuilder::new(&format!("^(?:{expected})$")).dot_matches_new_line(true).build().unwrap();
            let (command, reply) = last.take().unwrap_or_else(|| panic!("{place}: no command"));
            assert!(whole.is_match(&reply), "{place}: {command}\nexpected {expected}\nreplied  {reply}");
            tests += 1;
        } else if !line.starts_with('#') {
            let mut words = line.split_whitespace();
            let (id, name) = (words.next().expect("a command has an id"), words.next().expect("and a name"));
            session.send(format!("{line}\n").as_bytes());
            let reply = session.reply().join("\n");
            let reply = reply.strip_prefix(&format!("={id}")).unwrap_or_else(|| panic!("{place}: {reply}"));
            commands.insert(name.to_string());
            last = Some((line.to_string(), reply.trim().to_string()));
        }
    }
    assert_eq!(session.end(), (Some(0), String::new()), "{}", file.display());
    (tests, commands)
}

#[test]
fn the_suites_pass_and_name_every_command_that_does_not_stream() {
    let (mut tests, mut named) = (0, BTreeSet::new());
    for file in suites() {
        let (found, commands) = run(&file);
        tests += found;
        named.extend(commands);
    }
    println!("{tests} tests");
    assert!(tests > 100, "{tests}");
    let all = Session::new(&["--rules", "psk"]).ok("list_commands");
    let unnamed: Vec<&str> = all.lines().filter(|command| !named.contains(*command)).collect();
    // Those are in `analysis.rs`.
    let elsewhere = [
        "analyze",
        "lz-analyze",
        "kata-analyze",
        "genmove_analyze",
        "lz-genmove_analyze",
        "kata-genmove_analyze",
    ];
    assert_eq!(unnamed, elsewhere);
}

#[test]
fn the_page_lists_every_command() {
    let page = include_str!("../../../docs/gtp.md");
    let rows: Vec<&str> =
        page.split("\n## Commands").nth(1).unwrap().split("\n## ").next().unwrap().lines().collect();
    let rows: Vec<&str> = rows.into_iter().filter(|line| line.starts_with("| `")).collect();
    let row = |entry: &Entry| format!("| `{}` | {} |", entry.usage.replace('|', "\\|"), entry.about);
    assert_eq!(rows, ALL.iter().map(row).collect::<Vec<_>>());
}

#[test]
fn the_sessions_of_the_pages_are_as_they_were() {
    for page in [include_str!("../../../docs/gtp.md"), include_str!("../../../docs/tutorial-engine.md")] {
        let told = page.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
        let mut session = Session::new(&["--rules", "psk"]);
        for turn in told.split("\n\n") {
            let (command, reply) = turn.trim().split_once('\n').unwrap();
            session.send(format!("{command}\n").as_bytes());
            assert_eq!(session.reply().join("\n"), reply, "{command}");
        }
    }
}
