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

use crate::solve::Budget;
use crate::solve::dense::{Counted, Deal, Plays, Share, Word, write};

/// What a worker says to all others between two rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The worker that says it.
    pub from: usize,
    /// How many of its states have come in and have not been told of.
    pub entered: u64,
    /// Why it wants all to stop, if it does.
    pub stop: Option<Stop>,
    /// Whether it wants the round to be kept.
    pub keep: bool,
    /// The rounds that it has on disk, when work is to go on from one of them.
    pub rounds: Vec<u64>,
}

/// Why a worker wants all to stop. Of several, the last one is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stop {
    /// The limit of time.
    Time,
    /// The limit of nodes.
    Nodes,
    /// Ctrl-C or SIGTERM.
    Interrupted,
    /// The limit of memory.
    Memory,
    /// The round could not be written to disk, or not read from there.
    Disk,
}

/// The parts of the dataflow that a worker holds.
pub struct Dataflow<'a> {
    worker: &'a mut Worker,
    words: InputHandle<u64, CapacityContainerBuilder<Vec<Word>>>,
    delivered: ProbeHandle<u64>,
    notes: InputHandle<u64, CapacityContainerBuilder<Vec<(u64, Note)>>>,
    notes_delivered: ProbeHandle<u64>,
    /// The notes heard so far, by their times: another worker may be one agreement ahead.
    received: Rc<RefCell<BTreeMap<u64, Vec<Note>>>>,
}

/// How many batches of words may be under way before a worker waits for the others.
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

    /// The number of this worker.
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    /// Sends words in batches, each of which `next` gives to a function until there is none, and waits until all workers have sent
    /// theirs and taken those that are for them. What comes in for this share is told to it meanwhile.
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

    /// Tells all workers a note, and returns those of all, this one's among them, in their order.
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

    /// The worker, for another dataflow beside this one.
    pub fn worker(&mut self) -> &mut Worker {
        self.worker
    }
}

// --- What all shares have found ---
//
// What all shares have found, brought to the first worker in the order of the positions.

/// What a worker brings to the first.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum Part {
    /// The bytes of a piece.
    Piece(u64, Vec<u8>),
    /// What a worker has counted.
    Counted(Counted),
}

/// How many pieces may be under way before a worker waits for the others.
const MAX_PIECES_AHEAD: u64 = 64;

/// Brings the bytes of all states to the first worker, who writes them in the order of the positions, and counts them.
/// The other workers have empty counts.
///
/// # Errors
/// The first of the writer, on the first worker; [`ErrorKind::Interrupted`] on a worker whose budget is spent, and on the first one if
/// the pieces of another one are missing. All workers come to the end nevertheless.
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
        stopped = stopped || budget.spend(0).is_err();
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
