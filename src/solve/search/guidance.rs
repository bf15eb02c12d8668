//! What guides work that was interrupted when the same is asked again: the proof numbers of the worker that was made last, and
//! the moves of the line so far.
//!
//! What is asked of a session takes one worker after the other (for the value, for the best moves, for the line), each of
//! which begins without proof numbers. When the same is asked again, lemmas answer at once for all of them but the one that
//! was interrupted. This one gets the numbers back that it had. It is told by its number; where another worker comes to that
//! number, as the question is another or there are several threads, it is guided worse and no answer changes.
//!
//! A line takes the moves of lemmas, and there are more of these when it is asked for again. So that it does not go another way,
//! which would have to be searched, the moves that it had are tried first. They are taken only if they keep the value.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::proof_numbers::ProofNumbers;
use crate::go::Move;
use crate::rules::Key;

/// What is kept of the workers.
#[derive(Default)]
pub struct Guidance(Mutex<Last>);

#[derive(Default)]
struct Last {
    /// How many workers were made since the question was put.
    made: usize,
    /// The proof numbers of the last of all workers, and its number.
    numbers: Option<(usize, ProofNumbers)>,
    line: Line,
}

/// The first moves of a line from a state with a key.
type Line = Option<(Key, Vec<Move>)>;

impl Guidance {
    /// Says that a question is put, for the first time or again.
    pub fn begin(&self) {
        self.lock().made = 0;
    }

    /// The proof numbers of the next worker, which are `fresh` unless there are some that are kept for it.
    pub fn next(&self, fresh: ProofNumbers) -> ProofNumbers {
        let mut last = self.lock();
        let number = last.made;
        last.made += 1;
        match &last.numbers {
            Some((kept, numbers)) if *kept == number => {
                let numbers = numbers.within(fresh);
                last.numbers = Some((number, numbers.clone()));
                numbers
            }
            Some((kept, _)) if *kept > number => fresh,
            _ => {
                last.numbers = Some((number, fresh.clone()));
                fresh
            }
        }
    }

    /// The number of the last worker, and its proof numbers.
    pub fn last(&self) -> Option<(usize, ProofNumbers)> {
        let (number, mut numbers) = self.lock().numbers.clone()?;
        numbers.refresh();
        Some((number, numbers))
    }

    /// Keeps the proof numbers of the worker of a number.
    pub fn keep(&self, number: usize, numbers: ProofNumbers) {
        self.lock().numbers = Some((number, numbers));
    }

    /// The moves of the line from a key, as many as are known.
    pub fn line(&self, start: &Key) -> Vec<Move> {
        let line = self.all_of_the_line();
        line.filter(|(key, _)| key == start).map_or(Vec::new(), |(_, moves)| moves)
    }

    /// The same with the key, whichever it is.
    pub fn all_of_the_line(&self) -> Line {
        self.lock().line.clone()
    }

    /// Keeps the moves of a line from a key.
    pub fn keep_line(&self, start: Key, moves: Vec<Move>) {
        self.lock().line = Some((start, moves));
    }

    fn lock(&self) -> MutexGuard<'_, Last> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
