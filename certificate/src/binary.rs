//! The binary form: the same steps in bytes.

use std::io::{self, Write};

use crate::format::{
    Asks, COUPON, Claim, Class, Fact, Header, Key, MOST_MARGIN, MOST_POINTS, MOST_SCORE, Outcome, PASS,
    Passing, Play, RESIGN, Read, Reference, Relation, Statement, Step, Stones, Theorem,
};
use crate::header::in_lowest_terms;
use crate::header::text::{MAX_LINE_BYTES, write_header};
use crate::refused::Refused;

/// The first line of each version.
pub const TITLES: [&str; 2] = ["superko certificate 1 binary", "superko certificate 2 binary"];

/// The line before the steps.
pub const DATA: &str = "data";

/// The classes of bars in version 1, in the order of their outcomes.
pub const BARS: [Class; 3] = [Class::Stood, Class::Undone, Class::Initialised];

pub mod numbers {
    //! Numbers in bytes, as LEB128: seven bits in each, the lowest first. The highest bit is set in
    //! all but the last byte. Numbers with a sign are zigzag-encoded, in the order 0, -1, 1, -2, 2.

    /// The bytes of a number.
    pub fn bytes(number: u64) -> impl Iterator<Item = u8> {
        let mut rest = Some(number);
        std::iter::from_fn(move || {
            let number = rest?;
            rest = (number > 127).then_some(number >> 7);
            Some(number as u8 & 127 | if rest.is_some() { 128 } else { 0 })
        })
    }

    /// The zigzag code of a number with a sign.
    pub fn unsigned(number: i64) -> u64 {
        (number << 1 ^ number >> 63) as u64
    }

    /// The number with a sign of a zigzag code.
    pub fn signed(number: u64) -> i64 {
        (number >> 1) as i64 ^ -((number & 1) as i64)
    }
}

// --- Reading ---

/// Why a step could not be read.
enum ReadError {
    Malformed(String),
    Input(io::Error),
}

impl From<String> for ReadError {
    fn from(why: String) -> ReadError {
        ReadError::Malformed(why)
    }
}

impl From<&str> for ReadError {
    fn from(why: &str) -> ReadError {
        ReadError::Malformed(why.to_string())
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Input(error)
    }
}

/// Reads the steps of the binary form.
pub struct BinaryReader<R> {
    header: Header,
    points: usize,
    input: R,
    /// The most bytes that the reads of a lemma may take.
    memory: usize,
    bytes: u64,
    lemmas: u64,
    /// The lemmas of the current closed set that are unstated, and unproved, by number.
    members: u64,
    proofs: u64,
}

impl<R: io::BufRead> BinaryReader<R> {
    /// A reader of the steps after a header.
    pub fn new(header: &Header, input: R, memory: usize) -> BinaryReader<R> {
        BinaryReader {
            header: header.clone(),
            points: header.points(),
            input,
            memory,
            bytes: 0,
            lemmas: 0,
            members: 0,
            proofs: 0,
        }
    }

    /// The next byte, as errors name it.
    pub fn place(&self) -> String {
        format!("byte {} after the header", self.bytes)
    }

    /// The next step.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn step(&mut self) -> Result<Step, Refused> {
        self.read_step().map_err(|what| match what {
            ReadError::Malformed(why) => Refused::wrong(self.place(), why),
            ReadError::Input(error) => Refused::input(self.place(), &error),
        })
    }

    fn read_step(&mut self) -> Result<Step, ReadError> {
        if self.members > 0 {
            self.members -= 1;
            self.lemmas += 1;
            return Ok(Step::Member(self.statement()?));
        }
        if self.proofs > 0 {
            let number = self.lemmas + 1 - self.proofs;
            self.proofs -= 1;
            return Ok(Step::Proof(self.plays(number)?));
        }
        match self.byte()? {
            0 if self.input.read(&mut [0])? > 0 => Err("expected nothing after the end".into()),
            0 => Ok(Step::End),
            1 => Ok(Step::Theorem(self.theorem()?)),
            tag @ (2 | 3) => {
                self.lemmas += 1;
                let statement = self.statement()?;
                let reads = if tag == 2 { Some(self.reads()?) } else { None };
                Ok(Step::Lemma(statement, reads, self.plays(self.lemmas)?))
            }
            4 => {
                (self.members, self.proofs) = (self.number()?, 0);
                self.proofs = self.members;
                Ok(Step::Closed(self.members))
            }
            other => Err(format!("{other}, expected a step, 0 to 4").into()),
        }
    }

    fn byte(&mut self) -> Result<u8, ReadError> {
        let mut byte = [0];
        self.input.read_exact(&mut byte).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => ReadError::from("the file ends before its end"),
            _ => error.into(),
        })?;
        self.bytes += 1;
        Ok(byte[0])
    }

    fn number(&mut self) -> Result<u64, ReadError> {
        let mut number = 0;
        for place in 0..9 {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << (7 * place);
            match byte {
                0 if place > 0 => return Err("a number with needless bytes".into()),
                ..128 => return Ok(number),
                _ => {}
            }
        }
        Err("a number of more than 9 bytes".into())
    }

    fn signed(&mut self) -> Result<i64, ReadError> {
        self.number().map(numbers::signed)
    }

    fn signed_within(&mut self, most: i64) -> Result<i64, ReadError> {
        let number = self.signed()?;
        if number.abs() <= most {
            Ok(number)
        } else {
            Err(format!("{number}, expected at most {most}").into())
        }
    }

    fn position(&mut self) -> Result<Stones, ReadError> {
        let (mut stones, width) = ([0; 3], self.header.points_a_byte());
        let colours = self.header.clauses.players + 1;
        for first in (0..self.points).step_by(width) {
            let mut digits = self.byte()?;
            for point in first..(first + width).min(self.points) {
                set_stone(&mut stones, point, digits % colours);
                digits /= colours;
            }
            if digits > 0 {
                return Err("a position with more intersections than the board".into());
            }
        }
        Ok(stones)
    }

    fn statement(&mut self) -> Result<Statement, ReadError> {
        let (stones, rest) = (self.position()?, self.number()?);
        let players = u64::from(self.header.clauses.players);
        let phase = u32::try_from(rest / players).map_err(|_| format!("phase {}", rest / players))?;
        Ok(Statement { key: Key { stones, mover: (rest % players) as u8, phase }, claim: self.claim()? })
    }

    fn score(&mut self, q: u64) -> Result<(i32, i32), ReadError> {
        let p = self.signed_within(MOST_SCORE)? as i32;
        let q = i32::try_from(q).ok().filter(|q| in_lowest_terms(p, *q) && i64::from(*q) <= MOST_SCORE);
        Ok((p, q.ok_or("a score that is not in lowest terms")?))
    }

    fn claim(&mut self) -> Result<Claim, ReadError> {
        let code = self.number()?;
        let (p, q) = self.score(code / 4 + 1)?;
        Ok(Claim { relation: Relation::ALL[(code % 4) as usize], p, q })
    }

    fn fact(&mut self) -> Result<Fact, ReadError> {
        let code = self.byte()?;
        let classes = self.classes();
        let (class, who) = (usize::from(code % classes), (code / classes).checked_sub(1));
        let class =
            Class::ALL.get(class).copied().filter(|class| self.header.has_facts(*class, who.is_some()));
        let class = class.filter(|_| who.is_none_or(|who| who < self.header.clauses.players));
        let class = class.ok_or_else(|| format!("fact {code}, which the rules do not have"))?;
        let stones = self.position()?;
        let second = if self.header.has_second(class) { self.number()? } else { 0 };
        if self.header.has_second(class) && !self.header.is_second(class, second) {
            return Err(format!("{second}, expected the number of a position or 0, or of moves").into());
        }
        Ok(Fact { class, who, stones, second: second as u32 })
    }

    /// The number of classes that the byte of a fact leaves room for.
    fn classes(&self) -> u8 {
        [4, 16][usize::from(self.header.version()) - 1]
    }

    fn reads(&mut self) -> Result<Vec<Read>, ReadError> {
        let count = self.number()?;
        // No memory is reserved ahead, as the number may be anything.
        let mut reads = Vec::new();
        for _ in 0..count {
            let kind = self.byte()?;
            let fact = self.fact()?;
            let asks = match kind {
                0 => Asks::Absent,
                1 => Asks::Present,
                2 => Asks::Mean(self.claim()?),
                3 => {
                    let q = self.number()?;
                    let (p, q) = self.score(q)?;
                    Asks::Margin { p, q, k: self.signed_within(MOST_MARGIN)? }
                }
                _ => return Err(format!("read {kind}, expected 0 to 3").into()),
            };
            reads.push(Read { fact, asks });
            if size_of_val(reads.as_slice()) > self.memory {
                return Err(format!("reads that take more than {} bytes", self.memory).into());
            }
        }
        Ok(reads)
    }

    fn mv(&mut self) -> Result<u8, ReadError> {
        let mv = self.byte()?;
        let coupon = mv == COUPON && self.header.clauses.has_coupons();
        let resigns = mv == RESIGN && self.header.clauses.passing != Passing::Any;
        let known = mv == PASS || coupon || resigns || usize::from(mv) < self.points;
        if known { Ok(mv) } else { Err(format!("move {mv}, expected an intersection or 255").into()) }
    }

    /// Reads an outcome in the proof of lemma `number`.
    fn outcome(&mut self, number: u64) -> Result<Outcome, ReadError> {
        let first = self.header.version() == 1;
        let code = if first { u64::from(self.byte()?) } else { self.number()? };
        let (kind, rest) = (code % 8, code / 8);
        let wrong = || ReadError::from(format!("outcome {code}"));
        Ok(match kind {
            0 if rest == 0 => Outcome::End,
            1 if rest == 0 || !first && rest < 256 => Outcome::Stop(rest as u8),
            2 if rest == 0 => Outcome::Life,
            3..=5 if first && rest == 0 => Outcome::Barred(BARS[kind as usize - 3], None),
            3 if !first => {
                let class = Class::ALL.get(rest as usize).filter(|class| class.bars());
                Outcome::Barred(*class.ok_or_else(wrong)?, None)
            }
            4 | 5 if !first => Outcome::StopLemma(self.reference(number, rest, kind == 5, code)?),
            6 | 7 => Outcome::Lemma(self.reference(number, rest, kind == 7, code)?),
            _ => return Err(wrong()),
        })
    }

    /// Reads the reference by map number `map` in an outcome `code`.
    fn reference(&mut self, number: u64, map: u64, last: bool, code: u64) -> Result<Reference, ReadError> {
        let map = self.header.map_of(map).ok_or_else(|| format!("outcome {code}"))?;
        let distance = self.signed()?;
        let lemma = i64::try_from(number).ok().and_then(|number| number.checked_sub(distance));
        let lemma = lemma.and_then(|lemma| u64::try_from(lemma).ok());
        Ok(Reference { lemma: lemma.ok_or("a reference to no lemma")?, map, last })
    }

    fn plays(&mut self, number: u64) -> Result<Vec<Play>, ReadError> {
        let count = self.number()?;
        if count > MOST_POINTS as u64 + 2 {
            return Err(format!("{count} plays").into());
        }
        (0..count).map(|_| Ok(Play { mv: self.mv()?, outcome: self.outcome(number)? })).collect()
    }

    fn theorem(&mut self) -> Result<Theorem, ReadError> {
        let (start, mover) = (self.position()?, self.below(self.header.clauses.players)?);
        let count = self.number()?;
        // A line of the text form cannot have more.
        if count > MAX_LINE_BYTES {
            return Err(format!("{count} moves, expected at most {MAX_LINE_BYTES}").into());
        }
        let mut moves = Vec::new();
        for _ in 0..count {
            moves.push(self.mv()?);
        }
        let or_no_end = self.below(2)? == 1;
        let claim = self.claim()?;
        match self.outcome(self.lemmas + 1)? {
            Outcome::Lemma(by) => Ok(Theorem { start, mover, moves, claim, or_no_end, by }),
            _ => Err("expected a reference".into()),
        }
    }

    /// A byte that is less than a bound.
    fn below(&mut self, bound: u8) -> Result<u8, ReadError> {
        let byte = self.byte()?;
        if byte < bound { Ok(byte) } else { Err(format!("{byte}, expected 0 to {}", bound - 1).into()) }
    }
}

/// Places a stone on an empty intersection. The player is counted from 1; 0 places none.
fn set_stone(stones: &mut Stones, point: usize, number: u8) {
    for (bit, word) in stones.iter_mut().enumerate() {
        *word |= u64::from(number >> bit & 1) << point;
    }
}

// --- Writing ---

/// The player with a stone on an intersection, counted from 1; 0 for none.
fn stone_at(stones: &Stones, point: usize) -> u64 {
    (0..).zip(stones).map(|(bit, word)| (word >> point & 1) << bit).sum()
}

/// Writes the steps of the binary form. Reads are stated if the step has them.
pub struct BinaryWriter<W> {
    header: Header,
    output: W,
    lemmas: u64,
    /// How many lemmas of the current closed set are still to be proved.
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
            let digits = points.fold(0, |digits, point| colours * digits + stone_at(stones, point));
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

    /// Writes a reference as an outcome of kind 6 (a play) or 4 (a stop).
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

#[cfg(test)]
mod tests {
    use super::numbers::{bytes, signed, unsigned};

    #[test]
    fn numbers_are_as_the_page_of_the_format_says() {
        assert_eq!([0, -1, 1, -2, 2].map(unsigned), [0, 1, 2, 3, 4]);
        for (number, written) in [(0, &[0][..]), (127, &[127]), (128, &[128, 1]), (300, &[172, 2])] {
            assert_eq!(bytes(number).collect::<Vec<_>>(), written);
        }
        assert_eq!(bytes(u64::MAX).count(), 10);
        for number in [i64::MIN, -300, -1, 0, 1, 300, i64::MAX] {
            assert_eq!(signed(unsigned(number)), number);
        }
    }
}
