//! A manager and its helpers, each a process: see [`crate::solve::search::jobs`].

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::letters::Letter;
use super::post::Post;
use crate::go::Board;
use crate::solve::search::jobs::{Errand, Helpers, Job, Manager, Numbers, Report, WORTH};

/// How long a helper waits for something to do before it looks whether it is interrupted.
const MOMENT: Duration = Duration::from_millis(1);

/// The jobs that a process has beside those that its threads are at, so that none waits for the next one.
const WAITING: usize = 1;

/// All other processes, as process 0 sees them.
pub struct Others<'a> {
    post: Post,
    board: &'a Board,
    threads: usize,
    worth: u32,
    at_work: Mutex<AtWork>,
}

/// Who has which jobs.
#[derive(Default)]
struct AtWork {
    jobs: HashMap<u64, usize>,
    /// Who had which job, done or not.
    had: HashMap<u64, usize>,
}

impl AtWork {
    fn of(&self, process: usize) -> usize {
        self.jobs.values().filter(|at| **at == process).count()
    }
}

impl<'a> Others<'a> {
    /// The helpers with whom a process is connected, with so many threads each, about a game on a board. Lemmas are
    /// passed on that have cost so many nodes, or as many as is usual.
    pub fn new(post: Post, board: &'a Board, threads: usize, worth: Option<u32>) -> Others<'a> {
        Others { post, board, threads, worth: worth.unwrap_or(WORTH), at_work: Mutex::default() }
    }

    /// The jobs that were given to helpers so far.
    pub fn jobs(&self) -> usize {
        self.at_work().had.len()
    }

    /// The bytes that were sent to helpers, and those that came from them.
    pub fn bytes(&self) -> (u64, u64) {
        self.post.bytes()
    }

    fn at_work(&self) -> MutexGuard<'_, AtWork> {
        self.at_work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn here(&self) -> impl Iterator<Item = usize> + '_ {
        (1..self.post.processes()).filter(|process| !self.post.has_gone(*process))
    }

    fn room(&self, at_work: &AtWork, process: usize) -> usize {
        if self.post.has_gone(process) { 0 } else { self.threads + WAITING - at_work.of(process) }
    }
}

impl Helpers for Others<'_> {
    fn among(&self) -> (u64, u64) {
        (self.post.own() as u64, self.post.processes() as u64)
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn worth(&self) -> u32 {
        self.worth
    }

    fn free(&self) -> usize {
        let at_work = self.at_work();
        self.here().map(|process| self.room(&at_work, process)).sum()
    }

    fn give(&self, job: Job, rather_to: Option<u64>) {
        let mut at_work = self.at_work();
        let rather = rather_to.and_then(|number| at_work.had.get(&number)).copied();
        let rather = rather.filter(|process| self.room(&at_work, *process) > 0);
        let most = || self.here().max_by_key(|process| self.room(&at_work, *process));
        // A job for which there is nobody any more is reported as lost.
        let process = rather.or_else(most).unwrap_or(1);
        at_work.jobs.insert(job.number, process);
        at_work.had.insert(job.number, process);
        self.post.send(process, Letter::Job(job).bytes());
    }

    fn leave(&self) {
        self.here().for_each(|process| self.post.send(process, Letter::Leave.bytes()));
    }

    fn reports(&self) -> Vec<(usize, u64, Option<Report>)> {
        let mut at_work = self.at_work();
        let mut reports = Vec::new();
        while let Some((process, bytes)) = self.post.receive(Duration::ZERO) {
            // A helper writes reports alone. What cannot be read is no report, and its job stays his.
            if let Ok(Letter::Report(report)) = Letter::read(&bytes, self.board)
                && at_work.jobs.remove(&report.number).is_some()
            {
                reports.push((process, report.number, Some(report)));
            }
        }
        let lost: Vec<(u64, usize)> = at_work
            .jobs
            .iter()
            .map(|(number, process)| (*number, *process))
            .filter(|(_, process)| self.post.has_gone(*process))
            .collect();
        for (number, process) in lost {
            at_work.jobs.remove(&number);
            reports.push((process, number, None));
        }
        reports
    }

    fn tell(&self, numbers: &[(u64, Numbers)], proved: &[u8], but: Option<usize>) {
        let letter = Letter::News(numbers.to_vec(), proved.to_vec()).bytes();
        for process in self.here().filter(|process| Some(*process) != but) {
            self.post.send(process, letter.clone());
        }
    }
}

impl Drop for Others<'_> {
    /// Says to all that nothing more is wanted.
    fn drop(&mut self) {
        self.here().for_each(|process| self.post.send(process, Letter::End.bytes()));
    }
}

/// Process 0, as another one sees it.
pub struct First<'a> {
    post: Post,
    board: &'a Board,
}

impl<'a> First<'a> {
    /// The manager with whom a process is connected, about a game on a board.
    pub fn new(post: Post, board: &'a Board) -> First<'a> {
        First { post, board }
    }
}

impl Manager for First<'_> {
    fn among(&self) -> (u64, u64) {
        (self.post.own() as u64, self.post.processes() as u64)
    }

    fn errand(&self) -> Errand {
        let Some((_, bytes)) = self.post.receive(MOMENT) else { return Errand::Wait };
        match Letter::read(&bytes, self.board) {
            Ok(Letter::Job(job)) => Errand::Job(job),
            Ok(Letter::News(numbers, proved)) => Errand::News(numbers, proved),
            Ok(Letter::Leave) => Errand::Leave,
            Ok(Letter::End) => Errand::End,
            Ok(Letter::Report(_)) | Err(_) => Errand::Wait,
        }
    }

    fn report(&self, report: Report) {
        self.post.send(0, Letter::Report(report).bytes());
    }
}
