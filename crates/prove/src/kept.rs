//! The lemmas of a certificate in the making with their proofs, as bytes.
//!
//! A lemma of a [`Session`](superko_solve::Session) alone would do to find a value, and not to write down why.

use std::io::{self, Read, Write};
use std::sync::Arc;

use ahash::AHashSet;

use super::entry::{Entry, Said};
use super::proving::Proving;
use superko_solve::kept::{Kept, Reader, Writer, read_step, write_step};
use superko_solve::observer::Observer;
use superko_solve::search::kept::{ReadRuns, WrittenRuns, read_key, read_lemma, write_lemma};

fn write_said(to: &mut Writer, Said { number, sure, claim }: &Said) -> io::Result<()> {
    to.number(*number)?;
    to.side(*sure)?;
    to.question(*claim)
}

fn read_said(from: &mut Reader) -> io::Result<Said> {
    Ok(Said { number: from.number()?, sure: from.side()?, claim: from.question()? })
}

impl Kept for Proving<'_> {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let mut in_table = AHashSet::new();
        self.session.each_lemma(|lemma| _ = in_table.insert(lemma.number));
        let (to, runs, needed) = (&mut Writer(to), &mut WrittenRuns::default(), self.transcript.needed());
        to.number(self.session.numbered())?;
        to.count(needed.count())?;
        for Entry { key, said, lemma, steps } in needed.all() {
            to.bool(in_table.contains(&said.number))?;
            to.key(&key)?;
            to.bool(lemma.is_some())?;
            match lemma {
                Some(lemma) => write_lemma(to, &lemma, runs)?,
                None => write_said(to, &said)?,
            }
            to.count(steps.len())?;
            steps.iter().try_for_each(|step| write_step(to, step))?;
        }
        self.session.write_guidance(to)
    }

    fn read(&mut self, from: &mut dyn Read, memory: usize) -> io::Result<()> {
        let (from, board) = (&mut Reader(from), &self.session.game().board);
        self.session.number_from(from.number()?);
        let (mut known, mut dropped, mut runs) = (AHashSet::new(), false, ReadRuns::default());
        for _ in 0..from.count()? {
            let (in_table, key) = (from.bool()?, read_key(from, board)?);
            let lemma = match from.bool()? {
                true => Some(Arc::new(read_lemma(from, board, &mut runs)?)),
                false => None,
            };
            let said = lemma.as_ref().map_or_else(|| read_said(from), |lemma| Ok(Said::of(lemma)))?;
            let steps = (0..from.count()?).map(|_| read_step(from, board, &|number| known.contains(&number)));
            let steps = steps.collect::<io::Result<_>>()?;
            known.insert(said.number);
            if let Some(lemma) = lemma.as_ref().filter(|_| in_table) {
                dropped |= self.session.add_lemma(key, lemma, memory);
            }
            self.transcript.add(Entry { key, said, lemma, steps });
        }
        // Only now it is known what all of them refer to.
        match dropped {
            true => self.transcript.let_go(),
            false => self.transcript.tidy(),
        }
        self.session.read_guidance(from, memory)
    }
}
