//! The moves of a node, listed and looked up.
//!
//! Most nodes are entered once, and most of their moves lead to keys that were never seen, so nearly all of the time of a
//! search goes into this. What can be told of a move without a table is told first; then the tables are asked about all that
//! are left, so that what they have in distant memory is fetched at the same time.

use super::node::{Children, End, Grounds, Look, Status};
use super::proof_numbers::Numbers;
use super::worker::{Asked, Worker};
use crate::canon::Images;
use superko_go::hashing::Mix;
use superko_rules::fact::Fact;
use superko_rules::{Effect, Key, Play, Points, StopEffect, mean};

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
