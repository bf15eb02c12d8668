//! Rules files: a ruleset written down in TOML.
//!
//! | part | content |
//! |---|---|
//! | `name`, `title`, `document`, `summary`, `state` | how the ruleset is presented; all may be left out |
//! | `wording` | how much of the document's wording was at hand: `text`, `part` or `reconstruction` |
//! | `[clauses]` | the composition: see [`super::clauses`] |
//! | `[options]` | which clauses a user may choose, with their values, the default first; without it all that go together |
//! | `[aliases]` | other names, some of which choose options |
//! | `[[articles]]` | `number` and `says`: the articles of the document |
//! | `[[readings]]` | `option`, `text` and `forced-by`, or `same-as`: what the document leaves open, and how it is read |
//! | `[machine]` | only in the files of the catalogue: a state machine of its own, with the options for which it is used |
//!
//! The rulesets of the catalogue are such files (`documents/`), read once; files of users are read
//! by [`read`]. What is read stays in memory for the life of the program, as every ruleset does,
//! and the same text is kept once.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};

use toml::Spanned;
use toml::de::{DeString, DeTable};

use crate::axes::{Axis, Options};
use crate::clauses::{
    Clauses, Coupons, Cut, Draw, FirstPass, HELP, LiftedBy, MAX_CAPTURES, MAX_PRICE, MAX_WINDOW, Passes,
    Scored, SecondPass, Since, Word,
};
use crate::entry::{Body, Entry, Machine, Own, Preset, Reading, Rules};
use crate::fact::Gain;
use crate::names;
pub use crate::source::{Fault, MAX_BYTES};
use crate::source::{Source, Value, get, leak};
use superko_go::Players;

/// The files read so far, by their name and text.
static READ: Mutex<Option<HashMap<(String, String), &'static Entry>>> = Mutex::new(None);

/// Reads a rules file of a user. `name` is that of the file, for messages; the ruleset is called by
/// it, without the ending, if the file does not say how.
///
/// # Errors
/// [`Fault`]: the place in the file, what was wrong there and what was expected.
pub fn read(name: &str, bytes: &[u8]) -> Result<&'static Entry, Fault> {
    let source = Source::of(name, bytes)?;
    let key = (name.to_string(), source.text.to_string());
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let read = read.get_or_insert_default();
    if let Some(entry) = read.get(&key) {
        return Ok(entry);
    }
    let entry: &'static Entry = Box::leak(Box::new(entry(&source, false)?));
    read.insert(key, entry);
    Ok(entry)
}

/// Reads a file of the catalogue.
///
/// # Panics
/// If it is wrong.
pub fn embedded(name: &'static str, text: &'static str) -> &'static Entry {
    let source = Source::of(name, text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}"));
    let entry = entry(&source, true).unwrap_or_else(|fault| panic!("{fault}"));
    Box::leak(Box::new(entry))
}

// --- A whole rules file, as an entry of the catalogue ---

/// The keys of a file at its top.
const PARTS: [&str; 12] = [
    "name", "title", "document", "wording", "summary", "state", "clauses", "options", "aliases", "articles",
    "readings", "machine",
];

/// The readings that several documents share.
static SHARED: LazyLock<Vec<(&'static str, Reading)>> = LazyLock::new(|| {
    let source = Source { name: "readings.toml", text: include_str!("documents/readings.toml") };
    let read = || -> Result<Vec<(&'static str, Reading)>, Fault> {
        let table = source.table()?;
        let one = |(key, value): (&Spanned<DeString<'_>>, &Value<'_>)| {
            let table = source.entries(key.get_ref(), value)?;
            Ok((leak(key.get_ref()), reading(&source, table, value.span())?))
        };
        table.iter().map(one).collect()
    };
    read().unwrap_or_else(|fault| panic!("{fault}"))
});

fn leak_list<T>(list: Vec<T>) -> &'static [T] {
    Box::leak(list.into_boxed_slice())
}

/// A text that a table must have.
fn required(
    source: &Source<'_>,
    table: &DeTable<'_>,
    place: &Range<usize>,
    what: &str,
    name: &str,
) -> Result<&'static str, Fault> {
    match get(table, name) {
        Some(value) => Ok(leak(source.string(name, value)?)),
        None => Err(source.fault(place.clone(), format!("{what} has a {name}"))),
    }
}

/// Reads a file. Files of the catalogue may have a state machine of their own.
pub fn entry(source: &Source<'_>, in_catalogue: bool) -> Result<Entry, Fault> {
    let table = source.table()?;
    let parts = if in_catalogue { &PARTS[..] } else { &PARTS[..PARTS.len() - 1] };
    source.check_keys(&table, "part", parts)?;
    let text = |name: &str, otherwise: String| match get(&table, name) {
        Some(value) => Ok(leak(source.string(name, value)?)),
        None => Ok(leak(&otherwise)),
    };
    let id = id(source, &table, in_catalogue)?;
    let machine = get(&table, "machine").map(|value| own(source, value)).transpose()?;
    let parsed = match get(&table, "clauses") {
        Some(value) => Some(ParsedClauses::read(source, source.entries("clauses", value)?, value.span())?),
        None if machine.is_some() => None,
        None => {
            return Err(source.fault(0..0, "the table [clauses] is missing, without which there are no rules (solve rules --new FILE writes one to begin with)"));
        }
    };
    let mut defaults = parsed.as_ref().map_or_else(Options::default, |parsed| parsed.options);
    if let (None, Some(own)) = (&parsed, &machine) {
        own.only.iter().for_each(|(axis, value)| assert!(defaults.set(*axis, value)));
    }
    let clauses = parsed.map(|parsed| parsed.clauses);
    let axes = match get(&table, "options") {
        Some(value) => axes(source, value, clauses.as_ref(), &defaults)?,
        None => all_axes(clauses.as_ref(), &defaults),
    };
    let title = text("title", id.to_string())?;
    let entry = Entry {
        id,
        title,
        document: text("document", format!("the rules file {}", source.name))?,
        wording: get(&table, "wording").map(|value| word(source, "wording", value)).transpose()?,
        summary: text("summary", summary(clauses.as_ref(), &defaults))?,
        presets: if in_catalogue { aliases(id) } else { presets(source, &table, &axes)? },
        axes: leak_list(axes),
        base: defaults,
        body: Body { clauses, machine },
        articles: articles(source, &table)?,
        state: text("state", "position, mover, and what the clauses ask of the history".to_string())?,
        readings: readings(source, &table)?,
        text: leak(source.text),
    };
    Ok(entry)
}

/// The name: of letters, digits and hyphens, so that it can stand on a command line and in a file
/// name.
fn id(source: &Source<'_>, table: &DeTable<'_>, in_catalogue: bool) -> Result<&'static str, Fault> {
    let well = |id: &str| {
        let letters = id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        letters && id.starts_with(|c: char| c.is_ascii_alphanumeric()) && id.len() <= 40
    };
    let given = get(table, "name");
    let (id, place): (String, Range<usize>) = match given {
        Some(value) => {
            let id = source.string("name", value)?;
            if !well(id) {
                return Err(source.mismatch(
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
    Ok(leak(&id))
}

fn own(source: &Source<'_>, value: &Value<'_>) -> Result<Own, Fault> {
    let table = source.entries("machine", value)?;
    let name = get(table, "name").ok_or_else(|| source.fault(value.span(), "a machine has a name"))?;
    let machine = Machine::named(source.string("name", name)?);
    let machine = machine.ok_or_else(|| source.mismatch("name", name, "a machine of the program"))?;
    let mut only = Vec::new();
    for (key, value) in table.iter().filter(|(key, _)| key.get_ref() != "name") {
        only.push((axis(source, key)?, axis_word(source, key, value, axis(source, key)?)?));
    }
    Ok(Own { machine, only: leak_list(only) })
}

fn axis(source: &Source<'_>, key: &Spanned<DeString<'_>>) -> Result<Axis, Fault> {
    let unknown = || source.unknown("option", key.get_ref(), key.span(), &Axis::ALL.map(Axis::name));
    Axis::named(key.get_ref()).ok_or_else(unknown)
}

/// A value of an option.
fn axis_word(
    source: &Source<'_>,
    key: &Spanned<DeString<'_>>,
    value: &Value<'_>,
    axis: Axis,
) -> Result<&'static str, Fault> {
    let text = source.string(key.get_ref(), value)?;
    let found = axis.values().iter().find(|known| **known == text).copied();
    found.ok_or_else(|| {
        source.mismatch(key.get_ref(), value, &format!("one of: {}", axis.values().join(", ")))
    })
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
            return Err(source.mismatch(axis.name(), value, "at least one value"));
        }
        axes.push((axis, leak_list(values)));
    }
    Ok(axes)
}

/// Every option that has a meaning under the clauses, with every value that goes together with
/// them.
fn all_axes(clauses: Option<&Clauses>, defaults: &Options) -> Axes {
    let Some(clauses) = clauses else { return Axes::new() };
    let mut axes = Axes::new();
    let meant = |axis: Axis| clauses.has(axis, defaults) && !Clauses::RARE.contains(&axis);
    for (axis, _) in Clauses::SHARED.iter().filter(|(axis, _)| meant(*axis)) {
        let default = axis.value(defaults);
        let serves = |value: &&'static str| {
            let mut options = *defaults;
            **value != *default && options.set(*axis, value) && clauses.check(&options, &[]).is_ok()
        };
        let others = axis.values().iter().copied().filter(serves);
        axes.push((*axis, leak_list(std::iter::once(default).chain(others).collect())));
    }
    axes
}

/// The names that the list of names has for a ruleset of the catalogue.
fn aliases(id: &str) -> &'static [Preset] {
    let preset = |(name, flags): (&'static str, &'static str)| {
        let words: Vec<&'static str> = flags.split_whitespace().collect();
        let set = |pair: &[&'static str]| {
            let axis = pair[0].strip_prefix("--").and_then(Axis::named);
            (axis.unwrap_or_else(|| panic!("{}: no option", pair[0])), pair[1])
        };
        Preset { name, sets: leak_list(words.chunks(2).map(set).collect()) }
    };
    leak_list(names::of_ruleset(id).map(preset).collect())
}

fn presets(source: &Source<'_>, table: &DeTable<'_>, axes: &Axes) -> Result<&'static [Preset], Fault> {
    let Some(value) = get(table, "aliases") else { return Ok(&[]) };
    let mut aliases: Vec<_> = source.entries("aliases", value)?.iter().collect();
    aliases.sort_by_key(|(key, _)| key.span().start);
    let preset = |(key, value): (&Spanned<DeString<'_>>, &Value<'_>)| {
        let mut sets = Vec::new();
        for (key, value) in source.entries(key.get_ref(), value)? {
            let axis = axis(source, key)?;
            let word = axis_word(source, key, value, axis)?;
            if !axes.iter().any(|(known, values)| *known == axis && values.contains(&word)) {
                return Err(source
                    .fault(value.span(), format!("{} = {word:?} is not among the [options]", axis.name())));
            }
            sets.push((axis, word));
        }
        Ok(Preset { name: leak(key.get_ref()), sets: leak_list(sets) })
    };
    Ok(leak_list(aliases.into_iter().map(preset).collect::<Result<_, _>>()?))
}

fn articles(
    source: &Source<'_>,
    table: &DeTable<'_>,
) -> Result<&'static [(&'static str, &'static str)], Fault> {
    let Some(value) = get(table, "articles") else { return Ok(&[]) };
    let mut articles = Vec::new();
    for (article, place) in source.tables("articles", value)? {
        source.check_keys(article, "part of an article", &["number", "says"])?;
        let text = |name: &str| required(source, article, &place, "an article", name);
        articles.push((text("number")?, text("says")?));
    }
    Ok(leak_list(articles))
}

fn readings(source: &Source<'_>, table: &DeTable<'_>) -> Result<&'static [Reading], Fault> {
    let Some(value) = get(table, "readings") else { return Ok(&[]) };
    let one = |(table, place): (&DeTable<'_>, Range<usize>)| match get(table, "same-as") {
        Some(value) => {
            let name = source.string("same-as", value)?;
            let found = SHARED.iter().find(|(shared, _)| *shared == name);
            let names: Vec<&str> = SHARED.iter().map(|(name, _)| *name).collect();
            let unknown = || source.unknown("reading", name, value.span(), &names);
            Ok(found.ok_or_else(unknown)?.1)
        }
        None => reading(source, table, place),
    };
    Ok(leak_list(source.tables("readings", value)?.into_iter().map(one).collect::<Result<_, _>>()?))
}

fn reading(source: &Source<'_>, table: &DeTable<'_>, place: Range<usize>) -> Result<Reading, Fault> {
    source.check_keys(table, "part of a reading", &["option", "text", "forced-by", "same-as"])?;
    let text = |name: &str| required(source, table, &place, "a reading", name);
    let option = match get(table, "option") {
        Some(value) => {
            let name = source.string("option", value)?;
            let unknown = || source.unknown("option", name, value.span(), &Axis::ALL.map(Axis::name));
            Some(Axis::named(name).ok_or_else(unknown)?)
        }
        None => None,
    };
    Ok(Reading { axis: option, text: text("text")?, forced_by: text("forced-by")? })
}

/// The summary of a file that gives none: its clauses.
fn summary(clauses: Option<&Clauses>, options: &Options) -> String {
    let listed = clauses.map(|clauses| clauses.listed(options)).unwrap_or_default();
    let ordinary = |(name, _): &(&str, String)| !matches!(*name, "players" | "suicide" | "scoring");
    let said =
        listed.into_iter().filter(ordinary).map(|(name, value)| format!("{name} {}", value.replace('"', "")));
    said.collect::<Vec<_>>().join(", ")
}

// --- The table of clauses ---

/// A composition, and where the file has each of its clauses.
pub struct ParsedClauses {
    clauses: Clauses,
    /// The clauses that are options as well.
    pub options: Options,
    places: BTreeMap<&'static str, Range<usize>>,
}

impl ParsedClauses {
    /// Reads the table.
    pub fn read(
        source: &Source<'_>,
        table: &DeTable<'_>,
        place: Range<usize>,
    ) -> Result<ParsedClauses, Fault> {
        let mut parsed =
            ParsedClauses { clauses: Clauses::DEFAULT, options: Options::default(), places: BTreeMap::new() };
        let (mut draw_at, mut since) = (None, None);
        for (key, value) in table {
            let names = Clauses::names();
            let unknown = || source.unknown("clause", key.get_ref(), key.span(), &names);
            let name = names.into_iter().find(|name| *name == key.get_ref()).ok_or_else(unknown)?;
            parsed.places.insert(name, value.span());
            match name {
                "draw-at-occurrence" => draw_at = Some(source.number(name, value, 2, 3)?),
                "occurrences-since" => since = Some(word::<Since>(source, name, value)?),
                _ => parsed.set(source, name, value)?,
            }
        }
        let since = since.unwrap_or(Since::Start);
        parsed.clauses.draw = draw_at.map(|at| Draw { at, since });
        parsed.check(source, place)?;
        Ok(parsed)
    }

    fn set(&mut self, source: &Source<'_>, name: &'static str, value: &Value<'_>) -> Result<(), Fault> {
        if let Some((axis, _)) = Clauses::SHARED.iter().find(|(_, shared)| *shared == name) {
            return self.set_shared(source, name, *axis, value);
        }
        let clauses = &mut self.clauses;
        match name {
            "first-move" => {
                let named = source.string(name, value)?;
                let all = Players::Six.all();
                let found = all.iter().find(|player| player.name().eq_ignore_ascii_case(named)).copied();
                let names: Vec<String> = all.iter().map(|player| player.name().to_lowercase()).collect();
                let expected = format!("one of: {}", names.join(", "));
                clauses.first_move = found.ok_or_else(|| source.mismatch(name, value, &expected))?;
            }
            "bars" => {
                for (word, place) in source.strings(name, value)? {
                    let unknown = || source.unknown("bar", word, place.clone(), &Clauses::all_bars());
                    if let Some(other) = clauses.bar(word).ok_or_else(unknown)? {
                        let why = "a ruleset has one ban on repetition at most";
                        return Err(
                            source.fault(place, format!("{word:?} does not go with {other:?}: {why}"))
                        );
                    }
                }
            }
            "lifted-by" => clauses.lifted_by = word::<LiftedBy>(source, name, value)?,
            "passes-in-a-row" => clauses.passes_in_a_row = Some(passes(source, name, value)?),
            "second-pass" => clauses.second_pass = Some(word::<SecondPass>(source, name, value)?),
            "passes-forgotten-by" => {
                clauses.passes_forgotten = match source.string(name, value)? {
                    "nothing" => false,
                    "disturbing-play" => true,
                    _ => return Err(source.mismatch(name, value, "\"nothing\" or \"disturbing-play\"")),
                }
            }
            "all-pass-in-one-situation" => clauses.all_pass_in_one_situation = source.boolean(name, value)?,
            "scored" => clauses.scored = word::<Scored>(source, name, value)?,
            "start" => clauses.start = word(source, name, value)?,
            "window" => clauses.window = Some(source.number(name, value, 1, MAX_WINDOW)?),
            "repetition" => clauses.repeating = word(source, name, value)?,
            "successions" => clauses.successions = source.number(name, value, 1, 2)?,
            "passes" => clauses.passing = word(source, name, value)?,
            "captures" => clauses.captures = Some(source.number(name, value, 1, MAX_CAPTURES)?),
            "cut" => clauses.cut = Some(cut(source, name, value)?),
            "coupons" => clauses.coupons = coupons(source, name, value)?,
            "first-pass" => clauses.first_pass = first_pass(source, name, value)?,
            _ => clauses.price_of_pass = source.number(name, value, 0, MAX_PRICE as u32)? as i32,
        }
        Ok(())
    }

    /// A clause that is an option as well.
    fn set_shared(
        &mut self,
        source: &Source<'_>,
        name: &'static str,
        axis: Axis,
        value: &Value<'_>,
    ) -> Result<(), Fault> {
        let word = match axis {
            Axis::Players => source.number(name, value, 2, Players::Six.count() as u32)?.to_string(),
            _ => source.string(name, value)?.to_string(),
        };
        let words: Vec<String> = axis.values().iter().map(|word| format!("{word:?}")).collect();
        match self.options.set(axis, &word) {
            true => Ok(()),
            false => Err(source.mismatch(name, value, &format!("one of: {}", words.join(", ")))),
        }
    }

    /// Whether the clauses go together.
    fn check(&self, source: &Source<'_>, place: Range<usize>) -> Result<(), Fault> {
        let given: Vec<&str> = self.places.keys().copied().collect();
        self.clauses.check(&self.options, &given).map_err(|conflict| {
            let place = self.places.get(conflict.clause).cloned().unwrap_or(place);
            source.fault(place, conflict.to_string())
        })
    }
}

/// A value that is one of a list of words.
fn word<W: Word>(source: &Source<'_>, name: &str, value: &Value<'_>) -> Result<W, Fault> {
    let words: Vec<String> = W::WORDS.iter().map(|word| format!("{word:?}")).collect();
    W::named(source.string(name, value)?)
        .ok_or_else(|| source.mismatch(name, value, &format!("one of: {}", words.join(", "))))
}

/// A number of passes: `2`, `"players"` or `"players + 1"`.
fn passes(source: &Source<'_>, name: &str, value: &Value<'_>) -> Result<Passes, Fault> {
    if value.get_ref().is_integer() {
        return Ok(Passes::Number(source.number(name, value, 1, Passes::MAX)?));
    }
    let expected = format!("a number from 1 to {}, \"players\" or \"players + 1\"", Passes::MAX);
    let wrong = || source.mismatch(name, value, &expected);
    let text = value.get_ref().as_str().ok_or_else(wrong)?;
    let rest = text.trim().strip_prefix("players").ok_or_else(wrong)?.trim();
    if rest.is_empty() {
        return Ok(Passes::Players(0));
    }
    let more = rest.strip_prefix('+').and_then(|more| more.trim().parse().ok());
    let more = more.filter(|more| (1..=Passes::MAX).contains(more));
    more.map(Passes::Players).ok_or_else(wrong)
}

/// A number of moves: `18` or `"2 * points"`.
fn cut(source: &Source<'_>, name: &str, value: &Value<'_>) -> Result<Cut, Fault> {
    let expected = format!("a whole number from 1 to {} or {:?}", Cut::MAX, Cut::TWICE);
    match value.get_ref().as_str() {
        Some(text) if text.split_whitespace().collect::<String>() == "2*points" => Ok(Cut::TwicePoints),
        Some(_) => Err(source.mismatch(name, value, &expected)),
        None => Ok(Cut::Moves(source.number(name, value, 1, Cut::MAX)?)),
    }
}

/// Points above 0: `1`, `"1/2"` or `"3/2"`.
fn points(source: &Source<'_>, name: &str, value: &Value<'_>) -> Result<Gain, Fault> {
    let most = Coupons::MAX_HALVES / 2;
    let expected = format!("a whole number from 1 to {most}, or a half as \"1/2\" or \"3/2\"");
    let wrong = || source.mismatch(name, value, &expected);
    let Some(text) = value.get_ref().as_str() else {
        let number = value.get_ref().as_integer().ok_or_else(wrong)?;
        let whole = i32::from_str_radix(number.as_str(), number.radix()).ok();
        let whole = whole.filter(|whole| (1..=most as i32).contains(whole)).ok_or_else(wrong)?;
        return Ok(Gain::points(whole));
    };
    let (numer, denom) = text.split_once('/').unwrap_or((text, "1"));
    let numer = numer.trim().parse::<i32>().ok().filter(|numer| *numer > 0);
    let halves = match denom.trim() {
        "1" => numer.and_then(|numer| numer.checked_mul(2)),
        "2" => numer,
        _ => None,
    };
    let halves = halves.filter(|halves| *halves <= Coupons::MAX_HALVES as i32);
    halves.map(Gain::halves).ok_or_else(wrong)
}

/// A stack of coupons: a list of points, none greater than the one before it.
fn coupons(source: &Source<'_>, name: &str, value: &Value<'_>) -> Result<Coupons, Fault> {
    let expected = format!("a list of at most {} points, none greater than the one before it", Coupons::MAX);
    let list = value.get_ref().as_array().ok_or_else(|| source.mismatch(name, value, &expected))?;
    let each = list.iter().map(|item| points(source, name, item)).collect::<Result<Vec<_>, _>>()?;
    Coupons::of(&each).ok_or_else(|| source.mismatch(name, value, &expected))
}

/// What each player gains by the first pass: `{ white = 1 }`.
fn first_pass(source: &Source<'_>, name: &str, value: &Value<'_>) -> Result<FirstPass, Fault> {
    let table = value.get_ref().as_table();
    let table = table.ok_or_else(|| source.mismatch(name, value, "points by colour, as { white = 1 }"))?;
    source.check_keys(table, "player", &["black", "white"])?;
    let gain = |player: &str| get(table, player).map_or(Ok(Gain::NONE), |value| points(source, name, value));
    Ok([gain("black")?, gain("white")?])
}

// --- A rules file to begin with ---

/// The longest line of a comment.
const WIDTH: usize = 100;

/// A rules file that has the clauses of a ruleset, each with what it says and with its other
/// values; `None` if the ruleset has a state machine of its own.
pub fn like(rules: &Rules, name: &str) -> Option<String> {
    let entry = rules.entry;
    let listed = rules.clauses()?.listed(&rules.options);
    let mut text = String::new();
    comment(&mut text, &format!("A rules file, begun like {} ({}).", entry.id, entry.document));
    comment(
        &mut text,
        "solve --board 2x2 --rules FILE solves with it, solve rules FILE shows how it is read.",
    );
    let _ = writeln!(text, "name = {name:?}\ntitle = {name:?}\n\n[clauses]");
    for (place, help) in HELP.iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        comment(&mut text, help.says);
        let width = help.values.iter().map(|(value, _)| value.len()).max().unwrap_or_default();
        for (value, means) in help.values {
            let _ = writeln!(text, "{}", format!("#   {value:<width$}  {means}").trim_end());
        }
        let given = listed.iter().find(|(listed, _)| *listed == help.name);
        let _ = match given {
            Some((name, value)) => writeln!(text, "{name} = {value}"),
            None => writeln!(text, "# {} = ...", help.name),
        };
    }
    Some(text)
}

/// A comment in lines that are not too long.
fn comment(text: &mut String, says: &str) {
    let mut line = String::from("#");
    for word in says.split(' ') {
        if line.len() + 1 + word.len() > WIDTH {
            text.push_str(&line);
            line = String::from("\n#");
        }
        line.push(' ');
        line.push_str(word);
    }
    text.push_str(&line);
    text.push('\n');
}
