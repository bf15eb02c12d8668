//! `solve tables`: writes the folder of published tables, or checks it.

use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{ArgGroup, Args as ClapArgs};
use serde::Serialize;

use super::exit::{CommandError, Exit, interrupt_flag};
use super::io::{Progress, add_line, expected_tables, one_line};
use super::limits::{ThreadArgs, parse_count};
use super::ruleset;
use superko_query::report::json;
use superko_query::report::records::{ErrorRecord, SCHEMA};
use superko_rules::Rules;
use superko_tables::build::{self, BUDGET, Built, build};
use superko_tables::cache::VerifiedSums;
use superko_tables::check::{Depth, Looked, Report, check};
use superko_tables::folder::{self, Files};
use superko_tables::jobs::{BuildError, Interrupted, Jobs};
use superko_tables::kinds::Solutions;
use superko_tables::manifest::{self, MANIFEST};
use superko_tables::plan::{Selection, Shard};
use superko_tables::rulesets::Rulesets;
use superko_tables::{cache, kinds};

#[derive(Debug, ClapArgs)]
#[group(skip)]
#[command(group(ArgGroup::new("apart").args(["out", "check"]).multiple(true)))]
#[command(after_help = "Examples:
  solve tables                                   writes solutions/
  solve tables --boards 1x2,2x2 --out few        a smaller folder
  solve tables --check --quick                   sums and form of solutions/
  solve tables --check                           the same; certificates are verified, and of the results
                                                 without one the cheapest are solved again
  solve tables --check --json                    the same; names the results that were not looked at
  solve tables --check --full                    looks at everything, which takes hours
  solve tables --check --full --shard 5/64       the fifth of 64 shares of that
  solve tables --check --verified seen.txt       passes over certificates that it has verified before
  solve tables --rules draft.toml,psk --out mine tables of one's own: a folder of these rulesets
  solve tables --shard 2/8 --out part2           the second of eight shares, on one of eight machines
  solve tables --merge part1,part2 --out all     puts shares together, and solves what is missing

The limit counts nodes, not time, so the same files come from any machine and any number of threads. Where \
games may go on for ever a table may take 20 times as many states. A search takes up to 4G of memory, a \
retrograde analysis up to 8G; fewer --threads take less. Exit status: 0 as asked, 1 a file differs, is \
missing or is an orphan, 2 bad input, 130 or 143 interrupted (nothing is written).")]
pub struct TablesArgs {
    /// The folder
    #[arg(long, value_name = "DIR", default_value = "solutions")]
    pub out: String,
    /// The most nodes that one table, or one certificate, may take [default: 3000000]
    #[arg(long, value_name = "NODES", conflicts_with = "check", value_parser = parse_count)]
    pub budget: Option<u64>,
    /// Only these rulesets, with commas between them: a folder of one's own, with --out
    ///
    /// Names of the catalogue and rules files, with options after them in quotes: "kee2020 --lift
    /// produced". The folder has the rules files too, so that it is checked, and made again,
    /// without this option.
    #[arg(
        long,
        value_name = "RULESETS",
        value_delimiter = ',',
        requires = "out",
        conflicts_with = "check",
        value_parser = ruleset::with_ruleset_names(ruleset::parse),
        hide_possible_values = true
    )]
    pub rules: Vec<Rules>,
    /// Only these boards, with commas between them: a smaller folder
    #[arg(long, value_name = "BOARDS")]
    pub boards: Option<String>,
    /// Solve and prove only what is missing, and what had reached another limit: for a new ruleset
    /// or board, not for a change of the search. A certificate is kept if it is right and proves
    /// what its table says. What an interruption has left in DIR.unfinished is taken over too
    #[arg(long, conflicts_with = "check")]
    pub keep: bool,
    /// Write the pages, the manifest and the sums again, of the results that the folder has
    ///
    /// Nothing is solved or verified: for a change of the pages or schemas. That the results are
    /// right is what a check looks at.
    #[arg(long, conflicts_with_all = ["check", "budget", "rules", "boards", "keep", "shard", "merge"])]
    pub pages: bool,
    /// Do no more than this share of the work, such as 2/8: of what is missing, or with --check of
    /// what is looked at
    ///
    /// Without --check it is for one of several machines: what is missing is solved. The folder
    /// gets results and certificates and no pages; --merge puts the shares together. Whatever the
    /// number of shares, the files are those that one machine makes.
    ///
    /// With --check, sums, form, pages and what contradicts itself are checked by every share.
    /// Dealt out are lines of play under rules that take an analysis of the board; certificates;
    /// and results that are solved again, each by themselves. So all shares together look at what a
    /// check without this option looks at, and each takes about as long as another. A share is the
    /// same wherever the folder is the same. What follows from other results, such as what rulesets
    /// differ in, is in one of the shares, which makes it again of the results in the folder; those
    /// are looked at by the shares that they are in.
    #[arg(long, value_name = "N/COUNT", requires = "apart", conflicts_with = "quick", value_parser = Shard::parse)]
    pub shard: Option<Shard>,
    /// Take over the results and certificates of these folders, with commas between them; what they
    /// lack is solved
    ///
    /// They must have had the same limit and the same rulesets. Certificates are verified; that the
    /// other results are right is what a check looks at.
    #[arg(long, value_name = "DIRS", value_delimiter = ',', conflicts_with_all = ["check", "shard"])]
    pub merge: Vec<String>,
    /// Check the folder, and name each file that differs, is missing or is an orphan
    #[arg(long)]
    pub check: bool,
    /// Check without verifying or solving anything
    #[arg(long, requires = "check", conflicts_with = "full")]
    pub quick: bool,
    /// Check by solving and proving everything again
    #[arg(long, requires = "check")]
    pub full: bool,
    /// Do not verify again what this file lists, and add what is verified and right
    ///
    /// A line is the SHA-256 sum of a certificate and of what it was compared with: what the result
    /// and the manifest say, and the rules. What is changed has another sum and is verified. The
    /// file is made if it is not there, and is written at the end and when the check is
    /// interrupted. It is to be trusted as the program is, and is good for the program that has
    /// written it: one with another checker is to begin with a file of its own.
    #[arg(long, value_name = "FILE", requires = "check", conflicts_with = "quick")]
    pub verified: Option<PathBuf>,
    /// Print what a check found as one JSON object, which names the results that it did not look at
    #[arg(long, requires = "check", help_heading = "Output")]
    pub json: bool,
    /// Write into a folder that has other files as well
    #[arg(long, conflicts_with = "check")]
    pub force: bool,
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Show no progress on the terminal
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// Page that only a whole folder has.
const PAGE: &str = "README.md";

pub fn run(args: &TablesArgs, text: &mut String) -> Result<Exit, CommandError> {
    let threads = args.threads.started()?;
    let folder = Path::new(&args.out);
    let files = read(args, folder)?;
    let selection = selection(args, &files)?;
    if args.boards.is_some() && !args.check {
        refuse_to_shrink(&args.out, &selection, &files)?;
    }
    if args.shard.is_some() && !args.check && manifest::own(&files).contains_key(PAGE) {
        let out = &args.out;
        return Err(CommandError(format!(
            "--out {out}: the folder has whole tables, expected another folder for a share"
        )));
    }
    if args.pages {
        let faults = |faults: Vec<String>| CommandError(format!("--pages: {}", faults.join("; ")));
        write(args, folder, &files, &build::files(&build::read(&files).map_err(faults)?), text)?;
        return Ok(Exit::Success);
    }
    let budget = args.budget.unwrap_or(BUDGET);
    let previous = if args.keep { previous(folder, &files, &selection, budget)? } else { None };
    let previous = merged(args, previous, &selection, budget)?;
    let jobs = Arc::new(Jobs::new(threads, interrupt_flag()));
    let watched = Arc::clone(&jobs);
    let progress = Progress::show(move || watched.describe(), args.quiet);
    let ended = if args.check {
        let refused = |why: String| CommandError(format!("--verified {why}"));
        let mut remembered = args.verified.as_deref().map(VerifiedSums::of).transpose().map_err(refused)?;
        let interrupted = |Interrupted| (Interrupted, "the check is not done".to_string());
        let ended = run_check(args, &selection, &files, remembered.as_mut(), &jobs, text);
        remembered.map_or(Ok(()), |remembered| remembered.keep()).map_err(refused)?;
        ended.map_err(interrupted)
    } else {
        match build(&selection, previous.as_ref(), budget, &jobs) {
            Ok(Built::Whole(made)) => {
                let whole = selection.shard.is_whole();
                let made = if whole { build::files(&made) } else { build::unfinished_files(&made) };
                write(args, folder, &files, &made, text)?;
                cache::remove_unfinished(folder)?;
                Ok(Exit::Success)
            }
            Ok(Built::Unfinished(made)) => {
                let beside = cache::unfinished_path(folder);
                let left = match cache::write_unfinished(folder, &made) {
                    Ok(()) => format!("what was finished is in {}, for --keep", beside.display()),
                    Err(error) => format!("nothing was written ({error})"),
                };
                Err((Interrupted, left))
            }
            Err(BuildError::Interrupted) => Err((Interrupted, "nothing was written".to_string())),
            Err(BuildError::Wrong(fault)) => return Err(CommandError(fault)),
        }
    };
    drop(progress);
    Ok(ended.unwrap_or_else(|(Interrupted, undone)| {
        let said = format!("{}: interrupted, {undone}", args.out);
        match args.json {
            true => text.push_str(&json::text(&ErrorRecord::of(said))),
            false => text.push_str(&(said + "\n")),
        }
        Exit::Interrupted
    }))
}

/// Writes files into a folder, and says how many are new.
fn write(
    args: &TablesArgs,
    folder: &Path,
    files: &Files,
    made: &Files,
    text: &mut String,
) -> Result<(), CommandError> {
    folder::write(folder, made, &manifest::own(files))?;
    let changed = made.iter().filter(|(path, bytes)| files.get(*path) != Some(bytes)).count();
    add_line!(text, "{}: {} files, {changed} of them new or changed", args.out, made.len());
    Ok(())
}

/// Results in the folder, and those that an interruption has left beside it; `None` if there are
/// neither.
fn previous(
    folder: &Path,
    files: &Files,
    selection: &Selection,
    budget: u64,
) -> Result<Option<Solutions>, CommandError> {
    let left = cache::read_unfinished(folder, budget, &selection.rulesets);
    if files.is_empty() {
        return Ok(left);
    }
    let faults = |faults: Vec<String>| CommandError(format!("--keep: {}", faults.join("; ")));
    let mut previous = build::read(files).map_err(faults)?;
    if let Some(left) = &left {
        previous.kinds.take_over(&left.kinds);
    }
    Ok(Some(previous))
}

/// Results together with those of the folders to be merged.
fn merged(
    args: &TablesArgs,
    previous: Option<Solutions>,
    selection: &Selection,
    budget: u64,
) -> Result<Option<Solutions>, CommandError> {
    if args.merge.is_empty() {
        return Ok(previous);
    }
    let mut all = previous.unwrap_or_else(|| kinds::none(budget, selection.rulesets.clone()));
    for share in &args.merge {
        let wrong = |why: String| CommandError(format!("--merge {share}: {why}"));
        let files = folder::read(Path::new(share)).map_err(|error| wrong(error.to_string()))?;
        if !files.contains_key(MANIFEST) {
            return Err(wrong(format!(
                "the folder has no {MANIFEST}, expected one that solve tables has written"
            )));
        }
        cache::take_over_share(&mut all, &files).map_err(wrong)?;
    }
    Ok(Some(all))
}

/// Boards and rulesets that are asked for, or else all boards, and the rulesets of the folder.
fn selection(args: &TablesArgs, files: &Files) -> Result<Selection, CommandError> {
    let rulesets = rulesets(args, files)?;
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let all = Selection::all().under(rulesets).share(shard);
    let Some(list) = &args.boards else { return Ok(all) };
    let selection = Selection::of(&list.split(',').collect::<Vec<_>>())?;
    let selection = selection.under(all.rulesets.clone()).share(shard);
    if build::boards(&selection).is_empty() {
        let known = build::boards(&all).join(", ");
        return Err(CommandError(format!("--boards {list:?}: expected some of {known}")));
    }
    Ok(selection)
}

/// Rulesets of the user, or else those of the folder. Tables of other rulesets are not written
/// over: none of them could be kept, and whoever changes a draft still has the tables of the former
/// one.
fn rulesets(args: &TablesArgs, files: &Files) -> Result<Rulesets, CommandError> {
    let found = build::rulesets(files);
    if args.rules.is_empty() {
        // A check names what is wrong with a folder, as one fault of many.
        return found
            .or_else(|fault| if args.check { Ok(Rulesets::Catalogue) } else { Err(CommandError(fault)) });
    }
    let own = Rulesets::own(args.rules.clone()).map_err(|fault| CommandError(format!("--rules: {fault}")))?;
    let others = files.contains_key(MANIFEST) && found.as_ref() != Ok(&own);
    if others && !args.force {
        return Err(CommandError(format!(
            "--out {}: the folder has tables of other rulesets, or of another draft, expected another folder or --force",
            args.out
        )));
    }
    if others && args.keep {
        return Err(CommandError(
            "--keep: the folder has tables of other rulesets, or of another draft, expected no --keep"
                .to_string(),
        ));
    }
    Ok(own)
}

/// Reads the folder, which need not be there if it is to be written.
///
/// A folder that has other files than [`manifest::own`] lists is not written into without
/// `--force`. If it has no manifest at all, it may be any folder of the user's, however large, and
/// is not even read.
fn read(args: &TablesArgs, folder: &Path) -> Result<Files, CommandError> {
    let refused = |other: &str| {
        CommandError(format!(
            "--out {}: the folder has files that are no tables, such as {other}, expected a new folder or --force",
            args.out
        ))
    };
    let guarded = !args.check && !args.force;
    if guarded && !folder.join(MANIFEST).exists() {
        let entry = fs::read_dir(folder).ok().and_then(|mut entries| entries.next()?.ok());
        if let Some(other) = entry {
            return Err(refused(&other.file_name().to_string_lossy()));
        }
    }
    let files = match folder::read(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound && !args.check => Files::new(),
        Err(error) => {
            return Err(CommandError(format!("--out {error}, {}", expected_tables(folder, "--out"))));
        }
        Ok(files) => files,
    };
    let own = manifest::own(&files);
    match files.keys().find(|path| !own.contains_key(*path)) {
        Some(other) if guarded => Err(refused(other)),
        _ => Ok(files),
    }
}

/// Refuses to write a few boards into a folder that has others, as those would be removed.
fn refuse_to_shrink(out: &str, selection: &Selection, files: &Files) -> Result<(), CommandError> {
    let smaller = CommandError(format!(
        "--boards: the folder {out} has other boards, which would be removed: expected another folder with --out"
    ));
    let planned = build::planned(selection);
    let others = &build::planned(&selection.whole()) - &planned;
    if manifest::own(files).keys().any(|path| others.contains(path)) { Err(smaller) } else { Ok(()) }
}

// --- `--check`: what a check of the folder found, and what it did not look at ---

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

fn run_check(
    args: &TablesArgs,
    selection: &Selection,
    files: &Files,
    remembered: Option<&mut VerifiedSums>,
    jobs: &Jobs,
    text: &mut String,
) -> Result<Exit, Interrupted> {
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
            add_line!(text, "{}", one_line(fault));
        }
        add_line!(
            text,
            "{}: {} files{}",
            one_line(&args.out),
            files.len(),
            summary(&report, depth, selection.shard)
        );
    }
    Ok(if report.faults.is_empty() { Exit::Success } else { Exit::Differs })
}

fn record<'a>(
    args: &'a TablesArgs,
    shard: Shard,
    files: &Files,
    depth: Depth,
    report: &'a Report,
) -> Record<'a> {
    let mut unchecked = Vec::new();
    for (kind, results) in &report.looked {
        for (task, seen) in results {
            if matches!(seen.how, Looked::ValueOnly | Looked::NotChecked) {
                unchecked.push(Unchecked {
                    kind,
                    file: &seen.file,
                    result: task.name(),
                    value_verified: seen.how == Looked::ValueOnly,
                });
            }
        }
    }
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
        verified: count(report, Looked::Certificate),
        solved_again: count(report, Looked::Recomputed),
        verified_in_part: count(report, Looked::ValueOnly),
        not_looked_at: count(report, Looked::NotChecked),
        verified_before: report.verified_before,
        unchecked,
    }
}

fn count(report: &Report, how: Looked) -> usize {
    report.count(how).iter().map(|(_, count)| count).sum()
}

/// Summary of a check. It never praises results that were not looked at.
fn summary(report: &Report, depth: Depth, shard: Shard) -> String {
    let [verified, again, in_part, unseen] =
        [Looked::Certificate, Looked::Recomputed, Looked::ValueOnly, Looked::NotChecked]
            .map(|how| count(report, how));
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
        report.count(Looked::NotChecked).iter().map(|(kind, count)| format!("{count} {kind}")).collect();
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
    use superko_go::Board;
    use superko_tables::check::Seen;
    use superko_tables::plan::Task;

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
        let (verified, again) = (Looked::Certificate, Looked::Recomputed);
        assert_eq!(
            said(&[verified, again, again]),
            ", 1 results verified by certificate, 2 solved again, 0 NOT looked at: as they should be"
        );
        let partly = "what was looked at is as it should be\n--json names what was not looked at; \
                      solve tables --check --full looks at everything";
        assert_eq!(
            said(&[verified, Looked::NotChecked, Looked::NotChecked]),
            format!(
                ", 1 results verified by certificate, 0 solved again, 2 NOT looked at (2 counts): {partly}"
            )
        );
        assert!(
            said(&[verified, Looked::ValueOnly])
                .contains(", 1 of which only the value was verified, 0 NOT looked at: what was")
        );
        let share = Shard::parse("3/16").unwrap();
        let remembered = Report { verified_before: 1, ..report(&[verified, Looked::NotChecked]) };
        assert_eq!(
            summary(&remembered, Depth::Full, share),
            ", share 3/16, 1 results verified by certificate, 0 solved again, 1 of all these certificates verified \
             before, 1 NOT looked at (1 counts): what was looked at is as it should be\n--json names what was not \
             looked at; all shares together look at everything"
        );
        let quick = summary(&report(&[Looked::NotChecked]), Depth::Quick, Shard::WHOLE);
        assert!(!quick.contains("should be") && quick.contains("none of the 1 results"), "{quick}");
    }
}
