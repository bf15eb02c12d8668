//! `solve why --against`: why two rulesets differ in a given state.

use serde_json::Value;
use superko::ask::Question;
use superko::ask::differ::GivenState;
use superko::go::notation::diagram_line;
use superko::go::{Board, Move, Player};
use superko::referee::Referee;
use superko::report::records::MoveName;
use superko::rules::Rules;
use superko::solve::{self, Budget, Limits};

use super::confirmed;
use crate::common::games::{game, starts};
use crate::common::program::{self, json};
use crate::common::sample;

fn question(board: &str, rules: &str, start: Option<&str>, to_move: Player, moves: &[Move]) -> Question {
    let rules = rules.parse().unwrap();
    let setup = Question::new(Board::parse(board).unwrap(), rules, start, Some(to_move)).unwrap();
    setup.after(moves.to_vec()).unwrap()
}

fn asked(arguments: &[&str]) -> Value {
    json(&program::solve(&[&["why", "--json"][..], arguments].concat()))
}

/// The pairs that docs/results.md tells by hand: the values, and the ban on which the games part;
/// spight and psk part on a pass that ends one of the games.
#[test]
fn known_differences_are_told_with_the_ban_and_its_moment() {
    let spight = asked(&["--board", "2x2", "--rules", "spight", "--against", "psk"]);
    let parting = &spight["why"]["parting"];
    assert_eq!((&parting["kind"], &parting["move"]), (&"end".into(), &"pass".into()), "{spight}");
    assert_eq!([&parting["under"][0]["score"], &parting["under"][1]["score"]], [&Value::Null, &"4".into()]);
    let known = [
        ("3x3", "nssk", "psk", ["2", "9"], 1),
        ("1x9", "nssk", "psk", ["1", "0"], 1),
        ("1x12", "ssk", "psk", ["1", "2"], 1),
    ];
    // The last takes half a minute.
    let looked_at = if sample::leaves_out("1x12 ssk psk") { 2 } else { known.len() };
    for (board, rules, against, values, barred_under) in known.into_iter().take(looked_at) {
        let found = asked(&["--board", board, "--rules", rules, "--against", against]);
        let told = format!("{board} {rules} {against}: {found}");
        assert_eq!([&found["sides"][0]["value"], &found["sides"][1]["value"]], values, "{told}");
        let parting = &found["why"]["parting"];
        assert_eq!(parting["kind"], "barred", "{told}");
        let barred = &parting["under"][barred_under]["barred"];
        assert!(barred["moment"]["number"].is_number() && barred["why"].is_string(), "{told}");
        assert!(parting["under"][1 - barred_under]["made"].is_object(), "{told}");
    }
}

/// On every start of small boards, and after a move: the values are those of the naive solver, the
/// line is legal under both rulesets, and what is told of the parting is what the referee says.
#[test]
fn lines_are_legal_under_both_and_values_are_those_of_the_naive_solver() {
    let (mut differing, mut parted, mut checked) = (0, 0, 0);
    for (board, a, b) in [
        ("1x3", "psk", "nssk"),
        ("1x4", "psk", "kee2020"),
        ("2x2", "psk", "spight"),
        ("1x3", "ssk", "kee2009"),
    ] {
        let grid = Board::parse(board).unwrap();
        for start in starts(&game(board, a)) {
            let (position, to_move) = (start.key.position, start.key.mover);
            let text = diagram_line(&grid, &position);
            for moves in [&[][..], &[Move::Pass]] {
                let question = question(board, a, Some(&text), to_move, moves);
                let given = GivenState::of(&question, b.parse().unwrap()).unwrap();
                let found =
                    given.differing(&Budget::new(Limits { nodes: Some(400_000), ..Limits::default() }));
                let rules: Rules = b.parse().unwrap();
                let other = rules.game(grid.clone());
                let games = [&question.game, &other];
                for (game, solution) in games.into_iter().zip(&found.solutions) {
                    let state = question.line.state_in(game);
                    let value = solution.value.exact().and_then(solve::Value::points).unwrap();
                    let naive = confirmed(game, &state, value);
                    checked += usize::from(naive.is_some());
                    assert_ne!(naive, Some(false), "{board} {} {text} {to_move:?}", game.entry.id);
                }
                let Some(why) = &found.why else {
                    assert_eq!(found.differ(), Some(false), "{board} {text}");
                    continue;
                };
                differing += 1;
                let mut referees = games.map(|game| question.line.referee(game));
                let play =
                    |referee: &mut Referee, name: &MoveName| referee.play(name.on(&grid).unwrap()).is_ok();
                for step in &why.line {
                    assert!(
                        referees.iter_mut().all(|referee| play(referee, &step.made.mv)),
                        "{board} {text}"
                    );
                }
                let Some(parting) = &why.parting else { continue };
                parted += 1;
                assert_eq!(parting.number, referees[0].made() + 1);
                for (referee, part) in referees.iter_mut().zip(&parting.under) {
                    assert_eq!(play(referee, &parting.mv), part.barred.is_none(), "{board} {text}");
                }
            }
        }
    }
    assert!(differing > 10 && parted > 10 && checked > 500, "{differing} {parted} {checked}");
}

#[test]
fn bad_input_gets_one_line_and_exit_status_2() {
    let psk = ["why", "--board", "2x2", "--rules", "psk"];
    for (more, expected) in [
        (vec!["--against", "psk"], "--against \"psk\": is the ruleset of the question, expected another"),
        (vec!["--against", "pks"], "--against \"pks\": no ruleset has this name, did you mean psk?"),
        (vec!["--against", "ssk", "--move", "A1"], "--move"),
        (vec!["--against", "ssk --players 3"], "expected 2 players"),
        (vec!["--against", "katago-simple", "--moves", "pass pass"], "ends the game"),
    ] {
        let output = program::solve(&[&psk[..], &more].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{more:?}: {said}");
        assert!(said.contains(expected) && said.lines().count() == 1, "{more:?}: {said}");
    }
}
