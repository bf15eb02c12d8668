//! A player keeps what the checkers say that he keeps by passing, whatever his opponent plays.
//!
//! For a position and a player there is one strongest claim that a pass proves by `life`. It is
//! compared with all positions that his opponent can reach alone, with any number of stones; and
//! the next stronger claim must be refused by the checkers.

use std::collections::HashSet;

use superko_certificate::format::{
    Claim, Header, Key, Map, Outcome, PASS, Play, Reference, Relation, Statement, Step, Theorem,
};
use superko_go::bits::members;
use superko_go::life::pass_alive;
use superko_go::position::legal_positions;
use superko_go::score::area;
use superko_go::{Player, Players, Position};
use superko_rules::Game;

use super::games::{header_of, name, variants};
use super::random::Random;
use super::second::{both_agree, folder, has_python};
use super::translate::stones_of;
use super::written::{text, verdict};
use crate::common::sample;

/// Boards, each with the number of its positions of which one is looked at.
const BOARDS: [(&str, usize); 7] =
    [("1x1", 1), ("1x3", 1), ("1x5", 1), ("1x7", 3), ("2x2", 1), ("2x4", 8), ("3x3", 16)];

/// The least score, in a player's own points, of all positions that his opponent can reach alone.
fn worst(game: &Game, position: Position, player: Player) -> i32 {
    let (mut seen, mut open) = (HashSet::from([position.stones]), vec![position]);
    let mut worst = i32::MAX;
    while let Some(position) = open.pop() {
        let score = area(&game.board, &position);
        worst = worst.min(if player == Player::Black { score } else { -score });
        for point in members(game.board.full()) {
            let placed = position.place(&game.board, player.other(), point, game.options.suicide);
            if let Some(placed) = placed.filter(|placed| seen.insert(placed.position.stones)) {
                open.push(placed.position);
            }
        }
    }
    worst
}

/// A lemma and a theorem: the player to move on a position passes and has a number of points of his
/// own.
fn steps(number: u64, position: Position, player: Player, points: i32) -> [Step; 2] {
    let mover = player.index() as u8;
    let claim = match player {
        Player::Black => Claim { relation: Relation::AtLeast, p: points, q: 1 },
        _ => Claim { relation: Relation::AtMost, p: -points, q: 1 },
    };
    let key = Key { stones: stones_of(&position), mover, phase: 0 };
    let by = Reference { lemma: number, map: Map::SAME, last: true };
    let start = stones_of(&position);
    [
        Step::Lemma(Statement { key, claim }, None, vec![Play { mv: PASS, outcome: Outcome::Life }]),
        Step::Theorem(Theorem { start, mover, moves: Vec::new(), claim, or_no_end: false, by }),
    ]
}

/// A certificate of one such claim, or of many.
fn certificate(header: &Header, claims: &[(Position, Player, i32)]) -> Vec<u8> {
    let steps = (1..)
        .zip(claims)
        .flat_map(|(number, &(position, player, points))| steps(number, position, player, points));
    text(header, &steps.chain([Step::End]).collect::<Vec<_>>())
}

#[test]
fn what_is_kept_by_passing_is_kept() {
    let (mut random, mut drawn, mut kept, mut looked_at) = (Random::new("kept"), 0, 0, 0);
    let games = BOARDS
        .iter()
        .flat_map(|(board, one_in)| variants(board, "psk").into_iter().map(move |game| (game, *one_in)));
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for (number, (game, one_in)) in games.enumerate() {
        let (header, most) = (header_of(&game), game.most());
        let mut all = Vec::new();
        for position in legal_positions(&game.board).filter(|_| random.below(one_in) == 0) {
            drawn += 1;
            if !sample::takes("kept", drawn) {
                continue;
            }
            for player in Player::ALL {
                let own = pass_alive(&game.board, &position, player, game.options.suicide, Players::Two);
                let points = 2 * own.count_ones() as i32 - most;
                assert!(points <= worst(&game, position, player), "{}: {position:?} {player:?}", name(&game));
                all.push((position, player, points));
                kept += usize::from(points > -most);
                let more = certificate(&header, &[(position, player, points + 1)]);
                assert!(verdict(&more).is_err(), "{}: {position:?} {player:?}", name(&game));
                if all.len().is_power_of_two() || all.len().is_multiple_of(97) {
                    files.push((format!("false-{number}-{}", all.len()), more));
                }
            }
        }
        if all.is_empty() {
            continue;
        }
        looked_at += all.len();
        let all = certificate(&header, &all);
        verdict(&all).unwrap_or_else(|refused| panic!("{}: {refused:?}", name(&game)));
        files.push((format!("true-{number}"), all));
    }
    println!("{looked_at} claims of what is kept, {kept} of them of something");
    assert!(kept > sample::least(400));
    if has_python() {
        let folder = folder("kept");
        files.iter().for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes).unwrap());
        let names: Vec<String> = files.into_iter().map(|(name, _)| name).collect();
        let (verified, refused) = both_agree(&folder, &names);
        println!("both checkers verify {verified} files of what is kept, and refuse {refused}");
    }
}
