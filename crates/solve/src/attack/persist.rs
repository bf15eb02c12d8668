//! Persistence of attack searches: what they know, as bytes.

use std::collections::HashSet;
use std::io;

use super::history::{History, MAX_RECORDS, Record};
use super::proof_builder::Repair;
use super::search::Findings;
use super::state::AttackState;
use super::table::Table;
use super::thresholds::{PausedSearch, Progress, TABLE_SHARE, TermsState, ThresholdOrder, ThresholdState};
use super::value::{BoundsState, Found, StartBounds, Turn, table_sixteenths};
use crate::budget::Stopped;
use crate::persist::{Reader, Writer, unreadable};
use superko_go::{Move, Player};
use superko_rules::Key;

/// The most threads whose history heuristic is read.
const MAX_THREADS: usize = 1 << 10;

/// Writes findings.
fn write_findings(to: &mut Writer, findings: &Findings) -> io::Result<()> {
    to.signed(findings.threshold)?;
    to.number(findings.nodes)?;
    to.bool(findings.patched)?;
    to.bool(findings.halted)?;
    let mut banned: Vec<(u64, Move)> = findings.banned.iter().copied().collect();
    banned.sort_unstable();
    to.count(banned.len())?;
    for (hash, mv) in banned {
        to.u64(hash)?;
        to.mv(Some(mv))?;
    }
    to.count(findings.history.len())?;
    findings.history.iter().try_for_each(|history| write_history(to, history))?;
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

/// Reads what [`write_findings`] has written about a board of `points` intersections, with a table
/// of at most `bytes`.
fn read_findings(from: &mut Reader, points: usize, bytes: usize) -> io::Result<Findings> {
    let (threshold, nodes, patched, halted) = (from.signed()?, from.number()?, from.bool()?, from.bool()?);
    let mut banned = HashSet::default();
    for _ in 0..from.count()? {
        banned.insert((from.u64()?, from.mv(points)?.ok_or_else(unreadable)?));
    }
    let threads = from.count()?;
    if !(1..=MAX_THREADS).contains(&threads) {
        return Err(unreadable());
    }
    let history = (0..threads).map(|_| read_history(from, points)).collect::<io::Result<_>>()?;
    let (shape, count) = ((from.number()?, from.count()?), from.count()?);
    let entries = (0..count).map(|_| Ok::<_, io::Error>((from.u64()?, from.u32()?)));
    let table = Table::of_entries(shape, bytes, entries)?;
    Ok(Findings { threshold, table, banned, patched, history, halted, nodes })
}

/// Writes the history heuristic of a thread.
fn write_history(to: &mut Writer, history: &History) -> io::Result<()> {
    history.cutoff_work.iter().flatten().try_for_each(|cutoff_work| to.number(u64::from(*cutoff_work)))?;
    to.number(u64::from(history.trials))?;
    history.mean_work.iter().flatten().try_for_each(|mean_work| to.u64(mean_work.to_bits()))?;
    history.killers.iter().flatten().flatten().try_for_each(|killer| to.u8(*killer))?;
    to.count(history.records.len())?;
    let known = || history.records.iter().enumerate().filter(|(_, record)| **record != Record::default());
    to.count(known().count())?;
    known().try_for_each(|(number, record)| {
        to.count(number)?;
        to.u32(record.success.to_bits())?;
        to.u32(record.cost.to_bits())
    })
}

/// Reads what [`write_history`] has written.
fn read_history(from: &mut Reader, points: usize) -> io::Result<History> {
    let mut history = History::default();
    for cutoff_work in history.cutoff_work.iter_mut().flatten() {
        *cutoff_work = from.number()?;
    }
    history.trials = from.number()?;
    for mean_work in history.mean_work.iter_mut().flatten() {
        *mean_work = f64::from_bits(from.u64()?);
    }
    for killer in history.killers.iter_mut().flatten().flatten() {
        *killer = from.u8()?;
    }
    let (records, known) = (from.count()?, from.count()?);
    if records > points * MAX_RECORDS {
        return Err(unreadable());
    }
    history.records = vec![Record::default(); records];
    for _ in 0..known {
        let (number, success, cost) =
            (from.count()?, f32::from_bits(from.u32()?), f32::from_bits(from.u32()?));
        *history.records.get_mut(number).ok_or_else(unreadable)? = Record { success, cost };
    }
    Ok(history)
}

/// Writes the state of a search for one threshold.
pub fn write_threshold_state(to: &mut Writer, sought: &ThresholdState) -> io::Result<()> {
    to.bool(sought.start.is_some())?;
    if let Some(start) = &sought.start {
        to.position(&start.position)?;
        to.bool(start.proving)?;
    }
    to.count(sought.by_terms.len())?;
    sought.by_terms.iter().try_for_each(|(number, TermsState { bound, repair, findings })| {
        to.count(*number)?;
        to.u8(*bound)?;
        to.count(repair.rounds)?;
        to.bool(findings.is_some())?;
        findings.iter().try_for_each(|findings| write_findings(to, findings))
    })
}

/// Reads what [`write_threshold_state`] has written, within `memory`.
pub fn read_threshold_state(from: &mut Reader, points: usize, memory: usize) -> io::Result<ThresholdState> {
    let mut sought = ThresholdState::kept();
    if from.bool()? {
        // Positions are seen by the prover, who is Black in them.
        let (position, proving) = (from.position()?, from.bool()?);
        let mover = if proving { Player::Black } else { Player::White };
        sought.start = Some(AttackState::start(&position, mover, Player::Black));
    }
    for _ in 0..from.count()? {
        let (number, bound, repair) = (from.count()?, from.u8()?, read_repair(from)?);
        let findings =
            if from.bool()? { Some(read_findings(from, points, memory / TABLE_SHARE)?) } else { None };
        sought.by_terms.insert(number, TermsState { bound, repair, findings });
    }
    Ok(sought)
}

/// Writes the bounds of the starting positions of a session's game.
pub fn write_start_bounds(to: &mut Writer, starts: &StartBounds) -> io::Result<()> {
    let paused = starts.paused();
    to.bool(paused.turn.is_some())?;
    if let Some((key, turn)) = &paused.turn {
        to.key(key)?;
        to.count(turn.number)?;
        to.number(turn.nodes)?;
    }
    to.bool(paused.bounds.is_some())?;
    if let Some((key, bounds)) = &paused.bounds {
        to.key(key)?;
        write_bounds_state(to, bounds)?;
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

/// Reads what [`write_start_bounds`] has written, within `memory`.
pub fn read_start_bounds(
    from: &mut Reader,
    starts: &StartBounds,
    points: usize,
    memory: usize,
) -> io::Result<()> {
    let mut paused = starts.paused();
    if from.bool()? {
        paused.turn = Some((from.key()?, Turn { number: from.count()?, nodes: from.number()? }));
    }
    if from.bool()? {
        let key = from.key()?;
        paused.bounds = Some((key, read_bounds_state(from, points, key.mover, memory)?));
    }
    for _ in 0..from.count()? {
        let (key, nodes, low, high) = (from.key()?, from.number()?, from.signed()?, from.signed()?);
        let (mv, stopped) = (from.mv(points)?, from.bool()?.then_some(Stopped::Nodes));
        starts.found().insert(key, (Found { low, high, mv, stopped }, nodes));
    }
    Ok(())
}

/// Writes the state of a search for the bounds of a value.
pub fn write_bounds_state(to: &mut Writer, bounds: &BoundsState) -> io::Result<()> {
    for ((sure, mv), ceiling) in bounds.sure.into_iter().zip(bounds.ceilings) {
        to.signed(sure)?;
        to.mv(mv)?;
        to.signed(ceiling)?;
    }
    to.bool(bounds.current.is_some())?;
    if let Some((side, order)) = bounds.current {
        to.bool(side == 1)?;
        to.u8(order as u8)?;
    }
    for searches in &bounds.searches {
        to.count(searches.len())?;
        for PausedSearch { progress, findings } in searches {
            to.u8(progress.order as u8)?;
            to.signed(progress.stride)?;
            to.u8(progress.bound)?;
            to.bool(progress.given_up)?;
            to.count(progress.repair.rounds)?;
            write_findings(to, findings)?;
        }
    }
    Ok(())
}

/// Reads what [`write_bounds_state`] has written about a starting position with `mover` to move, within
/// `memory`.
pub fn read_bounds_state(
    from: &mut Reader,
    points: usize,
    mover: Player,
    memory: usize,
) -> io::Result<BoundsState> {
    let (mut sure, mut ceilings) = ([(0, None); 2], [0; 2]);
    for (sure, ceiling) in sure.iter_mut().zip(&mut ceilings) {
        (*sure, *ceiling) = ((from.signed()?, from.mv(points)?), from.signed()?);
    }
    let current = if from.bool()? { Some((usize::from(from.bool()?), read_order(from)?)) } else { None };
    let mut searches = [Vec::new(), Vec::new()];
    for (player, searches) in Player::ALL.into_iter().zip(&mut searches) {
        for _ in 0..from.count()? {
            let (order, stride, bound) = (read_order(from)?, from.signed()?, from.u8()?);
            let (given_up, repair) = (from.bool()?, read_repair(from)?);
            let bytes = memory / 16 * table_sixteenths(player == mover, order);
            let findings = read_findings(from, points, bytes)?;
            let progress = Progress { order, stride, bound, given_up, repair };
            searches.push(PausedSearch { progress, findings });
        }
    }
    Ok(BoundsState { sure, ceilings, searches, current })
}

/// Reads the repairs of a proof, of which the number alone is written.
fn read_repair(from: &mut Reader) -> io::Result<Repair> {
    Ok(Repair { rounds: from.count()?, builder: None })
}

fn read_order(from: &mut Reader) -> io::Result<ThresholdOrder> {
    ThresholdOrder::ALL.get(usize::from(from.u8()?)).copied().ok_or_else(unreadable)
}
