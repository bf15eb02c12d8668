//! What an interruption has left of a folder that was being made: a folder beside it, whose name ends with `.unfinished`.
//!
//! It has the results and certificates that were finished, with a manifest and sums, and no pages. The next
//! `solve tables --keep` takes them over, and the folder is removed when the one beside it has been written.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::build;
use super::folder::{self, Files};
use super::kinds;
use super::manifest;
use super::product::Solutions;
use super::rulesets::Rulesets;

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
