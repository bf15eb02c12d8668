//! `solve tables`: writes the folder of published tables, or says what differs.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;

use super::args::TablesArgs;
use super::limits::parse_count;
use super::progress::Progress;
use super::{BadInput, Ended};
use crate::solutions::build::{self, BUDGET, build};
use crate::solutions::check::{Depth, Looked, Report, check};
use crate::solutions::folder::{self, Files};
use crate::solutions::jobs::{Interrupted, Jobs, Unmade};
use crate::solutions::manifest;
use crate::solutions::plan::Selection;

/// Writes or checks a folder.
pub fn run(args: &TablesArgs, text: &mut String) -> Result<Ended, BadInput> {
    let selection = selection(args)?;
    let threads = match &args.threads {
        None => available_parallelism().map_or(1, usize::from),
        Some(text) => parse_count("threads", text, 256)? as usize,
    };
    let budget = match &args.budget {
        None => BUDGET,
        Some(text) => parse_count("budget", text, u64::MAX)?,
    };
    let folder = Path::new(&args.out);
    let files = match folder::read(folder) {
        // A folder that is to be written need not be there.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && !args.check => Files::new(),
        other => other?,
    };
    if args.boards.is_some() && !args.check {
        refuse_to_shrink(&args.out, &selection, &files)?;
    }
    let kept = match args.keep {
        true => {
            Some(build::read(&files).map_err(|faults| BadInput(format!("--keep: {}", faults.join("; "))))?)
        }
        false => None,
    };
    let jobs = Arc::new(Jobs::new(threads));
    let interrupted = Arc::clone(&jobs);
    // Without a handler Ctrl-C still ends the program, and as nothing is written before the end, leaves no
    // half of a folder.
    let _ = ctrlc::set_handler(move || interrupted.interrupt());
    let watched = Arc::clone(&jobs);
    let progress = Progress::show(move || watched.describe(), args.quiet);
    let ended = if args.check {
        checked(args, &selection, &files, &jobs, text)
    } else {
        match build(&selection, kept.as_ref(), budget, &jobs) {
            Ok(made) => {
                let made = build::files(&made);
                let former = manifest::own(&files);
                folder::write(folder, &made, &former)?;
                let changed = made.iter().filter(|(path, bytes)| files.get(*path) != Some(bytes)).count();
                let _ =
                    writeln!(text, "{}: {} files, {changed} of them new or changed", args.out, made.len());
                Ok(Ended::AsAsked)
            }
            Err(Unmade::Interrupted) => Err(Interrupted),
            Err(Unmade::Wrong(fault)) => return Err(BadInput(fault)),
        }
    };
    drop(progress);
    Ok(ended.unwrap_or_else(|Interrupted| {
        let undone = if args.check { "the check is not done" } else { "nothing was written" };
        let _ = writeln!(text, "{}: interrupted, {undone}", args.out);
        Ended::Interrupted
    }))
}

fn selection(args: &TablesArgs) -> Result<Selection, BadInput> {
    let Some(list) = &args.boards else { return Ok(Selection::all()) };
    let selection = Selection::of(&list.split(',').collect::<Vec<_>>())?;
    if build::boards(&selection).is_empty() {
        let known = build::boards(&Selection::all()).join(", ");
        return Err(BadInput(format!("--boards {list:?}: expected some of {known}")));
    }
    Ok(selection)
}

/// A few boards are not written over a folder that has others: those would be gone.
fn refuse_to_shrink(out: &str, selection: &Selection, files: &Files) -> Result<(), BadInput> {
    let smaller = BadInput(format!(
        "--boards: the folder {out} has other boards, which would be removed: expected another folder with --out"
    ));
    let planned = build::planned(selection);
    let others = &build::planned(&Selection::all()) - &planned;
    if manifest::own(files).keys().any(|path| others.contains(path)) { Err(smaller) } else { Ok(()) }
}

fn checked(
    args: &TablesArgs,
    selection: &Selection,
    files: &Files,
    jobs: &Jobs,
    text: &mut String,
) -> Result<Ended, Interrupted> {
    let depth = match (args.quick, args.full) {
        (true, _) => Depth::Quick,
        (_, true) => Depth::Full,
        _ => Depth::Usual,
    };
    let report = check(selection, files, depth, jobs)?;
    for fault in &report.faults {
        let _ = writeln!(text, "{fault}");
    }
    let _ = writeln!(text, "{}: {} files{}", args.out, files.len(), summary(&report, depth));
    Ok(if report.faults.is_empty() { Ended::AsAsked } else { Ended::Differs })
}

/// What was checked, and with what result.
fn summary(report: &Report, depth: Depth) -> String {
    let sum = |how: Looked| report.count(how).iter().map(|(_, count)| count).sum::<usize>();
    let [verified, again, in_part, unseen] =
        [Looked::Verified, Looked::Again, Looked::InPart, Looked::Unseen].map(sum);
    let mut text = match depth {
        Depth::Quick => ", no result verified or solved again".to_string(),
        _ => format!(", {verified} results verified by certificate, {again} solved again"),
    };
    if in_part > 0 {
        let _ = write!(text, ", {in_part} of which only the value was verified");
    }
    if depth != Depth::Quick {
        let _ = write!(text, ", {unseen} NOT looked at");
        let kinds: Vec<String> =
            report.count(Looked::Unseen).iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        if !kinds.is_empty() {
            let _ = write!(text, " ({})", kinds.join(", "));
        }
    }
    text.push_str(": ");
    match (report.faults.len(), in_part + unseen > 0 && depth != Depth::Quick) {
        (0, false) => text.push_str("as they should be"),
        (0, true) => text.push_str("what was looked at is as it should be"),
        (1, _) => text.push_str("1 fault"),
        (count, _) => {
            let _ = write!(text, "{count} faults");
        }
    }
    text
}
