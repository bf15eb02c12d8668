//! Rulesets of other documents: what their texts and two throw-away programs say of them, and the
//! search against the naive solver on every position of small boards.

use superko_go::notation::{parse_position, parse_record};
use superko_go::position::legal_positions;
use superko_go::score::taxed_area;
use superko_go::{Board, Move, Player, Position};
use superko_rules::referee::Referee;
use superko_rules::{Game, Points, Rules, Ruling, State, file};
use superko_solve::naive::Naive;
use superko_solve::{Budget, Limits, Request, Value, Want, solve};

use crate::common::games::{game, starts};
use crate::common::searching::{search, with_searcher};

/// The value of the empty board, Black to move.
fn value_of_empty(game: &Game) -> Points {
    let empty = vec![".".repeat(game.board.cols()); game.board.rows()].join("/");
    value(game, &empty, Player::Black)
}

/// The value of a start by the search, which the naive solver confirms if it does not give up.
fn value(game: &Game, start: &str, mover: Player) -> Points {
    let start = game.start(parse_position(&game.board, start).unwrap(), mover);
    with_searcher(game, None, |searcher| {
        let found = search(searcher, &start);
        let budget = Budget::new(Limits { nodes: Some(2_000_000), ..Limits::default() });
        if let Ok(confirmed) = Naive::new(game, &budget).confirms(&start, found) {
            assert!(confirmed, "{} {found}", game.entry.id);
        }
        found
    })
}

/// The values of the empty boards, as two programs that share nothing with this one found them.
#[test]
fn the_empty_boards_have_the_values_that_other_programs_found() {
    let half = |numer| Points::new(numer, 2);
    let whole = |points: [i32; 6]| points.map(Points::from_integer);
    let expected = [
        ("aga-territory", whole([0, 0, 3, 4, 0, 1])),
        ("aga-territory --last-pass none", whole([0, 0, 2, 3, 0, 0])),
        ("wmsg", whole([0, 0, 2, 3, 0, 0])),
        ("ikeda-area-3", whole([0, 0, 2, 3, 0, 0])),
        ("button-go", [1, 1, 5, 7, 1, 1].map(half)),
        ("stone-counting", whole([0, 0, 1, 2, 0, 1])),
        ("fixed-ko", whole([0, 2, 3, 0, 1, 1])),
        ("basic-fixed-ko", whole([0, 0, 3, 4, 5, 1])),
        ("ikeda-area-2 --bars-only captures", whole([0, 0, 3, 4, 5, 1])),
        ("openspiel", whole([0, 0, 3, 4, 0, 0])),
        // These were found by this program alone.
        ("pgx", whole([0, 0, 3, 4, 0, 0])),
        ("pgx-window", whole([0, 0, 3, 4, 0, 0])),
        ("ludii-go", whole([0, 0, 2, 3, 0, 0])),
        ("korean-play", whole([0, 0, 2, 3, 0, 0])),
        ("japanese2003-play", whole([0, 0, 2, 3, 0, 0])),
        ("igs", whole([0, 0, 2, 1, 0, 0])),
        ("no-pass-go", whole([-1, -1, 1, 1, 1, 1])),
        ("nogo", whole([-1, 1, 1, -1, 1, 1])),
        ("atari-go", whole([-1, -1, 1, 1, 1, -1])),
    ];
    for (rules, values) in expected {
        for (board, expected) in ["1x1", "1x2", "1x3", "1x4", "1x5", "2x2"].into_iter().zip(values) {
            let game = game(board, rules);
            assert_eq!(value_of_empty(&game), expected, "{board} {rules}");
        }
    }
}

/// On 1x2 with a black stone it matters whose move made a position, and whether the start counts.
#[test]
fn who_made_a_position_matters_on_1x2() {
    let by_area = |bars: &str| {
        let text = format!("[clauses]\nbars = [{bars:?}]\nstart = \"free\"\npasses-in-a-row = 2\n");
        Rules::from(file::read("by-area.toml", text.as_bytes()).unwrap()).game(Board::parse("1x2").unwrap())
    };
    let cases = [
        (game("1x2", "new-zealand"), 0, 2),
        (game("1x2", "new-zealand --suicide forbidden"), -2, 2),
        (by_area("natural-situation"), 2, 2),
        (by_area("position"), 2, 2),
        (game("1x2", "psk"), -2, -2),
        (game("1x2", "ssk"), -2, -2),
        (game("1x2", "nssk"), 2, -2),
        // White passes first sooner or later, which is a point for him.
        (game("1x2", "simplified-wmsg"), 2, 1),
    ];
    for (game, black, white) in cases {
        let found = [Player::Black, Player::White].map(|mover| value(&game, "X.", mover));
        assert_eq!(found, [black, white].map(Points::from_integer), "{}", game.ruleset());
    }
}

/// Values of games without a score on larger boards: published (NoGo on 3x3 and 4x4), or found by two
/// programs that share nothing with this one.
#[test]
fn games_without_a_score_have_their_published_winners() {
    let cases = [
        ("nogo", "2x3", -1),
        ("nogo", "2x4", -1),
        ("nogo", "3x3", 1),
        ("nogo", "1x6", 1),
        ("nogo", "1x7", 1),
        ("nogo", "1x8", 1),
        ("atari-go", "1x6", 1),
        ("atari-go", "1x7", 1),
        ("atari-go", "1x8", 1),
        ("atari-go", "2x3", -1),
        ("atari-go", "2x4", -1),
        ("atari-go", "3x3", 1),
        ("prisoner-return", "1x1", -1),
        ("prisoner-return", "1x2", -1),
        ("prisoner-return", "1x3", 1),
        ("prisoner-return", "1x4", 1),
    ];
    for (rules, board, expected) in cases {
        let game = game(board, rules);
        assert_eq!(value_of_empty(&game), Points::from_integer(expected), "{board} {rules}");
    }
    // Half a million nodes: too many for the naive solver to confirm.
    let nogo = game("4x4", "nogo");
    let empty = nogo.start(Position::default(), Player::Black);
    assert_eq!(with_searcher(&nogo, None, |searcher| search(searcher, &empty)), Points::from_integer(-1));
    // The page says Black wins 1x5, by a line that situational superko bans; another line wins
    // there.
    for ban in ["position", "situation", "natural-situation"] {
        let text = format!("[clauses]\nbars = [{ban:?}]\npasses = \"none\"\n");
        let rules = Rules::from(file::read("without-passes.toml", text.as_bytes()).unwrap());
        for (board, expected) in [("1x1", -1), ("1x2", -1), ("1x3", 1), ("1x4", 1), ("1x5", 1), ("2x2", 1)] {
            let game = rules.game(Board::parse(board).unwrap());
            assert_eq!(value_of_empty(&game), Points::from_integer(expected), "{board} {ban}");
        }
    }
}

/// A resignation is legal where nothing else is, and in no line before.
#[test]
fn nobody_resigns_who_has_another_move() {
    for rules in ["no-pass-go", "prisoner-return", "nogo", "atari-go", "capture-three"] {
        for board in ["1x1", "1x2", "1x3", "1x4", "2x2"] {
            let game = game(board, rules);
            for position in legal_positions(&game.board) {
                for mover in [Player::Black, Player::White] {
                    let start = game.start(position, mover);
                    for want in [Want::One, Want::All] {
                        let request = Request { best_moves: want, ..Request::default() };
                        let solution = solve(&game, &start, &request, &Budget::default());
                        let told = format!("{board} {rules} {position:?} {mover:?}");
                        let mut state = start.clone();
                        for mv in &solution.pv {
                            let legal = game.legal(&state);
                            let (_, ruling) = legal.iter().find(|(legal, _)| legal == mv).expect(&told);
                            assert!(*mv != Move::Resign || legal.len() == 1, "{told}");
                            match ruling {
                                Ruling::Leads(next) => state = next.clone(),
                                Ruling::Ends(score) => {
                                    assert_eq!(Some(Value::Points(*score)), solution.value.exact())
                                }
                                Ruling::Barred(_) => unreachable!("a legal move is not banned"),
                            }
                        }
                        let resigns = solution.best_moves.contains(&Move::Resign);
                        assert!(!resigns || game.legal(&start).len() == 1, "{told}");
                    }
                }
            }
        }
    }
}

/// Plays a record, and gives its score if it ends the game, or why a move is illegal.
fn played(
    board: &str,
    rules: &str,
    start: &str,
    mover: Player,
    moves: &str,
) -> Result<Option<Points>, String> {
    played_in(&game(board, rules), start, mover, moves)
}

fn played_in(game: &Game, start: &str, mover: Player, moves: &str) -> Result<Option<Points>, String> {
    let start = parse_position(&game.board, start).unwrap();
    let mut referee = Referee::new(game, start, mover);
    for mv in parse_record(&game.board, moves, mover, game.options.players).unwrap() {
        referee.play(mv).map_err(|illegal| illegal.to_string())?;
    }
    Ok(referee.ended())
}

#[test]
fn games_of_the_documents_end_as_they_say() {
    let points = |points: i32| Ok(Some(Points::from_integer(points)));
    let black = |board, rules, start, moves| played(board, rules, start, Player::Black, moves);
    // AGA: territory is 2, with Black's pass stone 1 less, and with those of White 1 more each.
    assert_eq!(black("1x3", "aga-territory", "...", "B1 pass pass pass pass"), points(3));
    assert_eq!(black("1x3", "aga-territory --last-pass none", "...", "B1 pass pass pass pass"), points(2));
    // New Zealand: the start bans nobody, and each player may empty 1x1 once.
    assert_eq!(black("1x1", "new-zealand", ".", "A1 A1"), Ok(None));
    let again = black("1x1", "new-zealand", ".", "A1 A1 A1").unwrap_err();
    assert!(again.contains("banned, it would recreate the position after move 1"), "{again}");
    // Fixed ko: the way from A to B may be gone once, by whoever it is.
    assert_eq!(black("1x2", "fixed-ko", "..", "A1 B1 A1"), Ok(None));
    let again = black("1x2", "fixed-ko", "..", "A1 B1 A1 B1").unwrap_err();
    assert!(again.contains("from a position to another as move 2 did"), "{again}");
    // OpenSpiel: a position that stood six moves before is a draw, whatever is on the board.
    assert_eq!(black("2x2", "openspiel", "../..", "A2 B1 B2 A1 A2 B2 A2"), points(0));
    // pgx before version 2.4: a position that stood seven moves before loses, one of eight moves before does not. (Found by
    // a walk of the program itself, in which nothing was cut off.)
    let looking_back = |window: u32, moves: &str| {
        let text = format!(
            "[clauses]\nbars = [\"basic-ko\", \"position\"]\nstart = \"free\"\nwindow = {window}\n\
             repetition = \"loses\"\npasses-in-a-row = 2\ncut = 20\n"
        );
        let rules = Rules::from(file::read("window.toml", text.as_bytes()).unwrap());
        let game = rules.game(Board::parse("2x2").unwrap());
        played_in(&game, "../..", Player::Black, moves)
    };
    let seven = "B1 pass A1 A2 pass B2 B1 A1 B1";
    assert_eq!([6, 7, 8].map(|window| looking_back(window, seven)), [Ok(None), points(-4), points(-4)]);
    let eight = "A2 pass A1 B2 B1 B2 pass B1 A1 pass A2";
    assert_eq!([7, 8].map(|window| looking_back(window, eight)), [Ok(None), points(-4)]);
    // Korean rules: a repetition is a draw, whatever has been captured; a prisoner is a point.
    assert_eq!(black("2x2", "korean-play", "../..", "A2 B1 B2 A1 A2 B2 A2"), points(0));
    assert_eq!(black("1x3", "korean-play", "...", "A1 B1 pass pass"), points(-3));
    assert_eq!(black("1x3", "igs", "...", "A1 B1 pass pass"), Ok(None));
    assert_eq!(black("1x3", "igs", "...", "A1 B1 pass pass pass"), points(-3));
    // A game that is cut off after a number of moves.
    let game = |cut: &str| {
        let text = format!("[clauses]\nbars = [\"position\"]\npasses-in-a-row = 2\ncut = {cut}\n");
        Rules::from(file::read("cut.toml", text.as_bytes()).unwrap()).game(Board::parse("1x3").unwrap())
    };
    for (cut, moves) in [("3", 3), ("\"2 * points\"", 6), ("1", 1)] {
        let game = game(cut);
        let mut referee = Referee::new(&game, Position::default(), Player::Black);
        for (number, mv) in [0, 2, 1, 2, 0, 1].into_iter().enumerate().take(moves) {
            assert_eq!(referee.ended(), None, "{cut} {number}");
            let stone = referee.play(Move::Place(mv)).is_ok();
            assert!(stone || referee.play(Move::Pass).is_ok());
        }
        assert!(referee.ended().is_some(), "{cut}");
    }
    // WMSG: two passes do not end the game, and who passes first is asked of all of it.
    assert_eq!(black("1x3", "wmsg", "...", "B1 pass pass"), Ok(None));
    assert_eq!(black("1x3", "wmsg", "...", "B1 pass pass pass"), Ok(None));
    assert_eq!(black("1x3", "wmsg", "...", "B1 pass pass pass pass"), points(2));
    // Games without a score: nobody may pass, nothing may be captured, a prisoner pays for a pass.
    let refused = |rules, moves| black("1x5", rules, ".....", moves).unwrap_err();
    assert!(refused("nogo", "A1 pass").contains("nobody may pass"));
    assert!(refused("nogo", "A1 B1").contains("nothing may be captured"));
    assert!(refused("prisoner-return", "A1 pass").contains("the player has none"));
    assert_eq!(black("1x4", "prisoner-return", "....", "A1 B1 C1 pass"), Ok(None));
    assert!(refused("prisoner-return", "A1 B1 D1 pass E1 pass").contains("the player has none"));
    assert_eq!(black("1x4", "atari-go", "....", "A1 B1"), points(-1));
    assert_eq!(black("1x4", "no-pass-go", "....", "A1 resign"), points(1));
    // Three stones taken in two plays.
    let three = |moves| black("2x3", "capture-three", ".../...", moves);
    assert_eq!(three("A2 B2 C2 A1 B1"), Ok(None));
    assert_eq!(three("A2 B2 C2 A1 B1 C1"), points(-1));
    // Button Go: the button is no pass.
    assert_eq!(black("1x3", "button-go", "...", "B1 coupon pass pass"), Ok(Some(Points::new(5, 2))));
    assert_eq!(black("1x3", "button-go", "...", "B1 pass coupon pass"), Ok(None));
    let again = black("1x3", "button-go", "...", "B1 coupon coupon").unwrap_err();
    assert!(again.contains("all coupons have been taken"), "{again}");
    // Jasiek's example of the point for the first pass.
    let start = "...../XXXXX/XX.OO/OOOOO/.....";
    assert_eq!(black("5x5", "simplified-wmsg", start, "pass pass pass pass"), points(0));
    assert_eq!(black("5x5", "simplified-wmsg", start, "pass C3 pass pass pass pass"), points(-1));
    assert_eq!(black("5x5", "simplified-wmsg", start, "C3 pass pass pass pass"), points(0));
}

/// "White minus black stones removed in plays since": counted on the record of random games, by who
/// knows nothing of tallies.
#[test]
fn who_has_taken_more_stones_in_a_cycle_wins() {
    let mut random = fastrand::Rng::with_seed(2003);
    let mut results = [0; 3];
    for board in ["1x3", "1x4", "2x2", "1x5"].into_iter().cycle().take(4000) {
        let game = game(board, "japanese2003-play");
        let mut referee = Referee::new(&game, Position::default(), Player::Black);
        let (mut stood, mut prisoners) = (vec![Position::default()], vec![0]);
        while referee.ended().is_none() {
            let legal = game.legal(referee.state());
            let stones = legal.iter().filter(|(mv, _)| *mv != Move::Pass).count();
            // The pass is the last of the moves, and two in a row end the game.
            let rarely = if stones > 0 && random.u8(..3) > 0 { stones } else { legal.len() };
            let step = referee.play(legal[random.usize(..rarely)].0).unwrap();
            let taken = step.captured.count_ones() as i32;
            prisoners.push(if step.player == Player::Black { taken } else { -taken });
            stood.push(step.position);
        }
        let last = stood.len() - 1;
        let ended_by_pass = stood[last] == stood[last - 1];
        let earlier = stood[..last].iter().position(|position| *position == stood[last]);
        let Some(earlier) = earlier.filter(|_| !ended_by_pass) else { continue };
        // A pass leaves the position: it stands since the first of those moves.
        let sum: i32 = prisoners[earlier + 1..].iter().sum();
        assert_eq!(referee.ended(), Some((sum.signum() * 10_000).into()), "{board} {stood:?}");
        results[(sum.signum() + 1) as usize] += 1;
    }
    assert!(results.iter().all(|games| *games > 20), "{results:?}");
}

/// KataGo's rules, version 2, with the words of version 1: an independent life region has a stone.
#[test]
fn a_taxed_area_is_that_of_the_page() {
    let cases = [
        ("1x3", ".O.", -3, -1),
        ("1x2", "X.", 1, 1),
        ("1x3", ".XX", 2, 2),
        ("1x4", ".X.X", 2, 2),
        ("1x4", ".X..", 4, 2),
        ("2x3", "X.X/.X.", 6, 4),
        ("3x3", "X.O/X.O/X.O", 0, 0),
    ];
    for (board, position, seki, all) in cases {
        let board = Board::parse(board).unwrap();
        let position = parse_position(&board, position).unwrap();
        assert_eq!([0, 2].map(|tax| taxed_area(&board, &position, tax)), [seki, all], "{position:?}");
        assert_eq!([0, 2].map(|tax| taxed_area(&board, &position.exchanged(), tax)), [-seki, -all]);
    }
}

/// The appendix of the AGA rules says that area and territory with pass stones give the same. Every
/// stone of a finished game is on the board or a prisoner, so on every line territory is area less
/// the stones that were set up (Black's minus White's), and a point more for each move, passes
/// counted, that White has made more than Black: none where Black moves first and White last, and one
/// where White does both. As both games have the same moves, the values differ by as much.
#[test]
fn territory_with_pass_stones_is_area_up_to_what_was_set_up_and_who_moves_first() {
    let mut compared = 0;
    for (board, superko, rules) in [("situation", "aga-territory"), ("natural-situation", "bga")]
        .into_iter()
        .flat_map(|(superko, rules)| ["1x1", "1x2", "1x3", "1x4", "2x2"].map(|board| (board, superko, rules)))
    {
        let territory = game(board, rules);
        let start = if rules == "bga" { "start = \"free\"\n" } else { "" };
        let text = format!("[clauses]\nbars = [{superko:?}]\n{start}passes-in-a-row = 4\n");
        let area = file::read("area.toml", text.as_bytes()).unwrap();
        let area = Rules::from(area).game(territory.board.clone());
        let count = |position: &Position| {
            let [black, white] = position.stones.map(u64::count_ones);
            black as i32 - white as i32
        };
        with_searcher(&territory, None, |by_territory| {
            with_searcher(&area, None, |by_area| {
                for position in legal_positions(&territory.board) {
                    for mover in Player::ALL {
                        let one = search(by_territory, &territory.start(position, mover));
                        let other = search(by_area, &area.start(position, mover));
                        let more = i32::from(mover == Player::White) - count(&position);
                        assert_eq!(one, other + more, "{board} {rules} {position:?} {mover:?}");
                        compared += 1;
                    }
                }
            });
        });
    }
    assert_eq!(compared, 2 * 238);
}

/// Two passes and four, under the rules that stop and resume: on no start to 1x3 does it matter.
#[test]
fn whether_two_passes_end_or_four_changes_no_value() {
    for superko in ["situation", "natural-situation"] {
        let games = [2, 4].map(|passes| {
            let text = format!(
                "[clauses]\nbars = [{superko:?}]\npasses-in-a-row = {passes}\nscoring = \"territory\"\nprice-of-pass = 1\nlast-pass = \"white\"\n"
            );
            Rules::from(file::read(&format!("{passes}.toml"), text.as_bytes()).unwrap())
        });
        for board in ["1x1", "1x2", "1x3"] {
            let [two, four] = games.map(|rules| rules.game(Board::parse(board).unwrap()));
            let all: Vec<(State, State)> = starts(&two).into_iter().zip(starts(&four)).collect();
            with_searcher(&two, None, |by_two| {
                with_searcher(&four, None, |by_four| {
                    for (one, other) in &all {
                        assert_eq!(search(by_two, one), search(by_four, other), "{superko} {one:?}");
                    }
                });
            });
        }
    }
}

/// A player who may take the button loses nothing by taking it where he could pass: he has half a
/// point more, nothing is banned, and his opponent cannot take it.
#[test]
fn taking_the_button_is_no_worse_than_passing() {
    for board in ["1x2", "1x3", "1x4"] {
        let game = game(board, "button-go");
        with_searcher(&game, None, |searcher| {
            for start in starts(&game) {
                let after = |wanted| {
                    let (_, ruling) = game.legal(&start).into_iter().find(|(mv, _)| *mv == wanted).unwrap();
                    let Ruling::Leads(next) = ruling else { panic!("it does not end the game") };
                    let value = search(searcher, &next);
                    if start.key.mover == Player::Black { value } else { -value }
                };
                assert!(after(Move::Coupon) >= after(Move::Pass), "{start:?}");
            }
        });
    }
}
