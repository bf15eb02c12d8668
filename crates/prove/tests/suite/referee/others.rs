//! Lines that tell rulesets apart: Rules Beast 1, Spight's "Greedy Black", KataGo's tests.

use super::*;
use Player::{Black, White};
use superko_rules::referee::End;

/// Rules Beast 1 (Kee 2020, example A; Sensei's Library), rebuilt from the text and a later
/// diagram.
const BEAST: &str = "OO.XX./XOOOOX/XXXXO./XOOXOO/.XOXXX/O.O.X.";
const BEAST_TO_10: &str = "1. W pass 2. F4 3. F6 4. B1 5. A2 6. B2 7. B1 8. F5 9. W pass 10. F4";

#[test]
fn rules_beast_1_bars_white_11_under_the_superkos() {
    for (ruleset, text) in [
        ("psk", "move 11, White F6: banned, it would recreate the position after move 7 (White B1)"),
        (
            "ssk",
            "move 11, White F6: banned, it would recreate the position after move 7 (White B1), with Black to move",
        ),
        (
            "nssk",
            "move 11, White F6: banned, it would recreate the position after move 7 (White B1), with Black to move",
        ),
    ] {
        let game = game("6x6", ruleset, &[]);
        let mut referee = referee(&game, BEAST, White);
        let steps = replay(&mut referee, &game, BEAST_TO_10);
        assert_eq!([2, 4, 6, 7].map(|i| steps[i].captured.count_ones()), [2, 2, 1, 1]);
        assert_eq!(ban(&referee, &game, "F6").unwrap().to_string(), text);
    }
}

#[test]
fn rules_beast_1_lets_white_return_but_black_retake_only_if_a_pass_leaves_no_ban() {
    // Kee 2020, example A, says that White 13 passes on the position that White 9 passed on, so
    // Black 12 recreates it, and nobody has passed since White 9. The default reading, and the
    // document's own word "another", bar that move; only the other two readings replay the example.
    // Example B is the same.
    for ruleset in ["kee2020", "spight"] {
        let game = game("6x6", ruleset, &[(Axis::Lift, "stands")]);
        let mut referee = referee(&game, BEAST, White);
        replay(&mut referee, &game, BEAST_TO_10);
        assert_eq!(ban(&referee, &game, "F6"), None, "{ruleset}: White 9 passed");
        replay(&mut referee, &game, "W F6");
        assert_eq!(barred(&referee, &game, "F5"), Some((Class::Stood, 9)), "{ruleset}");
    }
}

#[test]
fn rules_beast_1_ends_as_a_seki_if_a_pass_leaves_no_ban() {
    // Kee 2020, example A: White 11 is legal because of White 9, Black 14 "can only make a pass",
    // White by 1 (16 to 17). Under Spight's rules White 13 is his second pass on that position.
    for (ruleset, rest, last) in [("kee2020", "F6 F5 pass pass pass", 15), ("spight", "F6 F5 pass", 13)] {
        for lift in ["produced", "produced-ko"] {
            let game = game("6x6", ruleset, &[(Axis::Lift, lift)]);
            let mut referee = referee(&game, BEAST, White);
            replay(&mut referee, &game, BEAST_TO_10);
            let steps = replay(&mut referee, &game, rest);
            assert_eq!(steps[0].position, referee.steps()[6].position, "the position after move 7");
            assert_eq!(steps[1].position, referee.steps()[7].position, "the position after move 8");
            assert_eq!((referee.made(), referee.ended()), (last, points(-1)), "{ruleset} {lift}");
            if ruleset == "kee2020" {
                assert_eq!(forced(&steps), [(14, 9)], "White 13 and White 9 initialised it for Black");
                assert_eq!(steps[4].forced, None, "White 15 passes by choice");
            } else {
                assert_eq!(steps[2].end.as_ref().unwrap().earlier, Some(9));
            }
        }
    }
}

#[test]
fn spight_greedy_black_on_2x2_ends_with_whites_second_pass() {
    // Spight's 2x2 example "Greedy Black", rebuilt from the text; the score by territory that he
    // gives (White by 2) needs Black's 5 and White's 7 prisoners.
    let game = game("2x2", "spight", &[]);
    let mut referee = referee(&game, "../..", Black);
    let steps = replay(
        &mut referee,
        &game,
        "1. B2 2. A1 3. B1 4. A2 5. B2 6. pass 7. B1 8. A2 9. pass 10. A1 11. B1 12. pass 13. B2 14. A1 \
         15. A2 16. A1 17. B2 18. pass 19. pass 20. pass",
    );
    assert_eq!(line(&game, &steps[19].position), ".X/O.");
    assert_eq!(
        steps[19].end,
        Some(End {
            score: Points::from_integer(0),
            earlier: Some(18),
            occurrence: None,
            aftermath: None,
            scored: true,
            shares: None,
            dead: None
        })
    );
    let prisoners = |player| -> u32 {
        steps.iter().filter(|step| step.player == player).map(|step| step.captured.count_ones()).sum()
    };
    assert_eq!((prisoners(Black), prisoners(White)), (5, 7));
    // Black 11 in the other corner: White passes a second time on that position and wins by 1.
    let mut referee = self::referee(&game, "../..", Black);
    replay(&mut referee, &game, "B2 A1 B1 A2 B2 pass B1 A2 pass A1 B2 pass");
    assert_eq!(referee.ended(), points(-1));
}

/// KataGo's tests write an intersection as (x, y) from the top left, from 0, on a board 6 wide.
type Point = (u8, u8);

fn at(game: &Game, (x, y): Point) -> String {
    move_name(&game.board, Move::Place(y * 6 + x))
}

/// A move of KataGo's tests (`None` a pass) and what is banned after it.
type Tested<'a> = (Option<Point>, &'a [Point]);

fn replay_katago(ruleset: &str, start: &str, tested: &[Tested]) -> Option<Points> {
    let game = game("5x6", ruleset, &[]);
    let mut referee = referee(&game, start, Black);
    for (mv, expected) in tested {
        let name = mv.map_or("pass".to_string(), |point| at(&game, point));
        referee.play(parse_move(&game.board, &name).unwrap()).unwrap_or_else(|illegal| panic!("{illegal}"));
        let expected: Vec<String> = expected.iter().map(|point| at(&game, *point)).collect();
        assert_eq!(all_barred(&referee, &game), expected, "{ruleset}, after move {}", referee.made());
    }
    referee.ended()
}

#[test]
fn katagos_tests_of_superko_bar_the_same_moves() {
    // KataGo, cpp/tests/testrules.cpp, "Positional ko rules" and "Situational ko rules".
    let start = ".O.XXO/OXXXO./O.X.OO/XX.OO./OOOO.O";
    let tested: [(Option<Point>, &[Point], &[Point]); 10] = [
        (Some((5, 1)), &[(5, 0)], &[(5, 0)]),
        (None, &[], &[]),
        (Some((3, 2)), &[], &[]),
        (Some((2, 0)), &[], &[]),
        (Some((0, 0)), &[(1, 0)], &[]),
        (Some((5, 0)), &[(5, 1)], &[(5, 1)]),
        (None, &[], &[]),
        (Some((1, 0)), &[(5, 1)], &[(5, 1)]),
        (None, &[], &[]),
        (Some((2, 0)), &[(0, 0), (5, 1)], &[(0, 0)]),
    ];
    replay_katago("psk", start, &tested.map(|(mv, psk, _)| (mv, psk)));
    replay_katago("ssk", start, &tested.map(|(mv, _, ssk)| (mv, ssk)));
}

#[test]
fn katagos_test_of_its_former_spight_ko_rule_bars_the_same_moves() {
    // KataGo, cpp/tests/testrules.cpp in releases that had "koRule SPIGHT": a pass makes its
    // position occur, as the reading `stands` has it.
    let ended = replay_katago(
        "spight",
        ".O.XXO/OXXXO./O.X.OO/XXXOO./OOOO.O",
        &[
            (Some((5, 1)), &[(5, 0)]),
            (None, &[]),
            (Some((3, 2)), &[]),
            (Some((2, 0)), &[]),
            (Some((0, 0)), &[(1, 0)]),
            (Some((5, 0)), &[(5, 1)]),
            (None, &[]),
            (Some((1, 0)), &[]),
            (None, &[]),
            (Some((2, 0)), &[]),
            (Some((0, 0)), &[(1, 0)]),
            (None, &[]),
            (None, &[]),
        ],
    );
    assert!(ended.is_some(), "Black's second pass there");
}
