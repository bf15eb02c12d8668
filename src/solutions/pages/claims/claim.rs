//! What a page says of one claim.

use std::fmt::Write;

use super::{capital, verdict};
use crate::claims::document::{Claim, Document, Setting};
use crate::claims::questions::question;
use crate::claims::{Checked, Origin};
use crate::solutions::asked::{Answering, Asked, answering};
use crate::solutions::evidence::Evidence;
use crate::solutions::judged::{self, Judged};
use crate::solutions::product::{Product, Results, Solutions};
use crate::solutions::table::Table;
use crate::solutions::task::Task;

/// The section of a claim.
pub fn page(solutions: &Solutions, document: &Document, claim: &Claim, judged: &Judged) -> String {
    let mut text = format!("### {}\n\n", claim.id);
    let mut say = |what: &str, words: &str| {
        if !words.is_empty() {
            let _ = writeln!(text, "{what}{words}\n");
        }
    };
    say("> ", &claim.quote);
    if !claim.about.is_empty() {
        say(
            "About ",
            &format!("{}.", claim.about.iter().map(|name| about(name)).collect::<Vec<_>>().join(", ")),
        );
    }
    say("**Claim.** ", &claim.claim);
    say("**Verdict: ", &format!("{}.**", verdict(judged)));
    say("", &claim.note);
    if !claim.contradiction.is_empty() {
        say("**The document contradicts itself.** ", &claim.contradiction);
        for other in &claim.against {
            let Some(other) = document.claims.iter().find(|claim| claim.id == *other) else { continue };
            say(
                "> ",
                &format!("{} ([{}](#{}), {})", other.quote, other.id, other.id.to_lowercase(), other.section),
            );
        }
    }
    text.push_str(&positions(document, claim));
    for (number, check) in judged.checks.iter().enumerate() {
        text.push_str(&checked(check, &proof(solutions, document, claim, number)));
    }
    for reading in &judged.readings {
        let _ = writeln!(text, "Under the reading `{}`:\n", reading.name);
        for check in &reading.checks {
            let _ = writeln!(text, "* {}. {}", asked(check), capital(&check.found));
        }
        text.push('\n');
    }
    if let Some(amendment) = &claim.amendment {
        let _ = writeln!(
            text,
            "**What would mend it.** For \"{}\": \"{}\". This was tried:\n",
            amendment.words, amendment.says
        );
        for check in &judged.amendment {
            text.push_str(&checked(check, ""));
        }
    }
    if !claim.could_change.is_empty() {
        let _ = writeln!(text, "**What the document could say.** {}\n", claim.could_change);
    }
    let deep =
        if claim.deep { format!(" --deep` (about {})", duration(claim.takes)) } else { "`".to_string() };
    let _ = writeln!(text, "`solve claims {}{deep}", claim.id);
    text
}

/// A document or a claim that a finding is about, with a link to its page.
fn about(name: &str) -> String {
    match judged::claim(name) {
        Some((document, _)) => super::link(document, name),
        None => format!("[{name}]({name}.md)"),
    }
}

/// Where the positions come from on which a claim was judged, unless the document gives them.
fn positions(document: &Document, claim: &Claim) -> String {
    let mut names: Vec<&String> = claim.positions().collect();
    names.sort();
    names.dedup();
    let mut text = String::new();
    for name in names {
        let Some(setting) = document.positions.get(name) else { continue };
        if setting.reasoning.is_empty() {
            continue;
        }
        let _ = writeln!(
            text,
            "**Position `{name}`** ({}). {}{}\n",
            origin(setting),
            setting.reasoning,
            search(document, setting)
        );
    }
    text
}

fn origin(setting: &Setting) -> &'static str {
    match setting.origin {
        Origin::Given => "given",
        Origin::Rebuilt => "rebuilt",
        Origin::OneOf => "one of several",
        Origin::Surrogate => "surrogate",
    }
}

/// The search for all positions that fit.
fn search(document: &Document, setting: &Setting) -> String {
    let Some(name) = &setting.candidates else { return String::new() };
    let Some(search) = document.candidates.get(name) else { return String::new() };
    let boards = search.boards.iter().zip(&search.fit).map(|(board, fit)| format!("{fit} of {board}"));
    let boards: Vec<String> = boards.collect();
    let says: Vec<&str> = search.constraints.iter().map(|constraint| constraint.says()).collect();
    let mut text = format!(
        " All positions were tried that fit what the text says ({}): {} fit (`solve claims candidates {name}`).",
        says.join("; "),
        boards.join(", ")
    );
    for measure in search.measures.iter().filter(|measure| !measure.values.is_empty()) {
        let after =
            if measure.after.is_empty() { String::new() } else { format!(" after {}", measure.after) };
        let _ = write!(text, " Values of all that fit under `{}`{after}: {}.", measure.rules, measure.values);
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
    format!("{}: `{}`", sign(check.holds), check.asked)
}

fn sign(holds: Option<bool>) -> &'static str {
    match holds {
        Some(true) => "Holds",
        Some(false) => "**Fails**",
        None => "Open",
    }
}

fn duration(seconds: f64) -> String {
    humantime::format_duration(std::time::Duration::from_secs(seconds.round() as u64)).to_string()
}

/// The proof of the value that a check asks for.
fn proof(solutions: &Solutions, document: &Document, claim: &Claim, number: usize) -> String {
    let Ok(Some(question)) = question(document, claim, number) else { return String::new() };
    let evidence = match answering(&question) {
        Answering::Here(task) => evidence::<Asked>(solutions, &task),
        Answering::Table(task) => evidence::<Table>(solutions, &task),
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
