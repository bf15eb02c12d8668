//! Spight's rules: a pass lifts the ban on repetition, and play stops when a player passes a second
//! time on a position.
//!
//! # State
//! Key: position and mover (the phase is always 0: a run of passes has no meaning of its own). Past: the
//! positions banned, and the pairs (player, position) passed on. Under the reading `stands` the banned
//! positions are those that have stood since the last pass, the position passed on included. Area
//! scoring counts the last position alone, so neither prisoners nor the order of moves matters.

use super::axes::{Axis, Lift, Options, Scoring};
use super::catalogue::{Entry, Preset, Reading, Tables};
use super::encore::Encore;
use super::past::{Class, Classes, Delta, Fact};
use super::{Effect, Key, Play, Ruleset, Stop, StopEffect, placements};
use crate::go::board::MAX_POINTS;
use crate::go::score::area;
use crate::go::{Board, Move, Player, Players, Position, Suicide};

/// The ban on repetition that a pass lifts, in its three readings. Kee 2009 and Kee 2020 share it.
pub(super) struct PassLifting {
    pub lift: Lift,
    pub suicide: Suicide,
    pub players: Players,
}

fn stood(position: Position) -> Fact {
    Fact::of(Class::Stood, None, position)
}

fn undone(position: Position) -> Fact {
    Fact::of(Class::Undone, None, position)
}

impl PassLifting {
    pub fn of(options: &Options) -> PassLifting {
        let Options { lift, suicide, players, .. } = *options;
        PassLifting { lift, suicide, players }
    }

    pub fn start(&self, position: Position) -> Delta {
        // The start makes its position occur in every reading.
        Delta { sets: [stood(position)].into_iter().collect(), ..Delta::default() }
    }

    /// All stone plays with their bars and deltas; the next key has phase 0.
    pub fn stone_plays(&self, board: &Board, key: &Key) -> impl Iterator<Item = Play> {
        let (key, lift, mover) = (*key, self.lift, self.players.next(key.mover));
        placements(board, key, self.suicide).map(move |(point, placement)| {
            let position = placement.position;
            let mut bars: arrayvec::ArrayVec<Fact, 3> = [stood(position)].into_iter().collect();
            let mut delta = Delta { sets: bars.iter().copied().collect(), ..Delta::default() };
            if lift == Lift::ProducedKo {
                bars.push(undone(position));
                delta.clears = Classes::of(&[Class::Undone]);
                delta.sets.push(undone(key.position));
            }
            let next = Key { position, mover, phase: 0 };
            Play {
                mv: Move::Place(point),
                bars,
                stops: Default::default(),
                effect: Effect::Next(next, delta),
            }
        })
    }

    /// What a pass on a position does to the ban.
    pub fn pass(&self, position: Position) -> Delta {
        let clears = Classes::of(&[Class::Stood, Class::Undone]);
        let sets = (self.lift == Lift::Stands).then(|| stood(position)).into_iter().collect();
        Delta { clears, sets, ..Delta::default() }
    }
}

/// The fact that a player has passed on a position.
pub(super) fn passed(player: Player, position: Position) -> Fact {
    Fact::of(Class::Passed, Some(player), position)
}

struct Spight {
    ban: PassLifting,
}

impl Ruleset for Spight {
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
        plays.push(Play {
            mv: Move::Pass,
            bars: Default::default(),
            stops: Stop::at(passed, StopEffect::End(area(board, &key.position))),
            effect: Effect::Next(Key { mover: key.mover.other(), ..*key }, delta),
        });
    }
}

/// The readings of "occurred", shared by the three pass-lifting rulesets.
pub(super) const LIFT: Reading = Reading {
    axis: Some(Axis::Lift),
    text: "stands (the default): a position occurs at every moment when it is on the board, so a pass leaves the ban on the position passed on; \
           produced: only stone plays and the start make a position occur, so a pass leaves no ban; \
           produced-ko: as produced, and a stone play may not undo the one just before it",
    forced_by: "No reading agrees with every word of the documents. Spight starts afresh from the position passed on, which is stands. \
                Kee 2020 asks for stands by the word \"another\" in its rule, but its example A (Rules Beast 1) contradicts it: move 12 \
                recreates the position of the pass of move 9, which produced and produced-ko allow. Its example G, where move 5 may not \
                retake at once, excludes produced. Kee 2009: stands contradicts only the last step of \"returning one first\" (Black 5), \
                produced contradicts the simple-ko, three-player and 2x1 examples; a remark in its part I wants that Black 5 prohibited. \
                produced-ko fits all worked examples of Kee and adds a clause that neither document has",
};

/// Spight's rules with area scoring.
pub const SPIGHT: Entry = Entry {
    id: "spight",
    title: "Spight rules",
    document: "Bill Spight, Spight Rules (Sensei's Library, 2004)",
    summary: "a pass lifts the ban on repetition; a second pass of a player on a position stops play",
    presets: &[
        Preset { name: "spight-area", sets: &[] },
        Preset { name: "spight-territory", sets: &[(Axis::Scoring, "territory")] },
    ],
    usual: &[],
    knows: &[Axis::Suicide, Axis::Scoring, Axis::Lift],
    territory: true,
    most_points: MAX_POINTS,
    most_players: Players::Two,
    tables: Tables::ALL,
    narrower: None,
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
            axis: Some(Axis::Scoring),
            text: "the turn goes on into the encore: its first player is the opponent of the one whose pass stopped play",
            forced_by: "nothing: the document does not say who begins",
        },
        Reading {
            axis: Some(Axis::Scoring),
            text: "the ban goes on through the first stop, which is a pass: at the start of the encore the position on the board alone is banned",
            forced_by: "the document forgets earlier passes for the stop, and says nothing of the ban",
        },
    ],
    build: |options: Options| {
        let ban = PassLifting::of(&options);
        match options.scoring {
            Scoring::Area => Box::new(Spight { ban }),
            Scoring::Territory => Box::new(Encore { ban }),
        }
    },
};
