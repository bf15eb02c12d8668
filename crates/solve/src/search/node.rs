//! The moves of a node, what is known of each, and which one to search.

use super::proof_numbers::{MOST, Numbers};
use super::table::Hit;
use super::worker::{Asked, Worker};
use crate::canon::{Frame, Images};
use crate::observer::{Ground, Step};
use crate::question::Side;
use superko_go::Board;
use superko_go::hashing::Mix;
use superko_rules::fact::{Delta, Fact, Tally};
use superko_rules::{Effect, Key, Play, Points, StopEffect, mean};

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

// --- expand ----------------------------------------------------------------------------------------------------------
//
// The moves of a node, listed and looked up.
//
// Most nodes are entered once, and most of their moves lead to keys that were never seen, so nearly all of the time of a
// search goes into this. What can be told of a move without a table is told first; then the tables are asked about all that
// are left, so that what they have in distant memory is fetched at the same time.

impl Worker<'_> {
    /// Lists the moves of a node with what is known of each. Stops at a move by which the mover reaches his
    /// aim, and returns its place.
    pub fn expand(&mut self, key: &Key, children: &mut Children) -> Option<usize> {
        self.game.rules.plays(&self.game.board, key, &mut children.plays);
        let mut winning = None;
        self.asked.clear();
        let images = Images::of(&self.game.board, key.position);
        for (place, play) in children.plays.iter_mut().enumerate() {
            let given = self.lead_elsewhere(play);
            let status = self.first_look(key, &images, play, place);
            winning = status.reaches(key).then_some(place);
            children.looks.push(Look { given, status });
            if winning.is_some() {
                break;
            }
        }
        self.ask_tables(key, children).or(winning)
    }

    /// Asks the tables about the moves that are left to them. Returns the first by which the mover reaches his aim.
    fn ask_tables(&mut self, key: &Key, children: &mut Children) -> Option<usize> {
        let mut asked = std::mem::take(&mut self.asked);
        self.present.refresh();
        self.numbers.refresh();
        for asked in &mut asked {
            let mixed = asked.canon.key.mixed();
            asked.present = self.present.may_have(mixed);
            asked.hash = self.numbers_hash(&asked.canon, mixed, asked.question);
        }
        children.hashes.clear();
        children.hashes.resize(children.looks.len(), 0);
        asked.iter().for_each(|asked| children.hashes[asked.place] = asked.hash);
        std::hint::black_box(asked.iter().fold(0, |words, asked| words ^ self.numbers.touch(asked.hash)));
        let winning = asked.iter().find_map(|Asked { place, canon, question, hash, present }| {
            let (next, delta) = children.get(*place).next();
            let (board, past) = (&self.game.board, &self.past);
            let known = present.then(|| self.lemmas.settle(board, canon, question, past, Some(delta)));
            let status = match known.flatten() {
                Some(hit) => Status::Settled(hit.frame.side(hit.lemma.sure), Grounds::Lemma(hit)),
                None => Status::Open(self.numbers.get(*hash).unwrap_or(Numbers::UNKNOWN).across(key, next)),
            };
            let winning = status.reaches(key).then_some(*place);
            children.looks[*place].status = status;
            winning
        });
        self.asked = asked;
        winning
    }

    /// If the first of a move's stops that holds leads elsewhere, gives the move that effect, and returns the fact of
    /// the stop. The stops that are asked before it remain, as the effect rests on their facts being absent; those
    /// that are asked after it are dropped, as the rules do not ask them.
    fn lead_elsewhere(&self, play: &mut Play) -> Option<Box<Fact>> {
        let place = play.stops.iter().position(|stop| self.past.get(&stop.fact).is_some())?;
        if !matches!(play.stops[place].effect, StopEffect::Next(_)) {
            return None;
        }
        let stop = play.stops.drain(place..).next()?;
        if let StopEffect::Next(next) = stop.effect {
            play.effect = Effect::Next(next.0, next.1);
        }
        Some(Box::new(stop.fact))
    }

    /// What is known of a move without searching it. If that takes a look into the tables, it is only noted that they
    /// are to be asked.
    fn first_look(&mut self, key: &Key, images: &Images, play: &Play, place: usize) -> Status {
        if let Some(place) = play.bars.iter().rposition(|fact| self.past.get(fact).is_some()) {
            return Status::Barred(place as u32);
        }
        let mut stops = play.stops.iter().enumerate();
        let held = stops.find_map(|(place, stop)| Some((place, stop, self.past.get(&stop.fact)?)));
        if let Some((place, stop, tally)) = held {
            let (end, score) = match stop.effect {
                StopEffect::End(score) => (End::Score(score), Points::from_integer(score)),
                StopEffect::Mean(last) => (End::Mean(last), mean(tally.plus(last))),
                StopEffect::Next(_) => unreachable!("a move that leads elsewhere has no stop left"),
            };
            return Status::Settled(self.question.served(score), Grounds::Stopped(place as u32, end));
        }
        let (next, delta) = match &play.effect {
            Effect::End(score) => {
                let score = Points::from_integer(*score);
                return Status::Settled(self.question.served(score), Grounds::Certain(score));
            }
            Effect::Next(next, delta) => (next, delta),
        };
        if let Some(life) = &mut self.life
            && next.position != key.position
            && let Some((side, bound)) = life.serving(self.game, &next.position, &self.question)
        {
            return Status::Settled(side, Grounds::Certain(bound));
        }
        let canon = images.canon(&self.game.board, &*self.game.rules, self.players, next);
        let question = self.question.less(delta.gain);
        self.asked.push(Asked { place, canon, question, hash: 0, present: false });
        Status::Open(Numbers::UNKNOWN)
    }
}
