//! Making the results of a folder; its files from the results, and the results from its files.

use std::collections::BTreeSet;

use super::folder::Files;
use super::jobs::{Jobs, Unmade};
use super::plan::Selection;
use super::product::{Context, Solutions};
use super::rulesets::Rulesets;
use super::{kinds, manifest, pages};

/// The limit of nodes for one task, and for one certificate. (Where games may go on for ever more states may be listed:
/// see [`super::jobs::limits`].)
pub const BUDGET: u64 = 3_000_000;

/// The boards of which something is planned, each once.
pub fn boards(selection: &Selection) -> Vec<String> {
    let mut boards: Vec<String> = Vec::new();
    for board in kinds::all().iter().flat_map(|kind| kind.boards(selection)) {
        if !boards.contains(&board) {
            boards.push(board);
        }
    }
    boards
}

/// The paths of all files with results that are planned.
pub fn planned(selection: &Selection) -> BTreeSet<String> {
    kinds::all().iter().flat_map(|kind| kind.planned(selection)).collect()
}

/// What was made of a folder.
pub enum Built {
    /// All of it.
    Whole(Solutions),
    /// What was finished before an interruption.
    Unfinished(Solutions),
}

/// Solves everything that is planned, and proves it. What a former folder has already is taken from there.
///
/// # Errors
/// [`Unmade::Wrong`].
pub fn build(
    selection: &Selection,
    former: Option<&Solutions>,
    budget: u64,
    jobs: &Jobs,
) -> Result<Built, Unmade> {
    let same_limit = former.is_some_and(|former| former.budget == budget);
    let before = |place: usize| former.map(|former| former.kinds[place].as_ref());
    let mut made = kinds::none(budget, selection.rulesets.clone());
    for place in 0..made.kinds.len() {
        let context = Context { solutions: &made, jobs, same_limit };
        made.kinds[place] = made.kinds[place].make(selection, before(place), context)?;
        if jobs.are_interrupted() {
            break;
        }
    }
    for (place, kind) in made.kinds.iter_mut().enumerate() {
        kind.certify(budget, before(place).map(|former| (former, same_limit)), jobs)?;
    }
    Ok(if jobs.are_interrupted() { Built::Unfinished(made) } else { Built::Whole(made) })
}

/// Every file of a folder: results, certificates, pages, the manifest and the sums.
pub fn files(solutions: &Solutions) -> Files {
    with_manifest(solutions, pages::all(solutions))
}

/// The files of a folder that is not finished: results and certificates, the manifest and the sums. It is there to be read
/// by [`read`].
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
    let (mut budget, mut backed, mut faults) = (0, Default::default(), Vec::new());
    match manifest::budget(files).and_then(|budget| Ok((budget, manifest::backed(files)?))) {
        Ok(found) => (budget, backed) = found,
        Err(fault) => faults.push(fault),
    }
    let rulesets = rulesets(files).unwrap_or_else(|fault| {
        faults.push(fault);
        Rulesets::Catalogue
    });
    let mut solutions = kinds::none(budget, rulesets);
    let Solutions { rulesets, kinds, .. } = &mut solutions;
    faults.extend(kinds.iter_mut().flat_map(|kind| kind.read(files, rulesets)));
    if faults.is_empty() {
        faults.extend(kinds.iter_mut().filter_map(|kind| kind.read_evidence(&backed, files).err()));
    }
    faults.dedup();
    if faults.is_empty() { Ok(solutions) } else { Err(faults) }
}

/// The rulesets of a folder; those of the catalogue if it has no manifest yet.
///
/// # Errors
/// What is wrong with the manifest or with a rules file.
pub fn rulesets(files: &Files) -> Result<Rulesets, String> {
    match files.contains_key(manifest::MANIFEST) {
        true => Rulesets::named_by(&manifest::rules(files)?, files),
        false => Ok(Rulesets::Catalogue),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Board;
    use crate::rules::catalogue;
    use crate::solutions::plan::Task;
    use crate::solutions::plan::{BOARDS, LARGE};
    use crate::solutions::product::Product;
    use crate::solutions::rulesets::reaches;
    use crate::solutions::table::Table;

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
            let reached = catalogue::ALL.iter().filter(|entry| reaches(entry, &board, &entry.defaults()));
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
            ["counts/8x8.json", "differences.json"].map(String::from).into()
        );
    }
}
