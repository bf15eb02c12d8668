//! The explicit proof: the states that the prover can come to, with one move of his in each and all replies.
//!
//! The states are canonical, each standing for its images under the symmetries of the board, so the prover makes the same
//! move in all of them, moved as they are. A line of play on the board, each state of it replaced by its canonical image, is
//! a line of the proof: a symmetry takes the moves of a state to those of its image. So a position that comes back on the
//! board comes back in the proof, and what the [conditions](super::lines) find never to come back there never
//! does on the board. (The converse does not hold. A position may come back as an image of itself alone, and then a proof
//! fails that would hold; another move has to be found.) The settled states that a proof ends in are no part of it.
//!
//! By the ranks of its states ([`making`](super::making)) no line of a proof has a state twice unless the prover only passes
//! in between, and without suicide none has, as then his opponent's stones only grow.

use super::Terms;
use super::aim::Aim;
use super::node::Place;
use super::node::Places;
use superko_go::Move;

/// A proof. The start is its first state, if it is not settled.
#[derive(Debug, Clone)]
pub struct Proof {
    places: Places,
    /// The prover's move in each state of his, a pass in every other.
    moves: Vec<Move>,
    /// The place in `nexts` behind the last edge of each state.
    ends: Vec<usize>,
    /// The states that each leads to, in ascending order, each once.
    nexts: Vec<u32>,
    first_move: Option<Move>,
}

impl Proof {
    /// The proof of certain states, the start first, each with the prover's move, or a pass if it is not his turn, and the
    /// numbers of the states that it leads to: of the prover that after his move, of the opponent those after all of his
    /// moves (condition 3), without the settled ones (condition 4).
    pub(super) fn of<N: Iterator<Item = u32>>(
        aim: &Aim,
        start: &Place,
        states: impl Iterator<Item = (Place, Move, N)>,
    ) -> Proof {
        let (mut places, mut moves) = (Places::default(), Vec::new());
        let (mut ends, mut nexts, mut opened) = (Vec::new(), Vec::new(), Vec::new());
        for (place, mv, to) in states {
            places.add(place);
            moves.push(mv);
            opened.extend(to);
            opened.sort_unstable();
            opened.dedup();
            nexts.append(&mut opened);
            ends.push(nexts.len());
        }
        let (first, symmetry) = start.canonical(aim.board);
        let first_move = moves.first().filter(|_| first.proving);
        let first_move = first_move.map(|mv| Place::back(aim.board, symmetry, *mv));
        Proof { places, moves, ends, nexts, first_move }
    }

    /// A proof of certain states, each with a move and the states that it leads to.
    #[cfg(test)]
    pub(super) fn of_parts(
        states: impl Iterator<Item = Place>,
        moves: impl Iterator<Item = Move>,
        edges: impl Iterator<Item = Vec<u32>>,
    ) -> Proof {
        let mut places = Places::default();
        for place in states {
            places.add(place);
        }
        let (mut ends, mut nexts) = (Vec::new(), Vec::new());
        for edges in edges {
            nexts.extend(edges);
            ends.push(nexts.len());
        }
        Proof { places, moves: moves.collect(), ends, nexts, first_move: None }
    }

    /// The prover's move at the start, if it is his turn and the position is not settled.
    pub fn first_move(&self) -> Option<Move> {
        self.first_move
    }

    /// The states, which are canonical, by number.
    pub fn places(&self) -> &[Place] {
        self.places.list()
    }

    /// The prover's move in the state of a number, if it is his turn there.
    pub fn mv(&self, number: usize) -> Option<Move> {
        self.places.list()[number].proving.then(|| self.moves[number])
    }

    /// The prover's move in a state, if that or an image of it is one of the proof and it is his turn there.
    pub fn move_at(&self, aim: &Aim, place: &Place) -> Option<Move> {
        let (canonical, symmetry) = place.canonical(aim.board);
        let mv = self.mv(self.places.number(&canonical)? as usize)?;
        Some(Place::back(aim.board, symmetry, mv))
    }

    /// Whether the opponent may take a ko in a state of the proof right after a pass of the prover.
    pub fn answers_a_ko_after_a_pass(&self, aim: &Aim) -> bool {
        let terms = Terms { natural: false, ..aim.terms };
        let passed = self.places().iter().filter(|place| place.passed && !place.proving);
        passed.flat_map(|place| place.stones(aim.board, &terms)).any(|(_, next)| next.ko().is_some())
    }

    /// The numbers of the states that one leads to.
    pub fn nexts(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.nexts[first..self.ends[number]]
    }
}
