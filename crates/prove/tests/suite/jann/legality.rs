//! Random games, in which the legal moves must be those of the literal machine at every turn.

use std::collections::BTreeMap;

use fastrand::Rng;
use superko_go::notation::{diagram_line, move_name, parse_position};
use superko_go::position::legal_positions;
use superko_go::{Move, Player};
use superko_rules::{Game, Points, Ruling};

use super::game;
use super::literal::{Limits, Literal, Now};
use crate::common::sample;

/// What has been met, and how often.
#[derive(Default)]
struct Met {
    turns: usize,
    things: BTreeMap<&'static str, usize>,
}

impl Met {
    fn count(&mut self, what: &'static str, met: bool) {
        *self.things.entry(what).or_insert(0) += usize::from(met);
    }
}

/// Every move that can be named on a board.
fn every_move(game: &Game) -> Vec<Move> {
    let points = 0..game.board.points() as u8;
    let named = points.flat_map(|point| [Move::Place(point), Move::Challenge(point)]);
    named.chain([Move::Pass, Move::Accept, Move::Resume, Move::ResumeModified, Move::Dispute]).collect()
}

/// Chooses a move. Ko captures and challenges are rare and come first; `calm` players pass more.
fn choose(game: &Game, legal: &[(Move, Ruling)], random: &mut Rng, calm: usize) -> usize {
    let stones = |ruling: &Ruling| match ruling {
        Ruling::Leads(state) => Some(state.key.position.occupied().count_ones()),
        _ => None,
    };
    let passed = legal.iter().find(|(mv, _)| *mv == Move::Pass).and_then(|(_, ruling)| stones(ruling));
    let weight = |(mv, ruling): &(Move, Ruling)| match mv {
        // A stone that captures one stone leaves as many as there were.
        Move::Place(_) if passed.is_some() && stones(ruling) == passed => 12,
        Move::Place(_) => 48 / game.board.points().max(6),
        Move::Challenge(_) => 12,
        Move::Pass => calm,
        Move::ResumeModified => 24,
        _ => 4,
    };
    let sum: usize = legal.iter().map(weight).sum();
    let mut drawn = random.usize(..sum);
    legal
        .iter()
        .position(|play| {
            let found = drawn < weight(play);
            drawn = drawn.saturating_sub(weight(play));
            found
        })
        .expect("the weights add up")
}

/// Plays a game whose moves are drawn; the greater `calm`, the more passes.
fn compare(game: &Game, literal: &mut Literal, start: &str, random: &mut Rng, calm: usize, met: &mut Met) {
    let mut mover = if random.bool() { Player::Black } else { Player::White };
    let mut state = game.start(parse_position(&game.board, start).unwrap(), mover);
    let mut record = Vec::new();
    for _ in 0..120 {
        let told = || format!("{} {:?} from {start}: {}", game.board, game.options, record.join(" "));
        let colour = if mover == Player::Black { 'X' } else { 'O' };
        let mut legal = game.legal(&state);
        legal.sort_by_key(|(mv, _)| *mv);
        let moves: Vec<Move> = legal.iter().map(|(mv, _)| *mv).collect();
        assert_eq!(moves, literal.legal(colour), "{}", told());
        assert_eq!(diagram_line(&game.board, &state.key.position), literal.position(), "{}", told());
        assert_eq!(state.key.mover, mover);
        met.turns += 1;
        for mv in every_move(game).into_iter().filter(|mv| !moves.contains(mv)) {
            let why = game.rules.refusal(&game.board, &state.key, mv);
            assert!(!why.contains("suicide"), "{}: {}: {why}", told(), move_name(&game.board, mv));
            met.count(why, true);
        }
        let barred = literal.barred();
        let (mv, ruling) = legal.swap_remove(choose(game, &legal, random, calm));
        literal.play(colour, mv);
        record.push(move_name(&game.board, mv));
        met.count("challenge", matches!(mv, Move::Challenge(_)));
        met.count("challenge of what is barred", barred == mv.names() && matches!(mv, Move::Challenge(_)));
        met.count("suicide", literal.last_lost() > 0);
        met.count("lock", literal.last_locked());
        met.count(
            "modified continuation",
            mv == Move::Accept && matches!(literal.state(), Now::Play { modified: true, .. }),
        );
        match ruling {
            Ruling::Leads(next) => state = next,
            Ruling::Ends(score) => {
                assert_eq!(literal.state(), Now::Ended, "{}", record.join(" "));
                assert_eq!(score, Points::from_integer(literal.area()), "{}", record.join(" "));
                met.count("end", true);
                return;
            }
            Ruling::Barred(_) => unreachable!("only legal moves are listed"),
        }
        mover = mover.other();
    }
}

/// Plays random games from positions of a board.
fn games(board: &str, starts: &[String], count: usize, random: &mut Rng, met: &mut Met) {
    let (rows, cols) = board.split_once('x').unwrap();
    let (rows, cols): (usize, usize) = (rows.parse().unwrap(), cols.parse().unwrap());
    for number in 0..count {
        let continuations = ["0", "1", "2", "3"][random.usize(..4)];
        let points = rows * cols;
        let supplies = [
            ("all", Some(points)),
            ("half", Some(points / 2)),
            ("double", Some(2 * points)),
            ("unlimited", None),
        ];
        let (stones, limit) = supplies[number % 4];
        let ignored = random.usize(..6) == 0;
        let ko = if ignored { "ignored" } else { "on-demand" };
        let barred_challenge = !ignored && random.bool();
        let barred = if barred_challenge { "allowed" } else { "refused" };
        let options = format!(
            "--continuations {continuations} --stones {stones} --modified-ko {ko} --barred-challenge {barred}"
        );
        let continuations = continuations.parse().unwrap();
        let limits = Limits { continuations, stones: limit, modified_ko: !ignored, barred_challenge };
        let start = &starts[random.usize(..starts.len())];
        let mut literal = Literal::new(rows, cols, start, limits);
        compare(&game(board, &options), &mut literal, start, random, 2 + 4 * (number % 5), met);
    }
}

fn all_positions(board: &str) -> Vec<String> {
    let board = game(board, "").board;
    legal_positions(&board).map(|position| diagram_line(&board, &position)).collect()
}

#[test]
fn legal_moves_are_those_of_the_literal_machine() {
    if sample::leaves_out_three_of_four("legal_moves_are_those_of_the_literal_machine") {
        return;
    }
    let mut random = Rng::with_seed(1);
    let mut met = Met::default();
    for board in ["1x1", "1x2", "1x5", "2x2", "2x3", "3x3"] {
        games(board, &all_positions(board), 300, &mut random, &mut met);
    }
    // Positions with two or three kos: the triple ko of Kee 2020, example D, one with eyes,
    // moonshine life.
    let kos = [
        ("3x4", [".OO./XXXO/X.XX", ".OO./OXXO/X.XX"]),
        ("4x4", [".O.O/OOOX/.OX./OXXX", ".O.O/OOOX/XOX./.XXX"]),
    ];
    for (board, starts) in kos {
        games(board, &starts.map(String::from), 600, &mut random, &mut met);
    }
    let moonshine = "O.OOXXXXXX/OO.OXXXXXX/.OOOXX.XX./OXOOXXXXOX/XXOOXXXOOO/.XOOXXO.O.";
    games("6x10", &[moonshine.to_string()], 150, &mut random, &mut met);
    for (what, count) in &met.things {
        println!("{count:>8} {what}");
    }
    println!("{:>8} turns", met.turns);
    assert!(met.turns > 50_000);
    let few: Vec<_> = met.things.iter().filter(|(_, count)| **count < 50).collect();
    assert!(few.is_empty(), "{few:?}");
    // Six things that happen, and every reason for which a move is refused.
    assert_eq!(met.things.len(), 6 + 14);
}
