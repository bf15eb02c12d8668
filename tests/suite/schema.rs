//! What the program prints as JSON, and what is published, against the schemas of
//! `solutions/schema/`.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

use crate::common::program::{PROGRAM, json, solve};
use crate::common::sample;

fn schema(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("solutions/schema/{name}.json"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// The keywords of JSON Schema that only describe.
const NOTES: [&str; 6] = ["$schema", "$defs", "title", "description", "format", "default"];

/// Checks a value against the part of JSON Schema that the schemas here use; any other keyword is
/// an error. Returns where the value first differs from the schema.
fn fault(schema: &Value, root: &Value, value: &Value, place: &str) -> Option<String> {
    let Some(rules) = schema.as_object() else {
        return (schema == &Value::Bool(false)).then(|| format!("{place}: not allowed"));
    };
    rules.iter().filter(|(keyword, _)| !NOTES.contains(&keyword.as_str())).find_map(|(keyword, rule)| {
        let fails = |fails: bool| fails.then(|| format!("{place}: {value} is not {keyword} {rule}"));
        let matches = |schema: &Value| fault(schema, root, value, place).is_none();
        match keyword.as_str() {
            "$ref" => fault(root.pointer(rule.as_str()?.strip_prefix('#')?)?, root, value, place),
            "type" => {
                let types = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
                fails(!types.iter().any(|name| has_type(value, name.as_str().unwrap())))
            }
            "enum" => fails(!rule.as_array()?.contains(value)),
            "const" => fails(rule != value),
            "pattern" => {
                // The only pattern in use is that of a score.
                assert_eq!(rule, "^(-?[0-9]+(/[0-9]+)?|no-result)$");
                let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
                let text = value.as_str()?;
                let score = text.strip_prefix('-').unwrap_or(text);
                fails(text != "no-result" && !score.splitn(2, '/').all(number))
            }
            "minimum" => fails(value.as_f64().is_some_and(|number| number < rule.as_f64().unwrap())),
            "minItems" => {
                fails(value.as_array().is_some_and(|list| (list.len() as u64) < rule.as_u64().unwrap()))
            }
            "maxItems" => {
                fails(value.as_array().is_some_and(|list| list.len() as u64 > rule.as_u64().unwrap()))
            }
            "anyOf" => fails(!rule.as_array()?.iter().any(matches)),
            "oneOf" => fails(rule.as_array()?.iter().filter(|schema| matches(schema)).count() != 1),
            "items" => value
                .as_array()?
                .iter()
                .enumerate()
                .find_map(|(number, item)| fault(rule, root, item, &format!("{place}/{number}"))),
            "prefixItems" => value
                .as_array()?
                .iter()
                .zip(rule.as_array()?)
                .enumerate()
                .find_map(|(number, (item, rule))| fault(rule, root, item, &format!("{place}/{number}"))),
            "required" => {
                let object = value.as_object()?;
                fails(!rule.as_array()?.iter().all(|name| object.contains_key(name.as_str().unwrap())))
            }
            "properties" => rule
                .as_object()?
                .iter()
                .find_map(|(name, rule)| fault(rule, root, value.get(name)?, &format!("{place}/{name}"))),
            "additionalProperties" => {
                let known = rules.get("properties").and_then(Value::as_object);
                let others = value.as_object()?.iter();
                let mut others =
                    others.filter(|(name, _)| known.is_none_or(|known| !known.contains_key(*name)));
                others.find_map(|(name, other)| fault(rule, root, other, &format!("{place}/{name}")))
            }
            "unevaluatedProperties" => {
                let mut known = Map::new();
                evaluated(schema, root, value, &mut known);
                let mut others = value.as_object()?.iter().filter(|(name, _)| !known.contains_key(*name));
                others.find_map(|(name, other)| fault(rule, root, other, &format!("{place}/{name}")))
            }
            other => panic!("{place}: the keyword {other:?} is not known to this test"),
        }
    })
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the type {other:?} is not known to this test"),
    }
}

/// The properties that a schema and those that it is made of know, of the alternatives that the
/// value meets.
fn evaluated(schema: &Value, root: &Value, value: &Value, known: &mut Map<String, Value>) {
    if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
        known.extend(properties.clone());
    }
    if let Some(place) = schema.get("$ref").and_then(Value::as_str) {
        evaluated(root.pointer(place.trim_start_matches('#')).unwrap(), root, value, known);
    }
    for several in ["anyOf", "oneOf", "allOf"].iter().filter_map(|keyword| schema.get(keyword)) {
        for part in several.as_array().unwrap() {
            if fault(part, root, value, "").is_none() {
                evaluated(part, root, value, known);
            }
        }
    }
}

/// The first difference of a value from a schema.
pub fn difference(name: &str, value: &Value) -> Option<String> {
    let schema = schema(name);
    fault(&schema, &schema, value, name)
}

#[test]
fn what_the_program_prints_has_the_form_of_its_schema() {
    let game = ["--board", "2x2", "--rules", "psk", "--json"];
    let with = |more: &[&'static str]| [&game[..], more].concat();
    let subcommand = |name: &'static str, more: &[&'static str]| [&[name], &game[..], more].concat();
    let conform = |more: &[&'static str]| {
        let effort = ["conform", "--board", "2x2", "--games", "3", "--node-limit", "20", "--json"];
        [&effort[..], more, &["--", PROGRAM, "gtp", "--rules", "psk"]].concat()
    };
    let cases: Vec<(&str, Vec<&str>)> = vec![
        ("solve", with(&["--move-values"])),
        ("solve", with(&["--moves", "A1 pass", "--best-moves", "one"])),
        (
            "solve",
            vec!["--board", "4x4", "--rules", "kee2009", "--node-limit", "100", "--move-values", "--json"],
        ),
        ("solve", vec!["--board", "1x3", "--rules", "simple-ko", "--suicide", "allowed", "--json"]),
        ("solve", vec!["--board", "star:4", "--rules", "kee2020", "--json"]),
        ("solve-players", with(&["--players", "3", "--move-values"])),
        ("solve-players", with(&["--players", "3", "--node-limit", "2"])),
        ("replay", subcommand("replay", &["tests/records/kee2009-example5.txt", "--board", "1x2"])),
        ("count", subcommand("count", &["--board", "1x2"])),
        ("count", vec!["count", "--positions", "--board", "cycle:5", "--json"]),
        ("count", vec!["count", "--board", "1x5", "--rules", "psk", "--node-limit", "10", "--json"]),
        ("count-values", vec!["count", "--values", "--board", "2x2", "--rules", "simple-ko", "--json"]),
        ("perft", subcommand("perft", &["--depth", "4", "--divide", "--moves", "A1"])),
        ("perft", vec!["perft", "--board", "9x9", "--rules", "ssk", "--depth", "2", "--no-passes", "--json"]),
        (
            "perft",
            vec![
                "perft",
                "--board",
                "cycle:5",
                "--rules",
                "psk",
                "--depth",
                "9",
                "--node-limit",
                "5",
                "--json",
            ],
        ),
        ("compare", vec!["compare", "--board", "1x2", "--rules", "all", "--moves", "A1 B1", "--json"]),
        ("compare", vec!["compare", "--board", "4x4", "--rules", "psk,ssk", "--node-limit", "100", "--json"]),
        ("compare", vec!["compare", "--board", "star:4", "--rules", "psk,simple-ko", "--json"]),
        ("cycles", vec!["cycles", "--board", "1x2", "--length", "2", "--json"]),
        (
            "cycles",
            vec![
                "cycles", "--board", "1x5", "--length", "3", "--rules", "spight", "--rules", "psk", "--json",
            ],
        ),
        ("differ-games", vec!["differ", "psk", "ssk", "--games", "--json"]),
        ("differ-games", vec!["differ", "psk", "kee2009", "--games=winners", "--up-to", "1x3", "--json"]),
        ("differ", vec!["differ", "psk", "nssk", "--json"]),
        ("differ", vec!["differ", "simple-ko", "psk", "--up-to", "2x2", "--json"]),
        ("differ", vec!["differ", "simple-ko", "jann", "--up-to", "1x2", "--json"]),
        ("differ", vec!["differ", "kee2009", "spight", "--up-to", "1x2", "--json"]),
        ("differ", vec!["differ", "psk", "psk --suicide allowed", "--node-limit", "5", "--json"]),
        ("why", subcommand("why", &[])),
        ("why", subcommand("why", &["--moves", "A2 B1 B2 A1", "--start", "../.."])),
        ("why", vec!["why", "--board", "1x3", "--rules", "kee2007", "--moves", "B1 pass", "--json"]),
        ("why", vec!["why", "--board", "1x3", "--rules", "simple-ko", "--json"]),
        ("why", subcommand("why", &["--node-limit", "20"])),
        ("why-move", subcommand("why", &["--move", "A1"])),
        ("why-move", subcommand("why", &["--moves", "A2 B1 B2 A1 B2 pass A2 A1 pass", "--move", "B1"])),
        ("why-move", subcommand("why", &["--moves", "A1", "--move", "A1", "--node-limit", "2"])),
        ("why-move", vec!["why", "--board", "1x3", "--rules", "simple-ko", "--move", "A1", "--json"]),
        ("claims", vec!["claims", "kee2009-18", "--json"]),
        ("claims", vec!["claims", "kee2009-22", "--json"]),
        ("candidates", vec!["claims", "candidates", "kee2009-sending-two", "--json"]),
        ("conform", conform(&["--rules", "psk"])),
        ("conform", conform(&["--rules", "ssk"])),
        ("conform", conform(&[])),
        ("rules", vec!["rules", "jann", "--json"]),
        ("tables-check", vec!["tables", "--check", "--quick", "--json"]),
        ("error", with(&["--lift", "stands"])),
    ];
    for (name, mut arguments) in sample::one_in(4, cases) {
        if name == "replay" || name == "count" && arguments.contains(&"1x2") {
            // The board is given last: the one of the game is left out.
            let place = arguments.iter().position(|word| *word == "2x2").unwrap();
            arguments.drain(place - 1..=place);
        }
        let record = json(&solve(&arguments));
        assert_eq!(difference(name, &record), None, "{arguments:?}");
        assert_eq!(record["schema"], 1);
        // Neither is a field more or a field less the same.
        let mut changed = record.clone();
        changed["unknown"] = Value::Null;
        assert!(difference(name, &changed).is_some(), "{name} with a field more");
        let mut changed = record;
        changed.as_object_mut().unwrap().remove("schema");
        assert!(difference(name, &changed).is_some(), "{name} without schema");
    }
    let rules = json(&solve(&["rules", "--json"]));
    for ruleset in rules.as_array().unwrap() {
        assert_eq!(difference("rules", ruleset), None);
    }
}

#[test]
fn what_is_published_has_the_form_of_its_schema() {
    let solutions = Path::new(env!("CARGO_MANIFEST_DIR")).join("solutions");
    let mut compared = std::collections::BTreeMap::new();
    let read = |path: &Path| serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let mut compare = |kind: &'static str, path: &Path| {
        let schema = compared.entry(kind).or_insert_with(|| (schema(kind), 0));
        assert_eq!(fault(&schema.0, &schema.0, &read(path), ""), None, "{}", path.display());
        schema.1 += 1;
    };
    compare("differences", &solutions.join("differences.json"));
    compare("manifest", &solutions.join("MANIFEST.json"));
    for folder in fs::read_dir(&solutions).unwrap().map(|entry| entry.unwrap().path()) {
        let kind = match folder.file_name().unwrap().to_str().unwrap() {
            "schema" => continue,
            "beasts" => "critique",
            "bounded" => "bounded",
            "claims" => "claims-document",
            "counts" => "counts",
            "dataset" => "dataset",
            "perft" => "perft-table",
            "players" => "players",
            "strong" => "strong",
            _ => "table",
        };
        for file in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()) {
            if file.extension().is_some_and(|extension| extension == "json") {
                let values = kind == "claims-document" && file.ends_with("values.json");
                let histories = kind == "dataset" && file.ends_with("histories.json");
                let kind = if histories { "dataset-histories" } else { kind };
                compare(if values { "claims-values" } else { kind }, &file);
            }
        }
    }
    let vector = schema("vector");
    for file in fs::read_dir(solutions.join("vectors")).unwrap().map(|entry| entry.unwrap().path()) {
        for line in fs::read_to_string(&file).unwrap().lines() {
            let read = serde_json::from_str(line).unwrap();
            assert_eq!(fault(&vector, &vector, &read, ""), None, "{}", file.display());
        }
    }
    for (kind, least) in [
        ("table", 500),
        ("bounded", 9),
        ("counts", 20),
        ("dataset", 13),
        ("dataset-histories", 1),
        ("perft-table", 20),
        ("critique", 41),
        ("players", 10),
        ("strong", 10),
        ("claims-document", 5),
        ("claims-values", 1),
    ] {
        assert!(compared[kind].1 >= least, "{kind}: {}", compared[kind].1);
    }
}
