//! The worked examples of Kee 2009 and Kee 2020.

use super::*;
use Player::{Black, White};
use superko_go::score::area;
use superko_rules::referee::{End, ScoringCycle};

#[test]
fn kee_2009_example_5_scores_two_positions_and_is_a_draw() {
    let game = game("1x2", "kee2009", &[]);
    let mut referee = referee(&game, "..", Black);
    // What the history bans before each move: "may not retake" at moves 3, 6 and 9, and nowhere
    // else.
    let bans: [(usize, &str, Option<Bar>); 5] = [
        (3, "A1", Some((Class::Stood, 1))),
        (5, "A1", None),
        (6, "B1", Some((Class::Stood, 4))),
        (8, "B1", None),
        (9, "A1", Some((Class::Stood, 7))),
    ];
    for mv in parse_record(&game.board, TWO_BY_ONE, Black, game.rules.properties().players).unwrap() {
        assert_eq!(referee.cycle(), None);
        assert_eq!(referee.ended(), None);
        if let Some((_, point, expected)) = bans.iter().find(|(number, ..)| *number == referee.made() + 1) {
            assert_eq!(barred(&referee, &game, point), *expected, "move {}", referee.made() + 1);
        } else {
            assert_eq!(all_barred(&referee, &game), [""; 0]);
        }
        referee.play(mv).unwrap();
    }
    assert_eq!(referee.ended(), points(0));
    assert_eq!(
        referee.steps()[8].end,
        Some(End {
            score: Points::from_integer(0),
            earlier: Some(3),
            occurrence: None,
            aftermath: None,
            scored: true,
            shares: None,
            dead: None
        })
    );
    let cycle = referee.cycle().unwrap();
    let scoring: Vec<_> =
        cycle.scoring.iter().map(|(position, score)| (line(&game, position), *score)).collect();
    assert_eq!((cycle.first, scoring), (4, vec![("X.".to_string(), 2), (".O".to_string(), -2)]));
    let captures: Vec<u64> = referee.steps().iter().map(|step| step.captured).collect();
    assert_eq!(captures, [0, 1, 0, 0, 2, 0, 0, 1, 0]);
}

#[test]
fn kee_2009_example_6_is_a_draw_without_scoring_positions() {
    // Rebuilt from the text. At move 5 it allows either corner, with the same outcome: the second
    // line is the first mirrored from there on.
    let game = game("2x2", "kee2009", &[]);
    for rest in ["B2 pass B1 A2 pass A1 B2 pass", "B1 pass B2 A1 pass A2 B1 pass"] {
        let mut referee = referee(&game, "../..", Black);
        let steps = replay(&mut referee, &game, &format!("1. B2 2. A1 3. B1 4. A2 {rest}"));
        let captures: Vec<u32> = steps.iter().map(|step| step.captured.count_ones()).collect();
        assert_eq!(captures, [0, 0, 0, 2, 0, 0, 2, 0, 0, 2, 0, 0]);
        assert_eq!(
            area(&game.board, &steps[5].position),
            -1,
            "\"favorable to White even if White 6 passes\""
        );
        assert_eq!(area(&game.board, &steps[8].position), 1, "\"favorable to Black even if Black 9 passes\"");
        assert_eq!(
            steps[11].end,
            Some(End {
                score: Points::from_integer(0),
                earlier: Some(6),
                occurrence: None,
                aftermath: None,
                scored: true,
                shares: None,
                dead: None
            })
        );
        assert_eq!(referee.cycle(), Some(ScoringCycle { first: 7, scoring: Vec::new() }));
    }
}

#[test]
fn kee_2009_example_7_is_a_draw_without_scoring_positions() {
    // Rebuilt from the text. At move 9 it allows either corner.
    let game = game("2x3", "kee2009", &[]);
    for (ninth, eleventh) in [("A2", "C2"), ("C2", "A2")] {
        let mut referee = referee(&game, ".../...", Black);
        let record = format!(
            "1. B2 2. B1 3. A2 4. A1 5. C2 6. C1 7. B2 8. pass 9. {ninth} 10. pass 11. {eleventh} \
             12. B1 13. pass 14. A1 15. pass 16. C1 17. B2 18. pass"
        );
        let steps = replay(&mut referee, &game, &record);
        assert_eq!(line(&game, &steps[6].position), ".X./OOO");
        assert_eq!(line(&game, &steps[11].position), "XXX/.O.");
        assert_eq!([5, 10, 15].map(|i| steps[i].captured.count_ones()), [3, 3, 3]);
        assert_eq!(steps[17].end.as_ref().unwrap().earlier, Some(8));
        assert_eq!(referee.ended(), points(0));
        assert_eq!(referee.cycle(), Some(ScoringCycle { first: 9, scoring: Vec::new() }));
    }
}

/// A seki in which one stone is returned for two (rebuilt: one of twelve such positions on 3x4).
const SEKI: &str = "OOO./O.OX/XXX.";

#[test]
fn kee_2009_example_3_sending_two_first_bars_the_retake() {
    // Example 3: from S, Black sends two (D3), White returns one (D1), and Black may not retake
    // (D2).
    for ruleset in ["psk", "kee2009"] {
        let game = game("3x4", ruleset, &[]);
        let mut referee = referee(&game, SEKI, Black);
        let steps = replay(&mut referee, &game, "D3 D1");
        assert_eq!(steps[1].captured.count_ones(), 2, "{ruleset}");
        assert_eq!(barred(&referee, &game, "D2"), Some((Class::Stood, 0)), "{ruleset}");
    }
}

#[test]
fn kee_2009_example_4_returning_one_first_and_the_readings_of_occurred() {
    // From T, the position after the two were taken: Black takes one, White "can only pass", Black
    // sends two, White returns. Under the superkos White 4 is banned; under Kee's rules it is
    // legal.
    let taken = {
        let game = game("3x4", "kee2009", &[]);
        let mut referee = referee(&game, SEKI, Black);
        line(&game, &replay(&mut referee, &game, "D3 D1")[1].position)
    };
    for ruleset in ["psk", "ssk"] {
        let game = game("3x4", ruleset, &[]);
        let mut referee = referee(&game, &taken, Black);
        replay(&mut referee, &game, "D2 pass D3");
        assert_eq!(barred(&referee, &game, "D1"), Some((Class::Stood, 0)), "{ruleset}");
    }
    // Black 5 "is not prohibited", says the text; the default reading prohibits it, because White 2
    // passed on the position that it recreates. The other two readings do as the text says.
    for (lift, black_5) in [("stands", Some((Class::Stood, 2))), ("produced", None), ("produced-ko", None)] {
        let game = game("3x4", "kee2009", &[(Axis::Lift, lift)]);
        let mut referee = referee(&game, &taken, Black);
        replay(&mut referee, &game, "D2 pass D3 D1");
        assert_eq!(barred(&referee, &game, "D2"), black_5, "{lift}");
        if black_5.is_none() {
            // White 6 passes a second time on S: a draw without scoring positions.
            replay(&mut referee, &game, "D2 pass");
            assert_eq!((referee.ended(), referee.cycle().unwrap().scoring), (points(0), Vec::new()));
        }
    }
}

#[test]
fn a_stone_play_may_not_undo_the_one_before_it_under_produced_ko() {
    // The third reading of "occurred" in Kee 2009, example 5, after the pass of move 4.
    let game = game("1x2", "kee2009", &[(Axis::Lift, "produced-ko")]);
    let mut referee = referee(&game, "..", Black);
    replay(&mut referee, &game, "A1 B1 pass pass A1");
    let text = ban(&referee, &game, "B1").unwrap().to_string();
    assert_eq!(text, "move 6, White B1: banned, it would undo the stone play just made (move 5, Black A1)");
}

#[test]
fn kee_2020_example_h_ends_with_two_forced_passes() {
    let game = game("1x2", "kee2020", &[]);
    let mut referee = referee(&game, "..", Black);
    let mut steps = replay(&mut referee, &game, TWO_BY_ONE);
    // Under the rules of 2009 the game ends here; under those of 2020 two more passes follow.
    assert_eq!(referee.ended(), None);
    steps.extend(replay(&mut referee, &game, "W pass"));
    assert_eq!(
        ban(&referee, &game, "A1").unwrap().to_string(),
        "move 11, Black A1: banned, this position was initialised for Black before (by White's pass at move 4), \
         so he may only pass"
    );
    steps.extend(replay(&mut referee, &game, "B pass"));
    assert_eq!(forced(&steps), [(10, 3), (11, 4)]);
    // The other passes were made because the ko could not be retaken, or by choice.
    let passes: Vec<_> = [3, 4, 6, 7, 9].map(|number| steps[number - 1].forced).into();
    let no_stone_play = Some(Forced::NoStonePlay);
    assert_eq!(passes, [no_stone_play; 5]);
    assert_eq!(referee.ended(), points(-2));
    assert_eq!(steps[10].end.as_ref().unwrap().earlier, None);
    assert_eq!(referee.cycle(), None);
}

#[test]
fn kee_2020_example_g_says_that_white_may_not_retake_before_a_pass() {
    // "White can recapture too after a pass by White and then Black": at move 5 he may not. That is
    // so in two of the readings of "appeared"; in all three the line replays and ends by two forced
    // passes.
    for (lift, white_5) in
        [("stands", Some((Class::Stood, 3))), ("produced", None), ("produced-ko", Some((Class::Undone, 4)))]
    {
        let game = game("3x4", "kee2020", &[(Axis::Lift, lift)]);
        let mut referee = referee(&game, "XOOO/.X.O/XXX.", White);
        let mut steps = replay(&mut referee, &game, "A2 pass pass A3");
        assert_eq!(barred(&referee, &game, "A2"), white_5, "{lift}");
        steps.extend(replay(&mut referee, &game, "pass pass A2 pass pass pass"));
        assert_eq!((forced(&steps), referee.ended()), (vec![(9, 2), (10, 3)], points(-2)), "{lift}");
    }
}

#[test]
fn kee_2020_example_g_forces_the_last_two_passes() {
    // Rebuilt: the only 3x4 position, up to symmetry, that the text fits. White takes first.
    let game = game("3x4", "kee2020", &[]);
    let mut referee = referee(&game, "XOOO/.X.O/XXX.", White);
    let mut steps = replay(&mut referee, &game, "W A2");
    assert_eq!(steps[0].captured.count_ones(), 1);
    assert_eq!(barred(&referee, &game, "A3"), Some((Class::Stood, 0)));
    steps.extend(replay(&mut referee, &game, "pass pass A3"));
    assert_eq!(barred(&referee, &game, "A2"), Some((Class::Stood, 3)));
    steps.extend(replay(&mut referee, &game, "pass pass A2 pass"));
    let text = ban(&referee, &game, "C2").unwrap().to_string();
    assert_eq!(
        text,
        "move 9, White C2: banned, this position was initialised for White before (by Black's pass at move 2), \
         so he may only pass"
    );
    steps.extend(replay(&mut referee, &game, "pass"));
    let text = ban(&referee, &game, "A3").unwrap().to_string();
    assert!(text.contains("initialised for Black before (by White's pass at move 3)"), "{text}");
    steps.extend(replay(&mut referee, &game, "pass"));
    assert_eq!(forced(&steps), [(9, 2), (10, 3)]);
    // The six passes before were made by choice: other stone plays were legal.
    assert!(steps[..8].iter().all(|step| step.forced.is_none()));
    assert_eq!(line(&game, &steps[9].position), ".OOO/OX.O/XXX.");
    assert_eq!(referee.ended(), points(-2));
}

#[test]
fn kee_2009_by_territory_counts_the_prisoners_of_moved_passes_after_the_move() {
    // Rule 17 moves White's first pass after Black's last: both then pass on the position with one
    // prisoner more for Black. When they passed, neither had a prisoner.
    for (prisoners, score) in [("as-moved", 0), ("as-passed", -1)] {
        let game = game("1x3", "kee2009-territory", &[(Axis::Prisoners, prisoners)]);
        let mut referee = referee(&game, ".OO", Black);
        replay(&mut referee, &game, "pass pass A1 B1 pass C1 pass");
        assert_eq!(referee.ended(), points(score), "{prisoners}");
        let scoring = parse_position(&game.board, ".OO").unwrap();
        assert_eq!(referee.cycle(), Some(ScoringCycle { first: 2, scoring: vec![(scoring, score)] }));
    }
}
