//! What one thread of the search has in hand.
//!
//! `dfpn.rs` is the search itself, `expand.rs` lists and looks up the moves of a node, and `teamwork.rs` has what is done
//! for other threads on the same question.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::life::LifeBounds;
use super::node::{Children, End, Grounds, Look, Status, Team};
use super::proof::ProofReads;
use super::proof_numbers::{Numbers, ProofNumbers, digest};
use crate::budget::Budget;
use crate::canon::{Canon, Images};
use crate::lemma::table::LemmaTable;
use crate::lemma::{Hit, Keyed, Present, Sketch, UndoPast};
use crate::observer::Observer;
use crate::question::Question;
use superko_go::Players;
use superko_go::hashing::{Mix, Mixed, MixedMap};
use superko_rules::fact::Fact;
use superko_rules::{Effect, Game, Key, Play, Points, Properties, StopEffect, mean};

/// One thread's search.
pub struct Worker<'a> {
    pub(super) game: &'a Game,
    pub(super) players: Players,
    pub(super) lemmas: &'a LemmaTable,
    pub(super) budget: &'a Budget,
    pub(super) observer: Option<&'a dyn Observer>,
    /// Which keys have lemmas.
    pub(super) present: Present,
    pub(super) numbers: ProofNumbers,
    pub(super) numbers_bytes: usize,
    /// `None` if bounds from life are not to be used.
    pub(super) life: Option<LifeBounds>,
    pub(super) past: UndoPast,
    pub(super) question: Question,
    /// Set by another thread when the question need not be answered any more.
    pub(super) needless: Option<Arc<AtomicBool>>,
    /// The nodes so far.
    pub(super) nodes: u64,
    /// Those of them that the budget does not know of yet.
    pub(super) unreported: u64,
    /// The number of nodes when the last lemma was made.
    pub(super) last_lemma: u64,
    /// What is noted for others, if they want to know it.
    pub(super) noted: Option<Noted>,
    /// The other threads on the question, if there are any.
    pub(super) team: Option<Arc<Team>>,
    /// How many of their calls have been answered.
    pub(super) calls: u64,
    /// The nodes above the one in hand.
    #[expect(clippy::vec_box, reason = "a node is large, and stays where it is while the line changes")]
    pub(super) line: Vec<Box<Node>>,
    /// How often each canonical key occurs on the line in hand.
    pub(super) visits: MixedMap<Key, u32>,
    /// The keys of `visits`: most that are asked for are not among them.
    pub(super) visited: Sketch,
    /// Nodes that are not in use, with room for their children.
    #[expect(clippy::vec_box, reason = "a node is large, and stays where it is while the line changes")]
    pub(super) spare: Vec<Box<Node>>,
    /// The reads of the proof in hand.
    pub(super) reads: ProofReads,
    /// The moves of the node in hand that the tables are to be asked about.
    pub(super) asked: Vec<Asked>,
}

/// What a worker does that others want to know.
pub(super) struct Noted {
    /// What a lemma must have cost, in nodes.
    pub(super) worth: u32,
    /// The lemmas that were made, each with its key.
    pub(super) lemmas: Vec<Keyed>,
    /// How large one of two numbers must be.
    pub(super) large: u32,
    /// The numbers that were kept, by their hashes.
    pub(super) numbers: HashMap<u64, Numbers>,
}

/// A node of the line in hand.
pub(super) struct Node {
    pub(super) key: Key,
    pub(super) canon: Canon,
    pub(super) question: Question,
    /// The hash under which its numbers are kept.
    pub(super) hash: u64,
    /// The numbers at which it is left.
    pub(super) limit: Numbers,
    /// The number of the worker's nodes when it was entered, itself included.
    pub(super) entered: u64,
    /// For a team, the same when its moves were last looked at.
    pub(super) looked: u64,
    /// Whether the team counts it as one that a thread is in.
    pub(super) counted: bool,
    pub(super) children: Children,
    /// The place of the child that is being searched.
    pub(super) searched: usize,
    /// The place of a child by which the mover reaches his aim.
    pub(super) winning: Option<usize>,
}

/// The result of searching a node.
pub(super) enum Seen {
    /// It was left unsolved, with these numbers.
    Open(Numbers),
    /// It is solved.
    Solved(Hit),
}

/// A move that the tables are asked about.
pub(super) struct Asked {
    /// The place of the move.
    pub(super) place: usize,
    /// The canonical form of the key that it leads to.
    pub(super) canon: Canon,
    /// The question after it.
    pub(super) question: Question,
    /// The hash under which the numbers of the key are kept.
    pub(super) hash: u64,
    /// Whether the key may have lemmas.
    pub(super) present: bool,
}

impl<'a> Worker<'a> {
    /// A worker with proof numbers of its own, in at most `numbers_bytes`. Bounds from life are used if `life` is set
    /// and the ruleset allows them.
    pub fn new(
        game: &'a Game,
        lemmas: &'a LemmaTable,
        budget: &'a Budget,
        observer: Option<&'a dyn Observer>,
        numbers_bytes: usize,
        life: bool,
    ) -> Worker<'a> {
        let Properties { last_position_decides, players, .. } = game.rules.properties();
        Worker {
            game,
            players,
            lemmas,
            budget,
            observer,
            present: lemmas.present(),
            numbers: ProofNumbers::new(numbers_bytes),
            numbers_bytes,
            life: (life && last_position_decides).then(|| LifeBounds::new(players)),
            past: UndoPast::new(&Default::default()),
            question: Question::reaches(Points::from_integer(0)),
            needless: None,
            nodes: 0,
            unreported: 0,
            last_lemma: 0,
            noted: None,
            team: None,
            calls: 0,
            line: Vec::new(),
            visits: MixedMap::default(),
            visited: Sketch::new(),
            spare: Vec::new(),
            reads: ProofReads::default(),
            asked: Vec::new(),
        }
    }

    /// A worker with the same proof numbers, for another thread on the same questions.
    pub fn companion(&self) -> Worker<'a> {
        let life = self.life.is_some();
        let alone = Worker::new(self.game, self.lemmas, self.budget, self.observer, self.numbers_bytes, life);
        Worker { numbers: self.numbers.clone(), ..alone }
    }

    /// The hash under which the numbers of a key and a question are kept on the line in hand. `mixed` is that of the
    /// canonical key.
    pub(super) fn numbers_hash(&self, canon: &Canon, mixed: u64, question: Question) -> u64 {
        let Question { points, strict } = canon.frame().question(question);
        let visits = match self.visited.may_have(mixed) {
            true => self.visits.get(&Mixed(canon.key)).copied().unwrap_or(0),
            false => 0,
        };
        let Key { position, mover, phase } = canon.key;
        let [black, white] = position.stones;
        let aim = u64::from(*points.numer() as u32) << 32 | u64::from(*points.denom() as u32);
        let (high, low) = (u64::from(phase >> 16), u64::from(phase & 0xffff));
        let rest = (high << 48 ^ (mover.index() as u64) << 46 ^ u64::from(visits) << 17)
            | low << 1
            | u64::from(strict);
        digest([black, white, aim, rest])
    }

    /// Takes a node off the line.
    pub(super) fn leave(&mut self, mut node: Box<Node>) {
        if let Some(team) = self.team.as_ref().filter(|_| node.counted) {
            team.leave(node.hash);
        }
        node.children.clear();
        self.visited.remove(node.canon.key.mixed());
        match self.visits.get_mut(&Mixed(node.canon.key)) {
            Some(visits) if *visits > 1 => *visits -= 1,
            _ => _ = self.visits.remove(&Mixed(node.canon.key)),
        }
        self.spare.push(node);
    }
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

// --- teamwork --------------------------------------------------------------------------------------------------------
//
// What a thread does for the others on its question, and because of them: see `team.rs`.

/// A node's moves are looked at again after so many nodes.
const LOOK_AGAIN: u64 = 32;

impl Worker<'_> {
    /// Joins the threads on a question that has not been asked yet.
    pub fn join(&mut self, team: &Arc<Team>) {
        (self.team, self.calls) = (Some(Arc::clone(team)), 0);
    }

    /// Counts this thread in the node of a hash, if the team counts such nodes. Returns whether it does.
    pub(super) fn is_counted(&self, hash: u64) -> bool {
        let Some(team) = &self.team else { return false };
        let counted = self.numbers.get(hash).is_some_and(Team::counts);
        if counted {
            team.enter(hash);
        }
        counted
    }

    /// Tells the team that a node is solved.
    pub(super) fn call(&mut self, node: &Node) {
        let Some(team) = &self.team else { return };
        self.numbers.mark_solved(node.hash);
        if team.inside(node.hash).load(Relaxed) > u32::from(node.counted) {
            team.calls.fetch_add(1, Relaxed);
        }
    }

    /// Brings what is known of the open moves of a node up to date, as other threads may have searched them meanwhile.
    pub(super) fn look_again(&mut self, node: &mut Node) {
        if self.team.is_none() || self.nodes - node.looked < LOOK_AGAIN {
            return;
        }
        node.looked = self.nodes;
        let board = &self.game.board;
        for place in 0..node.children.looks.len() {
            let hash = node.children.hashes[place];
            let child = node.children.get(place);
            let Status::Open(_) = child.status else { continue };
            let (next, delta) = child.next();
            let known = self.numbers.is_solved(hash).then(|| {
                let canon = Canon::of(board, &*self.game.rules, next);
                let question = self.question.less(delta.gain);
                self.lemmas.settle(board, &canon, &question, &self.past, Some(delta))
            });
            let status = match (known.flatten(), self.numbers.get(hash)) {
                (Some(hit), _) => Status::Settled(hit.frame.side(hit.lemma.sure), Grounds::Lemma(hit)),
                (None, Some(numbers)) => Status::Open(numbers.across(&node.key, next)),
                (None, None) => continue,
            };
            if status.reaches(&node.key) {
                node.winning = Some(place);
            }
            node.children.looks[place].status = status;
        }
    }

    /// Whether the team has called since the last answer.
    pub(super) fn is_called(&self) -> bool {
        self.team.as_ref().is_some_and(|team| team.calls.load(Relaxed) != self.calls)
    }

    /// After a call of the team, goes back to the uppermost node of the line that is marked as solved, and asks whether it is
    /// solved under this past. Returns the node to go on with, and the lemma if it is solved.
    pub(super) fn answer_call(&mut self, mut node: Box<Node>) -> (Box<Node>, Option<Seen>) {
        let Some(team) = &self.team else { return (node, None) };
        self.calls = team.calls.load(Relaxed);
        let Some(place) = self.line.iter().position(|above| self.numbers.is_solved(above.hash)) else {
            return (node, None);
        };
        while self.line.len() > place {
            self.leave(node);
            self.past.retreat();
            node = self.line.pop().expect("the line is longer than that");
            self.question = node.question;
        }
        let hit = self.lemmas.settle(&self.game.board, &node.canon, &self.question, &self.past, None);
        match hit {
            Some(hit) => (node, Some(Seen::Solved(hit))),
            None => {
                // The mark is of no use under this past.
                let numbers = self.numbers.get(node.hash).unwrap_or(Numbers::UNKNOWN);
                self.numbers.put(node.hash, numbers);
                self.look_again(&mut node);
                (node, None)
            }
        }
    }
}
