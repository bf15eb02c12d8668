//! The lemmas to which a step may refer.

use std::collections::HashMap;

use super::packed::Packed;
use crate::format::{Read, Statement};

/// A lemma that may be referred to.
pub struct Known {
    /// What it says.
    pub statement: Statement,
    /// What it reads of the past, in order.
    pub reads: Packed,
    /// Whether it is in the closed set in hand.
    pub closed: bool,
}

impl Known {
    /// The memory that it takes, in bytes.
    fn bytes(&self) -> usize {
        size_of::<Known>() + self.reads.bytes()
    }
}

/// The lemmas at hand.
pub struct Lemmas {
    known: HashMap<u64, Known>,
    /// The bytes that they may take, and those that they do.
    memory: usize,
    pub(super) held: usize,
    /// The number of lemmas so far, and of their reads.
    lemmas: u64,
    reads: u64,
}

impl Lemmas {
    /// None, of at most about `memory` bytes.
    pub fn new(memory: usize) -> Lemmas {
        Lemmas { known: HashMap::new(), memory, held: 0, lemmas: 0, reads: 0 }
    }

    /// The number of lemmas so far.
    pub fn lemmas(&self) -> u64 {
        self.lemmas
    }

    /// The number of reads of all lemmas so far.
    pub fn reads(&self) -> u64 {
        self.reads
    }

    /// The bytes that may be held.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// The lemma with a number, if it may be referred to.
    pub fn get(&self, lemma: u64) -> Option<&Known> {
        self.known.get(&lemma)
    }

    /// Takes the next lemma, and forgets those to which it refers for the last time.
    ///
    /// # Errors
    /// There is no room for it. Nothing is changed then.
    pub fn keep(
        &mut self,
        statement: Statement,
        reads: &[Read],
        closed: bool,
        last: &[u64],
    ) -> Result<(), String> {
        let known = Known { statement, reads: Packed::of(reads), closed };
        let forgotten: usize = last.iter().filter_map(|lemma| self.known.get(lemma)).map(Known::bytes).sum();
        if self.held - forgotten + known.bytes() > self.memory {
            return Err(format!("the reads of all lemmas at hand take more than {} bytes", self.memory));
        }
        self.forget(last);
        self.lemmas += 1;
        self.reads += reads.len() as u64;
        self.held += known.bytes();
        self.known.insert(self.lemmas, known);
        Ok(())
    }

    /// Forgets some lemmas.
    pub fn forget(&mut self, lemmas: &[u64]) {
        for lemma in lemmas {
            self.held -= self.known.remove(lemma).map_or(0, |known| known.bytes());
        }
    }
}
