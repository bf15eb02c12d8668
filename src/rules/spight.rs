//! Spight's rules: a pass lifts the ban on repetition, and play stops when a player passes a second time on a position.
//!
//! Source: Bill Spight, Spight Rules (Sensei's Library, 2004), with area scoring. The ban is in `ban`; the encore and the
//! score by territory are in `encore`.
//!
//! # State
//! Key: position and mover (the phase is always 0: a run of passes has no meaning of its own). Past: the
//! positions banned, and the pairs (player, position) passed on. Under the reading `stands` the banned
//! positions are those that have stood since the last pass, the position passed on included. Area
//! scoring counts the last position alone, so neither prisoners nor the order of moves matters.

use super::axes::{Axis, Options, Scoring};
use super::ban::{LIFT, PassLifting, passed};
use super::encore::encore;
use super::entry::{Entry, Preset, Reading};
use super::fact::Delta;
use super::{Effect, Explain, Key, Play, Properties, Ruleset, StopEffect};
use crate::go::board::MAX_POINTS;
use crate::go::score::area;
use crate::go::{Board, Player, Position};

struct Spight {
    ban: PassLifting,
}

impl Explain for Spight {}

impl Ruleset for Spight {
    fn properties(&self) -> Properties {
        Properties::BASE
    }

    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        (Key { position, mover, phase: 0 }, self.ban.start(position))
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        // "A board play may not repeat a previous whole board position unless a pass has intervened
        // since its last occurrence."
        plays.extend(self.ban.stone_plays(board, key));
        // "Play stops when the same player passes a second time in the same board position."
        let passed = passed(key.mover, key.position);
        let mut delta = self.ban.pass(key.position);
        delta.sets.push(passed);
        let next = Key { mover: key.mover.other(), ..*key };
        let end = StopEffect::End(area(board, &key.position));
        plays.push(Play::pass(Effect::Next(next, delta)).stopped_by(passed, end));
    }
}

/// Spight's rules with area scoring.
pub const SPIGHT: Entry = Entry {
    id: "spight",
    title: "Spight rules",
    document: "Bill Spight, Spight Rules (Sensei's Library, 2004)",
    summary: "a pass lifts the ban on repetition; a second pass of a player on a position stops play",
    presets: &[
        Preset::alias("spight-area"),
        Preset { name: "spight-territory", sets: &[(Axis::Scoring, "territory")] },
    ],
    axes: &[
        (Axis::Suicide, Axis::Suicide.values()),
        (Axis::Scoring, Axis::Scoring.values()),
        (Axis::Lift, Axis::Lift.values()),
    ],
    fixed: &[],
    most_points: |_| MAX_POINTS,
    articles: &[
        (
            "1",
            "No board play may repeat an earlier whole-board position unless a pass came after it last occurred.",
        ),
        (
            "2",
            "Play stops when a player passes for the second time on the same position; with area scoring it ends there.",
        ),
        (
            "encore",
            "With territory scoring an encore follows the first stop, in which a pass costs one point, both make the same number of plays (a pass is one), and earlier passes do not count for the second stop.",
        ),
        (
            "obligatory pass",
            "If the numbers differ after the second stop, the player who was second in the encore passes once more, and play ends.",
        ),
        ("territory", "The score is surrounded empty intersections and prisoners, less the price of passes."),
    ],
    state: "key: position, mover, with territory scoring the stage; past: the positions banned (cleared by a pass), the pairs (player, position) passed on, the points of prisoners and passes",
    readings: &[
        LIFT,
        Reading {
            axis: None,
            text: "by territory the turn goes on into the encore: its first player is the opponent of the one whose pass stopped play",
            forced_by: "nothing: the document does not say who begins",
        },
        Reading {
            axis: None,
            text: "by territory the ban goes on through the first stop, which is a pass: at the start of the encore the position on the board alone is banned",
            forced_by: "the document forgets earlier passes for the stop, and says nothing of the ban",
        },
    ],
    build: |options: Options| {
        let ban = PassLifting::of(&options);
        match options.scoring {
            Scoring::Area => Box::new(Spight { ban }),
            Scoring::Territory => encore(ban),
        }
    },
};
