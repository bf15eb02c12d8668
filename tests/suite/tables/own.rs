//! Tables of one's own: a folder of rules files and of rulesets of the catalogue.

use std::fs;

use superko::tables::folder::{self, Files};

use super::{Folder, tables};
#[cfg(feature = "serve")]
use crate::common::program;
use crate::common::program::said;

/// Folders of their own for the rules file and for the tables.
struct Draft {
    drafts: Folder,
    folder: Folder,
}

/// A draft that tells itself apart from positional superko on 1x3 and 2x2.
const DRAFT: &str =
    "[clauses]\nbars = [\"position\"]\nlifted-by = \"two-passes\"\nsecond-pass = \"player\"\n";

impl Draft {
    fn new(name: &str) -> Draft {
        let draft = Draft { drafts: Folder::new(&format!("{name}-drafts")), folder: Folder::new(name) };
        fs::create_dir(&draft.drafts.0).unwrap();
        draft.write("draft.toml", DRAFT);
        draft
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.drafts.0.join(name), text).unwrap();
    }

    /// The rulesets for `--rules`: the draft, one with an option, and an example of the
    /// documentation.
    fn rules(&self) -> String {
        let paid = "docs/examples/paid-passes.toml";
        format!("{},kee2020 --lift produced,{paid}", self.drafts.0.join("draft.toml").display())
    }

    fn made(&self, more: &[&str]) -> (Option<i32>, String) {
        let rules = self.rules();
        let arguments = ["--rules", &rules, "--boards", "1x2,1x3,2x2", "--out", self.folder.name()];
        let output = tables(&[&arguments[..], more].concat());
        (output.status.code(), said(&output))
    }

    fn check(&self, more: &[&str]) -> (Option<i32>, String) {
        let arguments = ["--check", "--boards", "1x2,1x3,2x2", "--out", self.folder.name()];
        let output = tables(&[&arguments[..], more].concat());
        (output.status.code(), said(&output))
    }

    fn files(&self) -> Files {
        folder::read(&self.folder.0).expect("the folder was written")
    }
}

fn text(files: &Files, path: &str) -> String {
    let bytes = files.get(path).unwrap_or_else(|| panic!("{path} is there"));
    String::from_utf8(bytes.clone()).expect("it is a text")
}

#[test]
fn a_folder_of_ones_own_has_all_that_the_published_one_has_and_is_checked_by_itself() {
    let draft = Draft::new("own");
    let (status, output) = draft.made(&["--budget", "20000"]);
    assert_eq!(status, Some(0), "{output}");
    let files = draft.files();
    assert_eq!(text(&files, "rules/draft.toml"), DRAFT);
    let paths =
        ["2x2/draft.json", "2x2/draft.cert", "2x2/kee2020+lift-produced.cert", "strong/2x2/draft.cert"];
    let others = ["strong/2x2.csv", "counts/2x2.json", "players/2x2.json", "differences.md", "summary.csv"];
    for path in paths.iter().chain(&others) {
        assert!(files.contains_key(*path), "{path}");
    }
    // A price of a pass is for two players alone.
    let three = text(&files, "players/2x2.json");
    assert!(three.contains("\"kee2020+lift-produced\"") && !three.contains("paid"), "{three}");
    assert!(!files.keys().any(|path| path.contains("psk")) && !files.contains_key("claims/README.md"));
    assert!(text(&files, "README.md").contains("[`draft`](rules/draft.toml)"));
    let header = text(&files, "strong/2x2.csv");
    assert!(header.starts_with("position,images,kee2020+lift-produced,draft,paid-passes\n"), "{header}");

    // The rulesets are those of the folder, wherever the draft was.
    fs::remove_file(draft.drafts.0.join("draft.toml")).unwrap();
    let (status, output) = draft.check(&[]);
    assert_eq!(status, Some(0), "{output}");
    assert!(output.contains("0 NOT looked at"), "{output}");
    let (status, output) = draft.check(&["--full"]);
    assert_eq!(status, Some(0), "{output}");
    let arguments = ["--boards", "1x2,1x3,2x2", "--budget", "20000", "--out", draft.folder.name()];
    let output = tables(&arguments);
    assert!(said(&output).contains("0 of them new or changed"), "{}", said(&output));
}

#[cfg(feature = "serve")]
#[test]
fn a_book_is_not_made_of_a_folder_of_ones_own() {
    let (draft, book) = (Draft::new("own-shelf"), Folder::new("own-book"));
    assert_eq!(draft.made(&["--budget", "20000"]).0, Some(0));
    let output = program::solve(&["book", "--tables", draft.folder.name(), "--out", book.name()]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(
        said(&output).contains("has tables of rules/draft.toml, kee2020 --lift produced"),
        "{}",
        said(&output)
    );
    assert!(!book.0.exists());
}

#[test]
fn a_forged_value_and_an_edited_rules_file_are_found() {
    let draft = Draft::new("own-forged");
    assert_eq!(draft.made(&["--budget", "20000"]).0, Some(0));
    let files = draft.files();
    let forge = |path: &str, from: &str, to: &str| {
        let forged = text(&files, path).replacen(from, to, 1);
        assert_ne!(forged, text(&files, path));
        fs::write(draft.folder.0.join(path), forged).unwrap();
        let (status, output) = draft.check(&[]);
        fs::write(draft.folder.0.join(path), &files[path]).unwrap();
        assert_eq!(status, Some(1), "{output}");
        output
    };
    // A value as it could be, which the certificate refutes.
    let forged = forge("2x2/draft.json", "\"value\": \"1\"", "\"value\": \"2\"");
    assert!(forged.contains("2x2/draft.json gives 2"), "{forged}");
    let edited = forge("rules/draft.toml", "two-passes", "pass");
    assert!(edited.contains("2x2/draft.cert: is about"), "{edited}");
    assert!(forge("rules/draft.toml", "bars", "barz").contains("rules/draft.toml:2:1: "));
    fs::remove_file(draft.folder.0.join("rules/draft.toml")).unwrap();
    let (status, output) = draft.check(&["--quick"]);
    assert!(status == Some(1) && output.contains("rules/draft.toml: missing"), "{output}");
}

#[test]
fn tables_of_another_draft_are_neither_kept_nor_written_over() {
    let draft = Draft::new("own-changed");
    assert_eq!(draft.made(&["--budget", "20000"]).0, Some(0));
    let files = draft.files();
    draft.write("draft.toml", &DRAFT.replace("two-passes", "pass"));
    for (more, expected) in [
        (&[][..], "another draft, expected another folder or --force"),
        (&["--keep"], "another draft, expected another folder or --force"),
        (&["--keep", "--force"], "another draft, expected no --keep"),
    ] {
        let (status, output) = draft.made(more);
        assert!(status == Some(2) && output.contains(expected), "{output}");
        assert_eq!(draft.files(), files);
    }
    let (status, output) = draft.made(&["--force", "--budget", "20000"]);
    assert_eq!(status, Some(0), "{output}");
    let changed = draft.files();
    assert_ne!(changed["2x2/draft.json"], files["2x2/draft.json"]);
    assert_eq!(changed["2x2/kee2020+lift-produced.json"], files["2x2/kee2020+lift-produced.json"]);
    // The same draft again.
    let (status, output) = draft.made(&["--keep", "--budget", "20000"]);
    assert!(status == Some(0) && output.contains("0 of them new"), "{output}");
}

#[test]
fn what_cannot_be_a_folder_of_ones_own_is_refused() {
    let draft = Draft::new("own-refused");
    let path = draft.drafts.0.join("draft.toml").display().to_string();
    draft.write("other.toml", &format!("name = \"draft\"\n{DRAFT}"));
    let other = draft.drafts.0.join("other.toml").display().to_string();
    let refused = |rules: &str, more: &[&str], expected: &str| {
        let output = tables(&[&["--rules", rules][..], more].concat());
        assert!(output.status.code() == Some(2) && said(&output).contains(expected), "{}", said(&output));
    };
    let out = ["--out", draft.folder.name()];
    refused("psk", &[], "--out");
    refused("psk", &[&out[..], &["--check"]].concat(), "--check");
    refused("psk,psk", &out, "two rulesets are called psk");
    refused(&format!("{path},{other}"), &out, "two rulesets are called draft");
    refused("psk --players 3", &out, "expected it without --players");
    refused("kee2021", &out, "did you mean");
    refused("nowhere/draft.toml", &out, "expected a rules file");
    assert!(!draft.folder.0.exists());
}
