//! Forms of text that the subcommands share.

use std::fmt::Write;

use crate::report::record::{EarlierRuns, Spent};
use crate::solve::Budget;

/// Writes what an answer took, and what stopped it if something did.
pub fn spent(spent: &Spent, results: &str, text: &mut String) {
    let effort = &spent.effort;
    let _ = writeln!(
        text,
        "effort      {} nodes, {} {results}, {:.3} s",
        effort.nodes, effort.results, spent.seconds
    );
    if let Some(stopped) = effort.stopped {
        let _ = writeln!(text, "stopped     by {stopped}; all that is said above is proved");
    }
}

/// Writes what making a certificate took.
pub fn effort(budget: &Budget, text: &mut String) {
    let _ = writeln!(text, "effort      {} nodes, {:.3} s", budget.nodes(), budget.elapsed().as_secs_f64());
}

/// Writes what the runs took whose checkpoint this one went on from.
pub fn earlier_runs(EarlierRuns { nodes, seconds }: EarlierRuns, text: &mut String) {
    let _ =
        writeln!(text, "earlier     {nodes} nodes, {seconds:.3} s, in the runs that this one went on from");
}

/// A paragraph of at most 100 columns, its first line led by `lead` and the others indented as far. No-break spaces become
/// spaces.
pub fn wrapped(lead: &str, paragraph: &str) -> String {
    let indent = " ".repeat(lead.len().min(13));
    let (mut lines, mut line) = (String::new(), lead.to_string());
    let mut fresh = true;
    for word in paragraph.split([' ', '\n']).filter(|word| !word.is_empty()) {
        if !fresh && line.chars().count() + 1 + word.chars().count() > 100 {
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
    (lines + &line).replace('\u{a0}', " ")
}
