//! A ruleset of the catalogue as a record: its document, articles, options and readings.

use serde::Serialize;

use crate::report::record::SCHEMA;
use crate::rules::axes::{Axis, Options};
use crate::rules::entry::{Entry, Preset, Reading};

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
    /// The clauses that it is composed of, as a rules file has them; `null` for a state machine of its own.
    pub(crate) clauses: Option<Vec<ClauseRecord>>,
    pub(crate) options: Vec<OptionRecord>,
    pub(crate) articles: &'static [(&'static str, &'static str)],
    pub(crate) state: &'static str,
    pub(crate) always_ends: bool,
    pub(crate) readings: Vec<ReadingRecord>,
}

/// A clause of a ruleset.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ClauseRecord {
    /// Its name.
    pub name: &'static str,
    /// Its value, as a rules file has it.
    pub value: String,
}

impl ClauseRecord {
    /// The clauses of a ruleset with these options, if it is composed of clauses.
    pub fn all(entry: &Entry, options: &Options) -> Option<Vec<ClauseRecord>> {
        let listed = entry.clauses(options)?.listed(options);
        Some(listed.into_iter().map(|(name, value)| ClauseRecord { name, value }).collect())
    }
}

/// An option of a ruleset.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct OptionRecord {
    /// Its name.
    pub name: &'static str,
    /// Its values, the default first.
    pub values: &'static [&'static str],
    /// What it is for.
    pub help: &'static str,
}

/// A reading of a document.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ReadingRecord {
    /// The option that varies it; `null` for a choice that is settled.
    pub option: Option<&'static str>,
    /// The readings.
    pub text: &'static str,
    /// What forces or suggests the default.
    pub forced_by: &'static str,
}

impl OptionRecord {
    /// The options of a ruleset.
    pub fn all(entry: &'static Entry) -> Vec<OptionRecord> {
        let option = |(axis, values): &(Axis, &'static [&'static str])| OptionRecord {
            name: axis.name(),
            values,
            help: axis.help(),
        };
        entry.axes.iter().map(option).collect()
    }
}

impl ReadingRecord {
    /// What the document of a ruleset leaves open.
    pub fn all(entry: &'static Entry) -> Vec<ReadingRecord> {
        let reading = |reading: &'static Reading| ReadingRecord {
            option: reading.axis.map(Axis::name),
            text: reading.text,
            forced_by: reading.forced_by,
        };
        entry.readings.iter().map(reading).collect()
    }
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
            clauses: ClauseRecord::all(entry, &entry.defaults()),
            options: OptionRecord::all(entry),
            articles: entry.articles,
            state: entry.state,
            always_ends: entry.properties(&entry.defaults()).always_ends,
            readings: ReadingRecord::all(entry),
        }
    }
}

/// `tromp-taylor (--suicide allowed)`.
/// Another name of a ruleset, with the options that it chooses in brackets.
pub fn preset_text(preset: &Preset) -> String {
    let sets: Vec<String> =
        preset.sets.iter().map(|(axis, value)| format!("--{} {value}", axis.name())).collect();
    if sets.is_empty() { preset.name.to_string() } else { format!("{} ({})", preset.name, sets.join(" ")) }
}
