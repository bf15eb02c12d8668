//! The text form: one line for each statement, list of reads and play.

use std::io::{self, BufRead, Read as _, Write};

use crate::format::{
    Claim, Class, Header, Key, Lift, MOST_POINTS, Outcome, Play, Read, Reference, Rules, Score, Statement,
    Step, Suicide, Theorem, name_of,
};
use crate::notation::{parse_int, parse_player, player_name};
use crate::refused::Refused;

/// The first line.
pub const TITLE: &str = "superko certificate 1";

/// The most bytes of a line.
pub const MOST_LINE: u64 = 1 << 16;

/// The most lines in a row without a word.
const MOST_EMPTY: u64 = 1 << 20;

/// The most characters of a file that an error quotes.
const MOST_QUOTED: usize = 80;

/// The most reads that are written on one line.
const READS_A_LINE: usize = 4;

/// Lines of words.
pub struct Lines<R> {
    input: R,
    number: u64,
    /// A line that has been looked at and not yet read.
    ahead: Option<Vec<String>>,
    /// Whether every line so far consists of its words with single spaces between them.
    pub plain: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a file.
    pub fn new(input: R) -> Lines<R> {
        Lines { input, number: 0, ahead: None, plain: true }
    }

    /// An error about the line in hand.
    pub fn fault(&self, what: impl Into<String>) -> Refused {
        Refused::wrong(format!("line {}", self.number), what)
    }

    /// The words of the next line that has any; none at the end of the file.
    pub fn words(&mut self) -> Result<Vec<String>, Refused> {
        if let Some(words) = self.ahead.take() {
            return Ok(words);
        }
        let mut line = Vec::new();
        for _ in 0..MOST_EMPTY {
            line.clear();
            self.number += 1;
            let read = self.input.by_ref().take(MOST_LINE + 1).read_until(b'\n', &mut line);
            let length = read.map_err(|error| Refused::input(format!("line {}", self.number), &error))?;
            let said = line.strip_suffix(b"\n").unwrap_or(&line);
            if said.len() as u64 > MOST_LINE {
                return Err(self.fault(format!("more than {MOST_LINE} bytes on a line")));
            }
            let text = std::str::from_utf8(said).map_err(|_| self.fault("not text"))?;
            let words = text.split('#').next().unwrap_or_default().split(' ').filter(|word| !word.is_empty());
            let words: Vec<String> = words.map(str::to_string).collect();
            self.plain = self.plain && words.join(" ") == text && !words.is_empty();
            if !words.is_empty() || length == 0 {
                return Ok(words);
            }
        }
        Err(self.fault(format!("{MOST_EMPTY} lines without a word, expected fewer in a row")))
    }

    /// The first word of the next line.
    fn peek(&mut self) -> Result<&str, Refused> {
        let words = self.words()?;
        let words = self.ahead.insert(words);
        Ok(words.first().map_or("", String::as_str))
    }

    /// The input behind the lines read so far.
    pub fn rest(self) -> R {
        self.input
    }
}

/// Quotes words of a file for an error: shortened, and with control characters escaped.
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Reads board, rules and options.
pub fn parse_header<R: BufRead>(lines: &mut Lines<R>) -> Result<Header, Refused> {
    let board = value(lines, "board")?;
    let sides = board.split_once('x').map(|(rows, cols)| [rows, cols].map(|side| parse_int(side, 64)));
    let [rows, cols] = match sides {
        Some([Ok(rows @ 1..), Ok(cols @ 1..)]) if rows * cols <= MOST_POINTS as i64 => [rows, cols],
        _ => {
            return Err(lines
                .fault(format!("board {}, expected ROWSxCOLUMNS, 1 to 64 intersections", quoted(&board))));
        }
    };
    let name = value(lines, "rules")?;
    let rules = choose(lines, &Rules::ALL, &name)?;
    let (mut suicide, mut scoring, mut lift) = (None, None, None);
    while lines.peek()? == "option" {
        let words = lines.words()?;
        let (name, value) = match words.as_slice() {
            [_, name, value] => (name.as_str(), value.as_str()),
            _ => return Err(lines.fault("expected option NAME VALUE")),
        };
        let again = match name {
            "suicide" => suicide.replace(choose(lines, &Suicide::ALL, value)?).is_some(),
            "scoring" => scoring.replace(choose(lines, &[("area", ())], value)?).is_some(),
            "lift" if rules.lifts() => lift.replace(choose(lines, &Lift::ALL, value)?).is_some(),
            _ => return Err(lines.fault(format!("the ruleset has no option {}", quoted(name)))),
        };
        if again {
            return Err(lines.fault(format!("option {name} a second time")));
        }
    }
    let lift = if rules.lifts() { lift } else { Some(Lift::Stands) };
    match (suicide, scoring, lift) {
        (Some(suicide), Some(()), Some(lift)) => {
            Ok(Header { rows: rows as usize, cols: cols as usize, rules, suicide, lift })
        }
        _ => Err(lines.fault("expected every option of the ruleset")),
    }
}

fn value<R: BufRead>(lines: &mut Lines<R>, name: &str) -> Result<String, Refused> {
    match lines.words()?.as_slice() {
        [first, value] if first == name => Ok(value.clone()),
        _ => Err(lines.fault(format!("expected {name} and one word"))),
    }
}

fn choose<R: BufRead, T: Copy>(lines: &Lines<R>, all: &[(&str, T)], name: &str) -> Result<T, Refused> {
    let found = all.iter().find(|(other, _)| *other == name).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
        lines.fault(format!("{}, expected one of {}", quoted(name), names.join(", ")))
    })
}

/// Reads the steps of the text form.
pub struct TextReader<R> {
    header: Header,
    lines: Lines<R>,
    /// The most bytes that the reads of a lemma may take.
    memory: usize,
    /// The number of lemmas so far.
    lemmas: u64,
    /// The number of lemmas of the closed set in hand that are still to be stated.
    members: u64,
    /// The number of the lemma of the closed set in hand that is to be proved next.
    proof: u64,
}

impl<R: BufRead> TextReader<R> {
    /// A reader of the steps after a header.
    pub fn new(header: Header, lines: Lines<R>, memory: usize) -> TextReader<R> {
        TextReader { header, lines, memory, lemmas: 0, members: 0, proof: 0 }
    }

    /// The line in hand, as errors name it.
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
            let (stones, mover) = (self.header.parse_position(position)?, parse_player(player)?);
            let phase = u16::try_from(parse_int(phase, 1 << 16)?).map_err(|_| "a phase")?;
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
            let (mv, outcome) = match &words[1..] {
                [mv, "end"] => (mv, Outcome::End),
                [mv, "stop"] => (mv, Outcome::Stop),
                [mv, "life"] => (mv, Outcome::Life),
                [mv, "barred", text] => {
                    let fact = self
                        .header
                        .parse_fact(text)
                        .map_err(|expected| self.expected(&quoted(text), expected))?;
                    if fact.class == Class::Passed {
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
            let (start, mover) = (self.header.parse_position(start)?, parse_player(mover)?);
            Ok((start, mover, moves, Claim::parse(relation, score)?))
        };
        let (start, mover, moves, claim) = read().map_err(|expected| self.expected("theorem", expected))?;
        Ok(Theorem { start, mover, moves, claim, or_no_end, by: self.reference(by)? })
    }
}

/// Writes board, rules and options.
pub fn write_header(output: &mut impl Write, header: &Header) -> io::Result<()> {
    writeln!(output, "board {}x{}", header.rows, header.cols)?;
    writeln!(output, "rules {}", name_of(&Rules::ALL, &header.rules))?;
    writeln!(output, "option suicide {}", name_of(&Suicide::ALL, &header.suicide))?;
    writeln!(output, "option scoring area")?;
    if header.rules.lifts() {
        writeln!(output, "option lift {}", name_of(&Lift::ALL, &header.lift))?;
    }
    Ok(())
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
        writeln!(output, "{TITLE}")?;
        write_header(&mut output, &header)?;
        Ok(TextWriter { header, output, lemmas: 0, proof: 0 })
    }

    /// Writes a step. If it is a lemma, `reads` are its reads, which are always stated.
    ///
    /// # Errors
    /// The error of the output, or that a barred play does not name its fact.
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
                Outcome::Stop => "stop".to_string(),
                Outcome::Life => "life".to_string(),
                Outcome::Barred(_, Some(fact)) => format!("barred {}", self.header.fact(fact)),
                Outcome::Barred(_, None) => return Err(io::Error::other("a barred play without its fact")),
                Outcome::Lemma(by) => reference(by),
            };
            writeln!(self.output, "{indent}play {} {outcome}", self.header.move_name(*mv))?;
        }
        Ok(())
    }

    fn theorem(&mut self, theorem: &Theorem) -> io::Result<()> {
        let Theorem { claim, or_no_end, by, .. } = theorem;
        let (claim, no_end) = (relation_and_score(claim), if *or_no_end { " or-no-end" } else { "" });
        writeln!(self.output, "theorem {} {claim}{no_end} by {}", state(&self.header, theorem), reference(by))
    }
}

fn relation_and_score(claim: &Claim) -> String {
    format!("{} {}", claim.relation.sign(), Score(claim.p, claim.q))
}

fn reference(by: &Reference) -> String {
    format!("{} {} {}", if by.last { "last" } else { "lemma" }, by.lemma, by.map)
}

/// The game of a header, with the options that differ from the defaults.
pub fn game(header: &Header) -> String {
    let mut text = format!("{}x{} {}", header.rows, header.cols, name_of(&Rules::ALL, &header.rules));
    if header.suicide != Suicide::Forbidden {
        text += &format!(" --suicide {}", name_of(&Suicide::ALL, &header.suicide));
    }
    if header.lift != Lift::Stands {
        text += &format!(" --lift {}", name_of(&Lift::ALL, &header.lift));
    }
    text
}

/// The state that a theorem is about, in the notation of its line.
pub fn state(header: &Header, theorem: &Theorem) -> String {
    let Theorem { start, mover, moves, .. } = theorem;
    let moves: Vec<String> = moves.iter().map(|mv| header.move_name(*mv)).collect();
    let after = if moves.is_empty() { String::new() } else { format!(" after {}", moves.join(",")) };
    format!("{} {}{after}", header.position(start), player_name(*mover))
}
