//! A proved bound on the value of a key, with the facts of the past that its proof has read.
//!
//! A lemma says that at its key, under every past in which each of its reads is as stated, the side `sure` reaches
//! its aim in the question `claim`. It is used under no other past. Its key is kept by the table.

use super::packed_read::{PADDING, position_width, unpack};
use super::runs::{Run, Runs};
use crate::canon::Frame;
use crate::question::{Question, Side};
use std::sync::Arc;
use superko_go::{Board, Move};
use superko_rules::fact::{Delta, Fact, Tally};
use superko_rules::{Key, mean};

/// A lemma with its key.
pub type Keyed = (Key, Arc<Lemma>);

/// A lemma, in the canonical frame of its key.
#[derive(Debug)]
pub struct Lemma {
    /// The number of the lemma among all that were made for its table: lemmas refer to earlier ones alone.
    pub number: u64,
    /// The side that reaches its aim.
    pub sure: Side,
    /// The question: for Black it states a lower bound of the value, for White, who denies it, an upper bound.
    pub claim: Question,
    /// A move that achieves the claim, if the mover is on the side that is sure of it.
    pub mv: Option<Move>,
    /// The nodes that the search spent on it, as an estimate of what it would cost to prove it again.
    pub effort: u32,
    reads: Reads,
}

// Memory estimates count these, the estimates decide what is forgotten under a limit, and that decides node counts.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Lemma>() == 72 && size_of::<Keyed>() == 32);

impl Lemma {
    /// A lemma with these reads.
    pub fn new(
        number: u64,
        sure: Side,
        claim: Question,
        mv: Option<Move>,
        effort: u32,
        reads: Reads,
    ) -> Lemma {
        Lemma { number, sure, claim, mv, effort, reads }
    }

    /// The reads that are in no run, as bytes, for `Reads::of_packed`.
    pub fn outside_runs(&self) -> &[u8] {
        self.reads.outside()
    }

    /// Whether every read passes a test.
    #[inline]
    pub fn all_reads(&self, board: &Board, test: impl FnMut(Read) -> bool) -> bool {
        self.reads.all(board, test)
    }

    /// The same of the reads that are in no run.
    #[inline]
    pub fn all_reads_outside_runs(&self, board: &Board, test: impl FnMut(Read) -> bool) -> bool {
        self.reads.all_outside_runs(board, test)
    }

    /// The runs, if there are any, and the frame that leads from theirs to that of the lemma.
    #[inline]
    pub fn runs(&self) -> Option<(&Arc<Runs>, Frame)> {
        self.reads.runs()
    }

    /// How many reads are in runs, which [`runs_have`](Self::runs_have) looks facts up in.
    #[inline]
    pub fn reads_in_runs(&self, board: &Board) -> usize {
        self.reads.count_in_runs(board)
    }

    /// Whether a run has the read that a fact is absent.
    #[inline]
    pub fn runs_have(&self, board: &Board, fact: &Fact) -> bool {
        self.reads.runs_have(board, fact)
    }

    /// The memory that the lemma takes without its runs, in bytes, with what the table adds to it: its place in a list, two counts of
    /// references, and the slack of the allocator.
    pub fn bytes(&self) -> usize {
        size_of::<Lemma>() + self.reads.bytes() + 48
    }

    /// How many nodes it cost for the memory that it and its runs take, to the base 2: in nodes for 16 MiB, so that no lemma is worth
    /// less than nothing. Lemmas that share runs cost about as much and are worth about as much, as runs are dropped with the last of them.
    pub fn worth(&self) -> usize {
        let nodes = u64::from(self.effort.max(1)) << 24;
        let bytes = self.bytes() + self.runs().map_or(0, |(runs, _)| runs.bytes());
        (nodes / bytes as u64).max(1).ilog2() as usize
    }

    /// The largest [`Lemma::worth`]: an effort has 32 bits.
    pub const MOST_WORTH: usize = 56;

    /// How much the lemma asks of a past, measured by the length that its reads have one after the other, in bytes.
    pub fn asks(&self) -> usize {
        self.reads.len()
    }

    /// Whether this lemma makes the other one needless: the same side is sure of at least as much, and every read is
    /// among the other's.
    pub fn implies(&self, other: &Lemma, board: &Board) -> bool {
        self.sure == other.sure
            && self.claim.covers(self.sure, &other.claim)
            && self.reads.are_among(&other.reads, board)
    }
}

// --- needs -----------------------------------------------------------------------------------------------------------
//
// What a proof needs of a fact of the past, and how that is carried back over a move.
//
// # Means
// Under Kee 2009 a pass may end the game with the mean of the scoring positions since an earlier pass.
// Those that lie between the lemma's key and that end are known; how many came *before* the key, and with which
// scores, depends on the past. One number decides whether the mean serves the aim of a question: the mean of n
// scores is at least p/q if and only if the sum of q*score - p over them is at least 0. So a read on such a fact
// requires that this sum over the fact's tally have at least a certain value, the [`Margin`]. It names the question
// that the search was asked, as p and q are those of that question.
//
// # From child to parent
// [`back`] carries a read from a child over the edge to its parent. There are three cases, after the parts of a
// [`Delta`]. A fact that the edge sets holds at the child whatever the past, and a fact of a class that it clears and
// that it does not set is absent there whatever the past: such reads are dropped. Any other fact is at the child as
// it is at the parent, except that the edge may add one scoring position to its tally.

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

// --- reads -----------------------------------------------------------------------------------------------------------
//
// The reads of a lemma as bytes.
//
// A search keeps millions of lemmas, some with thousands of reads, and the reads are what fills the memory. Nearly all say that
// facts of one class are absent, each about another position. Where there are many of those they are kept as [runs](super::runs),
// in which a fact can be looked up, and which lemmas [share](super::runs); all others are
// [bytes one after the other](super::packed_read). What packs them is in `packer.rs`.

/// Reads without repetition.
#[derive(Debug)]
pub struct Reads {
    /// The reads that are in no run, in ascending order, and the padding.
    pub(super) outside: Box<[u8]>,
    pub(super) runs: Option<Arc<Runs>>,
    /// The frame that leads from that of the runs to that of the reads: the identity if and only if the runs were made of these
    /// reads. Then no other read is of a kind of which there is a run, and of no kind are so many outside as there would be in a run.
    pub(super) frame: Frame,
    /// The length that all reads would have one after the other, in bytes. Lemmas are listed by it, so how reads are kept changes
    /// no node count.
    pub(super) length: u32,
    /// A bit for each read, chosen by a hash, or all bits if there are many reads. If all reads are among those of another list, so are
    /// their bits: that list has as many reads, or more.
    pub(super) bits: u64,
}

impl Reads {
    /// The reads that are in no run, as bytes.
    pub fn outside(&self) -> &[u8] {
        &self.outside[..self.end()]
    }

    /// The runs, if there are any, and the frame that leads from theirs to that of the reads.
    #[inline]
    pub fn runs(&self) -> Option<(&Arc<Runs>, Frame)> {
        Some((self.runs.as_ref()?, self.frame))
    }

    /// Whether every read passes a test.
    #[inline]
    pub fn all(&self, board: &Board, mut test: impl FnMut(Read) -> bool) -> bool {
        self.all_in_runs(board, &mut test) && self.all_outside_runs(board, test)
    }

    /// Whether every read that is in a run passes a test.
    #[inline]
    pub(super) fn all_in_runs(&self, board: &Board, mut test: impl FnMut(Read) -> bool) -> bool {
        let Some((runs, frame)) = self.runs() else { return true };
        let map = frame.facts_in(board);
        let image = |read: Read| Read { fact: map.of(&read.fact), ..read };
        runs.all(board).all(|run| match map.is_identity() {
            true => run.reads(board).all(&mut test),
            false => run.reads(board).all(|read| test(image(read))),
        })
    }

    /// Whether every read that is in no run passes a test. (A loop of its own, as the reads of an iterator go through memory.)
    #[inline]
    pub fn all_outside_runs(&self, board: &Board, mut test: impl FnMut(Read) -> bool) -> bool {
        let (mut at, width, end) = (0, position_width(board), self.end());
        while at < end {
            if !test(unpack(board, width, &self.outside, &mut at)) {
                return false;
            }
        }
        true
    }

    /// How many reads are in runs.
    #[inline]
    pub fn count_in_runs(&self, board: &Board) -> usize {
        self.runs.as_ref().map_or(0, |runs| runs.count(board))
    }

    /// Whether a run has the read that a fact is absent.
    #[inline]
    pub fn runs_have(&self, board: &Board, fact: &Fact) -> bool {
        let seen = |runs: &Arc<Runs>| runs.have(board, &self.frame.facts_out(board).of(fact));
        self.runs.as_ref().is_some_and(seen)
    }

    /// The length that the reads would have one after the other, in bytes.
    pub(super) fn len(&self) -> usize {
        self.length as usize
    }

    /// The memory that those take that are in no run, besides the list itself, in bytes.
    pub fn bytes(&self) -> usize {
        self.outside.len()
    }

    /// Whether every read is among the others.
    pub fn are_among(&self, others: &Reads, board: &Board) -> bool {
        if self.length > others.length || self.bits & !others.bits != 0 {
            return false;
        }
        let mut theirs = others.outside_runs(board);
        self.runs_are_among(others, board)
            && self.outside_runs(board).all(|read| {
                let in_a_run = read.needs == Needs::Absent && others.runs_have(board, &read.fact);
                in_a_run || theirs.by_ref().any(|other| other == read)
            })
    }

    /// Whether every read that is in a run is among the others.
    fn runs_are_among(&self, others: &Reads, board: &Board) -> bool {
        let Some((runs, frame)) = self.runs() else { return true };
        if let Some((theirs, other)) = others.runs().filter(|(_, other)| *other == frame) {
            if Arc::ptr_eq(runs, theirs) {
                return true;
            }
            // A list that has all the reads of a run has as many of the kind, or more, and so has a run of them if its runs were
            // made of its reads.
            let among = |run: Run| theirs.all(board).any(|other| run.is_among(&other));
            let all = runs.all(board).all(among);
            if all || other.is_identity() {
                return all;
            }
        }
        self.all_in_runs(board, |read| {
            others.runs_have(board, &read.fact) || !others.all_outside_runs(board, |other| other != read)
        })
    }

    /// The reads that are in no run, in ascending order.
    fn outside_runs<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Read> + 'a {
        let (mut at, width) = (0, position_width(board));
        std::iter::from_fn(move || (at < self.end()).then(|| unpack(board, width, &self.outside, &mut at)))
    }

    /// Where the reads that are in no run end.
    fn end(&self) -> usize {
        self.outside.len() - PADDING
    }
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
