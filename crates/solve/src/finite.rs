//! Late positions of games that may go on for ever, solved by the search.
//!
//! A retrograde analysis lists every reachable state. From a nearly full board captures lead to
//! most states of the board, though few of them matter. What a player can force in finite play is
//! also the value of a game that ends at the first repetition, at his cost
//! ([`superko_rules::repetition`] has the argument). That game always ends, so the search solves
//! it, with lemmas that are used only under the histories for which they were proved. One table
//! serves both players, as the player who pays is in the key.
//!
//! The rest follows from the two values. Let `low` and `high` be what Black can force and what
//! White can hold him to, and c the value of a game without end.
//!
//! * *The forcer.* If `low` is the value and at least c, Black forces the value; if `high` is the
//!   value and at most c, White does. (Where a game without end has no result, 0 takes the place of
//!   c.) A principal variation of the game at the forcer's cost is one here: after each of its
//!   moves he can force the value and no more. By induction this holds of all states before.
//!   Suppose that he can force more after the next move. He cannot with the history of the line, as
//!   the value is kept there, so his strategy comes back to a state of the line. From that state he
//!   would force more than the value, a contradiction. And where he forces the value and no more,
//!   the value stays, whatever his opponent can force: it is the median.
//! * *No forcer.* The value is c, and neither forces it. Moves that keep it are chosen by the key
//!   alone, so what is repeated once is repeated for ever; if the game ends, it is with the value.
//!
//! The moves of a line are no strategy: a player who plays the first one turn after turn may walk
//! in circles. Moves that come nearer to the end ([`Request::nearing`]) need an analysis.

use std::collections::HashMap;

use super::attack::value::MAX_POINTS_SEARCH_FIRST;
use super::bounds::{Bounds, Known, Partial};
use super::budget::{Budget, Stopped};
use super::dfpn::searcher;
use super::dfpn::searcher::Searcher;
use super::dfpn::worker::Leaves;
use super::lemma::table::LemmaTable;
use super::retrograde::{Interval, Outcome};
use super::solution::{Answer, Request, Solution, Want};
use superko_go::Player;
use superko_rules::repetition::begin;
use superko_rules::{Effect, Game, Key, Play, Points, State};

/// The game that ends at a repetition, with its lemmas.
pub struct Finite {
    game: Game,
    pub lemmas: LemmaTable,
}

/// The largest board that is analysed at once, as that takes a second at most.
const MAX_LISTED_POINTS: usize = 12;

impl Finite {
    /// The finite game of a game; `None` if there is none, or the analysis is quick enough.
    pub fn of(game: &Game) -> Option<Finite> {
        let worthwhile = game.board.points() > MAX_LISTED_POINTS;
        let game = game.ended_at_repetition().filter(|_| worthwhile)?;
        Some(Finite { game, lemmas: LemmaTable::new() })
    }

    /// Whether a state is searched before an analysis: a quarter of the intersections are occupied,
    /// or the board is too large for an analysis. (From emptier boards the search takes about as
    /// long as the analysis.)
    pub fn prefers_search(&self, key: &Key) -> bool {
        let stones = key.position.occupied().count_ones() as usize;
        4 * stones >= self.game.board.points() || self.exceeds_analysis()
    }

    /// Whether the board is too large for an analysis.
    pub fn exceeds_analysis(&self) -> bool {
        self.game.board.points() > MAX_POINTS_SEARCH_FIRST
    }

    /// The number of nodes for the search before an analysis: a quarter of the positions of the
    /// board up to symmetry. That takes less time than the analysis, so little is lost if the
    /// search does not end.
    pub fn nodes_before_analysis(&self) -> u64 {
        let board = &self.game.board;
        3u64.pow(board.points() as u32) / (4 * board.symmetries().len() as u64)
    }
}

/// The solver for one state.
pub struct FiniteSolver<'s> {
    /// The game that may go on for ever.
    pub game: &'s Game,
    /// The same game with an end at a repetition.
    pub finite: &'s Finite,
    /// The budget.
    pub budget: &'s Budget,
    /// The number of threads.
    pub threads: usize,
}

impl<'s> FiniteSolver<'s> {
    fn searcher(&self) -> Searcher<'s> {
        let Finite { game, lemmas } = self.finite;
        let (budget, threads) = (self.budget, self.threads);
        Searcher {
            game,
            lemmas,
            budget,
            threads,
            leaves: Leaves::Ends,
            observer: None,
            guidance: None,
            helpers: None,
        }
    }

    fn unknown(&self, key: &Key) -> [Bounds; 2] {
        Player::ALL.map(|player| Bounds::unknown(&self.finite.game, &begin(key, player)))
    }

    /// The interval that the players can force in finite play.
    ///
    /// # Errors
    /// The proved bounds of the value, and what stopped the search.
    pub fn interval(&self, key: &Key) -> Result<Interval, Partial> {
        Ok(self.interval_of(self.forced(key, self.unknown(key))?))
    }

    /// The values of the games at the cost of each player, within bounds: what both can force.
    /// Against a player who can force no end, the value is one point more than the board has.
    fn forced(&self, key: &Key, mut bounds: [Bounds; 2]) -> Result<[Points; 2], Partial> {
        for player in Player::ALL {
            match self.searcher().value(&begin(key, player), bounds[player.index()]) {
                Ok(value) => bounds[player.index()] = Bounds::exact(value),
                Err((narrower, stopped)) => {
                    bounds[player.index()] = narrower;
                    return Err((self.bounds(bounds), stopped));
                }
            }
            // White cannot hold Black to less than what Black can force.
            bounds[1].low = bounds[1].low.max(bounds[0].low);
        }
        Ok(bounds.map(|bounds| bounds.low))
    }

    fn interval_of(&self, forced: [Points; 2]) -> Interval {
        let most = self.game.most();
        let [low, high] = forced.map(|points| points.to_integer());
        let [black_forces_end, white_forces_end] = [low >= -most, high <= most];
        Interval { low: low.max(-most), high: high.min(most), black_forces_end, white_forces_end }
    }

    /// The bounds of the value, from the bounds of what is forced. The value is the median of the
    /// two and of the value of a game without end. Where that is no score, 0 takes its place if a
    /// player is sure of a draw or better.
    fn bounds(&self, [black, white]: [Bounds; 2]) -> Bounds {
        let most = Points::from_integer(self.game.most());
        // What Black can force is no more than what White can hold him to.
        let low = [black.low.max(-most), black.high.min(white.high).min(most)];
        let high = [white.low.max(low[0]), white.high.min(most)];
        let draw = Points::from_integer(0);
        let [least, greatest] = match self.worth_without_end() {
            Outcome::NoResult if low[0] < draw && draw < high[1] => [-most, most],
            worth => [0, 1].map(|end| points_of(worth).clamp(low[end], high[end])),
        };
        Bounds::closed(least, greatest)
    }

    /// The outcome of best play after a play, given what both can force before it: no move gives
    /// the mover more.
    fn after(&self, mover: Player, forced: [Points; 2], play: &Play) -> Result<Outcome, Partial> {
        let key = match &play.effect {
            Effect::End(score) => return Ok(Outcome::Points(*score)),
            Effect::Next(key, _) => key,
        };
        let mut bounds = self.unknown(key);
        for (bounds, forced) in bounds.iter_mut().zip(forced) {
            match mover {
                Player::Black => bounds.high = bounds.high.min(forced),
                _ => bounds.low = bounds.low.max(forced),
            }
        }
        Ok(self.interval_of(self.forced(key, bounds)?).value(self.game.options.cycles))
    }

    /// The first play that preserves the value.
    fn preserving_play(&self, key: &Key, value: Outcome) -> Result<Play, Stopped> {
        let left = |(_, stopped)| stopped;
        let forced = self.forced(key, self.unknown(key)).map_err(left)?;
        for play in self.game.plays(key) {
            if self.after(key.mover, forced, &play).map_err(left)? == value {
                return Ok(play);
            }
        }
        unreachable!("some move keeps the value")
    }

    /// The player who forces the value in finite play, if it is worth no less to him than a game
    /// without end.
    fn forcer(&self, interval: &Interval) -> Option<Player> {
        let Outcome::Points(value) = interval.value(self.game.options.cycles) else { return None };
        let worth = points_of(self.worth_without_end()).to_integer();
        let black = interval.black_forces_end && interval.low == value && value >= worth;
        let white = interval.white_forces_end && interval.high == value && value <= worth;
        black.then_some(Player::Black).or(white.then_some(Player::White))
    }

    /// The value of a game without end: the value where neither player can force an end.
    fn worth_without_end(&self) -> Outcome {
        let most = self.game.most();
        let nothing = Interval { low: -most, high: most, black_forces_end: false, white_forces_end: false };
        nothing.value(self.game.options.cycles)
    }

    /// Solves a state.
    pub fn solve(&self, state: &State, request: &Request) -> Solution {
        let mut solution = Solution { by_search: true, ..Solution::unknown(self.game, state) };
        let filled = self.fill(&mut solution, &state.key, request);
        solution.stopped = filled.err();
        solution.results = self.finite.lemmas.len();
        solution
    }

    fn fill(&self, solution: &mut Solution, key: &Key, request: &Request) -> Result<(), Stopped> {
        let cycles = self.game.options.cycles;
        let forced = self.forced(key, self.unknown(key)).map_err(|(bounds, stopped)| {
            solution.value = bounds.into();
            stopped
        })?;
        let interval = self.interval_of(forced);
        let value = interval.value(cycles);
        (solution.value, solution.interval) = (Answer::Exact(value.into()), Some(interval));
        match self.forcer(&interval) {
            Some(forcer) => {
                let worth =
                    Points::from_integer(if forcer == Player::Black { interval.low } else { interval.high });
                let known = Known::of(Bounds::exact(worth));
                let request = Request { best_moves: Want::One, move_values: false, ..*request };
                let forced = searcher::solve(&self.searcher(), &begin(key, forcer), &request, known);
                (solution.best_moves, solution.pv) = (forced.best_moves, forced.pv);
                forced.stopped.map_or(Ok(()), Err)?;
            }
            None => self.fill_without_forcer(solution, key, value, request.pv)?,
        }
        if request.move_values || request.best_moves == Want::All {
            self.fill_moves(solution, key, forced, request.move_values)?;
        }
        Ok(())
    }

    /// Fills in a best move and a line where neither player forces the value.
    fn fill_without_forcer(
        &self,
        solution: &mut Solution,
        key: &Key,
        value: Outcome,
        line: bool,
    ) -> Result<(), Stopped> {
        let (mut key, mut seen) = (*key, HashMap::new());
        loop {
            let play = self.preserving_play(&key, value)?;
            if seen.is_empty() {
                solution.best_moves.push(play.mv);
            }
            if !line {
                return Ok(());
            }
            if let Some(place) = seen.insert(key, seen.len()) {
                solution.repeats_from = Some(place);
                return Ok(());
            }
            solution.pv.push(play.mv);
            match play.effect {
                Effect::End(_) => return Ok(()),
                Effect::Next(next, _) => key = next,
            }
        }
    }

    /// Fills in all best moves, and the values of all moves if they are wanted. Unsolved moves get
    /// bounds: no move is worth more to the mover than the state.
    fn fill_moves(
        &self,
        solution: &mut Solution,
        key: &Key,
        forced: [Points; 2],
        wanted: bool,
    ) -> Result<(), Stopped> {
        let value = self.interval_of(forced).value(self.game.options.cycles);
        let (mut best, mut done) = (Vec::new(), Ok(()));
        for play in self.game.plays(key) {
            let answer = match self.after(key.mover, forced, &play) {
                Ok(found) => {
                    best.extend((found == value).then_some(play.mv));
                    Answer::Exact(found.into())
                }
                Err((_, stopped)) if !wanted => return Err(stopped),
                Err((bounds, stopped)) => {
                    done = Err(stopped);
                    match solution.best_moves.contains(&play.mv) {
                        true => solution.value,
                        false => no_better(bounds, key.mover, value).into(),
                    }
                }
            };
            if wanted {
                solution.move_values.push((play.mv, answer));
            }
        }
        if done.is_ok() {
            (solution.best_moves, solution.all_best_moves) = (best, true);
        }
        done
    }
}

/// The points of an outcome, or 0 for no result.
fn points_of(outcome: Outcome) -> Points {
    match outcome {
        Outcome::Points(points) => Points::from_integer(points),
        Outcome::NoResult => Points::from_integer(0),
    }
}

/// The bounds of a move, which is worth no more to the mover than the state.
fn no_better(bounds: Bounds, mover: Player, value: Outcome) -> Bounds {
    let Outcome::Points(value) = value else { return bounds };
    let value = Points::from_integer(value);
    match mover {
        Player::Black => Bounds { high: bounds.high.min(value), ..bounds },
        _ => Bounds { low: bounds.low.max(value), ..bounds },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;
    use crate::naive::Reached;
    use crate::retrograde::{self, Retrograde};
    use crate::sample;
    use crate::solution::Value;
    use superko_go::Board;
    use superko_go::position::legal_positions;
    use superko_rules::axes::{Cycles, Options};
    use superko_rules::{Rules, file};

    /// Rulesets under which games may go on for ever: those of the catalogue, and drafts with other
    /// endings.
    fn games(board: &str) -> Vec<Game> {
        let board = Board::parse(board).unwrap();
        let named = ["simple-ko", "simple-ko --suicide allowed", "simple-ko --suicide multi-stone"];
        let drafts =
            ["passes-in-a-row = 2", "bars = [\"basic-ko\"]\npasses-in-a-row = 3", "passes-in-a-row = 1"];
        let named = named.iter().map(|rules| rules.parse::<Rules>().unwrap());
        let drafts = drafts.iter().map(|clauses| {
            Rules::from(file::read("draft.toml", format!("[clauses]\n{clauses}\n").as_bytes()).unwrap())
        });
        let all = named.chain(drafts).flat_map(|Rules { entry, options }| {
            [Cycles::NoResult, Cycles::Draw, Cycles::Black, Cycles::White]
                .map(|cycles| Rules { entry, options: Options { cycles, ..options } }.game(board.clone()))
        });
        all.collect()
    }

    fn finite(game: &Game) -> Finite {
        Finite { game: game.ended_at_repetition().unwrap(), lemmas: LemmaTable::new() }
    }

    fn starts(game: &Game) -> Vec<Key> {
        let both = |position| Player::ALL.map(|mover| game.start(position, mover).key);
        legal_positions(&game.board).flat_map(both).collect()
    }

    /// Replays a line by the rules: it ends with the value, or repeats for ever a cycle of that
    /// value.
    fn check_line(game: &Game, solved: &Retrograde, start: &Key, solution: &Solution) {
        let cycles = game.options.cycles;
        let value = solved.interval(start).value(cycles);
        let (mut keys, mut score) = (vec![*start], None);
        for mv in &solution.pv {
            let key = *keys.last().unwrap();
            assert!(solved.best_moves(&key, cycles).contains(mv), "{start:?} {solution:?}");
            match game.plays(&key).into_iter().find(|play| play.mv == *mv).unwrap().effect {
                Effect::End(points) => score = Some(points),
                Effect::Next(next, _) => keys.push(next),
            }
        }
        let Some(place) = solution.repeats_from else {
            assert_eq!(score.map(Outcome::Points), Some(value), "{start:?} {solution:?}");
            return;
        };
        assert_eq!((score, keys[place]), (None, *keys.last().unwrap()));
        assert!(place < solution.pv.len());
        let most = game.most();
        let nothing = Interval { low: -most, high: most, black_forces_end: false, white_forces_end: false };
        let worth = nothing.value(cycles);
        assert_eq!(value, worth, "{start:?} {solution:?}");
    }

    /// The node limit for each key.
    const MAX_NODES: u64 = 10_000;

    #[test]
    fn it_agrees_with_value_iteration_and_the_analysis_on_every_key() {
        let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
        let (mut keys, mut given_up) = (0, 0);
        for (number, board) in
            ["1x1", "1x2", "1x3", "2x2", "1x4", "star:4", "1x5", "2x3"].into_iter().enumerate()
        {
            let mut games = games(board);
            if number > 3 {
                games = sample::part(board, games);
            }
            for game in games {
                let (finite, budget) = (finite(&game), Budget::default());
                let reached = Reached::list(&game, starts(&game), &budget).unwrap();
                let solved = Retrograde::solve_all(&game, starts(&game), &budget).unwrap();
                let most = game.most();
                let [beyond_low, low, high, beyond_high] = [-most - 1, -most, most, most + 1]
                    .map(|horizon| reached.values(horizon, &budget).unwrap());
                for key in reached.keys() {
                    let about = || format!("{board} {} {:?} {key:?}", game.entry.id, game.options);
                    let interval = Interval {
                        low: low[key],
                        high: high[key],
                        black_forces_end: beyond_low[key] >= -most,
                        white_forces_end: beyond_high[key] <= most,
                    };
                    // With suicide some cycles are so long that a key takes minutes.
                    let share = Budget::new(Limits { nodes: Some(MAX_NODES), ..Limits::default() });
                    let solver = FiniteSolver { game: &game, finite: &finite, budget: &share, threads: 1 };
                    let Ok(found) = solver.interval(key) else {
                        given_up += 1;
                        continue;
                    };
                    assert_eq!(found, interval, "{}", about());
                    let state = State { key: *key, past: Default::default() };
                    let found = solver.solve(&state, &request);
                    if found.stopped.is_some() {
                        given_up += 1;
                        continue;
                    }
                    let expected = retrograde::solve(&solved, &game, &state, &request);
                    assert_eq!(
                        (found.value, found.interval),
                        (expected.value, expected.interval),
                        "{}",
                        about()
                    );
                    assert_eq!(found.best_moves, expected.best_moves, "{}", about());
                    assert_eq!(found.move_values, expected.move_values, "{}", about());
                    assert!(found.all_best_moves);
                    check_line(&game, &solved, key, &found);
                    let one = solver.solve(&state, &Request::default());
                    assert!(expected.best_moves.contains(&one.best_moves[0]) && one.best_moves.len() == 1);
                    assert_eq!(one.pv[0], one.best_moves[0]);
                    check_line(&game, &solved, key, &one);
                    keys += 1;
                }
            }
        }
        println!("{keys} keys, {given_up} given up");
        assert!(keys > 4000 && given_up < keys / 10, "{keys} {given_up}");
    }

    #[test]
    fn what_is_left_undone_is_bounded() {
        let request = Request { best_moves: Want::All, move_values: true, ..Request::default() };
        let (mut stopped, mut tight) = (0, 0);
        for game in games("3x3") {
            let solved = Retrograde::solve_all(&game, starts(&game), &Budget::default()).unwrap();
            let starts = starts(&game);
            for number in 0..sample::cases(64) {
                let key = starts[number * 7919 % starts.len()];
                let finite = finite(&game);
                let limits = Limits { nodes: Some(1 << (number % 14)), ..Limits::default() };
                let budget = Budget::new(limits);
                let solver = FiniteSolver { game: &game, finite: &finite, budget: &budget, threads: 1 };
                let state = State { key, past: Default::default() };
                let found = solver.solve(&state, &request);
                let expected = retrograde::solve(&solved, &game, &state, &request);
                stopped += usize::from(found.stopped.is_some());
                let holds = |found: &Answer, expected: &Answer| match (found, expected) {
                    (Answer::Between(bounds), Answer::Exact(Value::Points(points))) => {
                        bounds.low <= *points && *points <= bounds.high
                    }
                    (Answer::Between(bounds), _) => {
                        let most = Points::from_integer(game.most());
                        (bounds.low, bounds.high) == (-most, most)
                    }
                    _ => found == expected,
                };
                assert!(holds(&found.value, &expected.value), "{key:?} {found:?} {expected:?}");
                tight += usize::from(matches!(found.value, Answer::Between(bounds)
                    if bounds.high - bounds.low < Points::from_integer(2 * game.most())));
                for ((mv, found), (of, expected)) in found.move_values.iter().zip(&expected.move_values) {
                    assert!(mv == of && holds(found, expected), "{key:?} {mv:?} {found} {expected}");
                }
                for mv in &found.best_moves {
                    assert!(expected.best_moves.contains(mv), "{key:?} {found:?}");
                }
            }
        }
        println!("{stopped} stopped, {tight} with bounds");
        assert!(stopped > 20 && tight > 5, "{stopped} {tight}");
    }
}
