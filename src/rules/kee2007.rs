//! Kee's rules of 5 March 2007: situations that remember a pass.
//!
//! Source: Wilton Kee, Kee Rules of Go, edition of 5 March 2007: situation, repetition, end, suicide.
//!
//! # State
//! A *situation* is a position together with the last position on which the opponents of the player to move
//! passed in a row: with two players, the last position on which the opponent passed, or none. Key: position,
//! mover, the last position passed on by each player, and whether the last move was a pass and, if so, in a
//! situation whose two positions were the same. Past: the situations that have occurred for each player,
//! never cleared.
//!
//! The key holds three positions, so a board may have at most nine intersections. Every pass opens a world of
//! new situations: on a line the search goes up to nine, on 2x2 it has no value after minutes.
//!
//! # When all pass in the same situation
//! The opponent has just passed on X in the situation (X, L), so the player to move is in the situation (X, X).
//! If he passes too, both have passed in the same situation exactly if L was X.

use super::axes::{Axis, Options};
use super::entry::{Entry, Reading};
use super::fact::{Class, Delta, Fact, SecondPosition};
use super::{Effect, Explain, Key, Play, Properties, Ruleset, placements};
use crate::go::score::area;
use crate::go::{Board, Player, Players, Position, Suicide, Symmetry};

struct Kee2007 {
    suicide: Suicide,
}

/// Up to this many intersections a position passed on fits in its part of the phase.
const MOST_POINTS: usize = 9;

/// The bits of a position in a phase: 3 to the power of 9, and none, are fewer than 2 to the power of 15.
const BITS: u32 = 15;

/// What the phase holds. A position in it is seen from the side of the player to move: his stones are black.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Phase {
    /// The last position on which the player to move passed.
    own: SecondPosition,
    /// The last position on which his opponent passed.
    other: SecondPosition,
    /// Whether the last move was a pass.
    passed: bool,
    /// Whether it was made in a situation whose two positions were the same.
    settled: bool,
}

impl Phase {
    fn of(phase: u32) -> Phase {
        let part = |from: u32| SecondPosition::from_number(phase >> from & ((1 << BITS) - 1));
        Phase { passed: phase & 1 == 1, settled: phase & 2 == 2, own: part(2), other: part(2 + BITS) }
    }

    fn number(self) -> u32 {
        let [own, other] = [self.own, self.other].map(SecondPosition::number);
        debug_assert!(own.max(other) < 1 << BITS);
        u32::from(self.passed) | u32::from(self.settled) << 1 | own << 2 | other << (2 + BITS)
    }

    /// The same seen from the other side, when nothing has been passed.
    fn turned(self) -> Phase {
        let [own, other] = [self.own, self.other].map(|beside| beside.map(|position| position.exchanged()));
        Phase { own: other, other: own, passed: false, settled: false }
    }
}

/// A position from the side of a player, and back: his stones are black.
fn seen_by(player: Player, position: Position) -> Position {
    position.seen_by(Players::Two, player)
}

/// The fact that a situation has occurred for a player: `passed` is the last position on which his opponent
/// passed, seen from his side.
fn occurred(player: Player, position: Position, passed: SecondPosition) -> Fact {
    let second = passed.map(|passed| seen_by(player, passed));
    Fact { second, ..Fact::of(Class::Stood, Some(player), position) }
}

impl Explain for Kee2007 {}

impl Ruleset for Kee2007 {
    fn properties(&self) -> Properties {
        Properties::BASE
    }

    fn start(&self, position: Position, mover: Player) -> (Key, Delta) {
        let delta = Delta::setting([occurred(mover, position, SecondPosition::default())]);
        (Key { position, mover, phase: 0 }, delta)
    }

    fn plays(&self, board: &Board, key: &Key, plays: &mut Vec<Play>) {
        let next = key.mover.other();
        let phase = Phase::of(key.phase);
        let turned = phase.turned();
        // A stone play may not produce a situation that has occurred for the next player.
        plays.extend(placements(board, *key, self.suicide).map(|(point, placement)| {
            let position = placement.position;
            let fact = occurred(next, position, turned.other);
            let key = Key { position, mover: next, phase: turned.number() };
            Play::stone(point, key, Delta::setting([fact])).barred_by(fact)
        }));
        // The game ends when all players have passed in a row in the same situation.
        let here = SecondPosition::of(&seen_by(key.mover, key.position));
        let effect = if phase.passed && phase.settled {
            Effect::End(area(board, &key.position))
        } else {
            let passed_on = SecondPosition::of(&seen_by(next, key.position));
            let after = Phase { other: passed_on, passed: true, settled: phase.other == here, ..turned };
            let fact = occurred(next, key.position, passed_on);
            Effect::Next(Key { mover: next, phase: after.number(), ..*key }, Delta::setting([fact]))
        };
        plays.push(Play::pass(effect));
    }

    fn phase_image(&self, phase: u32, symmetry: &Symmetry) -> u32 {
        let image = |position: Position| position.image(symmetry);
        let phase = Phase::of(phase);
        Phase { own: phase.own.map(image), other: phase.other.map(image), ..phase }.number()
    }
}

/// Kee's rules of 2007.
pub const KEE2007: Entry = Entry {
    id: "kee2007",
    title: "Kee rules of 2007",
    document: "Wilton Kee, Kee Rules of Go, edition of 5 March 2007",
    summary: "no situation twice for a player, where a situation is a position and the last one that his opponent passed on",
    presets: &[],
    axes: &[(Axis::Suicide, &["allowed", "forbidden", "multi-stone"]), (Axis::Scoring, &["area"])],
    fixed: &[],
    most_points: |_| MOST_POINTS,
    articles: &[
        (
            "situation",
            "A situation is a position with the last position passed on in a row by all opponents of the player to move; at first there is none.",
        ),
        ("repetition", "A stone play may not produce a situation that has occurred for the next player."),
        ("end", "The game ends when all players in a row pass in the same situation; the score is area."),
        ("suicide", "Suicide is allowed."),
    ],
    state: "key: position, mover, the last position passed on by each player, whether the last move was a pass and in what situation; past: the \
            situations that have occurred, never cleared",
    readings: &[Reading {
        axis: None,
        text: "a situation that a pass produces has occurred too, and a pass is never barred",
        forced_by: "the rule bars stone plays alone, from situations that \"occurred\"",
    }],
    build: |options: Options| Box::new(Kee2007 { suicide: options.suicide }),
};
