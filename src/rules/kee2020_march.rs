//! Kee's rules of 16 March 2020: disturbing plays.
//!
//! # State
//! Key: position, mover, and the run of passes just made on it (0, 1 or 2). Past: the positions banned, as under
//! Spight's rules; the pairs (player, position) passed on since the last disturbing play; the pairs (player,
//! position) disturbed. With two players "passes in a row by all opponents of one player" is a pass.

use super::axes::{Axis, Options};
use super::catalogue::{Entry, Reading, Tables};
use super::past::{Class, Delta, Fact};
use super::spight::{LIFT, PassLifting, passed};
use super::{Effect, Key, Play, Ruleset, Stop, StopEffect};
use crate::go::board::MAX_POINTS;
use crate::go::score::area;
use crate::go::{Board, Move, Player, Players, Position};

struct March2020 {
    ban: PassLifting,
}

impl Ruleset for March2020 {
    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        (Key { position, mover, phase: 0 }, self.ban.start(position))
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        // A stone play may not recreate an earlier position "unless any pass play intervened". A stone play
        // right after a pass, but not right after passes in a row by all, is a disturbing play; a player may
        // not make a second one on the same position.
        let disturbed = Fact::of(Class::Disturbed, Some(key.mover), key.position);
        plays.extend(self.ban.stone_plays(board, key).map(|mut play| {
            if let (1, Effect::Next(_, delta)) = (key.phase, &mut play.effect) {
                play.bars.push(disturbed);
                delta.clears = delta.clears.with(Class::Passed);
                delta.sets.push(disturbed);
            }
            play
        }));
        // The game ends when a pass on a position occurs a second time with no disturbing play between.
        let passed = passed(key.mover, key.position);
        let mut delta = self.ban.pass(key.position);
        delta.sets.push(passed);
        let run = (key.phase + 1).min(2);
        plays.push(Play {
            mv: Move::Pass,
            bars: Default::default(),
            stops: Stop::at(passed, StopEffect::End(area(board, &key.position))),
            effect: Effect::Next(Key { mover: key.mover.other(), phase: run, ..*key }, delta),
        });
    }
}

/// Kee's rules of 16 March 2020.
pub const KEE2020_MARCH: Entry = Entry {
    id: "kee2020-march",
    title: "Kee rules of March 2020",
    document: "Wilton Kee, Kee Rules of Go, edition of 16 March 2020",
    summary: "Spight's ban; a player disturbs a position only once, and a second pass on a position ends the game if nothing was disturbed between",
    presets: &[],
    usual: &[],
    knows: &[Axis::Suicide, Axis::Scoring, Axis::Lift],
    territory: false,
    most_points: MAX_POINTS,
    most_players: Players::Two,
    tables: Tables::to(12, 9),
    narrower: None,
    articles: &[
        (
            "repetition",
            "No stone play may recreate an earlier position unless a pass came after it last occurred.",
        ),
        (
            "disturbing play",
            "A stone play right after a pass, but not right after passes in a row by all, is a disturbing play; a player may not make two on the same position.",
        ),
        (
            "end",
            "The game ends when passes in a row by all opponents of one player occur a second time on the same position, unless a disturbing play came between.",
        ),
    ],
    state: "key: position, mover, run of passes (0 to 2); past: the positions banned (cleared by a pass), the pairs (player, position) \
            passed on (cleared by a disturbing play), the pairs (player, position) disturbed",
    readings: &[
        LIFT,
        Reading {
            axis: Some(Axis::Lift),
            text: "a disturbing play of either player makes all passes before it count no more",
            forced_by: "the edition says \"unless a disturbing play intervened\" and names no player",
        },
    ],
    build: |options: Options| Box::new(March2020 { ban: PassLifting::of(&options) }),
};
