//! The JSON Schemas of everything that is printed or published as JSON. They are made from the types by a test (see
//! `src/cli/schema.rs`) and are part of every folder of tables.

/// The path of a schema in a folder of tables, with the schema as a text.
type File = (&'static str, &'static str);

macro_rules! schemas {
    ($($name:literal),* $(,)?) => {
        /// All schemas, in the order of their paths.
        pub const FILES: &[File] = &[$((
            concat!("schema/", $name, ".json"),
            include_str!(concat!("../../solutions/schema/", $name, ".json")),
        )),*];
    };
}

schemas![
    "bounded",
    "candidates",
    "claims",
    "claims-document",
    "claims-values",
    "compare",
    "count",
    "count-values",
    "counts",
    "critique",
    "differ",
    "differences",
    "error",
    "manifest",
    "players",
    "published",
    "replay",
    "rules",
    "serve-answer",
    "serve-board",
    "serve-catalogue",
    "serve-check",
    "serve-claims",
    "serve-event",
    "serve-health",
    "serve-look",
    "serve-tables",
    "serve-waiting",
    "solve",
    "solve-players",
    "strong",
    "table",
    "tables-check",
    "why",
    "why-against",
    "why-move",
];
