//! The value of a state from answers of the search, on all threads.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;

use super::guidance::Guidance;
use super::jobs::Helpers;
use super::order::Order;
use super::table::LemmaTable;
use super::team::Team;
use super::worker::Worker;
use crate::bounds::{Bounds, Partial};
use crate::budget::{Budget, Limits, Stopped};
use crate::observer::Observer;
use superko_rules::{Game, Points, State};

/// What the threads of a search share.
pub struct Searcher<'a> {
    /// The game.
    pub game: &'a Game,
    /// The lemmas found so far.
    pub lemmas: &'a LemmaTable,
    /// What may be spent.
    pub budget: &'a Budget,
    /// The number of threads. If there are several, the methods are to be called in a pool of as many.
    pub threads: usize,
    /// Whether bounds from unconditional life are used. Without them the search is slower and finds the same values.
    pub life: bool,
    /// Receives every lemma that is made.
    pub observer: Option<&'a dyn Observer>,
    /// Keeps the proof numbers of the last worker, if work that is interrupted is to go on.
    pub guidance: Option<&'a Guidance>,
    /// Those who help to answer questions, and the state that these are about.
    pub helpers: Option<(&'a dyn Helpers, &'a State)>,
}

/// The largest size of one thread's proof numbers within the default memory limit, in bytes. The published node counts were made
/// so.
const NUMBERS_BYTES: usize = 128 << 20;

/// The largest size of the proof numbers of one of so many threads within so much memory, in bytes.
///
/// A search whose numbers are overwritten does much of its work again, so a quarter of what the memory limit has beyond the
/// default is for more of them.
pub fn numbers_bytes(memory: usize, threads: usize) -> usize {
    let more = memory.saturating_sub(Limits::default().memory) / 4;
    (memory / (4 * threads)).min(NUMBERS_BYTES + more)
}

impl<'a> Searcher<'a> {
    /// A worker that has no proof numbers yet, but for those that are kept for it.
    pub fn worker(&self) -> Worker<'a> {
        let share = numbers_bytes(self.budget.memory(), self.threads);
        let worker = Worker::new(self.game, self.lemmas, self.budget, self.observer, share, self.life);
        match self.guidance {
            Some(guidance) => Worker { numbers: guidance.next(worker.numbers), ..worker },
            None => worker,
        }
    }

    /// Those who help with questions about a state.
    pub fn helpers_with(&self, state: &State) -> Option<&'a dyn Helpers> {
        self.helpers.filter(|(_, helped)| *helped == state).map(|(helpers, _)| helpers)
    }

    /// Says that the work was stopped, so that no worker to come is one to go on with.
    pub fn stop(&self) {
        self.guidance.iter().for_each(|guidance| guidance.stop());
    }

    /// The value of a state that is known to lie within some bounds. Several threads work on one question at a time.
    ///
    /// # Errors
    /// The bounds proved so far, and what stopped the search.
    pub fn value(&self, state: &State, known: Bounds) -> Result<Points, Partial> {
        let (mut workers, helpers) = (vec![self.worker()], self.helpers_with(state));
        while workers.len() < self.threads && helpers.is_none() {
            workers.push(workers[0].companion());
        }
        let mut order = Order::new(known, self.game.board.points());
        let mut claims = self.guidance.map_or(Vec::new(), |guidance| guidance.claims(&state.key)).into_iter();
        loop {
            let before = order.bounds();
            if let Some(value) = before.value() {
                return Ok(value);
            }
            let claim = claims.next();
            if let Some((sure, claim)) = claim
                && before.settles(&claim)
            {
                order.answered(sure, before);
                continue;
            }
            let (question, nodes) = claim.map_or_else(|| order.next(), |(_, claim)| (claim, u64::MAX));
            self.budget.ask(question.to_string());
            let (answered, team) = (Arc::<AtomicBool>::default(), Arc::new(Team::new()));
            let shared = Mutex::new((before, None, None));
            let share = nodes / workers.len() as u64;
            let ask = |worker: &mut Worker<'a>| {
                let answer = match helpers {
                    Some(helpers) => worker.ask_with(state, question, |worker| {
                        self.ask_helpers(helpers, worker, state, question).map(Some)
                    }),
                    None => worker.ask_within(state, question, share, Some(Arc::clone(&answered))),
                };
                let mut shared = shared.lock().expect("no thread panics while it holds the bounds");
                match answer {
                    // The answer is the same whichever thread is the first, but the claims need not be equally sharp.
                    Ok(Some((sure, claim))) => {
                        shared.0.tighten(sure, claim);
                        shared.1 = Some(sure);
                        answered.store(true, Relaxed);
                    }
                    Ok(None) | Err(Stopped::Needless) => {}
                    Err(stopped) => shared.2 = Some(stopped),
                }
            };
            match workers.as_mut_slice() {
                [alone] => ask(alone),
                workers => workers.par_iter_mut().for_each(|worker| {
                    worker.join(&team);
                    ask(worker);
                }),
            }
            let (bounds, sure, stopped) =
                shared.into_inner().expect("no thread panics while it holds the bounds");
            if let (None, Some(guidance), Some(proved)) = (claim, self.guidance, before.sharpened(&bounds)) {
                guidance.add_claim(&state.key, proved);
            }
            if let (Some(stopped), None) = (stopped, bounds.value()) {
                return Err((bounds, stopped));
            }
            match sure {
                Some(sure) => order.answered(sure, bounds),
                None => order.leave(question),
            }
        }
    }

    /// Asks about each of several items, on all threads.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn each<T: Sync, R: Send>(
        &self,
        items: &[T],
        ask: impl Fn(&mut Worker<'a>, &T) -> Result<R, Stopped> + Send + Sync,
    ) -> Result<Vec<R>, Stopped> {
        if self.threads > 1 {
            return items.par_iter().map_init(|| self.worker(), ask).collect();
        }
        // Each half begins without proof numbers: the published node counts were made so.
        let (first, rest) = items.split_at(items.len() / 2);
        let mut answers = Vec::with_capacity(items.len());
        for half in [first, rest] {
            let mut worker = self.worker();
            for item in half {
                answers.push(ask(&mut worker, item)?);
            }
        }
        Ok(answers)
    }
}
