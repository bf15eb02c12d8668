//! `solve tables`: writes the folder of published tables, or has it checked ([`super::checking`]).

use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use super::checking;
use super::ended::{BadInput, Ended};
use super::progress::Progress;
use super::ruleset::Named;
use super::signals::interruption;
use super::tables_args::TablesArgs;
use crate::report::json;
use crate::report::record::ErrorRecord;
use crate::solutions::build::{self, BUDGET, Built, build};
use crate::solutions::folder::{self, Files};
use crate::solutions::jobs::{Interrupted, Jobs, Unmade};
use crate::solutions::kinds;
use crate::solutions::manifest::{self, MANIFEST};
use crate::solutions::merged;
use crate::solutions::plan::Selection;
use crate::solutions::product::Solutions;
use crate::solutions::remembered::Remembered;
use crate::solutions::rulesets::Rulesets;
use crate::solutions::shard::Shard;
use crate::solutions::unfinished;
use crate::solutions::variant::Variant;

/// A page that only a whole folder has.
const PAGE: &str = "README.md";

/// Writes or checks the folder, and adds what was done to `text`.
pub fn run(args: &TablesArgs, text: &mut String) -> Result<Ended, BadInput> {
    let threads = args.threads.started()?;
    let folder = Path::new(&args.out);
    let files = read(args, folder)?;
    let selection = selection(args, &files)?;
    if args.boards.is_some() && !args.check {
        refuse_to_shrink(&args.out, &selection, &files)?;
    }
    if args.shard.is_some() && !args.check && manifest::own(&files).contains_key(PAGE) {
        let out = &args.out;
        return Err(BadInput(format!(
            "--out {out}: the folder has whole tables, expected another folder for a share"
        )));
    }
    if args.pages {
        let faults = |faults: Vec<String>| BadInput(format!("--pages: {}", faults.join("; ")));
        write(args, folder, &files, &build::files(&build::read(&files).map_err(faults)?), text)?;
        return Ok(Ended::AsAsked);
    }
    let budget = args.budget.unwrap_or(BUDGET);
    let kept = if args.keep { kept(folder, &files, &selection, budget)? } else { None };
    let kept = merged(args, kept, &selection, budget)?;
    let jobs = Arc::new(Jobs::new(threads, interruption()));
    let watched = Arc::clone(&jobs);
    let progress = Progress::show(move || watched.describe(), args.quiet);
    let ended = if args.check {
        let refused = |why: String| BadInput(format!("--verified {why}"));
        let mut remembered = args.verified.as_deref().map(Remembered::of).transpose().map_err(refused)?;
        let interrupted = |Interrupted| (Interrupted, "the check is not done".to_string());
        let ended = checking::run(args, &selection, &files, remembered.as_mut(), &jobs, text);
        remembered.map_or(Ok(()), |remembered| remembered.keep()).map_err(refused)?;
        ended.map_err(interrupted)
    } else {
        match build(&selection, kept.as_ref(), budget, &jobs) {
            Ok(Built::Whole(made)) => {
                let whole = selection.shard.is_whole();
                let made = if whole { build::files(&made) } else { build::unfinished_files(&made) };
                write(args, folder, &files, &made, text)?;
                unfinished::remove(folder)?;
                Ok(Ended::AsAsked)
            }
            Ok(Built::Unfinished(made)) => {
                let beside = unfinished::beside(folder);
                let left = match unfinished::write(folder, &made) {
                    Ok(()) => format!("what was finished is in {}, for --keep", beside.display()),
                    Err(error) => format!("nothing was written ({error})"),
                };
                Err((Interrupted, left))
            }
            Err(Unmade::Interrupted) => Err((Interrupted, "nothing was written".to_string())),
            Err(Unmade::Wrong(fault)) => return Err(BadInput(fault)),
        }
    };
    drop(progress);
    Ok(ended.unwrap_or_else(|(Interrupted, undone)| {
        let said = format!("{}: interrupted, {undone}", args.out);
        match args.json {
            true => text.push_str(&json::text(&ErrorRecord::of(said))),
            false => text.push_str(&(said + "\n")),
        }
        Ended::Interrupted
    }))
}

/// Writes what was made into a folder that has other files now, and says how many are new.
fn write(
    args: &TablesArgs,
    folder: &Path,
    files: &Files,
    made: &Files,
    text: &mut String,
) -> Result<(), BadInput> {
    folder::write(folder, made, &manifest::own(files))?;
    let changed = made.iter().filter(|(path, bytes)| files.get(*path) != Some(bytes)).count();
    let _ = writeln!(text, "{}: {} files, {changed} of them new or changed", args.out, made.len());
    Ok(())
}

/// What is in the folder, and what an interruption has left beside it; `None` if there is neither.
fn kept(
    folder: &Path,
    files: &Files,
    selection: &Selection,
    budget: u64,
) -> Result<Option<Solutions>, BadInput> {
    let left = unfinished::read(folder, budget, &selection.rulesets);
    if files.is_empty() {
        return Ok(left);
    }
    let faults = |faults: Vec<String>| BadInput(format!("--keep: {}", faults.join("; ")));
    let mut kept = build::read(files).map_err(faults)?;
    for (kind, left) in kept.kinds.iter_mut().zip(left.iter().flat_map(|left| &left.kinds)) {
        kind.take_over(left.as_ref());
    }
    Ok(Some(kept))
}

/// The same with what is in the folders that are to be merged.
fn merged(
    args: &TablesArgs,
    kept: Option<Solutions>,
    selection: &Selection,
    budget: u64,
) -> Result<Option<Solutions>, BadInput> {
    if args.merge.is_empty() {
        return Ok(kept);
    }
    let mut all = kept.unwrap_or_else(|| kinds::none(budget, selection.rulesets.clone()));
    for share in &args.merge {
        let wrong = |why: String| BadInput(format!("--merge {share}: {why}"));
        let files = folder::read(Path::new(share)).map_err(|error| wrong(error.to_string()))?;
        if !files.contains_key(MANIFEST) {
            return Err(wrong(format!(
                "the folder has no {MANIFEST}, expected one that solve tables has written"
            )));
        }
        merged::take_over(&mut all, &files).map_err(wrong)?;
    }
    Ok(Some(all))
}

/// The boards that were asked for, or all; under the rulesets that were, or else under those of the folder.
fn selection(args: &TablesArgs, files: &Files) -> Result<Selection, BadInput> {
    let rulesets = rulesets(args, files)?;
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    let all = Selection::all().under(rulesets).share(shard);
    let Some(list) = &args.boards else { return Ok(all) };
    let selection = Selection::of(&list.split(',').collect::<Vec<_>>())?;
    let selection = selection.under(all.rulesets.clone()).share(shard);
    if build::boards(&selection).is_empty() {
        let known = build::boards(&all).join(", ");
        return Err(BadInput(format!("--boards {list:?}: expected some of {known}")));
    }
    Ok(selection)
}

/// The rulesets of the user, or else those of the folder. Tables of other rulesets are not written over: none of them could
/// be kept, and whoever changes a draft has still the tables of the former one.
fn rulesets(args: &TablesArgs, files: &Files) -> Result<Rulesets, BadInput> {
    let found = build::rulesets(files);
    if args.rules.is_empty() {
        // A check names what is wrong with a folder, as one fault of many.
        return found
            .or_else(|fault| if args.check { Ok(Rulesets::Catalogue) } else { Err(BadInput(fault)) });
    }
    let variant = |named: &Named| Variant { entry: named.entry, options: named.options };
    let own = Rulesets::own(args.rules.iter().map(variant).collect());
    let own = own.map_err(|fault| BadInput(format!("--rules: {fault}")))?;
    let others = files.contains_key(MANIFEST) && found.as_ref() != Ok(&own);
    if others && !args.force {
        return Err(BadInput(format!(
            "--out {}: the folder has tables of other rulesets, or of another draft, expected another folder or --force",
            args.out
        )));
    }
    if others && args.keep {
        return Err(BadInput(
            "--keep: the folder has tables of other rulesets, or of another draft, expected no --keep"
                .to_string(),
        ));
    }
    Ok(own)
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
fn refuse_to_shrink(out: &str, selection: &Selection, files: &Files) -> Result<(), BadInput> {
    let smaller = BadInput(format!(
        "--boards: the folder {out} has other boards, which would be removed: expected another folder with --out"
    ));
    let planned = build::planned(selection);
    let others = &build::planned(&selection.whole()) - &planned;
    if manifest::own(files).keys().any(|path| others.contains(path)) { Err(smaller) } else { Ok(()) }
}
