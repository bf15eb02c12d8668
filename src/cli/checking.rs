//! `solve tables --check`: what a check of the folder of published tables found, and what it did not look at.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::ended::Ended;
use super::output::one_line;
use super::tables_args::TablesArgs;
use crate::report::json;
use crate::report::record::SCHEMA;
use crate::solutions::check::{Depth, Looked, Report, check};
use crate::solutions::folder::Files;
use crate::solutions::jobs::{Interrupted, Jobs};
use crate::solutions::plan::Selection;
use crate::solutions::remembered::Remembered;
use crate::solutions::shard::Shard;

/// What `solve tables --check --json` prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Record<'a> {
    schema: u32,
    folder: &'a str,
    depth: DepthName,
    /// Which share of the certificates, and of the results to be solved again, was looked at, such as `"2/8"`; `null` if all.
    share: Option<String>,
    /// The number of files in the folder.
    files: usize,
    /// One line for each file that is missing, is an orphan, or differs.
    faults: Vec<&'a str>,
    /// The number of results whose certificate proves all of them and was verified.
    verified: usize,
    /// The number of results that were solved again.
    solved_again: usize,
    /// The number of results of which a verified certificate proves the value; the rest was not looked at.
    verified_in_part: usize,
    /// The number of results that were not looked at.
    not_looked_at: usize,
    /// The number of certificates that `--verified` lists and that were not verified again. Their results count as verified.
    verified_before: usize,
    /// The results that were not looked at, or not at all of them.
    unchecked: Vec<Unchecked<'a>>,
}

/// How much was to be checked.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum DepthName {
    Quick,
    Usual,
    Full,
}

/// A result that was not looked at, or not at all of it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
struct Unchecked<'a> {
    kind: &'static str,
    /// The file that has the result.
    file: &'a str,
    /// The name of the result: its board and ruleset, as far as it has them.
    result: String,
    /// Whether a verified certificate proves its value.
    value_verified: bool,
}

/// Checks the folder, and adds what was found to `text`.
pub fn run(
    args: &TablesArgs,
    selection: &Selection,
    files: &Files,
    remembered: Option<&mut Remembered>,
    jobs: &Jobs,
    text: &mut String,
) -> Result<Ended, Interrupted> {
    let depth = match (args.quick, args.full) {
        (true, _) => Depth::Quick,
        (_, true) => Depth::Full,
        _ => Depth::Usual,
    };
    let report = check(selection, files, depth, remembered, jobs)?;
    if args.json {
        text.push_str(&json::text(&record(args, selection.shard, files, depth, &report)));
    } else {
        for fault in &report.faults {
            let _ = writeln!(text, "{}", one_line(fault));
        }
        let _ = writeln!(
            text,
            "{}: {} files{}",
            one_line(&args.out),
            files.len(),
            summary(&report, depth, selection.shard)
        );
    }
    Ok(if report.faults.is_empty() { Ended::AsAsked } else { Ended::Differs })
}

fn record<'a>(
    args: &'a TablesArgs,
    shard: Shard,
    files: &Files,
    depth: Depth,
    report: &'a Report,
) -> Record<'a> {
    let mut counts: BTreeMap<Looked, usize> = BTreeMap::new();
    let mut unchecked = Vec::new();
    for (kind, results) in &report.looked {
        for (task, seen) in results {
            *counts.entry(seen.how).or_default() += 1;
            if matches!(seen.how, Looked::InPart | Looked::Unseen) {
                unchecked.push(Unchecked {
                    kind,
                    file: &seen.file,
                    result: task.name(),
                    value_verified: seen.how == Looked::InPart,
                });
            }
        }
    }
    let count = |how: Looked| counts.get(&how).copied().unwrap_or(0);
    Record {
        schema: SCHEMA,
        folder: &args.out,
        depth: match depth {
            Depth::Quick => DepthName::Quick,
            Depth::Usual => DepthName::Usual,
            Depth::Full => DepthName::Full,
        },
        share: (!shard.is_whole()).then(|| shard.to_string()),
        files: files.len(),
        faults: report.faults.iter().map(String::as_str).collect(),
        verified: count(Looked::Verified),
        solved_again: count(Looked::Again),
        verified_in_part: count(Looked::InPart),
        not_looked_at: count(Looked::Unseen),
        verified_before: report.verified_before,
        unchecked,
    }
}

/// What was checked, and with what result. What was not looked at is never covered by a word of praise.
fn summary(report: &Report, depth: Depth, shard: Shard) -> String {
    let sum = |how: Looked| report.count(how).iter().map(|(_, count)| count).sum::<usize>();
    let [verified, again, in_part, unseen] =
        [Looked::Verified, Looked::Again, Looked::InPart, Looked::Unseen].map(sum);
    let faults = match report.faults.len() {
        0 => None,
        1 => Some("1 fault".to_string()),
        count => Some(format!("{count} faults")),
    };
    if depth == Depth::Quick {
        let found = faults.unwrap_or_else(|| "they agree with their sums and with each other".to_string());
        return format!(", none of the {unseen} results verified or solved again: {found}");
    }
    let share = if shard.is_whole() { String::new() } else { format!(", share {shard}") };
    let mut text = format!("{share}, {verified} results verified by certificate, {again} solved again");
    if in_part > 0 {
        let _ = write!(text, ", {in_part} of which only the value was verified");
    }
    if report.verified_before > 0 {
        let _ = write!(text, ", {} of all these certificates verified before", report.verified_before);
    }
    let _ = write!(text, ", {unseen} NOT looked at");
    let kinds: Vec<String> =
        report.count(Looked::Unseen).iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    if !kinds.is_empty() {
        let _ = write!(text, " ({})", kinds.join(", "));
    }
    let unchecked = in_part + unseen > 0;
    let right = if unchecked { "what was looked at is as it should be" } else { "as they should be" };
    let _ = write!(text, ": {}", faults.unwrap_or_else(|| right.to_string()));
    if unchecked {
        let others = match (shard.is_whole(), depth) {
            (true, _) => "solve tables --check --full looks at everything",
            (false, Depth::Full) => "all shares together look at everything",
            (false, _) => "all shares of solve tables --check --full together look at everything",
        };
        let _ = write!(text, "\n--json names what was not looked at; {others}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Board;
    use crate::solutions::check::Seen;
    use crate::solutions::task::Task;

    #[test]
    fn no_word_of_praise_covers_what_was_not_looked_at() {
        let report = |looked: &[Looked]| {
            let seen = looked.iter().enumerate().map(|(place, how)| {
                let board = Board::grid(1, place + 1).unwrap();
                (Task::about(&board), Seen { file: format!("counts/{board}.json"), how: *how })
            });
            Report { looked: vec![("counts", seen.collect())], ..Report::default() }
        };
        let said = |looked: &[Looked]| summary(&report(looked), Depth::Usual, Shard::WHOLE);
        let (verified, again) = (Looked::Verified, Looked::Again);
        assert_eq!(
            said(&[verified, again, again]),
            ", 1 results verified by certificate, 2 solved again, 0 NOT looked at: as they should be"
        );
        let partly = "what was looked at is as it should be\n--json names what was not looked at; \
                      solve tables --check --full looks at everything";
        assert_eq!(
            said(&[verified, Looked::Unseen, Looked::Unseen]),
            format!(
                ", 1 results verified by certificate, 0 solved again, 2 NOT looked at (2 counts): {partly}"
            )
        );
        assert!(
            said(&[verified, Looked::InPart])
                .contains(", 1 of which only the value was verified, 0 NOT looked at: what was")
        );
        let share = Shard::parse("3/16").unwrap();
        let remembered = Report { verified_before: 1, ..report(&[verified, Looked::Unseen]) };
        assert_eq!(
            summary(&remembered, Depth::Full, share),
            ", share 3/16, 1 results verified by certificate, 0 solved again, 1 of all these certificates verified \
             before, 1 NOT looked at (1 counts): what was looked at is as it should be\n--json names what was not \
             looked at; all shares together look at everything"
        );
        let quick = summary(&report(&[Looked::Unseen]), Depth::Quick, Shard::WHOLE);
        assert!(!quick.contains("should be") && quick.contains("none of the 1 results"), "{quick}");
    }
}
