//! What the subcommands write for other programs.

use serde::Serialize;

/// One JSON object, indented, with a line end.
pub fn json(record: &impl Serialize, text: &mut String) {
    // Records are made of strings, numbers and lists, which can always be written.
    let written = serde_json::to_string_pretty(record).expect("a record can be written as JSON");
    text.push_str(&written);
    text.push('\n');
}
