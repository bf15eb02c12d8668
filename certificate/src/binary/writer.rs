//! Writes the binary form.

use std::io::{self, Write};

use super::layout::{BARS, DATA, TITLES};
use crate::format::{
    Asks, Claim, Fact, Header, Outcome, Play, Read, Reference, Statement, Step, Stones, Theorem,
};
use crate::header::text::write_header;
use crate::numbers;

/// The number of the player whose stone is on an intersection, counted from 1, or 0 if it is empty.
fn stone(stones: &Stones, point: usize) -> u64 {
    (0..).zip(stones).map(|(bit, word)| (word >> point & 1) << bit).sum()
}

/// Writes the steps of the binary form. Reads are stated if the step has them.
pub struct BinaryWriter<W> {
    header: Header,
    output: W,
    lemmas: u64,
    /// The number of lemmas of the closed set in hand that are still to be proved.
    proofs: u64,
}

impl<W: Write> BinaryWriter<W> {
    /// Writes the header.
    pub fn new(header: &Header, mut output: W) -> io::Result<BinaryWriter<W>> {
        writeln!(output, "{}", TITLES[usize::from(header.version()) - 1])?;
        write_header(&mut output, header)?;
        writeln!(output, "{DATA}")?;
        Ok(BinaryWriter { header: header.clone(), output, lemmas: 0, proofs: 0 })
    }

    /// Writes a step.
    ///
    /// # Errors
    /// The error of the output.
    pub fn step(&mut self, step: &Step) -> io::Result<()> {
        match step {
            Step::End => {
                self.bytes(&[0])?;
                self.output.flush()
            }
            Step::Theorem(theorem) => self.theorem(theorem),
            Step::Lemma(statement, reads, plays) => {
                self.lemmas += 1;
                self.bytes(&[if reads.is_some() { 2 } else { 3 }])?;
                self.statement(statement)?;
                if let Some(reads) = reads {
                    self.number(reads.len() as u64)?;
                    reads.iter().try_for_each(|read| self.read(read))?;
                }
                self.plays(plays, self.lemmas)
            }
            Step::Closed(count) => {
                self.proofs = *count;
                self.bytes(&[4])?;
                self.number(*count)
            }
            Step::Member(statement) => {
                self.lemmas += 1;
                self.statement(statement)
            }
            Step::Proof(plays) => {
                self.proofs -= 1;
                self.plays(plays, self.lemmas - self.proofs)
            }
        }
    }

    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.output.write_all(bytes)
    }

    fn number(&mut self, number: u64) -> io::Result<()> {
        numbers::bytes(number).try_for_each(|byte| self.bytes(&[byte]))
    }

    fn signed(&mut self, number: i64) -> io::Result<()> {
        self.number(numbers::unsigned(number))
    }

    fn position(&mut self, stones: &Stones) -> io::Result<()> {
        let (all, width) = (self.header.points(), self.header.points_a_byte());
        let colours = u64::from(self.header.clauses.players) + 1;
        for first in (0..all).step_by(width) {
            let points = (first..(first + width).min(all)).rev();
            let digits = points.fold(0, |digits, point| colours * digits + stone(stones, point));
            self.bytes(&[digits as u8])?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> io::Result<()> {
        let Statement { key, claim } = statement;
        self.position(&key.stones)?;
        self.number(u64::from(self.header.clauses.players) * u64::from(key.phase) + u64::from(key.mover))?;
        self.claim(claim)
    }

    fn claim(&mut self, claim: &Claim) -> io::Result<()> {
        self.number(4 * (claim.q as u64 - 1) + claim.relation as u64)?;
        self.signed(i64::from(claim.p))
    }

    fn read(&mut self, read: &Read) -> io::Result<()> {
        let kind = match read.asks {
            Asks::Absent => 0,
            Asks::Present => 1,
            Asks::Mean(_) => 2,
            Asks::Margin { .. } => 3,
        };
        let Fact { class, who, stones, second } = &read.fact;
        let classes = [4, 16][usize::from(self.header.version()) - 1];
        self.bytes(&[kind, *class as u8 + classes * who.map_or(0, |who| who + 1)])?;
        self.position(stones)?;
        if self.header.has_second(*class) {
            self.number(u64::from(*second))?;
        }
        match read.asks {
            Asks::Absent | Asks::Present => Ok(()),
            Asks::Mean(claim) => self.claim(&claim),
            Asks::Margin { p, q, k } => {
                self.number(q as u64)?;
                self.signed(i64::from(p))?;
                self.signed(k)
            }
        }
    }

    fn plays(&mut self, plays: &[Play], number: u64) -> io::Result<()> {
        self.number(plays.len() as u64)?;
        plays.iter().try_for_each(|play| {
            self.bytes(&[play.mv])?;
            self.outcome(&play.outcome, number)
        })
    }

    fn outcome(&mut self, outcome: &Outcome, number: u64) -> io::Result<()> {
        match outcome {
            Outcome::End => self.bytes(&[0]),
            Outcome::Stop(place) => self.number(1 + 8 * u64::from(*place)),
            Outcome::Life => self.bytes(&[2]),
            Outcome::Barred(class, _) if self.header.version() == 1 => {
                let place = BARS.iter().position(|bar| bar == class).unwrap_or(0);
                self.bytes(&[3 + place as u8])
            }
            Outcome::Barred(class, _) => self.number(3 + 8 * *class as u64),
            Outcome::Lemma(by) => self.reference(6, by, number),
            Outcome::StopLemma(by) => self.reference(4, by, number),
        }
    }

    /// Writes a reference with the outcome of this kind.
    fn reference(&mut self, kind: u64, by: &Reference, number: u64) -> io::Result<()> {
        let code = kind + u64::from(by.last) + 8 * self.header.map_number(by.map);
        // In version 1 it is a byte, and in version 2 a number.
        if self.header.version() == 1 {
            self.bytes(&[code as u8])?
        } else {
            self.number(code)?
        }
        self.signed(number as i64 - by.lemma as i64)
    }

    fn theorem(&mut self, theorem: &Theorem) -> io::Result<()> {
        self.bytes(&[1])?;
        self.position(&theorem.start)?;
        self.bytes(&[theorem.mover])?;
        self.number(theorem.moves.len() as u64)?;
        self.bytes(&theorem.moves)?;
        self.bytes(&[u8::from(theorem.or_no_end)])?;
        self.claim(&theorem.claim)?;
        self.reference(6, &theorem.by, self.lemmas + 1)
    }
}
