//! All states that a player can come to who makes the moves of a proof, in the order of the format.
//!
//! States stand for all their images: a real line of play, each state of it replaced by its least
//! image, is a line of the states here. So what never comes back here never comes back on the
//! board.
//!
//! The start has the number 0. States are visited in the order of their numbers. In one of the
//! prover his move is asked for; in one of his opponent every stone that the board admits is
//! played, in ascending order of the intersections, then the pass, unless the prover has just
//! passed: then he passes again. If the claim says so, a ko that he takes right after a pass of the
//! prover may be retaken at once. Each state that is come to for the first time and is not settled
//! gets the next number.

use std::cell::RefCell;

use super::header::{Bounded, Section};
use super::replies::{Known, Replies};
use super::settled::sure;
use super::state::{NO_KO, State, States, Symmetries};
use crate::format::PASS;
use crate::rules::Board;

/// About how many bytes a state and an edge take until the conditions are tested.
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
    /// Whether the prover may retake a ko at once that his opponent takes right after a pass of
    /// his.
    retakes: bool,
    /// Within which limits states are settled by replies, if it is claimed that the prover has all
    /// points.
    replies: Option<Replies>,
    /// What is known of the parts of the board in which he replies.
    known: RefCell<Known>,
}

/// Why a walk ends before its end.
pub enum Fault {
    /// The proof is none, or is about too large a board.
    Wrong(String),
    /// What the moves came from failed in its own way.
    Source(crate::refused::Refused),
}

impl From<String> for Fault {
    fn from(why: String) -> Fault {
        Fault::Wrong(why)
    }
}

/// The states of a proof and where they lead to.
pub struct Walked {
    /// The states, by number.
    pub states: Vec<State>,
    /// The prover's move in each state of his.
    pub moves: Vec<u8>,
    /// The place in `nexts` behind the last edge of each state.
    ends: Vec<usize>,
    /// The numbers of the states that each leads to, in ascending order, each once.
    nexts: Vec<u32>,
}

impl Walked {
    /// The numbers of the states that one leads to.
    pub fn nexts(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.nexts[first..self.ends[number]]
    }
}

impl Aim {
    /// What a claim of a certificate is about.
    pub fn of(bounded: &Bounded, section: &Section) -> Result<Aim, String> {
        let board = Board::new(&bounded.header);
        let symmetries = Symmetries::of(&bounded.header, &board)?;
        let (prover, threshold) = (section.prover(), section.threshold());
        let Section { plays_on, retakes, .. } = *section;
        let replies = bounded.replies.filter(|_| threshold == board.points as i64);
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
        sure(board, &position, self.prover) >= self.threshold
            || self.replies.is_some_and(|replies| {
                replies.least(board, &mut self.known.borrow_mut(), &position, self.prover).is_some()
            })
    }

    /// Walks through all states from the start of a certificate. `move_of` is asked for the
    /// prover's moves.
    pub fn walk(
        &self,
        bounded: &Bounded,
        memory: usize,
        mut move_of: impl FnMut(&State) -> Result<u8, Fault>,
    ) -> Result<Walked, Fault> {
        if !self.board.can_stand(&bounded.start) {
            return Err("a start in which a chain has no liberty".to_string().into());
        }
        let mut states = States::default();
        let (mut moves, mut ends, mut nexts) = (Vec::new(), Vec::new(), Vec::new());
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
            nexts.append(&mut opened);
            moves.push(mv);
            ends.push(nexts.len());
            if states.len() >= u32::MAX as usize
                || STATE_BYTES * states.len() + EDGE_BYTES * nexts.len() > memory
            {
                return Err(format!("states that take more than {memory} bytes").into());
            }
        }
        Ok(Walked { states: states.into_list(), moves, ends, nexts })
    }

    /// Gives a state that is come to a number, unless it is settled.
    fn open(&self, states: &mut States, state: &State, opened: &mut Vec<u32>) {
        let least = self.symmetries.least(state);
        match states.number(&least) {
            Some(number) => opened.push(number),
            None if self.is_settled(&least) => {}
            None => opened.push(states.add(least)),
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

/// Whether a move in a state takes a ko, as the state that it leads to says.
pub fn takes_ko(aim: &Aim, state: &State, mv: u8) -> bool {
    mv != PASS && state.stone(&aim.board, usize::from(mv)).is_some_and(|next| next.ko != NO_KO)
}
