//! Rulesets by the names of KataGo and of KGS.
//!
//! Sources: KataGo, GTP Extensions (`kata-set-rules`) and Supported Go Rules, version 2; KGS Supported Rule Sets. Only
//! what is exactly one of the rulesets here is taken; all else is refused, and nothing is rounded to what is nearest.
//!
//! KataGo never allows the suicide of one stone, which leaves the board as it is: its `suicide` is `multi-stone` here.
//! Under positional superko that is no different from `allowed`. Its earlier *states* are those before every turn, after
//! passes too, so its situational superko is `ssk` and not `nssk`. Its `friendlyPassOk` is advice to players about when to
//! pass; a finished board is counted as it stands with either value.

use serde::{Deserialize, Serialize};

use super::komi::Bonus;
use crate::go::Players;
use crate::report::display::rules_text;
use crate::rules::axes::{Axis, Options};
use crate::rules::catalogue;
use crate::rules::entry::Entry;

/// A ruleset as it is named: with its options, and what White has for a handicap.
pub type Named = (&'static Entry, Options, Bonus);

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
struct Kata {
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

impl Kata {
    const fn area(ko: Ko, suicide: bool, white_handicap_bonus: Bonus) -> Kata {
        Kata {
            friendly_pass_ok: false,
            has_button: false,
            ko,
            scoring: Scoring::Area,
            suicide,
            tax: Tax::None,
            white_handicap_bonus,
        }
    }

    const fn japanese() -> Kata {
        Kata { scoring: Scoring::Territory, tax: Tax::Seki, ..Kata::area(Ko::Simple, false, Bonus::Nothing) }
    }
}

/// The shorthands that KataGo's document lists.
const SHORTHANDS: [(&str, Kata); 11] = [
    ("tromp-taylor", Kata::area(Ko::Positional, true, Bonus::Nothing)),
    ("chinese", Kata::area(Ko::Simple, false, Bonus::All)),
    ("chinese-ogs", Kata::area(Ko::Positional, false, Bonus::All)),
    ("chinese-kgs", Kata::area(Ko::Positional, false, Bonus::All)),
    ("japanese", Kata::japanese()),
    ("korean", Kata::japanese()),
    ("stone-scoring", Kata { tax: Tax::All, ..Kata::area(Ko::Simple, false, Bonus::Nothing) }),
    ("aga", Kata::area(Ko::Situational, false, Bonus::AllButOne)),
    ("bga", Kata::area(Ko::Situational, false, Bonus::AllButOne)),
    ("new-zealand", Kata::area(Ko::Situational, true, Bonus::Nothing)),
    ("aga-button", Kata { has_button: true, ..Kata::area(Ko::Situational, false, Bonus::AllButOne) }),
];

/// The ruleset of a shorthand or of a JSON dictionary.
///
/// # Errors
/// What is wrong with it, or why there is no such ruleset here.
pub fn of_kata(text: &str) -> Result<Named, String> {
    let text = text.trim();
    if !text.starts_with('{') {
        let name = text.to_ascii_lowercase();
        let found = SHORTHANDS.iter().find(|(shorthand, _)| *shorthand == name);
        let names = || SHORTHANDS.map(|(shorthand, _)| shorthand).join(", ");
        let (_, kata) = found
            .ok_or_else(|| format!("rules {text:?}: expected a JSON dictionary or one of: {}", names()))?;
        return named(kata).map_err(|why| format!("rules {name}: {why}"));
    }
    let kata = serde_json::from_str(text).map_err(|error| format!("rules: {error}"))?;
    named(&kata).map_err(|why| format!("rules: {why}"))
}

/// The ruleset that exactly is one in KataGo's terms.
fn named(kata: &Kata) -> Result<Named, String> {
    let refused = |field: &str, why: &str| Err(format!("{field}: {why}"));
    match kata {
        Kata { scoring: Scoring::Territory, .. } => {
            return refused("scoring TERRITORY", "there are no clean-up phases here, expected AREA");
        }
        Kata { tax: Tax::Seki | Tax::All, .. } => {
            return refused("tax", "no ruleset here has a tax, expected NONE");
        }
        Kata { has_button: true, .. } => {
            return refused("hasButton true", "no ruleset here has a button, expected false");
        }
        _ => {}
    }
    let id = match kata.ko {
        Ko::Simple => "katago-simple",
        Ko::Positional => "psk",
        Ko::Situational => "ssk",
    };
    let suicide = if kata.suicide { "multi-stone" } else { "forbidden" };
    let (entry, options) =
        catalogue::parse(&format!("{id} --suicide {suicide}")).map_err(|error| error.to_string())?;
    Ok((entry, options, kata.white_handicap_bonus))
}

/// A ruleset as a JSON dictionary of KataGo.
///
/// # Errors
/// Why KataGo has no such ruleset.
pub fn to_kata((entry, options, bonus): Named) -> Result<String, String> {
    in_terms((entry, options, bonus)).and_then(|kata| json(&kata))
}

fn json(kata: &Kata) -> Result<String, String> {
    serde_json::to_string(kata).map_err(|error| error.to_string())
}

fn in_terms((entry, options, bonus): Named) -> Result<Kata, String> {
    let none = || Err(format!("{} is no ruleset of KataGo", rules_text(entry, &options)));
    if options.players != Players::Two {
        return none();
    }
    let suicide = match (entry.id, Axis::Suicide.value(&options)) {
        (_, "forbidden") => false,
        (_, "multi-stone") | ("psk", "allowed") => true,
        _ => return none(),
    };
    let ko = match entry.id {
        "katago-simple" => Ko::Simple,
        "psk" => Ko::Positional,
        "ssk" => Ko::Situational,
        _ => return none(),
    };
    Ok(Kata::area(ko, suicide, bonus))
}

/// The ruleset with one field of KataGo's terms changed.
///
/// # Errors
/// What is wrong with the field or its value, or why there is no such ruleset.
pub fn with_field(now: Named, field: &str, value: &str) -> Result<Named, String> {
    let kata = in_terms(now).map_err(|why| format!("{why}, so it has no field {field}"))?;
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
    named(&kata)
}

/// The ruleset that KGS plays under one of its names.
///
/// KGS plays the rules of the AGA by their area counting, in which no stone is paid for a pass. Its New Zealand rules are
/// taken to be those of that name, which have no exception for the suicide of one stone.
///
/// # Errors
/// Why there is no such ruleset here.
pub fn of_kgs(text: &str) -> Result<Named, String> {
    let (rules, bonus) = match text.to_ascii_lowercase().as_str() {
        "chinese" => ("psk", Bonus::All),
        "aga" => ("ssk", Bonus::AllButOne),
        "new_zealand" => ("new-zealand", Bonus::Nothing),
        "japanese" => {
            return Err("rules japanese: dead stones by agreement and territory are no ruleset here".into());
        }
        _ => return Err(format!("rules {text:?}: expected one of: chinese, aga, japanese, new_zealand")),
    };
    let (entry, options) = catalogue::parse(rules).map_err(|error| error.to_string())?;
    Ok((entry, options, bonus))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text((entry, options, bonus): Named) -> (String, Bonus) {
        (rules_text(entry, &options), bonus)
    }

    #[test]
    fn shorthands_are_what_their_dictionaries_are() {
        // As KataGo's document lists them; friendlyPassOk is left out.
        for (name, dictionary) in [
            (
                "tromp-taylor",
                r#"{"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#,
            ),
            (
                "chinese",
                r#"{"hasButton":false,"ko":"SIMPLE","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#,
            ),
            (
                "chinese-ogs",
                r#"{"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#,
            ),
            (
                "chinese-kgs",
                r#"{"hasButton":false,"ko":"POSITIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N"}"#,
            ),
            (
                "aga",
                r#"{"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}"#,
            ),
            (
                "bga",
                r#"{"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":false,"tax":"NONE","whiteHandicapBonus":"N-1"}"#,
            ),
            (
                "new-zealand",
                r#"{"hasButton":false,"ko":"SITUATIONAL","scoring":"AREA","suicide":true,"tax":"NONE","whiteHandicapBonus":"0"}"#,
            ),
        ] {
            assert_eq!(text(of_kata(name).unwrap()), text(of_kata(dictionary).unwrap()), "{name}");
        }
        assert_eq!(
            text(of_kata("tromp-taylor").unwrap()),
            ("psk --suicide multi-stone".into(), Bonus::Nothing)
        );
        assert_eq!(text(of_kata("chinese").unwrap()), ("katago-simple".into(), Bonus::All));
        assert_eq!(
            text(of_kata("new-zealand").unwrap()),
            ("ssk --suicide multi-stone".into(), Bonus::Nothing)
        );
    }

    #[test]
    fn what_is_no_ruleset_here_is_refused_with_the_reason() {
        for (rules, why) in [
            ("japanese", "scoring TERRITORY"),
            ("korean", "scoring TERRITORY"),
            ("stone-scoring", "tax"),
            ("aga-button", "hasButton"),
            ("ing", "expected a JSON dictionary or one of"),
            (r#"{"ko":"SPIGHT","scoring":"AREA","suicide":false}"#, "unknown variant `SPIGHT`"),
            (r#"{"ko":"SIMPLE","scoring":"AREA"}"#, "missing field `suicide`"),
            (r#"{"ko":"SIMPLE","scoring":"AREA","suicide":false,"komi":7}"#, "unknown field `komi`"),
            (r#"{"ko""#, "EOF"),
        ] {
            let said = of_kata(rules).unwrap_err();
            assert!(said.contains(why) && said.lines().count() == 1, "{said}");
        }
    }

    #[test]
    fn every_ruleset_that_kata_has_is_told_and_read_back() {
        let mut told = 0;
        for entry in *catalogue::ALL {
            for options in entry.combinations() {
                let named = (entry, options, Bonus::AllButOne);
                let Ok(kata) = to_kata(named) else { continue };
                let (back, bonus) = text(of_kata(&kata).unwrap());
                let (mine, _) = text(named);
                assert_eq!(bonus, Bonus::AllButOne);
                // The one pair that are the same game.
                assert!(back == mine || mine == "psk --suicide allowed", "{mine} {back}");
                told += 1;
            }
        }
        assert_eq!(told, 7);
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
        let found = ["chinese", "AGA", "new_zealand"].map(|name| text(of_kgs(name).unwrap()));
        assert_eq!(
            found,
            [
                ("psk".into(), Bonus::All),
                ("ssk".into(), Bonus::AllButOne),
                ("ssk --suicide allowed".into(), Bonus::Nothing)
            ]
        );
        assert!(of_kgs("japanese").unwrap_err().contains("territory"));
        assert!(of_kgs("ing").unwrap_err().contains("expected one of"));
    }
}
