//! Boards that are solved and larger ones: the rules are the same over sets of one word and of
//! several.
//!
//! What plays there are depends on the key alone, and what a play does to a history on the play
//! alone ([`superko::rules::ruleset::Ruleset`], "Equal keys"), by code that knows no set. So if the
//! plays of every key that can be reached are the same over both kinds of sets, every game is.

use std::collections::{BTreeSet, VecDeque};
use std::path::Path;

use fastrand::Rng;
use superko::ask::Look;
use superko::go::bits::{PointSet, Words, members};
use superko::go::board::{Board, LargeSet};
use superko::go::player::Move;
use superko::go::position::{Position, legal_positions_of};
use superko::rules::fact::{Delta, Fact};
use superko::rules::game::Game;
use superko::rules::line::Line;
use superko::rules::referee::Referee;
use superko::rules::ruleset::{Effect, Key, Play, Stop, StopEffect};
use superko::rules::{Rules, catalogue};

use crate::common::program::{self, said, text};
use crate::common::sample;

// --- The same over sets of several words, few of them, so that it is done soon ---

fn set(of: u64) -> Words<2> {
    members(of).fold(Words::EMPTY, |set, point| set | Words::of(u16::from(point)))
}

fn position(of: &Position) -> Position<Words<2>> {
    Position::of_colours(of.colours().map(set))
}

fn key(of: &Key) -> Key<Words<2>> {
    Key { position: position(&of.position), mover: of.mover, phase: of.phase }
}

fn fact(of: &Fact) -> Fact<Words<2>> {
    Fact { class: of.class, who: of.who, position: position(&of.position), second: of.second }
}

fn delta(of: &Delta) -> Delta<Words<2>> {
    Delta { clears: of.clears, scored: of.scored, sets: of.sets.iter().map(fact).collect(), gain: of.gain }
}

fn play(of: &Play) -> Play<Words<2>> {
    let effect = match &of.effect {
        Effect::End(score) => Effect::End(*score),
        Effect::Next(next, changes) => Effect::Next(key(next), delta(changes)),
    };
    let stop = |stop: &Stop| Stop {
        fact: fact(&stop.fact),
        effect: match &stop.effect {
            StopEffect::End(score) => StopEffect::End(*score),
            StopEffect::Mean(last) => StopEffect::Mean(*last),
            StopEffect::Won { last, points } => StopEffect::Won { last: *last, points: *points },
            StopEffect::Next(next) => StopEffect::Next(Box::new((key(&next.0), delta(&next.1)))),
        },
    };
    Play {
        mv: of.mv.map(u16::from),
        bars: of.bars.iter().map(fact).collect(),
        stops: of.stops.iter().map(stop).collect(),
        effect,
    }
}

/// The keys that a play may lead to.
fn reached(play: &Play) -> impl Iterator<Item = Key> {
    let next = match &play.effect {
        Effect::Next(next, _) => Some(*next),
        Effect::End(_) => None,
    };
    let stops = play.stops.iter().filter_map(|stop| match &stop.effect {
        StopEffect::Next(next) => Some(next.0),
        _ => None,
    });
    next.into_iter().chain(stops)
}

/// Every ruleset that is refereed over sets of several words, with every combination of its options.
fn all_rules() -> Vec<Rules> {
    let all = catalogue::ALL.iter().flat_map(|entry| entry.combinations());
    all.filter(|rules| rules.max_points_over::<Words<2>>() > 0).collect()
}

fn both(rules: Rules, rows: usize, cols: usize) -> Option<(Game, Game<Words<2>>)> {
    let fits = rows * cols <= rules.max_points().min(rules.max_points_over::<Words<2>>());
    let fits = fits && rows * cols <= rules.options.players.max_points();
    fits.then(|| {
        let small = superko::go::Board::grid(rows, cols).unwrap();
        (rules.game(small), rules.game(Board::large(rows, cols).unwrap()))
    })
}

/// Compares the plays of the keys that can be reached from every position, whoever moves first, as
/// far as there are no more than `most`. Returns how many there were.
fn plays_are_the_same(rules: Rules, rows: usize, cols: usize, most: usize) -> usize {
    let Some((small, large)) = both(rules, rows, cols) else { return 0 };
    let players = rules.options.players;
    let mut open = VecDeque::new();
    for start in legal_positions_of(&small.board, players) {
        for mover in players.all() {
            let (one, change) = small.rules.start(start, *mover);
            assert_eq!((key(&one), delta(&change)), large.rules.start(position(&start), *mover));
            open.push_back(one);
        }
    }
    let mut seen: BTreeSet<Key> = open.iter().copied().collect();
    while let Some(now) = open.pop_front() {
        let (plays, other) = (small.plays(&now), key(&now));
        assert_eq!(plays.iter().map(play).collect::<Vec<_>>(), large.plays(&other), "{rules} {now:?}");
        assert_eq!(small.rules.count(&small.board, &now), large.rules.count(&large.board, &other));
        // Moves one by one, as the referee asks for them.
        let points = small.board.all().map(Move::Place);
        for mv in points.chain([Move::Pass, Move::Accept, Move::Dispute, Move::Resume]) {
            let listed = plays.iter().find(|play| play.mv == mv);
            assert_eq!(small.rules.play(&small.board, &now, mv).as_ref(), listed, "{rules} {now:?} {mv:?}");
            assert_eq!(large.rules.play(&large.board, &other, mv.map(u16::from)), listed.map(play));
            if listed.is_none() {
                let why = small.rules.refusal(&small.board, &now, mv);
                assert_eq!(large.rules.refusal(&large.board, &other, mv.map(u16::from)), why);
            }
        }
        for next in plays.iter().flat_map(reached) {
            if seen.len() < most && seen.insert(next) {
                open.push_back(next);
            }
        }
    }
    seen.len()
}

#[test]
fn every_play_of_every_key_is_the_same_over_both_kinds_of_sets() {
    let (mut keys, mut rulesets) = (0, 0);
    for rules in sample::one_in(16, all_rules()) {
        for (rows, cols) in [(1, 1), (1, 2), (1, 3), (1, 4), (2, 2)] {
            // More only where prisoners are counted in the key, which has no bound.
            keys += plays_are_the_same(rules, rows, cols, 1_000);
        }
        rulesets += 1;
    }
    println!("{rulesets} rulesets, {keys} keys");
    assert!(keys > 300 * rulesets && rulesets > 0);
}

/// A move at random among the legal ones: seldom a pass, so that there are captures and kos.
fn random_move(referee: &Referee, game: &Game, random: &mut Rng) -> Move {
    let legal: Vec<Move> = game.legal(referee.state()).into_iter().map(|(mv, _)| mv).collect();
    let stones: Vec<Move> = legal.iter().copied().filter(|mv| mv.placed().is_some()).collect();
    let among = if stones.is_empty() || random.usize(..12) == 0 { legal } else { stones };
    among[random.usize(..among.len())]
}

#[test]
fn games_to_64_points_look_the_same_over_both_kinds_of_sets() {
    let mut random = Rng::with_seed(47);
    let (mut moves, mut barred) = (0, 0);
    for rules in sample::one_in(16, all_rules()) {
        for (rows, cols, most) in [(2, 3, 60), (3, 3, 60), (1, 9, 60), (4, 4, 80), (8, 8, 150), (2, 32, 100)]
        {
            let Some((small, large)) = both(rules, rows, cols) else { continue };
            let first = rules.first_move();
            let mut referee = Referee::new(&small, Position::default(), first);
            let (mut line, mut other) = (
                Line::new(&small, Position::default(), first),
                Line::new(&large, Position::default(), first),
            );
            while referee.ended().is_none() && referee.made() < most {
                let mv = random_move(&referee, &small, &mut random);
                referee.play(mv).unwrap();
                line.play(&small, mv).unwrap();
                other.play(&large, mv.map(u16::from)).unwrap();
                assert_eq!((&line.state, line.ended), (referee.state(), referee.ended()));
                moves += 1;
                if referee.made().is_multiple_of(15) || referee.ended().is_some() {
                    let [one, two] =
                        [Look::after(&small, &line, &[]), Look::after(&large, &other, &[])].map(|look| {
                            barred += look.barred.len();
                            serde_json::to_string(&look).unwrap()
                        });
                    assert_eq!(one, two, "{rules} {rows}x{cols}");
                }
            }
            let again = Line::replay(&large, Position::default(), first, other.moves.clone()).unwrap();
            assert_eq!((&again.state, again.ended), (&other.state, other.ended));
            // What is illegal is so for the same reason, and changes nothing.
            for mv in small.board.all().map(Move::Place).chain([Move::Pass, Move::Challenge(0)]) {
                if let Some(why) = referee.ban(mv) {
                    assert_eq!(line.play(&small, mv), Err(why.clone()));
                    let illegal = other.play(&large, mv.map(u16::from)).unwrap_err();
                    assert_eq!(illegal.to_string(), why.to_string());
                }
            }
            assert_eq!(line.moves.len(), referee.made());
        }
    }
    println!("{moves} moves, {barred} barred");
    assert!(moves > 500 && barred > 50);
}

// --- Boards that are too large to be solved ---

/// A game on 19x19, in a file.
fn record(folder: &Path, moves: &str) -> String {
    let file = folder.join("game.sgf").to_str().unwrap().to_string();
    std::fs::write(&file, format!("(;GM[1]FF[4]SZ[19]KM[7.5]RU[psk]{moves})")).unwrap();
    file
}

/// A ko at the top left corner of a board: Black takes last, and White would take back.
const KO: &str = ";B[ba];W[ca];B[ab];W[bb];B[jj];W[aa]";

#[test]
fn a_ban_on_a_large_board_is_named_with_its_moment() {
    let folder = tempfile::tempdir().unwrap();
    let file = record(folder.path(), &format!("{KO};B[ba]"));
    let output = program::solve(&["replay", &file]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert_eq!(
        text(&output.stdout).lines().last().unwrap(),
        "move 7, Black B19: banned, it would recreate the position after move 5 (Black K10)"
    );
    // Under basic ko it is the ko; without the taking back the game goes on.
    let output = program::solve(&["replay", &file, "--rules", "simple-ko"]);
    assert!(text(&output.stdout).ends_with("it would retake the ko at once\n"), "{}", said(&output));
    let output = program::solve(&["replay", &record(folder.path(), KO), "--json"]);
    let json = program::json(&output);
    assert_eq!(
        (&json["illegal"], json["moves"][5]["captured"].as_u64()),
        (&serde_json::Value::Null, Some(1))
    );
}

#[test]
fn a_long_game_on_19x19_is_refereed_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Rng::with_seed(19);
    let rules: Rules = "psk".parse().unwrap();
    let game = rules.game(Board::<LargeSet>::large(19, 19).unwrap());
    let mut line = Line::new(&game, Position::default(), rules.first_move());
    let mut nodes = String::new();
    while line.moves.len() < 500 {
        let mv = Move::Place(random.u16(..361));
        let player = line.state.key.mover;
        if line.play(&game, mv).is_ok() {
            let value = superko::sgf::properties::move_value(&game.board, mv).unwrap();
            nodes.push_str(&format!(";{}[{value}]", &player.name()[..1]));
        }
    }
    let file = record(folder.path(), &format!("{nodes};B[];W[]"));
    let json = program::json(&program::solve(&["replay", &file, "--json"]));
    assert_eq!(json["moves"].as_array().unwrap().len(), 502);
    assert!(json["score"].is_string() && json["illegal"].is_null());
    let captured: u64 =
        json["moves"].as_array().unwrap().iter().filter_map(|mv| mv["captured"].as_u64()).sum();
    assert!(captured > 10, "{captured}");
}

#[test]
fn boards_go_up_to_52x52_and_nothing_is_solved_on_them() {
    let folder = tempfile::tempdir().unwrap();
    let moves = folder.path().join("moves.txt").to_str().unwrap().to_string();
    std::fs::write(&moves, "A1 BB52 AA26 pass").unwrap();
    let output = program::solve(&["replay", &moves, "--board", "52x52", "--rules", "kee2020"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    for (arguments, expected) in [
        (&["replay", &moves, "--board", "53x52", "--rules", "psk"][..], "expected sides from 1 to 52"),
        (
            &["replay", &moves, "--board", "19x19", "--rules", "jann-territory"],
            "361 intersections, expected at most",
        ),
        (
            &["replay", &moves, "--board", "19x19", "--rules", "psk"],
            "expected pass or an intersection of the 19x19 board, A1 to T19",
        ),
        (&["19x19", "psk"], "361 intersections are too many: at most 64"),
        (&["--board", "9x9", "--rules", "psk"], "81 intersections are too many: at most 64"),
        (&["compare", "--board", "9x9", "--rules", "psk,ssk"], "81 intersections are too many: at most 64"),
        (&[&record(folder.path(), KO)], "361 intersections are too many: at most 64"),
    ] {
        program::refused(arguments, expected);
    }
}

#[test]
fn controllers_play_on_large_boards() {
    let commands = "boardsize 19\nplay b B19\nplay w C19\nplay b A18\nplay w B18\nplay b K10\nplay w A19\nis_legal b B19\n\
                    play b B19\nundo\nplay w A19\ngenmove b\nplay b Q16\nplay w B19\nplay b pass\nplay w pass\nfinal_score\n\
                    final_status_list dead\nboardsize 27\nboardsize 25\nplay b Z25\nfixed_handicap 4\nclear_board\nfixed_handicap 4\n\
                    boardsize 2\ngenmove b\nquit\n";
    let output = program::solve_input(&["gtp", "--rules", "psk"], commands.as_bytes());
    let output = text(&output.stdout);
    let replies: Vec<&str> = output.split("\n\n").collect();
    let expected = [
        "=",
        "=",
        "=",
        "=",
        "=",
        "=",
        "=",
        "= 0",
        "? illegal move: banned, it would recreate the position after move 5 (Black K10)",
        "=",
        "=",
        "? a board of 19x19 is refereed, and nothing is solved on it, expected at most 64 intersections",
        "=",
        "=",
        "=",
        "=",
        "= W+",
        "=",
        "? unacceptable size",
        "=",
        "=",
        "? board not empty",
        "=",
        "= C3 X23 C23 X3",
        "=",
        "= ",
        "=",
    ];
    for (reply, expected) in replies.iter().zip(expected) {
        assert!(reply.trim_end().starts_with(expected), "{replies:#?}");
    }
}
