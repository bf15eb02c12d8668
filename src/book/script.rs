//! A record as a script, which a page that was opened as a file can read.

use serde::Serialize;

/// The path of the script of a key.
pub fn path(key: &str) -> String {
    format!("data/{}.js", key.replace(':', "-"))
}

/// The script, on one line.
pub fn text(key: &str, data: &impl Serialize) -> String {
    // Records are made of strings, numbers and lists, which can always be written.
    let written = |data: serde_json::Result<String>| data.expect("a record can be written as JSON");
    format!(
        "superkoBook({}, {});\n",
        written(serde_json::to_string(key)),
        written(serde_json::to_string(data))
    )
}
