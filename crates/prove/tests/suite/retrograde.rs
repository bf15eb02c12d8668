//! Retrograde analysis against value iteration, the literature and the rules.

use std::collections::HashSet;

use crate::common::sample;
use superko_go::position::legal_positions;
use superko_go::{Board, Player, Position, Suicide};
use superko_rules::axes::Cycles;
use superko_rules::{Effect, Game, Key, Rules};
use superko_solve::naive::Reached;
use superko_solve::retrograde::{Interval, Outcome, Retrograde};
use superko_solve::{Budget, Limits, Stopped};

const CYCLES: [Cycles; 4] = [Cycles::NoResult, Cycles::Draw, Cycles::Black, Cycles::White];

fn game(board: &str, suicide: Suicide) -> Game {
    let mut rules = Rules::named("simple-ko").unwrap();
    rules.options.suicide = suicide;
    rules.game(Board::parse(board).unwrap())
}

/// The games of a board under `jann`, with one option at a time at another value.
fn jann(board: &str) -> Vec<Game> {
    let others = ["continuations 0", "continuations 1", "continuations 3", "stones double", "stones half"];
    let more = ["stones unlimited", "scoring territory", "modified-ko ignored"];
    let names = others.iter().chain(&more).map(|option| format!("jann --{option}"));
    let games = ["jann".to_string()].into_iter().chain(names).map(|name| {
        name.parse::<Rules>()
            .unwrap_or_else(|error| panic!("{name}: {error}"))
            .game(Board::parse(board).unwrap())
    });
    games.collect()
}

fn unlimited() -> Budget {
    Budget::new(Limits::default())
}

/// Solves the game until every position, with either player to move, has been a state of some
/// solution, and shows each solution with its start, all that can be reached, and the keys that
/// were not reached before.
fn for_every_position(game: &Game, mut show: impl FnMut(&Retrograde, &Key, &Reached, &[Key])) {
    let mut seen = HashSet::new();
    for position in legal_positions(&game.board) {
        for mover in Player::ALL {
            let start = game.start(position, mover).key;
            if !seen.contains(&start) {
                let reached = Reached::list(game, [start], &unlimited()).unwrap();
                let new: Vec<Key> = reached.keys().copied().filter(|key| seen.insert(*key)).collect();
                show(&Retrograde::solve(game, start, &unlimited()).unwrap(), &start, &reached, &new);
            }
        }
    }
}

/// Compares every key that can come up with value iteration.
fn agrees_everywhere(game: &Game) {
    let (board, most) = (&game.board, game.max_margin());
    let mut keys = 0;
    for_every_position(game, |solved, _, reached, new| {
        keys += new.len();
        let naive = |horizon| reached.values(horizon, &unlimited()).unwrap();
        let [beyond_low, low, draw, high, beyond_high] = [-most - 1, -most, 0, most, most + 1].map(naive);
        assert!(solved.states() <= low.len());
        for key in new {
            let interval = Interval {
                low: low[key],
                high: high[key],
                black_forces_end: beyond_low[key] >= -most,
                white_forces_end: beyond_high[key] <= most,
            };
            let found = solved.interval(key);
            assert_eq!(found, interval, "{board} {:?} {key:?}", game.options);
            assert_eq!(found.value(Cycles::Draw), Outcome::Points(draw[key]));
        }
    });
    assert!(keys >= 2 * legal_positions(board).count());
}

#[test]
fn it_agrees_with_value_iteration_on_every_position() {
    for board in ["1x1", "1x2", "1x3", "1x4", "2x2", "2x3"] {
        for suicide in Suicide::ALL {
            agrees_everywhere(&game(board, suicide));
        }
    }
}

#[test]
fn under_jann_it_agrees_with_value_iteration_on_every_position() {
    for board in ["1x1", "1x2"] {
        for game in sample::part(board, jann(board)) {
            agrees_everywhere(&game);
        }
    }
    // Larger boards have more states, and games of a hundred moves: one game with a stop, one
    // without a limit.
    for (board, options) in [
        ("1x3", "--continuations 1 --stones half"),
        ("1x3", "--stones unlimited"),
        ("2x2", "--continuations 1 --stones half"),
        ("2x2", "--stones unlimited"),
        ("1x3", "--scoring territory --continuations 1 --stones half"),
        ("2x2", "--scoring territory --continuations 0 --confirmation turn"),
    ] {
        agrees_everywhere(
            &format!("jann {options}").parse::<Rules>().unwrap().game(Board::parse(board).unwrap()),
        );
    }
}

/// Replays a line by the rules.
fn check_line(game: &Game, solved: &Retrograde, start: &Key, cycles: Cycles) {
    let value = solved.interval(start).value(cycles);
    let line = solved.line(start, cycles);
    let mut keys = vec![*start];
    let mut score = None;
    for (place, mv) in line.moves.iter().enumerate() {
        let key = keys[place];
        assert!(solved.best_moves(&key, cycles).contains(mv), "{start:?} {cycles:?} {line:?}");
        let play = game.plays(&key).into_iter().find(|play| play.mv == *mv).expect("the move is legal");
        match play.effect {
            Effect::End(points) => score = Some(points),
            Effect::Next(next, _) => keys.push(next),
        }
    }
    match line.repeats_from {
        None => {
            assert_eq!(keys.len(), line.moves.len());
            assert_eq!(value, Outcome::Points(score.unwrap()), "{start:?} {cycles:?} {line:?}");
        }
        Some(place) => {
            let last = keys.len() - 1;
            assert_eq!((score, last), (None, line.moves.len()));
            assert!(place < last);
            assert_eq!(keys[place], keys[last]);
            let worth = match cycles {
                Cycles::NoResult => Outcome::NoResult,
                Cycles::Draw => Outcome::Points(0),
                Cycles::Black => Outcome::Points(game.max_margin()),
                Cycles::White => Outcome::Points(-game.max_margin()),
            };
            assert_eq!(value, worth, "{start:?} {cycles:?} {line:?}");
        }
    }
    if value == Outcome::NoResult {
        assert!(line.repeats_from.is_some());
    }
}

fn show_every_line(game: &Game) {
    for_every_position(game, |solved, _, _, new| {
        for key in new {
            for cycles in CYCLES {
                check_line(game, solved, key, cycles);
            }
        }
    });
}

#[test]
fn every_line_shows_what_it_claims() {
    for (number, board) in ["1x1", "1x2", "1x3", "1x4", "1x5", "2x2", "2x3"].into_iter().enumerate() {
        for (rule, suicide) in Suicide::ALL.into_iter().enumerate() {
            if number > 3 && !sample::takes("every_line", 3 * number + rule) {
                continue;
            }
            let game = game(board, suicide);
            show_every_line(&game);
        }
    }
    for board in ["1x1", "1x2"] {
        for game in sample::part(board, jann(board)) {
            show_every_line(&game);
        }
    }
}

#[test]
fn the_intervals_of_empty_boards_are_the_published_ones() {
    // Sources: tinygosolver and weizigo, basic ko, area scoring.
    let published = [
        ("1x3", 3, 3),
        ("1x4", 4, 4),
        ("1x5", -5, 5),
        ("1x6", -6, 6),
        ("2x2", -4, 4),
        ("2x3", -6, 6),
        ("2x4", 8, 8),
        ("2x5", 10, 10),
        ("3x3", 9, 9),
        ("3x4", 4, 12),
    ];
    for (board, low, high) in published {
        let game = game(board, Suicide::Forbidden);
        let [black, white] = Player::ALL.map(|mover| {
            let start = game.start(Position::default(), mover).key;
            let solved = Retrograde::solve(&game, start, &unlimited()).unwrap();
            for cycles in CYCLES {
                check_line(&game, &solved, &start, cycles);
            }
            solved.interval(&start)
        });
        assert_eq!((black.low, black.high), (low, high), "{board}");
        assert_eq!((-white.high, -white.low), (low, high), "{board}");
    }
}

#[test]
fn on_two_intersections_the_ko_makes_it_a_draw() {
    // The published interval is [-2, 2], which is what it would be without a ko rule: X. and .O
    // would take turns for ever. Here the stone that captures stands alone with one liberty, so it
    // may not be retaken at once. The first to place a stone must therefore pass next, and loses
    // both intersections to a second pass.
    let game = game("1x2", Suicide::Forbidden);
    for mover in Player::ALL {
        let start = game.start(Position::default(), mover).key;
        let interval = Retrograde::solve(&game, start, &unlimited()).unwrap().interval(&start);
        let draw = Interval { low: 0, high: 0, black_forces_end: true, white_forces_end: true };
        assert_eq!(interval, draw);
    }
}

#[test]
fn limits_are_obeyed() {
    let game = game("3x4", Suicide::Forbidden);
    let start = game.start(Position::default(), Player::Black).key;
    let stopped = |limits| Retrograde::solve(&game, start, &Budget::new(limits)).err();
    assert_eq!(stopped(Limits { memory: 1 << 20, ..Limits::default() }), Some(Stopped::Memory));
    assert_eq!(stopped(Limits { nodes: Some(1000), ..Limits::default() }), Some(Stopped::Nodes));
    let budget = unlimited();
    budget.interrupt();
    assert_eq!(Retrograde::solve(&game, start, &budget).err(), Some(Stopped::Interrupted));
}
