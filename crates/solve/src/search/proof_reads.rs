//! The reads of a proof while it is put together.

use std::sync::Arc;

use super::lemma::Reads;
use super::needs::{Needs, Read};
use super::packed_read::Kind;
use super::packer::GatheredAbsent;
use super::packer::Packer;
use super::runs::Runs;
use crate::canon::Frame;
use superko_go::Board;
use superko_rules::fact::Class;

/// In how many words of numbers the reads may be that a lemma has beside the runs that it shares. If there are more it gets runs of
/// its own.
const MOST_BESIDE: usize = 64;

/// The least length of the reads, one after the other, of runs that are shared, in bytes: to look through a frame takes longer.
const LEAST_SHARED: usize = 256;

/// Whether runs are shared however short they are. They are with debug assertions, and so in all comparisons with the naive solver,
/// whose boards have few reads.
const SHARE_ALL: bool = cfg!(debug_assertions);

/// The least number of reads that are not of the usual kind for which there is room.
const LEAST_ROOM: usize = 256;

/// Reads of which each counts once, however often it is added.
#[derive(Debug)]
pub struct ProofReads {
    /// The frame of the lemma.
    frame: Frame,
    /// Reads of the usual kind, seen through the frame.
    absent: GatheredAbsent,
    /// The others, in the real frame, some of them more than once.
    others: Vec<Read>,
    /// Runs of which all reads are among them, too, and the frame that leads to theirs.
    shared: Option<(Arc<Runs>, Frame)>,
    packer: Packer,
}

impl Default for ProofReads {
    fn default() -> ProofReads {
        ProofReads {
            frame: Frame::IDENTITY,
            absent: GatheredAbsent::default(),
            others: Vec::new(),
            shared: None,
            packer: Packer::default(),
        }
    }
}

impl ProofReads {
    /// Begins with no reads, for a lemma in this frame.
    pub fn begin(&mut self, frame: Frame) {
        self.frame = frame;
    }

    /// Adds a read.
    #[inline]
    pub fn add(&mut self, board: &Board, read: Read) {
        if read.needs == Needs::Absent {
            let fact = self.frame.facts_in(board).of(&read.fact);
            if let Some((kind, number)) = Kind::of(board, &fact) {
                return self.absent.of_kind(kind).add(number);
            }
        }
        if self.others.len() == self.others.capacity() {
            self.make_room();
        }
        self.others.push(read);
    }

    /// Drops what is there more than once of the reads that are not of the usual kind, and makes room for as many as are left,
    /// so that the list stays within a few times the reads that differ.
    #[cold]
    fn make_room(&mut self) {
        self.others.sort_unstable();
        self.others.dedup();
        self.others.reserve(self.others.len().max(LEAST_ROOM));
    }

    /// Adds all reads of some runs, to which a frame leads, in the expectation that few others are added, so that the runs can be
    /// shared. That can be done once.
    pub fn share(&mut self, board: &Board, runs: &Arc<Runs>, frame: Frame) {
        debug_assert!(self.shared.is_none());
        match SHARE_ALL || runs.length() >= LEAST_SHARED {
            true => self.shared = Some((Arc::clone(runs), frame)),
            false => self.add_runs(board, runs, frame, |_| true),
        }
    }

    /// Adds the reads of some runs, to which a frame leads, that are about facts of classes that pass a test.
    pub fn add_runs(&mut self, board: &Board, runs: &Runs, frame: Frame, test: impl Fn(Class) -> bool) {
        let across = self.frame.instead_of(frame, board);
        let map = across.facts_in(board);
        for run in runs.all(board).filter(|run| test(run.kind().class)) {
            let kind = run.kind().image(&map);
            let numbers = self.absent.of_kind(kind);
            match map.is_identity() {
                true => run.numbers().for_each(|number| numbers.add(number)),
                false => {
                    run.numbers().for_each(|number| numbers.add(kind.number_of_image(board, number, &map)))
                }
            }
        }
    }

    /// Takes the reads away, seen through the frame. `join` is told of all of them in the real frame, in ascending order, if some are
    /// margins.
    pub fn take(&mut self, board: &Board, join: impl FnOnce(&mut Vec<Read>)) -> Reads {
        let frame = self.frame;
        let is_margin = |read: &Read| matches!(read.needs, Needs::Margin(_) | Needs::MarginIfPresent(_));
        let margins = self.others.iter().any(is_margin);
        let mut shared = None;
        if let Some((runs, inside)) = self.shared.take() {
            let seen = frame.instead_of(inside, board);
            match margins || seen.is_identity() || self.absent.words() > MOST_BESIDE {
                true => self.add_runs(board, &runs, inside, |_| true),
                false => shared = Some((runs, seen)),
            }
        }
        if margins {
            let mut all = std::mem::take(&mut self.others);
            let map = frame.facts_out(board);
            self.absent.take(&mut Vec::new(), |kind, numbers| {
                let reads = numbers.iter().map(|number| kind.read(board, *number));
                all.extend(reads.map(|read| Read { fact: map.of(&read.fact), ..read }));
            });
            all.sort_unstable();
            all.dedup();
            join(&mut all);
            all.into_iter().for_each(|read| self.add(board, read));
        }
        let others = &mut self.others;
        let map = frame.facts_in(board);
        for read in others.iter_mut() {
            *read = Read { fact: map.of(&read.fact), needs: read.needs.seen_through(frame) };
        }
        match shared {
            Some((runs, seen)) => self.packer.pack_beside(board, runs, seen, &mut self.absent, others),
            None => self.packer.pack(board, &mut self.absent, others),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use proptest::prelude::*;
    use superko_go::Position;
    use superko_rules::fact::Fact;

    proptest! {
        #[test]
        fn a_read_that_is_added_often_counts_once(
            rounds in prop::collection::vec(prop::collection::vec((0u64..600, any::<bool>()), 0..1500), 1..4),
            symmetry in 0u16..4, exchanged in any::<bool>(),
        ) {
            let (board, frame) = (Board::grid(3, 4).unwrap(), Frame { symmetry, exchanged });
            let map = frame.facts_in(&board);
            let mut gathered = ProofReads::default();
            for round in rounds {
                let reads: Vec<Read> = round.into_iter().map(|(stones, absent)| Read {
                    fact: Fact::of(Class::ALL[0], None, Position { stones: [stones, 0] }),
                    needs: if absent { Needs::Absent } else { Needs::Present },
                }).collect();
                gathered.begin(frame);
                reads.iter().for_each(|read| gathered.add(&board, *read));
                let taken = gathered.take(&board, |_| unreachable!("there are no margins"));
                let wanted: BTreeSet<Read> = reads.iter().map(|read| Read { fact: map.of(&read.fact), ..*read }).collect();
                let mut all = Vec::new();
                taken.all(&board, |read| { all.push(read); true });
                prop_assert_eq!(all.len(), wanted.len());
                prop_assert_eq!(all.into_iter().collect::<BTreeSet<_>>(), wanted);
            }
        }
    }
}
