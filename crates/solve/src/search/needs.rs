//! What a proof needs of a fact of the past, and how that is carried back over a move.
//!
//! # Means
//! Under Kee 2009 a pass may end the game with the mean of the scoring positions since an earlier pass.
//! Those that lie between the lemma's key and that end are known; how many came *before* the key, and with which
//! scores, depends on the past. One number decides whether the mean serves the aim of a question: the mean of n
//! scores is at least p/q if and only if the sum of q*score - p over them is at least 0. So a read on such a fact
//! requires that this sum over the fact's tally have at least a certain value, the [`Margin`]. It names the question
//! that the search was asked, as p and q are those of that question.
//!
//! # From child to parent
//! [`back`] carries a read from a child over the edge to its parent. There are three cases, after the parts of a
//! [`Delta`]. A fact that the edge sets holds at the child whatever the past, and a fact of a class that it clears and
//! that it does not set is absent there whatever the past: such reads are dropped. Any other fact is at the child as
//! it is at the parent, except that the edge may add one scoring position to its tally.

use crate::canon::Frame;
use crate::question::{Question, Side};
use superko_rules::fact::{Delta, Fact, Tally};
use superko_rules::mean;

/// What a proof needs of the tally that the past has for a fact, so that the mean at the end of the game serves the
/// side that is sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Margin {
    /// The question in which the mean must serve its aim.
    pub question: Question,
    /// Whether the game may end with the tally as it is, so that its mean (0 if it is empty) must serve the aim.
    pub bare: bool,
    /// If the game may end with more scoring positions added: the least margin that the tally must have.
    pub least: Option<i32>,
}

impl Margin {
    /// The margin of a tally: the sum of q*score - p over its scoring positions, for a threshold of p/q, negated for
    /// White.
    fn of(question: &Question, sure: Side, tally: Tally) -> i32 {
        let margin = question.points.denom() * tally.sum - question.points.numer() * tally.count as i32;
        if sure == Side::Black { margin } else { -margin }
    }

    /// The margin that the tally must have for an end with `last` added, which is not empty.
    fn needed(question: &Question, sure: Side, last: Tally) -> i32 {
        // The least margin with which a mean serves the aim.
        let enough = i32::from(question.strict == (sure == Side::Black));
        enough - Margin::of(question, sure, last)
    }

    /// What an end with `last` added to the tally needs of it.
    pub fn ending(question: Question, sure: Side, last: Tally) -> Margin {
        let least = (last.count > 0).then(|| Margin::needed(&question, sure, last));
        Margin { question, bare: last.count == 0, least }
    }

    /// The same before an edge that adds one scoring position.
    fn before(self, sure: Side, scored: i32) -> Margin {
        let step = Tally { sum: scored, count: 1 };
        let ending = self.bare.then(|| Margin::needed(&self.question, sure, step));
        let earlier = self.least.map(|least| least - Margin::of(&self.question, sure, step));
        Margin { bare: false, least: earlier.max(ending), ..self }
    }

    /// Both at once, if they are about the same question.
    fn and(self, other: Margin) -> Option<Margin> {
        (self.question == other.question).then(|| Margin {
            question: self.question,
            bare: self.bare || other.bare,
            least: self.least.max(other.least),
        })
    }

    /// Whether a tally meets it.
    pub fn met_by(self, sure: Side, tally: Tally) -> bool {
        (!self.bare || self.question.served(mean(tally)) == sure)
            && self.least.is_none_or(|least| Margin::of(&self.question, sure, tally) >= least)
    }

    /// The same with the colours exchanged.
    fn exchanged(self) -> Margin {
        Margin { question: self.question.exchanged(), ..self }
    }
}

/// What a proof needs of one fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Needs {
    /// That it does not hold.
    Absent,
    /// That it holds.
    Present,
    /// That it holds with a tally that meets the margin.
    Margin(Margin),
    /// That it does not hold, or holds with a tally that meets the margin.
    MarginIfPresent(Margin),
}

impl Needs {
    /// Whether a fact with this tally, or without one if it does not hold, is as it must be.
    #[inline]
    pub fn met_by(self, sure: Side, found: Option<Tally>) -> bool {
        match (self, found) {
            (Needs::Absent | Needs::MarginIfPresent(_), None) | (Needs::Present, Some(_)) => true,
            (Needs::Margin(margin) | Needs::MarginIfPresent(margin), Some(tally)) => {
                margin.met_by(sure, tally)
            }
            (Needs::Absent, Some(_)) | (Needs::Present | Needs::Margin(_), None) => false,
        }
    }

    /// Both needs of one fact at once, if there is one that says as much. The past of the proof meets both, so they do
    /// not contradict each other.
    pub fn and(self, other: Needs) -> Option<Needs> {
        match (self, other) {
            (Needs::Absent, _) | (_, Needs::Absent) => Some(Needs::Absent),
            (Needs::Present, Needs::Present) => Some(Needs::Present),
            (Needs::MarginIfPresent(a), Needs::MarginIfPresent(b)) => a.and(b).map(Needs::MarginIfPresent),
            (Needs::Present, Needs::Margin(margin) | Needs::MarginIfPresent(margin))
            | (Needs::Margin(margin) | Needs::MarginIfPresent(margin), Needs::Present) => {
                Some(Needs::Margin(margin))
            }
            (Needs::Margin(a), Needs::Margin(b) | Needs::MarginIfPresent(b))
            | (Needs::MarginIfPresent(a), Needs::Margin(b)) => a.and(b).map(Needs::Margin),
        }
    }

    /// The same, mapped from one frame to the other. The map is its own inverse.
    #[inline]
    pub fn seen_through(self, frame: Frame) -> Needs {
        if frame.exchanged { self.exchanged() } else { self }
    }

    /// The same with the colours exchanged.
    fn exchanged(self) -> Needs {
        match self {
            Needs::Margin(margin) => Needs::Margin(margin.exchanged()),
            Needs::MarginIfPresent(margin) => Needs::MarginIfPresent(margin.exchanged()),
            other => other,
        }
    }
}

/// One fact that a proof has read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Read {
    /// The fact.
    pub fact: Fact,
    /// What it must be.
    pub needs: Needs,
}

/// Carries a read from the child of an edge to its parent, or returns `None` if the edge alone makes the fact as it
/// must be. (It cannot make it otherwise, as the lemma of the child holds under the past in hand.)
#[inline]
pub fn back(read: &Read, delta: &Delta, sure: Side) -> Option<Read> {
    let Read { fact, needs } = *read;
    if delta.sets.contains(&fact) {
        debug_assert!(needs.met_by(sure, Some(Tally::default())), "{read:?} {delta:?}");
        return None;
    }
    if delta.clears.has(fact.class) {
        debug_assert!(needs.met_by(sure, None), "{read:?} {delta:?}");
        return None;
    }
    let needs = match (needs, delta.scored) {
        (Needs::Margin(margin), Some(scored)) => Needs::Margin(margin.before(sure, scored)),
        (Needs::MarginIfPresent(margin), Some(scored)) => Needs::MarginIfPresent(margin.before(sure, scored)),
        _ => needs,
    };
    debug_assert!(matches!(needs, Needs::Absent | Needs::Present) || fact.class.is_tallied());
    Some(Read { fact, needs })
}

#[cfg(test)]
mod tests {
    use super::*;
    use superko_rules::Points;

    #[test]
    fn a_margin_is_met_exactly_by_the_tallies_whose_mean_serves_the_aim() {
        let tallies = || {
            let empty = std::iter::once(Tally::default());
            empty.chain((1..4).flat_map(|count| (-9..=9).map(move |sum| Tally { sum, count })))
        };
        for (numer, denom) in [(0, 1), (1, 2), (-1, 2), (2, 3), (-2, 1), (3, 1)] {
            for strict in [false, true] {
                let question = Question { points: Points::new(numer, denom), strict };
                for sure in Side::ALL {
                    for (past, last) in tallies().flat_map(|past| tallies().map(move |last| (past, last))) {
                        let ending = Margin::ending(question, sure, last);
                        let served = question.served(mean(past.plus(last))) == sure;
                        assert_eq!(ending.met_by(sure, past), served);
                        // One scoring position earlier, the same is asked in other words.
                        for scored in -4..=4 {
                            let step = Tally { sum: scored, count: 1 };
                            let before = ending.before(sure, scored);
                            assert_eq!(before.met_by(sure, past), ending.met_by(sure, past.plus(step)));
                        }
                        // Exchanging the colours changes nothing.
                        let exchanged = |tally: Tally| Tally { sum: -tally.sum, ..tally };
                        let mirrored = Margin::ending(question.exchanged(), sure.other(), exchanged(last));
                        assert_eq!(mirrored, ending.exchanged());
                        assert_eq!(mirrored.met_by(sure.other(), exchanged(past)), served);
                    }
                }
            }
        }
    }
}
