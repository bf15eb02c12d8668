//! Bounds against values: none is ever contradicted, and they decide most small boards.

use fastrand::Rng;
use superko_go::{Board, Player, Position};
use superko_rules::axes::Axis;
use superko_rules::{Rules, Ruling, catalogue};
use superko_solve::attack::{Terms, bounds};

use super::{compare, found, nodes};
use crate::common::games::{game, starts, variants};
use crate::common::{drafts, sample};

/// Compares the bounds of every start of some boards under every composition of the catalogue.
fn no_start_is_wrong(boards: &[&str], limit: u64) {
    let (mut rulesets, mut asked, mut compared) = (0, 0, 0);
    for board in boards {
        for entry in *catalogue::ALL {
            for game in variants(board, entry.id) {
                let points = game.board.points();
                let Some(terms) = Terms::of(&game).filter(|_| points <= game.ruleset().max_points()) else {
                    continue;
                };
                // Situations with the position passed on make searches long.
                let search = if entry.id == "kee2007" { 30 } else { 300 };
                let starts = sample::part(&format!("{} {:?}", entry.id, game.options), starts(&game));
                let tally = compare(&game, terms, &starts, limit, search);
                assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
                rulesets += 1;
                asked += tally.asked;
                compared += tally.compared;
            }
        }
    }
    println!("{boards:?}: {rulesets} rulesets, {compared} of {asked} starts compared");
    assert!(10 * compared > 8 * asked || !sample::is_whole(), "{compared} of {asked}");
}

#[test]
fn no_bound_is_wrong_on_the_smallest_boards() {
    no_start_is_wrong(&["1x1", "1x2", "1x3", "2x2", "1x4", "1x5"], 300);
}

#[test]
fn no_bound_is_wrong_on_2x3_and_1x6() {
    no_start_is_wrong(&["2x3", "1x6"], 150);
}

#[test]
fn no_bound_is_wrong_on_graphs() {
    for board in ["star:5", "cycle:5", "path:5", "complete:3"] {
        for rules in ["psk", "nssk", "spight", "kee2009", "kee2020"] {
            let game = game(board, rules);
            let tally = compare(&game, Terms::of(&game).unwrap(), &starts(&game), 300, 1_000);
            assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
        }
    }
}

#[test]
fn no_bound_is_wrong_under_random_compositions() {
    let mut random = Rng::with_seed(29);
    let (mut claimed, mut compared) = (0, 0);
    for (number, (text, entry)) in drafts::rulesets(2400, &mut random).into_iter().enumerate() {
        for board in ["1x4", "2x2", "1x5"] {
            let game = Rules::from(entry).game(Board::parse(board).unwrap());
            let Some(terms) = Terms::of(&game) else { continue };
            let mut some = starts(&game);
            random.shuffle(&mut some);
            some.truncate(40);
            if !sample::takes("compositions", number) {
                continue;
            }
            let tally = compare(&game, terms, &some, 300, 300);
            assert!(tally.wrong.is_empty(), "{}\n{text}", tally.wrong.join("\n"));
            claimed += usize::from(board == "1x4");
            compared += tally.compared;
        }
    }
    println!("{claimed} compositions, {compared} starts compared");
    assert!(
        claimed >= sample::least(100) && compared > sample::least(5_000),
        "{claimed} compositions, {compared} starts"
    );
}

#[test]
fn no_bound_is_wrong_on_samples_of_larger_boards() {
    let further = ["spight --lift produced", "kee2009 --lift produced-ko", "kee2020-march", "spight2"];
    let suicide = ["psk --suicide allowed", "nssk --suicide multi-stone"];
    for board in ["3x3", "2x4"] {
        let usual = ["psk", "ssk", "nssk", "spight", "kee2009", "kee2020"];
        for rules in usual.into_iter().chain(further).chain(suicide) {
            let game = game(board, rules);
            let mut some = starts(&game);
            Rng::with_seed(31).shuffle(&mut some);
            some.truncate(100);
            let some = sample::part(rules, some);
            let tally = compare(&game, Terms::of(&game).unwrap(), &some, 3_000, 50_000);
            assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
            println!("{board} {rules}: {} of {} decided", tally.decided, tally.asked);
            let least = if rules == "psk" { sample::least(80) } else { 0 };
            assert!(tally.decided >= least, "{board} {rules}: {} of {} decided", tally.decided, tally.asked);
        }
    }
}

#[test]
fn the_first_player_has_all_of_3x3_and_3x5() {
    for (board, rules, points) in [("3x3", "kee2020", 9), ("3x5", "psk", 15)] {
        let game = game(board, rules);
        let start = game.start(Position::default(), Player::Black);
        let found = found(&game, Terms::of(&game).unwrap(), &start, 10_000_000);
        assert_eq!((found.low, found.high, found.stopped), (points, points, None));
        let middle = game.board.points() as u8 / 2;
        assert_eq!(found.mv.and_then(|mv| mv.placed()), Some(middle));
    }
}

#[test]
fn a_state_with_a_past_gets_no_bounds() {
    for rules in ["psk", "nssk", "spight", "kee2009", "kee2020", "spight2"] {
        let game = game("2x3", rules);
        let start = game.start(Position::default(), Player::Black);
        assert!(bounds(&game, &start, &nodes(100)).is_some(), "{rules}");
        for (mv, ruling) in game.legal(&start) {
            let Ruling::Leads(next) = ruling else { panic!("{rules}: no first move ends the game") };
            assert_eq!(bounds(&game, &next, &nodes(100)), None, "{rules} {mv:?}");
        }
    }
}

#[test]
fn nothing_is_claimed_where_a_clause_is_not_understood() {
    let silent = [
        "simple-ko",
        "jann",
        "nieminen",
        "katago-simple",
        "psk --players 3",
        "spight --scoring territory",
        "kee2009 --scoring territory",
        "kee2009 --suicide allowed",
    ];
    for rules in silent {
        assert_eq!(Terms::of(&game("2x2", rules)), None, "{rules}");
    }
    // The terms of those of which something is claimed, by the clauses alone.
    let stand = |rules: &str| Terms::of(&game("2x2", rules)).unwrap().passes_stand;
    assert!(stand("psk") && stand("ssk") && stand("spight") && stand("spight --lift produced-ko"));
    assert!(!stand("nssk") && !stand("spight --lift produced") && !stand("kee2020 --lift produced"));
    let retakes = |rules: &str| Terms::of(&game("2x2", rules)).unwrap().retakes_after_pass;
    assert!(retakes("spight") && retakes("kee2009") && retakes("kee2020") && retakes("kee2007"));
    assert!(!retakes("psk") && !retakes("ssk") && !retakes("spight2"));
    // Nothing but natural situations.
    let natural = |rules: &str| Terms::of(&game("2x2", rules)).unwrap().natural;
    assert!(natural("nssk") && natural("nssk --suicide allowed"));
    for rules in ["psk", "ssk", "spight", "kee2009", "kee2020", "spight2", "kee2007", "kee2020-march"] {
        assert!(!natural(rules), "{rules}");
    }
    assert_eq!(Axis::Lift.value(&game("2x2", "spight").options), "stands");
}
