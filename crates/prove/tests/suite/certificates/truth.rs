//! What is true of a state, and of a lemma.
//!
//! Values come from the engines: those of the search, which begins anew with each state, are put
//! before the naive engine, unless that takes it more than [`NAIVE_NODES`]; where games may go on
//! for ever they come from value iteration, on which no certificate rests. A lemma speaks of every
//! past in which its reads hold: it is held against states of random games that have its key and
//! such a history, and against histories that are put together for the purpose and that no game
//! might have.

use std::collections::{BTreeSet, HashMap, HashSet};

use num_rational::Ratio;
use superko_certificate::conclusion::Value;
use superko_certificate::format::{Asks, Claim, Header, Key, Read, Relation, Statement, Step};
use superko_go::position::legal_positions_of;
use superko_go::{Players, Position};
use superko_rules::fact::{self, Delta, Past, Tally};
use superko_rules::{self, Game, Points, Ruling, State};
use superko_solve::naive::{Naive, Reached};
use superko_solve::{Budget, Limits};

use super::games::{game_of, name, state_of};
use super::random::Random;
use super::translate::{fact_back, key_back, key_of};
use crate::common::searching::{Searcher, search_within};

/// The nodes that the engines may spend on a state, the search with settled positions and without
/// them together. In some histories the search needs more under kee2009 where suicide is allowed.
const NODES: u64 = 10_000;
const NAIVE_NODES: u64 = 3_000;

/// The moves of all random games together, and the most states of one key that are kept.
const MOVES: usize = 4_000;
const STATES_OF_A_KEY: usize = 16;

/// The most states of either kind that a lemma is held against.
const STATES_OF_A_LEMMA: usize = 2;

/// The number of attempts to put together a history in which the reads of a lemma hold.
const ATTEMPTS: usize = 12;

/// What is true under one header.
pub struct Truth {
    pub game: &'static Game,
    header: Header,
    /// Whether tallies grow.
    cycle: bool,
    /// The values of states; `None` where the search took too long.
    values: HashMap<State, Option<Points>>,
    /// What Black can force in finite play, and what White can; beyond any score where it is no
    /// end.
    forced: HashMap<superko_rules::Key, (i32, i32)>,
    met: HashMap<Key, Vec<State>>,
    /// The facts that held in random games.
    facts: Vec<fact::Fact>,
    random: Random,
    looked_at: HashSet<(Key, Claim, Vec<Read>, bool)>,
    /// The number of values that the naive engine has confirmed.
    pub confirmed: usize,
    /// The number of lemmas that were compared with some state.
    pub lemmas: usize,
}

/// A false statement of an accepted certificate.
pub type Untrue = String;

impl Truth {
    /// To be used on a thread with a large stack. `None` if the solver has no such rules.
    pub fn new(header: &Header) -> Option<Truth> {
        // A test has few games, and keeps them to its end.
        let game: &'static Game = Box::leak(Box::new(game_of(header)?));
        let met = met(game);
        let facts = met.values().flatten().flat_map(|state| state.past.facts().map(|(fact, _)| *fact));
        let facts: BTreeSet<fact::Fact> = facts.collect();
        Some(Truth {
            game,
            header: header.clone(),
            cycle: header.clauses.scores_cycle() || header.clauses.repeats_by_prisoners(),
            facts: facts.into_iter().collect(),
            random: Random::new("pasts"),
            values: HashMap::new(),
            forced: HashMap::new(),
            met,
            looked_at: HashSet::new(),
            confirmed: 0,
            lemmas: 0,
        })
    }

    /// The keys that have come up in random games.
    pub fn keys(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = self.met.keys().copied().collect();
        keys.sort_unstable();
        keys
    }

    /// The number of states whose values are known.
    pub fn values(&self) -> usize {
        self.values.values().flatten().count() + self.forced.len()
    }

    /// What the theorems about a state may conclude of its value.
    pub fn concluded(&mut self, state: &State) -> Option<Value> {
        if self.game.rules.properties().always_ends {
            let value = self.value(state)?;
            return Some(Value::Points(*value.numer(), *value.denom()));
        }
        // A game without end has no result, which is worse than a win and better than a loss.
        Some(match self.interval(state) {
            (low, _) if low > 0 => Value::Points(low, 1),
            (_, high) if high < 0 => Value::Points(high, 1),
            (low, high) if low < 0 && 0 < high => Value::NoResult,
            _ => Value::Points(0, 1),
        })
    }

    /// And of what the players can force in finite play; all intersections for the other, if it is
    /// no end.
    pub fn interval(&mut self, state: &State) -> (i32, i32) {
        let (most, (low, high)) = (self.game.most(), self.forced(state.key));
        (low.max(-most), high.min(most))
    }

    /// The value of a state of a game that ends, unless it takes the search too long.
    fn value(&mut self, state: &State) -> Option<Points> {
        if let Some(value) = self.values.get(state) {
            return *value;
        }
        let budget = |nodes| Budget::new(Limits { nodes: Some(nodes), ..Limits::default() });
        let (own, naive) = (budget(NODES), budget(NAIVE_NODES));
        let value = search_within(&Searcher::new(self.game, &own), state);
        if let Some(value) = value
            && let Ok(confirmed) = Naive::new(self.game, &naive).confirms(state, value)
        {
            assert!(confirmed, "{}, {state:?}: the value is not {value}", name(self.game));
            self.confirmed += 1;
        }
        self.values.insert(state.clone(), value);
        value
    }

    /// What Black and White can force in finite play.
    fn forced(&mut self, key: superko_rules::Key) -> (i32, i32) {
        let beyond = self.game.most() + 1;
        if !self.forced.contains_key(&key) {
            let unlimited = Budget::default();
            let reached = Reached::list(self.game, [key], &unlimited).expect("there is no limit");
            let [low, high] = [-beyond, beyond]
                .map(|horizon| reached.values(horizon, &unlimited).expect("there is no limit"));
            self.forced.extend(low.into_iter().map(|(key, low)| (key, (low, high[&key]))));
        }
        self.forced[&key]
    }

    /// Whether a claim is true of a state; `None` if that takes the search too long.
    pub fn is_so(&mut self, state: &State, claim: Claim, or_no_end: bool) -> Option<bool> {
        let score = Ratio::new(i64::from(claim.p), i64::from(claim.q));
        let serves = |found: Ratio<i64>| match claim.relation {
            Relation::AtLeast => found >= score,
            Relation::MoreThan => found > score,
            Relation::LessThan => found < score,
            Relation::AtMost => found <= score,
        };
        if self.game.rules.properties().always_ends {
            let value = self.value(state)?;
            return Some(serves(Ratio::new(i64::from(*value.numer()), i64::from(*value.denom()))));
        }
        let beyond = self.game.most() + 1;
        let (black, white) = self.forced(state.key);
        let (own, other) = if claim.sure() == 0 { (black, white) } else { (white, black) };
        // Without an end for an answer, it is enough that the other cannot force one that does not
        // serve.
        let (forced, no_end) = if or_no_end { (other, true) } else { (own, false) };
        Some(if forced.abs() == beyond { no_end } else { serves(Ratio::from_integer(i64::from(forced))) })
    }

    /// Compares all theorems of an accepted certificate with the values, and all lemmas, whose
    /// reads must be stated, with states that have come up in random games.
    ///
    /// # Errors
    /// The first that is false.
    pub fn check(&mut self, steps: &[Step]) -> Result<(), Untrue> {
        for step in steps {
            match step {
                Step::Theorem(theorem) => {
                    let state = state_of(self.game, theorem).ok_or(format!("{theorem:?}: no such state"))?;
                    match self.is_so(&state, theorem.claim, theorem.or_no_end) {
                        Some(true) => {}
                        Some(false) => return Err(format!("{theorem:?}")),
                        None => return Err(format!("{theorem:?}: the search gives up")),
                    }
                }
                Step::Lemma(statement, Some(reads), _) => self.check_lemma(statement, reads, false)?,
                Step::Lemma(_, None, _) => return Err("a lemma without its reads".to_string()),
                Step::Member(statement) => self.check_lemma(statement, &[], true)?,
                Step::Closed(_) | Step::Proof(_) | Step::End => {}
            }
        }
        Ok(())
    }

    fn check_lemma(&mut self, statement: &Statement, reads: &[Read], closed: bool) -> Result<(), Untrue> {
        if !self.looked_at.insert((statement.key, statement.claim, reads.to_vec(), closed)) {
            return Ok(());
        }
        let claim = statement.claim;
        let of_key = self.met.get(&statement.key).cloned().unwrap_or_default();
        let holding = of_key
            .into_iter()
            .filter(|state| reads.iter().all(|read| holds(&self.header, read, claim, state)));
        let mut holding: Vec<State> = holding.take(STATES_OF_A_LEMMA).collect();
        if self.game.rules.properties().always_ends {
            let made = (0..ATTEMPTS).filter_map(|_| self.made(statement, reads)).take(STATES_OF_A_LEMMA);
            holding.extend(made.collect::<Vec<_>>());
        }
        // A lemma speaks of the points still to come.
        let to_come = |state: &State| {
            let brought = state.past.banked().exact();
            let whole = Points::new(claim.p, claim.q) + brought;
            Claim { p: *whole.numer(), q: *whole.denom(), ..claim }
        };
        let so: Vec<Option<bool>> =
            holding.iter().map(|state| self.is_so(state, to_come(state), closed)).collect();
        self.lemmas += usize::from(so.contains(&Some(true)));
        match holding.iter().zip(so).find(|(_, so)| *so == Some(false)) {
            Some((state, _)) => Err(format!("{statement:?} with {reads:?} in {state:?}")),
            None => Ok(()),
        }
    }
}

impl Truth {
    /// A state with the key of a lemma, and a history of random facts, put together so that what it
    /// reads may hold; `None` if it does not, or if no game has the position.
    fn made(&mut self, statement: &Statement, reads: &[Read]) -> Option<State> {
        let asked = reads
            .iter()
            .filter(|read| read.asks != Asks::Absent)
            .map(|read| fact_back(&self.header, &read.fact));
        let mut facts: Vec<fact::Fact> = asked.collect();
        for _ in 0..self.random.below(8) {
            facts.extend(self.random.pick(&self.facts));
        }
        let mut past = Past::default();
        while !facts.is_empty() {
            let fact = facts.swap_remove(self.random.below(facts.len()));
            // The tallies of all facts that hold by now grow by a few scores.
            for _ in 0..self.random.below(3) {
                let most = self.game.most();
                let score = self.random.below(2 * most as usize + 1) as i32 - most;
                // Where more than two play a score is Black's own points.
                let score =
                    if self.game.rules.properties().players == Players::Two { score } else { score.abs() };
                past = past.after(&Delta { scored: Some(score), ..Delta::default() });
            }
            past = past.after(&Delta { sets: [fact].into_iter().collect(), ..Delta::default() });
        }
        if !self.cycle {
            past = without_scores(&past);
        }
        let key = key_back(&statement.key);
        if key.position.chain_without_liberties(&self.game.board).is_some() {
            return None;
        }
        let state = State { key, past };
        reads.iter().all(|read| holds(&self.header, read, statement.claim, &state)).then_some(state)
    }
}

/// The history with the same facts, and all tallies empty.
fn without_scores(past: &Past) -> Past {
    let set = |past: Past, fact: &fact::Fact| {
        past.after(&Delta { sets: [*fact].into_iter().collect(), ..Delta::default() })
    };
    past.facts().fold(Past::default(), |past, (other, _)| set(past, other))
}

/// Whether a read of a lemma holds in a state.
fn holds(header: &Header, read: &Read, claim: Claim, state: &State) -> bool {
    let found = state.past.get(&fact_back(header, &read.fact));
    match (read.asks, found) {
        (Asks::Present, found) => found.is_some(),
        (Asks::Absent, found) => found.is_none(),
        (_, None) => true,
        (Asks::Mean(of), Some(tally)) => {
            let mean = superko_rules::mean(tally);
            let score = Points::new(of.p, of.q);
            match of.relation {
                Relation::AtLeast => mean >= score,
                Relation::MoreThan => mean > score,
                Relation::LessThan => mean < score,
                Relation::AtMost => mean <= score,
            }
        }
        (Asks::Margin { p, q, k }, Some(Tally { sum, count })) => {
            let lead = i64::from(q) * i64::from(sum) - i64::from(p) * i64::from(count);
            (if claim.sure() == 0 { lead } else { -lead }) >= k
        }
    }
}

/// The states that come up in random games, by their keys.
fn met(game: &Game) -> HashMap<Key, Vec<State>> {
    let mut met: HashMap<Key, Vec<State>> = HashMap::new();
    let mut random = Random::new(&name(game));
    let players = game.rules.properties().players;
    let starts: Vec<Position> = legal_positions_of(&game.board, players).collect();
    let mut in_hand: Option<State> = None;
    for _ in 0..MOVES {
        // Half of the games begin with the empty board, from where pasts are longest.
        let start = if random.heads() { Position::default() } else { starts[random.below(starts.len())] };
        let state =
            in_hand.take().unwrap_or_else(|| game.start(start, players.all()[random.below(players.count())]));
        let key = key_of(&state.key);
        let states = met.entry(key).or_default();
        if states.len() < STATES_OF_A_KEY && !states.contains(&state) {
            states.push(state.clone());
        }
        let mut legal = game.legal(&state);
        // A pass is one move in many, or games would be short.
        let place = random.below(legal.len()).min(random.below(legal.len()));
        if let Ruling::Leads(next) = legal.swap_remove(place).1 {
            in_hand = Some(next);
        }
    }
    met
}
