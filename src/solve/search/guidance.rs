//! The proof numbers of the worker that was made last, for work that is interrupted and asked again.
//!
//! What is asked of a session takes one worker after the other (for the value, for the best moves, for the line), each of
//! which begins without proof numbers. When the same is asked again, lemmas answer at once for all of them but the one that
//! was interrupted. This one gets the numbers back that it had. It is told by its number; where another worker comes to that
//! number, as the question is another or there are several threads, it is guided worse and no answer changes.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::proof_numbers::ProofNumbers;

/// What is kept of the workers.
#[derive(Default)]
pub struct Guidance(Mutex<Last>);

#[derive(Default)]
struct Last {
    /// How many workers were made since the question was put.
    made: usize,
    /// The proof numbers of the last of all workers, and its number.
    numbers: Option<(usize, ProofNumbers)>,
}

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

    fn lock(&self) -> MutexGuard<'_, Last> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
