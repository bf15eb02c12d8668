//! The lemma of a solved node: the reads that the claim needs because of each move, and the
//! sharpest claim that all moves allow.

use std::sync::Arc;

use super::node::{Child, Children, End, Reason, Status};
use crate::canon::Frame;
use crate::lemma::read::{ListKey, Margin, Needs, Read, regress};
use crate::lemma::{AbsentReads, Hit, Lemma, Packer, PostingLists, ReadSet};
use crate::threshold::{Side, Threshold};
use superko_go::{Board, Move};
use superko_rules::fact::{Class, Delta, Fact};
use superko_rules::{Points, Stop, StopEffect};

/// A lemma under construction, in the real frame.
pub struct Proof<'a> {
    board: &'a Board,
    question: Threshold,
    sure: Side,
    claim: Option<Threshold>,
    /// The move of a proof by one move.
    mv: Option<Move>,
    /// Whether it ends at a settled position somewhere.
    unsettled: bool,
    reads: &'a mut ProofReads,
}

impl<'a> Proof<'a> {
    /// A proof without moves; `reads` are empty.
    pub fn new(
        board: &'a Board,
        question: Threshold,
        sure: Side,
        frame: Frame,
        reads: &'a mut ProofReads,
    ) -> Self {
        reads.frame = frame;
        Proof { board, question, sure, claim: None, mv: None, unsettled: false, reads }
    }

    /// Proves the claim by one legal move of the side that is sure. It reads that the facts which
    /// could ban the move are absent.
    pub fn by_move(&mut self, child: Child) {
        self.mv = Some(child.play.mv);
        let absent = child.play.bars.iter().map(|fact| Read { fact: *fact, needs: Needs::Absent });
        absent.for_each(|read| self.reads.add(self.board, read));
        self.add_child(child);
    }

    /// Proves the claim by all moves of the other side, each of which is answered or illegal.
    pub fn by_all(&mut self, children: &Children) {
        children.all().for_each(|child| self.add_child(child));
    }

    /// Adds the reads and the claim that follow from one move.
    fn add_child(&mut self, child: Child) {
        let reason = match child.status {
            Status::Barred(index) => {
                let fact = child.play.bars[*index as usize];
                return self.reads.add(self.board, Read { fact, needs: Needs::Present });
            }
            Status::Settled(_, reason) => reason,
            Status::Open(_) => unreachable!("a node is solved when no move that matters is open"),
        };
        if let Some(fact) = child.redirect {
            self.reads.add(self.board, Read { fact: *fact, needs: Needs::Present });
        }
        match reason {
            Reason::Stopped(index, score) => {
                // The stops that come before this one in the rules do not hold.
                let (earlier, asked) = child.play.stops.split_at(*index as usize);
                earlier.iter().for_each(|stop| self.add_possible_end(stop));
                return self.add_end(asked[0].fact, *score);
            }
            Reason::Certain(score) => self.add_score(*score),
            Reason::Settled(score) => {
                self.unsettled = true;
                self.add_score(*score);
            }
            Reason::Lemma(hit) => self.add_lemma(hit, child.next().1),
        }
        child.play.stops.iter().for_each(|stop| self.add_possible_end(stop));
    }

    /// Adds the requirement on a fact that holds and ends the game.
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
            End::Won { last, points } => {
                let margin = self.margin_to_win(last, points);
                margin.map_or(Needs::Present, Needs::Margin)
            }
        };
        self.reads.add(self.board, Read { fact, needs });
    }

    /// Adds the requirement on a fact that does not hold and would end the game, or redirect the
    /// move.
    ///
    /// If that end would serve the claim, the move is answered whether the fact holds or not, and
    /// the claim is only weakened to the score of that end.
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
            StopEffect::Won { points, .. }
                if self.question.served(for_side(self.sure, *points)) != self.sure =>
            {
                Needs::Absent
            }
            StopEffect::Won { last, points } => match self.margin_to_win(*last, *points) {
                Some(margin) => Needs::MarginIfPresent(margin),
                None => return,
            },
            StopEffect::Next(_) => Needs::Absent,
        };
        self.reads.add(self.board, Read { fact: stop.fact, needs });
    }

    /// The margin that a tally must have for an end that prisoners decide, where a win serves the
    /// question; `None` if a loss serves it, too. The claim is weakened to the least result that serves
    /// it, as the game may end with that one under another history that meets the margin.
    fn margin_to_win(&mut self, last: i32, points: i32) -> Option<Margin> {
        let results = [-1, 0, 1].map(|result| for_side(self.sure, result * points));
        let serves = |score: &Points| self.question.served(*score) == self.sure;
        let least = results.iter().position(serves).expect("a win serves the question");
        self.add_score(results[least]);
        (least > 0).then(|| Margin::prisoners(self.sure, least as i32 - 1, last))
    }

    /// Adds the reads of a child's lemma, carried back over the edge.
    fn add_lemma(&mut self, hit: &Hit, delta: &Delta) {
        // The lemma is about the points that are still to come after the move.
        self.add_claim(hit.frame.question(hit.lemma.claim).plus(delta.gain));
        self.unsettled |= hit.lemma.unsettled;
        let board = self.board;
        if let Some((lists, frame)) = hit.lists(board) {
            // After an edge that clears a class no fact of it holds but those that the edge sets.
            // And it sets no fact of a list, as the lemma holds after the edge. So all reads of a
            // list are dropped, or none.
            let stays = |class| !delta.clears.has(class);
            debug_assert!(lists_stay(board, lists, frame, delta, self.sure, stays));
            let whole = self.mv.is_some() && lists.all(board).all(|list| stays(list.key.class));
            match whole && (ALWAYS_SHARE || lists.length() >= MIN_SHARED_BYTES) {
                true => self.reads.share(lists, frame),
                false => self.reads.add_lists(board, lists, frame, stays),
            }
        }
        hit.each_single_read(board, |read| {
            if let Some(read) = regress(&read, delta, self.sure) {
                self.reads.add(board, read);
            }
        });
    }

    /// Weakens the claim to that of an end with this score.
    fn add_score(&mut self, score: Points) {
        self.add_claim(Threshold::sharpest(self.sure, score));
    }

    /// Weakens the claim to this one, if it is the weaker of the two.
    fn add_claim(&mut self, claim: Threshold) {
        self.claim = Some(self.claim.map_or(claim, |known| known.easier(self.sure, claim)));
    }

    /// The lemma, in the canonical frame of its key.
    pub fn lemma(self, number: u64, effort: u64) -> Lemma {
        let (board, frame) = (self.board, self.reads.frame);
        // Each read is there once, and reads of one fact can be joined only if they are margins.
        // They are joined in the real frame, as another order may join others of them.
        let reads = self.reads.take(board, join);
        let claim = frame.question(self.claim.expect("a proof has at least one end"));
        let mv = self.mv.map(|mv| mv.map(|point| frame.point_in(board, point)));
        let effort = effort.min(u64::from(u32::MAX)) as u32;
        Lemma { number, sure: frame.side(self.sure), claim, mv, unsettled: self.unsettled, effort, reads }
    }
}

/// Points of a side as a score.
fn for_side(side: Side, points: i32) -> Points {
    Points::from_integer(if side == Side::Black { points } else { -points })
}

/// Whether exactly those reads of some lists stay, carried back over an edge, whose class passes a
/// test. The frame leads to that of the lists.
fn lists_stay(
    board: &Board,
    lists: &PostingLists,
    frame: Frame,
    delta: &Delta,
    sure: Side,
    stays: impl Fn(Class) -> bool,
) -> bool {
    let map = frame.facts_out(board);
    let as_expected = |read: Read| {
        let read = Read { fact: map.of(&read.fact), ..read };
        regress(&read, delta, sure) == stays(read.fact.class).then_some(read)
    };
    lists.all(board).all(|list| list.reads(board).all(as_expected))
}

/// Joins those of sorted reads that are about one fact.
fn join(reads: &mut Vec<Read>) {
    reads.dedup_by(|later, kept| {
        let together = (later.fact == kept.fact).then(|| kept.needs.and(later.needs)).flatten();
        kept.needs = together.unwrap_or(kept.needs);
        together.is_some()
    });
}

// --- the reads of a proof --------------------------------------------------------------------------------------------

/// The most words of numbers that a lemma may have besides the posting lists that it shares. With
/// more it gets its own lists.
const MAX_SINGLE_WORDS: usize = 64;

/// The least length of the reads of lists that are shared, as bytes in a row: to look through a
/// frame takes longer.
const MIN_SHARED_BYTES: usize = 256;

/// Whether lists are shared however short they are: with debug assertions, and so in all
/// comparisons with the naive solver, whose boards have few reads.
const ALWAYS_SHARE: bool = cfg!(debug_assertions);

/// The least capacity for reads without a number.
const MIN_CAPACITY: usize = 256;

/// The set of reads of a proof under construction, emptied by [`ProofReads::take`].
#[derive(Debug)]
pub struct ProofReads {
    /// The frame that leads to the canonical one.
    frame: Frame,
    /// Reads with a number, seen through the frame.
    absent: AbsentReads,
    /// The others, in the real frame, some of them repeated.
    others: Vec<Read>,
    /// Posting lists whose reads are in the set, too, and the frame that leads to theirs.
    shared: Option<(Arc<PostingLists>, Frame)>,
    packer: Packer,
}

impl Default for ProofReads {
    fn default() -> ProofReads {
        let (absent, others, packer) = Default::default();
        ProofReads { frame: Frame::IDENTITY, absent, others, shared: None, packer }
    }
}

impl ProofReads {
    #[inline]
    fn add(&mut self, board: &Board, read: Read) {
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

    /// Removes repeated reads, and reserves room for as many as are left, so that the list stays
    /// within a few times the number of different reads.
    #[cold]
    fn make_room(&mut self) {
        self.others.sort_unstable();
        self.others.dedup();
        self.others.reserve(self.others.len().max(MIN_CAPACITY));
    }

    /// Adds all reads of some lists, to which a frame leads, and shares the lists if few other
    /// reads are added. That can be done once.
    fn share(&mut self, lists: &Arc<PostingLists>, frame: Frame) {
        debug_assert!(self.shared.is_none());
        self.shared = Some((Arc::clone(lists), frame));
    }

    /// Adds the reads of some lists, to which a frame leads, whose class passes a test.
    fn add_lists(&mut self, board: &Board, lists: &PostingLists, frame: Frame, test: impl Fn(Class) -> bool) {
        let map = self.frame.instead_of(frame, board).facts_in(board);
        for list in lists.all(board).filter(|list| test(list.key.class)) {
            let key = list.key.image(&map);
            let numbers = self.absent.of_key(key);
            match map.is_identity() {
                true => list.numbers.iter().for_each(|number| numbers.add(number)),
                false => list
                    .numbers
                    .iter()
                    .for_each(|number| numbers.add(key.number_of_image(board, number, &map))),
            }
        }
    }

    /// Takes the reads, seen through the frame. If some are margins, `join` gets all reads in the
    /// real frame, in ascending order.
    fn take(&mut self, board: &Board, join: impl FnOnce(&mut Vec<Read>)) -> ReadSet {
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
