//! The ban on repetition that a pass lifts, in its three readings, and the readings that rulesets share.
//!
//! The ban is Spight's ("a board play may not repeat a previous whole board position unless a pass has intervened since
//! its last occurrence"), rule 13 of Kee 2009, the Pass-lifting Positional SuperKo Rule of Kee 2020 and the rule on
//! repetition of his edition of 16 March 2020.

use super::axes::{Axis, Lift, Options};
use super::entry::Reading;
use super::fact::{Class, Classes, Delta, Fact};
use super::{Effect, Key, Play, placements};
use crate::go::{Board, Player, Players, Position, Suicide};

/// The ban, with the options that stone plays under it depend on.
pub struct PassLifting {
    lift: Lift,
    suicide: Suicide,
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

    /// The start makes its position occur in every reading.
    pub fn start(&self, position: Position) -> Delta {
        Delta::setting([stood(position)])
    }

    /// All stone plays with their bars and changes; the next key has phase 0.
    pub fn stone_plays(&self, board: &Board, key: &Key) -> impl Iterator<Item = Play> {
        let (key, lift, mover) = (*key, self.lift, self.players.next(key.mover));
        placements(board, key, self.suicide).map(move |(point, placement)| {
            let position = placement.position;
            let next = Key { position, mover, phase: 0 };
            let play = Play::stone(point, next, Delta::setting([stood(position)])).barred_by(stood(position));
            if lift != Lift::ProducedKo {
                return play;
            }
            let mut play = play.barred_by(undone(position));
            if let Effect::Next(_, delta) = &mut play.effect {
                delta.clears = Classes::of(&[Class::Undone]);
                delta.sets.push(undone(key.position));
            }
            play
        })
    }

    /// What a pass on a position does to the ban.
    pub fn pass(&self, position: Position) -> Delta {
        let stands = (self.lift == Lift::Stands).then(|| stood(position));
        Delta { clears: Classes::of(&[Class::Stood, Class::Undone]), ..Delta::setting(stands) }
    }
}

/// The fact that a player has passed on a position.
pub fn passed(player: Player, position: Position) -> Fact {
    Fact::of(Class::Passed, Some(player), position)
}

/// The readings of "occurred", shared by Spight, Kee 2009 and Kee 2020.
pub const LIFT: Reading = Reading {
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

/// How more than two players are taken, under every ruleset for them.
pub const PLAYERS: Reading = Reading {
    axis: Some(Axis::Players),
    text: "2 (the default); with 3, 4, 5 or 6, Black, White, Red, Green, Yellow and Violet play in turn, a position is scored by the area of each \
           colour (an empty region that several colours border is nobody's), and what is asked is how many points each player can secure \
           whatever the others do, who may act together",
    forced_by: "Kee 2009, rules 3, 5 and 18, and Kee 2020 are for any number of players; what best play is among more than two no document says, and \
                what one can be sure of needs no assumption about the others",
};
