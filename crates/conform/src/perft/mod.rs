//! Perft: the number of move sequences of each length.
//!
//! A *sequence* of n moves is n moves in succession from a state, each legal in its turn. A game that
//! ends is counted among the sequences of the length at which it ends, and is not continued; the
//! sequences whose last move ends the game are counted apart as well. A program that lists moves
//! wrongly, bans a repetition that is allowed, or ends a game too late has other numbers, from the
//! first length at which it matters.
//!
//! Numbers are exact, of 128 bits, and overflow is an error. How they are found is in `walk`: states
//! are merged where they are equal. What a state is depends on the ruleset: `general` has that of
//! every ruleset, by its contract, `compiled` the same over lists made beforehand, for tiny boards, and
//! `plain` one for rulesets that ban no more than a ko and what has stood; both are far faster.
//! [`enumerate`] is the plain meaning, by which all three are tested.

mod compiled;
mod general;
mod plain;
mod walk;

use std::collections::HashMap;

use compiled::{Compiled, MOST_FACTS, Reached};
pub use general::Imaged;
use general::{Listed, SMALL};
use plain::{Plain, PlainRules};
use superko_go::Players;
use superko_go::bits::{PointSet, Words, members};
use superko_go::board::{Board, LargeSet};
use superko_go::player::Move;
use superko_go::position::Position;
use superko_rules::game::{Game, Ruling};
use superko_rules::line::Line;
use superko_rules::ruleset::State;
use superko_rules::{Refereed, Rules};
use superko_solve::{Budget, Stopped};
use walk::{Count, Walk};
pub use walk::{PerftError, Ply};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Request {
    /// The greatest length.
    pub depth: usize,
    /// Whether moves that place no stone are made too.
    pub passes: bool,
    /// Whether the sequences of each first move are counted apart.
    pub divided: bool,
    /// The most states that may be looked at by estimate; `None` for no limit.
    pub most: Option<f64>,
    /// The most sequences of a length, beyond which nothing is counted; `None` for no limit. Counts
    /// apart for each first move have none.
    pub wanted: Option<u128>,
}

/// A first move, with the counts of the sequences that begin with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstMove<P> {
    /// The move.
    pub mv: Move<P>,
    /// By length, from 1 on, as far as they were counted.
    pub plies: Vec<Ply>,
}

/// The counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Perft<P> {
    /// By length, from 1 on: those that were completed, all of them unless something stopped it.
    pub plies: Vec<Ply>,
    /// Apart for each first move, if that was asked for.
    pub moves: Option<Vec<FirstMove<P>>>,
    /// What stopped it.
    pub stopped: Option<Stopped>,
}

/// Sets of intersections on whose boards games are played: one word, and those of any grid.
pub trait Counted: PointSet {
    /// What is listed beforehand of the states that a state leads to, the same for all lengths.
    type Beforehand;

    /// The lists of a state; with `passes` of all moves, else of stone plays.
    fn beforehand(game: &Game<Self>, state: &State<Self>, passes: bool) -> Self::Beforehand;

    /// See [`perft()`]. (A function of either kind of sets, so that it is compiled with this package,
    /// which is optimised where the program that calls it is not.)
    ///
    /// # Errors
    /// As there.
    fn perft(
        game: &Game<Self>,
        line: &Line<Self>,
        beforehand: &Self::Beforehand,
        request: &Request,
        budget: &Budget,
    ) -> Result<Perft<Self::Point>, PerftError>;
}

impl Counted for u64 {
    type Beforehand = Option<Reached>;

    fn beforehand(game: &Game, state: &State, passes: bool) -> Option<Reached> {
        reached(game, state, passes)
    }

    fn perft(
        game: &Game,
        line: &Line,
        beforehand: &Option<Reached>,
        request: &Request,
        budget: &Budget,
    ) -> Result<Perft<u8>, PerftError> {
        match beforehand {
            Some(reached) => listed(game, line, reached, request, budget),
            None => by_ruleset(game, line, request, budget),
        }
    }
}

impl Counted for LargeSet {
    type Beforehand = ();

    fn beforehand(_: &Game<LargeSet>, _: &State<LargeSet>, _: bool) {}

    /// By sets of the fewest words that hold the grid.
    fn perft(
        game: &Game<LargeSet>,
        line: &Line<LargeSet>,
        (): &(),
        request: &Request,
        budget: &Budget,
    ) -> Result<Perft<u16>, PerftError> {
        match game.board.points() {
            0..=128 => in_smaller_sets::<Words<2>>(game, line, request, budget),
            129..=384 => in_smaller_sets::<Words<6>>(game, line, request, budget),
            _ => by_ruleset(game, line, request, budget),
        }
    }
}

/// A line from whose state sequences are counted, once or for one length after another.
pub struct Origin<'a, S: Counted> {
    game: &'a Game<S>,
    line: &'a Line<S>,
    passes: bool,
    beforehand: S::Beforehand,
}

impl<'a, S: Counted> Origin<'a, S> {
    /// The origin of sequences, with `passes` of all moves, else of stone plays.
    ///
    /// # Panics
    /// If the line has ended.
    pub fn of(game: &'a Game<S>, line: &'a Line<S>, passes: bool) -> Origin<'a, S> {
        assert!(line.ended.is_none(), "the game goes on");
        Origin { game, line, passes, beforehand: S::beforehand(game, &line.state, passes) }
    }

    /// Counts the sequences.
    ///
    /// # Errors
    /// As [`perft()`].
    ///
    /// # Panics
    /// If the request is about other moves.
    pub fn count(&self, request: &Request, budget: &Budget) -> Result<Perft<S::Point>, PerftError> {
        assert_eq!(request.passes, self.passes, "the moves are those of the origin");
        S::perft(self.game, self.line, &self.beforehand, request, budget)
    }
}

/// Counts the sequences from the state of a line.
///
/// # Errors
/// [`PerftError::Overflow`] and [`PerftError::TooLong`]; a limit of the budget is no error, but
/// leaves counts out ([`Perft::stopped`]).
///
/// # Panics
/// If the line has ended.
pub fn perft<S: Counted>(
    game: &Game<S>,
    line: &Line<S>,
    request: &Request,
    budget: &Budget,
) -> Result<Perft<S::Point>, PerftError> {
    Origin::of(game, line, request.passes).count(request, budget)
}

/// The count of a large grid over smaller sets, of several words: the same rules on the same grid.
fn in_smaller_sets<T: Imaged<Point = u16> + Refereed>(
    game: &Game<LargeSet>,
    line: &Line<LargeSet>,
    request: &Request,
    budget: &Budget,
) -> Result<Perft<u16>, PerftError> {
    let Some(board) = Board::<T>::bare_grid(game.board.rows(), game.board.cols()) else {
        return by_ruleset(game, line, request, budget);
    };
    let (options, entry) = (game.options, game.entry);
    if !fewer_bits_do::<T>(game) || board.points() > game.ruleset().max_points_over::<T>() {
        return by_ruleset(game, line, request, budget);
    }
    let rules = game.ruleset().build_over();
    let small = Game { board, rules, options, entry };
    let set = |set: LargeSet| members(set).fold(T::EMPTY, |all, point| all | T::of(point));
    let start = Position { stones: line.start.stones.map(set) };
    let line = Line::replay(&small, start, line.to_move, line.moves.clone());
    by_ruleset(&small, &line.expect("the moves were played by the same rules"), request, budget)
}

/// Whether positions of a game fit in smaller sets.
fn fewer_bits_do<T: PointSet>(game: &Game<LargeSet>) -> bool {
    game.options.players == Players::Two && game.board.points() < T::BITS
}

/// What a state leads to, if sequences are counted over lists of it: on tiny boards where facts of the
/// history count.
fn reached(game: &Game, state: &State, passes: bool) -> Option<Reached> {
    if game.board.points() > SMALL || is_plain(&game.ruleset(), game.board.points()) {
        return None;
    }
    Reached::from(game, state, passes, MOST_FACTS)
}

/// Whether sequences from the state of a line, passes among the moves, are counted over lists of all keys.
pub fn is_listed(game: &Game, line: &Line) -> bool {
    reached(game, &line.state, true).is_some()
}

/// Whether sequences are counted over states that keep of the history what may recur.
pub fn is_plain(rules: &Rules, points: usize) -> bool {
    PlainRules::of(rules).is_some_and(|plain| !plain.has_superko() || points > SMALL)
}

/// The count by the states of which fewer are distinct.
fn by_ruleset<S: Imaged>(
    game: &Game<S>,
    line: &Line<S>,
    request: &Request,
    budget: &Budget,
) -> Result<Perft<S::Point>, PerftError> {
    match PlainRules::of(&game.ruleset()) {
        Some(rules) if !rules.has_superko() || game.board.points() > SMALL => {
            plain(game, rules, line, request, budget)
        }
        _ => general(game, line, request, budget),
    }
}

/// The count over lists of all keys and facts.
fn listed(
    game: &Game,
    line: &Line,
    reached: &Reached,
    request: &Request,
    budget: &Budget,
) -> Result<Perft<u8>, PerftError> {
    macro_rules! over {
        ($words:literal) => {{
            let (walk, node) = Compiled::<$words>::of(game, &line.state, reached, request.depth);
            run(&walk, &node, request, budget)
        }};
    }
    match reached.words() {
        0 | 1 => over!(1),
        2 => over!(2),
        3 | 4 => over!(4),
        _ => over!(16),
    }
}

/// The count by the contract of rulesets alone.
fn general<S: Imaged>(
    game: &Game<S>,
    line: &Line<S>,
    request: &Request,
    budget: &Budget,
) -> Result<Perft<S::Point>, PerftError> {
    run(&Listed::new(game, request.passes, budget.memory()), &line.state, request, budget)
}

/// The count under plain rules.
fn plain<S: Imaged>(
    game: &Game<S>,
    rules: PlainRules,
    line: &Line<S>,
    request: &Request,
    budget: &Budget,
) -> Result<Perft<S::Point>, PerftError> {
    let symmetries = S::symmetries(&game.board);
    let walk = Plain::new(game.board.clone(), rules, request.passes, &symmetries);
    let start = walk.start(line.start, line.to_move);
    let go_on = |node, mv: &Move<S::Point>| walk.after(&node, *mv).expect("the moves were played");
    let node = line.moves.iter().fold(start, go_on);
    run(&walk, &node, request, budget)
}

/// The counts from a state.
fn run<W: Walk>(
    walk: &W,
    node: &W::Node,
    request: &Request,
    budget: &Budget,
) -> Result<Perft<W::Point>, PerftError> {
    let Request { depth, divided, most, wanted, .. } = *request;
    if divided && depth > 0 {
        return divide(walk, node, request, budget);
    }
    let (plies, error) = Count::new(walk, budget, most, 0, depth).wanting(wanted).from(node.clone());
    let stopped = stopped_by(error)?;
    Ok(Perft { plies, moves: None, stopped })
}

/// What stopped a count, which is no error.
fn stopped_by(error: Option<PerftError>) -> Result<Option<Stopped>, PerftError> {
    match error {
        None => Ok(None),
        Some(PerftError::Stopped(stopped)) => Ok(Some(stopped)),
        Some(error) => Err(error),
    }
}

/// The counts of each first move, and their sums. Moves to states that are alike are counted once.
fn divide<W: Walk>(
    walk: &W,
    node: &W::Node,
    request: &Request,
    budget: &Budget,
) -> Result<Perft<W::Point>, PerftError> {
    let depth = request.depth;
    let mut first: Vec<(Move<W::Point>, Option<usize>)> = Vec::new();
    let mut states: Vec<W::Node> = Vec::new();
    let mut numbers: HashMap<W::Node, usize> = HashMap::new();
    walk.next(node, depth, &mut |mv, next| {
        let number = next.map(|next| {
            let next = walk.canonical(next, 1);
            *numbers.entry(next.clone()).or_insert_with(|| {
                states.push(next);
                states.len() - 1
            })
        });
        first.push((mv, number));
    });
    // Each may have its share of what may be looked at.
    let most = request.most.map(|most| most / states.len().max(1) as f64);
    let (mut counted, mut stopped) = (Vec::new(), None);
    for state in states {
        let (plies, error) = match stopped {
            Some(_) => (Vec::new(), None),
            None => Count::new(walk, budget, most, 1, depth - 1).from(state),
        };
        stopped = stopped.or(stopped_by(error)?);
        counted.push(plies);
    }
    let moves: Vec<FirstMove<W::Point>> = first
        .into_iter()
        .map(|(mv, number)| {
            let ended = u128::from(number.is_none());
            let later = number.map_or(vec![Ply::default(); depth - 1], |number| counted[number].clone());
            let plies = std::iter::once(Ply { sequences: 1, ended }).chain(later).collect();
            FirstMove { mv, plies }
        })
        .collect();
    let complete = moves.iter().map(|first| first.plies.len()).min().unwrap_or(depth);
    let sum = |ply: usize| moves.iter().try_fold(Ply::default(), |sum, first| sum.plus(first.plies[ply]));
    let plies = (0..complete).map(sum).collect::<Result<_, _>>()?;
    Ok(Perft { plies, moves: Some(moves), stopped })
}

/// The counts by making every move of every sequence, one after the other.
pub fn enumerate<S: PointSet>(game: &Game<S>, state: &State<S>, depth: usize, passes: bool) -> Vec<Ply> {
    fn visit<S: PointSet>(game: &Game<S>, state: &State<S>, passes: bool, plies: &mut [Ply]) {
        let Some((ply, later)) = plies.split_first_mut() else { return };
        for (mv, ruling) in game.legal(state) {
            if !passes && mv.placed().is_none() {
                continue;
            }
            ply.sequences += 1;
            match ruling {
                Ruling::Leads(next) => visit(game, &next, passes, later),
                _ => ply.ended += 1,
            }
        }
    }
    let mut plies = vec![Ply::default(); depth];
    visit(game, state, passes, &mut plies);
    plies
}

#[cfg(test)]
mod tests;
