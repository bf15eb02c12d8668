//! What an engine that was stopped says of a state and of its first moves: no two things that
//! disagree, and nothing that is wrong.

use fastrand::Rng;
use superko_go::{Board, Move, Position};
use superko_rules::{Game, Points, State, catalogue};
use superko_solve::{Answer, Bounds, Budget, Limits, Request, Side, Solution, Value, Want, solve};

use crate::common::games::{game, name, random_state, starts};
use crate::common::sample;

/// A lower and an upper end from the mover's side: a score, and whether it is itself left out.
fn ends(answer: &Answer, mover: Side) -> Option<[(Points, bool); 2]> {
    let Bounds { low, low_open, high, high_open } = match answer {
        Answer::Exact(Value::Points(points)) => {
            Bounds { low: *points, low_open: false, high: *points, high_open: false }
        }
        Answer::Exact(Value::NoResult) => return None,
        Answer::Between(bounds) => *bounds,
    };
    Some(match mover {
        Side::Black => [(low, low_open), (high, high_open)],
        Side::White => [(-high, high_open), (-low, low_open)],
    })
}

/// The symmetries of a board that take a position to itself, as maps of intersections.
fn symmetries(board: &Board, position: Position) -> Vec<Vec<u8>> {
    let fixing = board.symmetries().iter().filter(|symmetry| position.image(symmetry) == position);
    fixing.map(|symmetry| (0..board.points() as u8).map(|point| symmetry.point(point)).collect()).collect()
}

/// The first two things that disagree.
fn contradiction(game: &Game, state: &State, found: &Solution) -> Option<String> {
    let mover = Side::of(state.key.mover);
    let whole = game.rules.properties().last_position_decides;
    let value = ends(&found.value, mover)?;
    let moves = found.move_values.iter().map(|(mv, answer)| Some((*mv, ends(answer, mover)?)));
    let moves: Vec<_> = moves.collect::<Option<_>>()?;
    let legal: Vec<Move> = game.legal(state).into_iter().map(|(mv, _)| mv).collect();
    if !moves.is_empty() && !moves.iter().map(|(mv, _)| *mv).eq(legal.iter().copied()) {
        return Some("the moves are not the legal ones".to_string());
    }
    let [low, high] = value;
    for (mv, [least, most]) in &moves {
        if least.0 > most.0 || whole && [least, most].iter().any(|(end, open)| !end.is_integer() || *open) {
            return Some(format!("{mv:?} has no bounds that can be"));
        }
        if found.value.exact().is_some() {
            let is_best = found.best_moves.contains(mv);
            if is_best && (*least != low || *most != high) {
                return Some(format!("{mv:?} is a best move and has not the value"));
            }
            // Ends are whole numbers where scores are, so less is less by one.
            let worse = most.0 < high.0 || most.0 == high.0 && most.1;
            if found.all_best_moves && !is_best && !worse {
                return Some(format!("{mv:?} is none of the best moves and may have the value"));
            }
        }
        if *least > low || (most.0, !most.1) > (high.0, !high.1) {
            return Some(format!("{mv:?} is worth more than the state"));
        }
    }
    if !moves.is_empty() && moves.iter().all(|(_, [_, most])| (most.0, !most.1) < (high.0, !high.1)) {
        return Some("no move can be worth what the state can".to_string());
    }
    if *state == game.start(state.key.position, state.key.mover) {
        for map in symmetries(&game.board, state.key.position) {
            for (mv, answer) in &found.move_values {
                let image = mv.map(|point| map[usize::from(point)]);
                let of_image = found.move_values.iter().find(|(other, _)| *other == image);
                if of_image.is_none_or(|(_, other)| other != answer) {
                    return Some(format!("{mv:?} and {image:?} are images and have not the same bounds"));
                }
            }
        }
    }
    None
}

/// Whether a value lies between bounds.
fn holds(answer: &Answer, value: Value) -> bool {
    match answer {
        Answer::Exact(exact) => *exact == value,
        Answer::Between(bounds) => value.points().is_none_or(|points| {
            (points > bounds.low || points == bounds.low && !bounds.low_open)
                && (points < bounds.high || points == bounds.high && !bounds.high_open)
        }),
    }
}

#[test]
fn an_engine_that_is_stopped_at_any_node_says_nothing_that_disagrees() {
    let (mut random, mut stopped, mut partly) = (Rng::with_seed(40 + sample::seed()), 0, 0);
    for board in ["1x3", "2x2", "star:4", "1x5", "2x3", "3x3", "3x4"] {
        let three = ["psk", "kee2009", "kee2020"].map(|name| format!("{name} --players 3"));
        let two = catalogue::ALL.into_iter().map(|entry| entry.id.to_string());
        for rules in two.chain(three) {
            let large = ["3x3", "3x4"].contains(&board);
            let game = game(board, &rules);
            if game.board.points() > game.ruleset().max_points() {
                continue;
            }
            if large && !game.rules.properties().always_ends {
                // An analysis has everything or nothing.
                continue;
            }
            let starts = if large {
                vec![game.start(Position::default(), superko_go::Player::Black)]
            } else {
                starts(&game)
            };
            for _ in 0..sample::cases(if large { 30 } else { 120 }) {
                let state = match random.bool() {
                    true => starts[random.usize(..starts.len())].clone(),
                    false => random_state(&game, &starts, &mut random, 6),
                };
                let request = Request {
                    best_moves: if random.bool() { Want::All } else { Want::One },
                    move_values: random.u8(..5) > 0,
                    pv: random.bool(),
                    threads: if random.u8(..8) == 0 { 2 } else { 1 },
                    ..Request::default()
                };
                let nodes = 1u64 << random.u8(..14);
                let limits = |nodes| Budget::new(Limits { nodes: Some(nodes), ..Limits::default() });
                let found = solve(&game, &state, &request, &limits(nodes + random.u64(..nodes)));
                let text = || format!("{}\n{request:?}\n{found:?}", name(&game, &state));
                assert_eq!(contradiction(&game, &state, &found), None, "{}", text());
                stopped += usize::from(found.stopped.is_some());
                partly += usize::from(
                    found.value.exact().is_some()
                        && found.move_values.iter().any(|(_, answer)| answer.exact().is_none()),
                );
                if large || found.stopped.is_none() {
                    continue;
                }
                let all =
                    Request { best_moves: Want::All, move_values: true, pv: false, ..Request::default() };
                let whole = solve(&game, &state, &all, &limits(50_000));
                if whole.stopped.is_some() {
                    continue;
                }
                assert!(holds(&found.value, whole.value.exact().unwrap()), "{whole:?} {}", text());
                for ((mv, answer), (_, exact)) in found.move_values.iter().zip(&whole.move_values) {
                    assert!(holds(answer, exact.exact().unwrap()), "{mv:?} {whole:?} {}", text());
                }
                assert!(found.best_moves.iter().all(|mv| whole.best_moves.contains(mv)), "{}", text());
            }
        }
    }
    println!("{stopped} were stopped, {partly} of them with a value and not those of all moves");
    assert!(stopped > sample::least(3000) && partly > sample::least(200));
}
