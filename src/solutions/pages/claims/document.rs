//! The page on a document: a table of its claims, and each claim with all that shows its verdict.

use std::fmt::Write;

use super::{Reviewed, anchor, claim, verdict};
use crate::claims::FINDINGS;
use crate::solutions::pages::markdown::table;
use crate::solutions::product::Solutions;

/// The page.
pub fn page(solutions: &Solutions, reviewed: &Reviewed) -> String {
    let document = reviewed.document;
    let mut text = format!("# {}\n\n", document.title);
    let what = if document.id == FINDINGS { FINDINGS_ARE } else { CLAIMS_ARE };
    let _ = writeln!(text, "{what}\n{HOW}");
    let rows = reviewed.claims.iter().map(|claim| {
        let link = format!("[{}](#{})", claim.id, anchor(&claim.id));
        vec![link, claim.claim.replace('|', "\\|"), verdict(claim)]
    });
    text.push_str(&table(&["claim", "what it says, in our words", "verdict"], "l", rows));
    let mut section = "";
    for claim in &reviewed.claims {
        if claim.section != section {
            let _ = write!(text, "\n## {}\n", claim.section);
            section = &claim.section;
        }
        text.push('\n');
        text.push_str(&claim::page(solutions, document, claim));
    }
    text
}

const CLAIMS_ARE: &str = "\
Every sentence of this document that says something of games, in the order of the document: its own words, what they
claim, how that was checked, and what came of it. [All documents](README.md)";

const FINDINGS_ARE: &str = "\
What the documents do not say, and was found while their claims were judged. [All documents](README.md)";

const HOW: &str = "
Scores are Black's points less White's. X is a black stone, O a white one; columns have letters from the left, rows have
numbers from the bottom. In lines of play `!A1` is a move that the past bars, `?A1` one that would be legal, `!*` says that every stone is barred, `pass!`
that nothing but the pass is legal, `x2` that two stones are captured, `=7` that the position after move 7 comes back.
`psk` and `ssk` are positional and situational superko, `simple-ko` is basic ko alone; `solve rules` lists all rulesets.
";
