//! Changes of one clause that mend a rules file whose clauses do not go together.

use crate::clauses::{Clauses, HELP, Help};
use crate::file::ParsedClauses;
use crate::source::{Fault, Source, get};

/// The most changes that are offered.
const MOST: usize = 6;

/// A change of one clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mend {
    /// The clause.
    pub clause: &'static str,
    /// Its value as a file has it; `None`: the clause is taken out. Of the list `bars` it is a word, which
    /// is added, or taken out if it is there.
    pub value: Option<String>,
}

/// The changes that mend a fault of a file whose clauses do not go together: of the clauses that the
/// fault names, in their order there, at most six. Each was tried: after it all go together or, where
/// that takes more than one change, something else is wrong. Empty if the fault is another one.
pub fn mends(name: &str, bytes: &[u8], fault: &Fault) -> Vec<Mend> {
    try_all(name, bytes, fault).unwrap_or_default()
}

fn try_all(name: &str, bytes: &[u8], fault: &Fault) -> Option<Vec<Mend>> {
    let source = Source::of(name, bytes).ok()?;
    let table = source.table().ok()?;
    let value = get(&table, "clauses")?;
    // Each clause with its value as it stands in the file.
    let mut given: Vec<(&'static str, &str)> = Vec::new();
    let mut bars: Vec<String> = Vec::new();
    for (key, value) in source.entries("clauses", value).ok()? {
        let clause = Clauses::names().into_iter().find(|known| *known == key.get_ref())?;
        given.push((clause, source.text.get(value.span())?));
        if clause == BARS {
            let words = source.strings(clause, value).ok()?;
            bars = words.into_iter().map(|(word, _)| format!("{word:?}")).collect();
        }
    }
    // Then something outside of them is wrong.
    wrong(&given, None)?;
    let (mut found, mut first_steps) = (Vec::new(), Vec::new());
    // In the order of their places. A sort is more code than there are clauses to sort, in a module
    // that is loaded by browsers.
    let mut from = 0;
    loop {
        let named = HELP.iter().filter_map(|help| Some((place_of(help, &fault.what)?, help)));
        let next = named.filter(|(place, _)| *place >= from).min_by_key(|(place, _)| *place);
        let Some((place, help)) = next else { break };
        from = place + 1;
        let was = given.iter().find(|(clause, _)| *clause == help.name).map(|(_, value)| *value);
        // To take a clause out is to give it its default.
        let out = was.filter(|_| help.name != BARS).map(|_| None);
        let values = if out.is_some() { &help.values[1..] } else { help.values };
        let values = values.iter().map(|(value, _)| *value);
        let values = values.filter(|value| is_whole(value) && Some(*value) != was);
        for value in out.into_iter().chain(values.map(|value| Some(value.to_string()))) {
            let put = match &value {
                Some(word) if help.name == BARS => Some(toggled(&bars, word)),
                value => value.clone(),
            };
            let mend = Mend { clause: help.name, value };
            match wrong(&given, Some((help.name, put.as_deref()))) {
                None => found.push(mend),
                Some(what) if reason(&what) != reason(&fault.what) => first_steps.push(mend),
                Some(_) => {}
            }
        }
    }
    let mut found = if found.is_empty() { first_steps } else { found };
    found.truncate(MOST);
    Some(found)
}

/// The clause that is a list.
const BARS: &str = "bars";

/// Where a text names a clause, as a whole word; the list also by a word that it may have.
fn place_of(clause: &Help, text: &str) -> Option<usize> {
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let name = clause.name;
    let whole =
        |place: &usize| !text[..*place].ends_with(inside) && !text[place + name.len()..].starts_with(inside);
    let named = text.match_indices(name).map(|(place, _)| place).find(whole);
    let words = clause.values.iter().filter(|(value, _)| name == BARS && *value != "[]");
    let words = words.filter_map(|(word, _)| text.find(word));
    named.into_iter().chain(words).min()
}

/// Whether a value can stand in a file as the help has it.
fn is_whole(value: &str) -> bool {
    let text = value.len() > 1 && value.starts_with('"') && value.ends_with('"');
    text || matches!(value, "true" | "false") || value.bytes().all(|byte| byte.is_ascii_digit())
}

/// The list with a word added, or without it if it has it.
fn toggled(bars: &[String], word: &str) -> String {
    let mut words: Vec<&str> = bars.iter().map(String::as_str).filter(|other| *other != word).collect();
    if words.len() == bars.len() {
        words.push(word);
    }
    format!("[{}]", words.join(", "))
}

/// What is wrong with clauses, with one of them changed or taken out; `None` if they go together.
fn wrong(given: &[(&'static str, &str)], change: Option<(&'static str, Option<&str>)>) -> Option<String> {
    let kept = given.iter().filter(|(clause, _)| change.is_none_or(|(changed, _)| changed != *clause));
    let mut text: String = kept.map(|(clause, value)| format!("{clause} = {value}\n")).collect();
    if let Some((clause, Some(value))) = change {
        text.push_str(&format!("{clause} = {value}\n"));
    }
    let source = Source { name: "", text: &text };
    let read = || ParsedClauses::read(&source, &source.table()?, 0..0);
    read().err().map(|fault| fault.what)
}

/// Why two clauses do not go together, without what they are.
fn reason(what: &str) -> &str {
    what.split_once(": ").map_or(what, |(_, why)| why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file;

    fn offered(clauses: &str) -> Vec<String> {
        let text = format!("[clauses]\n{clauses}\n");
        let fault = file::read("mine.toml", text.as_bytes()).unwrap_err();
        let said = |Mend { clause, value }: Mend| format!("{clause} {}", value.unwrap_or("out".to_string()));
        mends("mine.toml", text.as_bytes(), &fault).into_iter().map(said).collect()
    }

    #[test]
    fn a_clause_without_meaning_is_taken_out_or_gets_one() {
        assert_eq!(offered("lifted-by = \"pass\"\nbars = []\npasses-in-a-row = 2"), ["lifted-by out"]);
        let found = offered("bars = [\"position\"]\nlifted-by = \"pass\"\npasses-in-a-row = 2");
        assert_eq!(found[..2], ["lifted-by out", "second-pass \"player\""]);
        // An end is missing, of which the message names each.
        let found = offered("bars = [\"basic-ko\"]");
        assert!(found.iter().any(|mend| mend == "passes-in-a-row \"players\""), "{found:?}");
        // Two things are wrong: each is mended by itself.
        let found = offered("bars = []\nlifted-by = \"pass\"");
        assert!(found.contains(&"lifted-by out".to_string()), "{found:?}");
        // A word of a list is taken out of it.
        let found = offered("bars = [\"position\", \"declined\"]\npasses-in-a-row = 3");
        assert!(found.contains(&"bars \"declined\"".to_string()), "{found:?}");
    }

    #[test]
    fn what_is_offered_mends_the_file() {
        let files = [
            "bars = [\"left-position\"]\nplayers = 3\npasses-in-a-row = \"players\"",
            "bars = [\"position\"]\nprice-of-pass = 1\npasses-in-a-row = 2\nsuicide = \"allowed\"",
            "bars = [\"position\"]\nscored = \"scoring-positions\"\npasses-in-a-row = 2",
            "bars = [\"position\"]\npasses-in-a-row = 2\noccurrences-since = \"pass\"",
            "bars = [\"position\"]\npasses-in-a-row = 2\nendless = \"draw\"",
        ];
        for clauses in files {
            let found = offered(clauses);
            assert!(!found.is_empty() && found.len() <= MOST, "{clauses}: {found:?}");
        }
    }

    #[test]
    fn other_faults_have_none() {
        assert_eq!(offered("bars = [\"positional\"]\npasses-in-a-row = 2"), [""; 0]);
        assert_eq!(
            offered("bars = [\"position\", \"situation\"]\npasses-in-a-row = 2"),
            ["bars \"position\"", "bars \"situation\""]
        );
        assert_eq!(offered("bar = []"), [""; 0]);
    }
}
