//! The lemmas of a certificate in the making with their proofs, as bytes.
//!
//! A lemma of a [`Session`](crate::solve::Session) alone would do to find a value, and not to write down why.

use std::collections::{HashMap, HashSet};
use std::io::{self, Read, Write};
use std::sync::Arc;

use super::proving::Proving;
use super::transcript::Entry;
use crate::go::Board;
use crate::rules::fact::{Class, Fact, SecondPosition};
use crate::solve::canon::Frame;
use crate::solve::kept::{Kept, Reader, Writer, unreadable};
use crate::solve::observer::{Ground, Step};
use crate::solve::search::kept::{read_key, read_lemma, write_lemma};
use crate::solve::search::lemma::Lemma;

/// The lemmas that were read, by their numbers.
type Known = HashMap<u64, Arc<Lemma>>;

impl Kept for Proving<'_> {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let mut in_table = HashSet::new();
        self.session.each_lemma(|lemma| _ = in_table.insert(lemma.number));
        let to = &mut Writer(to);
        to.u64(self.session.numbered())?;
        to.count(self.transcript.count())?;
        self.transcript.try_each(|Entry { key, lemma, steps }| {
            to.bool(in_table.contains(&lemma.number))?;
            to.key(key)?;
            write_lemma(to, lemma)?;
            to.count(steps.len())?;
            steps.iter().try_for_each(|step| write_step(to, step))
        })?;
        self.session.write_guidance(to)
    }

    fn read(&mut self, from: &mut dyn Read, memory: usize) -> io::Result<()> {
        let (from, board) = (&mut Reader(from), &self.session.game().board);
        self.session.number_from(from.u64()?);
        let mut known = Known::new();
        for _ in 0..from.count()? {
            let (in_table, key) = (from.bool()?, read_key(from, board)?);
            let lemma = Arc::new(read_lemma(from, board)?);
            let steps = (0..from.count()?).map(|_| read_step(from, board, &known));
            let steps = steps.collect::<io::Result<_>>()?;
            if in_table {
                self.session.add_lemma(key, &lemma, memory);
            }
            known.insert(lemma.number, Arc::clone(&lemma));
            self.transcript.add(Entry { key, lemma, steps });
        }
        self.session.read_guidance(from)
    }
}

fn write_step(to: &mut Writer, step: &Step) -> io::Result<()> {
    to.mv(Some(step.mv))?;
    to.bool(step.elsewhere)?;
    match &step.ground {
        Ground::Barred(fact) => {
            to.u8(0)?;
            write_fact(to, fact)
        }
        Ground::Ends => to.u8(1),
        Ground::Stopped(place) => {
            to.u8(2)?;
            to.count(*place)
        }
        Ground::Life => to.u8(3),
        Ground::Lemma(lemma, frame) => {
            to.u8(4)?;
            to.u64(lemma.number)?;
            to.u32(u32::from(frame.symmetry))?;
            to.bool(frame.exchanged)
        }
    }
}

fn read_step(from: &mut Reader, board: &Board, known: &Known) -> io::Result<Step> {
    let mv = from.mv(board.points())?.ok_or_else(unreadable)?;
    let elsewhere = from.bool()?;
    let ground = match from.u8()? {
        0 => Ground::Barred(read_fact(from)?),
        1 => Ground::Ends,
        2 => Ground::Stopped(from.count()?),
        3 => Ground::Life,
        4 => {
            let lemma = known.get(&from.u64()?).ok_or_else(unreadable)?;
            let symmetry = u16::try_from(from.u32()?).map_err(|_| unreadable())?;
            let frame = Frame { symmetry, exchanged: from.bool()? };
            if usize::from(symmetry) >= board.symmetries().len() {
                return Err(unreadable());
            }
            Ground::Lemma(Arc::clone(lemma), frame)
        }
        _ => return Err(unreadable()),
    };
    Ok(Step { mv, ground, elsewhere })
}

fn write_fact(to: &mut Writer, fact: &Fact) -> io::Result<()> {
    to.u8(fact.class as u8)?;
    to.bool(fact.who.is_some())?;
    fact.who.iter().try_for_each(|who| to.player(*who))?;
    to.position(&fact.position)?;
    to.u32(fact.second.number())
}

fn read_fact(from: &mut Reader) -> io::Result<Fact> {
    let class = Class::ALL.get(usize::from(from.u8()?)).copied().ok_or_else(unreadable)?;
    let who = if from.bool()? { Some(from.player()?) } else { None };
    let (position, second) = (from.position()?, SecondPosition::from_number(from.u32()?));
    Ok(Fact { class, who, position, second })
}
