//! The search: depth-first proof numbers over lemmas with read sets.
//!
//! At every node the question is whether the player to move reaches his aim. A *proof number* estimates
//! the work left to show that he does (the least over his moves), a *disproof number* the work to show
//! that he does not (the sum over his moves). The search goes down where the least work is left and
//! comes back as soon as another place looks cheaper. Source: A. Nagai, Df-pn algorithm for searching
//! AND/OR trees, 2002.
//!
//! What is new is what is stored. The numbers are advice ([`super::proof_numbers`]); truth is carried by lemmas
//! alone ([`super::lemma`]), each with the facts of the past that its proof has read. A solved node
//! collects them from its children ([`super::proof`]):
//!
//! * the player whose claim it is made one legal move: the facts that could have barred it were absent;
//! * every move of his opponent is met, or barred: one fact that bars it was present;
//! * what the proofs of the children have read, carried back over the edges that lead to them;
//! * a move that would end the game if a fact held is read only where the end would be worse for the
//!   claim than what the search proved.
//!
//! # Proof numbers and the past
//! The numbers are shared between all pasts of a key, which is the largest gain by far and has a price:
//! where a line comes back to a key, under another past, the numbers of the key would stand for a part of
//! their own subtree. So they are kept apart by how often the key occurs on the line in hand.
//!
//! # Why it ends
//! Even so two pasts can overwrite each other's numbers in turn, and the search could go round for ever.
//! When [`PATIENCE`] nodes have passed without a new lemma, the search stops comparing and goes straight
//! down its best line until there is one. Every game is finite, so going down reaches a node whose moves
//! are all settled, and a lemma is stored. It is new for its key, past and question (otherwise it would
//! have been found before the node was searched), and of these there are finitely many.
//! This needs the memory to keep the lemmas: with a limit too small for the board the search is still
//! right whenever it answers, but may not come to an answer.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::life::LifeBounds;
use super::needs::{Needs, Read};
use super::node::{Child, End, Grounds, Status, choose};
use super::proof::Proof;
use super::proof_numbers::{Numbers, ProofNumbers, digest};
use super::table::{Hit, LemmaTable};
use super::undo_past::{UndoPast, hasher};
use crate::go::{Move, Players};
use crate::rules::past::Fact;
use crate::rules::{Effect, Game, Key, Play, Points, State, StopEffect, mean};
use crate::solve::budget::{Budget, Stopped};
use crate::solve::canon::Canon;
use crate::solve::observer::Observer;
use crate::solve::question::{Question, Side};

/// A line longer than this is given up rather than followed. The stack of a search thread has room for
/// it ([`STACK_BYTES`]).
const MAX_DEPTH: usize = 100_000;

/// The stack that a thread needs to follow a line of [`MAX_DEPTH`] moves, at about 1100 bytes a move in a
/// release build, with room for others.
pub const STACK_BYTES: usize = 512 << 20;

/// Nodes without a new lemma after which the search goes straight down.
const PATIENCE: u64 = 1000;

/// One thread's search.
pub struct Worker<'a> {
    game: &'a Game,
    lemmas: &'a LemmaTable,
    budget: &'a Budget,
    observer: Option<&'a dyn Observer>,
    numbers: ProofNumbers,
    numbers_bytes: usize,
    /// `None` if bounds from life are not to be used.
    life: Option<LifeBounds>,
    past: UndoPast,
    question: Question,
    needless: Option<Arc<AtomicBool>>,
    /// Nodes so far, and those that the budget does not know of yet.
    nodes: u64,
    unreported: u64,
    last_lemma: u64,
    depth: usize,
    /// How often each canonical key occurs on the line in hand.
    visits: HashMap<Key, u32, ahash::RandomState>,
    /// Lists of children that are not in use.
    spare: Vec<Vec<Child>>,
    plays: Vec<Play>,
}

/// What came out of a node.
enum Seen {
    Open(Numbers),
    Solved(Hit),
}

impl<'a> Worker<'a> {
    /// A worker with its own numbers, in at most `numbers_bytes`. Bounds from life are used if `life` says so
    /// and the ruleset lets them.
    pub fn new(
        game: &'a Game,
        lemmas: &'a LemmaTable,
        budget: &'a Budget,
        observer: Option<&'a dyn Observer>,
        numbers_bytes: usize,
        life: bool,
    ) -> Worker<'a> {
        let life = life && game.rules.properties().last_position_decides;
        Worker {
            game,
            lemmas,
            budget,
            observer,
            numbers: ProofNumbers::new(numbers_bytes),
            numbers_bytes,
            life: life.then(LifeBounds::new),
            past: UndoPast::new(&Default::default()),
            question: Question::reaches(Points::from_integer(0)),
            needless: None,
            nodes: 0,
            unreported: 0,
            last_lemma: 0,
            depth: 0,
            visits: HashMap::with_hasher(hasher()),
            spare: Vec::new(),
            plays: Vec::new(),
        }
    }

    /// Answers a question about a state: which side reaches its aim, and what is proved by it. Sets aside its work
    /// if `needless` becomes true.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn ask(
        &mut self,
        state: &State,
        question: Question,
        needless: Option<Arc<AtomicBool>>,
    ) -> Result<(Side, Question), Stopped> {
        if let Some(known) = self.beyond_reach(state, question) {
            return Ok(known);
        }
        let hit = self.prove(state, question, needless)?;
        let claim = hit.frame.question(hit.lemma.claim).plus(state.past.banked());
        Ok((hit.frame.side(hit.lemma.sure), claim))
    }

    /// The answer to a question that no score can answer otherwise, with three players: whether one of them gets no
    /// less than nothing is asked about every move of a game in which he is sure of nothing. With two players such
    /// questions are rare and soon searched, and the node counts that are published have them.
    fn beyond_reach(&self, state: &State, question: Question) -> Option<(Side, Question)> {
        if self.game.rules.properties().players == Players::Two {
            return None;
        }
        let (low, high) = self.game.reach(state);
        let bounds = [(Side::Black, low), (Side::White, high)];
        let (side, bound) = bounds.into_iter().find(|(side, bound)| question.served(*bound) == *side)?;
        Some((side, Question::sharpest(side, bound)))
    }

    /// Answers a question about a state by a lemma, whose claim is about the points still to come.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn prove(
        &mut self,
        state: &State,
        question: Question,
        needless: Option<Arc<AtomicBool>>,
    ) -> Result<Hit, Stopped> {
        self.past = UndoPast::new(&state.past);
        self.question = question.less(state.past.banked());
        self.needless = needless;
        self.depth = 0;
        let answer = self.ask_here(&state.key);
        let settled = self.settle_accounts();
        let hit = answer?;
        settled.or_else(|stopped| if stopped == Stopped::Needless { Ok(()) } else { Err(stopped) })?;
        Ok(hit)
    }

    /// The move of a lemma at this state by which `sure` keeps a bound that serves his aim.
    pub fn known_move(&self, state: &State, question: Question) -> Option<Move> {
        let board = &self.game.board;
        let canon = Canon::of(board, &*self.game.rules, &state.key);
        let question = question.less(state.past.banked());
        let hit = self.lemmas.settle(board, &canon, &question, &UndoPast::new(&state.past), None)?;
        Some(hit.lemma.mv?.map(|point| hit.frame.point_out(board, point)))
    }

    fn ask_here(&mut self, key: &Key) -> Result<Hit, Stopped> {
        let canon = Canon::of(&self.game.board, &*self.game.rules, key);
        loop {
            if let Some(hit) = self.lemmas.settle(&self.game.board, &canon, &self.question, &self.past, None)
            {
                return Ok(hit);
            }
            if let Seen::Solved(hit) = self.explore(key, &canon, Numbers::UNLIMITED)? {
                return Ok(hit);
            }
        }
    }

    /// Reports nodes to the budget, and keeps the tables under the memory limit.
    fn settle_accounts(&mut self) -> Result<(), Stopped> {
        let spent = self.budget.spend(std::mem::take(&mut self.unreported));
        let (lemmas, memory) = (self.lemmas.bytes(), self.budget.memory());
        self.budget.report(self.lemmas.len(), lemmas);
        // ProofNumbers goes first, then lemmas. The rest of the limit is for the holes that an allocator keeps
        // between what is left.
        if lemmas > memory / 2 {
            self.numbers.shrink(self.numbers_bytes / 8);
        }
        if lemmas > memory / 8 * 5 {
            self.lemmas.thin(memory / 8 * 3);
        }
        if self.needless.as_ref().is_some_and(|flag| flag.load(Relaxed)) {
            return Err(Stopped::Needless);
        }
        spent
    }

    /// The hash under which the numbers of a key and a question are kept on the line in hand.
    fn numbers_hash(&self, canon: &Canon, question: Question) -> u64 {
        let Question { points, strict } = canon.frame().question(question);
        let visits = self.visits.get(&canon.key).copied().unwrap_or(0);
        let Key { position, mover, phase } = canon.key;
        let [black, white] = position.stones;
        let aim = u64::from(*points.numer() as u32) << 32 | u64::from(*points.denom() as u32);
        let (high, low) = (u64::from(phase >> 16), u64::from(phase & 0xffff));
        let rest = (high << 48 ^ (mover.index() as u64) << 46 ^ u64::from(visits) << 17)
            | low << 1
            | u64::from(strict);
        digest([black, white, aim, rest])
    }

    /// Searches a node until it is solved or its numbers reach `limit`.
    fn explore(&mut self, key: &Key, canon: &Canon, limit: Numbers) -> Result<Seen, Stopped> {
        self.nodes += 1;
        self.unreported += 1;
        if self.unreported >= self.budget.stride() {
            self.settle_accounts()?;
        }
        if self.depth >= MAX_DEPTH {
            return Err(Stopped::Depth);
        }
        let hash = self.numbers_hash(canon, self.question);
        *self.visits.entry(canon.key).or_insert(0) += 1;
        let mut children = self.spare.pop().unwrap_or_default();
        let result = self.explore_children(key, canon, limit, hash, &mut children);
        children.clear();
        self.spare.push(children);
        match self.visits.get_mut(&canon.key) {
            Some(visits) if *visits > 1 => *visits -= 1,
            _ => _ = self.visits.remove(&canon.key),
        }
        result
    }

    fn explore_children(
        &mut self,
        key: &Key,
        canon: &Canon,
        limit: Numbers,
        hash: u64,
        children: &mut Vec<Child>,
    ) -> Result<Seen, Stopped> {
        let entered = self.nodes;
        if let Some(winning) = self.expand(key, children) {
            return Ok(Seen::Solved(self.conclude(key, canon, entered, children, Some(winning))));
        }
        loop {
            let Some(choice) = choose(children) else {
                return Ok(Seen::Solved(self.conclude(key, canon, entered, children, None)));
            };
            let Numbers { proof, disproof } = choice.numbers;
            let impatient = self.nodes - self.last_lemma > PATIENCE;
            if !impatient && (proof >= limit.proof || disproof >= limit.disproof) {
                self.numbers.put(hash, choice.numbers);
                return Ok(Seen::Open(choice.numbers));
            }
            let child = &children[choice.child];
            let Effect::Next(next, delta) = &child.play.effect else {
                unreachable!("a move that ends the game is settled when it is expanded");
            };
            // The child may work until this node's numbers would reach their limit, or until its
            // neighbour looks clearly cheaper.
            let Status::Open(own) = child.status else { unreachable!("an open child was chosen") };
            let next_limit = Numbers {
                proof: limit.disproof.saturating_sub(disproof - own.proof),
                disproof: limit.proof.min(choice.second.saturating_add(1 + choice.second / 4)),
            };
            self.past.advance(delta);
            self.depth += 1;
            let question = self.question;
            self.question = question.less(delta.gain);
            let next_canon = Canon::of(&self.game.board, &*self.game.rules, next);
            let seen = self.explore(next, &next_canon, next_limit.across(key, next));
            self.question = question;
            self.depth -= 1;
            self.past.retreat();
            match seen? {
                Seen::Open(numbers) => {
                    children[choice.child].status = Status::Open(numbers.across(key, next))
                }
                Seen::Solved(hit) => {
                    let winner = hit.frame.side(hit.lemma.sure);
                    children[choice.child].status = Status::Settled(winner, Grounds::Lemma(hit));
                    if winner == Side::of(key.mover) {
                        let winning = Some(choice.child);
                        return Ok(Seen::Solved(self.conclude(key, canon, entered, children, winning)));
                    }
                }
            }
        }
    }

    /// Lists the moves of a node with what is known of each. Stops at a move that reaches the mover's
    /// aim, and gives its place.
    fn expand(&mut self, key: &Key, children: &mut Vec<Child>) -> Option<usize> {
        let mut plays = std::mem::take(&mut self.plays);
        self.game.rules.plays(&self.game.board, key, &mut plays);
        let mut winning = None;
        for mut play in plays.drain(..) {
            let given = self.lead_elsewhere(&mut play);
            let status = self.first_look(key, &play);
            if matches!(status, Status::Settled(winner, _) if winner == Side::of(key.mover)) {
                winning = Some(children.len());
            }
            children.push(Child { play, given, status });
            if winning.is_some() {
                break;
            }
        }
        self.plays = plays;
        self.plays.clear();
        winning
    }

    /// Gives a move the effect of the first of its stops that holds, if that leads elsewhere, and returns the fact
    /// of that stop. The stops that are asked before it remain, as the effect rests on their facts being absent; those
    /// that are asked after it are dropped, as nobody asks them.
    fn lead_elsewhere(&self, play: &mut Play) -> Option<Fact> {
        let place = play.stops.iter().position(|stop| self.past.get(&stop.fact).is_some())?;
        if !matches!(play.stops[place].effect, StopEffect::Next(_)) {
            return None;
        }
        let stop = play.stops.drain(place..).next()?;
        if let StopEffect::Next(next) = stop.effect {
            play.effect = Effect::Next(next.0, next.1);
        }
        Some(stop.fact)
    }

    /// What is known of a move before any search.
    fn first_look(&mut self, key: &Key, play: &Play) -> Status {
        if let Some(fact) = play.bars.iter().rfind(|fact| self.past.get(fact).is_some()) {
            return Status::Barred(Read { fact: *fact, needs: Needs::Present });
        }
        let mut stops = play.stops.iter();
        if let Some((stop, tally)) = stops.find_map(|stop| Some((stop, self.past.get(&stop.fact)?))) {
            let (end, score) = match stop.effect {
                StopEffect::End(score) => (End::Score(score), Points::from_integer(score)),
                StopEffect::Mean(last) => (End::Mean(last), mean(tally.plus(last))),
                StopEffect::Next(_) => unreachable!("a move that leads elsewhere has no stop left"),
            };
            return Status::Settled(self.question.served(score), Grounds::Stopped(stop.fact, end));
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
        {
            for (side, bound) in life.bounds(self.game, &next.position) {
                if self.question.served(bound) == side {
                    return Status::Settled(side, Grounds::Certain(bound));
                }
            }
        }
        let canon = Canon::of(&self.game.board, &*self.game.rules, next);
        let question = self.question.less(delta.gain);
        let known = self.lemmas.settle(&self.game.board, &canon, &question, &self.past, Some(delta));
        if let Some(hit) = known {
            return Status::Settled(hit.frame.side(hit.lemma.sure), Grounds::Lemma(hit));
        }
        let hash = self.numbers_hash(&canon, question);
        Status::Open(self.numbers.get(hash).unwrap_or(Numbers::UNKNOWN).across(key, next))
    }

    /// Makes and stores the lemma of a solved node: by the mover's `winning` move, or because none is left.
    fn conclude(
        &mut self,
        key: &Key,
        canon: &Canon,
        entered: u64,
        children: &[Child],
        winning: Option<usize>,
    ) -> Hit {
        let (board, side) = (&self.game.board, Side::of(key.mover));
        let (proof, mv) = match winning {
            Some(place) => {
                let child = &children[place];
                (Proof::by_move(board, self.question, side, child), Some(child.play.mv))
            }
            None => (Proof::by_all(board, self.question, side.other(), children), None),
        };
        let lemma = Arc::new(proof.lemma(canon, self.lemmas.next_number(), mv, self.nodes - entered + 1));
        if let Some(observer) = self.observer {
            let proved = winning.map_or(children, |place| &children[place..=place]);
            let steps = proved.iter().map(|child| child.step(board, canon.frame())).collect();
            observer.proved(&canon.key, &lemma, steps);
        }
        self.lemmas.insert(board, canon.key, Arc::clone(&lemma));
        self.last_lemma = self.nodes;
        Hit { lemma, frame: canon.frame() }
    }
}
