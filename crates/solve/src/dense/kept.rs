//! What is known of a share as bytes, between two rounds: the states themselves are listed again.

use std::io::{self, Read, Write};

use super::share::{NONE, Share};
use super::word::Word;
use crate::kept::{Kept, Reader, Writer, unreadable};

impl Kept for Share {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let mut to = Writer(to);
        to.u8(self.threshold as u8)?;
        [self.records.len(), self.kos.len(), self.entered.len()]
            .into_iter()
            .try_for_each(|count| to.count(count))?;
        for record in &self.records {
            let ([a, b], [c, d]) = (record.own, record.other);
            to.raw(&[a as u8, b as u8, c as u8, d as u8, record.pending])?;
        }
        for ko in &self.kos {
            to.raw(&[ko.own as u8, ko.other as u8, ko.flags])?;
        }
        self.entered.iter().try_for_each(|word| to.u64(word.0))
    }

    /// Takes over what is known of the same share, of which nothing is known yet.
    fn read(&mut self, from: &mut dyn Read, _: usize) -> io::Result<()> {
        let mut from = Reader(from);
        let most = self.threshold - 1;
        let threshold = from.u8()? as i8;
        let known = |score: i8| score == NONE || (threshold..=most).contains(&score);
        let counts = [from.count()?, from.count()?];
        let entered = from.count()?;
        // Each state comes in once for each player.
        let fits = entered <= 2 * self.states();
        if !(-most..=most).contains(&threshold) || counts != [self.records.len(), self.kos.len()] || !fits {
            return Err(unreadable());
        }
        for record in &mut self.records {
            let [a, b, c, d, pending] = from.raw()?;
            (record.own, record.other, record.pending) = ([a as i8, b as i8], [c as i8, d as i8], pending);
            if !record.own.into_iter().chain(record.other).all(known) {
                return Err(unreadable());
            }
        }
        for ko in &mut self.kos {
            let [own, other, flags] = from.raw()?;
            (ko.own, ko.other, ko.flags) = (own as i8, other as i8, flags);
            if !known(ko.own) || !known(ko.other) {
                return Err(unreadable());
            }
        }
        for _ in 0..entered {
            self.entered.push(Word(from.u64()?));
        }
        self.threshold = threshold;
        Ok(())
    }
}
