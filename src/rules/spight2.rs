//! Spight II: bans that bind one player, and two passes in a row to end.
//!
//! Source: Bill Spight, Spight Rules II (Sensei's Library).
//!
//! # State
//! Key: position, mover, and whether the last move was a pass (phase 1). Past: the pairs (player, position)
//! that a stone play of the opponent has left since the last pass, and the pairs (player, position) on which
//! the opponent passed and the player did not pass in answer, which nothing clears.

use super::axes::{Axis, Options};
use super::entry::{Entry, Preset, Reading};
use super::fact::{Class, Classes, Delta, Fact};
use super::{Effect, Explain, Key, Play, Properties, Ruleset, placements, refusal};
use crate::go::board::MAX_POINTS;
use crate::go::score::area;
use crate::go::{Board, Move, Player, Position, Suicide};

struct Spight2 {
    suicide: Suicide,
}

impl Ruleset for Spight2 {
    fn properties(&self) -> Properties {
        Properties::BASE
    }

    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        (Key { position, mover, phase: 0 }, Delta::default())
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        let next = key.mover.other();
        let left = |player, position| Fact::of(Class::Stood, Some(player), position);
        let declined = |player, position| Fact::of(Class::Declined, Some(player), position);
        for (point, placement) in placements(board, *key, self.suicide) {
            let position = placement.position;
            // The play that declines the opponent's pass may not recreate the position passed on either: a
            // suicide of one stone.
            if key.phase == 1 && position == key.position {
                continue;
            }
            // "If a player makes a board play in a position, the opponent may not recreate it by a board play
            // unless a pass has intervened"; "if a player passes and the opponent does not pass, the opponent
            // may not recreate that position".
            let answers = (key.phase == 1).then(|| declined(key.mover, key.position));
            let delta = Delta::setting([left(next, key.position)].into_iter().chain(answers));
            plays.push(
                Play::stone(point, Key { position, mover: next, phase: 0 }, delta)
                    .barred_by(left(key.mover, position))
                    .barred_by(declined(key.mover, position)),
            );
        }
        plays.push(Play::pass(if key.phase == 1 {
            Effect::End(area(board, &key.position))
        } else {
            let clears = Classes::of(&[Class::Stood]);
            Effect::Next(Key { mover: next, phase: 1, ..*key }, Delta { clears, ..Delta::default() })
        }));
    }
}

impl Explain for Spight2 {
    fn refusal(&self, board: &Board, key: &Key, mv: Move) -> &'static str {
        let placed = mv.placed().and_then(|point| key.position.place(board, key.mover, point, self.suicide));
        match placed {
            Some(_) => "the position passed on would stay as it is",
            None => refusal(key, mv),
        }
    }
}

/// Spight's second rules.
pub const SPIGHT2: Entry = Entry {
    id: "spight2",
    title: "Spight II rules",
    document: "Bill Spight, Spight Rules II (Sensei's Library)",
    summary: "two passes in a row end; a player may not recreate a position that his opponent left, or on which he declined to pass in answer",
    presets: &[Preset::alias("spight-ii")],
    axes: &[(Axis::Suicide, Axis::Suicide.values()), (Axis::Scoring, &["area"])],
    fixed: &[],
    most_points: |_| MAX_POINTS,
    articles: &[
        ("end", "Two passes in a row end the game; the score is the area of the last position."),
        (
            "declined pass",
            "If a player passes on a position and the opponent does not pass in answer, the opponent may not make a stone play that recreates it.",
        ),
        (
            "repetition",
            "If a player makes a stone play on a position, the opponent may not recreate it by a stone play unless a pass came between.",
        ),
    ],
    state: "key: position, mover, whether the last move was a pass; past: the pairs (player, position) left by his opponent's stone plays \
            (cleared by a pass), the pairs (player, position) on which he declined to pass (never cleared)",
    readings: &[
        Reading {
            axis: None,
            text: "a player may recreate a position that he left himself, if his opponent did not leave it too",
            forced_by: "the rule binds \"the opponent\" alone",
        },
        Reading {
            axis: None,
            text: "the stone play that declines a pass is bound by it already: it may not be a suicide of one stone, which leaves the position",
            forced_by: "nothing: with suicide forbidden, the default, there is no such play",
        },
    ],
    build: |options: Options| Box::new(Spight2 { suicide: options.suicide }),
};
