//! Kee's rules of 8 October 2020: initialised positions.
//!
//! Source: Wilton Kee, Kee Rules of Go, 8 October 2020: Board Position Initialization Rule, Repeated Initialization Rule,
//! Game Termination Rule. The Pass-lifting Positional SuperKo Rule is in `ban`.
//!
//! # State
//! Key: position, mover, and the run of passes just made on it (at most one of each player), for a position is
//! initialised for the mover exactly when the run is not 0. Past: the positions banned, as under Spight's
//! rules, and the pairs (player, position) initialised *before* the turn in hand. The pair of a turn is
//! set by the move that the player makes in it, whichever it is: nothing asks for it in between, and so
//! the fact says "previously initialised" at the moment when the rule asks.

use super::axes::{Axis, Options};
use super::ban::{LIFT, PLAYERS, PassLifting};
use super::entry::{Entry, Preset, Reading};
use super::fact::{Class, Delta, Fact};
use super::{Effect, Explain, Key, Play, Properties, Ruleset};
use crate::go::board::MAX_POINTS;
use crate::go::score::area_for_black;
use crate::go::{Board, Player, Position};

struct Kee2020 {
    ban: PassLifting,
}

impl Explain for Kee2020 {
    fn count(&self, board: &Board, key: &Key) -> i32 {
        area_for_black(board, &key.position, self.ban.players)
    }
}

impl Ruleset for Kee2020 {
    fn properties(&self) -> Properties {
        Properties { players: self.ban.players, ..Properties::BASE }
    }

    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        (Key { position, mover, phase: 0 }, self.ban.start(position))
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        // Board Position Initialization Rule: the position is initialised for the mover if the
        // preceding player "just made a pass play on it".
        let initialised =
            (key.phase > 0).then_some(Fact::of(Class::Initialised, Some(key.mover), key.position));
        // Pass-lifting Positional SuperKo Rule: a position that appeared may not be created again
        // "unless another board position was initialized for any player" since. Repeated
        // Initialization Rule: no stone play on a position initialised now and before.
        plays.extend(self.ban.stone_plays(board, key).map(|mut play| {
            play.bars.extend(initialised);
            if let Effect::Next(_, delta) = &mut play.effect {
                delta.sets.extend(initialised);
            }
            play
        }));
        // Game Termination Rule: all players have passed in a row on a position initialised for each.
        let players = self.ban.players;
        let effect = if key.phase as usize == players.count() {
            Effect::End(area_for_black(board, &key.position, players))
        } else {
            let mut delta = self.ban.pass(key.position);
            delta.sets.extend(initialised);
            Effect::Next(Key { mover: players.next(key.mover), phase: key.phase + 1, ..*key }, delta)
        };
        plays.push(Play::pass(effect));
    }
}

/// Kee's rules of 2020.
pub const KEE2020: Entry = Entry {
    id: "kee2020",
    title: "Kee rules of 2020",
    document: "Wilton Kee, Kee Rules of Go, 8 October 2020",
    summary: "a pass initialises the position for the next player; a position initialised for him twice leaves him only a pass",
    presets: &[Preset::alias("kee")],
    axes: &[
        (Axis::Suicide, Axis::Suicide.values()),
        (Axis::Scoring, &["area"]),
        (Axis::Lift, Axis::Lift.values()),
        (Axis::Players, Axis::Players.values()),
    ],
    fixed: &[],
    most_points: |_| MAX_POINTS,
    articles: &[
        ("Board Position Initialization Rule", "A pass on a position initialises it for the next player."),
        (
            "Pass-lifting Positional SuperKo Rule",
            "A stone play may not create a position that appeared before, unless another position was initialised for anyone after it last appeared.",
        ),
        (
            "Repeated Initialization Rule",
            "On a position initialised for him now that was initialised for him before, a player may only pass.",
        ),
        (
            "Game Termination Rule",
            "The game ends when all players in a row have passed on the same position initialised for them: with two players, at the third pass in a row.",
        ),
    ],
    state: "key: position, mover, run of passes (at most one of each player); past: the positions banned (cleared by a pass), the pairs (player, position) initialised",
    readings: &[
        LIFT,
        PLAYERS,
        Reading {
            axis: None,
            text: "a forced pass counts for the end of the game like any other",
            forced_by: "examples G (moves 9 and 10) and H end by forced passes",
        },
    ],
    build: |options: Options| Box::new(Kee2020 { ban: PassLifting::of(&options) }),
};
