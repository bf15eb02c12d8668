//! What the searches of the bounded engine know, as bytes.

use std::collections::HashSet;
use std::io;

use super::history::{Experience, MOST_RECORDS, Record};
use super::proof_builder::Mending;
use super::search::Findings;
use super::state::Place;
use super::table::Table;
use super::thresholds::{Attempt, Sought, TABLE, Try, Way};
use super::value::{Climbing, Found, KnownStarts, Turn, WAYS, sixteenths};
use crate::budget::Stopped;
use crate::kept::{Reader, Writer, unreadable};
use superko_go::{Move, Player};
use superko_rules::Key;

/// The most threads whose experience is read.
const MOST_THREADS: usize = 1 << 10;

/// Writes findings.
pub fn write_findings(to: &mut Writer, findings: &Findings) -> io::Result<()> {
    to.signed(findings.threshold)?;
    to.number(findings.nodes)?;
    to.bool(findings.patched)?;
    to.bool(findings.halted)?;
    let mut barred: Vec<(u64, Move)> = findings.barred.iter().copied().collect();
    barred.sort_unstable();
    to.count(barred.len())?;
    for (hash, mv) in barred {
        to.u64(hash)?;
        to.mv(Some(mv))?;
    }
    to.count(findings.experience.len())?;
    findings.experience.iter().try_for_each(|learnt| write_experience(to, learnt))?;
    let (first, groups) = findings.table.shape();
    to.number(u64::from(first))?;
    to.count(groups)?;
    // Some may have been lost when the table grew.
    to.count(findings.table.entries().count())?;
    findings.table.entries().try_for_each(|(hash, known)| {
        to.u64(hash)?;
        to.u32(known)
    })
}

/// Reads what [`write_findings`] has written about a board of so many intersections, with a table of no more than so many
/// bytes.
pub fn read_findings(from: &mut Reader, points: usize, bytes: usize) -> io::Result<Findings> {
    let (threshold, nodes, patched, halted) = (from.signed()?, from.number()?, from.bool()?, from.bool()?);
    let mut barred = HashSet::default();
    for _ in 0..from.count()? {
        barred.insert((from.u64()?, from.mv(points)?.ok_or_else(unreadable)?));
    }
    let threads = from.count()?;
    if !(1..=MOST_THREADS).contains(&threads) {
        return Err(unreadable());
    }
    let experience = (0..threads).map(|_| read_experience(from, points)).collect::<io::Result<_>>()?;
    let (shape, count) = ((from.number()?, from.count()?), from.count()?);
    let entries = (0..count).map(|_| Ok::<_, io::Error>((from.u64()?, from.u32()?)));
    let table = Table::of_entries(shape, bytes, entries)?;
    Ok(Findings { threshold, table, barred, patched, experience, halted, nodes })
}

/// Writes what was learnt of moves.
fn write_experience(to: &mut Writer, learnt: &Experience) -> io::Result<()> {
    learnt.decided.iter().flatten().try_for_each(|decided| to.number(u64::from(*decided)))?;
    to.number(u64::from(learnt.trials))?;
    learnt.usual.iter().flatten().try_for_each(|usual| to.u64(usual.to_bits()))?;
    learnt.killers.iter().flatten().flatten().try_for_each(|killer| to.u8(*killer))?;
    to.count(learnt.records.len())?;
    let known = || learnt.records.iter().enumerate().filter(|(_, record)| **record != Record::default());
    to.count(known().count())?;
    known().try_for_each(|(number, record)| {
        to.count(number)?;
        to.u32(record.worth.to_bits())?;
        to.u32(record.cost.to_bits())
    })
}

/// Reads what [`write_experience`] has written on a board of so many intersections.
fn read_experience(from: &mut Reader, points: usize) -> io::Result<Experience> {
    let mut learnt = Experience::default();
    for decided in learnt.decided.iter_mut().flatten() {
        *decided = from.number()?;
    }
    learnt.trials = from.number()?;
    for usual in learnt.usual.iter_mut().flatten() {
        *usual = f64::from_bits(from.u64()?);
    }
    for killer in learnt.killers.iter_mut().flatten().flatten() {
        *killer = from.u8()?;
    }
    let (records, known) = (from.count()?, from.count()?);
    if records > points * MOST_RECORDS {
        return Err(unreadable());
    }
    learnt.records = vec![Record::default(); records];
    for _ in 0..known {
        let (number, worth, cost) = (from.count()?, f32::from_bits(from.u32()?), f32::from_bits(from.u32()?));
        *learnt.records.get_mut(number).ok_or_else(unreadable)? = Record { worth, cost };
    }
    Ok(learnt)
}

/// Writes what is known of a threshold.
pub fn write_sought(to: &mut Writer, sought: &Sought) -> io::Result<()> {
    to.bool(sought.start.is_some())?;
    if let Some(start) = &sought.start {
        to.position(&start.position)?;
        to.bool(start.proving)?;
    }
    to.count(sought.tries.len())?;
    sought.tries.iter().try_for_each(|(number, Try { bound, mending, findings })| {
        to.count(*number)?;
        to.u8(*bound)?;
        to.count(mending.rounds)?;
        to.bool(findings.is_some())?;
        findings.iter().try_for_each(|findings| write_findings(to, findings))
    })
}

/// Reads what [`write_sought`] has written, within so many bytes.
pub fn read_sought(from: &mut Reader, points: usize, memory: usize) -> io::Result<Sought> {
    let mut sought = Sought::kept();
    if from.bool()? {
        // Positions are seen by the prover, who is Black in them.
        let (position, proving) = (from.position()?, from.bool()?);
        let mover = if proving { Player::Black } else { Player::White };
        sought.start = Some(Place::start(&position, mover, Player::Black));
    }
    for _ in 0..from.count()? {
        let (number, bound, mending) = (from.count()?, from.u8()?, read_mending(from)?);
        let findings = if from.bool()? { Some(read_findings(from, points, memory / TABLE)?) } else { None };
        sought.tries.insert(number, Try { bound, mending, findings });
    }
    Ok(sought)
}

/// Writes what is known of the starts of a session's game.
pub fn write_starts(to: &mut Writer, starts: &KnownStarts) -> io::Result<()> {
    let stopping = starts.stopping();
    to.bool(stopping.turn.is_some())?;
    if let Some((key, turn)) = &stopping.turn {
        to.key(key)?;
        to.count(turn.number)?;
        to.number(turn.nodes)?;
    }
    to.bool(stopping.climbing.is_some())?;
    if let Some((key, climbing)) = &stopping.climbing {
        to.key(key)?;
        write_climbing(to, climbing)?;
    }
    let found: Vec<(Key, (Found, u64))> = starts.found().iter().map(|(key, found)| (*key, *found)).collect();
    to.count(found.len())?;
    found.into_iter().try_for_each(|(key, (found, nodes))| {
        to.key(&key)?;
        to.number(nodes)?;
        to.signed(found.low)?;
        to.signed(found.high)?;
        to.mv(found.mv)?;
        to.bool(found.stopped.is_some())
    })
}

/// Reads what [`write_starts`] has written, within so many bytes.
pub fn read_starts(from: &mut Reader, starts: &KnownStarts, points: usize, memory: usize) -> io::Result<()> {
    let mut stopping = starts.stopping();
    if from.bool()? {
        stopping.turn = Some((from.key()?, Turn { number: from.count()?, nodes: from.number()? }));
    }
    if from.bool()? {
        let key = from.key()?;
        stopping.climbing = Some((key, read_climbing(from, points, key.mover, memory)?));
    }
    for _ in 0..from.count()? {
        let (key, nodes, low, high) = (from.key()?, from.number()?, from.signed()?, from.signed()?);
        let (mv, stopped) = (from.mv(points)?, from.bool()?.then_some(Stopped::Nodes));
        starts.found().insert(key, (Found { low, high, mv, stopped }, nodes));
    }
    Ok(())
}

/// Writes what the search for the bounds of a value knows.
pub fn write_climbing(to: &mut Writer, climbing: &Climbing) -> io::Result<()> {
    for ((sure, mv), ceiling) in climbing.sure.into_iter().zip(climbing.ceilings) {
        to.signed(sure)?;
        to.mv(mv)?;
        to.signed(ceiling)?;
    }
    to.bool(climbing.in_hand.is_some())?;
    if let Some((side, way)) = climbing.in_hand {
        to.bool(side == 1)?;
        to.u8(way as u8)?;
    }
    for attempts in &climbing.attempts {
        to.count(attempts.len())?;
        for attempt in attempts {
            to.u8(attempt.way as u8)?;
            to.signed(attempt.stride)?;
            to.u8(attempt.bound)?;
            to.bool(attempt.given_up)?;
            to.count(attempt.mending.rounds)?;
            write_findings(to, &attempt.findings)?;
        }
    }
    Ok(())
}

/// Reads what [`write_climbing`] has written about a start with a player to move, within so many bytes.
pub fn read_climbing(from: &mut Reader, points: usize, mover: Player, memory: usize) -> io::Result<Climbing> {
    let (mut sure, mut ceilings) = ([(0, None); 2], [0; 2]);
    for (sure, ceiling) in sure.iter_mut().zip(&mut ceilings) {
        (*sure, *ceiling) = ((from.signed()?, from.mv(points)?), from.signed()?);
    }
    let in_hand = if from.bool()? { Some((usize::from(from.bool()?), read_way(from)?)) } else { None };
    let mut attempts = [Vec::new(), Vec::new()];
    for (player, attempts) in Player::ALL.into_iter().zip(&mut attempts) {
        for _ in 0..from.count()? {
            let (way, stride, bound) = (read_way(from)?, from.signed()?, from.u8()?);
            let (given_up, mending) = (from.bool()?, read_mending(from)?);
            let bytes = memory / 16 * sixteenths(player == mover, way);
            let findings = read_findings(from, points, bytes)?;
            attempts.push(Attempt { way, stride, bound, given_up, mending, findings });
        }
    }
    Ok(Climbing { sure, ceilings, attempts, in_hand })
}

/// What is written of a proof in hand is how often it was mended.
fn read_mending(from: &mut Reader) -> io::Result<Mending> {
    Ok(Mending { rounds: from.count()?, making: None })
}

fn read_way(from: &mut Reader) -> io::Result<Way> {
    WAYS.get(usize::from(from.u8()?)).copied().ok_or_else(unreadable)
}
