//! The published table of empty boards: boards by rulesets.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::report::display::rules_text;
use crate::report::record::{Bounds, SCHEMA};
use crate::solutions::folder::{Files, text};
use crate::solutions::variant::Variant;
use crate::solve::Value;

/// The file that has the values.
const SUMMARY: &str = "summary.csv";

/// The file that lists all files.
const SUMS: &str = "SHA256SUMS";

/// The table.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Tables {
    /// The version of this form.
    pub schema: u32,
    /// The columns: every ruleset, with options, that has a value on some board.
    pub rulesets: Vec<String>,
    /// The rows, in the order of the published table.
    pub rows: Vec<Row>,
}

/// A board with its values.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Row {
    /// The board.
    pub board: String,
    /// The values by ruleset, of those that were solved.
    pub values: BTreeMap<String, Cell>,
}

/// The value of an empty board, Black to move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Cell {
    /// The value; `null` if it was not found within the limit.
    pub value: Option<Value>,
    /// What is proved of the value.
    pub bounds: Bounds,
    /// First moves that keep the value.
    pub best_moves: Vec<String>,
    /// The path of the certificate in the published folder.
    pub certificate: Option<String>,
}

impl Tables {
    /// The table of a folder of published results.
    ///
    /// # Errors
    /// The file and line that are not as they should be.
    pub fn of(files: &Files) -> Result<Tables, String> {
        let read = |path: &str| {
            let bytes = files.get(path).ok_or_else(|| format!("{path}: missing"))?;
            text(path, bytes)
        };
        let sums = read(SUMS)?;
        let certificates: Vec<&str> =
            sums.lines().filter_map(|line| Some(line.split_once("  ")?.1)).collect();
        let mut lines = read(SUMMARY)?.lines();
        let head: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
        let mut rows: Vec<Row> = Vec::new();
        let mut known: Vec<(usize, String)> = Vec::new();
        for (place, line) in lines.enumerate() {
            let wrong = |what: &str| format!("{SUMMARY}: line {}: {what}", place + 2);
            let fields: Vec<&str> = line.split(',').collect();
            let field = |name: &str| {
                let column = head.iter().position(|other| *other == name);
                let found = column.and_then(|column| fields.get(column)).copied();
                found.ok_or_else(|| wrong(&format!("expected a field {name:?}")))
            };
            let value = |text: &str| {
                serde_json::from_value::<Value>(text.into()).map_err(|error| wrong(&error.to_string()))
            };
            let (board, name) = (field("board")?, field("name")?);
            let variant = Variant::named(name).ok_or_else(|| wrong(&format!("{name:?} is no game")))?;
            let ruleset = rules_text(variant.entry, &variant.options);
            let certificate = format!("{}/{name}.cert", board.replace(':', "-"));
            let cell = Cell {
                value: Some(field("value")?).filter(|text| !text.is_empty()).map(value).transpose()?,
                bounds: Bounds::between(value(field("low")?)?, value(field("high")?)?),
                best_moves: field("best_moves")?.split_whitespace().map(str::to_string).collect(),
                certificate: certificates.contains(&certificate.as_str()).then_some(certificate),
            };
            if !known.iter().any(|(_, other)| *other == ruleset) {
                known.push((variant.place(), ruleset.clone()));
            }
            if rows.last().is_none_or(|row| row.board != board) {
                rows.push(Row { board: board.to_string(), values: BTreeMap::new() });
            }
            rows.last_mut().expect("there is a row").values.insert(ruleset, cell);
        }
        known.sort();
        let rulesets = known.into_iter().map(|(_, ruleset)| ruleset).collect();
        Ok(Tables { schema: SCHEMA, rulesets, rows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::published;

    #[test]
    fn the_published_table_is_read_with_its_values_moves_and_certificates() {
        let tables = Tables::of(&published::files()).unwrap();
        let row = tables.rows.iter().find(|row| row.board == "2x3").unwrap();
        let cell = &row.values["psk"];
        assert_eq!(cell.value.map(|value| value.to_string()).as_deref(), Some("0"));
        assert_eq!(
            (cell.best_moves.join(" "), cell.certificate.as_deref()),
            ("pass".into(), Some("2x3/psk.cert"))
        );
        assert!(row.values.contains_key("kee2020 --lift produced"));
        let all: Vec<&String> = tables.rows.iter().flat_map(|row| row.values.keys()).collect();
        assert!(all.iter().all(|ruleset| tables.rulesets.contains(ruleset)) && all.len() > 1000);
        assert!(tables.rows.iter().any(|row| row.board == "cycle:5"));
        for row in &tables.rows {
            crate::page::boards::board(&row.board, None).unwrap();
        }
    }

    #[test]
    fn a_line_that_is_not_as_it_should_be_is_named() {
        let mut files = published::files();
        let summary = String::from_utf8(files[SUMMARY].clone()).unwrap();
        files.insert(SUMMARY.to_string(), summary.replacen("2x3,psk,psk,", "2x3,pks,psk,", 1).into_bytes());
        let said = Tables::of(&files).unwrap_err();
        assert!(said.starts_with("summary.csv: line ") && said.ends_with("\"pks\" is no game"), "{said}");
        files.remove(SUMS);
        assert_eq!(Tables::of(&files).unwrap_err(), "SHA256SUMS: missing");
    }
}
