//! The basic ko rule alone: games may go on for ever.
//!
//! # State
//! Key: position, mover, and in the phase whether the last move was a pass and where a stone may not be
//! placed at once. No past: the rule looks one move back only, and the game may revisit a state. So this
//! is a loopy game, for retrograde analysis.

use super::axes::{Axis, Options};
use super::catalogue::{Entry, Preset, Reading, Tables};
use super::past::Delta;
use super::{Effect, Key, Play, RETAKE, Ruleset, ko_capture, placements, refusal};
use crate::go::board::MAX_POINTS;
use crate::go::score::area;
use crate::go::{Board, Move, Player, Players, Position, Suicide, Symmetry};

/// The phase after a pass. A phase of 2 + p bars intersection p; 0 is neither.
pub(super) const AFTER_PASS: u32 = 1;
const KO: u32 = 2;

/// The intersection that is barred by ko, if one is.
pub(super) fn barred(key: &Key) -> Option<u8> {
    key.phase.checked_sub(KO).map(|point| point as u8)
}

/// The stone plays that basic ko admits, with the key that each leads to.
pub(super) fn stones(board: &Board, key: &Key, suicide: Suicide) -> impl Iterator<Item = (Move, Key)> {
    let key = *key;
    let admitted = placements(board, key, suicide).filter(move |(point, _)| barred(&key) != Some(*point));
    admitted.map(move |(point, placement)| {
        let phase = ko_capture(board, key.mover, point, &placement).map_or(0, |ko| KO + u32::from(ko));
        (Move::Place(point), Key { position: placement.position, mover: key.mover.other(), phase })
    })
}

/// The phase under a symmetry of the board.
pub(super) fn phase_image(phase: u32, symmetry: &Symmetry) -> u32 {
    match phase.checked_sub(KO) {
        Some(point) => KO + u32::from(symmetry.point(point as u8)),
        None => phase,
    }
}

/// Why a move is not among the plays of a key.
pub(super) fn ko_refusal(key: &Key, mv: Move) -> &'static str {
    match mv {
        Move::Place(point) if barred(key) == Some(point) => RETAKE,
        _ => refusal(key, mv),
    }
}

struct SimpleKo {
    suicide: Suicide,
}

impl Ruleset for SimpleKo {
    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        (Key { position, mover, phase: 0 }, Delta::default())
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        let lead = |mv, effect| Play { mv, bars: Default::default(), stops: Default::default(), effect };
        let mover = key.mover.other();
        for (mv, next) in stones(board, key, self.suicide) {
            plays.push(lead(mv, Effect::Next(next, Delta::default())));
        }
        // Two passes in a row end the game; one lifts the ko.
        let effect = if key.phase == AFTER_PASS {
            Effect::End(area(board, &key.position))
        } else {
            Effect::Next(Key { mover, phase: AFTER_PASS, ..*key }, Delta::default())
        };
        plays.push(lead(Move::Pass, effect));
    }

    fn always_ends(&self) -> bool {
        false
    }

    fn phase_image(&self, phase: u32, symmetry: &Symmetry) -> u32 {
        phase_image(phase, symmetry)
    }

    fn refusal(&self, _board: &Board, key: &Key, mv: Move) -> &'static str {
        ko_refusal(key, mv)
    }
}

/// Basic ko and nothing more.
pub const SIMPLE_KO: Entry = Entry {
    id: "simple-ko",
    title: "Basic ko",
    document: "the \"normal ko rules\" that Kee 2009 and Kee 2020 compare themselves with",
    summary: "a ko may not be retaken at once; longer cycles are not forbidden, and a game may have no result",
    presets: &[Preset { name: "basic-ko", sets: &[] }, Preset { name: "ko", sets: &[] }],
    usual: &[],
    knows: &[Axis::Suicide, Axis::Scoring, Axis::Cycles],
    territory: false,
    most_points: MAX_POINTS,
    most_players: Players::Two,
    tables: Tables::ALL,
    narrower: None,
    articles: &[
        (
            "ko",
            "A single stone that captured exactly one stone and stands alone with one liberty may not be captured by the next move.",
        ),
        ("end", "Two passes in a row end the game; the score is the area of the last position."),
    ],
    state: "key: position, mover, whether the last move was a pass, the intersection barred by ko; no past",
    readings: &[Reading {
        axis: Some(Axis::Cycles),
        text: "a game without end has no result (the default; for each player better than a loss and worse than a win), is a draw, or is won by \
               black or by white with every intersection",
        forced_by: "Kee 2009 says of rules without superko that all long cycles are concluded as \"no result\"",
    }],
    build: |options: Options| Box::new(SimpleKo { suicide: options.suicide }),
};
