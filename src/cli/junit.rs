//! Verdicts as JUnit XML, which continuous integration systems show: a suite for each document and a test case for
//! each claim. A test case fails if its verdict is not the one on record, and is skipped if the claim cannot be
//! decided here or was not judged.

use std::fmt::Write;
use std::fs::File;
use std::io::Read;

use crate::claims::{Judgement, Verdict};

/// Whether a file begins like JUnit XML: with a suite, after a declaration and comments.
pub fn is_report(file: File) -> bool {
    let mut bytes = Vec::new();
    let read = file.take(4096).read_to_end(&mut bytes);
    let begins = String::from_utf8_lossy(&bytes);
    let begins = begins.trim_start_matches('\u{feff}').trim_start();
    read.is_ok() && begins.starts_with('<') && begins.contains("<testsuite")
}

/// The report as a text.
pub fn report(judgements: &[Judgement]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let count = |judgements: &[&Judgement]| {
        let failures = judgements.iter().filter(|judgement| !judgement.as_recorded()).count();
        let skipped = judgements.iter().filter(|judgement| skipped(judgement)).count();
        format!("tests=\"{}\" failures=\"{failures}\" skipped=\"{skipped}\"", judgements.len())
    };
    let all: Vec<&Judgement> = judgements.iter().collect();
    let _ = writeln!(text, "<testsuites name=\"claims\" {}>", count(&all));
    for suite in all.chunk_by(|a, b| a.document.id == b.document.id) {
        let document = suite[0].document;
        let _ = writeln!(text, "  <testsuite name=\"{}\" {}>", escaped(&document.title), count(suite));
        for judgement in suite {
            case(judgement, &mut text);
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

fn skipped(judgement: &Judgement) -> bool {
    !judgement.judged || judgement.as_recorded() && judgement.verdict == Verdict::NotDecidable
}

fn case(judgement: &Judgement, text: &mut String) {
    let Judgement { document, claim, verdict, checked, .. } = judgement;
    let (name, said) = (escaped(&format!("{}: {}", claim.id, claim.claim)), judgement.with_basis(*verdict));
    let _ = writeln!(text, "    <testcase classname=\"{}\" name=\"{name}\">", document.id);
    if skipped(judgement) {
        let why = if judgement.judged { &claim.note } else { "on record; solve claims --deep judges it" };
        let _ = writeln!(text, "      <skipped message=\"{}\"/>", escaped(why));
    } else if !judgement.as_recorded() {
        let message = escaped(&format!("{said}, on record: {}", claim.verdict));
        let _ = writeln!(text, "      <failure message=\"{message}\"/>");
    }
    let found: Vec<String> =
        checked.iter().map(|check| format!("{}\n  {}", check.asked, check.found)).collect();
    let _ = writeln!(text, "      <system-out>{said}\n{}</system-out>", escaped(&found.join("\n")));
    text.push_str("    </testcase>\n");
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            letter if letter.is_control() && letter != '\n' => out.push(' '),
            letter => out.push(letter),
        }
    }
    out
}
