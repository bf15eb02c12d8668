//! One claim with all that shows its verdict.

use std::fmt::Write;

use super::report::wrapped;
use crate::claims::Checked;
use crate::claims::check::Check;
use crate::claims::record::ClaimRecord;
use crate::claims::{FINDINGS, Judgement, Verdict};

/// The marks of [`script`](crate::claims::checks::script).
const MARKS: &str = "
marks  !A1 the past bars it, ?A1 it would be legal, !* the past bars every stone, pass! nothing else is legal,
       x2 captures two, =7 the position after move 7 again
";

/// Tells all that is known of a claim.
pub fn explain(judgement: &Judgement, text: &mut String) {
    let record = ClaimRecord::from(judgement);
    let _ = writeln!(text, "{}: {}", record.id, judgement.with_basis(record.verdict));
    if !record.judged {
        let seconds = record.takes.unwrap_or_default();
        let _ = writeln!(text, "on record; solve claims --deep judges it, in about {}", duration(seconds));
    }
    let mut field = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "{}", wrapped(&format!("{name:<12} "), value));
        }
    };
    if record.verdict != record.recorded {
        field("on record", &record.recorded.to_string());
    }
    if record.judged && record.verdict == Verdict::Open {
        field("open", &format!("not tried beyond {} nodes a question", record.limit));
    }
    field("document", &judgement.document.title);
    field("section", &record.section);
    field("about", &record.about.join(", "));
    field("says", &quoted(&record.quote));
    field(if record.document == FINDINGS { "finding" } else { "claim" }, &record.claim);
    field("kind", &record.kind.to_string());
    for position in record.positions.iter().filter(|position| !position.reasoning.is_empty()) {
        let origin = match (position.origin.to_string().as_str(), &position.candidates) {
            (origin, Some(search)) => {
                let fit = position.fit.iter().map(|(board, fit)| format!("{fit} on {board}"));
                let fit = fit.collect::<Vec<_>>().join(", ");
                format!("{origin}; solve claims candidates {}-{search} finds {fit}", record.document)
            }
            (origin, None) => origin.to_string(),
        };
        field("position", &format!("{} ({origin}): {}", position.name, position.reasoning));
    }
    field("note", &record.note);
    for against in &record.against {
        field("against", &format!("{} ({}): {}", against.id, against.section, quoted(&against.quote)));
    }
    field("contradicts", &record.contradiction);
    field("could change", &record.could_change);
    record.checks.iter().for_each(|check| describe(check, text));
    for (reading, checks) in &record.readings {
        let _ = writeln!(text, "\nunder {reading}");
        checks.iter().for_each(|check| in_short(check, text));
    }
    if let Some(amendment) = &record.amendment {
        let _ =
            writeln!(text, "\namended: {} would say {}", quoted(&amendment.words), quoted(&amendment.says));
        amendment.checks.iter().for_each(|check| in_short(check, text));
    }
    if judgement.claim.checks.iter().any(|check| matches!(check, Check::Line { .. })) && record.judged {
        text.push_str(MARKS);
    }
}

/// A time in words, to the second or the minute.
pub fn duration(seconds: f64) -> String {
    if seconds < 120.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) }
}

fn quoted(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!("\"{words}\"") }
}

fn in_short(check: &Checked, text: &mut String) {
    let _ = writeln!(text, "  {}  {}", sign(check.holds), check.asked);
    let _ = writeln!(text, "         {}", check.found);
}

fn describe(check: &Checked, text: &mut String) {
    let _ = writeln!(text, "\n{}  {}", sign(check.holds), check.asked);
    let _ = writeln!(text, "found  {}", check.found);
    for line in check.evidence.lines() {
        let _ = writeln!(text, "       {line}");
    }
}

fn sign(holds: Option<bool>) -> &'static str {
    match holds {
        Some(true) => "holds",
        Some(false) => "fails",
        None => "open ",
    }
}
