//! What the searches of the bounded engine know, as bytes.

use std::collections::HashSet;
use std::io;

use super::known::KnownStarts;
use super::search::Findings;
use super::table::Table;
use super::threshold::{Sought, TABLE, Try};
use super::value::{Attempt, CLIMBS, Climbing, Found};
use crate::go::Move;
use crate::go::board::MAX_POINTS;
use crate::rules::Key;
use crate::solve::budget::Stopped;
use crate::solve::kept::{Reader, Writer, unreadable};

/// The most threads whose experience is read.
const MOST_THREADS: usize = 1 << 10;

/// Writes findings.
pub fn write_findings(to: &mut Writer, findings: &Findings) -> io::Result<()> {
    to.i32(findings.threshold)?;
    to.u64(findings.nodes)?;
    to.bool(findings.patched)?;
    to.bool(findings.halted)?;
    let mut barred: Vec<(u64, Move)> = findings.barred.iter().copied().collect();
    barred.sort_unstable();
    to.count(barred.len())?;
    for (hash, mv) in barred {
        to.u64(hash)?;
        to.mv(Some(mv))?;
    }
    to.count(findings.decided.len())?;
    findings.decided.iter().flatten().flatten().try_for_each(|decided| to.u32(*decided))?;
    let (first, groups) = findings.table.shape();
    to.u32(first)?;
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
    let (threshold, nodes, patched, halted) = (from.i32()?, from.u64()?, from.bool()?, from.bool()?);
    let mut barred = HashSet::default();
    for _ in 0..from.count()? {
        barred.insert((from.u64()?, from.mv(points)?.ok_or_else(unreadable)?));
    }
    let threads = from.count()?;
    if !(1..=MOST_THREADS).contains(&threads) {
        return Err(unreadable());
    }
    let mut decided = vec![[[0; MAX_POINTS]; 2]; threads];
    for decided in decided.iter_mut().flatten().flatten() {
        *decided = from.u32()?;
    }
    let (shape, count) = ((from.u32()?, from.count()?), from.count()?);
    let entries = (0..count).map(|_| Ok::<_, io::Error>((from.u64()?, from.u32()?)));
    let table = Table::of_entries(shape, bytes, entries)?;
    Ok(Findings { threshold, table, barred, patched, decided, halted, nodes })
}

/// Writes what is known of a threshold.
pub fn write_sought(to: &mut Writer, sought: &Sought) -> io::Result<()> {
    to.count(sought.tries.len())?;
    sought.tries.iter().try_for_each(|(number, Try { bound, rounds, findings })| {
        to.count(*number)?;
        to.u8(*bound)?;
        to.count(*rounds)?;
        to.bool(findings.is_some())?;
        findings.iter().try_for_each(|findings| write_findings(to, findings))
    })
}

/// Reads what [`write_sought`] has written, within so many bytes.
pub fn read_sought(from: &mut Reader, points: usize, memory: usize) -> io::Result<Sought> {
    let mut sought = Sought::kept();
    for _ in 0..from.count()? {
        let (number, bound, rounds) = (from.count()?, from.u8()?, from.count()?);
        let findings = if from.bool()? { Some(read_findings(from, points, memory / TABLE)?) } else { None };
        sought.tries.insert(number, Try { bound, rounds, findings });
    }
    Ok(sought)
}

/// Writes what is known of the starts of a session's game.
pub fn write_starts(to: &mut Writer, starts: &KnownStarts) -> io::Result<()> {
    let stopping = starts.stopping();
    to.bool(stopping.first.is_some())?;
    if let Some((key, nodes)) = &stopping.first {
        to.key(key)?;
        to.u64(*nodes)?;
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
        to.u64(nodes)?;
        to.i32(found.low)?;
        to.i32(found.high)?;
        to.mv(found.mv)?;
        to.bool(found.stopped.is_some())
    })
}

/// Reads what [`write_starts`] has written, within so many bytes.
pub fn read_starts(from: &mut Reader, starts: &KnownStarts, points: usize, memory: usize) -> io::Result<()> {
    let mut stopping = starts.stopping();
    if from.bool()? {
        stopping.first = Some((from.key()?, from.u64()?));
    }
    if from.bool()? {
        stopping.climbing = Some((from.key()?, read_climbing(from, points, memory / CLIMBS)?));
    }
    for _ in 0..from.count()? {
        let (key, nodes, low, high) = (from.key()?, from.u64()?, from.i32()?, from.i32()?);
        let (mv, stopped) = (from.mv(points)?, from.bool()?.then_some(Stopped::Nodes));
        starts.found().insert(key, (Found { low, high, mv, stopped }, nodes));
    }
    Ok(())
}

/// Writes what the search for the bounds of a value knows.
pub fn write_climbing(to: &mut Writer, climbing: &Climbing) -> io::Result<()> {
    for (sure, mv) in climbing.sure {
        to.i32(sure)?;
        to.mv(mv)?;
    }
    to.count(climbing.in_hand)?;
    to.count(climbing.attempts.len())?;
    climbing.attempts.iter().try_for_each(|attempt| {
        to.bool(attempt.side == 1)?;
        to.u64(attempt.weight)?;
        to.u8(attempt.bound)?;
        to.bool(attempt.given_up)?;
        to.count(attempt.rounds)?;
        write_findings(to, &attempt.findings)
    })
}

/// Reads what [`write_climbing`] has written, with tables of no more than so many bytes each.
pub fn read_climbing(from: &mut Reader, points: usize, bytes: usize) -> io::Result<Climbing> {
    let mut sure = || Ok::<_, io::Error>((from.i32()?, from.mv(points)?));
    let sure = [sure()?, sure()?];
    let (in_hand, count, mut attempts) = (from.count()?, from.count()?, Vec::new());
    for _ in 0..count {
        attempts.push(Attempt {
            side: usize::from(from.bool()?),
            weight: from.u64()?,
            bound: from.u8()?,
            given_up: from.bool()?,
            rounds: from.count()?,
            findings: read_findings(from, points, bytes)?,
        });
    }
    if in_hand < count { Ok(Climbing { sure, attempts, in_hand }) } else { Err(unreadable()) }
}
