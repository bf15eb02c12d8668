//! The JSON Schemas of `solutions/schema/`, made from the types that are written.
//!
//! `UPDATE_SCHEMAS=1 cargo test --bin solve schemas_are` writes the files. A new one is listed in
//! `report/schemas.rs` too.

use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use super::{candidates, claims, count, perft, replay, tables};
use superko_conform::conform::record::Report;
use superko_lab::critique::Critique;
use superko_published::SCHEMAS;
use superko_query::ask::contrast::ExplanationRecord;
use superko_query::ask::refutation::RefutationRecord;
use superko_query::ask::{Event, Look, compare, differ, rulesets};
use superko_query::page::catalogue::{Catalogue, Drawn};
use superko_query::page::{Answered, CheckRecord, Clauses, Draft, GameRecord};
use superko_query::report::json;
use superko_query::report::records::{ErrorRecord, PublishedStart, Solved, SolvedForEach};
use superko_tables::bounded::Bounded;
use superko_tables::claims::{Sheet, Values};
use superko_tables::counts::Counts;
use superko_tables::dataset::DatasetSheet;
use superko_tables::dataset::histories::HistoriesSheet;
use superko_tables::differences::Differences;
use superko_tables::manifest::Manifest;
use superko_tables::perft::PerftSheet;
use superko_tables::players::Shares;
use superko_tables::positions::About;
use superko_tables::table::Table;
use superko_web::published::{Claims, Tables};
use superko_web::serve::{Health, Waiting};

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
        ("conform", of::<Report>()),
        ("count", of::<count::Record>()),
        ("count-values", of::<count::ValuesRecord>()),
        ("counts", of::<Counts>()),
        ("critique", of::<Critique>()),
        ("cycles", of::<superko_lab::cycles::Record>()),
        ("dataset", of::<DatasetSheet>()),
        ("dataset-histories", of::<HistoriesSheet>()),
        ("differ", of::<differ::Record>()),
        ("differ-games", of::<differ::games::Record>()),
        ("differences", of::<Differences>()),
        ("error", of::<ErrorRecord>()),
        ("manifest", of::<Manifest>()),
        ("perft", of::<perft::Record>()),
        ("perft-table", of::<PerftSheet>()),
        ("players", of::<Shares>()),
        ("published", of::<PublishedStart>()),
        ("replay", of::<replay::Record>()),
        ("rules", of::<rulesets::Record>()),
        ("serve-answer", of::<Answered>()),
        ("serve-board", of::<Drawn>()),
        ("serve-catalogue", of::<Catalogue>()),
        ("serve-check", of::<CheckRecord>()),
        ("serve-claims", of::<Claims>()),
        ("serve-clauses", of::<Clauses>()),
        ("serve-draft", of::<Draft>()),
        ("serve-event", of::<Event>()),
        ("serve-health", of::<Health>()),
        ("serve-look", of::<Look>()),
        ("serve-record", of::<GameRecord>()),
        ("serve-tables", of::<Tables>()),
        ("serve-waiting", of::<Waiting>()),
        ("solve", of::<Solved>()),
        ("solve-players", of::<SolvedForEach>()),
        ("strong", of::<About>()),
        ("table", of::<Table>()),
        ("tables-check", of::<tables::Record>()),
        ("vector", of::<superko_conform::vectors::Vector>()),
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
    assert!(SCHEMAS.iter().map(|(path, _)| *path).eq(paths), "the list of solutions/lib.rs is another");
    for ((path, text), (_, written)) in made.iter().zip(SCHEMAS) {
        assert_eq!(text, written, "{path}: UPDATE_SCHEMAS=1 cargo test --bin solve schemas_are writes it");
    }
}
