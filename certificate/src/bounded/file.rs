//! Bounded certificates as files: the lines of the header, then one byte for each move, compressed
//! as a whole.

use std::io::{self, BufRead, Write};

use flate2::{Compression, GzBuilder};

use super::findings::Findings;
use super::header::Bounded;
use super::state::{NO_KO, State};
use super::verified::{Judged, Verified};
use super::walk::{Aim, Fault, Walked};
use crate::format::PASS;
use crate::lines::Lines;
use crate::notation::player_name;
use crate::refused::Refused;
use crate::render::Unrendered;

/// Writes a certificate, compressed. The gzip header names neither a file nor a time, so the same
/// moves always give the same bytes. `move_of` is asked for the move of each section's prover in a
/// state (the number of an intersection, or 255 for a pass), once for each and in the order of the
/// format.
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
            packed.write_all(&[mv]).map_err(|error| Fault::Wrong(error.to_string()))?;
            Ok(mv)
        });
        if let Err(Fault::Wrong(why)) = walked {
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

    fn next(&mut self) -> Result<u8, Fault> {
        let mut byte = [0];
        self.input.read_exact(&mut byte).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => Fault::Wrong("the file ends before its last move".to_string()),
            _ => Fault::Source(Refused::input(self.place(), &error)),
        })?;
        self.bytes += 1;
        Ok(byte[0])
    }

    /// Refuses bytes behind the last move.
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
    mut walked: impl FnMut(&Aim, usize, Walked) -> Result<(), Refused>,
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
            Fault::Wrong(why) => Refused::wrong(moves.place(), why),
            Fault::Source(refused) => refused,
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
pub fn verify<R: BufRead>(mut lines: Lines<R>, memory: usize) -> Result<Verified, Refused> {
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

/// Writes a certificate whose title is read as text, for people: the header, then each state of the
/// players whose claims it has, with the move. It is shown as far as its moves are right; the
/// conditions are not tested.
///
/// # Errors
/// [`Unrendered`].
pub fn show<R: BufRead>(
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
