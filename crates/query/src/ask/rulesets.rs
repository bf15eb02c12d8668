//! Rulesets by any name: ours, those of others, and KataGo's own terms; and the record of a
//! ruleset.
//!
//! What each name means is data ([`superko_rules::names`]), the same for every way to ask. Only
//! what is exactly a ruleset here is taken; any other is refused with the reason, and never taken
//! for the nearest.
//!
//! Sources of the terms: KataGo, GTP Extensions (`kata-set-rules`) and Supported Go Rules, version
//! 2; for the compact form its records. KataGo never allows the suicide of one stone, which leaves
//! the board as it is: its `suicide` is `multi-stone` here. Under positional superko that is no
//! different from `allowed`. Its earlier *states* are those before every turn, after passes too, so
//! its situational superko is `ssk` and not `nssk`. Its `friendlyPassOk` is advice to players about
//! when to pass; a finished board is counted as it stands with either value.

use serde::{Deserialize, Serialize};

use crate::report::records::SCHEMA;
use superko_go::Players;
use superko_rules::axes::{Axis, Word};
use superko_rules::catalogue::ParseError;
use superko_rules::entry::{Entry, Preset, Reading};
use superko_rules::{Rules, names};

/// A ruleset with its options and White's bonus for a handicap.
pub type Named = (Rules, Bonus);

/// White's bonus in a game of N handicap stones, as KataGo names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Bonus {
    /// Nothing.
    #[default]
    #[serde(rename = "0")]
    Nothing,
    /// A point for every stone but the first.
    #[serde(rename = "N-1")]
    AllButOne,
    /// A point for every stone.
    #[serde(rename = "N")]
    All,
}

impl Bonus {
    /// The bonus of a name of the list of names.
    ///
    /// # Panics
    /// If it is none.
    pub fn named(name: &str) -> Bonus {
        serde_json::from_value(name.into()).expect("the list has names of KataGo's bonuses")
    }
}

/// Source of a name: KataGo and KGS mean rules of their own by some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaker {
    /// A user, or a record of a game.
    User,
    /// A controller that speaks as to KataGo (`kata-set-rules`).
    Kata,
    /// A server that speaks as KGS does (`kgs-rules`).
    Kgs,
}

/// The ruleset of a text: a name with options after it as a command line has them
/// (`psk --suicide allowed`), or KataGo's terms (`koPOSITIONALscoreAREAtaxNONEsui1`, or JSON).
///
/// # Errors
/// What is wrong with it, or why there is no such ruleset here, in one line.
pub fn ruleset(text: &str, speaker: Speaker) -> Result<Named, String> {
    let text = text.trim();
    if let Some(terms) = parse_terms(text) {
        return catalogue_rules(&terms?);
    }
    let known = names::named(text);
    match (speaker, known) {
        (Speaker::Kata, Some(names::Names { kata: Some(terms), .. })) => {
            let terms = parse_terms(terms).expect("the list has KataGo's terms")?;
            return catalogue_rules(&terms).map_err(|why| format!("{text}: {why}"));
        }
        (Speaker::Kgs, Some(names::Names { kgs: Some(rules), kgs_bonus, .. })) => {
            let rules = rules.parse().map_err(|error: ParseError| error.to_string())?;
            return Ok((rules, kgs_bonus.map_or(Bonus::Nothing, Bonus::named)));
        }
        _ => {}
    }
    let rules = text.parse().map_err(|error| match error {
        ParseError::Ruleset(unknown) => unknown.why(),
        error => error.to_string(),
    })?;
    Ok((rules, Bonus::Nothing))
}

/// KataGo's rules for preventing cycles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Ko {
    Simple,
    Positional,
    Situational,
}

/// KataGo's ways to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Scoring {
    Area,
    Territory,
}

/// KataGo's taxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
enum Tax {
    #[default]
    None,
    Seki,
    All,
}

/// A ruleset in KataGo's terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct KataRules {
    #[serde(default)]
    friendly_pass_ok: bool,
    #[serde(default)]
    has_button: bool,
    ko: Ko,
    scoring: Scoring,
    suicide: bool,
    #[serde(default)]
    tax: Tax,
    #[serde(default)]
    white_handicap_bonus: Bonus,
}

/// The terms of a text, if it is JSON or in the compact form.
fn parse_terms(text: &str) -> Option<Result<KataRules, String>> {
    let text = text.trim();
    if text.starts_with('{') {
        return Some(serde_json::from_str(text).map_err(|error| error.to_string()));
    }
    parse_compact(text)
}

/// The words of the compact form, each with its field and whether its values are 0 and 1.
const COMPACT_FIELDS: [(&str, &str, bool); 7] = [
    ("ko", "ko", false),
    ("score", "scoring", false),
    ("tax", "tax", false),
    ("sui", "suicide", true),
    ("button", "hasButton", true),
    ("whb", "whiteHandicapBonus", false),
    ("fpok", "friendlyPassOk", true),
];

/// `koPOSITIONALscoreAREAtaxNONEsui1`, with `button1`, `whbN`, `fpok1` after it, and the komi that
/// old records have there.
fn parse_compact(text: &str) -> Option<Result<KataRules, String>> {
    let is_value =
        |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || "-.".contains(letter);
    let mut rest = text;
    let mut fields = serde_json::Map::new();
    while !rest.is_empty() {
        let value = rest.find(is_value)?;
        let (word, after) = rest.split_at(value);
        let (value, after) = after.split_at(after.find(|letter| !is_value(letter)).unwrap_or(after.len()));
        rest = after;
        if word == "komi" && value.parse::<f64>().is_ok() {
            continue;
        }
        let (_, field, switch) = COMPACT_FIELDS.iter().find(|(known, ..)| *known == word)?;
        let value = match (switch, value) {
            (true, "0" | "1") => (value == "1").into(),
            _ => value.into(),
        };
        if fields.insert(field.to_string(), value).is_some() {
            return Some(Err(format!("{word} stands twice")));
        }
    }
    fields
        .contains_key("ko")
        .then(|| serde_json::from_value(fields.into()).map_err(|error| error.to_string()))
}

/// The ruleset of the catalogue that is exactly one in KataGo's terms.
///
/// # Errors
/// Why there is none.
fn catalogue_rules(kata: &KataRules) -> Result<Named, String> {
    let refused = |field: &str, why: &str| Err(format!("{field}: {why}"));
    match kata {
        KataRules { scoring: Scoring::Territory, .. } => {
            return refused("scoring TERRITORY", "there are no clean-up phases here, expected AREA");
        }
        KataRules { tax: Tax::Seki | Tax::All, ko: Ko::Situational, .. } => {
            return refused("tax", "no ruleset here has a tax with situational superko, expected NONE");
        }
        KataRules { has_button: true, .. } => {
            return refused(
                "hasButton true",
                "no ruleset here has a button that a pass takes, expected false",
            );
        }
        _ => {}
    }
    let id = match (kata.ko, kata.tax) {
        (Ko::Simple, Tax::None) => "katago-simple",
        (Ko::Positional, Tax::None) => "psk",
        (Ko::Situational, _) => "ssk",
        (Ko::Simple, Tax::Seki) => "katago-area --tax seki",
        (Ko::Simple, Tax::All) => "katago-area --tax all",
        (Ko::Positional, Tax::Seki) => "group-tax --tax seki",
        (Ko::Positional, Tax::All) => "group-tax --tax all",
    };
    let suicide = if kata.suicide { "multi-stone" } else { "forbidden" };
    let rules = format!("{id} --suicide {suicide}").parse();
    Ok((rules.map_err(|error: ParseError| error.to_string())?, kata.white_handicap_bonus))
}

/// A ruleset as a JSON dictionary of KataGo.
///
/// # Errors
/// Why KataGo has no such ruleset.
pub fn to_json(named: Named) -> Result<String, String> {
    let kata = kata_rules(named)?;
    serde_json::to_string(&kata).map_err(|error| error.to_string())
}

fn kata_rules((rules, white_handicap_bonus): Named) -> Result<KataRules, String> {
    let Rules { entry, options } = rules;
    let none = || Err(format!("{rules} is no ruleset of KataGo"));
    if options.players != Players::Two {
        return none();
    }
    let suicide = match (entry.id, Axis::Suicide.value(&options)) {
        (_, "forbidden") => false,
        (_, "multi-stone") | ("psk", "allowed") => true,
        _ => return none(),
    };
    let tax = match Axis::Tax.value(&options) {
        "seki" => Tax::Seki,
        "all" => Tax::All,
        _ => Tax::None,
    };
    let ko = match entry.id {
        "katago-simple" | "katago-area" => Ko::Simple,
        "psk" => Ko::Positional,
        "group-tax" if tax != Tax::None => Ko::Positional,
        "ssk" => Ko::Situational,
        _ => return none(),
    };
    Ok(KataRules {
        friendly_pass_ok: false,
        has_button: false,
        ko,
        scoring: Scoring::Area,
        suicide,
        tax,
        white_handicap_bonus,
    })
}

/// The ruleset with one field of KataGo's terms changed.
///
/// # Errors
/// What is wrong with the field or its value, or why there is no such ruleset.
pub fn with_field(now: Named, field: &str, value: &str) -> Result<Named, String> {
    let kata = kata_rules(now).map_err(|why| format!("{why}, so it has no field {field}"))?;
    let Ok(serde_json::Value::Object(mut fields)) = serde_json::to_value(kata) else {
        unreachable!("a struct is an object");
    };
    let Some(old) = fields.get_mut(field) else {
        let names = fields.keys().cloned().collect::<Vec<_>>().join(", ");
        return Err(format!("field {field:?}: expected one of: {names}"));
    };
    *old = match (value, &old) {
        ("true" | "false", serde_json::Value::Bool(_)) => (value == "true").into(),
        _ => value.into(),
    };
    let kata = serde_json::from_value(fields.into()).map_err(|error| format!("field {field}: {error}"))?;
    catalogue_rules(&kata)
}

// --- Records of rulesets ---

/// What `solve rules NAME --json` prints. Without a name it is a list of these, one for each ruleset.
#[allow(missing_docs, reason = "a comment would be a description in the published schema")]
#[derive(Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record {
    pub schema: u32,
    pub id: &'static str,
    pub title: &'static str,
    pub document: &'static str,
    /// How much of the document's wording was at hand; `null` if its file does not say.
    pub wording: Option<&'static str>,
    pub summary: &'static str,
    pub names: Vec<String>,
    /// The clauses that it is composed of, as a rules file has them; `null` for a state machine of its own.
    pub clauses: Option<Vec<ClauseRecord>>,
    pub options: Vec<OptionRecord>,
    pub articles: &'static [(&'static str, &'static str)],
    pub state: &'static str,
    pub always_ends: bool,
    pub readings: Vec<ReadingRecord>,
}

/// A clause of a ruleset.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ClauseRecord {
    /// Its name.
    pub name: &'static str,
    /// Its value, as a rules file has it.
    pub value: String,
}

impl ClauseRecord {
    /// The clauses of a ruleset with these options, if it is composed of clauses.
    pub fn all(rules: &Rules) -> Option<Vec<ClauseRecord>> {
        let listed = rules.clauses()?.listed(&rules.options);
        Some(listed.into_iter().map(|(name, value)| ClauseRecord { name, value }).collect())
    }
}

/// An option of a ruleset.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
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
            wording: entry.wording.map(Word::word),
            summary: entry.summary,
            names: entry.presets.iter().map(preset_text).collect(),
            clauses: ClauseRecord::all(&entry.into()),
            options: OptionRecord::all(entry),
            articles: entry.articles,
            state: entry.state,
            always_ends: Rules::from(entry).always_ends(),
            readings: ReadingRecord::all(entry),
        }
    }
}

/// Another name of a ruleset, with the options that it chooses in brackets:
/// `tromp-taylor (--suicide allowed)`.
pub fn preset_text(preset: &Preset) -> String {
    let sets: Vec<String> =
        preset.sets.iter().map(|(axis, value)| format!("--{} {value}", axis.name())).collect();
    if sets.is_empty() { preset.name.to_string() } else { format!("{} ({})", preset.name, sets.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_rules::catalogue;

    fn of_kata(text: &str) -> Result<Named, String> {
        ruleset(text, Speaker::Kata)
    }

    fn text((rules, bonus): Named) -> (String, Bonus) {
        (rules.to_string(), bonus)
    }

    #[test]
    fn shorthands_are_what_their_dictionaries_are() {
        // As KataGo's document lists them; friendlyPassOk is left out.
        for (name, terms, bonus) in [
            ("tromp-taylor", r#""ko":"POSITIONAL","suicide":true"#, "0"),
            ("chinese", r#""ko":"SIMPLE","suicide":false"#, "N"),
            ("chinese-ogs", r#""ko":"POSITIONAL","suicide":false"#, "N"),
            ("chinese-kgs", r#""ko":"POSITIONAL","suicide":false"#, "N"),
            ("aga", r#""ko":"SITUATIONAL","suicide":false"#, "N-1"),
            ("bga", r#""ko":"SITUATIONAL","suicide":false"#, "N-1"),
            ("new-zealand", r#""ko":"SITUATIONAL","suicide":true"#, "0"),
        ] {
            let all = format!(
                r#"{terms},"hasButton":false,"scoring":"AREA","tax":"NONE","whiteHandicapBonus":"{bonus}""#
            );
            assert_eq!(text(of_kata(name).unwrap()), text(of_kata(&format!("{{{all}}}")).unwrap()), "{name}");
        }
        for (name, ruleset, bonus) in [
            ("tromp-taylor", "psk --suicide multi-stone", Bonus::Nothing),
            ("chinese", "katago-simple", Bonus::All),
            ("new-zealand", "ssk --suicide multi-stone", Bonus::Nothing),
            ("stone-scoring", "katago-area --tax all", Bonus::Nothing),
        ] {
            assert_eq!(text(of_kata(name).unwrap()), (ruleset.into(), bonus));
        }
    }

    #[test]
    fn what_is_no_ruleset_here_is_refused_with_the_reason() {
        for (rules, why) in [
            ("japanese", "scoring TERRITORY"),
            ("korean", "scoring TERRITORY"),
            ("aga-button", "hasButton"),
            ("ing", "disturbing kos"),
            (r#"{"ko":"SPIGHT","scoring":"AREA","suicide":false}"#, "unknown variant `SPIGHT`"),
            (r#"{"ko":"SIMPLE","scoring":"AREA"}"#, "missing field `suicide`"),
            (r#"{"ko":"SIMPLE","scoring":"AREA","suicide":false,"komi":7}"#, "unknown field `komi`"),
            (r#"{"ko""#, "EOF"),
            ("koSIMPLEscoreAREA", "missing field `suicide`"),
            ("koSIMPLEkoSIMPLEscoreAREAsui0", "ko stands twice"),
            ("koSIMPLEscoreAREAsui2", "invalid type"),
        ] {
            let message = of_kata(rules).unwrap_err();
            assert!(message.contains(why) && message.lines().count() == 1, "{message}");
        }
    }

    #[test]
    fn every_ruleset_that_kata_has_is_told_and_read_back() {
        let mut count = 0;
        for entry in *catalogue::ALL {
            for rules in entry.combinations() {
                let named = (rules, Bonus::AllButOne);
                let Ok(kata) = to_json(named) else { continue };
                let (back, bonus) = text(of_kata(&kata).unwrap());
                let (mine, _) = text(named);
                assert_eq!(bonus, Bonus::AllButOne);
                // The one pair that are the same game.
                assert!(back == mine || mine == "psk --suicide allowed", "{mine} {back}");
                count += 1;
            }
        }
        assert_eq!(count, 15);
    }

    #[test]
    fn one_field_is_changed() {
        let named = of_kata("tromp-taylor").unwrap();
        let changed = with_field(named, "ko", "SITUATIONAL").unwrap();
        assert_eq!(text(changed).0, "ssk --suicide multi-stone");
        let changed = with_field(changed, "suicide", "false").unwrap();
        assert_eq!(text(with_field(changed, "whiteHandicapBonus", "N").unwrap()), ("ssk".into(), Bonus::All));
        for (field, value) in [("ko", "SPIGHT"), ("komi", "7"), ("scoring", "TERRITORY"), ("suicide", "1")] {
            assert!(with_field(named, field, value).is_err(), "{field} {value}");
        }
    }

    #[test]
    fn names_of_kgs() {
        let of_kgs = |name| ruleset(name, Speaker::Kgs);
        for (name, ruleset, bonus) in [
            ("chinese", "psk", Bonus::All),
            ("AGA", "ssk", Bonus::AllButOne),
            ("new_zealand", "ssk --suicide allowed", Bonus::Nothing),
        ] {
            assert_eq!(text(of_kgs(name).unwrap()), (ruleset.into(), bonus));
        }
        assert!(of_kgs("japanese").unwrap_err().contains("territory"));
        assert!(of_kgs("ing").unwrap_err().contains("disturbing"));
    }
}
