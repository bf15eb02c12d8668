//! The value of a state from answers of the search, on all threads.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use super::dfpn::Worker;
use super::table::LemmaTable;
use crate::rules::{Game, Points, State};
use crate::solve::bounds::Bounds;
use crate::solve::budget::{Budget, Stopped};
use crate::solve::observer::Observer;
use crate::solve::question::{Question, Side};

/// The bounds proved before an effort was stopped, and what stopped it.
pub type Partial = (Bounds, Stopped);

/// Everything that the threads of a search share.
pub struct Searcher<'a> {
    game: &'a Game,
    budget: &'a Budget,
    lemmas: LemmaTable,
    threads: usize,
    life: bool,
    observer: Option<&'a dyn Observer>,
}

/// The most that one thread's numbers may take, in bytes.
const ADVICE_BYTES: usize = 128 << 20;

impl<'a> Searcher<'a> {
    /// A searcher with an empty lemma table. To be used on threads that
    /// [`crate::solve::with_threads`] has started.
    pub fn new(game: &'a Game, budget: &'a Budget, threads: usize) -> Searcher<'a> {
        Searcher { game, budget, lemmas: LemmaTable::new(), threads, life: true, observer: None }
    }

    /// The same without bounds from unconditional life: slower, and with the same values.
    pub fn without_life(self) -> Searcher<'a> {
        Searcher { life: false, ..self }
    }

    /// The same, with every lemma reported to an observer.
    pub fn observed_by(self, observer: &'a dyn Observer) -> Searcher<'a> {
        Searcher { observer: Some(observer), ..self }
    }

    /// A new worker.
    pub fn worker(&self) -> Worker<'_> {
        let share = self.budget.memory() / (4 * self.threads);
        Worker::new(self.game, &self.lemmas, self.budget, self.observer, share.min(ADVICE_BYTES), self.life)
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
                        Ok((sure, claim)) => {
                            shared.0.tighten(sure, claim);
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
            (bounds, last, stopped) =
                shared.into_inner().expect("no thread panics while it holds the bounds");
            if let (Some(stopped), None) = (stopped, bounds.value()) {
                return Err((bounds, stopped));
            }
        }
    }

    /// For each state, whether `side` is sure of a score that serves its aim.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn all_serve(&self, states: &[State], question: Question, side: Side) -> Result<Vec<bool>, Stopped> {
        self.budget.ask(question.to_string());
        states
            .par_iter()
            .map_init(|| self.worker(), |worker, state| Ok(worker.ask(state, question, None)?.0 == side))
            .collect()
    }
}
