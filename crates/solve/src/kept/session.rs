//! What a session knows: lemmas, bounds that need no past, and how far the work in hand has come.

use std::convert::Infallible;
use std::io::{self, Read, Write};
use std::sync::Arc;

use super::Kept;
use super::bytes::{Reader, Writer};
use crate::bounded::kept::{read_starts, write_starts};
use crate::search::kept::{read_guidance, read_lemmas, write_guidance, write_lemmas};
use crate::search::lemma::Lemma;
use crate::session::Session;
use superko_rules::Key;

/// For those who keep lemmas with more than a session has of them.
impl Session<'_> {
    /// Passes on every lemma.
    pub fn each_lemma(&self, mut pass: impl FnMut(&Lemma)) {
        let each = self.lemmas.try_each(|_, list| {
            list.iter().for_each(|lemma| pass(lemma));
            Ok::<(), Infallible>(())
        });
        each.unwrap_or_else(|never| match never {});
    }

    /// Adds a lemma about a key that another run has proved, within so many bytes. Returns whether lemmas were dropped for it.
    pub fn add_lemma(&self, key: Key, lemma: &Arc<Lemma>, memory: usize) -> bool {
        self.lemmas.insert(&self.game().board, key, Arc::clone(lemma));
        self.lemmas.keep_within(memory)
    }

    /// How many lemmas were ever numbered.
    pub fn numbered(&self) -> u64 {
        self.lemmas.numbered()
    }

    /// Says that so many were numbered in another run.
    pub fn number_from(&self, numbered: u64) {
        self.lemmas.number_from(numbered);
    }

    /// Writes how far the work in hand has come.
    pub fn write_guidance(&self, to: &mut Writer) -> io::Result<()> {
        self.guidance.iter().try_for_each(|guidance| write_guidance(to, guidance))
    }

    /// Reads what [`Session::write_guidance`] has written, within a memory limit.
    pub fn read_guidance(&self, from: &mut Reader, memory: usize) -> io::Result<()> {
        self.guidance
            .iter()
            .try_for_each(|guidance| read_guidance(from, guidance, &self.game().board, memory))
    }
}

impl Kept for Session<'_> {
    fn write(&self, to: &mut dyn Write) -> io::Result<()> {
        let to = &mut Writer(to);
        write_lemmas(to, &self.lemmas)?;
        write_starts(to, &self.starts)?;
        self.write_guidance(to)
    }

    fn read(&mut self, from: &mut dyn Read, memory: usize) -> io::Result<()> {
        let from = &mut Reader(from);
        let board = &self.game().board;
        read_lemmas(from, &self.lemmas, board, memory)?;
        let left = memory.saturating_sub(self.lemmas.bytes());
        read_starts(from, &self.starts, board.points(), left)?;
        self.read_guidance(from, memory)
    }
}
