//! What a page says of one claim.

use std::fmt::Write;
use std::time::Duration;

use super::{anchor, capital, link, verdict};
use crate::claims::questions::question;
use crate::claims::record::{ClaimRecord, PositionRecord};
use crate::claims::{Checked, Document, Origin};
use crate::solutions::asked::{Answering, Asked, answering};
use crate::solutions::evidence::Evidence;
use crate::solutions::judged;
use crate::solutions::product::{Product, Results, Solutions};
use crate::solutions::table::Table;
use crate::solutions::task::Task;

/// The section of a claim.
pub fn page(solutions: &Solutions, document: &Document, claim: &ClaimRecord) -> String {
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
    say("", format!("**{}.** {}", capital(&verdict(claim)), claim.note).trim_end());
    if !claim.contradiction.is_empty() {
        say("**The document contradicts itself.** ", &claim.contradiction);
        for other in &claim.against {
            let link = format!("[{}](#{})", other.id, anchor(&other.id));
            say("> ", &format!("{} ({}, {link})", other.quote, other.section));
        }
    }
    for position in claim.positions.iter().filter(|position| !position.reasoning.is_empty()) {
        say("", &whence(document, position));
    }
    for (number, check) in claim.checks.iter().enumerate() {
        text.push_str(&checked(check, &proof(solutions, &claim.id, number)));
    }
    for (reading, checks) in &claim.readings {
        let _ = writeln!(text, "Under the reading `{reading}`:\n");
        for check in checks {
            let _ = writeln!(text, "* {}. {}", asked(check), capital(&check.found));
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
    match judged::claim(name) {
        Some((document, _)) => link(&document.id, name),
        None => format!("[{name}]({name}.md)"),
    }
}

/// Where a position comes from.
fn whence(document: &Document, position: &PositionRecord) -> String {
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
    let mut text = format!("* {}. {}{proof}\n", asked(check), capital(&check.found));
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

/// What was asked, and whether it is so.
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
    let asked = judged::claim(id).and_then(|(document, claim)| question(document, claim, number).ok()?);
    let evidence = match asked.and_then(|question| answering(&question)) {
        Some(Answering::Here(task)) => evidence::<Asked>(solutions, &task),
        Some(Answering::Table(task)) => evidence::<Table>(solutions, &task),
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

fn evidence<'a, P: Product>(solutions: &'a Solutions, task: &Task) -> Option<&'a Evidence> {
    let results: &Results<P> = solutions.results();
    results.evidence.get(task).map(|made| &made.evidence)
}
