//! What guides work that was interrupted when the same is asked again: the proof numbers of the worker that was made last, what
//! was proved by it of a value, and the moves of the line so far.
//!
//! What is asked of a session takes one worker after the other (for the value, for the best moves, for the line), each of
//! which begins without proof numbers. When the same is asked again, lemmas answer at once for all of them but the one that
//! was interrupted. This one gets the numbers back that it had. It is told by its number; where another worker comes to that
//! number, as the question is another or there are several threads, it is guided worse and no answer changes.
//!
//! To value a state the search asks one question after the other, and which comes next depends on how sharp the answers are.
//! A lemma that answers a question when it is asked again may say less than the one that was made for it. So the claims that
//! were proved are asked first, which costs nothing, and the questions go on from there.
//!
//! A line takes the moves of lemmas, and there are more of these when it is asked for again. So that it does not go another way,
//! which would have to be searched, the moves that it had are tried first. They are taken only if they keep the value.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::proof_numbers::ProofNumbers;
use crate::question::{Question, Side};
use superko_go::Move;
use superko_rules::Key;

/// What is kept of the workers.
#[derive(Default)]
pub struct Guidance(Mutex<Last>);

#[derive(Default)]
struct Last {
    /// How many workers were made since the question was put.
    made: usize,
    /// The last of all workers that was not stopped before it was made.
    in_hand: Option<InHand>,
    /// Whether the work was stopped: workers that are made nevertheless are none to go on with.
    stopped: bool,
    line: Line,
}

/// What is kept of a worker.
#[derive(Clone)]
pub struct InHand {
    /// Its number.
    pub number: usize,
    /// Its proof numbers.
    pub numbers: ProofNumbers,
    /// The key of the state that it values, if it does, and what was proved of that and
    /// who is sure of it, in the order in which it was.
    pub claims: Option<(Key, Vec<(Side, Question)>)>,
}

impl Last {
    fn of_the_last_made(&mut self) -> Option<&mut InHand> {
        let in_hand = self.in_hand.as_mut().filter(|_| !self.stopped);
        in_hand.filter(|kept| kept.number + 1 == self.made)
    }
}

/// The first moves of a line from a state with a key.
type Line = Option<(Key, Vec<Move>)>;

impl Guidance {
    /// Says that a question is put, for the first time or again.
    pub fn begin(&self) {
        let mut last = self.lock();
        (last.made, last.stopped) = (0, false);
    }

    /// Says that the work was stopped, until it is begun again.
    pub fn stop(&self) {
        self.lock().stopped = true;
    }

    /// The proof numbers of the next worker, which are `fresh` unless there are some that are kept for it.
    pub fn next(&self, fresh: ProofNumbers) -> ProofNumbers {
        let mut last = self.lock();
        if last.stopped {
            return fresh;
        }
        let number = last.made;
        last.made += 1;
        match &mut last.in_hand {
            Some(kept) if kept.number == number => {
                kept.numbers = kept.numbers.within(fresh);
                kept.numbers.clone()
            }
            Some(kept) if kept.number > number => fresh,
            _ => {
                last.in_hand = Some(InHand { number, numbers: fresh.clone(), claims: None });
                fresh
            }
        }
    }

    /// What was proved of a state that the worker values that was made last.
    pub fn claims(&self, state: &Key) -> Vec<(Side, Question)> {
        let mut last = self.lock();
        let claims = last.of_the_last_made().and_then(|kept| kept.claims.clone());
        claims.filter(|(key, _)| key == state).map_or(Vec::new(), |(_, claims)| claims)
    }

    /// Adds to this.
    pub fn add_claim(&self, state: &Key, claim: (Side, Question)) {
        let mut last = self.lock();
        let Some(kept) = last.of_the_last_made() else { return };
        match &mut kept.claims {
            Some((key, claims)) if key == state => claims.push(claim),
            other => *other = Some((*state, vec![claim])),
        }
    }

    /// The last of all workers.
    pub fn in_hand(&self) -> Option<InHand> {
        let mut kept = self.lock().in_hand.clone()?;
        kept.numbers.refresh();
        Some(kept)
    }

    /// Keeps what is known of a worker.
    pub fn keep(&self, in_hand: InHand) {
        self.lock().in_hand = Some(in_hand);
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
