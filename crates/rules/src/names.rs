//! The names of rulesets, of the documents' and of others: `documents/names.toml`, read once.

use std::sync::LazyLock;

use toml::de::DeTable;

use crate::source::{Fault, Source, get, leak, nearest};

/// Some names with one meaning.
#[derive(Debug)]
pub struct Names {
    /// The names; the first is the usual one.
    pub names: Vec<&'static str>,
    /// The ruleset with options that they are, if there is one.
    pub is: Option<&'static str>,
    /// The reason why there is none.
    pub why: Option<&'static str>,
    /// The ruleset that is nearest to them, if there is none.
    pub nearest: Option<&'static str>,
    /// The rules that KataGo plays under these names, in its terms.
    pub kata: Option<&'static str>,
    /// The ruleset that KGS plays under these names.
    pub kgs: Option<&'static str>,
    /// White's points for a handicap there: `N`, `N-1`; nothing if it is left out.
    pub kgs_bonus: Option<&'static str>,
}

/// Rulesets that are listed together.
#[derive(Debug)]
pub struct Group {
    /// Their common feature.
    pub title: &'static str,
    /// Their names.
    pub rulesets: Vec<&'static str>,
}

/// The data file.
struct Data {
    names: Vec<Names>,
    groups: Vec<Group>,
    well_known: Vec<&'static str>,
}

const TEXT: &str = include_str!("documents/names.toml");

static DATA: LazyLock<Data> = LazyLock::new(|| read().unwrap_or_else(|fault| panic!("{fault}")));

fn read() -> Result<Data, Fault> {
    let source = Source { name: "names.toml", text: TEXT };
    let table = source.table()?;
    source.check_keys(&table, "part", &[WELL_KNOWN, "names", "groups"])?;
    let tables = |name: &str| get(&table, name).map_or(Ok(Vec::new()), |value| source.tables(name, value));
    let (mut names, mut groups) = (Vec::new(), Vec::new());
    for (entry, _) in tables("names")? {
        let known = ["names", "is", "why", "nearest", "kata", "kgs", "kgs-bonus"];
        source.check_keys(entry, "part", &known)?;
        let text = |name: &str| text(&source, entry, name);
        names.push(Names {
            names: list(&source, entry, "names")?,
            is: text("is")?,
            why: text("why")?,
            nearest: text("nearest")?,
            kata: text("kata")?,
            kgs: text("kgs")?,
            kgs_bonus: text("kgs-bonus")?,
        });
    }
    for (entry, place) in tables("groups")? {
        source.check_keys(entry, "part", &["title", "rulesets"])?;
        let missing = || source.fault(place, "title is missing");
        let title = text(&source, entry, "title")?.ok_or_else(missing)?;
        groups.push(Group { title, rulesets: list(&source, entry, "rulesets")? });
    }
    Ok(Data { names, groups, well_known: list(&source, &table, WELL_KNOWN)? })
}

/// The part of the file that lists the well-known rulesets.
const WELL_KNOWN: &str = "well-known";

fn text(source: &Source<'_>, entry: &DeTable<'_>, name: &str) -> Result<Option<&'static str>, Fault> {
    get(entry, name).map(|value| source.string(name, value).map(leak)).transpose()
}

fn list(source: &Source<'_>, entry: &DeTable<'_>, name: &str) -> Result<Vec<&'static str>, Fault> {
    let texts = get(entry, name).map_or(Ok(Vec::new()), |value| source.strings(name, value))?;
    Ok(texts.into_iter().map(|(text, _)| leak(text)).collect())
}

/// All names.
pub fn all() -> &'static [Names] {
    &DATA.names
}

/// The groups in which the rulesets of the catalogue are listed.
pub fn groups() -> &'static [Group] {
    &DATA.groups
}

/// The rulesets with which a value is compared where the user names none.
pub fn well_known() -> &'static [&'static str] {
    &DATA.well_known
}

/// A name as it is compared: its letters and digits, small.
pub fn letters(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The meaning of a name; of a ruleset's own name, that of another name without options.
pub fn named(name: &str) -> Option<&'static Names> {
    let wanted = letters(name);
    let is = |names: &&Names| names.is.is_some_and(|is| !is.contains(' ') && letters(is) == wanted);
    all().iter().find(|names| names.names.iter().any(|known| letters(known) == wanted) || is(names))
}

/// Every name of a ruleset: its own, and those that it has with options.
///
/// It comes from the list itself, so that it can be asked while the catalogue is read.
pub fn of_rulesets() -> impl Iterator<Item = &'static str> {
    let ids = groups().iter().flat_map(|group| group.rulesets.iter().copied());
    ids.flat_map(|id| std::iter::once(id).chain(of_ruleset(id).map(|(name, _)| name)))
}

/// The other names of a ruleset, each with the options that it chooses as a command line has them.
pub fn of_ruleset(id: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_id = all().iter().filter_map(move |names| {
        let (ruleset, flags) = names.is?.split_once(' ').unwrap_or((names.is?, ""));
        (ruleset == id).then_some((names, flags))
    });
    of_id.flat_map(|(names, flags)| names.names.iter().map(move |name| (*name, flags)))
}

/// The known name that a text with a typing error may have meant.
pub fn meant<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let known: Vec<&str> = known.collect();
    nearest(&name.trim().to_lowercase().replace([' ', '_'], "-"), &known)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Rules, catalogue};

    #[test]
    fn every_name_means_one_thing_and_every_meaning_is_a_ruleset() {
        let mut seen = BTreeSet::new();
        for id in catalogue::ALL.iter().map(|entry| entry.id) {
            assert!(seen.insert(letters(id)), "{id}");
        }
        for names in all() {
            assert!(!names.names.is_empty());
            for name in &names.names {
                assert!(seen.insert(letters(name)), "{name}");
            }
            assert_eq!(names.is.is_none(), names.why.is_some() && names.nearest.is_some(), "{names:?}");
            for rules in [names.is, names.nearest, names.kgs].into_iter().flatten() {
                let _: Rules = rules.parse().unwrap_or_else(|error| panic!("{rules}: {error}"));
            }
        }
    }

    #[test]
    fn every_ruleset_is_in_one_group() {
        let mut grouped: Vec<&str> = groups().iter().flat_map(|group| group.rulesets.clone()).collect();
        let mut all: Vec<&str> = catalogue::ALL.iter().map(|entry| entry.id).collect();
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
        let [mut listed, mut known] = [of_rulesets().collect::<Vec<_>>(), catalogue::names().collect()];
        listed.sort_unstable();
        known.sort_unstable();
        assert_eq!(listed, known);
    }

    #[test]
    fn slips_are_seen_through_and_other_words_are_not() {
        for (slip, meant) in [
            ("pks", Some("psk")),
            ("spk", Some("psk")),
            ("kee2200", Some("kee2020")),
            ("Trmp Taylor", Some("tromp-taylor")),
            ("nsssk", Some("nssk")),
            ("klingon", None),
            ("p", None),
        ] {
            assert_eq!(super::meant(slip, catalogue::names()), meant, "{slip}");
        }
    }
}
