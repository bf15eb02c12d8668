//! Verdicts, and the evidence for them.

use superko::critique::{Verdict, all, better};
use superko::go::notation::parse_position;
use superko::go::position::legal_positions;
use superko::go::{Board, Move, Player};
use superko::report::records::MoveName;
use superko::rules::{Game, Rules, State};
use superko::solve::naive::Naive;
use superko::solve::{Budget, Engine, Limits, Request, Value, solve};

use super::{critique_of, found, subject};
use crate::common::sample;

/// For each check a ruleset under which it is present and one under which it is not, as the
/// documents and the claims that were judged have it, or as this file enumerates.
const KNOWN: [(&str, &str, &str); 20] = [
    ("endless", "simple-ko", "psk"),
    ("no-result", "simple-ko", "kee2009"),
    ("fraction", "kee2009-territory", "psk"),
    ("fraction", "kee2009", "spight"),
    ("other-than-superko", "kee2009", "psk --suicide allowed"),
    ("sending-two", "psk", "kee2009"),
    ("sending-two", "ssk", "kee2020"),
    ("moonshine-life", "katago-simple", "psk"),
    ("bent-four-and-threats", "psk", "kee2007"),
    ("double-ko-seki", "kee2007", "psk"),
    ("triple-ko", "katago-simple", "kee2020"),
    ("triple-ko-one-eye", "psk", "spight"),
    ("quadruple-ko", "simple-ko", "psk"),
    ("eternal-life", "simple-ko", "psk"),
    ("one-sided-dame-ko", "psk", "kee2020"),
    ("molasses-ko", "psk", "ssk"),
    ("forced-pass", "psk", "simple-ko"),
    ("two-passes", "kee2009", "psk"),
    ("imposed-end", "kee2009", "psk"),
    ("suicide", "kee2020", "kee2009-territory"),
];

#[test]
fn what_is_known_to_be_present_is_and_what_is_known_to_be_absent_is_not() {
    for (check, present, absent) in sample::one_in(4, KNOWN) {
        assert_eq!(found(present, check).verdict, Verdict::Present, "{check} {present}");
        let finding = found(absent, check);
        let other = matches!(finding.verdict, Verdict::Absent | Verdict::NotApplicable);
        assert!(other, "{check} {absent}: {finding:?}");
    }
}

#[test]
fn what_is_shown_can_be_replayed_and_agrees_with_the_claims_and_with_the_naive_solver() {
    if sample::leaves_out(
        "what_is_shown_can_be_replayed_and_agrees_with_the_claims_and_with_the_naive_solver",
    ) {
        return;
    }
    let ids: Vec<&str> = all().iter().map(|check| check.id.as_str()).collect();
    let (mut shown, mut valued, mut claims) = (0, 0, 0);
    for rules in ["simple-ko", "psk", "spight --lift produced", "kee2020"] {
        let subject = subject(rules);
        let critique = critique_of(rules, &ids);
        for case in critique.checks.iter().flat_map(|finding| &finding.cases) {
            claims += case.on_record.len();
            assert!(case.on_record.iter().all(|claim| claim.agrees != Some(false)), "{rules} {case:?}");
            let Some(evidence) = &case.shown else { continue };
            evidence.replays(&subject).unwrap();
            shown += 1;
            let (Ok(board), Some(value)) = (Board::parse(&evidence.board), evidence.value) else { continue };
            if board.points() > 4 {
                continue;
            }
            let game = subject.game(&board).unwrap();
            let start = parse_position(&board, &evidence.start).unwrap();
            let state = after(&game, game.start(start, evidence.to_move), &evidence.moves);
            let request = Request { engine: Engine::Naive, pv: false, ..Request::default() };
            // Where the naive solver gives up nothing is compared; the count below says that this
            // is not the rule.
            let limits = Limits { nodes: Some(300_000), ..Limits::default() };
            let naive = solve(&game, &state, &request, &Budget::new(limits));
            if let Some(found) = naive.value.exact() {
                assert_eq!(found, value, "{rules} {evidence:?}");
                valued += 1;
            }
        }
        let text = serde_json::to_string(&critique).unwrap();
        assert_eq!(serde_json::from_str::<superko::critique::Critique>(&text).unwrap(), critique);
    }
    assert!(shown > 30 && valued > 8 && claims > 5, "{shown} {valued} {claims}");
}

fn after(game: &Game, mut state: State, moves: &[MoveName]) -> State {
    for name in moves {
        let mv = name.on(&game.board).unwrap();
        let (_, ruling) = game.legal(&state).into_iter().find(|(legal, _)| *legal == mv).unwrap();
        let superko::rules::Ruling::Leads(next) = ruling else { panic!("{name:?} ends the game") };
        state = next;
    }
    state
}

/// The value of every legal move of a start, by the naive solver.
fn move_values(game: &Game, state: &State) -> Vec<(Move, Value)> {
    let budget = Budget::default();
    let mut naive = Naive::new(game, &budget);
    let valued = game.legal(state).into_iter().map(|(mv, ruling)| {
        let points = match ruling {
            superko::rules::Ruling::Ends(score) => score,
            superko::rules::Ruling::Leads(next) => naive.value(&next).unwrap(),
            superko::rules::Ruling::Barred(_) => unreachable!("only legal moves are listed"),
        };
        (mv, Value::Points(points))
    });
    valued.collect()
}

#[test]
fn the_search_for_eyes_to_fill_finds_what_an_enumeration_finds() {
    // The positional superkos need 1x4; under kee2007, which allows suicide, 1x2 is enough.
    for rules in sample::one_in(3, ["psk", "tromp-taylor", "kee2007"]) {
        let ruleset = Rules::named(rules).unwrap();
        let mut first = None;
        for name in ["1x1", "1x2", "1x3", "2x2", "1x4"] {
            let game = ruleset.game(Board::parse(name).unwrap());
            let fills = |position: superko::go::Position| {
                let own = position.colours()[0];
                let eye = |point: u8| {
                    let around = game.board.adjacent(1 << point);
                    around != 0 && around & !own == 0
                };
                let values = move_values(&game, &game.start(position, Player::Black));
                let best = |mv: Move, value: Value| {
                    values.iter().all(|(other, it)| *other == mv || better(Player::Black, value, *it))
                };
                values.iter().any(|(mv, value)| mv.placed().is_some_and(eye) && best(*mv, *value))
            };
            if legal_positions(&game.board).any(fills) {
                first = Some(name);
                break;
            }
        }
        assert!(first.is_some(), "{rules}");
        let shown = found(rules, "own-eye").cases[0].shown.as_ref().map(|shown| shown.board.clone());
        assert_eq!(shown.as_deref(), first, "{rules}");
    }
}

#[test]
fn the_smallest_start_that_a_pass_changes_is_the_one_that_an_enumeration_finds() {
    for rules in ["psk", "kee2009", "kee2020", "spight"] {
        let ruleset = Rules::named(rules).unwrap();
        let mut first = None;
        for name in ["1x1", "1x2", "1x3"] {
            let game = ruleset.game(Board::parse(name).unwrap());
            let budget = Budget::default();
            let mut naive = Naive::new(&game, &budget);
            let changed = legal_positions(&game.board).any(|position| {
                let start = game.start(position, Player::Black);
                let passed = after(&game, start, &[MoveName::of(&game.board, Move::Pass)]);
                let anew = game.start(position, Player::White);
                naive.value(&passed).unwrap() != naive.value(&anew).unwrap()
            });
            if changed {
                first = Some(name);
                break;
            }
        }
        let shown = found(rules, "turn-of-a-pass").cases[0].shown.as_ref().map(|shown| shown.board.clone());
        // What is found on larger boards is not enumerated here.
        let small = shown.as_deref().filter(|board| Board::parse(board).unwrap().points() <= 3);
        assert_eq!((small, first.is_some()), (first, rules != "kee2009"), "{rules}");
    }
}

#[test]
fn a_check_that_is_made_alone_finds_what_it_finds_among_the_others() {
    let ids = ["fraction", "sending-two", "molasses-ko", "own-eye", "suicide"];
    let together = critique_of("spight", &ids);
    for (place, id) in ids.iter().enumerate() {
        assert_eq!(together.checks[place], found("spight", id));
    }
}

#[test]
fn no_result_is_better_than_a_loss_and_worse_than_a_win_and_neither_beside_a_draw() {
    let points = |points: i32| Value::Points(points.into());
    for player in [Player::Black, Player::White] {
        let win = points(if player == Player::Black { 1 } else { -1 });
        let loss = points(if player == Player::Black { -1 } else { 1 });
        assert!(better(player, Value::NoResult, loss) && better(player, win, Value::NoResult));
        assert!(better(player, win, points(0)) && better(player, points(0), loss));
        for (a, b) in [(Value::NoResult, points(0)), (points(0), Value::NoResult), (win, win)] {
            assert!(!better(player, a, b));
        }
        assert!(!better(player, loss, Value::NoResult) && !better(player, Value::NoResult, win));
    }
}

#[test]
fn a_larger_limit_never_turns_what_was_found_into_its_opposite() {
    if sample::leaves_out_three_of_four("a_larger_limit_never_turns_what_was_found_into_its_opposite") {
        return;
    }
    let few = superko::critique::Effort { nodes: 200, ..Default::default() };
    let checks: Vec<_> = all().iter().collect();
    let small = superko::critique::critique(&subject("psk"), &checks, few, &Default::default(), &|_| ());
    let large = superko::critique::critique(
        &subject("psk"),
        &checks,
        Default::default(),
        &Default::default(),
        &|_| (),
    );
    let mut open = 0;
    for (small, large) in small.checks.iter().zip(&large.checks) {
        open += usize::from(small.verdict == Verdict::NotDecided);
        assert!(small.verdict != Verdict::Present || large.verdict == Verdict::Present, "{small:?}");
    }
    assert!(open > 5, "{open}");
}
