//! The rules V1.5 of Jann: no superko, a finite supply of stones, and in continuations of a stopped
//! game a modified ko; with area scoring, or with territory scoring, where confirmation sequences
//! tell which stones are dead.
//!
//! # State
//! Key: position, mover, and as the phase the number of a `Memory`: whether the game has stopped
//! and who has said what, or whether the last move was a pass; where a ko may not be retaken at
//! once; the difference of the prisoners; how many continuations there were and whether this one is
//! modified; and for each ko captured in a modified continuation by whom, which captures of it are
//! prepared, and against whom it is locked. No history: no article looks further back. The
//! difference of the prisoners stays between bounds, as who has run out of stones loses only those
//! that stand (without a limit it matters to nobody and is not kept), so the states are finite and
//! games may go round in them. By territory the prisoners score, so there is no game without a
//! limit.
//!
//! # Games without end
//! The document lets a player claim a draw when a position has come back a number of times that the
//! tournament rules specify. Here a game that never ends is a draw, and values are the same for any
//! such number, if what must come back is the state (with the prisoners, or whoever sends two and
//! gets one back could claim a draw while he runs out of stones). For a player who can force a
//! result in finite play can do so without coming to a state twice: each of his moves leads to a
//! state with fewer moves left (`solve/retrograde.rs`). So no claim can keep him from it. And if
//! neither can force a win, each can keep the game from ending with his loss for ever; as the
//! states are finite one of them comes back as often as wanted, and then he claims his draw.
//!
//! Memories are kept from the side of the player to move, so the exchange of the colours leaves
//! them as they are.
//!
//! # Confirmation sequences
//! Which stones are dead at the end of a game by territory: confirmation sequences, solved.
//!
//! A player may claim of an opposing chain that it is dead. The claim is settled by a *confirmation
//! sequence*, "a special continuation that is not part of the game": it is played from the final
//! position until both pass in succession, the position then reached is examined, and the final one
//! restored. The chain is dead if the intersections that it took bear no stone of its colour then.
//!
//! ## Which claims are made
//! All that can be proved. A claim costs nothing and, as the position is restored, changes no
//! other. And it never harms its maker. Let a chain of his opponent be dead instead of alive: what
//! he has surrounded is not adjacent to it, being adjacent to his own alive stones alone, and stays
//! surrounded; what his opponent has surrounded stays so or ceases to be, as fewer of his stones
//! are alive, and nothing new comes to it, as the chain is neither empty nor his opponent's
//! opponent's. So by best play the dead chains are those for which the claimant wins the sequence,
//! whatever else is claimed, and depend on nothing but the position, the difference of the
//! prisoners and, if the turn decides who moves first, the turn.
//!
//! ## Modified ko
//! Either player may demand that the sequence be played with modified ko. So it decides as if it
//! always were: if the chain is dead with it the claimant demands it, if it is alive with it its
//! owner does. Where modified ko is ignored it never is.
//!
//! ## How it is decided
//! A sequence is a walk on a finite graph (# State), and its owner has saved the chain if it never
//! comes to an end: the claimant has to prove what he claims. So the states in which the claimant
//! wins are what he can force, an attractor (`solve/retrograde.rs`, with one threshold): the ends
//! with no stone of the owner's on the chain's intersections; the states in which he is to move and
//! has a move to such a state; and those in which the owner is to move and has no other. The graph
//! has nothing to do with the chain, so it is listed once, from every position with every
//! difference that can be its, and the attractor is found once for each set of intersections, for
//! both colours of the chain at a time.
//!
//! States are kept with Black to move. Each has two nodes: one in which the mover is the claimant,
//! and one in which he is the owner.

mod moves;

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, RwLock};

use rayon::prelude::*;

use crate::axes::{Confirmation, Continuations, Options, Scoring, Stones};
use crate::backwards::reversed;
use crate::fact::Delta;
use crate::{Effect, Explain, Key, Play, Points, Properties, Ruleset, State};
use moves::{Memory, Moves, POISONED};
use superko_go::board::MAX_POINTS;
use superko_go::hashing::FixedMap;
use superko_go::position::legal_positions;
use superko_go::score::{area, territory, territory_with_dead};
use superko_go::{Board, Move, Player, Position, Symmetry};

pub struct Jann {
    moves: Moves,
    /// The solver of confirmation sequences, by territory.
    claims: Option<Box<Claims>>,
}

impl Jann {
    /// The largest board. By territory the confirmation sequences from all positions are listed,
    /// 3.1 million states on 2x5, and claims are settled for every set of intersections that a
    /// chain can have.
    pub fn max_points(options: &Options) -> usize {
        if options.scoring == Scoring::Territory { 10 } else { MAX_POINTS }
    }

    /// # Panics
    /// By territory, if there is no limit of stones: the two options do not go together.
    pub fn new(options: Options) -> Jann {
        let claims = (options.scoring == Scoring::Territory).then(|| {
            assert_ne!(options.stones, Stones::Unlimited, "by territory the supply of stones is limited");
            Box::new(Claims::new(options))
        });
        Jann { moves: Moves::new(options), claims }
    }

    /// The final position if the game ends with a move of the player to move. The turn
    /// would be his opponent's: he passes second, or speaks second at the stop.
    fn last(&self, key: &Key) -> Final {
        let memory = self.moves.memories.memory(key.phase);
        let lost = if key.mover == Player::Black { memory.lost } else { -memory.lost };
        Final { position: key.position, lost, turn: key.mover.other() }
    }

    /// The score of a game that ends at a key. By area stones are dead only by agreement, which no
    /// player needs to give. By territory a player's score is "the number of intersections in his
    /// territory, plus the number of opposing stones captured, plus the number of dead stones in
    /// his territory".
    fn score(&self, board: &Board, key: &Key) -> i32 {
        let position = &key.position;
        match &self.claims {
            None => area(board, position),
            Some(claims) => {
                let last = self.last(key);
                let dead = claims.dead(board, &last);
                territory_with_dead(board, position, dead) - i32::from(last.lost)
            }
        }
    }
}

impl Ruleset for Jann {
    fn properties(&self) -> Properties {
        Properties { always_ends: false, last_position_decides: self.claims.is_none(), ..Properties::BASE }
    }

    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        (Key { position, mover, phase: 0 }, Delta::default())
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        self.moves.plays(board, key, &|| self.score(board, key), plays);
    }

    /// By territory a player's prisoners, minus those of his opponent, and the opposing dead stones
    /// are together no more than the supply of stones and the intersections: when his opponent last
    /// placed a stone he had lost no more than the supply, and what he lost since stood on the
    /// board then. And territory is no more than the intersections.
    fn value_range(&self, board: &Board, _state: &State) -> (Points, Points) {
        let n = board.points();
        let most = match (&self.claims, self.moves.options.stones.limit(n)) {
            (Some(_), Some(supply)) => supply + 2 * n,
            _ => n,
        };
        let most = Points::from_integer(most as i32);
        (-most, most)
    }

    fn phase_image(&self, phase: u32, symmetry: &Symmetry) -> u32 {
        self.moves.memories.image(phase, symmetry)
    }

    /// By territory, every confirmation sequence.
    fn prepare(&self, board: &Board, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Option<usize> {
        self.claims.as_ref().map_or(Some(0), |claims| claims.prepare(board, go_on))
    }
}

impl Explain for Jann {
    /// The position as it stands, with every stone alive.
    fn count(&self, board: &Board, key: &Key) -> i32 {
        if self.claims.is_none() {
            return area(board, &key.position);
        }
        let last = self.last(key);
        territory(board, &key.position) - i32::from(last.lost)
    }

    fn counted(&self) -> &'static str {
        match self.moves.options.scoring {
            Scoring::Area => "the area of the position is",
            Scoring::Territory | Scoring::Stones => "territory and prisoners make",
        }
    }

    fn dead(&self, board: &Board, key: &Key) -> Option<u64> {
        Some(self.claims.as_ref()?.dead(board, &self.last(key)))
    }

    fn refusal(&self, board: &Board, key: &Key, mv: Move) -> &'static str {
        self.moves.refusal(board, key, mv)
    }
}

// --- Confirmation sequences ---

/// Solver of the claims on one board.
pub struct Claims {
    /// The moves of a sequence, of which the first stop is the end. (What it scores is not asked.)
    rules: Moves,
    sequences: OnceLock<Sequences>,
    /// For each set of intersections that has been asked for, the nodes of the starts in which the
    /// claimant wins.
    won: RwLock<HashMap<u64, Arc<Nodes>>>,
}

/// A position that is scored, and what else decides about it.
#[derive(Debug, Clone, Copy)]
pub struct Final {
    /// The position.
    pub position: Position,
    /// The stones that Black has lost minus those that White has.
    pub lost: i16,
    /// The player whose turn it would be.
    pub turn: Player,
}

impl Claims {
    /// Claims that are settled under these options.
    pub fn new(options: Options) -> Claims {
        let within = Options { scoring: Scoring::Area, continuations: Continuations(0), ..options };
        Claims { rules: Moves::new(within), sequences: OnceLock::new(), won: RwLock::default() }
    }

    /// Settles every claim that there can be on a board, as
    /// [`Ruleset::prepare`](crate::Ruleset::prepare) says.
    ///
    /// Time and memory grow with the states of the sequences, 3.1 million on 2x5, for each of the
    /// sets of intersections that a chain can have.
    pub fn prepare(&self, board: &Board, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Option<usize> {
        if self.sequences.get().is_none() {
            let listed = Sequences::list(board, &self.rules, go_on)?;
            // If another thread was faster, it has listed the same.
            let _ = self.sequences.set(listed);
        }
        let sequences = self.sequences.get().expect("they have just been listed");
        let connected = |set: &u64| board.flood(set & set.wrapping_neg(), *set) == *set;
        let least = |set: &u64| board.symmetries().iter().all(|symmetry| symmetry.set(*set) >= *set);
        let sets: Vec<u64> = (1..=board.full()).filter(connected).filter(least).collect();
        let mut bytes = sequences.bytes();
        for chunk in sets.chunks(rayon::current_num_threads()) {
            let won: Vec<Arc<Nodes>> =
                chunk.par_iter().map(|set| self.attractor_of(sequences, *set)).collect();
            bytes += won.iter().map(|won| won.bytes()).sum::<usize>();
            if !go_on(sequences.counts.len(), bytes + chunk.len() * sequences.bytes_of_attractor()) {
                return None;
            }
        }
        Some(bytes)
    }

    /// The stones of both colours that are dead.
    pub fn dead(&self, board: &Board, last: &Final) -> u64 {
        let mut dead = 0;
        for owner in Player::ALL {
            let stones = last.position.stones[owner.index()];
            let mut rest = stones;
            while rest != 0 {
                let chain = board.flood(rest & rest.wrapping_neg(), stones);
                rest &= !chain;
                if self.is_dead(board, last, owner, chain) {
                    dead |= chain;
                }
            }
        }
        dead
    }

    /// Whether the claim that a chain is dead can be proved.
    fn is_dead(&self, board: &Board, last: &Final, owner: Player, chain: u64) -> bool {
        let starter = match self.rules.options.confirmation {
            Confirmation::Owner => owner,
            Confirmation::Claimant => owner.other(),
            Confirmation::Turn => last.turn,
        };
        let (position, lost) = match starter {
            Player::Black => (last.position, last.lost),
            _ => (last.position.exchanged(), -last.lost),
        };
        // Sets that are images of each other are asked for as one.
        let images = board.symmetries().iter().map(|symmetry| (symmetry.set(chain), symmetry));
        let (set, symmetry) = images.min_by_key(|(set, _)| *set).expect("there is the identity");
        let position = position.image(symmetry);
        let list = || Sequences::list(board, &self.rules, &mut |_, _| true).expect("nothing stops it");
        let sequences = self.sequences.get_or_init(list);
        let key = self.rules.sequence(position, lost);
        let start = sequences.indices[&key];
        self.attractor_of(sequences, set).has(node(start, owner != starter))
    }

    /// The nodes in which the claimant forces that no stone of the owner's is left on a set.
    fn attractor_of(&self, sequences: &Sequences, set: u64) -> Arc<Nodes> {
        if let Some(won) = self.won.read().expect(POISONED).get(&set) {
            return won.clone();
        }
        let won = Arc::new(sequences.won(set));
        self.won.write().expect(POISONED).entry(set).or_insert(won).clone()
    }
}

impl Moves {
    /// The start of a confirmation sequence, Black to move, if he has lost `lost` stones more than
    /// White.
    fn sequence(&self, position: Position, lost: i16) -> Key {
        let memory = Memory { lost, modified: self.modified_ko(), ..Memory::default() };
        Key { position, mover: Player::Black, phase: self.memories.number(memory) }
    }
}

/// The node of a state in which the mover is the claimant, or the owner.
fn node(state: u32, claims: bool) -> u32 {
    2 * state + u32::from(!claims)
}

/// Some of the nodes, a bit for each.
struct Nodes(Vec<u64>);

impl Nodes {
    fn none(count: usize) -> Nodes {
        Nodes(vec![0; count.div_ceil(64)])
    }

    fn has(&self, node: u32) -> bool {
        self.0[node as usize / 64] >> (node % 64) & 1 != 0
    }

    fn add(&mut self, node: u32) {
        self.0[node as usize / 64] |= 1 << (node % 64);
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }
}

/// Every state that a sequence can come to.
struct Sequences {
    /// The numbers of the states from which sequences start; the first numbers.
    indices: FixedMap<Key, u32>,
    /// For each state, the number of different states that moves lead to.
    counts: Vec<u8>,
    /// For each state, where the states begin from which moves lead to it; and these states.
    begin: Vec<u32>,
    before: Vec<u32>,
    /// The states in which a pass ends the sequence, with their positions.
    stops: Vec<(u32, Position)>,
}

impl Sequences {
    /// Lists them, unless `go_on` says not to.
    fn list(board: &Board, rules: &Moves, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Option<Sequences> {
        let supply = rules.options.stones.limit(board.points()).expect("the supply of stones is limited");
        // What a player has lost more than his opponent and what he has on the board are together
        // no more than this. (When he last placed a stone he had not run out, and the rest stood on
        // the board after it.)
        let most = (supply + board.points()) as i32;
        let (mut indices, mut keys) = (FixedMap::default(), Vec::new());
        let add = |key: Key, indices: &mut FixedMap<Key, u32>, keys: &mut Vec<Key>| {
            *indices.entry(key).or_insert_with(|| {
                keys.push(key);
                u32::try_from(keys.len() - 1).expect("a graph of this size does not fit in memory")
            })
        };
        for position in legal_positions(board) {
            let [black, white] = position.stones.map(|stones| stones.count_ones() as i32);
            for lost in white - most..=most - black {
                add(rules.sequence(position, lost as i16), &mut indices, &mut keys);
            }
        }
        let starts = keys.len();
        let (mut counts, mut next, mut stops) = (Vec::<u8>::new(), Vec::<u32>::new(), Vec::new());
        let (mut plays, mut nexts) = (Vec::new(), Vec::new());
        while let Some(key) = keys.get(counts.len()).copied() {
            plays.clear();
            rules.plays(board, &key, &|| 0, &mut plays);
            nexts.clear();
            for play in &plays {
                match &play.effect {
                    Effect::End(_) => stops.push((counts.len() as u32, key.position)),
                    Effect::Next(next, _) => {
                        let turned =
                            Key { position: next.position.exchanged(), mover: Player::Black, ..*next };
                        nexts.push(add(turned, &mut indices, &mut keys));
                    }
                }
            }
            nexts.sort_unstable();
            nexts.dedup();
            counts.push(nexts.len() as u8);
            next.extend_from_slice(&nexts);
            if counts.len().is_multiple_of(1024) {
                let table = (indices.capacity() * 8 / 7).next_power_of_two() * (size_of::<(Key, u32)>() + 1);
                // The edges once more, backwards.
                let lists = keys.capacity() * size_of::<Key>() + next.capacity() * 8 + counts.capacity();
                if !go_on(keys.len(), table + lists) {
                    return None;
                }
            }
        }
        indices.retain(|_, index| (*index as usize) < starts);
        indices.shrink_to_fit();
        let (begin, before) = reversed(&counts, &next);
        Some(Sequences { indices, counts, begin, before, stops })
    }

    /// The memory that it takes.
    fn bytes(&self) -> usize {
        let table = self.indices.capacity() * 8 / 7 * (size_of::<(Key, u32)>() + 1);
        let lists = self.counts.capacity() + 4 * (self.begin.capacity() + self.before.capacity());
        table + lists + self.stops.capacity() * size_of::<(u32, Position)>()
    }

    /// The memory that it takes to find an attractor: a bit and a place in the list for each node,
    /// and what is pending.
    fn bytes_of_attractor(&self) -> usize {
        self.counts.len() * (2 * 4 + 1 + 1)
    }

    /// The nodes of starts from which the claimant can force an end with no stone of the owner's on
    /// a set.
    fn won(&self, set: u64) -> Nodes {
        let mut pending = self.counts.clone();
        for (state, _) in &self.stops {
            pending[*state as usize] += 1;
        }
        let mut found = Attractor { won: Nodes::none(2 * self.counts.len()), pending, frontier: Vec::new() };
        for (state, position) in &self.stops {
            for claims in [true, false] {
                let owner = if claims { Player::White } else { Player::Black };
                if position.stones[owner.index()] & set == 0 {
                    found.count_win(*state, claims);
                }
            }
        }
        while let Some(frontier) = found.frontier.pop() {
            let (state, claims) = ((frontier / 2) as usize, frontier.is_multiple_of(2));
            for edge in self.begin[state]..self.begin[state + 1] {
                found.count_win(self.before[edge as usize], !claims);
            }
        }
        let mut won = found.won;
        won.0.truncate((2 * self.indices.len()).div_ceil(64));
        won.0.shrink_to_fit();
        won
    }
}

/// The nodes in which the claimant wins, as far as they are found.
struct Attractor {
    won: Nodes,
    /// For each state, how many moves of the owner's do not yet lose.
    pending: Vec<u8>,
    /// Nodes whose predecessors have yet to be visited.
    frontier: Vec<u32>,
}

impl Attractor {
    /// Counts one more move that leads to a win of the claimant. Where he moves he needs one such
    /// move; where the owner moves, all moves must be such.
    fn count_win(&mut self, state: u32, claims: bool) {
        let node = node(state, claims);
        if self.won.has(node) {
            return;
        }
        if !claims {
            self.pending[state as usize] -= 1;
            if self.pending[state as usize] > 0 {
                return;
            }
        }
        self.won.add(node);
        self.frontier.push(node);
    }
}
