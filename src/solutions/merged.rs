//! Shares of the work that were done on several machines, put together.

use super::build;
use super::folder::Files;
use super::product::Solutions;
use super::rulesets::Rulesets;

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
