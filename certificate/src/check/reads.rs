//! When a read holds, when one implies another, and how reads are taken back over a play.

use crate::format::{Asks, Claim, MOST_MARGIN, Read};
use crate::rules::Change;

/// Whether a fact with the tally `found`, or one that does not hold, is as a lemma with the claim
/// `of` asks.
pub fn holds(asks: Asks, found: Option<(i64, i64)>, of: Claim) -> bool {
    match (asks, found) {
        (Asks::Present, found) => found.is_some(),
        (_, None) => true,
        (Asks::Absent, Some(_)) => false,
        (Asks::Mean(claim), Some((sum, count))) => claim.is_served_by(sum, count),
        (Asks::Margin { p, q, k }, Some((sum, count))) => Claim { p, q, ..of }.margin(sum, count) >= k.into(),
    }
}

/// Whether `one` implies `other`, two different reads of the same fact.
fn implies(one: Asks, other: Asks) -> bool {
    match (one, other) {
        (Asks::Absent, Asks::Mean(_) | Asks::Margin { .. }) => true,
        (Asks::Margin { p, q, k }, Asks::Margin { p: r, q: s, k: l }) => (p, q) == (r, s) && k >= l,
        (Asks::Mean(claim), Asks::Mean(other)) => claim.covers(other),
        _ => one == other,
    }
}

/// Sorts reads and drops those that another implies. The claims of all means are of one player.
pub fn least(mut reads: Vec<Read>) -> Vec<Read> {
    reads.sort_unstable();
    reads.dedup();
    let (mut kept, mut absent): (Vec<Read>, _) = (Vec::new(), None);
    for read in reads {
        // Among the reads of one fact, those that can imply each other are neighbours, and an
        // absence comes before all that it implies.
        let rival = |kept: &[Read]| kept.last().filter(|last| last.fact == read.fact).map(|last| last.asks);
        while rival(&kept).is_some_and(|last| implies(read.asks, last)) {
            kept.pop();
        }
        let by_absence = absent == Some(read.fact) && implies(Asks::Absent, read.asks);
        if !by_absence && rival(&kept).is_none_or(|last| !implies(last, read.asks)) {
            kept.push(read);
        }
        absent = if read.asks == Asks::Absent { Some(read.fact) } else { absent };
    }
    kept
}

/// *The end* of a fact, as the page defines it.
pub fn end(claim: Claim, last: Option<i64>) -> Result<Asks, String> {
    last.map_or(Ok(Asks::Mean(claim)), |area| asked(claim, claim.least_margin() - claim.margin(area, 1)))
}

fn asked(claim: Claim, k: i128) -> Result<Asks, String> {
    let k = i64::try_from(k).ok().filter(|k| k.abs() <= MOST_MARGIN).ok_or("a margin out of bounds")?;
    Ok(Asks::Margin { p: claim.p, q: claim.q, k })
}

/// What must hold before a play for a read to hold after it; nothing if the play itself decides it.
///
/// # Errors
/// The read cannot hold after the play.
pub fn back(read: &Read, change: &Change, claim: Claim) -> Result<Option<Read>, String> {
    let Read { fact, asks } = *read;
    let set = change.sets.contains(&fact).then_some((0, 0));
    if set.is_some() || change.clears.has(fact.class) {
        return holds(asks, set, claim).then_some(None).ok_or_else(|| "the play undoes the read".to_string());
    }
    let asks = match (asks, change.scored) {
        (Asks::Mean(of), Some(area)) => asked(of, of.least_margin() - of.margin(area, 1))?,
        (Asks::Margin { p, q, k }, Some(area)) => {
            asked(Claim { p, q, ..claim }, i128::from(k) - Claim { p, q, ..claim }.margin(area, 1))?
        }
        _ => asks,
    };
    Ok(Some(Read { fact, asks }))
}
