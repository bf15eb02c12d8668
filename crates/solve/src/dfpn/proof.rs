//! From a solved node to its lemma: the reads that the claim needs because of each move, and the sharpest claim that
//! all of them allow.

use std::sync::Arc;

use super::node::{Child, Children, End, Reason, Status};
use crate::canon::Frame;
use crate::lemma::read::{ListKey, Margin, Needs, Read, regress};
use crate::lemma::{AbsentReads, Hit, Lemma, Packer, PostingLists, ReadSet};
use crate::question::{Question, Side};
use superko_go::{Board, Move};
use superko_rules::fact::{Class, Delta, Fact};
use superko_rules::{Points, Stop, StopEffect};

/// A lemma that is being put together, in the real frame.
pub struct Proof<'a> {
    board: &'a Board,
    question: Question,
    sure: Side,
    /// The frame that leads to the canonical one.
    frame: Frame,
    claim: Option<Question>,
    /// Whether it is by one move.
    by_move: bool,
    reads: &'a mut ProofReads,
}

impl<'a> Proof<'a> {
    /// A proof of which nothing is known yet; `reads` are empty.
    fn new(
        board: &'a Board,
        question: Question,
        sure: Side,
        frame: Frame,
        reads: &'a mut ProofReads,
    ) -> Proof<'a> {
        reads.begin(frame);
        Proof { board, question, sure, frame, claim: None, by_move: false, reads }
    }

    /// A proof by one legal move of the side that is sure. It reads that the facts which could bar the move are
    /// absent.
    pub fn by_move(
        board: &'a Board,
        question: Question,
        sure: Side,
        child: Child,
        frame: Frame,
        reads: &'a mut ProofReads,
    ) -> Proof<'a> {
        let mut proof = Proof { by_move: true, ..Proof::new(board, question, sure, frame, reads) };
        child
            .play
            .bars
            .iter()
            .for_each(|fact| proof.reads.add(board, Read { fact: *fact, needs: Needs::Absent }));
        proof.add_child(child);
        proof
    }

    /// A proof by all moves of the other side, each of which is answered or barred.
    pub fn by_all(
        board: &'a Board,
        question: Question,
        sure: Side,
        children: &Children,
        frame: Frame,
        reads: &'a mut ProofReads,
    ) -> Proof<'a> {
        let mut proof = Proof::new(board, question, sure, frame, reads);
        children.all().for_each(|child| proof.add_child(child));
        proof
    }

    /// Adds what the claim needs because of one move.
    fn add_child(&mut self, child: Child) {
        let grounds = match child.status {
            Status::Barred(index) => {
                let fact = child.play.bars[*index as usize];
                return self.reads.add(self.board, Read { fact, needs: Needs::Present });
            }
            Status::Settled(_, grounds) => grounds,
            Status::Open(_) => unreachable!("a node is concluded when no move that matters is open"),
        };
        if let Some(fact) = child.redirect {
            self.reads.add(self.board, Read { fact: *fact, needs: Needs::Present });
        }
        match grounds {
            Reason::Stopped(index, score) => {
                // The stops that the rules ask before this one do not hold.
                let (earlier, asked) = child.play.stops.split_at(*index as usize);
                earlier.iter().for_each(|stop| self.add_possible_end(stop));
                return self.add_end(asked[0].fact, *score);
            }
            Reason::Certain(score) => self.add_score(*score),
            Reason::Lemma(hit) => {
                self.add_lemma(hit, child.next().1);
            }
        }
        child.play.stops.iter().for_each(|stop| self.add_possible_end(stop));
    }

    /// Adds what is needed because a move ends the game by a fact that holds.
    fn add_end(&mut self, fact: Fact, end: End) {
        let needs = match end {
            End::Score(score) => {
                self.add_score(Points::from_integer(score));
                Needs::Present
            }
            End::Mean(last) => {
                self.add_claim(self.question);
                Needs::Margin(Margin::ending(self.question, self.sure, last))
            }
        };
        self.reads.add(self.board, Read { fact, needs });
    }

    /// Adds what is needed because a move does not stop the game, but would end it, or lead elsewhere, if a fact held.
    /// If that end would serve the claim, the move is answered whether the fact holds or not, and the claim is only
    /// weakened to what that end gives.
    fn add_possible_end(&mut self, stop: &Stop) {
        let needs = match &stop.effect {
            StopEffect::Mean(last) => {
                self.add_claim(self.question);
                Needs::MarginIfPresent(Margin::ending(self.question, self.sure, *last))
            }
            StopEffect::End(score) => {
                let score = Points::from_integer(*score);
                if self.question.served(score) == self.sure {
                    return self.add_score(score);
                }
                Needs::Absent
            }
            StopEffect::Next(_) => Needs::Absent,
        };
        self.reads.add(self.board, Read { fact: stop.fact, needs });
    }

    /// Adds the reads of a child's lemma, carried back over the edge.
    fn add_lemma(&mut self, hit: &Hit, delta: &Delta) {
        // The lemma is about the points that are still to come after the move.
        self.add_claim(hit.frame.question(hit.lemma.claim).plus(delta.gain));
        let board = self.board;
        if let Some((lists, frame)) = hit.lists(board) {
            // After an edge that clears a class no fact of it holds but those that the edge sets. And it sets no fact of a run,
            // as the lemma holds after the edge. So all reads of a run are dropped, or none.
            let stays = |class| !delta.clears.has(class);
            debug_assert!(lists_stay(board, lists, frame, delta, self.sure, stays));
            match self.by_move && lists.all(board).all(|list| stays(list.key().class)) {
                true => self.reads.share(board, lists, frame),
                false => self.reads.add_lists(board, lists, frame, stays),
            }
        }
        hit.each_single_read(board, |read| {
            if let Some(read) = regress(&read, delta, self.sure) {
                self.reads.add(board, read);
            }
        });
    }

    /// Weakens the claim to what an end with this score gives.
    fn add_score(&mut self, score: Points) {
        self.add_claim(Question::sharpest(self.sure, score));
    }

    /// Weakens the claim to this one, if it is the weaker of the two.
    fn add_claim(&mut self, claim: Question) {
        self.claim = Some(self.claim.map_or(claim, |known| known.easier(self.sure, claim)));
    }

    /// The lemma, in the canonical frame of its key. `mv` is the move of a proof by one move.
    pub fn lemma(self, number: u64, mv: Option<Move>, effort: u64) -> Lemma {
        let (board, frame) = (self.board, self.frame);
        // Each read is there once, and those on one fact can be joined only if they are margins. They are joined in the real
        // frame: another order may join others of them.
        let reads = self.reads.take(board, join);
        let claim = frame.question(self.claim.expect("a proof has at least one end"));
        let mv = mv.map(|mv| mv.map(|point| frame.point_in(board, point)));
        let effort = effort.min(u64::from(u32::MAX)) as u32;
        Lemma::new(number, frame.side(self.sure), claim, mv, effort, reads)
    }
}

/// Whether those reads of some runs stay, carried back over an edge, that are about facts of classes that pass a test, and no
/// others. A frame leads to that of the runs.
fn lists_stay(
    board: &Board,
    lists: &PostingLists,
    frame: Frame,
    delta: &Delta,
    sure: Side,
    stays: impl Fn(Class) -> bool,
) -> bool {
    let map = frame.facts_out(board);
    let is_so = |read: Read| {
        let read = Read { fact: map.of(&read.fact), ..read };
        regress(&read, delta, sure) == stays(read.fact.class).then_some(read)
    };
    lists.all(board).all(|list| list.reads(board).all(is_so))
}

/// Joins those of sorted reads that are on one fact.
fn join(reads: &mut Vec<Read>) {
    reads.dedup_by(|later, kept| {
        let together = (later.fact == kept.fact).then(|| kept.needs.and(later.needs)).flatten();
        kept.needs = together.unwrap_or(kept.needs);
        together.is_some()
    });
}

// --- the reads of a proof -------------------------------------------------------------------------------------------
//
// The reads of a proof while it is put together.

/// In how many words of numbers the reads may be that a lemma has beside the runs that it shares. If there are more it gets runs of
/// its own.
const MAX_SINGLE_WORDS: usize = 64;

/// The least length of the reads, one after the other, of runs that are shared, in bytes: to look through a frame takes longer.
const MIN_SHARED_BYTES: usize = 256;

/// Whether runs are shared however short they are. They are with debug assertions, and so in all comparisons with the naive solver,
/// whose boards have few reads.
const ALWAYS_SHARE: bool = cfg!(debug_assertions);

/// The least number of reads that are not of the usual kind for which there is room.
const MIN_CAPACITY: usize = 256;

/// Reads of which each counts once, however often it is added.
#[derive(Debug)]
pub struct ProofReads {
    /// The frame of the lemma.
    frame: Frame,
    /// Reads of the usual kind, seen through the frame.
    absent: AbsentReads,
    /// The others, in the real frame, some of them more than once.
    others: Vec<Read>,
    /// Runs of which all reads are among them, too, and the frame that leads to theirs.
    shared: Option<(Arc<PostingLists>, Frame)>,
    packer: Packer,
}

impl Default for ProofReads {
    fn default() -> ProofReads {
        ProofReads {
            frame: Frame::IDENTITY,
            absent: AbsentReads::default(),
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
            if let Some((key, number)) = ListKey::of(board, &fact) {
                return self.absent.of_key(key).add(number);
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
        self.others.reserve(self.others.len().max(MIN_CAPACITY));
    }

    /// Adds all reads of some runs, to which a frame leads, in the expectation that few others are added, so that the runs can be
    /// shared. That can be done once.
    pub fn share(&mut self, board: &Board, lists: &Arc<PostingLists>, frame: Frame) {
        debug_assert!(self.shared.is_none());
        match ALWAYS_SHARE || lists.length() >= MIN_SHARED_BYTES {
            true => self.shared = Some((Arc::clone(lists), frame)),
            false => self.add_lists(board, lists, frame, |_| true),
        }
    }

    /// Adds the reads of some runs, to which a frame leads, that are about facts of classes that pass a test.
    pub fn add_lists(
        &mut self,
        board: &Board,
        lists: &PostingLists,
        frame: Frame,
        test: impl Fn(Class) -> bool,
    ) {
        let to_lists = self.frame.instead_of(frame, board);
        let map = to_lists.facts_in(board);
        for list in lists.all(board).filter(|list| test(list.key().class)) {
            let key = list.key().image(&map);
            let numbers = self.absent.of_key(key);
            match map.is_identity() {
                true => list.numbers().for_each(|number| numbers.add(number)),
                false => {
                    list.numbers().for_each(|number| numbers.add(key.number_of_image(board, number, &map)))
                }
            }
        }
    }

    /// Takes the reads away, seen through the frame. `join` is told of all of them in the real frame, in ascending order, if some are
    /// margins.
    pub fn take(&mut self, board: &Board, join: impl FnOnce(&mut Vec<Read>)) -> ReadSet {
        let frame = self.frame;
        let is_margin = |read: &Read| matches!(read.needs, Needs::Margin(_) | Needs::MarginIfPresent(_));
        let margins = self.others.iter().any(is_margin);
        let mut shared = None;
        if let Some((lists, inside)) = self.shared.take() {
            let view = frame.instead_of(inside, board);
            match margins || view.is_identity() || self.absent.words() > MAX_SINGLE_WORDS {
                true => self.add_lists(board, &lists, inside, |_| true),
                false => shared = Some((lists, view)),
            }
        }
        if margins {
            let mut all = std::mem::take(&mut self.others);
            let map = frame.facts_out(board);
            self.absent.drain(&mut Vec::new(), |key, numbers| {
                let reads = numbers.iter().map(|number| key.read(board, *number));
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
            Some((lists, view)) => self.packer.pack_shared(board, lists, view, &mut self.absent, others),
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
