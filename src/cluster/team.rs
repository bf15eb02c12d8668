//! A manager and its helpers, each a process: see [`crate::solve::search::jobs`].
//!
//! What they write to each other is below: letters, as bytes.

use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::transport::Post;
use crate::go::Board;
use crate::solve::kept::{Reader, Writer, in_memory, unreadable};
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

// --- What a manager and its helpers write to each other, as bytes ---

/// A letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Letter {
    /// To a helper.
    Errand(Errand),
    /// To the manager.
    Report(Report),
}

/// The first byte of a letter.
mod kind {
    pub const JOB: u8 = 0;
    pub const NEWS: u8 = 1;
    pub const END: u8 = 2;
    pub const REPORT: u8 = 3;
    pub const LEAVE: u8 = 4;
}

impl Letter {
    /// The letter as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        in_memory(|to| self.write(to))
    }

    fn write(&self, to: &mut Writer) -> io::Result<()> {
        match self {
            Letter::Errand(Errand::Job(Job { number, question, line, nodes, worth, large, numbered })) => {
                to.u8(kind::JOB)?;
                to.number(*number)?;
                to.question(*question)?;
                to.number(*nodes)?;
                to.number(u64::from(*worth))?;
                to.number(u64::from(*large))?;
                to.number(*numbered)?;
                to.count(line.len())?;
                line.iter().try_for_each(|mv| to.mv(Some(*mv)))
            }
            Letter::Errand(Errand::News(numbers, proved)) => {
                to.u8(kind::NEWS)?;
                write_numbers(to, numbers)?;
                to.bytes(proved)
            }
            Letter::Errand(Errand::Leave) => to.u8(kind::LEAVE),
            Letter::Errand(Errand::End) => to.u8(kind::END),
            Letter::Report(Report { number, nodes, open, numbers, proved }) => {
                to.u8(kind::REPORT)?;
                to.number(*number)?;
                to.number(*nodes)?;
                to.bool(*open)?;
                write_numbers(to, numbers)?;
                to.bytes(proved)
            }
        }
    }

    /// Reads a letter about a game on a board.
    ///
    /// # Errors
    /// It was not written by [`Letter::bytes`].
    pub fn read(bytes: &[u8], board: &Board) -> io::Result<Letter> {
        let mut bytes = bytes;
        let from = &mut Reader(&mut bytes);
        let letter = match from.u8()? {
            kind::JOB => {
                let (number, question) = (from.number()?, from.question()?);
                let (nodes, worth, large, numbered) =
                    (from.number()?, from.number()?, from.number()?, from.number()?);
                let line = (0..from.count()?).map(|_| from.mv(board.points())?.ok_or_else(unreadable));
                Letter::Errand(Errand::Job(Job {
                    number,
                    question,
                    line: line.collect::<io::Result<_>>()?,
                    nodes,
                    worth,
                    large,
                    numbered,
                }))
            }
            kind::NEWS => Letter::Errand(Errand::News(read_numbers(from)?, from.bytes()?)),
            kind::LEAVE => Letter::Errand(Errand::Leave),
            kind::END => Letter::Errand(Errand::End),
            kind::REPORT => {
                let (number, nodes, open) = (from.number()?, from.number()?, from.bool()?);
                let numbers = read_numbers(from)?;
                Letter::Report(Report { number, nodes, open, numbers, proved: from.bytes()? })
            }
            _ => return Err(unreadable()),
        };
        if bytes.is_empty() { Ok(letter) } else { Err(unreadable()) }
    }
}

fn write_numbers(to: &mut Writer, numbers: &[(u64, Numbers)]) -> io::Result<()> {
    to.count(numbers.len())?;
    numbers.iter().try_for_each(|(hash, Numbers { proof, disproof })| {
        to.u64(*hash)?;
        to.number(u64::from(*proof))?;
        to.number(u64::from(*disproof))
    })
}

fn read_numbers(from: &mut Reader) -> io::Result<Vec<(u64, Numbers)>> {
    let count = from.count()?;
    let read = |_| {
        let (hash, numbers) = (from.u64()?, Numbers { proof: from.number()?, disproof: from.number()? });
        if numbers.are_sound() { Ok((hash, numbers)) } else { Err(unreadable()) }
    };
    (0..count).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Move;
    use crate::solve::Question;

    #[test]
    fn a_letter_is_read_as_it_was_written_and_a_torn_one_is_not() {
        let board = Board::grid(2, 2).unwrap();
        let job = Job {
            number: 7,
            question: Question::exceeds((-3).into()),
            line: vec![Move::Place(3), Move::Pass],
            nodes: 1 << 14,
            worth: 64,
            large: 9,
            numbered: 1 << 40,
        };
        let numbers = vec![(u64::MAX, Numbers { proof: 1, disproof: 77 })];
        let report =
            Report { number: 7, nodes: 9, open: true, numbers: numbers.clone(), proved: vec![1, 2, 3] };
        let news = Errand::News(numbers, vec![5; 9]);
        let errands = [Errand::Job(job), news, Errand::Leave, Errand::End].map(Letter::Errand);
        for letter in errands.into_iter().chain([Letter::Report(report)]) {
            let bytes = letter.bytes();
            assert_eq!(Letter::read(&bytes, &board).unwrap(), letter);
            for length in 0..bytes.len() {
                assert!(Letter::read(&bytes[..length], &board).is_err(), "{length} of {letter:?}");
            }
            assert!(Letter::read(&[&bytes[..], &[0]].concat(), &board).is_err());
        }
    }
}
