//! The pages on the claims of the documents: `claims/README.md` and one for each document.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use super::view::{filled, table};
use crate::claims::{self, Asked, Judged, ValueSource, task, value_source};
use crate::kinds::{Listed, Solutions};
use crate::manifest::Evidence;
use crate::plan::Task;
use crate::table::Table;
use superko_lab::claims::context::question;
use superko_lab::claims::judge::{ClaimRecord, PositionRecord};
use superko_lab::claims::{Basis, Checked, DOCUMENTS, Document, FINDINGS, Origin, Verdict};

/// A document with what the judge says of its claims, in its order.
struct Reviewed<'a> {
    document: &'static Document,
    claims: Vec<&'a ClaimRecord>,
}

/// The pages by their paths; none if no claim was judged.
pub fn pages(solutions: &Solutions) -> Vec<(String, String)> {
    let reviewed = |document: &'static Document| {
        let tasks = document.claims.iter().filter_map(|claim| task(&claim.id));
        let claims = tasks.filter_map(|task| Some(&solutions.get::<Judged>(&task)?.claim)).collect();
        Reviewed { document, claims }
    };
    let reviewed: Vec<Reviewed> = DOCUMENTS.iter().map(reviewed).collect();
    if reviewed.iter().all(|reviewed| reviewed.claims.is_empty()) {
        return Vec::new();
    }
    let mut pages = vec![("claims/README.md".to_string(), index_page(&reviewed))];
    for reviewed in reviewed.iter().filter(|reviewed| !reviewed.claims.is_empty()) {
        let path = format!("claims/{}.md", reviewed.document.id);
        pages.push((path, document_page(solutions, reviewed)));
    }
    pages
}

/// Link to these pages for the page of the folder; empty if no claim was judged.
pub fn pointer(solutions: &Solutions) -> String {
    let all = solutions.all::<Judged>().values();
    let of_documents = all.filter(|judged| judged.claim.document != FINDINGS);
    let verdicts: Vec<Verdict> = of_documents.map(|judged| judged.claim.verdict).collect();
    if verdicts.is_empty() {
        return String::new();
    }
    let count = |verdict: Verdict| verdicts.iter().filter(|other| **other == verdict).count();
    let counts: Vec<String> =
        Verdict::ALL.iter().map(|verdict| format!("{} {verdict}", count(*verdict))).collect();
    format!("[Every claim of the documents, judged](claims/README.md): {}.", counts.join(", "))
}

/// A verdict with what it rests on.
fn verdict(judged: &ClaimRecord) -> String {
    match basis(judged) {
        basis if basis.is_empty() => judged.verdict.to_string(),
        basis => format!("{} ({basis})", judged.verdict),
    }
}

/// Basis of a verdict; empty if the document leaves no choice.
fn basis(judged: &ClaimRecord) -> String {
    Basis { origin: judged.basis, fit: judged.fit.unwrap_or_default() }.to_string()
}

/// A text that begins with a capital letter.
fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}", chars.as_str())
}

/// Anchor of a heading as browsers make it: small letters, digits and hyphens.
fn anchor(id: &str) -> String {
    id.to_lowercase().chars().filter(|letter| letter.is_alphanumeric() || *letter == '-').collect()
}

/// A link to what a page says of a claim, from a page of the same folder.
fn link(document: &str, id: &str) -> String {
    format!("[{id}]({document}.md#{})", anchor(id))
}

// --- `claims/README.md`: what all claims come to ---

const TEMPLATE: &str = include_str!("claims/readme.md");

/// The page.
fn index_page(all: &[Reviewed]) -> String {
    let (findings, documents): (Vec<&Reviewed>, Vec<&Reviewed>) =
        all.iter().partition(|reviewed| reviewed.document.id == FINDINGS);
    let line = |claim: &ClaimRecord, text: &str| format!("* {}: {text}\n", link(&claim.document, &claim.id));
    let judged =
        |claim: &ClaimRecord| line(claim, &format!("{} *{}.*", claim.claim, capitalized(&verdict(claim))));
    let of = |wanted: Verdict| claims(&documents).filter(move |claim| claim.verdict == wanted);
    let contradicted = claims(&documents).filter(|claim| !claim.contradiction.is_empty());
    let parts = [
        ("summary", summary(&documents)),
        ("refuted", of(Verdict::Refuted).map(judged).collect()),
        ("contradictions", contradicted.map(|claim| line(claim, &claim.contradiction)).collect()),
        ("open", of(Verdict::Open).map(|claim| line(claim, &claim.claim)).collect()),
        ("undecidable", of(Verdict::NotDecidable).map(|claim| line(claim, &claim.claim)).collect()),
        ("findings", claims(&findings).map(judged).collect()),
    ];
    let none = |text: String| if text.is_empty() { "None.".to_string() } else { text };
    filled(TEMPLATE, &parts.map(|(name, text)| (name, none(text))))
}

fn claims<'a>(documents: &'a [&Reviewed]) -> impl Iterator<Item = &'a ClaimRecord> {
    documents.iter().flat_map(|reviewed| reviewed.claims.iter().copied())
}

/// Number of claims of each document by verdict and its basis.
fn summary(documents: &[&Reviewed]) -> String {
    let kind = |judged: &ClaimRecord| {
        let origin = match judged.verdict {
            Verdict::Confirmed | Verdict::Refuted => judged.basis,
            Verdict::Open | Verdict::NotDecidable => Origin::Given,
        };
        (judged.verdict, origin)
    };
    let mut all: BTreeMap<(Verdict, Origin), usize> = BTreeMap::new();
    claims(documents).for_each(|judged| *all.entry(kind(judged)).or_default() += 1);
    let head = |(verdict, origin): &(Verdict, Origin)| match origin {
        Origin::Given => verdict.to_string(),
        Origin::Rebuilt => format!("{verdict}, rebuilt"),
        Origin::OneOf => format!("{verdict}, one of several"),
        Origin::Surrogate => format!("{verdict}, surrogate"),
    };
    let heads: Vec<String> =
        ["document", "claims"].map(String::from).into_iter().chain(all.keys().map(head)).collect();
    let number = |count: usize| if count == 0 { String::new() } else { count.to_string() };
    let row = |reviewed: &&Reviewed| {
        let of_kind = |wanted: &(Verdict, Origin)| {
            number(reviewed.claims.iter().filter(|judged| kind(judged) == *wanted).count())
        };
        let document = reviewed.document;
        let first = [format!("[{}]({}.md)", document.title, document.id), reviewed.claims.len().to_string()];
        first.into_iter().chain(all.keys().map(of_kind)).collect()
    };
    let count: usize = all.values().sum();
    let sums =
        ["all".to_string(), count.to_string()].into_iter().chain(all.values().map(|count| number(*count)));
    table(&heads, "lr", documents.iter().map(row).chain([sums.collect()]))
}

// --- The page on a document: a table of its claims, and each claim with all that shows its verdict ---

/// The page.
fn document_page(solutions: &Solutions, reviewed: &Reviewed) -> String {
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
        text.push_str(&claim_section(solutions, document, claim));
    }
    text
}

const CLAIMS_ARE: &str = "\
Sentences of this document, or about it, that say something of games: the words as they stand there, what they claim,
how that was checked, and what came of it. [All documents](README.md)";

const FINDINGS_ARE: &str = "\
What the documents do not say, and was found while their claims were judged. [All documents](README.md)";

const HOW: &str = "
Scores are Black's points minus White's. X is a black stone, O a white one; columns have letters from the left, rows have
numbers from the bottom. In lines of play `!A1` is a move that the history bans, `?A1` one that would be legal, `!*` says that every stone is banned, `pass!`
that nothing but the pass is legal, `x2` that two stones are captured, `=7` that the position after move 7 comes back.
`psk` and `ssk` are positional and situational superko, `simple-ko` is basic ko alone; `solve rules` lists all rulesets.
";

// --- What a page says of one claim ---

/// The section of a claim.
fn claim_section(solutions: &Solutions, document: &Document, claim: &ClaimRecord) -> String {
    let mut text = format!("### {}\n\n", claim.id);
    let mut say = |what: &str, words: &str| {
        if !words.is_empty() {
            let _ = writeln!(text, "{what}{words}\n");
        }
    };
    say("> ", &claim.quote);
    if !claim.about.is_empty() {
        say(
            "",
            &format!("About {}.", claim.about.iter().map(|name| about(name)).collect::<Vec<_>>().join(", ")),
        );
    }
    say("", &claim.claim);
    say("", format!("**{}.** {}", capitalized(&verdict(claim)), claim.note).trim_end());
    if !claim.contradiction.is_empty() {
        say("**The document contradicts itself.** ", &claim.contradiction);
        for other in &claim.against {
            let link = format!("[{}](#{})", other.id, anchor(&other.id));
            say("> ", &format!("{} ({}, {link})", other.quote, other.section));
        }
    }
    for position in claim.positions.iter().filter(|position| !position.reasoning.is_empty()) {
        say("", &origin_of(document, position));
    }
    for (number, check) in claim.checks.iter().enumerate() {
        text.push_str(&checked(check, &proof(solutions, &claim.id, number)));
    }
    for (reading, checks) in &claim.readings {
        let _ = writeln!(text, "Under the reading `{reading}`:\n");
        for check in checks {
            let _ = writeln!(text, "* {}. {}", asked(check), capitalized(&check.found));
        }
        text.push('\n');
    }
    if let Some(amendment) = &claim.amendment {
        let _ = writeln!(
            text,
            "**What would mend it.** In place of \"{}\": \"{}\". This was tried:\n",
            amendment.words, amendment.says
        );
        for check in &amendment.checks {
            text.push_str(&checked(check, ""));
        }
    }
    if !claim.could_change.is_empty() {
        let _ = writeln!(text, "**What the document could say.** {}\n", claim.could_change);
    }
    let again = match claim.takes {
        Some(seconds) => {
            let again = if claim.judged { "judges it again" } else { "judges it" };
            let before = if claim.judged {
                ""
            } else {
                "This is the verdict on record; it was not judged for this page. "
            };
            format!("{before}`solve claims {} --deep` {again}, in about {}.", claim.id, duration(seconds))
        }
        None => format!("`solve claims {}` judges it again.", claim.id),
    };
    let _ = writeln!(text, "{again}");
    text
}

/// A document or a claim that a finding is about, with a link to its page.
fn about(name: &str) -> String {
    match claims::claim(name) {
        Some((document, _)) => link(&document.id, name),
        None => format!("[{name}]({name}.md)"),
    }
}

/// Origin of a position.
fn origin_of(document: &Document, position: &PositionRecord) -> String {
    let origin = match position.origin {
        Origin::Given => "given",
        Origin::Rebuilt => "rebuilt",
        Origin::OneOf => "one of several",
        Origin::Surrogate => "surrogate",
    };
    let mut text = format!("The position `{}` ({origin}): {}", position.name, position.reasoning);
    let Some(name) = &position.candidates else { return text };
    let Some(search) = document.candidates.get(name) else { return text };
    let fit: Vec<String> = position.fit.iter().map(|(board, fit)| format!("{fit} on {board}")).collect();
    let _ = writeln!(
        text,
        " All positions were enumerated (`solve claims candidates {}-{name}`): {} fit these conditions.",
        document.id,
        fit.join(", ")
    );
    for constraint in &search.constraints {
        let _ = write!(text, "\n* {}", constraint.says());
    }
    let measures = search.measures.iter().filter(|measure| !measure.values.is_empty());
    for (number, measure) in measures.enumerate() {
        let lead = if number == 0 { "\n\nThe values of all that fit:\n" } else { "" };
        let after =
            if measure.after.is_empty() { String::new() } else { format!(" after {}", measure.after) };
        let _ = write!(text, "{lead}\n* under `{}`{after}: {}", measure.rules, measure.values);
    }
    text
}

/// Evidence of more lines than this is folded away.
const SHOWN: usize = 12;

/// A check with what shows it.
fn checked(check: &Checked, proof: &str) -> String {
    let mut text = format!("* {}. {}{proof}\n", asked(check), capitalized(&check.found));
    let evidence = check.evidence.trim_end();
    if !evidence.is_empty() {
        let folded = evidence.lines().count() > SHOWN;
        text.push_str(if folded { "\n  <details><summary>Move by move</summary>\n" } else { "" });
        text.push_str("\n  ```text\n");
        for line in evidence.lines() {
            let _ = writeln!(text, "{}", format!("  {line}").trim_end());
        }
        text.push_str("  ```\n");
        text.push_str(if folded { "\n  </details>\n" } else { "" });
    }
    text.push('\n');
    text
}

/// Question of a check, and whether it holds.
fn asked(check: &Checked) -> String {
    let sign = match check.holds {
        Some(true) => "Holds",
        Some(false) => "**Fails**",
        None => "Open",
    };
    format!("{sign}: `{}`", check.asked)
}

fn duration(seconds: f64) -> String {
    humantime::format_duration(Duration::from_secs(seconds.round().max(1.0) as u64)).to_string()
}

/// The proof of the value that a check asks for.
fn proof(solutions: &Solutions, id: &str, number: usize) -> String {
    let asked = claims::claim(id).and_then(|(document, claim)| question(document, claim, number).ok()?);
    let evidence = match asked.and_then(|question| value_source(&question)) {
        Some(ValueSource::Asked(task)) => evidence::<Asked>(solutions, &task),
        Some(ValueSource::Table(task)) => evidence::<Table>(solutions, &task),
        None => None,
    };
    match evidence {
        Some(Evidence::Certificate { path, lemmas, .. }) => {
            let path = path.strip_prefix("claims/").map_or(format!("../{path}"), str::to_string);
            format!(" ([certificate]({path}), {lemmas} lemmas)")
        }
        Some(Evidence::Remade { lemmas, bytes, sha256, command, .. }) => format!(
            ". Its certificate has {lemmas} lemmas and {bytes} bytes; `{command}` makes it, with the SHA-256 sum `{sha256}`"
        ),
        Some(Evidence::Search) | None => String::new(),
    }
}

fn evidence<'a, P: Listed>(solutions: &'a Solutions, task: &Task) -> Option<&'a Evidence> {
    solutions.results::<P>().evidence.get(task).map(|made| &made.evidence)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::jobs::Jobs;
    use crate::kinds;
    use crate::results::Product;
    use crate::rulesets::Rulesets;

    /// The pages of a folder in which some claims were judged and nothing else.
    fn pages_of(ids: &[&str]) -> Vec<(String, String)> {
        let mut solutions = kinds::none(1, Rulesets::Catalogue);
        let jobs = Jobs::new(1, Arc::default());
        for id in ids {
            let task = task(id).unwrap();
            let judged = Judged::solve(&task, &solutions.context(&[], &jobs), &Arc::default()).unwrap();
            solutions.results_mut::<Judged>().all.insert(task, judged);
        }
        pages(&solutions)
    }

    #[test]
    fn a_page_shows_each_claim_with_its_words_its_verdict_and_the_evidence() {
        let pages = pages_of(&["kee2020-H2", "kee2009-22", "spight-2"]);
        let page = |path: &str| &pages.iter().find(|(other, _)| other == path).unwrap().1;
        assert_eq!(pages.len(), 4);
        let kee = page("claims/kee2020.md");
        for part in [
            "| [kee2020-H2](#kee2020-h2) |",
            "### kee2020-H2\n\n> The game would end with White's recapture\n",
            "\n**Confirmed.**",
            "* Holds: `1x2 kee2020: A1 B1x1 ",
            "Under the reading `--lift produced`:",
            "`solve claims kee2020-H2`",
        ] {
            assert!(kee.contains(part), "{part}\n{kee}");
        }
        let index = page("claims/README.md");
        assert!(index.contains("| all | 3 | 2 | 1 |"), "{index}");
        assert!(index.contains("* [spight-2](spight.md#spight-2): "), "{index}");
    }

    #[test]
    fn a_folder_without_claims_has_no_pages_on_them() {
        assert_eq!(pages_of(&[]), Vec::new());
    }
}
