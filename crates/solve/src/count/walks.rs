//! Counts of the walks on a situation graph, and of games state by state.
//!
//! Write F(v, U) for the number of walks from a situation v through the free situations U (those
//! neither entered nor marked). It is 1, for the walk that stops in v, and the sum of F(w, U') over
//! the steps from v, with the situation w that the step enters and what is free then. Games from
//! the start are F(start, all). Taken at its word this counts every walk by itself. It is made
//! faster in four ways, none of which changes a number:
//!
//! * F(v, U) = F(v, R) for the part R of U that walks from v can reach, and a symmetry of the graph
//!   does not change F ([`Graph::reachable`], [`Graph::canonical`] say why). So walks that have
//!   entered different situations, or the same in another order, often leave the same number to be
//!   counted.
//! * The first steps are taken breadth first, from all walks of a length at once, with the number
//!   of walks that have reached each pair: every walk is counted where it stops, or else goes on in
//!   exactly one pair.
//! * The pairs so found are counted on all threads, and what is counted is kept in a table of a
//!   fixed size, where the last result that falls on a place stays there. A result is read only for
//!   the pair that it was kept for.
//! * Where R is small, all this costs more than it saves: the walks are counted one by one. In
//!   these counts a 64-bit number cannot overflow: they grow by 1 for each walk, and nobody waits
//!   for 2^64 of those. Everywhere else numbers have 128 bits, and an overflow is an error.

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use super::graph::{CountError, Graph, Set};
use crate::{Budget, Stopped};
use rayon::prelude::*;
use superko_go::hashing::{FixedMap, FixedState};
use superko_rules::fact::{Fact, Tally};
use superko_rules::{Game, Ruling, State};

/// The division of the work. It makes no difference to the number.
#[derive(Clone, Copy)]
struct Division {
    /// The least number of reachable situations with which the table is used.
    min_table_reach: u32,
    /// The pairs until which the first steps are taken.
    parts: usize,
}

/// Of 24, 28, 31 and 36 situations, 28 are the fastest on 2x2.
const DEFAULT: Division = Division { min_table_reach: 28, parts: 1024 };

/// The most slots of the table, 64 bytes each. (With 2^20, 2x2 under `psk` takes 1.4 times the
/// steps.)
const MAX_SLOTS: usize = 1 << 22;

/// A situation, and the situations that can be reached from there.
type Pair = (u8, Set);

/// The number of games on a graph.
pub fn count(graph: &Graph, budget: &Budget) -> Result<u128, CountError> {
    count_in(DEFAULT, graph, budget)
}

fn count_in(division: Division, graph: &Graph, budget: &Budget) -> Result<u128, CountError> {
    budget.ask("counting games".to_string());
    let (stopped_before, pairs) = first_steps(graph, division.parts, budget)?;
    // Pairs that have much in common come one after the other, and find in the table what they
    // need.
    let mut parts: Vec<(Pair, u128)> = pairs.into_iter().collect();
    parts.sort_unstable();
    let (table, done) = (Table::new(graph.situations(), budget.memory()), AtomicUsize::new(0));
    let counted = parts.par_iter().map(|&((place, reach), walks)| {
        let mut counter = Counter {
            graph,
            table: &table,
            min_table_reach: division.min_table_reach,
            budget,
            unreported: 0,
        };
        let games = counter.games(place, reach)?;
        let done = done.fetch_add(1, Relaxed) + 1;
        budget.ask(format!("counting games: part {done} of {}", parts.len()));
        // This part is counted, so what is left to spend matters to the others only.
        let _ = budget.charge(counter.unreported);
        games.checked_mul(walks).ok_or(CountError::Overflow)
    });
    counted.try_reduce_with(sum).unwrap_or(Ok(0)).and_then(|games| sum(games, stopped_before))
}

fn sum(one: u128, other: u128) -> Result<u128, CountError> {
    one.checked_add(other).ok_or(CountError::Overflow)
}

/// The number of walks that stop within the first steps, and the numbers of those that reach each
/// pair.
fn first_steps(
    graph: &Graph,
    parts: usize,
    budget: &Budget,
) -> Result<(u128, HashMap<Pair, u128>), CountError> {
    let (start, all) = graph.start();
    let mut pairs: HashMap<Pair, u128> = HashMap::from([((start, graph.reachable(start, all)), 1)]);
    let mut stopped = 0;
    while !pairs.is_empty() && pairs.len() < parts {
        budget.charge(pairs.len() as u64)?;
        let mut next_pairs = HashMap::new();
        for (&(place, reach), &walks) in &pairs {
            stopped = sum(stopped, walks)?;
            for (next, free) in graph.next(place, reach) {
                let pair = graph.canonical(next, graph.reachable(next, free));
                let all = next_pairs.entry(pair).or_default();
                *all = sum(*all, walks)?;
            }
        }
        pairs = next_pairs;
    }
    Ok((stopped, pairs))
}

struct Counter<'a> {
    graph: &'a Graph,
    table: &'a Table,
    min_table_reach: u32,
    budget: &'a Budget,
    unreported: u64,
}

impl Counter<'_> {
    /// F of a pair that is canonical.
    fn games(&mut self, place: u8, reach: Set) -> Result<u128, CountError> {
        if reach.count_ones() < self.min_table_reach {
            return Ok(u128::from(self.count_directly(place, reach)));
        }
        if let Some(games) = self.table.get((place, reach)) {
            return Ok(games);
        }
        self.charge()?;
        let mut games = 1;
        for (next, free) in self.graph.next(place, reach) {
            let reach = self.graph.reachable(next, free);
            let (next, reach) = self.graph.canonical(next, reach);
            games = sum(games, self.games(next, reach)?)?;
        }
        self.table.insert((place, reach), games);
        Ok(games)
    }

    fn count_directly(&mut self, place: u8, free: Set) -> u64 {
        self.unreported += 1;
        let mut games = 1;
        for (next, free) in self.graph.next(place, free) {
            // A walk with no way to go on stops.
            games += match self.graph.enterable(next) & free {
                0 => 1,
                _ => self.count_directly(next, free),
            };
        }
        games
    }

    fn charge(&mut self) -> Result<(), Stopped> {
        self.unreported += 1;
        if self.unreported < self.budget.stride() {
            return Ok(());
        }
        self.budget.report(self.table.entries.load(Relaxed), self.table.bytes());
        self.budget.charge(std::mem::take(&mut self.unreported))
    }
}

/// A table of the numbers of walks.
struct Table {
    /// Each with the pair that it belongs to, or 0, which no pair has.
    slots: Vec<Mutex<(Pair, u128)>>,
    entries: AtomicUsize,
    hasher: FixedState,
}

impl Table {
    /// A table for a number of situations, of at most `memory` bytes. Small graphs need few slots.
    fn new(situations: usize, memory: usize) -> Table {
        let most = MAX_SLOTS.min(memory / size_of::<Mutex<(Pair, u128)>>()).max(1);
        let enough = 1usize.checked_shl(situations as u32 / 2).unwrap_or(MAX_SLOTS);
        let (mut slots, mut wanted) = (Vec::new(), most.min(enough));
        // Fewer slots make it slower, and change no number: where the system has no memory for all,
        // half will do.
        while slots.try_reserve_exact(wanted).is_err() {
            wanted /= 2;
        }
        slots.resize_with(wanted.max(1), Mutex::default);
        Table { slots, entries: AtomicUsize::new(0), hasher: FixedState::default() }
    }

    fn slot(&self, pair: &Pair) -> &Mutex<(Pair, u128)> {
        &self.slots[self.hasher.hash_one(pair) as usize % self.slots.len()]
    }

    fn get(&self, pair: Pair) -> Option<u128> {
        let slot = self.slot(&pair).lock().expect("no thread fails while it holds a slot");
        (slot.0 == pair && slot.1 != 0).then_some(slot.1)
    }

    fn insert(&self, pair: Pair, games: u128) {
        let mut slot = self.slot(&pair).lock().expect("no thread fails while it holds a slot");
        if slot.1 == 0 {
            self.entries.fetch_add(1, Relaxed);
        }
        *slot = (pair, games);
    }

    fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Mutex<(Pair, u128)>>()
    }
}

// --- by state --------------------------------------------------------------------------------------------------------
//
// Games counted state by state, for any ruleset whose games end.
//
// What can still happen depends on the state alone, and the state holds the whole history, so the
// number of games from a state is the sum of those from the states that its moves lead to. Each is
// counted once and kept. There are so many histories that this is for the smallest boards.

/// A counter of games state by state.
pub struct ByState<'a> {
    game: &'a Game,
    budget: &'a Budget,
    known: FixedMap<State, u128>,
    /// The facts in all histories of the table.
    facts: usize,
    unreported: u64,
}

impl<'a> ByState<'a> {
    /// A counter with an empty table.
    pub fn new(game: &'a Game, budget: &'a Budget) -> ByState<'a> {
        ByState { game, budget, known: FixedMap::default(), facts: 0, unreported: 0 }
    }

    /// The number of games from a state.
    pub fn count(mut self, state: &State) -> Result<u128, CountError> {
        self.budget.ask("counting games state by state".to_string());
        let games = self.games(state)?;
        // All is counted: what is left to spend does not matter any more.
        let _ = self.charge();
        Ok(games)
    }

    fn games(&mut self, state: &State) -> Result<u128, CountError> {
        if let Some(&games) = self.known.get(state) {
            return Ok(games);
        }
        self.unreported += 1;
        if self.unreported >= self.budget.stride() {
            self.charge()?;
        }
        let mut games = 0u128;
        for (_, ruling) in self.game.legal(state) {
            let more = match ruling {
                Ruling::Ends(_) => 1,
                Ruling::Leads(next) => self.games(&next)?,
                Ruling::Barred(_) => unreachable!("only legal moves are listed"),
            };
            games = games.checked_add(more).ok_or(CountError::Overflow)?;
        }
        self.facts += state.past.facts().count();
        self.known.insert(state.clone(), games);
        Ok(games)
    }

    fn charge(&mut self) -> Result<(), Stopped> {
        // A table that is full makes one twice its size and moves there.
        let bytes =
            3 * self.known.capacity() * size_of::<(State, u128)>() + self.facts * size_of::<(Fact, Tally)>();
        self.budget.report(self.known.len(), bytes);
        if bytes > self.budget.memory() {
            return Err(Stopped::Memory);
        }
        self.budget.charge(std::mem::take(&mut self.unreported))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use superko_go::{Board, Player, Position, Suicide};
    use superko_rules::{Game, Rules, Ruling, State};

    fn game(board: &str, rules: &str, suicide: Suicide) -> Game {
        let mut rules = Rules::named(rules).unwrap();
        rules.options.suicide = suicide;
        rules.game(Board::parse(board).unwrap())
    }

    /// Every game, move by move.
    fn count_plainly(game: &Game, state: &State) -> u128 {
        let rulings = game.legal(state).into_iter().map(|(_, ruling)| match ruling {
            Ruling::Leads(next) => count_plainly(game, &next),
            _ => 1,
        });
        rulings.sum()
    }

    fn graph(game: &Game, state: &State) -> Graph {
        Graph::of(game, state).unwrap().expect("a superko")
    }

    #[test]
    fn every_division_of_the_work_counts_what_there_is() {
        for board in ["1x1", "1x2", "1x3"] {
            for rules in ["psk", "ssk", "nssk"] {
                for suicide in Suicide::ALL {
                    let game = game(board, rules, suicide);
                    let start = game.start(Position::default(), Player::Black);
                    let (graph, games) = (graph(&game, &start), count_plainly(&game, &start));
                    for division in [(28, 1024), (0, 1), (0, 20), (5, 1), (9, 30)] {
                        let division = Division { min_table_reach: division.0, parts: division.1 };
                        let large = count_in(division, &graph, &Budget::default());
                        // A table of one place forgets at once.
                        let limits = Limits { memory: 1, ..Limits::default() };
                        let small = count_in(division, &graph, &Budget::new(limits));
                        assert_eq!((large, small), (Ok(games), Ok(games)), "{board} {rules} {suicide:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn games_that_go_on_after_random_moves_are_counted() {
        let mut random = 1u64;
        let mut below = |number: usize| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) as usize % number
        };
        let mut large = 0;
        for round in 0..54 {
            let board = ["1x4", "2x2"][round % 2];
            let rules = ["psk", "ssk", "nssk"][round / 2 % 3];
            let game = game(board, rules, Suicide::ALL[round / 6 % 3]);
            let mut states = vec![game.start(Position::default(), Player::Black)];
            // A random game until nobody can place a stone, then back to where thousands of games
            // go on.
            let mut passes = 0;
            while passes < 2 {
                let mut nexts = game.legal(states.last().expect("there is the start"));
                let (_, pass) = nexts.pop().expect("there always is a pass");
                let passed = nexts.is_empty() || passes == 0 && below(4) == 0;
                passes = if passed { passes + 1 } else { 0 };
                let ruling = if passed { pass } else { nexts.swap_remove(below(nexts.len())).1 };
                states.extend(match ruling {
                    Ruling::Leads(next) => Some(next),
                    _ => None,
                });
            }
            let budget = |nodes| Budget::new(Limits { time: None, nodes, memory: 1 << 20 });
            let counted = states.iter().rev().map_while(|state| {
                let graph = graph(&game, state);
                let games = count(&graph, &budget(Some(10_000))).ok().filter(|games| *games <= 20_000)?;
                Some((state, graph, games))
            });
            let (state, graph, games) = counted.last().expect("some state is close to the end");
            assert_eq!(count_plainly(&game, state), games, "{board} {rules} {state:?}");
            for min_table_reach in [0, 8] {
                assert_eq!(
                    count_in(Division { min_table_reach, parts: 1 }, &graph, &budget(None)),
                    Ok(games)
                );
            }
            large += usize::from(graph.situations() as u32 >= DEFAULT.min_table_reach && games > 5000);
        }
        assert!(large >= 10, "{large}");
    }

    #[test]
    fn a_number_is_as_large_as_it_may_be_and_no_larger() {
        // n situations in a row, with 8 plays from each to the next: 1 + 8 + .. + 8^n walks.
        let counted = |situations| {
            let division = Division { min_table_reach: 0, parts: 2 };
            count_in(division, &Graph::row(situations, 8), &Budget::default())
        };
        let sum = |situations| (0..=situations).map(|power| 8u128.pow(power)).sum();
        assert_eq!([counted(0), counted(1), counted(42)], [0, 1, 42].map(|situations| Ok(sum(situations))));
        assert_eq!([counted(43), counted(128)], [Err(CountError::Overflow); 2]);
    }

    #[test]
    fn a_limit_leaves_no_number() {
        let game = game("1x4", "psk", Suicide::Forbidden);
        let graph = graph(&game, &game.start(Position::default(), Player::Black));
        let limits = Limits { nodes: Some(5000), ..Limits::default() };
        assert_eq!(count(&graph, &Budget::new(limits)), Err(CountError::Stopped(Stopped::Nodes)));
    }
}
