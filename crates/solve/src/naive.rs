//! Two solvers as short and obvious as possible, with whose values the tests compare those of the
//! other engines.

use std::collections::HashMap;
use std::rc::Rc;

use crate::budget::{Budget, Stopped};
use crate::retrograde::Interval;
use crate::solution::{Answer, Request, Solution, Value, Want};
use superko_go::hashing::FixedMap;
use superko_go::{Move, Player};
use superko_rules::{Effect, Game, Key, Play, Points, Ruling, State};

// --- minimax ---------------------------------------------------------------------------------------------------------
//
// Full-history minimax. A state includes the whole history, literally. The only refinements are
// alpha-beta and a table of states already valued, whose key is the whole state; both are exact
// under any rules. The solver shares nothing with the search but [`superko_rules`], and is too slow
// for all but the smallest boards.
//
// To check a given value is far cheaper than to find it ([`Naive::confirms`]): it takes two
// questions with the answer yes or no, for proof-number search in its plainest form: one pair for
// each whole state, infinite only where a game has ended or all moves are refuted. Finite numbers
// only guide the choice. Nothing is carried from one history to another, and the tests compare the
// answers with [`Naive::value`].

/// The proof and disproof number of a state: an estimate of the number of games to be finished.
#[derive(Debug, Clone, Copy)]
struct ProofNumbers {
    /// The work to prove that the mover reaches his aim: 0 if he does, [`INFINITE`] if he does not.
    proof: u64,
    /// The work to disprove it: [`INFINITE`] if he does, 0 if he does not.
    disproof: u64,
}

/// The infinite number: more than any finite one.
const INFINITE: u64 = 1 << 50;

impl ProofNumbers {
    const PROVED: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };
    const INFINITE_BOTH: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: INFINITE };

    /// The numbers of a state for the state before it, and the other way round. They are those of
    /// the mover, and combined on the assumption that the player who moves next is an opponent. If
    /// he is on the same side, as two of three or more players may be, they are exchanged.
    fn negamax(self, before: &State, state: &State) -> ProofNumbers {
        match (before.key.mover == Player::Black) == (state.key.mover == Player::Black) {
            false => self,
            true => ProofNumbers { proof: self.disproof, disproof: self.proof },
        }
    }
}

/// The numbers of every state that a question has reached.
type ProofNumberTable = FixedMap<State, ProofNumbers>;

/// The minimax solver, with the states that it has valued.
pub struct Naive<'a> {
    game: &'a Game,
    budget: &'a Budget,
    /// For each state, a lower and an upper bound of its value.
    known: FixedMap<State, (Points, Points)>,
    /// The plays of each key, which many histories have in common.
    plays: FixedMap<Key, Rc<[Play]>>,
    unreported: u64,
}

impl<'a> Naive<'a> {
    /// A solver that has valued nothing yet. The ruleset must be one whose games always end.
    pub fn new(game: &'a Game, budget: &'a Budget) -> Naive<'a> {
        Naive { game, budget, known: FixedMap::default(), plays: FixedMap::default(), unreported: 0 }
    }

    /// The number of states valued or bounded.
    pub fn states(&self) -> usize {
        self.known.len()
    }

    /// The value of a state.
    ///
    /// # Errors
    /// What stopped the search; here also the memory limit, as the table is never thinned.
    pub fn value(&mut self, state: &State) -> Result<Points, Stopped> {
        let (low, high) = self.game.value_range(state);
        self.search(state, low, high)
    }

    /// Whether the value of a state is `claim`: Black can force that much, and cannot force more.
    pub fn confirms(&mut self, state: &State, claim: Points) -> Result<bool, Stopped> {
        Ok(self.forces(state, &|score| score >= claim)? && !self.forces(state, &|score| score > claim)?)
    }

    /// Whether Black can force a score that meets his aim.
    fn forces(&mut self, state: &State, aim: &dyn Fn(Points) -> bool) -> Result<bool, Stopped> {
        let mut table = ProofNumberTable::default();
        let proof = self.search_proof(state, ProofNumbers::INFINITE_BOTH, aim, &mut table)?.proof == 0;
        Ok(proof == (state.key.mover == Player::Black))
    }

    /// Searches a state until a number reaches its limit; without limits, until the answer is
    /// known.
    fn search_proof(
        &mut self,
        state: &State,
        limit: ProofNumbers,
        aim: &dyn Fn(Points) -> bool,
        table: &mut ProofNumberTable,
    ) -> Result<ProofNumbers, Stopped> {
        self.charge(state, table.len())?;
        let mut nexts = Vec::new();
        for play in self.plays(&state.key).iter() {
            match self.game.rule(state, play) {
                // The mover reaches his aim at once.
                Ruling::Ends(score) if aim(score) == (state.key.mover == Player::Black) => {
                    table.insert(state.clone(), ProofNumbers::PROVED);
                    return Ok(ProofNumbers::PROVED);
                }
                Ruling::Leads(next) => {
                    let known = table.get(&next).copied();
                    nexts.push((
                        known.unwrap_or_else(|| self.initial_numbers(&next)).negamax(state, &next),
                        next,
                    ));
                }
                _ => {}
            }
        }
        loop {
            // The mover needs one move after which the opponent does not reach his aim; to refute
            // the mover takes all moves.
            let (mut numbers, mut best, mut second) =
                (ProofNumbers { proof: INFINITE, disproof: 0 }, 0, INFINITE);
            for (place, (next_numbers, _)) in nexts.iter().enumerate() {
                numbers.disproof += next_numbers.proof;
                if next_numbers.disproof < numbers.proof {
                    second = numbers.proof;
                    (best, numbers.proof) = (place, next_numbers.disproof);
                } else {
                    second = second.min(next_numbers.disproof);
                }
            }
            // A number is infinite only if the answer is certain.
            numbers.disproof = if numbers.proof == 0 { INFINITE } else { numbers.disproof.min(INFINITE - 1) };
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof {
                table.insert(state.clone(), numbers);
                return Ok(numbers);
            }
            let (next_numbers, next) = &mut nexts[best];
            let next_limit = ProofNumbers {
                proof: limit.disproof - (numbers.disproof - next_numbers.proof),
                disproof: limit.proof.min(second + second / 4 + 1),
            };
            *next_numbers =
                self.search_proof(next, next_limit.negamax(state, next), aim, table)?.negamax(state, next);
        }
    }

    /// The initial numbers of a state: one move to be found, or all legal ones to be refuted.
    fn initial_numbers(&mut self, state: &State) -> ProofNumbers {
        let illegal = |play: &Play| play.bars.iter().any(|fact| state.past.get(fact).is_some());
        let legal = self.plays(&state.key).iter().filter(|play| !illegal(play)).count();
        ProofNumbers { proof: 1, disproof: legal as u64 }
    }

    /// The value if it lies between `alpha` and `beta`; otherwise a bound beyond them.
    fn search(&mut self, state: &State, mut alpha: Points, mut beta: Points) -> Result<Points, Stopped> {
        let range = self.game.value_range(state);
        let (low, high) = self.known.get(state).copied().unwrap_or(range);
        if low >= beta || low == high {
            return Ok(low);
        }
        if high <= alpha {
            return Ok(high);
        }
        (alpha, beta) = (alpha.max(low), beta.min(high));
        self.charge(state, self.known.len())?;

        let window = (alpha, beta);
        let mut best: Option<Points> = None;
        // The pass, which is last in the list, is tried first, as it makes games short.
        for play in self.plays(&state.key).iter().rev() {
            let value = match self.game.rule(state, play) {
                Ruling::Ends(score) => score,
                Ruling::Leads(next) => self.search(&next, alpha, beta)?,
                Ruling::Barred(_) => continue,
            };
            match state.key.mover {
                Player::Black => {
                    best = best.max(Some(value));
                    alpha = alpha.max(value);
                }
                _ => {
                    best = Some(best.map_or(value, |best| best.min(value)));
                    beta = beta.min(value);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        let best = best.expect("a pass is always legal");
        let bounds = self.known.entry(state.clone()).or_insert(range);
        if best > window.0 {
            bounds.0 = bounds.0.max(best);
        }
        if best < window.1 {
            bounds.1 = bounds.1.min(best);
        }
        Ok(best)
    }

    /// The plays of a key.
    fn plays(&mut self, key: &Key) -> Rc<[Play]> {
        let game = self.game;
        Rc::clone(self.plays.entry(*key).or_insert_with(|| game.plays(key).into()))
    }

    /// Counts a node, with the number of states in the table.
    fn charge(&mut self, state: &State, states: usize) -> Result<(), Stopped> {
        self.unreported += 1;
        if self.unreported < self.budget.stride() {
            return Ok(());
        }
        let bytes = states * (200 + 40 * state.past.facts().count());
        self.budget.report(states, bytes);
        if bytes > self.budget.memory() {
            return Err(Stopped::Memory);
        }
        self.budget.charge(std::mem::take(&mut self.unreported))
    }

    /// Reports the nodes that the budget does not know of yet.
    pub fn report_nodes(&mut self) {
        // The work is over, so it does not matter whether anything is left to spend.
        let _ = self.budget.charge(std::mem::take(&mut self.unreported));
    }
}

// --- solutions -------------------------------------------------------------------------------------------------------
//
// Every move is valued by itself.

/// Answers a request about a state of a game that always ends, by minimax.
pub fn solve(game: &Game, state: &State, request: &Request, budget: &Budget) -> Solution {
    let mut solution = Solution::unknown(game, state);
    let mut naive = Naive::new(game, budget);
    solution.stopped = fill(&mut solution, game, state, request, &mut naive).err();
    naive.report_nodes();
    solution.results = naive.states();
    solution
}

fn fill(
    solution: &mut Solution,
    game: &Game,
    state: &State,
    request: &Request,
    naive: &mut Naive,
) -> Result<(), Stopped> {
    let value = naive.value(state)?;
    let moves = move_values(game, state, naive)?;
    let moves = moves.into_iter().map(|(mv, points, _)| (mv, Value::Points(points))).collect();
    set_values(solution, Value::Points(value), moves, request);
    if request.pv {
        let (mut mv, mut state) = (solution.best_moves[0], state.clone());
        loop {
            solution.pv.push(mv);
            let moves = move_values(game, &state, naive)?;
            let made = moves.into_iter().find(|(made, ..)| *made == mv);
            match made.expect("a move of the line is legal").2 {
                Ruling::Leads(next) => state = next,
                Ruling::Ends(_) | Ruling::Barred(_) => return Ok(()),
            }
            // A pass if that keeps the value, else the first stone that does.
            let moves = move_values(game, &state, naive)?;
            let keeps = |(_, points, _): &&(Move, Points, Ruling)| *points == value;
            let best = moves.iter().rev().take(1).chain(&moves).find(keeps);
            mv = best.expect("some move keeps the value").0;
        }
    }
    Ok(())
}

/// Every legal move with its value.
fn move_values(
    game: &Game,
    state: &State,
    naive: &mut Naive,
) -> Result<Vec<(Move, Points, Ruling)>, Stopped> {
    let valued = game.legal(state).into_iter().map(|(mv, ruling)| {
        let value = match &ruling {
            Ruling::Ends(score) => *score,
            Ruling::Leads(next) => naive.value(next)?,
            Ruling::Barred(_) => unreachable!("only legal moves are listed"),
        };
        Ok((mv, value, ruling))
    });
    valued.collect()
}

/// Sets the value of a state, and of its moves those that keep it as the best.
fn set_values(solution: &mut Solution, value: Value, moves: Vec<(Move, Value)>, request: &Request) {
    solution.value = Answer::Exact(value);
    solution.best_moves = moves.iter().filter(|(_, after)| *after == value).map(|(mv, _)| *mv).collect();
    let all = request.best_moves == Want::All || request.move_values;
    solution.all_best_moves = all || solution.best_moves.len() <= 1;
    if !all {
        solution.best_moves.truncate(1);
    }
    if request.move_values {
        solution.move_values = moves.into_iter().map(|(mv, after)| (mv, Answer::Exact(after))).collect();
    }
}

/// Answers a request about a state of a game that may go on for ever, by value iteration. There is
/// no line: value iteration finds values, and not how to come nearer to an end.
pub fn solve_endless(game: &Game, state: &State, request: &Request, budget: &Budget) -> Solution {
    let mut solution = Solution::unknown(game, state);
    solution.stopped = fill_loopy(&mut solution, game, state, request, budget).err();
    solution
}

fn fill_loopy(
    solution: &mut Solution,
    game: &Game,
    state: &State,
    request: &Request,
    budget: &Budget,
) -> Result<(), Stopped> {
    // One more than any score: a key keeps this value where no end can be forced.
    let beyond = game.max_margin() + 1;
    let values = |horizon| Reached::list(game, [state.key], budget)?.values(horizon, budget);
    let (low, high) = (values(-beyond)?, values(beyond)?);
    let most = game.max_margin();
    let interval = |key: &Key| {
        let (low, high) = (low[key], high[key]);
        Interval {
            low: low.max(-most),
            high: high.min(most),
            black_forces_end: low >= -most,
            white_forces_end: high <= most,
        }
    };
    let cycles = game.options.cycles;
    solution.interval = Some(interval(&state.key));
    solution.results = low.len();
    let after = |play: &Play| match &play.effect {
        Effect::End(score) => Value::Points(Points::from_integer(*score)),
        Effect::Next(next, _) => interval(next).value(cycles).into(),
    };
    let moves = game.plays(&state.key).iter().map(|play| (play.mv, after(play))).collect();
    set_values(solution, interval(&state.key).value(cycles).into(), moves, request);
    Ok(())
}

// --- value iteration -------------------------------------------------------------------------------------------------
//
// Games that may go on for ever, solved in the plainest way, as the counterpart of
// [`crate::retrograde`] for tests. It shares nothing with it but the rules: no canonical keys, no
// edges backwards, no attractors.
//
// Every key is first guessed to be worth the same, the *horizon*. Then each key is given the best,
// for its mover, of what its moves are worth by the last guess, again and again until nothing
// changes. After k rounds a key has the value of the game that is cut off after k moves and is then
// worth the horizon h. For v > h, Black reaches v in that game if and only if he can force an end
// with v or more within k moves; for v <= h, unless White can force an end with less than v within
// k moves. Both are settled once k is large enough, since keys are finite and what can be forced in
// k moves can be forced in k + 1. So the guesses converge, to the median of h, what Black can force
// and what White can hold him to:
//
// * for h = -n, n being the most that a score can be, to what Black can force in finite play;
// * for h = n, to what White can hold him to in finite play;
// * for h = 0, to the value if games without end are draws;
// * for h beyond any score, to h if and only if the player who suffers by it cannot force an end at
//   all.

/// The keys that can be reached from some starts, and what their moves lead to.
pub struct Reached {
    numbers: HashMap<Key, usize>,
    /// The mover and the moves of each key, by its number.
    moves: Vec<(Player, Vec<Next>)>,
}

enum Next {
    /// The end of the game, with its score.
    End(i32),
    /// The key of this number.
    To(usize),
}

impl Reached {
    /// Lists the keys.
    pub fn list(
        game: &Game,
        starts: impl IntoIterator<Item = Key>,
        budget: &Budget,
    ) -> Result<Reached, Stopped> {
        let mut plays = HashMap::new();
        let mut open: Vec<Key> = starts.into_iter().collect();
        while let Some(key) = open.pop() {
            if plays.contains_key(&key) {
                continue;
            }
            budget.charge(1)?;
            let list = game.plays(&key);
            open.extend(list.iter().filter_map(|play| match &play.effect {
                Effect::Next(next, _) => Some(*next),
                Effect::End(_) => None,
            }));
            plays.insert(key, list);
        }
        let numbers: HashMap<Key, usize> = plays.keys().copied().zip(0..).collect();
        let next = |effect: &Effect| match effect {
            Effect::End(score) => Next::End(*score),
            Effect::Next(next, _) => Next::To(numbers[next]),
        };
        // A map that does not change is always listed in one order, so each key comes at the index
        // of its number.
        let moves = plays.iter().map(|(key, plays)| {
            let nexts = plays.iter().map(|play| next(&play.effect));
            (key.mover, nexts.collect())
        });
        let moves = moves.collect();
        Ok(Reached { numbers, moves })
    }

    /// The keys.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        self.numbers.keys()
    }

    /// The value of every key, if a game without end is worth the horizon.
    pub fn values(&self, horizon: i32, budget: &Budget) -> Result<HashMap<Key, i32>, Stopped> {
        let mut guess = vec![horizon; self.moves.len()];
        loop {
            let mut better = Vec::with_capacity(guess.len());
            for (mover, nexts) in &self.moves {
                budget.charge(1)?;
                let after = nexts.iter().map(|next| match next {
                    Next::End(score) => *score,
                    Next::To(number) => guess[*number],
                });
                let value = match mover {
                    Player::Black => after.max(),
                    _ => after.min(),
                };
                better.push(value.expect("a pass is always there"));
            }
            if better == guess {
                return Ok(self.numbers.iter().map(|(key, number)| (*key, guess[*number])).collect());
            }
            guess = better;
        }
    }
}
