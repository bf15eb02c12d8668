//! Lemmas and proof numbers as bytes.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use super::guidance::{Guidance, InHand};
use super::lemma::{Lemma, Reads};
use super::proof_numbers::{Numbers, ProofNumbers};
use super::runs::Runs;
use super::searcher::numbers_bytes;
use super::table::LemmaTable;
use crate::canon::Frame;
use crate::kept::{Reader, Writer, unreadable};
use superko_go::Board;
use superko_rules::Key;

/// How many lemmas are read before the memory that they take is looked at.
const STRIDE: usize = 1 << 12;

/// The runs that were written, each of which is written once.
#[derive(Default)]
pub struct WrittenRuns {
    /// Their numbers, by where they are.
    numbers: HashMap<*const Runs, usize>,
    /// While they are held nothing else comes to be there.
    held: Vec<Arc<Runs>>,
}

impl WrittenRuns {
    /// Writes the runs of a lemma: 0 if it has none, and else 1 more than their number and, if they are new, their bytes.
    fn write(&mut self, to: &mut Writer, runs: Option<&Arc<Runs>>) -> io::Result<()> {
        let Some(runs) = runs else { return to.count(0) };
        let new = self.held.len();
        let number = *self.numbers.entry(Arc::as_ptr(runs)).or_insert(new);
        to.count(1 + number)?;
        if number == new {
            self.held.push(Arc::clone(runs));
            to.bytes(runs.packed())?;
        }
        Ok(())
    }
}

/// The runs that were read. They take their memory until all lemmas are read, though the table may have dropped those that have them.
#[derive(Default)]
pub struct ReadRuns(Vec<Arc<Runs>>);

impl ReadRuns {
    /// Reads what [`WrittenRuns::write`] has written.
    fn read(&mut self, from: &mut Reader, board: &Board) -> io::Result<Option<Arc<Runs>>> {
        let Some(number) = from.count()?.checked_sub(1) else { return Ok(None) };
        if number == self.0.len() {
            let runs = Runs::of_packed(board, &from.bytes()?).ok_or_else(unreadable)?;
            self.0.push(Arc::new(runs));
        }
        Ok(Some(Arc::clone(self.0.get(number).ok_or_else(unreadable)?)))
    }
}

/// Writes a lemma without its key.
pub fn write_lemma(to: &mut Writer, lemma: &Lemma, runs: &mut WrittenRuns) -> io::Result<()> {
    to.number(lemma.number)?;
    to.side(lemma.sure)?;
    to.question(lemma.claim)?;
    to.mv(lemma.mv)?;
    to.number(u64::from(lemma.effort))?;
    runs.write(to, lemma.runs().map(|(runs, _)| runs))?;
    if let Some((_, Frame { symmetry, exchanged })) = lemma.runs() {
        to.count(usize::from(symmetry))?;
        to.bool(exchanged)?;
    }
    to.bytes(lemma.outside_runs())
}

/// Reads a lemma without its key.
pub fn read_lemma(from: &mut Reader, board: &Board, runs: &mut ReadRuns) -> io::Result<Lemma> {
    let (number, sure, claim) = (from.number()?, from.side()?, from.question()?);
    let (mv, effort) = (from.mv(board.points())?, from.number()?);
    let runs = match runs.read(from, board)? {
        None => None,
        Some(runs) => {
            let (symmetry, exchanged) = (from.number::<u16>()?, from.bool()?);
            let is_there = usize::from(symmetry) < board.symmetries().len();
            Some((runs, is_there.then_some(Frame { symmetry, exchanged }).ok_or_else(unreadable)?))
        }
    };
    let reads = Reads::of_packed(board, runs, &from.bytes()?).ok_or_else(unreadable)?;
    Ok(Lemma::new(number, sure, claim, mv, effort, reads))
}

/// Writes all lemmas of a table.
pub fn write_lemmas(to: &mut Writer, lemmas: &LemmaTable) -> io::Result<()> {
    to.number(lemmas.numbered())?;
    let mut runs = WrittenRuns::default();
    lemmas.try_each(|key, list| {
        // Keys follow until one comes with no lemma.
        to.count(list.len())?;
        to.key(key)?;
        list.iter().try_for_each(|lemma| write_lemma(to, lemma, &mut runs))
    })?;
    to.count(0)
}

/// Reads what [`write_lemmas`] has written, within so many bytes but for runs of lemmas that were dropped meanwhile.
pub fn read_lemmas(from: &mut Reader, lemmas: &LemmaTable, board: &Board, memory: usize) -> io::Result<()> {
    lemmas.number_from(from.number()?);
    let (mut read, mut runs) = (0, ReadRuns::default());
    loop {
        let count = from.count()?;
        if count == 0 {
            lemmas.keep_within(memory);
            return Ok(());
        }
        let key = read_key(from, board)?;
        for _ in 0..count {
            lemmas.insert(board, key, Arc::new(read_lemma(from, board, &mut runs)?));
            read += 1;
            if read % STRIDE == 0 {
                lemmas.keep_within(memory);
            }
        }
    }
}

/// Reads a key whose stones are on the board.
pub fn read_key(from: &mut Reader, board: &Board) -> io::Result<Key> {
    let key = from.key()?;
    let beyond = |word: &u64| word & !board.full() != 0;
    let strange = !key.position.is_packed() && key.position.stones.iter().any(beyond);
    if strange { Err(unreadable()) } else { Ok(key) }
}

/// Writes what guides work that goes on.
pub fn write_guidance(to: &mut Writer, guidance: &Guidance) -> io::Result<()> {
    let line = guidance.all_of_the_line();
    to.bool(line.is_some())?;
    if let Some((key, moves)) = line {
        to.key(&key)?;
        to.count(moves.len())?;
        moves.into_iter().try_for_each(|mv| to.mv(Some(mv)))?;
    }
    let in_hand = guidance.in_hand();
    to.bool(in_hand.is_some())?;
    let Some(InHand { number, numbers, claims }) = in_hand else { return Ok(()) };
    to.count(number)?;
    to.bool(claims.is_some())?;
    if let Some((key, claims)) = claims {
        to.key(&key)?;
        to.count(claims.len())?;
        claims.into_iter().try_for_each(|(sure, claim)| {
            to.side(sure)?;
            to.question(claim)
        })?;
    }
    to.count(numbers.most_bytes())?;
    let sound = |(_, numbers): &(u64, Numbers)| numbers.are_sound();
    for (hash, Numbers { proof, disproof }) in numbers.all().filter(sound) {
        to.number(u64::from(proof))?;
        to.number(u64::from(disproof))?;
        to.u64(hash)?;
    }
    // No number is 0.
    to.number(0)
}

/// Reads what [`write_guidance`] has written, perhaps under a greater memory limit; this is the one of now.
pub fn read_guidance(from: &mut Reader, guidance: &Guidance, board: &Board, memory: usize) -> io::Result<()> {
    if from.bool()? {
        let key = read_key(from, board)?;
        let moves = (0..from.count()?).map(|_| from.mv(board.points())?.ok_or_else(unreadable));
        guidance.keep_line(key, moves.collect::<io::Result<_>>()?);
    }
    if !from.bool()? {
        return Ok(());
    }
    let number = from.count()?;
    let mut claims = None;
    if from.bool()? {
        let key = read_key(from, board)?;
        let proved = (0..from.count()?).map(|_| Ok((from.side()?, from.question()?)));
        claims = Some((key, proved.collect::<io::Result<_>>()?));
    }
    let most = from.count()?;
    let mut numbers = ProofNumbers::new(most.min(numbers_bytes(memory, 1)));
    loop {
        let proof = from.number()?;
        if proof == 0 {
            guidance.keep(InHand { number, numbers, claims });
            return Ok(());
        }
        let (read, hash) = (Numbers { proof, disproof: from.number()? }, from.u64()?);
        if !read.are_sound() {
            return Err(unreadable());
        }
        numbers.put(hash, read);
    }
}
