//! The JSON Schemas of `solutions/schema/`, made from the types that are written.
//!
//! `UPDATE_SCHEMAS=1 cargo test --lib schemas_are` writes the files. A new one is listed in `report/schemas.rs` too.

use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use super::{candidates, claims, count, replay, tables};
use crate::ask::dependencies::ExplanationRecord;
use crate::ask::refutation::RefutationRecord;
use crate::ask::{Event, Look, catalogue, compare, differ};
use crate::critique::Critique;
use crate::page::catalogue::Catalogue;
use crate::page::catalogue::Drawn;
use crate::page::published::Claims;
use crate::page::published::Tables;
use crate::report::json;
use crate::report::json::FILES;
use crate::report::records::{ErrorRecord, PublishedStart, Solved, SolvedForEach};
use crate::serve::{Answered, CheckRecord, Health, Waiting};
use crate::solutions::bounded::Bounded;
use crate::solutions::claims::Sheet;
use crate::solutions::claims::Values;
use crate::solutions::counts::Counts;
use crate::solutions::differences::Differences;
use crate::solutions::manifest::Manifest;
use crate::solutions::players::Shares;
use crate::solutions::positions::About;
use crate::solutions::table::Table;

fn schemas() -> Vec<(&'static str, Schema)> {
    fn of<T: JsonSchema>() -> Schema {
        SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
    }
    vec![
        ("bounded", of::<Bounded>()),
        ("candidates", of::<candidates::Record>()),
        ("claims", of::<claims::Record>()),
        ("claims-document", of::<Sheet>()),
        ("claims-values", of::<Values>()),
        ("compare", of::<compare::Record>()),
        ("count", of::<count::Record>()),
        ("count-values", of::<count::ValuesRecord>()),
        ("counts", of::<Counts>()),
        ("critique", of::<Critique>()),
        ("differ", of::<differ::Record>()),
        ("differences", of::<Differences>()),
        ("error", of::<ErrorRecord>()),
        ("manifest", of::<Manifest>()),
        ("players", of::<Shares>()),
        ("published", of::<PublishedStart>()),
        ("replay", of::<replay::Record>()),
        ("rules", of::<catalogue::Record>()),
        ("serve-answer", of::<Answered>()),
        ("serve-board", of::<Drawn>()),
        ("serve-catalogue", of::<Catalogue>()),
        ("serve-check", of::<CheckRecord>()),
        ("serve-claims", of::<Claims>()),
        ("serve-event", of::<Event>()),
        ("serve-health", of::<Health>()),
        ("serve-look", of::<Look>()),
        ("serve-tables", of::<Tables>()),
        ("serve-waiting", of::<Waiting>()),
        ("solve", of::<Solved>()),
        ("solve-players", of::<SolvedForEach>()),
        ("strong", of::<About>()),
        ("table", of::<Table>()),
        ("tables-check", of::<tables::Record>()),
        ("why", of::<ExplanationRecord>()),
        ("why-against", of::<differ::DifferingRecord>()),
        ("why-move", of::<RefutationRecord>()),
    ]
}

#[test]
fn schemas_are_those_of_the_types() {
    let made: Vec<(String, String)> =
        schemas().iter().map(|(name, schema)| (format!("schema/{name}.json"), json::text(schema))).collect();
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("solutions");
        std::fs::create_dir_all(folder.join("schema")).unwrap();
        for (path, text) in &made {
            std::fs::write(folder.join(path), text).unwrap();
        }
        return;
    }
    let paths = made.iter().map(|(path, _)| path.as_str());
    assert!(FILES.iter().map(|(path, _)| *path).eq(paths), "the list of report/schemas.rs is another");
    for ((path, text), (_, written)) in made.iter().zip(FILES) {
        assert_eq!(text, written, "{path}: UPDATE_SCHEMAS=1 cargo test --lib schemas_are writes it");
    }
}
