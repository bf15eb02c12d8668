//! Commands that make a move: a proved best one, whatever the history.
//!
//! Which of several best moves it is, depends on what the player is to get.
//!
//! * In a game that he does not lose he takes the pass, if it is one of them, and else the first
//!   stone. Where games may go on for ever the first move of a line of best play is taken: it comes
//!   nearer to the end, if the player can force one.
//! * In a lost game he takes the move after which most replies are errors, which give some of the
//!   value away.
//! * When he is to clean up, he passes only if the position counts his due as it stands, so that no
//!   stone there is dead.
//!
//! On boards of more than [`ALL_BEST_MOVES`] intersections one best move is found and played; in a
//! lost game, and to clean up, others are looked for as well, for [`CHOICE_NODES`] nodes at most.
//!
//! When a limit has stopped the proof, what is known decides: see [`best_bounded`].

use std::cmp::Reverse;

use super::engine::{Engine, Job};
use super::game::{AnyGame, either};
use super::protocol::{Exact, Reply, colour, exact, single_argument};
use superko_go::bits::PointSet;
use superko_go::notation::move_name;
use superko_go::{Board, Move, Player};
use superko_query::ask::Question;
use superko_rules::{Game, Points, Ruling, State};
use superko_solve::closure::close;
use superko_solve::{Answer, Budget, Limits, Request, Solution, Value, Want};

/// Maximum size of a board on which all best moves are found.
const ALL_BEST_MOVES: usize = 9;

/// Node limit of a choice among moves of equal value: half to find these, half to look at the
/// replies.
const CHOICE_NODES: u64 = 200_000;

/// Node limit of the bounds of a move when another limit has been reached.
const BOUND_NODES: u64 = 1_000;

/// Purpose of a choice.
#[derive(Clone, Copy)]
struct Purpose {
    /// Points taken from Black's score, to recognise a lost game.
    komi: Exact,
    /// Whether dead stones are to be taken off the board before a pass.
    cleans: bool,
}

struct Chosen {
    mv: Move,
    /// What is not proved of it, if anything.
    unproved: Option<String>,
}

/// `genmove colour`
pub fn genmove(engine: &mut Engine, arguments: &[String]) -> Reply {
    let player = colour(single_argument(arguments, "a colour")?)?;
    let mv = choose_for(engine, player)?;
    engine.game.play(player, mv)?;
    Ok(move_name(engine.game.solved()?.board(), mv))
}

/// `reg_genmove colour`: the move that would be best if it were this player's turn.
pub fn reg_genmove(engine: &mut Engine, arguments: &[String]) -> Reply {
    let player = colour(single_argument(arguments, "a colour")?)?;
    let mv = match engine.game.mover() {
        Some(_) => choose_at(engine, engine.game.question_for(player)?, false)?,
        None => Move::Pass,
    };
    Ok(move_name(engine.game.solved()?.board(), mv))
}

/// `kgs-genmove_cleanup colour`: as `genmove`, but no pass while there is a dead stone. A game that
/// passes have ended goes on.
pub fn genmove_cleanup(engine: &mut Engine, arguments: &[String]) -> Reply {
    let player = colour(single_argument(arguments, "a colour")?)?;
    let mut game = engine.game.clone();
    either!(&mut game, game => game.resume(player));
    let mv = match game.mover() {
        Some(_) => choose_at(engine, game.with_turn_of(player)?.question()?, true)?,
        None => Move::Pass,
    };
    game.play(player, mv)?;
    engine.game = game;
    Ok(move_name(engine.game.solved()?.board(), mv))
}

/// Move of a player in his turn: a pass if the game has ended.
pub fn choose_for(engine: &mut Engine, player: Player) -> Result<Move, String> {
    let game = engine.game.with_turn_of(player)?;
    match game.mover() {
        Some(_) => choose_at(engine, game.question()?, false),
        None => Ok(Move::Pass),
    }
}

/// Move in a state. What is not proved of it goes to standard error.
fn choose_at(engine: &mut Engine, question: Question, cleans: bool) -> Result<Move, String> {
    let player = question.mover();
    let time = engine.limits.time.into_iter().chain(engine.clock.allows(player)).min();
    let limits = Limits { time, ..engine.limits };
    // Where komi moves no values it does not tell who has lost either.
    let counts = !engine.game.has_uncounted_ends();
    let komi = if counts { engine.game.komi().total() } else { Exact::from_integer(0) };
    let purpose = Purpose { komi, cleans };
    let choose = move |job: &Job<'_, '_, ()>| {
        let budget = job.budget(job.limits);
        let chosen = choose(job, &budget, purpose);
        job.spent(budget.nodes());
        chosen
    };
    let chosen = engine.ask(question, limits, choose)?;
    if let Some(unproved) = chosen.unproved {
        eprintln!(
            "# {} for {}: {unproved}",
            move_name(engine.game.solved()?.board(), chosen.mv),
            player.name()
        );
    }
    Ok(chosen.mv)
}

fn choose(job: &Job<'_, '_, ()>, budget: &Budget, purpose: Purpose) -> Chosen {
    let (game, state) = (job.session.game(), &job.state);
    let always_ends = game.rules.properties().always_ends;
    let all = game.board.points() <= ALL_BEST_MOVES;
    let best_moves = if all { Want::All } else { Want::One };
    let request = Request { best_moves, pv: !always_ends, nearing: true, ..Request::default() };
    let mut solution = job.session.solve(state, &request, budget);
    if let (Some(_), [], true) = (solution.value.exact(), &solution.best_moves[..], always_ends) {
        // The value is known, and so is a move that proves it, though not all of them.
        let request = Request { best_moves: Want::One, pv: false, ..Request::default() };
        let afterwards = Limits { time: None, nodes: Some(BOUND_NODES), ..job.limits };
        let one = job.session.solve(state, &request, &Budget::new(afterwards));
        solution.best_moves = one.best_moves;
    }
    let Some(value) = solution.value.exact().filter(|_| !solution.best_moves.is_empty()) else {
        return best_bounded(job, solution);
    };
    let is_lost = value.points().is_some_and(|points| {
        let lead = exact(points) - purpose.komi;
        of_player(state.key.mover, lead) < Exact::from_integer(0)
    });
    let mv = if purpose.cleans {
        clean(job, &solution, value, &best(job, budget, &solution, value))
    } else if is_lost {
        most_errors(job, budget, best(job, budget, &solution, value))
    } else if always_ends {
        let pass = solution.best_moves.iter().find(|mv| **mv == Move::Pass);
        *pass.unwrap_or(&solution.best_moves[0])
    } else {
        solution.pv.first().copied().unwrap_or(solution.best_moves[0])
    };
    Chosen { mv, unproved: None }
}

/// Points of Black as points of a player.
fn of_player<T: std::ops::Neg<Output = T>>(player: Player, points: T) -> T {
    if player == Player::Black { points } else { -points }
}

/// Best moves, as many as are found.
fn best(job: &Job<'_, '_, ()>, budget: &Budget, solution: &Solution, value: Value) -> Vec<Move> {
    let (game, state) = (job.session.game(), &job.state);
    if solution.all_best_moves {
        return solution.best_moves.clone();
    }
    let legal = game.legal(state);
    let share = CHOICE_NODES / 2 / legal.len() as u64;
    let is_best = |(mv, ruling): &(Move, Ruling)| {
        solution.best_moves.contains(mv)
            || match ruling {
                Ruling::Ends(points) => Value::Points(*points) == value,
                Ruling::Leads(next) => {
                    budget.part(share, |part| job.session.value(next, part)).is_ok_and(|found| found == value)
                }
                Ruling::Barred(_) => false,
            }
    };
    legal.iter().filter(|move_of_it| is_best(move_of_it)).map(|(mv, _)| *mv).collect()
}

/// Move of equal value after which most replies are errors. Ties go to the one of which errors are
/// the larger share, to a stone, to the most central, to the first. A move that ends the game has
/// no replies.
fn most_errors(job: &Job<'_, '_, ()>, budget: &Budget, moves: Vec<Move>) -> Move {
    let (game, state) = (job.session.game(), &job.state);
    let share = CHOICE_NODES / 2 / moves.len() as u64;
    let errors = |mv: Move| -> (usize, Exact) {
        let Some(Ruling::Leads(next)) = ruling(game, state, mv) else { return Default::default() };
        let request = Request { best_moves: Want::All, pv: false, ..Request::default() };
        let replied = budget.part(share, |part| job.session.solve(&next, &request, part));
        if !replied.all_best_moves {
            return Default::default();
        }
        let replies = game.legal(&next).len();
        let errors = replies - replied.best_moves.len();
        (errors, Exact::new(errors as i64, replies as i64))
    };
    let rank = |mv: Move| (errors(mv), mv.placed().is_some(), Reverse(distance(&game.board, mv)));
    let ranked = moves.into_iter().map(|mv| (rank(mv), mv));
    ranked.reduce(|best, next| if next.0 > best.0 { next } else { best }).expect("some move is best").1
}

/// Move of equal value that cleans up: the pass, if the position as it stands counts the player's
/// due. Else the stone that captures most, of those the most central, of those the first. Where
/// games may go on for ever a stone that comes nearer to the end goes before.
fn clean(job: &Job<'_, '_, ()>, solution: &Solution, value: Value, moves: &[Move]) -> Move {
    let (game, state) = (job.session.game(), &job.state);
    let mover = state.key.mover;
    let counts =
        Points::from_integer(game.rules.count(&game.board, &state.key)) + state.past.banked().exact();
    let is_clean = value.points().is_none_or(|value| of_player(mover, counts) >= of_player(mover, value));
    if is_clean && moves.contains(&Move::Pass) {
        return Move::Pass;
    }
    if let Some(stone) = solution.pv.first().filter(|mv| mv.placed().is_some()) {
        return *stone;
    }
    let stones = |state: &State| state.key.position.stones_of(mover.other()).count_ones();
    let taken = |mv: Move| match ruling(game, state, mv) {
        Some(Ruling::Leads(next)) => stones(state).saturating_sub(stones(&next)),
        _ => 0,
    };
    let rank = |mv: Move| (taken(mv), Reverse(distance(&game.board, mv)));
    let placed = moves.iter().filter(|mv| mv.placed().is_some()).map(|mv| (rank(*mv), *mv));
    let most = placed.reduce(|best, next| if next.0 > best.0 { next } else { best });
    most.map_or(moves[0], |(_, mv)| mv)
}

/// Ruling on a legal move.
fn ruling(game: &Game, state: &State, mv: Move) -> Option<Ruling> {
    game.legal(state).into_iter().find(|(legal, _)| *legal == mv).map(|(_, ruling)| ruling)
}

/// The move with the best proved bound; of several the one that may bring more, of those the most
/// central, and of those the first. It is none that is known to be worse than another: then that
/// would be sure of more than this may bring.
///
/// The move that the search was at when it was stopped is no guide: the search goes where the least
/// work is left, which is mostly where little can happen.
fn best_bounded(job: &Job<'_, '_, ()>, mut solution: Solution) -> Chosen {
    let (game, state) = (job.session.game(), &job.state);
    let limits = Limits { time: None, nodes: Some(BOUND_NODES), ..job.limits };
    let answer = |ruling: &Ruling| match ruling {
        Ruling::Ends(points) => Answer::Exact(Value::Points(*points)),
        Ruling::Leads(next) => job.session.value(next, &Budget::new(limits)).into(),
        Ruling::Barred(_) => unreachable!("only legal moves are listed"),
    };
    solution.move_values = game.legal(state).iter().map(|(mv, ruling)| (*mv, answer(ruling))).collect();
    close(game, state, &mut solution);

    // From the player's side.
    let worth = |answer: &Answer| {
        let (low, high) = match answer {
            Answer::Exact(Value::Points(points)) => (*points, *points),
            Answer::Exact(Value::NoResult) => (Points::from_integer(0), Points::from_integer(0)),
            Answer::Between(bounds) => (bounds.low, bounds.high),
        };
        if state.key.mover == Player::Black { (low, high) } else { (-high, -low) }
    };
    let moves = solution.move_values.iter().map(|(mv, answer)| (worth(answer), *mv));
    let rank = |(worth, mv): &((Points, Points), Move)| (*worth, Reverse(distance(&game.board, *mv)));
    let first_of_the_best =
        |best: ((Points, Points), Move), next| if rank(&next) > rank(&best) { next } else { best };
    let ((sure, hoped), mv) = moves.clone().reduce(first_of_the_best).expect("some move is legal");
    if moves.map(|((_, most), _)| most).max() <= Some(sure) {
        return Chosen { mv, unproved: None };
    }
    let stopped = solution.stopped.map_or("a limit".to_string(), |stopped| stopped.to_string());
    let unproved = format!(
        "{stopped} stopped the proof; the value is {}, and from the player's side the move is sure of {sure} and may \
         bring {hoped}",
        solution.value
    );
    Chosen { mv, unproved: Some(unproved) }
}

/// Remoteness of the intersection of a move; a pass is more remote than any.
fn distance(board: &Board, mv: Move) -> u32 {
    mv.placed().map_or(u32::MAX, |point| remoteness(board, point))
}

/// Sum of the distances from an intersection to all others.
pub fn remoteness<S: PointSet>(board: &superko_go::board::Board<S>, point: S::Point) -> u32 {
    let (mut reached, mut distance, mut sum) = (S::of(point), 0, 0);
    loop {
        let next = reached | board.adjacent(reached);
        if next == reached {
            return sum;
        }
        distance += 1;
        sum += distance * (next & !reached).count();
        reached = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_less_remote_than_the_side_and_that_than_the_corner() {
        let sums = |name: &str, points: &[u8]| {
            let board = Board::parse(name).unwrap();
            points.iter().map(|point| distance(&board, Move::Place(*point))).collect::<Vec<_>>()
        };
        assert_eq!(sums("3x3", &[4, 1, 0]), [12, 15, 18]);
        assert_eq!(sums("1x4", &[0, 1]), [6, 4]);
        assert!(distance(&Board::parse("3x3").unwrap(), Move::Pass) > 18);
    }
}
