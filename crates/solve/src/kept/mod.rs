//! What engines know, as bytes, for work that goes on in another run or on another machine.
//!
//! | file | what |
//! |---|---|
//! | `bytes.rs` | numbers as bytes, written and read |
//! | `parts.rs` | positions, moves and claims as bytes |
//! | `session.rs` | what a session knows |
//! | `steps.rs` | the steps of proofs as bytes |
//!
//! Each engine writes its own tables: `search/kept.rs` the lemmas and the proof numbers, `bounded/kept.rs` the searches of the
//! bounded engine. Whoever keeps the bytes says which game they are about and sees to it that none is changed (the room
//! `checkpoint` does): **what is read is trusted like memory**. A lemma is used as it stands, without its proof.
//!
//! # Why that is sound
//! A lemma is about a key of one game and says which facts of the past it rests on, so it holds in every run on that game, in
//! whatever order lemmas were found, and without those that were dropped. Proof numbers only guide. What the bounded
//! engine reads of its table is tested on an explicit proof afterwards, as what it has found itself.
//!
//! Phases of keys are the same in every run under each ruleset whose games always end, as the ruleset computes them; where a
//! ruleset numbers them as they come (Jann's) there are no lemmas.

mod bytes;
mod parts;
mod session;
mod steps;

use std::io::{self, Read, Write};

pub use bytes::{Reader, Writer, in_memory, unreadable};
pub use steps::{read_own_step, read_step, write_step};

/// The number of what the bytes mean. It is raised with every change of a hash that is written, of the form of what is
/// written, or of what an entry says; what was written under another number is not read.
pub const MEANING: u32 = 11;

/// What is known of a long effort, and can be written down and read again while nothing is at work on it.
pub trait Kept {
    /// Writes what is known.
    ///
    /// # Errors
    /// The error of the output.
    fn write(&self, to: &mut dyn Write) -> io::Result<()>;

    /// Adds what was written to what is known, which is nothing, within so many bytes of tables: what does not fit and is
    /// cheapest to find again is left out.
    ///
    /// # Errors
    /// The error of the input, or [`io::ErrorKind::InvalidData`] for what [`Kept::write`] does not write about this game.
    /// Then some of it may have been added.
    fn read(&mut self, from: &mut dyn Read, memory: usize) -> io::Result<()>;
}
