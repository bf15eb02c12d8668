//! The reads of a proof while it is put together, the plain ones as one word each.

use super::gathered::Gathered;
use super::needs::{Needs, Read};
use super::plain::Plain;
use super::reads::Reads;
use crate::go::Board;
use crate::hashing::Mix;

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

    /// Takes the reads away, as what they are mapped to. `join` is told of all of them, in ascending order, before they are
    /// mapped, if some are margins.
    pub fn take(
        &mut self,
        board: &Board,
        map: Option<impl Fn(Read) -> Read>,
        join: impl FnOnce(&mut Vec<Read>),
    ) -> Reads {
        let (plain, others) = (self.plain.take(), self.others.take());
        if others.iter().any(|read| matches!(read.needs, Needs::Margin(_) | Needs::MarginIfPresent(_))) {
            others.extend(plain.drain(..).map(|plain| plain.read(board)));
            others.sort_unstable();
            join(others);
            let (one, rest) = Plain::parted(board, others);
            (*plain, *others) = (one, rest);
        }
        if let Some(map) = map {
            // The image of a plain read is plain.
            let image = |plain: Plain| Plain::of(board, &map(plain.read(board)));
            plain.iter_mut().for_each(|plain| *plain = image(*plain).expect("an image has no more colours"));
            others.iter_mut().for_each(|read| *read = map(*read));
        }
        plain.sort_unstable();
        others.sort_unstable();
        let reads = Reads::of(board, plain, others);
        plain.clear();
        others.clear();
        reads
    }
}
