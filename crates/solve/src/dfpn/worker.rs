//! What one thread of the search has in hand.
//!
//! `dfpn.rs` is the search itself, `expand.rs` lists and looks up the moves of a node, and `teamwork.rs` has what is done
//! for other threads on the same question.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::life::LifeBounds;
use super::node::{Children, End, MoveInfo, Reason, Status, Team};
use super::proof::ProofReads;
use super::proof_numbers::{Numbers, ProofNumbers, hash_words};
use crate::budget::Budget;
use crate::canon::{Canon, Images};
use crate::lemma::table::LemmaTable;
use crate::lemma::{CountingFilter, Hit, KeyFilterReader, Keyed, UndoHistory};
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
    pub(super) key_filter: KeyFilterReader,
    pub(super) numbers: ProofNumbers,
    pub(super) numbers_bytes: usize,
    /// `None` if bounds from life are not to be used.
    pub(super) life: Option<LifeBounds>,
    pub(super) history: UndoHistory,
    pub(super) question: Question,
    /// Set by another thread when the question need not be answered any more.
    pub(super) cancelled: Option<Arc<AtomicBool>>,
    /// The nodes so far.
    pub(super) nodes: u64,
    /// Those of them that the budget does not know of yet.
    pub(super) unreported: u64,
    /// The number of nodes when the last lemma was made.
    pub(super) last_lemma: u64,
    /// What is noted for others, if they want to know it.
    pub(super) log: Option<JobLog>,
    /// The other threads on the question, if there are any.
    pub(super) team: Option<Arc<Team>>,
    /// How many of their calls have been answered.
    pub(super) notices: u64,
    /// The nodes above the one in hand.
    #[expect(clippy::vec_box, reason = "a node is large, and stays where it is while the line changes")]
    pub(super) line: Vec<Box<Node>>,
    /// How often each canonical key occurs on the line in hand.
    pub(super) visits: MixedMap<Key, u32>,
    /// The keys of `visits`: most that are asked for are not among them.
    pub(super) visited: CountingFilter,
    /// Nodes that are not in use, with room for their children.
    #[expect(clippy::vec_box, reason = "a node is large, and stays where it is while the line changes")]
    pub(super) spare: Vec<Box<Node>>,
    /// The reads of the proof in hand.
    pub(super) reads: ProofReads,
    /// The moves of the node in hand that the tables are to be asked about.
    pub(super) probes: Vec<Probe>,
}

/// What a worker does that others want to know.
pub(super) struct JobLog {
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
    pub(super) refreshed: u64,
    /// Whether the team counts it as one that a thread is in.
    pub(super) counted: bool,
    pub(super) children: Children,
    /// The place of the child that is being searched.
    pub(super) searched: usize,
    /// The place of a child by which the mover reaches his aim.
    pub(super) winning: Option<usize>,
}

/// The result of searching a node.
pub(super) enum Outcome {
    /// It was left unsolved, with these numbers.
    Open(Numbers),
    /// It is solved.
    Solved(Hit),
}

/// A move that the tables are asked about.
pub(super) struct Probe {
    /// The place of the move.
    pub(super) index: usize,
    /// The canonical form of the key that it leads to.
    pub(super) canon: Canon,
    /// The question after it.
    pub(super) question: Question,
    /// The hash under which the numbers of the key are kept.
    pub(super) hash: u64,
    /// Whether the key may have lemmas.
    pub(super) may_be_known: bool,
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
            key_filter: lemmas.key_filter_reader(),
            numbers: ProofNumbers::new(numbers_bytes),
            numbers_bytes,
            life: (life && last_position_decides).then(|| LifeBounds::new(players)),
            history: UndoHistory::new(&Default::default()),
            question: Question::reaches(Points::from_integer(0)),
            cancelled: None,
            nodes: 0,
            unreported: 0,
            last_lemma: 0,
            log: None,
            team: None,
            notices: 0,
            line: Vec::new(),
            visits: MixedMap::default(),
            visited: CountingFilter::new(),
            spare: Vec::new(),
            reads: ProofReads::default(),
            probes: Vec::new(),
        }
    }

    /// A worker with the same proof numbers, for another thread on the same questions.
    pub fn companion(&self) -> Worker<'a> {
        let life = self.life.is_some();
        let alone = Worker::new(self.game, self.lemmas, self.budget, self.observer, self.numbers_bytes, life);
        Worker { numbers: self.numbers.clone(), ..alone }
    }

    /// The hash under which the numbers of a key and a question are kept on the line in hand. `hash` is that of the
    /// canonical key.
    pub(super) fn state_hash(&self, canon: &Canon, key_hash: u64, question: Question) -> u64 {
        let Question { points, strict } = canon.frame().question(question);
        let visits = match self.visited.may_contain(key_hash) {
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
        hash_words([black, white, aim, rest])
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
        self.probes.clear();
        let images = Images::of(&self.game.board, key.position);
        for (index, play) in children.plays.iter_mut().enumerate() {
            let redirect = self.redirect(play);
            let status = self.status_without_tables(key, &images, play, index);
            winning = status.wins(key).then_some(index);
            children.infos.push(MoveInfo { redirect, status });
            if winning.is_some() {
                break;
            }
        }
        self.probe_tables(key, children).or(winning)
    }

    /// Asks the tables about the moves that are left to them. Returns the first by which the mover reaches his aim.
    fn probe_tables(&mut self, key: &Key, children: &mut Children) -> Option<usize> {
        let mut probes = std::mem::take(&mut self.probes);
        self.key_filter.refresh();
        self.numbers.refresh();
        for probe in &mut probes {
            let key_hash = probe.canon.key.mixed();
            probe.may_be_known = self.key_filter.may_contain(key_hash);
            probe.hash = self.state_hash(&probe.canon, key_hash, probe.question);
        }
        children.hashes.clear();
        children.hashes.resize(children.infos.len(), 0);
        probes.iter().for_each(|probe| children.hashes[probe.index] = probe.hash);
        std::hint::black_box(probes.iter().fold(0, |words, probe| words ^ self.numbers.prefetch(probe.hash)));
        let winning = probes.iter().find_map(|Probe { index, canon, question, hash, may_be_known }| {
            let (next, delta) = children.get(*index).next();
            let (board, history) = (&self.game.board, &self.history);
            let known = may_be_known.then(|| self.lemmas.probe(board, canon, question, history, Some(delta)));
            let status = match known.flatten() {
                Some(hit) => Status::Settled(hit.frame.side(hit.lemma.sure), Reason::Lemma(hit)),
                None => Status::Open(self.numbers.get(*hash).unwrap_or(Numbers::UNKNOWN).negamax(key, next)),
            };
            let winning = status.wins(key).then_some(*index);
            children.infos[*index].status = status;
            winning
        });
        self.probes = probes;
        winning
    }

    /// If the first of a move's stops that holds leads elsewhere, gives the move that effect, and returns the fact of
    /// the stop. The stops that are asked before it remain, as the effect rests on their facts being absent; those
    /// that are asked after it are dropped, as the rules do not ask them.
    fn redirect(&self, play: &mut Play) -> Option<Box<Fact>> {
        let index = play.stops.iter().position(|stop| self.history.get(&stop.fact).is_some())?;
        if !matches!(play.stops[index].effect, StopEffect::Next(_)) {
            return None;
        }
        let stop = play.stops.drain(index..).next()?;
        if let StopEffect::Next(next) = stop.effect {
            play.effect = Effect::Next(next.0, next.1);
        }
        Some(Box::new(stop.fact))
    }

    /// What is known of a move without searching it. If that takes a look into the tables, it is only noted that they
    /// are to be asked.
    fn status_without_tables(&mut self, key: &Key, images: &Images, play: &Play, index: usize) -> Status {
        if let Some(index) = play.bars.iter().rposition(|fact| self.history.get(fact).is_some()) {
            return Status::Barred(index as u32);
        }
        let mut stops = play.stops.iter().enumerate();
        let held = stops.find_map(|(index, stop)| Some((index, stop, self.history.get(&stop.fact)?)));
        if let Some((index, stop, tally)) = held {
            let (end, score) = match stop.effect {
                StopEffect::End(score) => (End::Score(score), Points::from_integer(score)),
                StopEffect::Mean(last) => (End::Mean(last), mean(tally.plus(last))),
                StopEffect::Next(_) => unreachable!("a move that leads elsewhere has no stop left"),
            };
            return Status::Settled(self.question.served(score), Reason::Stopped(index as u32, end));
        }
        let (next, delta) = match &play.effect {
            Effect::End(score) => {
                let score = Points::from_integer(*score);
                return Status::Settled(self.question.served(score), Reason::Certain(score));
            }
            Effect::Next(next, delta) => (next, delta),
        };
        if let Some(life) = &mut self.life
            && next.position != key.position
            && let Some((side, bound)) = life.deciding(self.game, &next.position, &self.question)
        {
            return Status::Settled(side, Reason::Certain(bound));
        }
        let canon = images.canon(&self.game.board, &*self.game.rules, self.players, next);
        let question = self.question.less(delta.gain);
        self.probes.push(Probe { index, canon, question, hash: 0, may_be_known: false });
        Status::Open(Numbers::UNKNOWN)
    }
}

// --- teamwork --------------------------------------------------------------------------------------------------------
//
// What a thread does for the others on its question, and because of them: see `team.rs`.

/// A node's moves are looked at again after so many nodes.
const REFRESH_NODES: u64 = 32;

impl Worker<'_> {
    /// Joins the threads on a question that has not been asked yet.
    pub fn join(&mut self, team: &Arc<Team>) {
        (self.team, self.notices) = (Some(Arc::clone(team)), 0);
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
    pub(super) fn notify_team(&mut self, node: &Node) {
        let Some(team) = &self.team else { return };
        self.numbers.mark_solved(node.hash);
        if team.occupancy(node.hash).load(Relaxed) > u32::from(node.counted) {
            team.notices.fetch_add(1, Relaxed);
        }
    }

    /// Brings what is known of the open moves of a node up to date, as other threads may have searched them meanwhile.
    pub(super) fn refresh_children(&mut self, node: &mut Node) {
        if self.team.is_none() || self.nodes - node.refreshed < REFRESH_NODES {
            return;
        }
        node.refreshed = self.nodes;
        let board = &self.game.board;
        for index in 0..node.children.infos.len() {
            let hash = node.children.hashes[index];
            let child = node.children.get(index);
            let Status::Open(_) = child.status else { continue };
            let (next, delta) = child.next();
            let known = self.numbers.is_solved(hash).then(|| {
                let canon = Canon::of(board, &*self.game.rules, next);
                let question = self.question.less(delta.gain);
                self.lemmas.probe(board, &canon, &question, &self.history, Some(delta))
            });
            let status = match (known.flatten(), self.numbers.get(hash)) {
                (Some(hit), _) => Status::Settled(hit.frame.side(hit.lemma.sure), Reason::Lemma(hit)),
                (None, Some(numbers)) => Status::Open(numbers.negamax(&node.key, next)),
                (None, None) => continue,
            };
            if status.wins(&node.key) {
                node.winning = Some(index);
            }
            node.children.infos[index].status = status;
        }
    }

    /// Whether the team has called since the last answer.
    pub(super) fn is_notified(&self) -> bool {
        self.team.as_ref().is_some_and(|team| team.notices.load(Relaxed) != self.notices)
    }

    /// After a call of the team, goes back to the uppermost node of the line that is marked as solved, and asks whether it is
    /// solved under this past. Returns the node to go on with, and the lemma if it is solved.
    pub(super) fn answer_notice(&mut self, mut node: Box<Node>) -> (Box<Node>, Option<Outcome>) {
        let Some(team) = &self.team else { return (node, None) };
        self.notices = team.notices.load(Relaxed);
        let Some(index) = self.line.iter().position(|above| self.numbers.is_solved(above.hash)) else {
            return (node, None);
        };
        while self.line.len() > index {
            self.leave(node);
            self.history.retreat();
            node = self.line.pop().expect("the line is longer than that");
            self.question = node.question;
        }
        let hit = self.lemmas.probe(&self.game.board, &node.canon, &self.question, &self.history, None);
        match hit {
            Some(hit) => (node, Some(Outcome::Solved(hit))),
            None => {
                // The mark is of no use under this past.
                let numbers = self.numbers.get(node.hash).unwrap_or(Numbers::UNKNOWN);
                self.numbers.put(node.hash, numbers);
                self.refresh_children(&mut node);
                (node, None)
            }
        }
    }
}
