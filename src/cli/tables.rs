//! `solve tables`: writes the folder of published tables, or checks it.

use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use super::args::TablesArgs;
use super::ended::{BadInput, Ended};
use super::progress::Progress;
use super::signals::interruption;
use crate::solutions::check::{Depth, Report, check};
use crate::solutions::folder::{self, Files};
use crate::solutions::generate::{BUDGET, certificates, expected, generate};
use crate::solutions::manifest::{self, MANIFEST};
use crate::solutions::parts::Parts;
use crate::solutions::plan::Plan;
use crate::solutions::work::{Interrupted, Unmade, Watch};

/// Writes or checks the folder, and adds what was done to `text`.
pub fn run(args: &TablesArgs, text: &mut String) -> Result<Ended, BadInput> {
    let plan = plan(args)?;
    let threads = args.threads.count()?;
    let folder = Path::new(&args.out);
    let files = read(args, folder)?;
    if args.boards.is_some() && !args.check {
        refuse_to_shrink(&args.out, &plan, &files)?;
    }
    let kept = match args.keep {
        true => {
            Some(Parts::read(&files).map_err(|faults| BadInput(format!("--keep: {}", faults.join("; "))))?)
        }
        false => None,
    };
    let watch = Arc::new(Watch::interrupted_by(interruption()));
    let watched = Arc::clone(&watch);
    let progress = Progress::show(move || watched.describe(), args.quiet);
    let ended = if args.check {
        checked(args, &plan, &files, threads, &watch, text)
    } else {
        match generate(&plan, kept, args.budget.unwrap_or(BUDGET), threads, &watch) {
            Ok(made) => {
                let made = made.files();
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

fn plan(args: &TablesArgs) -> Result<Plan, BadInput> {
    let Some(list) = &args.boards else { return Ok(Plan::full()) };
    let boards: Vec<&str> = list.split(',').collect();
    let plan = Plan::of(&boards)?;
    if plan.is_empty() {
        let known = Plan::full().boards().join(", ");
        return Err(BadInput(format!("--boards {list:?}: expected some of {known}")));
    }
    Ok(plan)
}

/// Reads the folder, which need not be there if it is to be written.
///
/// A folder that has other files than [`manifest::own`] lists is not written into without `--force`. If it has no
/// manifest at all, it may be any folder of the user's, however large, and is not even read.
fn read(args: &TablesArgs, folder: &Path) -> Result<Files, BadInput> {
    let refused = |other: &str| {
        BadInput(format!(
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
        other => other?,
    };
    let own = manifest::own(&files);
    match files.keys().find(|path| !own.contains_key(*path)) {
        Some(other) if guarded => Err(refused(other)),
        _ => Ok(files),
    }
}

/// Refuses to write a few boards into a folder that has others, as those would be removed.
fn refuse_to_shrink(out: &str, plan: &Plan, files: &Files) -> Result<(), BadInput> {
    let smaller = BadInput(format!(
        "--boards: the folder {out} has other boards, which would be removed: expected another folder with --out"
    ));
    let expected = &expected(plan) | &certificates(plan);
    let other = |path: &&String| {
        path.contains('/')
            && !path.starts_with("plots/")
            && !path.starts_with("schema/")
            && !expected.contains(*path)
    };
    if manifest::own(files).keys().any(|path| other(&path)) { Err(smaller) } else { Ok(()) }
}

fn checked(
    args: &TablesArgs,
    plan: &Plan,
    files: &Files,
    threads: usize,
    watch: &Watch,
    text: &mut String,
) -> Result<Ended, Interrupted> {
    let depth = match (args.quick, args.full) {
        (true, _) => Depth::Quick,
        (_, true) => Depth::Full,
        _ => Depth::Usual,
    };
    let report = check(plan, files, depth, threads, watch)?;
    for fault in &report.faults {
        let _ = writeln!(text, "{fault}");
    }
    let verdict = match report.faults.len() {
        0 => "as they should be".to_string(),
        1 => "1 fault".to_string(),
        count => format!("{count} faults"),
    };
    let Report { verified, again, others, .. } = report;
    let done = match depth {
        Depth::Quick => String::new(),
        Depth::Usual => {
            format!(", {verified} certificates verified, {again} of {others} other results solved again")
        }
        Depth::Full => format!(", {verified} certificates verified, {again} results solved and proved again"),
    };
    let _ = writeln!(text, "{}: {} files{done}: {verdict}", args.out, files.len());
    Ok(if report.faults.is_empty() { Ended::AsAsked } else { Ended::Differs })
}
