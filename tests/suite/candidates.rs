//! Searches for the positions that fit a text: each kind of constraint against a plain enumeration
//! of all legal positions and all intersections for the variables.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use superko::claims::Document;
use superko::claims::candidates::search::{Effort, OnBoard, distribution, run};
use superko::go::notation::parse_position;
use superko::go::position::legal_positions;
use superko::go::score::area;
use superko::go::{Board, Move, Player, Position, Suicide};
use superko::referee::{Referee, Why};
use superko::solve::{Budget, Request, Want, solve, with_threads};

use crate::common::games::game;
use crate::common::program::{solve as solve_program, text};
use crate::common::sample;

/// A position with what the variables stand for, and all its images: the least of them.
type Class = ([u64; 2], Vec<u8>);

fn class(board: &Board, position: &Position, points: &[u8]) -> Class {
    let images = board.symmetries().iter().map(|symmetry| {
        let points = points.iter().map(|point| symmetry.point(*point)).collect();
        (position.image(symmetry).stones, points)
    });
    images.min().unwrap()
}

fn search(board: &str, rest: &str) -> OnBoard {
    let text =
        format!("id = 'test'\ntitle = 'Test'\nclaims = []\n[candidates.it]\nboards = ['{board}']\n{rest}\n");
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let (interrupted, looked_at) = (Arc::default(), AtomicUsize::new(0));
    let effort =
        Effort { nodes: None, seconds: f64::INFINITY, interrupted: &interrupted, looked_at: &looked_at };
    with_threads(2, || run(&document.candidates["it"], &effort)).unwrap().unwrap().unwrap().remove(0)
}

/// What a search finds, no class twice.
fn found(board: &str, rest: &str) -> BTreeSet<Class> {
    let found = search(board, rest);
    let classes: BTreeSet<Class> = found
        .fit
        .iter()
        .map(|fit| {
            let points: Vec<u8> = fit.binding.bound().map(|(_, point)| point).collect();
            class(&found.board, &fit.position, &points)
        })
        .collect();
    assert_eq!(classes.len(), found.fit.len(), "{board} {rest}: a candidate came up twice");
    assert_eq!(found.funnel.last().unwrap().fit, found.fit.len() as u64);
    classes
}

/// What a plain enumeration finds, with `variables` intersections to be bound.
fn plain(board: &str, variables: usize, holds: impl Fn(&Board, &Position, &[u8]) -> bool) -> BTreeSet<Class> {
    let board = Board::parse(board).unwrap();
    let mut classes = BTreeSet::new();
    for position in legal_positions(&board) {
        for number in 0..board.points().pow(variables as u32) {
            let digit = |place: usize| (number / board.points().pow(place as u32) % board.points()) as u8;
            let points: Vec<u8> = (0..variables).map(digit).collect();
            if holds(&board, &position, &points) {
                classes.insert(class(&board, &position, &points));
            }
        }
    }
    classes
}

fn neighbours(board: &Board, point: u8) -> Vec<u8> {
    (0..board.points() as u8).filter(|other| board.adjacent(1 << point) >> other & 1 == 1).collect()
}

/// The kos that a player may take: where he plays and what he takes, by the words of the
/// definition.
fn kos(board: &Board, position: &Position, taker: Player) -> Vec<(u8, u8)> {
    let mut kos = Vec::new();
    for empty in (0..board.points() as u8).filter(|point| position.colour(*point).is_none()) {
        for stone in neighbours(board, empty) {
            let all = |of: u8, but: u8, colour: Player| {
                neighbours(board, of).iter().all(|it| *it == but || position.colour(*it) == Some(colour))
            };
            let there = position.colour(stone) == Some(taker.other());
            if there && all(empty, stone, taker.other()) && all(stone, empty, taker) {
                kos.push((empty, stone));
            }
        }
    }
    kos
}

/// The stones of the chain of a stone.
fn chain(board: &Board, position: &Position, stone: u8) -> BTreeSet<u8> {
    let mut chain = BTreeSet::from([stone]);
    loop {
        let beside: Vec<u8> = chain.iter().flat_map(|point| neighbours(board, *point)).collect();
        let size = chain.len();
        chain.extend(beside.into_iter().filter(|point| position.colour(*point) == position.colour(stone)));
        if chain.len() == size {
            return chain;
        }
    }
}

fn all_kos(board: &Board, position: &Position) -> Vec<(u8, u8)> {
    Player::ALL.iter().flat_map(|player| kos(board, position, *player)).collect()
}

fn eyes(board: &Board, position: &Position, player: Player) -> usize {
    let in_ko = |point: u8| all_kos(board, position).iter().any(|(empty, _)| *empty == point);
    let empty = (0..board.points() as u8).filter(|point| position.colour(*point).is_none() && !in_ko(*point));
    let eye = |point: &u8| {
        let around = neighbours(board, *point);
        let Some(first) = around.first() else { return false };
        position.colour(*first) == Some(player)
            && around.iter().all(|stone| chain(board, position, *first).contains(stone))
    };
    empty.filter(eye).count()
}

fn chains(board: &Board, position: &Position, player: Player) -> usize {
    let stands_in_ko = |stone: u8| all_kos(board, position).iter().any(|(_, taken)| *taken == stone);
    let stones = (0..board.points() as u8).filter(|point| position.colour(*point) == Some(player));
    let outside = stones.filter(|stone| !stands_in_ko(*stone));
    outside.map(|stone| chain(board, position, stone)).collect::<BTreeSet<_>>().len()
}

fn empties(board: &Board, position: &Position) -> usize {
    (0..board.points() as u8).filter(|point| position.colour(*point).is_none()).count()
}

#[test]
fn what_is_seen_is_found_as_by_a_plain_enumeration() {
    for board in ["1x2", "1x5", "2x3", "3x3", "cycle:6", "2x4"] {
        for number in (0..4).filter(|number| sample::takes(board, *number)) {
            let one = |need: &str| format!("constraints = [{{ says = '', {need} }}]");
            let same = |need: &str, holds: &dyn Fn(&Board, &Position) -> bool| {
                let plain = plain(board, 0, |board, position, _| holds(board, position));
                assert_eq!(found(board, &one(need)), plain, "{board} {need}");
            };
            let (range, least) = (format!("[{number}, {number}]"), format!("[{number}, 9]"));
            same(&format!("need = 'empty', points = {range}"), &|board, position| {
                empties(board, position) == number
            });
            let separate = |board: &Board, position: &Position| {
                let kos = all_kos(board, position);
                let touched: BTreeSet<u8> = kos.iter().flat_map(|(empty, stone)| [*empty, *stone]).collect();
                touched.len() == 2 * kos.len()
            };
            same(&format!("need = 'kos', total = {least}"), &|board, position| {
                separate(board, position) && all_kos(board, position).len() >= number
            });
            same(&format!("need = 'kos', white = {range}, black = [0, 1]"), &|board, position| {
                let [black, white] = Player::ALL.map(|player| kos(board, position, player).len());
                separate(board, position) && white == number && black <= 1
            });
            same(&format!("need = 'kos', total = {range}, apart = true"), &|board, position| {
                let kos = all_kos(board, position);
                let apart = |a: &(u8, u8), b: &(u8, u8)| {
                    let beside = |point: u8| neighbours(board, point);
                    [a.0, a.1].iter().all(|point| {
                        ![b.0, b.1].contains(point)
                            && !beside(b.0).contains(point)
                            && !beside(b.1).contains(point)
                    })
                };
                kos.len() == number
                    && kos.iter().enumerate().all(|(place, a)| kos[..place].iter().all(|b| apart(a, b)))
            });
            for player in Player::ALL {
                let name = player.name().to_lowercase();
                same(&format!("need = 'eyes', player = '{name}', count = {least}"), &|board, position| {
                    eyes(board, position, player) >= number
                });
                same(&format!("need = 'chains', player = '{name}', count = {range}"), &|board, position| {
                    chains(board, position, player) == number
                });
            }
            let score = number as i32 - 1;
            same(&format!("need = 'area', score = [{score}, {score}]"), &|board, position| {
                area(board, position) == score
            });
        }
    }
}

#[test]
fn constraints_together_are_as_each_alone_in_any_order() {
    let needs = [
        "{ says = '', need = 'eyes', player = 'white', count = [1, 2] }",
        "{ says = '', need = 'area', score = [-3, 3] }",
        "{ says = '', need = 'kos', total = [1, 1] }",
        "{ says = '', need = 'empty', points = [2, 4] }",
    ];
    let plain = plain("3x3", 0, |board, position, _| {
        eyes(board, position, Player::White) >= 1
            && eyes(board, position, Player::White) <= 2
            && area(board, position).abs() <= 3
            && all_kos(board, position).len() == 1
            && (2..=4).contains(&empties(board, position))
    });
    assert!(!plain.is_empty());
    let reversed: Vec<&str> = needs.iter().rev().copied().collect();
    for needs in [needs.to_vec(), reversed] {
        assert_eq!(found("3x3", &format!("constraints = [{}]", needs.join(", "))), plain);
    }
}

#[test]
fn moves_with_variables_are_found_as_by_a_plain_enumeration() {
    for board in ["1x4", "2x3", "cycle:5"] {
        // White takes one stone, Black is banned from taking back there, and passes.
        let line = "to-move = 'white'\nconstraints = [{ says = '', need = 'line', rules = 'psk', moves = 'ax1 !b pass' }]";
        let psk = game(board, "psk");
        let expected = plain(board, 2, |_, position, points| {
            let mut referee = Referee::new(&psk, *position, Player::White);
            let taken =
                referee.play(Move::Place(points[0])).is_ok_and(|step| step.captured.count_ones() == 1);
            let ban = || referee.ban(Move::Place(points[1]));
            taken && ban().is_some_and(|illegal| matches!(illegal.why, Why::Barred { .. }))
        });
        assert_eq!(found(board, line), expected, "{board}");

        let ends =
            "constraints = [{ says = '', need = 'line', rules = 'ssk', moves = 'a pass pass', ends = '1' }]";
        let ssk = game(board, "ssk");
        let expected = plain(board, 1, |_, position, points| {
            let mut referee = Referee::new(&ssk, *position, Player::Black);
            let played = [Move::Place(points[0]), Move::Pass, Move::Pass]
                .into_iter()
                .all(|mv| referee.play(mv).is_ok());
            played && referee.ended() == Some(1.into())
        });
        assert_eq!(found(board, ends), expected, "{board}");

        // One variable in two constraints, another in the second only.
        let after = "constraints = [
            { says = '', need = 'area', after = 'a', score = [1, 2] },
            { says = '', need = 'area', after = 'b a', score = [-9, 0] }]";
        let expected = plain(board, 2, |board, position, points| {
            let placed = |moves: &[u8]| {
                let mut now = (*position, Player::Black);
                for point in moves {
                    let placement = now.0.place(board, now.1, *point, Suicide::Forbidden)?;
                    now = (placement.position, now.1.other());
                }
                Some(area(board, &now.0))
            };
            let (a, b) = (points[0], points[1]);
            placed(&[a]).is_some_and(|score| (1..=2).contains(&score))
                && placed(&[b, a]).is_some_and(|score| score <= 0)
        });
        assert_eq!(found(board, after), expected, "{board}");
        assert!(!expected.is_empty());
    }
}

#[test]
fn values_and_best_moves_are_found_as_by_a_plain_enumeration() {
    for (board, rules) in [("1x4", "psk"), ("2x2", "kee2020"), ("2x2", "ssk")] {
        let it = game(board, rules);
        let request = Request { best_moves: Want::All, pv: false, ..Request::default() };
        let state_after = |position: &Position, moves: &[Move]| {
            let mut referee = Referee::new(&it, *position, Player::Black);
            let legal = moves.iter().all(|mv| referee.play(*mv).is_ok());
            (legal && referee.ended().is_none()).then(|| referee.state().clone())
        };
        let solved = |position: &Position, moves: &[Move]| {
            let state = state_after(position, moves)?;
            Some(solve(&it, &state, &request, &Budget::default()))
        };
        let value = format!(
            "constraints = [{{ says = '', need = 'value', rules = '{rules}', after = 'a pass', expect = '>= 1' }}]"
        );
        let expected = plain(board, 1, |_, position, points| {
            let solution = solved(position, &[Move::Place(points[0]), Move::Pass]);
            solution.is_some_and(|it| it.value.exact().unwrap().points().unwrap() >= 1.into())
        });
        assert_eq!(found(board, &value), expected, "{board} {rules}");
        assert!(!expected.is_empty());
        for only in [false, true] {
            let best = format!(
                "constraints = [{{ says = '', need = 'best', rules = '{rules}', after = 'a', moves = 'b', only = {only} }}]"
            );
            let expected = plain(board, 2, |_, position, points| {
                let solution = solved(position, &[Move::Place(points[0])]);
                solution.is_some_and(|it| {
                    it.best_moves.contains(&Move::Place(points[1])) && (!only || it.best_moves.len() == 1)
                })
            });
            assert_eq!(found(board, &best), expected, "{board} {rules} {only}");
        }
        let measures = format!("constraints = []\nmeasures = [{{ rules = '{rules}' }}]\nto-move = 'either'");
        let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
        let classes = plain(board, 0, |_, _, _| true);
        for (stones, _) in &classes {
            for mover in Player::ALL {
                let state = it.start(Position { stones: *stones }, mover);
                let value = solve(&it, &state, &Request::default(), &Budget::default()).value;
                *counts.entry(value.to_string().parse().unwrap()).or_default() += 1;
            }
        }
        let told: Vec<String> = counts.iter().map(|(value, count)| format!("{value} on {count}")).collect();
        assert_eq!(distribution(&[search(board, &measures)], 0).unwrap(), told.join(", "));
    }
}

#[test]
fn a_template_leaves_what_it_draws() {
    let rest =
        "drawn = '''\nX ? ?\n. O ?\n'''\nconstraints = [{ says = '', need = 'empty', points = [1, 3] }]";
    let board = Board::parse("2x3").unwrap();
    let drawn = parse_position(&board, "X../.O.").unwrap();
    let expected = plain("2x3", 0, |board, position, _| {
        let known = 0b011_001;
        position.stones.map(|set| set & known) == drawn.stones && (1..=3).contains(&empties(board, position))
    });
    assert_eq!(found("2x3", rest), expected);
    assert!(!expected.is_empty());
}

#[test]
fn the_program_tells_what_differs_from_the_record_and_what_is_wrong() {
    let folder = std::env::temp_dir().join(format!("superko-candidates-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("own.toml");
    let run = |search: &str, more: &[&str]| {
        let place = "[positions.lost]\nboard = '1x2'\ndrawn = '. X'\norigin = 'rebuilt'\nreasoning = 'r'\ncandidates = 'it'\n";
        let text = format!("id = 'own'\ntitle = 'Own'\nclaims = []\n{place}[candidates.it]\n{search}\n");
        fs::write(&file, text).unwrap();
        let path = file.to_str().unwrap();
        let output = solve_program(&[&["claims", "candidates", "--from", path], more].concat());
        (output.status.code(), text_of(&output))
    };
    fn text_of(output: &std::process::Output) -> String {
        format!("{}{}", text(&output.stdout), text(&output.stderr))
    }
    let needs = "constraints = [{ says = 'one stone', need = 'empty', points = [1, 1] }, { says = 'of Black', need = 'area', score = [2, 2] }]";
    let right =
        format!("boards = ['1x2']\nfit = [1]\n{needs}\nmeasures = [{{ rules = 'psk', values = '-2 on 1' }}]");
    let (status, said) = run(&right, &["it"]);
    assert_eq!(status, Some(0), "{said}");
    for expected in [
        "1x2: 2 positions looked at",
        "         2  empty intersections: 1",
        "1. .X, Black to move",
        "psk: -2 on 1",
        "position lost is among",
        "as on record",
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    let cases = [
        (right.replace("fit = [1]", "fit = [2]"), "1 fit on 1x2, on record: 2", 1),
        (right.replace("-2 on 1", "2 on 1"), "psk: -2 on 1, on record: 2 on 1", 1),
        (right.replace("[2, 2]", "[-2, -2]"), "position lost is not among those that fit", 1),
        (right.replace("'1x2'", "'1x2', '1x3'"), "fit: 1 numbers for 2 boards, expected one for each", 2),
        (
            right.replace("'1x2'", "'6x6'").replace("[1, 1]", "[3, 33]"),
            "colourings, expected at most 2^36",
            2,
        ),
        (right.replace("psk", "psk2"), "measure of psk2: ", 2),
        (right.replace("need = 'area'", "need = 'kos', strange = 1"), "unknown field", 2),
    ];
    for (search, expected, expected_status) in cases {
        let (status, said) = run(&search, &[]);
        assert_eq!(status, Some(expected_status), "{said}");
        assert!(said.contains(expected), "{expected}: {said}");
        assert!(expected_status != 2 || said.lines().count() == 1, "{said}");
    }
    let open = "boards = ['3x4']\nconstraints = [{ says = 'O', need = 'empty', points = [12, 12] }, { says = 'v', need = 'value', rules = 'kee2020', expect = '= 0' }]";
    let (status, said) = run(open, &["it", "--node-limit", "10"]);
    assert_eq!(status, Some(1), "the position of 1x2 is not among them: {said}");
    assert!(said.contains("(1 left open at the limit)"), "{said}");
    fs::remove_dir_all(&folder).unwrap();
}
