//! The reads of a proof while it is put together, the plain ones as one word each.

use super::gathered::Gathered;
use super::needs::{Needs, Read};
use super::plain::Plain;
use super::reads::{Packer, Reads};
use crate::go::Board;
use crate::hashing::Mix;
use crate::solve::canon::Frame;

impl Mix for Read {
    #[inline]
    fn mixed(&self) -> u64 {
        self.fact.mixed()
    }
}

/// Reads without repetition.
#[derive(Debug, Default)]
pub struct ProofReads {
    plain: Gathered<Plain>,
    others: Gathered<Read>,
    packer: Packer,
}

impl ProofReads {
    /// Adds a read, if it is not among them.
    #[inline]
    pub fn add(&mut self, board: &Board, read: Read) {
        match Plain::of(board, &read) {
            Some(plain) => self.plain.add(plain),
            None => self.others.add(read),
        }
    }

    /// Adds a plain read, if it is not among them.
    #[inline]
    pub fn add_plain(&mut self, plain: Plain) {
        self.plain.add(plain);
    }

    /// Takes the reads away, seen through a frame. `join` is told of all of them, in ascending order, before they are mapped, if
    /// some are margins.
    pub fn take(&mut self, board: &Board, frame: Frame, join: impl FnOnce(&mut Vec<Read>)) -> Reads {
        let (plain, others) = (self.plain.take(), self.others.take());
        if others.iter().any(|read| matches!(read.needs, Needs::Margin(_) | Needs::MarginIfPresent(_))) {
            others.extend(plain.drain(..).map(|plain| plain.read(board)));
            others.sort_unstable();
            join(others);
            let (one, rest) = Plain::parted(board, others);
            (*plain, *others) = (one, rest);
        }
        if !frame.is_identity() {
            let map = frame.facts_in(board);
            plain.iter_mut().for_each(|plain| *plain = plain.image(board, &map));
            let image = |Read { fact, needs }| Read { fact: map.of(&fact), needs: needs.seen_through(frame) };
            others.iter_mut().for_each(|read| *read = image(*read));
        }
        plain.sort_unstable();
        others.sort_unstable();
        let reads = self.packer.pack(board, plain, others);
        plain.clear();
        others.clear();
        reads
    }
}
