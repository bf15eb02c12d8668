//! A rules file to begin with.

use std::fmt::Write;

use crate::axes::Options;
use crate::clauses::HELP;
use crate::entry::Entry;

/// The longest line of a comment.
const WIDTH: usize = 100;

/// A rules file that has the clauses of a ruleset, each with what it says and with its other values; `None` if the ruleset
/// has a state machine of its own.
pub fn like(entry: &Entry, options: &Options, name: &str) -> Option<String> {
    let listed = entry.clauses(options)?.listed(options);
    let mut text = String::new();
    comment(&mut text, &format!("A rules file, begun like {} ({}).", entry.id, entry.document));
    comment(
        &mut text,
        "solve --board 2x2 --rules FILE solves with it, solve rules FILE shows how it is read.",
    );
    let _ = writeln!(text, "name = {name:?}\ntitle = {name:?}\n\n[clauses]");
    for (place, help) in HELP.iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        comment(&mut text, help.says);
        let width = help.values.iter().map(|(value, _)| value.len()).max().unwrap_or_default();
        for (value, means) in help.values {
            let _ = writeln!(text, "{}", format!("#   {value:<width$}  {means}").trim_end());
        }
        let given = listed.iter().find(|(listed, _)| *listed == help.name);
        let _ = match given {
            Some((name, value)) => writeln!(text, "{name} = {value}"),
            None => writeln!(text, "# {} = ...", help.name),
        };
    }
    Some(text)
}

/// A comment in lines that are not too long.
fn comment(text: &mut String, says: &str) {
    let mut line = String::from("#");
    for word in says.split(' ') {
        if line.len() + 1 + word.len() > WIDTH {
            text.push_str(&line);
            line = String::from("\n#");
        }
        line.push(' ');
        line.push_str(word);
    }
    text.push_str(&line);
    text.push('\n');
}
