//! A whole rules file, as an entry of the catalogue.

use std::ops::Range;
use std::sync::LazyLock;

use toml::Spanned;
use toml::de::{DeString, DeTable};

use super::clauses::Composed;
use super::source::{Fault, Source, Value};
use crate::axes::{Axis, Options};
use crate::clauses::Clauses;
use crate::entry::{Body, Entry, Preset, Reading};
use crate::names;
use crate::own::{Machine, Own};

/// What a file may have at its top.
const PARTS: [&str; 11] = [
    "name", "title", "document", "summary", "state", "clauses", "options", "aliases", "articles", "readings",
    "machine",
];

/// The readings that several documents share.
static SHARED: LazyLock<Vec<(&'static str, Reading)>> = LazyLock::new(|| {
    let source = Source { name: "readings.toml", text: include_str!("../documents/readings.toml") };
    let read = || -> Result<Vec<(&'static str, Reading)>, Fault> {
        let table = source.table()?;
        let one = |(key, value): (&Spanned<DeString<'_>>, &Value<'_>)| {
            let table = source.entries(key.get_ref(), value)?;
            Ok((kept(key.get_ref()), reading(&source, table, value.span())?))
        };
        table.iter().map(one).collect()
    };
    read().unwrap_or_else(|fault| panic!("{fault}"))
});

/// A text that stays in memory: an entry of the catalogue lives as long as the program.
fn kept(text: &str) -> &'static str {
    Box::leak(text.to_string().into_boxed_str())
}

fn kept_list<T>(list: Vec<T>) -> &'static [T] {
    Box::leak(list.into_boxed_slice())
}

/// The part of a table with this name.
fn part<'v, 'a>(table: &'v DeTable<'a>, name: &str) -> Option<&'v Value<'a>> {
    table.iter().find(|(key, _)| key.get_ref() == name).map(|(_, value)| value)
}

fn known(source: &Source<'_>, table: &DeTable<'_>, what: &str, parts: &[&str]) -> Result<(), Fault> {
    for (key, _) in table {
        if !parts.contains(&key.get_ref().as_ref()) {
            return Err(source.unknown(what, key.get_ref(), key.span(), parts));
        }
    }
    Ok(())
}

/// Reads a file. Files of the catalogue may have a state machine of their own.
pub fn entry(source: &Source<'_>, in_catalogue: bool) -> Result<Entry, Fault> {
    let table = source.table()?;
    let parts = if in_catalogue { &PARTS[..] } else { &PARTS[..PARTS.len() - 1] };
    known(source, &table, "part", parts)?;
    let text = |name: &str, otherwise: String| match part(&table, name) {
        Some(value) => Ok(kept(source.string(name, value)?)),
        None => Ok(kept(&otherwise)),
    };
    let id = id(source, &table, in_catalogue)?;
    let machine = part(&table, "machine").map(|value| own(source, value)).transpose()?;
    let composed = match part(&table, "clauses") {
        Some(value) => Some(Composed::read(source, source.entries("clauses", value)?, value.span())?),
        None if machine.is_some() => None,
        None => {
            return Err(source.fault(0..0, "the table [clauses] is missing, without which there are no rules (solve rules --new FILE writes one to begin with)"));
        }
    };
    let mut defaults = composed.as_ref().map_or_else(Options::default, |composed| composed.options);
    if let (None, Some(own)) = (&composed, &machine) {
        own.only.iter().for_each(|(axis, value)| assert!(defaults.set(*axis, value)));
    }
    let clauses = composed.map(|composed| composed.clauses);
    let axes = match part(&table, "options") {
        Some(value) => axes(source, value, clauses.as_ref(), &defaults)?,
        None => all_axes(clauses.as_ref(), &defaults),
    };
    let title = text("title", id.to_string())?;
    let entry = Entry {
        id,
        title,
        document: text("document", format!("the rules file {}", source.name))?,
        summary: text("summary", summary(clauses.as_ref(), &defaults))?,
        presets: if in_catalogue { aliases(id) } else { presets(source, &table, &axes)? },
        axes: kept_list(axes),
        base: defaults,
        body: Body { clauses, machine },
        articles: articles(source, &table)?,
        state: text("state", "position, mover, and what the clauses ask of the past".to_string())?,
        readings: readings(source, &table)?,
        text: kept(source.text),
    };
    Ok(entry)
}

/// The name: of letters, digits and hyphens, so that it can stand on a command line and in a file name.
fn id(source: &Source<'_>, table: &DeTable<'_>, in_catalogue: bool) -> Result<&'static str, Fault> {
    let well = |id: &str| {
        let letters = id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        letters && id.starts_with(|c: char| c.is_ascii_alphanumeric()) && id.len() <= 40
    };
    let given = part(table, "name");
    let (id, place): (String, Range<usize>) = match given {
        Some(value) => {
            let id = source.string("name", value)?;
            if !well(id) {
                return Err(source.kind(
                    "name",
                    value,
                    "at most 40 small letters, digits and hyphens, a letter or digit first",
                ));
            }
            (id.to_string(), value.span())
        }
        None => {
            let file = source.name.rsplit(['/', '\\']).next().unwrap_or_default();
            let stem = file.strip_suffix(".toml").unwrap_or(file).to_lowercase();
            let id: String =
                stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect();
            (if well(&id) { id } else { "draft".to_string() }, 0..0)
        }
    };
    if !in_catalogue && names::of_rulesets().any(|known| known == id) {
        let said = if given.is_some() { "name" } else { "the file is called" };
        return Err(source.fault(
            place,
            format!("{said} {id:?}: expected a name that no ruleset of the catalogue has (name = \"...\")"),
        ));
    }
    Ok(kept(&id))
}

fn own(source: &Source<'_>, value: &Value<'_>) -> Result<Own, Fault> {
    let table = source.entries("machine", value)?;
    let name = part(table, "name").ok_or_else(|| source.fault(value.span(), "a machine has a name"))?;
    let machine = Machine::named(source.string("name", name)?);
    let machine = machine.ok_or_else(|| source.kind("name", name, "a machine of the program"))?;
    let mut only = Vec::new();
    for (key, value) in table.iter().filter(|(key, _)| key.get_ref() != "name") {
        only.push((axis(source, key)?, word(source, key, value, axis(source, key)?)?));
    }
    Ok(Own { machine, only: kept_list(only) })
}

fn axis(source: &Source<'_>, key: &Spanned<DeString<'_>>) -> Result<Axis, Fault> {
    let names = Axis::ALL.map(Axis::name);
    let axis = Axis::ALL.into_iter().find(|axis| axis.name() == key.get_ref());
    axis.ok_or_else(|| source.unknown("option", key.get_ref(), key.span(), &names))
}

/// A value of an option.
fn word(
    source: &Source<'_>,
    key: &Spanned<DeString<'_>>,
    value: &Value<'_>,
    axis: Axis,
) -> Result<&'static str, Fault> {
    let text = source.string(key.get_ref(), value)?;
    let found = axis.values().iter().find(|known| **known == text).copied();
    found.ok_or_else(|| source.kind(key.get_ref(), value, &format!("one of: {}", axis.values().join(", "))))
}

type Axes = Vec<(Axis, &'static [&'static str])>;

/// The options that the file gives.
fn axes(
    source: &Source<'_>,
    value: &Value<'_>,
    clauses: Option<&Clauses>,
    defaults: &Options,
) -> Result<Axes, Fault> {
    let mut axes = Axes::new();
    let mut given: Vec<_> = source.entries("options", value)?.iter().collect();
    given.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in given {
        let axis = axis(source, key)?;
        let mut values: Vec<&'static str> = Vec::new();
        for (text, place) in source.strings(axis.name(), value)? {
            let known = axis.values().iter().find(|known| **known == text).copied();
            let unknown = || source.unknown("value", text, place.clone(), axis.values());
            let known = known.ok_or_else(unknown)?;
            if values.contains(&known) {
                return Err(source.fault(place, format!("{text:?} stands here twice")));
            }
            values.push(known);
        }
        let default = axis.value(defaults);
        let shared = Clauses::SHARED.iter().find(|(shared, _)| *shared == axis);
        if clauses.is_some() && shared.is_none() {
            let names: Vec<&str> = Clauses::SHARED.iter().map(|(axis, _)| axis.name()).collect();
            return Err(source.unknown("option", axis.name(), key.span(), &names));
        }
        let says = |clauses: &&Clauses| clauses.has(axis, defaults) && values.first() != Some(&default);
        if let (Some((_, clause)), Some(_)) = (shared, clauses.filter(says)) {
            let expected = format!("expected {default:?}, the default, as its first value (clause {clause})");
            return Err(source.fault(value.span(), format!("option {}: {expected}", axis.name())));
        }
        if values.is_empty() {
            return Err(source.kind(axis.name(), value, "at least one value"));
        }
        axes.push((axis, kept_list(values)));
    }
    Ok(axes)
}

/// Every option that has a meaning under the clauses, with every value that goes together with them.
fn all_axes(clauses: Option<&Clauses>, defaults: &Options) -> Axes {
    let Some(clauses) = clauses else { return Axes::new() };
    let mut axes = Axes::new();
    for (axis, _) in Clauses::SHARED.iter().filter(|(axis, _)| clauses.has(*axis, defaults)) {
        let default = axis.value(defaults);
        let serves = |value: &&'static str| {
            let mut options = *defaults;
            **value != *default && options.set(*axis, value) && clauses.check(&options, &[]).is_ok()
        };
        let others = axis.values().iter().copied().filter(serves);
        axes.push((*axis, kept_list(std::iter::once(default).chain(others).collect())));
    }
    axes
}

/// The names that the list of names has for a ruleset of the catalogue.
fn aliases(id: &str) -> &'static [Preset] {
    let preset = |(name, flags): (&'static str, &'static str)| {
        let words: Vec<&'static str> = flags.split_whitespace().collect();
        let set = |pair: &[&'static str]| {
            let axis = Axis::ALL.into_iter().find(|axis| pair[0].strip_prefix("--") == Some(axis.name()));
            (axis.unwrap_or_else(|| panic!("{}: no option", pair[0])), pair[1])
        };
        Preset { name, sets: kept_list(words.chunks(2).map(set).collect()) }
    };
    kept_list(names::of_ruleset(id).map(preset).collect())
}

fn presets(source: &Source<'_>, table: &DeTable<'_>, axes: &Axes) -> Result<&'static [Preset], Fault> {
    let Some(value) = part(table, "aliases") else { return Ok(&[]) };
    let mut aliases: Vec<_> = source.entries("aliases", value)?.iter().collect();
    aliases.sort_by_key(|(key, _)| key.span().start);
    let preset = |(key, value): (&Spanned<DeString<'_>>, &Value<'_>)| {
        let mut sets = Vec::new();
        for (key, value) in source.entries(key.get_ref(), value)? {
            let axis = axis(source, key)?;
            let word = word(source, key, value, axis)?;
            if !axes.iter().any(|(known, values)| *known == axis && values.contains(&word)) {
                return Err(source
                    .fault(value.span(), format!("{} = {word:?} is not among the [options]", axis.name())));
            }
            sets.push((axis, word));
        }
        Ok(Preset { name: kept(key.get_ref()), sets: kept_list(sets) })
    };
    Ok(kept_list(aliases.into_iter().map(preset).collect::<Result<_, _>>()?))
}

fn articles(
    source: &Source<'_>,
    table: &DeTable<'_>,
) -> Result<&'static [(&'static str, &'static str)], Fault> {
    let Some(value) = part(table, "articles") else { return Ok(&[]) };
    let mut articles = Vec::new();
    for (article, place) in source.tables("articles", value)? {
        known(source, article, "part of an article", &["number", "says"])?;
        let text = |name: &str| match part(article, name) {
            Some(value) => Ok(kept(source.string(name, value)?)),
            None => Err(source.fault(place.clone(), format!("an article has a {name}"))),
        };
        articles.push((text("number")?, text("says")?));
    }
    Ok(kept_list(articles))
}

fn readings(source: &Source<'_>, table: &DeTable<'_>) -> Result<&'static [Reading], Fault> {
    let Some(value) = part(table, "readings") else { return Ok(&[]) };
    let one = |(table, place): (&DeTable<'_>, Range<usize>)| match part(table, "same-as") {
        Some(value) => {
            let name = source.string("same-as", value)?;
            let found = SHARED.iter().find(|(shared, _)| *shared == name);
            let names: Vec<&str> = SHARED.iter().map(|(name, _)| *name).collect();
            let unknown = || source.unknown("reading", name, value.span(), &names);
            Ok(found.ok_or_else(unknown)?.1)
        }
        None => reading(source, table, place),
    };
    Ok(kept_list(source.tables("readings", value)?.into_iter().map(one).collect::<Result<_, _>>()?))
}

fn reading(source: &Source<'_>, table: &DeTable<'_>, place: Range<usize>) -> Result<Reading, Fault> {
    known(source, table, "part of a reading", &["option", "text", "forced-by", "same-as"])?;
    let text = |name: &str| match part(table, name) {
        Some(value) => Ok(kept(source.string(name, value)?)),
        None => Err(source.fault(place.clone(), format!("a reading has a {name}"))),
    };
    let option = match part(table, "option") {
        Some(value) => {
            let name = source.string("option", value)?;
            let names = Axis::ALL.map(Axis::name);
            let axis = Axis::ALL.into_iter().find(|axis| axis.name() == name);
            Some(axis.ok_or_else(|| source.unknown("option", name, value.span(), &names))?)
        }
        None => None,
    };
    Ok(Reading { axis: option, text: text("text")?, forced_by: text("forced-by")? })
}

/// What a file without a summary is said to be: its clauses.
fn summary(clauses: Option<&Clauses>, options: &Options) -> String {
    let listed = clauses.map(|clauses| clauses.listed(options)).unwrap_or_default();
    let ordinary = |(name, _): &(&str, String)| !matches!(*name, "players" | "suicide" | "scoring");
    let said =
        listed.into_iter().filter(ordinary).map(|(name, value)| format!("{name} {}", value.replace('"', "")));
    said.collect::<Vec<_>>().join(", ")
}
