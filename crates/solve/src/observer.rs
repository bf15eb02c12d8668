//! Observers of the search, which receive every lemma with its proof, to make certificates.
//!
//! Every lemma is reported once, when it is made or received with its proof. So the lemmas that a
//! step refers to have been reported before, except for those that a [helper](super::dfpn::jobs)
//! has from its manager.

use std::io;
use std::sync::Arc;

use superko_go::board::MAX_POINTS;
use superko_go::{Board, Move};
use superko_rules::Key;
use superko_rules::fact::{Class, Fact, Second};

use super::canon::Frame;
use super::lemma::Lemma;
use super::persist::{Reader, Writer, unreadable};

/// The reason why a move serves the side that is sure of a lemma's claim.
#[derive(Debug, Clone)]
pub enum Ground {
    /// This fact holds and makes it illegal.
    Barred(Box<Fact>),
    /// It ends the game under every history.
    Ends,
    /// It ends the game because its stop of this index holds.
    Stopped(usize),
    /// After it the side keeps enough by passing to the end (unconditional life).
    Life,
    /// The lemma of this number, about the key after the move. The frame leads from the position
    /// after the move to the lemma's key.
    Lemma(u64, Frame),
}

/// A step of a proof: a move at the key of a lemma, and its ground.
#[derive(Debug, Clone)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// The ground.
    pub ground: Ground,
    /// Whether one of its stops holds and changes its successor.
    pub elsewhere: bool,
}

/// An observer of a search.
pub trait Observer: Sync {
    /// Receives a lemma about a key, both in the canonical frame, and its proof: one step if the
    /// mover is on the side that is sure of the claim, else one for every move that the board
    /// admits.
    fn proved(&self, key: &Key, lemma: &Arc<Lemma>, steps: Vec<Step>);

    /// A reported lemma by its number, with its key and its proof, if the observer has kept it.
    fn kept(&self, _number: u64) -> Option<(Key, Arc<Lemma>, Vec<Step>)> {
        None
    }

    /// The memory of the observer without the lemmas, in bytes.
    fn bytes(&self) -> usize {
        0
    }

    /// Releases lemmas that were dropped from the table for lack of memory.
    fn release(&self) {}
}

// --- Steps as bytes ------------------------------------------------------------------------------

/// The first byte of a step: the kind of its ground, plus `ELSEWHERE`.
mod kind {
    pub const BARRED: u8 = 0;
    pub const ENDS: u8 = 1;
    pub const STOPPED: u8 = 2;
    pub const LIFE: u8 = 3;
    pub const LEMMA: u8 = 4;
    pub const LEMMA_EXCHANGED: u8 = 5;
    pub const ELSEWHERE: u8 = 8;
}

/// Writes a step of the proof of a lemma.
pub fn write_step(to: &mut Writer, step: &Step) -> io::Result<()> {
    let kind = match step.ground {
        Ground::Barred(_) => kind::BARRED,
        Ground::Ends => kind::ENDS,
        Ground::Stopped(_) => kind::STOPPED,
        Ground::Life => kind::LIFE,
        Ground::Lemma(_, Frame { exchanged: false, .. }) => kind::LEMMA,
        Ground::Lemma(_, Frame { exchanged: true, .. }) => kind::LEMMA_EXCHANGED,
    };
    to.u8(kind | if step.elsewhere { kind::ELSEWHERE } else { 0 })?;
    to.mv(Some(step.mv))?;
    match &step.ground {
        Ground::Barred(fact) => write_fact(to, fact),
        Ground::Stopped(place) => to.count(*place),
        Ground::Lemma(lemma, frame) => {
            to.number(*lemma)?;
            to.number(u64::from(frame.symmetry))
        }
        Ground::Ends | Ground::Life => Ok(()),
    }
}

/// Reads a step of a proof on a board. `known` tells whether it may refer to the lemma of a number.
pub fn read_step(from: &mut Reader, board: &Board, known: &dyn Fn(u64) -> bool) -> io::Result<Step> {
    let step = read_own_step(from)?;
    let on_board = step.mv.names().is_none_or(|point| usize::from(point) < board.points());
    let referred = match step.ground {
        Ground::Lemma(lemma, frame) => usize::from(frame.symmetry) < board.symmetries().len() && known(lemma),
        _ => true,
    };
    if on_board && referred { Ok(step) } else { Err(unreadable()) }
}

/// Reads a step that this process has written, of any board.
pub fn read_own_step(from: &mut Reader) -> io::Result<Step> {
    let (kind, mv) = (from.u8()?, from.mv(MAX_POINTS)?.ok_or_else(unreadable)?);
    let elsewhere = kind & kind::ELSEWHERE != 0;
    let ground = match kind & !kind::ELSEWHERE {
        kind::BARRED => Ground::Barred(Box::new(read_fact(from)?)),
        kind::ENDS => Ground::Ends,
        kind::STOPPED => Ground::Stopped(from.count()?),
        kind::LIFE => Ground::Life,
        kind @ (kind::LEMMA | kind::LEMMA_EXCHANGED) => {
            let (lemma, symmetry) = (from.number()?, from.number()?);
            Ground::Lemma(lemma, Frame { symmetry, exchanged: kind == kind::LEMMA_EXCHANGED })
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
    to.number(u64::from(fact.second.number()))
}

fn read_fact(from: &mut Reader) -> io::Result<Fact> {
    let class = Class::ALL.get(usize::from(from.u8()?)).copied().ok_or_else(unreadable)?;
    let who = if from.bool()? { Some(from.player()?) } else { None };
    let (position, second) = (from.position()?, Second::from_number(from.number()?));
    Ok(Fact { class, who, position, second })
}
