//! The search: depth-first proof numbers over lemmas with read sets.
//!
//! At every node the question is whether the player to move reaches his aim. A *proof number* estimates
//! the work left to show that he does (the least over his moves), a *disproof number* the work to show
//! that he does not (the sum over his moves). The search goes down where the least work is left and
//! comes back as soon as another place looks cheaper. Source: A. Nagai, Df-pn algorithm for searching
//! AND/OR trees, 2002.
//!
//! What is new is what is stored. The numbers are advice ([`super::advice`]); truth is carried by lemmas
//! alone ([`super::lemma`]), each with the facts of the past that its proof has read. A solved node
//! collects them from its children ([`Worker::conclude`]):
//!
//! * the player whose claim it is made one legal move: the facts that could have barred it were absent;
//! * every move of his opponent is met, or barred: one fact that bars it was present;
//! * what the proofs of the children have read, carried back over the edges that lead to them;
//! * a move that would end the game if a fact held is read only where the end would be worse for the
//!   claim than what the search proved.
//!
//! # Why it ends
//! The numbers are shared between all pasts of a key, which is the largest gain by far and has a price:
//! two pasts can overwrite each other's numbers in turn, and the search would go round for ever. So when
//! too many nodes have passed without a new lemma, the search changes its [`Gear`]: first the numbers are
//! kept under a hash of the whole past, and if that does not help either (a small table may lose them),
//! the search stops comparing and goes straight down its best line. Every game is finite, so going down
//! reaches a node whose moves are all settled, and a lemma is stored. It is new for its key, past and
//! question (otherwise it would have been found before), of which there are finitely many.
//! This needs the memory to keep the lemmas: with a limit too small for the board the search is still
//! right whenever it answers, but may not come to an answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::advice::{Advice, MOST, Numbers};
use super::budget::{Budget, Stopped};
use super::canon::Canon;
use super::lemma::{Back, Lemma, Needs, Read, back, worse};
use super::question::Question;
use super::table::{Hit, LemmaTable, bound_under};
use super::trail::{Trail, hasher};
use crate::go::life::kept_by_passing;
use crate::go::{Move, Player, Position};
use crate::rules::past::{Delta, Tally};
use crate::rules::{Game, Key, Play, Points, State, StopScore, Then};

/// A line longer than this is given up rather than followed. The stack of a search thread has room for
/// it ([`STACK_BYTES`]).
const MAX_DEPTH: usize = 100_000;

/// The stack that a thread needs to follow a line of [`MAX_DEPTH`] moves.
pub const STACK_BYTES: usize = 1 << 30;

/// Nodes without a new lemma after which the search distrusts its shared numbers.
const PATIENCE: u64 = 500;

/// Nodes without a new lemma after which it goes straight down.
const DESPAIR: u64 = 20 * PATIENCE;

/// How the search uses its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gear {
    /// Numbers are shared between all pasts of a key.
    Shared,
    /// Numbers are kept under the whole past.
    WholePast,
    /// No comparison: straight down.
    Dive,
}

/// One thread's search.
pub struct Worker<'a> {
    game: &'a Game,
    lemmas: &'a LemmaTable,
    budget: &'a Budget,
    advice: Advice,
    life: LifeCache,
    trail: Trail,
    question: Question,
    needless: Option<Arc<AtomicBool>>,
    /// Nodes so far, and those that the budget does not know of yet.
    nodes: u64,
    unreported: u64,
    last_lemma: u64,
    whole_past_until: u64,
    whole_past_stay: u64,
    depth: usize,
    /// Lists of children that are not in use.
    spare: Vec<Vec<Child>>,
    plays: Vec<Play>,
}

/// What came out of a node.
enum Seen {
    Open(Numbers),
    Solved(Hit),
}

/// A move at a node, and what is known of it.
struct Child {
    play: Play,
    status: Status,
}

enum Status {
    /// The move is barred by this fact.
    Barred(Read),
    /// Whether the mover reaches his aim by this move is not known; the numbers are the next player's.
    Open(Numbers),
    /// The move leads to a claim of this player.
    Settled(Player, Grounds),
}

/// Why a child is settled.
enum Grounds {
    /// A score that is certain whatever the past: the end of the game, or a bound from life.
    Certain(Points),
    /// The game ends because a fact holds.
    Stopped(Read, Option<Points>),
    /// A lemma about the next key.
    Lemma(Hit),
}

impl<'a> Worker<'a> {
    /// A worker with its own numbers, in at most `advice_bytes`.
    pub fn new(game: &'a Game, lemmas: &'a LemmaTable, budget: &'a Budget, advice_bytes: usize) -> Worker<'a> {
        Worker {
            game,
            lemmas,
            budget,
            advice: Advice::new(advice_bytes),
            life: LifeCache::new(),
            trail: Trail::new(&Default::default()),
            question: Question::reaches(Points::from_integer(0)),
            needless: None,
            nodes: 0,
            unreported: 0,
            last_lemma: 0,
            whole_past_until: 0,
            whole_past_stay: PATIENCE,
            depth: 0,
            spare: Vec::new(),
            plays: Vec::new(),
        }
    }

    /// Answers a question about a state, and gives the bound that was proved: at least that for Black
    /// if he reaches his aim, at most that if he does not. Sets aside its work if `needless` becomes
    /// true.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn ask(
        &mut self,
        state: &State,
        question: Question,
        needless: Option<Arc<AtomicBool>>,
    ) -> Result<(Player, Points), Stopped> {
        self.trail = Trail::new(&state.past);
        self.question = question;
        self.needless = needless;
        self.depth = 0;
        let answer = self.ask_here(&state.key);
        let settled = self.settle_accounts();
        let hit = answer?;
        settled.or_else(|stopped| if stopped == Stopped::Needless { Ok(()) } else { Err(stopped) })?;
        let sure = hit.frame.player(hit.lemma.sure);
        let bound = bound_under(&self.game.board, &hit.lemma, hit.frame, &self.trail, None)
            .expect("a lemma that settles a question holds under the past of the question");
        Ok((sure, bound))
    }

    /// The move of a lemma at this state by which `sure` keeps a bound that serves his aim.
    pub fn known_move(&self, state: &State, question: Question) -> Option<Move> {
        let board = &self.game.board;
        let canon = Canon::of(board, &*self.game.rules, &state.key);
        let hit = self.lemmas.settle(board, &canon, &question, &Trail::new(&state.past), None)?;
        Some(match hit.lemma.mv? {
            Move::Pass => Move::Pass,
            Move::Place(point) => Move::Place(hit.frame.point_out(board, point)),
        })
    }

    fn ask_here(&mut self, key: &Key) -> Result<Hit, Stopped> {
        let canon = Canon::of(&self.game.board, &*self.game.rules, key);
        loop {
            if let Some(hit) = self.lemmas.settle(&self.game.board, &canon, &self.question, &self.trail, None) {
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
        let (lemmas, advice) = (self.lemmas.bytes(), self.advice.bytes());
        self.budget.report(self.lemmas.len(), lemmas);
        // The other threads' advice is of the same size. Advice goes first, then lemmas.
        if lemmas + advice > self.budget.memory() {
            self.advice.shrink(advice / 2);
            if lemmas > self.budget.memory() / 8 * 7 {
                self.lemmas.thin(self.budget.memory() / 2);
            }
        }
        if self.needless.as_ref().is_some_and(|flag| flag.load(Relaxed)) {
            return Err(Stopped::Needless);
        }
        spent
    }

    /// The gear in which the search is, by the nodes since the last new lemma.
    fn gear(&mut self) -> Gear {
        let idle = self.nodes - self.last_lemma;
        if idle > DESPAIR {
            return Gear::Dive;
        }
        if self.nodes < self.whole_past_until {
            return Gear::WholePast;
        }
        if idle > PATIENCE {
            // Each time that the shared numbers fail soon after the last, stay away from them for longer.
            let soon = self.nodes - self.whole_past_until < 4 * self.whole_past_stay;
            self.whole_past_stay = if soon { self.whole_past_stay * 2 } else { PATIENCE };
            self.whole_past_until = self.nodes + self.whole_past_stay;
            return Gear::WholePast;
        }
        Gear::Shared
    }

    /// The hash under which the numbers of a key are kept.
    fn advice_hash(&self, gear: Gear, key: &Key, canon: &Canon, past: impl Fn(&Trail) -> u64) -> u64 {
        let question = match key.mover {
            Player::Black => self.question,
            Player::White => self.question.exchanged(),
        };
        let threshold = (question.points.numer(), question.points.denom(), question.strict);
        match gear {
            Gear::Shared => hasher().hash_one((canon.key, threshold)),
            Gear::WholePast | Gear::Dive => hasher().hash_one((*key, threshold, past(&self.trail))),
        }
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
        let entered = self.nodes;
        let mut children = self.spare.pop().unwrap_or_default();
        let result = self.explore_children(key, canon, limit, entered, &mut children);
        children.clear();
        self.spare.push(children);
        result
    }

    fn explore_children(
        &mut self,
        key: &Key,
        canon: &Canon,
        limit: Numbers,
        entered: u64,
        children: &mut Vec<Child>,
    ) -> Result<Seen, Stopped> {
        let gear = self.gear();
        if let Some(winning) = self.expand(gear, key, children) {
            return Ok(Seen::Solved(self.conclude(key, canon, entered, children, Some(winning))));
        }
        loop {
            let Some(choice) = choose(children) else {
                return Ok(Seen::Solved(self.conclude(key, canon, entered, children, None)));
            };
            let gear = self.gear();
            let Numbers { proof, disproof } = choice.numbers;
            if gear != Gear::Dive && (proof >= limit.proof || disproof >= limit.disproof) {
                let hash = self.advice_hash(gear, key, canon, Trail::hash);
                self.advice.put(hash, choice.numbers);
                return Ok(Seen::Open(choice.numbers));
            }
            let child = &children[choice.child];
            let Then::Next(next, delta) = &child.play.then else {
                unreachable!("a move that ends the game is settled when it is expanded");
            };
            // The child may work until this node's numbers would reach their limit, or until its
            // neighbour looks clearly cheaper.
            let Status::Open(own) = child.status else { unreachable!("an open child was chosen") };
            let next_limit = Numbers {
                proof: limit.disproof.saturating_sub(disproof - own.proof),
                disproof: limit.proof.min(choice.second.saturating_add(1 + choice.second / 4)),
            };
            self.trail.advance(delta);
            self.depth += 1;
            let next_canon = Canon::of(&self.game.board, &*self.game.rules, next);
            let seen = self.explore(next, &next_canon, next_limit);
            self.depth -= 1;
            self.trail.retreat();
            match seen? {
                Seen::Open(numbers) => children[choice.child].status = Status::Open(numbers),
                Seen::Solved(hit) => {
                    let winner = hit.frame.player(hit.lemma.sure);
                    children[choice.child].status = Status::Settled(winner, Grounds::Lemma(hit));
                    if winner == key.mover {
                        let winning = Some(choice.child);
                        return Ok(Seen::Solved(self.conclude(key, canon, entered, children, winning)));
                    }
                }
            }
        }
    }

    /// Lists the moves of a node with what is known of each. Stops at a move that reaches the mover's
    /// aim, and gives its place.
    fn expand(&mut self, gear: Gear, key: &Key, children: &mut Vec<Child>) -> Option<usize> {
        let mut plays = std::mem::take(&mut self.plays);
        self.game.rules.plays(&self.game.board, key, &mut plays);
        let mut winning = None;
        for play in plays.drain(..) {
            let status = self.first_look(gear, key, &play);
            if matches!(status, Status::Settled(winner, _) if winner == key.mover) {
                winning = Some(children.len());
            }
            children.push(Child { play, status });
            if winning.is_some() {
                break;
            }
        }
        self.plays = plays;
        self.plays.clear();
        winning
    }

    /// What is known of a move before any search.
    fn first_look(&mut self, gear: Gear, key: &Key, play: &Play) -> Status {
        if let Some(fact) = play.bars.iter().rfind(|fact| self.trail.get(fact).is_some()) {
            return Status::Barred(Read { fact: *fact, needs: Needs::Present });
        }
        if let Some(stop) = &play.stop
            && let Some(tally) = self.trail.get(&stop.fact)
        {
            let score = stop.score.points(tally);
            let (needs, certain) = match stop.score {
                StopScore::Fixed(_) => (Needs::Present, Some(score)),
                StopScore::Mean(last) => (Needs::Mean(last), None),
            };
            let grounds = Grounds::Stopped(Read { fact: stop.fact, needs }, certain);
            return Status::Settled(self.question.served(score), grounds);
        }
        let (next, delta) = match &play.then {
            Then::End(score) => {
                let score = Points::from_integer(*score);
                return Status::Settled(self.question.served(score), Grounds::Certain(score));
            }
            Then::Next(next, delta) => (next, delta),
        };
        if next.position != key.position && self.game.rules.last_position_decides() {
            for (player, bound) in self.life.bounds(self.game, &next.position) {
                if self.question.settled_by(player, bound) {
                    return Status::Settled(player, Grounds::Certain(bound));
                }
            }
        }
        let canon = Canon::of(&self.game.board, &*self.game.rules, next);
        let known = self.lemmas.settle(&self.game.board, &canon, &self.question, &self.trail, Some(delta));
        if let Some(hit) = known {
            return Status::Settled(hit.frame.player(hit.lemma.sure), Grounds::Lemma(hit));
        }
        let hash = self.advice_hash(gear, next, &canon, |trail| trail.hash_after(delta));
        Status::Open(self.advice.get(hash).unwrap_or(Numbers::UNKNOWN))
    }

    /// Makes the lemma of a solved node: by the mover's `winning` move, or because none is left.
    fn conclude(
        &mut self,
        key: &Key,
        canon: &Canon,
        entered: u64,
        children: &[Child],
        winning: Option<usize>,
    ) -> Hit {
        let sure = if winning.is_some() { key.mover } else { key.mover.other() };
        let mut proof = Proof { sure, base: None, reads: Vec::new() };
        match winning {
            Some(place) => {
                let play = &children[place].play;
                // His move was legal.
                let absent = |fact| Read { fact, needs: Needs::Absent };
                proof.reads.extend(play.bars.iter().copied().map(absent));
                self.add_child(&mut proof, &children[place]);
            }
            None => children.iter().for_each(|child| self.add_child(&mut proof, child)),
        }
        let effort = (self.nodes - entered + 1).min(u64::from(u32::MAX)) as u32;
        let mv = winning.map(|place| children[place].play.mv);
        self.store(canon, proof, mv, effort)
    }

    /// Adds what the claim needs of one move.
    fn add_child(&self, proof: &mut Proof, child: &Child) {
        let grounds = match &child.status {
            Status::Barred(read) => {
                proof.reads.push(*read);
                return;
            }
            Status::Settled(_, grounds) => grounds,
            Status::Open(_) => unreachable!("a node is concluded when no move that matters is open"),
        };
        // Stopped: the fact holds and the move ends the game. Otherwise it goes on; if the fact held
        // and the end were no worse for the claim, the move would be met all the same, so then only
        // the bound is widened and nothing is read.
        match grounds {
            Grounds::Stopped(read, certain) => {
                proof.reads.push(*read);
                proof.add_bound(*certain);
                return;
            }
            Grounds::Certain(score) => proof.add_bound(Some(*score)),
            Grounds::Lemma(hit) => {
                let Then::Next(_, delta) = &child.play.then else {
                    unreachable!("a lemma is about a key that a move leads to");
                };
                self.add_lemma(proof, hit, delta);
            }
        }
        if let Some(stop) = &child.play.stop {
            let needs = match stop.score {
                StopScore::Mean(last) => Some(Needs::MeanIfPresent(last)),
                StopScore::Fixed(_) => {
                    let score = stop.score.points(Tally::default());
                    if self.question.settled_by(proof.sure, score) {
                        proof.add_bound(Some(score));
                        None
                    } else {
                        Some(Needs::Absent)
                    }
                }
            };
            proof.reads.extend(needs.map(|needs| Read { fact: stop.fact, needs }));
        }
    }

    /// Adds the reads of a child's lemma, carried back over the edge.
    fn add_lemma(&self, proof: &mut Proof, hit: &Hit, delta: &Delta) {
        let (board, frame) = (&self.game.board, hit.frame);
        proof.add_bound(hit.lemma.base.map(|base| if frame.exchanged { -base } else { base }));
        for Read { fact, needs } in hit.lemma.reads(board) {
            let needs = match needs {
                Needs::Mean(tally) => Needs::Mean(frame.tally(tally)),
                Needs::MeanIfPresent(tally) => Needs::MeanIfPresent(frame.tally(tally)),
                other => other,
            };
            match back(&Read { fact: frame.fact_out(board, &fact), needs }, delta) {
                Back::Decided => {}
                Back::Bound(score) => proof.add_bound(Some(score)),
                Back::Read(read) => proof.reads.push(read),
            }
        }
    }

    fn store(&mut self, canon: &Canon, mut proof: Proof, mv: Option<Move>, effort: u32) -> Hit {
        let (board, frame) = (&self.game.board, canon.frame());
        for read in &mut proof.reads {
            read.fact = frame.fact_in(board, &read.fact);
            read.needs = match read.needs {
                Needs::Mean(tally) => Needs::Mean(frame.tally(tally)),
                Needs::MeanIfPresent(tally) => Needs::MeanIfPresent(frame.tally(tally)),
                other => other,
            };
        }
        proof.reads.sort_unstable();
        proof.reads.dedup();
        let base = proof.base.map(|base| if frame.exchanged { -base } else { base });
        let mv = mv.map(|mv| match mv {
            Move::Place(point) => {
                Move::Place(board.symmetries()[usize::from(frame.symmetry)].point(point))
            }
            Move::Pass => mv,
        });
        let sure = frame.player(proof.sure);
        let lemma = Arc::new(Lemma::new(board, sure, base, mv, effort, &proof.reads));
        self.lemmas.insert(board, canon.key, Arc::clone(&lemma));
        self.last_lemma = self.nodes;
        Hit { lemma, frame }
    }
}

/// A lemma in the making, in the real frame.
struct Proof {
    sure: Player,
    base: Option<Points>,
    reads: Vec<Read>,
}

impl Proof {
    fn add_bound(&mut self, bound: Option<Points>) {
        self.base = worse(self.sure, self.base, bound);
    }
}

/// The child to search, the node's numbers, and the next best child's disproof number.
struct Choice {
    child: usize,
    numbers: Numbers,
    second: u32,
}

/// Chooses the open child whose refutation of the opponent looks cheapest; `None` if none is open.
fn choose(children: &[Child]) -> Option<Choice> {
    let (mut best, mut least, mut second, mut sum) = (None, u32::MAX, u32::MAX, 0u32);
    for (place, child) in children.iter().enumerate() {
        let Status::Open(Numbers { proof, disproof }) = child.status else { continue };
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

/// Bounds from unconditional life, remembered for the positions seen lately.
struct LifeCache {
    slots: Vec<Option<(Position, [i32; 2])>>,
}

impl LifeCache {
    fn new() -> LifeCache {
        LifeCache { slots: vec![None; 1 << 14] }
    }

    /// What each player is sure of by passing to the end: his alive chains and their eyes are his in
    /// every position that can still come (see [`crate::go::life`]), all the rest at worst his
    /// opponent's.
    fn bounds(&mut self, game: &Game, position: &Position) -> [(Player, Points); 2] {
        let place = hasher().hash_one(position) as usize % self.slots.len();
        let kept = match self.slots[place] {
            Some((known, kept)) if known == *position => kept,
            _ => {
                let kept = Player::ALL.map(|player| {
                    let set = kept_by_passing(&game.board, position, player, game.options.suicide);
                    2 * set.count_ones() as i32 - game.most()
                });
                self.slots[place] = Some((*position, kept));
                kept
            }
        };
        [(Player::Black, Points::from_integer(kept[0])), (Player::White, Points::from_integer(-kept[1]))]
    }
}
