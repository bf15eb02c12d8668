//! The explicit proof: the states that the prover can come to, with one move of his in each and all replies.
//!
//! A state has a *rank*, a bound with which it is proved. The states after a stone of the prover have a smaller one, those
//! after any other move no greater one. A state that is come to with a smaller bound than before is proved again with
//! that, so that the ranks fit together in the end. The states are real ones, not images under symmetries, as the
//! conditions are about positions that come back.

use super::place::Place;
use super::search::Prover;
use crate::go::Move;
use crate::hashing::FixedMap;
use crate::solve::budget::Stopped;

/// What happens in a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// The position is settled: the prover needs no explicit proof from here.
    Settled,
    /// The prover makes this move, which leads to the state of this number, or ends the game.
    Prover(Move, Option<usize>),
    /// The opponent may make each of these moves, and a pass besides that the prover answers by a pass, if he has
    /// just passed himself.
    Opponent(Vec<(Move, usize)>),
}

/// A proof. The start is its first state.
#[derive(Debug, Clone)]
pub struct Proof {
    /// The states.
    pub places: Vec<Place>,
    /// What happens in each.
    pub turns: Vec<Turn>,
}

/// About how many bytes a state of a proof takes while it is made and tested.
const STATE_BYTES: usize = 400;

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
        let mut made =
            Making { numbers: FixedMap::default(), places: Vec::new(), ranks: Vec::new(), open: Vec::new() };
        made.number(*start, bound);
        let mut turns: Vec<Turn> = Vec::new();
        while let Some((number, bound)) = made.open.pop() {
            if made.places.len() > bytes / STATE_BYTES {
                return Ok(None);
            }
            turns.resize(made.places.len(), Turn::Settled);
            if made.ranks[number] < bound {
                // It was come to with a smaller bound since, and waits for its turn with that.
                continue;
            }
            let place = made.places[number];
            let Some((rank, mv)) = prover.proof(&place, bound)? else { return Ok(None) };
            made.ranks[number] = rank;
            turns[number] = match mv {
                _ if prover.aim().settled(&place) => Turn::Settled,
                Some(mv) => prover_turn(prover, &mut made, &place, mv, rank),
                None if place.proving => return Ok(None),
                None => Turn::Opponent(replies(prover, &mut made, &place, rank)),
            };
        }
        turns.resize(made.places.len(), Turn::Settled);
        Ok(Some(Proof { places: made.places, turns }.reached()))
    }

    /// The prover's move at the start, if it is his turn and the position is not settled.
    pub fn first_move(&self) -> Option<Move> {
        match self.turns[0] {
            Turn::Prover(mv, _) => Some(mv),
            _ => None,
        }
    }

    /// The states that a turn leads to.
    pub fn nexts(&self, number: usize) -> impl Iterator<Item = usize> + '_ {
        let (one, all) = match &self.turns[number] {
            Turn::Settled => (None, &[][..]),
            Turn::Prover(_, next) => (*next, &[][..]),
            Turn::Opponent(replies) => (None, &replies[..]),
        };
        one.into_iter().chain(all.iter().map(|(_, next)| *next))
    }

    /// The proof without the states that are no longer reached, as moves were exchanged for better ones.
    fn reached(self) -> Proof {
        let mut numbers: Vec<Option<usize>> = vec![None; self.places.len()];
        let (mut order, mut next) = (vec![0], 0);
        numbers[0] = Some(0);
        while next < order.len() {
            for to in self.nexts(order[next]) {
                if numbers[to].is_none() {
                    numbers[to] = Some(order.len());
                    order.push(to);
                }
            }
            next += 1;
        }
        let renumbered = |number: usize| numbers[number].expect("a state that is reached");
        let turn = |number: &usize| match &self.turns[*number] {
            Turn::Settled => Turn::Settled,
            Turn::Prover(mv, next) => Turn::Prover(*mv, next.map(renumbered)),
            Turn::Opponent(replies) => {
                Turn::Opponent(replies.iter().map(|(mv, next)| (*mv, renumbered(*next))).collect())
            }
        };
        let places = order.iter().map(|number| self.places[*number]).collect();
        Proof { places, turns: order.iter().map(turn).collect() }
    }
}

/// A proof in the making.
struct Making {
    numbers: FixedMap<Place, usize>,
    places: Vec<Place>,
    /// The bound with which each is proved, or is to be.
    ranks: Vec<u8>,
    /// The states that are to be proved, each with its bound.
    open: Vec<(usize, u8)>,
}

impl Making {
    /// The number of a state that is come to with a bound.
    fn number(&mut self, place: Place, bound: u8) -> usize {
        let fresh = self.places.len();
        let number = *self.numbers.entry(place).or_insert(fresh);
        if number == fresh {
            self.places.push(place);
            self.ranks.push(bound);
            self.open.push((number, bound));
        } else if bound < self.ranks[number] {
            self.ranks[number] = bound;
            self.open.push((number, bound));
        }
        number
    }
}

/// The turn of the prover who makes a move in a state of a rank.
fn prover_turn(prover: &Prover, made: &mut Making, place: &Place, mv: Move, rank: u8) -> Turn {
    let aim = prover.aim();
    let next = match mv {
        Move::Place(point) => {
            let played = place.stones(aim.board, &aim.terms).find(|(to, _)| *to == point);
            played.map(|(_, next)| made.number(next, rank - 1))
        }
        _ if aim.pass_ends(place) => None,
        _ => Some(made.number(place.pass(), rank - aim.price_of_pass())),
    };
    Turn::Prover(mv, next)
}

/// The replies of the opponent in a state of a rank.
fn replies(prover: &Prover, made: &mut Making, place: &Place, rank: u8) -> Vec<(Move, usize)> {
    let aim = prover.aim();
    let mut replies = Vec::new();
    for (point, next) in place.stones(aim.board, &aim.terms) {
        replies.push((Move::Place(point), made.number(next, rank)));
    }
    if !place.passed {
        replies.push((Move::Pass, made.number(place.pass(), rank)));
    }
    replies
}
