//! Making the results of a folder; its files from the results, and the results from its files.

use std::collections::BTreeSet;

use super::folder::Files;
use super::jobs::{BuildError, Jobs};
use super::kinds::{self, Kinds, Solutions};
use super::manifest::{self, MANIFEST, Manifest};
use super::pages;
use super::plan::{Selection, Task};
use super::rulesets::Rulesets;

/// Limit of nodes for one task, and for one certificate. (Where games may go on for ever more
/// states may be listed: see [`super::jobs::limits`].)
pub const BUDGET: u64 = 3_000_000;

/// Boards of which something is planned, each once.
pub fn boards(selection: &Selection) -> Vec<String> {
    let kinds = Kinds::default();
    let mut boards: Vec<String> = Vec::new();
    for task in kinds.iter().flat_map(|kind| kind.plan(selection)).filter(Task::has_board) {
        if !boards.iter().any(|board| board == task.board_name()) {
            boards.push(task.board_name().to_string());
        }
    }
    boards
}

/// Paths of all files with results that are planned.
pub fn planned(selection: &Selection) -> BTreeSet<String> {
    Kinds::default().iter().flat_map(|kind| kind.planned(selection)).collect()
}

/// Outcome of making a folder.
pub enum Built {
    /// All of it.
    Whole(Solutions),
    /// The part that was finished before an interruption.
    Unfinished(Solutions),
}

/// Solves and proves everything that is planned, or takes it over from a former folder.
///
/// # Errors
/// [`BuildError::Wrong`].
pub fn build(
    selection: &Selection,
    former: Option<&Solutions>,
    budget: u64,
    jobs: &Jobs,
) -> Result<Built, BuildError> {
    let mut made = kinds::none(budget, selection.rulesets.clone());
    made.make(selection, former.map(|former| (&former.kinds, former.budget == budget)), jobs)?;
    Ok(if jobs.are_interrupted() { Built::Unfinished(made) } else { Built::Whole(made) })
}

/// Every file of a folder: results, certificates, pages, the manifest and the sums.
pub fn files(solutions: &Solutions) -> Files {
    with_manifest(solutions, pages::all(solutions))
}

/// Files of an unfinished folder, for [`read`]: results and certificates, the manifest and the
/// sums.
pub fn unfinished_files(solutions: &Solutions) -> Files {
    with_manifest(solutions, Vec::new())
}

fn with_manifest(solutions: &Solutions, pages: Vec<(String, String)>) -> Files {
    let sheets: Vec<_> = solutions.kinds.iter().flat_map(|kind| kind.sheets()).collect();
    let mut files: Files = sheets.iter().flat_map(|sheet| sheet.files.iter().cloned()).collect();
    files.extend(solutions.rulesets.files());
    for (path, bytes) in solutions.kinds.iter().flat_map(|kind| kind.stored()) {
        files.extend(bytes.map(|bytes| (path.to_string(), bytes.to_vec())));
    }
    files.extend(pages.into_iter().map(|(path, text)| (path, text.into_bytes())));
    manifest::add(&mut files, solutions.budget, &solutions.rulesets.names(), &sheets);
    files
}

/// Reads the results of a folder, with their certificates.
///
/// # Errors
/// Each file that is not what it should be, and why.
pub fn read(files: &Files) -> Result<Solutions, Vec<String>> {
    let mut faults = Vec::new();
    let (budget, backed) = match Manifest::read(files) {
        Ok(manifest) => (manifest.budget, manifest.backed()),
        Err(fault) => {
            faults.push(fault);
            Default::default()
        }
    };
    let rulesets = rulesets(files).unwrap_or_else(|fault| {
        faults.push(fault);
        Rulesets::Catalogue
    });
    let mut solutions = kinds::none(budget, rulesets);
    let Solutions { rulesets, kinds, .. } = &mut solutions;
    faults.extend(kinds.all_mut().flat_map(|kind| kind.read(files, rulesets)));
    if faults.is_empty() {
        faults.extend(kinds.all_mut().filter_map(|kind| kind.read_evidence(&backed, files).err()));
    }
    faults.dedup();
    if faults.is_empty() { Ok(solutions) } else { Err(faults) }
}

/// The rulesets of a folder; those of the catalogue if it has no manifest yet.
///
/// # Errors
/// Error in the manifest or in a rules file.
pub fn rulesets(files: &Files) -> Result<Rulesets, String> {
    match files.contains_key(MANIFEST) {
        true => Rulesets::named_by(&Manifest::read(files)?.rules, files),
        false => Ok(Rulesets::Catalogue),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{BOARDS, LARGE};
    use crate::results::Product;
    use crate::rulesets::is_planned;
    use crate::table::Table;
    use superko_go::Board;
    use superko_rules::{Rules, catalogue};

    #[test]
    fn every_task_is_planned_once_and_every_ruleset_on_every_board_within_its_reach() {
        let tasks = Table::plan(&Selection::all());
        let mut sorted = tasks.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), tasks.len());
        for name in BOARDS.iter().chain(&LARGE) {
            let board = Board::parse(name).unwrap();
            let defaults = |task: &&Task| task.board_name() == *name && task.variant().varied().is_empty();
            let reached =
                catalogue::ALL.map(Rules::from).into_iter().filter(|rules| is_planned(rules, &board));
            assert_eq!(tasks.iter().filter(defaults).count(), reached.count(), "{name}");
        }
    }

    #[test]
    fn a_board_that_is_in_no_list_is_left_out_and_nonsense_is_refused() {
        let boards_of = |names: &[&str]| boards(&Selection::of(names).unwrap());
        assert_eq!(boards_of(&["4x6"]), [""; 0]);
        assert_eq!(boards_of(&["2x2", "1x2"]), ["1x2", "2x2"]);
        assert!(Selection::of(&["2by2"]).is_err());
        assert_eq!(
            planned(&Selection::of(&["8x8"]).unwrap()),
            ["counts/8x8.json", "differences.json", "perft/8x8.json"].map(String::from).into()
        );
    }
}
