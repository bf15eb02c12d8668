//! The three superkos of the literature: positional, situational and natural situational.
//!
//! Kee and Spight call them "normal" or "traditional" superko rules and take them as known; the definitions
//! are those of Tromp and Taylor (positional), of the AGA (situational) and of the New Zealand rules'
//! commentators (natural).
//!
//! # State
//! Key: position, mover, and the run of passes just made (the phase), as a pass of every player in a row ends
//! the game. Past: under `psk` the positions that have stood; under `ssk` and `nssk` the situations
//! (position, player to move). Nothing ever clears them. Prisoners, the order of earlier moves and the
//! number of passes play no part in any rule or in area scoring.

use super::axes::{Axis, Options};
use super::ban::PLAYERS;
use super::entry::{Entry, Preset, Reading};
use super::fact::{Class, Delta, Fact};
use super::{Effect, Explain, Key, Play, Properties, Ruleset, placements};
use crate::go::board::MAX_POINTS;
use crate::go::score::area_for_black;
use crate::go::{Board, Player, Players, Position, Suicide};

/// Which occurrences count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Positional,
    Situational,
    Natural,
}

struct Superko {
    kind: Kind,
    suicide: Suicide,
    players: Players,
}

impl Superko {
    fn of(kind: Kind, options: Options) -> Superko {
        Superko { kind, suicide: options.suicide, players: options.players }
    }

    /// The fact that a position has stood with `next` to move.
    fn stood(&self, position: Position, next: Player) -> Fact {
        let who = (self.kind != Kind::Positional).then_some(next);
        Fact::of(Class::Stood, who, position)
    }
}

impl Explain for Superko {
    fn count(&self, board: &Board, key: &Key) -> i32 {
        area_for_black(board, &key.position, self.players)
    }
}

impl Ruleset for Superko {
    fn properties(&self) -> Properties {
        Properties { players: self.players, ..Properties::BASE }
    }

    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        (Key { position, mover, phase: 0 }, Delta::setting([self.stood(position, mover)]))
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        let next = self.players.next(key.mover);
        // A stone play may not recreate a position (psk), or a position with the same player to move
        // (ssk, nssk).
        plays.extend(placements(board, *key, self.suicide).map(|(point, placement)| {
            let position = placement.position;
            let stood = self.stood(position, next);
            let key = Key { position, mover: next, phase: 0 };
            Play::stone(point, key, Delta::setting([stood])).barred_by(stood)
        }));
        // A pass of every player in a row ends the game. Under ssk a pass makes a situation occur; under nssk only
        // stone plays do; under psk the position stands already.
        let effect = if key.phase as usize + 1 == self.players.count() {
            Effect::End(area_for_black(board, &key.position, self.players))
        } else {
            let occurs = self.kind == Kind::Situational;
            let delta = Delta::setting(occurs.then(|| self.stood(key.position, next)));
            Effect::Next(Key { mover: next, phase: key.phase + 1, ..*key }, delta)
        };
        plays.push(Play::pass(effect));
    }
}

const ENDS: (&str, &str) =
    ("end", "A pass of every player in a row ends the game; the score is the area of the last position.");

/// Positional superko.
pub const PSK: Entry = Entry {
    id: "psk",
    title: "Positional superko",
    document: "the \"normal\" or \"traditional\" superko rules that Kee 2009, Kee 2020 and Spight compare themselves with",
    summary: "no stone play may recreate any earlier position",
    presets: &[
        Preset::alias("positional"),
        Preset::alias("positional-superko"),
        Preset { name: "tromp-taylor", sets: &[(Axis::Suicide, "allowed")] },
    ],
    axes: &[
        (Axis::Suicide, Axis::Suicide.values()),
        (Axis::Scoring, &["area"]),
        (Axis::Players, Axis::Players.values()),
    ],
    fixed: &[],
    most_points: |_| MAX_POINTS,
    articles: &[
        ("superko", "A stone play may not create a position that has stood before, whoever was to move."),
        ("pass", "A pass is always allowed."),
        ENDS,
    ],
    state: "key: position, mover, run of passes; past: the positions that have stood, never cleared",
    readings: &[SUICIDE, PLAYERS],
    build: |options: Options| Box::new(Superko::of(Kind::Positional, options)),
};

/// Situational superko.
pub const SSK: Entry = Entry {
    id: "ssk",
    title: "Situational superko",
    summary: "no stone play may recreate an earlier position with the same player to move",
    presets: &[
        Preset::alias("situational"),
        Preset::alias("situational-superko"),
        Preset::alias("aga"),
        Preset { name: "new-zealand", sets: &[(Axis::Suicide, "allowed")] },
    ],
    articles: &[
        (
            "superko",
            "A stone play may not create a position with a player to move that have occurred together before.",
        ),
        ("pass", "A pass is always allowed; the situation after it has occurred too."),
        ENDS,
    ],
    state: "key: position, mover, run of passes; past: the situations that have occurred, never cleared",
    build: |options: Options| Box::new(Superko::of(Kind::Situational, options)),
    ..PSK
};

/// Natural situational superko.
pub const NSSK: Entry = Entry {
    id: "nssk",
    title: "Natural situational superko",
    summary: "as ssk, but only situations created by stone plays (and the start) count",
    presets: &[Preset::alias("natural"), Preset::alias("natural-situational-superko")],
    articles: &[
        (
            "superko",
            "A stone play may not create a situation that an earlier stone play, or the start, created.",
        ),
        ("pass", "A pass is always allowed and leaves no trace."),
        ENDS,
    ],
    state: "key: position, mover, run of passes; past: the situations created by stone plays, never cleared",
    build: |options: Options| Box::new(Superko::of(Kind::Natural, options)),
    ..PSK
};

const SUICIDE: Reading = Reading {
    axis: Some(Axis::Suicide),
    text: "forbidden (the default, as in the documents), allowed, or multi-stone: allowed to two stones and more",
    forced_by: "Kee 2009, rule 12, forbids it; Tromp-Taylor and New Zealand allow it",
};
