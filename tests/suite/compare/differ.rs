//! `solve differ`: the smallest start is that of a brute force, and every line is refereed and
//! valued once more.

use std::collections::BTreeMap;
use std::time::Duration;

use superko::ask::Texts;
use superko::ask::differ::{Effort, Found, Kind, Parting, Target, search, up_to};
use superko::go::classes::Classes;
use superko::go::{Board, Move, Player};
use superko::referee::{Referee, Why};
use superko::report::records::MoveName;
use superko::rules::{Rules, Ruling, catalogue};
use superko::solve::{Budget, Engine, Limits, Request, Session, Value, Want, solve as solve_alone};
use superko::tables::differences::Differences;
use superko::tables::rulesets::Rulesets;

use crate::common::games::game;
use crate::common::program::{json, refused, solve, solve_interrupted, text};

fn rulesets(a: &str, b: &str) -> [Rules; 2] {
    [a, b].map(|text| text.parse().unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn effort(nodes: u64) -> Effort {
    let memory = Limits::default().memory;
    Effort { nodes, time: Some(Duration::from_secs(600)), memory, interrupted: Default::default() }
}

/// The smallest starts of two rulesets on some boards: with another value, and with other best
/// moves.
fn smallest(a: &str, b: &str, boards: &[Board], what: Target) -> (Option<Found>, Option<Found>) {
    let found = search(&rulesets(a, b), boards, what, &effort(300_000), &|_| {});
    assert!(found.is_complete(), "{a} {b}");
    (found.value, found.best_moves)
}

/// The value of a start, and its best moves.
type Solved = (Value, Vec<Move>);

/// Value and best moves of every start of a board with Black to move by the naive solver; `None` if
/// one takes too long.
fn brute(board: &Board, rules: &str) -> Option<Vec<Solved>> {
    let game = game(&board.to_string(), rules);
    let request = Request { engine: Engine::Naive, best_moves: Want::All, pv: false, ..Request::default() };
    let solved = Classes::of(board).rows.into_iter().map(|class| {
        let budget = Budget::new(Limits { nodes: Some(60_000), ..Limits::default() });
        let solution = solve_alone(&game, &game.start(class.position, Player::Black), &request, &budget);
        solution.stopped.is_none().then(|| (solution.value.exact().unwrap(), solution.best_moves))
    });
    solved.collect()
}

#[test]
fn the_smallest_start_is_that_of_a_brute_force() {
    let boards: Vec<Board> =
        ["1x1", "1x2", "1x3", "1x4", "2x2"].map(|name| Board::parse(name).unwrap()).into();
    assert!(up_to(2, 2).iter().map(Board::to_string).eq(boards.iter().map(Board::to_string)));
    let names: Vec<&str> = catalogue::ALL.iter().map(|entry| entry.id).collect();
    let mut known: BTreeMap<&str, Vec<Vec<Solved>>> = BTreeMap::new();
    for name in &names {
        // A ruleset is compared on the boards before the first that is too much for the naive
        // solver.
        known.insert(name, boards.iter().map_while(|board| brute(board, name)).collect());
    }
    let (mut checked, mut found) = (0, 0);
    for (place, a) in names.iter().enumerate() {
        for b in &names[place + 1..] {
            let both = known[a].iter().zip(&known[b]).zip(&boards);
            let mut expected = [const { None }; 2];
            for ((one, other), board) in both.clone() {
                let classes = Classes::of(board);
                for ((class, one), other) in classes.rows.iter().zip(one).zip(other) {
                    let place = Some((board.to_string(), class.text.clone()));
                    if one.0 != other.0 {
                        expected[0] = expected[0].clone().or(place);
                    } else if one.1 != other.1 {
                        expected[1] = expected[1].clone().or(place);
                    }
                }
            }
            let compared: Vec<Board> = both.map(|(_, board)| board.clone()).collect();
            checked += compared.len();
            let place = |found: &Option<Found>| {
                found.as_ref().map(|found| (found.board.clone(), found.start.position.clone()))
            };
            let (value, none) = smallest(a, b, &compared, Target::Value);
            assert!(none.is_none());
            assert_eq!(place(&value), expected[0], "{a} {b}");
            let (none, moves) = smallest(a, b, &compared, Target::BestMoves);
            assert!(none.is_none());
            assert_eq!(place(&moves), expected[1], "{a} {b}");
            for one in [value, moves].into_iter().flatten() {
                replay(&one, [a, b]);
                found += 1;
            }
        }
    }
    println!("{checked} boards of pairs, {found} differences");
    assert!(checked >= 220 && found > 100, "{checked} {found}");
}

/// The published comparison was made from whole tables; here each start is solved until one
/// differs.
#[test]
fn the_smallest_starts_are_those_of_the_published_comparison() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/solutions/differences.json");
    let published: Differences = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut checked = 0;
    for pair in published.pairs {
        let Some(example) = pair.examples.first() else { continue };
        let rulesets =
            [&pair.a, &pair.b].map(|name| Rulesets::Catalogue.named(name).expect("it is a variant"));
        let board = Board::parse(&example.board).unwrap();
        let boards = up_to(board.rows(), board.cols());
        let found = search(&rulesets, &boards, Target::Value, &effort(1_000_000), &|_| {});
        let told = format!("{} {}", pair.a, pair.b);
        assert!(found.is_complete(), "{told}");
        let value = found.value.unwrap_or_else(|| panic!("{told}: nothing differs"));
        assert_eq!((&value.board, &value.start.position), (&example.board, &example.position), "{told}");
        for (side, expected) in [(&value.a, &example.a), (&value.b, &example.b)] {
            assert_eq!((side.value, &side.best_moves), (expected.value, &expected.best_moves), "{told}");
        }
        assert!(value.why.is_some(), "{told}");
        checked += 1;
    }
    assert!(checked > 100, "{checked}");
}

/// Plays a line that was found once more, under both rulesets, and checks what is said of every
/// step.
fn replay(found: &Found, rules: [&str; 2]) {
    let told = format!("{rules:?} {found:?}");
    let why = found.why.as_ref().expect("it was found within the limits");
    let board = Board::parse(&found.board).unwrap();
    let texts = rules.map(|rules| Texts {
        board: found.board.clone(),
        rules: rules.to_string(),
        start: Some(found.start.position.clone()),
        to_move: Some(found.start.to_move),
        ..Texts::default()
    });
    let setups = texts.map(|texts| texts.setup().unwrap());
    let mut referees =
        setups.each_ref().map(|setup| Referee::new(&setup.game, setup.line.start, setup.line.to_move));
    let sessions = setups.each_ref().map(|setup| Session::new(&setup.game));
    let values = |referees: &[Referee; 2]| {
        [0, 1].map(|place| sessions[place].value(referees[place].state(), &Budget::default()).unwrap())
    };
    let start = values(&referees);
    assert_eq!(start, [found.a.value, found.b.value], "{told}");
    if why.forced_by.is_none() {
        assert_eq!(why.at_the_start, start.map(Some), "{told}");
    }
    for step in &why.line {
        let mv = step.made.mv.on(&board).unwrap();
        for referee in &mut referees {
            let made = referee.play(mv).unwrap_or_else(|illegal| panic!("{illegal}: {told}"));
            assert!(made.end.is_none(), "{told}");
        }
        if why.forced_by.is_none() {
            let compared = values(&referees);
            assert_eq!(step.compared, compared.map(Some), "{told}");
        }
        assert_ne!(step.compared[0], step.compared[1], "{told}");
    }
    let Some(parting) = &why.parting else { return };
    let serving = [&found.a, &found.b][parting.serves_under];
    if why.line.is_empty() {
        assert!(why.forced_by.is_some() || serving.best_moves.contains(&parting.mv), "{told}");
    }
    for mv in std::iter::once(&parting.mv).chain(&parting.others) {
        check_parting(&board, mv, parting, &referees, &told);
    }
}

/// Checks that both games do not go on together from a move, and why.
fn check_parting(board: &Board, mv: &MoveName, parting: &Parting, referees: &[Referee; 2], told: &str) {
    let made = mv.on(board).unwrap();
    let mut ends = Vec::new();
    for (referee, part) in referees.iter().zip(&parting.under) {
        let mut referee = referee.clone();
        let end = match referee.play(made) {
            Ok(_) => match referee.ended() {
                Some(score) => format!("ends {score}"),
                None => format!("leads {:?} {:?}", referee.state().key.position, referee.state().key.mover),
            },
            Err(illegal) => match illegal.why {
                Why::Barred { .. } => "barred".to_string(),
                _ => "refused".to_string(),
            },
        };
        if *mv == parting.mv {
            let said = match (&part.barred, &part.score) {
                (Some(barred), _) if barred.since.is_some() => "barred".to_string(),
                (Some(_), _) => "refused".to_string(),
                (None, Some(score)) => format!("ends {score}"),
                (None, None) => end.clone(),
            };
            assert_eq!(said, end, "{told}");
        }
        ends.push(end);
    }
    assert_ne!(ends[0], ends[1], "{told}");
    if *mv == parting.mv {
        let is = |what: &str| ends.iter().filter(|end| end.starts_with(what)).count();
        let kind = match (is("barred"), is("refused"), is("ends")) {
            (1.., ..) => Kind::Barred,
            (0, 1.., _) => Kind::Refused,
            (0, 0, 2) => Kind::Score,
            (0, 0, 1) => Kind::End,
            _ => Kind::Stage,
        };
        assert_eq!(parting.kind, kind, "{told}");
    }
}

#[test]
fn options_and_games_without_end_are_told_apart() {
    for (a, b, last) in [
        ("psk", "ssk", (2, 3)),
        ("kee2020", "kee2020 --lift produced", (2, 2)),
        ("kee2009", "kee2009 --lift produced-ko", (2, 2)),
        ("psk", "psk --suicide allowed", (1, 5)),
        ("simple-ko", "psk", (2, 2)),
        ("simple-ko", "simple-ko --cycles draw", (2, 2)),
        ("simple-ko --cycles black", "simple-ko --cycles white", (2, 2)),
        ("simple-ko --cycles white", "psk", (2, 2)),
        ("simple-ko", "jann", (2, 2)),
        ("jann", "jann-territory", (1, 3)),
        ("spight", "spight-territory", (1, 3)),
        ("nieminen", "psk --suicide allowed", (1, 3)),
        ("kee2009-territory", "kee2009-territory --prisoners as-passed", (1, 4)),
    ] {
        let (value, moves) = smallest(a, b, &up_to(last.0, last.1), Target::Either);
        println!("{a}, {b}: {value:?} {moves:?}");
        for found in [&value, &moves].into_iter().flatten() {
            replay(found, [a, b]);
        }
        if let (Some(value), Some(moves)) = (&value, &moves) {
            let order = |found: &Found| {
                let place = up_to(last.0, last.1).iter().position(|board| board.to_string() == found.board);
                (place, found.start.position.matches(['X', 'O']).count(), found.start.position.clone())
            };
            assert!(order(moves) < order(value));
        }
    }
}

/// The exchange of the colours makes no start with White to move needless where one colour wins
/// games without end.
#[test]
fn a_colour_that_wins_games_without_end_needs_both_players_to_move() {
    let boards = up_to(2, 2);
    let (value, _) = smallest("simple-ko --cycles black", "simple-ko --cycles draw", &boards, Target::Value);
    let value = value.expect("games without end are worth something there");
    assert!(value.why.as_ref().unwrap().parting.is_none(), "{value:?}");
    replay(&value, ["simple-ko --cycles black", "simple-ko --cycles draw"]);
}

#[test]
fn a_start_that_is_not_solved_is_counted() {
    let found = search(&rulesets("psk", "ssk"), &up_to(1, 6), Target::Value, &effort(60), &|_| {});
    assert!(!found.is_complete());
    let unsolved: usize = found.boards.iter().map(|looked| looked.unsolved).sum();
    if let Some(value) = &found.value {
        assert!(value.unsolved_before > 0);
        replay_values(value);
    }
    assert!(unsolved > 0);
    let output = solve(&["differ", "psk", "ssk", "--node-limit", "60"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("not solved within the limits: "), "{said}");
}

fn replay_values(found: &Found) {
    for (rules, side) in [("psk", &found.a), ("ssk", &found.b)] {
        let game = game(&found.board, rules);
        let position = superko::go::notation::parse_position(&game.board, &found.start.position).unwrap();
        let state = game.start(position, Player::Black);
        let solution = solve_alone(&game, &state, &Request::default(), &Budget::default());
        assert_eq!(solution.value.exact(), Some(side.value));
        assert!(!matches!(game.legal(&state)[0].1, Ruling::Barred(_)));
    }
}

#[cfg(unix)]
#[test]
fn an_interruption_says_what_was_looked_at() {
    let output =
        solve_interrupted(&["differ", "jann", "jann --continuations 3", "--up-to", "3x4", "--what", "value"]);
    let said = text(&output.stdout);
    assert!(output.status.code() == Some(130) && said.contains("stopped     by an interruption"), "{said}");
}

#[test]
fn the_records_of_both_forms_agree() {
    let arguments = ["differ", "psk", "nssk", "--up-to", "1x2"];
    let said = text(&solve(&arguments).stdout);
    let record = json(&solve(&[&arguments[..], &["--json"]].concat()));
    let parting = &record["value"]["why"]["parting"];
    assert_eq!(record["complete"], true);
    let why = parting["under"][0]["barred"]["why"].as_str().unwrap();
    assert!(said.split_whitespace().collect::<Vec<_>>().join(" ").contains(why), "{said}\n{why}");
}

#[test]
fn what_cannot_be_told_apart_is_refused_in_one_line() {
    for (arguments, expected) in [
        (vec!["differ", "psk"], "<B>"),
        (vec!["differ", "psk", "pks"], "\"pks\": no ruleset has this name"),
        (vec!["differ", "psk", "ssk --lift stands"], "ruleset ssk has no option --lift"),
        (vec!["differ", "psk", "Positional superko"], "\"psk\": is given twice, expected two rulesets"),
        (vec!["differ", "tromp-taylor", "psk --suicide allowed"], "is given twice"),
        (vec!["differ", "psk", "ssk", "--up-to", "9x9"], "--up-to \"9x9\""),
        (vec!["differ", "psk", "ssk", "--up-to", "4x4"], "16 intersections, expected at most 12"),
        (vec!["differ", "psk", "ssk", "--up-to", "cycle:5"], "expected ROWSxCOLUMNS, such as 2x3"),
        (vec!["differ", "psk", "kee2007", "--up-to", "2x5"], "expected at most 9 under kee2007"),
        (vec!["differ", "psk --players 3", "ssk --players 3"], "expected 2 players for solve differ"),
        (vec!["differ", "psk", "ssk", "--what", "score"], "expected value or best-moves"),
    ] {
        refused(&arguments, expected);
    }
}
