//! The text form: one line for each statement, list of reads and play.

use std::io::{self, BufRead, Write};

use crate::format::{
    Claim, Header, Key, MOST_POINTS, Outcome, Play, Read, Reference, Score, Statement, Step, Theorem,
};
use crate::header::text::{Lines, quoted, write_header};
pub use crate::header::text::{board, details, game, rules};
use crate::header::{parse_int, player_name};
use crate::refused::Refused;

/// The first line of each version.
pub const TITLES: [&str; 2] = ["superko certificate 1", "superko certificate 2"];

/// The most reads that are written on one line.
const READS_A_LINE: usize = 4;

/// Reads the steps of the text form.
pub struct TextReader<R> {
    header: Header,
    lines: Lines<R>,
    /// The most bytes that the reads of a lemma may take.
    memory: usize,
    /// The number of lemmas so far.
    lemmas: u64,
    /// How many lemmas of the current closed set are still to be stated.
    members: u64,
    /// The lemma of the current closed set that is proved next, by number.
    proof: u64,
}

impl<R: BufRead> TextReader<R> {
    /// A reader of the steps after a header.
    pub fn new(header: Header, lines: Lines<R>, memory: usize) -> TextReader<R> {
        TextReader { header, lines, memory, lemmas: 0, members: 0, proof: 0 }
    }

    /// The last line read, as errors name it.
    pub fn place(&self) -> String {
        format!("line {}", self.lines.number)
    }

    /// The next step.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn step(&mut self) -> Result<Step, Refused> {
        let line = self.lines.words()?;
        let words: Vec<&str> = line.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["lemma", rest @ ..] => {
                let statement = self.statement(rest)?;
                if self.members > 0 {
                    self.members -= 1;
                    return Ok(Step::Member(statement));
                }
                Ok(Step::Lemma(statement, self.reads()?, self.plays()?))
            }
            ["closed", count] => {
                let count =
                    parse_int(count, i64::MAX).map_err(|expected| self.expected("closed", expected))?;
                (self.members, self.proof) = (count.max(0) as u64, self.lemmas + 1);
                Ok(Step::Closed(self.members))
            }
            ["proof", number] if *number == self.proof.to_string() => {
                self.proof += 1;
                Ok(Step::Proof(self.plays()?))
            }
            ["proof", ..] => Err(self.lines.fault(format!("expected proof {}", self.proof))),
            ["theorem", rest @ ..] => Ok(Step::Theorem(self.theorem(rest)?)),
            ["end"] => match self.lines.words()?.is_empty() {
                true => Ok(Step::End),
                false => Err(self.lines.fault("expected nothing after the end")),
            },
            [] => Err(self.lines.fault("the file ends before its end")),
            _ => Err(self.lines.fault(format!("{}, expected a step", quoted(&line.join(" "))))),
        }
    }

    fn expected(&self, what: &str, expected: &str) -> Refused {
        self.lines.fault(format!("{what}: expected {expected}"))
    }

    fn statement(&mut self, words: &[&str]) -> Result<Statement, Refused> {
        let [number, position, player, phase, relation, score] = words else {
            return Err(self.lines.fault("expected lemma NUMBER POSITION PLAYER PHASE RELATION SCORE"));
        };
        self.lemmas += 1;
        if *number != self.lemmas.to_string() {
            return Err(self.lines.fault(format!(
                "lemma {}, expected lemma {}",
                quoted(number),
                self.lemmas
            )));
        }
        let read = || {
            let (stones, mover) = (self.header.parse_position(position)?, self.header.parse_player(player)?);
            let phase = u32::try_from(parse_int(phase, 1 << 32)?).map_err(|_| "a phase")?;
            Ok(Statement { key: Key { stones, mover, phase }, claim: Claim::parse(relation, score)? })
        };
        read().map_err(|expected| self.expected("lemma", expected))
    }

    fn reads(&mut self) -> Result<Option<Vec<Read>>, Refused> {
        let mut reads = None;
        while self.lines.peek()? == "reads" {
            let words = self.lines.words()?;
            let list = reads.get_or_insert_with(Vec::new);
            for word in &words[1..] {
                list.push(
                    self.header
                        .parse_read(word)
                        .map_err(|expected| self.expected(&quoted(word), expected))?,
                );
            }
            if size_of_val(list.as_slice()) > self.memory {
                return Err(self.lines.fault(format!("reads that take more than {} bytes", self.memory)));
            }
        }
        Ok(reads)
    }

    fn plays(&mut self) -> Result<Vec<Play>, Refused> {
        let mut plays = Vec::new();
        while self.lines.peek()? == "play" && plays.len() <= MOST_POINTS {
            let line = self.lines.words()?;
            let words: Vec<&str> = line.iter().map(String::as_str).collect();
            let first = self.header.version() == 1;
            let (mv, outcome) = match &words[1..] {
                [mv, "end"] => (mv, Outcome::End),
                [mv, "stop"] if first => (mv, Outcome::Stop(0)),
                [mv, "stop", by @ ("lemma" | "last"), rest @ ..] if !first => {
                    (mv, Outcome::StopLemma(self.reference(&[&[*by], rest].concat())?))
                }
                [mv, "stop", place] if !first => {
                    let place = parse_int(place, 255).ok().and_then(|place| u8::try_from(place - 1).ok());
                    (mv, Outcome::Stop(place.ok_or_else(|| self.expected("stop", "its place, from 1"))?))
                }
                [mv, "life"] => (mv, Outcome::Life),
                [mv, "barred", text] => {
                    let fact = self
                        .header
                        .parse_fact(text)
                        .map_err(|expected| self.expected(&quoted(text), expected))?;
                    if !fact.class.bars() {
                        return Err(self.expected(&quoted(text), "a fact that can bar a play"));
                    }
                    (mv, Outcome::Barred(fact.class, Some(fact)))
                }
                [mv, by @ ..] => (mv, Outcome::Lemma(self.reference(by)?)),
                [] => return Err(self.lines.fault("expected a move and an outcome")),
            };
            let mv = self.header.parse_move(mv).map_err(|expected| self.expected(&quoted(mv), expected))?;
            plays.push(Play { mv, outcome });
        }
        Ok(plays)
    }

    fn reference(&self, words: &[&str]) -> Result<Reference, Refused> {
        let [how @ ("lemma" | "last"), number, map] = words else {
            return Err(self.lines.fault("expected an outcome, or lemma NUMBER MAP, or last NUMBER MAP"));
        };
        let read = || {
            let lemma = u64::try_from(parse_int(number, i64::MAX)?).map_err(|_| "the number of a lemma")?;
            Ok(Reference { lemma, map: self.header.parse_map(map)?, last: *how == "last" })
        };
        read().map_err(|expected| self.expected("reference", expected))
    }

    fn theorem(&self, words: &[&str]) -> Result<Theorem, Refused> {
        let (start, mover, moves, rest) = match words {
            [start, mover, "after", moves, rest @ ..] => (start, mover, Some(moves), rest),
            [start, mover, rest @ ..] => (start, mover, None, rest),
            _ => return Err(self.lines.fault("expected theorem POSITION PLAYER")),
        };
        let (relation, score, or_no_end, by) = match rest {
            [relation, score, "or-no-end", "by", by @ ..] => (relation, score, true, by),
            [relation, score, "by", by @ ..] => (relation, score, false, by),
            _ => return Err(self.lines.fault("expected RELATION SCORE [or-no-end] by REFERENCE")),
        };
        let read = || {
            let moves = moves.iter().flat_map(|moves| moves.split(','));
            let moves = moves.map(|mv| self.header.parse_move(mv)).collect::<Result<_, _>>()?;
            let (start, mover) = (self.header.parse_position(start)?, self.header.parse_player(mover)?);
            Ok((start, mover, moves, Claim::parse(relation, score)?))
        };
        let (start, mover, moves, claim) = read().map_err(|expected| self.expected("theorem", expected))?;
        Ok(Theorem { start, mover, moves, claim, or_no_end, by: self.reference(by)? })
    }
}

/// Writes the steps of the text form.
pub struct TextWriter<W> {
    header: Header,
    output: W,
    lemmas: u64,
    proof: u64,
}

impl<W: Write> TextWriter<W> {
    /// Writes the header.
    pub fn new(header: Header, mut output: W) -> io::Result<TextWriter<W>> {
        writeln!(output, "{}", TITLES[usize::from(header.version()) - 1])?;
        write_header(&mut output, &header)?;
        Ok(TextWriter { header, output, lemmas: 0, proof: 0 })
    }

    /// Writes a step. If it is a lemma, `reads` are its reads, which are always stated.
    ///
    /// # Errors
    /// The error of the output, or that a banned play does not name its fact.
    pub fn step(&mut self, step: &Step, reads: &[Read]) -> io::Result<()> {
        match step {
            Step::Lemma(statement, _, plays) => {
                self.statement("", statement)?;
                for line in reads.chunks(READS_A_LINE) {
                    let line: Vec<String> = line.iter().map(|read| self.header.read(read)).collect();
                    writeln!(self.output, "  reads {}", line.join(" "))?;
                }
                if reads.is_empty() {
                    writeln!(self.output, "  reads")?;
                }
                self.plays("  ", plays)
            }
            Step::Closed(count) => {
                self.proof = self.lemmas;
                writeln!(self.output, "closed {count}")
            }
            Step::Member(statement) => self.statement("  ", statement),
            Step::Proof(plays) => {
                self.proof += 1;
                writeln!(self.output, "  proof {}", self.proof)?;
                self.plays("    ", plays)
            }
            Step::Theorem(theorem) => self.theorem(theorem),
            Step::End => {
                writeln!(self.output, "end")?;
                self.output.flush()
            }
        }
    }

    fn statement(&mut self, indent: &str, statement: &Statement) -> io::Result<()> {
        self.lemmas += 1;
        let Statement { key, claim } = statement;
        let claim = relation_and_score(claim);
        writeln!(self.output, "{indent}lemma {} {} {claim}", self.lemmas, self.header.key(key))
    }

    fn plays(&mut self, indent: &str, plays: &[Play]) -> io::Result<()> {
        for Play { mv, outcome } in plays {
            let outcome = match outcome {
                Outcome::End => "end".to_string(),
                Outcome::Stop(_) if self.header.version() == 1 => "stop".to_string(),
                Outcome::Stop(place) => format!("stop {}", u16::from(*place) + 1),
                Outcome::StopLemma(by) => format!("stop {}", self.reference(by)),
                Outcome::Life => "life".to_string(),
                Outcome::Barred(_, Some(fact)) => format!("barred {}", self.header.fact(fact)),
                Outcome::Barred(_, None) => return Err(io::Error::other("a barred play without its fact")),
                Outcome::Lemma(by) => self.reference(by),
            };
            writeln!(self.output, "{indent}play {} {outcome}", self.header.move_name(*mv))?;
        }
        Ok(())
    }

    fn theorem(&mut self, theorem: &Theorem) -> io::Result<()> {
        let Theorem { claim, or_no_end, by, .. } = theorem;
        let (claim, no_end) = (relation_and_score(claim), if *or_no_end { " or-no-end" } else { "" });
        let by = self.reference(by);
        writeln!(self.output, "theorem {} {claim}{no_end} by {by}", state(&self.header, theorem))
    }

    fn reference(&self, by: &Reference) -> String {
        format!("{} {} {}", if by.last { "last" } else { "lemma" }, by.lemma, self.header.map_name(by.map))
    }
}

fn relation_and_score(claim: &Claim) -> String {
    format!("{} {}", claim.relation.sign(), Score(claim.p, claim.q))
}

/// The state that a theorem is about, in the notation of its line.
pub fn state(header: &Header, theorem: &Theorem) -> String {
    let Theorem { start, mover, moves, .. } = theorem;
    let moves: Vec<String> = moves.iter().map(|mv| header.move_name(*mv)).collect();
    let after = if moves.is_empty() { String::new() } else { format!(" after {}", moves.join(",")) };
    format!("{} {}{after}", header.position(start), player_name(*mover))
}
