//! The dataflow of a worker: words to the shares that they are for, and notes on which all agree.
//!
//! Below it is another dataflow, which brings what all shares have found to the first worker.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

use superko_solve::Budget;
use superko_solve::retrograde::basic_ko::{Counted, Deal, Plays, Share, Word, write};

/// Note of a worker to all others between two rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub from: usize,
    /// Number of its states that have come in and have not been passed on.
    pub entered: u64,
    pub stop: Option<Stop>,
    pub keep: bool,
    /// Rounds that it has on disk, when work is to go on from one of them.
    pub rounds: Vec<u64>,
}

/// Reason why a worker wants all to stop. Of several, the last variant is reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stop {
    Time,
    Nodes,
    Interrupted,
    Memory,
    /// The round could not be written or read.
    Disk,
}

/// Dataflow of a worker: its inputs and probes.
pub struct Dataflow<'a> {
    worker: &'a mut Worker,
    words: InputHandle<u64, CapacityContainerBuilder<Vec<Word>>>,
    delivered: ProbeHandle<u64>,
    notes: InputHandle<u64, CapacityContainerBuilder<Vec<(u64, Note)>>>,
    notes_delivered: ProbeHandle<u64>,
    /// Notes received so far, by time: another worker may be one agreement ahead.
    received: Rc<RefCell<BTreeMap<u64, Vec<Note>>>>,
}

/// Batches of words that may be under way before a worker waits for the others.
const MAX_BATCHES_AHEAD: u64 = 4;

impl<'a> Dataflow<'a> {
    /// Builds the dataflow of a share.
    pub fn new(worker: &'a mut Worker, deal: Deal, share: &Rc<RefCell<Share>>) -> Dataflow<'a> {
        let (mut words, mut notes) = (InputHandle::new(), InputHandle::new());
        let received = Rc::new(RefCell::new(BTreeMap::<u64, Vec<Note>>::new()));
        let (share, listener) = (Rc::clone(share), Rc::clone(&received));
        let (delivered, notes_delivered) = worker.dataflow::<u64, _, _>(|scope| {
            let delivered = scope.input_from(&mut words).unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                Exchange::new(move |word: &Word| deal.share(word.code()) as u64),
                "tell",
                |_, _| {
                    move |input, _| {
                        input.for_each_time(|_, data| {
                            for words in data {
                                share.borrow_mut().tell(words);
                                words.clear();
                            }
                        });
                    }
                },
            );
            let notes_delivered =
                scope.input_from(&mut notes).unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
                    Exchange::new(|(to, _): &(u64, Note)| *to),
                    "note",
                    |_, _| {
                        move |input, _| {
                            input.for_each_time(|time, data| {
                                let mut received = listener.borrow_mut();
                                let received = received.entry(*time.time()).or_default();
                                data.for_each(|notes| received.extend(notes.drain(..).map(|(_, note)| note)));
                            });
                        }
                    },
                );
            (delivered.probe().0, notes_delivered.probe().0)
        });
        Dataflow { worker, words, delivered, notes, notes_delivered, received }
    }

    pub fn index(&self) -> usize {
        self.worker.index()
    }

    /// Exchanges words in batches with all workers, and waits until all have been sent and
    /// delivered. `next` passes a batch to its argument and returns whether there are more. Words
    /// that come in meanwhile are passed to this share.
    pub fn exchange(&mut self, mut next: impl FnMut(&mut dyn FnMut(Word)) -> bool) {
        // Times are those of rounds in the upper half, those of batches in the lower.
        let start = *self.words.time();
        let end = ((start >> 32) + 1) << 32;
        let words = &mut self.words;
        while next(&mut |word| words.send(word)) {
            let time = *words.time() + 1;
            words.advance_to(time);
            let bound = time.saturating_sub(MAX_BATCHES_AHEAD).max(start);
            let delivered = &self.delivered;
            self.worker.step();
            self.worker.step_or_park_while(None, || delivered.less_than(&bound));
        }
        self.words.advance_to(end);
        let delivered = &self.delivered;
        self.worker.step_or_park_while(None, || delivered.less_than(&end));
    }

    /// Sends a note to all workers, and returns the notes of all, in the order of the workers.
    pub fn agree(&mut self, note: Note) -> Vec<Note> {
        for to in 0..self.worker.peers() as u64 {
            self.notes.send((to, note.clone()));
        }
        let time = *self.notes.time();
        let next = time + 1;
        self.notes.advance_to(next);
        let notes_delivered = &self.notes_delivered;
        self.worker.step_or_park_while(None, || notes_delivered.less_than(&next));
        let mut received = self.received.borrow_mut().remove(&time).expect("this worker has told itself");
        debug_assert_eq!(received.len(), self.worker.peers());
        received.sort_by_key(|note| note.from);
        received
    }

    pub fn worker(&mut self) -> &mut Worker {
        self.worker
    }
}

// --- What all shares have found ---
//
// What all shares have found, brought to the first worker in the order of the positions.

/// Message of a worker to the first one.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum Part {
    Piece(u64, Vec<u8>),
    Counted(Counted),
}

/// Pieces that may be under way before a worker waits for the others.
const MAX_PIECES_AHEAD: u64 = 64;

/// Gathers the bytes of all states on the first worker, which writes them in the order of the
/// positions and counts them. The other workers have empty counts. Error: the first one of the
/// writer, on the first worker; [`ErrorKind::Interrupted`] on a worker whose budget is spent, and
/// on the first one if the pieces of another one are missing. All workers come to the end
/// nevertheless.
pub fn gather(
    worker: &mut Worker,
    plays: &Plays,
    share: &Share,
    budget: &Budget,
    mut to: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<Counted> {
    let deal = Deal::new(plays.codes.end(), worker.peers());
    let (index, mut input) = (worker.index(), InputHandle::<u64, CapacityContainerBuilder<Vec<Part>>>::new());
    let parts = Rc::new(RefCell::new(Vec::new()));
    let taken = Rc::clone(&parts);
    let probe = worker.dataflow(|scope| {
        let stream = scope.input_from(&mut input).unary::<CapacityContainerBuilder<Vec<()>>, _, _, _>(
            Exchange::new(|_: &Part| 0),
            "gather",
            |_, _| {
                move |input, _| {
                    input.for_each_time(|_, data| data.for_each(|parts| taken.borrow_mut().append(parts)));
                }
            },
        );
        stream.probe().0
    });
    let (mut counted, mut result) = (Counted::default(), Ok(()));
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    let mut take = || {
        for part in parts.take() {
            match part {
                Part::Piece(piece, bytes) => {
                    waiting.insert(piece, bytes);
                }
                Part::Counted(more) => counted.add(&more),
            }
        }
        while let Some(bytes) = waiting.remove(&next) {
            next += 1;
            if result.is_ok() {
                result = to(&bytes);
            }
        }
    };
    let (mut own, mut stopped) = (Counted::default(), false);
    for piece in 0..deal.pieces() {
        stopped = stopped || budget.charge(0).is_err();
        if deal.share_of_piece(piece) == index && !stopped {
            let mut bytes = Vec::new();
            share.piece(plays, piece, |position| {
                own.count(plays, &position);
                write(&position, &mut bytes);
            });
            input.send(Part::Piece(piece, bytes));
        }
        input.advance_to(piece + 1);
        let bound = piece.saturating_sub(MAX_PIECES_AHEAD);
        worker.step();
        worker.step_or_park_while(None, || probe.less_than(&bound));
        take();
    }
    input.send(Part::Counted(own));
    input.close();
    worker.step_or_park_while(None, || !probe.done());
    take();
    result?;
    if stopped || (index == 0 && next != deal.pieces()) {
        return Err(ErrorKind::Interrupted.into());
    }
    Ok(counted)
}
