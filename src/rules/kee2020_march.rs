//! Kee's rules of 16 March 2020: disturbing plays.
//!
//! Source: Wilton Kee, Kee Rules of Go, edition of 16 March 2020. Its ban on repetition is in `ban`.
//!
//! # State
//! Key: position, mover, and the run of passes just made on it (0, 1 or 2). Past: the positions banned, as under
//! Spight's rules; the pairs (player, position) passed on since the last disturbing play; the pairs (player,
//! position) disturbed. With two players "passes in a row by all opponents of one player" is a pass.

use super::axes::{Axis, Options};
use super::ban::{PassLifting, passed};
use super::entry::{Entry, Reading};
use super::fact::{Class, Delta, Fact};
use super::{Effect, Explain, Key, Play, Properties, Ruleset, StopEffect};
use crate::go::board::MAX_POINTS;
use crate::go::score::area;
use crate::go::{Board, Player, Position};

struct March2020 {
    ban: PassLifting,
}

impl Explain for March2020 {}

impl Ruleset for March2020 {
    fn properties(&self) -> Properties {
        Properties::BASE
    }

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
        let next = Key { mover: key.mover.other(), phase: run, ..*key };
        let end = StopEffect::End(area(board, &key.position));
        plays.push(Play::pass(Effect::Next(next, delta)).stopped_by(passed, end));
    }
}

/// Kee's rules of 16 March 2020.
pub const KEE2020_MARCH: Entry = Entry {
    id: "kee2020-march",
    title: "Kee rules of March 2020",
    document: "Wilton Kee, Kee Rules of Go, edition of 16 March 2020",
    summary: "Spight's ban; a player disturbs a position only once, and a second pass on a position ends the game if nothing was disturbed between",
    presets: &[],
    axes: &[
        (Axis::Suicide, Axis::Suicide.values()),
        (Axis::Scoring, &["area"]),
        (Axis::Lift, Axis::Lift.values()),
    ],
    fixed: &[],
    most_points: |_| MAX_POINTS,
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
        Reading {
            axis: Some(Axis::Lift),
            text: "stands (the default): a position is encountered at every moment when it is on the board, by a pass too, so a pass leaves the ban \
                   on the position passed on; produced: only stone plays and the start make a position, so a pass leaves no ban; produced-ko: as \
                   produced, and a stone play may not undo the one just before it",
            forced_by: "the edition forbids to recreate \"a board position encountered by any player before\" unless any pass intervened: whoever \
                        passes encounters the position that he passes on, which is stands. The other two are kept for comparison with the editions of \
                        2009 and of October 2020",
        },
        Reading {
            axis: None,
            text: "a disturbing play of either player makes all passes before it count no more",
            forced_by: "the edition says \"unless a disturbing play intervened\" and names no player",
        },
    ],
    build: |options: Options| Box::new(March2020 { ban: PassLifting::of(&options) }),
};
