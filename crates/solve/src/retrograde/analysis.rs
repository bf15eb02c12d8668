//! Retrograde analysis: the value of games that may go on for ever.
//!
//! Under a ruleset without superko a game may never end, but everything that matters of its history
//! is in the key, so a game is a walk on a finite graph. What a player can *force in finite play*
//! is found backwards from the ends, for falling thresholds. Let A(v) be the set of states from
//! which he can force an end with v or more for himself. A(v) contains
//!
//! * a state in which he is to move, if one move ends the game with v or more or leads into A(v);
//! * a state in which his opponent is to move, if every move ends it with v or more or leads into
//!   A(v);
//!
//! and nothing that does not follow from these two rules (it is an attractor). A state is added
//! only when the moves it relies on have been added before, so a player who always moves to states
//! that were added earlier comes to the end; and outside A(v) the opponent always has a move that
//! stays outside, so he can keep the game from ever ending with v or more. A(v) grows as v falls:
//! each state enters for a player at most once, with the most that he can force, and every edge is
//! looked at once for each player. Let n be the most that a score can be (by area, the size of the
//! board). From a state that has not entered at v = -n the player cannot force any end, and his
//! opponent can have a game without result.
//!
//! # What a game without end is worth
//! Let `low` be what Black can force in finite play and `high` what White can hold him to in finite
//! play (-n and n if they can force no end); low <= high, as the two strategies played against each
//! other end the game between them. If a game without end is worth c to Black, the value is the
//! median of low, high and c. For v > c, Black reaches v only if the game ends, so he can if and
//! only if low >= v. For v <= c a game without end serves him too, so he reaches v if and only if
//! White cannot force an end below v, that is if high >= v. The greatest v that Black reaches is
//! therefore low if low > c, high if high < c, and c otherwise. c is 0 if such games are draws, -n
//! or n if White or Black wins them.
//!
//! # The graph
//! States are canonical keys (`solve::canon`): Black is to move, so a move exchanges the colours
//! and negates values, and in every state there are the *mover*, who acts there, and the *other*
//! player. Each state has two nodes, one for what the mover can force and one for what the other
//! player can. A move leads from the mover's node of a state to the other player's node of the next
//! state, and from the other player's node to the mover's, as the player who waited moves next.

use std::collections::{HashMap, VecDeque};

use crate::budget::{Budget, Stopped};
use crate::canon::Canon;
use superko_go::hashing::FixedMap;
use superko_go::{Move, Player};
use superko_rules::axes::Cycles;
use superko_rules::backwards::reversed;
use superko_rules::{Effect, Game, Key, Play};

/// The interval that the players can force in finite play, Black's points minus White's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// The most that Black can force; the least that a score can be if Black cannot force an end
    /// (see [`Game::max_margin`]; by area every intersection for White).
    pub low: i32,
    /// The least to which White can hold Black; the most that a score can be if White cannot force
    /// an end.
    pub high: i32,
    /// Whether Black can force the game to end, whatever the score.
    pub black_forces_end: bool,
    /// Whether White can force the game to end, whatever the score.
    pub white_forces_end: bool,
}

/// The outcome of best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// This score, Black's points minus White's.
    Points(i32),
    /// No result.
    NoResult,
}

impl Interval {
    /// Whether Black can keep the game from ever ending.
    pub fn black_forces_no_result(&self) -> bool {
        !self.white_forces_end
    }

    /// Whether White can keep the game from ever ending.
    pub fn white_forces_no_result(&self) -> bool {
        !self.black_forces_end
    }

    /// The outcome of best play by a rule for games without end.
    pub fn value(&self, cycles: Cycles) -> Outcome {
        match cycles {
            Cycles::White => Outcome::Points(self.low),
            Cycles::Black => Outcome::Points(self.high),
            Cycles::Draw => Outcome::Points(0.clamp(self.low, self.high)),
            // No result is worse than any win and better than any loss, for each player. Whoever
            // can force a win has it. If neither can, each is safe from losing, and if neither can
            // even force an end with a draw, then a game that did end would be lost by one of them,
            // who prefers that it does not. If one can force a draw and the other can keep him from
            // more, it is a draw.
            Cycles::NoResult if self.low < 0 && 0 < self.high => Outcome::NoResult,
            Cycles::NoResult => Outcome::Points(0.clamp(self.low, self.high)),
        }
    }
}

/// A principal variation: a line of best play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The moves.
    pub moves: Vec<Move>,
    /// If the line does not end the game: the move before which the key was what it is after the
    /// last one. The moves from there on are repeated for ever.
    pub repeats_from: Option<usize>,
}

/// The solved game: every state that can be reached from the start. Questions about any other key
/// panic.
pub struct Retrograde<'a> {
    game: &'a Game,
    numbers: FixedMap<Key, u32>,
    /// For each node the most that its player can force, or [`NONE`].
    scores: Vec<i8>,
    /// For each node a bound on the moves until the end that he forces.
    moves: Vec<u32>,
}

impl<'a> Retrograde<'a> {
    /// Solves every state that can be reached from a key.
    ///
    /// # Panics
    /// If every game ends under the ruleset: its keys are then not the whole state.
    pub fn solve(game: &'a Game, start: Key, budget: &Budget) -> Result<Retrograde<'a>, Stopped> {
        Retrograde::solve_all(game, [start], budget)
    }

    /// Solves every state that can be reached from some keys.
    pub fn solve_all(
        game: &'a Game,
        starts: impl IntoIterator<Item = Key>,
        budget: &Budget,
    ) -> Result<Retrograde<'a>, Stopped> {
        assert!(
            !game.rules.properties().always_ends,
            "retrograde analysis is for rulesets without a history"
        );
        // More points than that has no board whose states can be listed.
        let Some(most) = i8::try_from(game.max_margin()).ok().filter(|most| *most < i8::MAX) else {
            return Err(Stopped::Memory);
        };
        let held_bytes = prepare(game, budget)?;
        budget.ask("listing the states that can be reached".to_string());
        let graph = Graph::list(game, starts, held_bytes, budget)?;
        budget.ask("working backwards from the ends".to_string());
        let Graph { numbers, ends, counts, next } = graph;
        let (starts, before) = reversed(&counts, &next);
        drop(next);
        let mut attractor = Attractor::new(&ends, counts);
        for score in (-most..=most).rev() {
            attractor.lower_to(score, &ends, &starts, &before, budget)?;
        }
        let Attractor { scores, moves, .. } = attractor;
        budget.report(numbers.len(), table_bytes(numbers.capacity()) + numbers.len() * 2 * (1 + 4));
        Ok(Retrograde { game, numbers, scores, moves })
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.numbers.len()
    }

    /// Whether a key can be reached from the start.
    pub fn knows(&self, key: &Key) -> bool {
        self.numbers.contains_key(&Canon::of(&self.game.board, &*self.game.rules, key).key)
    }

    /// The most that a player can force in finite play, Black's points minus White's, and a bound
    /// on the moves that are left until then. Where he is to move, a move leads to no less and
    /// fewer moves left; where his opponent is, every move does.
    pub fn forced(&self, key: &Key, player: Player) -> Option<(i32, u32)> {
        let canonical = Canon::of(&self.game.board, &*self.game.rules, key).key;
        let number = self.numbers.get(&canonical).expect("the key can be reached from the start");
        let node = node(*number, key.mover == player) as usize;
        let own = i32::from(self.scores[node]);
        let score = if player == Player::Black { own } else { -own };
        (self.scores[node] != NONE).then_some((score, self.moves[node]))
    }

    /// The interval that the players can force.
    pub fn interval(&self, key: &Key) -> Interval {
        let [black, white] = Player::ALL.map(|player| self.forced(key, player));
        Interval {
            low: black.map_or(-self.game.max_margin(), |(score, _)| score),
            high: white.map_or(self.game.max_margin(), |(score, _)| score),
            black_forces_end: black.is_some(),
            white_forces_end: white.is_some(),
        }
    }

    /// The outcome of best play after a play.
    pub(super) fn after(&self, play: &Play, cycles: Cycles) -> Outcome {
        match &play.effect {
            Effect::End(score) => Outcome::Points(*score),
            Effect::Next(key, _) => self.interval(key).value(cycles),
        }
    }

    /// The plays that keep the value. There always is one: low and high are the best over the
    /// moves, for the mover, of what they are after the move, and so is the median of the two and a
    /// number; and where a draw and no result differ, a mover with a draw (or no result) has a move
    /// that leaves him there.
    fn optimal_plays(&self, key: &Key, cycles: Cycles) -> Vec<Play> {
        let value = self.interval(key).value(cycles);
        let mut plays = self.game.plays(key);
        plays.retain(|play| self.after(play, cycles) == value);
        plays
    }

    /// Every move that keeps the value. A player who only ever plays such moves need not reach it:
    /// he may walk in circles before an end that he could force.
    pub fn best_moves(&self, key: &Key, cycles: Cycles) -> Vec<Move> {
        self.optimal_plays(key, cycles).into_iter().map(|play| play.mv).collect()
    }

    /// A line of best play, which ends with the value, or repeats for ever if that is what is worth
    /// it.
    ///
    /// If one player (the winner, if both) can force the value in finite play, he hurries: of the
    /// moves that keep it, he plays one with the fewest moves left. His opponent delays: he plays
    /// one with the most. After every move the value is what it was, the forcer can still force it,
    /// and fewer moves are left, so the game ends, and with the value. (Suppose that Black forces.
    /// Where he moves, some move leaves him fewer moves and no less to force. The value is never
    /// less than what he can force nor more than before, so it is kept. Where White moves, every
    /// move leaves fewer, and a move that keeps the value keeps what Black can force, which is
    /// between the two.)
    ///
    /// If nobody can force it, any moves that keep it show it: they end the game with the value, or
    /// never. Each is chosen by the key alone, so what has been repeated once is repeated for ever.
    /// Where games without end are draws nobody can force one in finite play, so moves are played
    /// that keep "no result" and never end it.
    pub fn line(&self, key: &Key, cycles: Cycles) -> Line {
        let value = self.interval(key).value(cycles);
        let forces = |player: &Player| {
            self.forced(key, *player).is_some_and(|(score, _)| value == Outcome::Points(score))
        };
        let white_first = matches!(value, Outcome::Points(..0));
        let mut players = Player::ALL;
        if white_first {
            players.reverse();
        }
        let forcer = players.into_iter().find(forces);
        let cycles = match (cycles, forcer) {
            (Cycles::Draw, None) => Cycles::NoResult,
            _ => cycles,
        };
        let (mut key, mut moves, mut seen) = (*key, Vec::new(), HashMap::new());
        loop {
            if let Some(number) = seen.insert(key, moves.len()) {
                return Line { moves, repeats_from: Some(number) };
            }
            let play = self.line_play(&key, cycles, forcer);
            moves.push(play.mv);
            match play.effect {
                Effect::End(_) => return Line { moves, repeats_from: None },
                Effect::Next(next, _) => key = next,
            }
        }
    }

    /// The next play of a line.
    fn line_play(&self, key: &Key, cycles: Cycles, forcer: Option<Player>) -> Play {
        let plays = self.optimal_plays(key, cycles).into_iter();
        let Some(forcer) = forcer else {
            return { plays }.next().expect("some move keeps the value");
        };
        let aim = self.forced(key, forcer).map(|(score, _)| score);
        let left = |play: &Play| match &play.effect {
            Effect::End(_) => Some(0),
            Effect::Next(next, _) => {
                self.forced(next, forcer).filter(|(score, _)| Some(*score) == aim).map(|(_, left)| left)
            }
        };
        let forcing = plays.filter_map(|play| Some((left(&play)?, play)));
        let (_, play) = if key.mover == forcer {
            forcing.min_by_key(|(left, _)| *left)
        } else {
            forcing.min_by_key(|(left, _)| std::cmp::Reverse(*left))
        }
        .expect("some move keeps the value and what can be forced");
        play
    }
}

/// Lets the ruleset prepare tables within the budget, and returns their bytes.
fn prepare(game: &Game, budget: &Budget) -> Result<usize, Stopped> {
    budget.ask("settling which stones are dead".to_string());
    let mut stopped = Ok(());
    let mut go_on = |results: usize, bytes: usize| {
        budget.report(results, bytes);
        stopped = if bytes > budget.memory() { Err(Stopped::Memory) } else { budget.charge(0) };
        stopped.is_ok()
    };
    let held_bytes = game.rules.prepare(&game.board, &mut go_on);
    stopped.map(|()| held_bytes.expect("nothing has stopped it"))
}

// --- graph -----------------------------------------------------------------------------------------------------------
//
// // States are numbered in the order in which they are found, and expanded in that order, so the
// states that moves lead to can be kept one list after the other with no more than the length of
// each. Moves that are images of each other lead to the same canonical key and count as one, as
// that key is worth the same by whichever of them it is reached.

/// No score: nothing can be forced, or no move ends the game. It is below every score.
const NONE: i8 = i8::MIN;

/// The graph of the states that can be reached, numbered as they are found.
struct Graph {
    /// The numbers of the canonical keys.
    numbers: FixedMap<Key, u32>,
    /// For each state, the best score with which a move ends the game at once, or [`NONE`]. Worse
    /// scores of other moves do not matter: the mover does not choose them, and the other player
    /// cannot rely on them.
    ends: Vec<i8>,
    /// For each state, the number of different states that moves lead to.
    counts: Vec<u8>,
    /// The numbers of these states, for one state after the other.
    next: Vec<u32>,
}

// A list of states holds one of these for each.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<(Key, u32)>() == 32);

impl Graph {
    /// Lists every state that can be reached from some keys, while `held_bytes` bytes are taken by
    /// other things.
    fn list(
        game: &Game,
        starts: impl IntoIterator<Item = Key>,
        held_bytes: usize,
        budget: &Budget,
    ) -> Result<Graph, Stopped> {
        let canonical = |key: &Key| Canon::of(&game.board, &*game.rules, key).key;
        let numbers = FixedMap::default();
        let mut graph = Graph { numbers, ends: Vec::new(), counts: Vec::new(), next: Vec::new() };
        let mut starts = starts.into_iter().map(|start| canonical(&start));
        // The states that have a number and are not yet expanded, in the order of their numbers.
        let mut open = VecDeque::new();
        let (mut plays, mut nexts) = (Vec::new(), Vec::new());
        let stride = budget.stride();
        let mut unspent = 0;
        loop {
            let key = match open.pop_front() {
                Some(key) => key,
                None => {
                    let Some(start) = starts.find(|start| !graph.numbers.contains_key(start)) else { break };
                    graph.numbers.insert(start, graph.numbers.len() as u32);
                    start
                }
            };
            plays.clear();
            game.rules.plays(&game.board, &key, &mut plays);
            nexts.clear();
            let mut end = NONE;
            for play in &plays {
                debug_assert!(play.bars.is_empty() && play.stops.is_empty());
                match &play.effect {
                    Effect::End(score) => end = end.max(*score as i8),
                    Effect::Next(next, _) => {
                        let next = canonical(next);
                        let fresh = graph.numbers.len() as u32;
                        nexts.push(*graph.numbers.entry(next).or_insert_with(|| {
                            open.push_back(next);
                            fresh
                        }));
                    }
                }
            }
            nexts.sort_unstable();
            nexts.dedup();
            graph.ends.push(end);
            graph.counts.push(nexts.len() as u8);
            graph.next.extend_from_slice(&nexts);
            unspent += 1;
            if unspent == stride || open.is_empty() {
                budget.charge(unspent)?;
                let bytes = held_bytes + graph.bytes(&open, stride as usize * (game.board.points() + 1));
                budget.report(graph.numbers.len(), bytes);
                let countable = graph.numbers.len().max(graph.next.len() / 2) < u32::MAX as usize / 4;
                if bytes > budget.memory() || !countable {
                    return Err(Stopped::Memory);
                }
                unspent = 0;
            }
        }
        Ok(graph)
    }

    /// The bytes to solve the states found so far, if `more` states and edges may be added before
    /// the next estimate.
    fn bytes(&self, open: &VecDeque<Key>, more: usize) -> usize {
        let (states, edges) = (self.numbers.len(), self.next.len());
        let (room, table) = (self.numbers.capacity(), table_bytes(self.numbers.capacity()));
        // A full table is copied to one of twice its size, so that both are there for a while.
        let table = if states + more > room { 3 * table } else { table };
        let full = edges + more > self.next.capacity();
        let listed = self.next.capacity() * if full { 12 } else { 4 } + open.capacity() * size_of::<Key>();
        // Edges backwards and where they start; score, moves and queue for two nodes; pending, end,
        // count.
        table + listed + edges * 4 + states * (4 + 2 * (1 + 4 + 4) + 3)
    }
}

/// The bytes of a hash table with room for some states: its slots are a power of two, of which one
/// in eight stays empty.
fn table_bytes(room: usize) -> usize {
    (room * 8 / 7).next_power_of_two() * (size_of::<(Key, u32)>() + 1)
}

// --- attractor -------------------------------------------------------------------------------------------------------
//
// What both players can force is found backwards from the ends: see the head of this file for the
// argument.

/// The node of a state for its mover, or for the other player.
fn node(state: u32, mover: bool) -> u32 {
    2 * state + u32::from(!mover)
}

/// The attractors of both players while the threshold falls.
struct Attractor {
    /// For each node, the most that its player can force, or [`NONE`].
    scores: Vec<i8>,
    /// For each node a bound on the moves until the end that its player forces.
    moves: Vec<u32>,
    /// For each state, the number of moves after which the other player cannot yet force the score.
    pending: Vec<u8>,
    /// The nodes that have been added, with their predecessors still to be processed.
    queue: VecDeque<u32>,
}

impl Attractor {
    /// The attractors before the first threshold, which are empty. `counts` has the number of next
    /// states of each state.
    fn new(ends: &[i8], counts: Vec<u8>) -> Attractor {
        let mut pending = counts;
        for (pending, &end) in pending.iter_mut().zip(ends) {
            *pending += u8::from(end != NONE);
        }
        let nodes = 2 * ends.len();
        Attractor { scores: vec![NONE; nodes], moves: vec![0; nodes], pending, queue: VecDeque::new() }
    }

    /// Adds every node whose player can force `score`, if those with more have been added.
    fn lower_to(
        &mut self,
        score: i8,
        ends: &[i8],
        starts: &[u32],
        before: &[u32],
        budget: &Budget,
    ) -> Result<(), Stopped> {
        for (state, &end) in (0..).zip(ends).filter(|(_, end)| **end != NONE) {
            if end == score {
                self.count_win(state, true, score, 1);
            }
            if end == -score {
                self.count_win(state, false, score, 1);
            }
        }
        let mut processed = 0u32;
        while let Some(entered) = self.queue.pop_front() {
            let (state, mover) = ((entered / 2) as usize, entered.is_multiple_of(2));
            let moves = self.moves[entered as usize] + 1;
            for &state in &before[starts[state] as usize..starts[state + 1] as usize] {
                self.count_win(state, !mover, score, moves);
            }
            processed += 1;
            if processed.is_multiple_of(1024) {
                budget.charge(0)?;
            }
        }
        Ok(())
    }

    /// Counts one more winning move of a node: if its player is the mover he needs one, else he
    /// needs all of them.
    fn count_win(&mut self, state: u32, mover: bool, score: i8, moves: u32) {
        let node = node(state, mover);
        let at = node as usize;
        if self.scores[at] != NONE {
            return;
        }
        self.moves[at] = self.moves[at].max(moves);
        if !mover {
            self.pending[state as usize] -= 1;
            if self.pending[state as usize] > 0 {
                return;
            }
        }
        self.scores[at] = score;
        self.queue.push_back(node);
    }
}
