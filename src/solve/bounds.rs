//! From questions to a value: which questions to ask, on all threads.
//!
//! Every answer is a bound that some game really ends with, so the interval between the bounds shrinks
//! to one of finitely many scores each time; asking "more than the lower bound" ends the search even where
//! scores are fractions.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use super::budget::{Budget, Stopped};
use super::dfpn::Worker;
use super::question::Question;
use super::table::LemmaTable;
use crate::go::Player;
use crate::rules::{Game, Points, State};

/// The bounds of a value, both proved (or the extremes of the board).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Black can reach at least this.
    pub low: Points,
    /// White can hold him to at most this.
    pub high: Points,
}

impl Bounds {
    /// Nothing is known but the size of the board.
    pub fn unknown(game: &Game) -> Bounds {
        let most = Points::from_integer(game.most());
        Bounds { low: -most, high: most }
    }

    /// The value, if the bounds meet.
    pub fn value(&self) -> Option<Points> {
        (self.low == self.high).then_some(self.low)
    }

    fn tighten(&mut self, sure: Player, bound: Points) {
        match sure {
            Player::Black => self.low = self.low.max(bound),
            Player::White => self.high = self.high.min(bound),
        }
    }

    fn settles(&self, question: &Question) -> bool {
        question.settled_by(Player::Black, self.low) || question.settled_by(Player::White, self.high)
    }

    /// The questions worth asking now, the best first, at most `count`.
    fn questions(&self, last: Option<Player>, round: u32, count: usize) -> Vec<Question> {
        let middle = ((self.low + self.high) / 2).floor();
        let bisect = Question::exceeds(if middle < self.low { self.low } else { middle });
        let above = Question::exceeds(self.low);
        let below = Question::reaches(self.high);
        // The first question is about a draw; then the bound just proved is likely to be the value,
        // unless it has been wrong twice.
        let order = match last {
            None => [bisect, Question::reaches(bisect.points), above],
            Some(_) if round >= 3 && round.is_multiple_of(2) => [bisect, above, below],
            Some(Player::Black) => [above, bisect, below],
            Some(Player::White) => [below, bisect, above],
        };
        let mut questions: Vec<Question> = Vec::new();
        for question in order {
            if !self.settles(&question) && !questions.contains(&question) {
                questions.push(question);
            }
        }
        questions.truncate(count);
        questions
    }
}

/// The bounds proved before an effort was stopped, and what stopped it.
pub type Partial = (Bounds, Stopped);

/// Everything that the threads of a search share.
pub struct Searcher<'a> {
    game: &'a Game,
    budget: &'a Budget,
    lemmas: LemmaTable,
    threads: usize,
}

/// The most that one thread's numbers may take, in bytes.
const ADVICE_BYTES: usize = 128 << 20;

impl<'a> Searcher<'a> {
    /// A searcher with an empty lemma table. To be used on threads with stacks of
    /// [`super::dfpn::STACK_BYTES`].
    pub fn new(game: &'a Game, budget: &'a Budget, threads: usize) -> Searcher<'a> {
        Searcher { game, budget, lemmas: LemmaTable::new(), threads }
    }

    /// A new worker.
    pub fn worker(&self) -> Worker<'_> {
        let share = self.budget.memory() / (4 * self.threads);
        Worker::new(self.game, &self.lemmas, self.budget, share.min(ADVICE_BYTES))
    }

    /// The number of lemmas, and the bytes that they take.
    pub fn lemmas(&self) -> (usize, usize) {
        (self.lemmas.len(), self.lemmas.bytes())
    }

    /// The value of a state, asked with several questions at once if there are several threads.
    ///
    /// # Errors
    /// The bounds proved so far, and what stopped the search.
    pub fn value(&self, state: &State, known: Bounds) -> Result<Points, Partial> {
        let mut workers: Vec<Worker> = (0..self.threads).map(|_| self.worker()).collect();
        let (mut bounds, mut last, mut round) = (known, None, 0);
        loop {
            if let Some(value) = bounds.value() {
                return Ok(value);
            }
            let questions = bounds.questions(last, round, self.threads);
            round += 1;
            let texts: Vec<String> = questions.iter().map(Question::to_string).collect();
            self.budget.ask(texts.join(" "));
            let flags: Vec<Arc<AtomicBool>> = questions.iter().map(|_| Arc::default()).collect();
            let shared = Mutex::new((bounds, last, None));
            workers.par_iter_mut().zip(questions.par_iter()).zip(flags.par_iter()).for_each(
                |((worker, question), flag)| {
                    let answer = worker.ask(state, *question, Some(Arc::clone(flag)));
                    let mut shared = shared.lock().expect("no thread panics while it holds the bounds");
                    match answer {
                        Ok((sure, bound)) => {
                            shared.0.tighten(sure, bound);
                            shared.1 = Some(sure);
                            for (other, flag) in questions.iter().zip(&flags) {
                                if shared.0.settles(other) {
                                    flag.store(true, Relaxed);
                                }
                            }
                        }
                        Err(Stopped::Needless) => {}
                        Err(stopped) => shared.2 = Some(stopped),
                    }
                },
            );
            let stopped;
            (bounds, last, stopped) = shared.into_inner().expect("no thread panics while it holds the bounds");
            if let (Some(stopped), None) = (stopped, bounds.value()) {
                return Err((bounds, stopped));
            }
        }
    }

    /// For each state, whether `player` is sure of a score that serves his aim.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn all_serve(&self, states: &[State], question: Question, player: Player) -> Result<Vec<bool>, Stopped> {
        self.budget.ask(question.to_string());
        states
            .par_iter()
            .map_init(|| self.worker(), |worker, state| Ok(worker.ask(state, question, None)?.0 == player))
            .collect()
    }
}
