//! Closure of the bounds of a state and of its first moves: each implies bounds of the others.
//!
//! Engines prove bounds one by one, and a limit stops them between any two. Their results are true
//! and may look like a contradiction: a best move with a value "between -12 and 4" beside the value
//! 4 of the state, or different bounds of two moves of which one is the mirror image of the other.
//! [`close`] draws the conclusions. It is the last step of
//! [`Session::solve`](super::Session::solve); a caller that combines bounds itself calls it again.
//!
//! # Inference rules, and why they hold
//! The game ends, and no move is worth more to its mover than the best one, which is worth what the
//! state is worth. All rules are from the mover's view, who maximises (with more than two players
//! one side is all but Black).
//!
//! * *Best moves.* A move that keeps the value is worth the value.
//! * *From the state to the moves.* No move is worth more than the state can be, and a move is
//!   worth less if all best moves are known and it is none of them.
//! * *From the moves to the state.* The state is worth at least the greatest lower bound of a move,
//!   and at most the greatest upper bound, as all legal moves are listed.
//! * *The only candidate.* If only one move and its images can still be worth the lower bound of
//!   the state, they are.
//! * *Images.* A symmetry of the board that maps the state to itself (position, phase and every
//!   fact of the history with its tally) maps each move to one of the same value: every ruleset is
//!   symmetric (see [`Ruleset`](superko_rules::Ruleset)).
//! * *Life.* What the players keep by passing from now on bounds the value of the state, and the
//!   value of each move in the position after it, whatever has happened (`search/life.rs`).
//! * *Whole scores.* Where a score is an area and nothing else, "more than 3" is "at least 4".
//!
//! Each step replaces bounds by narrower ones that follow from true ones, so the closure is true
//! and no wider than before.
//!
//! Where games may go on for ever nothing is concluded: "no result" is no score that could be more
//! or less than another, and the analysis has all values at once, or none.

use super::bounds::Bounds;
use super::dfpn::life::bounds_of;
use super::solution::{Answer, Solution, Value};
use super::threshold::Side;
use superko_go::{Move, Position, Symmetry};
use superko_rules::fact::Fact;
use superko_rules::{Game, Points, Ruling, State};

/// Replaces the bounds of a solution by their closure. Where they imply which moves are best, the
/// best moves become all of them. Takes time in proportion to the square of the number of moves,
/// and to the symmetries times the facts of the history.
pub fn close(game: &Game, state: &State, solution: &mut Solution) {
    if !game.rules.properties().always_ends {
        return;
    }
    let mover = Side::of(state.key.mover);
    let Some(value) = Ends::of(&solution.value, mover) else { return };
    let moves: Option<Vec<Ends>> =
        solution.move_values.iter().map(|(_, answer)| Ends::of(answer, mover)).collect();
    let Some(moves) = moves else { return };
    let of: Vec<Move> = solution.move_values.iter().map(|(mv, _)| *mv).collect();
    let best = of.iter().map(|mv| solution.best_moves.contains(mv)).collect();
    let mut known = Conclusions {
        value,
        moves,
        best,
        all_best: solution.all_best_moves,
        representative: alike(game, state, &of),
        whole: game.rules.properties().last_position_decides,
    };
    known.narrow_by_life(game, state, &of, mover);
    while known.narrow() {}
    debug_assert!(known.moves.iter().chain([&known.value]).all(|ends| ends.low.0 <= ends.high.0));
    solution.value = known.value.answer(mover);
    for ((_, answer), ends) in solution.move_values.iter_mut().zip(&known.moves) {
        *answer = ends.answer(mover);
    }
    if known.all_best && !solution.all_best_moves {
        let best = of.iter().zip(&known.best).filter(|(_, best)| **best).map(|(mv, _)| *mv);
        (solution.best_moves, solution.all_best_moves) = (best.collect(), true);
    } else if solution.best_moves.is_empty() {
        solution.best_moves =
            of.iter().zip(&known.best).filter(|(_, best)| **best).map(|(mv, _)| *mv).collect();
    }
}

/// An end of an interval: a score, and whether it is excluded.
type End = (Points, bool);

/// Bounds from the mover's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ends {
    /// The mover gets at least this.
    low: End,
    /// The mover gets at most this.
    high: End,
}

impl Ends {
    /// The bounds of an answer; `None` if there is no result.
    fn of(answer: &Answer, mover: Side) -> Option<Ends> {
        let Bounds { low, low_open, high, high_open } = match answer {
            Answer::Exact(value) => Bounds::exact(value.points()?),
            Answer::Between(bounds) => *bounds,
        };
        Some(match mover {
            Side::Black => Ends { low: (low, low_open), high: (high, high_open) },
            Side::White => Ends { low: (-high, high_open), high: (-low, low_open) },
        })
    }

    fn answer(self, mover: Side) -> Answer {
        let Ends { low: (low, low_open), high: (high, high_open) } = self;
        if low == high {
            return Answer::Exact(Value::Points(if mover == Side::Black { low } else { -low }));
        }
        Answer::Between(match mover {
            Side::Black => Bounds { low, low_open, high, high_open },
            Side::White => Bounds { low: -high, low_open: high_open, high: -low, high_open: low_open },
        })
    }

    fn is_exact(self) -> bool {
        self.low.0 == self.high.0
    }

    /// Raises the lower end. Of two with the same score, an excluded end is the higher one.
    fn at_least(&mut self, end: End) {
        self.low = self.low.max(end);
    }

    /// Lowers the upper end. Of two with the same score, an excluded end is the lower one.
    fn at_most(&mut self, end: End) {
        if (end.0, !end.1) < (self.high.0, !self.high.1) {
            self.high = end;
        }
    }

    /// Whether the value can reach a lower end.
    fn can_be(self, least: End) -> bool {
        self.high.0 > least.0 || self.high.0 == least.0 && !self.high.1 && !least.1
    }
}

/// The bounds of a state and its moves, from the mover's view.
struct Conclusions {
    value: Ends,
    /// The bounds of the moves, in order; empty if they were not requested.
    moves: Vec<Ends>,
    /// Which moves are known to be best.
    best: Vec<bool>,
    /// Whether these are all best moves.
    all_best: bool,
    /// For each move the first of its images: its representative.
    representative: Vec<usize>,
    /// Whether scores are whole numbers.
    whole: bool,
}

impl Conclusions {
    /// Narrows bounds by unconditional life in the position, and in those after its moves.
    fn narrow_by_life(&mut self, game: &Game, state: &State, of: &[Move], mover: Side) {
        let narrow = |ends: &mut Ends, position: &Position| {
            let Some([low, high]) = bounds_of(game, position).filter(|_| !ends.is_exact()) else { return };
            let [low, high] = if mover == Side::Black { [low, high] } else { [-high, -low] };
            ends.at_least((low, false));
            ends.at_most((high, false));
        };
        narrow(&mut self.value, &state.key.position);
        if self.moves.iter().all(|ends| ends.is_exact()) {
            return;
        }
        for (mv, ruling) in game.legal(state) {
            if let (Some(index), Ruling::Leads(next)) = (of.iter().position(|known| *known == mv), ruling) {
                narrow(&mut self.moves[index], &next.key.position);
            }
        }
    }

    /// Applies every rule once. Returns whether anything has changed.
    fn narrow(&mut self) -> bool {
        let before = (self.value, self.moves.clone(), self.best.clone(), self.all_best);
        self.share_by_symmetry();
        for (ends, best) in self.moves.iter_mut().zip(&self.best) {
            ends.at_most(self.value.high);
            if *best {
                ends.at_least(self.value.low);
            } else if self.all_best && self.value.is_exact() {
                ends.at_most((self.value.low.0, true));
            }
        }
        if let Some(low) = self.moves.iter().map(|ends| ends.low).max() {
            self.value.at_least(low);
        }
        if let Some(high) = self.moves.iter().map(|ends| ends.high).max_by_key(|high| (high.0, !high.1)) {
            self.value.at_most(high);
        }
        self.single_candidate();
        for ends in self.moves.iter_mut().chain([&mut self.value]) {
            if ends.is_exact() {
                (ends.low.1, ends.high.1) = (false, false);
            } else if self.whole {
                round_to_whole(ends);
            }
        }
        self.best_moves();
        before != (self.value, self.moves.clone(), self.best.clone(), self.all_best)
    }

    /// Gives moves that are images of each other the narrowest of their bounds, and the same status
    /// as best moves.
    fn share_by_symmetry(&mut self) {
        for index in 0..self.moves.len() {
            let first = self.representative[index];
            let ends = self.moves[index];
            self.moves[first].at_least(ends.low);
            self.moves[first].at_most(ends.high);
            self.best[first] |= self.best[index];
        }
        for index in 0..self.moves.len() {
            (self.moves[index], self.best[index]) =
                (self.moves[self.representative[index]], self.best[self.representative[index]]);
        }
    }

    /// Applies the rule of the only candidate.
    fn single_candidate(&mut self) {
        let low = self.value.low;
        let can: Vec<usize> = (0..self.moves.len()).filter(|index| self.moves[*index].can_be(low)).collect();
        let first = can.first().map(|index| self.representative[*index]);
        if can.iter().all(|index| Some(self.representative[*index]) == first) {
            can.into_iter().for_each(|index| self.moves[index].at_least(low));
        }
    }

    /// Derives the best moves from the values.
    fn best_moves(&mut self) {
        if !self.value.is_exact() || self.moves.is_empty() {
            return;
        }
        let least = (self.value.low.0, false);
        for (ends, best) in self.moves.iter().zip(&mut self.best) {
            *best |= ends.is_exact() && ends.low.0 == least.0;
        }
        self.all_best = self.moves.iter().zip(&self.best).all(|(ends, best)| *best || !ends.can_be(least));
    }
}

/// Rounds open ends to the next whole score.
fn round_to_whole(ends: &mut Ends) {
    let Ends { low: (low, low_open), high: (high, high_open) } = *ends;
    ends.low = (if low_open { low.floor() + 1 } else { low.ceil() }, false);
    ends.high = (if high_open { high.ceil() - 1 } else { high.floor() }, false);
}

/// For each move the first move that is its image under a symmetry of the state.
pub fn alike(game: &Game, state: &State, moves: &[Move]) -> Vec<usize> {
    let symmetries = game.board.symmetries();
    let keeping: Vec<&Symmetry> = match moves.is_empty() {
        true => Vec::new(),
        false => symmetries.iter().skip(1).filter(|symmetry| is_invariant(game, state, symmetry)).collect(),
    };
    let first = |(index, mv): (usize, &Move)| {
        let images = keeping.iter().map(|symmetry| mv.map(|point| symmetry.point(point)));
        let indices = images.filter_map(|image| moves[..index].iter().position(|other| *other == image));
        indices.min().unwrap_or(index)
    };
    moves.iter().enumerate().map(first).collect()
}

/// Whether a state is invariant under a symmetry: the key, and each fact of the history with its
/// tally.
fn is_invariant(game: &Game, state: &State, symmetry: &Symmetry) -> bool {
    let State { key, past } = state;
    let image = |fact: &Fact| Fact {
        position: fact.position.image(symmetry),
        second: fact.second.map(|position| position.image(symmetry)),
        ..*fact
    };
    key.position.image(symmetry) == key.position
        && game.rules.phase_image(key.phase, symmetry) == key.phase
        && past.facts().all(|(fact, tally)| past.get(&image(fact)) == Some(*tally))
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::budget::Budget;
    use crate::naive::Naive;
    use crate::{Limits, Request, Want, sample, solve};
    use superko_go::position::legal_positions;
    use superko_go::{Board, Player};
    use superko_rules::{Rules, Ruling};

    /// The games of some boards under some rulesets, with their names.
    fn games(of: &[(&str, &[&str])]) -> Vec<(String, Game)> {
        let game = |board: &str, rules: &str| {
            (format!("{board} {rules}"), rules.parse::<Rules>().unwrap().game(Board::parse(board).unwrap()))
        };
        of.iter().flat_map(|(board, rulesets)| rulesets.iter().map(move |rules| game(board, rules))).collect()
    }

    fn limited(nodes: u64) -> Budget {
        Budget::new(Limits { nodes: Some(nodes), ..Limits::default() })
    }

    /// Random bounds that hold a value: some are the value, some are of the board, and some have
    /// open ends.
    fn around(value: Points, unknown: Bounds, random: &mut Rng) -> Answer {
        let mut bounds = unknown;
        let step = |random: &mut Rng| Points::new(random.i32(0..6), random.i32(1..4));
        if random.bool() {
            let low = value - step(random);
            (bounds.low, bounds.low_open) = (low, low < value && random.bool());
        }
        if random.bool() {
            let high = value + step(random);
            (bounds.high, bounds.high_open) = (high, high > value && random.bool());
        }
        if random.u8(..6) == 0 { Answer::Exact(Value::Points(value)) } else { bounds.into() }
    }

    /// Whether bounds hold a value, and are no wider than others.
    fn is_narrower(answer: &Answer, value: Points, before: &Answer) -> bool {
        let [now, before] = [answer, before].map(|answer| Ends::of(answer, Side::Black).unwrap());
        let mut both = before;
        both.at_least(now.low);
        both.at_most(now.high);
        let exact = Ends { low: (value, false), high: (value, false) };
        let holds = now.low <= exact.low && exact.can_be((now.low.0, false)) && now.can_be(exact.low);
        // Of an exact value the open flags of the ends before it are gone.
        holds && (both == now || now.is_exact())
    }

    #[test]
    fn what_is_closed_is_true_and_no_wider_than_before() {
        let (mut random, mut closed, mut narrower) = (Rng::with_seed(sample::seed()), 0, 0);
        let request = Request { best_moves: Want::All, move_values: true, pv: false, ..Request::default() };
        let points = |answer: &Answer| answer.exact().unwrap().points().unwrap();
        for (name, game) in games(&[
            ("1x3", &["psk", "kee2009", "kee2020 --lift produced", "spight", "psk --players 3"]),
            ("2x2", &["psk", "nssk", "kee2009", "kee2020", "ssk --suicide allowed"]),
            ("1x4", &["psk", "kee2020", "spight"]),
            ("star:4", &["psk", "kee2009"]),
            ("2x3", &["psk", "nssk"]),
        ]) {
            let positions: Vec<_> = legal_positions(&game.board).collect();
            for _ in 0..sample::cases(if game.board.points() == 6 { 200 } else { 600 }).max(10) {
                let mover = if random.bool() { Player::Black } else { Player::White };
                let mut state = game.start(positions[random.usize(..positions.len())], mover);
                for _ in 0..random.usize(..4) {
                    match game.legal(&state).into_iter().nth(random.usize(..3)) {
                        Some((_, Ruling::Leads(next))) => state = next,
                        _ => break,
                    }
                }
                let exact = solve(&game, &state, &request, &limited(20_000));
                if exact.stopped.is_some() {
                    continue;
                }
                let mut solution = Solution::unknown(&game, &state);
                solution.value = around(points(&exact.value), Bounds::unknown(&game, &state), &mut random);
                for ((mv, ruling), (_, answer)) in game.legal(&state).iter().zip(&exact.move_values) {
                    let unknown = match ruling {
                        Ruling::Leads(next) => Bounds::unknown(&game, next),
                        _ => Bounds::exact(points(answer)),
                    };
                    solution.move_values.push((*mv, around(points(answer), unknown, &mut random)));
                }
                match random.u8(..4) {
                    0 => (solution.best_moves, solution.all_best_moves) = (exact.best_moves.clone(), true),
                    1 => solution.best_moves = vec![exact.best_moves[0]],
                    _ => {}
                }
                if !solution.best_moves.is_empty() {
                    solution.value = exact.value;
                }
                let before = solution.clone();
                close(&game, &state, &mut solution);
                let name = format!("{name} {state:?}\n{before:?}\n{solution:?}\n{exact:?}");
                assert!(is_narrower(&solution.value, points(&exact.value), &before.value), "{name}");
                let moves = solution.move_values.iter().zip(&exact.move_values).zip(&before.move_values);
                for (((mv, answer), (_, exact)), (_, before)) in moves {
                    assert!(is_narrower(answer, points(exact), before), "{mv:?} {name}");
                    narrower += usize::from(answer != before);
                }
                assert!(solution.best_moves.iter().all(|mv| exact.best_moves.contains(mv)), "{name}");
                assert!(!solution.all_best_moves || solution.best_moves == exact.best_moves, "{name}");
                // The closure of a closure is itself.
                let once = solution.clone();
                close(&game, &state, &mut solution);
                assert_eq!((once.value, once.move_values), (solution.value, solution.move_values), "{name}");
                closed += 1;
            }
        }
        println!("{closed} closed, {narrower} bounds of moves narrower");
        assert!(narrower > closed);
    }

    /// Black's eyes at A2 and C2 are his whatever happens, and White keeps nothing.
    #[test]
    fn what_is_alive_bounds_every_move_of_a_search_that_is_stopped_at_once() {
        for rules in ["psk", "kee2020", "spight --scoring territory"] {
            let game = rules.parse::<Rules>().unwrap().game(Board::parse("2x6").unwrap());
            let position = superko_go::notation::parse_position(&game.board, ".X.X../XXXXOO").unwrap();
            let state = game.start(position, Player::White);
            let mut solution = Solution::unknown(&game, &state);
            let unknown = |(mv, _)| (mv, Answer::Between(Bounds::unknown(&game, &state)));
            solution.move_values = game.legal(&state).into_iter().map(unknown).collect();
            close(&game, &state, &mut solution);
            // Eight of twelve points by area; nothing is concluded where the last position does not
            // decide.
            let by_area = game.ruleset().by_area();
            for answer in solution.move_values.iter().map(|(_, answer)| answer).chain([&solution.value]) {
                let Answer::Between(bounds) = answer else { panic!("{rules}: {solution:?}") };
                assert_eq!(bounds.low == Points::from_integer(4), by_area, "{rules}: {solution:?}");
            }
            assert_eq!(solution.move_values.len(), 3);
        }
    }

    /// The bounds by life of every start of small boards, and after each first move, hold the value
    /// that the naive solver confirms.
    #[test]
    fn bounds_by_life_hold_the_value_of_the_naive_solver() {
        let (mut confirmed, mut narrower) = (0, 0);
        for (name, game) in games(&[
            ("1x4", &["psk", "nssk", "spight", "kee2020", "ssk --suicide allowed"]),
            ("1x5", &["psk", "kee2020"]),
            ("2x2", &["psk", "nssk", "spight", "kee2020", "ssk --suicide allowed"]),
            ("star:4", &["psk", "spight"]),
            ("2x3", &["psk", "kee2020"]),
        ]) {
            let positions = sample::part(&name, legal_positions(&game.board).collect());
            for start in
                positions.into_iter().flat_map(|start| Player::ALL.map(|mover| game.start(start, mover)))
            {
                let after = game.legal(&start).into_iter().filter_map(|(_, ruling)| match ruling {
                    Ruling::Leads(next) => Some(next),
                    _ => None,
                });
                for state in after.chain([start.clone()]) {
                    let [low, high] = bounds_of(&game, &state.key.position).unwrap();
                    let unknown = Bounds::unknown(&game, &state);
                    if (low, high) == (unknown.low, unknown.high) {
                        continue;
                    }
                    narrower += 1;
                    let request = Request { pv: false, ..Request::default() };
                    let found = solve(&game, &state, &request, &limited(40_000)).value.exact();
                    let Some(value) = found.and_then(Value::points) else { continue };
                    let Ok(is_value) = Naive::new(&game, &limited(40_000)).confirms(&state, value) else {
                        continue;
                    };
                    assert!(is_value && low <= value && value <= high, "{name} {state:?}");
                    confirmed += 1;
                }
            }
        }
        println!("{confirmed} of {narrower} confirmed");
        assert!(confirmed > sample::least(400), "{confirmed} of {narrower}");
    }
}
