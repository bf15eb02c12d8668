//! The basic ko rule alone: games may go on for ever.
//!
//! Source: the "normal ko rules" of Kee 2009 and Kee 2020. The rule itself is in `ko`.
//!
//! # State
//! Key: position, mover, and in the phase whether the last move was a pass and where a stone may not be
//! placed at once. No past: the rule looks one move back only, and the game may revisit a state. So this
//! is a loopy game, for retrograde analysis.

use super::axes::{Axis, Options};
use super::entry::{Entry, Preset, Reading};
use super::fact::Delta;
use super::ko::{AFTER_PASS, ko_refusal, phase_image, stones};
use super::{Effect, Explain, Key, Play, Properties, Ruleset};
use crate::go::board::MAX_POINTS;
use crate::go::score::area;
use crate::go::{Board, Move, Player, Position, Suicide, Symmetry};

struct SimpleKo {
    suicide: Suicide,
}

impl Ruleset for SimpleKo {
    fn properties(&self) -> Properties {
        Properties { always_ends: false, ..Properties::BASE }
    }

    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        (Key { position, mover, phase: 0 }, Delta::default())
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        let lead = |(point, next)| Play::stone(point, next, Delta::default());
        plays.extend(stones(board, key, self.suicide).map(lead));
        // Two passes in a row end the game; one lifts the ko.
        plays.push(Play::pass(match key.phase {
            AFTER_PASS => Effect::End(area(board, &key.position)),
            _ => Effect::Next(Key { mover: key.mover.other(), phase: AFTER_PASS, ..*key }, Delta::default()),
        }));
    }

    fn phase_image(&self, phase: u32, symmetry: &Symmetry) -> u32 {
        phase_image(phase, symmetry)
    }
}

impl Explain for SimpleKo {
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
    presets: &[Preset::alias("basic-ko"), Preset::alias("ko")],
    axes: &[
        (Axis::Suicide, Axis::Suicide.values()),
        (Axis::Scoring, &["area"]),
        (Axis::Cycles, Axis::Cycles.values()),
    ],
    fixed: &[],
    most_points: |_| MAX_POINTS,
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
        text: "a game without end has no result (no-result, the default: for each player better than a loss and worse than a win), is a draw, or \
               is won by black or by white with every intersection",
        forced_by: "Kee 2009 says of rules without superko that all long cycles are concluded as \"no result\"",
    }],
    build: |options: Options| Box::new(SimpleKo { suicide: options.suicide }),
};
