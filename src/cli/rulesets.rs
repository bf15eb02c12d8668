//! `solve rules`: the list, and one ruleset with its articles and readings.

use std::fmt::Write;

use super::args::RulesArgs;
use super::ended::{BadInput, Ended};
use super::report;
use super::ruleset::Named;
use crate::ask::catalogue::Record;
use crate::report::json;
use crate::rules::catalogue;
use crate::rules::entry::Entry;

/// Lists or explains.
pub fn run(args: &RulesArgs, text: &mut String) -> Result<Ended, BadInput> {
    match (&args.name, args.json) {
        (None, false) => {
            let width = catalogue::ALL.iter().map(|entry| entry.id.len()).max().unwrap_or_default();
            for entry in catalogue::ALL {
                let _ = writeln!(text, "{:<width$}  {}", entry.id, entry.summary);
            }
        }
        (None, true) => text.push_str(&json::text(&catalogue::ALL.map(Record::of))),
        (Some(Named { entry, .. }), true) => text.push_str(&json::text(&Record::of(entry))),
        (Some(Named { entry, .. }), false) => explain(entry, text),
    }
    Ok(Ended::AsAsked)
}

fn explain(entry: &'static Entry, text: &mut String) {
    let record = Record::of(entry);
    let _ = writeln!(text, "{}: {}\n", record.id, record.title);
    let mut field = |name: &str, value: &str| {
        let _ = writeln!(text, "{}", report::wrapped(&format!("{name:<9} "), value));
    };
    field("document", record.document);
    if !record.names.is_empty() {
        field("names", &record.names.join(", "));
    }
    field("in short", record.summary);
    field("games", if record.always_ends { "every game ends" } else { "a game may go on for ever" });
    field("state", record.state);
    text.push_str("\narticles\n");
    for (number, says) in record.articles {
        let _ = writeln!(text, "{}", report::wrapped(&format!("  {number}: "), says));
    }
    text.push_str("\noptions (the default first)\n");
    for option in &record.options {
        let _ = writeln!(text, "  --{} {}", option.name, option.values.join(" | "));
        let _ = writeln!(text, "{}", report::wrapped("    ", option.help));
    }
    if !record.readings.is_empty() {
        text.push_str("\nreadings\n");
    }
    for reading in &record.readings {
        let _ = writeln!(
            text,
            "{}",
            report::wrapped(&format!("  {}: ", reading.option.unwrap_or("settled")), reading.text)
        );
        let _ = writeln!(text, "{}", report::wrapped("    why: ", reading.forced_by));
    }
}
