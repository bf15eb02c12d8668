use fastrand::Rng;

use super::*;
use crate::sample;
use superko_go::Player;
use superko_go::position::legal_positions;
use superko_rules::{Rules, catalogue, file};
use superko_solve::Limits;

const ALL: Request = Request { depth: 0, passes: true, divided: false, most: None, wanted: None };

fn board(name: &str) -> superko_go::Board {
    superko_go::Board::parse(name).unwrap()
}

fn game(name: &str, rules: &str) -> Game {
    rules.parse::<Rules>().unwrap().game(board(name))
}

fn large_game(name: &str, rules: &str) -> Game<LargeSet> {
    rules.parse::<Rules>().unwrap().game(Board::parse_large(name).unwrap())
}

fn empty<S: PointSet>(game: &Game<S>) -> Line<S> {
    Line::new(game, Position::default(), Player::Black)
}

fn counted<S: Counted>(game: &Game<S>, line: &Line<S>, request: Request) -> Vec<Ply> {
    let found = perft(game, line, &request, &Budget::default()).unwrap();
    assert_eq!(found.stopped, None);
    found.plies
}

fn sequences<S: Counted>(game: &Game<S>, request: Request) -> Vec<u128> {
    counted(game, &empty(game), request).iter().map(|ply| ply.sequences).collect()
}

#[test]
fn known_numbers() {
    let stones = |depth| Request { depth, passes: false, ..ALL };
    // A. McKenzie's of 2005.
    let five = sequences(&game("5x5", "simple-ko"), stones(6));
    assert_eq!(five, [25, 600, 13_800, 303_424, 6_368_416, 127_124_176]);
    let nine = sequences(&large_game("9x9", "simple-ko"), stones(5));
    assert_eq!(nine, [81, 6480, 511_920, 39_929_136, 3_074_496_080]);
    for (rules, expected) in [
        ("psk", [156, 316, 604, 1088, 2184, 4184]),
        ("ssk", [156, 316, 604, 1112, 2312, 4544]),
        ("nssk", [156, 316, 604, 1112, 2312, 4576]),
        ("ssk --suicide allowed", [180, 428, 860, 1704, 3936, 9808]),
        ("simple-ko", [156, 316, 604, 1168, 2592, 5768]),
        ("katago-simple", [156, 316, 604, 1168, 2592, 5768]),
        ("spight", [188, 456, 980, 2104, 4724, 10_724]),
        ("kee2009", [188, 456, 980, 2104, 4724, 10_724]),
        ("kee2007", [212, 568, 1292, 3016, 7220, 18_372]),
        ("nieminen", [165, 368, 824, 1740, 3796, 7892]),
        ("jann", [198, 526, 1338, 3536, 9791, 27_445]),
    ] {
        let found = sequences(&game("2x2", rules), Request { depth: 9, ..ALL });
        assert_eq!(found[3..], expected, "{rules}");
    }
    let tenth = |rules| sequences(&game("2x2", rules), Request { depth: 10, ..ALL })[9];
    assert_eq!((tenth("simple-ko"), tenth("katago-simple")), (12_120, 12_048));
}

#[test]
fn every_ruleset_with_every_option_has_the_numbers_of_plain_enumeration() {
    let rules = catalogue::ALL.iter().flat_map(|entry| entry.combinations());
    let cases: Vec<(Rules, &str, usize)> = rules
        .flat_map(|rules| {
            let boards =
                [("1x1", 8), ("1x2", 7), ("1x3", 6), ("1x4", 5), ("2x2", 6), ("2x3", 4), ("cycle:3", 6)];
            boards.map(|(board, depth)| (rules, board, depth))
        })
        .collect();
    for (rules, name, depth) in sample::part("perft-catalogue", cases) {
        let board = board(name);
        if rules.options.players.refuse(board.points()).is_some() || board.points() > rules.max_points() {
            continue;
        }
        let game = rules.game(board);
        let line = empty(&game);
        for passes in [true, false] {
            let expected = enumerate(&game, &line.state, depth, passes);
            let request = Request { depth, passes, ..ALL };
            assert_eq!(counted(&game, &line, request), expected, "{name} {rules}");
            let listed = general(&game, &line, &request, &Budget::default()).unwrap();
            assert_eq!(listed.plies, expected, "{name} {rules}");
        }
    }
}

/// Compositions that are plain and no ruleset of the catalogue.
const PLAIN: [&str; 5] = [
    "bars = [\"basic-ko\", \"position\"]\npasses-in-a-row = 2",
    "bars = [\"basic-ko\", \"situation\"]\npasses-in-a-row = 3",
    "bars = [\"natural-situation\"]\npasses-in-a-row = 4",
    "bars = [\"position\"]\npasses-in-a-row = 1\nscoring = \"territory\"",
    "bars = [\"basic-ko\"]\npasses-in-a-row = 3",
];

/// Rulesets that are plain, with every rule about suicide.
fn plain_rulesets() -> Vec<Rules> {
    let drafts = PLAIN.iter().flat_map(|clauses| {
        ["forbidden", "allowed", "multi-stone"].map(|suicide| {
            let text = format!("[clauses]\nsuicide = \"{suicide}\"\n{clauses}\n");
            Rules::from(file::read("draft.toml", text.as_bytes()).unwrap())
        })
    });
    let known = catalogue::ALL.iter().flat_map(|entry| entry.combinations());
    drafts.chain(known).filter(|rules| PlainRules::of(rules).is_some()).collect()
}

#[test]
fn which_rulesets_are_plain() {
    let mut names: Vec<&str> = plain_rulesets().iter().map(|rules| rules.entry.id).collect();
    names.dedup();
    assert_eq!(names[..1], ["draft"]);
    let others =
        ["aga-territory", "ikeda-area-1", "ikeda-area-2", "ikeda-area-3", "stone-counting", "group-tax"];
    let expected =
        [&["simple-ko", "psk", "ssk", "nssk"][..], &others, &["ljrg-original", "ludii-go"]].concat();
    assert_eq!(names[1..], expected);
    for rules in plain_rulesets() {
        assert_eq!(rules.options.players, Players::Two);
    }
}

/// Whether a superko bans a play in the first plies.
fn bans_a_repetition(game: &Game, state: &State, depth: usize) -> bool {
    let plays = game.plays(&state.key);
    plays.iter().any(|play| match game.rule(state, play) {
        Ruling::Barred(_) => true,
        Ruling::Leads(next) => depth > 0 && bans_a_repetition(game, &next, depth - 1),
        Ruling::Ends(_) => false,
    })
}

/// A state with what is counted from it: a ruleset on a board, after a few moves from a drawn position.
struct Drawn {
    game: Game,
    line: Line,
    depth: usize,
}

/// Boards, each with a greatest length: many of their positions are full of stones that can be captured,
/// so that positions recur within a few plies.
const DRAWN: [(&str, usize); 6] =
    [("1x4", 8), ("1x5", 7), ("2x2", 8), ("2x3", 6), ("3x3", 4), ("torus:2x3", 5)];

/// Positions drawn for each ruleset, the boards in turn.
fn drawn(name: &str, rulesets: &[Rules], draws: usize) -> impl Iterator<Item = Drawn> {
    let mut random = Rng::with_seed(5);
    let boards = DRAWN.map(|(name, depth)| (board(name), depth));
    let positions = boards.each_ref().map(|(board, _)| legal_positions(board).collect::<Vec<Position>>());
    let rulesets = rulesets.iter().flat_map(|rules| std::iter::repeat_n(*rules, draws));
    let cases = rulesets.enumerate().map(|(number, rules)| (number % DRAWN.len(), rules, random.fork()));
    let cases: Vec<_> =
        cases.filter(|(number, rules, _)| boards[*number].0.points() <= rules.max_points()).collect();
    sample::part(name, cases).into_iter().map(move |(number, rules, mut random)| {
        let (board, depth) = &boards[number];
        let game = rules.game(board.clone());
        let position = positions[number][random.usize(..positions[number].len())];
        let mover = Player::ALL[random.usize(..2)];
        let mut line = Line::new(&game, position, mover);
        // Some moves are made first.
        for _ in 0..random.usize(..4) {
            let legal = game.legal(&line.state);
            let (mv, ruling) = &legal[random.usize(..legal.len())];
            if matches!(ruling, Ruling::Leads(_)) {
                let moves = [line.moves.as_slice(), &[*mv]].concat();
                line = Line::replay(&game, position, mover, moves).unwrap();
            }
        }
        Drawn { game, line, depth: *depth }
    })
}

/// Compares the counts of drawn states with plain enumeration, length by length, and says in how many
/// cases a repetition is banned.
fn compare_drawn(
    drawn: impl Iterator<Item = Drawn>,
    mut count: impl FnMut(&Drawn, &Request) -> Result<Perft<u8>, PerftError>,
) -> usize {
    let mut banned = 0;
    for drawn in drawn {
        let Drawn { game, line, depth } = &drawn;
        for passes in [true, false] {
            let expected = enumerate(game, &line.state, *depth, passes);
            for depth in 1..=*depth {
                let found = count(&drawn, &Request { depth, passes, ..ALL }).unwrap().plies;
                let rules = game.ruleset();
                let told = || format!("{} {rules} {} {line:?} {passes}", game.board, game.entry.text);
                assert_eq!(found, expected[..depth], "{}", told());
            }
            banned += usize::from(bans_a_repetition(game, &line.state, depth - 1));
        }
    }
    banned
}

#[test]
fn plain_rules_have_the_numbers_of_plain_enumeration_wherever_play_begins() {
    let banned =
        compare_drawn(drawn("perft-plain", &plain_rulesets(), 180), |Drawn { game, line, .. }, request| {
            let rules = PlainRules::of(&game.ruleset()).expect("the ruleset is plain");
            plain(game, rules, line, request, &Budget::default())
        });
    assert!(banned > 50, "{banned}");
}

#[test]
fn what_no_play_asks_for_changes_no_number_wherever_play_begins() {
    let rulesets: Vec<Rules> = catalogue::ALL.iter().flat_map(|entry| entry.combinations()).collect();
    let mut listed = 0;
    let banned = compare_drawn(drawn("perft-asked", &rulesets, 1), |Drawn { game, line, depth }, request| {
        let found = general(game, line, request, &Budget::default());
        // The lists of the longest are those of the shorter ones, and take long to make.
        let reached = (request.depth == *depth)
            .then(|| Reached::from(game, &line.state, request.passes, MOST_FACTS))
            .flatten();
        if let Some(reached) = reached {
            listed += 1;
            assert_eq!(super::listed(game, line, &reached, request, &Budget::default()), found);
        }
        found
    });
    assert!(banned > sample::least(200) && listed > sample::least(500), "{banned} {listed}");
}

#[test]
fn which_boards_have_all_keys_and_facts_in_lists() {
    let words = |name, rules| {
        let game = game(name, rules);
        let reached = Reached::from(&game, &empty(&game).state, true, MOST_FACTS);
        reached.map(|reached| reached.words())
    };
    for (name, rules, expected) in [
        ("1x4", "psk", Some(1)),
        ("1x5", "psk", Some(2)),
        ("2x2", "spight", Some(3)),
        ("1x6", "ssk", Some(8)),
        ("1x7", "psk", Some(14)),
        ("2x2", "openspiel", Some(1)),
        ("2x2", "pgx-window", Some(7)),
        ("2x2", "kee2007", None),
        ("3x3", "psk", None),
    ] {
        assert_eq!(words(name, rules), expected, "{name} {rules}");
    }
}

#[test]
fn nothing_is_counted_beyond_the_sequences_that_are_wanted() {
    for (name, rules) in [("2x2", "psk"), ("3x3", "simple-ko"), ("2x3", "spight"), ("4x4", "ssk")] {
        let game = game(name, rules);
        let all = counted(&game, &empty(&game), Request { depth: 6, ..ALL });
        for (length, ply) in all.iter().enumerate() {
            let exactly = Request { depth: length + 1, wanted: Some(ply.sequences), ..ALL };
            assert_eq!(counted(&game, &empty(&game), exactly), all[..=length]);
            let fewer = Request { wanted: Some(ply.sequences - 1), ..exactly };
            let found = perft(&game, &empty(&game), &fewer, &Budget::default());
            assert_eq!(found, Err(PerftError::Enough), "{name} {rules} {length}");
        }
    }
}

#[test]
fn large_boards_have_the_numbers_of_small_ones() {
    for (name, depth) in [("1x3", 6), ("2x2", 6), ("2x3", 5), ("3x3", 4)] {
        for rules in
            ["psk", "ssk --suicide multi-stone", "nssk --suicide allowed", "simple-ko", "spight", "kee2020"]
        {
            let (game, large) = (game(name, rules), large_game(name, rules));
            let request = Request { depth, ..ALL };
            let expected = counted(&game, &empty(&game), request);
            assert_eq!(counted(&large, &empty(&large), request), expected, "{name} {rules}");
            let listed = general(&large, &empty(&large), &request, &Budget::default()).unwrap();
            assert_eq!(listed.plies, expected, "{name} {rules}");
        }
    }
    // Sets of several words of each length.
    for name in ["9x9", "2x52", "12x12", "19x19", "21x20"] {
        for rules in ["psk --suicide allowed", "ssk", "simple-ko"] {
            let large = large_game(name, rules);
            let request = Request { depth: 2, ..ALL };
            let points = large.board.points() as u128;
            // After a stone the points that are left and a pass; after a pass the board and an end.
            let expected = [points + 1, points * points + points + 1];
            assert_eq!(sequences(&large, request), expected, "{name} {rules}");
        }
    }
}

#[test]
fn a_corner_is_taken_on_a_large_board_as_the_general_path_says() {
    let large = large_game("9x9", "ssk --suicide multi-stone");
    let corner = "X.O....../XO......./.O......./........./........./........./........./........./.........";
    let start = superko_go::notation::parse_position(&large.board, corner).unwrap();
    let line = Line::new(&large, start, Player::White);
    let request = Request { depth: 2, ..ALL };
    let listed = general(&large, &line, &request, &Budget::default()).unwrap();
    assert_eq!(counted(&large, &line, request), listed.plies);
}

#[test]
fn divided_counts_are_those_of_the_states_after_each_move() {
    for (name, rules, depth) in [
        ("2x3", "psk", 5),
        ("2x2", "simple-ko", 6),
        ("2x2", "kee2020", 5),
        ("1x3", "jann", 4),
        ("3x3", "ssk", 4),
    ] {
        let game = game(name, rules);
        let line = empty(&game);
        let request = Request { depth, divided: true, ..ALL };
        let found = perft(&game, &line, &request, &Budget::default()).unwrap();
        assert_eq!(found.plies, enumerate(&game, &line.state, depth, true), "{name} {rules}");
        let legal = game.legal(&line.state);
        let moves = found.moves.unwrap();
        assert_eq!(moves.len(), legal.len());
        for (first, (mv, ruling)) in moves.iter().zip(&legal) {
            let Ruling::Leads(state) = ruling else { panic!("no first move ends a game") };
            assert_eq!(first.mv, *mv);
            assert_eq!(first.plies[1..], enumerate(&game, state, depth - 1, true), "{name} {rules} {mv:?}");
        }
    }
}

#[test]
fn little_memory_and_few_threads_change_no_number() {
    let limits = |memory| Budget::new(Limits { memory, ..Limits::default() });
    for (name, rules, depth) in [("3x3", "psk", 6), ("3x3", "spight", 5), ("4x4", "simple-ko", 6)] {
        let game = game(name, rules);
        let request = Request { depth, ..ALL };
        let expected = counted(&game, &empty(&game), request);
        for memory in [1, 1 << 16, 1 << 20] {
            let found = perft(&game, &empty(&game), &request, &limits(memory)).unwrap();
            assert_eq!(found.plies, expected, "{name} {rules}");
        }
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(one.install(|| counted(&game, &empty(&game), request)), expected);
    }
}

#[test]
fn what_is_complete_is_given_where_a_limit_stops_it() {
    let game = game("4x4", "psk");
    let all = counted(&game, &empty(&game), Request { depth: 4, ..ALL });
    let mut lengths = Vec::new();
    for nodes in [1, 10, 100, 1000, 10_000, 100_000] {
        let budget = Budget::new(Limits { nodes: Some(nodes), ..Limits::default() });
        let request = Request { depth: 9, ..ALL };
        let found = perft(&game, &empty(&game), &request, &budget).unwrap();
        assert_eq!(found.stopped, Some(Stopped::Nodes));
        let length = found.plies.len().min(4);
        assert_eq!(found.plies[..length], all[..length]);
        lengths.push(found.plies.len());
        let divided = Request { divided: true, ..request };
        let budget = Budget::new(Limits { nodes: Some(nodes), ..Limits::default() });
        let found = perft(&game, &empty(&game), &divided, &budget).unwrap();
        assert_eq!(found.plies[0], all[0]);
        assert!(found.stopped.is_some());
    }
    assert!(lengths.is_sorted() && lengths[0] == 0 && lengths[5] >= 3, "{lengths:?}");
}

#[test]
fn too_much_work_is_refused_with_the_length_that_is_not() {
    let game = game("5x5", "simple-ko");
    let request = Request { depth: 12, most: Some(1e8), ..ALL };
    let refused = perft(&game, &empty(&game), &request, &Budget::default());
    let Err(PerftError::TooLong { states, depth }) = refused else { panic!("{refused:?}") };
    assert!(states > 1e8 && (5..9).contains(&depth), "{states} {depth}");
    // A state space that ends is not refused, however many sequences there are.
    let small = self::game("2x2", "simple-ko");
    let request = Request { depth: 60, ..request };
    let found = counted(&small, &empty(&small), request);
    assert!(found[59].sequences > 1 << 40);
    let request = Request { depth: 400, ..request };
    assert_eq!(perft(&small, &empty(&small), &request, &Budget::default()), Err(PerftError::Overflow));
}
