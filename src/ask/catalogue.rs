//! A ruleset of the catalogue as a record: its document, articles, options and readings.

use serde::Serialize;

use crate::report::record::SCHEMA;
use crate::rules::axes::Axis;
use crate::rules::entry::{Entry, Preset};

/// What `solve rules NAME --json` prints. Without a name it is a list of these, one for each ruleset.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    pub(crate) schema: u32,
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) document: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) names: Vec<String>,
    pub(crate) options: Vec<OptionRecord>,
    pub(crate) articles: &'static [(&'static str, &'static str)],
    pub(crate) state: &'static str,
    pub(crate) always_ends: bool,
    pub(crate) readings: Vec<ReadingRecord>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct OptionRecord {
    pub(crate) name: &'static str,
    pub(crate) values: &'static [&'static str],
    pub(crate) help: &'static str,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub(crate) struct ReadingRecord {
    /// `null` if no option varies it.
    pub(crate) option: Option<&'static str>,
    pub(crate) text: &'static str,
    pub(crate) forced_by: &'static str,
}

impl Record {
    /// The record of a ruleset.
    pub fn of(entry: &'static Entry) -> Record {
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
