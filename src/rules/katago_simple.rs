//! KataGo's ko rule "simple", by area: basic ko, an end by a repeated pass, and no result for a long cycle.
//!
//! Source: David J. Wu, KataGo's Supported Go Rules (<https://lightvector.github.io/KataGo/rules.html>), versions 1 and
//! 2, "Main Phase" with the ko rule Simple, area scoring, no tax and no button. A *state* of that page is the grid
//! colouring and the player next to take a turn; the intersection that basic ko bars is no part of it.
//!
//! # State
//! Key: position, mover, and in the phase whether the last move was a pass and where a stone may not be placed at once.
//! Past: the states that have occurred once, or twice, since the last pass, and the states that a player has passed from.
//! The state that a pass leads to is the first since that pass.
//!
//! # Basic ko
//! A legal move of the page "doesn't result in the state at the start of the opponent's previous turn". Say that the
//! opponent's previous turn was a stone play at p, which left a grid colouring that a stone at q turns back to the one
//! before. Then that play removed q's stone and no other, as one play adds one stone, and the play at q removes p and no
//! other. So the stone at p was alone and had its one liberty at q: it is what `ko_capture` finds.
//! Conversely, a stone at q then removes p alone: any other chain that it took would have had no liberty while q was
//! occupied before. After a pass of the opponent only a suicide of one stone would result in that state, and the page
//! never allows one.

use super::axes::{Axis, Options};
use super::entry::{Entry, Reading};
use super::fact::{Class, Classes, Delta, Fact};
use super::ko::{AFTER_PASS, ko_refusal, phase_image, stones};
use super::{Effect, Explain, Key, Play, Properties, Ruleset, StopEffect};
use crate::go::board::MAX_POINTS;
use crate::go::score::area;
use crate::go::{Board, Move, Player, Position, Suicide, Symmetry};

/// The score of a game without result: a draw.
const NO_RESULT: i32 = 0;

struct KataGoSimple {
    suicide: Suicide,
}

/// A statement about the state of a key.
fn about(class: Class, key: &Key) -> Fact {
    Fact::of(class, Some(key.mover), key.position)
}

impl Ruleset for KataGoSimple {
    /// A game without result is worth the same whatever is on the board.
    fn properties(&self) -> Properties {
        Properties { last_position_decides: false, ..Properties::BASE }
    }

    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        let key = Key { position, mover, phase: 0 };
        (key, Delta::setting([about(Class::Occurred, &key)]))
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        // "At the start of a player's turn, the current state has already occurred twice before since the most recent
        // pass by either player": the game ends with no result.
        plays.extend(stones(board, key, self.suicide).map(|(point, next)| {
            let [once, twice] = [Class::Occurred, Class::OccurredTwice].map(|class| about(class, &next));
            Play::stone(point, next, Delta::setting([once]))
                .stopped_by(twice, StopEffect::End(NO_RESULT))
                .stopped_by(once, StopEffect::Next(Box::new((next, Delta::setting([twice])))))
        }));
        // "There are 2 consecutive passes", or "a player passes from a state that the player has already passed from
        // once before".
        let score = area(board, &key.position);
        plays.push(if key.phase == AFTER_PASS {
            Play::pass(Effect::End(score))
        } else {
            let passed = about(Class::Passed, key);
            let next = Key { mover: key.mover.other(), phase: AFTER_PASS, ..*key };
            let clears = Classes::of(&[Class::Occurred, Class::OccurredTwice]);
            let delta = Delta { clears, ..Delta::setting([about(Class::Occurred, &next), passed]) };
            Play::pass(Effect::Next(next, delta)).stopped_by(passed, StopEffect::End(score))
        });
    }

    fn phase_image(&self, phase: u32, symmetry: &Symmetry) -> u32 {
        phase_image(phase, symmetry)
    }
}

impl Explain for KataGoSimple {
    fn refusal(&self, _board: &Board, key: &Key, mv: Move) -> &'static str {
        ko_refusal(key, mv)
    }
}

/// KataGo's ko rule "simple".
pub const KATAGO_SIMPLE: Entry = Entry {
    id: "katago-simple",
    title: "KataGo's simple ko",
    document: "David J. Wu, KataGo's Supported Go Rules, versions 1 and 2: ko rule Simple, area scoring",
    summary: "a ko may not be retaken at once; a second pass of a player in a state ends, and a third occurrence of a state with no pass between gives no result",
    presets: &[],
    axes: &[
        (Axis::Suicide, &["forbidden", "multi-stone"]),
        (Axis::Scoring, &["area"]),
        (Axis::Cycles, &["draw"]),
    ],
    fixed: &[],
    most_points: |_| MAX_POINTS,
    articles: &[
        ("state", "The state is the grid colouring and the player next to take a turn."),
        (
            "ko",
            "A legal move does not result in the state at the start of the opponent's previous turn: a ko may not be retaken at once.",
        ),
        (
            "suicide",
            "A move that kills only the stone just played is never allowed; suicide of several stones is an option (MultiStoneSuicide).",
        ),
        (
            "end",
            "The game ends after two passes in a row, and when a player passes from a state that he has passed from before; the score is area.",
        ),
        (
            "no result",
            "The game ends with no result when the current state has already occurred twice before since the most recent pass by either player.",
        ),
    ],
    state: "key: position, mover, whether the last move was a pass, the intersection barred by ko; past: the states that have occurred once, and \
            twice, since the last pass, the states that a player has passed from",
    readings: &[
        Reading {
            axis: Some(Axis::Cycles),
            text: "draw: a game without result is worth a draw",
            forced_by: "KataGo values it at 0 for both by default",
        },
        Reading {
            axis: None,
            text: "the state that a pass leads to has occurred once since that pass, and so has the start before any pass",
            forced_by: "it is the current state \"at the start of a player's turn\" that comes after the pass",
        },
    ],
    build: |options: Options| Box::new(KataGoSimple { suicide: options.suicide }),
};
