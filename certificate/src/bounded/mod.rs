//! Bounded certificates: explicit strategies that win a number of points whatever happened before.
//! One has a move of the player in each state that he can come to. `docs/formats.md` of the project
//! defines the file, and `docs/how-it-works.md` has the argument why such a proof holds and under
//! which rules.
//!
//! | file | content |
//! |---|---|
//! | `header.rs` | board, rules, start and claims |
//! | `state.rs` | the states of a proof, and their canonical forms |
//! | `replies.rs` | settled positions, in which no move is said |
//! | `walk.rs` | the proof graph, and what can recur on a line of it |
//! | `findings.rs` | which conditions a proof meets, and under which rules its claim follows |
//!
//! This file has the verdict on a certificate, and certificates as files: written, checked, shown.

mod findings;
mod header;
mod replies;
mod state;
mod walk;

use std::fmt;
use std::io::{self, BufRead, Write};

use flate2::{Compression, GzBuilder};

use crate::conclusion::{Conclusions, Proved, conclude};
use crate::format::{Clauses, Header, Map, PASS, Reference, Suicide, Theorem};
use crate::header::text::{Lines, details, game};
use crate::header::{name_of, player_name};
use crate::refused::{Refused, Unrendered};
use findings::{ANSWERED, Findings, follows, is_answered, named};
pub use header::{Bounded, Section, TITLE};
pub use replies::Replies;
use state::NO_KO;
pub use state::State;
use walk::{Aim, ProofGraph, WalkError};

// --- The verdict on a right certificate: what it proves, and under which other rules ---

/// A claim that is proved, and what was found of its proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The claim.
    pub section: Section,
    /// The states of the proof.
    pub states: usize,
    /// The states in which a move is said.
    pub moves: usize,
    /// The most stones of the prover on a line, if no state recurs.
    pub longest: Option<u32>,
    /// Whether the claim follows under named rulesets, or why it is not claimed. There is one entry
    /// for each ruleset and each rule of suicide that the proof answers.
    pub rulesets: Vec<(&'static str, Suicide, Result<(), String>)>,
}

impl Judged {
    /// What follows from a proof, which is refused if its claim does not. The claim has to follow
    /// under the rules of the header.
    fn of(header: &Header, section: Section, found: &Findings) -> Result<Judged, Refused> {
        let threshold = section.threshold();
        follows(&header.clauses, threshold, found)
            .map_err(|why| Refused::wrong(in_words(&section), format!("not claimed: {why}")))?;
        let answered = ANSWERED.iter().copied().filter(|suicide| is_answered(*suicide, found.suicide));
        let judge = |suicide: Suicide| {
            named().into_iter().map(move |(name, clauses)| {
                (name, suicide, follows(&Clauses { suicide, ..clauses }, threshold, found))
            })
        };
        Ok(Judged {
            section,
            states: found.states,
            moves: found.moves,
            longest: found.longest.clone().ok(),
            rulesets: answered.flat_map(judge).collect(),
        })
    }

    /// The lines about the claim: its proof, and the rulesets under which it follows. Those under
    /// which it does not come last.
    fn lines(&self) -> Vec<String> {
        let claim = in_words(&self.section);
        let longest = match self.longest {
            Some(longest) => format!("at most {longest} stones of the player whose claim it is on a line"),
            None => "a state may come back".to_string(),
        };
        let mut lines = vec![format!("{claim}: {} states, {} moves, {longest}", self.states, self.moves)];
        for suicide in ANSWERED {
            let of = || self.rulesets.iter().filter(move |(_, of, _)| *of == suicide);
            let with = match suicide {
                Suicide::Forbidden => String::new(),
                _ => format!(" with suicide {}", name_of(&Suicide::ALL, &suicide)),
            };
            let held: Vec<&str> = of().filter(|(.., held)| held.is_ok()).map(|(name, ..)| *name).collect();
            if !held.is_empty() {
                lines.push(format!("{claim}{with} under {}", held.join(", ")));
            }
            for (name, _, held) in of() {
                if let Err(why) = held {
                    lines.push(format!("{claim}{with} is not claimed under {name}: {why}"));
                }
            }
        }
        lines
    }
}

/// A bounded certificate that is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// What it is about.
    pub bounded: Bounded,
    /// Its claims.
    pub judged: Vec<Judged>,
    /// What is proved of the start under the rules of the header.
    pub proved: Proved,
}

impl Verified {
    fn of(bounded: Bounded, judged: Vec<Judged>) -> Result<Verified, Refused> {
        let mut proved = Conclusions::new();
        for Section { claim, .. } in &bounded.sections {
            let by = Reference { lemma: 0, map: Map { symmetry: 0, exchanges: false }, last: false };
            let (start, mover, claim) = (bounded.start, bounded.mover, *claim);
            let theorem = Theorem { start, mover, moves: Vec::new(), claim, or_no_end: false, by };
            conclude(&mut proved, &bounded.header, &theorem);
        }
        let low = bounded.sections.first().map(|section| section.claim.p);
        let high = bounded.sections.last().map(|section| section.claim.p);
        match proved.into_values().next() {
            Some(proved) if bounded.sections.len() < 2 || low <= high => {
                Ok(Verified { bounded, judged, proved })
            }
            _ => Err(Refused::wrong("end", "claims that contradict each other")),
        }
    }

    /// The lines that begin with `c`: rules, start, and findings for each claim.
    pub fn comments(&self) -> String {
        let header = &self.bounded.header;
        let start = format!("start {}", self.bounded.state());
        let of_claims = self.judged.iter().flat_map(Judged::lines);
        let lines = [game(header)].into_iter().chain(details(header)).chain([start]).chain(of_claims);
        lines.map(|line| format!("c {line}\n")).collect()
    }

    /// What is proved, on one line without a line feed.
    pub fn summary(&self) -> String {
        format!("{}: {}", game(&self.bounded.header), self.proved.in_words())
    }
}

/// The comments, then the verdict.
impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s VERIFIED {}", self.comments(), self.summary())
    }
}

/// A claim in words.
fn in_words(section: &Section) -> String {
    format!("value {}", section.claim.in_words())
}

// --- Files: the lines of the header, then one byte for each move, compressed as a whole ---

/// Writes a certificate, compressed. The gzip header names neither a file nor a time, so the same
/// moves always give the same bytes.
///
/// `move_of` is asked for the move of each section's prover in a state (the number of an
/// intersection, or 255 for a pass), once for each and in the order of the format.
///
/// # Errors
/// The error of the output, or that a move is missing or can be none of a proof.
pub fn write(
    bounded: &Bounded,
    memory: usize,
    output: impl Write,
    mut move_of: impl FnMut(usize, &State) -> Option<u8>,
) -> io::Result<()> {
    let mut packed = GzBuilder::new().write(output, Compression::best());
    bounded.write(&mut packed)?;
    for (number, section) in bounded.sections.iter().enumerate() {
        let aim = Aim::of(bounded, section).map_err(io::Error::other)?;
        let walked = aim.walk(bounded, memory, |state| {
            let mv = move_of(number, state).ok_or_else(|| "a state without a move".to_string())?;
            packed.write_all(&[mv]).map_err(|error| WalkError::Wrong(error.to_string()))?;
            Ok(mv)
        });
        if let Err(WalkError::Wrong(why)) = walked {
            return Err(io::Error::other(why));
        }
    }
    packed.finish()?.flush()
}

/// The moves of a file.
struct Moves<R> {
    input: R,
    bytes: u64,
}

impl<R: BufRead> Moves<R> {
    fn place(&self) -> String {
        format!("byte {} after the header", self.bytes)
    }

    fn next(&mut self) -> Result<u8, WalkError> {
        let mut byte = [0];
        self.input.read_exact(&mut byte).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                WalkError::Wrong("the file ends before its last move".to_string())
            }
            _ => WalkError::Source(Refused::input(self.place(), &error)),
        })?;
        self.bytes += 1;
        Ok(byte[0])
    }

    /// Refuses bytes after the last move.
    fn end(&mut self) -> Result<(), Refused> {
        match self.input.read(&mut [0]) {
            Ok(0) => Ok(()),
            Ok(_) => Err(Refused::wrong(self.place(), "expected nothing after the last move")),
            Err(error) => Err(Refused::input(self.place(), &error)),
        }
    }
}

/// Walks through the states of each section of a certificate.
fn walk_all(
    bounded: &Bounded,
    moves: &mut Moves<impl BufRead>,
    memory: usize,
    mut shown: impl FnMut(&State, u8) -> io::Result<()>,
    mut walked: impl FnMut(&Aim, usize, ProofGraph) -> Result<(), Refused>,
) -> Result<(), Unrendered> {
    for (number, section) in bounded.sections.iter().enumerate() {
        let aim = Aim::of(bounded, section).map_err(|why| Refused::wrong("the header", why))?;
        let mut unwritten = None;
        let found = aim.walk(bounded, memory, |state| {
            let mv = moves.next()?;
            unwritten = shown(state, mv).err();
            if unwritten.is_some() { Err("unwritten".to_string().into()) } else { Ok(mv) }
        });
        if let Some(error) = unwritten {
            return Err(error.into());
        }
        let found = found.map_err(|fault| match fault {
            WalkError::Wrong(why) => Refused::wrong(moves.place(), why),
            WalkError::Source(refused) => refused,
        })?;
        walked(&aim, number, found)?;
    }
    Ok(moves.end()?)
}

/// Checks a certificate whose title is read. At most about `memory` bytes are held at once.
///
/// # Errors
/// Why it is not verified: what is wrong with the file, or that a claim does not follow under its
/// rules.
pub(crate) fn verify<R: BufRead>(mut lines: Lines<R>, memory: usize) -> Result<Verified, Refused> {
    let bounded = Bounded::read(&mut lines)?;
    let mut moves = Moves { input: lines.rest(), bytes: 0 };
    let mut judged = Vec::new();
    let walked = walk_all(
        &bounded,
        &mut moves,
        memory,
        |_, _| Ok(()),
        |aim, number, walked| {
            let section = bounded.sections[number];
            let findings = Findings::of(&bounded.header, aim, &section, &walked);
            judged.push(Judged::of(&bounded.header, section, &findings)?);
            Ok(())
        },
    );
    match walked {
        Ok(()) => Verified::of(bounded, judged),
        Err(Unrendered::Refused(refused)) => Err(refused),
        Err(Unrendered::Output(error)) => Err(Refused::input("output", &error)),
    }
}

/// Writes a certificate whose title is read as text, for people. After the header comes each state
/// of the players whose claims it has, with the move. It is shown as far as its moves are right;
/// the conditions are not tested.
///
/// # Errors
/// [`Unrendered`].
pub(crate) fn show<R: BufRead>(
    mut lines: Lines<R>,
    mut output: impl Write,
    memory: usize,
) -> Result<(), Unrendered> {
    let bounded = Bounded::read(&mut lines)?;
    let mut moves = Moves { input: lines.rest(), bytes: 0 };
    bounded.write(&mut output)?;
    let header = &bounded.header;
    walk_all(
        &bounded,
        &mut moves,
        memory,
        |state, mv| {
            let place = format!("{} {}", header.position(&state.position()), player_name(state.mover));
            let ko =
                if state.ko == NO_KO { String::new() } else { format!(" ko {}", header.move_name(state.ko)) };
            let passed = if state.passed { " passed" } else { "" };
            let known = mv == PASS || usize::from(mv) < header.points();
            let name = if known { header.move_name(mv) } else { mv.to_string() };
            writeln!(output, "{place}{ko}{passed} {name}")
        },
        |_, _, _| Ok(()),
    )
}
