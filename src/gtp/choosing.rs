//! Commands that make a move: a proved best one, whatever the past.
//!
//! Of several best moves the rule of a chosen line takes the pass, if it is one of them, and else the first stone. On
//! boards of more than [`ALL_BEST_MOVES`] intersections one best move is found and played. Where games may go on for ever
//! the first move of a line of best play is taken: it comes nearer to the end, if the player can force one.

use std::cmp::Reverse;

use super::engine::{Engine, Job, Until};
use super::protocol::Reply;
use super::words::{colour, only};
use crate::go::notation::move_name;
use crate::go::{Board, Move, Player};
use crate::rules::{Points, Ruling};
use crate::solve::closing::close;
use crate::solve::{Answer, Budget, Limits, Request, Solution, Value, Want};

/// Up to this many intersections all best moves are found.
const ALL_BEST_MOVES: usize = 9;

/// The nodes that the bounds of a move may cost when a limit has been reached.
const AFTERWARDS: u64 = 1_000;

/// A move that was chosen.
struct Chosen {
    mv: Move,
    /// What was left unproved, if anything.
    unproved: Option<String>,
}

/// `genmove colour`
pub fn genmove(engine: &mut Engine, arguments: &[String]) -> Reply {
    let player = colour(only(arguments, "a colour")?)?;
    let mv = choose_for(engine, player)?;
    engine.game.play(player, mv)?;
    Ok(move_name(engine.game.board(), mv))
}

/// `reg_genmove colour`
pub fn reg_genmove(engine: &mut Engine, arguments: &[String]) -> Reply {
    let player = colour(only(arguments, "a colour")?)?;
    let mv = choose_for(engine, player)?;
    Ok(move_name(engine.game.board(), mv))
}

/// The move that a player makes: a pass, if the game has ended. Tells on standard error what is not proved of it.
pub fn choose_for(engine: &mut Engine, player: Player) -> Result<Move, String> {
    let game = engine.game.with_turn_of(player)?;
    if game.mover().is_none() {
        return Ok(Move::Pass);
    }
    let time = engine.limits.time.into_iter().chain(engine.clock.allows(player)).min();
    let limits = Limits { time, ..engine.limits };
    let chosen = engine.work(game.question()?, limits, Until::Interrupt, choose, |_, _: Option<()>| {})?;
    if let Some(unproved) = chosen.unproved {
        eprintln!("# {} for {}: {unproved}", move_name(game.board(), chosen.mv), player.name());
    }
    Ok(chosen.mv)
}

fn choose(job: &Job<'_, '_, ()>) -> Chosen {
    let (game, state) = (job.session.game(), &job.state);
    let always_ends = game.rules.properties().always_ends;
    let all = game.board.points() <= ALL_BEST_MOVES;
    let best_moves = if all { Want::All } else { Want::One };
    let request = Request { best_moves, line: !always_ends, ..Request::default() };
    let solution = job.session.solve(state, &request, &job.budget(job.limits));
    let proved = match always_ends {
        true => solution.best_moves.iter().find(|mv| **mv == Move::Pass).or(solution.best_moves.first()),
        false => solution.line.first(),
    };
    match proved {
        Some(mv) => Chosen { mv: *mv, unproved: None },
        None => surest(job, solution),
    }
}

/// The move with the best proved bound; of several the one that may bring more, of those the most central, and of those the
/// first. It is none that is known to be worse than another: then that would be sure of more than this may bring.
fn surest(job: &Job<'_, '_, ()>, mut solution: Solution) -> Chosen {
    let (game, state) = (job.session.game(), &job.state);
    let limits = Limits { time: None, nodes: Some(AFTERWARDS), ..job.limits };
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
    let rank = |(worth, mv): &((Points, Points), Move)| (*worth, Reverse(remoteness(&game.board, *mv)));
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

/// The sum of the distances from the intersection of a move to all others; a pass is more remote than any.
fn remoteness(board: &Board, mv: Move) -> u32 {
    let Some(point) = mv.placed() else { return u32::MAX };
    let (mut reached, mut distance, mut sum) = (1u64 << point, 0, 0);
    loop {
        let next = reached | board.adjacent(reached);
        if next == reached {
            return sum;
        }
        distance += 1;
        sum += distance * (next & !reached).count_ones();
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
            points.iter().map(|point| remoteness(&board, Move::Place(*point))).collect::<Vec<_>>()
        };
        assert_eq!(sums("3x3", &[4, 1, 0]), [12, 15, 18]);
        assert_eq!(sums("1x4", &[0, 1]), [6, 4]);
        assert!(remoteness(&Board::parse("3x3").unwrap(), Move::Pass) > 18);
    }
}
