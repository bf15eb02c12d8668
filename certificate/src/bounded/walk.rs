//! The proof graph: the states reachable by a proof, in the order of the format.
//!
//! States stand for all their images: a real line of play, each state of it replaced by its
//! canonical form, is a line of the states here. So what never recurs here never recurs on the
//! board.
//!
//! The start has the number 0. States are visited in the order of their numbers. In one of the
//! prover his move is asked for; in one of his opponent every stone that the board admits is
//! played, in ascending order of the intersections, then the pass, unless the prover has just
//! passed: then he passes again. If the claim says so, a ko that he takes right after a pass of the
//! prover may be retaken at once. Each state that is come to for the first time and is not settled
//! gets the next number.

use std::cell::RefCell;
use std::collections::HashSet;

use super::header::{Bounded, Section};
use super::replies::{Known, Replies, secured_points};
use super::state::{NO_KO, State, States, Symmetries};
use crate::format::PASS;
use crate::rules::Board;

/// The bytes of a state and of an edge, about, until the conditions are tested.
const STATE_BYTES: usize = 80;
const EDGE_BYTES: usize = 8;

/// What a proof is about: a board and a claim.
pub struct Aim {
    board: Board,
    symmetries: Symmetries,
    /// The player whose claim it is, by number.
    pub prover: u8,
    threshold: i64,
    plays_on: bool,
    /// Whether the prover may retake at once a ko taken right after his pass.
    retakes: bool,
    /// The limits of replies, if the header has them.
    replies: Option<Replies>,
    /// The bounds known for parts of the board in which he replies.
    known: RefCell<Known>,
}

/// Why a walk is broken off.
pub enum WalkError {
    /// The proof is none, or is about too large a board.
    Wrong(String),
    /// What the moves came from failed in its own way.
    Source(crate::refused::Refused),
}

impl From<String> for WalkError {
    fn from(why: String) -> WalkError {
        WalkError::Wrong(why)
    }
}

/// The graph of a proof: its states and their successors.
pub struct ProofGraph {
    /// The states, by number.
    pub states: Vec<State>,
    /// The prover's move in each state of his.
    pub moves: Vec<u8>,
    /// The index in `successors` after the last edge of each state.
    ends: Vec<usize>,
    /// The successors of each state, in ascending order without repetition.
    successors: Vec<u32>,
}

impl ProofGraph {
    /// The successors of a state.
    pub fn successors(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.successors[first..self.ends[number]]
    }
}

impl Aim {
    /// What a claim of a certificate is about.
    pub fn of(bounded: &Bounded, section: &Section) -> Result<Aim, String> {
        let board = Board::new(&bounded.header);
        let symmetries = Symmetries::of(&bounded.header, &board)?;
        let (prover, threshold) = (section.prover(), section.threshold());
        let Section { plays_on, retakes, .. } = *section;
        let replies = bounded.replies;
        Ok(Aim {
            board,
            symmetries,
            prover,
            threshold,
            plays_on,
            retakes,
            replies,
            known: RefCell::default(),
        })
    }

    /// Whether the prover has what is claimed as the board stands.
    fn is_ahead(&self, state: &State) -> bool {
        let score = self.board.score(&state.position(), false);
        (if self.prover == 0 { score } else { -score }) >= self.threshold
    }

    fn is_settled(&self, state: &State) -> bool {
        let (board, position) = (&self.board, state.position());
        // Of n intersections and the threshold t, the least k with 2 k - n >= t.
        let needed = (self.threshold + board.points as i64 + 1).div_euclid(2).max(1) as u32;
        secured_points(board, &position, self.prover) >= self.threshold
            || self.replies.is_some_and(|replies| {
                let known = &mut self.known.borrow_mut();
                replies.least(board, known, &position, self.prover, needed).is_some()
            })
    }

    /// Walks through all states from the start. `move_of` is asked for the prover's moves.
    pub fn walk(
        &self,
        bounded: &Bounded,
        memory: usize,
        mut move_of: impl FnMut(&State) -> Result<u8, WalkError>,
    ) -> Result<ProofGraph, WalkError> {
        if !self.board.is_legal(&bounded.start) {
            return Err("a start in which a chain has no liberty".to_string().into());
        }
        let mut states = States::default();
        let (mut moves, mut ends, mut successors) = (Vec::new(), Vec::new(), Vec::new());
        let mut opened = Vec::new();
        self.open(&mut states, &State::start(&bounded.start, bounded.mover), &mut opened);
        opened.clear();
        while let Some(state) = states.get(moves.len()) {
            let own = state.mover == self.prover;
            let mv = if own { move_of(&state)? } else { PASS };
            if own {
                if let Some(next) = self.own(&state, mv)? {
                    self.open(&mut states, &next, &mut opened);
                }
            } else {
                for point in 0..self.board.points {
                    if let Some(next) = state.stone(&self.board, point) {
                        let free = self.retakes && state.passed;
                        let next = if free { State { ko: NO_KO, ..next } } else { next };
                        self.open(&mut states, &next, &mut opened);
                    }
                }
                if !state.passed {
                    self.open(&mut states, &state.pass(), &mut opened);
                }
            }
            opened.sort_unstable();
            opened.dedup();
            successors.append(&mut opened);
            moves.push(mv);
            ends.push(successors.len());
            if states.len() >= u32::MAX as usize
                || STATE_BYTES * states.len() + EDGE_BYTES * successors.len() > memory
            {
                return Err(format!("states that take more than {memory} bytes").into());
            }
        }
        Ok(ProofGraph { states: states.into_list(), moves, ends, successors })
    }

    /// Numbers a state that is reached, unless it is settled.
    fn open(&self, states: &mut States, state: &State, opened: &mut Vec<u32>) {
        let canonical = self.symmetries.canonical(state);
        match states.number(&canonical) {
            Some(number) => opened.push(number),
            None if self.is_settled(&canonical) => {}
            None => opened.push(states.add(canonical)),
        }
    }

    /// The state after a move of the prover; none if it ends the game.
    fn own(&self, state: &State, mv: u8) -> Result<Option<State>, String> {
        if mv == PASS {
            if !self.is_ahead(state) {
                return Err("a pass of the player whose claim it is, who is not ahead by as much".to_string());
            }
            return Ok((!state.passed || self.plays_on).then(|| state.pass()));
        }
        let next = Some(usize::from(mv)).filter(|point| *point < self.board.points);
        let next = next.and_then(|point| state.stone(&self.board, point));
        // Where suicide is allowed the board admits it, but not in a proof.
        let stays = |next: &State| next.stones[usize::from(self.prover)] >> mv & 1 == 1;
        match next.filter(stays) {
            Some(next) => Ok(Some(next)),
            None => Err(format!(
                "move {mv}, expected an intersection where the player whose claim it is may place a stone, or 255"
            )),
        }
    }
}

/// Whether a move in a state takes a ko, which the next state says.
pub fn takes_ko(aim: &Aim, state: &State, mv: u8) -> bool {
    mv != PASS && state.stone(&aim.board, usize::from(mv)).is_some_and(|next| next.ko != NO_KO)
}

// --- What can come back on a line of a proof: states, and positions whatever the turn ---

// Where no state recurs the graph is acyclic, and its states can be numbered in post-order: each
// comes after all that it reaches. With the least number of those that it reaches, that makes an
// interval for each state. One state reaches another only if the interval of the other lies within
// its own, so a search for a line goes by way of few states. There are two labellings, which
// exclude more than one (GRAIL: H. Yildirim, V. Chaoji and M. J. Zaki, 2010).

/// An index for reachability in a proof in which no state recurs.
pub struct Reachability<'a> {
    graph: &'a ProofGraph,
    /// The numbers of all states, sorted by position.
    order: Vec<u32>,
    /// The place of each state in `order`.
    places: Vec<u32>,
    /// The two intervals of each state. One is by the edges in their order, the other by the edges
    /// in reverse.
    intervals: [Vec<[u32; 2]>; 2],
}

impl<'a> Reachability<'a> {
    /// Indexes a proof graph.
    ///
    /// # Errors
    /// A state that recurs.
    pub fn of(graph: &'a ProofGraph) -> Result<Reachability<'a>, u32> {
        let states = &graph.states;
        let mut order: Vec<u32> = (0..states.len() as u32).collect();
        order.sort_unstable_by_key(|number| (states[*number as usize].stones, *number));
        let mut places = vec![0; states.len()];
        for (place, number) in (0..).zip(&order) {
            places[*number as usize] = place;
        }
        let intervals = [intervals(graph, false)?, intervals(graph, true)?];
        Ok(Reachability { graph, order, places, intervals })
    }

    /// All states with the position of `state`.
    fn same(&self, state: u32) -> impl Iterator<Item = u32> {
        let stones = |number: u32| self.graph.states[number as usize].stones;
        let (before, behind) = self.order.split_at(self.places[state as usize] as usize);
        let both = before.iter().rev().take_while(move |number| stones(**number) == stones(state));
        both.chain(behind.iter().take_while(move |number| stones(**number) == stones(state))).copied()
    }

    /// Whether the prover's stone between two states may recreate a position of its line. It may if
    /// a state of that position, whatever the turn, reaches the state in which he plays.
    pub fn recreates(&self, from: u32, to: u32) -> bool {
        self.same(to).any(|state| self.reaches(state, from))
    }

    /// Whether such a stone may recreate a position that the prover's stones have made. The start
    /// at his opponent's turn counts as such a position.
    pub fn makes_again(&self, from: u32, to: u32) -> bool {
        let states = &self.graph.states;
        let made = |state: &u32| {
            let (before, after) = (&states[*state as usize], &states[to as usize]);
            before.mover == after.mover && !before.passed
        };
        self.same(to).filter(made).any(|state| self.reaches(state, from))
    }

    /// Whether a position on which the prover has just passed may recur. It does so after a stone
    /// of his opponent.
    pub fn comes_back(&self, passed: u32) -> bool {
        let successors = self.graph.successors(passed).iter();
        let mut stones = successors.filter(|next| !self.graph.states[**next as usize].passed);
        stones.any(|stone| self.same(passed).any(|state| self.reaches(*stone, state)))
    }

    /// Whether a state reaches another, or is the other.
    fn reaches(&self, from: u32, to: u32) -> bool {
        let may_reach = |state: u32| {
            self.intervals.iter().all(|intervals| {
                let ([least, own], [aim_least, aim]) = (intervals[state as usize], intervals[to as usize]);
                least <= aim_least && aim <= own
            })
        };
        let mut open = if may_reach(from) { vec![from] } else { Vec::new() };
        let mut seen = HashSet::new();
        while let Some(state) = open.pop() {
            if state == to {
                return true;
            }
            let successors = self.graph.successors(state).iter().copied();
            open.extend(successors.filter(|next| may_reach(*next) && seen.insert(*next)));
        }
        false
    }
}

/// The interval of each state, by a depth-first search in post-order. It is from the least number
/// that the state reaches to its own.
fn intervals(graph: &ProofGraph, backwards: bool) -> Result<Vec<[u32; 2]>, u32> {
    const NEW: u32 = u32::MAX;
    const ON_PATH: u32 = u32::MAX - 1;
    let mut numbers = vec![[NEW; 2]; graph.states.len()];
    let mut left = 0;
    // All states are reachable from the first.
    let mut path: Vec<(u32, usize)> = if numbers.is_empty() { Vec::new() } else { vec![(0, 0)] };
    while let Some((state, edge)) = path.last_mut() {
        let (number, successors) = (*state as usize, graph.successors(*state));
        numbers[number][1] = ON_PATH;
        if *edge == successors.len() {
            let least = successors.iter().map(|next| numbers[*next as usize][0]).fold(left, u32::min);
            numbers[number] = [least, left];
            left += 1;
            path.pop();
            continue;
        }
        let next = if backwards { successors[successors.len() - 1 - *edge] } else { successors[*edge] };
        *edge += 1;
        match numbers[next as usize][1] {
            NEW => path.push((next, 0)),
            ON_PATH => return Err(next),
            _ => {}
        }
    }
    Ok(numbers)
}

/// The most stones of the prover on a line, or a state that can recur. A line ends where its
/// position is settled or the game may end.
pub fn longest_line(graph: &ProofGraph, prover: u8) -> Result<u32, u32> {
    const NEW: u32 = u32::MAX;
    const ON_PATH: u32 = u32::MAX - 1;
    let mut most = vec![NEW; graph.states.len()];
    if most.is_empty() {
        return Ok(0);
    }
    let mut path: Vec<(u32, usize)> = vec![(0, 0)];
    most[0] = ON_PATH;
    while let Some((state, edge)) = path.last_mut() {
        if let Some(next) = graph.successors(*state).get(*edge) {
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
        let behind = graph.successors(*state).iter().map(|next| most[*next as usize]).max().unwrap_or(0);
        let stone = graph.states[number].mover == prover && graph.moves[number] != PASS;
        most[number] = behind + u32::from(stone);
        path.pop();
    }
    Ok(most[0])
}
