//! What is left of earlier work on a folder, for the next one to take over: what an interruption has left, and shares of
//! the work that were done on several machines.
//!
//! An interruption leaves a folder beside the one that was being made, whose name ends with `.unfinished`.
//! It has the results and certificates that were finished, with a manifest and sums, and no pages. The next
//! `solve tables --keep` takes them over, and the folder is removed when the one beside it has been written.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::folder::{self, Files};
use super::product::Solutions;
use super::rulesets::Rulesets;
use super::{build, kinds, manifest};

// --- What an interruption has left ---

/// The folder beside one.
pub fn beside(folder: &Path) -> PathBuf {
    let mut name = folder.as_os_str().to_os_string();
    while name.len() > 1 && name.to_string_lossy().ends_with('/') {
        name = name.to_string_lossy().trim_end_matches('/').into();
    }
    name.push(".unfinished");
    PathBuf::from(name)
}

/// The results that were left when a folder was made with the same limit of nodes under the same rulesets, if there are any
/// that can be read.
pub fn read(folder: &Path, budget: u64, rulesets: &Rulesets) -> Option<Solutions> {
    let files = own(&beside(folder))?;
    let left = build::read(&files).ok()?;
    (left.budget == budget && left.rulesets == *rulesets).then_some(left)
}

/// Writes what was finished, beside what an earlier interruption has left under the same limit of nodes and rulesets.
///
/// # Errors
/// The folder has files of the user's, or a file cannot be written.
pub fn write(folder: &Path, solutions: &Solutions) -> io::Result<()> {
    let beside = beside(folder);
    let Some(former) = own(&beside) else {
        return Err(io::Error::other(format!("{}: has other files than these", beside.display())));
    };
    let Solutions { budget, rulesets, .. } = solutions;
    let left = read(folder, *budget, rulesets);
    let mut all = left.unwrap_or_else(|| kinds::none(*budget, rulesets.clone()));
    for (kind, finished) in all.kinds.iter_mut().zip(&solutions.kinds) {
        kind.take_over(finished.as_ref());
    }
    folder::write(&beside, &build::unfinished_files(&all), &former)
}

/// Removes what was left, if it is nothing else than that.
pub fn remove(folder: &Path) -> io::Result<()> {
    let beside = beside(folder);
    match own(&beside) {
        Some(files) if !files.is_empty() => fs::remove_dir_all(&beside),
        _ => Ok(()),
    }
}

/// The files of a folder that this program has written; none if there is no folder. `None` if it has others as well.
fn own(folder: &Path) -> Option<Files> {
    if !folder.exists() {
        return Some(Files::new());
    }
    let files = folder::read(folder).ok()?;
    let own = manifest::own(&files);
    (own.len() == files.len()).then_some(own)
}

// --- Shares ---

/// Takes over the results of the files of a share, or of any folder, which must have had this limit of nodes and these rulesets.
///
/// # Errors
/// What is wrong with the files.
pub fn take_over(all: &mut Solutions, share: &Files) -> Result<(), String> {
    let share = build::read(share).map_err(|faults| faults.join("; "))?;
    let Solutions { budget, rulesets, kinds } = share;
    if budget != all.budget {
        return Err(format!("its results had a limit of {budget} nodes, expected {}", all.budget));
    }
    if rulesets != all.rulesets {
        let named = |rulesets: &Rulesets| match rulesets.names() {
            names if names.is_empty() => "the rulesets of the catalogue".to_string(),
            names => names.join(", "),
        };
        return Err(format!("it has tables of {}, expected {}", named(&rulesets), named(&all.rulesets)));
    }
    for (kind, share) in all.kinds.iter_mut().zip(&kinds) {
        kind.take_over(share.as_ref());
    }
    Ok(())
}
