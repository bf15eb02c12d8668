//! The conditions under which a proof holds from an empty past, tested on the explicit proof.
//!
//! 1. No stone of the prover recreates a position of its line: from no state of that position, whatever the turn, does the
//!    proof lead to the state in which he plays. (The opponent may recreate positions.)
//! 2. The prover passes only on positions that are worth the threshold.
//! 3. Each state of the opponent has all of his moves, and a pass of the prover leads to such a state unless it ends
//!    the game for certain. So a ko that was barred to the opponent may be retaken after two passes.
//! 4. No position of the explicit part is settled, so that play in settled positions does not come back to it.
//! 5. Where the ruleset does not bar it, the opponent could retake a ko at once that the prover took right after his pass:
//!    the prover takes none.
//! 6. Under a mean of scoring positions and a threshold above 0, no position comes back on which the prover has passed,
//!    but by passes.
//!
//! `bounded` has the argument, and `terms` says which ruleset needs which. A proof that fails 1 or 6 can often be mended by
//! another move, so these come as faults; what fails another condition was not made by the search.

use super::aim::Aim;
use super::components::Components;
use super::place::Place;
use super::proof::{Proof, Turn};
use crate::go::Move;

/// What the conditions say of a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It holds.
    Holds,
    /// These moves of the prover, each in a state of the number before it, break condition 1 or 6.
    Faults(Vec<(usize, Move)>),
    /// It is no proof: another condition is not met.
    Broken,
}

/// Tests a proof.
pub fn verdict(proof: &Proof, aim: &Aim) -> Verdict {
    let whole = !proof.places.is_empty() && proof.places.len() == proof.turns.len();
    if !whole || !(0..proof.places.len()).all(|number| turn_holds(proof, aim, number)) {
        return Verdict::Broken;
    }
    let components = Components::of(proof);
    let mut faults = Vec::new();
    for number in 0..proof.places.len() {
        let Turn::Prover(mv, Some(next)) = proof.turns[number] else { continue };
        let fault = match mv {
            Move::Pass => aim.terms.means && aim.threshold > 0 && comes_back(proof, &components, next),
            _ => aim.terms.fresh && recreates(proof, &components, number, next),
        };
        if fault {
            faults.push((number, mv));
        }
    }
    if faults.is_empty() { Verdict::Holds } else { Verdict::Faults(faults) }
}

/// Conditions 2 to 5 in one state, and whether its moves lead to the states that they say.
fn turn_holds(proof: &Proof, aim: &Aim, number: usize) -> bool {
    let place = &proof.places[number];
    let leads = |next: usize, to: &Place| proof.places.get(next) == Some(to);
    let settled = aim.settled(place);
    match &proof.turns[number] {
        Turn::Settled => settled,
        Turn::Prover(mv, next) => {
            let right = match (mv, next) {
                (Move::Pass, None) => aim.may_pass(place) && aim.pass_ends(place),
                (Move::Pass, Some(next)) => aim.may_pass(place) && leads(*next, &place.pass()),
                (Move::Place(point), Some(next)) => {
                    // Stones against condition 5 are not among those that are listed.
                    let mut stones = place.stones(aim.board, &aim.terms);
                    stones.any(|(placed, to)| placed == *point && leads(*next, &to))
                }
                _ => false,
            };
            right && place.proving && !settled
        }
        Turn::Opponent(replies) => {
            let answered =
                |mv: Move, to: &Place| replies.iter().any(|(reply, next)| *reply == mv && leads(*next, to));
            let stones =
                place.stones(aim.board, &aim.terms).all(|(point, to)| answered(Move::Place(point), &to));
            let pass = place.passed || answered(Move::Pass, &place.pass());
            stones && pass && !place.proving && !settled
        }
    }
}

/// Whether a stone of the prover in a state, which leads to another, may recreate a position of its line.
fn recreates(proof: &Proof, components: &Components, from: usize, to: usize) -> bool {
    let same = &components.states[components.position[to]];
    components.together(from, to) && components.leads(proof, same, |state| state == from)
}

/// Whether the position of a state, in which the opponent is to move after a pass, may come back after a stone of his.
fn comes_back(proof: &Proof, components: &Components, number: usize) -> bool {
    let Turn::Opponent(replies) = &proof.turns[number] else { return false };
    let stones = replies.iter().filter(|(mv, next)| *mv != Move::Pass && components.together(number, *next));
    let stones: Vec<usize> = stones.map(|(_, next)| *next).collect();
    let position = components.position[number];
    components.leads(proof, &stones, |state| components.position[state] == position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Player, Position};

    /// A line of states that leads from each to the next, with the stones of the prover on some intersections; the prover
    /// moves first. Its last state leads to one before if a number is given.
    fn line(own: &[u64], passes: bool, back: Option<usize>) -> Proof {
        let place = |(number, own): (usize, &u64)| {
            let position = Position { stones: [*own, 0] };
            let start = Place::start(&position, Player::Black, Player::Black);
            Place { proving: number % 2 == 0, ..start }
        };
        let turn = |number: usize| {
            let next = if number + 1 < own.len() { Some(number + 1) } else { back };
            match (number % 2, next) {
                (_, None) => Turn::Settled,
                (0, Some(_)) if passes && number == 0 => Turn::Prover(Move::Pass, next),
                (0, Some(_)) => Turn::Prover(Move::Place(0), next),
                (_, Some(next)) => Turn::Opponent(vec![(Move::Place(1), next)]),
            }
        };
        let places = own.iter().enumerate().map(place).collect();
        Proof { places, turns: (0..own.len()).map(turn).collect() }
    }

    fn recreated(proof: &Proof, from: usize, to: usize) -> bool {
        recreates(proof, &Components::of(proof), from, to)
    }

    #[test]
    fn a_stone_that_makes_a_position_of_its_line_is_found() {
        // The prover's second stone, from state 2 to state 3, makes the position of state 0, whose turn was another.
        let proof = line(&[1, 2, 3, 1, 4], false, None);
        assert!(!recreated(&proof, 0, 1));
        assert!(recreated(&proof, 2, 3));
        // It is another position, and nothing comes back; then the opponent comes back to the start, and both stones recreate.
        assert!(!recreated(&line(&[1, 2, 3, 4, 5], false, None), 2, 3));
        let round = line(&[1, 2, 3, 4], false, Some(0));
        assert!(recreated(&round, 0, 1) && recreated(&round, 2, 3));
    }

    #[test]
    fn a_position_that_comes_back_after_a_pass_is_found() {
        let back = |proof: &Proof| comes_back(proof, &Components::of(proof), 1);
        // The prover passes on 7, and four moves later the opponent makes the position again.
        assert!(back(&line(&[7, 7, 1, 2, 7, 3], true, None)));
        assert!(!back(&line(&[7, 7, 1, 2, 6, 3], true, None)));
    }
}
