//! A manager and its helpers, each a process: see [`crate::solve::search::jobs`].

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::letters::Letter;
use super::post::Post;
use crate::go::Board;
use crate::solve::search::jobs::{Errand, Helpers, Job, Manager, Numbers, Report, WORTH};

/// How long a helper waits for something to do before it looks whether it is interrupted.
const MOMENT: Duration = Duration::from_millis(1);

/// The jobs that a process has beside those that its threads are at, so that none waits for the next one.
const WAITING: usize = 1;

/// A process that has said nothing for so long is told no news.
const SILENCE: Duration = Duration::from_secs(30);

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
    /// The jobs that nobody has any more.
    lost: Vec<u64>,
    /// When a process has reported last, or got its first job.
    heard: HashMap<usize, Instant>,
}

impl AtWork {
    fn of(&self, process: usize) -> usize {
        self.jobs.values().filter(|at| **at == process).count()
    }

    /// Whether a process has jobs and has said nothing for long. It may stand still, and what it is told would pile up.
    fn is_silent(&self, process: usize) -> bool {
        self.of(process) > 0 && self.heard.get(&process).is_some_and(|heard| heard.elapsed() > SILENCE)
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
        if self.post.has_gone(process) {
            0
        } else {
            (self.threads + WAITING).saturating_sub(at_work.of(process))
        }
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
        let room = |process: &usize| self.room(&at_work, *process);
        let most = || self.here().filter(|process| room(process) > 0).max_by_key(room);
        let Some(process) = rather.filter(|process| room(process) > 0).or_else(most) else {
            // Somebody has gone since there was room.
            at_work.lost.push(job.number);
            return;
        };
        at_work.jobs.insert(job.number, process);
        at_work.had.insert(job.number, process);
        at_work.heard.entry(process).or_insert_with(Instant::now);
        self.post.send(process, Letter::Errand(Errand::Job(job)).bytes());
    }

    fn leave(&self) {
        self.here().for_each(|process| self.post.send(process, Letter::Errand(Errand::Leave).bytes()));
    }

    fn reports(&self) -> Vec<(usize, u64, Option<Report>)> {
        let mut at_work = self.at_work();
        let mut reports = Vec::new();
        let mut strange = Vec::new();
        while let Some((process, bytes)) = self.post.receive(Duration::ZERO) {
            match Letter::read(&bytes, self.board) {
                Ok(Letter::Report(report)) => {
                    at_work.heard.insert(process, Instant::now());
                    if at_work.jobs.remove(&report.number).is_some() {
                        reports.push((process, report.number, Some(report)));
                    }
                }
                // A helper writes reports alone. Which job this was to be about is not known.
                _ => strange.push(process),
            }
        }
        let is_lost = |process: &usize| strange.contains(process) || self.post.has_gone(*process);
        let AtWork { jobs, lost, .. } = &mut *at_work;
        lost.extend(jobs.extract_if(|_, process| is_lost(process)).map(|(number, _)| number));
        reports.extend(lost.drain(..).map(|number| (0, number, None)));
        reports
    }

    fn tell(&self, numbers: &[(u64, Numbers)], proved: &[u8], but: Option<usize>) {
        let letter = Letter::Errand(Errand::News(numbers.to_vec(), proved.to_vec())).bytes();
        let at_work = self.at_work();
        for process in self.here().filter(|process| Some(*process) != but && !at_work.is_silent(*process)) {
            self.post.send(process, letter.clone());
        }
    }
}

impl Drop for Others<'_> {
    /// Says to all that nothing more is wanted.
    fn drop(&mut self) {
        self.here().for_each(|process| self.post.send(process, Letter::Errand(Errand::End).bytes()));
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

    fn errand(&self) -> Option<Errand> {
        let (_, bytes) = self.post.receive(MOMENT)?;
        // The manager writes errands alone.
        let Ok(Letter::Errand(errand)) = Letter::read(&bytes, self.board) else { return None };
        if errand == Errand::End {
            self.post.end();
        }
        Some(errand)
    }

    fn report(&self, report: Report) {
        self.post.send(0, Letter::Report(report).bytes());
    }
}
