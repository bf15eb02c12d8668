//! A manager and its helpers, each a process: see [`superko_solve::dfpn::jobs`].
//!
//! Below are the messages between them, as bytes.

use std::collections::HashMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::transport::Transport;
use superko_go::Board;
use superko_solve::dfpn::jobs::{Helpers, Job, JobCommand, MIN_EFFORT, Manager, Numbers, Report};
use superko_solve::persist::{Reader, Writer, in_memory, unreadable};

/// Time for which a helper waits for a command before it looks whether it is interrupted.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// Jobs of a process that wait for a thread, so that no thread waits for a job.
const QUEUED_JOBS: usize = 1;

/// Time after which a process that has not reported is sent no updates.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(30);

/// The other processes, as helpers of process 0.
pub struct RemoteHelpers<'a> {
    transport: Transport,
    board: &'a Board,
    threads: usize,
    worth: u32,
    assignments: Mutex<Assignments>,
}

/// Jobs by process.
#[derive(Default)]
struct Assignments {
    jobs: HashMap<u64, usize>,
    /// Processes by job, done or not.
    had: HashMap<u64, usize>,
    /// Jobs of processes that have gone.
    lost: Vec<u64>,
    /// Time of the last report of a process, or of its first job.
    received: HashMap<usize, Instant>,
}

impl Assignments {
    fn of(&self, process: usize) -> usize {
        self.jobs.values().filter(|at| **at == process).count()
    }

    /// Whether a process has jobs and has not reported for long. It may stand still, and updates
    /// would pile up.
    fn is_silent(&self, process: usize) -> bool {
        self.of(process) > 0
            && self.received.get(&process).is_some_and(|received| received.elapsed() > SILENCE_TIMEOUT)
    }
}

impl<'a> RemoteHelpers<'a> {
    /// Helpers with `threads` threads each, for a game on a board. Lemmas are shared that have cost
    /// at least `worth` nodes.
    pub fn new(
        transport: Transport,
        board: &'a Board,
        threads: usize,
        worth: Option<u32>,
    ) -> RemoteHelpers<'a> {
        RemoteHelpers {
            transport,
            board,
            threads,
            worth: worth.unwrap_or(MIN_EFFORT),
            assignments: Mutex::default(),
        }
    }

    /// Number of jobs given to helpers so far.
    pub fn jobs(&self) -> usize {
        self.assignments().had.len()
    }

    /// Bytes sent to helpers, and received from them.
    pub fn bytes(&self) -> (u64, u64) {
        self.transport.bytes()
    }

    fn assignments(&self) -> MutexGuard<'_, Assignments> {
        self.assignments.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn here(&self) -> impl Iterator<Item = usize> + '_ {
        (1..self.transport.processes()).filter(|process| !self.transport.has_gone(*process))
    }

    fn room(&self, assignments: &Assignments, process: usize) -> usize {
        if self.transport.has_gone(process) {
            0
        } else {
            (self.threads + QUEUED_JOBS).saturating_sub(assignments.of(process))
        }
    }
}

impl Helpers for RemoteHelpers<'_> {
    fn among(&self) -> (u64, u64) {
        (self.transport.own() as u64, self.transport.processes() as u64)
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn worth(&self) -> u32 {
        self.worth
    }

    fn free(&self) -> usize {
        let assignments = self.assignments();
        self.here().map(|process| self.room(&assignments, process)).sum()
    }

    fn give(&self, job: Job, rather_to: Option<u64>) {
        let mut assignments = self.assignments();
        let rather = rather_to.and_then(|number| assignments.had.get(&number)).copied();
        let room = |process: &usize| self.room(&assignments, *process);
        let most = || self.here().filter(|process| room(process) > 0).max_by_key(room);
        let Some(process) = rather.filter(|process| room(process) > 0).or_else(most) else {
            // Somebody has gone since there was room.
            assignments.lost.push(job.number);
            return;
        };
        assignments.jobs.insert(job.number, process);
        assignments.had.insert(job.number, process);
        assignments.received.entry(process).or_insert_with(Instant::now);
        self.transport.send(process, Message::JobCommand(JobCommand::Job(job)).bytes());
    }

    fn leave(&self) {
        self.here().for_each(|process| {
            self.transport.send(process, Message::JobCommand(JobCommand::Cancel).bytes())
        });
    }

    fn reports(&self) -> Vec<(usize, u64, Option<Report>)> {
        let mut assignments = self.assignments();
        let mut reports = Vec::new();
        let mut malformed = Vec::new();
        while let Some((process, bytes)) = self.transport.receive(Duration::ZERO) {
            match Message::read(&bytes, self.board) {
                Ok(Message::Report(report)) => {
                    assignments.received.insert(process, Instant::now());
                    if assignments.jobs.remove(&report.number).is_some() {
                        reports.push((process, report.number, Some(report)));
                    }
                }
                // A helper writes reports alone. Which job this was to be about is not known.
                _ => malformed.push(process),
            }
        }
        let is_lost = |process: &usize| malformed.contains(process) || self.transport.has_gone(*process);
        let Assignments { jobs, lost, .. } = &mut *assignments;
        lost.extend(jobs.extract_if(|_, process| is_lost(process)).map(|(number, _)| number));
        reports.extend(lost.drain(..).map(|number| (0, number, None)));
        reports
    }

    fn tell(&self, numbers: &[(u64, Numbers)], proved: &[u8], but: Option<usize>) {
        let message = Message::JobCommand(JobCommand::Update(numbers.to_vec(), proved.to_vec())).bytes();
        let assignments = self.assignments();
        for process in self.here().filter(|process| Some(*process) != but && !assignments.is_silent(*process))
        {
            self.transport.send(process, message.clone());
        }
    }
}

impl Drop for RemoteHelpers<'_> {
    /// Ends the helpers, which are then expected to go.
    fn drop(&mut self) {
        self.transport.end();
        self.here()
            .for_each(|process| self.transport.send(process, Message::JobCommand(JobCommand::End).bytes()));
    }
}

/// Process 0, as the manager of another one.
pub struct RemoteManager<'a> {
    transport: Transport,
    board: &'a Board,
}

impl<'a> RemoteManager<'a> {
    /// Manager of a search of a game on a board.
    pub fn new(transport: Transport, board: &'a Board) -> RemoteManager<'a> {
        RemoteManager { transport, board }
    }
}

impl Manager for RemoteManager<'_> {
    fn among(&self) -> (u64, u64) {
        (self.transport.own() as u64, self.transport.processes() as u64)
    }

    fn errand(&self) -> Option<JobCommand> {
        let (_, bytes) = self.transport.receive(POLL_INTERVAL)?;
        // The manager writes errands alone.
        let Ok(Message::JobCommand(errand)) = Message::read(&bytes, self.board) else { return None };
        if errand == JobCommand::End {
            self.transport.end();
        }
        Some(errand)
    }

    fn report(&self, report: Report) {
        self.transport.send(0, Message::Report(report).bytes());
    }
}

// --- Messages between a manager and its helpers, as bytes ---

/// Message between a manager and a helper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Message {
    /// To a helper.
    JobCommand(JobCommand),
    /// To the manager.
    Report(Report),
}

/// First byte of a message.
mod kind {
    pub const JOB: u8 = 0;
    pub const NEWS: u8 = 1;
    pub const END: u8 = 2;
    pub const REPORT: u8 = 3;
    pub const LEAVE: u8 = 4;
}

impl Message {
    /// Message as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        in_memory(|to| self.write(to))
    }

    fn write(&self, to: &mut Writer) -> io::Result<()> {
        match self {
            Message::JobCommand(JobCommand::Job(Job {
                number,
                question,
                line,
                nodes,
                worth,
                large,
                numbered,
            })) => {
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
            Message::JobCommand(JobCommand::Update(numbers, proved)) => {
                to.u8(kind::NEWS)?;
                write_numbers(to, numbers)?;
                to.bytes(proved)
            }
            Message::JobCommand(JobCommand::Cancel) => to.u8(kind::LEAVE),
            Message::JobCommand(JobCommand::End) => to.u8(kind::END),
            Message::Report(Report { number, nodes, open, numbers, proved }) => {
                to.u8(kind::REPORT)?;
                to.number(*number)?;
                to.number(*nodes)?;
                to.bool(*open)?;
                write_numbers(to, numbers)?;
                to.bytes(proved)
            }
        }
    }

    /// Reads a message about a game on a board. Error: it was not written by [`Message::bytes`].
    pub fn read(bytes: &[u8], board: &Board) -> io::Result<Message> {
        let mut bytes = bytes;
        let from = &mut Reader(&mut bytes);
        let message = match from.u8()? {
            kind::JOB => {
                let (number, question) = (from.number()?, from.question()?);
                let (nodes, worth, large, numbered) =
                    (from.number()?, from.number()?, from.number()?, from.number()?);
                let line = (0..from.count()?).map(|_| from.mv(board.points())?.ok_or_else(unreadable));
                Message::JobCommand(JobCommand::Job(Job {
                    number,
                    question,
                    line: line.collect::<io::Result<_>>()?,
                    nodes,
                    worth,
                    large,
                    numbered,
                }))
            }
            kind::NEWS => Message::JobCommand(JobCommand::Update(read_numbers(from)?, from.bytes()?)),
            kind::LEAVE => Message::JobCommand(JobCommand::Cancel),
            kind::END => Message::JobCommand(JobCommand::End),
            kind::REPORT => {
                let (number, nodes, open) = (from.number()?, from.number()?, from.bool()?);
                let numbers = read_numbers(from)?;
                Message::Report(Report { number, nodes, open, numbers, proved: from.bytes()? })
            }
            _ => return Err(unreadable()),
        };
        if bytes.is_empty() { Ok(message) } else { Err(unreadable()) }
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
    use superko_go::Move;
    use superko_solve::Threshold;

    #[test]
    fn a_letter_is_read_as_it_was_written_and_a_torn_one_is_not() {
        let board = Board::grid(2, 2).unwrap();
        let job = Job {
            number: 7,
            question: Threshold::exceeds((-3).into()),
            line: vec![Move::Place(3), Move::Pass],
            nodes: 1 << 14,
            worth: 64,
            large: 9,
            numbered: 1 << 40,
        };
        let numbers = vec![(u64::MAX, Numbers { proof: 1, disproof: 77 })];
        let report =
            Report { number: 7, nodes: 9, open: true, numbers: numbers.clone(), proved: vec![1, 2, 3] };
        let news = JobCommand::Update(numbers, vec![5; 9]);
        let errands =
            [JobCommand::Job(job), news, JobCommand::Cancel, JobCommand::End].map(Message::JobCommand);
        for message in errands.into_iter().chain([Message::Report(report)]) {
            let bytes = message.bytes();
            assert_eq!(Message::read(&bytes, &board).unwrap(), message);
            for length in 0..bytes.len() {
                assert!(Message::read(&bytes[..length], &board).is_err(), "{length} of {message:?}");
            }
            assert!(Message::read(&[&bytes[..], &[0]].concat(), &board).is_err());
        }
    }
}
