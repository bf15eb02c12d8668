//! What all shares have found, brought to the first worker in the order of the positions.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use timely::container::CapacityContainerBuilder;
use timely::dataflow::InputHandle;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator;
use timely::dataflow::operators::{Input, Probe};
use timely::worker::Worker;

use crate::solve::Budget;
use crate::solve::dense::{Counted, Deal, Plays, Share, write};

/// What a worker brings to the first.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum Part {
    /// The bytes of a piece.
    Piece(u64, Vec<u8>),
    /// What a worker has counted.
    Counted(Counted),
}

/// How many pieces may be under way before a worker waits for the others.
const AHEAD: u64 = 64;

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
        let bound = piece.saturating_sub(AHEAD);
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
