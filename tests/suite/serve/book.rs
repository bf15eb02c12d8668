//! The book: its files, its links, and its values.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::program::{solve, text};
use crate::common::sample;

/// A folder that is removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("superko-book-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn join(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn write(out: &str, more: &[&str]) -> (Option<i32>, String) {
    let output = solve(&[&["book", "--out", out], more].concat());
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

/// The files of a folder by their paths.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap().map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else {
                let name = entry.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
                found.insert(name, fs::read(&entry).unwrap());
            }
        }
    }
    found
}

/// The record of a script, with its key.
fn record(script: &[u8]) -> (String, Value) {
    let script = str::from_utf8(script).unwrap();
    let inner = script.strip_prefix("superkoBook(").and_then(|rest| rest.strip_suffix(");\n")).unwrap();
    let (key, data) = inner.split_once(", ").unwrap();
    (serde_json::from_str(key).unwrap(), serde_json::from_str(data).unwrap())
}

#[test]
fn a_book_has_no_broken_link_and_the_values_of_the_program_and_the_same_bytes_again() {
    if sample::leaves_out_three_of_four(
        "a_book_has_no_broken_link_and_the_values_of_the_program_and_the_same_bytes_again",
    ) {
        return;
    }
    let folder = Folder::new("whole");
    let out = folder.join("book");
    assert_eq!(write(&out, &[]).0, Some(0));
    let book = files(Path::new(&out));

    // What the page names is there, and what there is is named.
    let page = str::from_utf8(&book["index.html"]).unwrap();
    assert!(page.contains("data-source=\"book\"") && !page.contains("data-source=\"server\""));
    let mut named = vec!["index.html".to_string(), "LICENSES.txt".to_string()];
    for part in
        page.split([' ', '>']).filter_map(|word| word.strip_prefix("src=\"").or(word.strip_prefix("href=\"")))
    {
        let link = part.split('"').next().unwrap();
        if !link.starts_with("data:") {
            assert!(book.contains_key(link), "{link}");
            named.push(link.to_string());
        }
    }
    let data: BTreeMap<String, Value> = book
        .iter()
        .filter(|(path, _)| path.starts_with("data/"))
        .map(|(path, script)| {
            let (key, data) = record(script);
            assert_eq!(*path, format!("data/{}.js", key.replace(':', "-")));
            named.push(path.clone());
            (key, data)
        })
        .collect();
    named.sort();
    assert!(book.keys().eq(&named), "{named:?}");
    let texts = |value: &Value| -> Vec<String> {
        value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_string()).collect()
    };
    let catalogue = &data["catalogue"];
    let (boards, strong) = (texts(&catalogue["boards"]), texts(&catalogue["strong"]));
    let mut keys: Vec<String> = boards.iter().map(|board| format!("empty/{board}")).collect();
    keys.extend(strong.iter().map(|board| format!("strong/{board}")));
    keys.extend(["catalogue", "claims", "tables"].map(str::to_string));
    keys.sort();
    assert!(data.keys().eq(&keys), "{keys:?}");
    assert!(["1x1", "2x2", "2x3", "3x3"].iter().all(|board| strong.contains(&board.to_string())));
    for row in data["tables"]["rows"].as_array().unwrap() {
        let board = row["board"].as_str().unwrap();
        for (rules, cell) in row["values"].as_object().unwrap() {
            // What is proved beside the tables is in the table alone.
            let path = cell["certificate"].as_str().unwrap_or_default();
            if path.starts_with("bounded/") || path.starts_with("long-runs/") {
                let empty = data.get(&format!("empty/{board}"));
                assert!(
                    empty.is_none_or(|empty| empty["rules"][rules]["value"].is_null()),
                    "{board} {rules}"
                );
                continue;
            }
            let empty = &data[&format!("empty/{board}")];
            assert_eq!(empty["rules"][rules]["value"], cell["value"], "{rules}");
        }
    }

    // The values are those that the program finds.
    for (board, rules, start, white) in [
        ("2x3", "psk", "OOO/.X.", true),
        ("2x3", "ssk", "OOO/.X.", true),
        ("2x2", "kee2020 --lift produced", "../.O", false),
        ("1x4", "simple-ko", ".X.O", false),
    ] {
        let mover = if white { "white" } else { "black" };
        let mut arguments = vec!["--board", board, "--start", start, "--to-move", mover, "--json", "--rules"];
        arguments.extend(rules.split(' '));
        let solved: Value = serde_json::from_slice(&solve(&arguments).stdout).unwrap();
        let strong = &data[&format!("strong/{board}")];
        let column = texts(&strong["columns"]).iter().position(|column| column == rules).unwrap();
        // The position of the class that is listed, Black to move.
        let exchanged: String = start
            .chars()
            .map(|letter| match (letter, white) {
                ('X', true) => 'O',
                ('O', true) => 'X',
                _ => letter,
            })
            .collect();
        let images = images(&exchanged);
        let row = images.iter().find_map(|image| strong["rows"].get(image)).unwrap();
        let value = row[column].as_str().unwrap();
        let negated = match value.strip_prefix('-') {
            Some(value) => value.to_string(),
            None if value == "0" || value == "no-result" => value.to_string(),
            None => format!("-{value}"),
        };
        assert_eq!(
            solved["value"],
            if white { negated } else { value.to_string() },
            "{board} {rules} {start}"
        );
    }
    let solved =
        solve(&["--board", "2x3", "--rules", "psk", "--json", "--move-values", "--best-moves", "all"]);
    let solved: Value = serde_json::from_slice(&solved.stdout).unwrap();
    let told = &data["empty/2x3"]["rules"]["psk"];
    for field in ["value", "bounds", "best_moves", "all_best_moves", "move_values", "line"] {
        assert_eq!(told[field], solved[field], "{field}");
    }
    assert_eq!(told["why"].as_array().unwrap().len(), told["line"].as_array().unwrap().len());

    // Written again over itself it is the same, with nothing left beside it.
    assert_eq!(write(&out, &[]).0, Some(0));
    assert!(files(Path::new(&out)) == book, "the bytes have changed");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let plain = folder.join("plain");
        fs::create_dir(&plain).unwrap();
        let mode = |path: &str| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&out), mode(&plain));
    }
}

/// A position and its images under the symmetries of a grid that has as many rows after them.
fn images(position: &str) -> Vec<String> {
    let rows: Vec<Vec<char>> = position.split('/').map(|row| row.chars().collect()).collect();
    let text = |rows: &[Vec<char>]| {
        rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    };
    let mut all = Vec::new();
    let mut turned = rows;
    for _ in 0..4 {
        let flipped: Vec<Vec<char>> = turned.iter().rev().cloned().collect();
        all.extend([text(&turned), text(&flipped)]);
        turned = (0..turned[0].len()).map(|c| turned.iter().rev().map(|row| row[c]).collect()).collect();
    }
    all
}

#[test]
fn a_folder_that_is_no_book_is_left_alone() {
    if sample::leaves_out("a_folder_that_is_no_book_is_left_alone") {
        return;
    }
    let folder = Folder::new("others");
    fs::write(folder.join("letter.txt"), "dear").unwrap();
    let out = folder.0.to_str().unwrap().to_string();
    let (status, said) = write(&out, &[]);
    assert!(
        status == Some(2) && said.contains("letter.txt is no part of a book") && said.lines().count() == 1,
        "{said}"
    );
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
    // With --force the files of the book come beside the others.
    assert_eq!(write(&out, &["--force"]).0, Some(0));
    assert_eq!(fs::read_to_string(folder.join("letter.txt")).unwrap(), "dear");
    assert!(folder.0.join("data/catalogue.js").is_file());

    let file = folder.join("letter.txt");
    assert_eq!(write(&file, &["--force"]).0, Some(2));
    assert_eq!(fs::read_to_string(&file).unwrap(), "dear");
    let (status, said) = write(&folder.join("new"), &["--tables", &folder.join("nowhere")]);
    assert!(status == Some(2) && said.contains("solve tables") && said.lines().count() == 1, "{said}");
    assert!(!folder.0.join("new").exists());
}
