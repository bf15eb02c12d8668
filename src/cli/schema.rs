//! The JSON Schemas of `solutions/schema/`, held to the types that are written.
//!
//! `UPDATE_SCHEMAS=1 cargo test --lib schemas_are` writes the files.

use std::path::Path;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use super::{claims, counting, replay, rulesets, valuing};
use crate::report::record::{ErrorRecord, Solved, SolvedForThree};
use crate::solutions::table::Table;

/// What is written, by the name of its schema.
fn schemas() -> Vec<(&'static str, Schema)> {
    fn of<T: JsonSchema>() -> Schema {
        SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>()
    }
    vec![
        ("solve", of::<Solved>()),
        ("solve-players-3", of::<SolvedForThree>()),
        ("replay", of::<replay::Record>()),
        ("rules", of::<rulesets::Record>()),
        ("count", of::<counting::Record>()),
        ("count-values", of::<valuing::Record>()),
        ("claims", of::<claims::Record>()),
        ("error", of::<ErrorRecord>()),
        ("table", of::<Table>()),
    ]
}

#[test]
fn schemas_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("solutions/schema");
    let update = std::env::var_os("UPDATE_SCHEMAS").is_some();
    let mut names = Vec::new();
    for (name, schema) in schemas() {
        let mut made = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
        made.push('\n');
        let path = folder.join(format!("{name}.json"));
        if update {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&path, &made).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(
            found,
            made,
            "{}: UPDATE_SCHEMAS=1 cargo test --lib schemas_are writes it",
            path.display()
        );
        names.push(format!("{name}.json"));
    }
    for file in std::fs::read_dir(&folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(names.contains(&name), "{name} belongs to no type");
    }
}
