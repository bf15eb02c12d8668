//! `solve rules`: the list, and one ruleset with its articles and readings.

use std::fmt::Write;

use serde::Serialize;

use super::args::RulesArgs;
use super::ended::{BadInput, Ended};
use super::report;
use super::ruleset::Named;
use crate::report::json;
use crate::report::record::SCHEMA;
use crate::rules::axes::Axis;
use crate::rules::catalogue;
use crate::rules::entry::{Entry, Preset};

/// What `solve rules NAME --json` prints. Without a name it is a list of these, one for each ruleset.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    schema: u32,
    id: &'static str,
    title: &'static str,
    document: &'static str,
    summary: &'static str,
    names: Vec<String>,
    options: Vec<OptionRecord>,
    articles: &'static [(&'static str, &'static str)],
    state: &'static str,
    always_ends: bool,
    readings: Vec<ReadingRecord>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct OptionRecord {
    name: &'static str,
    values: &'static [&'static str],
    help: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct ReadingRecord {
    /// `null` if no option varies it.
    option: Option<&'static str>,
    text: &'static str,
    forced_by: &'static str,
}

fn record(entry: &'static Entry) -> Record {
    Record {
        schema: SCHEMA,
        id: entry.id,
        title: entry.title,
        document: entry.document,
        summary: entry.summary,
        names: entry.presets.iter().map(preset_text).collect(),
        options: options(entry),
        articles: entry.articles,
        state: entry.state,
        always_ends: entry.properties(&entry.defaults()).always_ends,
        readings: entry
            .readings
            .iter()
            .map(|reading| ReadingRecord {
                option: reading.axis.map(Axis::name),
                text: reading.text,
                forced_by: reading.forced_by,
            })
            .collect(),
    }
}

fn options(entry: &'static Entry) -> Vec<OptionRecord> {
    entry
        .axes
        .iter()
        .map(|(axis, values)| OptionRecord { name: axis.name(), values, help: axis.help() })
        .collect()
}

/// `tromp-taylor (--suicide allowed)`.
fn preset_text(preset: &Preset) -> String {
    let sets: Vec<String> =
        preset.sets.iter().map(|(axis, value)| format!("--{} {value}", axis.name())).collect();
    if sets.is_empty() { preset.name.to_string() } else { format!("{} ({})", preset.name, sets.join(" ")) }
}

/// Lists or explains.
pub fn run(args: &RulesArgs, text: &mut String) -> Result<Ended, BadInput> {
    match (&args.name, args.json) {
        (None, false) => {
            let width = catalogue::ALL.iter().map(|entry| entry.id.len()).max().unwrap_or_default();
            for entry in catalogue::ALL {
                let _ = writeln!(text, "{:<width$}  {}", entry.id, entry.summary);
            }
        }
        (None, true) => text.push_str(&json::text(&catalogue::ALL.map(record))),
        (Some(Named { entry, .. }), true) => text.push_str(&json::text(&record(entry))),
        (Some(Named { entry, .. }), false) => explain(entry, text),
    }
    Ok(Ended::AsAsked)
}

fn explain(entry: &'static Entry, text: &mut String) {
    let record = record(entry);
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
