//! The explicit proof: the states that the prover can come to, with one move of his in each and all replies.
//!
//! The states are canonical, each standing for its images under the symmetries of the board, so the prover makes the same
//! move in all of them, moved as they are. A line of play on the board, each state of it replaced by its canonical image, is
//! a line of the proof: a symmetry takes the moves of a state to those of its image. So a position that comes back on the
//! board comes back in the proof, and what the [conditions](super::conditions) find never to come back there never
//! does on the board. (The converse does not hold. A position may come back as an image of itself alone, and then a proof
//! fails that would hold; another move has to be found.) The settled states that a proof ends in are no part of it.
//!
//! A state has a *rank*, a bound with which it is proved. The states after a stone of the prover have a smaller one, those
//! after any other move no greater one. A state that is come to with a smaller bound than before is proved again with
//! that, so that the ranks fit together in the end. So no line of a proof has a state twice unless the prover only passes in
//! between, and without suicide none has, as then his opponent's stones only grow.

use super::aim::Aim;
use super::place::Place;
use super::places::Places;
use super::search::Prover;
use crate::go::Move;
use crate::solve::budget::Stopped;

/// About how many bytes a state takes while a proof is made: in the states from which it is made and in its own, with its
/// bound, its move, its edges, and its part of what the conditions need.
const STATE_BYTES: usize = 2 * Places::BYTES + 80;

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
    /// The proof that a search has found with a bound; `None` if it takes more than so many bytes.
    ///
    /// # Errors
    /// What stopped the search, which is repeated where the table has lost something.
    pub fn extract(
        prover: &mut Prover,
        start: &Place,
        bound: u8,
        bytes: usize,
    ) -> Result<Option<Proof>, Stopped> {
        let mut made = Making::default();
        made.come_to(&prover.aim(), start, bound);
        while let Some((number, bound)) = made.open.pop() {
            if made.places.list().len() > bytes / STATE_BYTES {
                return Ok(None);
            }
            if made.ranks[number as usize] < bound {
                // It was come to with a smaller bound since, and waits for its turn with that.
                continue;
            }
            let place = made.places.list()[number as usize];
            let Some((rank, mv)) = prover.proof(&place, bound)? else { return Ok(None) };
            made.ranks[number as usize] = rank;
            made.moves[number as usize] = mv.unwrap_or(Move::Pass);
            if !made.go_on(&prover.aim(), &place, rank, mv) {
                return Ok(None);
            }
        }
        let mv = |place: &Place| made.places.number(place).map(|number| made.moves[number as usize]);
        Ok(Proof::of(&prover.aim(), start, mv))
    }

    /// The proof in which the prover makes certain moves, said of the canonical states. `None` if one is missing or not
    /// one that he may make: he places stones that are listed for a state (no suicides, and none against condition 5) and
    /// passes where the position is worth the threshold (condition 2). Each state of his opponent leads to the states after
    /// all of its moves (condition 3), and a state that is settled leads nowhere and is left out (condition 4).
    pub fn of(aim: &Aim, start: &Place, mut choose: impl FnMut(&Place) -> Option<Move>) -> Option<Proof> {
        let (first, symmetry) = start.canonical(aim.board);
        let (mut places, mut moves) = (Places::default(), Vec::new());
        let (mut ends, mut nexts, mut opened) = (Vec::new(), Vec::new(), Vec::new());
        if !aim.settled(&first) {
            places.add(first);
        }
        while let Some(place) = places.list().get(moves.len()).copied() {
            let mv = if place.proving { choose(&place)? } else { Move::Pass };
            let mut open = |next: Place| {
                let (next, _) = next.canonical(aim.board);
                match places.number(&next) {
                    Some(number) => opened.push(number),
                    None if aim.settled(&next) => {}
                    None => opened.push(places.add(next)),
                }
            };
            match (place.proving, mv) {
                (true, Move::Place(point)) => {
                    open(place.stones(aim.board, &aim.terms).find(|(to, _)| *to == point)?.1);
                }
                (true, _) if !aim.may_pass(&place) => return None,
                (true, _) if aim.pass_ends(&place) => {}
                (true, _) => open(place.pass()),
                (false, _) => {
                    place.stones(aim.board, &aim.terms).for_each(|(_, next)| open(next));
                    if !place.passed {
                        open(place.pass());
                    }
                }
            }
            opened.sort_unstable();
            opened.dedup();
            nexts.append(&mut opened);
            moves.push(mv);
            ends.push(nexts.len());
        }
        let first_move = moves.first().filter(|_| first.proving);
        let first_move = first_move.map(|mv| Place::back(aim.board, symmetry, *mv));
        Some(Proof { places, moves, ends, nexts, first_move })
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

    /// The numbers of the states that one leads to.
    pub fn nexts(&self, number: u32) -> &[u32] {
        let number = number as usize;
        let first = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.nexts[first..self.ends[number]]
    }
}

/// A proof in the making: canonical states that are not settled, some of which will be of no use, as a move was exchanged.
#[derive(Default)]
struct Making {
    places: Places,
    /// The bound with which each is proved, or is to be.
    ranks: Vec<u8>,
    moves: Vec<Move>,
    /// The states that are to be proved, each with its bound.
    open: Vec<(u32, u8)>,
}

impl Making {
    /// Takes note that a state is come to with a bound.
    fn come_to(&mut self, aim: &Aim, place: &Place, bound: u8) {
        let (place, _) = place.canonical(aim.board);
        match self.places.number(&place) {
            Some(number) if bound >= self.ranks[number as usize] => {}
            Some(number) => {
                self.ranks[number as usize] = bound;
                self.open.push((number, bound));
            }
            None if aim.settled(&place) => {}
            None => {
                let number = self.places.add(place);
                self.ranks.push(bound);
                self.moves.push(Move::Pass);
                self.open.push((number, bound));
            }
        }
    }

    /// Takes note of the states after one that is proved with a bound, by a move if it is the prover's turn. Whether there is
    /// such a move.
    fn go_on(&mut self, aim: &Aim, place: &Place, rank: u8, mv: Option<Move>) -> bool {
        match (place.proving, mv) {
            (true, None) => return false,
            (true, Some(Move::Place(point))) => {
                let Some((_, next)) = place.stones(aim.board, &aim.terms).find(|(to, _)| *to == point) else {
                    return false;
                };
                self.come_to(aim, &next, rank - 1);
            }
            (true, Some(_)) if aim.pass_ends(place) => {}
            (true, Some(_)) => self.come_to(aim, &place.pass(), rank - aim.price_of_pass()),
            (false, _) => {
                place.stones(aim.board, &aim.terms).for_each(|(_, next)| self.come_to(aim, &next, rank));
                if !place.passed {
                    self.come_to(aim, &place.pass(), rank);
                }
            }
        }
        true
    }
}
