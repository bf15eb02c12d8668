//! The binary form: the same steps in bytes.

use std::io::{self, Write};

use crate::format::{
    Asks, Claim, Class, Fact, Header, Key, MOST_MARGIN, MOST_POINTS, MOST_SCORE, Map, Outcome, PASS, Play,
    Read, Reference, Relation, Statement, Step, Stones, Theorem,
};
use crate::notation::in_lowest_terms;
use crate::refused::Refused;
use crate::text::{MOST_LINE, write_header};

/// The first line.
pub const TITLE: &str = "superko certificate 1 binary";

/// The line before the steps.
pub const DATA: &str = "data";

/// The number of intersections in a byte of a position.
const POINTS_A_BYTE: usize = 5;

/// The classes by which a play can be barred, in the order of their outcomes.
const BARS: [Class; 3] = [Class::Stood, Class::Undone, Class::Initialised];

/// What is wrong with the byte in hand.
enum What {
    Malformed(String),
    Input(io::Error),
}

impl From<String> for What {
    fn from(why: String) -> What {
        What::Malformed(why)
    }
}

impl From<&str> for What {
    fn from(why: &str) -> What {
        What::Malformed(why.to_string())
    }
}

impl From<io::Error> for What {
    fn from(error: io::Error) -> What {
        What::Input(error)
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
    /// The numbers of lemmas of the closed set in hand that are still to be stated, and to be proved.
    members: u64,
    proofs: u64,
}

impl<R: io::BufRead> BinaryReader<R> {
    /// A reader of the steps after a header.
    pub fn new(header: &Header, input: R, memory: usize) -> BinaryReader<R> {
        BinaryReader {
            header: *header,
            points: header.points(),
            input,
            memory,
            bytes: 0,
            lemmas: 0,
            members: 0,
            proofs: 0,
        }
    }

    /// The byte in hand, as errors name it.
    pub fn place(&self) -> String {
        format!("byte {} after the header", self.bytes)
    }

    /// The next step.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn step(&mut self) -> Result<Step, Refused> {
        self.read_step().map_err(|what| match what {
            What::Malformed(why) => Refused::wrong(self.place(), why),
            What::Input(error) => Refused::input(self.place(), &error),
        })
    }

    fn read_step(&mut self) -> Result<Step, What> {
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

    fn byte(&mut self) -> Result<u8, What> {
        let mut byte = [0];
        self.input.read_exact(&mut byte).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => What::from("the file ends before its end"),
            _ => error.into(),
        })?;
        self.bytes += 1;
        Ok(byte[0])
    }

    fn number(&mut self) -> Result<u64, What> {
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

    fn signed(&mut self) -> Result<i64, What> {
        let number = self.number()?;
        let half = (number >> 1) as i64;
        Ok(if number & 1 == 0 { half } else { -half - 1 })
    }

    fn bounded(&mut self, most: i64) -> Result<i64, What> {
        let number = self.signed()?;
        if number.abs() <= most {
            Ok(number)
        } else {
            Err(format!("{number}, expected at most {most}").into())
        }
    }

    fn position(&mut self) -> Result<Stones, What> {
        let mut stones = [0; 2];
        for first in (0..self.points).step_by(POINTS_A_BYTE) {
            let mut digits = self.byte()?;
            for point in first..(first + POINTS_A_BYTE).min(self.points) {
                match digits % 3 {
                    0 => {}
                    colour => stones[usize::from(colour - 1)] |= 1u64 << point,
                }
                digits /= 3;
            }
            if digits > 0 {
                return Err("a position with more intersections than the board".into());
            }
        }
        Ok(stones)
    }

    fn statement(&mut self) -> Result<Statement, What> {
        let (stones, rest) = (self.position()?, self.number()?);
        let phase = u16::try_from(rest / 2).map_err(|_| format!("phase {}", rest / 2))?;
        Ok(Statement { key: Key { stones, mover: (rest % 2) as u8, phase }, claim: self.claim()? })
    }

    fn score(&mut self, q: u64) -> Result<(i32, i32), What> {
        let p = self.bounded(MOST_SCORE)? as i32;
        let q = i32::try_from(q).ok().filter(|q| in_lowest_terms(p, *q) && i64::from(*q) <= MOST_SCORE);
        Ok((p, q.ok_or("a score that is not in lowest terms")?))
    }

    fn claim(&mut self) -> Result<Claim, What> {
        let code = self.number()?;
        let (p, q) = self.score(code / 4 + 1)?;
        Ok(Claim { relation: Relation::ALL[(code % 4) as usize], p, q })
    }

    fn fact(&mut self) -> Result<Fact, What> {
        let code = self.byte()?;
        let who = match code / 4 {
            0 => None,
            player @ (1 | 2) => Some(player - 1),
            _ => return Err(format!("fact {code}, expected 0 to 11").into()),
        };
        let class = Class::ALL[usize::from(code % 4)];
        if !self.header.has_facts(class, who.is_some()) {
            return Err(format!("fact {code}, which the ruleset does not have").into());
        }
        Ok(Fact { class, who, stones: self.position()? })
    }

    fn reads(&mut self) -> Result<Vec<Read>, What> {
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
                    Asks::Margin { p, q, k: self.bounded(MOST_MARGIN)? }
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

    fn mv(&mut self) -> Result<u8, What> {
        let mv = self.byte()?;
        let known = mv == PASS || usize::from(mv) < self.points;
        if known { Ok(mv) } else { Err(format!("move {mv}, expected an intersection or 255").into()) }
    }

    /// An outcome in the proof of the lemma with this number.
    fn outcome(&mut self, number: u64) -> Result<Outcome, What> {
        let code = self.byte()?;
        let (kind, map) = (code % 8, Map(code / 8));
        if map.0 > 15 || kind < 6 && map.0 != 0 {
            return Err(format!("outcome {code}").into());
        }
        Ok(match kind {
            0 => Outcome::End,
            1 => Outcome::Stop,
            2 => Outcome::Life,
            3..=5 => Outcome::Barred(BARS[usize::from(kind - 3)], None),
            _ => {
                let distance = self.signed()?;
                let lemma = i64::try_from(number).ok().and_then(|number| number.checked_sub(distance));
                let lemma = lemma.and_then(|lemma| u64::try_from(lemma).ok());
                let lemma = lemma.ok_or("a reference to no lemma")?;
                Outcome::Lemma(Reference { lemma, map, last: kind == 7 })
            }
        })
    }

    fn plays(&mut self, number: u64) -> Result<Vec<Play>, What> {
        let count = self.number()?;
        if count > MOST_POINTS as u64 + 1 {
            return Err(format!("{count} plays").into());
        }
        (0..count).map(|_| Ok(Play { mv: self.mv()?, outcome: self.outcome(number)? })).collect()
    }

    fn theorem(&mut self) -> Result<Theorem, What> {
        let (start, mover) = (self.position()?, self.flag()?);
        let count = self.number()?;
        // A line of the text form cannot have more.
        if count > MOST_LINE {
            return Err(format!("{count} moves, expected at most {MOST_LINE}").into());
        }
        let mut moves = Vec::new();
        for _ in 0..count {
            moves.push(self.mv()?);
        }
        let or_no_end = self.flag()? == 1;
        let claim = self.claim()?;
        match self.outcome(self.lemmas + 1)? {
            Outcome::Lemma(by) => Ok(Theorem { start, mover, moves, claim, or_no_end, by }),
            _ => Err("expected a reference".into()),
        }
    }

    fn flag(&mut self) -> Result<u8, What> {
        let flag = self.byte()?;
        if flag < 2 { Ok(flag) } else { Err(format!("{flag}, expected 0 or 1").into()) }
    }
}

/// Writes the steps of the binary form. Reads are stated if the step has them.
pub struct BinaryWriter<W> {
    points: usize,
    output: W,
    lemmas: u64,
    /// The number of lemmas of the closed set in hand that are still to be proved.
    proofs: u64,
}

impl<W: Write> BinaryWriter<W> {
    /// Writes the header.
    pub fn new(header: &Header, mut output: W) -> io::Result<BinaryWriter<W>> {
        writeln!(output, "{TITLE}")?;
        write_header(&mut output, header)?;
        writeln!(output, "{DATA}")?;
        Ok(BinaryWriter { points: header.points(), output, lemmas: 0, proofs: 0 })
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

    fn number(&mut self, mut number: u64) -> io::Result<()> {
        while number >= 128 {
            self.bytes(&[number as u8 | 128])?;
            number >>= 7;
        }
        self.bytes(&[number as u8])
    }

    fn signed(&mut self, number: i64) -> io::Result<()> {
        self.number((number << 1 ^ number >> 63) as u64)
    }

    fn position(&mut self, stones: &Stones) -> io::Result<()> {
        for first in (0..self.points).step_by(POINTS_A_BYTE) {
            let points = (first..(first + POINTS_A_BYTE).min(self.points)).rev();
            let digit = |point: usize| (stones[0] >> point & 1) as u8 + 2 * (stones[1] >> point & 1) as u8;
            self.bytes(&[points.fold(0, |digits, point| 3 * digits + digit(point))])?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement) -> io::Result<()> {
        let Statement { key, claim } = statement;
        self.position(&key.stones)?;
        self.number(2 * u64::from(key.phase) + u64::from(key.mover))?;
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
        let Fact { class, who, stones } = &read.fact;
        self.bytes(&[kind, *class as u8 + 4 * who.map_or(0, |who| who + 1)])?;
        self.position(stones)?;
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
            Outcome::Stop => self.bytes(&[1]),
            Outcome::Life => self.bytes(&[2]),
            Outcome::Barred(class, _) => {
                let place = BARS.iter().position(|bar| bar == class).unwrap_or(0);
                self.bytes(&[3 + place as u8])
            }
            Outcome::Lemma(by) => self.reference(by, number),
        }
    }

    fn reference(&mut self, by: &Reference, number: u64) -> io::Result<()> {
        self.bytes(&[6 + u8::from(by.last) + 8 * by.map.0])?;
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
        self.reference(&theorem.by, self.lemmas + 1)
    }
}
