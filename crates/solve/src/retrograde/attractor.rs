//! What both players can force, found backwards from the ends: see [`super::analysis`] for the argument.

use std::collections::VecDeque;

use super::graph::NONE;
use crate::budget::{Budget, Stopped};

/// The node of a state for its mover, or for the other player.
pub fn node(state: u32, mover: bool) -> u32 {
    2 * state + u32::from(!mover)
}

/// The attractors of both players while the threshold falls.
pub struct Attractor {
    /// For each node, the most that its player can force, or [`NONE`].
    pub scores: Vec<i8>,
    /// For each node, at most how many moves are left until the end that its player forces.
    pub moves: Vec<u32>,
    /// For each state, the number of moves after which the other player cannot yet force the score.
    pending: Vec<u8>,
    /// The nodes that have been added and whose predecessors have not been looked at.
    queue: VecDeque<u32>,
}

impl Attractor {
    /// The attractors before the first threshold, which are empty. `counts` has the number of next states of each state.
    pub fn new(ends: &[i8], counts: Vec<u8>) -> Attractor {
        let mut pending = counts;
        for (pending, &end) in pending.iter_mut().zip(ends) {
            *pending += u8::from(end != NONE);
        }
        let nodes = 2 * ends.len();
        Attractor { scores: vec![NONE; nodes], moves: vec![0; nodes], pending, queue: VecDeque::new() }
    }

    /// Adds every node whose player can force `score`, if those with more have been added.
    ///
    /// # Errors
    /// What stopped the effort.
    pub fn lower(
        &mut self,
        score: i8,
        ends: &[i8],
        starts: &[u32],
        before: &[u32],
        budget: &Budget,
    ) -> Result<(), Stopped> {
        for (state, &end) in (0..).zip(ends).filter(|(_, end)| **end != NONE) {
            if end == score {
                self.reach(state, true, score, 1);
            }
            if end == -score {
                self.reach(state, false, score, 1);
            }
        }
        let mut looked_at = 0u32;
        while let Some(entered) = self.queue.pop_front() {
            let (state, mover) = ((entered / 2) as usize, entered.is_multiple_of(2));
            let moves = self.moves[entered as usize] + 1;
            for &state in &before[starts[state] as usize..starts[state + 1] as usize] {
                self.reach(state, !mover, score, moves);
            }
            looked_at += 1;
            if looked_at.is_multiple_of(1024) {
                budget.spend(0)?;
            }
        }
        Ok(())
    }

    /// Counts one more winning move of a node: if its player is the mover he needs one, else he needs all of them.
    fn reach(&mut self, state: u32, mover: bool, score: i8, moves: u32) {
        let node = node(state, mover);
        let at = node as usize;
        if self.scores[at] != NONE {
            return;
        }
        self.moves[at] = self.moves[at].max(moves);
        if !mover {
            self.pending[state as usize] -= 1;
            if self.pending[state as usize] > 0 {
                return;
            }
        }
        self.scores[at] = score;
        self.queue.push_back(node);
    }
}
