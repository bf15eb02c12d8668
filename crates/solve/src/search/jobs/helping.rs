//! A helper: does the jobs of a manager that has other tables.

use std::collections::HashSet;
use std::thread;
use std::time::Duration;

use super::super::searcher::Searcher;
use super::parcels::{read_proved, write_proved};
use super::provers::{Done, Provers};
use super::{Errand, Manager, Report};
use crate::budget::Stopped;
use superko_rules::State;

impl Searcher<'_> {
    /// Does what a manager wants about a state, on all threads, until it wants nothing any more.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn help(&self, manager: &dyn Manager, state: &State) -> Result<(), Stopped> {
        self.budget.ask("jobs of process 0".to_string());
        let mut worker = self.worker();
        let workers = (0..self.threads).map(|_| worker.companion()).collect();
        let mut sent = HashSet::new();
        thread::scope(|scope| {
            let mut provers = Provers::start(scope, workers, state)?;
            loop {
                self.budget.spend(0)?;
                match manager.errand() {
                    Some(Errand::Job(job)) => {
                        self.lemmas.number_from(job.numbered);
                        provers.give(job);
                    }
                    Some(Errand::Leave) => provers.leave(),
                    // What cannot be read is left out: it would have saved some work.
                    Some(Errand::News(numbers, proved)) => {
                        worker.numbers.take_over(&numbers);
                        let _ = read_proved(&proved, self.lemmas, &self.game.board, None);
                        self.lemmas.keep_within(self.budget.memory());
                    }
                    Some(Errand::End) => return Ok(()),
                    None => {}
                }
                while let Some((number, done)) = provers.wait(Duration::ZERO) {
                    let Done { open, numbers, nodes, lemmas } = done?;
                    let proved = write_proved(&lemmas, self.observer, &mut sent);
                    manager.report(Report { number, nodes, open, numbers, proved });
                }
            }
        })
    }
}
