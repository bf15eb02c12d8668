//! Rules files that are wrong, and those that the program writes.

use std::fs;

use fastrand::Rng;
use superko::rules::clauses::HELP;
use superko::rules::file::{self, like};
use superko::rules::{Rules, catalogue};

use crate::common::drafts;
use crate::common::program::{refused, said, solve, text};

/// What is said of a file that is wrong.
fn fault(text: &str) -> String {
    file::read("draft.toml", text.as_bytes()).err().unwrap_or_else(|| panic!("{text}")).to_string()
}

#[test]
fn a_wrong_file_is_answered_with_its_place() {
    let of = |clause: &str| fault(&format!("[clauses]\n{clause}\n"));
    let cases = [
        (
            "lifted-by = \"pas\"",
            "draft.toml:2:13: lifted-by = \"pas\": expected one of: \"nothing\", \"pass\", \"two-passes\"",
        ),
        (
            "bars = [\"position\", \"situation\"]",
            "draft.toml:2:21: \"situation\" does not go with \"position\": a ruleset has one ban on repetition at most",
        ),
        (
            "bras = 1",
            "draft.toml:2:1: clause \"bras\" is not known, did you mean bars? expected one of: players, ",
        ),
        (
            "passes-in-a-row = 1.5",
            "draft.toml:2:19: passes-in-a-row = 1.5: expected a number from 1 to 12, \"players\" or \"players + 1\"",
        ),
        (
            "passes-in-a-row = 99999999999999999999",
            "draft.toml:2:19: passes-in-a-row = 99999999999999999999: expected a whole number from 1 to 12",
        ),
        ("suicide = 3", "draft.toml:2:11: suicide = 3: expected a text in quotation marks"),
        ("bars = \"position\"", "draft.toml:2:8: bars = \"position\": expected a list of texts in [ ]"),
        ("bars = [[]]", "draft.toml:2:9: bars = []: expected a text in quotation marks"),
        ("bars = [\"posítion\"]", "draft.toml:2:9: bar \"posítion\" is not known, did you mean position? "),
        ("price-of-pass = -1", "draft.toml:2:17: price-of-pass = -1: expected a whole number from 0 to 100"),
        (
            "bars = [\"position\"]",
            "draft.toml:2:8: bars = [\"position\"] does not go with a ruleset without passes-in-a-row, second-pass, all-pass-in-one-situation and draw-at-occurrence: no clause ends the game",
        ),
        (
            "passes-in-a-row = 2\nlifted-by = \"pass\"",
            "draft.toml:3:13: lifted-by = \"pass\" does not go with bars = []: there is no ban on repetition that could be lifted",
        ),
        (
            "bars = [\"basic-ko\", \"passed-situation\"]\nlifted-by = \"pass\"\noccurs = \"produced\"\nsecond-pass = \"player\"",
            "draft.toml:2:8: \"basic-ko\" does not go with \"passed-situation\": a state that keeps two positions passed on has no room for",
        ),
        (
            "bars = [\"passed-situation\", \"disturbed-twice\"]\nsecond-pass = \"player\"",
            "draft.toml:2:8: \"disturbed-twice\" does not go with \"passed-situation\": a state that keeps two positions passed on has no room for",
        ),
        (
            "players = 3\nbars = [\"declined\", \"position\"]\npasses-in-a-row = 2",
            "draft.toml:3:8: \"declined\" does not go with players = 3: ",
        ),
        (
            "bars = [\"left-position\"]\ndraw-at-occurrence = 2\noccurrences-since = \"pass\"",
            "draft.toml:4:21: occurrences-since = \"pass\" does not go with a ruleset without passes-in-a-row: every pass begins",
        ),
        (
            "bars = [\"position\"]\npasses-in-a-row = 2\noccurrences-since = \"pass\"",
            "draft.toml:4:21: occurrences-since does not go with a ruleset without draw-at-occurrence: no occurrences are counted",
        ),
    ];
    for (clause, expected) in cases {
        let said = of(clause);
        assert!(said.starts_with(expected), "{said}");
    }
    assert!(fault("").starts_with("draft.toml:1:1: the table [clauses] is missing"));
    assert!(
        fault("name = \"psk\"\n[clauses]\nbars = [\"position\"]\npasses-in-a-row = 2")
            .starts_with("draft.toml:1:8: name \"psk\": expected a name that no ruleset")
    );
    assert!(fault("machine = 1").starts_with("draft.toml:1:1: part \"machine\" is not known"));
    assert!(fault("[clauses]\na = ").starts_with("draft.toml:2:"));
    let wrong = file::read("draft.toml", b"# caf\xe9\n").unwrap_err().to_string();
    assert_eq!(wrong, "draft.toml:1:6: the byte 0xe9 is not UTF-8, expected a text file in UTF-8");
    assert!(
        file::read("draft.toml", &vec![b'#'; file::MAX_BYTES + 1])
            .unwrap_err()
            .to_string()
            .contains("longer than")
    );
    for deep in [
        "a = ".to_string() + &"[".repeat(20_000),
        "a = ".to_string() + &"{b = ".repeat(8_000),
        "[a".to_string() + &".a".repeat(20_000) + "]",
    ] {
        let said = fault(&deep);
        assert!(said.starts_with("draft.toml:1:") && !said.contains('\n'), "{said}");
    }
}

/// A refusal names two things, whatever the composition.
#[test]
fn no_clause_is_said_to_contradict_itself() {
    let mut random = Rng::with_seed(44);
    let mut refused = 0;
    for _ in 0..3_000 {
        let Err(fault) = file::read("draft.toml", drafts::text(&mut random).as_bytes()) else { continue };
        let said = fault.to_string();
        let Some((one, rest)) = said.split_once(" does not go with ") else { continue };
        let (other, why) = rest.split_once(": ").unwrap_or_else(|| panic!("{said}"));
        let one = one.splitn(4, ':').nth(3).unwrap().trim();
        assert!(one != other && other != "itself" && !why.is_empty(), "{said}");
        refused += 1;
    }
    assert!(refused > 500, "{refused}");
}

/// Files of random bytes, random drafts with random changes, and drafts with clauses cut apart:
/// each is read or answered with one line that names a place in it.
#[test]
fn no_file_does_harm() {
    let seconds: u64 = std::env::var("FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let started = std::time::Instant::now();
    let mut random = Rng::with_seed(if seconds == 0 { 18 } else { Rng::new().u64(..) });
    let samples: Vec<String> =
        catalogue::ALL.iter().filter_map(|entry| like(&Rules::from(*entry), "draft")).collect();
    let (mut read, mut faults, mut rounds) = (0, 0, 0);
    while rounds < 1_500 || started.elapsed().as_secs() < seconds {
        rounds += 1;
        let text =
            if random.bool() { drafts::text(&mut random) } else { random.choice(&samples).unwrap().clone() };
        let mut bytes = text.into_bytes();
        for _ in 0..random.usize(..6) {
            let at = random.usize(..bytes.len());
            match random.u8(..5) {
                0 => bytes[at] = random.u8(..),
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, *random.choice(b"[]{}=\"\\\n#.,'0123456789-_ \xff\xf0\x00").unwrap()),
                3 => bytes.truncate(at.max(1)),
                _ => {
                    let from = random.usize(..=at);
                    let piece = bytes[from..=at].to_vec();
                    let to = random.usize(..bytes.len());
                    bytes.splice(to..to, piece);
                }
            }
            if bytes.is_empty() {
                bytes.push(b'\n');
            }
        }
        match file::read("draft.toml", &bytes) {
            Ok(entry) => {
                read += 1;
                assert!(!entry.combinations().is_empty());
            }
            Err(fault) => {
                faults += 1;
                let lines = bytes.split(|byte| *byte == b'\n').count();
                assert!((1..=lines).contains(&fault.line) && fault.column >= 1, "{fault}");
                assert!(!fault.what.is_empty() && fault.what.len() < 1_000, "{fault}");
            }
        }
    }
    println!("{read} files were read, {faults} refused");
    assert!(read > 100 && faults > 300, "{read} {faults}");
}

#[test]
fn what_is_written_to_begin_with_is_read_as_the_ruleset_that_it_is_like() {
    for entry in *catalogue::ALL {
        for rules in entry.combinations() {
            let Some(text) = like(&rules, "begun") else {
                assert!(rules.clauses().is_none());
                continue;
            };
            let begun =
                file::read("begun.toml", text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            assert_eq!(begun.body.clauses.as_ref(), rules.clauses());
            let listed = |rules: Rules| rules.clauses().unwrap().listed(&rules.options);
            assert_eq!(listed(begun.into()), listed(rules));
            assert!(HELP.iter().all(|help| text.contains(&format!("{} = ", help.name))));
        }
    }
}

/// The table of the page of clauses, one row for each value.
fn table() -> String {
    let mut table = "| clause | value | what it says |\n|---|---|---|\n".to_string();
    for help in &HELP {
        table += &format!("| `{}` | | {} |\n", help.name, help.says);
        for (value, means) in help.values {
            let value = if *value == "none" { "none".to_string() } else { format!("`{value}`") };
            table += &format!("| | {value} | {means} |\n");
        }
    }
    table
}

/// `UPDATE_DOCS=1` writes the table.
#[test]
fn the_page_of_clauses_has_them_all() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/clauses.md");
    let page = fs::read_to_string(path).unwrap();
    let (head, rest) = page.split_once("<!-- clauses -->\n").unwrap();
    let (found, tail) = rest.split_once("<!-- end of the clauses -->").unwrap();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let page = format!("{head}<!-- clauses -->\n{}<!-- end of the clauses -->{tail}", table());
        fs::write(path, page).unwrap();
    } else {
        assert_eq!(found, table());
    }
}

/// The rulesets of the columns of the tables of the page.
const COLUMNS: [&str; 6] = ["kee2020", "two-passes", "psk", "lifted-by-two", "ssk", "paid-passes"];

/// A ruleset as the command line takes it: a file of the examples, or a name.
fn named(rules: &str) -> String {
    let file = format!("docs/examples/{rules}.toml");
    if fs::exists(&file).unwrap() { file } else { rules.to_string() }
}

/// The rows of a table of the page whose columns are [`COLUMNS`]: the first cell, and the others.
fn rows(what: &str) -> Vec<(&'static str, Vec<&'static str>)> {
    let page = include_str!("../../../docs/clauses.md");
    let head = format!("| {what} | {} |\n", COLUMNS.join(" | "));
    let (_, rest) = page.split_once(&head).unwrap();
    let cells = |row: &'static str| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        (cells[0], cells[1..].to_vec())
    };
    rest.lines().skip(1).take_while(|line| line.starts_with('|')).map(cells).collect()
}

/// What the program prints as JSON.
fn printed(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&text(&solve(arguments).stdout)).unwrap()
}

/// The table of values of the page, against the program's own search.
#[test]
fn the_examples_have_the_values_of_the_page() {
    let rows = rows("board");
    assert_eq!(rows.len(), 5);
    for (board, values) in rows {
        for (rules, expected) in COLUMNS.iter().zip(values) {
            let record = printed(&["--board", board, "--rules", &named(rules), "--json"]);
            assert_eq!(record["value"].as_str(), Some(expected), "{board}: {rules}");
        }
    }
}

/// The table of checks of the page, against the critique of each ruleset.
#[test]
fn the_examples_have_the_faults_of_the_page() {
    let rows = rows("check");
    assert_eq!(rows.len(), 5);
    for (place, rules) in COLUMNS.iter().enumerate() {
        let rules = named(rules);
        let checks = rows.iter().flat_map(|(check, _)| ["--check", check]);
        let arguments: Vec<&str> =
            ["critique", &rules, "--json", "--quiet"].into_iter().chain(checks).collect();
        let critique = printed(&arguments);
        for (check, verdicts) in &rows {
            let all = critique["checks"].as_array().unwrap();
            let found = all.iter().find(|found| found["id"] == **check).unwrap();
            assert_eq!(found["verdict"].as_str(), Some(verdicts[place]), "{check}: {rules}");
        }
    }
}

#[test]
fn the_program_writes_and_reads_rules_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("my-rules.toml").to_str().unwrap().to_string();
    let succeeds = |arguments: &[&str]| {
        let output = solve(arguments);
        assert!(output.status.success(), "{}", said(&output));
        text(&output.stdout)
    };
    succeeds(&["rules", "--new", &file, "--like", "kee2020 --lift produced"]);
    let written = fs::read_to_string(&file).unwrap();
    assert!(written.contains("\noccurs = \"produced\"\n") && written.contains("name = \"my-rules\""));
    let value = |rules: &[&str]| {
        let printed = succeeds(&[&["--board", "2x2", "--json", "--rules"], rules].concat());
        let json: serde_json::Value = serde_json::from_str(&printed).unwrap();
        json["value"].to_string()
    };
    assert_eq!(value(&[&file]), value(&["kee2020", "--lift", "produced"]));
    let suicide = ["--suicide", "allowed"];
    let alike = ["kee2020", "--lift", "produced", "--suicide", "allowed"];
    assert_eq!(value(&[&[file.as_str()][..], &suicide].concat()), value(&alike));
    // A file that is there stays as it is.
    fs::write(&file, "mine").unwrap();
    refused(&["rules", "--new", &file], "would be overwritten");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    refused(&["--board", "2x2", "--rules", &file], "my-rules.toml:1:5: ");
    refused(&["rules", "--new", &file, "--like", "jann", "--force"], "state machine of its own");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    succeeds(&["rules", "--new", &file, "--force"]);
    let shown = succeeds(&["rules", &file]);
    assert!(shown.contains("passes-in-a-row = \"players\""), "{shown}");
    refused(&["--board", "2x2", "--rules", "nowhere.toml"], "nowhere.toml: ");
}
