//! The commands of the README and of `docs/` print what the pages say, their tables are right,
//! their links lead somewhere, and the records beside their output are refereed as told.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use regex::Regex;
use superko::go::notation::parse_position;
use superko::go::{Board, Player, Position};
use superko::rules::Rules;
use superko::solve::{Budget, Request, solve};

use crate::common::program::{PROGRAM, text};
use crate::common::sample;

#[test]
fn the_examples_of_the_pages_print_what_they_say() {
    trycmd::TestCases::new().case("README.md").case("docs/*.md");
}

#[test]
fn records_are_refereed_as_told() {
    trycmd::TestCases::new().case("tests/records/*.trycmd");
}

/// The value of an empty board in `tests/signature.txt`, whose own test solves every row of it.
fn signed(board: &str, ruleset: &str) -> Option<&'static str> {
    let mut rows = include_str!("../signature.txt").lines().map(|line| line.split_whitespace());
    rows.find_map(|mut row| (row.next()? == board && row.next()? == ruleset).then(|| row.next())?)
}

fn solved(board: &str, position: &str, ruleset: &str) -> String {
    let board = Board::parse(board).unwrap();
    let start = match position {
        "" => Position::default(),
        rows => parse_position(&board, rows).unwrap(),
    };
    let game = Rules::named(ruleset).unwrap().game(board);
    let request = Request { pv: false, ..Request::default() };
    let solution = solve(&game, &game.start(start, Player::Black), &request, &Budget::default());
    solution.value.exact().expect("there is no limit").to_string()
}

/// Compares the tables of a section with the signature or, where that has nothing, with what is
/// solved. The first row of a table names rulesets and its first column boards, which may have a
/// position after them; a value may be a link, and a question mark stands for none. Returns the
/// number of values.
fn compared(page: &str, heading: &str) -> usize {
    let section = page.split(heading).nth(1).expect("the section is there");
    let section = section.split("\n## ").next().expect("a section has an end");
    let (mut rulesets, mut compared) = (Vec::new(), 0);
    for row in section.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let (board, position) = match cells[0] {
            "board" => {
                rulesets = cells[1..].to_vec();
                continue;
            }
            "---" => continue,
            place => place.split_once(' ').unwrap_or((place, "")),
        };
        for (ruleset, said) in rulesets.iter().zip(&cells[1..]).filter(|(_, said)| **said != "?") {
            let said = said.trim_start_matches('[').split(']').next().unwrap_or_default();
            compared += 1;
            let known = signed(board, ruleset).filter(|_| position.is_empty());
            if known.is_none() && !sample::takes(ruleset, compared) {
                continue;
            }
            let found = known.map_or_else(|| solved(board, position, ruleset), String::from);
            assert_eq!(found, said, "{} {ruleset}", cells[0]);
        }
    }
    compared
}

#[test]
fn the_table_of_values_is_right() {
    let results = include_str!("../../docs/results.md");
    assert_eq!(compared(results, "## Values of empty boards"), 15 * 7);
}

/// The published value of an empty board, Black to move.
fn published(board: &str, ruleset: &str) -> Option<String> {
    let lines = include_str!("../../solutions/published.jsonl").lines();
    let records = lines.map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let of_it = |record: &serde_json::Value| {
        let is = |part: &str, text: &str| record[part] == text;
        let empty = record["start"].as_str().is_some_and(|rows| !rows.contains(['X', 'O']));
        is("board", board) && is("rules", ruleset) && is("to_move", "black") && empty
    };
    let mut exact = records.filter(of_it).filter(|record| record["low"] == record["high"]);
    exact.next().map(|record| record["low"].as_str().unwrap().to_string())
}

/// The short table at the top of the README, against the published results.
#[test]
fn the_first_table_of_the_readme_has_the_published_values() {
    let (_, page) = include_str!("../../README.md").split_once("# superko\n").unwrap();
    let lines = page.lines().skip_while(|line| !line.starts_with("| board "));
    let rows: Vec<Vec<&str>> = lines
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let (mut values, mut open) = (0, 0);
    for row in &rows[2..] {
        for (ruleset, said) in rows[0][1..].iter().zip(&row[1..]).filter(|(ruleset, _)| **ruleset != "see") {
            let found = published(row[0], ruleset);
            assert_eq!(found.as_deref().unwrap_or("open"), *said, "{} {ruleset}", row[0]);
            *(if found.is_some() { &mut values } else { &mut open }) += 1;
        }
    }
    assert_eq!((values, open), (28, 2));
}

/// What is cited in BibTeX is what `CITATION.cff` has.
#[test]
fn the_readme_cites_what_the_citation_file_says() {
    let citation = include_str!("../../CITATION.cff");
    let readme = include_str!("../../README.md");
    let entry = readme.split("```bibtex\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let plain: String = entry.chars().filter(|letter| !matches!(letter, '{' | '}')).collect();
    let of_citation = |part: &str| {
        let line = citation.lines().find_map(|line| line.trim_start_matches([' ', '-']).strip_prefix(part));
        line.unwrap().trim_matches('"')
    };
    for (field, part) in [("title", "title: "), ("author", "name: "), ("version", "version: ")] {
        let said = plain.lines().map(str::trim).find(|line| line.starts_with(field)).unwrap();
        let (_, said) = said.split_once('=').unwrap();
        assert_eq!(said.trim().trim_end_matches(','), of_citation(part), "{field}");
    }
}

#[test]
fn the_editions_differ_as_their_page_says() {
    assert!(compared(include_str!("../../docs/rulesets.md"), "## How the editions differ") > 50);
}

/// The short table of what goes wrong, against the published records.
#[test]
fn the_table_of_what_goes_wrong_is_the_published_one() {
    let results = include_str!("../../docs/results.md");
    let published = include_str!("../../solutions/beasts/README.md");
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect()
    };
    // What stands in brackets, or all of a cell.
    let shown = |cell: &str| {
        let inner = cell.strip_prefix('[').and_then(|rest| rest.split_once(']'));
        inner.map_or(cell, |(inner, _)| inner).to_string()
    };
    let header = published.lines().find(|line| line.starts_with("| what ")).expect("it has a table");
    let rulesets: Vec<String> = cells(header).iter().map(|cell| cell.replace('`', "")).collect();
    let mut compared = 0;
    let (_, table) = results.split_once("## What goes wrong").expect("the results have the table");
    let mut lines = table.lines().skip_while(|line| !line.starts_with("| | "));
    let columns = cells(lines.next().expect("it has a header"));
    for line in lines.skip(1).take_while(|line| line.starts_with('|')) {
        let row = cells(line);
        let (_, anchor) = row[0].split_once('#').expect("it links to the check");
        let full =
            published.lines().find(|line| line.starts_with("| [") && line.contains(&format!("](#{anchor}")));
        let full = cells(full.expect("the check is published"));
        for (column, cell) in columns.iter().zip(&row).skip(1) {
            let place = rulesets.iter().position(|name| name == column).expect("the ruleset is published");
            assert_eq!(*cell, shown(&full[place]), "{} under {column}", row[0]);
            compared += 1;
        }
    }
    assert_eq!(compared, 91);
}

/// The script that compares the moves of an engine with those of `solve gtp` prints what its page
/// says, for an engine with the same rules and for one with others.
#[test]
fn an_engine_is_compared_as_its_page_says() {
    let page = include_str!("../../docs/tutorial-engine.md");
    for (rules, status) in [("psk", 0), ("ssk", 1)] {
        let mut command = Command::new("python3");
        command.args(["docs/examples/tutorial/compare_rules.py", "--solve", PROGRAM, "--", PROGRAM]);
        let Ok(output) = command.args(["gtp", "--rules", rules]).output() else {
            println!("python3 is not installed: left out");
            return;
        };
        let printed = text(&output.stdout);
        assert_eq!(output.status.code(), Some(status), "{rules}: {printed}{}", text(&output.stderr));
        assert!(page.contains(&format!("```text\n{printed}```")), "the page does not have\n{printed}");
    }
}

/// The pages of the repository in Markdown, by their paths.
fn pages(root: &Path) -> BTreeMap<PathBuf, String> {
    let mut folders: Vec<PathBuf> = ["docs", "solutions", "python", "web"].map(|name| root.join(name)).into();
    let mut paths =
        ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| root.join(name)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("node_modules") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                paths.push(path);
            }
        }
    }
    paths.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

/// The lines of a page that are no example.
fn told(page: &str) -> impl Iterator<Item = &str> {
    let mut example = false;
    page.lines().filter(move |line| {
        let mark = line.starts_with("```");
        example ^= mark;
        !example && !mark
    })
}

/// The anchors of a page: those that it names, and its headings in the form in which they are
/// linked to.
fn anchors(page: &str) -> HashSet<String> {
    let named = Regex::new(r#"<a (?:id|name)="([^"]+)""#).unwrap();
    let link = Regex::new(r"\[([^\]]*)\]\([^)]*\)").unwrap();
    let mut anchors: HashSet<String> =
        told(page).flat_map(|line| named.captures_iter(line).map(|found| found[1].to_string())).collect();
    for heading in told(page).filter(|line| line.starts_with('#')) {
        let words = link.replace_all(heading.trim_start_matches('#').trim(), "$1").to_lowercase();
        let kept =
            words.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_' | ' '));
        anchors.insert(kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect());
    }
    anchors
}

/// A link within the repository leads to a file that is there, and to a heading that it has.
#[test]
fn the_links_of_the_pages_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let link = Regex::new(r"\]\(([^)\s]+)\)").unwrap();
    let code = Regex::new("`[^`]*`").unwrap();
    let pages = pages(root);
    let (mut links, mut wrong, mut known) = (0, Vec::new(), HashMap::new());
    for (path, page) in &pages {
        for line in told(page) {
            let line = code.replace_all(line, "");
            for to in link.captures_iter(&line).map(|found| found[1].to_string()) {
                if to.contains("://") {
                    continue;
                }
                links += 1;
                let (file, anchor) = to.split_once('#').unwrap_or((&to, ""));
                let aim = if file.is_empty() { path.clone() } else { path.with_file_name(file) };
                let found = fs::canonicalize(aim).is_ok_and(|aim| {
                    let of = || anchors(&fs::read_to_string(&aim).unwrap());
                    anchor.is_empty() || known.entry(aim.clone()).or_insert_with(of).contains(anchor)
                });
                if !found {
                    wrong.push(format!("{}: {to}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "links that lead nowhere:\n{}", wrong.join("\n"));
    assert!(links > 1000, "{links} links");
}

/// A file or folder of the code that a page names is there.
#[test]
fn the_files_that_the_pages_name_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named =
        Regex::new("`((?:benches|certificate|crates|python|scripts|src|tests|web)/[A-Za-z0-9_./-]+)`")
            .unwrap();
    let (mut count, mut wrong) = (0, Vec::new());
    for (path, page) in &pages(root) {
        for file in named.captures_iter(page).map(|found| found[1].to_string()) {
            count += 1;
            // `NAME` stands for a name of the reader's own.
            if !root.join(&file).exists() && !file.contains("NAME") {
                wrong.push(format!("{}: {file}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "files that are not there:\n{}", wrong.join("\n"));
    assert!(count > 150, "{count} files");
}
