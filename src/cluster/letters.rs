//! What a manager and its helpers write to each other, as bytes.

use std::io;

use crate::go::Board;
use crate::solve::kept::{Reader, Writer, in_memory, unreadable};
use crate::solve::search::jobs::{Errand, Job, Numbers, Report};

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
