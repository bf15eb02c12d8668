//! From a solved node to its lemma: what the claim needs of each move, and of the past.

use super::lemma::Lemma;
use super::needs::{Margin, Needs, Read, back};
use super::node::{Child, End, Grounds, Status};
use super::table::Hit;
use crate::go::{Board, Move};
use crate::rules::past::{Delta, Fact};
use crate::rules::{Points, Stop, StopEffect};
use crate::solve::canon::Canon;
use crate::solve::question::{Question, Side};

/// A lemma in the making, in the real frame.
pub struct Proof<'a> {
    board: &'a Board,
    question: Question,
    sure: Side,
    claim: Option<Question>,
    reads: Vec<Read>,
}

impl<'a> Proof<'a> {
    /// A proof by one legal move of the side that is sure: the facts that could have barred it were
    /// absent.
    pub fn by_move(board: &'a Board, question: Question, sure: Side, child: &Child) -> Proof<'a> {
        let absent = |fact: &Fact| Read { fact: *fact, needs: Needs::Absent };
        let reads = child.play.bars.iter().map(absent).collect();
        let mut proof = Proof { board, question, sure, claim: None, reads };
        proof.add_child(child);
        proof
    }

    /// A proof by all moves of the other side: each is met, or barred.
    pub fn by_all(board: &'a Board, question: Question, sure: Side, children: &[Child]) -> Proof<'a> {
        let mut proof = Proof { board, question, sure, claim: None, reads: Vec::new() };
        children.iter().for_each(|child| proof.add_child(child));
        proof
    }

    /// Adds what the claim needs of one move.
    fn add_child(&mut self, child: &Child) {
        let grounds = match &child.status {
            Status::Barred(read) => return self.reads.push(*read),
            Status::Settled(_, grounds) => grounds,
            Status::Open(_) => unreachable!("a node is concluded when no move that matters is open"),
        };
        self.reads.extend(child.given.map(|fact| Read { fact, needs: Needs::Present }));
        match grounds {
            Grounds::Stopped(fact, score) => {
                // The stops that are asked before it do not hold.
                let sooner = child.play.stops.iter().take_while(|stop| stop.fact != *fact);
                sooner.for_each(|stop| self.add_possible_end(stop));
                return self.add_end(*fact, *score);
            }
            Grounds::Certain(score) => self.add_score(*score),
            Grounds::Lemma(hit) => {
                self.add_lemma(hit, child.next().1);
            }
        }
        child.play.stops.iter().for_each(|stop| self.add_possible_end(stop));
    }

    /// The move ends the game, because a fact holds.
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
        self.reads.push(Read { fact, needs });
    }

    /// The move goes on, but would end the game, or lead elsewhere, if a fact held. If that end served the
    /// claim too, the move is met whether the fact holds or not, and only what the end must be is asked.
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
        self.reads.push(Read { fact: stop.fact, needs });
    }

    /// Adds the reads of a child's lemma, carried back over the edge.
    fn add_lemma(&mut self, hit: &Hit, delta: &Delta) {
        let frame = hit.frame;
        // The lemma is about the points that are still to come after the move.
        self.add_claim(frame.question(hit.lemma.claim).plus(delta.gain));
        for Read { fact, needs } in hit.lemma.reads(self.board) {
            let read = Read { fact: frame.fact_out(self.board, &fact), needs: needs.seen_through(frame) };
            self.reads.extend(back(&read, delta, self.sure));
        }
    }

    /// The game may end with this score.
    fn add_score(&mut self, score: Points) {
        self.add_claim(Question::sharpest(self.sure, score));
    }

    /// The claim is no stronger than this.
    fn add_claim(&mut self, claim: Question) {
        self.claim = Some(self.claim.map_or(claim, |known| known.easier(self.sure, claim)));
    }

    /// Brings the reads into order, and those on one fact together.
    fn simplify(&mut self) {
        self.reads.sort_unstable();
        self.reads.dedup_by(|later, kept| {
            let together = (later.fact == kept.fact).then(|| kept.needs.and(later.needs)).flatten();
            kept.needs = together.unwrap_or(kept.needs);
            together.is_some()
        });
    }

    /// The lemma, in the canonical frame of its key. `mv` is the move of a proof by one move.
    pub fn lemma(mut self, canon: &Canon, mv: Option<Move>, effort: u64) -> Lemma {
        let (board, frame) = (self.board, canon.frame());
        self.simplify();
        for read in &mut self.reads {
            *read = Read { fact: frame.fact_in(board, &read.fact), needs: read.needs.seen_through(frame) };
        }
        self.reads.sort_unstable();
        let claim = frame.question(self.claim.expect("a proof has at least one end"));
        let mv = mv.map(|mv| mv.map(|point| frame.point_in(board, point)));
        let effort = effort.min(u64::from(u32::MAX)) as u32;
        Lemma::new(board, frame.side(self.sure), claim, mv, effort, &self.reads)
    }
}
