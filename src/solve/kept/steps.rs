//! The steps of proofs as bytes.

use std::io;

use super::bytes::{Reader, Writer, unreadable};
use crate::go::Board;
use crate::rules::fact::{Class, Fact, SecondPosition};
use crate::solve::canon::Frame;
use crate::solve::observer::{Ground, Step};

/// Writes a step of the proof of a lemma.
pub fn write_step(to: &mut Writer, step: &Step) -> io::Result<()> {
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
            to.u64(*lemma)?;
            to.u32(u32::from(frame.symmetry))?;
            to.bool(frame.exchanged)
        }
    }
}

/// Reads a step. `known` says whether it may refer to the lemma of a number.
pub fn read_step(from: &mut Reader, board: &Board, known: &dyn Fn(u64) -> bool) -> io::Result<Step> {
    let mv = from.mv(board.points())?.ok_or_else(unreadable)?;
    let elsewhere = from.bool()?;
    let ground = match from.u8()? {
        0 => Ground::Barred(Box::new(read_fact(from)?)),
        1 => Ground::Ends,
        2 => Ground::Stopped(from.count()?),
        3 => Ground::Life,
        4 => {
            let lemma = from.u64()?;
            let symmetry = u16::try_from(from.u32()?).map_err(|_| unreadable())?;
            let frame = Frame { symmetry, exchanged: from.bool()? };
            if usize::from(symmetry) >= board.symmetries().len() || !known(lemma) {
                return Err(unreadable());
            }
            Ground::Lemma(lemma, frame)
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
