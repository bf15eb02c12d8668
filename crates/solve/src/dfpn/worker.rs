//! One thread of the search: its state, the listing of moves, and the cooperation with other
//! threads.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::life::LifeBounds;
use super::node::{Children, End, MoveInfo, Reason, Status, Team};
use super::proof::ProofReads;
use super::proof_numbers::{Numbers, ProofNumbers, hash_words};
use super::settled::SettledPositions;
use crate::budget::{Budget, Stopped};
use crate::canon::{Canon, Images};
use crate::lemma::table::LemmaTable;
use crate::lemma::{CountingFilter, Hit, KeyFilterReader, Keyed, UndoHistory};
use crate::observer::Observer;
use crate::threshold::Threshold;
use superko_go::Players;
use superko_go::hashing::{Hash64, Prehashed, PrehashedMap};
use superko_rules::fact::Fact;
use superko_rules::{Effect, Game, Key, Play, Points, Properties, StopEffect, mean, won};

/// A flag that another thread sets when an answer is not needed any more.
pub(super) type Cancel = Arc<AtomicBool>;

/// Passes on what has stopped a search, unless it was cancelled.
pub(super) fn unless_cancelled(charged: Result<(), Stopped>) -> Result<(), Stopped> {
    charged.or_else(|stopped| if stopped == Stopped::Redundant { Ok(()) } else { Err(stopped) })
}

/// The leaves of a search besides the ends of games. Each has those before it as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leaves {
    /// None.
    Ends,
    /// Bounds from unconditional life ([`super::life`]). Without them the search is slower and finds
    /// the same values.
    Life,
    /// Settled positions ([`super::settled`]): fewer nodes still, but no lemma of which facts alone
    /// tell whether it holds, as an observer needs them.
    Settled,
}

/// The memory of proof numbers for each byte that is remembered of parts of the board.
const PARTS_SHARE: usize = 2;

/// One thread's search.
pub struct Worker<'a> {
    pub(super) game: &'a Game,
    pub(super) players: Players,
    /// Whether lemmas may be read back with the colours exchanged.
    pub(super) exchangeable: bool,
    pub(super) lemmas: &'a LemmaTable,
    pub(super) budget: &'a Budget,
    pub(super) observer: Option<&'a dyn Observer>,
    /// A filter of the keys that have lemmas.
    pub(super) key_filter: KeyFilterReader,
    pub(super) numbers: ProofNumbers,
    pub(super) numbers_bytes: usize,
    pub(super) leaves: Leaves,
    /// `None` without bounds from life.
    pub(super) life: Option<LifeBounds>,
    /// `None` if settled positions are no leaves.
    pub(super) settled: Option<SettledPositions>,
    pub(super) history: UndoHistory,
    pub(super) question: Threshold,
    pub(super) cancel: Option<Cancel>,
    pub(super) nodes: u64,
    /// The nodes that are not charged to the budget yet.
    pub(super) unreported: u64,
    /// The number of nodes when the last lemma was made.
    pub(super) last_lemma: u64,
    /// The log of a job.
    pub(super) log: Option<JobLog>,
    /// The other threads on the question, if any.
    pub(super) team: Option<Arc<Team>>,
    /// The number of the team's notices that were answered.
    pub(super) notices: u64,
    /// The nodes above the current one.
    #[expect(clippy::vec_box, reason = "a node is large, and stays where it is while the line changes")]
    pub(super) line: Vec<Box<Node>>,
    /// The number of occurrences of each canonical key on the current line.
    pub(super) visits: PrehashedMap<Key, u32>,
    /// A filter of the keys of `visits`: most that are looked up are not among them.
    pub(super) visited: CountingFilter,
    /// Unused nodes, with room for their children.
    #[expect(clippy::vec_box, reason = "a node is large, and stays where it is while the line changes")]
    pub(super) spare: Vec<Box<Node>>,
    pub(super) reads: ProofReads,
    /// The moves of the current node for which the tables are probed.
    pub(super) probes: Vec<Probe>,
}

/// The results of a job that are passed on to others.
pub(super) struct JobLog {
    /// The least nodes of a lemma that is logged.
    pub(super) worth: u32,
    pub(super) lemmas: Vec<Keyed>,
    /// The least proof or disproof number that is logged.
    pub(super) large: u32,
    /// The numbers that were stored, by their hashes.
    pub(super) numbers: HashMap<u64, Numbers>,
}

/// A node of the current line.
pub(super) struct Node {
    pub(super) key: Key,
    pub(super) canon: Canon,
    pub(super) question: Threshold,
    /// The state hash: its numbers are stored by it.
    pub(super) hash: u64,
    /// The numbers at which it is left.
    pub(super) limit: Numbers,
    /// The number of the worker's nodes when it was entered, including itself.
    pub(super) entered: u64,
    /// For a team, the same when its children were last refreshed.
    pub(super) updated: u64,
    /// Whether the team counts this thread in it.
    pub(super) counted: bool,
    pub(super) children: Children,
    /// The index of the child that is being searched.
    pub(super) searched: usize,
    /// The index of a child by which the mover reaches his aim.
    pub(super) winning: Option<usize>,
}

/// The result of searching a node.
pub(super) enum Outcome {
    /// Left unsolved, with these numbers.
    Open(Numbers),
    Solved(Hit),
}

/// A move for which the tables are probed.
pub(super) struct Probe {
    pub(super) index: usize,
    /// The canonical form of the key that it leads to.
    pub(super) canon: Canon,
    pub(super) question: Threshold,
    pub(super) hash: u64,
    /// Whether the key may have lemmas.
    pub(super) may_be_known: bool,
}

impl<'a> Worker<'a> {
    /// A worker with its own proof numbers in at most `numbers_bytes`, and with the leaves that
    /// `leaves` asks for, as far as the ruleset allows them.
    pub fn new(
        game: &'a Game,
        lemmas: &'a LemmaTable,
        budget: &'a Budget,
        observer: Option<&'a dyn Observer>,
        numbers_bytes: usize,
        leaves: Leaves,
    ) -> Worker<'a> {
        let Properties { last_position_decides, players, exchangeable, .. } = game.rules.properties();
        Worker {
            game,
            players,
            exchangeable,
            lemmas,
            budget,
            observer,
            key_filter: lemmas.key_filter_reader(),
            numbers: ProofNumbers::new(numbers_bytes),
            numbers_bytes,
            leaves,
            life: (leaves >= Leaves::Life && last_position_decides).then(|| LifeBounds::new(players)),
            settled: (leaves == Leaves::Settled)
                .then(|| SettledPositions::of(game, numbers_bytes / PARTS_SHARE))
                .flatten(),
            history: UndoHistory::new(&Default::default()),
            question: Threshold::reaches(Points::from_integer(0)),
            cancel: None,
            nodes: 0,
            unreported: 0,
            last_lemma: 0,
            log: None,
            team: None,
            notices: 0,
            line: Vec::new(),
            visits: PrehashedMap::default(),
            visited: CountingFilter::new(),
            spare: Vec::new(),
            reads: ProofReads::default(),
            probes: Vec::new(),
        }
    }

    /// A worker with the same proof numbers, for another thread on the same questions.
    pub fn companion(&self) -> Worker<'a> {
        let Worker { game, lemmas, budget, observer, numbers_bytes, leaves, .. } = *self;
        let alone = Worker::new(game, lemmas, budget, observer, numbers_bytes, leaves);
        Worker { numbers: self.numbers.clone(), ..alone }
    }

    /// The hash by which the numbers of a key and a question are stored on the current line, with
    /// the hash of the canonical key.
    pub(super) fn state_hash(&self, canon: &Canon, key_hash: u64, question: Threshold) -> u64 {
        let Threshold { points, strict } = canon.frame().question(question);
        let visits = match self.visited.may_contain(key_hash) {
            true => self.visits.get(&Prehashed(canon.key)).copied().unwrap_or(0),
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

    pub(super) fn leave(&mut self, mut node: Box<Node>) {
        if let Some(team) = self.team.as_ref().filter(|_| node.counted) {
            team.occupancy(node.hash).fetch_sub(1, Relaxed);
        }
        node.children.clear();
        self.visited.remove(node.canon.key.hash64());
        match self.visits.get_mut(&Prehashed(node.canon.key)) {
            Some(visits) if *visits > 1 => *visits -= 1,
            _ => _ = self.visits.remove(&Prehashed(node.canon.key)),
        }
        self.spare.push(node);
    }
}

// --- the moves of a node ---------------------------------------------------------------------------------------------
//
// Most nodes are entered once, and most of their moves lead to new keys, so nearly all of the time
// of a search goes into this. What needs no table is decided first; then the tables are probed for
// all moves that are left, so that their distant memory is fetched at the same time.

impl Worker<'_> {
    /// Lists the moves of a node with what is known of each. Stops at a winning move, and returns
    /// its index.
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

    /// Probes the tables for the moves that are left. Returns the index of the first winning move.
    fn probe_tables(&mut self, key: &Key, children: &mut Children) -> Option<usize> {
        let mut probes = std::mem::take(&mut self.probes);
        self.key_filter.refresh();
        self.numbers.refresh();
        for probe in &mut probes {
            let key_hash = probe.canon.key.hash64();
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

    /// Applies the first of a move's stops that holds, if it leads elsewhere, and returns its fact.
    ///
    /// The stops before it remain, as the effect depends on their facts being absent; those after
    /// it are dropped, as the rules do not apply them.
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

    /// The status of a move without a search. If that depends on the tables, a probe is queued.
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
                StopEffect::Won { last, points } => {
                    (End::Won { last, points }, won(tally, last, points).into())
                }
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
            && let Some((side, bound)) = life.decide(self.game, &next.position, &self.question)
        {
            return Status::Settled(side, Reason::Certain(bound));
        }
        if let Some(settled) = &mut self.settled
            && next.position != key.position
            && let Some((side, bound)) = settled.decide(&self.game.board, &next.position)
        {
            return Status::Settled(side, Reason::Settled(bound));
        }
        let canon = images.canon(&self.game.board, &*self.game.rules, self.exchangeable, next);
        let question = self.question.less(delta.gain);
        self.probes.push(Probe { index, canon, question, hash: 0, may_be_known: false });
        Status::Open(Numbers::UNKNOWN)
    }
}

// --- the work of a team: see `node.rs` -------------------------------------------------------------------------------

/// The nodes after which a node's children are updated.
const REFRESH_NODES: u64 = 32;

impl Worker<'_> {
    /// Joins a team with a new question.
    pub fn join(&mut self, team: &Arc<Team>) {
        (self.team, self.notices) = (Some(Arc::clone(team)), 0);
    }

    /// Counts this thread in a node, if the team counts such nodes. Returns whether it does.
    pub(super) fn is_counted(&self, hash: u64) -> bool {
        let Some(team) = &self.team else { return false };
        let counted = self.numbers.get(hash).is_some_and(Team::counts);
        if counted {
            team.occupancy(hash).fetch_add(1, Relaxed);
        }
        counted
    }

    /// Notifies the team that a node is solved.
    pub(super) fn notify_team(&mut self, node: &Node) {
        let Some(team) = &self.team else { return };
        self.numbers.mark_solved(node.hash);
        if team.occupancy(node.hash).load(Relaxed) > u32::from(node.counted) {
            team.notices.fetch_add(1, Relaxed);
        }
    }

    /// Updates the open moves of a node, as other threads may have searched them meanwhile.
    pub(super) fn refresh_children(&mut self, node: &mut Node) {
        if self.team.is_none() || self.nodes - node.updated < REFRESH_NODES {
            return;
        }
        node.updated = self.nodes;
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

    /// Whether the team has sent a notice since the last answer.
    pub(super) fn is_notified(&self) -> bool {
        self.team.as_ref().is_some_and(|team| team.notices.load(Relaxed) != self.notices)
    }

    /// After a notice of the team, returns to the uppermost node of the line that is marked as
    /// solved, and probes it under this history. Returns the current node, and its outcome if it is
    /// solved.
    pub(super) fn answer_notice(&mut self, mut node: Box<Node>) -> (Box<Node>, Option<Outcome>) {
        let Some(team) = &self.team else { return (node, None) };
        self.notices = team.notices.load(Relaxed);
        let solved = self.line.iter().position(|above| self.numbers.is_solved(above.hash));
        let Some(index) = solved else { return (node, None) };
        while self.line.len() > index {
            self.leave(node);
            self.history.retreat();
            node = self.line.pop().expect("the line is longer than that");
            self.question = node.question;
        }
        match self.lemmas.probe(&self.game.board, &node.canon, &self.question, &self.history, None) {
            Some(hit) => (node, Some(Outcome::Solved(hit))),
            None => {
                // The mark is of no use under this history.
                let numbers = self.numbers.get(node.hash).unwrap_or(Numbers::UNKNOWN);
                self.numbers.put(node.hash, numbers);
                self.refresh_children(&mut node);
                (node, None)
            }
        }
    }
}
