//! `solve rules`: the list, and one ruleset with its articles and readings.

use std::path::Path;

use clap::Args as ClapArgs;

use super::exit::{CommandError, Exit};
use super::io::{add_line, paragraph, refuse_to_overwrite};
use super::ruleset;
use superko_query::ask::rulesets::{ClauseRecord, Record, preset_text};
use superko_query::report::json;
use superko_rules::entry::Entry;
use superko_rules::file::{like, read};
use superko_rules::{Rules, catalogue, names};
use superko_store::files::write_file;

#[derive(Debug, ClapArgs)]
pub struct RulesArgs {
    /// The ruleset to explain, by any of its names, or a rules file
    #[arg(value_parser = ruleset::with_ruleset_names(ruleset::parse), hide_possible_values = true)]
    pub name: Option<Rules>,
    /// Write a rules file to begin with: every clause of a ruleset, with what it says and its other
    /// values
    #[arg(long, value_name = "FILE", conflicts_with_all = ["name", "json"])]
    pub new: Option<String>,
    /// The ruleset that the new file has the clauses of, with options after it: "kee2020 --lift
    /// produced"
    #[arg(
        long,
        value_name = "RULES",
        value_parser = ruleset::with_ruleset_names(ruleset::parse),
        hide_possible_values = true,
        requires = "new",
        default_value = "psk"
    )]
    pub like: Rules,
    /// Write over a file that is there
    #[arg(long, requires = "new")]
    pub force: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn run(args: &RulesArgs, text: &mut String) -> Result<Exit, CommandError> {
    if let Some(file) = &args.new {
        return begin(args, file, text);
    }
    match (&args.name, args.json) {
        (None, false) => {
            list(text);
        }
        (None, true) => text.push_str(&json::text(&Vec::from(catalogue::ALL.map(Record::of)))),
        (Some(Rules { entry, .. }), true) => text.push_str(&json::text(&Record::of(entry))),
        (Some(Rules { entry, .. }), false) => explain(entry, text),
    }
    Ok(Exit::Success)
}

/// Lists the rulesets by group, each with its title, summary and other names; then names of other
/// rules that are none of these.
fn list(text: &mut String) {
    let width = catalogue::ALL.iter().map(|entry| entry.id.len()).max().unwrap_or_default();
    for group in names::groups() {
        add_line!(text, "{}", group.title);
        for entry in catalogue::ALL.iter().filter(|entry| group.rulesets.contains(&entry.id)) {
            let others: Vec<String> = entry.presets.iter().map(preset_text).collect();
            let others = match others.is_empty() {
                true => String::new(),
                false => format!("; also {}", others.join(", ")),
            };
            let about = format!("{}: {}{others}", entry.title, entry.summary);
            paragraph(&format!("  {:<width$}  ", entry.id), &about, text);
        }
        text.push('\n');
    }
    text.push_str("Names of others that are no ruleset here\n");
    for names in names::all() {
        if let (Some(why), Some(nearest)) = (names.why, names.nearest) {
            let about = format!("{}: {why}; the nearest is {nearest}", names.names.join(", "));
            paragraph("  ", &about, text);
        }
    }
}

fn begin(args: &RulesArgs, file: &str, text: &mut String) -> Result<Exit, CommandError> {
    let path = Path::new(file);
    let name = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().to_lowercase());
    let begun = like(&args.like, &name).ok_or_else(|| {
        let expected = "expected a ruleset that is composed of clauses, such as psk or kee2020";
        CommandError(format!("--like {}: it is a state machine of its own, {expected}", args.like.entry.id))
    })?;
    read(file, begun.as_bytes()).map_err(|fault| CommandError(fault.to_string()))?;
    refuse_to_overwrite(file, args.force, "empty", |_| false)?;
    write_file(path, begun.as_bytes())?;
    add_line!(text, "{file}: the clauses of {}, to be changed", args.like);
    add_line!(
        text,
        "solve rules {file} shows how it is read, solve --board 2x2 --rules {file} solves with it"
    );
    Ok(Exit::Success)
}

fn explain(entry: &'static Entry, text: &mut String) {
    let record = Record::of(entry);
    add_line!(text, "{}: {}\n", record.id, record.title);
    let mut field = |name: &str, value: &str| {
        paragraph(&format!("{name:<9} "), value, text);
    };
    field("document", record.document);
    if let Some(wording) = record.wording {
        field("wording", wording);
    }
    if !record.names.is_empty() {
        field("names", &record.names.join(", "));
    }
    field("in short", record.summary);
    field("games", if record.always_ends { "every game ends" } else { "a game may go on for ever" });
    field("state", record.state);
    if let Some(clauses) = &record.clauses {
        text.push_str("\nclauses (those left out have no part in it)\n");
        for ClauseRecord { name, value } in clauses {
            paragraph(&format!("  {name} = "), value, text);
        }
    }
    if !record.articles.is_empty() {
        text.push_str("\narticles\n");
    }
    for (number, says) in record.articles {
        paragraph(&format!("  {number}: "), says, text);
    }
    text.push_str("\noptions (the default first)\n");
    for option in &record.options {
        add_line!(text, "  --{} {}", option.name, option.values.join(" | "));
        paragraph("    ", option.help, text);
    }
    if !record.readings.is_empty() {
        text.push_str("\nreadings\n");
    }
    for reading in &record.readings {
        paragraph(&format!("  {}: ", reading.option.unwrap_or("settled")), reading.text, text);
        paragraph("    why: ", reading.forced_by, text);
    }
}
