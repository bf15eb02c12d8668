//! Making the certificates of a folder.
//!
//! A certificate is made on one thread, with the limit of nodes that a table has, and written without a name or
//! a time: its bytes are the same everywhere. None is kept or published that the checker has not accepted.

use std::collections::BTreeMap;
use std::io::Cursor;

use super::backing::{Backing, Backings, Proves};
use super::folder::Files;
use super::manifest;
use super::parts::Parts;
use super::told::{Told, told};
use super::work::{MEMORY, Unmade, Watch, nodes};
use crate::prove::prove;
use crate::solve::Budget;
use superko_certificate::verify::verify;

/// The largest certificate that is in the folder, in bytes. A larger one has its sum in the manifest.
pub const MOST_BYTES: usize = 64 << 10;

/// What became of one subject: its backing, and the certificate if that is for the folder.
type Made = (Backing, Option<Vec<u8>>);

fn is_stored(made: &Made) -> bool {
    made.1.is_some()
}

/// Makes a certificate.
fn make(told: &Told, proves: Proves, most: usize, budget: &Budget) -> Result<Made, String> {
    let game = told.game();
    let Ok(proof) = prove(&game, &told.cases(&game, proves), None, budget) else {
        return Ok((Backing::Search, None));
    };
    let wrong = |why: String| {
        format!("{}: the certificate made is not right, please report it: {why}", told.subject.name())
    };
    let mut bytes = Vec::new();
    proof.write_binary(&mut bytes).map_err(|error| wrong(error.to_string()))?;
    let verified = verify(Cursor::new(bytes.clone()), MEMORY)
        .map_err(|refused| wrong(format!("{}: {}", refused.place, refused.why)))?;
    if let Some(why) = told.fault(proves, &verified) {
        return Err(wrong(format!("it {why}")));
    }
    let lemmas = verified.lemmas;
    if bytes.len() <= most {
        let path = told.subject.certificate();
        return Ok((Backing::Certificate { path, proves, lemmas }, Some(bytes)));
    }
    let (sha256, command) = (manifest::sum(&bytes), told.command(proves));
    Ok((Backing::Remade { proves, lemmas, bytes: bytes.len(), sha256, command }, None))
}

/// The backing that a folder has already, if it would come out the same again: a certificate must be right, and
/// one that proves less than it could, or is not there, must have had the same limit.
fn keep(told: &Told, former: &Parts, most: usize, same_limit: bool) -> Option<Made> {
    let (path, provable) = (told.subject.certificate(), told.provable()?);
    let backing = former.backing.get(&path)?;
    let Some((_, _, proves)) = backing.certificate() else {
        return same_limit.then(|| (backing.clone(), None));
    };
    let less = (proves, provable) == (Proves::Value, Proves::FirstMoves);
    if proves != provable && !(less && same_limit) {
        return None;
    }
    match backing {
        Backing::Certificate { .. } => {
            let bytes = former.certificates.get(&path).filter(|bytes| bytes.len() <= most)?;
            told.check(backing, bytes).is_none().then(|| (backing.clone(), Some(bytes.clone())))
        }
        Backing::Remade { bytes, .. } => (*bytes > most).then(|| (backing.clone(), None)),
        Backing::Search => None,
    }
}

/// The backing of every table and column of a folder, and the certificates that it holds. What `former` has
/// already and is right is taken from there. The largest certificate has `most` bytes.
///
/// # Errors
/// [`Unmade`].
pub fn certify(
    parts: &Parts,
    former: Option<&Parts>,
    most: usize,
    threads: usize,
    watch: &Watch,
) -> Result<(Backings, Files), Unmade> {
    let mut all = told(parts);
    all.sort_by_key(|told| told.subject.points());
    let same_limit = former.is_some_and(|former| former.budget == parts.budget);
    let name = |told: &&Told| format!("certificate of {}", told.subject.name());
    let wanted: Vec<&Told> = all.iter().filter(|told| told.provable().is_some()).collect();
    let kept = watch.run(
        &wanted,
        threads,
        |_| nodes(parts.budget),
        name,
        |told, _| former.and_then(|former| keep(told, former, most, same_limit)),
    )?;
    let mut made: BTreeMap<String, Made> = BTreeMap::new();
    let mut missing = Vec::new();
    for (told, kept) in wanted.into_iter().zip(kept) {
        match kept {
            Some(kept) => drop(made.insert(told.subject.certificate(), kept)),
            None => missing.push(told),
        }
    }
    // First as much as can be proved, then the value alone where that was too much for the folder or the limit.
    for first in [true, false] {
        let scope = |told: &Told| if first { told.provable() } else { Some(Proves::Value) };
        let done = watch.run(
            &missing,
            threads,
            |_| nodes(parts.budget),
            name,
            |told, budget| {
                scope(told).map_or(Ok((Backing::Search, None)), |proves| make(told, proves, most, budget))
            },
        )?;
        for (told, done) in missing.iter().zip(done) {
            let (path, done) = (told.subject.certificate(), done.map_err(Unmade::Wrong)?);
            if first || is_stored(&done) || matches!(made.get(&path), Some((Backing::Search, _))) {
                made.insert(path, done);
            }
        }
        let less = |told: &&Told| {
            told.provable() == Some(Proves::FirstMoves) && !is_stored(&made[&told.subject.certificate()])
        };
        missing.retain(less);
    }
    let (mut backings, mut certificates) = (Backings::new(), Files::new());
    for told in &all {
        let path = told.subject.certificate();
        let (backing, bytes) = made.remove(&path).unwrap_or((Backing::Search, None));
        certificates.extend(bytes.map(|bytes| (path.clone(), bytes)));
        backings.insert(path, backing);
    }
    Ok((backings, certificates))
}

#[cfg(test)]
mod tests {
    use super::super::differences::Differences;
    use super::super::plan::Case;
    use super::super::table::solve_table;
    use super::super::variant::Variant;
    use super::*;
    use crate::go::Board;
    use crate::solve::Limits;
    use std::sync::Arc;

    /// The table of 2x2 under positional superko, and nothing else.
    fn parts(budget: u64) -> Parts {
        let case = Case { board: Board::parse("2x2").unwrap(), variant: Variant::named("psk").unwrap() };
        let limits = Limits { nodes: Some(budget), ..Limits::default() };
        let table = solve_table(&case.board, &case.variant, &Arc::new(Budget::new(limits)));
        let differences = Differences {
            schema: crate::report::record::SCHEMA,
            naive_nodes: 0,
            nodes: 0,
            pairs: Vec::new(),
        };
        Parts::of(budget, vec![("psk".to_string(), table)], Vec::new(), differences, Vec::new(), Vec::new())
    }

    fn certified(parts: &Parts, former: Option<&Parts>, most: usize) -> Made {
        let (mut backings, mut files) = certify(parts, former, most, 1, &Watch::default()).unwrap();
        (backings.remove("2x2/psk.cert").unwrap(), files.remove("2x2/psk.cert"))
    }

    #[test]
    fn a_certificate_proves_as_much_as_has_room() {
        let parts = parts(10_000);
        let (all, stored) = certified(&parts, None, MOST_BYTES);
        let (lemmas, _, proves) = all.certificate().unwrap();
        let largest = stored.expect("it is small").len();
        assert_eq!(proves, Proves::FirstMoves);

        let (less, stored) = certified(&parts, None, largest - 1);
        assert!(matches!(&less, Backing::Certificate { proves: Proves::Value, .. }), "{less:?}");
        let smallest = stored.expect("there is room for the value").len();
        assert!(smallest < largest && less.certificate().unwrap().0 < lemmas);

        let (none, stored) = certified(&parts, None, smallest - 1);
        let Backing::Remade { proves, bytes, command, .. } = none else { panic!("{none:?}") };
        assert_eq!((proves, bytes, stored), (Proves::FirstMoves, largest, None));
        assert_eq!(command, "solve prove --board 2x2 --rules psk --move-values --out 2x2-psk.cert");
    }

    #[test]
    fn what_had_less_room_or_nodes_is_made_again() {
        let parts = parts(10_000);
        let mut former = parts.clone();
        (former.backing, former.certificates) = certify(&parts, None, 0, 1, &Watch::default()).unwrap();
        let wanted = certified(&parts, None, MOST_BYTES);
        assert_eq!(certified(&parts, Some(&former), MOST_BYTES), wanted);
        // A sum is believed as long as it would be one.
        assert_eq!(certified(&parts, Some(&former), 0), certified(&parts, None, 0));
        former.backing.insert("2x2/psk.cert".to_string(), Backing::Search);
        assert_eq!(certified(&parts, Some(&former), MOST_BYTES), (Backing::Search, None));
        former.budget = 20;
        assert_eq!(certified(&parts, Some(&former), MOST_BYTES), wanted);
    }

    #[test]
    fn without_a_value_or_within_too_few_nodes_there_is_no_certificate() {
        let mut parts = parts(10_000);
        parts.budget = 5;
        assert_eq!(certified(&parts, None, MOST_BYTES), (Backing::Search, None));
        parts.budget = 10_000;
        parts.tables[0].1.answer.value = None;
        assert_eq!(certified(&parts, None, MOST_BYTES), (Backing::Search, None));
    }
}
