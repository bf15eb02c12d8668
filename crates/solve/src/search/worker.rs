//! What one thread of the search has in hand.
//!
//! `dfpn.rs` is the search itself, `expand.rs` lists and looks up the moves of a node, and `teamwork.rs` has what is done
//! for other threads on the same question.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::lemma::Keyed;
use super::life::LifeBounds;
use super::node::Children;
use super::presence::Present;
use super::proof_numbers::{Numbers, ProofNumbers, digest};
use super::proof_reads::ProofReads;
use super::table::{Hit, LemmaTable};
use super::team::Team;
use super::undo_past::{Sketch, UndoPast};
use crate::budget::Budget;
use crate::canon::Canon;
use crate::observer::Observer;
use crate::question::Question;
use superko_go::Players;
use superko_go::hashing::{Mix, Mixed, MixedMap};
use superko_rules::{Game, Key, Points, Properties};

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
