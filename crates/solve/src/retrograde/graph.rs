//! The states of a loopy game that can be reached, and the moves between them.
//!
//! States are numbered in the order in which they are found, and expanded in that order, so the states
//! that moves lead to can be kept one list after the other with no more than the length of each. Moves
//! that are images of each other lead to the same canonical key and count as one, as that key is worth the same by
//! whichever of them it is reached.

use std::collections::VecDeque;

use crate::budget::{Budget, Stopped};
use crate::canon::Canon;
use superko_go::hashing::FixedMap;
use superko_rules::{Effect, Game, Key};

/// A number less than any score. It says that nothing can be forced, or that no move ends the game.
pub const NONE: i8 = i8::MIN;

/// The states that can be reached, numbered as they are found, and the edges between them.
pub struct Graph {
    /// The number of each canonical key.
    pub places: FixedMap<Key, u32>,
    /// For each state, the best score with which a move ends the game at once, or [`NONE`]. Worse scores of other moves
    /// do not matter: the mover does not choose them, and the other player cannot rely on them.
    pub ends: Vec<i8>,
    /// For each state, the number of different states that moves lead to.
    pub counts: Vec<u8>,
    /// The numbers of these states, for one state after the other.
    pub next: Vec<u32>,
}

// A list of states holds one of these for each.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<(Key, u32)>() == 32);

impl Graph {
    /// Lists every state that can be reached from some keys, while `held` bytes are taken by other things.
    pub fn list(
        game: &Game,
        starts: impl IntoIterator<Item = Key>,
        held: usize,
        budget: &Budget,
    ) -> Result<Graph, Stopped> {
        let canonical = |key: &Key| Canon::of(&game.board, &*game.rules, key).key;
        let places = FixedMap::default();
        let mut graph = Graph { places, ends: Vec::new(), counts: Vec::new(), next: Vec::new() };
        let mut starts = starts.into_iter().map(|start| canonical(&start));
        // The states that have a number and are not yet expanded, in the order of their numbers.
        let mut open = VecDeque::new();
        let (mut plays, mut nexts) = (Vec::new(), Vec::new());
        let stride = budget.stride();
        let mut unspent = 0;
        loop {
            let key = match open.pop_front() {
                Some(key) => key,
                None => {
                    let Some(start) = starts.find(|start| !graph.places.contains_key(start)) else { break };
                    graph.places.insert(start, graph.places.len() as u32);
                    start
                }
            };
            plays.clear();
            game.rules.plays(&game.board, &key, &mut plays);
            nexts.clear();
            let mut end = NONE;
            for play in &plays {
                debug_assert!(play.bars.is_empty() && play.stops.is_empty());
                match &play.effect {
                    Effect::End(score) => end = end.max(*score as i8),
                    Effect::Next(next, _) => {
                        let next = canonical(next);
                        let fresh = graph.places.len() as u32;
                        nexts.push(*graph.places.entry(next).or_insert_with(|| {
                            open.push_back(next);
                            fresh
                        }));
                    }
                }
            }
            nexts.sort_unstable();
            nexts.dedup();
            graph.ends.push(end);
            graph.counts.push(nexts.len() as u8);
            graph.next.extend_from_slice(&nexts);
            unspent += 1;
            if unspent == stride || open.is_empty() {
                budget.spend(unspent)?;
                let bytes = held + graph.bytes(&open, stride as usize * (game.board.points() + 1));
                budget.report(graph.places.len(), bytes);
                let countable = graph.places.len().max(graph.next.len() / 2) < u32::MAX as usize / 4;
                if bytes > budget.memory() || !countable {
                    return Err(Stopped::Memory);
                }
                unspent = 0;
            }
        }
        Ok(graph)
    }

    /// The memory that it takes to solve the states found so far, in bytes, if `more` states and edges may
    /// be added before the next estimate.
    fn bytes(&self, open: &VecDeque<Key>, more: usize) -> usize {
        let (states, edges) = (self.places.len(), self.next.len());
        let (room, table) = (self.places.capacity(), table_bytes(self.places.capacity()));
        // A full table is copied to one of twice its size, so that both are there for a while.
        let table = if states + more > room { 3 * table } else { table };
        let full = edges + more > self.next.capacity();
        let listed = self.next.capacity() * if full { 12 } else { 4 } + open.capacity() * size_of::<Key>();
        // Edges backwards and where they start; score, moves and queue for two nodes; pending, end, count.
        table + listed + edges * 4 + states * (4 + 2 * (1 + 4 + 4) + 3)
    }
}

/// The memory, in bytes, of a hash table with room for so many states: its slots are a power of two, of which one in
/// eight stays empty.
pub fn table_bytes(room: usize) -> usize {
    (room * 8 / 7).next_power_of_two() * (size_of::<(Key, u32)>() + 1)
}

// --- attractor -------------------------------------------------------------------------------------------------------
//
// What both players can force, found backwards from the ends: see [`super::analysis`] for the argument.

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
