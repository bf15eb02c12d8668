//! What can come back on a line of a proof: states, and positions whatever the turn.
//!
//! Where no state comes back, the states have numbers by which each comes after all that it leads
//! to, and each has the least number of those that it leads to. One leads to another only if both
//! numbers of the other lie between its own, so a search for a line goes by way of few states.

use std::collections::HashSet;

use super::walk::Walked;
use crate::format::PASS;

/// The lines of a proof in which no state comes back.
pub struct Lines<'a> {
    walked: &'a Walked,
    /// The numbers of all states, those with one position together.
    order: Vec<u32>,
    /// The place of each state in `order`.
    places: Vec<u32>,
    /// The two numbers of each state, by the edges in their order and by the edges from the last to
    /// the first.
    numbers: [Vec<[u32; 2]>; 2],
}

impl<'a> Lines<'a> {
    /// The lines of a proof.
    ///
    /// # Errors
    /// A state that comes back.
    pub fn of(walked: &'a Walked) -> Result<Lines<'a>, u32> {
        let states = &walked.states;
        let mut order: Vec<u32> = (0..states.len() as u32).collect();
        order.sort_unstable_by_key(|number| (states[*number as usize].stones, *number));
        let mut places = vec![0; states.len()];
        for (place, number) in (0..).zip(&order) {
            places[*number as usize] = place;
        }
        let numbers = [numbers(walked, false)?, numbers(walked, true)?];
        Ok(Lines { walked, order, places, numbers })
    }

    /// The states with the position of one.
    fn same(&self, state: u32) -> impl Iterator<Item = u32> {
        let stones = |number: u32| self.walked.states[number as usize].stones;
        let (before, behind) = self.order.split_at(self.places[state as usize] as usize);
        let both = before.iter().rev().take_while(move |number| stones(**number) == stones(state));
        both.chain(behind.iter().take_while(move |number| stones(**number) == stones(state))).copied()
    }

    /// Whether a stone of the prover in a state, which leads to the other, may make a position of
    /// its line again: from a state of that position, whatever the turn, the proof leads to the
    /// state in which he plays.
    pub fn recreates(&self, from: u32, to: u32) -> bool {
        self.same(to).any(|state| self.leads(state, from))
    }

    /// Whether such a stone may make a position again that a stone of the prover has made, or that
    /// was the start at his opponent's turn.
    pub fn makes_again(&self, from: u32, to: u32) -> bool {
        let states = &self.walked.states;
        let made = |state: &u32| {
            let (before, after) = (&states[*state as usize], &states[to as usize]);
            before.mover == after.mover && !before.passed
        };
        self.same(to).filter(made).any(|state| self.leads(state, from))
    }

    /// Whether the position of a state, in which the prover has just passed, may come back after a
    /// stone of his opponent.
    pub fn comes_back(&self, passed: u32) -> bool {
        let nexts = self.walked.nexts(passed).iter();
        let mut stones = nexts.filter(|next| !self.walked.states[**next as usize].passed);
        stones.any(|stone| self.same(passed).any(|state| self.leads(*stone, state)))
    }

    /// Whether a state leads to another, or is the other.
    fn leads(&self, from: u32, to: u32) -> bool {
        let may_lead = |state: u32| {
            self.numbers.iter().all(|numbers| {
                let ([least, own], [aim_least, aim]) = (numbers[state as usize], numbers[to as usize]);
                least <= aim_least && aim <= own
            })
        };
        let mut open = if may_lead(from) { vec![from] } else { Vec::new() };
        let mut seen = HashSet::new();
        while let Some(state) = open.pop() {
            if state == to {
                return true;
            }
            let nexts = self.walked.nexts(state).iter().copied();
            open.extend(nexts.filter(|next| may_lead(*next) && seen.insert(*next)));
        }
        false
    }
}

/// The numbers of all states: the least of those that each leads to or is, and its own. The search
/// leaves a state, and numbers it, after all that it leads to.
fn numbers(walked: &Walked, backwards: bool) -> Result<Vec<[u32; 2]>, u32> {
    const NEW: u32 = u32::MAX;
    const ON_PATH: u32 = u32::MAX - 1;
    let mut numbers = vec![[NEW; 2]; walked.states.len()];
    let mut left = 0;
    // All states are come to from the first.
    let mut path: Vec<(u32, usize)> = if numbers.is_empty() { Vec::new() } else { vec![(0, 0)] };
    while let Some((state, edge)) = path.last_mut() {
        let (number, nexts) = (*state as usize, walked.nexts(*state));
        numbers[number][1] = ON_PATH;
        if *edge == nexts.len() {
            let least = nexts.iter().map(|next| numbers[*next as usize][0]).fold(left, u32::min);
            numbers[number] = [least, left];
            left += 1;
            path.pop();
            continue;
        }
        let next = if backwards { nexts[nexts.len() - 1 - *edge] } else { nexts[*edge] };
        *edge += 1;
        match numbers[next as usize][1] {
            NEW => path.push((next, 0)),
            ON_PATH => return Err(next),
            _ => {}
        }
    }
    Ok(numbers)
}

/// The most stones that the prover plays on a line before its position is settled or the game may
/// end; if a state can come back, a state that does.
pub fn longest(walked: &Walked, prover: u8) -> Result<u32, u32> {
    const NEW: u32 = u32::MAX;
    const ON_PATH: u32 = u32::MAX - 1;
    let mut most = vec![NEW; walked.states.len()];
    if most.is_empty() {
        return Ok(0);
    }
    let mut path: Vec<(u32, usize)> = vec![(0, 0)];
    most[0] = ON_PATH;
    while let Some((state, edge)) = path.last_mut() {
        if let Some(next) = walked.nexts(*state).get(*edge) {
            *edge += 1;
            match most[*next as usize] {
                NEW => {
                    most[*next as usize] = ON_PATH;
                    path.push((*next, 0));
                }
                ON_PATH => return Err(*next),
                _ => {}
            }
            continue;
        }
        let number = *state as usize;
        let behind = walked.nexts(*state).iter().map(|next| most[*next as usize]).max().unwrap_or(0);
        let stone = walked.states[number].mover == prover && walked.moves[number] != PASS;
        most[number] = behind + u32::from(stone);
        path.pop();
    }
    Ok(most[0])
}
