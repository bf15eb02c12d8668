//! JSON as it is printed and published: keys in the order of the structure, and what holds no
//! further brackets on one line. JSON that is read may be laid out in any way.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// The record that a file holds.
///
/// # Errors
/// The path of a file that holds no such record, and why.
pub fn read<T: DeserializeOwned>(path: &str, bytes: &[u8]) -> Result<T, String> {
    serde_json::from_slice(bytes).map_err(|error| format!("{path}: {error}"))
}

/// A record as a text with a line end.
pub fn text(record: &impl Serialize) -> String {
    // Records are made of strings, numbers and lists, which can always be written.
    let pretty = serde_json::to_string_pretty(record).expect("a record can be written as JSON");
    let mut lines: Vec<String> = Vec::new();
    for line in pretty.lines() {
        lines.push(line.to_string());
        let closes = line.trim_start().starts_with([']', '}']);
        let opened = lines.iter().rposition(|line| line.ends_with(['[', '{']));
        // Only the innermost brackets are closed on a line of their own before any other line
        // closes.
        if let (true, Some(opened)) = (closes, opened)
            && !lines[opened + 1..lines.len() - 1]
                .iter()
                .any(|line| line.trim_end_matches(',').ends_with([']', '}']))
            && opened > 0
        {
            let inner: Vec<&str> = lines[opened + 1..].iter().map(|line| line.trim()).collect();
            let (close, items) = inner.split_last().expect("the line that closes is there");
            let joined = format!("{}{}{close}", lines[opened], items.join(" "));
            lines.truncate(opened);
            lines.push(joined);
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn what_holds_no_brackets_is_on_one_line_and_nothing_is_lost() {
        let record =
            json!({"a": [1, 2], "b": {"c": "]", "d": [{"e": [], "f": "x"}, {"g": null}]}, "h": [[1], []]});
        let text = text(&record);
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), record);
        assert!(text.contains("\n  \"a\": [1, 2],\n") && text.contains("\n      {\"g\": null}\n"), "{text}");
    }
}
