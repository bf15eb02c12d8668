//! Two games in step from one start at which they differ, up to the move on which they part.
//!
//! A [`Judge`] says which moves are followed at two states that differ, and that they differ still after each of them
//! where both games lead on in the same way. A followed move *parts* the games if one of them bars it or does not admit
//! it, if it ends one and not the other, if it ends both (whose scores then differ), or if it leads them to other
//! positions or other players to move, as at a stop of play that only one of them has. As long as there is a followed move
//! that does not part them, such a move is made; the walk is over where all of them do. Then no way around is left: each
//! move that serves the player who does better parts the games.
//!
//! # Every walk comes to such a move
//!
//! At every step there is a followed move: some move keeps the value, or what a player can force. If it does not part the
//! games, both go on, and differ. So the walk can only fail to end by going on for ever, and then both games would. With
//! values as a guide one of them always ends. With forced scores the player's own game ends, since each of his moves there
//! leaves fewer moves until its end and so does each of the opponent's. Hence the walk ends, and it ends at a move that
//! parts the games. Nothing but the rules on that move, at these two states, is different there, and every step before
//! kept the difference: the line is a proof that the rule on that move is one reason of it.
//!
//! Of all such lines a short one is looked for: breadth first as far as some pairs of states, and then depth first.

use std::collections::{HashSet, VecDeque};

use super::judge::{Judge, Verdict};
use crate::go::Move;
use crate::rules::{Game, Ruling, State};
use crate::solve::{Budget, Stopped};

/// The pairs of states that are looked at breadth first, if there is no reason for fewer.
pub const MOST: usize = 400;

/// A line of moves legal under both rulesets, and the move on which the games part.
pub struct Walk {
    /// The moves before.
    pub line: Vec<Move>,
    /// The move.
    pub parting: Move,
    /// The game that follows it.
    pub game: usize,
    /// The other moves that would serve the player as well: they part the games too.
    pub others: Vec<Move>,
}

/// Where a move leads in both games, if it leads them on in the same way.
pub fn together(games: [&Game; 2], states: &[State; 2], mv: Move) -> Option<[State; 2]> {
    let next = |place: usize| {
        let legal = games[place].legal(&states[place]).into_iter().find(|(legal, _)| *legal == mv)?;
        match legal.1 {
            Ruling::Leads(next) => Some(next),
            Ruling::Ends(_) | Ruling::Barred(_) => None,
        }
    };
    let [a, b] = [next(0)?, next(1)?];
    let same = a.key.position == b.key.position && a.key.mover == b.key.mover;
    same.then_some([a, b])
}

/// Walks from two states that differ, breadth first as far as so many pairs of states.
///
/// # Errors
/// What stopped the effort.
pub fn walk(
    judge: &Judge,
    games: [&Game; 2],
    states: [State; 2],
    most: usize,
    budget: &Budget,
) -> Result<Walk, Stopped> {
    let mut seen = HashSet::from([states.clone()]);
    let mut open: VecDeque<([State; 2], Vec<Move>)> = VecDeque::from([(states, Vec::new())]);
    let mut looked = 0;
    loop {
        let next = if looked < most { open.pop_front() } else { open.pop_back() };
        let (states, line) = next.expect("every walk comes to a move that parts the games");
        looked += 1;
        let Verdict { game, followed } = judge.verdict(&states, budget)?;
        let (mut on, mut parting) = (Vec::new(), Vec::new());
        for mv in followed {
            match together(games, &states, mv) {
                Some(next) => on.push((mv, next)),
                None => parting.push(mv),
            }
        }
        if on.is_empty() {
            let others = parting.split_off(1);
            return Ok(Walk { line, parting: parting[0], game, others });
        }
        for (mv, next) in on {
            if seen.insert(next.clone()) {
                open.push_back((next, [&line[..], &[mv]].concat()));
            }
        }
    }
}
