//! The lemmas of a certificate in the making with their proofs, as bytes.
//!
//! A lemma of a [`Session`](crate::solve::Session) alone would do to find a value, and not to write down why.

use std::collections::{HashMap, HashSet};
use std::io::{self, Read, Write};
use std::sync::Arc;

use super::proving::Proving;
use super::transcript::Entry;
use crate::solve::kept::{Kept, Reader, Writer, read_step, write_step};
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
            let of = |number| known.get(&number).cloned();
            let steps = (0..from.count()?).map(|_| read_step(from, board, &of));
            let steps = steps.collect::<io::Result<_>>()?;
            if in_table {
                self.session.add_lemma(key, &lemma, memory);
            }
            known.insert(lemma.number, Arc::clone(&lemma));
            self.transcript.add(Entry { key, lemma, steps });
        }
        self.session.read_guidance(from, memory)
    }
}
