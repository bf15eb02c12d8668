//! What can come back on a line of a proof: states, and positions whatever the turn.
//!
//! A line that comes back to a position stays within one strongly connected component of the graph whose nodes are the
//! positions, each with the edges of all its states. So only lines within a component need to be followed.

use std::collections::HashSet;

use super::walk::Walked;
use crate::format::PASS;

/// The positions of a proof, and their components.
pub struct Positions<'a> {
    walked: &'a Walked,
    /// The numbers of all states, those with one position together.
    order: Vec<u32>,
    /// The first place in `order` of each position, and the number of states behind the last.
    firsts: Vec<u32>,
    /// The position of each state.
    of: Vec<u32>,
    /// The component of each position.
    component: Vec<u32>,
}

impl<'a> Positions<'a> {
    /// The positions of a proof.
    pub fn of(walked: &'a Walked) -> Positions<'a> {
        let states = &walked.states;
        let mut order: Vec<u32> = (0..states.len() as u32).collect();
        order.sort_unstable_by_key(|number| (states[*number as usize].stones, *number));
        let (mut of, mut firsts) = (vec![0; states.len()], Vec::new());
        for (place, number) in (0..).zip(&order) {
            let stones = |number: u32| states[number as usize].stones;
            if place == 0 || stones(order[place as usize - 1]) != stones(*number) {
                firsts.push(place);
            }
            of[*number as usize] = firsts.len() as u32 - 1;
        }
        firsts.push(order.len() as u32);
        let mut positions = Positions { walked, order, firsts, of, component: Vec::new() };
        positions.component = positions.components();
        positions
    }

    /// The states of a position.
    fn states(&self, position: u32) -> &[u32] {
        let first = self.firsts[position as usize] as usize;
        &self.order[first..self.firsts[position as usize + 1] as usize]
    }

    fn position(&self, state: u32) -> u32 {
        self.of[state as usize]
    }

    fn together(&self, one: u32, other: u32) -> bool {
        let component = |state: u32| self.component[self.position(state) as usize];
        component(one) == component(other)
    }

    /// Whether a stone of the prover in a state, which leads to the other, may make a position of its line again: from a state of
    /// that position, whatever the turn, the proof leads to the state in which he plays.
    pub fn recreates(&self, from: u32, to: u32) -> bool {
        self.together(from, to) && self.leads(self.states(self.position(to)), |state| state == from)
    }

    /// Whether the position of a state, in which the prover has just passed, may come back after a stone of his opponent.
    pub fn comes_back(&self, passed: u32) -> bool {
        let (states, position) = (&self.walked.states, self.position(passed));
        let stone = |next: &u32| !states[*next as usize].passed && self.together(passed, *next);
        let stones: Vec<u32> = self.walked.nexts(passed).iter().copied().filter(stone).collect();
        self.leads(&stones, |state| self.position(state) == position)
    }

    /// Whether one of some states leads to one that is aimed at, in no or any number of moves within their component.
    fn leads(&self, from: &[u32], is_aim: impl Fn(u32) -> bool) -> bool {
        let mut open = from.to_vec();
        let mut seen: HashSet<u32> = from.iter().copied().collect();
        while let Some(state) = open.pop() {
            if is_aim(state) {
                return true;
            }
            let nexts = self.walked.nexts(state).iter();
            open.extend(nexts.filter(|next| self.together(state, **next) && seen.insert(**next)));
        }
        false
    }

    /// The component of each position, by Tarjan's algorithm without recursion.
    fn components(&self) -> Vec<u32> {
        const NONE: u32 = u32::MAX;
        /// A position on the path: the state and the edge of it that are looked at next.
        struct Visit {
            position: u32,
            state: usize,
            edge: usize,
        }
        let count = self.firsts.len() - 1;
        let (mut order, mut low, mut component) = (vec![NONE; count], vec![0; count], vec![NONE; count]);
        let (mut visited, mut found) = (0, 0);
        let (mut path, mut waiting): (Vec<Visit>, Vec<u32>) = (Vec::new(), Vec::new());
        for root in 0..count as u32 {
            if order[root as usize] != NONE {
                continue;
            }
            let mut entered = Some(root);
            loop {
                if let Some(position) = entered.take() {
                    (order[position as usize], low[position as usize]) = (visited, visited);
                    visited += 1;
                    waiting.push(position);
                    path.push(Visit { position, state: 0, edge: 0 });
                }
                let Some(visit) = path.last_mut() else { break };
                let own = visit.position as usize;
                let Some(state) = self.states(visit.position).get(visit.state) else {
                    // All edges are looked at.
                    path.pop();
                    if let Some(before) = path.last() {
                        let before = before.position as usize;
                        low[before] = low[before].min(low[own]);
                    }
                    if low[own] == order[own] {
                        while let Some(member) = waiting.pop() {
                            component[member as usize] = found;
                            if member as usize == own {
                                break;
                            }
                        }
                        found += 1;
                    }
                    continue;
                };
                let Some(next) = self.walked.nexts(*state).get(visit.edge) else {
                    (visit.state, visit.edge) = (visit.state + 1, 0);
                    continue;
                };
                visit.edge += 1;
                let next = self.position(*next);
                if order[next as usize] == NONE {
                    entered = Some(next);
                } else if component[next as usize] == NONE {
                    low[own] = low[own].min(order[next as usize]);
                }
            }
        }
        component
    }
}

/// The most stones that the prover plays on a line before its position is settled or the game may end; if a state can come
/// back, a state that does.
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
