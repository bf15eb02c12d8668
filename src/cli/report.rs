//! The forms in which the subcommands write.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::go::Player;
use crate::rules::axes::Options;
use crate::rules::entry::Entry;

/// The options of a ruleset, each with its value.
pub fn options_record(entry: &Entry, options: &Options) -> BTreeMap<&'static str, &'static str> {
    entry.settings(options).into_iter().map(|(axis, value)| (axis.name(), value)).collect()
}

/// `black` or `white`, as users write it.
pub fn colour(player: Player) -> &'static str {
    match player {
        Player::Black => "black",
        Player::White => "white",
        Player::Red => "red",
    }
}

/// One JSON object, indented, with a line end.
pub fn json(record: &impl Serialize, text: &mut String) {
    // Records are made of strings, numbers and lists, which can always be written.
    let written = serde_json::to_string_pretty(record).expect("a record can be written as JSON");
    text.push_str(&written);
    text.push('\n');
}

/// A paragraph of at most 100 columns, its first line led by `lead` and the others indented as far.
pub fn wrapped(lead: &str, paragraph: &str) -> String {
    let indent = " ".repeat(lead.len().min(13));
    let (mut lines, mut line) = (String::new(), lead.to_string());
    let mut fresh = true;
    for word in paragraph.split_whitespace() {
        if !fresh && line.len() + 1 + word.len() > 100 {
            lines.push_str(&line);
            lines.push('\n');
            line = indent.clone();
            fresh = true;
        }
        if !fresh {
            line.push(' ');
        }
        line.push_str(word);
        fresh = false;
    }
    lines + &line
}
