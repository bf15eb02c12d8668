//! The moves of a node, what is known of each, and which one to search.

use super::proof_numbers::{MOST, Numbers};
use super::table::Hit;
use crate::canon::Frame;
use crate::observer::{Ground, Step};
use crate::question::Side;
use superko_go::Board;
use superko_rules::fact::{Delta, Fact, Tally};
use superko_rules::{Effect, Key, Play, Points};

/// The moves of a node.
#[derive(Default)]
pub struct Children {
    /// The moves, as the rules list them, but for those that are sent elsewhere: see [`Look::given`].
    pub plays: Vec<Play>,
    /// What is known of each; of fewer of them, if one is known by which the mover reaches his aim.
    pub looks: Vec<Look>,
    /// The hash under which the numbers of each are kept, if it is open.
    pub hashes: Vec<u64>,
}

/// What is known of a move.
pub struct Look {
    /// The fact that holds and sends the move elsewhere than the rules would without it; `None` for most moves.
    pub given: Option<Box<Fact>>,
    /// What is known of it.
    pub status: Status,
}

// Looks are written more often than anything else.
const _: () = assert!(size_of::<Look>() <= 40);

impl Children {
    /// The move at a place.
    pub fn get(&self, place: usize) -> Child<'_> {
        let (play, look) = (&self.plays[place], &self.looks[place]);
        Child { play, given: look.given.as_deref(), status: &look.status }
    }

    /// All moves of which something is known.
    pub fn all(&self) -> impl Iterator<Item = Child<'_>> {
        (0..self.looks.len()).map(|place| self.get(place))
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.plays.clear();
        self.looks.clear();
    }
}

/// A move of a node, with what is known of it.
#[derive(Clone, Copy)]
pub struct Child<'a> {
    /// The move.
    pub play: &'a Play,
    /// See [`Look::given`].
    pub given: Option<&'a Fact>,
    /// What is known of it.
    pub status: &'a Status,
}

impl<'a> Child<'a> {
    /// The key that a move leads to, and how it changes the past.
    ///
    /// # Panics
    /// If the move ends the game: such a move is settled when it is listed, and is never searched.
    pub fn next(&self) -> (&'a Key, &'a Delta) {
        match &self.play.effect {
            Effect::Next(key, delta) => (key, delta),
            Effect::End(_) => unreachable!("a move that ends the game is settled"),
        }
    }

    /// A settled move as a step of a proof, in the canonical frame of the node.
    pub fn step(&self, board: &Board, frame: Frame) -> Step {
        let mv = self.play.mv.map(|point| frame.point_in(board, point));
        let ground = match self.status {
            Status::Barred(place) => {
                Ground::Barred(Box::new(frame.facts_in(board).of(&self.play.bars[*place as usize])))
            }
            Status::Settled(_, Grounds::Stopped(place, _)) => Ground::Stopped(*place as usize),
            Status::Settled(_, Grounds::Certain(_)) => match self.play.effect {
                Effect::End(_) => Ground::Ends,
                Effect::Next(..) => Ground::Life,
            },
            Status::Settled(_, Grounds::Lemma(hit)) => {
                Ground::Lemma(hit.lemma.number, hit.frame.instead_of(frame, board))
            }
            Status::Open(_) => unreachable!("a node is concluded when no move that matters is open"),
        };
        Step { mv, ground, elsewhere: self.given.is_some() }
    }
}

/// What is known of a move of a node.
pub enum Status {
    /// It is barred because the fact of the bar at this place holds.
    Barred(u32),
    /// It is not known whether the mover reaches his aim by it. The numbers are about the aim of his opponent, who moves
    /// next.
    Open(Numbers),
    /// This side is sure of its aim after it.
    Settled(Side, Grounds),
}

impl Status {
    /// Whether the mover at a key reaches his aim by the move.
    #[inline]
    pub fn reaches(&self, key: &Key) -> bool {
        matches!(self, Status::Settled(winner, _) if *winner == Side::of(key.mover))
    }
}

/// The reason why a move is settled.
pub enum Grounds {
    /// A score that holds whatever the past: the end of the game, or a bound from life.
    Certain(Points),
    /// The game ends because the fact of the stop at this place is the first that holds.
    Stopped(u32, End),
    /// A lemma about the key that it leads to.
    Lemma(Hit),
}

/// The score of a game that ends because a fact holds: see [`Grounds::Stopped`].
#[derive(Debug, Clone, Copy)]
pub enum End {
    /// This score.
    Score(i32),
    /// The mean of the fact's tally and this one.
    Mean(Tally),
}

/// The choice of a child to search.
pub struct Choice {
    /// The place of the child.
    pub child: usize,
    /// The numbers of the node.
    pub numbers: Numbers,
    /// The disproof number of the next best child.
    pub second: u32,
}

/// Chooses the open child whose refutation of the opponent looks cheapest; `None` if none is open.
pub fn choose(children: &Children) -> Option<Choice> {
    let (mut best, mut least, mut second, mut sum) = (None, u32::MAX, u32::MAX, 0u32);
    for (place, look) in children.looks.iter().enumerate() {
        let Status::Open(Numbers { proof, disproof }) = look.status else { continue };
        sum = sum.saturating_add(proof).min(MOST);
        if disproof < least {
            second = least;
            (best, least) = (Some(place), disproof);
        } else if disproof < second {
            second = disproof;
        }
    }
    Some(Choice { child: best?, numbers: Numbers { proof: least.min(MOST), disproof: sum }, second })
}
